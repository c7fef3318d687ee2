//! The commands of indicatord-operations(7) and indicatord-editing(7) are typed here, by the accounts that the pages name:
//! the first hour, days of one and of two people, a release on a stick, a mistake, an embargo, backup and restore.

use std::fs;
use std::process::Command;

use super::page::Page;
use crate::support::{TempDir, can_be_others, in_seconds, program, project, unasked, write};

/// The pages in English: in Russian the same is typed, which another test compares.
fn operations() -> Page {
    Page::read("", "indicatord-operations.7")
}

fn editing() -> Page {
    Page::read("", "indicatord-editing.7")
}

/// The examples below a title, one or several, each from the line that begins so.
fn examples<const N: usize>(page: &Page, title: &str, begins: [&str; N]) -> [Vec<String>; N] {
    let section = page.sections.iter().find(|section| section.title == title);
    let lines = &section
        .unwrap_or_else(|| panic!("no section {title}"))
        .examples;
    let starts: Vec<usize> = begins
        .iter()
        .map(|begin| lines.iter().position(|line| line.starts_with(begin)))
        .map(|at| at.unwrap_or_else(|| panic!("{title}: {lines:?}")))
        .collect();
    std::array::from_fn(|number| {
        let end = starts.get(number + 1).copied().unwrap_or(lines.len());
        lines[starts[number]..end].to_vec()
    })
}

/// Each alert names a section that is there, and says what to do.
#[test]
fn every_alert_leads_to_a_section_of_the_operations_page() {
    let rules = fs::read_to_string(project("packaging/examples/prometheus-alerts.yml")).unwrap();
    let alerts: Vec<&str> = rules.split("- alert: ").skip(1).collect();
    assert!(alerts.len() > 10, "{alerts:?}");
    let page = operations();
    for rule in alerts {
        let annotation = |name: &str| rule.lines().find_map(|line| line.trim().strip_prefix(name));
        let runbook =
            annotation("runbook: \"indicatord-operations(7), ").unwrap_or_else(|| panic!("{rule}"));
        let title = runbook.trim_end_matches('"');
        assert!(
            page.sections.iter().any(|section| section.title == title),
            "no section {title}"
        );
        assert!(
            annotation("summary: ").is_some() && annotation("description: ").is_some(),
            "{rule}"
        );
    }
}

/// A machine of our own: its accounts, `/srv`, `/var/lib`, `/run` and `/home` are there for this process alone, and so are its
/// processes. In the place of the package manager, the service manager and a password that is asked for are the lines below.
const MACHINE: &str = r#"
mount -t tmpfs none /mnt && chmod 755 /mnt
mkdir /mnt/etc /mnt/lib /mnt/run /mnt/srv /mnt/home /mnt/backups /mnt/media /mnt/bin
for name in passwd group shadow gshadow login.defs nsswitch.conf localtime pam.d security; do
    [ ! -e /etc/$name ] || cp -a /etc/$name /mnt/etc/
done
for place in etc:/etc lib:/var/lib run:/run srv:/srv home:/home backups:/var/backups media:/media; do
    mount --bind /mnt/${place%%:*} ${place#*:}
done
cp "$0" /mnt/bin/indicatord
cat >/mnt/bin/apt <<'END'
#!/bin/bash -e
useradd -r -M -d /nonexistent -s /usr/sbin/nologin indicatord
groupadd -r indicatord-editors
install -d -o root -g indicatord-editors -m 2775 /var/lib/indicatord
install -d -o root -g indicatord-editors -m 2770 /srv/indicators
install -D -m 755 "$PROJECT/packaging/indicatord-editor" /mnt/bin/indicatord-editor
install -d -o indicatord -g indicatord /run/indicatord
install -D -m 644 "$PROJECT/packaging/systemd/indicatord.conf" /etc/indicatord/indicatord.conf
systemctl start indicatord
END
cat >/mnt/bin/systemctl <<'END'
#!/bin/bash -e
if [ "$1" != start ] && [ -e /run/server ]; then
    kill "$(cat /run/server)"
    tail --pid="$(cat /run/server)" -f /dev/null
    rm /run/server
fi
[ "$1" != stop ] || exit 0
: >/run/log
umask 077
setsid setpriv --reuid indicatord --regid indicatord --init-groups --inh-caps=-all \
    indicatord serve --listen 127.0.0.1:0 </dev/null >/dev/null 2>>/run/log &
echo $! >/run/server
grep -q 'listening on' < <(tail -n +1 -F --pid=$! /run/log)
END
cat >/mnt/bin/minisign <<'END'
#!/bin/bash -e
[ "$1" != -G ] || exec /usr/bin/minisign -GW "${@:2}"
exec /usr/bin/minisign "$@"
END
chmod 755 /mnt/bin/*
export PATH=/mnt/bin:/usr/sbin:/usr/bin:/sbin:/bin INDICATORD_LANG=en
unset INDICATORD_CONF
useradd -m aygun && useradd -m rashad
chmod 755 /home/aygun && install -d -m 1777 /media/stick
cd /home/aygun
wrong() { echo "WRONG: $1"; exit 1; }
rates() { printf 'key,date,value\n%s\n' "$1" >rates.csv; chmod 644 rates.csv; }
has() { grep -q "$1" /var/lib/indicatord/current/indicators/exchange-rate.csv; }
staged() { sed -n '$s/.*"version":"\([^"]*\)".*/\1/p' /var/lib/indicatord/journal.jsonl; }
# A careful administrator's: what all shall read or write gets its mode by the commands of the manual.
umask 077
"#;

/// The lines of an example as a script, each run by the account before it.
fn typed(example: &[String]) -> String {
    let mut script = String::new();
    for line in example {
        let line = line
            .replace("2026-11-20.2", "$(staged)")
            .replace("2026-01-05T09:00:00+04:00", &in_seconds(172_800));
        script += &match line
            .split_once("$ ")
            .filter(|(user, _)| ["aygun", "rashad"].contains(user))
        {
            Some((user, "indicatord preview")) => format!(
                "grep -q -m 1 http:// < <(exec runuser -u {user} -- indicatord preview --listen 127.0.0.1:0 2>&1)"
            ),
            Some((user, command)) => format!("runuser -u {user} -- {}", unasked(command)),
            None => line
                .strip_prefix("# ")
                .unwrap_or_else(|| panic!("whose command is this? {line}"))
                .to_owned(),
        };

        script.push('\n');
    }

    script
}

/// Runs a script on such a machine; `None`, said aloud, where there is none to be had.
fn machine(script: &str) -> Option<(i32, String)> {
    let can = Command::new("unshare")
        .args(["-m", "-p", "-f", "mount", "-t", "tmpfs", "none", "/mnt"])
        .output();
    let is_there = |path: &str| fs::exists(path).unwrap_or(false);
    if !can_be_others()
        || !can.is_ok_and(|output| output.status.success())
        || !["/usr/bin/minisign", "/usr/sbin/useradd"]
            .iter()
            .all(|path| is_there(path))
    {
        eprintln!(
            "other users, mounts or minisign are not to be had: the accounts of the manual are not tried"
        );
        return None;
    }

    let dir = TempDir::new();
    write(&dir.join("script"), format!("{MACHINE}{script}"));
    let output = Command::new("unshare")
        .args([
            "-m",
            "-p",
            "-f",
            "--kill-child",
            "--mount-proc",
            "bash",
            "-ec",
        ])
        .arg(format!(
            "exec 2>&1; set -x; . {}",
            dir.join("script").display()
        ))
        .arg(program())
        .env("PROJECT", project(""))
        .output()
        .unwrap();

    Some((
        output.status.code().unwrap_or(-1),
        String::from_utf8_lossy(&output.stdout).into_owned(),
    ))
}

/// The three files of `init` as an editor changes them, by hand and not by root.
const OWN: &str = r#"
cat >/home/own <<'END'
umask 007
cd /srv/indicators
sed -i 's/"+00:00"/"+04:00"/; s/invented/office/; s/"million"/"km"/; s/"indicators": \["money"\]/"indicators": ["roads"]/' dataset.json
cat >indicators/roads.json <<'JSON'
{ "name": { "ru": "Дороги", "en": "Roads" }, "unit": "km", "source": "office", "periodType": "month_end" }
JSON
printf 'date,value\n2026-09,4431.9\n' >indicators/roads.csv
rm indicators/money.*
END
chmod 644 /home/own
runuser -u aygun -- bash -e /home/own
"#;

#[test]
fn the_first_hour_ends_with_an_own_figure() {
    let [before, after] = examples(&operations(), "THE FIRST HOUR", ["# apt", "aygun$"]);
    assert_eq!(before.len() + after.len(), 5, "commands of the first hour");
    let mut script = typed(&before) + OWN;
    script += &typed(&after);
    script += r#"
shown=http://$(sed -n 's|.*listening on http://||p' /run/log)
curl -sS "$shown/en/data/roads.json" | grep -A30 4431.9 | grep '"sourceStatus": "verified"' || wrong 'the figure is not public'
curl -sS "$shown/en/data/money.json" | grep unknown_key || wrong 'an invented figure is public'
echo ALL DONE
"#;
    let Some((code, said)) = machine(&script) else {
        return;
    };

    assert!(code == 0 && said.ends_with("ALL DONE\n"), "{code}: {said}");
}

/// The commands of the first hour, for two editors and with a sample that has the indicators of the manual.
fn accounts() -> String {
    let [commands, _] = examples(&operations(), "THE FIRST HOUR", ["# apt", "aygun$"]);
    typed(&commands).replace("init ", "init --full ") + "indicatord-editor add rashad\n"
}

#[test]
fn days_with_the_accounts_of_the_manual_go_as_they_say() {
    let (operations, editing) = (operations(), editing());
    let [one] = examples(&editing, "One person: two commands", ["aygun$"]);
    let [two] = examples(&editing, "Two people: three commands", ["#"]);
    let [packed, taken] = examples(&editing, "By stick: five commands", ["aygun$", "rashad$"]);
    let [corrected, vanished] = examples(
        &editing,
        "A MISTAKE THAT GOT OUT",
        ["rashad$ indicatord record", "rashad$ indicatord rollback"],
    );
    let [embargo] = examples(&editing, "EMBARGO", ["aygun$"]);
    let typed_lines = [&one, &two, &packed, &taken, &corrected, &vanished, &embargo].map(Vec::len);
    let shown_lines = editing
        .sections
        .iter()
        .map(|section| section.examples.len());
    assert_eq!(
        typed_lines.iter().sum::<usize>(),
        shown_lines.sum::<usize>(),
        "every example of the page for editors is typed"
    );
    let [saved, restored] = examples(
        &operations,
        "BACKUP AND RESTORE",
        ["# install", "# systemctl stop"],
    );
    let mut script = accounts();
    let [verified, _] = examples(&operations, "Your own dataset", ["aygun$", "# chgrp"]);
    let [keys] = examples(&operations, "Keys", ["aygun$"]);
    script += &[verified, keys].map(|example| typed(&example)).concat();
    script += "rates exchange-rate,2025-12-15,2.4121\n";
    script += &typed(&one);
    script += "has 2.4121 || wrong 'the day of one person is not public'\n";
    script += r#"
for closed in /srv/indicators /var/lib/indicatord; do
    chmod g-w $closed
    said=$(runuser -u rashad -- indicatord record exchange-rate 2025-12-16 2.4122 2>&1 &&
        runuser -u rashad -- indicatord publish --yes 2>&1) && wrong "$closed is closed to the group, and was changed"
    [[ $said == *"chmod g+w $closed"* ]] || wrong "no remedy: $said"
    chmod g+w $closed
done
runuser -u rashad -- indicatord undo
"#;

    script += "runuser -u rashad -- indicatord record exchange-rate 2025-12-16 2.4231\n";
    script += "runuser -u rashad -- indicatord publish --yes\nhas 2.4231 || wrong 'the mistake is not public'\n";
    script += &typed(&vanished);
    script += "has 2.4131 && ! has 2.4231 || wrong 'the mistake was not taken back'\n";
    script += "runuser -u aygun -- indicatord record exchange-rate 2025-12-15 2.4221 --replace\n";
    script += "runuser -u aygun -- indicatord publish --yes\nhas 2.4221 || wrong 'the mistake is not public'\n";
    script += &typed(&corrected);
    script += "has 2.4121 && ! has 2.4221 || wrong 'the mistake was not corrected'\n";
    script += &typed(&embargo);
    script += "rates exchange-rate,2025-12-17,2.4141\n";
    script += &typed(&two);
    script += "has 2.4141 || wrong 'the day of two people is not public'\n";
    // The service reads all of the store, what is closed to others included, and writes none of it.
    script += r#"
runuser -u indicatord -- indicatord status --verify
runuser -u indicatord -- cat /var/lib/indicatord/current/indicators/reserves.csv | grep -q 12700
[ -z "$(runuser -u indicatord -- find /var/lib/indicatord ! -type l -writable)" ] || wrong 'the service writes the store'
runuser -u indicatord -- ls /srv/indicators && wrong 'the service reads drafts'
"#;
    // The other machine has taken a bundle before; owners are told apart on this medium.
    script += r#"
indicatord settings approval=1 | grep -q readers=indicatord || wrong 'the readers are lost'
runuser -u aygun -- indicatord bundle --out first.bundle
runuser -u aygun -- minisign -S -s office.key -m first.bundle
cp first.bundle first.bundle.minisig /media/stick && chown rashad /media/stick/*
install -d -o root -g indicatord -m 2775 /var/lib/other
elsewhere="env INDICATORD_STORE=/var/lib/other INDICATORD_CONTROL=/run/other"
runuser -u rashad -- $elsewhere indicatord publish --yes /media/stick/first.bundle --new-store
rates exchange-rate,2025-12-18,2.4151
"#;

    script += &typed(&packed);
    script += "chown rashad /media/stick/*\n";
    script += &typed(&taken).replace("-- indicatord", "-- $elsewhere indicatord");
    script += "grep 2.4151 /var/lib/other/current/indicators/exchange-rate.csv\n";
    script += &[saved, restored].map(|example| typed(&example)).concat();
    script += r#"
diff -r --no-dereference /var/lib/indicatord.before /var/lib/indicatord
diff -r --no-dereference /srv/indicators.before /srv/indicators
shown() { cd "$1" && find . -printf '%u:%g %m %p %l\n' | sort; }
diff <(shown /var/lib/indicatord.before) <(shown /var/lib/indicatord)
diff <(shown /srv/indicators.before) <(shown /srv/indicators)
runuser -u rashad -- indicatord record exchange-rate 2025-12-19 2.4161
runuser -u rashad -- indicatord publish --yes
has 2.4161 || wrong 'the restored store does not go on'
indicatord status --verify
runuser -u nobody -- cat /var/lib/indicatord/current/indicators/reserves.csv && wrong 'others read what is under embargo'
runuser -u nobody -- ls /srv/indicators && wrong 'others read the dataset'
echo ALL DONE
"#;

    let Some((code, said)) = machine(&script) else {
        return;
    };

    assert!(code == 0 && said.ends_with("ALL DONE\n"), "{code}: {said}");
}

#[test]
fn the_dataset_of_the_package_is_published_by_the_accounts_of_the_manual() {
    let [copied, verified, _] = examples(
        &operations(),
        "Your own dataset",
        ["# cp", "aygun$", "# chgrp -R indicatord"],
    );
    let mut script = accounts().replace("indicatord init", ": indicatord init");
    script += &typed(&copied).replace("/usr/share/indicatord/dataset", "\"$PROJECT\"/dataset");
    script += "runuser -u aygun -- indicatord publish --yes\n";
    script += "runuser -u rashad -- indicatord record eur 2026-11-20 1.9801\n";
    script += "runuser -u rashad -- indicatord publish --yes\nindicatord status --verify\n";
    // The changes that the page asks for before the first verified release, which its commands then publish.
    script += r#"
sed -i 's/"staleAfterHours": [0-9]*/"staleAfterHours": 36/; s/"sourceStatus": "seed"/"sourceStatus": "verified"/' /srv/indicators/dataset.json
"#;
    script += &typed(&verified).replace("central-bank", "cbar");
    script += r#"
grep -q '"staleAfterHours": 36' /var/lib/indicatord/current/dataset.json || wrong 'the set-up does not end in a publication'
indicatord status --verify
echo ALL DONE
"#;
    let Some((code, said)) = machine(&script) else {
        return;
    };

    assert!(code == 0 && said.ends_with("ALL DONE\n"), "{code}: {said}");
}

/// A store of the former package, in which service and editors are one group, with a row under embargo.
const FORMER: &str = r#"
apt install
usermod -aG indicatord aygun && usermod -aG indicatord rashad
install -d -o root -g indicatord -m 2775 /var/lib/indicatord
install -d -o root -g indicatord -m 2770 /srv/indicators
indicatord init --full /srv/indicators
export INDICATORD_DATASET=/srv/indicators
systemctl restart indicatord
runuser -u aygun -- indicatord publish --yes
runuser -u aygun -- indicatord record reserves 2025-12-31 12700 --not-before 2100-01-01T09:00:00+04:00
runuser -u aygun -- indicatord publish --yes
indicatord status 2>&1 | grep 'the service can change the store'
[ -n "$(runuser -u indicatord -- find /var/lib/indicatord ! -type l -writable)" ] || wrong 'this store needs no change'
"#;

#[test]
fn a_former_store_is_closed_to_the_service_by_the_commands_of_the_manual() {
    let [changed] = examples(&operations(), "From 1.0.0 to 1.0.0+1", ["# usermod"]);
    let mut script = FORMER.to_owned() + &typed(&changed);
    script += r#"
indicatord status 2>&1 | grep 'the service can change the store' && wrong 'status is not content'
[ -z "$(runuser -u indicatord -- find /var/lib/indicatord ! -type l -writable)" ] || wrong 'the service writes the store'
runuser -u indicatord -- cat /var/lib/indicatord/current/indicators/reserves.csv | grep -q 12700
runuser -u nobody -- cat /var/lib/indicatord/current/indicators/reserves.csv && wrong 'others read what is under embargo'
runuser -u rashad -- indicatord record exchange-rate 2025-12-15 2.4121
runuser -u rashad -- indicatord stage
runuser -u aygun -- indicatord approve "$(staged)" --yes
has 2.4121 || wrong 'nothing is published any more'
runuser -u rashad -- indicatord rollback --yes
indicatord settings keep=1
for day in 16 17; do
    runuser -u aygun -- indicatord record exchange-rate 2025-12-$day 2.41$day
    runuser -u aygun -- indicatord publish --yes --allow withdrawn
done
[ "$(ls /var/lib/indicatord/releases | wc -l)" = 2 ] || wrong 'releases of a colleague are not removed'
indicatord status --verify
echo ALL DONE
"#;

    let Some((code, said)) = machine(&script) else {
        return;
    };

    assert!(code == 0 && said.ends_with("ALL DONE\n"), "{code}: {said}");
}
