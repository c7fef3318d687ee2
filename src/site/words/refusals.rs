//! What the refusals say.

use crate::model::Lang;
use crate::site::Refusal;

/// What a refusal says (decisions, section 6).
pub fn refusal(refusal: Refusal, lang: Lang) -> &'static str {
    let (ru, en) = match refusal {
        Refusal::UnknownKey => ("Неизвестный показатель", "Unknown indicator"),
        Refusal::UnknownPath => ("Страница не найдена", "Not found"),
        Refusal::MethodNotAllowed => ("Метод не поддерживается", "Method not allowed"),
        Refusal::TargetTooLong => ("Слишком длинный адрес", "Request target too long"),
    };
    match lang {
        Lang::Ru => ru,
        Lang::En => en,
    }
}
