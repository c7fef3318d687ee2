//! What pages say of the release: its version and its day. They change with every release and most pages do not, so a page
//! of an indicator is kept in pieces, with the places of the release left open.

use askama::Template;
use chrono::NaiveDate;

use crate::dataset::Dataset;
use crate::model::{Fingerprint, Lang, Localized};
use crate::site::page::{Content, SiteError, Variant};
use crate::site::segment::Segment;
use crate::site::text;

/// A place that is left open. No text of a dataset is taken for one: pages escape every `<` of it.
const LABEL: &str = "<!--release-->";
/// The same in linked data, for the version as a string of JSON.
const VERSION: &str = "<!--version-->";

/// The release as a page names it.
#[derive(Clone, Copy, PartialEq, Hash)]
pub struct Release<'a> {
    version: &'a str,
    day: NaiveDate,
}

impl<'a> Release<'a> {
    pub fn of(dataset: &'a Dataset) -> Self {
        Release { version: &dataset.version, day: dataset.offset.day(dataset.as_of) }
    }

    pub fn text(&self, lang: Lang) -> String {
        text::nbsp(&text::release(self.version, text::full_day(self.day, lang), lang))
    }
}

/// The release as it is written into the pages of a language: once for all of them.
pub struct WrittenRelease {
    label: Segment,
    version: Segment,
}

#[derive(Template)]
#[template(source = "{{ text }}", ext = "html")]
struct Label {
    text: String,
}

impl WrittenRelease {
    pub fn new(release: &Release<'_>, lang: Lang) -> Result<Self, SiteError> {
        let label = Label { text: release.text(lang) }.render()?;
        let version = in_script(&serde_json::to_string(release.version)?);
        Ok(WrittenRelease {
            label: Segment::uncompressed(label.into_bytes()),
            version: Segment::uncompressed(version.into_bytes()),
        })
    }
}

/// A JSON text in which nothing ends the element that it stands in.
pub fn in_script(json: &str) -> String {
    json.replace('<', "\\u003c")
}

/// A page in both languages without the release.
pub type OpenPages = Result<Localized<OpenPage>, SiteError>;

/// A page without the release.
pub struct OpenPage(Vec<Piece>);

enum Piece {
    Text(Segment),
    Label,
    Version,
}

impl OpenPage {
    pub fn of(template: &impl Template) -> Result<Self, SiteError> {
        let text = template.render()?;
        let (mut pieces, mut rest) = (Vec::new(), text.as_str());
        let own = |text: &str| Piece::Text(Segment::new(text.as_bytes().to_vec()));
        while let Some((place, mark, piece)) = next_place(rest) {
            pieces.extend([own(&rest[..place]), piece]);
            rest = &rest[place + mark.len()..];
        }
        pieces.push(own(rest));
        Ok(OpenPage(pieces))
    }

    pub fn stand_in(name: Fingerprint) -> Self {
        OpenPage(vec![Piece::Text(Segment::stand_in(name)), Piece::Label])
    }

    /// The page with the release in its places.
    pub fn released(&self, release: &WrittenRelease) -> Content {
        let segment = |piece: &Piece| match piece {
            Piece::Text(own) => own.clone(),
            Piece::Label => release.label.clone(),
            Piece::Version => release.version.clone(),
        };
        Variant::of_segments(&self.0.iter().map(segment).collect::<Vec<_>>()).into()
    }
}

/// The first place that is left open.
fn next_place(text: &str) -> Option<(usize, &'static str, Piece)> {
    let place = text.find("<!--")?;
    let (before, found) = text.split_at(place);
    if found.starts_with(LABEL) {
        Some((place, LABEL, Piece::Label))
    } else if found.starts_with(VERSION) {
        Some((place, VERSION, Piece::Version))
    } else {
        let skipped = before.len() + "<!--".len();
        next_place(&text[skipped..]).map(|(place, mark, piece)| (skipped + place, mark, piece))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Template)]
    #[template(source = "{{ text }} <!--release--> <!-- x --> {\"a\":<!--version-->}", ext = "html")]
    struct Sample {
        text: &'static str,
    }

    #[test]
    fn the_release_stands_in_its_places_and_nowhere_else() {
        let release = Release { version: "</script>1", day: "2026-11-20".parse().unwrap() };
        let written = WrittenRelease::new(&release, Lang::En).unwrap();
        let page = OpenPage::of(&Sample { text: "<!--release-->" }).unwrap().released(&written);
        let mut bytes = Vec::new();
        page.default.identity.write_to(&mut bytes).unwrap();
        let text = String::from_utf8(bytes).unwrap().replace('\u{a0}', " ");
        assert_eq!(
            text,
            "&#60;!--release--&#62; version &#60;/script&#62;1 as of 20 November 2026 <!-- x --> \
             {\"a\":\"\\u003c/script>1\"}"
        );
    }
}
