//! The strokes of a drawing: points as the path of an SVG, as short as it can be written without losing anything that could be
//! seen, and the class by which stylesheets know what a path shows and whose it is.

use super::*;

use std::fmt::Write;

/// A point in tenths of a pixel, from the left and from the top.
pub type Point = (i64, i64);

/// The paths of a series by the kinds of their strokes, which are drawn in this order.
#[derive(Default)]
pub struct Paths(BTreeMap<StrokeKind, String>);

impl Paths {
    pub fn into_strokes(self, ink: &'static str) -> Vec<Stroke> {
        let paths = self.0.into_iter();
        paths
            .map(|(kind, path)| Stroke::new(kind, ink, path))
            .collect()
    }

    /// Adds to the path of a kind.
    fn write(&mut self, kind: StrokeKind, command: fmt::Arguments<'_>) {
        let path = self.0.entry(kind).or_default();
        let _ = path.write_fmt(command);
    }

    /// Adds a line through two points or more.
    pub fn add_line(&mut self, kind: StrokeKind, points: &[Point]) {
        let [(x, y), _, ..] = points else { return };
        self.write(kind, format_args!("M{x} {y}"));
        for pair in points.windows(2) {
            match (pair[1].0 - pair[0].0, pair[1].1 - pair[0].1) {
                (across, 0) => self.write(kind, format_args!("h{across}")),
                (0, down) => self.write(kind, format_args!("v{down}")),
                (across, down) => self.write(kind, format_args!("l{across} {down}")),
            }
        }
    }

    pub fn add_hline(&mut self, kind: StrokeKind, (x, y): Point, length: i64) {
        self.write(kind, format_args!("M{x} {y}h{length}"));
    }

    pub fn add_vline(&mut self, kind: StrokeKind, (x, y): Point, length: i64) {
        self.write(kind, format_args!("M{x} {y}v{length}"));
    }

    /// Adds dots: lines of no length, which round ends make visible.
    pub fn add_dots(&mut self, kind: StrokeKind, points: impl IntoIterator<Item = Point>) {
        for point in points {
            self.add_hline(kind, point, 0);
        }
    }

    /// Adds rates in force: each stays until the next one of its run, and the last one up to `end`, solid where it is known that
    /// it still applies.
    pub fn add_steps(&mut self, runs: &[Vec<Point>], today: i64, end: i64, is_known: bool) {
        for (i, points) in runs.iter().enumerate() {
            let Some(last) = points.last() else { continue };
            let mut corners = Vec::new();
            for pair in points.windows(2) {
                corners.extend([pair[0], (pair[1].0, pair[0].1)]);
            }

            corners.push(*last);
            let reaches = i + 1 == runs.len() && end > last.0;
            if reaches && is_known {
                corners.push((end, last.1));
            }

            let mut past = corners.partition_point(|corner| corner.0 <= today);
            if past > 0 && past < corners.len() {
                corners.insert(past, (today, corners[past - 1].1));
                past += 1;
            }

            self.add_line(StrokeKind::Line, &corners[..past]);
            self.add_line(StrokeKind::Coming, &corners[past.saturating_sub(1)..]);
            if reaches && !is_known {
                self.add_hline(StrokeKind::Tail, *last, end - last.0);
            }
        }
    }
}

/// The distance from the first point to the last.
pub fn breadth(points: &[Point]) -> i64 {
    match points {
        [first, .., last] => last.0 - first.0,
        _ => 0,
    }
}

/// Parts across that are no wider than a pixel.
const COLUMN: i64 = 10;

/// Keeps the first, the lowest, the highest and the last point of each column: the line passes every other point within it.
pub fn downsample(points: &[Point]) -> Vec<Point> {
    let mut kept = Vec::new();
    for points in points.chunk_by(|a, b| a.0 / COLUMN == b.0 / COLUMN) {
        let highest = (0..points.len()).min_by_key(|i| points[*i].1).unwrap_or(0);
        let lowest = (0..points.len()).max_by_key(|i| points[*i].1).unwrap_or(0);
        let mut places = vec![0, highest, lowest, points.len() - 1];
        places.sort_unstable();
        places.dedup();
        kept.extend(places.iter().map(|place| points[*place]));
    }

    kept
}

/// The inks of a page's own indicator, by its place among those that are drawn together: it has one colour on the pages of all.
static MAIN: [&str; 5] = ["own c1", "own c2", "own c3", "own c4", "own c5"];
/// The inks of those beside it. Each has a pattern as well as a colour, so that nobody must tell colours apart.
static BESIDE: [&str; 5] = ["c1", "c2", "c3", "c4", "c5"];

/// A chart has no more than five series.
pub fn main_ink(place: usize) -> &'static str {
    MAIN[place.min(MAIN.len() - 1)]
}

pub fn ink_beside(place: usize) -> &'static str {
    BESIDE[place.min(BESIDE.len() - 1)]
}

#[derive(Clone, Debug)]
pub struct Stroke {
    pub kind: StrokeKind,
    pub ink: &'static str,
    pub path: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum StrokeKind {
    Line,
    /// The time after the last decision that is known.
    Tail,
    /// After the as-of day.
    Coming,
    Dots,
    /// Dots without a line.
    Lone,
    /// A dot around a hole.
    Ring,
    /// The dot of the latest observation, which may have a hole as well.
    End,
    Hole,
    /// At round values of the scale, and at zero.
    Round,
    Zero,
    /// Under the field, at the turns of months and years.
    Tick,
    /// Down the field, at a break of the series and at the as-of day.
    Break,
    Today,
}

impl Stroke {
    pub fn new(kind: StrokeKind, ink: &'static str, path: impl Into<String>) -> Self {
        Stroke {
            kind,
            ink,
            path: path.into(),
        }
    }

    /// Its kind, and whose it is.
    pub fn class(&self) -> String {
        let kind = match self.kind {
            StrokeKind::Line => "line",
            StrokeKind::Tail => "line tail",
            StrokeKind::Coming => "line coming",
            StrokeKind::Dots => "dots",
            StrokeKind::Lone => "dots lone",
            StrokeKind::Ring => "dots ring",
            StrokeKind::End => "dots end",
            StrokeKind::Hole => "dots hole",
            StrokeKind::Round => "rule",
            StrokeKind::Zero => "axis",
            StrokeKind::Tick => "tick",
            StrokeKind::Break => "break",
            StrokeKind::Today => "today",
        };

        format!("{kind} {}", self.ink).trim_end().to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_go_from_point_to_point() {
        let points = [(0, 10), (5, 0), (9, 3)];
        let mut paths = Paths::default();
        paths.add_line(StrokeKind::Line, &points);
        paths.add_line(StrokeKind::Coming, &points[..1]);
        paths.add_dots(StrokeKind::Dots, [points[0]]);
        let drawn = paths.into_strokes("").into_iter();
        assert_eq!(
            drawn.map(|stroke| stroke.path).collect::<Vec<_>>(),
            ["M0 10l5 -10l4 3", "M0 10h0"]
        );
        let steps = |today, end, is_known| {
            let mut paths = Paths::default();
            paths.add_steps(
                &[vec![(0, 1), (2, 1)], points.to_vec()],
                today,
                end,
                is_known,
            );
            let kinds = [StrokeKind::Line, StrokeKind::Tail, StrokeKind::Coming];
            let [line, tail, coming] =
                kinds.map(|kind| paths.0.get(&kind).cloned().unwrap_or_default());
            (line, tail, coming)
        };

        let solid = "M0 1h2h0M0 10h5v-10h4v3";
        let none = String::new;
        assert_eq!(steps(12, 12, true), (format!("{solid}h3"), none(), none()));
        assert_eq!(
            steps(12, 12, false),
            (solid.to_owned(), "M9 3h3".to_owned(), none())
        );
        assert_eq!(steps(12, 9, true), (solid.to_owned(), none(), none()));
        let ahead = (
            String::from("M0 1h2h0M0 10h5v-10h1"),
            none(),
            String::from("M6 0h3v3h3"),
        );
        assert_eq!(steps(6, 12, true), ahead);
        assert_eq!(
            (breadth(&points), breadth(&points[..1]), breadth(&[])),
            (9, 0, 0)
        );
    }

    #[test]
    fn thinning_keeps_ends_and_extremes_of_every_column() {
        let points: Vec<Point> = (0..1000).map(|i| (i, (i * 7919) % 1000)).collect();
        let kept = downsample(&points);
        assert!(kept.len() <= 400 && kept.is_sorted());
        for column in points.chunks(10) {
            let heights = || column.iter().map(|point| point.1);
            for height in [heights().min(), heights().max()] {
                assert!(
                    kept.iter()
                        .any(|point| Some(point.1) == height && column.contains(point))
                );
            }

            assert!(kept.contains(&column[0]) && kept.contains(&column[9]));
        }

        assert_eq!(downsample(&points[..3]), points[..3]);
    }
}
