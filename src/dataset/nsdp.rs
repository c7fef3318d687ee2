//! The National Summary Data Page: `nsdp` of `dataset.json` lists its data categories, `nsdp` of a definition says which
//! series of them an indicator is. The IMF's own lists of codes are not known here.

use super::*;

use super::definitions::sdmx_id;
use crate::model::NsdpCategory;

/// The page as `dataset.json` defines it.
#[derive(Default)]
pub struct NsdpDefinition {
    pub nsdp: Option<Nsdp>,
    /// Each category, and where it is named.
    pub places: BTreeMap<String, Location>,
    /// True if these are all of them: only then is another one unknown.
    is_complete: bool,
}

/// How often an indicator is observed, as far as its definition could be read: an annual and a monthly series may have the
/// same codes.
pub type Cadence = (Option<Frequency>, Option<PeriodType>);

/// The series that a definition names, each with where its category stands.
pub type SeriesList = Vec<(NsdpSeries, Location)>;

impl NsdpDefinition {
    pub fn read(node: Node<'_>) -> Option<Self> {
        let before = node.report().errors();
        let mut object = node.object()?;
        let ref_area = sdmx_id(&mut object, "refArea");
        let dsbb = object.required("dsbb", definitions::web_address);
        let seasonal = object.required("seasonal", Node::by_lang);
        let nodes = object
            .required("categories", Node::array)
            .unwrap_or_default();
        let mut categories = Vec::new();
        let mut places = BTreeMap::new();
        for node in nodes {
            let Some(mut object) = node.object() else {
                continue;
            };

            let id = object.required("id", |node| {
                let id = code(node)?;
                if let Some(first) = places.insert(id.clone(), node.location()) {
                    node.error(msg::repeated_data_category(
                        &id,
                        first.line.unwrap_or_default(),
                    ));
                }

                Some(id)
            });

            let name = object.required("name", Node::by_lang);
            let sector = object.required("sector", |node| node.cell()?.sector());
            object.finish();
            if let (Some(id), Some(name), Some(sector)) = (id, name, sector) {
                categories.push(NsdpCategory { id, name, sector });
            }
        }

        object.finish();
        let is_complete = node.report().errors() == before;
        let nsdp = match (ref_area, dsbb, seasonal) {
            (Some(ref_area), Some(dsbb), Some(seasonal)) => Some(Nsdp {
                ref_area,
                dsbb,
                seasonal,
                categories,
            }),
            _ => None,
        };
        Some(NsdpDefinition {
            nsdp,
            places,
            is_complete,
        })
    }

    /// The page of a file that has no such field.
    pub fn none() -> Self {
        NsdpDefinition {
            is_complete: true,
            ..NsdpDefinition::default()
        }
    }

    /// Reports series of categories that there are not, two that are one, and, where the series of all indicators are known,
    /// categories without any.
    pub fn check<'a>(
        &self,
        series: impl Iterator<Item = (&'a Key, Cadence, &'a SeriesList)>,
        are_all: bool,
        report: &Report,
    ) {
        let mut used = BTreeSet::new();
        let mut lines = BTreeMap::new();
        for (key, (frequency, period_type), list) in series {
            let is_monthly = period_type.is_some_and(PeriodType::is_month_dated);
            for (series, location) in list {
                used.insert(series.category.as_str());
                if self.is_complete && !self.places.contains_key(&series.category) {
                    let nearest =
                        report.nearest(&series.category, self.places.keys().map(String::as_str));
                    report.error(
                        location.clone(),
                        msg::unknown_data_category(&series.category, nearest),
                    );
                }

                let codes = (&series.category, &series.indicator, &series.counterpart);
                let first = lines.insert((codes, frequency, is_monthly), (key, location));
                if let Some((first_key, first)) = first {
                    report.error(
                        location.clone(),
                        msg::repeated_nsdp_series(first_key, first),
                    );
                }
            }
        }

        for (id, location) in &self.places {
            if !are_all || used.contains(id.as_str()) {
                continue;
            }

            report.error(location.clone(), msg::data_category_without_indicator(id));
        }
    }
}

/// Reads `nsdp` of a definition.
pub fn series_list(node: Node<'_>) -> Option<SeriesList> {
    let mut list = SeriesList::new();
    for node in node.array()? {
        let Some(mut object) = node.object() else {
            continue;
        };

        let category = object.required("category", |node| Some((code(node)?, node.location())));
        let indicator = object.required("indicator", code);
        let counterpart = object.required("counterpart", code);
        let base_period = object.optional("basePeriod", Node::display_text);
        object.finish();
        if let (Some((category, location)), Some(indicator), Some(counterpart)) =
            (category, indicator, counterpart)
        {
            let series = NsdpSeries {
                category,
                indicator,
                counterpart,
                base_period,
            };
            list.push((series, location));
        }
    }

    Some(list)
}

/// Reports the first unit in which a series of the page has rows and which has no code in SDMX: its file would name no
/// multiplier.
pub fn check_units(
    list: &SeriesList,
    unit: Option<&Arc<Unit>>,
    observed: Option<&FileRows>,
    report: &Report,
) {
    let Some((_, location)) = list.first() else {
        return;
    };

    let rows = observed
        .into_iter()
        .flat_map(|observed| observed.series.observations());
    let mut units = unit.into_iter().chain(rows.map(|row| &row.series_key.unit));
    if let Some(unit) = units.find(|unit| unit.sdmx.is_none()) {
        let mark = report.diagnostics().mark();
        report.error(location.clone(), msg::unit_without_sdmx(&unit.id));
        if observed.is_some_and(|observed| observed.embargoed.is_some()) {
            report.diagnostics().embargo_since(mark);
        }
    }
}

/// Reads an identifier of the IMF's lists: unlike those of SDMX structures it may begin with a digit or a line.
fn code(node: Node<'_>) -> Option<String> {
    node.string_that(
        |text| is_code(text, is_allowed_in_code),
        |text| msg::bad_nsdp_code(text),
    )
}

fn is_allowed_in_code(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')
}
