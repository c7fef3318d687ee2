//! `Cache-Control`: how long a response may be kept, near a known change too [D11].

use crate::site::Caching;

/// How long a page is fresh, in seconds.
const MAX_AGE: u64 = 900;
/// How long a cache may show it after that, while it asks anew or the service does not answer, in seconds.
const STALE: u64 = 86_400;

/// The value for a page, with `left` whole seconds to the next known change of the snapshot, if one is known. No cache
/// that follows it shows the page beyond that instant.
pub fn control(caching: Caching, left: Option<u64>) -> String {
    if caching == Caching::NoStore {
        return "no-store".to_owned();
    }
    let left = left.unwrap_or(u64::MAX);
    let max_age = left.min(MAX_AGE);
    match (left - max_age).min(STALE) {
        0 => format!("public, max-age={max_age}"),
        stale => format!("public, max-age={max_age}, stale-while-revalidate={stale}, stale-if-error={stale}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_kept_beyond_the_next_change() {
        for (left, value) in [
            (None, "public, max-age=900, stale-while-revalidate=86400, stale-if-error=86400"),
            (Some(90_000), "public, max-age=900, stale-while-revalidate=86400, stale-if-error=86400"),
            (Some(87_299), "public, max-age=900, stale-while-revalidate=86399, stale-if-error=86399"),
            (Some(901), "public, max-age=900, stale-while-revalidate=1, stale-if-error=1"),
            (Some(900), "public, max-age=900"),
            (Some(59), "public, max-age=59"),
            (Some(0), "public, max-age=0"),
        ] {
            assert_eq!(control(Caching::Public, left), value, "{left:?}");
            assert_eq!(control(Caching::NoStore, left), "no-store");
        }
    }
}
