//! Russian nouns after a number.

/// The form of a Russian noun after a number: 1 ошибка, 2 ошибки, 5 ошибок, 11 ошибок, 21 ошибка.
pub fn russian_plural(count: usize, forms: [&str; 3]) -> &str {
    match (count % 10, count % 100) {
        (_, 11..=14) => forms[2],
        (1, _) => forms[0],
        (2..=4, _) => forms[1],
        _ => forms[2],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn russian_counts() {
        let count = |n| russian_plural(n, ["ошибка", "ошибки", "ошибок"]);
        for (form, counts) in [
            ("ошибка", &[1, 21, 101, 1001][..]),
            ("ошибки", &[2, 3, 4, 22, 24, 102]),
            ("ошибок", &[0, 5, 10, 11, 12, 13, 14, 15, 20, 25, 111, 112, 114]),
        ] {
            counts.iter().for_each(|&n| assert_eq!(count(n), form, "{n}"));
        }
    }
}
