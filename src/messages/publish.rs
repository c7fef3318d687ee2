//! Questions, refusals and reports of `publish`, `stage`, `approve` and `rollback`, beside the store's own sentences.

catalogue! { UNLIMITED:
    figures_are_invented(count of indicators, source):
        "{count} {indicators} с выдуманными данными (источник `{source}` создан командой `init`): замените их, пока читатели не приняли их за настоящие"
        "{count} {indicators} with invented figures (source `{source}` is from `init`): replace them before readers take them for real ones"
    published_stale(source, keys):
        "проверка источника `{source}` устарела, и читатели увидят пометку об этом ({keys}): если он проверен, отметьте это командой `indicatord checked {source}`"
        "the check of source `{source}` is out of date, and readers will be told so ({keys}): if it was checked, note it with `indicatord checked {source}`"
    nobody_to_ask:
        "ничего не опубликовано: без терминала нужен `--yes` (сравнить и ничего не менять — `--dry-run`)"
        "nothing was published: without a terminal, `--yes` is needed (`--dry-run` compares and changes nothing)"
    ask_publish(version): "опубликовать {version}? [д/Н] " "publish {version}? [y/N] "
    ask_approve(version, hash):
        "опубликовать {version}, содержание {hash}? [д/Н] "
        "publish {version}, content {hash}? [y/N] "
    ask_rollback(version): "вернуть {version}? [д/Н] " "roll back to {version}? [y/N] "
    yes: "д" "y"
    yes_in_full: "да" "yes"
    not_confirmed: "не подтверждено: ничего не сделано" "not confirmed: nothing was done"
    would_be_published(version):
        "проверено, можно публиковать: {version}; ничего не записано"
        "checked: {version} can be published; nothing was written"
    nothing_to_publish(version):
        "кроме версии и `asOf`, всё как в выпуске {version}: ничего не сделано"
        "apart from version and `asOf`, nothing differs from release {version}: nothing was done"
    message_not_one_line:
        "--message: одна строка без управляющих символов, не длиннее 500 символов"
        "--message: give one line without control characters, at most 500 characters"
    more_warnings(count of warnings):
        "… и ещё {count} {warnings}, которых раньше не было"
        "… and {count} more new {warnings}"
    warnings_known(count of warnings):
        "ещё {count} {warnings}, как и раньше (показывает `check --all`)"
        "{count} more {warnings} as before (`check --all` shows them)"
    warnings_of_live(count of warnings):
        "ещё {count} {warnings}, как в действующем выпуске (показывает `check --all`)"
        "{count} more {warnings} as in the live release (`check --all` shows them)"
    more_of_difference(count of lines):
        "… и ещё {count} {lines} (все показывает `diff`)"
        "… and {count} more {lines} (`diff` shows them)"
    more_of_refusal(count of lines):
        "… и ещё {count} {lines} (все — через `2>&1 | less`)"
        "… and {count} more {lines} (all through `2>&1 | less`)"
    served_is_altered(version):
        "файлы действующего выпуска {version} изменены после публикации: с чем сравнивать, неизвестно"
        "the files of the live release {version} were altered after publication: cannot tell what was public"
    served_is_lost:
        "действующий выпуск по хранилищу определить нельзя: сравнить не с чем"
        "the live release cannot be determined from the store: nothing to compare with"
    not_staged(version):
        "выпуск {version} не подготовлен: подготовленные показывает `status`"
        "release {version} is not staged: see `status` for those that are"
    same_person(user):
        "выпуск подготовил тот же пользователь, {user}: опубликовать его должен другой"
        "the same user, {user}, staged the release: another user must approve it"
    needs_signature:
        "это хранилище принимает только подписанные пакеты"
        "this store accepts only signed bundles"

    // The files that were shown are installed, or nothing is.
    not_as_shown:
        "ничего не сделано: после показа отличий изменилось следующее; повторите команду"
        "nothing was done: the following changed after the differences were shown; run the command again"
    more_changed_meanwhile(count of files): "и ещё {count} {files}" "and {count} more {files}"
    journal_changed: "изменён журнал хранилища" "the store's journal was changed"
    current_changed(before, after):
        "действовал выпуск {before}, а теперь {after}"
        "release {before} was live, and now {after} is"
    settings_changed: "изменён settings.json хранилища" "the store's settings.json was changed"
    has_published(user, version): "{user}: опубликован выпуск {version}" "{user} published {version}"
    has_approved(user, version):
        "{user}: опубликован подготовленный выпуск {version}"
        "{user} approved {version}"
    has_staged(user, version): "{user}: подготовлен выпуск {version}" "{user} staged {version}"
    has_withdrawn(user, version):
        "{user}: отозван подготовленный выпуск {version}"
        "{user} withdrew {version}"
    has_rolled_back(user, version): "{user}: возвращён выпуск {version}" "{user} rolled back to {version}"
    has_changed_settings(user):
        "{user}: изменены настройки хранилища"
        "{user}: the settings of the store were changed"
    was_recovered(version):
        "выпуск {version} действует без записи в журнале"
        "{version} is live without a journal entry"

    // Releases that wait for somebody else's word.
    staged(version, hash):
        "подготовлено: {version}, содержание {hash}; публикует `indicatord approve {version}`"
        "staged: {version}, content {hash}; `indicatord approve {version}` publishes it"
    staged_for_another(version, hash):
        "подготовлено: {version}, содержание {hash}; публикует другой пользователь: `indicatord approve {version}`"
        "staged: {version}, content {hash}; another user publishes it: `indicatord approve {version}`"
    withdrawn(version):
        "отозвано: {version}; файлы удалены, номер больше не используется"
        "withdrawn: {version}; its files were removed, and its number is not used again"
    needs_two_people:
        "для этого хранилища нужны двое: один готовит выпуск (`stage`), другой публикует (`approve`)"
        "this store requires two people: one stages the release (`stage`), the other approves it (`approve`)"

    // Rows under embargo in a release.
    release_has_embargoed(count of rows, first):
        "закрыто до срока: {count} {rows}, первая откроется {first}"
        "{count} embargoed {rows}; the first becomes public at {first}"
    less_than_a_day:
        "до этого срока меньше суток: кэши могут ещё отдавать нынешние данные"
        "that is less than a day ahead: caches may still serve the current data"
    clock_not_synchronised:
        "часы этой машины не синхронизированы, а закрытые строки открываются по ним"
        "this machine's clock is not synchronised, and embargoes end by it"
    clock_unknown:
        "не удалось определить, синхронизированы ли часы этой машины"
        "cannot determine whether this machine's clock is synchronised"

    // Values that a rollback withdrew.
    was_withdrawn(value):
        "значение {value} снято возвратом прежнего выпуска"
        "{value} was withdrawn by a rollback"
    rows_not_brought(rows, version):
        "--rows {rows}: ни в одном прежнем выпуске эти строки не отличаются от {version} (ключ и дата — как в `log -v`)"
        "--rows {rows}: no earlier release has these rows other than {version} (key and date as in `log -v`)"
    rows_not_compared:
        "--rows: действующий выпуск не прочитан, и какие в нём строки, неизвестно: выполните `rollback` без --rows"
        "--rows: the live release cannot be read, so its rows are unknown: run `rollback` without --rows"
    bad_row_choice(text):
        "--rows: `{text}` — не КЛЮЧ и не КЛЮЧ=ДАТА (через запятую: `m1=2026-10,usd`)"
        "--rows: `{text}` is neither KEY nor KEY=DATE (separated by commas: `m1=2026-10,usd`)"
    rolled_back_last(user, at, version, previous):
        "последнее изменение — уже возврат ({user}, {at}: {version} вместо {previous}); чтобы вернуть ещё более ранний выпуск, назовите его: `rollback --to ВЫПУСК`"
        "the last change was a rollback already (by {user} at {at}: {version} in place of {previous}); to go further back, name the release: `rollback --to VERSION`"
    rows_withdrawn(count of rows):
        "снято: {count} {rows}; опубликовать снова — только с `--allow withdrawn`"
        "withdrawn: {count} {rows}; public again only with `--allow withdrawn`"
    row_was_withdrawn(key, date): "{key}={date} снято" "{key}={date} withdrawn"
    row_goes(key, date, before, version):
        "{key} {date}: {before} снимается, как в выпуске {version}"
        "{key} {date}: {before} goes, as in release {version}"
    row_goes_back(key, date, before, after, version):
        "{key} {date}: вместо {before} снова {after}, как в выпуске {version}"
        "{key} {date}: {after} again in place of {before}, as in release {version}"
    row_comes_back(key, date, value, version):
        "{key} {date}: строка снова как в выпуске {version}, {value}"
        "{key} {date}: the row is again as in release {version}, {value}"
    still_in_directory(directory, key, date, value):
        "{directory}: снятая строка {key} {date} {value} всё ещё здесь: отмените её (`indicatord undo {key} {date}`) или запишите верное значение (`indicatord record --replace`)"
        "{directory}: the withdrawn row {key} {date} {value} is still here: undo it (`indicatord undo {key} {date}`), or record the right value (`indicatord record --replace`)"
    more_in_directory(directory, count):
        "{directory}: и ещё снятых строк: {count}"
        "{directory}: further withdrawn rows: {count}"

    // The current release is served or not.
    live_served(since): "действует с {since}, сервер отдаёт" "live since {since}, served"
    live_unanswered:
        "действует; сервер здесь не ответил: запустите его или перечитайте данные там, где он работает"
        "live; no server answered here: start it, or reload it where it runs"
    live_refused(why): "действует; сервер не принял: {why}" "live; the server refused it: {why}"
    live_elsewhere(other):
        "действует; сервер здесь отдаёт другое ({other}): перечитайте данные на том, который отдаёт это хранилище"
        "live; the server here serves something else ({other}): reload the one that serves this store"
    live_other_release(version):
        "действует; сервер отдаёт {version}: перечитайте данные на нём"
        "live; the server serves {version}: reload it"
    live_not_told(why):
        "действует; отдаёт ли его сервер, неизвестно: {why}"
        "live; cannot tell whether it is served: {why}"
    data_inside_the_program: "встроенный набор данных" "the built-in dataset"
}
