//! What `diff` and `publish` say of a difference, and what must be allowed before it becomes public.

use super::{catalogue, plain};

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
    nothing() { "нет", "none" }

    // What fields are called.
    field_version() { "версия", "version" }
    field_as_of() { "на момент", "as of" }
    field_status() { "статус", "status" }
    field_order() { "порядок", "order" }
    field_title(lang) { "название службы ({lang})", "title ({lang})" }
    field_description(lang) { "описание службы ({lang})", "description ({lang})" }
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

    needs_a_word(count) {
        "ничего не изменено; подтвердите, что так и задумано (случаев: {count})",
        "nothing was changed; say that this is meant (cases: {count})" }
    concern(place, what) { "  {place}: {what}", "  {place}: {what}" }
    field_changes(field, before, after) { "{field}: {before} → {after}", "{field}: {before} → {after}" }
    allow_with(words) {
        "если так и задумано, повторите команду, добавив {words}",
        "if it is meant, repeat the command with {words}" }
    think_before_allowing(kinds) {
        "{kinds}: такое разрешают, только если решено нарушить срок или вернуть снятое",
        "{kinds}: to be allowed only where it has been decided to break an embargo, or to bring back what was withdrawn" }
    embargoed_until_later(until, comes) {
        "закрыто до {until}, а станет доступно {comes}",
        "under embargo until {until}, and would be public on {comes}" }
    indicator_lost() { "опубликованный показатель пропадёт", "the indicator was public and would be gone" }
    observation_lost(value) {
        "опубликованное значение {value} пропадёт",
        "{value} was public and would be gone" }
    moves_tenfold(before, after) {
        "{before} → {after}, изменение более чем в десять раз",
        "{before} → {after}, more than tenfold" }
    moves_further_than(before, after, percent) {
        "{before} → {after}, изменение больше {percent} %, заданных в `plausible.maxChangePct`",
        "{before} → {after}, more than the {percent} % of `plausible.maxChangePct`" }
    below_plausible(value, bound) {
        "значение {value} меньше `plausible.min` ({bound})",
        "{value} is below `plausible.min` ({bound})" }
    above_plausible(value, bound) {
        "значение {value} больше `plausible.max` ({bound})",
        "{value} is above `plausible.max` ({bound})" }
    becomes_zero() { "значение 0, а нулей в этом ряду не было", "0, which this series never was" }
    changes_sign(value) {
        "значение {value}, а знак в этом ряду не менялся",
        "{value}, though this series never changed its sign" }
    revised_silently(count, public) {
        "изменятся {count} из {public} опубликованных значений без новой даты в `published`",
        "{count} of {public} public values would change without a new `published`" }
    ends_in_the_future(date, today) {
        "период кончается {date}, а сегодня {today}",
        "the period ends on {date}, today is {today}" }
    published_in_the_future(date, today) {
        "`published` {date}, а сегодня {today}",
        "`published` is {date}, today is {today}" }
    as_of_in_the_future(as_of) { "`asOf` {as_of} — в будущем", "`asOf` {as_of} lies in the future" }
    as_of_goes_back(as_of, before) {
        "`asOf` {as_of} раньше, чем у выпуска, который в работе ({before})",
        "`asOf` {as_of} is before that of the release in service ({before})" }
    as_of_before_published(as_of, newest) {
        "`asOf` {as_of} раньше самой поздней даты `published` ({newest})",
        "`asOf` {as_of} is before the newest `published` ({newest})" }

    field_source_id() { "код источника", "source code" }
    field_source_url() { "адрес источника", "source URL" }
    field_unit_code() { "код единицы", "unit code" }
    field_period_type() { "тип периода", "period type" }
    field_measure() { "мера", "measure" }
}
