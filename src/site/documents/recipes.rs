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
    /// The text of the gap `ADDRESS`, in the syntax of the file. Without a public address the program reads it from `BASE`.
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

/// One recipe a line: identifier, name, file, and whether a test runs it.
macro_rules! recipes {
    ($($id:literal, $name:literal, $file:literal, $is_run:literal;)*) => {
        static TEMPLATES: &[Recipe] = &[$(Recipe {
            id: $id,
            name: $name,
            code: Cow::Borrowed(include_str!(concat!("recipes/", $file))),
            is_run: $is_run,
            file: $file,
        }),*];
    };
}

recipes! {
    "curl", "curl, jq", "curl.sh", true;
    "ranges", "curl: from, to, last, asOf", "ranges.sh", true;
    "latest", "curl, jq: latest, inForce", "latest.sh", true;
    "powershell", "PowerShell", "latest.ps1", false;
    "requests", "Python: requests", "requests.py", true;
    "pandas-url", "Python: pandas, read_csv", "pandas-url.py", true;
    "pandas", "Python: pandas, requests", "pandas.py", true;
    "changes", "Python: pandas, changes", "changes.py", true;
    "wide", "Python: pandas, category, shape=wide", "wide.py", true;
    "vintages", "Python: pandas, vintages", "vintages.py", true;
    "polars", "Python: Polars", "polars.py", true;
    "duckdb", "Python: DuckDB", "duckdb.py", true;
    "r", "R: httr", "history.R", true;
    "readr", "R: readr", "readr.R", true;
    "excel", "Excel: Power Query", "excel.m", false;
    "sheets", "Google Sheets, LibreOffice", "sheets.txt", false;
    "grafana", "Grafana: Infinity", "grafana.json", false;
    "home-assistant", "Home Assistant", "home-assistant.yaml", false;
    "telegram", "Telegram", "telegram.py", true;
    "javascript", "JavaScript", "page.html", true;
    "sdmx", "Python: sdmx1", "sdmx.py", true;
}

/// The recipes for a dataset, about its first headline figure with a date, which SDMX has too; that for SDMX only where
/// the dataset has a name there.
pub fn all(dataset: &Dataset, public_url: Option<&PublicUrl>, lang: Lang) -> Vec<Recipe> {
    let categories = dataset.categories.iter();
    let members: Vec<_> = categories.flat_map(Category::members).collect();
    let headlines = dataset.featured.iter();
    let headlines = headlines.filter_map(|key| members.iter().find(|(_, one)| one.key == *key));
    let mut shown = headlines.chain(&members);
    let shown = shown.find(|(_, one)| one.series.current().date.is_some());
    let (category, key) = match shown.or(members.first()) {
        Some((category, one)) => (category.id.as_str(), one.key.as_str()),
        None => ("", ""),
    };

    let mut others = dataset.indicators().map(|one| one.key.as_str());
    let another = others.find(|other| *other != key);
    let several = match another {
        Some(another) => format!("{key},{another}"),
        None => key.to_owned(),
    };

    let (agency, flow) = match &dataset.sdmx {
        Some(sdmx) => (sdmx.agency.as_str(), sdmx.dataflow.as_str()),
        None => ("", ""),
    };

    let import_os = match public_url {
        Some(_) => "",
        None => "import os\n",
    };

    let mut recipes = Vec::new();
    for recipe in TEMPLATES {
        if recipe.id == "sdmx" && dataset.sdmx.is_none() {
            continue;
        }

        let gaps = [
            ("ADDRESS", &*recipe.address(public_url)),
            ("IMPORT_OS\n", import_os),
            ("PREFIX", lang.prefix()),
            ("AGENCY", agency),
            ("FLOW", flow),
            ("CATEGORY", category),
            ("KEY", key),
            ("SEVERAL", &several),
        ];

        recipes.push(Recipe {
            code: fill(&recipe.code, &gaps).into(),
            ..*recipe
        });
    }

    recipes
}

/// Values that fill gaps are not searched for gaps again: a dataflow may be called `CASHFLOW`, and an agency `MONKEY`.
fn fill(code: &str, gaps: &[(&str, &str)]) -> String {
    let mut filled = String::new();
    let mut rest = code;
    while let Some((before, value, after)) = split_at_gap(rest, gaps) {
        filled.extend([before, value]);
        rest = after;
    }

    filled + rest
}

/// The text before the first gap, what fills it, and the text behind it.
fn split_at_gap<'a>(
    text: &'a str,
    gaps: &[(&str, &'a str)],
) -> Option<(&'a str, &'a str, &'a str)> {
    let found = gaps.iter().filter_map(|(gap, value)| {
        let (before, after) = text.split_once(gap)?;
        Some((before, *value, after))
    });
    found.min_by_key(|(before, ..)| before.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rate_that_is_still_to_come_is_nowhere_taken_for_the_present_one() {
        for recipe in TEMPLATES {
            let is_of_latest = recipe.code.contains("latest.json");
            assert!(
                !is_of_latest || recipe.code.contains("inForce"),
                "{}",
                recipe.id
            );
        }
    }

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
