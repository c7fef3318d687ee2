#!/bin/bash
# All benchmarks of the program as it is shipped, on a machine where nothing else runs; about an hour. tests/results.md has what
# came out last.
#
# Usage: tests/bench/all.sh [BEFORE [DATASET]]      BEFORE is a former program, which is compared in turns over a dataset that
#                                                   it can read
set -euo pipefail
cd "$(dirname "$0")/../.."
step() { printf '\n== %s\n' "$*"; "$@"; }

step packaging/build-static
[ $# -lt 1 ] || step tests/bench/turns.py "$1" target/static/indicatord ${2:+--dataset "$2"}
step tests/bench/http.sh
step python3 tests/bench/ranges.py
step tests/bench/scale.sh
step tests/bench/import.sh
step python3 tests/bench/readers.py
step tests/bench/replicas.sh
