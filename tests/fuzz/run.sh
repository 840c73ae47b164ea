#!/usr/bin/env bash
# Fuzzes one target for so many seconds: tests/fuzz/run.sh TARGET SECONDS [LIBFUZZER-OPTION…]
# What it finds lies in tests/fuzz/artifacts/TARGET, what it learns in tests/fuzz/corpus/TARGET.
set -euo pipefail
cd "$(dirname "$0")/../.."

target=$1 seconds=$2
shift 2
fuzz=tests/fuzz
mkdir -p "$fuzz/corpus/$target"
# Our own files are what it begins with; only the first folder is written to.
corpus=("$fuzz/corpus/$target")
dictionary=sgf
longest=20000
timeout=10
case $target in
  read_any | decode_charset) corpus+=(tests/cases sample-archive) ;;
  read_sgf) corpus+=(tests/cases sample-archive) ;;
  read_jgf) corpus+=(tests/cases/jgf sample-archive/jgf) dictionary=jgf ;;
  read_analysis) corpus+=("$fuzz/seeds/$target") dictionary=analysis longest=4000 ;;
  parse_query) corpus+=("$fuzz/seeds/$target") dictionary=query longest=400 ;;
  read_values) corpus+=("$fuzz/seeds/$target") dictionary=query longest=200 ;;
  read_position) corpus+=("$fuzz/seeds/$target") longest=2000 ;;
  words) corpus+=("$fuzz/seeds/$target" tests/cases) dictionary=words longest=4000 ;;
  # From here on every input is an index that is built or opened.
  whole) corpus+=("$fuzz/seeds/read_archive") timeout=60 ;;
  export) corpus+=(tests/cases sample-archive) timeout=60 ;;
  pattern_scan) corpus+=("$fuzz/seeds/$target") longest=700 timeout=60 ;;
  read_index) corpus+=("$fuzz/seeds/$target") longest=64 timeout=60 ;;
  manifest) corpus+=("$fuzz/seeds/$target") dictionary=manifest timeout=60 ;;
  settings) corpus+=("$fuzz/seeds/$target") dictionary=words longest=1000 ;;
  *) corpus+=("$fuzz/seeds/$target") ;;
esac
# What is written for a moment lies in memory where the system has a folder for that.
memory=/dev/shm
[[ -d $memory ]] || memory=${TMPDIR:-/tmp}
TMPDIR=$(mktemp -d "$memory/kifu-index-fuzz.XXXXXX")
export TMPDIR
trap 'rm -rf "$TMPDIR"' EXIT
# There is no unsafe code of ours to watch, and without a sanitizer it is faster.
cargo fuzz run --fuzz-dir "$fuzz" --sanitizer none "$target" "${corpus[@]}" -- \
  -max_total_time="$seconds" -max_len="$longest" -dict="$fuzz/dictionaries/$dictionary.dict" \
  -timeout="$timeout" -rss_limit_mb=2048 "$@"
