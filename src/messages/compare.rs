//! What `diff` and `publish` say of a difference.

use super::{catalogue, plain};

catalogue! { plain:
    equal() {
        "читатели не заметят разницы",
        "readers will notice no difference" }
    added(key, name) {
        "+ {key}  {name}: новый показатель",
        "+ {key}  {name}: new indicator" }
    removed(key, name) {
        "- {key}  {name}: показателя больше нет",
        "- {key}  {name}: the indicator is gone" }
    changed(key, name) {
        "~ {key}  {name}",
        "~ {key}  {name}" }
    changed_together(count) {
        "~ показатели ({count})",
        "~ {count} indicators" }
    whole_dataset() {
        "~ набор данных",
        "~ the dataset" }
    more_rows(count) {
        "… и ещё строк: {count} (все — с --json)",
        "… and {count} more (all of them with --json)" }
    nothing() { "нет", "none" }

    // What fields are called.
    field_version() { "версия", "version" }
    field_as_of() { "на момент", "as of" }
    field_status() { "статус", "status" }
    field_order() { "порядок", "order" }
    field_category() { "раздел", "category" }
    field_name(lang) { "название ({lang})", "name ({lang})" }
    field_value() { "значение", "value" }
    field_unit(lang) { "единица ({lang})", "unit ({lang})" }
    field_period() { "период", "period" }
    field_mom() { "за месяц", "month-on-month" }
    field_yoy() { "за год", "year-on-year" }
    field_reported() { "изменение по источнику", "reported change" }
    field_source(lang) { "источник ({lang})", "source ({lang})" }
    field_notes(lang) { "примечание ({lang})", "notes ({lang})" }
    field_checked_at() { "проверено", "checked at" }
    field_publication_date() { "опубликовано", "published" }
    field_next_publication() { "следующая публикация", "next publication" }
}
