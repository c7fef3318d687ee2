//! Where a single figure was taken: a web address, or the name of a publication.

use std::sync::Arc;

/// The origin of an observation as the dataset gives it [D9]. Rows of one origin share its text.
/// An observation holds one thin pointer to it: there are millions of observations.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Reference(Arc<String>);

impl Reference {
    /// The characters that a reference may have.
    pub const MAX_LENGTH: usize = 200;

    /// The text as it is written.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The address, where the whole text is one that a page can link to.
    pub fn url(&self) -> Option<&str> {
        Some(self.as_str()).filter(|text| is_web_address(text))
    }
}

impl From<&str> for Reference {
    fn from(text: &str) -> Self {
        Reference(Arc::new(text.to_owned()))
    }
}

/// Whether a text can become a link: of the web, with a host, without anything that ends an attribute or a line.
pub fn is_web_address(text: &str) -> bool {
    let host = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    host.is_some_and(|host| !host.is_empty() && !host.starts_with('/'))
        && !text.chars().any(|c| c.is_whitespace() || c.is_control() || matches!(c, '"' | '<' | '>'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_address_of_the_web_is_a_link() {
        for (text, link) in [
            ("https://www.cbar.az/x?y=1&z=2", true),
            ("http://stat.gov.az", true),
            ("Bulletin 7/2026, table 2.1", false),
            ("https://www.cbar.az/x, table 2", false),
            ("javascript:alert(1)", false),
            ("https://", false),
            ("https:///x", false),
            ("https://x\"onclick=y", false),
        ] {
            assert_eq!(Reference::from(text).url().is_some(), link, "{text}");
        }
    }
}
