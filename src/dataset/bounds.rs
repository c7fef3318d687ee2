//! `plausible` of `indicators/KEY.json`: the bounds within which values are believed.

use std::cmp::Ordering;

use super::diagnostic::Diagnostics;
use super::json::Node;
use crate::messages as msg;
use crate::model::Plausible;

/// Reads the bounds and reports those that no value could keep.
pub fn read(node: Node<'_>, diagnostics: &mut Diagnostics) -> Option<Plausible> {
    let before = diagnostics.errors();
    let mut object = node.object(diagnostics)?;
    let empty = !object.has_more();
    let min = object.optional("min", diagnostics).and_then(|node| node.decimal(diagnostics));
    let max = object.optional("max", diagnostics).and_then(|node| node.decimal(diagnostics));
    let max_change_pct = object.optional("maxChangePct", diagnostics).and_then(|node| {
        let percent = node.decimal(diagnostics)?;
        if percent.sign() != Ordering::Greater {
            diagnostics.error(node.location(), msg::change_not_positive(percent));
        }
        Some(percent)
    });
    object.finish(diagnostics);
    if empty {
        diagnostics.error(node.location(), msg::no_bounds());
    }
    if let Some((min, max)) = min.zip(max).filter(|(min, max)| min > max) {
        diagnostics.error(node.location(), msg::min_above_max(min, max));
    }
    (diagnostics.errors() == before).then_some(Plausible { min, max, max_change_pct })
}
