//! The help of the commands about a store and bundles.

use super::*;

pub const STORE: &[[&str; Lang::ALL.len()]] = &[
    [
        "Собрать набор данных в один файл, чтобы подписать его с помощью minisign и перенести на другую машину.",
        "Pack a dataset into one file, to be signed with minisign and carried to another machine.",
    ],
    ["файл пакета; его ещё не должно быть", "the file to write, which must not exist yet"],
    [
        "порядковый номер среди пакетов этого ключа, который должен расти; по умолчанию миллисекунды с 1970 года",
        "the sequence number among the bundles of a key, which must grow; by default the milliseconds since 1970",
    ],
    [
        "Опубликовать набор данных: сделать его действующим выпуском хранилища.",
        "Publish a dataset as the live release of a store.",
    ],
    [
        "Проверяет набор данных и, если есть, его SHA256SUMS, показывает, что изменится для читателей, копирует \
         набор в ХРАНИЛИЩЕ/releases/ВЫПУСК, одним действием делает его действующим и просит сервер на этой машине \
         перечитать данные. В терминале сначала спрашивает подтверждения и публикует ровно то, что показано; без \
         терминала нужен --yes. Уже занятая версия получает следующий номер дня (2026-11-21.2), только в самом выпуске; если изменились бы \
         лишь версия и asOf, ничего не делается.",
        "Checks the dataset, verifies its SHA256SUMS if there are any, shows what will change for readers, \
         copies it to STORE/releases/VERSION, makes it live in one step, and asks the server on this machine to \
         reload. At a terminal it asks for confirmation first, and publishes exactly what it has shown; without a \
         terminal, --yes is needed. A version that was used before gets the next number of the day (2026-11-21.2), in the release only; if only \
         version and asOf would differ, nothing is done.",
    ],
    [
        "разрешить вид случаев, требующих подтверждения: loss, jump, revision, definition, future, history, \
         order, date, status, as-of, unread, early или withdrawn; для всех показателей или для одного, ВИД=КЛЮЧ; \
         можно повторять",
        "allow a kind of case that needs confirmation: loss, jump, revision, definition, future, history, order, \
         date, status, as-of, unread, early or withdrawn; for all indicators, or for one as KIND=KEY; may be \
         repeated",
    ],
    ["Подготовить выпуск, который утвердит другой человек.", "Stage a release for somebody else to approve."],
    [
        "Проверяет, сравнивает, нумерует и сохраняет выпуск, как publish, но не делает его действующим: для \
         этого служит approve ВЫПУСК. В хранилище, где нужны два человека (settings.json), утвердить выпуск \
         должен другой пользователь. withdraw ВЫПУСК отзывает выпуск.",
        "Checks, compares, numbers and stores the release as publish does, but does not make it live: approve \
         VERSION does. In a store that requires two people (settings.json), another user has to approve. withdraw \
         VERSION takes the release back.",
    ],
    ["Опубликовать подготовленный выпуск.", "Publish a staged release."],
    [
        "Заново проверяет выпуск, сравнивает его с действующим и показывает, что изменится для читателей. В \
         терминале сначала спрашивает подтверждения; в вопросе указан хеш содержания, тот же, что выводят stage и \
         status.",
        "Checks the release again, compares it with the live one, and shows what will change for readers. At a \
         terminal it asks for confirmation first; the question names the hash of the content, as stage and status \
         do.",
    ],
    [
        "Отозвать подготовленный выпуск и удалить его файлы или отозвать пакет, который не пригодился.",
        "Withdraw a staged release and remove its files, or a bundle that was not used.",
    ],
    [
        "Его номер больше не используется. Что было только в пакете, больше не считается публичным, и это отменяют \
         undo и record --replace; у кого есть файл, тот по-прежнему может его опубликовать.",
        "Its version is not used again. What was only bundled is not public any more, so that undo and record \
         --replace take it back; whoever has the file can still publish it.",
    ],
    ["Пакет, который никуда не ушёл", "A bundle that did not leave"],
    ["подготовленный выпуск или версия пакета", "the staged release, or the version of the bundle"],
    [
        "отозвать пакет, собранный из каталога набора данных",
        "withdraw a bundle that was made from the dataset directory",
    ],
    [
        "каталог набора данных, из которого собран пакет; по умолчанию INDICATORD_DATASET",
        "the dataset directory of the bundle; by default INDICATORD_DATASET",
    ],
    [
        "сайт, для которого пакет, как site в settings.json его хранилища: другое хранилище его не примет",
        "the site that it is for, as site of the settings.json of its store: another store refuses it",
    ],
    [
        "сколько дней publish принимает пакет без предупреждения",
        "for how many days publish takes it without a warning",
    ],
    ["Сделать прежний выпуск хранилища снова действующим.", "Make an earlier release of a store live again."],
    [
        "Без --to возвращает выпуск, который действовал до публикации нынешнего; сразу после возврата нужен --to. \
         Выпуск, которого нет в журнале или который изменён после публикации, не принимается. Показывает, что \
         изменится для читателей и какие строки каталога сняты: опубликовать их снова можно только с publish \
         --allow withdrawn. В терминале сначала спрашивает подтверждения.",
        "Without --to, restores the release that was live before the present one was published; directly after a \
         rollback, --to is needed. A release that is not in the journal or was altered since its publication is \
         refused. Shows what will change for readers and which rows of the dataset directory are withdrawn: they \
         become public again only with publish --allow withdrawn. At a terminal it asks for confirmation first.",
    ],
    ["выпуск, который станет действующим", "the release to make live"],
    [
        "неверные строки, КЛЮЧ или КЛЮЧ=ДАТА через запятую: снимаются только они, остальные строки выпуска можно \
         публиковать снова; по умолчанию все, что добавил выпуск",
        "the rows that are wrong, as KEY or KEY=DATE, separated by commas: only they are withdrawn, and the others \
         of the release may be published again; by default all that the release brought",
    ],
    [
        "разрешить early — строки, открытые раньше срока, для всех показателей или для одного, early=КЛЮЧ; можно \
         повторять",
        "allow early: rows published before the end of their embargo, for all indicators or for one as \
         early=KEY; may be repeated",
    ],
    [
        "каталог набора данных, в котором искать снятые строки; по умолчанию INDICATORD_DATASET",
        "the dataset directory to search for withdrawn rows; by default INDICATORD_DATASET",
    ],
    [
        "Пакет — архив tar; в его манифесте версия, порядковый номер и контрольная сумма каждого файла. publish \
         принимает его, если рядом лежит подпись ФАЙЛ.minisig, сделанная minisign -S. Версия, с которой из \
         каталога уже собирали пакет или публиковали выпуск или которая занята в хранилище, получает следующий \
         номер дня; выпуск хранилища сохраняет свою версию. Если есть закрытые до срока строки, файл доступен только владельцу.",
        "The bundle is a tar archive whose manifest has the version, the sequence number and a checksum of each \
         file. publish accepts it with its signature, made with minisign -S, beside it as FILE.minisig. A version \
         that was bundled or published from DIR or used in the store before gets the next number of the day; a \
         release of a store keeps its version. If there are embargoed rows, only the owner may read the file.",
    ],
    ["Действующий выпуск хранилища", "The live release of a store"],
    [
        "каталог набора данных, хранилище (его действующий выпуск) или ХРАНИЛИЩЕ@ВЫПУСК; по умолчанию \
         INDICATORD_DATASET",
        "the dataset directory, a store for its live release, or STORE@VERSION; by default INDICATORD_DATASET",
    ],
    [
        "порядковый номер среди пакетов этого ключа, который должен расти; по умолчанию миллисекунды с 1970 \
         года; номер более чем на сутки впереди часов не принимается",
        "the sequence number among the bundles of a key, which must grow; by default the milliseconds since \
         1970; more than a day ahead of the clock is refused",
    ],
    [
        "вывести результат одним объектом JSON, не спрашивая подтверждения",
        "print the result as one JSON object, without asking for confirmation",
    ],
    ["создать хранилище в пустом или новом каталоге", "create the store, in an empty or missing directory"],
    [
        "вместе с --new-store: группа, которая читает ещё не публичное, — группа службы",
        "with --new-store: the group that reads what is not public yet, that of the service",
    ],
    ["Показать, что, кем и когда сделано в хранилище.", "Show what was done in a store, by whom and when."],
    [
        "Выводит по строке на каждую запись журнала, последняя внизу: выпуск, время, действие, пользователь, \
         число показателей. Звёздочкой отмечен действующий выпуск, чертой — уже удалённый. В терминале \
         показывает только последние записи.",
        "Prints one line per entry of the journal, the latest last: version, time, action, user, number of \
         indicators. An asterisk marks the live release, a dash a release that is no longer kept. At a \
         terminal shows the last entries.",
    ],
    ["вывести все записи одним объектом JSON", "print all entries as one JSON object"],
    [
        "Показать состояние хранилища: что действует, что отдаётся, что подготовлено или закрыто до срока и что \
         не в порядке.",
        "Show the state of a store: what is live, what is served, what is staged or embargoed, and what is wrong.",
    ],
    [
        "Сначала выводятся неполадки. Сравнивает действующий и подготовленный выпуски с журналом, с --verify — \
         все выпуски, и узнаёт у сервера на этой машине, что он отдаёт. Код завершения 0: неполадок нет; 1: \
         что-то не удалось определить; 2: файлы изменены или неизвестны журналу, журнал повреждён или отдаётся не \
         действующий выпуск. О просроченных проверках, отклонённом перечитывании, несинхронизированных \
         часах и нехватке места сообщается, но на код завершения они не влияют.",
        "Problems come first. Compares the live and the staged release with the journal, or every release with \
         --verify, and asks the server on this machine what it serves. Exit code 0: no problems; 1: something \
         could not be determined; 2: files were altered or are not in the journal, the journal is damaged, or a \
         release other than the live one is served. Overdue checks, a refused reload, an unsynchronised clock and \
         low disk space are reported but do not change the exit code.",
    ],
    [
        "управляющий сокет опрашиваемого сервера; по умолчанию INDICATORD_CONTROL, иначе \
         /run/indicatord/control, где сервера может и не быть",
        "the control socket of the server to ask; by default INDICATORD_CONTROL, else /run/indicatord/control, \
         where a server need not be running",
    ],
    ["сравнить с журналом все сохранённые выпуски", "compare every kept release with the journal"],
    ["вывести всё одним объектом JSON", "print everything as one JSON object"],
    [
        "под каждой записью показать, что изменилось и как выпуск стал действующим",
        "show below each entry what it changed, and how the release became live",
    ],
];
