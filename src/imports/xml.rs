//! XML from files that anybody may have written, within bounds of work and memory.

use super::*;

use roxmltree::{Error, Node, ParsingOptions};

/// The attributes that one element may have, and the namespaces of the whole: far beyond the few that any has. The reader
/// compares each with all others.
pub const MAX_ATTRIBUTES: usize = 1000;
/// The nodes and attributes of a tree, each of which takes some seventy bytes.
const MAX_NODES: u32 = 4_000_000;
/// The bytes of a long list that are parsed at a time.
const PIECE: usize = 1 << 20;
/// The bytes of the start tags around a list, and of a name with its prefix.
const LONGEST_OPENING: usize = 1 << 16;
const LONGEST_NAME: usize = 100;

/// An element of a document, or its root.
pub type Element<'d> = Node<'d, 'd>;

pub enum XmlError {
    TooManyAttributes,
    /// A document type could define entities, and is refused.
    DocumentType,
    Malformed(Error),
}

/// Parses a text.
pub fn parse(text: &str) -> Result<Document<'_>, XmlError> {
    let widest = text.split('<').map(equality_signs).max().unwrap_or(0);
    if widest.max(text.matches("xmlns").count()) > MAX_ATTRIBUTES {
        return Err(XmlError::TooManyAttributes);
    }

    let attributes = u32::try_from(equality_signs(text)).unwrap_or(u32::MAX);
    let Some(nodes) = MAX_NODES.checked_sub(attributes) else {
        return Err(XmlError::TooManyAttributes);
    };

    let options = ParsingOptions {
        nodes_limit: nodes,
        ..ParsingOptions::default()
    };
    Document::parse_with_options(text, options).map_err(|error| match error {
        Error::DtdDetected => XmlError::DocumentType,
        error => XmlError::Malformed(error),
    })
}

/// The children of a name in whatever namespace.
pub fn elements<'d>(parent: Element<'d>, name: &'static str) -> impl Iterator<Item = Element<'d>> {
    parent
        .children()
        .filter(move |child| child.tag_name().name() == name)
}

/// The elements of a name in a list of another name.
pub fn listed<'d>(
    parent: Element<'d>,
    list: &'static str,
    name: &'static str,
) -> impl Iterator<Item = Element<'d>> {
    let lists = elements(parent, list);
    lists.flat_map(move |list| elements(list, name))
}

/// The text of the first child of a name, empty where there is none.
pub fn child_text<'d>(parent: Element<'d>, name: &'static str) -> &'d str {
    let child = elements(parent, name).next();
    child.and_then(|child| child.text()).unwrap_or_default()
}

/// A document with a long list of elements of one name. They are parsed piece by piece, so that no tree of all of them
/// ever lies in memory.
pub struct Pieces<'t> {
    text: &'t str,
    item: &'static str,
    /// The start tags around the list, and their end tags.
    opening: String,
    closing: String,
    /// Where the list begins and ends.
    list: std::ops::Range<usize>,
}

impl<'t> Pieces<'t> {
    /// Finds the list of `item` below elements of these names, the root first. `None` where the text is not so.
    pub fn find(text: &'t str, path: &[&str], item: &'static str) -> Option<Self> {
        let (mut opening, mut closing) = (String::new(), String::new());
        let mut at = 0;
        let mut end = text.len();
        for name in path {
            let start = at + find_tag(text.get(at..)?, name)?;
            at = start + text.get(start..)?.find('>')? + 1;
            let tag = text.get(start..at)?;
            let name = tag
                .trim_start_matches('<')
                .split([' ', '\t', '\r', '\n', '/', '>']);
            let end_tag = format!("</{}>", name.take(1).collect::<String>());
            if tag.ends_with("/>") {
                // An empty list.
                end = at;
                break;
            }

            end = text.get(at..end)?.rfind(&end_tag)? + at;
            opening.push_str(tag);
            closing.insert_str(0, &end_tag);
        }

        (opening.len() <= LONGEST_OPENING).then_some(Pieces {
            text,
            item,
            opening,
            closing,
            list: at..end,
        })
    }

    /// The text of the document without the list.
    pub fn around(&self) -> String {
        let before = self.text.get(..self.list.start).unwrap_or_default();
        let behind = self.text.get(self.list.end..).unwrap_or_default();
        format!("{before}{behind}")
    }

    /// The documents of its pieces, one after the other.
    pub fn documents(&self) -> impl Iterator<Item = String> {
        let mut rest = self.text.get(self.list.clone()).unwrap_or_default();
        std::iter::from_fn(move || {
            if rest.is_empty() {
                return None;
            }

            let mut end = PIECE.min(rest.len());
            while !rest.is_char_boundary(end) {
                end += 1;
            }

            let (_, behind) = rest.split_at_checked(end)?;
            end += find_tag(behind, self.item).unwrap_or(behind.len());
            let (piece, behind) = rest.split_at_checked(end)?;
            rest = behind;
            Some(format!("{}{piece}{}", self.opening, self.closing))
        })
    }
}

/// The offset of the first start tag of a name, whatever its prefix.
fn find_tag(text: &str, name: &str) -> Option<usize> {
    for (at, _) in text.match_indices(name) {
        let is_whole = text[at + name.len()..].starts_with([' ', '\t', '\r', '\n', '/', '>']);
        let before = &text.as_bytes()[at.saturating_sub(LONGEST_NAME)..at];
        let Some(start) = before.iter().rposition(|byte| *byte == b'<') else {
            continue;
        };

        let prefix = &before[start + 1..];
        let is_prefix = prefix.is_empty() || prefix.ends_with(b":") && !prefix.starts_with(b"/");
        if is_whole && is_prefix {
            return Some(at - prefix.len() - 1);
        }
    }

    None
}

/// No fewer than there are attributes.
fn equality_signs(tag: &str) -> usize {
    tag.bytes().filter(|byte| *byte == b'=').count()
}
