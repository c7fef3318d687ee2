#!/bin/bash
# The first publication in an empty directory, by strace: each system call that it makes in the store fails once, or is the
# last one before the program is killed. Whatever is left, the same command then makes the store. One line a case; ends with
# 1 where a promise was broken.
#
#   tests/faults/first.sh [PROGRAM [CALLS]]       needs strace; CALLS of each kind at most, all of them by default
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/faults/calls.sh

# A copy: publications are noted in the directory.
cp -r tests/fixtures/clean "$scratch/dataset"
publish() { "$@" publish --yes "$scratch/dataset" --new-store --store "$scratch/store" --no-reload >"$scratch/said" 2>&1; }

# ACTION CALLS FAULT NUMBER, as in the other scripts: exit status 3 where the call was never made.
inject() {
    local name="$1 $2 $3 no. $4" code
    rm -rf "$scratch/store" && mkdir "$scratch/store"
    # The shell's word on a program that was killed is no part of the report.
    { publish strace -o "$scratch/trace" -e "trace=$2" -e "inject=$2:$3:when=$4" "$program"; code=$?; } 2>/dev/null
    grep -q -e INJECTED -e "killed by SIGKILL" "$scratch/trace" || return 3
    cases=$((cases + 1))
    if [ "$code" = 0 ] && [ "$(basename "$(readlink "$scratch/store/current")")" != clean.1 ]; then
        fail "$name" "exit status 0, and nothing is live"
    fi
    # What is left is not taken for a store of somebody else, nor for an altered one.
    "$program" status --store "$scratch/store" >"$scratch/said" 2>&1
    if [ $? = 2 ]; then fail "$name" "status calls what is left altered or unknown"; fi
    if ! publish "$program"; then fail "$name" "the same command fails"; fi
    if ! "$program" status --verify --store "$scratch/store" >"$scratch/said" 2>&1; then fail "$name" "status finds something"; fi
    echo "ok $name: exit status $code"
}

each_fault first mkdir,mkdirat:error=ENOSPC write:error=ENOSPC fsync:error=EIO rename,renameat,renameat2:error=EIO \
    symlink,symlinkat:error=ENOSPC flock:error=EINTR \
    openat,fsync,rename,renameat,renameat2,symlink,symlinkat,mkdir,mkdirat,unlink,unlinkat,write,flock,fchmod:signal=KILL
finish
