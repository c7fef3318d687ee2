#!/bin/bash
# What replicas add up to: one, and three of the same release behind nginx, with and without its cache.
#
# One machine stands for four: each replica may use no more than a fifth of a processor (a cgroup with a quota), so
# that the three, nginx and the load generator do not take it from each other. Needs root for that, and `wrk`, `nginx`
# and `curl` (apt-get install wrk nginx curl), and the program as it is shipped: packaging/build-static, profile `packaged`.
# Usage: tests/bench/replicas.sh [rounds] [seconds]      INDICATORD=path of another binary
#
# Prints a table in Markdown: medians over the rounds of requests per second for one indicator, on 32 connections.
set -euo pipefail
export LC_ALL=C PATH=$PATH:/usr/sbin

rounds=${1:-5} seconds=${2:-3}
root=$(cd "$(dirname "$0")/../.." && pwd)
binary=${INDICATORD:-$root/target/static/indicatord}
quota_us=20000 period_us=100000
work=$(mktemp -d)
pids=() groups=()

cleanup() {
    for pid in "${pids[@]}"; do kill "$pid" 2>/dev/null || true; done
    wait 2>/dev/null || true
    for group in "${groups[@]}"; do rmdir "$group" 2>/dev/null || true; done
    rm -rf "$work"
}
trap cleanup EXIT

for tool in wrk nginx curl; do
    command -v "$tool" >/dev/null || { echo "$tool is missing: apt-get install wrk nginx curl" >&2; exit 1; }
done
[ -x "$binary" ] || { echo "$binary is missing: packaging/build-static" >&2; exit 1; }
[ "$(id -u)" = 0 ] || { echo "a quota needs root" >&2; exit 1; }

# Holds a process to the quota, with whichever version of cgroups there is.
hold() { # name, pid
    local group
    if [ -d /sys/fs/cgroup/cpu ]; then
        group=/sys/fs/cgroup/cpu/$1
        mkdir "$group"; groups+=("$group")
        echo $period_us >"$group/cpu.cfs_period_us"
        echo $quota_us >"$group/cpu.cfs_quota_us"
    else
        group=/sys/fs/cgroup/$1
        echo +cpu >/sys/fs/cgroup/cgroup.subtree_control
        mkdir "$group"; groups+=("$group")
        echo "$quota_us $period_us" >"$group/cpu.max"
    fi
    echo "$2" >"$group/cgroup.procs"
}

addresses=()
for replica in 1 2 3; do
    mkfifo "$work/stderr$replica"
    "$binary" serve --listen 127.0.0.1:0 2>"$work/stderr$replica" &
    pids+=("$!")
    exec 3<"$work/stderr$replica"
    while read -r line <&3; do
        case $line in *"listening on http://"*) break ;; esac
    done
    address=${line##*listening on http://}
    addresses+=("${address%%[[:space:]]*}")
    cat <&3 >/dev/null &    # so that what it logs later never blocks it
    hold "indicatord-bench-$$-$replica" "${pids[-1]}"
done

key=$(curl -fsS "http://${addresses[0]}/data.json" | sed -n 's/.*"key": *"\([^"]*\)".*/\1/p' | head -1)
path=/data/$key.json
for address in "${addresses[@]}"; do
    curl -fsS "http://$address$path" | sha256sum
    curl -fsSI "http://$address$path" | grep -i '^etag'
done | sort -u >"$work/same"
[ "$(wc -l <"$work/same")" = 2 ] || { echo "the replicas differ" >&2; exit 1; }

for port in $(seq 20380 20480); do
    (exec 4<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null || (exec 4<>"/dev/tcp/127.0.0.1/$((port + 2))") 2>/dev/null || break
done
proxy() { # port, upstream, further lines
    cat <<EOF
    server {
        listen 127.0.0.1:$1 backlog=4096;
        location / {
            proxy_pass http://$2; proxy_http_version 1.1; proxy_set_header Connection "";
            proxy_set_header Accept-Encoding \$http_accept_encoding;
            $3
        }
    }
EOF
}
cat >"$work/nginx.conf" <<EOF
user root; worker_processes 2; daemon off; pid $work/nginx.pid; error_log $work/error.log;
events { worker_connections 4096; }
http {
    access_log off; keepalive_requests 1000000000; keepalive_timeout 60s;
    client_body_temp_path $work/t1; proxy_temp_path $work/t2; fastcgi_temp_path $work/t3;
    uwsgi_temp_path $work/t4; scgi_temp_path $work/t5;
    proxy_cache_path $work/kept keys_zone=pages:10m use_temp_path=off;
    upstream one { server ${addresses[0]}; keepalive 32; keepalive_requests 1000000000; }
    upstream three { $(printf 'server %s; ' "${addresses[@]}") keepalive 32; keepalive_requests 1000000000; }
$(proxy "$port" one "")
$(proxy $((port + 1)) three "")
$(proxy $((port + 2)) three "proxy_cache pages; proxy_cache_revalidate on;")
}
EOF
nginx -p "$work" -c "$work/nginx.conf" -e "$work/error.log" &
pids+=("$!")
curl -fs --retry 50 --retry-connrefused --retry-delay 0 --retry-max-time 5 -o /dev/null "http://127.0.0.1:$port$path"

run() { # name, address
    wrk -t1 -c32 -d"${seconds}s" "http://$2$path" >"$work/wrk"
    if grep -qE 'Non-2xx|Socket errors' "$work/wrk"; then cat "$work/wrk" >&2; exit 1; fi
    awk '/Requests\/sec/ { print $2 }' "$work/wrk" >>"$work/$1"
}
median() { sort -g "$work/$1" | awk '{ v[NR] = $1 } END { printf "%.0f", v[int((NR + 1) / 2)] }'; }

for _ in $(seq "$rounds"); do
    run direct "${addresses[0]}"
    run one "127.0.0.1:$port"
    run three "127.0.0.1:$((port + 1))"
    run cache "127.0.0.1:$((port + 2))"
done
one=$(median one)
echo "| $rounds rounds of $seconds s, a fifth of a processor for each replica | requests/s | ratio |"
echo "|---|---|---|"
while read -r name label; do
    awk -v label="$label" -v a="$(median "$name")" -v b="$one" \
        'BEGIN { printf "| %s | %d | %.2f |\n", label, a, a / b }'
done <<'EOF'
direct one replica, asked directly
one one replica behind nginx
three three replicas behind nginx
cache three replicas behind nginx that keeps pages
EOF
