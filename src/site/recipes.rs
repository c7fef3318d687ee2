//! Recipes for programs, complete as they stand: `/use` shows them, and a test runs them as shown against a running
//! service [D8.openapi].

use std::borrow::Cow;

use super::urls;
use crate::dataset::Dataset;
use crate::model::{Indicator, Lang, PublicUrl};

/// The service's default address, for recipes where the public one is not known.
const LOCAL: &str = "http://127.0.0.1:8080";

/// A program. The templates have gaps: `BASE` and `ROOT` for the address with and without the language, `KEY` for an
/// indicator, `AGENCY` and `FLOW` for the names of the dataset in SDMX.
pub struct Recipe {
    pub id: &'static str,
    pub name: &'static str,
    pub code: Cow<'static, str>,
    /// A test runs it.
    pub is_run: bool,
}

macro_rules! recipe {
    ($id:literal, $name:literal, $file:literal, $is_run:literal) => {
        Recipe {
            id: $id,
            name: $name,
            code: Cow::Borrowed(include_str!(concat!("recipes/", $file))),
            is_run: $is_run,
        }
    };
}

static TEMPLATES: [Recipe; 12] = [
    recipe!("curl", "curl, jq", "curl.sh", true),
    recipe!("requests", "Python: requests", "requests.py", true),
    recipe!("pandas", "Python: pandas", "pandas.py", true),
    recipe!("vintages", "Python: pandas, vintages", "vintages.py", true),
    recipe!("r", "R", "history.R", true),
    recipe!("excel", "Excel: Power Query", "excel.m", false),
    recipe!("sheets", "Google Sheets, LibreOffice", "sheets.txt", false),
    recipe!("grafana", "Grafana: Infinity", "grafana.json", false),
    recipe!("home-assistant", "Home Assistant", "home-assistant.yaml", false),
    recipe!("telegram", "Telegram", "telegram.py", true),
    recipe!("javascript", "JavaScript", "page.html", true),
    recipe!("sdmx", "Python: sdmx1", "sdmx.py", true),
];

/// The recipes for a dataset, about its first headline figure with a date, which SDMX has too; that for SDMX only where
/// the dataset has a name there.
pub fn all(dataset: &Dataset, public_url: Option<&PublicUrl>, lang: Lang) -> Vec<Recipe> {
    let headlines = dataset.featured.iter().filter_map(|key| dataset.indicators().find(|of| of.key == *key));
    let mut shown = headlines.chain(dataset.indicators());
    let is_dated = |of: &&Indicator| of.series.current().date.is_some();
    let shown = shown.find(is_dated).or_else(|| dataset.indicators().next());
    let key = shown.map_or("", |indicator| indicator.key.as_str());
    let root = public_url.map_or_else(|| LOCAL.to_owned(), ToString::to_string);
    let base = urls::localized(lang, "");
    let (agency, flow) =
        dataset.sdmx.as_ref().map_or(("", ""), |sdmx| (sdmx.agency.as_str(), sdmx.dataflow.as_str()));
    let base = format!("{root}{base}");
    let gaps = [("BASE", &*base), ("ROOT", &*root), ("AGENCY", agency), ("FLOW", flow), ("KEY", key)];
    let filled = |recipe: &Recipe| Recipe { code: fill(&recipe.code, &gaps).into(), ..*recipe };
    let offered = |recipe: &&Recipe| recipe.id != "sdmx" || dataset.sdmx.is_some();
    TEMPLATES.iter().filter(offered).map(filled).collect()
}

/// Values that fill gaps are not searched for gaps again: a dataflow may be called `CASHFLOW`, and an agency `MONKEY`.
fn fill(code: &str, gaps: &[(&str, &str)]) -> String {
    let mut filled = String::new();
    let mut rest = code;
    let next =
        |rest: &str| gaps.iter().filter_map(|(gap, value)| Some((rest.find(gap)?, *gap, *value))).min();
    while let Some((at, gap, value)) = next(rest) {
        filled.extend([rest.get(..at).unwrap_or_default(), value]);
        rest = rest.get(at + gap.len()..).unwrap_or_default();
    }
    filled + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fills_a_gap_is_not_searched_for_gaps() {
        let gaps =
            [("BASE", "http://h/ROOT"), ("AGENCY", "MONKEY.BASE"), ("FLOW", "CASHFLOW"), ("KEY", "usd")];
        assert_eq!(
            fill("get(\"BASE/KEY\", FLOW, \"AGENCY\", KEY)", &gaps),
            "get(\"http://h/ROOT/usd\", CASHFLOW, \"MONKEY.BASE\", usd)"
        );
    }
}
