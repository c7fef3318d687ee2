//! What stands at the ends of lines instead of a legend: values, names, years.

use crate::model::{Lang, Localized};

/// Labels are at least this many parts apart, which is the height of their text.
const LINE: i64 = 150;

/// A label beside the field.
pub struct End {
    pub y: i64,
    pub text: Localized<String>,
    /// Whose value it is, where there are several series.
    pub name: Option<Localized<String>>,
    pub ink: &'static str,
}

/// A label inside the field, beside its point.
pub struct Inner {
    pub x: i64,
    pub y: i64,
    pub text: Localized<String>,
    /// Whether it stands on the left of the point.
    pub is_left: bool,
    pub ink: &'static str,
}

impl End {
    pub fn new(y: i64, text: Localized<String>, name: Option<Localized<String>>, ink: &'static str) -> Self {
        End { y, text, name, ink }
    }

    /// How many characters it has.
    pub fn length(&self, lang: Lang) -> usize {
        let name = self.name.as_ref().map_or(0, |name| name.get(lang).chars().count() + 1);
        self.text.get(lang).chars().count() + name
    }
}

/// Moves labels apart, and keeps them inside a field of this height. Where there are more than it has room for, those
/// that were added first stay.
pub(super) fn spread(ends: &mut Vec<End>, height: i64) {
    let room = usize::try_from(height / LINE).unwrap_or(1).max(1);
    if ends.len() > room {
        ends.truncate(room);
    }
    ends.sort_by_key(|end| end.y);
    for i in 1..ends.len() {
        ends[i].y = ends[i].y.max(ends[i - 1].y + LINE);
    }
    let mut lowest = height;
    for end in ends.iter_mut().rev() {
        end.y = end.y.min(lowest);
        lowest = end.y - LINE;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_do_not_lie_on_each_other() {
        let places = |ys: &[i64]| {
            let text = || Localized::build(|_| String::new());
            let mut ends: Vec<End> = ys.iter().map(|y| End::new(*y, text(), None, "own")).collect();
            spread(&mut ends, 2600);
            ends.iter().map(|end| end.y).collect::<Vec<_>>()
        };
        assert_eq!(places(&[1000, 1000, 1010]), [1000, 1150, 1300]);
        assert_eq!(places(&[2600, 2590]), [2450, 2600]);
        assert_eq!(places(&[0, 2600]), [0, 2600]);
        assert_eq!(places(&[5; 40]).len(), 17);
    }

    #[test]
    fn a_label_is_as_long_as_its_text_and_its_name_with_a_space_between() {
        let text = |text: &str| Localized::build(|_| text.to_owned());
        assert_eq!(End::new(0, text("1,7"), None, "own").length(Lang::Ru), 3);
        assert_eq!(End::new(0, text("1,7"), Some(text("евро")), "own").length(Lang::Ru), 8);
    }
}
