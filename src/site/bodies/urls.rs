//! The URL scheme: where resources are found that others refer to, without the prefix of their language.

use super::*;

pub const OVERVIEW: &str = "/";
pub const COLLECTION: &str = "/data.json";
pub const TABLE: &str = "/data.csv";
pub const WORKBOOK: &str = "/data.xlsx";
pub const CATALOG: &str = "/catalog.json";
pub const CATALOG_TABLE: &str = "/catalog.csv";
pub const FEED: &str = "/feed.atom";
/// Those of a category, by its id.
pub const CATEGORY_FEED: &str = "/feed/{category}.atom";
pub const CATEGORY: &str = "/category/{category}";
pub const OPENAPI: &str = "/openapi.json";
pub const STYLE: &str = "/style.css";
pub const SCRIPT: &str = "/page.js";
pub const METHOD: &str = "/method";
pub const USE: &str = "/use";
pub const SEARCH: &str = "/search";
pub const SEARCH_INDEX: &str = "/search.json";
pub const CALENDAR: &str = "/calendar";
pub const EVENTS: &str = "/calendar.ics";
pub const DATES: &str = "/calendar.json";
/// All observations of all indicators, or of some.
pub const LONG_TABLE: &str = "/history.csv";
pub const SITEMAP: &str = "/sitemap.xml";
pub const HEALTH: &str = "/healthz";
pub const STATUS: &str = "/status.json";
/// Those of an indicator, by its key.
pub const VIEW: &str = "/view/{key}";
pub const INDICATOR: &str = "/data/{key}.json";
pub const HISTORY: &str = "/data/{key}/history.json";
pub const HISTORY_TABLE: &str = "/data/{key}/history.csv";
pub const HISTORY_WORKBOOK: &str = "/data/{key}/history.xlsx";
pub const LATEST: &str = "/data/{key}/latest.json";
pub const CHANGES: &str = "/data/{key}/changes.json";
pub const CHANGE_TABLE: &str = "/data/{key}/changes.csv";
pub const VINTAGES: &str = "/data/{key}/vintages.json";
pub const VINTAGES_TABLE: &str = "/data/{key}/vintages.csv";
pub const PICTURE: &str = "/data/{key}/chart.svg";
pub const EXPLANATION: &str = "/data/{key}/explain.json";
/// The National Summary Data Page, and its files by data category.
pub const NSDP: &str = "/nsdp";
pub const NSDP_FILE: &str = "/nsdp/{domain}.xml";
/// The beginning of every path of SDMX, and the end of that of a table.
pub const SDMX: &str = "/sdmx/";
pub const DATAFLOWS: &str = "/sdmx/dataflow";
pub const SDMX_TABLE: &str = "?format=csv";

/// Puts a key or an identifier in the place of the braces of a path.
pub fn of(path: &str, id: impl Display) -> String {
    let (before, rest) = path.split_once('{').unwrap_or((path, ""));
    let (_, after) = rest.split_once('}').unwrap_or_default();
    format!("{before}{id}{after}")
}

pub fn localized(lang: Lang, path: &str) -> String {
    format!("{}{path}", lang.prefix())
}

/// A path without the prefix of its language.
pub fn unlocalized(path: &str) -> &str {
    path.strip_prefix(Lang::of_path(path).prefix())
        .unwrap_or(path)
}

/// The key that a path names where it has the shape of a path of an indicator's data, for any other path below `/data/` an
/// empty one.
pub fn data_key(path: &str) -> Option<&str> {
    let rest = path.strip_prefix("/data/")?;
    match rest.split_once('/') {
        Some((key, _)) => Some(key),
        None => Some(rest.strip_suffix(".json").unwrap_or_default()),
    }
}

/// The path with the key of its indicator, or the id of its category, in small letters, where that is another one; none for
/// the resources of schema 1.0, which say where they are [D23.capitals].
pub fn with_lower_key(path: &str) -> Option<String> {
    let unprefixed = unlocalized(path);
    let (folder, rest) = unprefixed.strip_prefix('/')?.split_once('/')?;
    let (key, rest) = match folder {
        "view" | "category" => (rest, ""),
        "data" => rest.split_at(rest.find('/')?),
        _ => return None,
    };

    let prefix = path.strip_suffix(unprefixed)?;
    let has_capitals = key.bytes().any(|byte| byte.is_ascii_uppercase());
    has_capitals.then(|| format!("{prefix}/{folder}/{}{rest}", key.to_ascii_lowercase()))
}

/// The file name of a download: `usd-history.csv`, `data.csv`.
pub fn file_name(path: &str) -> String {
    let path = unlocalized(path);
    if let Some(table) = path.strip_suffix(SDMX_TABLE) {
        return format!("sdmx-{}.csv", table.rsplit('/').next().unwrap_or_default());
    }

    let name = path.strip_prefix("/data/");
    let name = name.unwrap_or(path.trim_start_matches('/'));
    name.replace('/', "-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_in_capitals_leads_to_the_one_in_small_letters() {
        for (path, lower) in [
            ("/view/USD", Some("/view/usd")),
            ("/en/view/Usd", Some("/en/view/usd")),
            ("/data/USD/history.csv", Some("/data/usd/history.csv")),
            ("/en/data/M2/chart.svg", Some("/en/data/m2/chart.svg")),
            ("/en/category/Prices", Some("/en/category/prices")),
            ("/data/usd/history.csv", None),
            ("/data/usd/HISTORY.csv", None),
            ("/data/USD.json", None),
            ("/data/USD", None),
            ("/DATA/usd/history.csv", None),
            ("/VIEW", None),
            ("*", None),
        ] {
            assert_eq!(with_lower_key(path).as_deref(), lower, "{path}");
        }
    }

    #[test]
    fn two_downloads_are_two_files() {
        for (path, name) in [
            ("/data/usd/history.csv", "usd-history.csv"),
            ("/en/data/eur/history.csv", "eur-history.csv"),
            (TABLE, "data.csv"),
            ("/calendar.ics", "calendar.ics"),
            ("/sdmx/data/M.AZ.m2?format=csv", "sdmx-M.AZ.m2.csv"),
        ] {
            assert_eq!(file_name(path), name);
        }
    }
}
