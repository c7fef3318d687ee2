//! What a reader must know of a single figure beside its value: the flags of a row, and where it was taken.

use super::*;

named! {
    /// One mark of an observation [D9], in the order in which they are written.
    pub enum Flag {
        /// The source says that it will be revised.
        Provisional = "provisional",
        Estimated = "estimated",
        /// Taken from a text that rounds it.
        Rounded = "rounded",
        /// Worked out from other published figures.
        Computed = "computed",
        /// Unit, date or coverage follows from the context and was not printed.
        Inferred = "inferred",
        /// Another publication gives another figure.
        Disputed = "disputed",
        /// Relayed by somebody who is not the source.
        Unofficial = "unofficial",
        /// After this row observations are known to be missing [D24.12]. It says nothing of the value itself.
        Gap = "gap",
    }
}

impl Flag {
    /// Whether the figure may be another when more is known [D24.4].
    pub fn is_doubtful(self) -> bool {
        match self {
            Flag::Provisional | Flag::Estimated | Flag::Inferred | Flag::Disputed | Flag::Unofficial => true,
            Flag::Rounded | Flag::Computed | Flag::Gap => false,
        }
    }

    /// All but [`Flag::Gap`].
    pub const MARKS: [Flag; Flag::ALL.len() - 1] = [
        Flag::Provisional,
        Flag::Estimated,
        Flag::Rounded,
        Flag::Computed,
        Flag::Inferred,
        Flag::Disputed,
        Flag::Unofficial,
    ];
}

/// The marks that an observation has, each at most once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Flags(u8);

impl Flags {
    pub fn contains(self, flag: Flag) -> bool {
        self.0 & bit(flag) != 0
    }

    /// Adds a mark; false if it was there already.
    pub fn insert(&mut self, flag: Flag) -> bool {
        let new = !self.contains(flag);
        self.0 |= bit(flag);
        new
    }

    /// The others but this one.
    pub fn without(self, flag: Flag) -> Flags {
        Flags(self.0 & !bit(flag))
    }

    /// Those that leave the value in doubt.
    pub fn doubtful(self) -> Flags {
        let doubtful = self.iter().filter(|flag| flag.is_doubtful());
        Flags(doubtful.fold(0, |bits, flag| bits | bit(flag)))
    }

    /// All of both.
    pub fn with(self, others: Flags) -> Flags {
        Flags(self.0 | others.0)
    }

    pub fn iter(self) -> impl Iterator<Item = Flag> {
        Flag::ALL.into_iter().filter(move |flag| self.contains(*flag))
    }

    /// Those that stand beside a value for a reader: all that say something of it.
    pub fn marks(self) -> impl Iterator<Item = Flag> {
        Flag::MARKS.into_iter().filter(move |flag| self.contains(*flag))
    }

    /// Whether the value itself is in doubt [D24.4].
    pub fn are_doubtful(self) -> bool {
        self.iter().any(Flag::is_doubtful)
    }
}

/// As a dataset has them: names with a space between.
impl fmt::Display for Flags {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.iter().map(Flag::name).collect::<Vec<_>>().join(" "))
    }
}

fn bit(flag: Flag) -> u8 {
    1 << flag as u8
}

/// The origin of an observation as the dataset gives it [D9]. Rows of one origin share its text.
/// An observation holds one thin pointer to it: there are millions of observations.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Reference(Arc<String>);

impl Reference {
    pub const MAX_LENGTH: usize = 200;

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

pub const MAIL: &str = "mailto:";

/// Whether a text can become a link by which somebody is reached: an address of the web, or of mail.
pub fn is_contact_address(text: &str) -> bool {
    let Some(mail) = text.strip_prefix(MAIL) else { return is_web_address(text) };
    let is_part = |part: &str| {
        let is_allowed = |b: u8| b.is_ascii_alphanumeric() || b".!#$'*+-/=^_`{|}~".contains(&b);
        !part.is_empty() && part.bytes().all(is_allowed)
    };
    mail.split_once('@').is_some_and(|(name, host)| is_part(name) && is_part(host))
}

/// Whether a text can stand in `security.txt`: an address of mail, or of the web over TLS (RFC 9116 §2.5.3).
pub fn is_security_address(text: &str) -> bool {
    is_contact_address(text) && !text.starts_with("http://")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_has_each_flag_once_and_in_order() {
        let mut flags = Flags::default();
        assert_eq!(flags.iter().next(), None);
        assert!(flags.insert(Flag::Unofficial) && flags.insert(Flag::Provisional));
        assert!(!flags.insert(Flag::Unofficial));
        assert_eq!(flags.iter().collect::<Vec<_>>(), [Flag::Provisional, Flag::Unofficial]);
        assert!(flags.contains(Flag::Unofficial) && !flags.contains(Flag::Rounded));
        assert_eq!(
            (flags.to_string(), Flags::default().to_string()),
            ("provisional unofficial".into(), String::new())
        );
    }

    #[test]
    fn some_flags_leave_a_value_in_doubt() {
        let mut flags = Flags::default();
        for flag in [Flag::Rounded, Flag::Unofficial, Flag::Computed] {
            flags.insert(flag);
        }
        assert_eq!(flags.doubtful().to_string(), "unofficial");
        assert_eq!(flags.without(Flag::Unofficial).to_string(), "rounded computed");
    }

    #[test]
    fn names_are_those_of_the_format() {
        let names = ["provisional", "estimated", "rounded", "computed", "inferred", "disputed", "unofficial"];
        assert_eq!(Flag::MARKS.map(Flag::name), names);
        assert_eq!(Flag::ALL.map(Flag::name).as_slice(), [&names[..], &["gap"]].concat());
    }

    #[test]
    fn a_gap_after_a_value_is_no_mark_of_the_value() {
        let mut flags = Flags::default();
        assert!(flags.insert(Flag::Gap) && flags.insert(Flag::Rounded));
        assert_eq!(flags.marks().collect::<Vec<_>>(), [Flag::Rounded]);
        assert_eq!(flags.to_string(), "rounded gap");
        assert!(!flags.are_doubtful() && flags.insert(Flag::Disputed) && flags.are_doubtful());
    }

    #[test]
    fn one_is_reached_by_an_address_of_the_web_or_of_mail() {
        for good in ["https://x.example/contact", "http://x.example", "mailto:data.desk+errors@x.example"] {
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
        assert!(is_security_address("https://x.example") && is_security_address("mailto:a@x.example"));
        assert!(!is_security_address("http://x.example") && !is_security_address("x.example"));
    }

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
