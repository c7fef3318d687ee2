//! What can be wrong with the fields and columns that a dataset may leave out.

use super::{catalogue, shown};

catalogue! { shown:
    number_out_of_range(text, found, least, most) {
        "{text} равно {found}: впишите целое число от {least} до {most}",
        "{text} is {found}: write a whole number from {least} to {most}" }
    too_many_entries(field, found, limit) {
        "в `{field}` показателей {found}, а допускается не более {limit}: уберите лишние",
        "`{field}` has {found} indicators: at most {limit} are allowed, remove some" }
    repeated_entry(field, key, line) {
        "показатель `{key}` уже есть в `{field}`, в строке {line}: оставьте один",
        "indicator `{key}` stands in `{field}` already, in line {line}: keep one of them" }
    chart_with_itself(key) {
        "`{key}` — этот самый показатель: в `chartWith` указывают другие",
        "`{key}` is this very indicator: `chartWith` names others" }
    chart_with_other_unit(key, theirs, own) {
        "единица показателя `{key}` — `{theirs}`, а этого — `{own}`: на одном графике она одна, уберите его",
        "indicator `{key}` is in `{theirs}`, this one in `{own}`: a chart has one unit, remove it" }
    chart_with_other_period(key, theirs, own) {
        "тип периода показателя `{key}` — `{theirs}`, а этого — `{own}`: на одном графике он один, уберите его",
        "indicator `{key}` is `{theirs}`, this one `{own}`: a chart has one period type, remove it" }
    nominal_without_code() {
        "`nominal` относится к `sourceCode`, а его нет: впишите его или уберите `nominal`",
        "`nominal` belongs to `sourceCode`, which is missing: write it or leave `nominal` out" }
    bad_sdmx_id(field, found) {
        "`{field}` `{found}` не годится: нужны от 1 до 64 знаков A-Z a-z 0-9 _ -, первый — буква",
        "`{field}` `{found}` cannot be used: write 1 to 64 of A-Z a-z 0-9 _ -, beginning with a letter" }
    bad_sdmx_agency(found) {
        "`agency` `{found}` не годится: нужны от 1 до 64 знаков A-Z a-z 0-9 _ - и точки между частями, каждая начинается с буквы",
        "`agency` `{found}` cannot be used: write 1 to 64 of A-Z a-z 0-9 _ - and points between parts, each beginning with a letter" }
    no_bounds() {
        "`plausible` пусто: впишите `min`, `max` или `maxChangePct` или уберите поле",
        "`plausible` is empty: write `min`, `max` or `maxChangePct`, or leave the field out" }
    min_above_max(min, max) {
        "`min` {min} больше, чем `max` {max}: поменяйте их местами или исправьте",
        "`min` {min} is more than `max` {max}: swap or correct them" }
    change_not_positive(found) {
        "`maxChangePct` равно {found}: нужно число больше нуля",
        "`maxChangePct` is {found}: write a number above zero" }
    reference_blank() {
        "ref состоит из пробелов: впишите, откуда взято значение, или оставьте ячейку пустой",
        "ref is blank: write where the figure was taken or leave the cell empty" }
    reference_control(code) {
        "ref содержит управляющий знак {code}: уберите его",
        "ref has control character {code}: remove it" }
    reference_too_long(found, limit) {
        "в ref {found} знаков, а допускается не более {limit}: сократите",
        "ref has {found} characters: shorten it to {limit}" }
    repeated_flag(found) {
        "flag `{found}` повторяется: оставьте один",
        "flag `{found}` is repeated: keep one of them" }
    flags_apart(found, meant) {
        "flag `{found}`: пометки разделяют одним пробелом, пишите `{meant}`",
        "flag `{found}`: one space stands between flags, write `{meant}`" }

    // Warnings.
    below_min(value, min) {
        "значение {value} меньше, чем `plausible.min` {min}: проверьте",
        "value {value} is below `plausible.min` {min}: check it" }
    above_max(value, max) {
        "значение {value} больше, чем `plausible.max` {max}: проверьте",
        "value {value} is above `plausible.max` {max}: check it" }
    change_above_max(before, now, percent) {
        "{now} после {before}: изменение больше, чем `plausible.maxChangePct` {percent}, проверьте",
        "{now} after {before}: a change above `plausible.maxChangePct` {percent}, check it" }
    as_of_behind(as_of, published) {
        "asOf — {as_of}, а наблюдение опубликовано {published}: поставьте более позднее `asOf` или проверьте `published`",
        "asOf is {as_of}, and an observation was published on {published}: write a later `asOf` or check `published`" }
}
