//! A category as pages name it.

use super::*;

#[derive(Clone, Copy, PartialEq, Hash)]
pub struct CategoryName<'a> {
    pub id: &'a str,
    pub name: &'a Localized<String>,
}

impl<'a> CategoryName<'a> {
    pub fn new(category: &'a Category) -> Self {
        CategoryName {
            id: &category.id,
            name: &category.name,
        }
    }
}
