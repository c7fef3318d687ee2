//! Where the files of an indicator lie in a dataset.

use super::*;

pub fn definition_path(key: impl fmt::Display) -> String {
    format!("indicators/{key}.json")
}

pub fn observations_path(key: impl fmt::Display) -> String {
    format!("indicators/{key}.csv")
}
