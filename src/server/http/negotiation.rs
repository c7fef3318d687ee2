//! `Accept-Encoding`: which encoding a client would rather have.

/// Whether gzip is what the client would rather have (quality values are honoured, [D7.gzip]).
///
/// `values` are all values of `Accept-Encoding`, in order. Identity is always to be had: a client that excludes
/// it and accepts nothing that we have gets it all the same.
pub fn prefers_gzip<'a>(values: impl Iterator<Item = &'a str>) -> bool {
    let (mut gzip, mut identity, mut any) = (None, None, None);
    for element in values.flat_map(|value| value.split(',')) {
        let mut parts = element.split(';');
        let coding = parts.next().unwrap_or_default().trim();
        let quality =
            parts.find_map(|part| part.trim().strip_prefix(['q', 'Q'])?.trim_start().strip_prefix('='));
        let quality = Some(quality.map_or(1000, |digits| thousandths(digits.trim())));
        if coding.eq_ignore_ascii_case("gzip") || coding.eq_ignore_ascii_case("x-gzip") {
            gzip = gzip.max(quality);
        } else if coding.eq_ignore_ascii_case("identity") {
            identity = quality;
        } else if coding == "*" {
            any = quality;
        }
    }
    // What is not named has the quality of `*`. Without that gzip is not acceptable, and identity is as a last resort.
    let gzip = gzip.or(any).unwrap_or(0);
    gzip > 0 && gzip >= identity.or(any).unwrap_or(0)
}

/// `0`, `1`, `0.5`, `0.125` in thousandths; anything else is a refusal.
fn thousandths(digits: &str) -> u32 {
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    if fraction.len() > 3 || !fraction.bytes().all(|byte| byte.is_ascii_digit()) {
        return 0;
    }
    match whole {
        "1" if fraction.bytes().all(|byte| byte == b'0') => 1000,
        "0" => format!("{fraction:0<3}").parse().unwrap_or(0),
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quality_values_decide_the_encoding() {
        for (value, gzip) in [
            ("", false),
            ("gzip", true),
            ("GZIP", true),
            ("x-gzip", true),
            ("gzip, x-gzip;q=0", true),
            ("gzip;q=0, x-gzip", true),
            ("deflate, gzip, br", true),
            ("br", false),
            ("gzip;q=0", false),
            ("gzip;q=0.000", false),
            ("gzip; q=0.001", true),
            ("gzip ; Q = 0.5", true),
            ("gzip;q=1.0, identity;q=0.5", true),
            ("gzip;q=0.5, identity", false),
            ("gzip;q=0.5, identity;q=0.5", true),
            ("gzip;q=0.5, identity;q=0.6", false),
            ("*", true),
            ("*;q=0", false),
            ("*;q=0.1", true),
            ("gzip;q=0, *", false),
            ("gzip;q=0.2, *;q=0.9", false),
            ("gzip;q=0.5, *;q=0.5", true),
            ("identity;q=0", false),
            ("identity;q=0, gzip;q=0", false),
            ("identity;q=0, *;q=0.5", true),
            ("identity;q=0, gzip", true),
            ("gzip;q=2", false),
            ("gzip;q=", false),
            ("gzip;q=-1", false),
            ("gzip;q=0.1234", false),
            ("gzip;level=1;q=0", false),
            ("gzipped", false),
            (",,gzip,,", true),
        ] {
            assert_eq!(prefers_gzip([value].into_iter()), gzip, "{value}");
        }
        assert!(prefers_gzip(["br", "gzip"].into_iter()), "two header lines are one list");
        assert!(!prefers_gzip(std::iter::empty()));
    }
}
