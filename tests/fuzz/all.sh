#!/usr/bin/env bash
# Fuzzes all targets, two at a time, and prints a table of executions and findings at the end:
# tests/fuzz/all.sh SECONDS_NEW SECONDS_OLD [TARGET…]
# SECONDS_NEW is for targets that build or open an index and for recent ones, SECONDS_OLD for the readers of files and
# queries. JOBS sets how many run at once. Logs are written to tests/fuzz/logs.
set -uo pipefail
cd "$(dirname "$0")"

seconds_new=$1 seconds_old=$2
shift 2
new=(follow_book read_game_list words whole read_index pattern_scan export manifest settings)
old=(read_any read_sgf read_jgf read_ogs read_parquet read_analysis read_sidecar decode_charset read_archive parse_query read_position read_values)
targets=("$@")
[[ $# -gt 0 ]] || targets=("${new[@]}" "${old[@]}")

mkdir -p logs
touch logs/.begin
(cd ../.. && cargo fuzz build --fuzz-dir tests/fuzz --sanitizer none) || exit

fuzz() {
  local target=$1 seconds=$2
  ./run.sh "$target" "$seconds" >"logs/$target.log" 2>&1
  echo $? >"logs/$target.rc"
}

for target in "${targets[@]}"; do
  while (($(jobs -rp | wc -l) >= ${JOBS:-2})); do wait -n; done
  seconds=$seconds_new
  [[ " ${old[*]} " == *" $target "* ]] && seconds=$seconds_old
  fuzz "$target" "$seconds" &
done
wait

failed=0
printf '%-16s %12s %8s  %s\n' target executions found end
for target in "${targets[@]}"; do
  # Number of executions from the last line that has one: `#123 …`, or `Done 123 runs …`.
  runs=$(grep -aoE '^(#[0-9]+|Done [0-9]+ runs)' "logs/$target.log" | tail -n 1 | tr -dc 0-9)
  found=$(find "artifacts/$target" -type f -newer logs/.begin 2>/dev/null | wc -l)
  rc=$(cat "logs/$target.rc")
  end=ok
  ((rc == 0)) || { end="exit $rc, see logs/$target.log" failed=1; }
  printf '%-16s %12s %8s  %s\n' "$target" "${runs:-0}" "$found" "$end"
done
exit $failed
