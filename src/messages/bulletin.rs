//! What `import` says of bulletins of the central bank whose format it knows.

catalogue! { shown:
    cbar_not_utf8() { "не UTF-8: скачайте бюллетень заново", "not UTF-8: fetch the bulletin again" }
    cbar_doctype() {
        "в файле есть DOCTYPE, в бюллетене его не бывает: скачайте бюллетень заново",
        "the file has a DOCTYPE, a bulletin has none: fetch the bulletin again" }
    cbar_not_xml(error) {
        "не XML ({error}): скачайте бюллетень заново",
        "not XML ({error}): fetch the bulletin again" }
    cbar_other_root(found) {
        "корневой элемент `{found}`, а в бюллетене — `ValCurs`",
        "the root element is `{found}`, that of a bulletin is `ValCurs`" }
    cbar_bad_date(found) { "Date `{found}` — не дата ДД.ММ.ГГГГ", "Date `{found}` is not a date DD.MM.YYYY" }
    cbar_old_manat(found) {
        "Date {found}: до 2006 года курсы указаны в старых манатах",
        "Date {found}: before 2006 rates are in the old manat" }
    cbar_attributes(limit) {
        "больше {limit} атрибутов у одного элемента или пространств имён: скачайте бюллетень заново",
        "more than {limit} attributes in one element, or namespaces: fetch the bulletin again" }
    cbar_no_entries() {
        "ни одного курса: скачайте бюллетень заново",
        "no rates at all: fetch the bulletin again" }
    cbar_no_code() { "у `Valute` нет `Code`", "`Valute` has no `Code`" }
    cbar_repeated(code) { "код `{code}` повторяется", "code `{code}` is repeated" }
    cbar_bad_nominal(code, found) {
        "{code}: Nominal `{found}` — не целое число больше нуля",
        "{code}: Nominal `{found}` is not a whole number above zero" }
    cbar_bad_value(code, found) {
        "{code}: Value `{found}` — не число больше нуля с точкой",
        "{code}: Value `{found}` is not a number above zero, written with a point" }
    cbar_no_decimal(value, nominal, wanted) {
        "{value} за {nominal} не пересчитывается на {wanted} точно: получается бесконечная дробь; исправьте `nominal` показателя",
        "{value} for {nominal} has no exact value for {wanted}: the fraction does not end; correct the indicator's `nominal`" }
    cbar_sources_differ(sources) {
        "эти коды есть у показателей разных источников ({sources}): укажите --source",
        "indicators of several sources have these codes ({sources}): give --source" }
    cbar_no_indicator() {
        "ни у одного показателя нет `sourceCode` из этого бюллетеня",
        "no indicator has a `sourceCode` of this bulletin" }
    cbar_unknown_codes(path, count) {
        "{path}: кодов, которых нет ни у одного показателя: {count}",
        "{path}: codes that no indicator has: {count}" }
    cbar_lacks(keys, date) {
        "здесь нет показателей, которые были в прежнем бюллетене ({date}): {keys}",
        "the bulletin lacks indicators that the former one of {date} had: {keys}" }
}
