//! What must be allowed before it becomes public, and why it is held back [D27].

catalogue! { plain:
    needs_a_word(count) {
        "ничего не изменено; подтвердите, что так и задумано (случаев: {count})",
        "nothing was changed; say that this is meant (cases: {count})" }
    concern(place, what) { "  {place}: {what}", "  {place}: {what}" }
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
    moves_fivefold(before, after) {
        "{before} → {after}, изменение в пять раз или больше",
        "{before} → {after}, fivefold or more" }
    moves_far(before, after, usual) {
        "{before} → {after}, шаг более чем в восемь раз больше обычного ({usual})",
        "{before} → {after}, more than eight times the usual step ({usual})" }
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
    long_ago(count, last) {
        "строк за год и более до последней опубликованной ({last}): {count}",
        "{count} rows of a year or more before the last public one ({last})" }
    other_weekday(value) {
        "значение {value} за день недели, за который в этом ряду наблюдений не было",
        "{value} on a weekday that this series never had" }
    does_not_count(value, published, current, current_published) {
        "пересмотр {value} (`published` {published}) не действует, действует {current} ({current_published})",
        "the revision {value} (`published` {published}) does not count, {current} does ({current_published})" }
    published_before_its_end(value, published) {
        "значение {value} опубликовано {published}, до конца периода",
        "{value} was published on {published}, before its period ended" }
    falls_within_its_year(before, earlier, after, later) {
        "сумма с начала года уменьшается: {before} ({earlier}) → {after} ({later})",
        "a total since January falls: {before} ({earlier}) → {after} ({later})" }
    above_other(value, key, other) {
        "значение {value} больше, чем у `{key}` ({other})",
        "{value} is above `{key}` ({other})" }
    below_other(value, key, other) {
        "значение {value} меньше, чем у `{key}` ({other})",
        "{value} is below `{key}` ({other})" }
    check_lies_ahead(source, instant) {
        "checks.csv: проверка источника `{source}` {instant} — в будущем",
        "checks.csv: the check of `{source}` at {instant} lies in the future" }
    check_is_gone(source, instant) {
        "checks.csv: проверки источника `{source}` больше нет, была {instant}",
        "checks.csv: the check of `{source}` is gone, it was {instant}" }
    stale_later(source, before, after) {
        "`staleAfterHours` источника `{source}`: {before} → {after}",
        "`staleAfterHours` of source `{source}`: {before} → {after}" }
    publications_gone(release, dates) {
        "calendar.csv: публикаций `{release}` в будущем больше нет: {dates}",
        "calendar.csv: publications of `{release}` to come are gone: {dates}" }
    as_of_in_the_future(as_of) { "`asOf` {as_of} — в будущем", "`asOf` {as_of} lies in the future" }
    as_of_goes_back(as_of, before) {
        "`asOf` {as_of} раньше, чем у выпуска, который в работе ({before})",
        "`asOf` {as_of} is before that of the release in service ({before})" }
    as_of_before_published(as_of, newest) {
        "`asOf` {as_of} раньше самой поздней даты `published` ({newest})",
        "`asOf` {as_of} is before the newest `published` ({newest})" }
}
