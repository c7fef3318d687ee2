//! The language that operators are spoken to in: asked for on the command line, else by the environment.

use crate::model::Lang;

/// The language of `--lang`, else of the environment.
pub fn asked(words: &[String]) -> Lang {
    let behind = words.iter().zip(words.iter().skip(1)).find(|(option, _)| *option == "--lang");
    let joined = words.iter().find_map(|word| word.strip_prefix("--lang="));
    let named = behind.map(|(_, value)| value.as_str()).or(joined);
    named.and_then(tagged).unwrap_or_else(of_environment)
}

/// The language of the first variable that is set, as POSIX has it: English unless that is Russian.
pub fn of_environment() -> Lang {
    let set = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().filter_map(|name| std::env::var(name).ok());
    let asked = set.into_iter().find(|value| !value.is_empty()).unwrap_or_default();
    if asked.starts_with("ru") { Lang::Ru } else { Lang::En }
}

/// The language with this tag.
pub fn tagged(text: &str) -> Option<Lang> {
    Lang::ALL.into_iter().find(|lang| lang.tag() == text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_comes_before_the_environment() {
        let asked = |line: &str| asked(&line.split(' ').map(str::to_owned).collect::<Vec<_>>());
        assert_eq!(asked("check x --lang ru"), Lang::Ru);
        assert_eq!(asked("check x --lang=ru"), Lang::Ru);
        assert_eq!(asked("check --lang=en x"), Lang::En);
        assert_eq!(asked("check x --lang fr"), of_environment());
        assert_eq!(asked("check x"), of_environment());
    }
}
