#!/usr/bin/env bash
# Fuzzes one target for this many seconds: tests/fuzz/run.sh TARGET SECONDS [LIBFUZZER-OPTION…]
# Failing inputs are written to tests/fuzz/artifacts/TARGET, and new inputs of interest to tests/fuzz/corpus/TARGET.
set -euo pipefail
cd "$(dirname "$0")/../.."

target=$1 seconds=$2
shift 2
fuzz=tests/fuzz
mkdir -p "$fuzz/corpus/$target"
# Seed inputs come from test files of the repository. libFuzzer writes only to the first folder.
corpus=("$fuzz/corpus/$target")
dictionary=sgf
longest=20000
timeout=10
case $target in
  read_any | decode_charset) corpus+=(tests/cases sample-archive) ;;
  read_sgf) corpus+=(tests/cases sample-archive) ;;
  read_jgf) corpus+=(tests/cases/jgf sample-archive/jgf) dictionary=jgf ;;
  read_ogs) corpus+=(tests/cases/ogs) dictionary=ogs ;;
  read_parquet) corpus+=(tests/cases/parquet) dictionary=parquet longest=4000 ;;
  read_analysis) corpus+=("$fuzz/seeds/$target") dictionary=analysis longest=4000 ;;
  parse_query) corpus+=("$fuzz/seeds/$target") dictionary=query longest=400 ;;
  read_values) corpus+=("$fuzz/seeds/$target") dictionary=query longest=200 ;;
  read_position) corpus+=("$fuzz/seeds/$target") longest=2000 ;;
  words) corpus+=("$fuzz/seeds/$target" tests/cases) dictionary=words longest=4000 ;;
  # The following targets build or open an index for every input, so they get a longer timeout.
  whole) corpus+=("$fuzz/seeds/read_archive") timeout=60 ;;
  export) corpus+=(tests/cases sample-archive) timeout=60 ;;
  follow_book) corpus+=("$fuzz/seeds/$target") longest=2000 timeout=60 ;;
  pattern_scan) corpus+=("$fuzz/seeds/$target") longest=700 timeout=60 ;;
  read_index) corpus+=("$fuzz/seeds/$target") longest=64 timeout=60 ;;
  manifest) corpus+=("$fuzz/seeds/$target") dictionary=manifest timeout=60 ;;
  settings) corpus+=("$fuzz/seeds/$target") dictionary=words longest=1000 ;;
  *) corpus+=("$fuzz/seeds/$target") ;;
esac
# Temporary files are kept in memory (/dev/shm) if the system has it.
memory=/dev/shm
[[ -d $memory ]] || memory=${TMPDIR:-/tmp}
TMPDIR=$(mktemp -d "$memory/kifu-index-fuzz.XXXXXX")
export TMPDIR
trap 'rm -rf "$TMPDIR"' EXIT
# Fuzzing runs without a sanitizer, which is faster, because the targets use no unsafe code of this project.
cargo fuzz run --fuzz-dir "$fuzz" --sanitizer none "$target" "${corpus[@]}" -- \
  -max_total_time="$seconds" -max_len="$longest" -dict="$fuzz/dictionaries/$dictionary.dict" \
  -timeout="$timeout" -rss_limit_mb=2048 "$@"
