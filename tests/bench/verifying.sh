#!/bin/bash
# What it costs to unpack each stored gzip body once after it was packed, and to compare it: the program as it is shipped
# against the same one without that, in turns. The share of a start is one minus the ratio.
#
# Usage: tests/bench/verifying.sh [arguments of turns.py]      builds both (packaging/build-static)
set -euo pipefail
cd "$(dirname "$0")/../.."
build=${CARGO_TARGET_DIR:-$PWD/target}
tree=$build/bench/unverified
line='if !is_unpacked('

packaging/build-static
rm -rf "$tree" && mkdir -p "$tree"
tar -cf - Cargo.toml Cargo.lock src dataset packaging | tar -xf - -C "$tree"
[ "$(grep -c "$line" "$tree/src/site/bodies/packing.rs")" = 1 ] || { echo "packing.rs has no line: $line" >&2; exit 1; }
sed -i "s/$line/if false \&\& $line/" "$tree/src/site/bodies/packing.rs"
CARGO_TARGET_DIR=$build/bench/target "$tree/packaging/build-static" "$build/bench/indicatord"
exec tests/bench/turns.py "$build/static/indicatord" "$build/bench/indicatord" --seconds 0 "$@"
