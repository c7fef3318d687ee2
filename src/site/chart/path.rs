//! Points as the path of an SVG, as short as it can be written without losing anything that could be seen.

use std::fmt::Write;

/// A point in tenths of a pixel, from the left and from the top.
pub type Point = (i64, i64);

pub fn line(path: &mut String, points: &[Point]) {
    let [first, ..] = points else { return };
    let _ = write!(path, "M{} {}", first.0, first.1);
    for pair in points.windows(2) {
        let _ = write!(path, "l{} {}", pair[1].0 - pair[0].0, pair[1].1 - pair[0].1);
    }
}

/// How far the last of a series of rates is drawn: solid where it is known that it still applies.
#[derive(Clone, Copy)]
pub enum LastStep {
    SolidTo(i64),
    TailTo(i64),
}

/// Rates in force: each stays until the next one of its run.
#[derive(Default)]
pub struct Steps {
    pub solid: String,
    pub tail: String,
}

impl Steps {
    pub fn new(runs: &[Vec<Point>], last: LastStep) -> Self {
        let mut steps = Steps::default();
        for points in runs {
            let [first, ..] = points[..] else { continue };
            let _ = write!(steps.solid, "M{} {}", first.0, first.1);
            for pair in points.windows(2) {
                let _ = write!(steps.solid, "h{}v{}", pair[1].0 - pair[0].0, pair[1].1 - pair[0].1);
            }
        }
        let Some((x, y)) = runs.last().and_then(|points| points.last()).copied() else { return steps };
        match last {
            LastStep::SolidTo(end) if end > x => {
                let _ = write!(steps.solid, "h{}", end - x);
            }
            LastStep::TailTo(end) if end > x => hline(&mut steps.tail, (x, y), end - x),
            _ => {}
        }
        steps
    }
}

/// A dot at each point: a line of no length, which round ends make visible.
pub fn dots(path: &mut String, points: &[Point]) {
    points.iter().for_each(|point| hline(path, *point, 0));
}

pub fn hline(path: &mut String, (x, y): Point, length: i64) {
    let _ = write!(path, "M{x} {y}h{length}");
}

pub fn vline(path: &mut String, (x, y): Point, length: i64) {
    let _ = write!(path, "M{x} {y}v{length}");
}

pub fn breadth(points: &[Point]) -> i64 {
    points.first().zip(points.last()).map_or(0, |(first, last)| last.0 - first.0)
}

/// Of the points of each column this wide the first, the lowest, the highest and the last: the drawing looks the same.
pub fn downsample(points: &[Point], column: i64) -> Vec<Point> {
    let mut kept = Vec::new();
    for points in points.chunk_by(|a, b| a.0 / column == b.0 / column) {
        let at = |extreme: Option<(usize, &Point)>| extreme.map_or(0, |(i, _)| i);
        let highest = at(points.iter().enumerate().min_by_key(|(_, point)| point.1));
        let lowest = at(points.iter().enumerate().max_by_key(|(_, point)| point.1));
        let mut keep = [0, highest, lowest, points.len() - 1];
        keep.sort_unstable();
        let mut last = None;
        for i in keep {
            if last != Some(i) {
                kept.push(points[i]);
            }
            last = Some(i);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_go_from_point_to_point() {
        let points = [(0, 10), (5, 0), (9, 3)];
        let (mut through, mut dotted) = (String::new(), String::new());
        line(&mut through, &points);
        dots(&mut dotted, &points[..1]);
        assert_eq!(through, "M0 10l5 -10l4 3");
        let steps = |last| {
            let Steps { solid, tail } = Steps::new(&[vec![(0, 1), (2, 1)], points.to_vec()], last);
            (solid, tail)
        };
        let solid = "M0 1h2v0M0 10h5v-10h4v3";
        assert_eq!(steps(LastStep::SolidTo(12)), (format!("{solid}h3"), String::new()));
        assert_eq!(steps(LastStep::TailTo(12)), (solid.to_owned(), "M9 3h3".to_owned()));
        assert_eq!(steps(LastStep::TailTo(9)), (solid.to_owned(), String::new()));
        assert_eq!(dotted, "M0 10h0");
        assert_eq!((breadth(&points), breadth(&points[..1]), breadth(&[])), (9, 0, 0));
    }

    #[test]
    fn thinning_keeps_ends_and_extremes_of_every_column() {
        let points: Vec<Point> = (0..1000).map(|i| (i, (i * 7919) % 1000)).collect();
        let kept = downsample(&points, 50);
        assert!(kept.len() <= 80 && kept.is_sorted());
        for column in points.chunks(50) {
            let heights = || column.iter().map(|point| point.1);
            for height in [heights().min(), heights().max()] {
                assert!(kept.iter().any(|point| Some(point.1) == height && column.contains(point)));
            }
            assert!(kept.contains(&column[0]) && kept.contains(&column[49]));
        }
        assert_eq!(downsample(&points[..3], 1), points[..3]);
    }
}
