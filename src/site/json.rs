//! JSON bodies in their two forms, and decimals that reach them as text.

use std::fmt::Display;

use serde::ser::Error;
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

use super::page::{COMPACT, Caching, Page, Variant};
use super::{SiteError, links, template};
use crate::model::Lang;

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

/// A page of JSON: pretty with a newline at its end, compact without (decisions, 1.5).
///
/// # Errors
/// When a view cannot be written as JSON, which none of this program's can be brought to.
pub fn page(view: &impl Serialize, lang: Option<Lang>, caching: Caching) -> Result<Page, SiteError> {
    let mut pretty = serde_json::to_vec_pretty(view)?;
    pretty.push(b'\n');
    let compact = serde_json::to_vec(view)?;
    Ok(both(pretty, compact, lang, caching))
}

/// Pretty JSON.
///
/// # Errors
/// As [`page`].
pub fn text(view: &impl Serialize) -> Result<String, SiteError> {
    Ok(serde_json::to_string_pretty(view)?)
}

/// A page of JSON that has been written by hand, the same in every language.
pub fn document(pretty: String) -> Page {
    let compact = template::compact(&pretty).into_bytes();
    both(pretty.into_bytes(), compact, None, Caching::Public)
}

fn both(pretty: Vec<u8>, compact: Vec<u8>, lang: Option<Lang>, caching: Caching) -> Page {
    let variant = match caching {
        Caching::Public => Variant::compressed,
        Caching::NoStore => Variant::plain,
    };
    Page {
        lang,
        caching,
        cross_origin: true,
        links: links::DESCRIPTION.to_owned(),
        alternate: Some((COMPACT, variant(compact))),
        ..Page::new("application/json", variant(pretty))
    }
}
