//! Every sentence that pages, feeds and explanations are composed of, of a dataset that has all cases, in one file for each
//! language: to be read as prose. A line that stands above already is left out.

use std::collections::BTreeSet;

use serde_json::Value;

use super::golden::RENEW;
use super::made_collection::{INDICATORS, made};
use crate::support::{TempDir, Tree, export, project, tree, write};

/// The directory of what was read, and below it a file for each language with the beginning of its paths.
const READ: &str = "tests/sentences";
const LANGUAGES: [(&str, &str); 2] = [("ru.txt", ""), ("en.txt", "en/")];

/// The text of markup, a line for each of its lines, without pictures, tables and navigation, whose labels are kept.
fn text_of(html: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let mut rest = html;
    while let Some((_, label)) = rest.split_once("role=\"img\" aria-label=\"") {
        let (label, behind) = label.split_once('"').unwrap();
        lines.push(label.to_owned());
        rest = behind;
    }

    let mut html = html.to_owned();
    for name in ["svg", "table", "nav"] {
        while let Some(start) = html.find(&format!("<{name}")) {
            let end = format!("</{name}>");
            let length = html[start..].find(&end).unwrap() + end.len();
            html.replace_range(start..start + length, "");
        }
    }

    let is_inline = |tag: &str| {
        ["span", "bdi", "a", "strong", "code"]
            .contains(&tag.trim_start_matches('/').split(' ').next().unwrap())
    };
    let mut text = String::new();
    // Each sentence has a line of its own.
    let html = html
        .replace("<span class=\"sentence\">", "\n")
        .replace("<span class=\"reason\">", "\n");
    for part in html.replace("</dt>", ": </dt>").split('<') {
        let (tag, behind) = part.split_once('>').unwrap_or(("", part));
        text.push_str(
            if is_inline(tag) || tag.contains("dt") || tag.starts_with("dd") {
                ""
            } else {
                "\n"
            },
        );
        text.push_str(behind);
    }

    lines.extend(text.lines().map(|line| line.trim().to_owned()));
    lines
}

fn between<'a>(text: &'a str, begin: &str, end: &str) -> Option<&'a str> {
    Some(text.split_once(begin)?.1.split_once(end)?.0)
}

/// The texts on an indicator: its page, the text of its latest figure, and its explanation.
fn of_indicator(files: &Tree, prefix: &str, key: &str) -> Vec<String> {
    let text = |path: &str| String::from_utf8(files[&format!("{prefix}{path}")].clone()).unwrap();
    let json = |path: &str| -> Value { serde_json::from_str(&text(path)).unwrap() };
    let page = text(&format!("view/{key}/index.html"));
    let mut lines = vec![
        between(&page, "<meta name=\"description\" content=\"", "\"")
            .unwrap()
            .to_owned(),
    ];
    lines.extend(text_of(
        between(&page, "<main id=\"content\">", "</main>").unwrap(),
    ));
    let explained = json(&format!("data/{key}/explain.json"));
    let sentences = [
        &explained["status"],
        &explained["change"]["mom"],
        &explained["change"]["yoy"],
    ];
    lines.extend(sentences.map(|of| of["sentence"].as_str().unwrap().to_owned()));
    lines.push(
        json(&format!("data/{key}/latest.json"))["current"]["text"]
            .as_str()
            .unwrap()
            .to_owned(),
    );
    lines
}

fn of_feed(feed: &str) -> Vec<String> {
    let inside = |name: &str| {
        let begin = format!("<{name}");
        let text = |part: &str| Some(part.split_once('>')?.1.split_once("</")?.0.to_owned());
        feed.split(&begin)
            .skip(1)
            .filter_map(text)
            .collect::<Vec<_>>()
    };
    let (titles, summaries) = (inside("title"), inside("summary"));
    titles.into_iter().chain(summaries).collect()
}

fn sentences(files: &Tree, prefix: &str) -> String {
    let mut said = BTreeSet::new();
    let mut written = String::new();
    let mut add = |heading: &str, lines: Vec<String>| {
        written += &format!("\n## {heading}\n");
        for line in lines {
            let line = line
                .replace(['\u{a0}', '\u{202f}'], " ")
                .replace("&quot;", "\"")
                .replace("&amp;", "&");
            if !line.trim().is_empty() && said.insert(line.clone()) {
                written += &format!("{}\n", line.trim());
            }
        }
    };

    let page = |path: &str| {
        let page = String::from_utf8(files[&format!("{prefix}{path}")].clone()).unwrap();
        text_of(between(&page, "<main id=\"content\">", "</footer>").unwrap())
    };
    for indicator in INDICATORS {
        add(indicator.key, of_indicator(files, prefix, indicator.key));
    }

    for path in [
        "index.html",
        "category/all/index.html",
        "calendar/index.html",
    ] {
        add(path, page(path));
    }

    add(
        "feed.atom",
        of_feed(&String::from_utf8(files[&format!("{prefix}feed.atom")].clone()).unwrap()),
    );
    written.trim_start().to_owned()
}

#[test]
fn every_sentence_has_been_read() {
    let dir = TempDir::new();
    let dataset = dir.join("dataset");
    made(&dataset);
    let files = export(&dataset, &[]);
    let before = tree(&project(READ));
    let now = LANGUAGES.map(|(name, prefix)| (name, sentences(&files, prefix)));
    if std::env::var_os(RENEW).is_some() {
        now.iter()
            .for_each(|(name, now)| write(&project(READ).join(name), now));
    }

    for (name, now) in now {
        let read = String::from_utf8(before.get(name).cloned().unwrap_or_default()).unwrap();
        let new: Vec<&str> = now
            .lines()
            .filter(|line| !read.lines().any(|known| known == *line))
            .collect();
        assert!(
            read == now,
            "{RENEW}=1 writes {READ}/{name} anew, to be read; not read yet: {new:#?}"
        );
    }
}
