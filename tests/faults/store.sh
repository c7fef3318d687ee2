#!/bin/bash
# Every system call that a publication, an approval or a rollback makes in a store fails once, by strace: whatever the program says then
# has to be so. One line a case; ends with 1 where a promise was broken.
#
#   tests/faults/store.sh [PROGRAM [CALLS [ACTION...]]]     needs strace; CALLS of each kind at most, all of them by default
#
# Actions are publish, approve, rollback, stage and withdraw; by default all of them.
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/faults/calls.sh

# A store with v1 and v2, v2 in service, s1 staged, and a dataset that is v3.
prepare() {
    rm -rf "$scratch/store" "$scratch/dataset"
    cp -r tests/fixtures/clean "$scratch/dataset"
    for version in v1 v2 v3; do
        sed -i "s/\"version\": *\"[^\"]*\"/\"version\": \"$version\"/" "$scratch/dataset/dataset.json"
        printf 'date,value\n2026-10-20,1.7\n2026-11-20,1.7%s\n' "${version#v}" >"$scratch/dataset/indicators/usd.csv"
        cp -r "$scratch/dataset" "$scratch/$version.new" && rm -rf "$scratch/$version" && mv "$scratch/$version.new" "$scratch/$version"
        if [ "$version" != v3 ]; then
            "$program" publish --yes "$scratch/dataset" --new-store --store "$scratch/store" --no-reload >/dev/null || { echo "cannot prepare"; exit 1; }
        fi
    done
    cp -r "$scratch/v3" "$scratch/s1.new" && rm -rf "$scratch/s1" && mv "$scratch/s1.new" "$scratch/s1"
    sed -i 's/"version": *"[^"]*"/"version": "s1"/' "$scratch/s1/dataset.json"
    "$program" stage "$scratch/s1" --store "$scratch/store" >/dev/null || { echo "cannot prepare"; exit 1; }
    echo '{"keep":1}' >"$scratch/store/settings.json"
    rm -rf "$scratch/template" && cp -a "$scratch/store" "$scratch/template"
}

# COMMAND CALLS FAULT NUMBER, where a fault is `error=E` or `signal=S`: exit status 3 where the call was never made, so that there are no more.
inject() {
    local action=$1 calls=$2 fault=$3 number=$4 name="$1 $2 $3 no. $4" former=v2 next in_service code
    rm -rf "$scratch/store" && cp -a "$scratch/template" "$scratch/store"
    case $action in
        publish) next=v3; set -- publish --yes "$scratch/dataset" ;;
        rollback) next=v1; set -- rollback ;;
        approve) next=s1; set -- approve s1 ;;
        stage) next=v2; set -- stage "$scratch/dataset" ;;
        withdraw) next=v2; set -- withdraw s1 ;;
    esac
    local quiet=()
    case $action in publish | approve | rollback) quiet=(--no-reload) ;; esac
    # Counted in the thread that does the work alone.
    strace -o "$scratch/trace" -e "trace=$calls" -e "inject=$calls:$fault:when=$number" \
        "$program" "$@" "${quiet[@]}" --store "$scratch/store" >"$scratch/said" 2>&1
    code=$?
    grep -q -e INJECTED -e "killed by SIGKILL" "$scratch/trace" || return 3
    cases=$((cases + 1))
    in_service=$(basename "$(readlink "$scratch/store/current")")
    case $in_service in
        "$former" | "$next") ;;
        *) fail "$name" "in service is '$in_service'"; return 0 ;;
    esac
    # The notes of a directory are no part of a release, and its list of publications is written by the store.
    diff -r -x .edits.jsonl -x publications.csv "$scratch/$in_service" "$scratch/store/current/" >/dev/null || fail "$name" "$in_service is not whole"
    if [ "$code" = 0 ] && [ "$in_service" != "$next" ]; then fail "$name" "exit status 0, and $former is in service"; fi
    if grep -q "the previous release is live" "$scratch/said" && [ "$in_service" != "$former" ]; then
        fail "$name" "says that the previous release is live, and $in_service is"
    fi
    if grep -q "release $next is live, but" "$scratch/said" && [ "$in_service" != "$next" ]; then
        fail "$name" "says that $next is in service, and $in_service is"
    fi
    if [ "$code" != 0 ] && [ "$fault" != signal=KILL ] && [ "$former" != "$next" ] && [ "$in_service" = "$next" ] && ! grep -q "$next is live" "$scratch/said"; then
        fail "$name" "exit status $code, and nothing says that $next is in service"
    fi
    # What a fault leaves behind is nobody's alteration.
    "$program" status --verify --store "$scratch/store" >"$scratch/said" 2>&1
    if [ $? = 2 ]; then fail "$name" "status calls what is left altered or unknown"; fi
    # Whoever comes next is not kept from anything, and the journal tells one story.
    sed -i 's/"version": *"[^"]*"/"version": "v4"/' "$scratch/dataset/dataset.json"
    sed -i 's/1\.73/1.74/' "$scratch/dataset/indicators/usd.csv"
    if ! "$program" publish --yes "$scratch/dataset" --store "$scratch/store" --no-reload --allow withdrawn --allow loss >"$scratch/said" 2>&1; then
        fail "$name" "the next publication fails"
    fi
    rm -rf "$scratch/dataset" && cp -a "$scratch/v3" "$scratch/dataset"
    if ! "$program" status --verify --store "$scratch/store" >"$scratch/said" 2>&1; then fail "$name" "status finds something"; fi
    if [ -n "$(find "$scratch/store" -name '.incoming' -o -name '.removing.*' -o -name '.publishing' -o -name '*.new' -o -name v3 -path '*releases*' -newer "$scratch/trace" -prune)" ] \
        && [ ! -e "$scratch/store/releases/v3" ]; then
        fail "$name" "something is left behind"
    fi
    python3 - "$scratch/store/journal.jsonl" >"$scratch/said" 2>&1 <<'PYTHON' || fail "$name" "the journal does not hang together"
import json, sys
lines = [json.loads(line) for line in open(sys.argv[1])]
lines = [line for line in lines if line["action"] not in ("stage", "withdraw")]
for before, after in zip(lines, lines[1:]):
    assert after["previous"] == before["version"], (before, after)
assert lines[-1]["version"] == "v4", lines[-1]
PYTHON
    echo "ok $name: exit status $code, $in_service in service"
    return 0
}

prepare
[ $# -gt 2 ] || set -- "$program" "$most" publish approve rollback stage withdraw
for action in "${@:3}"; do
    # The loader opens libraries before the program does anything: those cases end at once, and prove nothing.
    each_fault "$action" fsync:error=EIO rename,renameat,renameat2:error=EIO symlink,symlinkat:error=ENOSPC \
        mkdir,mkdirat:error=ENOSPC unlink,unlinkat:error=EIO write:error=ENOSPC ftruncate:error=EIO fallocate:error=ENOSPC \
        flock:error=EINTR openat:error=EIO openat:error=EMFILE \
        fsync,rename,renameat,renameat2,symlink,symlinkat,mkdir,mkdirat,unlink,unlinkat,rmdir,write,ftruncate:signal=KILL
done
finish
