//! The person on call: for each incident, what `status`, `log` and a refusal say names the action, in both languages, and
//! the action mends it.

use std::fs;
use std::net::TcpListener;
use std::process::Command;

use crate::support::store::StoreFixture;
use crate::support::{SocketPath, can_be_others, finish, outcome, program, replace, write};

const LANGUAGES: [&str; 2] = ["ru", "en"];

/// A command of the store ends with this code in both languages, and says these words, in the order of the languages.
fn says(fixture: &StoreFixture, command: &[&str], code: i32, words: [&str; 2]) {
    for (lang, words) in LANGUAGES.into_iter().zip(words) {
        let (ended, stdout, stderr) = fixture.run(&[command, &["--lang", lang]].concat());
        let said = stderr + &stdout;
        assert_eq!(ended, code, "{command:?}: {said}");
        assert!(said.contains(words), "{command:?} lacks {words}: {said}");
    }
}

#[test]
fn a_wrong_figure_is_found_in_the_log_and_corrected_in_its_place() {
    let fixture = StoreFixture::with_two_releases();
    says(
        &fixture,
        &["log", "-v"],
        0,
        ["usd=2026-11-20: 1.7 → 1.71"; 2],
    );
    let dataset = fixture.dataset.to_str().unwrap();
    let (code, _, stderr) = fixture.run(&[
        "record",
        "usd",
        "2026-11-20",
        "1.72",
        "--replace",
        "--dataset",
        dataset,
    ]);
    assert_eq!(code, 0, "{stderr}");
    assert_eq!(fixture.publish(&[]).0, 0);
    let corrected = fixture.store.join("current/indicators/usd.csv");
    assert!(fs::read_to_string(corrected).unwrap().contains("1.72"));
}

#[test]
fn a_service_that_is_down_leads_to_its_log_and_a_start_says_why() {
    let fixture = StoreFixture::new();
    assert_eq!(fixture.publish(&[]).0, 0);
    let control = SocketPath::new();
    let status = ["status", "--control", control.as_str()];
    says(&fixture, &status, 1, ["`journalctl -u indicatord`"; 2]);

    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let serve = ["serve", "--listen", &address];
    let in_use = ["другой программой", "by another program"];
    says(&fixture, &serve, 1, in_use);

    let low = ["serve", "--listen", "127.0.0.1:81"];
    for (lang, store) in LANGUAGES.map(|lang| (lang, fixture.store.to_str().unwrap())) {
        let mut command = Command::new("setpriv");
        command.args(["--bounding-set=-all", "--inh-caps=-all"]);
        command.arg(program()).args(low);
        command.args(["--store", store, "--lang", lang]);
        if can_be_others() {
            let (code, _, stderr) = finish(&mut command);
            let cure = "`systemctl enable --now indicatord.socket`";
            assert!(code == 1 && stderr.contains(cure), "{stderr}");
        }
    }

    let file = fixture.dir.join("indicatord.conf");
    write(
        &file,
        "INDICATORD_STORE=/s\nINDICATORD_LISTEN=localhost:80\n",
    );
    for (lang, words) in LANGUAGES
        .into_iter()
        .zip(["числовой адрес", "numeric address"])
    {
        let mut command = Command::new(program());
        command
            .args(["serve", "--lang", lang])
            .env("INDICATORD_CONF", &file);
        let (code, _, stderr) = finish(&mut command);
        assert!(
            code == 1 && stderr.contains("indicatord.conf:2: ") && stderr.contains(words),
            "{stderr}"
        );
    }
}

#[test]
fn a_store_that_is_not_there_is_looked_for_on_its_file_system() {
    let fixture = StoreFixture::new();
    let cure = [
        "смонтирована ли файловая система?",
        "is the file system mounted?",
    ];
    for command in [
        &["status"][..],
        &["log"],
        &["settings"],
        &["serve", "--listen", "127.0.0.1:0"],
        &["rollback", "--yes"],
    ] {
        says(&fixture, command, 1, cure);
    }

    fs::create_dir(&fixture.store).unwrap();
    let nothing = ["нет ни одного выпуска", "nothing has been published"];
    says(&fixture, &["status"], 0, nothing);
    assert_eq!(fixture.publish(&[]).0, 0);
    assert_eq!(fixture.status().0, 0);
}

/// Either of the two cures that `status` names is one.
#[test]
fn an_altered_release_is_replaced_by_what_status_says() {
    for cure in ["rollback", "publish --allow unread"] {
        let fixture = StoreFixture::with_two_releases();
        let altered = fixture.store.join("releases/clean.2/indicators/usd.csv");
        replace(&altered, "1.71", "1.73");
        let named = format!("`indicatord {cure}`");
        says(&fixture, &["status"], 2, [&named; 2]);

        let dataset = fixture.dataset.to_str().unwrap().to_owned();
        let mut words: Vec<&str> = cure.split(' ').collect();
        match words[0] {
            "publish" => words.push(&dataset),
            _ => words.push("--yes"),
        }

        let (code, _, stderr) = fixture.run(&words);
        assert_eq!(code, 0, "{stderr}");
        assert!(
            !stderr.contains("warning"),
            "what was there before is not said again: {stderr}"
        );
        let (code, stdout, stderr) = fixture.run(&["status"]);
        assert_eq!(code, 0, "{stdout}{stderr}");
    }
}

#[test]
fn a_clock_before_the_live_release_is_a_problem_of_status() {
    let fixture = StoreFixture::new();
    fixture.replace("dataset.json", "2026-11-20T09:00:00", "2099-11-20T09:00:00");
    let (code, _, stderr) = fixture.publish(&[]);
    assert!(code == 1 && stderr.contains("as-of"), "{stderr}");
    let (code, _, stderr) = fixture.publish(&["--allow", "as-of"]);
    assert_eq!(code, 0, "{stderr}");
    says(&fixture, &["status"], 2, ["`timedatectl`"; 2]);
    let dataset = fixture.dataset.to_str().unwrap();
    for edit in [
        &["checked", "bank"][..],
        &["record", "usd", "2026-11-24", "1.7"],
    ] {
        let command = [edit, &["--dataset", dataset]].concat();
        let (code, stdout, stderr) = outcome(&command);
        assert!(
            code == 0 && stderr.contains("`timedatectl`"),
            "{edit:?}: {stdout}{stderr}"
        );
    }
}

#[test]
fn a_dataset_that_is_half_edited_stays_with_its_editor() {
    let fixture = StoreFixture::with_two_releases();
    for (rows, place) in [
        (
            "date,value\n2026-10-20,1.7\n2026-11-",
            "indicators/usd.csv:3: ",
        ),
        (
            "date,value\n2026-10-20,1.7\n2026-11-20,",
            "indicators/usd.csv:3: ",
        ),
        ("date,va", "indicators/usd.csv:1: "),
        ("", "indicators/usd.csv"),
    ] {
        fixture.write("indicators/usd.csv", rows);
        let dataset = fixture.dataset.to_str().unwrap().to_owned();
        says(&fixture, &["publish", &dataset], 2, [place; 2]);
        assert_eq!(fixture.current(), "clean.2", "readers keep what they have");
        assert_eq!(fixture.status().0, 0);
    }
}

/// The help of the program names the first commands of a night, and every command that a message proposes.
#[test]
fn the_help_leads_on() {
    for lang in LANGUAGES {
        let (code, stdout, _) = finish(
            Command::new(program())
                .arg("--help")
                .env("INDICATORD_LANG", lang),
        );
        assert_eq!(code, 0);
        for line in ["$ indicatord status", "$ journalctl -u indicatord"] {
            assert!(stdout.contains(line), "{line}: {stdout}");
        }

        for command in [
            "rollback", "undo", "publish", "log", "settings", "reload", "probe",
        ] {
            assert!(
                stdout.contains(&format!("\n  {command} ")),
                "{command}: {stdout}"
            );
            assert_eq!(outcome(&[command, "--help"]).0, 0);
        }
    }
}
