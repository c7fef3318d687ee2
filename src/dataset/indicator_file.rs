//! `indicators/KEY.json`: what an indicator is.

use std::num::NonZeroU32;
use std::sync::Arc;

use super::bounds;
use super::dataset_file::declared;
use super::diagnostic::{Diagnostics, Location};
use super::json::{Node, Object};
use super::key_list::{self, KeyList};
use super::named::{SharedSources, SharedUnits};
use super::text::Text;
use crate::messages as msg;
use crate::model::{DeclaredStatus, Localized, Measure, PeriodType, Plausible, Source, Unit};

/// The other indicators that a chart has room for.
const MOST_IN_CHART: usize = 4;
/// The digits behind the point that a page has room for.
const MOST_DECIMALS: u32 = 10;

/// What the file says, its references resolved.
pub struct IndicatorFile {
    /// The name that readers see.
    pub name: Localized<String>,
    /// The unit of rows that do not name another.
    pub unit: Arc<Unit>,
    /// The period type of rows that do not name another.
    pub period_type: PeriodType,
    /// The measure of rows that do not name another.
    pub measure: Measure,
    /// Where its figures come from.
    pub source: Option<Arc<Source>>,
    /// The release that it follows.
    pub release: Option<String>,
    /// Its own status.
    pub declared: Option<DeclaredStatus>,
    /// Remarks.
    pub notes: Option<Localized<String>>,
    /// The name inside its category.
    pub short_name: Option<Localized<String>>,
    /// The digits behind the point on pages.
    pub decimals: Option<u8>,
    /// What its source calls it.
    pub source_code: Option<String>,
    /// How many units of its own the source gives the value for.
    pub nominal: NonZeroU32,
    /// The bounds within which its values are believed.
    pub plausible: Option<Plausible>,
}

/// What rows take over from their indicator's definition, as far as that could be read.
#[derive(Clone, Default)]
pub struct Defaults {
    /// The unit.
    pub unit: Option<Arc<Unit>>,
    /// The period type.
    pub period_type: Option<PeriodType>,
    /// The measure.
    pub measure: Option<Measure>,
}

/// What could be read of a definition that may have problems: enough to go on looking for others.
#[derive(Default)]
pub struct Outline {
    /// For the rows.
    pub defaults: Defaults,
    /// The release that it follows.
    pub release: Option<String>,
    /// Whether it is certain which release that is.
    pub release_known: bool,
    /// What is drawn in the same chart.
    pub chart_with: KeyList,
    /// Everything, where nothing is wrong.
    pub complete: Option<IndicatorFile>,
}

impl IndicatorFile {
    /// Reads the file and reports everything wrong in it.
    pub fn read(
        text: &Text<'_>,
        units: &SharedUnits,
        sources: &SharedSources,
        diagnostics: &mut Diagnostics,
    ) -> Outline {
        let before = diagnostics.errors();
        let Some(mut object) = Node::parse(text, diagnostics).and_then(|node| node.object(diagnostics))
        else {
            return Outline::default();
        };
        let name = object.required("name", diagnostics).and_then(|node| node.by_lang(diagnostics));
        let unit = object.required("unit", diagnostics).and_then(|node| {
            let written = node.string(diagnostics)?;
            unit(&written, units, node.location(), diagnostics)
        });
        let period_type = object.required("periodType", diagnostics).and_then(|node| {
            let written = node.string(diagnostics)?;
            period_type(&written, node.location(), diagnostics)
        });
        let has_measure = object.has("measure");
        let measure = object.optional("measure", diagnostics).and_then(|node| {
            let written = node.string(diagnostics)?;
            measure(&written, node.location(), diagnostics)
        });
        let measure = if has_measure { measure } else { Some(Measure::default()) };
        let source = object.optional("source", diagnostics).and_then(|node| {
            let written = node.string(diagnostics)?;
            sources.find(&written, diagnostics).map(Option::<&Arc<Source>>::cloned).unwrap_or_else(
                |nearest| {
                    diagnostics.error(node.location(), msg::unknown_source(&written, nearest));
                    None
                },
            )
        });
        let has_release = object.has("release");
        let release = object.optional("release", diagnostics).and_then(|node| node.words(diagnostics));
        let declared =
            object.optional("sourceStatus", diagnostics).and_then(|node| declared(node, diagnostics));
        let notes = object.optional("notes", diagnostics).and_then(|node| node.by_lang(diagnostics));
        let short_name = object.optional("shortName", diagnostics).and_then(|node| node.by_lang(diagnostics));
        let decimals = object
            .optional("decimals", diagnostics)
            .and_then(|node| node.whole_number_within(0, MOST_DECIMALS, diagnostics));
        let chart_with = object
            .optional("chartWith", diagnostics)
            .map(|node| key_list::read(node, "chartWith", MOST_IN_CHART, diagnostics))
            .unwrap_or_default();
        let (source_code, nominal) = source_code(&mut object, diagnostics);
        let plausible =
            object.optional("plausible", diagnostics).and_then(|node| bounds::read(node, diagnostics));
        // Else the release may stand under a mistyped name.
        let release_known = release.is_some() || !(has_release || object.has_more());
        object.finish(diagnostics);
        let defaults = Defaults { unit: unit.clone(), period_type, measure };
        let complete = || {
            let sound = diagnostics.errors() == before;
            sound.then_some(IndicatorFile {
                name: name?,
                unit: unit?,
                period_type: period_type?,
                measure: measure?,
                source,
                release: release.clone(),
                declared,
                notes,
                short_name,
                decimals: decimals.and_then(|digits| digits.try_into().ok()),
                source_code,
                nominal,
                plausible,
            })
        };
        Outline { complete: complete(), defaults, release, release_known, chart_with }
    }
}

/// What the source calls the indicator, and for how many the unit is in the source's files.
fn source_code(object: &mut Object<'_>, diagnostics: &mut Diagnostics) -> (Option<String>, NonZeroU32) {
    let has_code = object.has("sourceCode");
    let code = object.optional("sourceCode", diagnostics).and_then(|node| node.words(diagnostics));
    let nominal = object.optional("nominal", diagnostics).and_then(|node| {
        if !has_code {
            diagnostics.error(node.location(), msg::nominal_without_code());
        }
        NonZeroU32::new(node.whole_number_within(1, u32::MAX, diagnostics)?)
    });
    (code, nominal.unwrap_or(NonZeroU32::MIN))
}

/// The unit that a code names.
pub fn unit(
    written: &str,
    units: &SharedUnits,
    location: Location,
    diagnostics: &mut Diagnostics,
) -> Option<Arc<Unit>> {
    match units.find(written, diagnostics) {
        Ok(unit) => unit.cloned(),
        Err(nearest) => {
            diagnostics.error(location, msg::unknown_unit(written, nearest));
            None
        }
    }
}

/// The period type that a name stands for.
pub fn period_type(written: &str, location: Location, diagnostics: &mut Diagnostics) -> Option<PeriodType> {
    let found = PeriodType::ALL.into_iter().find(|known| known.name() == written);
    if found.is_none() {
        let names = PeriodType::ALL.map(PeriodType::name);
        let nearest = diagnostics.nearest(written, names);
        diagnostics.error(location, msg::unknown_period_type(written, nearest, &names.join(", ")));
    }
    found
}

/// The measure that a name stands for.
pub fn measure(written: &str, location: Location, diagnostics: &mut Diagnostics) -> Option<Measure> {
    let found = Measure::ALL.into_iter().find(|known| known.name() == written);
    if found.is_none() {
        let names = Measure::ALL.map(Measure::name);
        let nearest = diagnostics.nearest(written, names);
        diagnostics.error(location, msg::unknown_measure(written, nearest, &names.join(", ")));
    }
    found
}
