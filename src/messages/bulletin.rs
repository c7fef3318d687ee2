//! What `import` says of bulletins of the central bank whose format it knows.

catalogue! { shown:
    cbar_not_utf8() { "не UTF-8: скачайте бюллетень заново", "not UTF-8: download the bulletin again" }
    cbar_doctype() {
        "в файле есть DOCTYPE, которого в бюллетене не должно быть: скачайте бюллетень заново",
        "the file has a DOCTYPE, which a bulletin does not have: download the bulletin again" }
    cbar_not_xml(error) {
        "не XML ({error}): скачайте бюллетень заново",
        "not XML ({error}): download the bulletin again" }
    cbar_other_root(found) {
        "корневой элемент — `{found}`, а в бюллетене должен быть `ValCurs`",
        "the root element is `{found}`, but a bulletin has `ValCurs`" }
    cbar_bad_date(found) { "Date `{found}` — не дата ДД.ММ.ГГГГ", "Date `{found}` is not a date DD.MM.YYYY" }
    cbar_old_manat(found) {
        "Date {found}: до 2006 года курсы указаны в старых манатах",
        "Date {found}: rates before 2006 are in the old manat" }
    cbar_attributes(limit) {
        "больше {limit} атрибутов или пространств имён у одного элемента: скачайте бюллетень заново",
        "more than {limit} attributes or namespaces in one element: download the bulletin again" }
    cbar_no_entries() {
        "ни одного курса: скачайте бюллетень заново",
        "no rates at all: download the bulletin again" }
    cbar_no_code() { "у `Valute` нет `Code`", "`Valute` has no `Code`" }
    cbar_repeated(code) { "код `{code}` повторяется", "code `{code}` is repeated" }
    cbar_bad_nominal(code, found) {
        "{code}: Nominal `{found}` — не целое число больше нуля",
        "{code}: Nominal `{found}` is not a whole number above zero" }
    cbar_bad_value(code, found) {
        "{code}: Value `{found}` — не число больше нуля с десятичной точкой",
        "{code}: Value `{found}` is not a number above zero with a decimal point" }
    cbar_no_decimal(value, nominal, wanted) {
        "{value} за {nominal} не пересчитывается на {wanted} точно: получается бесконечная дробь; исправьте `nominal` показателя",
        "{value} for {nominal} cannot be converted exactly to {wanted}: the decimal does not terminate; correct the indicator's `nominal`" }
    cbar_sources_differ(sources) {
        "эти коды есть у показателей разных источников ({sources}): укажите --source",
        "indicators of several sources have these codes ({sources}): use --source" }
    cbar_no_indicator() {
        "ни у одного показателя нет `sourceCode` из этого бюллетеня",
        "no indicator has a `sourceCode` from this bulletin" }
    cbar_unknown_codes(path, count) {
        "{path}: кодов, которых нет ни у одного показателя: {count}",
        "{path}: codes that no indicator has: {count}" }
    cbar_unknown_codes_of_all(count) {
        "кодов, которых нет ни у одного показателя: {count}",
        "codes that no indicator has: {count}" }
    cbar_lacks(keys, date) {
        "в бюллетене нет показателей, которые были в прежнем ({date}): {keys}",
        "the bulletin lacks indicators that the previous one of {date} had: {keys}" }
    cbar_lack(keys, date, count of files) {
        "в бюллетене нет показателей, которые были в прежнем ({date}): {keys}; ещё {count} {files} без них",
        "the bulletin lacks indicators that the previous one of {date} had: {keys}; so do {count} more {files}" }
}
