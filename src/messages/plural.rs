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
        assert_eq!(
            [1, 2, 5, 11, 21, 112].map(count),
            ["ошибка", "ошибки", "ошибок", "ошибок", "ошибка", "ошибок"]
        );
    }
}
