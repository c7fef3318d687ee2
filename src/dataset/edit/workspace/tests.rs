//! A dataset directory that is edited, published and edited by others.

use super::*;

use crate::scratch::Scratch;

/// A directory with two indicators.
fn dataset() -> Scratch {
    let scratch = Scratch::new();
    scratch.write("dataset.json", "{}");
    scratch.write("indicators/usd.csv", "date,value\n");
    scratch.write("indicators/usd.json", "{}");
    scratch.write("indicators/wage.csv", "date,value\n");
    scratch
}

fn open(scratch: &Scratch) -> Workspace {
    Workspace::open(scratch.as_ref(), &mut |message| panic!("{message:?}")).unwrap()
}

fn row(date: &str) -> RecordedRow {
    let [key, date, value] = ["usd", date, "1"].map(str::to_owned);
    RecordedRow { key, date, published: String::new(), value }
}

/// Adds an observation, and the file of checks where there is none.
fn edit(scratch: &Scratch, date: &str) -> Result<(), EditError> {
    let mut workspace = open(scratch);
    let mut usd = workspace.file("indicators/usd.csv").unwrap().bytes.clone();
    usd.extend(format!("{date},1\n").as_bytes());
    workspace.put("indicators/usd.csv", usd);
    workspace.put("checks.csv", b"source\n".to_vec());
    workspace.save("record", "now", vec![row(date)], false, &mut |message| panic!("{message:?}"))
}

/// Notes that the directory was published as it was read.
fn publish(scratch: &Scratch, read: &[DataFile], version: &str) {
    let noted =
        note_publication(scratch.as_ref(), read, version, "1970-01-01T00:00:00+00:00", &mut |message| {
            panic!("{message:?}")
        });
    noted.unwrap();
}

fn refused(outcome: Result<(), EditError>) -> Option<Message> {
    match outcome {
        Err(EditError::Refused(message)) => Some(message),
        _ => None,
    }
}

#[test]
fn edits_are_made_noted_and_taken_back_one_by_one() {
    let scratch = dataset();
    edit(&scratch, "2026-10-31").unwrap();
    edit(&scratch, "2026-11-30").unwrap();
    assert_eq!(scratch.text("indicators/usd.csv"), "date,value\n2026-10-31,1\n2026-11-30,1\n");
    assert_eq!(
        (scratch.text("checks.csv"), scratch.text(".edits.jsonl").lines().count()),
        ("source\n".into(), 2)
    );
    for (date, left) in [("2026-11-30", "date,value\n2026-10-31,1\n"), ("2026-10-31", "date,value\n")] {
        let mut workspace = open(&scratch);
        assert!(
            workspace.written().contains(&row(date).vintage())
                && !workspace.written().contains(&row("2026-01-31").vintage())
        );
        let user = User::at_the_keyboard().name;
        assert_eq!(workspace.take_back(), Ok(format!("record (now, {user})")));
        workspace.save_undo("later", &mut |message| panic!("{message:?}")).unwrap();
        assert_eq!(scratch.text("indicators/usd.csv"), left);
        drop(workspace);
        assert!(!open(&scratch).written().contains(&row(date).vintage()));
    }
    assert_eq!(scratch.names(""), [".edits", ".edits.jsonl", "dataset.json", "indicators"]);
    let shown = scratch.as_ref().display().to_string();
    assert_eq!(open(&scratch).take_back(), Err(msg::nothing_to_undo(shown)));
}

#[test]
fn what_is_changed_is_what_differs() {
    let scratch = dataset();
    let mut workspace = open(&scratch);
    assert_eq!(workspace.keys().collect::<Vec<_>>(), ["usd", "wage"]);
    assert!(workspace.file("indicators/m2.csv").is_none());
    workspace.put("dataset.json", b"{}".to_vec());
    workspace.save("nothing", "now", Vec::new(), false, &mut |_| ()).unwrap();
    assert!(!scratch.join(".edits.jsonl").exists());
    workspace.put("checks.csv", Vec::new());
    workspace.put("indicators/wage.csv", Vec::new());
    assert_eq!(workspace.changed().collect::<Vec<_>>(), ["checks.csv", "indicators/wage.csv"]);
    assert_eq!(workspace.file("dataset.json").unwrap().bytes, b"{}");
    assert!(workspace.file("indicators/wage.csv").unwrap().bytes.is_empty());
}

#[test]
fn an_edit_knows_what_was_published_since() {
    let scratch = dataset();
    let publish = |version: &str| {
        let read = open(&scratch).take_files();
        publish(&scratch, &read, version);
    };
    publish("0");
    assert_eq!(noted_versions(scratch.as_ref()), ["0"], "also where no command has edited it");
    edit(&scratch, "2026-10-31").unwrap();
    publish("1");
    publish("2");
    let mut workspace = open(&scratch);
    assert!(!workspace.written().contains(&row("2026-10-31").vintage()));
    let last = workspace.last_edit().unwrap();
    assert_eq!((last.rows, last.published.as_slice()), (&[row("2026-10-31")][..], &["1", "2"][..]));
    assert!(workspace.take_back().is_ok(), "who asks has found out that it is not public any more");
    drop(workspace);
    edit(&scratch, "2026-11-30").unwrap();
    assert!(open(&scratch).last_edit().unwrap().published.is_empty());
}

/// `record` and `undo` may come while a publication is compared and installed.
#[test]
fn an_edit_after_the_reading_is_not_published() {
    let scratch = dataset();
    edit(&scratch, "2026-09-30").unwrap();
    let first = open(&scratch).take_files();
    edit(&scratch, "2026-10-31").unwrap();
    edit(&scratch, "2026-11-30").unwrap();
    publish(&scratch, &first, "1");
    let mut workspace = open(&scratch);
    for (date, is_written) in [("2026-09-30", false), ("2026-10-31", true), ("2026-11-30", true)] {
        assert_eq!(workspace.written().contains(&row(date).vintage()), is_written, "{date}");
    }
    let second = workspace.take_files();
    drop(workspace);
    let mut workspace = open(&scratch);
    assert!(workspace.last_edit().unwrap().published.is_empty());
    workspace.take_back().unwrap();
    workspace.save_undo("later", &mut |message| panic!("{message:?}")).unwrap();
    drop(workspace);
    publish(&scratch, &second, "2");
    assert!(open(&scratch).last_edit().unwrap().published == ["2"], "the undo came after the reading");
    let mut by_hand = open(&scratch).take_files();
    edit(&scratch, "2026-12-31").unwrap();
    by_hand.iter_mut().for_each(|file| file.bytes.push(b'\n'));
    publish(&scratch, &by_hand, "3");
    assert!(
        open(&scratch).last_edit().unwrap().published == ["3"],
        "what cannot be told counts as published"
    );
}

#[test]
fn the_newest_notes_are_kept() {
    let scratch = dataset();
    edit(&scratch, "2026-10-31").unwrap();
    let first = scratch.text(".edits.jsonl");
    for (count, version) in [(2, "1".to_owned()), (2, "2".repeat(40 << 20)), (3, "3".to_owned())] {
        publish(&scratch, &[], &version);
        assert_eq!(scratch.text(".edits.jsonl").lines().count(), count);
    }
    assert!(!scratch.text(".edits.jsonl").starts_with(&first));
}

#[test]
fn an_edit_is_undone_from_the_former_files_as_long_as_they_are_kept() {
    let scratch = dataset();
    edit(&scratch, "2026-10-31").unwrap();
    edit(&scratch, "2026-11-30").unwrap();
    assert_eq!(scratch.names(".edits").len(), 2, "a file that is new has no former one");
    let mut workspace = open(&scratch);
    workspace.take_back().unwrap();
    workspace.save_undo("later", &mut |message| panic!("{message:?}")).unwrap();
    drop(workspace);
    let names = scratch.names(".edits");
    assert_eq!(names, [Hash::of(b"date,value\n").to_string()], "what is not needed goes");
    let kept = format!(".edits/{}", names[0]);
    scratch.write(&kept, "altered");
    let unreadable =
        |error: Errno| Err(msg::cannot_read_file(scratch.join(&kept).display(), msg::reason(&error.into())));
    assert_eq!(open(&scratch).take_back(), unreadable(Errno::IO));
    std::fs::remove_file(scratch.join(&kept)).unwrap();
    assert_eq!(open(&scratch).take_back(), unreadable(Errno::NOENT));
}

#[test]
fn what_somebody_else_has_changed_stays() {
    let scratch = dataset();
    let shown = scratch.as_ref().display().to_string();
    let mut workspace = open(&scratch);
    workspace.put("indicators/usd.csv", Vec::new());
    scratch.write("indicators/usd.csv", "somebody else's");
    let saved = workspace.save("record", "now", Vec::new(), false, &mut |_| ());
    assert_eq!(refused(saved), Some(msg::changed_meanwhile(format!("{shown}/indicators/usd.csv"))));
    assert_eq!(scratch.text("indicators/usd.csv"), "somebody else's");
    assert!(!scratch.join(".edit").exists());
    drop(workspace);
    edit(&scratch, "2026-10-31").unwrap();
    scratch.write("indicators/usd.csv", "somebody else's");
    let taken_back = open(&scratch).take_back();
    assert_eq!(taken_back, Err(msg::changed_since(format!("{shown}/indicators/usd.csv"), "now")));
}

#[test]
fn a_note_that_was_cut_off_is_none() {
    let scratch = dataset();
    edit(&scratch, "2026-10-31").unwrap();
    let whole = scratch.text(".edits.jsonl");
    scratch.write(".edits.jsonl", format!("{whole}{{\"at\""));
    edit(&scratch, "2026-11-30").unwrap();
    let text = scratch.text(".edits.jsonl");
    assert!(text.starts_with(&whole) && text.lines().count() == 2, "{text}");
    let workspace = open(&scratch);
    assert!(
        workspace.written().contains(&row("2026-10-31").vintage())
            && workspace.written().contains(&row("2026-11-30").vintage())
    );
}

#[test]
fn what_cannot_be_edited_is_said() {
    let scratch = dataset();
    let opened = |name: &str| {
        let path = scratch.join(name);
        (refused(Workspace::open(&path, &mut |_| ()).map(drop)), path.display().to_string())
    };
    let (said, shown) = opened("gone");
    assert_eq!(said, Some(msg::dataset_missing(shown)));
    let (said, shown) = opened("dataset.json");
    assert_eq!(said, Some(msg::dataset_is_no_directory(shown)));
    std::fs::remove_dir_all(scratch.join("indicators")).unwrap();
    std::fs::remove_file(scratch.join("dataset.json")).unwrap();
    assert!(
        matches!(Workspace::open(scratch.as_ref(), &mut |_| ()), Err(EditError::Bad(_))),
        "nothing is there"
    );
    if rustix::process::geteuid().is_root() {
        let scratch = dataset();
        std::os::unix::fs::chown(scratch.join("indicators"), Some(1), None).unwrap();
        let said = refused(Workspace::open(scratch.as_ref(), &mut |_| ()).map(drop));
        let shown = scratch.join("indicators").display().to_string();
        assert_eq!(said, Some(msg::owned_by_another(shown, user::for_sudo(1))));
    }
}
