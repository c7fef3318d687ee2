//! `indicatord schema`: JSON Schemas of the files that people edit, so that an editor can help while they write.

use crate::cli::values::one_of;
use crate::console::{self, CommandError, Console};
use crate::messages as msg;

const SCHEMAS: [(&str, &str); 2] =
    [("dataset", include_str!("schema/dataset.json")), ("indicator", include_str!("schema/indicator.json"))];

/// Print the JSON Schema of a file that people edit, for editors.
#[derive(argh::FromArgs)]
#[argh(subcommand, name = "schema", help_triggers("-h", "--help"))]
#[argh(example = "$ {command_name} indicator > indicator.schema.json")]
pub struct Schema {
    /// dataset, for dataset.json, or indicator, for indicators/KEY.json
    #[argh(positional, from_str_fn(subject))]
    subject: &'static str,
}

pub fn run(command: Schema, _: Console) -> Result<(), CommandError> {
    console::print(command.subject);
    Ok(())
}

fn subject(text: &str) -> Result<&'static str, String> {
    one_of(&SCHEMAS, text, msg::bad_schema)
}
