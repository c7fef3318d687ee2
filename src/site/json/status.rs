//! `/status.json`, for monitoring: which program serves which dataset, since when, and how far it can be trusted
//! [D8.2].

use super::*;

use crate::model::Reason;

/// The facts on the page that do not follow from the snapshot.
pub struct ServiceState<'a> {
    /// `embedded` or `directory`.
    pub origin: &'static str,
    /// A remark on the origin for operators.
    pub warning: Option<&'a str>,
    pub loaded_at: Timestamp,
    pub last_reload: Option<Reload>,
}

/// An attempt to load another dataset; it succeeded if it found no errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reload {
    pub at: Timestamp,
    pub errors: usize,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct StatusView<'a> {
    schema_version: &'static str,
    program: Program,
    snapshot: &'a str,
    dataset: DatasetView<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    warning: Option<&'a str>,
    loaded_at: String,
    built_at: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    last_reload: Option<ReloadView>,
    source_status: &'static str,
    /// How many indicators have each status.
    counts: JsonObject<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    next_change: Option<String>,
    indicators: Vec<IndicatorStatusView<'a>>,
}

#[derive(Serialize)]
struct Program {
    name: &'static str,
    version: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct DatasetView<'a> {
    version: &'a str,
    as_of: String,
    origin: &'static str,
    indicators: usize,
    observations: usize,
    warnings: usize,
}

#[derive(Serialize)]
struct ReloadView {
    at: String,
    ok: bool,
    errors: usize,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct IndicatorStatusView<'a> {
    key: &'a str,
    source_status: &'static str,
    reason: Reason,
    #[serde(skip_serializing_if = "Option::is_none")]
    stale_at: Option<String>,
}

pub fn page(snapshot: &str, summary: &Summary, state: &ServiceState) -> Result<Page, SiteError> {
    let Summary { offset, .. } = *summary;
    let counts = Status::ALL.map(|status| (status.name(), summary.count(status)));
    let next_change = summary.next_change();

    let mut indicators = Vec::new();
    for (key, effective) in &summary.statuses {
        indicators.push(IndicatorStatusView {
            key: key.as_str(),
            source_status: effective.status.name(),
            reason: effective.reason,
            stale_at: effective.stale_at.map(|instant| offset.timestamp(instant)),
        });
    }

    let view = StatusView {
        schema_version: SCHEMA_VERSION,
        program: Program {
            name: env!("CARGO_PKG_NAME"),
            version: env!("CARGO_PKG_VERSION"),
        },
        snapshot,
        dataset: DatasetView {
            version: &summary.version,
            as_of: offset.timestamp(summary.as_of),
            origin: state.origin,
            indicators: summary.statuses.len(),
            observations: summary.observations,
            warnings: summary.warnings,
        },
        warning: state.warning,
        loaded_at: offset.timestamp(state.loaded_at),
        built_at: offset.timestamp(summary.built_at),
        last_reload: state.last_reload.map(|reload| ReloadView {
            at: offset.timestamp(reload.at),
            ok: reload.errors == 0,
            errors: reload.errors,
        }),
        source_status: summary.status.name(),
        counts: JsonObject(counts.into()),
        next_change: next_change.map(|instant| offset.timestamp(instant)),
        indicators,
    };

    Ok(Page::passing(&JSON, content(&view)?))
}
