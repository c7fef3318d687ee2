//! An instant as it is written in files: RFC 3339 in whole seconds, at an offset.

use std::fmt;

use chrono::{DateTime, FixedOffset, SecondsFormat, SubsecRound};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::model::{Offset, Timestamp};

/// An instant together with the offset that it was written at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OffsetTimestamp(DateTime<FixedOffset>);

impl OffsetTimestamp {
    /// An instant as a dataset of this offset writes it, fractions of a second cut off.
    pub fn new(instant: Timestamp, offset: Offset) -> Self {
        OffsetTimestamp(offset.local(instant))
    }

    /// An instant as UTC has it: where no dataset says at which offset it is to be written.
    pub fn utc(instant: Timestamp) -> Self {
        OffsetTimestamp(instant.trunc_subsecs(0).fixed_offset())
    }
}

impl fmt::Display for OffsetTimestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.to_rfc3339_opts(SecondsFormat::Secs, true))
    }
}

impl Serialize for OffsetTimestamp {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for OffsetTimestamp {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        DateTime::parse_from_rfc3339(&text).map(OffsetTimestamp).map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_instant_is_read_as_it_was_written() {
        let instant: Timestamp = "2026-11-20T05:00:00Z".parse().unwrap();
        let local = OffsetTimestamp::new(instant, "+04:00".parse().unwrap());
        assert_eq!(serde_json::to_string(&local).unwrap(), "\"2026-11-20T09:00:00+04:00\"");
        let read: OffsetTimestamp = serde_json::from_str("\"2026-11-20T09:00:00+04:00\"").unwrap();
        assert_eq!(read, local);
        assert_eq!(OffsetTimestamp::utc(instant).to_string(), "2026-11-20T05:00:00Z");
        assert!(serde_json::from_str::<OffsetTimestamp>("\"tomorrow\"").is_err());
    }
}
