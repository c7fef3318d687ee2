//! What the script of the pages writes and says: all else that it says stands on the page.

use crate::model::texts;

texts! { ScriptWords, script:
    copy { "Копировать", "Copy" }
    copied { "Скопировано", "Copied" }
    found { "Найдено", "Found" }
}

texts! { SearchWords, search:
    title { "Поиск показателей", "Search for indicators" }
    none { "Ничего не\u{a0}найдено.", "Nothing found." }
}
