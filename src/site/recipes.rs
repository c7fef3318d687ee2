//! Recipes for programs, complete as they stand: `/use` shows them, and a test runs them as shown against a running
//! service [D8.openapi].

use super::*;

/// A program. The templates have gaps: `ADDRESS` for the service, `PREFIX` for the language behind it, `KEY` for an
/// indicator, `SEVERAL` for two of them and `CATEGORY` for its category, `AGENCY` and `FLOW` for the names of the dataset in SDMX.
pub struct Recipe {
    pub id: &'static str,
    pub name: &'static str,
    pub code: Cow<'static, str>,
    /// A test runs it.
    pub is_run: bool,
    dialect: Dialect,
}

/// What a recipe is written in says where it finds an address that is not known here.
#[derive(Clone, Copy)]
enum Dialect {
    Shell,
    Python,
    R,
    /// It has no variables: the reader writes the address in place of the name.
    Form,
}

/// The variable of the environment that has the service's address.
const VARIABLE: &str = "BASE";

impl Dialect {
    /// The gap `ADDRESS`.
    fn address(self, public_url: Option<&PublicUrl>) -> String {
        match (self, public_url) {
            (Dialect::Shell | Dialect::Form, Some(url)) => url.to_string(),
            (Dialect::Python | Dialect::R, Some(url)) => format!("\"{url}\""),
            (Dialect::Shell, None) => format!("${{{VARIABLE}:?}}"),
            (Dialect::Python, None) => format!("os.environ[\"{VARIABLE}\"]"),
            (Dialect::R, None) => format!("Sys.getenv(\"{VARIABLE}\")"),
            (Dialect::Form, None) => VARIABLE.to_owned(),
        }
    }
}

macro_rules! recipe {
    ($id:literal, $name:literal, $file:literal, $dialect:ident, $is_run:literal) => {
        Recipe {
            id: $id,
            name: $name,
            code: Cow::Borrowed(include_str!(concat!("recipes/", $file))),
            is_run: $is_run,
            dialect: Dialect::$dialect,
        }
    };
}

static TEMPLATES: [Recipe; 20] = [
    recipe!("curl", "curl, jq", "curl.sh", Shell, true),
    recipe!("ranges", "curl: from, to, last, asOf", "ranges.sh", Shell, true),
    recipe!("latest", "curl, jq: latest, inForce", "latest.sh", Shell, true),
    recipe!("requests", "Python: requests", "requests.py", Python, true),
    recipe!("pandas-url", "Python: pandas, read_csv", "pandas-url.py", Python, true),
    recipe!("pandas", "Python: pandas, requests", "pandas.py", Python, true),
    recipe!("changes", "Python: pandas, changes", "changes.py", Python, true),
    recipe!("wide", "Python: pandas, category, shape=wide", "wide.py", Python, true),
    recipe!("vintages", "Python: pandas, vintages", "vintages.py", Python, true),
    recipe!("polars", "Python: Polars", "polars.py", Python, true),
    recipe!("duckdb", "Python: DuckDB", "duckdb.py", Python, true),
    recipe!("r", "R: httr", "history.R", R, true),
    recipe!("readr", "R: readr", "readr.R", R, true),
    recipe!("excel", "Excel: Power Query", "excel.m", Form, false),
    recipe!("sheets", "Google Sheets, LibreOffice", "sheets.txt", Form, false),
    recipe!("grafana", "Grafana: Infinity", "grafana.json", Form, false),
    recipe!("home-assistant", "Home Assistant", "home-assistant.yaml", Form, false),
    recipe!("telegram", "Telegram", "telegram.py", Python, true),
    recipe!("javascript", "JavaScript", "page.html", Form, true),
    recipe!("sdmx", "Python: sdmx1", "sdmx.py", Python, true),
];

/// The recipes for a dataset, about its first headline figure with a date, which SDMX has too; that for SDMX only where
/// the dataset has a name there.
pub fn all(dataset: &Dataset, public_url: Option<&PublicUrl>, lang: Lang) -> Vec<Recipe> {
    let headlines = dataset
        .featured
        .iter()
        .filter_map(|key| dataset.indicators().find(|indicator| indicator.key == *key));
    let mut shown = headlines.chain(dataset.indicators());
    let is_dated = |indicator: &&Indicator| indicator.series.current().date.is_some();
    let shown = shown.find(is_dated).or_else(|| dataset.indicators().next());
    let key = shown.map_or("", |indicator| indicator.key.as_str());
    let lists =
        |category: &&Category| category.indicators.iter().any(|indicator| indicator.key.as_str() == key);
    let category = dataset.categories.iter().find(lists).map_or("", |category| category.id.as_str());
    let another = dataset.indicators().map(|indicator| indicator.key.as_str()).find(|k| *k != key);
    let several = another.map_or_else(|| key.to_owned(), |another| format!("{key},{another}"));
    let (agency, flow) =
        dataset.sdmx.as_ref().map_or(("", ""), |sdmx| (sdmx.agency.as_str(), sdmx.dataflow.as_str()));
    let import_os = if public_url.is_none() { "import os\n" } else { "" };
    let filled = |recipe: &Recipe| {
        let gaps = [
            ("ADDRESS", &*recipe.dialect.address(public_url)),
            ("IMPORT_OS\n", import_os),
            ("PREFIX", &*urls::localized(lang, "")),
            ("AGENCY", agency),
            ("FLOW", flow),
            ("CATEGORY", category),
            ("KEY", key),
            ("SEVERAL", &several),
        ];
        Recipe { code: fill(&recipe.code, &gaps).into(), ..*recipe }
    };
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
        let gaps = [("PREFIX", "/KEY"), ("AGENCY", "MONKEY.PREFIX"), ("FLOW", "CASHFLOW"), ("KEY", "usd")];
        assert_eq!(
            fill("get(\"PREFIX/KEY\", FLOW, \"AGENCY\", KEY)", &gaps),
            "get(\"/KEY/usd\", CASHFLOW, \"MONKEY.PREFIX\", usd)"
        );
    }
}
