//! Addresses: the public one, under which readers reach the service, and those that become links.

use super::*;

/// Scheme and authority of the public address, as `https://example.org` (`--public-url`, [D10.public]).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PublicUrl(Box<str>);

impl PublicUrl {
    /// The name of the host, without a port; `None` where it is an address of IPv6.
    pub fn host_name(&self) -> Option<&str> {
        let (_, authority) = self.0.split_once("://")?;
        let host = authority.split(':').next()?;
        (!host.starts_with('[')).then_some(host)
    }

    /// The absolute address of a path, which begins with a slash.
    pub fn join(&self, path: &str) -> String {
        format!("{}{path}", self.0)
    }
}

impl FromStr for PublicUrl {
    type Err = ();

    /// `http://` or `https://`, a host, optionally a port, optionally one slash at the end. All paths of the service
    /// begin at the root of a host, so that an address with a path of its own could not be right.
    fn from_str(text: &str) -> Result<Self, ()> {
        let (scheme, rest) = text.split_once("://").ok_or(())?;
        let scheme = scheme.to_ascii_lowercase();
        let authority = rest.strip_suffix('/').unwrap_or(rest).to_ascii_lowercase();
        let (host, port) = match authority.rsplit_once(':') {
            Some((host, port)) if !port.contains(']') => (host, Some(port)),
            _ => (authority.as_str(), None),
        };
        let is_port = |port: &str| {
            port.parse::<u16>().is_ok_and(|port| port > 0)
                && port.bytes().all(|b| b.is_ascii_digit())
        };
        let is_public = matches!(scheme.as_str(), "http" | "https")
            && is_host(host)
            && port.is_none_or(is_port);
        is_public
            .then(|| PublicUrl(format!("{scheme}://{authority}").into()))
            .ok_or(())
    }
}

/// A name of letters, digits, points and hyphens, or an IPv6 address in brackets.
fn is_host(host: &str) -> bool {
    if let Some(address) = host
        .strip_prefix('[')
        .and_then(|host| host.strip_suffix(']'))
    {
        return address.parse::<std::net::Ipv6Addr>().is_ok();
    }
    let label = |label: &str| {
        let inner = label
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b == b'-');
        (1..=63).contains(&label.len()) && inner && !label.starts_with('-') && !label.ends_with('-')
    };
    host.len() <= 253 && host.split('.').all(label)
}

impl fmt::Display for PublicUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Whether a text can become a link: of the web, with a host, without anything that ends an attribute or a line.
pub fn is_web_address(text: &str) -> bool {
    let host = text
        .strip_prefix("https://")
        .or_else(|| text.strip_prefix("http://"));
    host.is_some_and(|host| !host.is_empty() && !host.starts_with('/'))
        && !text
            .chars()
            .any(|c| c.is_whitespace() || c.is_control() || matches!(c, '"' | '<' | '>'))
}

pub const MAIL: &str = "mailto:";

/// Whether a text can become a link by which somebody is reached: an address of the web, or of mail.
pub fn is_contact_address(text: &str) -> bool {
    let Some(mail) = text.strip_prefix(MAIL) else {
        return is_web_address(text);
    };
    let is_part = |part: &str| {
        let is_allowed = |b: u8| b.is_ascii_alphanumeric() || b".!#$'*+-/=^_`{|}~".contains(&b);
        !part.is_empty() && part.bytes().all(is_allowed)
    };
    mail.split_once('@')
        .is_some_and(|(name, host)| is_part(name) && is_part(host))
}

/// Whether a text can stand in `security.txt`: an address of mail, or of the web over TLS (RFC 9116 §2.5.3).
pub fn is_security_address(text: &str) -> bool {
    is_contact_address(text) && !text.starts_with("http://")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_scheme_host_and_port() {
        for (text, written) in [
            ("https://example.org", "https://example.org"),
            ("https://Example.ORG/", "https://example.org"),
            ("HTTP://127.0.0.1:8080", "http://127.0.0.1:8080"),
            ("http://[::1]:80/", "http://[::1]:80"),
            ("http://[::1]", "http://[::1]"),
        ] {
            assert_eq!(text.parse::<PublicUrl>().unwrap().to_string(), written);
        }
        let url: PublicUrl = "https://example.org".parse().unwrap();
        assert_eq!(url.join("/en/"), "https://example.org/en/");
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
            "https://example.org/path",
            "https://example.org//",
            "https://example.org?x",
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
