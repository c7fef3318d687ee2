#!/usr/bin/env bash
# What can happen to a dataset's directory while it is served: after each of it a reload is asked for. Readers get the same
# bytes as before, operators are told why, and when the directory is whole again, its dataset is taken.
#
#   tests/faults/directory.sh PROGRAM
set -euo pipefail
export LC_ALL=C
cd "$(dirname "$0")/../.."
program=$(realpath "$1")
. tests/faults/common.sh
cp -r tests/fixtures/clean "$place/dataset"
good=$place/good

# Permissions count for the server, also where this is run by root.
limited=()
[ "$(id -u)" != 0 ] || limited=(setpriv --bounding-set=-dac_override,-dac_read_search --inh-caps=-all)

reload() { # what the log says then
    local before
    before=$(count "$1")
    kill -HUP "$server"
    again() { [ "$(count "$1")" -gt "$before" ]; }
    eventually again "$1"
}

pages() { for page in /data.json /en/data/usd.json /history.csv /view/usd; do ask "$page"; done; }

whole=0
# Something is done to the directory, found, and undone: a new version proves that it is taken again.
endure() { # what, what the log says of it, do, undo
    local what=$1 sentence=$2
    rm -rf "$good" && cp -r "$place/dataset" "$good"
    pages >"$place/before"
    $3
    reload "reload: refused, still serving .*$sentence"
    pages >"$place/after"
    cmp -s "$place/before" "$place/after" || fail "$what: readers see another page"
    [[ "$(ask /status.json)" == *'"ok": false'* ]] || fail "$what: /status.json does not say so"
    [[ "$(ask /metrics)" == *$'\nindicatord_reload_last_success 0\n'* ]] || fail "$what: /metrics does not say so"
    $4
    whole=$((whole + 1))
    version "whole.$whole"
    reload "reload: whole.$whole"
    echo "ok: $what: the same bytes; $(grep -o 'reload: refused.*' "$place/log" | tail -n 1 | cut -c1-120)"
}

forget
"${limited[@]}" "$program" serve --listen 127.0.0.1:0 --dataset "$place/dataset" 2>"$place/log" &
server=$!
listens

back() { rm -rf "$place/dataset" && cp -r "$good" "$place/dataset"; }
deleted() { rm -rf "$place/dataset"; }
endure deleted 'no such directory' deleted back
emptied() { rm -rf "$place/dataset" && mkdir "$place/dataset"; }
endure 'replaced by an empty one' 'empty' emptied back
replaced() { rm -rf "$place/dataset" && cp -r tests/fixtures/base "$place/dataset" && rm "$place/dataset/dataset.json"; }
endure 'replaced by another that is not whole' 'dataset.json' replaced back
turned_into_a_file() { rm -rf "$place/dataset" && echo x >"$place/dataset"; }
endure 'replaced by a file' 'not a directory' turned_into_a_file back
locked() { chmod 000 "$place/dataset"; }
unlocked() { chmod 755 "$place/dataset"; }
endure unreadable 'permission denied' locked unlocked
hidden() { chmod 000 "$place/dataset/indicators/usd.csv"; }
shown() { chmod 644 "$place/dataset/indicators/usd.csv"; }
endure 'a file unreadable' 'usd.csv: .*permission denied' hidden shown
half() { rm "$place/dataset/indicators/wage.csv" && truncate -s 12 "$place/dataset/indicators/usd.csv"; }
endure 'half copied' 'usd.csv\|wage.csv' half back
shortened() { truncate -s 100 "$place/dataset/dataset.json"; }
endure 'cut off' 'dataset.json' shortened back

# A directory that is replaced by another good one is simply the new dataset.
cp -r "$place/dataset" "$place/other"
sed -i 's/"version": "[^"]*"/"version": "other.1"/' "$place/other/dataset.json"
mv "$place/dataset" "$place/former" && mv "$place/other" "$place/dataset"
reload 'reload: other.1'
echo "ok: replaced by a good one: the new dataset"

# A file system that fails: every call by which a directory is read.
for fault in openat:EIO getdents64:EIO read:EIO openat:ENOMEM newfstatat:EIO; do
    pages >"$place/before"
    strace -qq -f -o /dev/null -P "$place/dataset" -P "$place/dataset/indicators" -P "$place/dataset/indicators/usd.csv" \
        -e "inject=${fault%:*}:error=${fault##*:}" -p "$server" 2>/dev/null &
    tracer=$!
    traced() { grep -qs "^TracerPid:.[1-9]" "/proc/$server/status"; }
    eventually traced
    reload 'reload: refused, still serving other.1'
    kill $tracer
    wait $tracer || true
    pages >"$place/after"
    cmp -s "$place/before" "$place/after" || fail "$fault: readers see another page"
    reload 'reload: other.1'
    echo "ok: $fault: the same bytes; $(grep -o 'reload: refused.*' "$place/log" | tail -n 1 | cut -c1-120)"
done
stop

# A disk without room: nothing is written by a server, and an edit says so and leaves the files.
if [ "$(id -u)" = 0 ] && unshare -m mount -t tmpfs none /mnt 2>/dev/null; then
    mkdir "$place/full"
    unshare -m bash -euo pipefail -c '
        place=$1 program=$2
        mount -t tmpfs -o size=256k none "$place/full"
        cp -r "$place/dataset" "$place/full/dataset"
        "$program" serve --listen 127.0.0.1:0 --dataset "$place/full/dataset" 2>"$place/log" &
        server=$!
        trap "kill -9 $server 2>/dev/null || true" EXIT
        until grep -q "listening on" "$place/log"; do kill -0 $server; sleep 0.1; done
        dd if=/dev/zero of="$place/full/dataset/.filler" bs=4k status=none 2>/dev/null || true
        before=$(cat "$place"/full/dataset/indicators/* "$place/full/dataset/dataset.json" | sha256sum)
        if "$program" record usd 2026-11-21 1.71 --dataset "$place/full/dataset" >"$place/said" 2>&1; then
            echo "FAILED: an edit without room ended with 0"; exit 1
        fi
        grep -qi "no space left on the disk" "$place/said" || { cat "$place/said"; exit 1; }
        [ "$before" = "$(cat "$place"/full/dataset/indicators/* "$place/full/dataset/dataset.json" | sha256sum)" ]
        kill -HUP $server
        for _ in $(seq 600); do if grep -q "reload: other.1" "$place/log"; then break; fi; sleep 0.1; done
        grep -q "reload: other.1" "$place/log"
        kill -TERM $server
        wait $server
        trap - EXIT
    ' _ "$place" "$program" || fail 'a full disk'
    echo "ok: a full disk: reloads go on, an edit is refused and changes nothing"
else
    echo "NOT RUN for want of root or of mounts: a full disk"
fi
