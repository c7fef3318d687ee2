//! Words of the National Summary Data Page, as the IMF calls its parts.

use super::*;

use crate::model::texts;

texts! { NsdpWords, nsdp:
    title { "Национальная страница сводных данных", "National Summary Data Page" }
    meaning {
        "Последние данные по\u{a0}категориям стандартов распространения данных МВФ и\u{a0}файлы SDMX.",
        "Latest data in the categories of the IMF’s data dissemination standards, with SDMX files." }
    standards { "Стандарты распространения данных МВФ (DSBB)", "IMF Dissemination Standards Bulletin Board (DSBB)" }
    sectors { "Секторы", "Sectors" }
    category { "Категория данных и\u{a0}показатель", "Data category and component" }
    unit { "Единица", "Unit" }
    latest { "Последние данные", "Latest data" }
    previous { "Предыдущие данные", "Previous data" }
    change { "Изменение, %", "Change, %" }
    more { "Подробнее", "More information" }
    metadata { "метаданные", "metadata" }
}

texts! {
    nsdp_of(country) {
        "Национальная страница сводных данных: {country}",
        "National Summary Data Page: {country}" }

    nsdp_updated(day) { "Последнее обновление: {day}.", "Last updated: {day}." }

    nsdp_file(category) { "файл для МВФ: {category} (SDMX-ML)", "file for the IMF: {category} (SDMX-ML)" }

    sector(Sector) {
        Real => { "Реальный сектор", "Real sector" }
        Fiscal => { "Налогово-бюджетный сектор", "Fiscal sector" }
        Financial => { "Финансовый сектор", "Financial sector" }
        External => { "Внешний сектор", "External sector" }
        Population => { "Население", "Population" }
    }
}
