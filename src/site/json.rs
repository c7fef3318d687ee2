//! JSON bodies in their two forms, and decimals that reach them as text.

use std::fmt::Display;

use serde::ser::Error;
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

use super::page::{COMPACT, Caching, Form, Page, Variant};
use super::piece::{Piece, Pool};
use super::registry::{Around, Written};
use super::{SiteError, template};
use crate::model::{Lang, Localized};

/// A number of JSON written digit by digit: no binary float stands between the dataset and the body.
pub struct Decimal(String);

impl Decimal {
    /// From a value that writes itself as a plain decimal.
    pub fn new(value: &impl Display) -> Self {
        Decimal(value.to_string())
    }

    /// Its digits.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Serialize for Decimal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        RawValue::from_string(self.0.clone()).map_err(S::Error::custom)?.serialize(serializer)
    }
}

/// A page of JSON that may be kept, in a language: pretty with a newline at its end, compact without [D1.5].
///
/// # Errors
/// When a view cannot be written as JSON, which none of this program's can be brought to.
pub fn page(view: &impl Serialize, lang: Lang) -> Result<Page, SiteError> {
    in_forms(view, Some(lang), Variant::compressed)
}

/// The same with its texts in memory as they are, however long: for what programs ask for most.
///
/// # Errors
/// As [`page`].
pub fn hot_page(view: &impl Serialize, lang: Lang) -> Result<Page, SiteError> {
    in_forms(view, Some(lang), Variant::kept)
}

/// The same for what caches never keep.
///
/// # Errors
/// As [`page`].
pub fn live_page(view: &impl Serialize, lang: Option<Lang>) -> Result<Page, SiteError> {
    Ok(Page { caching: Caching::NoStore, ..in_forms(view, lang, Variant::plain)? })
}

fn in_forms(
    view: &impl Serialize,
    lang: Option<Lang>,
    variant: fn(Vec<u8>) -> Variant,
) -> Result<Page, SiteError> {
    let compact = write(view, Form::Alternate)?;
    let pretty = lines(write(view, Form::Default)?);
    Ok(of(lang, variant(pretty), variant(compact)))
}

/// A page of JSON that has been written by hand, the same in every language.
pub fn document(pretty: String) -> Page {
    let compact = template::compact(&pretty).into_bytes();
    of(None, Variant::compressed(pretty.into_bytes()), Variant::compressed(compact))
}

/// A page of JSON in its two forms.
pub fn of(lang: Option<Lang>, pretty: Variant, compact: Variant) -> Page {
    Page {
        lang,
        cross_origin: true,
        alternate: Some((COMPACT, compact)),
        ..Page::new("application/json", pretty)
    }
}

/// The pages of a resource that is one list with a little around it. Lists that are the same in both languages are
/// kept once.
///
/// # Errors
/// As [`page`].
pub fn of_list(
    around: impl Fn(Lang, Form) -> Around,
    list: impl Fn(Lang, Form) -> Result<String, SiteError>,
) -> Written {
    let mut pool = Pool::default();
    Localized::try_build(|lang| {
        let mut variant = |form| {
            let (head, tail) = around(lang, form)?;
            let mut rest = list(lang, form)?.into_bytes();
            rest.extend(tail);
            Ok::<_, SiteError>(Variant::of_pieces(&[Piece::new(head), pool.piece(rest)]))
        };
        let pretty = variant(Form::Default)?;
        Ok(of(Some(lang), pretty, variant(Form::Alternate)?))
    })
}

/// The text of such a list with what is around it, as it stands inside another document.
///
/// # Errors
/// When it is not UTF-8, which none of this program's is.
pub fn whole((head, tail): (Vec<u8>, Vec<u8>), list: &str) -> Result<String, SiteError> {
    let mut text = String::from_utf8([&head, list.as_bytes(), &tail].concat())?;
    text.truncate(text.trim_end().len());
    Ok(text)
}

/// Pretty JSON.
///
/// # Errors
/// As [`page`].
pub fn text(view: &impl Serialize) -> Result<String, SiteError> {
    Ok(serde_json::to_string_pretty(view)?)
}

/// The beginning and the end of an object whose last member is an empty list, `depth` levels deep in its document:
/// what stands before and after the elements of the list. At depth 0 the end is that of the document.
///
/// # Errors
/// As [`page`].
pub fn around(
    view: &impl Serialize,
    form: Form,
    depth: usize,
    is_empty: bool,
) -> Result<(Vec<u8>, Vec<u8>), SiteError> {
    let mut head = indented(write(view, form)?, form, depth);
    let end = head.iter().rposition(|byte| *byte == b']').unwrap_or(head.len());
    let mut tail = head.split_off(end);
    if !is_empty {
        tail.splice(..0, line(form, depth + 1));
    }
    if depth == 0 && form == Form::Default {
        tail = lines(tail);
    }
    Ok((head, tail))
}

/// Adds an element to a list `depth` levels deep in its document.
///
/// # Errors
/// As [`page`].
pub fn add_element(
    to: &mut Vec<u8>,
    view: &impl Serialize,
    form: Form,
    depth: usize,
    is_first: bool,
) -> Result<(), SiteError> {
    begin_element(to, form, depth, is_first);
    to.extend(indented(write(view, form)?, form, depth + 1));
    Ok(())
}

/// What stands before an element of a list `depth` levels deep in its document.
pub fn begin_element(to: &mut Vec<u8>, form: Form, depth: usize, is_first: bool) {
    if !is_first {
        to.push(b',');
    }
    to.extend(line(form, depth + 1));
}

fn write(view: &impl Serialize, form: Form) -> Result<Vec<u8>, SiteError> {
    Ok(match form {
        Form::Default => serde_json::to_vec_pretty(view)?,
        Form::Alternate => serde_json::to_vec(view)?,
    })
}

/// A document ends with its last line.
fn lines(mut pretty: Vec<u8>) -> Vec<u8> {
    pretty.push(b'\n');
    pretty
}

/// A line break, where there is one, and the indentation after it.
fn line(form: Form, depth: usize) -> Vec<u8> {
    match form {
        Form::Default => format!("\n{:width$}", "", width = 2 * depth).into_bytes(),
        Form::Alternate => Vec::new(),
    }
}

/// A line break inside a string of JSON is escaped: every one that there is ends a line.
fn indented(json: Vec<u8>, form: Form, depth: usize) -> Vec<u8> {
    if form == Form::Alternate || depth == 0 {
        return json;
    }
    let lines: Vec<&[u8]> = json.split(|byte| *byte == b'\n').collect();
    lines.join(line(form, depth).as_slice())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Serialize)]
    struct View<'a> {
        name: &'a str,
        list: &'a [View<'a>],
    }

    #[test]
    fn a_list_written_element_by_element_is_the_list() {
        let leaf = |name| View { name, list: &[] };
        for elements in [vec![], vec![leaf("a\nb]")], vec![leaf("a"), leaf("]"), leaf("")]] {
            let whole = View { name: "w", list: &elements };
            for form in [Form::Default, Form::Alternate] {
                let (mut text, tail) = around(&leaf("w"), form, 0, elements.is_empty()).unwrap();
                for (number, element) in elements.iter().enumerate() {
                    add_element(&mut text, element, form, 1, number == 0).unwrap();
                }
                text.extend(tail);
                let whole = write(&whole, form).unwrap();
                let whole = if form == Form::Default { lines(whole) } else { whole };
                assert_eq!(String::from_utf8(text), String::from_utf8(whole));
            }
        }
    }
}
