//! What a reader must know of a single figure: the marks of a row.

use std::fmt;

/// One mark of an observation [D9].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Flag {
    /// The source says that it will be revised.
    Provisional,
    /// The source estimated it.
    Estimated,
    /// Taken from a text that rounds it.
    Rounded,
    /// Worked out from other published figures.
    Computed,
    /// Unit, date or coverage follows from the context and was not printed.
    Inferred,
    /// Another publication gives another figure.
    Disputed,
    /// Relayed by somebody who is not the source.
    Unofficial,
}

impl Flag {
    /// All of them, in the order in which they are written.
    pub const ALL: [Flag; 7] = [
        Flag::Provisional,
        Flag::Estimated,
        Flag::Rounded,
        Flag::Computed,
        Flag::Inferred,
        Flag::Disputed,
        Flag::Unofficial,
    ];

    /// The name in datasets and responses.
    pub fn name(self) -> &'static str {
        match self {
            Flag::Provisional => "provisional",
            Flag::Estimated => "estimated",
            Flag::Rounded => "rounded",
            Flag::Computed => "computed",
            Flag::Inferred => "inferred",
            Flag::Disputed => "disputed",
            Flag::Unofficial => "unofficial",
        }
    }
}

/// The marks that an observation has, each at most once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Flags(u8);

impl Flags {
    /// Whether `flag` is one of them.
    pub fn contains(self, flag: Flag) -> bool {
        self.0 & bit(flag) != 0
    }

    /// Adds a mark; false if it was there already.
    pub fn insert(&mut self, flag: Flag) -> bool {
        let new = !self.contains(flag);
        self.0 |= bit(flag);
        new
    }

    /// The marks in the order of [`Flag::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Flag> {
        Flag::ALL.into_iter().filter(move |flag| self.contains(*flag))
    }
}

impl FromIterator<Flag> for Flags {
    fn from_iter<I: IntoIterator<Item = Flag>>(flags: I) -> Self {
        let mut set = Flags::default();
        flags.into_iter().for_each(|flag| {
            set.insert(flag);
        });
        set
    }
}

/// As a dataset has them: names with a space between.
impl fmt::Display for Flags {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut between = "";
        for flag in self.iter() {
            write!(f, "{between}{}", flag.name())?;
            between = " ";
        }
        Ok(())
    }
}

fn bit(flag: Flag) -> u8 {
    1 << flag as u8
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
        assert_eq!(Flag::ALL.into_iter().collect::<Flags>().iter().count(), 7);
    }

    #[test]
    fn names_are_those_of_the_format() {
        let names = ["provisional", "estimated", "rounded", "computed", "inferred", "disputed", "unofficial"];
        assert_eq!(Flag::ALL.map(Flag::name), names);
    }
}
