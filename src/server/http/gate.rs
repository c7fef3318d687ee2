//! Who may see pages that are not public: whoever has the address that was printed, which holds a token. It is exchanged for
//! a cookie at once, so that it stays in no history. A page of another origin, or one whose name was made to lead to this
//! machine, gets nothing, and nobody learns from a refusal what there is.

use std::fs::File;
use std::io::{self, Read};

use super::RequestHead;

const PARAMETER: &str = "token";

pub struct Gate {
    token: String,
    /// The name of the cookie: cookies know no ports, and there may be several previews.
    cookie: String,
    /// What is said to everybody else.
    refusal: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Admission {
    Granted,
    /// The token is right: a cookie is given, and the client sent to the same path without it.
    Entered(String),
    Refused,
}

impl Gate {
    pub fn new(refusal: String) -> io::Result<Self> {
        let mut random = [0; 20];
        File::open("/dev/urandom")?.read_exact(&mut random)?;
        let hex: String = random.iter().map(|byte| format!("{byte:02x}")).collect();
        let (token, name) = hex.split_at(32);
        Ok(Gate { token: token.to_owned(), cookie: format!("indicatord-preview-{name}"), refusal })
    }

    /// What is printed behind an address.
    pub fn query(&self) -> String {
        format!("/?{PARAMETER}={}", self.token)
    }

    pub fn refusal(&self) -> &str {
        &self.refusal
    }

    /// The cookie as the browser is to keep it: no script reads it, and no other site sends it.
    pub fn cookie(&self) -> String {
        format!("{}={}; Path=/; HttpOnly; SameSite=Strict", self.cookie, self.token)
    }

    pub fn admit(&self, request: &RequestHead<'_>) -> Admission {
        if request.error.is_some() || !request.host.is_some_and(is_loopback) {
            return Admission::Refused;
        }
        let pairs = request.cookies.iter().flat_map(|line| line.split(';'));
        let mut pairs = pairs.filter_map(|pair| pair.trim().split_once('='));
        if pairs.any(|(name, value)| name == self.cookie && is_equal(value, &self.token)) {
            return Admission::Granted;
        }
        let (path, query) = request.target.split_once('?').unwrap_or((request.target, ""));
        let mut parameters = query.split('&').filter_map(|pair| pair.split_once('='));
        if parameters.any(|(name, value)| name == PARAMETER && is_equal(value, &self.token)) {
            // Two slashes would lead to another host.
            let is_plain = path.starts_with('/') && !path.starts_with("//") && !path.contains('\\');
            return Admission::Entered(if is_plain { path } else { "/" }.to_owned());
        }
        Admission::Refused
    }
}

/// Compares all bytes, so that the time that it takes tells nothing.
fn is_equal(given: &str, token: &str) -> bool {
    let differences = given.bytes().zip(token.bytes()).fold(0, |found, (a, b)| found | (a ^ b));
    given.len() == token.len() && differences == 0
}

/// Whether a `Host` names this machine as only this machine does, with or without a port.
fn is_loopback(host: &str) -> bool {
    let (name, port) = match host.rsplit_once(':') {
        Some((name, port)) if !port.contains(']') => (name, port),
        _ => (host, ""),
    };
    let name = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
    let is_address = || name.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback());
    port.bytes().all(|byte| byte.is_ascii_digit()) && (name.eq_ignore_ascii_case("localhost") || is_address())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gate() -> Gate {
        Gate::new("closed".to_owned()).unwrap()
    }

    fn admit(gate: &Gate, target: &str, host: &str, cookie: &str) -> Admission {
        let request = RequestHead { method: "GET", target, is_1_1: true, ..RequestHead::default() };
        let headers = [("Host", host), ("Cookie", cookie)];
        gate.admit(&request.with_headers(headers.into_iter()))
    }

    #[test]
    fn the_token_is_long_and_another_one_each_time() {
        let (one, other) = (gate(), gate());
        assert_eq!(one.token.len(), 32);
        assert!(one.token != other.token && one.cookie != other.cookie);
    }

    #[test]
    fn names_that_lead_to_this_machine_are_not_enough() {
        let gate = gate();
        let (target, cookie) = ("/data.json", format!("a=b; {}={}", gate.cookie, gate.token));
        for host in ["localhost", "LocalHost:8081", "127.0.0.1:8081", "127.1.2.3", "[::1]:8081", "[::1]"] {
            assert_eq!(admit(&gate, target, host, &cookie), Admission::Granted, "{host}");
        }
        for host in [
            "",
            "evil.example",
            "localhost.evil.example:8081",
            "127.0.0.1.evil.example",
            "0.0.0.0",
            "[::]",
            "10.0.0.1",
            "localhost:80:80",
            "127.0.0.1:x",
        ] {
            assert_eq!(admit(&gate, target, host, &cookie), Admission::Refused, "{host}");
        }
    }

    #[test]
    fn the_token_comes_in_the_address_and_then_in_the_cookie() {
        let gate = gate();
        let with = |path: &str| format!("{path}?pretty=0&token={}", gate.token);
        let entered = |path: &str| Admission::Entered(path.to_owned());
        assert_eq!(admit(&gate, &with("/en/"), "localhost", ""), entered("/en/"));
        for elsewhere in ["//evil.example/", "/\\evil.example", "http://evil.example/"] {
            let found = admit(&gate, &with(elsewhere), "localhost", "");
            let expected = entered("/");
            assert_eq!(found, expected, "{elsewhere}");
        }
        let short = &gate.token[..31];
        for target in ["/", "/?token=", "/?token", &format!("/?token={short}"), &format!("/?{}", gate.token)]
        {
            assert_eq!(admit(&gate, target, "localhost", ""), Admission::Refused, "{target}");
        }
        for cookie in
            [format!("{}={short}", gate.cookie), format!("token={}", gate.token), gate.token.clone()]
        {
            assert_eq!(admit(&gate, "/", "localhost", &cookie), Admission::Refused, "{cookie}");
        }
    }
}
