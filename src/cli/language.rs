//! `--lang`, which every command has: taken out of the words before argh sees them.

use super::*;

static LANG: OnceLock<Lang> = OnceLock::new();

/// The language of operators, as the command line and the environment ask for it.
pub fn lang() -> Lang {
    *LANG.get_or_init(lang_of_environment)
}

/// Takes `--lang` and its value out of the words behind the command, and settles [`lang`] by the first one.
pub fn strip(words: &mut Vec<String>) -> Result<(), Message> {
    let (lang, refused) = take(words);
    LANG.get_or_init(|| lang.unwrap_or_else(lang_of_environment));
    refused.map_or(Ok(()), Err)
}

fn take(words: &mut Vec<String>) -> (Option<Lang>, Option<Message>) {
    let mut settled = None;
    while let Some(at) =
        (2..words.len()).take_while(|at| words[*at] != "--").find(|at| words[*at] == "--lang")
    {
        words.remove(at);
        if at == words.len() {
            return (settled, Some(msg::argument_without_value("--lang")));
        }
        let value = words.remove(at);
        let lang = Lang::ALL.into_iter().find(|lang| lang.tag() == value);
        if lang.is_none() || settled.is_some() {
            let bad = || msg::argument_bad("--lang", &value, msg::bad_lang());
            return (settled, Some(settled.map_or_else(bad, |_| msg::argument_twice("--lang"))));
        }
        settled = lang;
    }
    (settled, None)
}

/// The configured language, or else that of the first variable that is set, as POSIX has it; the last one of the table where
/// none names another.
fn lang_of_environment() -> Lang {
    if let Some(lang) = configuration::get().lang {
        return lang;
    }
    let set = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().filter_map(|name| std::env::var(name).ok());
    let named = set.into_iter().find(|value| !value.is_empty()).unwrap_or_default();
    Lang::ALL.into_iter().find(|lang| named.starts_with(lang.tag())).unwrap_or(Lang::En)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_option_is_taken_out_of_the_words() {
        for (line, rest, lang, refused) in [
            ("x check y --lang ru", "x check y", Some(Lang::Ru), None),
            ("x check --lang en y", "x check y", Some(Lang::En), None),
            ("x check y", "x check y", None, None),
            ("x --lang ru check", "x --lang ru check", None, None),
            ("x check -- --lang", "x check -- --lang", None, None),
            ("x check --lang fr", "x check", None, Some("argument_bad")),
            ("x check --lang ru --lang ru", "x check", Some(Lang::Ru), Some("argument_twice")),
            ("x check --lang", "x check", None, Some("argument_without_value")),
        ] {
            let mut words: Vec<String> = line.split(' ').map(str::to_owned).collect();
            let (taken, message) = take(&mut words);
            assert_eq!((words.join(" ").as_str(), taken), (rest, lang), "{line}");
            assert_eq!(message.map(|message| message.kind()), refused, "{line}");
        }
    }
}
