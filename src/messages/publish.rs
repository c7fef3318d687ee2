//! Questions, refusals and reports of `diff`, `publish`, `stage` and `preview`, beside the store's own sentences.

catalogue! { plain:
    ask_publish(version) { "опубликовать {version}? [д/Н] ", "publish {version}? [y/N] " }
    ask_approve(version, hash) {
        "опубликовать {version}, содержание {hash}? [д/Н] ",
        "publish {version}, content {hash}? [y/N] " }
    ask_rollback(version) { "вернуть {version}? [д/Н] ", "put {version} back in service? [y/N] " }
    yes() { "д", "y" }
    yes_in_full() { "да", "yes" }
    not_confirmed() { "не подтверждено: ничего не сделано", "not confirmed: nothing was done" }
    would_be_published(version) {
        "проверено, можно публиковать: {version}; ничего не записано",
        "checked, can be published: {version}; nothing was written" }
    nothing_to_publish(version) {
        "кроме версии и `asOf`, всё как в выпуске {version}: ничего не сделано",
        "but for version and `asOf`, all is as in release {version}: nothing was done" }
    message_not_one_line() {
        "--message: одна строка без управляющих знаков, не длиннее 500 знаков",
        "--message: one line without control characters, of at most 500 characters" }
    warnings_known(count) {
        "ещё предупреждений, которые есть и у действующего выпуска: {count} (все — с --json)",
        "{count} more warnings that the live release has as well (all of them with --json)" }
    served_is_altered(version) {
        "файлы выпуска {version}, который в работе, изменены после публикации: с чем сравнивать, неизвестно",
        "the files of release {version}, which is in service, were altered after its publication: what was public is not known" }
    served_is_lost() {
        "что в работе, по хранилищу не узнать: сравнить не с чем",
        "the store does not tell what is in service: nothing is compared" }
    not_staged(version) {
        "выпуск {version} не подготовлен: что подготовлено, покажет `status`",
        "release {version} is not staged: `status` says what is" }
    same_person(user) {
        "выпуск подготовил тот же пользователь, {user}: опубликовать его должен другой",
        "the release was staged by the same user, {user}: another one has to publish it" }
    needs_signature() {
        "это хранилище принимает только подписанные пакеты",
        "this store takes signed bundles only" }

    // The files that were shown are installed, or nothing is.
    not_as_shown() {
        "ничего не сделано: с тех пор, как показаны изменения, другим стало вот что; повторите команду",
        "nothing was done, since what was shown is not what is there any more; run the command again" }
    file_changed_meanwhile(path) { "{path}: файл изменили", "{path}: the file was changed" }
    file_gone_meanwhile(path) { "{path}: файл удалили", "{path}: the file was removed" }
    file_come_meanwhile(path) { "{path}: файл добавили", "{path}: the file was added" }
    more_changed_meanwhile(count) { "и ещё файлов: {count}", "and {count} more files" }
    journal_changed() { "журнал хранилища изменили", "the journal of the store was changed" }
    current_changed(before, after) {
        "в работе был выпуск {before}, а теперь {after}",
        "release {before} was in service, and {after} is now" }
    settings_changed() { "settings.json хранилища изменили", "settings.json of the store was changed" }
    has_published(user, version) { "{user}: опубликован выпуск {version}", "{user} has published {version}" }
    has_approved(user, version) {
        "{user}: опубликован подготовленный выпуск {version}",
        "{user} has approved {version}" }
    has_staged(user, version) { "{user}: подготовлен выпуск {version}", "{user} has staged {version}" }
    has_withdrawn(user, version) {
        "{user}: снят подготовленный выпуск {version}",
        "{user} has withdrawn {version}" }
    has_rolled_back(user, version) {
        "{user}: возвращён выпуск {version}",
        "{user} has rolled back to {version}" }
    was_recovered(version) {
        "выпуск {version} в работе без записи в журнале",
        "{version} is in service without a line in the journal" }

    // Releases that wait for somebody else's word.
    staged(version, hash) {
        "подготовлено: {version}, содержание {hash}; опубликует другой: `indicatord approve {version}`",
        "staged: {version}, content {hash}; somebody else publishes it: `indicatord approve {version}`" }
    withdrawn(version) {
        "снято: {version}, файлы удалены, номер больше не используется",
        "withdrawn: {version}, its files are removed, and its number is not used again" }
    needs_two_people() {
        "это хранилище требует двух человек: подготовьте выпуск (`stage`), опубликует его другой (`approve`)",
        "this store asks for two people: stage the release (`stage`), and another one publishes it (`approve`)" }

    // Rows under embargo in a release.
    release_has_embargoed(count, first) {
        "закрытых до срока наблюдений: {count}; первое откроется {first}",
        "{count} rows are under embargo; the first becomes public at {first}" }
    less_than_a_day() {
        "до этого срока меньше суток: кэши, которые взяли прежние данные, могут отстать",
        "that is less than a day ahead: caches that have taken the present data may lag" }
    clock_not_synchronised() {
        "часы этой машины не синхронизированы, а данные откроются по ним",
        "the clock of this machine is not synchronised, and embargoes end by it" }
    clock_unknown() {
        "синхронизированы ли часы этой машины, узнать нельзя",
        "whether the clock of this machine is synchronised cannot be asked" }

    // Values that a rollback withdrew.
    was_withdrawn(value) {
        "значение {value} снято возвратом прежнего выпуска",
        "{value} was withdrawn by a rollback" }
    still_in_directory(directory, key, date, value) {
        "{directory}: снятая строка {key} {date} {value} всё ещё здесь: отмените правку (`indicatord undo`) или запишите верное значение (`indicatord record --replace`)",
        "{directory}: the withdrawn row {key} {date} {value} is still there: take the edit back (`indicatord undo`), or write the right value (`indicatord record --replace`)" }
    more_in_directory(directory, count) {
        "{directory}: и ещё снятых строк: {count}",
        "{directory}: and {count} more withdrawn rows" }

    // Whether the current release is served.
    live_served(since) { "в работе с {since}, сервер отдаёт", "live since {since}, served" }
    live_unanswered() {
        "в работе; сервер здесь не ответил: перезагрузите его",
        "live; no server answered here: reload it" }
    live_refused(why) { "в работе; сервер отказался: {why}", "live; the server refused it: {why}" }
    live_elsewhere(other) {
        "в работе; сервер здесь отдаёт другое ({other}): перезагрузите тот, который отдаёт это хранилище",
        "live; the server here serves something else ({other}): reload the one that serves this store" }
    live_other_release(version) {
        "в работе; сервер отдаёт {version}: перезагрузите его",
        "live; the server serves {version}: reload it" }
    live_not_told(why) {
        "в работе; отдаёт ли его сервер, неизвестно: {why}",
        "live; whether it is served is not known: {why}" }
    data_inside_the_program() { "набор внутри программы", "the dataset inside the program" }

    preview_on_this_machine_only() {
        "предварительный просмотр бывает только на этой машине: укажите адрес 127.0.0.1, [::1] или unix:ПУТЬ",
        "a preview is for this machine only: give an address of 127.0.0.1, [::1] or unix:PATH" }
    preview_closed() {
        "этот предварительный просмотр открыт только тому, кто его запустил: откройте адрес, который напечатала команда",
        "this preview is open to whoever started it alone: open the address that the command printed" }
    preview_title() { "Предварительный просмотр, не опубликовано", "Preview, not published" }
    preview_problems() {
        "В файлах ошибки; ниже — последнее состояние без них.",
        "The files have errors; below is the last state without any." }
    preview_only_problems() {
        "В файлах ошибки, и состояния без них ещё не было.",
        "The files have errors, and there was no state without any yet." }
    preview_differs(version) {
        "Отличия от выпуска {version}, который в работе",
        "Differences from release {version}, which is in service" }
    preview_taken(version) { "прочитано: {version}", "taken: {version}" }

    // A difference, and what must be allowed before it becomes public.
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
    nothing() { "нет", "none" }

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
