//! How the figures are made, the text of `/method`; and how programs use them, that of `/use`: rules, and a sentence on each
//! recipe.

use super::*;

/// Paragraphs, each with a line for each language, below a heading where they are not plain text.
const METHOD: &str = include_str!("method.txt");
/// The same; a tilde is a no-break space.
const USE: &str = include_str!("use.txt");

pub struct MethodSection {
    /// Its place in the page, the same in every language.
    pub id: &'static str,
    pub title: &'static str,
    pub paragraphs: Vec<String>,
    /// Terms and their meanings.
    pub terms: Vec<(String, String)>,
}

texts! {
    /// Before an example.
    example { "Пример из этого набора данных:", "Example from this dataset:" }

    /// The reason for which an example may calculate what no page shows.
    arithmetic_only {
        "Примеры показывают лишь порядок расчёта: по начальным данным и данным с неизвестным статусом изменения не публикуются.",
        "The examples only illustrate the arithmetic: no changes are published for initial data or data of unknown status." }
}

/// The paragraphs of a text in a language, each with its heading: the first of its lines.
fn paragraphs(
    text: &'static str,
    lang: Lang,
) -> impl Iterator<Item = (&'static str, &'static str)> {
    let paragraphs = text.split("\n\n");
    paragraphs.filter_map(move |text| Some((text.lines().next()?, lang.line_of(text)?)))
}

/// All sections in order.
pub fn method(lang: Lang) -> Vec<MethodSection> {
    let mut sections: Vec<MethodSection> = Vec::new();
    for (heading, text) in paragraphs(METHOD, lang) {
        if let Some(id) = heading.strip_prefix("section ") {
            sections.push(MethodSection {
                id,
                title: text,
                paragraphs: Vec::new(),
                terms: Vec::new(),
            });
        } else if let Some(section) = sections.last_mut() {
            match text.split_once(": ").filter(|_| heading == "term") {
                Some((term, meaning)) => section.terms.push((nbsp(term), nbsp(meaning))),
                None => section.paragraphs.push(nbsp(text)),
            }
        }
    }

    sections
}

/// The texts of `/use` under a heading: `rule` for what every recipe follows, or the id of a recipe.
pub fn usage_texts(heading: &str, lang: Lang) -> Vec<String> {
    let below = paragraphs(USE, lang).filter(|(line, _)| *line == heading);
    below.map(|(_, text)| text.replace('~', "\u{a0}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_paragraph_has_a_line_in_each_language() {
        for paragraph in [METHOD, USE].iter().flat_map(|text| text.split("\n\n")) {
            assert!(
                Lang::ALL
                    .into_iter()
                    .all(|lang| lang.line_of(paragraph).is_some()),
                "{paragraph}"
            );
        }
    }

    #[test]
    fn every_status_is_a_term_of_the_method() {
        for lang in Lang::ALL {
            let sections = method(lang);
            let section = sections
                .iter()
                .find(|section| section.id == "statuses")
                .unwrap();
            let terms: Vec<&str> = section
                .terms
                .iter()
                .map(|(term, _)| term.as_str())
                .collect();
            assert_eq!(
                terms,
                Status::ALL.map(|status| nbsp(status_word(status, lang)))
            );
        }
    }
}
