//! Edits that a program has begun and not finished: the next command finishes them, or reverts them whole.

use super::*;

use crate::dataset::edit::notes::Event;
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
        let hash = |text: Option<&str>| text.map(|text| Hash::of(text.as_bytes()));
        let files = FILES.map(|(path, before, after)| FileChange {
            path: path.to_owned(),
            before: hash(before),
            after: hash(after),
        });
        let event = Event::Edit {
            what: "edit".to_owned(),
            files: files.to_vec(),
            rows: Vec::new(),
            by_machine: false,
        };
        let note = Note { at: "2026-11-20".to_owned(), user: "somebody".to_owned(), event };
        let directory = Directory::open(scratch.as_ref()).unwrap();
        Fixture { scratch, directory, note }
    }

    fn content(path: &str) -> Option<&'static [u8]> {
        FILES.iter().find(|file| file.0 == path)?.2.map(str::as_bytes)
    }

    /// The edit counts, and this many of its files have been replaced.
    fn interrupted(replaced: usize) -> Self {
        let fixture = Fixture::new();
        Edit::stage(&fixture.directory, fixture.note.clone(), &Fixture::content).unwrap();
        for (number, (path, _, after)) in FILES.iter().enumerate().take(replaced) {
            let path = fixture.scratch.join(path);
            match after {
                Some(_) => std::fs::rename(fixture.scratch.join(&format!(".edit/{number}")), path).unwrap(),
                None => std::fs::remove_file(path).unwrap(),
            }
        }
        fixture
    }

    fn make(&self, remaining: &mut dyn FnMut(Remaining)) -> Result<(), NotMade> {
        make(&self.directory, self.note.clone(), &Fixture::content, remaining)
    }

    /// Completes what was interrupted; nothing of it remains to be done.
    fn recover(&self) -> Result<bool, NotMade> {
        recover(&self.directory, &mut |remaining| panic!("{remaining:?}"))
    }

    /// The files are these, and nothing else is left of the edit.
    #[track_caller]
    fn assert_files(
        &self,
        expected: impl Fn((&str, Option<&'static str>, Option<&'static str>)) -> Option<&'static str>,
    ) {
        for file in FILES {
            let now = std::fs::read_to_string(self.scratch.join(file.0)).ok();
            assert_eq!(now.as_deref(), expected(file), "{}", file.0);
        }
        assert!(!self.scratch.join(EDIT).exists());
    }

    #[track_caller]
    fn is_made(&self) {
        self.assert_files(|(_, _, after)| after);
    }

    #[track_caller]
    fn is_reverted(&self) {
        self.assert_files(|(_, before, _)| before);
    }

    /// What a reader sees.
    fn read(&self) -> Vec<(String, String)> {
        let there =
            FILES.iter().filter_map(|(path, ..)| Some((path, std::fs::read(self.scratch.join(path)).ok()?)));
        let mut read = there.map(|(path, bytes)| DataFile { path: (*path).to_owned(), bytes }).collect();
        apply_pending(&self.directory, &mut read).unwrap();
        read.sort_by(|a, b| a.path.cmp(&b.path));
        read.into_iter().map(|file| (file.path, String::from_utf8(file.bytes).unwrap())).collect()
    }
}

#[track_caller]
fn changed<T>(outcome: Result<T, NotMade>) -> String {
    match outcome {
        Err(NotMade::Changed(path)) => path,
        Err(NotMade::Failed(error)) => panic!("{error:?}"),
        Ok(_) => panic!("nobody has noticed"),
    }
}

#[test]
fn an_edit_is_made_whole() {
    let fixture = Fixture::new();
    let make = || fixture.make(&mut |remaining: Remaining| panic!("{remaining:?}"));
    make().unwrap();
    fixture.is_made();
    assert!(!fixture.recover().unwrap());
    // The files are not as they were.
    assert_eq!(changed(make()), FILES[0].0);
    fixture.is_made();
}

#[test]
fn an_edit_that_was_interrupted_is_completed_noted_once_and_read_as_if_it_were() {
    let after: Vec<_> = [FILES[0], FILES[1], FILES[3]]
        .map(|(path, _, new)| (path.to_owned(), new.unwrap().to_owned()))
        .to_vec();
    for replaced in 0..=FILES.len() + 1 {
        let fixture = Fixture::interrupted(replaced);
        assert_eq!(fixture.read(), after, "{replaced}");
        if replaced > FILES.len() {
            Notes::add(&fixture.directory, &fixture.note).unwrap();
        }
        assert!(fixture.recover().unwrap());
        let noted = serde_json::to_string(&fixture.note).unwrap() + "\n";
        assert_eq!(fixture.scratch.text(".edits.jsonl"), noted);
        fixture.is_made();
    }
}

#[test]
fn an_edit_that_counts_is_finished_by_the_next_command() {
    let fixture = Fixture::new();
    // The note cannot be written.
    fixture.scratch.write(".edits.jsonl/file", "in the way");
    let mut said = Vec::new();
    fixture.make(&mut |remaining| said.push(remaining)).unwrap();
    assert!(matches!(&said[..], [Remaining::Note(_)]), "{said:?}");
    fixture.is_made();
    // A file cannot be replaced.
    let fixture = Fixture::interrupted(3);
    std::fs::rename(fixture.scratch.join("indicators"), fixture.scratch.join("moved")).unwrap();
    assert!(matches!(fixture.recover(), Err(NotMade::Failed(_))));
    std::fs::rename(fixture.scratch.join("moved"), fixture.scratch.join("indicators")).unwrap();
    assert!(fixture.recover().unwrap());
    fixture.is_made();
}

#[test]
fn an_edit_of_what_somebody_else_has_changed_is_reverted() {
    for (number, (path, before, _)) in FILES.into_iter().enumerate() {
        let fixture = Fixture::interrupted(number);
        fixture.scratch.write(path, "somebody else's");
        let now = fixture.read();
        assert!(now.contains(&(path.to_owned(), "somebody else's".to_owned())));
        assert_eq!(changed(fixture.recover()), path);
        assert_eq!(fixture.scratch.text(path), "somebody else's");
        match before {
            Some(before) => fixture.scratch.write(path, before),
            None => std::fs::remove_file(fixture.scratch.join(path)).unwrap(),
        }
        fixture.is_reverted();
    }
    // A program that was killed had begun to revert it.
    let fixture = Fixture::interrupted(FILES.len());
    fixture.scratch.write(FILES[0].0, FILES[0].1.unwrap());
    assert_eq!(changed(fixture.recover()), FILES[0].0);
    fixture.is_reverted();
}

#[test]
fn without_its_note_an_edit_is_nothing() {
    for note in [None, Some("{")] {
        let fixture = Fixture::interrupted(0);
        std::fs::remove_file(fixture.scratch.join(".edit/note.json")).unwrap();
        note.into_iter().for_each(|note| fixture.scratch.write(".edit/note.json", note));
        assert_eq!(fixture.read().len(), 3);
        assert!(!fixture.recover().unwrap());
        fixture.is_reverted();
    }
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
