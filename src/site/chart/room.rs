//! The room of texts and fields in pixels. Neither a page nor a picture can measure letters: a text is as wide as its
//! characters are in a wide font.

use super::*;

use super::plot::ScaleMark;

/// The width of a character.
const CHARACTER: i64 = 7;
/// The least distance of two labels.
pub const APART: i64 = 6;
/// Characters of a scale beside its field. On a narrow page, or with longer texts, it is inside.
const MAX_LENGTH: usize = 24;
/// The most characters of a label that have room beside the field.
const MAX_END_LENGTH: usize = 30;
/// The least width of a field, on the narrowest page with the longest texts beside it.
const MIN_FIELD: i64 = 60;

/// The least width of a field on a narrow page, and on a wide one.
#[derive(Clone, Copy)]
pub struct Room {
    pub narrow: i64,
    pub wide: i64,
}

/// The paper of a chart: the pixels for its field and everything beside it, and how parts are counted.
#[derive(Clone, Copy)]
pub struct Canvas {
    pub room: Room,
    pub parts: Parts,
}

#[derive(Clone, Copy)]
pub enum Parts {
    /// The field has so many, however wide it is.
    PerField(i64),
    PerPixel(i64),
}

/// A chart of a page, which stretches it: on a telephone of 320 pixels, and from 640 pixels on.
pub const PAGE: Canvas = Canvas {
    room: Room {
        narrow: 288,
        wide: 572,
    },
    parts: Parts::PerField(10_000),
};

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

pub fn text_width(characters: usize) -> i64 {
    i64::try_from(characters).unwrap_or(0) * CHARACTER
}

/// The width of a text in the language in which it is longest.
pub fn widest(text: &Localized<String>) -> i64 {
    largest(|lang| text_width(text.get(lang).chars().count()))
}

/// The largest value of all languages.
pub fn largest(value: impl FnMut(Lang) -> i64) -> i64 {
    Lang::each(value).into_iter().max().unwrap_or_default()
}
