//! The journal: what its lines come to, and how it is added to whatever its end looks like.

use super::*;
use crate::dataset::Withdrawal;
use crate::store::entry::Origin;
use crate::store::samples::{Scratch, content, entry, publication, record, rollback, signature, staging};

/// The journal of these lines.
fn journal(scratch: &Scratch, content: &str) -> Journal {
    scratch.write(FILE, content);
    Journal::read(&scratch.dir()).unwrap()
}

fn text(entries: &[Entry]) -> String {
    entries.iter().map(|entry| serde_json::to_string(entry).unwrap() + "\n").collect()
}

fn journal_with(entries: &[Entry]) -> Journal {
    journal(&Scratch::new(), &text(entries))
}

fn recovered(version: &str, previous: &str) -> Entry {
    let content = Some(content(version));
    entry(Event::Recovered { version: version.to_owned(), content, previous: Some(previous.to_owned()) })
}

#[test]
fn a_rollback_leads_past_what_was_withdrawn() {
    let mut entries = vec![publication("1", None), recovered("2", "1"), publication("3", Some("2"))];
    let older = |entries: &[Entry]| {
        journal_with(entries).before_last().map(|c| c.version.to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(older(&entries), ["2", "1"]);
    entries.push(rollback("2", "3"));
    assert_eq!(older(&entries), ["1"]);
    let rolled_back = |entries: &[Entry]| {
        journal_with(entries).rolled_back().into_keys().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(rolled_back(&entries), ["3"]);
    assert!(journal_with(&entries).last_rollback().is_some());
    entries.push(rollback("3", "2"));
    assert_eq!(older(&entries), ["1"], "2 was withdrawn by that");
    entries.push(recovered("1", "3"));
    assert_eq!(rolled_back(&entries), ["2", "3"], "gone back to by hand");
    assert!(journal_with(&entries).last_rollback().is_none());
    let journal = journal_with(&entries);
    assert_eq!(journal.entries(), entries);
    assert_eq!(journal.last().map(|last| last.version), Some("1"));
    assert_eq!(journal.content_of("2"), Some(&content("2")));
    assert_eq!(journal.content_of("4"), None);
    assert_eq!(journal.previous_of("2"), Some("1"), "a rollback publishes nothing");
    assert_eq!((journal.previous_of("1"), journal.previous_of("4")), (None, None));
    assert!(journal.was_current("1") && !journal.was_current("4"));
}

/// The link was gone: what it had led to is withdrawn all the same, with what the rollback has noted.
#[test]
fn a_rollback_without_a_link_withdraws_what_was_live_last() {
    let content = content("1");
    let withdrawn = Some(Withdrawal::default());
    let to_first = Event::Rollback { version: "1".to_owned(), content, previous: None, withdrawn };
    let journal = journal_with(&[publication("1", None), publication("2", Some("1")), entry(to_first)]);
    assert_eq!(journal.rolled_back(), [("2", Some(&Withdrawal::default()))].into());
    assert!(journal_with(&[publication("1", None), rollback("1", "1")]).rolled_back().is_empty(), "put back");
}

#[test]
fn the_journal_says_what_is_staged_and_which_numbers_were_used() {
    let approved = |version: &str, staged: u32| {
        let (release, staged) = (record(version), signature(staged));
        entry(Event::Approve { release, previous: Some("1".to_owned()), staged })
    };
    let withdrawn = entry(Event::Withdraw { version: "3".to_owned() });
    let entries = [
        publication("1", Some("0")),
        staging("2"),
        staging("3"),
        staging("4"),
        withdrawn,
        approved("2", 9),
        staging("5"),
    ];
    let journal = journal_with(&entries);
    let staged: Vec<&str> = journal.staged().iter().map(|staged| staged.release.version.as_str()).collect();
    assert_eq!(staged, ["4", "5"]);
    assert_eq!(journal.staged()[0].by, &signature(9));
    assert_eq!(journal.withdrawn().collect::<Vec<_>>(), ["3"]);
    assert_eq!(journal.last().map(|last| last.version), Some("2"), "what is staged is not in service");
    assert!(!journal.was_current("3") && !journal.was_current("5"));
    let versions: BTreeSet<&str> = journal.versions().collect();
    assert_eq!(versions, ["0", "1", "2", "3", "4", "5"].into());
    assert_eq!(journal.record_of("3"), Some(&record("3")));
    assert!(!journal_with(&entries[1..2]).has_published());
}

#[test]
fn a_sequence_is_the_highest_of_its_key_wherever_the_bundle_went() {
    let came = |version: &str, key: &str, sequence: u64| Record {
        bundle: Some(Origin { key: key.to_owned(), sequence, comment: String::new() }),
        ..record(version)
    };
    let journal = journal_with(&[
        entry(Event::Publish { release: came("1", "A", 2), previous: None }),
        entry(Event::Stage { release: came("2", "A", 7) }),
        entry(Event::Stage { release: came("3", "B", 9) }),
        entry(Event::Withdraw { version: "3".to_owned() }),
    ]);
    assert_eq!(journal.highest_sequence("A", None), Some(7));
    assert_eq!(journal.highest_sequence("A", Some("2")), Some(2));
    assert_eq!(journal.highest_sequence("B", None), Some(9), "also what was taken back");
    assert_eq!(journal.highest_sequence("C", None), None);
}

#[test]
fn lines_that_say_nothing_are_numbered_and_the_others_hold() {
    let scratch = Scratch::new();
    let entries = ["1", "2"].map(|version| publication(version, Some("0")));
    let content = format!("\n{}nonsense\n \n{}{{}}\n", text(&entries[..1]), text(&entries[1..]));
    let read = journal(&scratch, &content);
    assert_eq!(read.entries(), entries);
    assert!(matches!(&read.events()[..], [StoreEvent::JournalDamaged(lines)] if lines == &[3, 6]));
    assert!(
        !read.is_same(&journal_with(&entries)) && journal_with(&entries).is_same(&journal_with(&entries))
    );
    assert!(journal(&scratch, "nonsense\n").has_published(), "something was there");
    assert!(journal(&scratch, "{\"at\"").has_published());
    assert!(!journal(&scratch, "\n").has_published());
}

#[test]
fn room_for_a_line_is_made_in_the_file_and_others_are_kept_out_of_it() {
    let scratch = Scratch::new();
    let root = scratch.dir();
    let access = |audience: Audience| audience.access(&root.stat().unwrap(), None);
    let reserve = |audience| {
        let access = access(Journal::audience(&root, audience).unwrap());
        Journal::default().reserve(&root, &publication("1", None), &access).unwrap();
        let mode = root.look(FILE).unwrap().unwrap().st_mode & 0o777;
        assert_eq!(scratch.text(FILE), "", "nothing is written to it");
        mode
    };
    assert_eq!(reserve(Audience::Everybody), 0o644);
    assert_eq!(reserve(Audience::Group), 0o640);
    assert_eq!(reserve(Audience::Everybody), 0o640, "what was closed stays so");
}
