//! `indicators/KEY.json`: what an indicator is.

use super::*;

use std::cmp::Ordering;
use std::num::NonZeroU32;

use super::key_list::{key_list, read_key, read_keys, without_locations};
use super::listing::find_file;
use crate::model::{Limits, Source};

/// The other indicators that a chart has room for.
const MAX_IN_CHART: usize = 4;
/// The lower and the upper one.
const SIDES: usize = 2;
/// The most search words in a language, and the most characters of each.
const MAX_KEYWORDS: usize = 20;
const LONGEST_KEYWORD: usize = 64;
/// The digits behind the point that a page has room for.
const MAX_DECIMALS: u32 = 10;

/// The facts that rows take over from their indicator's definition, as far as that could be read.
#[derive(Clone, Default)]
pub struct Defaults {
    pub unit: Option<Arc<Unit>>,
    pub period_type: Option<PeriodType>,
    /// `None` where it could not be read, or does not go with the period type.
    pub frequency: Option<Option<Frequency>>,
    pub measure: Option<Measure>,
}

/// The readable part of a definition that may have problems: enough to go on looking for others.
#[derive(Default)]
pub struct PartialIndicator {
    pub defaults: Defaults,
    pub release: Option<String>,
    /// True if it is certain which release that is.
    pub release_known: bool,
    pub chart_with: KeyList,
    /// The one that it stays below, where there is one.
    pub below: KeyList,
    /// The two between which it stays, or none.
    pub between: KeyList,
    /// The series that it is on the National Summary Data Page.
    pub nsdp: SeriesList,
    plausible: Option<Plausible>,
    name: Option<Localized<String>>,
    source: Option<Arc<Source>>,
    declared: Option<DeclaredStatus>,
    notes: Option<Localized<String>>,
    short_name: Option<Localized<String>>,
    keywords: Option<Localized<Vec<String>>>,
    decimals: Option<u32>,
    source_code: Option<String>,
    nominal: Option<NonZeroU32>,
    has_errors: bool,
}

impl PartialIndicator {
    pub fn read(text: &Text<'_>, units: &Named<Unit>, sources: &Named<Source>) -> Self {
        let before = text.report.errors();
        let Some(mut object) = Node::parse(text).and_then(Node::object) else {
            return PartialIndicator::default();
        };

        let has_release = object.has("release");
        let has_code = object.has("sourceCode");
        let period_type = object.required("periodType", |node| node.cell()?.period_type());
        let mut partial = PartialIndicator {
            name: object.required("name", Node::by_lang),
            defaults: Defaults {
                unit: object
                    .required("unit", |node| units.find(&node.cell()?, msg::unknown_unit))
                    .cloned(),
                period_type,
                frequency: frequency(&mut object, period_type),
                measure: object
                    .optional_or("measure", Measure::default(), |node| node.cell()?.measure()),
            },
            source: object
                .optional("source", |node| {
                    sources.find(&node.cell()?, msg::unknown_source)
                })
                .cloned(),
            release: object.optional("release", Node::display_text),
            declared: object.optional("sourceStatus", definitions::status),
            notes: object.optional("notes", Node::by_lang),
            short_name: object.optional("shortName", Node::by_lang),
            keywords: object.optional("keywords", keywords),
            decimals: object.optional("decimals", |node| node.whole_number_within(0, MAX_DECIMALS)),
            chart_with: key_list(&mut object, "chartWith", MAX_IN_CHART),
            below: object
                .optional("below", |node| Some(vec![read_key(node)?]))
                .unwrap_or_default(),
            between: between(&mut object),
            source_code: object.optional("sourceCode", Node::display_text),
            nominal: object.optional("nominal", |node| {
                if !has_code {
                    node.error(msg::nominal_without_code());
                }
                NonZeroU32::new(node.whole_number_within(1, u32::MAX)?)
            }),
            plausible: object.optional("plausible", plausible),
            nsdp: object
                .optional("nsdp", nsdp::series_list)
                .unwrap_or_default(),
            ..PartialIndicator::default()
        };

        // Else the release may be the value of a mistyped name.
        partial.release_known = partial.release.is_some() || !(has_release || object.len() > 0);
        object.finish();
        partial.has_errors = text.report.errors() > before;
        partial
    }

    /// The bounds within which values are believed, where nothing is wrong with the definition.
    pub fn plausible(&self) -> Option<&Plausible> {
        self.plausible.as_ref().filter(|_| !self.has_errors)
    }

    /// The source in whose bulletins it has a code, where nothing is wrong with the definition.
    pub fn source_of_code(&self) -> Option<&str> {
        match &self.source {
            Some(source) if self.source_code.is_some() && !self.has_errors => Some(&source.id),
            _ => None,
        }
    }

    /// Returns true if nothing is wrong with the definition.
    pub fn is_sound(&self) -> bool {
        self.name.is_some() && !self.has_errors
    }

    /// The indicator, where nothing is wrong with its definition; `declared` is the status of those that declare none.
    pub fn complete(
        self,
        key: Key,
        series: Arc<Series>,
        releases: &BTreeMap<String, Arc<CalendarRelease>>,
        declared: Option<DeclaredStatus>,
    ) -> Option<Indicator> {
        if self.has_errors {
            return None;
        }

        let release = self.release.map(|id| match releases.get(&id) {
            Some(release) => Arc::clone(release),
            None => Arc::new(CalendarRelease {
                id,
                ..CalendarRelease::default()
            }),
        });
        Some(Indicator {
            key,
            name: self.name?,
            unit: self.defaults.unit?,
            period_type: self.defaults.period_type?,
            frequency: self.defaults.frequency?,
            measure: self.defaults.measure?,
            source: self.source,
            release,
            declared: self.declared.or(declared)?,
            notes: self.notes,
            short_name: self.short_name,
            keywords: self.keywords.unwrap_or_default(),
            decimals: self.decimals.and_then(|digits| digits.try_into().ok()),
            chart_with: without_locations(self.chart_with),
            source_code: self.source_code,
            nominal: self.nominal.unwrap_or(NonZeroU32::MIN),
            plausible: self.plausible,
            limits: limits(self.below, self.between),
            nsdp: self.nsdp.into_iter().map(|(series, _)| series).collect(),
            series,
        })
    }
}

/// Reads how often there is an observation, and reports what no period type can say: the flow of one quarter [D22].
fn frequency(
    object: &mut Object<'_>,
    period_type: Option<PeriodType>,
) -> Option<Option<Frequency>> {
    object.optional_or("frequency", None, |node| {
        let cell = node.cell()?;
        let frequency = cell.frequency()?;
        match period_type.filter(|period_type| !period_type.takes_frequency()) {
            Some(period_type) => {
                cell.refuse(msg::frequency_of_type(frequency.name(), period_type.name()))
            }
            None => Some(Some(frequency)),
        }
    })
}

/// Reads the words by which readers may look for an indicator.
fn keywords(node: Node<'_>) -> Option<Localized<Vec<String>>> {
    node.in_languages(|node, _| {
        let nodes = node.array()?;
        if !(1..=MAX_KEYWORDS).contains(&nodes.len()) {
            node.error(msg::keywords_out_of_range(nodes.len(), MAX_KEYWORDS));
        }

        Some(nodes.into_iter().filter_map(keyword).collect())
    })
}

fn keyword(node: Node<'_>) -> Option<String> {
    let text = node.display_text()?;
    let characters = text.chars().count();
    if characters > LONGEST_KEYWORD {
        return node.refuse(msg::long_keyword(characters, LONGEST_KEYWORD));
    }

    Some(text)
}

/// Reads the two indicators between which this one stays.
fn between(object: &mut Object<'_>) -> KeyList {
    let keys = object.optional("between", |node| {
        let nodes = node.array()?;
        if nodes.len() != SIDES {
            return node.refuse(msg::between_not_two(nodes.len()));
        }

        Some(read_keys(nodes, &mut HashMap::new(), |key, first| {
            msg::repeated_entry("between", key, first)
        }))
    });
    keys.unwrap_or_default()
}

fn limits(below: KeyList, between: KeyList) -> Limits {
    let [below, between] = [below, between].map(without_locations);
    let mut between = between.into_iter();
    Limits {
        below: below.into_iter().next(),
        between: between.next().zip(between.next()),
    }
}

/// Reads the bounds within which values are believed, and reports those that no value could keep.
fn plausible(node: Node<'_>) -> Option<Plausible> {
    let before = node.report().errors();
    let bounds = node.read_object(|object| {
        if object.len() == 0 {
            node.error(msg::no_bounds());
        }

        Some(Plausible {
            min: object.optional("min", Node::decimal),
            max: object.optional("max", Node::decimal),
            max_change_pct: bound_of_change(object, "maxChangePct"),
            max_change: bound_of_change(object, "maxChange"),
        })
    })?;
    if let (Some(min), Some(max)) = (bounds.min, bounds.max)
        && min > max
    {
        node.error(msg::min_above_max(min, max));
    }

    (node.report().errors() == before).then_some(bounds)
}

fn bound_of_change(object: &mut Object<'_>, name: &'static str) -> Option<Number> {
    object.optional(name, |node| {
        let bound = node.decimal()?;
        if bound.sign() != Ordering::Greater {
            node.error(msg::change_not_positive(name, bound));
        }

        Some(bound)
    })
}

/// Returns true if an indicator of these files has a value for each month.
pub fn has_months(files: &[DataFile], key: &str) -> bool {
    let Some(file) = find_file(files, &definition_path(key)) else {
        return false;
    };

    let unheard = Report::default();
    let text = Text::decode(file, &unheard);
    let node = text.as_ref().and_then(Node::parse);
    let Some(mut object) = node.and_then(Node::object) else {
        return false;
    };

    let period_type = object.required("periodType", |node| node.cell()?.period_type());
    !object.has("frequency") && period_type.is_some_and(PeriodType::every_month)
}
