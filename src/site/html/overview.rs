//! `/` and `/en/`: all indicators at a glance.

use askama::Template;

use super::super::{Summary, text, urls};
use super::figures::{Change, StatusFigure, Value};
use super::layout::Layout;
use super::sparkline::Sparkline;
use crate::dataset::Dataset;
use crate::model::{Category, Comparand, Comparison, EffectiveStatus, Indicator, Lang, PublicUrl};

/// The overview.
#[derive(Template)]
#[template(path = "overview.html", config = "src/site/html/askama.toml")]
pub struct OverviewPage<'a> {
    frame: Layout,
    as_of: String,
    version: &'a str,
    size: String,
    status: StatusFigure,
    meaning: Option<&'static str>,
    categories: Vec<CategoryFigure<'a>>,
}

struct CategoryFigure<'a> {
    name: &'a str,
    rows: Vec<Row<'a>>,
}

struct Row<'a> {
    name: &'a str,
    href: String,
    value: Value,
    date: String,
    caption: &'static str,
    month: Option<Change>,
    year: Option<Change>,
    spark: Option<Sparkline>,
    status: StatusFigure,
}

impl<'a> OverviewPage<'a> {
    /// Of everything, as it stands at the instant of the summary.
    pub fn new(
        dataset: &'a Dataset,
        summary: &'a Summary,
        public_url: Option<&PublicUrl>,
        lang: Lang,
    ) -> Self {
        let t = text::page(lang);
        let mut statuses = summary.statuses.iter().map(|(_, effective)| effective);
        let category = |category: &'a Category| CategoryFigure {
            name: category.name.get(lang),
            // The statuses are in the order of the indicators.
            rows: category
                .indicators
                .iter()
                .zip(&mut statuses)
                .map(|(of, s)| row(dataset, of, s, lang))
                .collect(),
        };
        let categories = dataset.categories.iter().map(category).collect();
        let all = summary.count(summary.status) == summary.statuses.len();
        OverviewPage {
            frame: Layout::new(
                lang,
                t.service.to_owned(),
                urls::OVERVIEW,
                [urls::COLLECTION, urls::TABLE],
                public_url,
            ),
            as_of: text::moment(summary.as_of, summary.offset, lang),
            version: &summary.version,
            size: text::size(summary.statuses.len(), summary.observations, lang),
            status: StatusFigure::new(summary.status, lang),
            meaning: text::overall(summary.status, all, lang),
            categories,
        }
    }
}

fn row<'a>(dataset: &Dataset, indicator: &'a Indicator, effective: &EffectiveStatus, lang: Lang) -> Row<'a> {
    let current = indicator.series.current();
    let period_type = current.basis.period_type;
    let unit = current.basis.unit.text.get(lang);
    let change = |span| Change::of(&Comparison::new(&indicator.series, effective.status, span), unit, lang);
    Row {
        name: indicator.name.get(lang),
        href: urls::localized(lang, &urls::view(indicator.key.as_str())),
        value: Value::of(current, lang),
        date: text::dated(period_type, current.date, lang),
        caption: text::kind(period_type, lang),
        month: change(Comparand::Month),
        year: change(Comparand::Year),
        spark: Sparkline::new(&indicator.series, dataset.offset.day(dataset.as_of), lang),
        status: StatusFigure::new(effective.status, lang),
    }
}
