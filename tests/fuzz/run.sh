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
case $target in
  read_any | decode_charset) corpus+=(tests/cases sample-archive) ;;
  read_sgf) corpus+=(tests/cases sample-archive) ;;
  read_jgf) corpus+=(tests/cases/jgf sample-archive/jgf) dictionary=jgf ;;
  parse_query) corpus+=("$fuzz/seeds/$target") dictionary=query longest=400 ;;
  read_values) corpus+=("$fuzz/seeds/$target") dictionary=query longest=200 ;;
  read_position) corpus+=("$fuzz/seeds/$target") longest=2000 ;;
  *) corpus+=("$fuzz/seeds/$target") ;;
esac
# There is no unsafe code of ours to watch, and without a sanitizer it is faster.
exec cargo fuzz run --fuzz-dir "$fuzz" --sanitizer none "$target" "${corpus[@]}" -- \
  -max_total_time="$seconds" -max_len="$longest" -dict="$fuzz/dictionaries/$dictionary.dict" \
  -timeout=10 -rss_limit_mb=2048 "$@"
