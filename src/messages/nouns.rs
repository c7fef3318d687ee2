//! The nouns that sentences count, in the form that goes with the number. A parameter `count of rows` of the catalogue gives its
//! sentence the number as `{count}` and the noun as `{rows}`.

use super::*;

/// Forms in the order of the languages and of their plural categories.
macro_rules! nouns {
    ($($name:ident: $($form:literal)+ / $one:literal $other:literal;)*) => {
        $(
            pub fn $name(count: usize) -> Localized<&'static str> {
                Localized::build(|lang: Lang| lang.counted(count, [&[$($form),+], &[$one, $other]]))
            }
        )*
    };
}

nouns! {
    bytes: "байт" "байта" "байт" / "byte" "bytes";
    cases: "случай" "случая" "случаев" / "case" "cases";
    entries: "запись" "записи" "записей" / "entry" "entries";
    errors: "ошибка" "ошибки" "ошибок" / "error" "errors";
    faulty: "ряд" "ряда" "рядов" / "series" "series";
    files: "файл" "файла" "файлов" / "file" "files";
    gaps: "пропуск" "пропуска" "пропусков" / "gap" "gaps";
    indicators: "показатель" "показателя" "показателей" / "indicator" "indicators";
    lines: "строка" "строки" "строк" / "line" "lines";
    observations: "наблюдение" "наблюдения" "наблюдений" / "observation" "observations";
    problems: "замечание" "замечания" "замечаний" / "problem" "problems";
    responses: "ответ" "ответа" "ответов" / "response" "responses";
    rows: "строка" "строки" "строк" / "row" "rows";
    warnings: "предупреждение" "предупреждения" "предупреждений" / "warning" "warnings";
}
