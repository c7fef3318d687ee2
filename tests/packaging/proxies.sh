#!/bin/bash
# The configurations of packaging/examples as they are, with the servers that Debian packages; run inside a container
# without a network by tests/packaging/run-proxies, never on a real machine. One line a check; exit status 1 if one failed.
. /ci/in/checks.sh
examples=/ci/in/examples
program=/ci/in/indicatord
direct=http://127.0.0.1:8080

get() { curl -sS -k --max-time 20 "$@"; }
status_of() { get -o /dev/null -w '%{http_code}' "$@"; }

backend() { # extra arguments: starts it, and waits until it answers
    "$program" serve --listen 127.0.0.1:8080 "$@" 2>>/run/check/backend.log &
    backend=$!
    eventually 20 "$program" probe http://127.0.0.1:8080 2>/dev/null
}
stop_backend() { kill "$backend"; wait "$backend"; }

reached() { [ "$EPOCHSECONDS" -ge "$1" ]; }

pages=(/data.json /en/data.json '/data.json?pretty=0' /data.csv /en/data/usd.json /calendar.ics /catalog.json
    /openapi.json /no/such/page /data/no-such.json /healthz '/en/history.csv?keys=usd,eur&last=2&shape=wide' /sdmx/dataflow)
# Headers that are of the answer, not of the way to it, in one order.
kept() { tr -d '\r' <"$1" | tr 'A-Z' 'a-z' | grep -E '^(etag|last-modified|cache-control|content-type|content-language|snapshot-id|access-control-allow-origin|cross-origin-resource-policy|x-content-type-options):' | sort; }
equal() { # proxy's base
    local page
    for page in "${pages[@]}"; do
        # Twice: also out of the cache.
        for _ in 1 2; do
            get -D /run/check/h1 -o /run/check/b1 "$direct$page"
            get -D /run/check/h2 -o /run/check/b2 "$1$page"
            cmp /run/check/b1 /run/check/b2 || { echo "$page: bodies"; return 1; }
            diff <(kept /run/check/h1) <(kept /run/check/h2) || { echo "$page: headers"; return 1; }
        done
        get --compressed -D /run/check/h1 -o /run/check/b1 "$direct$page"
        get --compressed -D /run/check/h2 -o /run/check/b2 "$1$page"
        cmp /run/check/b1 /run/check/b2 && diff <(kept /run/check/h1) <(kept /run/check/h2) || { echo "$page: gzip"; return 1; }
    done
}
revalidates() { # base
    local tag
    tag=$(get -D - -o /dev/null "$1/data.json" | tr -d '\r' | sed -n 's/^etag: //Ip')
    [ -n "$tag" ] && [ "$(status_of -H "If-None-Match: $tag" "$1/data.json")" = 304 ] &&
        [ "$(status_of -H 'If-None-Match: "other"' "$1/data.json")" = 200 ]
}
bridges() { # base: what is in the cache is served although there is nobody behind
    get -o /run/check/b1 "$1/en/data.json" || return 1
    stop_backend
    local outcome=0
    get -f -o /run/check/b2 "$1/en/data.json" && cmp /run/check/b1 /run/check/b2 || outcome=1
    backend
    return "$outcome"
}

# Between a proxy and the backend, on port 8090: says that a page is fresh for a second only, so that its later life can be
# seen without waiting for a quarter of an hour.
cat >/run/check/hasty.conf <<'CONF'
pid /run/check/hasty.pid;
error_log /run/check/hasty.log;
events {}
http {
    access_log off;
    server {
        listen 127.0.0.1:8090;
        location = /healthz { proxy_pass http://127.0.0.1:8080; }
        location / {
            proxy_pass http://127.0.0.1:8080;
            proxy_set_header Accept-Encoding $http_accept_encoding;
            proxy_hide_header Cache-Control;
            add_header Cache-Control "public, max-age=1, stale-while-revalidate=86400, stale-if-error=86400";
        }
    }
}
CONF
hasty() { nginx -c /run/check/hasty.conf; }
unhasty() { kill "$(cat /run/check/hasty.pid)"; }
outlives() { # base, what the answer's head says of its age: after its time it is served without a backend
    get -o /run/check/b1 "$1/en/data.json" || return 1
    stop_backend
    local outcome=0
    old() { get -f -D /run/check/h2 -o /run/check/b2 "$1/en/data.json" && grep -qiE "$2" /run/check/h2; }
    eventually 10 old "$1" "$2" && cmp /run/check/b1 /run/check/b2 || outcome=1
    cat /run/check/h2
    backend
    return "$outcome"
}

selects() { # base: as with indicatord alone, Accept selects the format of data, and whether an error is a page
    local accept page
    for accept in '*/*' text/csv text/html 'text/html,application/xhtml+xml;q=0.9' application/vnd.sdmx.structurespecificdata+xml; do
        for page in /sdmx/data/MACRO/D.usd? /no/such/page /data/no-such.json; do
            page=${page/MACRO/$flow}
            get -H "Accept: $accept" -D /run/check/h1 -o /run/check/b1 "$direct$page"
            get -H "Accept: $accept" -D /run/check/h2 -o /run/check/b2 "$1$page"
            cmp /run/check/b1 /run/check/b2 && diff <(kept /run/check/h1) <(kept /run/check/h2) ||
                { echo "$page as $accept"; return 1; }
        done
    done
}
ends() { # base: after its time it is served by nobody while the backend is stopped
    get -f -o /run/check/b1 "$1/en/data.json" || return 1
    stop_backend
    local outcome=0
    refused() { [ "$(status_of "$1/en/data.json")" -ge 500 ]; }
    eventually 10 refused "$1" || outcome=1
    backend
    return "$outcome"
}

strange() { # base, headers: such as the HTTP library of the backend does not stand are no obstacle
    local status base=$1
    shift
    for _ in 1 2 3 4 5; do
        status=$(status_of -H 'User-Agent: Яндекс' -H 'Cookie: şəhər=Bakı' "$@" "$base/healthz")
        [ "$status" = 200 ] || return 1
    done
}
# One that is on nobody's list, and those that are read, with values that are passed on to nobody.
unlisted=(-H 'X-City: şəhər' -H 'If-None-Match: "ş"' -H 'If-Modified-Since: dünən' -H 'Accept-Encoding: gzip, ş')

# The addresses of the examples are those of readers; here each server has one of its own.
nginx_conf() { sed 's|listen 443 ssl;|listen 127.0.0.1:8443 ssl;|; /listen \[::\]/d' "$examples/nginx.conf"; }
apache_conf() { sed 's|\*:443>|127.0.0.1:8444>|' "$examples/apache.conf"; }
caddy_file() { sed 's|^indicators.example.org {|http://127.0.0.1:8083 {|; 1i { \n admin off\n}' "$examples/Caddyfile"; }

mkdir -p /run/indicatord /run/lock /etc/ssl/indicatord
chmod 755 /run/indicatord
openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=indicators.example.org -addext subjectAltName=IP:127.0.0.1 \
    -keyout /etc/ssl/indicatord/key.pem -out /etc/ssl/indicatord/cert.pem 2>/dev/null
ip link set lo up
echo "127.0.0.1 localhost" >/etc/hosts
backend
flow=$(get "$direct/sdmx/dataflow" | sed -n 's/.*<[a-z]*:Dataflow .*id="\([^"]*\)".*/\1/p' | head -n 1)

# ---- nginx
rm -f /etc/nginx/sites-enabled/default
nginx_conf >/etc/nginx/conf.d/indicatord.conf
check "nginx takes its configuration" nginx -t
nginx
proxy=https://127.0.0.1:8443
check "nginx: every answer equals the direct one" equal "$proxy"
check "nginx: revalidation" revalidates "$proxy"
check "nginx: what a client accepts" selects "$proxy"
hit() { get -D - -o /dev/null "$proxy/data.csv" | grep -qi '^x-cache-status: hit'; }
check "nginx: the cache answers" eventually 5 hit
live() { get -D - -o /dev/null "$proxy/healthz" | grep -qi '^x-cache-status: miss'; }
check "nginx: status is asked for every time" eval 'live && live'
check "nginx: metrics are seen from here" test "$(status_of $proxy/metrics)" = 200
check "nginx: headers that are not ASCII" strange "$proxy" "${unlisted[@]}"
kept_files() { find /var/cache/indicatord-nginx -type f | wc -l; }
# What repeats one answer under many names does not fill the cache.
crowded() {
    local number before
    get -o /dev/null "$proxy/en/" && get -o /dev/null --compressed "$proxy/en/data.json"
    before=$(kept_files)
    for number in $(seq 30); do
        get -o /dev/null "$proxy/data.json?pretty=$number$number"
        get -o /dev/null "$proxy/data.json?last=$number"
        get -o /dev/null "$proxy/en/?from=$number"
        get -o /dev/null "$proxy/en?last=$number"
        get -o /dev/null "$proxy/data/usd/history.csv?last=1&x=$number"
        get -o /dev/null -H "Accept-Encoding: gzip;q=0.5, x$number" "$proxy/en/data.json"
        get -o /dev/null -H "Accept: text/csv, x/$number" "$proxy/sdmx/data/$flow/D.usd?"
    done
    echo "$before, then $(kept_files)"
    [ "$(kept_files)" -le "$((before + 1))" ]
}
check "nginx: one answer is kept under one name" crowded
ranged() { get -D - -o /dev/null "$proxy/en/history.csv?category=$1&from=2026&shape=wide" | grep -qi '^x-cache-status: hit'; }
category=$(get "$direct/en/catalog.json" | sed -n 's/^ *"id": "\([^"]*\)".*/\1/p' | head -n 1)
check "nginx: and ranges are kept" eventually 5 ranged "$category"
dated() { get -D - -o /dev/null "$1" | tr -d '\r' | grep -iE '^(date|x-cache-status):'; }
# A cache behind this one counts the age of a page from there.
ages() {
    local first next
    dated "$proxy/use" >/dev/null
    first=$(dated "$proxy/use")
    eventually 5 reached "$((EPOCHSECONDS + 2))"
    next=$(dated "$proxy/use")
    echo "$first, then $next"
    [ "$next" = "$first" ] && echo "$first" | grep -i '^date:' && echo "$first" | grep -qi 'status: hit'
}
check "nginx: a page of the cache says when it was made" ages
check "nginx: a stopped backend is bridged" bridges "$proxy"
check "nginx: smoke.sh through it" env CURL_CA_BUNDLE=/etc/ssl/indicatord/cert.pem /ci/in/smoke.sh "$proxy"
nginx -s stop
eventually 5 not pgrep nginx >/dev/null
hasty
sed -i 's|^    server 127.0.0.1:8080 .*|    server 127.0.0.1:8090;|' /etc/nginx/conf.d/indicatord.conf
rm -rf /var/cache/indicatord-nginx
nginx
check "nginx: a page outlives its time while the backend is stopped" outlives "$proxy" '^x-cache-status: (stale|updating)'
nginx -s stop
unhasty
eventually 5 not pgrep nginx >/dev/null
rm /etc/nginx/conf.d/indicatord.conf

# ---- nginx, static
mkdir -p /srv/www
"$program" export /srv/www/current
find /srv/www/current -type f -exec gzip -9nk {} +
cp "$examples/nginx-static.conf" /etc/nginx/conf.d/
check "nginx takes the configuration for an export" nginx -t
nginx
static=http://127.0.0.1:8081
same_files() { # but /openapi.json, which knows of no search in an export
    local page
    for page in /data.json /en/data.json /data.csv /en/data/usd.json /calendar.ics /schema/1.0.json; do
        get -D /run/check/h1 -o /run/check/b1 "$direct$page"
        get -D /run/check/h2 -o /run/check/b2 "$static$page"
        cmp /run/check/b1 /run/check/b2 || return 1
        diff <(kept /run/check/h1 | grep -E '^(content|cache|access|cross|x-)' | grep -v '^content-language') \
            <(kept /run/check/h2 | grep -E '^(content|cache|access|cross|x-)' | grep -v '^content-language') || { echo "$page"; return 1; }
        get --compressed -D /run/check/h2 -o /run/check/b2 "$static$page"
        cmp /run/check/b1 /run/check/b2 && grep -qi '^content-encoding: gzip' /run/check/h2 || return 1
    done
}
check "static: bodies, types and lifetimes are those of serve" same_files
check "static: revalidation" revalidates "$static"
check "static: what is not there is 404" test "$(status_of $static/no/such)" = 404
nginx -s stop
eventually 5 not pgrep nginx >/dev/null
rm /etc/nginx/conf.d/nginx-static.conf

# ---- Apache
apache_conf >/etc/apache2/sites-available/indicatord.conf
a2enmod -q ssl proxy proxy_http cache cache_disk headers >/dev/null
a2dissite -q 000-default >/dev/null
a2ensite -q indicatord >/dev/null
printf 'Listen 127.0.0.1:8444\n' >/etc/apache2/ports.conf
check "Apache takes its configuration" apachectl configtest
apachectl start
proxy=https://127.0.0.1:8444
eventually 10 eval 'test "$(status_of $proxy/healthz)" = 200'
check "Apache: every answer equals the direct one" equal "$proxy"
check "Apache: revalidation" revalidates "$proxy"
check "Apache: what a client accepts" selects "$proxy"
check "Apache: headers that are not ASCII" strange "$proxy"
check "Apache: a stopped backend is bridged" bridges "$proxy"
apachectl stop
hasty
sed -i 's|127.0.0.1:8080/|127.0.0.1:8090/|' /etc/apache2/sites-available/indicatord.conf
rm -rf /var/cache/apache2/mod_cache_disk/*
eventually 10 not pgrep apache2 >/dev/null
apachectl start
eventually 10 eval 'test "$(status_of $proxy/healthz)" = 200'
check "Apache: a page does not outlive its time" ends "$proxy"
unhasty
check "Apache: metrics are not for the world" test "$(status_of $proxy/metrics)" != 200
apachectl stop

# ---- Varnish
check "Varnish takes its configuration" varnishd -C -f "$examples/varnish.vcl"
check "Varnish starts" varnishd -n /run/check/varnish -P /run/check/varnish.pid -a 127.0.0.1:8082 -f "$examples/varnish.vcl" -s malloc,64m
proxy=http://127.0.0.1:8082
check "Varnish: it answers" eventually 20 eval 'test "$(status_of $proxy/healthz)" = 200'
check "Varnish: every answer equals the direct one" equal "$proxy"
check "Varnish: revalidation" revalidates "$proxy"
check "Varnish: what a client accepts" selects "$proxy"
check "Varnish: headers that are not ASCII" strange "$proxy"
check "Varnish: a stopped backend is bridged" bridges "$proxy"
check "Varnish: metrics are not for the world" test "$(status_of $proxy/metrics)" = 404
kill "$(cat /run/check/varnish.pid)"
eventually 10 not pgrep varnishd >/dev/null
hasty
sed 's|"8080"|"8090"|' "$examples/varnish.vcl" >/run/check/hasty.vcl
varnishd -n /run/check/varnish2 -P /run/check/varnish.pid -a 127.0.0.1:8082 -f /run/check/hasty.vcl -s malloc,64m >/dev/null
eventually 20 eval 'test "$(status_of $proxy/healthz)" = 200'
check "Varnish: a page outlives its time while the backend is stopped" outlives "$proxy" '^age: *([2-9]|[1-9][0-9])'
unhasty
kill "$(cat /run/check/varnish.pid)"

# ---- Caddy
caddy_file >/run/check/Caddyfile
check "Caddy takes its configuration" caddy validate --config "$examples/Caddyfile" --adapter caddyfile
caddy run --config /run/check/Caddyfile --adapter caddyfile 2>/run/check/caddy.log &
caddy=$!
proxy=http://127.0.0.1:8083
check "Caddy: it answers" eventually 20 eval 'test "$(status_of $proxy/healthz)" = 200'
check "Caddy: every answer equals the direct one" equal "$proxy"
check "Caddy: revalidation" revalidates "$proxy"
check "Caddy: what a client accepts" selects "$proxy"
check "Caddy: headers that are not ASCII" strange "$proxy" "${unlisted[@]}"
kill "$caddy"
wait "$caddy"
stop_backend

# ---- Below a path, which the proxy passes on or takes off
backend --public-url https://indicators.example.org/macro
below() { # base: the same answers, and nothing of what is not for the world
    local page
    for page in /macro/en/ /macro/data.json /macro/en/data/usd.json '/macro/en/history.csv?keys=usd&last=1' /macro/sdmx/dataflow; do
        get -f -o /run/check/b1 "$direct$page" && get -f -o /run/check/b2 "$1$page" || { echo "$page"; return 1; }
        cmp /run/check/b1 /run/check/b2 || { echo "$page: bodies"; return 1; }
    done
    grep -q 'href="/macro/en/' <(get "$1/macro/en/") || { echo "links do not begin with the path"; return 1; }
    for page in /macro/metrics /macro/status.json; do
        [ "$(status_of "$1$page")" -ge 400 ] || { echo "$page is open"; return 1; }
    done
}
off='rewrite ^/macro(/.*)$ $1 break;'
for way in on off; do
    nginx_conf | sed 's|location / {|location /macro/ {|; s|location ~ ^/(?:metrics|location ~ ^/macro/(?:metrics|; /^ *allow /d' |
        if [ "$way" = off ]; then sed "s#location /macro/ {#&$off#; s#location ~ .*macro.* {#&$off#"; else cat; fi >/etc/nginx/conf.d/indicatord.conf
    rm -rf /var/cache/indicatord-nginx
    nginx
    check "nginx: below a path that is passed $way" eventually 5 below https://127.0.0.1:8443
    nginx -s stop
    eventually 5 not pgrep nginx >/dev/null

    target=http://127.0.0.1:8080/
    [ "$way" = off ] || target+=macro/
    apache_conf | sed "s|ProxyPass / http://127.0.0.1:8080/|ProxyPass /macro/ $target|; s|ProxyPass /\([ms][a-z.]* !\)|ProxyPass /macro/\1|
        s|CacheEnable disk /|CacheEnable disk /macro/|" >/etc/apache2/sites-available/indicatord.conf
    rm -rf /var/cache/apache2/mod_cache_disk/*
    eventually 10 not pgrep apache2 >/dev/null
    apachectl start
    check "Apache: below a path that is passed $way" eventually 10 below https://127.0.0.1:8444
    apachectl stop

    if [ "$way" = on ]; then
        sed 's|\^/(metrics|^/macro/(metrics|; s|"^/sdmx/"|"^/macro/sdmx/"|' "$examples/varnish.vcl"
    else
        sed 's|#set req.url|set req.url|' "$examples/varnish.vcl"
    fi >/run/check/below.vcl
    varnishd -n "/run/check/varnish-$way" -P /run/check/varnish.pid -a 127.0.0.1:8082 -f /run/check/below.vcl -s malloc,64m >/dev/null
    check "Varnish: below a path that is passed $way" eventually 20 below http://127.0.0.1:8082
    kill "$(cat /run/check/varnish.pid)"
    eventually 10 not pgrep varnishd >/dev/null

    caddy_file | if [ "$way" = on ]; then
        sed 's|^\troute {|\troute /macro/* {|; s|@watch path .*|@watch path /macro/metrics /macro/status.json|'
    else
        sed 's|^\troute {|\troute /macro/* {\n\t\turi strip_prefix /macro|'
    fi >/run/check/Caddyfile.below
    caddy run --config /run/check/Caddyfile.below --adapter caddyfile 2>>/run/check/caddy.log &
    caddy=$!
    check "Caddy: below a path that is passed $way" eventually 20 below http://127.0.0.1:8083
    kill "$caddy"
    wait "$caddy"
done
stop_backend

# ---- All of them across an instant at which an embargo ends
store=/srv/turning
data=/srv/turning-data
cp -r /ci/in/dataset "$data"
page=/en/data.json
declare -A fronts=([nginx]=https://127.0.0.1:8443 [Apache]=https://127.0.0.1:8444 [Varnish]=http://127.0.0.1:8082
    [Caddy]=http://127.0.0.1:8083)
tag_of() { get -f -D - -o /dev/null "$1" 2>/dev/null | tr -d '\r' | sed -n 's/^etag: //Ip'; }
# Asks without a pause until that second, and once at least after the instant, since a proxy that waits for the backend
# may keep a question for seconds: when it was asked, and the tag of what was shown.
watch() { # name, address, second
    local asked=0
    until reached "$3" && [ "$asked" -gt "$instant" ]; do
        asked=$EPOCHSECONDS
        echo "$asked $(tag_of "$2")" >>"/run/check/seen.$1"
    done
}
lasts_at_most() { # seconds
    local lasts
    lasts=$(get -D - -o /dev/null "$direct$page?$turn" | sed -n 's/^Cache-Control: .*max-age=\([0-9]*\).*/\1/p')
    [ "${lasts:-900}" -le "$1" ]
}
put() { # version: puts a release in service
    sed -i "s/\"version\": \".*\"/\"version\": \"$1\"/; s/\"asOf\": \".*\"/\"asOf\": \"$(date -u +%FT%TZ)\"/" "$data/dataset.json"
    "$program" publish --yes "$data" --new-store --store "$store" --allow future --allow as-of --allow history --allow order 2>/run/check/warnings ||
        { cat /run/check/warnings; return 1; }
}
days=0
cross() { # with or without a backend at the instant
    local ahead=$EPOCHSECONDS
    turn=$1
    put "$turn.old" >/dev/null || return 1
    backend --store "$store"
    # So far that this machine, as busy as it is, gets everything ready before.
    ahead=$((8 + 3 * (EPOCHSECONDS - ahead)))
    instant=$((EPOCHSECONDS + ahead))
    days=$((days + 1))
    embargoed_row "$data" "2030-01-0$days" "$(date -u -d "@$instant" +%FT%TZ)"
    put "$turn.new" >/dev/null || return 1
    kill -HUP "$backend"
    eventually "$ahead" lasts_at_most "$ahead" || return 1
    old=$(tag_of "$direct$page?$turn")
    rm -f /run/check/seen.*
    local name watchers=()
    for name in "${!fronts[@]}"; do
        watch "$name" "${fronts[$name]}$page?$turn" "$((instant + 4))" &
        watchers+=($!)
    done
    eventually "$ahead" reached "$((instant - 3))"
    [ "$turn" = with ] || stop_backend
    wait "${watchers[@]}"
    [ "$turn" != with ] || { new=$(tag_of "$direct$page?$turn"); stop_backend; }
    [ -n "$old" ]
}
shown() { # name, awk's condition: how often it was so
    awk -v instant="$instant" -v old="$old" -v new="${new-}" "$2 { n++ } END { print n + 0 }" "/run/check/seen.$1"
}
turned() { # name: the old page before the instant, the new one and nothing else from a second after it
    echo "$(shown "$1" '$1 < instant && $2 == old') before, $(shown "$1" '$1 > instant && $2 == new') after"
    [ "$(shown "$1" '$1 < instant && $2 == old')" -gt 0 ] && [ "$(shown "$1" '$1 > instant && $2 == old')" = 0 ] &&
        [ "$(shown "$1" '$1 > instant && $2 == new')" -gt 0 ] && [ "$new" != "$old" ]
}
ended() { # name: the old page before the instant, and not from a second after it
    echo "$(shown "$1" '$1 < instant && $2 == old') before, $(shown "$1" '$1 > instant') after"
    [ "$(shown "$1" '$1 < instant && $2 == old')" -gt 0 ] && [ "$(shown "$1" '$1 > instant && $2 == old')" = 0 ] &&
        [ "$(shown "$1" '$1 > instant')" -gt 0 ]
}
rm -rf /var/cache/indicatord-nginx /var/cache/apache2/mod_cache_disk/*
nginx_conf >/etc/nginx/conf.d/indicatord.conf
apache_conf >/etc/apache2/sites-available/indicatord.conf
eventually 10 not pgrep apache2 >/dev/null
nginx
apachectl start
varnishd -n /run/check/varnish3 -P /run/check/varnish.pid -a 127.0.0.1:8082 -f "$examples/varnish.vcl" -s malloc,64m >/dev/null
caddy run --config /run/check/Caddyfile --adapter caddyfile 2>/run/check/caddy.log &
caddy=$!
check "a row is under embargo until its instant, and comes" cross with
for name in "${!fronts[@]}"; do check "$name: nothing old after the instant" turned "$name"; done
check "another one, and the backend stops before it" cross without
for name in "${!fronts[@]}"; do check "$name: nothing old after the instant without a backend" ended "$name"; done
kill "$caddy" "$(cat /run/check/varnish.pid)"
apachectl stop
nginx -s stop
eventually 5 not pgrep nginx >/dev/null

# ---- Three replicas of one release behind nginx; the next release rolls through them
store=/srv/store
cp -r /ci/in/dataset /srv/dataset
release() { sed -i "s/\"version\": \".*\"/\"version\": \"$1\"/" /srv/dataset/dataset.json; "$program" publish --yes /srv/dataset --new-store --store "$store" --allow order >/dev/null; }
release roll.1
replicas=()
for port in 9001 9002 9003; do
    "$program" serve --store "$store" --listen "127.0.0.1:$port" 2>>"/run/check/replica.$port" &
    replicas+=($!)
    eventually 20 "$program" probe "http://127.0.0.1:$port" 2>/dev/null
done
sed -e 's|^    server 127.0.0.1:8080 .*|    server 127.0.0.1:9001 max_fails=1 fail_timeout=1s; server 127.0.0.1:9002 max_fails=1 fail_timeout=1s; server 127.0.0.1:9003 max_fails=1 fail_timeout=1s;|' \
    <(nginx_conf) >/etc/nginx/conf.d/indicatord.conf
nginx
proxy=https://127.0.0.1:8443
heads() { for port in 9001 9002 9003; do get -D - -o "/run/check/body.$port" "http://127.0.0.1:$port$1" | tr -d '\r' | grep -iE '^(etag|snapshot-id):'; done; }
identical() {
    local page
    for page in "${pages[@]}"; do
        [ "$(heads "$page" | sort | uniq -c | awk '$1 != 3' | wc -l)" = 0 ] || { heads "$page"; return 1; }
        cmp /run/check/body.9001 /run/check/body.9002 && cmp /run/check/body.9002 /run/check/body.9003 || return 1
    done
}
check "replicas: identical bytes, tags and snapshots" identical
release roll.2
asking() { rm -f /run/check/lost; until [ -e /run/check/enough ]; do get -f -o /dev/null "$proxy/healthz" || echo lost >>/run/check/lost; done; }
served_by() { get "http://127.0.0.1:$1/status.json" | grep -q "\"version\": \"$2\""; }
roll() {
    local number port
    rm -f /run/check/enough
    asking &
    local asker=$!
    # One is reloaded, one is restarted, one is killed and restarted.
    kill -HUP "${replicas[0]}"
    eventually 20 served_by 9001 roll.2 || return 1
    for number in 1 2; do
        port=$((9001 + number))
        if [ "$number" = 1 ]; then kill -TERM "${replicas[$number]}"; else kill -KILL "${replicas[$number]}"; fi
        wait "${replicas[$number]}"
        "$program" serve --store "$store" --listen "127.0.0.1:$port" 2>>"/run/check/replica.$port" &
        replicas[number]=$!
        eventually 20 served_by "$port" roll.2 || return 1
    done
    touch /run/check/enough
    wait "$asker"
    [ ! -e /run/check/lost ]
}
check "replicas: a release rolls through them and nobody is refused" roll
check "replicas: identical again" identical
kill "${replicas[@]}"
nginx -s stop

[ "$failed" = 0 ] || { echo "$failed of $number failed"; exit 1; }
echo "all $number passed"
