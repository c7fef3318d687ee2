//! `/view/{key}`: everything about one indicator.

use askama::Template;

use super::super::{text, urls};
use super::chart::Chart;
use super::figures::{Change, StatusFigure, Value};
use super::layout::Layout;
use super::observations::Observations;
use crate::dataset::Dataset;
use crate::model::{Category, Comparand, Comparison, EffectiveStatus, Indicator, Lang, PublicUrl};

/// A name of more characters is set smaller.
const LONG_NAME: usize = 120;

/// The page of an indicator.
#[derive(Template)]
#[template(path = "indicator.html", config = "src/site/html/askama.toml")]
pub struct IndicatorPage<'a> {
    frame: Layout,
    category: &'a str,
    name: &'a str,
    is_long: bool,
    value: Value,
    period: String,
    status: StatusFigure,
    /// Why the status is what it is.
    reason: String,
    changes: [ChangeFigure; 2],
    source: Option<SourceFigure<'a>>,
    /// What else is known of it, each with its label.
    facts: Vec<(&'static str, String)>,
    notes: Option<&'a str>,
    has_details: bool,
    chart: Option<Chart>,
    observations: Observations,
    links: Links,
}

/// A change and the sentence that explains it, or that says why there is none.
struct ChangeFigure {
    label: &'static str,
    change: Option<Change>,
    sentence: String,
}

struct SourceFigure<'a> {
    name: &'a str,
    /// Its address, which a checked dataset has only on the web.
    url: Option<&'a str>,
}

struct Links {
    history: String,
    table: String,
    explain: String,
    path: String,
}

impl<'a> IndicatorPage<'a> {
    /// Of an indicator with the status that it has at the instant of the snapshot.
    pub fn new(
        dataset: &Dataset,
        category: &'a Category,
        indicator: &'a Indicator,
        effective: &EffectiveStatus,
        public_url: Option<&PublicUrl>,
        lang: Lang,
    ) -> Self {
        let current = indicator.series.current();
        let unit = current.basis.unit.text.get(lang);
        let (name, key) = (indicator.name.get(lang), indicator.key.as_str());
        let change = |span, label| {
            let comparison = Comparison::new(&indicator.series, effective.status, span);
            ChangeFigure {
                label,
                sentence: text::change(current, &comparison, effective.status, span, lang),
                change: Change::of(&comparison, unit, lang),
            }
        };
        let t = text::page(lang);
        let day = |date| text::day(date, lang);
        let localised = |path: String| urls::localized(lang, &path);
        let [json, csv] = [urls::indicator(key), urls::history_table(key)];
        let checked = indicator.checked_at().map(|at| text::moment(at, dataset.offset, lang));
        let reported = current.reported_change.map(|change| text::quantity(&change, "%", lang));
        let facts = [
            (t.published, current.published.map(day)),
            (t.next, indicator.expected_next_publication().map(day)),
            (t.checked, checked),
            (t.exact_value, Value::exact(current, lang)),
            (t.reported_change, reported),
        ];
        let facts: Vec<_> = facts.into_iter().filter_map(|(label, text)| Some((label, text?))).collect();
        let is_long = name.chars().nth(LONG_NAME).is_some();
        let title = format!("{name} — {}", t.service);
        IndicatorPage {
            frame: Layout::new(lang, title, &urls::view(key), [&json, &csv], public_url),
            category: category.name.get(lang),
            name,
            is_long,
            value: Value::of(current, lang),
            period: text::period_label(current.basis.period_type, current.date, lang),
            status: StatusFigure::new(effective.status, lang),
            reason: text::effective(indicator, effective, dataset.offset, lang),
            changes: [change(Comparand::Month, t.month_change), change(Comparand::Year, t.year_change)],
            source: indicator
                .source
                .as_deref()
                .map(|source| SourceFigure { name: source.name.get(lang), url: source.url.as_deref() }),
            has_details: !facts.is_empty()
                || is_long
                || indicator.source.is_some()
                || indicator.notes.is_some(),
            facts,
            notes: indicator.notes.as_ref().map(|notes| notes.get(lang).as_str()),
            chart: Chart::new(&indicator.series, dataset.offset.day(dataset.as_of), lang),
            observations: Observations::new(indicator, lang),
            links: Links {
                history: localised(urls::history(key)),
                table: localised(urls::history_table(key)),
                explain: localised(urls::explanation(key)),
                path: localised(urls::indicator(key)),
            },
        }
    }
}
