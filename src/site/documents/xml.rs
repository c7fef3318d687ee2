//! Text inside XML 1.0: characters that must be escaped, and characters that XML cannot hold.

use super::*;

use std::fmt::Write;

use askama::filters::Escaper;

/// Escapes as [`content`], in templates.
#[derive(Clone, Copy)]
pub struct Content;

/// Escapes as [`attribute`], in templates.
#[derive(Clone, Copy)]
pub struct Attribute;

impl Escaper for Content {
    fn write_escaped_str<W: Write>(&self, mut out: W, text: &str) -> fmt::Result {
        out.write_str(&content(text))
    }
}

impl Escaper for Attribute {
    fn write_escaped_str<W: Write>(&self, mut out: W, text: &str) -> fmt::Result {
        out.write_str(&attribute(text))
    }
}

/// A document with the line feed at its end, which templates leave out.
pub fn document(template: &impl Template) -> Result<String, SiteError> {
    Ok(template.render()? + "\n")
}

/// A text as the content of an element.
pub fn content(text: &str) -> Cow<'_, str> {
    escaped(text, |c| {
        if matches!(c, '"' | '\n' | '\t') {
            None
        } else {
            entity(c)
        }
    })
}

/// A text as the value of an attribute in double quotes.
pub fn attribute(text: &str) -> Cow<'_, str> {
    escaped(text, entity)
}

fn entity(c: char) -> Option<&'static str> {
    match c {
        '&' => Some("&amp;"),
        '<' => Some("&lt;"),
        // Only `]]>` needs it, but nobody has to know what comes before.
        '>' => Some("&gt;"),
        '"' => Some("&quot;"),
        // A reader would turn them into spaces, and the last into a line feed.
        '\n' => Some("&#10;"),
        '\t' => Some("&#9;"),
        '\r' => Some("&#13;"),
        c => replace_forbidden(c),
    }
}

/// An escaped document without the characters that XML cannot hold.
pub fn valid(document: &str) -> Cow<'_, str> {
    escaped(document, replace_forbidden)
}

/// The replacement for a character that is no `Char` of XML 1.0.
fn replace_forbidden(c: char) -> Option<&'static str> {
    matches!(c, '\0'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}')
        .then_some("\u{fffd}")
}

fn escaped(text: &str, replacement: impl Fn(char) -> Option<&'static str>) -> Cow<'_, str> {
    if text.chars().all(|c| replacement(c).is_none()) {
        return Cow::Borrowed(text);
    }

    let mut written = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match replacement(c) {
            Some(replacement) => written += replacement,
            None => written.push(c),
        }
    }

    Cow::Owned(written)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_and_quotes_are_escaped() {
        assert_eq!(
            content("a < b && c ]]> \"d\"\n"),
            "a &lt; b &amp;&amp; c ]]&gt; \"d\"\n"
        );
        assert_eq!(attribute("<\"a\"\n\tb>"), "&lt;&quot;a&quot;&#10;&#9;b&gt;");
        assert!(matches!(content("Доллар США 🙂"), Cow::Borrowed(_)));
    }

    #[test]
    fn what_xml_cannot_hold_is_replaced() {
        assert_eq!(
            content("a\u{ffff}b\u{1}c\u{fffe}"),
            "a\u{fffd}b\u{fffd}c\u{fffd}"
        );
        assert_eq!(attribute("\u{ffff}"), "\u{fffd}");
        assert_eq!(valid("<a>\u{ffff}&amp;</a>\n"), "<a>\u{fffd}&amp;</a>\n");
        assert_eq!(valid("<a/>"), "<a/>");
    }
}
