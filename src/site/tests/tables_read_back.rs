//! Random tables, written in every dialect and read by a second parser: the same cells, as the dialect has them.

use super::*;

use proptest::prelude::*;

use crate::dataset::tests::parse;
use crate::model::properties::decimal;

enum Given {}

impl RowKind for Given {
    type TableRow<'a> = &'a [Value; 3];
}

const COLUMNS: [TableColumn<Given>; 3] = [
    column("a", |row| row[0].cell()),
    column("b", |row| row[1].cell()),
    column("c", |row| row[2].cell()),
];

/// The parts of a cell.
#[derive(Clone, Debug)]
enum Value {
    Empty,
    Text(String),
    Number(String),
}

impl Value {
    fn cell(&self) -> TableCell<'_> {
        match self {
            Value::Empty => TableCell::Text(""),
            Value::Text(text) => TableCell::Text(text),
            Value::Number(number) => TableCell::Number(number.into()),
        }
    }

    /// Returns true if this is what stands in the file.
    fn is(&self, written: &str, delimiter: char, mark: &str) -> bool {
        match (self, delimiter, mark) {
            (Value::Empty, ..) => written.is_empty(),
            (Value::Number(number), ';', _) => *written == number.replace('.', ","),
            (Value::Number(number), ..) => written == number,
            (Value::Text(text), _, "") => written == text,
            // An apostrophe is allowed, and must be there before what begins a formula.
            (Value::Text(text), ..) => match written.strip_prefix('\'').filter(|rest| rest == text)
            {
                Some(_) => true,
                None => written == text && !text.trim_start().starts_with(['=', '+', '-', '@']),
            },
        }
    }
}

fn value() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Empty),
        "[a\u{44f} ,;\"\n\r=+@'0-9-]{0,8}".prop_map(Value::Text),
        decimal().prop_map(Value::Number)
    ]
}

proptest! {
    #[test]
    fn a_table_says_what_it_was_given(
        rows in prop::collection::vec(prop::array::uniform3(value()), 0..8),
        (dialect, delimiter, mark) in prop::sample::select(vec![
            (Csv::PLAIN, ',', ""),
            (Csv::excel(Lang::Ru), ';', "\u{feff}"),
            (Csv::excel(Lang::En), ',', "\u{feff}"),
        ]),
    ) {
        let text = String::from_utf8(dialect.table(&COLUMNS, rows.iter()).unwrap()).unwrap();
        let text = text.strip_prefix(mark).unwrap();
        prop_assert!(text.ends_with("\r\n"));
        let read = parse(text, delimiter).unwrap();
        prop_assert_eq!(read[0].join("|"), "a|b|c");
        prop_assert_eq!(read.len(), rows.len() + 1);
        for (row, given) in read[1..].iter().zip(&rows) {
            let same = row.len() == 3 && row.iter().zip(given).all(|(cell, given)| given.is(cell, delimiter, mark));
            prop_assert!(same, "{:?} of {:?}", row, given);
        }
    }
}
