//! What `publish` and `stage` ask, refuse and say, beside what the store itself does.

use super::{catalogue, plain};

catalogue! { plain:
    name_what_to_publish() {
        "назовите каталог набора, пакет или --staged ВЕРСИЯ, что-нибудь одно",
        "name a dataset directory, a bundle, or --staged VERSION, one of them" }
    ask_publish(version) {
        "опубликовать {version}? [д/Н] ",
        "publish {version}? [y/N] " }
    ask_arm(version, at) {
        "назначить {version} на {at}? [д/Н] ",
        "arm {version} for {at}? [y/N] " }
    not_confirmed() {
        "не подтверждено: ничего не сделано",
        "not confirmed: nothing was done" }
    store_changed_meanwhile() {
        "хранилище тем временем изменилось: повторите команду",
        "the store has changed meanwhile: run the command again" }
    would_be_published(version) {
        "проверено, можно публиковать: {version}; ничего не записано",
        "checked, can be published: {version}; nothing was written" }
    nothing_to_publish(version) {
        "кроме версии и `asOf`, всё как в выпуске {version}: ничего не сделано",
        "but for version and `asOf`, all is as in release {version}: nothing was done" }
    bump_with_sums() {
        "--bump меняет dataset.json, а в наборе есть SHA256SUMS: задайте версию и `asOf` сами и пересчитайте суммы",
        "--bump changes dataset.json, and the dataset has SHA256SUMS: set version and `asOf` yourself and sum again" }
    bump_of_bundle() {
        "--bump меняет dataset.json, а пакет и подготовленный выпуск не меняются",
        "--bump changes dataset.json, and neither a bundle nor a staged release is changed" }
    bump_written(version, as_of) {
        "dataset.json: версия {version}, asOf {as_of}",
        "dataset.json: version {version}, asOf {as_of}" }
    dataset_changed_meanwhile() {
        "dataset.json тем временем изменили: повторите команду",
        "dataset.json was changed meanwhile: run the command again" }
    message_not_one_line() {
        "--message: одна строка без управляющих знаков, не длиннее 500 знаков",
        "--message: one line without control characters, of at most 500 characters" }
    warnings_known(count) {
        "ещё предупреждений, которые есть и у выпуска в работе: {count} (все — с --all)",
        "{count} more warnings that the release in service has as well (all of them with --all)" }
    served_is_altered(version) {
        "файлы выпуска {version}, который в работе, изменены после публикации: с чем сравнивать, неизвестно",
        "the files of release {version}, which is in service, were altered after its publication: what was public is not known" }
    served_is_lost() {
        "что в работе, по хранилищу не узнать: сравнить не с чем",
        "the store does not tell what is in service: nothing is compared" }

    // A release that waits for its instant.
    instant_has_passed(at) {
        "--at: {at} уже прошло",
        "--at: {at} has passed" }
    another_is_armed(version, at) {
        "выпуск {version} ждёт своего времени ({at}): снимите его (`rollback --armed`), опубликуйте и назначьте снова",
        "release {version} waits for its instant ({at}): disarm it (`rollback --armed`), publish, and arm it again" }
    armed(version, at) {
        "назначено: {version} станет общедоступным {at}",
        "armed: {version} becomes public at {at}" }
    less_than_a_day() {
        "до этого времени меньше суток: кэши, которые взяли прежние данные, могут отстать",
        "that is less than a day ahead: caches that have taken the present data may lag" }
    clock_not_synchronised() {
        "часы этой машины не синхронизированы: выпуск выйдет по ним",
        "the clock of this machine is not synchronised: the release will follow it" }
    clock_unknown() {
        "синхронизированы ли часы этой машины, узнать нельзя",
        "whether the clock of this machine is synchronised cannot be asked" }
    disarmed(version) {
        "снято: {version}, файлы удалены",
        "disarmed: {version}, its files are removed" }
    nothing_is_armed() {
        "ни один выпуск своего времени не ждёт",
        "no release waits for its instant" }
    was_armed_until(at) {
        "было назначено на {at}, это время ещё не настало",
        "was armed for {at}, which has not come" }
    armed_not_exported(version, at) {
        "выпуск {version} ждёт своего времени ({at}): до него не выгружается",
        "release {version} waits for its instant ({at}): it is not exported before" }
    embargo_is_broken() {
        "файл испорчен: уберите его, если снятые выпуски больше не тайна",
        "the file is damaged: remove it if nothing that was disarmed is a secret any more" }

    // A release that waits for somebody's word.
    staged(version, store) {
        "подготовлено: {version}; опубликовать: `indicatord publish --staged {version} --store {store}`",
        "staged: {version}; to publish it: `indicatord publish --staged {version} --store {store}`" }
    not_staged(version) {
        "выпуск {version} не подготовлен: что подготовлено, покажет `releases`",
        "release {version} is not staged: `releases` says what is" }
    staged_already(version) {
        "выпуск {version} уже подготовлен или назначен: дайте другую версию или снимите его (`rollback --staged {version}`, `rollback --armed`)",
        "release {version} is staged or armed already: give another version, or take it back (`rollback --staged {version}`, `rollback --armed`)" }
    unstaged(version) {
        "снято: {version}, файлы удалены",
        "taken back: {version}, its files are removed" }
    needs_two_people() {
        "это хранилище требует двух человек: подготовьте выпуск (`stage`), опубликует его другой (`publish --staged`)",
        "this store asks for two people: stage the release (`stage`), and another one publishes it (`publish --staged`)" }
    same_person(user) {
        "выпуск подготовил тот же пользователь, {user}: опубликовать его должен другой",
        "the release was staged by the same user, {user}: another one has to publish it" }
    needs_signature() {
        "это хранилище принимает только подписанные пакеты",
        "this store takes signed bundles only" }
    one_at_a_time() {
        "--to, --armed и --staged вместе не бывают",
        "give one of --to, --armed and --staged" }
}
