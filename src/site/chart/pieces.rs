//! A run cut where it turns doubtful, or certain again, so that the parts are drawn as different lines [D24.4].

use crate::model::Observation;

/// A part of a run, with the observation before it, from which its line comes.
pub struct Piece<'a> {
    pub observations: &'a [Observation],
    pub is_doubtful: bool,
}

/// A run in parts that are doubtful throughout, or not, where that is drawn; otherwise as a whole. Those of one
/// observation have no line.
pub fn pieces(run: &[Observation], is_split: bool) -> Vec<Piece<'_>> {
    if run.len() < 2 {
        return Vec::new();
    }
    if !is_split {
        return vec![Piece { observations: run, is_doubtful: false }];
    }
    let mut at = 0;
    let piece = |chunk: &[Observation]| {
        let from = at;
        at += chunk.len();
        let observations = &run[usize::saturating_sub(from, 1)..at];
        let is_doubtful = chunk.first().is_some_and(|of| of.flags.are_doubtful());
        (observations.len() > 1).then_some(Piece { observations, is_doubtful })
    };
    run.chunk_by(|one, other| one.flags.are_doubtful() == other.flags.are_doubtful())
        .filter_map(piece)
        .collect()
}
