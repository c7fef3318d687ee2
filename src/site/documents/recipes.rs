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
    file: &'static str,
}

impl Recipe {
    /// The gap `ADDRESS`: the language of the file says how, and where a program finds an address that is not known here.
    fn address(&self, public_url: Option<&PublicUrl>) -> String {
        let (_, extension) = self.file.split_once('.').unwrap_or_default();
        match (extension, public_url) {
            ("py" | "R" | "ps1", Some(url)) => format!("\"{url}\""),
            (_, Some(url)) => url.to_string(),
            ("sh", None) => "${BASE:?}".to_owned(),
            ("py", None) => "os.environ[\"BASE\"]".to_owned(),
            ("ps1", None) => "$env:BASE".to_owned(),
            ("R", None) => "Sys.getenv(\"BASE\")".to_owned(),
            // It has no variables: the reader writes the address in place of the name.
            (_, None) => "BASE".to_owned(),
        }
    }
}

macro_rules! recipe {
    ($id:literal, $name:literal, $file:literal, $is_run:literal) => {
        Recipe {
            id: $id,
            name: $name,
            code: Cow::Borrowed(include_str!(concat!("recipes/", $file))),
            is_run: $is_run,
            file: $file,
        }
    };
}

static TEMPLATES: [Recipe; 21] = [
    recipe!("curl", "curl, jq", "curl.sh", true),
    recipe!("ranges", "curl: from, to, last, asOf", "ranges.sh", true),
    recipe!("latest", "curl, jq: latest, inForce", "latest.sh", true),
    recipe!("powershell", "PowerShell", "latest.ps1", false),
    recipe!("requests", "Python: requests", "requests.py", true),
    recipe!(
        "pandas-url",
        "Python: pandas, read_csv",
        "pandas-url.py",
        true
    ),
    recipe!("pandas", "Python: pandas, requests", "pandas.py", true),
    recipe!("changes", "Python: pandas, changes", "changes.py", true),
    recipe!(
        "wide",
        "Python: pandas, category, shape=wide",
        "wide.py",
        true
    ),
    recipe!("vintages", "Python: pandas, vintages", "vintages.py", true),
    recipe!("polars", "Python: Polars", "polars.py", true),
    recipe!("duckdb", "Python: DuckDB", "duckdb.py", true),
    recipe!("r", "R: httr", "history.R", true),
    recipe!("readr", "R: readr", "readr.R", true),
    recipe!("excel", "Excel: Power Query", "excel.m", false),
    recipe!("sheets", "Google Sheets, LibreOffice", "sheets.txt", false),
    recipe!("grafana", "Grafana: Infinity", "grafana.json", false),
    recipe!(
        "home-assistant",
        "Home Assistant",
        "home-assistant.yaml",
        false
    ),
    recipe!("telegram", "Telegram", "telegram.py", true),
    recipe!("javascript", "JavaScript", "page.html", true),
    recipe!("sdmx", "Python: sdmx1", "sdmx.py", true),
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
    let lists = |category: &&Category| {
        category
            .indicators
            .iter()
            .any(|indicator| indicator.key.as_str() == key)
    };
    let category = dataset
        .categories
        .iter()
        .find(lists)
        .map_or("", |category| category.id.as_str());
    let another = dataset
        .indicators()
        .map(|indicator| indicator.key.as_str())
        .find(|k| *k != key);
    let several = another.map_or_else(|| key.to_owned(), |another| format!("{key},{another}"));
    let (agency, flow) = dataset.sdmx.as_ref().map_or(("", ""), |sdmx| {
        (sdmx.agency.as_str(), sdmx.dataflow.as_str())
    });
    let import_os = if public_url.is_none() {
        "import os\n"
    } else {
        ""
    };
    let filled = |recipe: &Recipe| {
        let gaps = [
            ("ADDRESS", &*recipe.address(public_url)),
            ("IMPORT_OS\n", import_os),
            ("PREFIX", &*urls::localized(lang, "")),
            ("AGENCY", agency),
            ("FLOW", flow),
            ("CATEGORY", category),
            ("KEY", key),
            ("SEVERAL", &several),
        ];
        Recipe {
            code: fill(&recipe.code, &gaps).into(),
            ..*recipe
        }
    };
    let offered = |recipe: &&Recipe| recipe.id != "sdmx" || dataset.sdmx.is_some();
    TEMPLATES.iter().filter(offered).map(filled).collect()
}

/// Values that fill gaps are not searched for gaps again: a dataflow may be called `CASHFLOW`, and an agency `MONKEY`.
fn fill(code: &str, gaps: &[(&str, &str)]) -> String {
    let mut filled = String::new();
    let mut rest = code;
    let next = |rest: &str| {
        gaps.iter()
            .filter_map(|(gap, value)| Some((rest.find(gap)?, *gap, *value)))
            .min()
    };
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
        let gaps = [
            ("PREFIX", "/KEY"),
            ("AGENCY", "MONKEY.PREFIX"),
            ("FLOW", "CASHFLOW"),
            ("KEY", "usd"),
        ];
        assert_eq!(
            fill("get(\"PREFIX/KEY\", FLOW, \"AGENCY\", KEY)", &gaps),
            "get(\"/KEY/usd\", CASHFLOW, \"MONKEY.PREFIX\", usd)"
        );
    }
}
