//! The URL scheme: where every resource is found, without the prefix of its language.

use crate::model::Lang;

/// The overview for people.
pub const OVERVIEW: &str = "/";
/// All indicators as JSON.
pub const COLLECTION: &str = "/data.json";
/// All indicators as a flat table.
pub const TABLE: &str = "/data.csv";
/// Which indicators there are.
pub const CATALOG: &str = "/catalog.json";
/// All observations of all indicators in one long table.
pub const LONG_TABLE: &str = "/history.csv";
/// All indicators and their histories for spreadsheets.
pub const WORKBOOK: &str = "/data.xlsx";
/// The newest figures for feed readers.
pub const FEED: &str = "/feed.atom";
/// Where every path of SDMX begins.
pub const SDMX: &str = "/sdmx/";
/// What the path of a table of SDMX ends with.
pub const SDMX_TABLE: &str = "?format=csv";
/// The release calendar for programs.
pub const CALENDAR: &str = "/calendar.json";
/// The release calendar for calendar programs.
pub const EVENTS: &str = "/calendar.ics";
/// The description of the service, the same in every language.
pub const OPENAPI: &str = "/openapi.json";
/// The JSON Schema of schema 1.0, the same in every language.
pub const SCHEMA: &str = "/schema/1.0.json";
/// The stylesheet of the pages for people.
pub const STYLE: &str = "/style.css";
/// The sign of the service in a browser.
pub const ICON: &str = "/favicon.svg";
/// What search engines may ask for.
pub const ROBOTS: &str = "/robots.txt";
/// What statuses, changes, revisions and marks mean, for people.
pub const METHOD: &str = "/method";
/// Recipes for programs.
pub const USE: &str = "/use";
/// The pages for people, for search engines.
pub const SITEMAP: &str = "/sitemap.xml";
/// Whether the service is up.
pub const HEALTH: &str = "/healthz";
/// For monitoring: what is served, since when, and how far it can be trusted.
pub const STATUS: &str = "/status.json";
/// What Prometheus collects.
pub const METRICS: &str = "/metrics";

/// Before the key of an indicator's page for people.
const VIEW: &str = "/view/";

/// The overview in a language.
pub fn home(lang: Lang) -> &'static str {
    lang.home()
}

/// The path of a resource in a language.
pub fn localized(lang: Lang, path: &str) -> String {
    format!("{}{path}", lang.prefix())
}

/// A path without the prefix of its language.
pub fn unlocalized(path: &str) -> &str {
    path.strip_prefix(Lang::of_path(path).prefix()).unwrap_or(path)
}

/// The page of an indicator for people.
pub fn view(key: &str) -> String {
    format!("{VIEW}{key}")
}

/// The key of the indicator whose page for people is at `path`.
pub fn viewed(path: &str) -> Option<&str> {
    path.strip_prefix(VIEW)
}

/// An indicator, as its element of the collection.
pub fn indicator(key: &str) -> String {
    format!("/data/{key}.json")
}

/// The history of an indicator as JSON.
pub fn history(key: &str) -> String {
    format!("/data/{key}/history.json")
}

/// The history of an indicator as a table.
pub fn history_table(key: &str) -> String {
    format!("/data/{key}/history.csv")
}

/// The history of an indicator for spreadsheets.
pub fn workbook(key: &str) -> String {
    format!("/data/{key}/history.xlsx")
}

/// The current observation of an indicator and the one before it.
pub fn latest(key: &str) -> String {
    format!("/data/{key}/latest.json")
}

/// Every value ever published for an indicator, as JSON.
pub fn vintages(key: &str) -> String {
    format!("/data/{key}/vintages.json")
}

/// The same as a table.
pub fn vintages_table(key: &str) -> String {
    format!("/data/{key}/vintages.csv")
}

/// The chart of an indicator as a picture of its own.
pub fn picture(key: &str) -> String {
    format!("/data/{key}/chart.svg")
}

/// Why an indicator's status and changes are what they are.
pub fn explanation(key: &str) -> String {
    format!("/data/{key}/explain.json")
}

/// The name under which a program keeps a file that is meant to be kept: `usd-history.csv`, `data.csv`. `None` if the
/// resource is read where it is.
pub fn file_name(path: &str) -> Option<String> {
    if let Some(table) = path.strip_suffix(SDMX_TABLE) {
        return Some(format!("sdmx-{}.csv", table.rsplit('/').next().unwrap_or_default()));
    }
    let kept = [".csv", ".xlsx", ".ics", ".svg"].iter().any(|end| path.ends_with(end));
    let name = path.strip_prefix("/data/").unwrap_or(path.trim_start_matches('/'));
    kept.then(|| name.replace('/', "-"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_downloads_are_two_files() {
        assert_eq!(file_name("/data/usd/history.csv").as_deref(), Some("usd-history.csv"));
        assert_eq!(file_name("/data/eur/history.csv").as_deref(), Some("eur-history.csv"));
        assert_eq!(file_name(TABLE).as_deref(), Some("data.csv"));
        assert_eq!(file_name(EVENTS).as_deref(), Some("calendar.ics"));
        assert_eq!(file_name("/sdmx/data/M.AZ.m2?format=csv").as_deref(), Some("sdmx-M.AZ.m2.csv"));
        assert_eq!(file_name(COLLECTION), None);
        assert_eq!(file_name(&history("usd")), None);
    }
}
