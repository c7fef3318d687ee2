//! Names of the sheets of workbooks, and the headings of their columns.

use crate::model::{text_table, texts};

text_table! { SheetWords, sheets:
    all { "Все данные", "All data" }
    about { "О файле", "About" }
    history { "История", "Observations" }
    title { "Название", "Title" }
    description { "Описание", "Description" }
    key { "Ключ", "Key" }
    unit { "Единица", "Unit" }
    source { "Источник", "Source" }
    notes { "Примечания", "Notes" }
    version { "Версия набора данных", "Dataset version" }
    as_of { "По состоянию на", "As of" }
    status { "Статус", "Status" }
    address { "Адрес файла", "Address of this file" }
}

texts! {
    /// Headings of the columns of a history, in the order of the flat table.
    sheet_columns[11] {
        { "Ключ", "Key" }
        { "Показатель", "Indicator" }
        { "Дата", "Date" }
        { "Значение", "Value" }
        { "Единица", "Unit" }
        { "Код единицы", "Unit code" }
        { "Вид величины", "Measure" }
        { "Тип периода", "Period type" }
        { "Опубликовано", "Published" }
        { "Источник значения", "Reference" }
        { "Пометки", "Flags" }
    }
}
