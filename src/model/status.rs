//! How far the data can be trusted, and when that turns by the clock alone [D4.2, D4.3].

use super::*;

use chrono::TimeDelta;
use serde::Serialize;

named! {
    /// The state of an indicator's data, the most trustworthy first.
    pub enum Status {
        /// Retrieved and accepted by the checks.
        Verified = "verified",
        /// The last available values; a check or a release is overdue.
        Stale = "stale",
        /// Fallback dataset.
        Seed = "seed",
        /// Missing or unrecognised.
        Unknown = "unknown",
    }
}

impl Status {
    /// Returns true if changes are calculated at all [S2.4.9].
    pub fn allows_changes(self) -> bool {
        matches!(self, Status::Verified | Status::Stale)
    }
}

/// A status as a dataset declares it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DeclaredStatus {
    As(Status),
    /// Missing or unrecognised.
    Unrecognised,
}

impl DeclaredStatus {
    /// The status that it comes to, before the clock is asked.
    pub fn status(self) -> Status {
        match self {
            DeclaredStatus::As(status) => status,
            DeclaredStatus::Unrecognised => Status::Unknown,
        }
    }
}

/// The last checks of a source.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Check {
    pub checked_at: Option<Timestamp>,
    pub error: Option<String>,
}

/// The facts that can make a verified indicator stale.
#[derive(Clone, Debug, Default)]
pub struct StatusInputs<'a> {
    /// The last check of its source, where it has one and the check is on record.
    pub check: Option<&'a Check>,
    /// After how many hours without a successful check its source counts as stale.
    pub stale_after_hours: Option<u32>,
    pub next_publication: Option<NaiveDate>,
}

/// Why a status is what it is [D8.1], named as in `/status.json` and explanations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// Verified, and nothing speaks against it.
    Checked,
    CheckFailed,
    CheckOverdue,
    ReleaseOverdue,
    Declared,
    Unrecognised,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct EffectiveStatus {
    pub status: Status,
    pub reason: Reason,
    /// The instant after which the clock alone will turn it.
    pub stale_at: Option<Timestamp>,
}

impl EffectiveStatus {
    /// A status that the clock alone does not turn.
    fn settled(status: Status, reason: Reason) -> Self {
        EffectiveStatus {
            status,
            reason,
            stale_at: None,
        }
    }

    /// The effective status at `now` [D4.3].
    pub fn at(
        now: Timestamp,
        declared: DeclaredStatus,
        inputs: &StatusInputs<'_>,
        offset: Offset,
    ) -> Self {
        match declared {
            DeclaredStatus::Unrecognised => {
                return Self::settled(Status::Unknown, Reason::Unrecognised);
            }
            DeclaredStatus::As(Status::Verified) => {}
            DeclaredStatus::As(status) => return Self::settled(status, Reason::Declared),
        }

        if inputs.check.is_some_and(|check| check.error.is_some()) {
            return Self::settled(Status::Stale, Reason::CheckFailed);
        }

        let mut stale_at = None;
        if let Some(hours) = inputs.stale_after_hours {
            let Some(checked_at) = inputs.check.and_then(|check| check.checked_at) else {
                return Self::settled(Status::Stale, Reason::CheckOverdue);
            };

            // A deadline past the end of the calendar never comes.
            stale_at = checked_at.checked_add_signed(TimeDelta::hours(i64::from(hours)));
            if stale_at.is_some_and(|deadline| now > deadline) {
                return Self::settled(Status::Stale, Reason::CheckOverdue);
            }
        }

        if let Some(deadline) = inputs.next_publication.and_then(|day| offset.end_of(day)) {
            if now >= deadline {
                return Self::settled(Status::Stale, Reason::ReleaseOverdue);
            }
            stale_at = Some(stale_at.map_or(deadline, |check| check.min(deadline)));
        }

        EffectiveStatus {
            status: Status::Verified,
            reason: Reason::Checked,
            stale_at,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const VERIFIED: DeclaredStatus = DeclaredStatus::As(Status::Verified);

    fn instant(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    fn at(now: &str, inputs: &StatusInputs<'_>) -> (Status, Reason) {
        let effective =
            EffectiveStatus::at(instant(now), VERIFIED, inputs, "+04:00".parse().unwrap());
        (effective.status, effective.reason)
    }

    /// A source with this check, which is stale after 48 hours.
    fn checked(check: &Check) -> StatusInputs<'_> {
        StatusInputs {
            check: Some(check),
            stale_after_hours: Some(48),
            next_publication: None,
        }
    }

    #[test]
    fn a_check_is_overdue_after_its_hours_and_not_at_them() {
        let check = Check {
            checked_at: Some(instant("2026-11-20T04:00:00Z")),
            error: None,
        };
        let inputs = checked(&check);
        assert_eq!(
            at("2026-11-22T04:00:00Z", &inputs),
            (Status::Verified, Reason::Checked)
        );
        assert_eq!(
            at("2026-11-22T04:00:00.001Z", &inputs),
            (Status::Stale, Reason::CheckOverdue)
        );
    }

    #[test]
    fn no_check_on_record_is_overdue_only_where_there_is_a_limit() {
        let limited = StatusInputs {
            stale_after_hours: Some(48),
            ..StatusInputs::default()
        };
        assert_eq!(
            at("2026-11-22T04:00:00Z", &limited),
            (Status::Stale, Reason::CheckOverdue)
        );
        assert_eq!(
            at("2026-11-22T04:00:00Z", &StatusInputs::default()),
            (Status::Verified, Reason::Checked)
        );
    }

    #[test]
    fn a_failed_check_comes_first() {
        let check = Check {
            checked_at: None,
            error: Some("timed out".into()),
        };
        assert_eq!(
            at("2026-11-22T04:00:00Z", &checked(&check)),
            (Status::Stale, Reason::CheckFailed)
        );
    }

    #[test]
    fn a_release_is_overdue_from_midnight_of_the_offset() {
        let inputs = StatusInputs {
            next_publication: "2026-12-12".parse().ok(),
            ..StatusInputs::default()
        };
        assert_eq!(
            at("2026-12-12T19:59:59.999Z", &inputs),
            (Status::Verified, Reason::Checked)
        );
        assert_eq!(
            at("2026-12-12T20:00:00Z", &inputs),
            (Status::Stale, Reason::ReleaseOverdue)
        );
    }

    #[test]
    fn what_is_not_verified_stays_what_it_is() {
        let offset = "+04:00".parse().unwrap();
        for (declared, status, reason) in [
            (
                DeclaredStatus::As(Status::Seed),
                Status::Seed,
                Reason::Declared,
            ),
            (
                DeclaredStatus::As(Status::Stale),
                Status::Stale,
                Reason::Declared,
            ),
            (
                DeclaredStatus::As(Status::Unknown),
                Status::Unknown,
                Reason::Declared,
            ),
            (
                DeclaredStatus::Unrecognised,
                Status::Unknown,
                Reason::Unrecognised,
            ),
        ] {
            let effective = EffectiveStatus::at(
                instant("2026-11-22T04:00:00Z"),
                declared,
                &StatusInputs::default(),
                offset,
            );
            assert_eq!(
                effective,
                EffectiveStatus {
                    status,
                    reason,
                    stale_at: None
                }
            );
        }
    }

    #[test]
    fn names_are_those_of_the_format() {
        assert_eq!(
            Status::ALL.map(Status::name),
            ["verified", "stale", "seed", "unknown"]
        );
        let reasons = [
            (Reason::Checked, "checked"),
            (Reason::CheckFailed, "check_failed"),
            (Reason::CheckOverdue, "check_overdue"),
            (Reason::ReleaseOverdue, "release_overdue"),
            (Reason::Declared, "declared"),
            (Reason::Unrecognised, "unrecognised"),
        ];
        assert!(
            reasons
                .iter()
                .all(|(reason, name)| serde_json::json!(reason) == *name)
        );
    }
}
