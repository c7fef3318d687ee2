//! The help of arguments that several commands have.

use super::*;

pub const SHARED: &[[&str; Lang::ALL.len()]] = &[
    [
        "каталог набора данных; по умолчанию INDICATORD_DATASET",
        "the dataset directory; by default INDICATORD_DATASET",
    ],
    [
        "каталог набора данных или подписанный пакет; по умолчанию INDICATORD_DATASET",
        "the dataset directory, or a signed bundle; by default INDICATORD_DATASET",
    ],
    ["хранилище; по умолчанию INDICATORD_STORE", "the store; by default INDICATORD_STORE"],
    [
        "каталог открытых ключей, которыми могут быть подписаны пакеты; по умолчанию INDICATORD_KEYS",
        "the directory of public keys that bundles may be signed with; by default INDICATORD_KEYS",
    ],
    [
        "управляющий сокет сервера, которому передаётся просьба перечитать данные; по умолчанию \
         INDICATORD_CONTROL, иначе /run/indicatord/control",
        "the control socket of the server that is asked to reload; by default INDICATORD_CONTROL, else \
         /run/indicatord/control",
    ],
    ["не просить сервер перечитать данные", "do not ask the server to reload"],
    ["только проверить и сравнить, ничего не записывая", "check and compare only, and write nothing"],
    ["не спрашивать подтверждения", "do not ask for confirmation"],
    ["пояснение для журнала, одна строка", "a note for the journal, one line"],
    [
        "разрешить вид случаев, требующих подтверждения, как для publish; можно повторять",
        "allow a kind of case that needs confirmation, as for publish; may be repeated",
    ],
    ["подготовленный выпуск", "the staged release"],
    [
        "общедоступный адрес сервиса, https://УЗЕЛ; с ним ссылки в лентах и заголовках страниц становятся \
         полными; по умолчанию INDICATORD_URL",
        "the public address of the service, https://HOST; makes links in feeds and page headers absolute; by \
         default INDICATORD_URL",
    ],
    [
        "не включать в страницы необязательный сценарий; без него работают все страницы",
        "leave the optional script out of the pages; every page works without it",
    ],
    [
        "разрешить вид случаев, требующих подтверждения: jump, revision, definition, future, history, order, \
         date или status; для всех показателей или для одного, ВИД=КЛЮЧ; можно повторять",
        "allow a kind of case that needs confirmation: jump, revision, definition, future, history, order, date \
         or status; for all indicators, or for one as KIND=KEY; may be repeated",
    ],
    ["вывести результат одним объектом JSON", "print the result as one JSON object"],
];

/// Names of values in the form of a command.
pub const NAMES: &[[&str; Lang::ALL.len()]] = &[
    ["каталог", "dir"],
    ["группа", "group"],
    ["адрес", "address"],
    ["путь", "path"],
    ["url", "url"],
    ["секунды", "seconds"],
    ["байты", "bytes"],
    ["число", "number"],
    ["уровень", "level"],
    ["время", "timestamp"],
    ["каталог", "out"],
    ["ключ", "key"],
    ["дата", "date"],
    ["значение", "value"],
    ["процент", "percent"],
    ["источник", "origin"],
    ["пометки", "flags"],
    ["вид", "kind"],
    ["строки", "rows"],
    ["дни", "days"],
    ["сайт", "site"],
    ["источник", "source"],
    ["текст", "text"],
    ["файл", "file"],
    ["id", "id"],
    ["выпуск", "version"],
    ["язык", "lang"],
    ["прежний новый", "old new"],
    ["ключ дата", "key date"],
];
