//! XML from files that anybody may have written, within bounds of work and memory.

use super::*;

use roxmltree::{Error, ParsingOptions};

/// The attributes that one element may have, and the namespaces of the whole: far beyond the few that any has. The reader
/// compares each with all others.
pub const MAX_ATTRIBUTES: usize = 1000;
/// The nodes, and the attributes, of the whole: those of a million cells.
const MAX_NODES: u32 = 4_500_000;

pub enum XmlError {
    TooManyAttributes,
    /// A document type could define entities, and is refused.
    DocumentType,
    Malformed(Error),
}

/// Parses a text. Its tree takes at most a hundred bytes for each of [`MAX_NODES`].
pub fn parse(text: &str) -> Result<Document<'_>, XmlError> {
    let widest = text.split('<').map(equality_signs).max().unwrap_or(0);
    if widest.max(text.matches("xmlns").count()) > MAX_ATTRIBUTES
        || equality_signs(text) > MAX_NODES as usize
    {
        return Err(XmlError::TooManyAttributes);
    }
    let options = ParsingOptions {
        nodes_limit: MAX_NODES,
        ..ParsingOptions::default()
    };
    Document::parse_with_options(text, options).map_err(|error| match error {
        Error::DtdDetected => XmlError::DocumentType,
        error => XmlError::Malformed(error),
    })
}

/// The children of a name in whatever namespace.
pub fn elements<'a, 'i: 'a>(
    node: Node<'a, 'i>,
    name: &'static str,
) -> impl Iterator<Item = Node<'a, 'i>> {
    node.children()
        .filter(move |child| child.tag_name().name() == name)
}

/// No fewer than there are attributes.
fn equality_signs(tag: &str) -> usize {
    tag.bytes().filter(|byte| *byte == b'=').count()
}
