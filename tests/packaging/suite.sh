#!/bin/bash
# The package as its administrators meet it; run inside a booted container by tests/packaging/run, never on a real machine.
# One line a check; exit status 1 if one failed. /ci/in has old.deb (the package before), new.deb and the fixtures.
. /ci/in/checks.sh
export DEBIAN_FRONTEND=noninteractive
url=http://127.0.0.1:8080
data=/srv/indicators
store=/var/lib/indicatord

# Nobody is there to be asked.
install() { apt-get install -y --allow-downgrades --reinstall "$1" </dev/null; }
answers() { curl -fsS -o /dev/null --max-time 5 "$url/data.json"; }
version() { curl -fsS --max-time 5 "$url/status.json" | sed -n '/"dataset": {/,/}/s/.*"version": "\(.*\)",*/\1/p'; }
serves() { local is; is=$(version) && [ "$is" = "$1" ] || { echo "serves $is, not $1"; return 1; }; }
# Nothing is published in the store: readers are told so, and get no figure.
unpublished() { [ "$(curl -sS -o /run/check/body -w '%{http_code}' --max-time 5 "$url/data.json")" = 503 ] && ! grep value /run/check/body; }
main_pid() { local pid; pid=$(systemctl show -p MainPID --value indicatord) && [ "$pid" -gt 1 ] && echo "$pid" || echo 999999999; }
state_is() { # active?, enabled?, unit
    local active enabled
    active=$(systemctl is-active "$3") enabled=$(systemctl is-enabled "$3")
    [ "$active $enabled" = "$1 $2" ] || { echo "$3 is $active, $enabled"; return 1; }
}
set_version() { sed -i "s/\"version\": \".*\"/\"version\": \"$1\"/" "$data/dataset.json"; }
setting() { sed -i "s|^$1=.*|$1=$2|" /etc/indicatord/indicatord.conf; }
# EPOCHSECONDS is some milliseconds late.
reached() { [ "${EPOCHREALTIME/[.,]/}" -ge "${1}000000" ]; }
journal_has() { journalctl --sync; journalctl -q -u indicatord -o cat "$@" >/run/check/journal; }
files() {
    find / -xdev \( -path /proc -o -path /sys -o -path /run -o -path /tmp -o -path /dev -o -path /ci \
        -o -path /var/log -o -path /var/cache -o -path /var/lib/dpkg -o -path /var/lib/apt -o -path /root \
        -o -path /var/lib/systemd -o -path /srv -o -path /etc/.pwd.lock -o -name 'passwd*' -o -name 'group*' \
        -o -name 'shadow*' -o -name 'gshadow*' -o -name 'sub[ug]id*' -o -path /var/tmp \) -prune -o -print | sort
}

# ---- Before
files >/run/check/before

# ---- Install the package before, and its first answer
check "the package before installs" install /ci/in/old.deb
check "it says at once that nothing is published" unpublished
check "the service is enabled" state_is active enabled indicatord.service
check "the socket is not" state_is inactive disabled indicatord.socket
check "the path is not" state_is inactive disabled indicatord-reload.path
check "the store is there and empty" rmdir "$store"
mkdir "$store"

# ---- Upgrade
sed -i 's|^INDICATORD_OPTIONS=.*|INDICATORD_OPTIONS="--max-connections 512"|' /etc/indicatord/indicatord.conf
sum=$(sha256sum /etc/indicatord/indicatord.conf)
chgrp indicatord "$store" && chmod 2775 "$store"
former=$(stat -c '%U:%G %a' "$store")
pid=$(main_pid)
check "it upgrades" install /ci/in/new.deb
check "the service was restarted" test "$(main_pid)" != "$pid"
check "and says so again" unpublished
settings_kept() { [ "$(sha256sum /etc/indicatord/indicatord.conf)" = "$sum" ]; }
check "the settings are kept" settings_kept
check "there is a group of editors" getent group indicatord-editors
useradd -M leyla
added() { indicatord-editor add leyla && id -nG leyla | grep -w indicatord-editors | grep -qw indicatord; }
check "an account becomes an editor" added
check "once" eval 'indicatord-editor add leyla | grep -q "nothing was changed"'
check "the service never does" eval '! indicatord-editor add indicatord'
store_kept() { [ "$(stat -c '%U:%G %a' "$store")" = "$former" ]; }
check "the store is as it was" store_kept
check "the service is enabled" state_is active enabled indicatord.service
check "the socket is not" state_is inactive disabled indicatord.socket
check "readers find what they need" /usr/share/indicatord/smoke.sh "$url"

# ---- What the service is
score() { # unit
    local text
    if systemd-analyze security --help | grep -q -- --offline; then
        text=$(systemd-analyze security --offline=true "$1")
    else
        text=$(systemd-analyze security indicatord.service)
    fi
    text=$(printf '%s\n' "$text" | sed -n 's/.*level for indicatord.service: \([0-9.]*\) .*/\1/p')
    echo "exposure $text"
    [ -n "$text" ] && [ "${text/./}" -le 12 ]
}
check "its exposure is 1.2 at most" score /lib/systemd/system/indicatord.service
older_than() { [ "$(systemctl --version | sed -n '1s/[^0-9]*\([0-9]*\).*/\1/p')" -lt "$1" ]; }
verified() {
    local said
    # Without man there is no manual page to be found.
    said=$(systemd-analyze verify --man=no /lib/systemd/system/indicatord*.{service,socket,path} 2>&1)
    # What a release of systemd does not know it does without.
    older_than 248 && said=$(printf '%s\n' "$said" | grep -v "Unknown key \(name \)\?'\(NoExecPaths\|ExecPaths\)'")
    older_than 254 && said=$(printf '%s\n' "$said" | grep -v "Unknown key \(name \)\?'\(RestartSteps\|RestartMaxDelaySec\)'")
    [ -z "$said" ] || { echo "$said"; return 1; }
}
check "its units have no mistakes" verified
batch() { chrt -ap "$(main_pid)" | grep -q SCHED_BATCH; }
check "its workers are batch work" batch
user() { [ "$(ps -o user= -p "$(main_pid)")" = indicatord ]; }
check "it runs as its own user" user
status_line() { systemctl status indicatord --no-pager | grep 'Status: ".*not reloaded yet"'; }
check "systemctl status says what is served" status_line

# ---- Publish
mkdir -p "$data" && cp -r /usr/share/indicatord/dataset/. "$data"
set_version pub.1
check "a dataset is published" indicatord publish --yes "$data" --new-store --store "$store" --allow order
check "and reloaded" systemctl reload indicatord
check "and served" serves pub.1
started_and_reloaded() { journal_has && grep "^start: " /run/check/journal && grep "^reload: pub.1: " /run/check/journal; }
check "the journal has start and reload" started_and_reloaded
status_line() { systemctl status indicatord --no-pager | grep "Status: \"pub.1: .*; reloaded 20"; }
check "systemctl status says so" status_line
set_version pub.2
indicatord publish --yes "$data" --store "$store" >/dev/null
check "the link is followed at a plain SIGHUP, too" eventually 10 eval 'systemctl kill -s HUP --kill-who=main indicatord; serves pub.2'
check "a release is rolled back" indicatord rollback --store "$store"
check "and reloaded" systemctl reload indicatord
check "and served" serves pub.1
control() { [ "$(stat -c '%U:%G %a %F' /run/indicatord/control)" = "indicatord:indicatord 660 socket" ]; }
check "the control socket is for the group" control
check "root asks for a reload there" indicatord reload --store "$store"
not_asked() { runuser -u nobody -- indicatord reload --store "$store" --lang en 2>&1 | grep 'permission denied'; }
check "others may not" not_asked

# ---- Reload, by itself
check "the path unit starts" systemctl enable --now indicatord-reload.path
set_version pub.3
indicatord publish --yes "$data" --store "$store" >/dev/null
check "a publication is served without a command" eventually 30 serves pub.3
for release in pub.3a pub.3b pub.3c pub.4; do
    set_version "$release"
    indicatord publish --yes "$data" --store "$store" >/dev/null
done
check "and the last of several in a row" eventually 30 serves pub.4
settled() { journal_has; [ "$(grep -c '^reload: pub\.[34]' /run/check/journal)" -le 10 ]; }
check "and each at most twice" settled
# A store that only its owner, who is neither root nor the service, and the group of the service may enter.
useradd -r -M -G indicatord aygun
chown -R aygun:indicatord "$store"
chmod -R o= "$store"
chmod 750 "$store"
set_version pub.5
owner_publishes() { runuser -u aygun -- indicatord publish --yes "$data" --store "$store"; }
check "its owner publishes in a store that is closed to others" owner_publishes
check "and the path unit has it served" eventually 30 serves pub.5
# Names that echo, or a shell, would take for something else: of releases, and of what is none. The unit looks at each once.
looked() { journalctl --sync; journalctl -q -u indicatord -o cat | grep -c '^Reload\(ing\|ed\) '; }
reloader_is() { [ "$(systemctl is-active indicatord-reload.service)" = "$1" ]; }
calm_after() { # the state in which the unit ends, command...: puts another link into the store
    local state=$1 before
    shift
    before=$(looked)
    runuser -u aygun -- "$@" >/dev/null || return 1
    eventually 5 eval '[ "$(looked)" -gt "$before" ]' || return 1
    eventually 10 reloader_is "$state" || return 1
    echo "$(($(looked) - before)) lines"
    [ "$(($(looked) - before))" -le 4 ]
}
for release in -n -e; do
    set_version "$release"
    check "a release called $release is looked at once" calm_after inactive indicatord publish --yes "$data" --store "$store"
    check "and served" serves "$release"
done
link() { ln -sfn -- "$1" "$store/next" && mv -T "$store/next" "$store/current"; }
export -f link
export store
for name in -n 'a\c' 'x\ty' '%s' "a'b \"c"; do check "a link to $name is looked at once" calm_after failed bash -c 'link "$1"' link "$name"; done
link releases/-e
ahead=$((EPOCHSECONDS + 8))
set_version pub.6
embargoed_row "$data" 2030-01-01 "$(date -u -d "@$ahead" +%FT%TZ)"
owner_embargoes() { runuser -u aygun -- indicatord publish --yes "$data" --store "$store" --allow future --allow as-of --allow history; }
has_come() { curl -fsS --max-time 5 "$url/data.json" | grep -q '"valueRaw": 0.4629'; }
check "a row under embargo is published" owner_embargoes
check "and not shown" eval 'eventually 30 serves pub.6 && { reached "$ahead" || not has_come; }'
check "and public at its instant" eventually 20 has_come
check "and not before" reached "$ahead"
systemctl disable --now -q indicatord-reload.path
chown -R root:root "$store"
chmod -R u=rwX,go=rX "$store"

# ---- Reload, good and bad
chgrp -R indicatord "$data" && chmod -R o= "$data"
# As the manual has it: the service does not see the editors' directory.
mkdir -p /etc/systemd/system/indicatord.service.d
printf '[Service]\nInaccessiblePaths=\n' >/etc/systemd/system/indicatord.service.d/dataset.conf
systemctl daemon-reload
setting INDICATORD_STORE ""; setting INDICATORD_DATASET "$data"
check "it serves a directory that only its group may read" systemctl restart indicatord
check "and says so" serves pub.6
csv=$(find "$data/indicators" -name '*.csv' | sort | head -n 1)
cp -p "$csv" /run/check/good.csv
echo '2026-01-31,"1,5"' >>"$csv"
set_version bad.1
check "a reload fails when the dataset is bad" not systemctl reload indicatord
check "what was served stays" serves pub.6
report() { journal_has -p err && grep "^indicators/$(basename "$csv"):[0-9]*: " /run/check/journal && grep '^1 error' /run/check/journal; }
check "the journal has the report, as errors" report
check "the service goes on" state_is active enabled indicatord.service
cat /run/check/good.csv >"$csv"
# What is broken on purpose has failed by now.
[ ! -e /ci/in/broken ] || { echo "$failed of $number failed"; exit "$((failed > 0))"; }
race() {
    local stale=0 round
    for round in $(seq 60); do
        set_version "race.$round"
        systemctl reload indicatord || { echo "reload $round failed"; return 1; }
        serves "race.$round" || stale=$((stale + 1))
    done
    echo "$stale of 60 stale"
    [ "$stale" = 0 ]
}
check "60 reloads, none stale" race

# ---- Death
killed() {
    local round since
    for round in 1 2 3 4 5; do
        kill -KILL "$(main_pid)"
        since=${EPOCHREALTIME/[.,]/}
        eventually 10 answers 2>/dev/null || return 1
        since=$((${EPOCHREALTIME/[.,]/} - since))
        echo "answers after $((since / 1000)) ms"
    done
}
check "killed, it answers again, five times" killed
mkdir -p /run/systemd/system/indicatord.service.d
printf '[Service]\nWatchdogSec=2s\n' >/run/systemd/system/indicatord.service.d/watchdog.conf
systemctl daemon-reload
systemctl restart indicatord
pid=$(main_pid)
alive() { eventually 6 reached "$1" && [ "$(main_pid)" = "$pid" ]; }
check "the watchdog is fed" alive $((EPOCHSECONDS + 4))
kill -STOP "$pid"
revived() { [ "$(main_pid)" != "$pid" ] && answers; }
check "stopped, it is replaced" eventually 20 revived 2>/dev/null
dead_by_watchdog() { journal_has; journalctl -q -o cat -u indicatord | grep -i watchdog; }
check "and the journal says why" dead_by_watchdog
rm -r /run/systemd/system/indicatord.service.d
systemctl daemon-reload
check "it does not start with a bad dataset" eval 'echo "x,y" >"$csv"; not systemctl restart indicatord'
never() { journal_has -p err && grep "indicators/$(basename "$csv"):" /run/check/journal && [ "$(systemctl is-active indicatord)" = failed ]; }
check "and says why, and stays down" never
cat /run/check/good.csv >"$csv"
setting INDICATORD_STORE "$store"

# ---- The socket
systemctl stop indicatord
check "the socket is enabled" systemctl enable --now indicatord.socket
check "a connection starts the service" answers
load() { # until /run/check/enough is there: every request is answered
    local asked=0
    rm -f /run/check/refused
    until [ -e /run/check/enough ]; do
        curl -fsS -o /dev/null --max-time 20 "$url/healthz" 2>>/run/check/refused || echo refused >>/run/check/refused
        asked=$((asked + 1))
    done
    echo "$asked" >/run/check/asked
}
under_load() { # command ...: while somebody asks all the time
    rm -f /run/check/enough
    load &
    "$@" || { touch /run/check/enough; wait; return 1; }
    touch /run/check/enough
    wait
    echo "$(cat /run/check/asked) requests"
    cat /run/check/refused
    [ ! -s /run/check/refused ] && [ "$(cat /run/check/asked)" -gt 0 ]
}
restarts() { local round; for round in 1 2 3 4 5; do systemctl restart indicatord || return 1; done; }
check "nobody is refused across five restarts" under_load restarts
check "nor across an upgrade" under_load install /ci/in/new.deb
check "the socket stays enabled" state_is active enabled indicatord.socket
check "a reload works with it" systemctl reload indicatord
check "what is in service is served" serves pub.6
systemctl disable --now -q indicatord.socket
systemctl restart indicatord

# ---- Disabled stays disabled
systemctl disable --now -q indicatord
check "installed again, it is not enabled" install /ci/in/new.deb
check "nor started" state_is inactive disabled indicatord.service
systemctl enable --now -q indicatord

# ---- Remove, install again, purge
check "it is removed" apt-get remove -y indicatord
check "nothing listens" not answers
check "its settings stay" test -e /etc/indicatord/indicatord.conf
check "it is installed again" install /ci/in/new.deb
check "it answers with what was published" serves pub.6
rm -r /etc/systemd/system/indicatord.service.d
check "it is purged" apt-get purge -y indicatord
files >/run/check/after
left() { diff /run/check/before /run/check/after | grep '^>' | grep -v " $store\(/\|$\)" && return 1; [ -d "$store/releases/pub.6" ]; }
check "nothing is left but the store" left
rm -r "$store" "$data"
readme() { # what README says below "Install it", where target/deb is
    cd /ci/in &&
        apt install ./target/deb/indicatord_*_amd64.deb </dev/null &&
        curl -s http://127.0.0.1:8080/data.json | grep '"error"' &&
        /usr/share/indicatord/smoke.sh
}
check "it is installed as README says" readme
check "it says that nothing is published" unpublished
made() { [ "$(stat -c '%U:%G %a' "$1")" = "$2" ] || { stat -c '%U:%G %a' "$1"; return 1; }; }
check "editors write the dataset, and others do not see it" made "$data" "root:indicatord-editors 2770"
check "editors write the store" made "$store" "root:indicatord-editors 2775"
useradd -M samira
first_figure() { # as the manual has it, without a word of groups, directories or options
    indicatord-editor add samira || return 1
    runuser -u samira -- indicatord init "$data" && runuser -u samira -- indicatord check &&
        runuser -u samira -- indicatord publish --yes && systemctl reload indicatord &&
        curl -fsS "$url/data.json" | grep -q '"sourceStatus": "verified"'
}
check "an account publishes a first figure" first_figure
rm -r "${store:?}"/* "$store"/.lock "$store"/.reserve
check "it is purged" apt-get purge -y indicatord
check "and what people wrote is left" test -e "$data/dataset.json"
rm -r "$data"
nothing() { files >/run/check/after; diff /run/check/before /run/check/after; }
check "nothing is left" nothing

# ---- Without the package: one file and one unit
local_unit() {
    dpkg-deb -x /ci/in/new.deb /run/check/tree || return 1
    mkdir -p /usr/local/bin "$store"
    cp /run/check/tree/usr/bin/indicatord /usr/local/bin/
    cp /run/check/tree/usr/share/doc/indicatord/examples/indicatord-local.service /etc/systemd/system/indicatord.service
    mkdir -p /etc/indicatord && cp /run/check/tree/usr/share/indicatord/indicatord.conf /etc/indicatord/
    systemctl daemon-reload && systemctl enable --now -q indicatord
}
check "the unit for /usr/local starts" local_unit
check "it says that nothing is published" unpublished
locally() {
    # As it is shipped: a row of before has a date that a first publication would refuse.
    rm -rf "$data" && cp -r /run/check/tree/usr/share/indicatord/dataset "$data" && set_version local.1
    /usr/local/bin/indicatord publish --yes "$data" --new-store --store "$store" --allow order && systemctl reload indicatord && serves local.1
}
check "what is published is served after a reload" locally
check "its exposure is 1.2 at most" score /etc/systemd/system/indicatord.service
systemctl disable --now -q indicatord

[ "$failed" = 0 ] || { echo "$failed of $number failed"; journalctl -q -o short-monotonic -u indicatord | tail -n 60; exit 1; }
echo "all $number passed"
