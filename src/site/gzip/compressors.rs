//! Compressors that are kept from piece to piece, for all threads.

use std::sync::{Mutex, PoisonError};

use flate2::{Compress, Compression};

/// Compressors that nobody uses, each with its level. Kept from piece to piece: making one costs more than packing a small
/// body with it. Shared by all threads: of a thousand that answer slow readers few compress at a time.
pub struct Compressors(Mutex<Vec<(u32, Compress)>>);

/// Compressors that are kept at most, of a quarter of a megabyte each.
const MOST_IDLE: usize = 16;

pub static COMPRESSORS: Compressors = Compressors(Mutex::new(Vec::new()));

impl Compressors {
    pub fn with<R>(&self, level: u32, work: impl FnOnce(&mut Compress) -> R) -> R {
        let mut deflate = self.take(level).unwrap_or_else(|| Compress::new(Compression::new(level), false));
        deflate.reset();
        let result = work(&mut deflate);
        let mut idle = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if idle.len() < MOST_IDLE {
            idle.push((level, deflate));
        }
        result
    }

    fn take(&self, level: u32) -> Option<Compress> {
        let mut idle = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let place = idle.iter().position(|(own, _)| *own == level)?;
        Some(idle.swap_remove(place).1)
    }

    pub fn release(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_for_the_next_body_is_given_back() {
        let compressors = Compressors(Mutex::default());
        let kept = || compressors.0.lock().unwrap().iter().map(|(level, _)| *level).collect::<Vec<_>>();
        compressors.with(1, |_| compressors.with(2, |_| compressors.with(1, |_| assert!(kept().is_empty()))));
        assert_eq!(kept(), [1, 2, 1]);
        compressors.with(2, |_| assert_eq!(kept(), [1, 1]));
        compressors.release();
        assert!(kept().is_empty());
    }
}
