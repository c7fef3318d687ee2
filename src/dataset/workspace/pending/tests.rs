//! Edits that a program has begun and not finished: whoever comes next finishes them, or takes them back whole.

use super::*;
use crate::scratch::Scratch;

const FILES: [(&str, Option<&str>, Option<&str>); 4] = [
    ("changed.csv", Some("before"), Some("after")),
    ("indicators/new.csv", None, Some("new")),
    ("gone.csv", Some("gone"), None),
    ("indicators/usd.csv", Some("1"), Some("2")),
];

/// A dataset, and an edit of it.
struct Fixture {
    scratch: Scratch,
    directory: Directory,
    note: Note,
}

impl Fixture {
    fn new() -> Self {
        let scratch = Scratch::new();
        scratch.write("dataset.json", "{}");
        for (path, before, _) in FILES {
            before.into_iter().for_each(|text| scratch.write(path, text));
        }
        let bytes = |text: Option<&'static str>| text.map(str::as_bytes);
        let files = FILES.map(|(path, before, after)| Splice::between(path, bytes(before), bytes(after)));
        let event = Event::Edit { what: "edit".to_owned(), files: files.to_vec(), rows: Vec::new() };
        let note = Note { at: "2026-11-20".to_owned(), user: "somebody".to_owned(), event };
        let directory = Directory::open(scratch.as_ref()).unwrap();
        Fixture { scratch, directory, note }
    }

    fn contents() -> Vec<Option<&'static [u8]>> {
        FILES.iter().map(|(.., after)| after.map(str::as_bytes)).collect()
    }

    /// The edit is made, and this many of its files have changed places.
    fn interrupted(swapped: usize) -> Self {
        let fixture = Fixture::new();
        let (root, directory) = (fixture.scratch.as_ref(), &fixture.directory);
        assert!(stage(root, directory, &fixture.note, &Fixture::contents()).is_ok());
        let staged = directory.inner(MADE).unwrap().unwrap();
        let edit = Edit { root, directory, note: fixture.note.clone(), staged };
        for (number, splice) in files(&fixture.note).iter().enumerate().take(swapped) {
            assert!(edit.swap(&number.to_string(), splice).is_ok());
        }
        fixture
    }

    fn is(&self, after: bool) {
        for (path, old, new) in FILES {
            let now = std::fs::read_to_string(self.scratch.join(path)).ok();
            assert_eq!(now.as_deref(), if after { new } else { old }, "{path}");
        }
    }

    fn nothing_is_left(&self) {
        assert_eq!([NEW, MADE, DONE].map(|name| self.scratch.join(name).exists()), [false; 3]);
    }

    /// What a reader sees.
    fn read(&self) -> Vec<(String, String)> {
        let there =
            FILES.iter().filter_map(|(path, ..)| Some((path, std::fs::read(self.scratch.join(path)).ok()?)));
        let mut read = there.map(|(path, bytes)| DataFile { path: (*path).to_owned(), bytes }).collect();
        overlay(self.scratch.as_ref(), &mut read).unwrap();
        read.sort_by(|a, b| a.path.cmp(&b.path));
        read.into_iter().map(|file| (file.path, String::from_utf8(file.bytes).unwrap())).collect()
    }
}

/// Completes what was interrupted; nothing of it remains to be done.
fn recovered(fixture: &Fixture) -> Result<Recovered, NotMade> {
    recover(fixture.scratch.as_ref(), &fixture.directory, &mut |remaining| panic!("{remaining:?}"))
}

fn changed(outcome: Result<Recovered, NotMade>) -> String {
    match outcome {
        Err(NotMade::Changed(path)) => path,
        Err(NotMade::Failed(path, error)) => panic!("{path}: {error}"),
        Ok(_) => panic!("nobody has noticed"),
    }
}

#[test]
fn an_edit_is_made_whole() {
    let fixture = Fixture::new();
    let (root, directory) = (fixture.scratch.as_ref(), &fixture.directory);
    let make = || {
        let remaining = &mut |remaining: Remaining| panic!("{remaining:?}");
        make(root, directory, &fixture.note, &Fixture::contents(), remaining)
    };
    assert!(make().is_ok());
    fixture.is(true);
    fixture.nothing_is_left();
    assert_eq!(recovered(&fixture).ok(), Some(Recovered::Nothing));
    // The files are not as they were.
    assert!(matches!(make(), Err(NotMade::Changed(path)) if path == FILES[0].0));
    fixture.is(true);
    fixture.nothing_is_left();
}

#[test]
fn an_edit_that_was_interrupted_is_completed_and_read_as_if_it_were() {
    let after: Vec<_> = [FILES[0], FILES[1], FILES[3]]
        .map(|(path, _, new)| (path.to_owned(), new.unwrap().to_owned()))
        .to_vec();
    for swapped in 0..=FILES.len() {
        let fixture = Fixture::interrupted(swapped);
        assert_eq!(fixture.read(), after, "{swapped}");
        fixture.scratch.write(".edit.new/0", "of a third program");
        fixture.scratch.write(".edit.done/0", "of a fourth");
        assert_eq!(recovered(&fixture).ok(), Some(Recovered::Finished));
        let noted = serde_json::to_string(&fixture.note).unwrap() + "\n";
        assert_eq!(fixture.scratch.text(".edits.jsonl"), noted);
        fixture.is(true);
        fixture.nothing_is_left();
    }
}

#[test]
fn an_edit_that_was_noted_before_it_was_interrupted_is_noted_once() {
    let fixture = Fixture::interrupted(FILES.len());
    notes::add(&fixture.directory, &fixture.note).unwrap();
    assert_eq!(recovered(&fixture).ok(), Some(Recovered::Finished));
    assert_eq!(fixture.scratch.text(".edits.jsonl").lines().count(), 1);
    fixture.is(true);
    fixture.nothing_is_left();
}

#[test]
fn an_edit_that_counts_is_finished_by_whoever_comes_next() {
    let fixture = Fixture::new();
    let (root, directory) = (fixture.scratch.as_ref(), &fixture.directory);
    // Neither can the note be written, nor what is done be put aside.
    for name in [".edits.jsonl", DONE] {
        fixture.scratch.write(&format!("{name}/file"), "in the way");
    }
    let mut said = Vec::new();
    make(root, directory, &fixture.note, &Fixture::contents(), &mut |remaining| said.push(remaining))
        .unwrap();
    assert!(
        matches!(&said[..], [Remaining::Note(_), Remaining::Unfinished(path, _)] if path == MADE),
        "{said:?}"
    );
    fixture.is(true);
    std::fs::remove_dir_all(fixture.scratch.join(".edits.jsonl")).unwrap();
    assert_eq!(recovered(&fixture).ok(), Some(Recovered::Finished));
    assert_eq!(fixture.scratch.text(".edits.jsonl").lines().count(), 1);
    fixture.is(true);
    fixture.nothing_is_left();
}

#[test]
fn an_edit_of_what_somebody_else_has_changed_is_taken_back() {
    for (number, (path, ..)) in FILES.into_iter().enumerate() {
        let fixture = Fixture::interrupted(number);
        fixture.scratch.write(path, "somebody else's");
        let now = fixture.read();
        assert!(now.contains(&(path.to_owned(), "somebody else's".to_owned())));
        assert_eq!(changed(recovered(&fixture)), path);
        assert_eq!(fixture.scratch.text(path), "somebody else's");
        match FILES[number].1 {
            Some(before) => fixture.scratch.write(path, before),
            None => std::fs::remove_file(fixture.scratch.join(path)).unwrap(),
        }
        fixture.is(false);
        fixture.nothing_is_left();
    }
}

#[test]
fn what_was_written_to_a_file_that_had_been_opened_before_is_not_lost() {
    let fixture = Fixture::interrupted(FILES.len());
    fixture.scratch.write(".edit/3", "1 and more");
    assert_eq!(changed(recovered(&fixture)), FILES[3].0);
    assert_eq!(fixture.scratch.text(FILES[3].0), "1 and more");
    fixture.scratch.write(FILES[3].0, "1");
    fixture.is(false);
    fixture.nothing_is_left();
}

#[test]
fn without_its_note_an_edit_is_nothing() {
    let fixture = Fixture::interrupted(0);
    fixture.scratch.write(".edit/note.json", "{");
    fixture.read();
    assert_eq!(recovered(&fixture).ok(), Some(Recovered::Nothing));
    fixture.is(false);
    fixture.nothing_is_left();
}

#[test]
fn what_is_staged_is_read_only_where_it_is_what_the_note_says() {
    let fixture = Fixture::interrupted(0);
    for name in [".edit/0", ".edit/1"] {
        fixture.scratch.write(name, "of a disk that fails");
    }
    std::fs::remove_file(fixture.scratch.join(".edit/3")).unwrap();
    let as_they_were = [FILES[0], FILES[3]].map(|(path, old, _)| (path.to_owned(), old.unwrap().to_owned()));
    assert_eq!(fixture.read(), as_they_were);
}
