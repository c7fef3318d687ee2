//! The room of texts and fields in pixels. Neither a page nor a picture can measure letters: a text is as wide as its
//! characters are in a wide font.

use super::*;

/// The width of a character.
const CHARACTER: i64 = 7;
/// The least distance of two labels.
pub const APART: i64 = 6;

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
