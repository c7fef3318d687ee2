//! What is wrong with the words of a command line. The library says it in English only, so its sentences are read here
//! and said again through the catalogue; one that is not known stays as it is.

use crate::messages::{self as msg, Message};

/// The message for what the library says of wrong arguments.
pub fn message(said: &str) -> Message {
    let said = said.trim();
    quoted(said, "No value provided for option '", "'.")
        .map(msg::argument_without_value)
        .or_else(|| {
            quoted(said, "Unrecognized argument: ", "").map(|it| msg::argument_unknown(it.trim_matches('"')))
        })
        .or_else(|| bad_value(said, "Error parsing option '"))
        .or_else(|| bad_value(said, "Error parsing positional argument '"))
        .or_else(|| missing(said))
        .or_else(|| said.starts_with("Trailing arguments").then(msg::help_stands_alone))
        .unwrap_or_else(|| msg::verbatim(said))
}

fn quoted<'a>(said: &'a str, before: &str, after: &str) -> Option<&'a str> {
    said.strip_prefix(before)?.strip_suffix(after)
}

/// `'--how' with value 'whatever': why`
fn bad_value(said: &str, before: &str) -> Option<Message> {
    let (argument, rest) = said.strip_prefix(before)?.split_once("' with value '")?;
    let (value, why) = rest.split_once("': ")?;
    Some(match why {
        "duplicate values provided" => msg::argument_twice(argument),
        why => msg::argument_bad(argument, value, why),
    })
}

/// Headings that end with `not provided:`, each with a name on every line below it.
fn missing(said: &str) -> Option<Message> {
    let heading = |line: &str| line.ends_with("not provided:") || line.ends_with("must be present:");
    said.lines().next().filter(|line| heading(line))?;
    let names = said.lines().filter(|line| !heading(line)).map(|line| format!("`{}`", line.trim()));
    Some(msg::arguments_missing(names.collect::<Vec<_>>().join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Lang;

    #[test]
    fn the_librarys_sentences_are_known() {
        for (said, russian) in [
            ("Unrecognized argument: --x\n", "неизвестный аргумент `--x`: какие бывают, скажет --help"),
            ("No value provided for option '--store'.\n", "после `--store` нет значения"),
            ("Trailing arguments are not allowed after `help`.", "после --help ничего не пишут"),
            ("Error parsing option '--lang' with value 'fr': не язык\n", "--lang `fr`: не язык"),
            (
                "Error parsing option '--at' with value 'x': duplicate values provided\n",
                "`--at` указан дважды",
            ),
            (
                "Required positional arguments not provided:\n    key\nRequired options not provided:\n    --dataset\n",
                "не хватает: `key`, `--dataset`",
            ),
        ] {
            assert_eq!(message(said).get(Lang::Ru), russian);
        }
        assert_eq!(message("Something else\n").get(Lang::Ru), "Something else");
    }
}
