//! The cases that must be allowed before they become public, and why each is held back [D27].

use super::*;

use crate::model::{Change, StepLimit};

catalogue! { UNLIMITED:
    needs_a_word(count of cases):
        "ничего не изменено: нужно подтверждение ({count} {cases})"
        "nothing was changed: confirmation needed for {count} {cases}"
    concern(place, reason): "  {place}: {reason}" "  {place}: {reason}"
    allow_with(words):
        "если так и задумано, повторите команду, добавив {words}"
        "if intended, run the command again with {words}"
    think_before_allowing(kinds):
        "{kinds}: разрешайте, только если решено нарушить срок или вернуть снятое"
        "{kinds}: allow only where it has been decided to break an embargo or to bring back a withdrawn value"
    embargoed_until_later(until, comes):
        "закрыто до {until}, а будет опубликовано {comes}"
        "embargoed until {until}, but would be public on {comes}"
    indicator_lost:
        "опубликованный показатель исчезнет"
        "the indicator was published and would disappear"
    observation_lost(value):
        "опубликованное значение {value} исчезнет"
        "{value} was published and would disappear"
    waiting_row_lost(value, until):
        "значение {value}, закрытое до {until}, исчезнет"
        "{value}, embargoed until {until}, would disappear"
    moves_fivefold(before, after):
        "{before} → {after}, изменение в пять раз или больше"
        "{before} → {after}, a fivefold change or more"
    moves_far(before, after, step): "{before} → {after}, {step}" "{before} → {after}, {step}"
    beyond_factor(factor):
        "дальше обычного шага этого ряда (не более чем в {factor} раза)"
        "further than this series goes in one step (up to {factor} times)"
    beyond_distance(distance):
        "дальше обычного шага этого ряда (не более чем на {distance})"
        "further than this series goes in one step (up to {distance})"
    may_be_a_place_off(before, after):
        "{before} → {after}: возможно, десятичная точка сдвинута на один знак"
        "{before} → {after}: the decimal point may be one place off"
    may_be_exchanged(read):
        "возможно, переставлены две цифры ({read})"
        "two digits may be exchanged ({read})"
    digits_lost(count, before, after):
        "значения теряют знаки после запятой: {count} ({before} → {after})"
        "values that lose digits: {count} ({before} → {after})"
    may_be_parted(value, reported):
        "{value} и reported_change_pct {reported} — целые, а в ряду есть дроби: похоже, десятичная запятая разделила одно число"
        "{value} and reported_change_pct {reported} are whole, and the series has decimals: a decimal comma may have parted one number"
    may_be_of_another(value, key):
        "{value}: возможно, это значение показателя `{key}`"
        "{value} may be a value of `{key}`"
    never_repeated(value, date):
        "значение {value} уже стоит за {date}, а повторов в этом ряду ещё не было"
        "{value} is the value of {date}, and this series has never had a value twice running"
    more_digits(value, most):
        "значение {value}: знаков после запятой больше, чем бывает в этом ряду ({most})"
        "{value} has more decimals than this series has had ({most})"
    values_of_other_dates(count):
        "значения, опубликованные за другие даты (наблюдений: {count})"
        "values that were published for other dates (observations: {count})"
    overwrites(before, after, published):
        "{before} → {after} при том же `published` ({published}): изменится то, что уже было опубликовано"
        "{before} → {after} with the same `published` ({published}): this rewrites what was published that day"
    days_of_publication_lost(count):
        "пропадёт или станет более ранней дата `published` (наблюдений: {count})"
        "a `published` date would be gone or earlier (observations: {count})"
    limits_gone(keys):
        "пропадёт сравнение с {keys} (`below`, `between`)"
        "the comparison with {keys} (`below`, `between`) would be gone"
    doubts_gone(count, flags):
        "без новой даты в `published` пропадёт пометка, выражающая сомнение: {flags} (наблюдений: {count})"
        "a flag of doubt would be gone without a new `published` date: {flags} (observations: {count})"
    moves_further_than(before, after, plausible):
        "{before} → {after}, изменение больше, чем {plausible}"
        "{before} → {after}, a change of more than {plausible}"
    bound_by_percent(bound): "`plausible.maxChangePct` {bound}" "`plausible.maxChangePct` {bound}"
    bound_by_unit(bound): "`plausible.maxChange` {bound}" "`plausible.maxChange` {bound}"
    widened(plausible, max):
        "{plausible} (с учётом перерыва — {max})"
        "{plausible} ({max} after this gap)"
    below_plausible(value, bound):
        "значение {value} меньше `plausible.min` ({bound})"
        "{value} is below `plausible.min` ({bound})"
    above_plausible(value, bound):
        "значение {value} больше `plausible.max` ({bound})"
        "{value} is above `plausible.max` ({bound})"
    becomes_zero: "значение 0, а нулей в этом ряду ещё не было" "0, but this series has never been zero"
    changes_sign(value):
        "значение {value}: знак в этом ряду изменится впервые"
        "{value}: this series would change sign for the first time"
    revised_silently(count, public):
        "без новой даты в `published` изменится опубликованных значений: {count} из {public}"
        "published values that would change without a new `published` date: {count} of {public}"
    ends_in_the_future(date, today):
        "период заканчивается {date}, а сегодня {today}"
        "the period ends on {date}, but today is {today}"
    published_in_the_future(date, today):
        "`published` — {date}, а сегодня {today}"
        "`published` is {date}, but today is {today}"
    long_ago(count of rows, last):
        "{count} {rows} задолго до последней опубликованной ({last})"
        "{count} {rows} dated long before the last public one ({last})"
    other_weekday(value):
        "значение {value} за день недели, за который в этом ряду наблюдений ещё не было"
        "{value} is for a weekday on which this series has had no observations"
    does_not_count(value, published, current, current_published):
        "пересмотр {value} (`published` {published}) не действует: действует более поздний, {current} ({current_published})"
        "the revision {value} (`published` {published}) has no effect: the later one, {current} ({current_published}), applies"
    published_before_its_end(value, published):
        "значение {value} опубликовано {published}, до окончания периода"
        "{value} was published on {published}, before the end of its period"
    falls_within_its_year(before, earlier, after, later):
        "сумма с начала года уменьшается: {before} ({earlier}) → {after} ({later})"
        "the total since January falls: {before} ({earlier}) → {after} ({later})"
    above_other(value, key, other):
        "значение {value} больше, чем у `{key}` ({other})"
        "{value} is above `{key}` ({other})"
    below_other(value, key, other):
        "значение {value} меньше, чем у `{key}` ({other})"
        "{value} is below `{key}` ({other})"
    together(case):
        "{case}; если меняются оба, внесите их одной таблицей: `import`"
        "{case}; if both change, `import` them in one table"
    check_lies_ahead(source, instant):
        "checks.csv: проверка источника `{source}` {instant} — в будущем"
        "checks.csv: the check of `{source}` at {instant} is in the future"
    check_is_gone(source, instant):
        "checks.csv: проверка источника `{source}` ({instant}) исчезнет"
        "checks.csv: the check of `{source}` at {instant} would disappear"
    check_would_go_back(source, former, instant):
        "checks.csv: проверка источника `{source}` станет более ранней: {former} → {instant}"
        "checks.csv: the check of `{source}` would go back: {former} → {instant}"
    stale_later(source, before, after):
        "`staleAfterHours` источника `{source}`: {before} → {after}"
        "`staleAfterHours` of source `{source}`: {before} → {after}"
    publications_gone(release, dates):
        "calendar.csv: будущие публикации `{release}` исчезнут: {dates}"
        "calendar.csv: future publications of `{release}` would disappear: {dates}"
    as_of_in_the_future(as_of): "`asOf` {as_of} — в будущем" "`asOf` {as_of} is in the future"
    as_of_goes_back(as_of, before):
        "`asOf` {as_of} раньше, чем у действующего выпуска ({before})"
        "`asOf` {as_of} is earlier than that of the live release ({before})"
    as_of_before_published(as_of, newest):
        "`asOf` {as_of} раньше самой поздней даты `published` ({newest})"
        "`asOf` {as_of} is earlier than the latest `published` ({newest})"
    in_percent(value): "{value} %" "{value}%"
    in_points(value): "{value} п. п." "{value} pp"
}

/// How far a step may go in its series.
pub fn step_limit(limit: &StepLimit) -> Message {
    match limit {
        StepLimit::Factor(factor) => beyond_factor(factor.shown(0)),
        StepLimit::Distance(distance) => beyond_distance(distance.shown(0)),
    }
}

/// A bound of change as the definition has it, and as wide as it is after a gap.
pub fn bound_of_change(change: &Change, bound: fn(String) -> Message) -> Message {
    let written = bound(change.bound.to_string());
    if change.limit == change.bound {
        written
    } else {
        widened(written, change.limit.to_decimals(2))
    }
}
