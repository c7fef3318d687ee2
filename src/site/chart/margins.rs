//! The room beside the field of a chart, and what it leaves for the field.

use super::*;

use super::room::text_width;
use super::scale::ScaleMark;

/// Characters of a scale beside its field. On a narrow page, or with longer texts, it is inside.
const MAX_LENGTH: usize = 24;
/// The most characters of a label that have room beside the field.
const MAX_END_LENGTH: usize = 30;
/// The least width of a field, on the narrowest page with the longest texts beside it.
const MIN_FIELD: i64 = 60;

/// Pixels beside the field.
pub struct Margins {
    /// For the scale; 0 where a text is so long that the scale is inside.
    pub left: Localized<i64>,
    /// For the labels at the ends of lines.
    pub right: Localized<i64>,
}

impl Margins {
    /// The margins for the texts of a scale, and for those at the ends of lines.
    pub fn new(scale: &[ScaleMark], ends: &[EndLabel]) -> Self {
        Margins {
            left: Localized::build(|lang| {
                let texts = scale.iter().map(|mark| mark.text.get(lang));
                match longest(texts) {
                    longest if longest > MAX_LENGTH => 0,
                    longest => text_width(longest) + 12,
                }
            }),
            right: Localized::build(|lang| {
                let texts = ends.iter().map(|end| end.text.get(lang));
                text_width(longest(texts).min(MAX_END_LENGTH)) + 14
            }),
        }
    }

    /// The room that a canvas leaves for the field in every language.
    pub fn inside(&self, canvas: Canvas) -> Room {
        let right = largest(|lang| *self.right.get(lang));
        let beside = largest(|lang| self.left.get(lang) + self.right.get(lang));
        let Room { narrow, wide } = canvas.room;
        Room {
            narrow: (narrow - right).max(MIN_FIELD),
            wide: (wide - beside).max(MIN_FIELD),
        }
    }
}

/// The most characters of a text.
fn longest<'a>(texts: impl Iterator<Item = &'a String>) -> usize {
    let lengths = texts.map(|text| text.chars().count());
    lengths.max().unwrap_or(0)
}
