//! `indicators/KEY.json`: what an indicator is.

use std::sync::Arc;

use super::definitions::{SharedSources, SharedUnits, declared};
use super::json::Node;
use super::problem::{Place, Report};
use super::text::Text;
use crate::messages as say;
use crate::model::{ByLang, Declared, Measure, PeriodType, Source, Unit};

/// What the file says, its references resolved.
pub struct IndicatorFile {
    /// The name that readers see.
    pub name: ByLang<String>,
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
    pub declared: Option<Declared>,
    /// Remarks.
    pub notes: Option<ByLang<String>>,
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
    /// Everything, where nothing is wrong.
    pub complete: Option<IndicatorFile>,
}

impl IndicatorFile {
    /// Reads the file and reports everything wrong in it.
    pub fn read(
        text: &Text<'_>,
        units: &SharedUnits,
        sources: &SharedSources,
        report: &mut Report,
    ) -> Outline {
        let before = report.errors();
        let Some(mut object) = Node::parse(text, report).and_then(|node| node.object(report)) else {
            return Outline::default();
        };
        let name = object.required("name", report).and_then(|node| node.by_lang(report));
        let unit = object.required("unit", report).and_then(|node| {
            let written = node.string(report)?;
            unit(&written, units, node.place(), report)
        });
        let period_type = object.required("periodType", report).and_then(|node| {
            let written = node.string(report)?;
            period_type(&written, node.place(), report)
        });
        let has_measure = object.has("measure");
        let measure = object.optional("measure", report).and_then(|node| {
            let written = node.string(report)?;
            measure(&written, node.place(), report)
        });
        let measure = if has_measure { measure } else { Some(Measure::default()) };
        let source = object.optional("source", report).and_then(|node| {
            let written = node.string(report)?;
            sources.find(&written, report).map(Option::<&Arc<Source>>::cloned).unwrap_or_else(|nearest| {
                report.error(node.place(), say::unknown_source(&written, nearest));
                None
            })
        });
        let has_release = object.has("release");
        let release = object.optional("release", report).and_then(|node| node.words(report));
        let declared = object.optional("sourceStatus", report).and_then(|node| declared(node, report));
        let notes = object.optional("notes", report).and_then(|node| node.by_lang(report));
        // Else the release may stand under a mistyped name.
        let release_known = release.is_some() || !(has_release || object.has_more());
        object.finish(report);
        let defaults = Defaults { unit: unit.clone(), period_type, measure };
        let complete = || {
            let sound = report.errors() == before;
            sound.then_some(IndicatorFile {
                name: name?,
                unit: unit?,
                period_type: period_type?,
                measure: measure?,
                source,
                release: release.clone(),
                declared,
                notes,
            })
        };
        Outline { defaults, complete: complete(), release, release_known }
    }
}

/// The unit that a code names.
pub fn unit(written: &str, units: &SharedUnits, place: Place, report: &mut Report) -> Option<Arc<Unit>> {
    match units.find(written, report) {
        Ok(unit) => unit.cloned(),
        Err(nearest) => {
            report.error(place, say::unknown_unit(written, nearest));
            None
        }
    }
}

/// The period type that a name stands for.
pub fn period_type(written: &str, place: Place, report: &mut Report) -> Option<PeriodType> {
    let found = PeriodType::ALL.into_iter().find(|known| known.name() == written);
    if found.is_none() {
        let names = PeriodType::ALL.map(PeriodType::name);
        let nearest = report.nearest(written, names);
        report.error(place, say::unknown_period_type(written, nearest, &names.join(", ")));
    }
    found
}

/// The measure that a name stands for.
pub fn measure(written: &str, place: Place, report: &mut Report) -> Option<Measure> {
    let found = Measure::ALL.into_iter().find(|known| known.name() == written);
    if found.is_none() {
        let names = Measure::ALL.map(Measure::name);
        let nearest = report.nearest(written, names);
        report.error(place, say::unknown_measure(written, nearest, &names.join(", ")));
    }
    found
}
