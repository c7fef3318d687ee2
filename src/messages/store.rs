//! What `publish`, `rollback` and `releases` say.

use super::{catalogue, plain};

catalogue! { plain:
    files_read(count) {
        "прочитано файлов: {count}",
        "{count} files read" }
    waiting_for_the_store() {
        "хранилище занято другой публикацией, ждём",
        "somebody else is changing the store, waiting" }
    store_is_held() {
        "хранилище занято другой публикацией: повторите позже",
        "somebody else is changing the store: try again later" }
    store_failed(error) {
        "хранилище: {error}; в работе прежний выпуск",
        "store: {error}; the former release is in service" }
    published(version, previous) {
        "опубликовано: {version} вместо {previous}",
        "published: {version} in place of {previous}" }
    published_first(version) {
        "опубликовано: {version}, первый выпуск",
        "published: {version}, the first release" }
    published_already(version) {
        "{version} с тем же содержанием уже опубликовано: ничего не сделано",
        "{version} with the same content is published already: nothing was done" }
    version_has_other_content(version) {
        "версия {version} уже есть с другим содержанием: дайте новую версию в dataset.json",
        "version {version} exists with other content: give a new version in dataset.json" }
    version_is_no_name(version) {
        "версия {version} не годится в имя каталога: дайте другую версию в dataset.json",
        "version {version} cannot name a directory: give another version in dataset.json" }
    not_compared(version) {
        "выпуск {version}, который в работе, не читается: сравнить не с чем",
        "release {version}, which is in service, cannot be read: nothing can be compared" }
    pruned(versions) {
        "удалены старые выпуски: {versions}",
        "old releases removed: {versions}" }
    nothing_published() {
        "в хранилище нет ни одного выпуска",
        "nothing has been published in this store" }
    no_such_release(version) {
        "выпуска {version} в хранилище нет",
        "the store has no release {version}" }
    nothing_to_roll_back_to() {
        "прежнего выпуска в хранилище нет",
        "the store has no former release" }
    in_service_already(version) {
        "{version} уже в работе: ничего не сделано",
        "{version} is in service already: nothing was done" }
    rolled_back(version, previous) {
        "возвращено: {version} вместо {previous}",
        "rolled back: {version} in place of {previous}" }
}
