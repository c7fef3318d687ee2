#!/bin/bash
# Every system call by which a dataset is begun fails once, by strace: a command that ends with 0 has begun a dataset that is
# whole, one that ends with 1 has left nothing of it, and one that is killed has left no dataset or a whole one; the next
# command begins it. One line a case; ends with 1 where a promise was broken.
#
#   tests/faults/init.sh [PROGRAM [CALLS]]        needs strace; CALLS of each kind at most, all of them by default
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/faults/calls.sh
dataset=$scratch/place/dataset

# The files but for the one that bears the instant.
files() { (cd "$1" && find . -type f ! -name dataset.json -print | sort | xargs sha256sum) 2>&1; }

is_whole() {
    "$program" check "$dataset" >"$scratch/checked" 2>&1 && [ "$(files "$dataset")" = "$(files "$scratch/whole")" ] &&
        ! grep -q warning "$scratch/checked"
}

inject() { # what stands there before, CALLS, FAULT, NUMBER: 3 where the call was never made
    local before=$1 calls=$2 fault=$3 number=$4 name="$1 $2 $3 no. $4" code
    rm -rf "$scratch/place" && mkdir "$scratch/place"
    [ "$before" = missing ] || mkdir "$dataset"
    (
        strace -o "$scratch/trace" -e "trace=$calls" -e "inject=$calls:$fault:when=$number" "$program" init --full "$dataset"
        exit $?
    ) >"$scratch/said" 2>&1
    code=$?
    grep -q 'INJECTED\|killed by' "$scratch/trace" || return 3
    cases=$((cases + 1))
    case $code in
        0) is_whole || fail "$name" "exit status 0, and the dataset is not whole" ;;
        1 | 127)
            [ "$before" = missing ] || [ -d "$dataset" ] || fail "$name" "the directory is gone"
            [ -z "$(find "$scratch/place" -mindepth 1 ! -path "$dataset")" ] || grep -q 'to be removed' "$scratch/said" ||
                fail "$name" "something is left"
            if [ "$before" = missing ] && [ -d "$dataset" ] && ! grep -q 'to be removed' "$scratch/said"; then
                fail "$name" "the directory is left"
            fi ;;
        137) [ ! -e "$dataset/dataset.json" ] || is_whole || fail "$name" "what a kill has left looks done" ;;
        *) fail "$name" "exit status $code" ;;
    esac
    if [ ! -e "$dataset/dataset.json" ] && ! { "$program" init --full "$dataset" >>"$scratch/said" 2>&1 && is_whole; }; then
        fail "$name" "it cannot be begun afterwards"
    fi
    [ "$code" = 137 ] || [ ! -e "$dataset/.begun" ] || [ -n "$(grep confirmed "$scratch/said")" ] ||
        fail "$name" "something hidden is left"
    echo "ok $name: exit status $code"
}

"$program" init --full "$scratch/whole" >/dev/null || exit 1
for before in missing empty; do
    each_fault "$before" mkdir,mkdirat:error=ENOSPC mkdir,mkdirat:error=EACCES write:error=ENOSPC fchmod:error=EPERM \
        fsync,fdatasync:error=EIO rename,renameat,renameat2:error=EIO rename,renameat,renameat2:error=ENOSPC \
        openat:error=EMFILE getdents64:error=EIO flock:error=EINTR flock:error=ENOLCK unlink,unlinkat:error=EIO \
        mkdir,mkdirat:signal=KILL write:signal=KILL fsync,fdatasync:signal=KILL rename,renameat,renameat2:signal=KILL \
        unlink,unlinkat:signal=KILL
done
finish
