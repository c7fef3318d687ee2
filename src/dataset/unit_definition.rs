//! A unit in `dataset.json`: its text, the forms of the text behind a number, and what SDMX calls it.

use super::diagnostic::Diagnostics;
use super::json::{Node, Object};
use super::sdmx_ids;
use crate::model::{EnglishForms, Localized, Plural, RussianForms, Unit};

/// Reads the definition of the unit `id`.
pub fn read(id: String, node: Node<'_>, diagnostics: &mut Diagnostics) -> Option<Unit> {
    let mut object = node.object(diagnostics)?;
    let ru = words(&mut object, "ru", diagnostics);
    let en = words(&mut object, "en", diagnostics);
    let plural = object.optional("plural", diagnostics).and_then(|node| plural(node, diagnostics));
    let sdmx = object.optional("sdmx", diagnostics).and_then(|node| sdmx_ids::unit(node, diagnostics));
    object.finish(diagnostics);
    Some(Unit { id, text: Localized { ru: ru?, en: en? }, plural, sdmx })
}

fn plural(node: Node<'_>, diagnostics: &mut Diagnostics) -> Option<Plural> {
    let mut object = node.object(diagnostics)?;
    let ru = object.required("ru", diagnostics).and_then(|node| russian(node, diagnostics));
    let en = object.required("en", diagnostics).and_then(|node| english(node, diagnostics));
    object.finish(diagnostics);
    Some(Plural { ru: ru?, en: en? })
}

fn russian(node: Node<'_>, diagnostics: &mut Diagnostics) -> Option<RussianForms> {
    let mut object = node.object(diagnostics)?;
    let one = words(&mut object, "one", diagnostics);
    let few = words(&mut object, "few", diagnostics);
    let many = words(&mut object, "many", diagnostics);
    let other = words(&mut object, "other", diagnostics);
    object.finish(diagnostics);
    Some(RussianForms { one: one?, few: few?, many: many?, other: other? })
}

fn english(node: Node<'_>, diagnostics: &mut Diagnostics) -> Option<EnglishForms> {
    let mut object = node.object(diagnostics)?;
    let one = words(&mut object, "one", diagnostics);
    let other = words(&mut object, "other", diagnostics);
    object.finish(diagnostics);
    Some(EnglishForms { one: one?, other: other? })
}

fn words(object: &mut Object<'_>, field: &'static str, diagnostics: &mut Diagnostics) -> Option<String> {
    object.required(field, diagnostics)?.words(diagnostics)
}
