#!/bin/bash
# Every system call that an edit of a dataset directory makes fails once, by strace: a command that ends with 0 has made its
# edit, for readers at once and in the files after the next command; one that ends with 1 has changed nothing. One line a
# case; ends with 1 where a promise was broken. One that is killed has made its edit or changed nothing.
#
#   tests/faults/edits.sh [PROGRAM [CALLS]]       needs strace; CALLS of each kind at most, all of them by default
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/faults/calls.sh
unset INDICATORD_STORE

# The edits: a new row, rows of two files, a file that is new, and one that is removed again beside a row.
printf 'key,date,value\nusd,2026-11-01,1.71\nwage,2026-09,1100\n' >"$scratch/list.csv"
printf 'key,date,value\nusd,2026-11-02,1.72\n' >"$scratch/one.csv"
arguments() {
    case $1 in
        record) echo record usd 2026-11-01 1.71 ;;
        import) echo import "$scratch/list.csv" ;;
        checked) echo checked bank --at 2026-11-20T08:00:00Z ;;
        undo) echo undo ;;
    esac
}

# A dataset before an edit and what it is afterwards.
prepare() {
    rm -rf "$scratch/before" "$scratch/after"
    cp -r tests/fixtures/clean "$scratch/before"
    rm "$scratch/before/checks.csv"
    if [ "$1" = undo ]; then
        "$program" import "$scratch/one.csv" --checked --dataset "$scratch/before" >/dev/null || exit 1
    fi
    cp -a "$scratch/before" "$scratch/after"
    # shellcheck disable=SC2046
    "$program" $(arguments "$1") --dataset "$scratch/after" >/dev/null || { echo "cannot prepare"; exit 1; }
}

# The files of a dataset, without what is hidden.
files() { (cd "$1" && find . -name '.*' ! -name . -prune -o -type f -print | sort | xargs sha256sum) 2>&1; }

# What readers see: the observations and the checks.
seen() {
    rm -rf "$scratch/out"
    "$program" export "$scratch/out" --at 2026-11-21T00:00:00Z --dataset "$1" >"$scratch/exported" 2>&1 ||
        { cat "$scratch/exported"; return; }
    cat "$scratch/out"/data/*/history.csv "$scratch/out/en/data.json"
}

# What fails in every call, as arguments of strace.
always=()

# EDIT CALLS FAULT NUMBER, where a fault is `error=E` or `signal=S`: exit status 3 where the call was never made, so that there are no more.
inject() {
    local action=$1 calls=$2 fault=$3 number=$4 name="$1 $2 $3 no. $4" code state now
    rm -rf "$scratch/dataset" && cp -a "$scratch/before" "$scratch/dataset"
    # shellcheck disable=SC2046
    (
        strace -o "$scratch/trace" -e "trace=$calls,renameat2" "${always[@]}" -e "inject=$calls:$fault:when=$number" \
            "$program" $(arguments "$action") --dataset "$scratch/dataset"
        exit $?
    ) >"$scratch/said" 2>&1
    code=$?
    if [ ${#always[@]} = 0 ]; then
        grep -q 'INJECTED\|killed by' "$scratch/trace" || return 3
    else
        grep -q 'killed by' "$scratch/trace" || return 3
    fi
    cases=$((cases + 1))
    now=$(seen "$scratch/dataset")
    case $code in
        0) state=after ;;
        1 | 127) state=before ;;
        137) if [ "$now" = "$(cat "$scratch/seen.after")" ]; then state=after; else state=before; fi ;;
        *) fail "$name" "exit status $code"; return 0 ;;
    esac
    [ "$now" = "$(cat "$scratch/seen.$state")" ] || fail "$name" "exit status $code, and readers do not see the dataset $state it"
    # The next command finds nothing that keeps it from anything.
    cp -a "$scratch/dataset" "$scratch/next"
    if ! "$program" record usd 2026-11-03 1.73 --dataset "$scratch/next" >"$scratch/next.said" 2>&1; then
        cat "$scratch/next.said" >>"$scratch/said"
        fail "$name" "the next edit fails"
    fi
    sed -i '/^2026-11-03,1.73/d' "$scratch/next/indicators/usd.csv"
    [ "$(files "$scratch/next")" = "$(files "$scratch/$state")" ] || fail "$name" "exit status $code, and the files are not those $state it"
    [ -z "$(find "$scratch/next" -name '.edit' -o -name '.edit.*')" ] || fail "$name" "something is left behind"
    rm -rf "$scratch/next"
    # What was made can be taken back, where nothing else was said.
    if [ "$code" = 0 ] && [ "$action" != undo ] && ! grep -q 'undo' "$scratch/said"; then
        if ! "$program" undo --dataset "$scratch/dataset" >"$scratch/next.said" 2>&1; then
            cat "$scratch/next.said" >>"$scratch/said"
            fail "$name" "undo fails"
        fi
        [ "$(files "$scratch/dataset")" = "$(files "$scratch/before")" ] || fail "$name" "undo does not give back the files before it"
    fi
    echo "ok $name: exit status $code"
    return 0
}

for action in record import checked undo; do
    prepare "$action"
    for state in before after; do seen "$scratch/$state" >"$scratch/seen.$state"; done
    if cmp -s "$scratch/seen.before" "$scratch/seen.after"; then echo "$action: readers see no difference"; exit 1; fi
    each_fault "$action" fsync,fdatasync:error=EIO rename,renameat,renameat2:error=EIO rename,renameat,renameat2:error=ENOSPC \
        mkdir,mkdirat:error=ENOSPC unlink,unlinkat:error=ENOSPC write:error=ENOSPC write:error=EIO fchmod:error=EPERM \
        flock:error=EINTR openat:error=EIO openat:error=EMFILE read:error=EIO getdents64:error=EIO \
        fsync,fdatasync:signal=KILL rename,renameat,renameat2:signal=KILL unlink,unlinkat:signal=KILL write:signal=KILL
done

# File systems that cannot exchange files, nor refuse to replace one: an edit is made all the same, can be taken back, and is
# whole or not there when it is killed.
for error in ENOSYS EOPNOTSUPP EINVAL; do
    always=(-e "inject=renameat2:error=$error")
    for action in record import checked undo; do
        prepare "$action"
        for state in before after; do seen "$scratch/$state" >"$scratch/seen.$state"; done
        rm -rf "$scratch/dataset" && cp -a "$scratch/before" "$scratch/dataset"
        cases=$((cases + 1)) name="$action without exchange: $error"
        # shellcheck disable=SC2046
        strace -o "$scratch/trace" -e trace=renameat2 "${always[@]}" \
            "$program" $(arguments "$action") --dataset "$scratch/dataset" >"$scratch/said" 2>&1
        code=$?
        if [ $code != 0 ] || ! grep -q INJECTED "$scratch/trace"; then
            fail "$name" "exit status $code"
        elif [ "$(files "$scratch/dataset")" != "$(files "$scratch/after")" ]; then
            fail "$name" "the files are not those after it"
        else
            echo "ok $name"
        fi
        if [ "$error" = EINVAL ]; then
            each_fault "$action" rename,renameat:signal=KILL fsync,fdatasync:signal=KILL unlink,unlinkat:signal=KILL
        fi
    done
done

# Delays the calls that are named while ACTION works, and saves LINE to FILE: the save stays, and the command says so.
save_beside() { # NAME ACTION FILE LINE MOMENT OPTIONS-OF-STRACE...
    local name=$1 action=$2 file=$3 line=$4 moment=$5
    shift 5
    prepare "$action"
    rm -rf "$scratch/dataset" && cp -a "$scratch/before" "$scratch/dataset"
    cases=$((cases + 1))
    # shellcheck disable=SC2046
    strace -f -qq -o "$scratch/trace" "$@" \
        "$program" $(arguments "$action") --dataset "$scratch/dataset" >"$scratch/said" 2>&1 &
    local command=$!
    until [ -e "$scratch/dataset/.edit/note.json" ] || ! kill -0 $command 2>/dev/null; do :; done
    sleep "$moment"
    echo "$line" >>"$scratch/dataset/$file"
    wait $command
    code=$?
    if [ $code != 1 ] || ! grep -q "^$line" "$scratch/dataset/$file"; then
        fail "$name" "exit status $code, and the save is lost"
    else
        echo "ok $name: exit status $code"
    fi
}

# Somebody saves a file before the last look, or while it is taken away: the save stays there as well.
save_beside "save beside record without exchange" record indicators/usd.csv 2026-11-04,1.99 1 -e trace=renameat,renameat2 \
    "${always[@]}" -e inject=renameat2:error=EINVAL:delay_enter=3000000
save_beside "save beside undo without exchange" undo checks.csv bank,2026-11-20T09:00:00Z, 1 -e trace=renameat,renameat2 \
    "${always[@]}" -e inject=renameat:delay_enter=3000000
always=()

# Somebody saves the file while the command is between its last look and the exchange.
for action in record import; do
    save_beside "save beside $action" "$action" indicators/usd.csv 2026-11-04,1.99 0 -e trace=renameat2 \
        -e inject=renameat2:delay_enter=3000000
done
finish
