//! Names of the sheets of workbooks, and the headings of their columns.

use crate::model::Lang;

/// Every fixed text of a workbook in one language.
pub struct SheetWords {
    /// The sheet with all observations of all indicators.
    pub all: &'static str,
    /// The sheet that says what the workbook is.
    pub about: &'static str,
    /// The sheet with the observations of one indicator.
    pub history: &'static str,
    /// Headings of the columns of a history, in the order of the flat table.
    pub columns: [&'static str; 11],
    /// What the workbook contains.
    pub title: &'static str,
    /// The sentence on it.
    pub description: &'static str,
    /// The key of an indicator.
    pub key: &'static str,
    /// The unit of an indicator.
    pub unit: &'static str,
    /// A source, with its address.
    pub source: &'static str,
    /// Remarks.
    pub notes: &'static str,
    /// The version of the dataset.
    pub version: &'static str,
    /// When the snapshot was taken.
    pub as_of: &'static str,
    /// The status of the snapshot.
    pub status: &'static str,
    /// Where the newest state of the same is found.
    pub address: &'static str,
}

/// The texts in `lang`.
pub fn sheets(lang: Lang) -> &'static SheetWords {
    match lang {
        Lang::Ru => &RU,
        Lang::En => &EN,
    }
}

static RU: SheetWords = SheetWords {
    all: "Все данные",
    about: "О файле",
    history: "История",
    columns: [
        "Ключ",
        "Показатель",
        "Дата",
        "Значение",
        "Единица",
        "Код единицы",
        "Вид величины",
        "Тип периода",
        "Опубликовано",
        "Источник значения",
        "Пометки",
    ],
    title: "Название",
    description: "Описание",
    key: "Ключ",
    unit: "Единица",
    source: "Источник",
    notes: "Примечания",
    version: "Версия набора данных",
    as_of: "По состоянию на",
    status: "Статус",
    address: "Адрес файла",
};

static EN: SheetWords = SheetWords {
    all: "All data",
    about: "About",
    history: "Observations",
    columns: [
        "Key",
        "Indicator",
        "Date",
        "Value",
        "Unit",
        "Unit code",
        "Measure",
        "Period type",
        "Published",
        "Reference",
        "Flags",
    ],
    title: "Title",
    description: "Description",
    key: "Key",
    unit: "Unit",
    source: "Source",
    notes: "Notes",
    version: "Dataset version",
    as_of: "As of",
    status: "Status",
    address: "Address of this file",
};
