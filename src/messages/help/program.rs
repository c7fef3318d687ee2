//! The help of the program itself, and of the options that every command has.

use crate::model::Lang;

pub const PROGRAM: &[[&str; Lang::ALL.len()]] = &[
    [
        "Публикует макроэкономические и финансовые показатели в JSON, CSV, Excel, SDMX и на веб-страницах, на \
         русском и английском языках.",
        "Publishes macroeconomic and financial indicators as JSON, CSV, Excel, SDMX and web pages, in Russian \
         and English.",
    ],
    [
        "Набор данных — это каталог файлов JSON и CSV, которые можно править вручную. Он проверяется и отдаётся \
         только целиком; набор с ошибкой не отдаётся никогда.",
        "A dataset is a directory of JSON and CSV files that can be edited by hand. It is checked and served as \
         a whole; a dataset with an error is never served.",
    ],
    [
        "Отдавать встроенный набор данных по адресу http://127.0.0.1:8080/data.json",
        "Serve the built-in dataset at http://127.0.0.1:8080/data.json",
    ],
    [
        "Проверить набор данных, запустить сервер и позже перечитать данные, не потеряв ни одного запроса",
        "Check a dataset, serve it, and later reload it without losing a request",
    ],
    ["успешное завершение", "success"],
    [
        "команда не выполнена или отклонена: файл не удалось прочитать или записать, адрес занят, неверны \
         аргументы, нет подтверждения",
        "the command failed or was refused: a file cannot be read or written, an address is in use, the \
         arguments are wrong, confirmation is missing",
    ],
    ["ошибки в содержании: обо всех сообщено", "the content is wrong: every problem has been reported"],
    ["только diff: читатели заметят отличия", "diff only: readers will notice differences"],
    ["показать версию и выйти", "print the version and exit"],
    ["показать эту справку и выйти", "print this help and exit"],
    [
        "язык сообщений, ru или en; по умолчанию INDICATORD_LANG, иначе язык из LANG",
        "language of messages, ru or en; by default INDICATORD_LANG, else that of LANG",
    ],
    [
        "язык журнала, ru или en; по умолчанию INDICATORD_LANG, иначе английский",
        "language of the log, ru or en; by default INDICATORD_LANG, else English",
    ],
    [
        "язык сообщений, в том числе на страницах, ru или en; по умолчанию INDICATORD_LANG, иначе язык из LANG",
        "language of messages, also on the pages, ru or en; by default INDICATORD_LANG, else that of LANG",
    ],
];
