//! What the script of the pages writes and says: all else that it says stands on the page.

use crate::model::texts;

texts! { ScriptWords, script:
    copy { "Копировать", "Copy" }
    copied { "Скопировано", "Copied" }
    filter { "Найти показатель", "Find an indicator" }
    found { "Найдено", "Found" }
}
