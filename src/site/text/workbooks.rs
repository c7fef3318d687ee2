//! The words of workbooks: names of sheets, labels and headings. Codes of the interface stand under headings that say so.

use crate::model::texts;

texts! { SheetWords, sheets:
    present { "Показатели", "Indicators" }
    about { "О файле", "About" }
    history { "История", "Observations" }
    title { "Название", "Title" }
    description { "Описание", "Description" }
    license { "Условия использования", "Terms of use" }
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
    /// Headings of the present figures, in the order of the flat table.
    present_columns[22] {
        { "Ключ", "Key" }
        { "Показатель", "Indicator" }
        { "Раздел", "Section" }
        { "Значение (округлено)", "Value (rounded)" }
        { "Значение (без округления)", "Value (unrounded)" }
        { "Единица", "Unit" }
        { "Тип периода (код)", "Period type (code)" }
        { "Период", "Period" }
        { "Дата периода", "Period date" }
        { "Изменение за месяц", "Month-on-month" }
        { "За месяц, %", "Month-on-month, %" }
        { "Изменение за год", "Year-on-year" }
        { "За год, %", "Year-on-year, %" }
        { "По данным источника, %", "Reported by source, %" }
        { "Статус (код)", "Status (code)" }
        { "Источник", "Source" }
        { "Примечания", "Notes" }
        { "Источник проверен", "Source checked" }
        { "Опубликовано", "Published" }
        { "Следующая публикация", "Next publication" }
        { "Периодичность (код)", "Frequency (code)" }
        { "Пометки (коды)", "Flags (codes)" }
    }

    /// Headings of the columns of a history, in the order of the long table.
    sheet_columns[12] {
        { "Ключ", "Key" }
        { "Показатель", "Indicator" }
        { "Дата", "Date" }
        { "Значение", "Value" }
        { "Единица", "Unit" }
        { "Единица (код)", "Unit (code)" }
        { "Вид величины (код)", "Measure (code)" }
        { "Тип периода (код)", "Period type (code)" }
        { "Опубликовано", "Published" }
        { "Источник значения", "Origin" }
        { "Пометки (коды)", "Flags (codes)" }
        { "Периодичность (код)", "Frequency (code)" }
    }
}
