//! A difference between two datasets, and the names of the fields that differ.

catalogue! { plain:
    equal() { "для читателей различий нет", "no differences for readers" }
    added(key, name) { "{key}  {name}: новый показатель", "{key}  {name}: new indicator" }
    removed(key, name) { "{key}  {name}: показатель удалён", "{key}  {name}: indicator removed" }
    changed(key, name) { "{key}  {name}", "{key}  {name}" }
    changed_together(count of indicators) { "{count} {indicators}", "{count} {indicators}" }
    whole_dataset() { "набор данных", "the dataset" }
    more_rows(count of rows) {
        "… и ещё {count} {rows} (все — с --json)",
        "… and {count} more {rows} (all with --json)" }
    new_rows(count of rows, first, last) {
        "{count} {rows} с {first}; последняя: {last}",
        "{count} {rows} since {first}; the last: {last}" }
    furthest_row(line, row) { "{line}; наибольшее изменение: {row}", "{line}; the largest change: {row}" }
    rows_of_import(count of rows, files) { "{count} {rows} из {files}", "{count} {rows} from {files}" }
    largest_of_import(line, key, change) {
        "{line}, сильнее всего {key} {change}",
        "{line}, largest {key} {change}" }
    version_only() { "различаются только версия и `asOf`", "only the version and `asOf` differ" }
    other_bodies(count of responses) { "{count} {responses}", "{count} {responses}" }
    store_serves_nothing(path) {
        "{path}: в хранилище нет действующего выпуска",
        "{path}: the store has no live release" }
    strays_ignored(names) {
        "не читались, появились сами: {names}",
        "ignored, since they came by themselves: {names}" }
    rows_under_embargo() {
        "закрытые строки, до срока их не видит никто:",
        "embargoed rows, hidden from readers until their time:" }
    embargo_was(line, value, instant) {
        "{line} (было {value} до {instant})",
        "{line} (was {value} until {instant})" }
    embargo_taken_away(key, date, value, instant) {
        "{key} {date}  {value}: строка, закрытая до {instant}, удалена",
        "{key} {date}  {value}: the row embargoed until {instant} was removed" }
    embargo_unchanged(count) { "… и без изменений: {count}", "… and {count} unchanged" }
    does_not_count_now() { "не действует:", "no effect:" }
    row_after(row, former) { "{row}, ранее {former}", "{row}, previously {former}" }
    row_published(row, day) { "{row}, опубликовано {day}", "{row}, published {day}" }
    nothing() { "нет", "none" }
    field_changes(field, before, after) { "{field}: {before} → {after}", "{field}: {before} → {after}" }

    // Names of fields.
    field_by_lang(field, lang) { "{field} ({lang})", "{field} ({lang})" }
    field_version() { "версия", "version" }
    field_as_of() { "по состоянию на", "as of" }
    field_status() { "статус", "status" }
    field_order() { "порядок", "order" }
    field_title() { "название сервиса", "title" }
    field_description() { "описание сервиса", "description" }
    field_license() { "условия использования данных", "license" }
    field_publisher() { "издатель", "publisher" }
    field_contact() { "куда сообщать об ошибках", "contact" }
    field_security() { "куда сообщать об уязвимостях", "security contact" }
    field_featured() { "главные показатели", "featured indicators" }
    field_category_name() { "название раздела", "category name" }
    field_short_name() { "краткое название", "short name" }
    field_decimals() { "знаков после запятой", "decimals" }
    field_keywords() { "слова для поиска", "search words" }
    field_chart_with() { "на одном графике с", "charted with" }
    field_stale_after() { "устаревает без проверки через, ч", "stale after, hours" }
    field_calendar() { "даты публикаций", "calendar" }
    field_category() { "раздел", "category" }
    field_name() { "название", "name" }
    field_value() { "значение", "value" }
    field_unit() { "единица", "unit" }
    field_period() { "период", "period" }
    field_mom() { "за месяц", "month-on-month" }
    field_yoy() { "за год", "year-on-year" }
    field_reported() { "изменение по источнику", "reported change" }
    field_source() { "источник", "source" }
    field_notes() { "примечания", "notes" }
    field_checked_at() { "проверено", "checked at" }
    field_publication_date() { "опубликовано", "published" }
    field_next_publication() { "следующая публикация", "next publication" }
    field_offset() { "смещение от UTC", "UTC offset" }
    field_sdmx() { "SDMX", "SDMX" }
    field_unit_forms() { "формы единицы", "unit forms" }
    field_nsdp() { "страница сводных данных", "National Summary Data Page" }
    field_nsdp_series() { "коды МВФ", "codes of the IMF" }
    field_unit_sdmx() { "единица в SDMX", "unit in SDMX" }
    field_release() { "`release`", "`release`" }
    field_declared_status() { "объявленный статус", "declared status" }
    field_source_code() { "код у источника", "code used by the source" }
    field_nominal() { "номинал у источника", "nominal used by the source" }
    field_plausible() { "`plausible`", "`plausible`" }
    field_limits() { "`below` и `between`", "`below` and `between`" }
    field_check_error() { "ошибка проверки", "check error" }
    field_source_id() { "код источника", "source code" }
    field_source_url() { "адрес источника", "source URL" }
    field_unit_code() { "код единицы", "unit code" }
    field_period_type() { "тип периода", "period type" }
    field_frequency() { "периодичность", "frequency" }
    field_measure() { "вид величины", "measure" }
}
