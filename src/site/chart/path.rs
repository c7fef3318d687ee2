//! Points as the path of an SVG, as short as it can be written without losing anything that could be seen.

use std::fmt::Write;

/// A point in tenths of a pixel, from the left and from the top.
pub type Point = (i64, i64);

/// A line through the points.
pub fn line(path: &mut String, points: &[Point]) {
    let [first, rest @ ..] = points else { return };
    let _ = write!(path, "M{} {}", first.0, first.1);
    let (mut x, mut y) = *first;
    for point in rest {
        let _ = write!(path, "l{} {}", point.0 - x, point.1 - y);
        (x, y) = *point;
    }
}

/// A line that stays at each point's height until the next one, and at the last one's as far as `end`.
pub fn steps(path: &mut String, points: &[Point], end: i64) {
    let [first, rest @ ..] = points else { return };
    let _ = write!(path, "M{} {}", first.0, first.1);
    let (mut x, mut y) = *first;
    for point in rest {
        let _ = write!(path, "h{}v{}", point.0 - x, point.1 - y);
        (x, y) = *point;
    }
    if end > x {
        let _ = write!(path, "h{}", end - x);
    }
}

/// A level line from a point.
pub fn onward(path: &mut String, (x, y): Point, length: i64) {
    let _ = write!(path, "M{x} {y}h{length}");
}

/// A dot at each point: a line of no length, which round ends make visible.
pub fn dots(path: &mut String, points: &[Point]) {
    for (x, y) in points {
        let _ = write!(path, "M{x} {y}h0");
    }
}

/// How far apart the ends of a run are.
pub fn breadth(points: &[Point]) -> i64 {
    points.first().zip(points.last()).map_or(0, |(first, last)| last.0 - first.0)
}

/// A line across a field of this width.
pub fn across(path: &mut String, y: i64, width: i64) {
    let _ = write!(path, "M0 {y}h{width}");
}

/// A line downwards.
pub fn down(path: &mut String, (x, y): Point, length: i64) {
    let _ = write!(path, "M{x} {y}v{length}");
}

/// Of the points of each column this wide the first, the lowest, the highest and the last: what is drawn is the same.
pub fn thinned(points: &[Point], column: i64) -> Vec<Point> {
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
        let (mut through, mut stepwise, mut dotted) = (String::new(), String::new(), String::new());
        line(&mut through, &points);
        steps(&mut stepwise, &points, 12);
        dots(&mut dotted, &points[..1]);
        assert_eq!(through, "M0 10l5 -10l4 3");
        assert_eq!(stepwise, "M0 10h5v-10h4v3h3");
        assert_eq!(dotted, "M0 10h0");
        assert_eq!((breadth(&points), breadth(&points[..1]), breadth(&[])), (9, 0, 0));
    }

    #[test]
    fn thinning_keeps_ends_and_extremes_of_every_column() {
        let points: Vec<Point> = (0..1000).map(|i| (i, (i * 7919) % 1000)).collect();
        let kept = thinned(&points, 50);
        assert!(kept.len() <= 80 && kept.is_sorted());
        for column in points.chunks(50) {
            let heights = || column.iter().map(|point| point.1);
            for height in [heights().min(), heights().max()] {
                assert!(kept.iter().any(|point| Some(point.1) == height && column.contains(point)));
            }
            assert!(kept.contains(&column[0]) && kept.contains(&column[49]));
        }
        assert_eq!(thinned(&points[..3], 1), points[..3]);
    }
}
