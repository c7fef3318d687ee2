//! Addresses: the public one, under which readers reach the service, and those that become links.

use super::*;

use std::net::Ipv6Addr;

/// Scheme and authority of the public address, as `https://example.org` (`--public-url`, [D10.public]).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PublicUrl(Box<str>);

impl PublicUrl {
    /// The name of the host, without a port; `None` where it is an address of IPv6.
    pub fn host_name(&self) -> Option<&str> {
        let (authority, _) = self.split_path();
        let host = authority.split(':').next()?;
        (!host.starts_with('[')).then_some(host)
    }

    /// The path before every path of the service: empty, or beginning with a slash.
    pub fn path(&self) -> &str {
        let (_, path) = self.split_path();
        path
    }

    /// The host with its port, and the path.
    fn split_path(&self) -> (&str, &str) {
        let start = self.0.find("://").map_or(0, |at| at + "://".len());
        let (_, rest) = self.0.split_at(start);
        let end = rest.find('/').unwrap_or(rest.len());
        rest.split_at(end)
    }

    /// The absolute address of a path, which begins with a slash.
    pub fn join(&self, path: &str) -> String {
        format!("{}{path}", self.0)
    }
}

impl FromStr for PublicUrl {
    type Err = ();

    /// `http://` or `https://`, a host, optionally a port, optionally a path, optionally one slash at the end.
    fn from_str(text: &str) -> Result<Self, ()> {
        let (scheme, rest) = text.split_once("://").ok_or(())?;
        let scheme = scheme.to_ascii_lowercase();
        if !matches!(scheme.as_str(), "http" | "https") {
            return Err(());
        }

        let rest = rest.strip_suffix('/').unwrap_or(rest);
        let end = rest.find('/').unwrap_or(rest.len());
        let (authority, path) = rest.split_at(end);
        let authority = authority.to_ascii_lowercase();
        if !is_authority(&authority) || !is_plain_path(path) {
            return Err(());
        }

        Ok(PublicUrl(format!("{scheme}://{authority}{path}").into()))
    }
}

/// A host, and a port behind a colon that is none of an IPv6 address.
fn is_authority(text: &str) -> bool {
    match text.rsplit_once(':') {
        Some((host, port)) if !port.contains(']') => is_host(host) && is_port(port),
        _ => is_host(text),
    }
}

fn is_port(text: &str) -> bool {
    has_digits_alone(text) && text.parse::<u16>().is_ok_and(|port| port > 0)
}

/// An empty path, or segments that have one spelling and lead nowhere else.
fn is_plain_path(path: &str) -> bool {
    let Some(segments) = path.strip_prefix('/') else {
        return path.is_empty();
    };

    segments.split('/').all(is_plain_segment)
}

fn is_plain_segment(segment: &str) -> bool {
    !matches!(segment, "" | "." | "..") && has_only(segment, b"-._~")
}

/// Returns true for a text of letters, digits and these characters of ASCII.
pub fn has_only(text: &str, others: &[u8]) -> bool {
    let mut bytes = text.bytes();
    bytes.all(|byte| byte.is_ascii_alphanumeric() || others.contains(&byte))
}

/// A name of letters, digits, points and hyphens, or an IPv6 address in brackets.
fn is_host(host: &str) -> bool {
    let Some(bracketed) = host.strip_prefix('[') else {
        return host.len() <= 253 && host.split('.').all(is_label);
    };

    let address = bracketed.strip_suffix(']');
    address.is_some_and(|address| address.parse::<Ipv6Addr>().is_ok())
}

fn is_label(label: &str) -> bool {
    (1..=63).contains(&label.len())
        && has_only(label, b"-")
        && !label.starts_with('-')
        && !label.ends_with('-')
}

impl fmt::Display for PublicUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Returns true if a text can become a link: of the web, with a host, without anything that ends an attribute or a line.
pub fn is_web_address(text: &str) -> bool {
    let Some(("http" | "https", host)) = text.split_once("://") else {
        return false;
    };

    let has_host = !host.is_empty() && !host.starts_with('/');
    has_host && !text.contains(ends_link)
}

fn ends_link(c: char) -> bool {
    c.is_whitespace() || c.is_control() || "\"<>\\".contains(c)
}

pub const MAIL: &str = "mailto:";

/// Returns true if a text can become a link by which somebody is reached: an address of the web, or of mail.
pub fn is_contact_address(text: &str) -> bool {
    let Some(mail) = text.strip_prefix(MAIL) else {
        return is_web_address(text);
    };

    let Some((name, host)) = mail.split_once('@') else {
        return false;
    };

    let others = b".!#$'*+-/=^_`{|}~";
    !name.is_empty() && !host.is_empty() && has_only(name, others) && has_only(host, others)
}

/// Returns true if a text can stand in `security.txt`: an address of mail, or of the web over TLS (RFC 9116 §2.5.3).
pub fn is_security_address(text: &str) -> bool {
    is_contact_address(text) && !text.starts_with("http://")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_scheme_host_port_and_path() {
        for (text, written) in [
            ("https://example.org", "https://example.org"),
            ("https://Example.ORG/", "https://example.org"),
            ("HTTP://127.0.0.1:8080", "http://127.0.0.1:8080"),
            ("http://[::1]:80/", "http://[::1]:80"),
            ("http://[::1]", "http://[::1]"),
            ("https://Example.org/Macro", "https://example.org/Macro"),
            ("https://example.org/a/b-1/", "https://example.org/a/b-1"),
            ("http://[::1]:80/~x", "http://[::1]:80/~x"),
        ] {
            assert_eq!(text.parse::<PublicUrl>().unwrap().to_string(), written);
        }

        let url: PublicUrl = "https://example.org".parse().unwrap();
        assert_eq!(url.join("/en/"), "https://example.org/en/");
        for (text, path) in [
            ("https://example.org", ""),
            ("https://example.org/", ""),
            ("https://example.org:8443/macro/", "/macro"),
            ("http://[::1]:80/a/b", "/a/b"),
        ] {
            let url: PublicUrl = text.parse().unwrap();
            assert_eq!(url.path(), path);
            assert_eq!(
                url.join("/en/"),
                format!("{}/en/", text.trim_end_matches('/'))
            );
        }

        let host = |text: &str| {
            text.parse::<PublicUrl>()
                .unwrap()
                .host_name()
                .map(str::to_owned)
        };
        assert_eq!(
            host("https://example.org:8443").as_deref(),
            Some("example.org")
        );
        assert_eq!(
            host("https://example.org/path").as_deref(),
            Some("example.org")
        );
        assert_eq!(host("http://[::1]:80"), None);
    }

    #[test]
    fn anything_more_or_less_is_refused() {
        for text in [
            "",
            "example.org",
            "ftp://example.org",
            "https://",
            "https:///",
            "https://example.org//",
            "https://example.org?x",
            "https://example.org/a//b",
            "https://example.org/a/../b",
            "https://example.org/.",
            "https://example.org/a b",
            "https://example.org/%41",
            "https://example.org/a?x",
            "https://example.org/a#x",
            "https://example.org/\"",
            "https://example.org/данные",
            "https://user@example.org",
            "https://example.org:0",
            "https://example.org:+1",
            "https://example.org:65536",
            "https://ex ample.org",
            "https://пример.az",
            "https://[::1",
            "https://a\"b",
            "https://-a.org",
            "https://a..org",
        ] {
            assert!(text.parse::<PublicUrl>().is_err(), "{text}");
        }
    }

    #[test]
    fn one_is_reached_by_an_address_of_the_web_or_of_mail() {
        for good in [
            "https://x.example/contact",
            "http://x.example",
            "mailto:data.desk+errors@x.example",
        ] {
            assert!(is_contact_address(good), "{good}");
        }

        for bad in [
            "mailto:",
            "mailto:x",
            "mailto:@x",
            "mailto:a@",
            "mailto:a@b@c",
            "mailto:a b@c",
            "mailto:\"@c",
            "data@x.example",
        ] {
            assert!(!is_contact_address(bad), "{bad}");
        }

        assert!(
            is_security_address("https://x.example") && is_security_address("mailto:a@x.example")
        );
        assert!(!is_security_address("http://x.example") && !is_security_address("x.example"));
    }
}
