//! In what data are written, by the media types that a client accepts, and how much of them [D21.accept].

/// A media range of `Accept` that is acceptable at all, with its parameters but for the quality.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MediaRange<'a> {
    pub name: &'a str,
    pub parameters: Vec<(&'a str, &'a str)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Generic,
    /// Structure-specific data, the only ones that some clients read.
    Specific,
    /// SDMX-CSV.
    Table,
}

/// How much of the series is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    Full,
    /// Without attributes.
    DataOnly,
    KeysOnly,
    /// Attributes without observations.
    NoData,
}

impl Detail {
    pub fn has_observations(self) -> bool {
        matches!(self, Detail::Full | Detail::DataOnly)
    }
}

impl Format {
    pub const ALL: [Format; 3] = [Format::Generic, Format::Specific, Format::Table];

    /// The first of what a client accepts that is offered; generic data where it says nothing.
    pub fn accepted(ranges: Option<&[MediaRange<'_>]>) -> Option<Self> {
        ranges.map_or(Some(Format::Generic), |ranges| ranges.iter().find_map(Self::of))
    }

    fn of(range: &MediaRange<'_>) -> Option<Self> {
        let (format, version) = match &*range.name.to_ascii_lowercase() {
            "*/*"
            | "*"
            | "application/*"
            | "application/xml"
            | "text/xml"
            | "application/vnd.sdmx.genericdata+xml" => (Format::Generic, "2.1"),
            "application/vnd.sdmx.structurespecificdata+xml" => (Format::Specific, "2.1"),
            "application/vnd.sdmx.data+csv" | "text/csv" | "text/*" => (Format::Table, "1.0.0"),
            _ => return None,
        };
        let fits = |(name, value): &(&str, &str)| match &*name.to_ascii_lowercase() {
            "version" => *value == version,
            // Of SDMX-CSV: codes without their names, periods as they are.
            "labels" => *value == "id",
            "timeformat" => *value == "original",
            _ => true,
        };
        range.parameters.iter().all(fits).then_some(format)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_that_is_offered_counts() {
        let accepted = |ranges: &[(&'static str, &[(&'static str, &'static str)])]| {
            let range = |(name, parameters): &(&'static str, &[(&'static str, &'static str)])| MediaRange {
                name,
                parameters: parameters.to_vec(),
            };
            Format::accepted(Some(&ranges.iter().map(range).collect::<Vec<_>>()))
        };
        assert_eq!(Format::accepted(None), Some(Format::Generic));
        let specific = "application/vnd.sdmx.structurespecificdata+xml";
        let table = "application/vnd.sdmx.data+csv";
        for (ranges, expected) in [
            (&[(specific, &[("version", "2.1")][..])][..], Some(Format::Specific)),
            (
                &[("Application/VND.sdmx.StructureSpecificData+XML", &[("Version", "2.1")])],
                Some(Format::Specific),
            ),
            (&[(specific, &[])], Some(Format::Specific)),
            (&[(specific, &[("version", "3.0.0")])], None),
            (&[(specific, &[("version", "3.0.0")]), ("*/*", &[])], Some(Format::Generic)),
            (&[(table, &[("version", "1.0.0")])], Some(Format::Table)),
            (&[(table, &[("version", "2.0.0")])], None),
            (&[(table, &[("labels", "both")])], None),
            (&[("text/csv", &[("header", "present")])], Some(Format::Table)),
            (&[("text/*", &[])], Some(Format::Table)),
            (&[("text/html", &[]), ("application/xml", &[])], Some(Format::Generic)),
            (&[("application/*", &[])], Some(Format::Generic)),
            (&[("application/vnd.sdmx.data+json", &[])], None),
            (&[], None),
        ] {
            assert_eq!(accepted(ranges), expected, "{ranges:?}");
        }
    }
}
