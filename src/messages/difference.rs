//! A difference between two datasets, and the names of the fields that differ.

catalogue! { plain:
    equal() { "читатели не заметят разницы", "readers will notice no difference" }
    added(key, name) { "+ {key}  {name}: новый показатель", "+ {key}  {name}: new indicator" }
    removed(key, name) { "- {key}  {name}: показателя больше нет", "- {key}  {name}: the indicator is gone" }
    changed(key, name) { "~ {key}  {name}", "~ {key}  {name}" }
    changed_together(count) { "~ показатели ({count})", "~ {count} indicators" }
    whole_dataset() { "~ набор данных", "~ the dataset" }
    more_rows(count) {
        "… и ещё строк: {count} (все — с --json)",
        "… and {count} more (all of them with --json)" }
    version_only() {
        "~ кроме версии и момента ничего не изменилось",
        "~ nothing differs but the version and the instant" }
    other_bodies(count) { "~ другие ответы ({count})", "~ other responses ({count})" }
    store_serves_nothing(path) {
        "{path}: в хранилище нет выпуска, который в работе",
        "{path}: nothing is in service in this store" }
    rows_under_embargo() {
        "строки под эмбарго, до срока их никто не увидит:",
        "rows under embargo, which nobody sees before their instants:" }
    embargo_was(line, value, instant) {
        "{line} (было {value} до {instant})",
        "{line} (was {value} until {instant})" }
    embargo_taken_away(key, date, value, instant) {
        "{key} {date}  {value}: строки, закрытой до {instant}, больше нет",
        "{key} {date}  {value}: the row that was under embargo until {instant} is gone" }
    embargo_unchanged(count) { "… и без изменений: {count}", "… and {count} as before" }
    does_not_count_now() { "не действует:", "does not count:" }
    row_after(row, former) { "{row}, до этого {former}", "{row}, after {former}" }
    row_published(row, day) { "{row}, опубликовано {day}", "{row}, published {day}" }
    nothing() { "нет", "none" }
    field_changes(field, before, after) { "{field}: {before} → {after}", "{field}: {before} → {after}" }

    // Names of fields.
    field_version() { "версия", "version" }
    field_as_of() { "на момент", "as of" }
    field_status() { "статус", "status" }
    field_order() { "порядок", "order" }
    field_title(lang) { "название службы ({lang})", "title ({lang})" }
    field_description(lang) { "описание службы ({lang})", "description ({lang})" }
    field_license(lang) { "условия использования данных ({lang})", "license ({lang})" }
    field_contact(lang) { "куда сообщать об ошибках ({lang})", "contact ({lang})" }
    field_featured() { "главные показатели", "featured" }
    field_category_name(lang) { "название раздела ({lang})", "category name ({lang})" }
    field_short_name(lang) { "краткое название ({lang})", "short name ({lang})" }
    field_decimals() { "знаков после запятой", "decimals" }
    field_chart_with() { "на одном графике с", "charted with" }
    field_stale_after() { "устаревает без проверки за, ч", "stale after, hours" }
    field_calendar() { "даты публикаций", "calendar" }
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
    field_offset() { "смещение от UTC", "UTC offset" }
    field_sdmx() { "SDMX", "SDMX" }
    field_unit_forms(lang) { "формы единицы ({lang})", "forms of the unit ({lang})" }
    field_unit_sdmx() { "единица в SDMX", "unit in SDMX" }
    field_release() { "`release`", "`release`" }
    field_declared_status() { "объявленный статус", "declared status" }
    field_source_code() { "код у источника", "the source's own code" }
    field_nominal() { "номинал у источника", "the source's nominal" }
    field_plausible() { "`plausible`", "`plausible`" }
    field_limits() { "`below` и `between`", "`below` and `between`" }
    field_check_error() { "ошибка проверки", "error of the check" }
    field_source_id() { "код источника", "source code" }
    field_source_url() { "адрес источника", "source URL" }
    field_unit_code() { "код единицы", "unit code" }
    field_period_type() { "тип периода", "period type" }
    field_frequency() { "периодичность", "frequency" }
    field_measure() { "мера", "measure" }
}
