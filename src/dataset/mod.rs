//! From files that people wrote to a [`Dataset`] that has been checked. A `Dataset` in hand is valid.

mod assemble;
mod begin;
mod calendar_file;
mod cell;
mod checks_file;
mod csv;
mod dataset_file;
mod dates;
mod definitions;
mod diagnostic;
pub mod edit;
mod encoding;
mod file_roles;
mod full_dataset;
mod imports_file;
mod indicator_file;
mod json;
mod json_syntax;
mod key_list;
mod label_shapes;
mod label_words;
mod labels;
mod listing;
pub mod merge;
mod misread_key;
mod named;
mod new_row;
mod nsdp;
mod nsdp_checks;
mod observation_sheet;
mod observations_file;
mod parted_number;
mod paths;
mod pattern;
mod publications_file;
mod report;
mod restored;
mod series_rows;
mod sheet;
mod snapshot;
mod source;
mod suggest;
mod table;
mod table_checks;
mod table_definitions;
mod table_form;
mod text;
pub mod user;
mod warnings;
mod withdrawal;

pub use assemble::{check, check_to_serve, load};
pub use begin::begin_dataset;
pub use checks_file::CHECKS;
pub use csv::{Record, Records, join_cells};
pub use dataset_file::{FILE as DATASET_FILE, differ_in_stamp_only, with_stamp};
pub use definitions::is_plain_id;
pub use diagnostic::{Diagnostic, Diagnostics, Location, Severity};
pub use edit::{
    EditError, NotedEdit, VersionState, Workspace, Written, note_publication, notes_of, write_check,
};
pub use encoding::in_utf8;
pub use file_roles::{SUMS_FILE, is_written_for_release};
pub use full_dataset::{EmbargoedRow, FullDataset};
pub use imports_file::{IMPORTS, read_imports, write_imports};
pub use json::Node as JsonNode;
pub use label_words::{has_roman_month, is_month_heading};
pub use labels::{DateOrder, Label, LabelContext, Part, YEARS, Year, is_slashed_date};
pub use listing::{DataFile, Listing, list_strays};
pub use new_row::{ImportedRows, NewRow, RecordedRow, Vintage};
pub use observation_sheet::ExistingRow;
pub use parted_number::{describe_count, describe_width};
pub use paths::observations_path;
pub use pattern::{Pattern, fold_case, fold_text, is_missing};
pub use publications_file::{PUBLICATIONS, write_publications};
pub use report::{Purpose, Report};
pub use restored::{RestoredDate, RowChoice};
pub use snapshot::Dataset;
pub use source::{Source, embedded, read, read_directory};
pub use suggest::nearest as nearest_name;
pub use table::{Columns, Table, TableRow};
pub use table_definitions::{
    Direction, FirstOfMonth, FlagCell, Marks, Rounding, SheetPlace, TableDefinition, TableSeries,
    TableYear, Tables, Where,
};
pub use table_form::{SPACES, join_groups, month_of_first};
pub use text::Text;
pub use withdrawal::{HeldEmbargo, Withdrawal};

#[cfg(test)]
pub mod tests;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use chrono::{Datelike, NaiveDate};
use serde::{Deserialize, Serialize};

use crate::directory::{Directory, Error, Kind};
use crate::messages::{self as msg, Message};
use crate::model::{
    CalendarRelease, Category, DeclaredStatus, Flags, Frequency, Indicator, Key, Lang, Localized,
    Measure, NamedLink, NotASeries, Nsdp, NsdpSeries, Number, Observation, Offset, PeriodType,
    Plausible, Sdmx, Series, SeriesByKey, Timestamp, Unit, has_digits_alone,
};
use cell::{Cell, Reported};
use dates::{Dating, calendar_date};
use definitions::is_code;
use indicator_file::Defaults;
use json::{Node, Object};
use key_list::KeyList;
use named::Named;
use new_row::instant;
use nsdp::SeriesList;
use observation_sheet::ObservationSheet;
use paths::definition_path;
use series_rows::{Coming, EmbargoedSeries, FileRow, FileRows};
use sheet::Sheet;
use table_form::TableForm;
