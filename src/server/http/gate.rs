//! Admits clients to pages that are not public. The address that was printed holds a token. The token is exchanged for a
//! cookie with a secret of its own, at once and once, so that it is of no use in a history or a log. A page of another
//! origin gets nothing, and neither does one whose name was made to lead to this machine; another port is another origin,
//! although a browser would send it the cookie. A refusal does not tell which pages there are.

use super::*;

use std::io::Read;
use std::sync::atomic::AtomicBool;

const PARAMETER: &str = "token";

/// The token, and the cookie that it is exchanged for.
pub struct Gate {
    token: String,
    token_is_spent: AtomicBool,
    /// The name of the cookie: cookies know no ports, and there may be several previews.
    cookie: String,
    /// The value of the cookie.
    secret: String,
    /// The sentence that everybody else gets.
    pub refusal: String,
}

/// The decision on a client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Admission {
    Granted,
    /// The token is right: a cookie is given, and the client sent to the same path without it.
    Entered(String),
    Refused,
}

impl Gate {
    pub fn new(refusal: String) -> io::Result<Self> {
        let mut source = File::open("/dev/urandom")?;
        let cookie = format!("indicatord-preview-{}", &read_secret(&mut source)?[..8]);
        Ok(Gate {
            token: read_secret(&mut source)?,
            token_is_spent: false.into(),
            cookie,
            secret: read_secret(&mut source)?,
            refusal,
        })
    }

    /// The path and the query that are printed behind an address.
    pub fn query(&self) -> String {
        format!("/?{PARAMETER}={}", self.token)
    }

    /// The cookie as the browser is to keep it: no script reads it, and no other site sends it.
    pub fn cookie(&self) -> String {
        format!(
            "{}={}; Path=/; HttpOnly; SameSite=Strict",
            self.cookie, self.secret
        )
    }

    pub fn admit(&self, request: &RequestHead<'_>) -> Admission {
        // Browsers say where a request comes from; other clients do not, and have the token from the terminal.
        let is_own = request
            .fetch_site
            .is_none_or(|site| matches!(site, "same-origin" | "none"));
        if request.is_malformed || !is_own || !request.host.is_some_and(is_loopback) {
            return Admission::Refused;
        }

        for line in &request.cookies {
            if has_secret(line, ';', &self.cookie, &self.secret) {
                return Admission::Granted;
            }
        }

        let target = request.target;
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        let has_token = has_secret(query, '&', PARAMETER, &self.token);
        if !has_token || request.method != "GET" || self.token_is_spent.swap(true, Relaxed) {
            return Admission::Refused;
        }

        // Two slashes would lead to another host.
        if path.starts_with('/') && !path.starts_with("//") && !path.contains('\\') {
            Admission::Entered(path.to_owned())
        } else {
            Admission::Entered("/".to_owned())
        }
    }
}

/// Returns true if one of these pairs of a name and a value is this one.
fn has_secret(pairs: &str, separator: char, wanted: &str, secret: &str) -> bool {
    for pair in pairs.split(separator) {
        if let Some((name, value)) = pair.trim().split_once('=')
            && name == wanted
            && is_equal(value, secret)
        {
            return true;
        }
    }

    false
}

/// Sixteen random bytes, in hexadecimal digits.
fn read_secret(source: &mut impl Read) -> io::Result<String> {
    let mut bytes = [0; 16];
    source.read_exact(&mut bytes)?;
    Ok(format!("{:032x}", u128::from_be_bytes(bytes)))
}

/// Compares all bytes, so that the time that it takes tells nothing.
fn is_equal(given: &str, token: &str) -> bool {
    let mut differences = 0;
    for (given, expected) in given.bytes().zip(token.bytes()) {
        differences |= given ^ expected;
    }

    given.len() == token.len() && differences == 0
}

/// Returns true if a `Host` names this machine as only this machine does, with or without a port.
fn is_loopback(host: &str) -> bool {
    let (name, port) = match host.rsplit_once(':') {
        Some((name, port)) if !port.contains(']') => (name, port),
        _ => (host, ""),
    };

    let name = name
        .strip_prefix('[')
        .and_then(|name| name.strip_suffix(']'))
        .unwrap_or(name);
    let is_ours = match name.parse::<std::net::IpAddr>() {
        Ok(address) => address.is_loopback(),
        Err(_) => name.eq_ignore_ascii_case("localhost"),
    };
    is_ours && port.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gate() -> Gate {
        Gate::new("closed".to_owned()).unwrap()
    }

    fn ask(gate: &Gate, method: &str, target: &str, headers: &[(&str, &str)]) -> Admission {
        let request = RequestHead {
            method,
            target,
            is_1_1: true,
            ..RequestHead::default()
        };
        gate.admit(&request.with_headers(headers.iter().copied()))
    }

    fn admit(gate: &Gate, target: &str, host: &str, cookie: &str) -> Admission {
        ask(gate, "GET", target, &[("Host", host), ("Cookie", cookie)])
    }

    #[test]
    fn the_token_is_long_and_another_one_each_time() {
        let (first, second) = (gate(), gate());
        assert_eq!((first.token.len(), first.secret.len()), (32, 32));
        assert!(
            first.token != second.token
                && first.secret != second.secret
                && first.cookie != second.cookie
        );
        assert!(
            first.token != first.secret,
            "who has seen the address has not seen the cookie"
        );
    }

    #[test]
    fn names_that_lead_to_this_machine_are_not_enough() {
        let gate = gate();
        let (target, cookie) = (
            "/data.json",
            format!("a=b; {}={}", gate.cookie, gate.secret),
        );
        for host in [
            "localhost",
            "LocalHost:8081",
            "127.0.0.1:8081",
            "127.1.2.3",
            "[::1]:8081",
            "[::1]",
        ] {
            assert_eq!(
                admit(&gate, target, host, &cookie),
                Admission::Granted,
                "{host}"
            );
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
            assert_eq!(
                admit(&gate, target, host, &cookie),
                Admission::Refused,
                "{host}"
            );
        }
    }

    #[test]
    fn the_token_leads_to_a_path_here_and_is_spent_by_its_first_use() {
        for (path, leads_to) in [
            ("/en/", "/en/"),
            ("//evil.example/", "/"),
            ("/\\evil.example", "/"),
            ("http://evil.example/", "/"),
        ] {
            let gate = gate();
            let with_token = format!("{path}?pretty=0&token={}", gate.token);
            assert_eq!(
                ask(&gate, "HEAD", &with_token, &[("Host", "localhost")]),
                Admission::Refused
            );
            let entered = Admission::Entered(leads_to.to_owned());
            assert_eq!(
                admit(&gate, &with_token, "localhost", ""),
                entered,
                "{path}"
            );
            assert_eq!(
                admit(&gate, &with_token, "localhost", ""),
                Admission::Refused,
                "{path}, once more"
            );
            let cookie = format!("{}={}", gate.cookie, gate.secret);
            assert_eq!(
                admit(&gate, &with_token, "localhost", &cookie),
                Admission::Granted,
                "{path}"
            );
        }
    }

    #[test]
    fn a_page_of_another_origin_gets_nothing_with_the_cookie() {
        let gate = gate();
        let cookie = format!("{}={}", gate.cookie, gate.secret);
        let from = |site| {
            let headers = [
                ("Host", "127.0.0.1"),
                ("Cookie", &cookie),
                ("Sec-Fetch-Site", site),
            ];
            ask(&gate, "GET", "/", &headers)
        };
        assert_eq!(
            ["same-origin", "none"].map(from),
            [const { Admission::Granted }; 2]
        );
        assert_eq!(
            ["same-site", "cross-site", "", "other"].map(from),
            [const { Admission::Refused }; 4]
        );
    }

    #[test]
    fn what_is_nearly_the_token_or_the_cookie_is_neither() {
        let gate = gate();
        let (short, secret) = (&gate.token[..31], &gate.secret[..31]);
        for target in [
            "/",
            "/?token=",
            "/?token",
            &format!("/?token={short}"),
            &format!("/?{}", gate.token),
        ] {
            assert_eq!(
                admit(&gate, target, "localhost", ""),
                Admission::Refused,
                "{target}"
            );
        }

        for cookie in [
            format!("{}={secret}", gate.cookie),
            format!("{}={}", gate.cookie, gate.token),
            gate.secret.clone(),
        ] {
            assert_eq!(
                admit(&gate, "/", "localhost", &cookie),
                Admission::Refused,
                "{cookie}"
            );
        }
    }
}
