//! A history as a small line in a table, without axes: its shape, and in words its range.

use chrono::{Datelike, NaiveDate};

use super::super::text;
use super::chart::{Axis, Scale, dots, line, pieces, points, steps, thinned};
use crate::model::{Lang, Number, PeriodType, Series};

/// Tenths of a pixel; the drawing's own margin is outside.
const WIDTH: i64 = 1100;
const HEIGHT: i64 = 240;
/// Parts of the width that cannot be told apart.
const COLUMN: i64 = 10;

/// A line, and dots where no line may be drawn.
pub struct Sparkline {
    pub label: String,
    pub path: String,
    pub dots: String,
}

impl Sparkline {
    /// Of a series with dates: of what is in its present unit.
    pub fn new(series: &Series, as_of: NaiveDate, lang: Lang) -> Option<Self> {
        let current = series.current();
        let same = |unit: &str| unit == current.basis.unit.id;
        let pieces: Vec<_> =
            pieces(series.observations()).into_iter().filter(|piece| same(&piece[0].basis.unit.id)).collect();
        let first = pieces.first()?.first()?.date?;
        let last = current.date?;
        let stepwise = current.basis.period_type == PeriodType::EffectiveFrom;
        let axis = Axis::new(first, if stepwise { last.max(as_of) } else { last });
        let values = pieces.iter().copied().flatten().map(|observation| observation.value);
        let scale = Scale::tight(values.clone());
        let (mut path, mut spots) = (String::new(), String::new());
        for piece in &pieces {
            let points = thinned(&points(piece, axis, &scale, (WIDTH, HEIGHT)), COLUMN);
            if stepwise {
                steps(
                    &mut path,
                    &points,
                    if points.len() == 1 || piece.last() == Some(current) { WIDTH } else { 0 },
                );
            } else if points.len() > 1 {
                line(&mut path, &points);
            } else {
                dots(&mut spots, &points);
            }
        }
        let rank = |value: &Number| scale.rank(*value);
        let range = (values.clone().min_by_key(rank)?, values.max_by_key(rank)?);
        let label =
            text::sketched((first.year(), last.year()), range, current.basis.unit.text.get(lang), lang);
        Some(Sparkline { label, path, dots: spots })
    }
}
