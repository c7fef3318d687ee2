//! Where labels can stand in a field: on none of its lines and on no other label, so that each is nearer to its own point
//! than to any line. What cannot stand is left out [D24.3].

use super::path::Point;
use super::room::HALF_HEIGHT;

/// Tenths of a pixel between a point and its label, beside it, and above or below it.
const BESIDE: i64 = 90;
const ABOVE: i64 = 50;
/// Tenths of a pixel around a point that belong to its dot.
const DOT: i64 = 20;

/// Where a label is, seen from its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    Right,
    Left,
    AboveRight,
    AboveLeft,
    BelowRight,
    BelowLeft,
}

impl Place {
    const ALL: [Place; 6] =
        [Place::Right, Place::AboveLeft, Place::AboveRight, Place::BelowRight, Place::BelowLeft, Place::Left];

    pub fn is_left(self) -> bool {
        matches!(self, Place::Left | Place::AboveLeft | Place::BelowLeft)
    }

    /// Pixels from the point to the beginning or end of the text, and to its baseline.
    pub fn offset(self) -> (i64, i64) {
        match self {
            Place::Right => (9, 4),
            Place::Left => (-9, 4),
            Place::AboveRight | Place::AboveLeft => (0, -8),
            Place::BelowRight | Place::BelowLeft => (0, 16),
        }
    }

    /// What must be free for a text of so many tenths of a pixel at a point: from the point on, since a wider field moves
    /// the label nearer to it.
    fn region(self, (x, y): Point, width: i64) -> Rect {
        let half = HALF_HEIGHT * 10;
        let (x0, x1) = match self {
            Place::Right => (x + DOT, x + BESIDE + width),
            Place::Left => (x - BESIDE - width, x - DOT),
            Place::AboveRight | Place::BelowRight => (x, x + width),
            Place::AboveLeft | Place::BelowLeft => (x - width, x),
        };
        let (y0, y1) = match self {
            Place::Right | Place::Left => (y - half, y + half),
            Place::AboveRight | Place::AboveLeft => (y - ABOVE - 2 * half, y - ABOVE),
            Place::BelowRight | Place::BelowLeft => (y + ABOVE, y + ABOVE + 2 * half),
        };
        Rect { x0, x1, y0, y1 }
    }
}

/// In tenths of a pixel, from the left and from the top.
#[derive(Clone, Copy, Debug)]
struct Rect {
    x0: i64,
    x1: i64,
    y0: i64,
    y1: i64,
}

impl Rect {
    fn meets(&self, other: &Rect) -> bool {
        self.x0 < other.x1 && other.x0 < self.x1 && self.y0 < other.y1 && other.y0 < self.y1
    }

    /// Whether a straight line goes through it: the parts of the line between its sides and between its top and bottom have
    /// a point in common.
    fn is_crossed(&self, from: Point, to: Point) -> bool {
        let (mut enter, mut leave) = ((0_i128, 1_i128), (1_i128, 1_i128));
        for (start, end, low, high) in [(from.0, to.0, self.x0, self.x1), (from.1, to.1, self.y0, self.y1)] {
            let (start, step) = (i128::from(start), i128::from(end) - i128::from(start));
            let (low, high) = (i128::from(low) - start, i128::from(high) - start);
            if step == 0 {
                if low >= 0 || high <= 0 {
                    return false;
                }
                continue;
            }
            // As fractions of the line, with a denominator that is not negative.
            let (first, last, size) = if step > 0 { (low, high, step) } else { (-high, -low, -step) };
            if first * enter.1 > enter.0 * size {
                enter = (first, size);
            }
            if last * leave.1 < leave.0 * size {
                leave = (last, size);
            }
        }
        enter.0 * leave.1 < leave.0 * enter.1
    }
}

/// The labels of a field of one width.
pub struct Placer<'a> {
    /// Parts and pixels across, and tenths of a pixel down.
    parts: i64,
    pixels: i64,
    height: i64,
    lines: &'a [Vec<Point>],
    taken: Vec<Rect>,
}

impl<'a> Placer<'a> {
    /// Among lines, whose points are places of the field.
    pub fn new(parts: i64, pixels: i64, height: i64, lines: &'a [Vec<Point>]) -> Self {
        Placer { parts, pixels, height, lines, taken: Vec::new() }
    }

    /// A place for a text of so many pixels beside one of these points, the first that has one.
    pub fn place(&mut self, points: &[Point], width: i64) -> Option<(Point, Place)> {
        for point in points {
            let place =
                Place::ALL.into_iter().find(|place| self.is_free(place.region(self.at(*point), width * 10)));
            if let Some(place) = place {
                self.taken.push(place.region(self.at(*point), width * 10));
                return Some((*point, place));
            }
        }
        None
    }

    fn is_free(&self, region: Rect) -> bool {
        let is_inside =
            region.x0 >= 0 && region.x1 <= self.pixels * 10 && region.y0 >= 0 && region.y1 <= self.height;
        is_inside
            && !self.taken.iter().any(|taken| taken.meets(&region))
            && !self.lines.iter().any(|line| self.is_crossed(line, &region))
    }

    fn is_crossed(&self, line: &[Point], region: &Rect) -> bool {
        match line {
            [point] => region.is_crossed(self.at(*point), self.at(*point)),
            line => line.windows(2).any(|pair| region.is_crossed(self.at(pair[0]), self.at(pair[1]))),
        }
    }

    /// Tenths of a pixel across, of parts.
    fn at(&self, (x, y): Point) -> Point {
        (x * self.pixels * 10 / self.parts.max(1), y)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_stands_where_no_line_goes() {
        // The line comes from the left, falling to the point; then one that goes on from there to the right.
        let falling = vec![vec![(0, 0), (500, 1000)]];
        let both = vec![vec![(0, 0), (500, 1000)], vec![(500, 1000), (1000, 1000)]];
        let place = |lines: &[Vec<Point>]| Placer::new(1000, 300, 2000, lines).place(&[(500, 1000)], 30);
        assert_eq!(place(&falling), Some(((500, 1000), Place::Right)));
        assert_eq!(place(&both), Some(((500, 1000), Place::AboveRight)));
        let all: Vec<_> = (0..40).map(|n| vec![(0, n * 50), (1000, n * 50)]).collect();
        assert_eq!(place(&all), None);
    }

    #[test]
    fn a_second_label_makes_room_for_the_first() {
        let mut placer = Placer::new(1000, 300, 2000, &[]);
        assert_eq!(placer.place(&[(500, 1000)], 30).map(|(_, place)| place), Some(Place::Right));
        assert_eq!(placer.place(&[(500, 1010)], 30).map(|(_, place)| place), Some(Place::AboveLeft));
    }

    #[test]
    fn a_line_crosses_a_rectangle_or_passes_by() {
        let rect = Rect { x0: 10, x1: 20, y0: 10, y1: 20 };
        for (from, to, is_crossed) in [
            ((0, 0), (30, 30), true),
            ((0, 15), (30, 15), true),
            ((15, 30), (15, 0), true),
            ((12, 12), (13, 13), true),
            ((15, 15), (15, 15), true),
            ((0, 10), (30, 10), false),
            ((0, 30), (9, 0), false),
            ((0, 18), (13, 31), false),
            ((21, 0), (21, 30), false),
            ((0, 0), (9, 9), false),
        ] {
            assert_eq!(rect.is_crossed(from, to), is_crossed, "{from:?} {to:?}");
            assert_eq!(rect.is_crossed(to, from), is_crossed, "{to:?} {from:?}");
        }
    }
}
