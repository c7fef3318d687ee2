//! Labels at the ends of lines instead of a legend: values, names, years.

use super::palette::Palette;
use crate::model::{Lang, Localized};

/// Labels are at least this many parts apart, which is the height of their text.
pub const LABEL_HEIGHT: i64 = 150;

/// A label beside the field.
pub struct End {
    pub y: i64,
    pub text: Localized<String>,
    /// The series, where there are several.
    pub name: Option<Localized<String>>,
    pub palette: &'static Palette,
}

/// A label inside the field, beside its point.
pub struct Inner {
    pub x: i64,
    pub y: i64,
    pub text: Localized<String>,
    /// Whether it stands on the left of the point.
    pub is_left: bool,
    pub palette: &'static Palette,
}

impl End {
    /// In characters.
    pub fn length(&self, lang: Lang) -> usize {
        let name = self.name.as_ref().map_or(0, |name| name.get(lang).chars().count() + 1);
        self.text.get(lang).chars().count() + name
    }
}

/// Moves labels apart, and keeps them inside a field of this height. Where there are more than it has room for, those
/// that were added first stay.
pub fn spread(ends: &mut Vec<End>, height: i64) {
    let room = usize::try_from(height / LABEL_HEIGHT).unwrap_or(1).max(1);
    ends.truncate(room);
    ends.sort_by_key(|end| end.y);
    for i in 1..ends.len() {
        ends[i].y = ends[i].y.max(ends[i - 1].y + LABEL_HEIGHT);
    }
    let mut lowest = height;
    for end in ends.iter_mut().rev() {
        end.y = end.y.min(lowest);
        lowest = end.y - LABEL_HEIGHT;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::site::chart::palette::OWN;

    #[test]
    fn labels_do_not_lie_on_each_other() {
        let places = |ys: &[i64]| {
            let text = || Localized::build(|_| String::new());
            let mut ends: Vec<End> =
                ys.iter().map(|y| End { y: *y, text: text(), name: None, palette: OWN }).collect();
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
        let end = |text, name| End { y: 0, text, name, palette: OWN };
        assert_eq!(end(text("1,7"), None).length(Lang::Ru), 3);
        assert_eq!(end(text("1,7"), Some(text("евро"))).length(Lang::Ru), 8);
    }
}
