//! What needs a word before it becomes public: the cases, and how to say that they are meant.

use super::{catalogue, plain};

catalogue! { plain:
    needs_a_word(count) {
        "ничего не изменено; подтвердите, что так и задумано (случаев: {count})",
        "nothing was changed; say that this is meant (cases: {count})" }
    concern(place, what) {
        "  {place}: {what}",
        "  {place}: {what}" }
    field_changes(field, before, after) {
        "{field}: {before} → {after}",
        "{field}: {before} → {after}" }
    allow_with(words) {
        "если так и задумано, повторите команду, добавив {words}",
        "if it is meant, repeat the command with {words}" }
    think_before_allowing(kinds) {
        "{kinds}: такое разрешают, только если решено нарушить срок или вернуть снятое",
        "{kinds}: to be allowed only where it has been decided to break an embargo, or to bring back what was withdrawn" }
    embargoed_until_later(until, comes) {
        "закрыто до {until}, а станет доступно {comes}",
        "under embargo until {until}, and would be public on {comes}" }
    indicator_lost() {
        "опубликованный показатель пропадёт",
        "the indicator was public and would be gone" }
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
    becomes_zero() {
        "значение 0, а нулей в этом ряду не было",
        "0, which this series never was" }
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
    as_of_in_the_future(as_of) {
        "`asOf` {as_of} — в будущем",
        "`asOf` {as_of} lies in the future" }
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
