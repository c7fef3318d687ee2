//! What the refusals say.

use crate::model::Lang;
use crate::site::ApiError;

/// What a refusal says [D6].
pub fn refusal(refusal: ApiError, lang: Lang) -> &'static str {
    let (ru, en) = match refusal {
        ApiError::UnknownKey => ("Неизвестный показатель", "Unknown indicator"),
        ApiError::UnknownPath | ApiError::UnknownPage => ("Страница не найдена", "Not found"),
        ApiError::MethodNotAllowed => ("Метод не поддерживается", "Method not allowed"),
        ApiError::TargetTooLong => ("Слишком длинный адрес", "Request target too long"),
        ApiError::BadRequest => ("Запрос нарушает правила HTTP", "Request violates HTTP"),
        ApiError::Unhealthy => ("Служба не отвечает", "Service is not responding"),
    };
    match lang {
        Lang::Ru => ru,
        Lang::En => en,
    }
}
