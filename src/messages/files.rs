//! What can be wrong with a dataset's directory and files as such.

use super::{catalogue, shown};

catalogue! { shown:
    no_such_directory() {
        "нет такого каталога",
        "no such directory" }
    not_a_directory() {
        "это не каталог: укажите каталог, в котором лежит `dataset.json`",
        "not a directory: name the directory that holds `dataset.json`" }
    cannot_read(reason) {
        "не читается: {reason}",
        "cannot be read: {reason}" }
    directory_is_empty() {
        "каталог пуст: примонтирована ли файловая система?",
        "the directory is empty: is the file system mounted?" }
    keeps_changing(seconds) {
        "файлы меняются дольше {seconds} с: повторите, когда запись закончится",
        "files have kept changing for {seconds} s: try again when the writing has ended" }
    link_leads_outside() {
        "символическая ссылка ведёт за пределы каталога: положите сюда сам файл",
        "symbolic link leads outside the directory: put the file itself here" }
    link_leads_nowhere() {
        "символическая ссылка никуда не ведёт: положите сюда сам файл",
        "symbolic link leads nowhere: put the file itself here" }
    directory_does_not_belong() {
        "каталог там, где ему не место: внутри набора есть только каталог `indicators`",
        "a directory where none belongs: the only one inside a dataset is `indicators`" }
    file_instead_of_directory() {
        "файл там, где должен быть каталог: перенесите его и создайте каталог `indicators`",
        "a file where a directory belongs: move it away and make the directory `indicators`" }
    not_a_regular_file() {
        "не файл и не каталог (канал, сокет, устройство?): уберите отсюда",
        "neither a file nor a directory (a pipe, a socket, a device?): remove it" }
    file_too_large(bytes, limit) {
        "размер файла {bytes} Б, а допускается не более {limit} МиБ",
        "{bytes} bytes: a file has at most {limit} MiB" }
    dataset_too_large(limit) {
        "набор не может быть больше {limit} МиБ",
        "a dataset has at most {limit} MiB" }
    too_many_files(limit, indicators) {
        "в наборе больше {limit} файлов: показателей допускается не более {indicators}",
        "more than {limit} files: a dataset has at most {indicators} indicators" }
    too_many_indicators(found, limit) {
        "показателей {found}, а допускается не более {limit}",
        "{found} indicators, a dataset has at most {limit}" }
    too_many_rows(limit) {
        "в наборе больше {limit} строк с наблюдениями: остальное не прочитано",
        "a dataset has at most {limit} rows of observations: the rest was not read" }
    missing_file() {
        "файла нет, а без него набора данных не бывает",
        "the file is missing: there is no dataset without it" }
    empty_file() {
        "файл пуст: заполните его или верните прежний",
        "the file is empty: fill it in or put the former one back" }
    does_not_belong_in_indicators() {
        "лишний файл: здесь лежат только `KEY.json` и `KEY.csv`, уберите его",
        "the file does not belong: only `KEY.json` and `KEY.csv` do here, remove it" }
    not_utf8(at) {
        "не UTF-8, байт {at}: сохраните файл в UTF-8",
        "not UTF-8 at byte {at}: save it as UTF-8" }
    not_utf8_but(at, encoding) {
        "не UTF-8, байт {at} (похоже на {encoding}): сохраните файл в UTF-8",
        "not UTF-8 at byte {at} (looks like {encoding}): save it as UTF-8" }
    not_text() {
        "это книга или архив, а не текст: сохраните содержимое как текст в UTF-8",
        "a workbook or an archive, not a text: save what is in it as text in UTF-8" }
    warning(message) {
        "предупреждение: {message}",
        "warning: {message}" }
    more_problems(count) {
        "ещё замечаний в этом файле: {count}",
        "more problems in this file: {count}" }
}
