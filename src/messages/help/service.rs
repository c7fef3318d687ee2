//! The help of the commands about the server and the pages.

use super::*;

pub const SERVICE: &[[&str; Lang::ALL.len()]] = &[
    ["Отдавать набор данных по HTTP.", "Serve a dataset over HTTP."],
    [
        "Читает и проверяет набор данных, строит все страницы и, когда начинает принимать запросы, пишет в \
         стандартный поток ошибок `listening on http://АДРЕС:ПОРТ`. Если в наборе есть ошибки, сообщает обо всех \
         и завершается.",
        "Reads and checks the dataset, builds every page, and writes `listening on http://ADDRESS:PORT` to \
         standard error once it accepts requests. If the dataset has errors, it reports them all and exits.",
    ],
    [
        "SIGHUP — перечитать набор данных: исправный сразу заменяет текущий, а о неисправном сервер сообщает и \
         ничего не меняет. SIGTERM и SIGINT — ответить на начатые запросы и завершиться.",
        "SIGHUP reloads the dataset: a valid one replaces the present one at once, an invalid one is reported \
         and changes nothing. SIGTERM and SIGINT complete the requests in progress and stop the server.",
    ],
    [
        "каталог набора данных; если ни каталог, ни хранилище не указаны и не заданы в настройках, отдаётся \
         встроенный набор со статусом seed",
        "the dataset directory; if neither a directory nor a store is given or configured, the built-in dataset \
         with status seed is served",
    ],
    [
        "хранилище, действующий выпуск которого отдаётся; по умолчанию INDICATORD_STORE, иначе отдаётся каталог \
         INDICATORD_DATASET",
        "the store whose live release is served; by default INDICATORD_STORE, else the directory \
         INDICATORD_DATASET is served",
    ],
    [
        "адрес, на котором принимать подключения: числовой, IPv6 в скобках; порт 0 — любой свободный; по умолчанию \
         INDICATORD_LISTEN, иначе 127.0.0.1:8080; можно повторять",
        "the address to listen on: numeric, IPv6 in brackets; port 0 takes a free port; by default \
         INDICATORD_LISTEN, else 127.0.0.1:8080; may be repeated",
    ],
    [
        "адрес, на котором только и отдаются /metrics и /status.json; по умолчанию INDICATORD_MONITORING, иначе они \
         отдаются вместе со всем остальным",
        "the address at which alone /metrics and /status.json are answered; by default INDICATORD_MONITORING, else \
         they are answered with everything else",
    ],
    [
        "управляющий сокет, через который reload и publish просят сервер перечитать данные; по умолчанию \
         INDICATORD_CONTROL, иначе его нет",
        "the control socket on which reload and publish ask the server to reload; by default INDICATORD_CONTROL, \
         else none",
    ],
    [
        "сколько секунд ждать запроса целиком; по умолчанию 10",
        "the time to receive a complete request, in seconds; by default 10",
    ],
    [
        "через сколько секунд закрывать бездействующее соединение; по умолчанию 60",
        "the time after which an idle connection is closed, in seconds; by default 60",
    ],
    [
        "за сколько секунд клиент должен принять ответ; по умолчанию 30",
        "the time for a client to receive a response, in seconds; by default 30",
    ],
    [
        "предельный размер заголовков запроса в байтах, не меньше 1024; по умолчанию 32768",
        "the limit for request headers in bytes, at least 1024; by default 32768",
    ],
    [
        "число соединений, сверх которого закрываются дольше всех бездействующие; по умолчанию 1024",
        "the number of connections above which the longest idle ones are closed; by default 1024",
    ],
    [
        "подробность журнала: off, error, warn, info или debug; по умолчанию info",
        "what to log: off, error, warn, info or debug; by default info",
    ],
    [
        "Показать набор данных так, как его увидят читатели, только на этой машине.",
        "Show a dataset as readers would see it, on this machine only.",
    ],
    [
        "хранилище, с действующим выпуском которого сравнивается набор; по умолчанию INDICATORD_STORE",
        "the store whose live release the dataset is compared with; by default INDICATORD_STORE",
    ],
    [
        "показать набор на этот момент (RFC 3339, например 2026-11-20T09:00:00+04:00); по умолчанию на текущий",
        "show the dataset as of this time (RFC 3339, for example 2026-11-20T09:00:00+04:00); by default now",
    ],
    [
        "адрес, на котором принимать подключения; порт 0 — любой свободный; по умолчанию 127.0.0.1:8081",
        "the address to listen on; port 0 takes a free port; by default 127.0.0.1:8081",
    ],
    [
        "Записать всё, что отдаёт сервер, в файлы с путями, как у адресов.",
        "Write everything that would be served to files named like its URLs.",
    ],
    [
        "Файлы содержат ровно те байты, которые отдаёт serve: КАТАЛОГ/data.json, КАТАЛОГ/en/data/usd.json и так \
         далее. Непустой каталог не принимается.",
        "The files hold exactly the bytes that serve sends: OUT/data.json, OUT/en/data/usd.json and so on. An \
         OUT that exists and is not empty is refused.",
    ],
    ["каталог, в который записать файлы", "the directory to write to"],
    [
        "каталог набора данных; по умолчанию INDICATORD_DATASET, иначе встроенный набор",
        "the dataset directory; by default INDICATORD_DATASET, else the built-in dataset",
    ],
    [
        "записать статусы на этот момент (RFC 3339, например 2026-11-20T09:00:00+04:00); по умолчанию на текущий",
        "write the statuses as of this time (RFC 3339, for example 2026-11-20T09:00:00+04:00); by default now",
    ],
    [
        "Проверить данные и попросить сервер перечитать их; для ExecReload=.",
        "Check the data and ask the server to reload them; meant for ExecReload=.",
    ],
    [
        "Читает и проверяет набор данных так же, как serve. Если в нём есть ошибки, сообщает о них и завершается \
         с кодом 2 (с кодом 1, если что-то не удалось прочитать), не обращаясь к серверу. Иначе просит сервер \
         через управляющий сокет перечитать данные и сообщает результат: 0 — новые данные отдаются, 1 или 2 — \
         сервер отдаёт прежние. Если по адресу сокета никто не отвечает, посылает SIGHUP процессу MAINPID и \
         завершается с кодом 1, потому что результат тогда неизвестен.",
        "Reads and checks the dataset as serve would. If it has errors, reports them and exits with 2, or with 1 \
         if something cannot be read, without contacting the server. Otherwise asks the server to reload over its \
         control socket and reports the result: 0 if the new data are served, 1 or 2 if the server keeps the \
         present data. If no server answers there, sends SIGHUP to the process MAINPID and exits with 1, because \
         the result is then unknown.",
    ],
    [
        "каталог набора данных сервера; по умолчанию как у serve",
        "the dataset directory of the server; by default as for serve",
    ],
    ["хранилище сервера; по умолчанию как у serve", "the store of the server; by default as for serve"],
    [
        "управляющий сокет сервера; по умолчанию INDICATORD_CONTROL, иначе /run/indicatord/control",
        "the control socket of the server; by default INDICATORD_CONTROL, else /run/indicatord/control",
    ],
    [
        "Запросить страницу и завершиться с кодом 0, если ответ — 200; для проверок работоспособности.",
        "Request a page and exit with 0 if the answer is 200; meant for health checks.",
    ],
    [
        "Адрес — числовой. Если путь не указан, запрашивается /healthz.",
        "The address is numeric. Without a path, /healthz is requested.",
    ],
    ["запрашиваемый адрес", "the URL to request"],
    [
        "сколько секунд ждать ответа целиком; по умолчанию 5",
        "the time to wait for the complete answer, in seconds; by default 5",
    ],
    [
        "Изменённые файлы перечитываются сами. Пока в наборе есть ошибки, они перечислены вверху страниц, а под \
         ними — последний набор без ошибок. Если указано хранилище, отмечены отличия от действующего выпуска. \
         Страницы доступны только по выведенному адресу. Завершается по Ctrl+C.",
        "Changed files are reloaded automatically. While the dataset has errors, the pages list them above its \
         last version without errors. With a store, differences from the live release are marked. Only somebody \
         with the printed address can read the pages. Press Ctrl+C to stop.",
    ],
];
