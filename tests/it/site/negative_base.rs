//! A change against a negative base: programs get the percentage as it is defined, people the difference alone, since the
//! sign of the percentage would tell them the contrary.

use crate::support::{TempDir, edit, export};

#[test]
fn against_a_negative_base_a_page_shows_the_difference_alone() {
    let dir = TempDir::new();
    let dataset = dir.copy_of("tests/fixtures/clean", "dataset");
    edit(&dataset, "negative.1", "2026-10-20,-11\n2026-11-20,-4\n");
    let site = export(&dataset, &[]);
    let text = |path: &str| std::str::from_utf8(&site[path]).unwrap();
    let json = text("data/usd.json");
    assert!(
        json.contains("\"abs\": 7,") && json.contains("\"pct\": -63.64"),
        "{json}"
    );
    for page in ["view/usd/index.html", "en/view/usd/index.html"] {
        let html = text(page);
        assert!(html.contains("+7"), "{page} shows the difference");
        assert!(
            !html.contains("63,64") && !html.contains("63.64"),
            "{page} shows a percentage"
        );
    }
}
