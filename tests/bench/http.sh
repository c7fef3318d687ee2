#!/bin/bash
# Compares indicatord with nginx: the same bytes with the same headers, in turns, on this machine.
#
# Needs `wrk`, `nginx` and `curl` (apt-get install wrk nginx curl), and the program as it is shipped: packaging/build-static,
# profile `packaged`.
# Usage: tests/bench/http.sh [rounds] [seconds]      INDICATORD=path of another binary
#
# Measures three resources over 32 kept connections, one over 256 and 1,000, answers 304, and a connection per request.
# Prints a table in Markdown: medians over the rounds, and how indicatord compares with nginx in each.
set -euo pipefail
export LC_ALL=C

rounds=${1:-5} seconds=${2:-5}
# A thousand connections have two descriptors each.
ulimit -n "$(ulimit -Hn)"
root=$(cd "$(dirname "$0")/../.." && pwd)
binary=${INDICATORD:-$root/target/static/indicatord}
work=$(mktemp -d)
pids=()

cleanup() {
    for pid in "${pids[@]}"; do kill "$pid" 2>/dev/null || true; done
    wait 2>/dev/null || true
    rm -rf "$work"
}
trap cleanup EXIT

for tool in wrk nginx curl; do
    command -v "$tool" >/dev/null || PATH=$PATH:/usr/sbin command -v "$tool" >/dev/null ||
        { echo "$tool is missing: apt-get install wrk nginx curl" >&2; exit 1; }
done
PATH=$PATH:/usr/sbin
[ -x "$binary" ] || { echo "$binary is missing: packaging/build-static" >&2; exit 1; }

# --- indicatord: how long until it listens, and one that stays ---------------------------------------------------

# Starts it and waits for its line; sets `pid`, `address` and `took` (milliseconds).
start() {
    local begun=$EPOCHREALTIME line
    rm -f "$work/stderr"; mkfifo "$work/stderr"
    "$binary" serve --listen 127.0.0.1:0 2>"$work/stderr" &
    pid=$!
    exec 3<"$work/stderr"
    while read -r line <&3; do
        case $line in *"listening on http://"*) break ;; esac
    done
    took=$(awk -v a="$begun" -v b="$EPOCHREALTIME" 'BEGIN { printf "%.1f", (b - a) * 1000 }')
    address=${line##*listening on }
    address=${address%%[[:space:]]*}
    cat <&3 >/dev/null &    # so that what it logs later never blocks it
}

median() { sort -g | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }

for _ in 1 2 3 4 5 6 7 8 9 10 11; do
    start
    echo "$took" >>"$work/starts"
    kill "$pid"; wait "$pid" 2>/dev/null || true
done
start_ms=$(median <"$work/starts")

start
pids+=("$pid")
ours=$pid
idle_kb=$(awk '/VmRSS/ { print $2 }' "/proc/$ours/status")

# --- nginx: the same bytes, the same headers ----------------------------------------------------------------------

key=$(curl -fsS "$address/data.json" | sed -n 's/.*"key": *"\([^"]*\)".*/\1/p' | head -1)
indicator=/data/$key.json
mkdir -p "$work/www/data" "$work/logs"

# Fetches one resource into nginx's root and prints the directives that add its headers.
copy() {
    local path=$1 file=$work/www$1
    curl -fsS -D "$work/head" -o "$file" "$address$path"
    curl -fsS -H 'Accept-Encoding: gzip' -D "$work/head.gz" -o "$file.gz" "$address$path"
    tr -d '\r' <"$work/head" | while IFS=: read -r name value; do
        value=${value# }
        case $name in
        HTTP/* | Date | Content-Length | Content-Type | Connection | "") ;;
        Last-Modified) touch -d "$value" "$file" "$file.gz" ;;   # nginx writes it from the file
        *) echo "            add_header $name '$value';" ;;
        esac
    done
}

for port in $(seq 20180 20280); do
    (exec 4<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null || break
done
user=""; [ "$(id -u)" != 0 ] || user="user root;"
cat >"$work/nginx.conf" <<EOF
$user
worker_processes 2;
daemon off;
pid $work/nginx.pid;
error_log $work/logs/error.log;
events { worker_connections 4096; }
http {
    access_log off;
    default_type application/json;
    client_body_temp_path $work/t1; proxy_temp_path $work/t2; fastcgi_temp_path $work/t3;
    uwsgi_temp_path $work/t4; scgi_temp_path $work/t5;
    sendfile on; tcp_nopush on; tcp_nodelay on; server_tokens off; etag off;
    keepalive_timeout 60s; keepalive_requests 1000000000;
    gzip_static on; open_file_cache max=1000 inactive=60s; open_file_cache_valid 60s;
    server {
        listen 127.0.0.1:$port backlog=4096;
        root $work/www;
        location = $indicator {
$(copy "$indicator")
        }
        location = /data.json {
$(copy /data.json)
        }
    }
}
EOF
# gzip_static is to be measured on the collection only; the indicator is asked for without Accept-Encoding.
nginx -p "$work" -c "$work/nginx.conf" -e "$work/logs/error.log" &
nginx_pid=$!
pids+=("$nginx_pid")
nginx_address=http://127.0.0.1:$port
curl -fs --retry 50 --retry-connrefused --retry-delay 0 --retry-max-time 5 -o /dev/null "$nginx_address/data.json"

for header in "Accept: */*" "Accept-Encoding: gzip"; do
    for path in "$indicator" /data.json; do
        cmp <(curl -fsS -H "$header" "$address$path") <(curl -fsS -H "$header" "$nginx_address$path") ||
            { echo "the two servers do not send the same bytes for $path" >&2; exit 1; }
    done
done

# --- the measurement ----------------------------------------------------------------------------------------------

ticks() { # CPU time of some processes, in clock ticks
    local sum=0 pid
    for pid in "$@"; do
        sum=$((sum + $(sed 's/.*) //' "/proc/$pid/stat" | awk '{ print $12 + $13 }')))
    done
    echo "$sum"
}

hertz=$(getconf CLK_TCK)

# One run: requests per second, p99 in milliseconds, CPU microseconds per request; appended to a file.
run() { # name url header connections pids...
    local name=$1 url=$2 header=$3 connections=$4 before after
    shift 4
    before=$(ticks "$@")
    wrk -t2 -c"$connections" -d"${seconds}s" --latency -H "$header" "$url" >"$work/wrk"
    after=$(ticks "$@")
    if grep -qE 'Non-2xx|Socket errors' "$work/wrk"; then cat "$work/wrk" >&2; exit 1; fi
    awk -v ticks=$((after - before)) -v hertz="$hertz" '
        /99%/ { v = $2 + 0; if ($2 ~ /us$/) v /= 1000; else if ($2 ~ /[0-9]s$/) v *= 1000; p99 = v }
        /requests in/ { n = $1 }
        /Requests\/sec/ { rps = $2 }
        END { print rps, p99, ticks / hertz * 1e6 / n }' "$work/wrk" >>"$work/$name"
}

column() { awk -v c="$2" '{ print $c }' "$work/$1" | median; }

mapfile -t workers < <(pgrep -P "$nginx_pid")
echo "| $rounds rounds of $seconds s | | indicatord | nginx | ratio |"
echo "|---|---|---|---|---|"
peak_kb=0
modified=$(curl -fsSI "$address$indicator" | tr -d '\r' | sed -n 's/^Last-Modified: //p')
for url in "$address" "$nginx_address"; do
    [ "$(curl -sS -o /dev/null -w '%{http_code}' -H "If-Modified-Since: $modified" "$url$indicator")" = 304 ] ||
        { echo "$url does not answer 304" >&2; exit 1; }
done

# What, over how many connections, where, and the header that is sent.
while IFS='|' read -r what connections path header; do
    name=${what// /-}-$connections
    for _ in $(seq "$rounds"); do
        run "ours-$name" "$address$path" "$header" "$connections" "$ours"
        kb=$(awk '/VmRSS/ { print $2 }' "/proc/$ours/status")
        [ "$kb" -le "$peak_kb" ] || peak_kb=$kb
        run "nginx-$name" "$nginx_address$path" "$header" "$connections" "${workers[@]}"
    done
    for figure in "1 requests/s 0" "2 p99,_ms 2" "3 CPU_per_request,_µs 1"; do
        read -r column label digits <<<"$figure"
        awk -v a="$(column "ours-$name" "$column")" -v b="$(column "nginx-$name" "$column")" \
            -v what="$what, $connections connections" -v label="${label//_/ }" -v d="$digits" 'BEGIN {
            printf "| %s | %s | %.*f | %.*f | %.2f |\n", what, label, d, a, d, b, b ? a / b : 0 }'
    done
done <<CASES
indicator, identity|32|$indicator|Accept: */*
collection, gzip|32|/data.json|Accept-Encoding: gzip
collection, identity|32|/data.json|Accept: */*
indicator, identity|256|$indicator|Accept: */*
indicator, identity|1000|$indicator|Accept: */*
indicator, 304|32|$indicator|If-Modified-Since: $modified
indicator, a connection per request|32|$indicator|Connection: close
CASES
echo "| start to listening | ms | $start_ms | | |"
awk -v a="$idle_kb" -v b="$peak_kb" 'BEGIN {
    printf "| resident memory | idle, MB | %.1f | | |\n| resident memory | under this load, MB | %.1f | | |\n", a / 1024, b / 1024 }'
