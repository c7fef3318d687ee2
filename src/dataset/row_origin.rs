//! Where the figure of a row was taken, and what a reader must know of it: the cells `ref` and `flag`.

use std::collections::HashMap;

use super::diagnostic::{Diagnostics, Location};
use crate::messages as msg;
use crate::model::{Flag, Flags, Reference};

/// References of one file: rows of one origin share its text.
#[derive(Default)]
pub struct References(HashMap<String, Reference>);

impl References {
    /// The origin that a cell names; nothing where it is wrong, which is reported.
    pub fn read(
        &mut self,
        cell: &str,
        location: Location,
        diagnostics: &mut Diagnostics,
    ) -> Option<Reference> {
        if let Some(known) = self.0.get(cell) {
            return Some(known.clone());
        }
        let length = cell.chars().count();
        let control = cell.chars().find(|c| c.is_control());
        let problem = match control {
            Some(control) => msg::reference_control(format!("U+{:04X}", u32::from(control))),
            None if cell.trim().is_empty() => msg::reference_blank(),
            None if length > Reference::MAX_LENGTH => msg::reference_too_long(length, Reference::MAX_LENGTH),
            None => {
                let reference = Reference::from(cell);
                self.0.insert(cell.to_owned(), reference.clone());
                return Some(reference);
            }
        };
        diagnostics.error(location, problem);
        None
    }
}

/// The marks that a cell names, separated by one space; nothing where something is wrong, which is reported.
pub fn flags(cell: &str, location: &Location, diagnostics: &mut Diagnostics) -> Option<Flags> {
    let before = diagnostics.errors();
    let words: Vec<&str> = cell
        .split(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '|'))
        .filter(|w| !w.is_empty())
        .collect();
    let mut flags = Flags::default();
    for word in &words {
        match Flag::ALL.into_iter().find(|flag| flag.name() == *word) {
            Some(flag) if flags.insert(flag) => {}
            Some(flag) => diagnostics.error(location.clone(), msg::repeated_flag(flag.name())),
            None => {
                let names = Flag::ALL.map(Flag::name);
                let nearest = diagnostics.nearest(word, names);
                diagnostics.error(location.clone(), msg::unknown_flag(word, nearest, &names.join(", ")));
            }
        }
    }
    let meant = words.join(" ");
    if diagnostics.errors() == before && meant != cell {
        diagnostics.error(location.clone(), msg::flags_apart(cell, meant));
    }
    (diagnostics.errors() == before).then_some(flags)
}
