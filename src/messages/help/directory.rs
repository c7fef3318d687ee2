//! The help of the commands about a dataset directory.

use super::*;

pub const DIRECTORY: &[[&str; Lang::ALL.len()]] = &[
    ["Создать образец набора данных, с которого можно начать.", "Create a sample dataset to start from."],
    [
        "В образце есть показатель каждого типа периода, каждое необязательное поле, календарь и сведения о \
         проверках. Все данные в нём выдуманы, о чём в нём и сказано. Образец проходит check, его можно просмотреть и отдавать. Существующий каталог \
         должен быть пуст. При ошибке не остаётся ничего.",
        "The sample has an indicator of each period type, every optional field once, a calendar and checks. All of \
         its figures are invented, and say so. It passes check and can be served and previewed. An existing DIR must be empty. If anything \
         fails, nothing is left behind.",
    ],
    ["новый или пустой каталог", "the directory to create, or an empty one"],
    ["Проверить набор данных и сообщить обо всех ошибках.", "Check a dataset and report every problem."],
    [
        "Выводит по строке на каждую ошибку, `путь:строка: что неверно: как верно`, по порядку, и их число. \
         Предупреждения отмечены; набор с ними можно отдавать. Если ошибок нет, выводит версию набора, число \
         показателей и наблюдений и статусы.",
        "Prints one line per problem, `path:line: what is wrong: what would be right`, sorted, and then their \
         number. Warnings are marked and do not prevent a dataset from being served. For a dataset without \
         problems it prints its version, the numbers of indicators and observations, and the statuses.",
    ],
    [
        "проверить на этот момент (RFC 3339, например 2026-11-20T09:00:00+04:00); по умолчанию на текущий",
        "check as of this time (RFC 3339, for example 2026-11-20T09:00:00+04:00); by default now",
    ],
    ["вывести отчёт в JSON", "print the report as JSON"],
    ["Записать наблюдение или его пересмотр.", "Record an observation, or a revision of one."],
    ["Денежная масса за июль, опубликованная 13 августа", "The money supply of July, published on 13 August"],
    ["Значение, закрытое до указанного момента", "A figure embargoed until the given time"],
    ["Предварительное значение с указанием источника", "A provisional figure, with its origin"],
    ["ключ показателя", "the indicator's key"],
    [
        "ГГГГ-ММ-ДД; ГГГГ-ММ для месяцев и данных с начала года, ГГГГ-Qn для кварталов, ГГГГ для годов",
        "YYYY-MM-DD; YYYY-MM for monthly and year-to-date types, YYYY-Qn for quarters, YYYY for years",
    ],
    ["число с десятичной точкой", "a number with a decimal point"],
    ["день публикации источником, ГГГГ-ММ-ДД", "the day on which the source published it, YYYY-MM-DD"],
    [
        "до какого момента значение закрыто для читателей (RFC 3339, целые секунды); без --published этот день \
         считается днём публикации",
        "the end of the embargo (RFC 3339, whole seconds), hidden from readers until then; without --published, \
         its day is the day of publication",
    ],
    ["изменение в процентах по данным источника", "the change in per cent reported by the source"],
    [
        "источник значения: адрес или текст не длиннее 200 знаков",
        "the origin of the value: an address, or a text of up to 200 characters",
    ],
    [
        "пометки через пробел: provisional, estimated, rounded, computed, inferred, disputed, unofficial, gap",
        "flags, separated by a space: provisional, estimated, rounded, computed, inferred, disputed, unofficial, gap",
    ],
    [
        "заменить неопубликованную строку на эту дату: закрытую или, с --published, строку того дня; без \
         --not-before её срок снимается",
        "replace the row of the date that is not public: the one under embargo, or with --published the one of \
         that day; without --not-before, its embargo is taken away",
    ],
    [
        "хранилище, по действующему выпуску которого видно, что опубликовано; по умолчанию INDICATORD_STORE, \
         иначе это видно по записям в каталоге",
        "the store whose live release tells what is public; by default INDICATORD_STORE, else the directory's \
         own notes tell it",
    ],
    [
        "Отметить, что источник проверен, и результат проверки.",
        "Note that a source was checked, and the result.",
    ],
    [
        "Без --at и --error проверка считается успешной и проведённой сейчас. При неудачной проверке время \
         последней успешной сохраняется.",
        "Without --at and --error, the check succeeded just now. A failed check keeps the time of the last \
         successful one.",
    ],
    ["Из задания мониторинга", "From a monitoring job"],
    ["id источника", "the source's id"],
    [
        "время успешной проверки (RFC 3339); по умолчанию текущее",
        "the time of the successful check (RFC 3339); by default now",
    ],
    ["проверка завершилась этой ошибкой", "the check failed with this error"],
    ["Отменить свою последнюю правку или убрать строку.", "Undo one's own last edit, or take away a row."],
    [
        "Без КЛЮЧА и ДАТЫ отменяет последнюю правку, сделанную record, checked, import или undo и отмеченную в скрытом \
         файле .edits.jsonl каталога, если она своя; повторный вызов отменяет предыдущую. Правка опубликована, если \
         хотя бы одна её строка есть в действующем выпуске хранилища и не закрыта, а без хранилища — если так сказано \
         в этом файле. Файлы, которые с тех пор изменил кто-то другой, не затрагиваются.",
        "Without KEY and DATE, undoes the last edit by record, checked, import or undo, as noted in the hidden file \
         .edits.jsonl of the directory, if it is one's own; run again, it undoes the edit before. An edit is public \
         if one of its rows is in the live release of the store and not under embargo, or, without a store, if the \
         notes say so. Files that somebody has changed since are left alone.",
    ],
    [
        "С КЛЮЧОМ и ДАТОЙ убирает самый новый пересмотр на эту дату, что бы ни правили после него. Для строки, которую \
         записал кто-то другой, о которой ничего не отмечено или которая закрыта в действующем выпуске, нужно --yes, \
         для опубликованной — --allow loss.",
        "With KEY and DATE, takes away the newest revision of that date, whatever was edited after it. A row that \
         somebody else recorded, or one without a note, needs --yes, and so does a row that waits in the live \
         release; a public row needs --allow loss.",
    ],
    ["Одну строку", "One row"],
    ["КЛЮЧ и ДАТА строки, как у record", "KEY and DATE of a row, as for record"],
    [
        "убрать чужую строку, строку без отметки или строку, закрытую в действующем выпуске",
        "take away a row of somebody else, one without a note, or one that waits in the live release",
    ],
    [
        "разрешить убрать опубликованную строку: loss или loss=КЛЮЧ",
        "allow to take away a public row: loss, or loss=KEY",
    ],
    [
        "хранилище, по действующему выпуску которого видно, что опубликовано; по умолчанию INDICATORD_STORE",
        "the store whose live release tells what is public; by default INDICATORD_STORE",
    ],
    ["Сравнить два набора данных глазами читателя.", "Compare two datasets as readers would see them."],
    [
        "ПРЕЖНИЙ и НОВЫЙ — каталоги наборов данных, хранилища (их действующие выпуски), выпуски хранилища \
         (ХРАНИЛИЩЕ@ВЫПУСК) или слово embedded — встроенный набор. Версия и asOf каталога не учитываются, если publish \
         дал бы ему новый номер. Код завершения 0: все ответы останутся прежними, байт в байт; 3: читатели заметят \
         отличия.",
        "OLD and NEW are dataset directories, stores (their live releases), releases of a store (STORE@VERSION), \
         or the word embedded for the built-in dataset. Version and asOf of a directory do not count where \
         publish would number it anew. Exit code 0: every response stays the same, byte for byte; 3: readers will \
         notice differences.",
    ],
    ["Что изменилось после последнего выпуска", "What has changed since the last release"],
    [
        "что читатели видят сейчас и что увидят; по умолчанию INDICATORD_STORE и INDICATORD_DATASET",
        "what readers see now, and what they would see; by default INDICATORD_STORE and INDICATORD_DATASET",
    ],
    [
        "сравнить на этот момент (RFC 3339); по умолчанию на текущий",
        "compare as of this time (RFC 3339); by default now",
    ],
    ["вывести всё в JSON", "print everything as JSON"],
    [
        "Добавляет строку в indicators/КЛЮЧ.csv на её место, не меняя остального. Уже записанная строка остаётся \
         как есть; для другого значения на ту же дату укажите другую дату в --published: действует значение, \
         опубликованное последним. Сначала проверяется весь набор; то, что не прошло бы check, не записывается. \
         Выводит предыдущее значение и изменение в процентах.",
        "Adds one row to indicators/KEY.csv in its place and leaves the rest of the file unchanged. A row that \
         is already there stays as it is; for a different value on the same date, give a different --published: \
         the value published last is the current one. The whole dataset is checked first; nothing that check \
         would refuse is written. Prints the previous value and the change in per cent.",
    ],
];
