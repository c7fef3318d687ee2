//! Questions, refusals and reports of `publish`, `stage`, `approve` and `rollback`, beside the store's own sentences.

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
    more_warnings(count) { "… и ещё новых предупреждений: {count}", "… and {count} more new warnings" }
    warnings_known(count) {
        "предупреждений, которые были и раньше: {count} (их показывает `check`)",
        "{count} more warnings that were there before (`check` shows them)" }
    more_of_difference(count) {
        "… и ещё строк: {count} (все показывает `diff`)",
        "… and {count} more lines (`diff` shows them)" }
    more_of_refusal(count) {
        "… и ещё строк: {count} (все — через `2>&1 | less`)",
        "… and {count} more lines (all of them through `2>&1 | less`)" }
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
}
