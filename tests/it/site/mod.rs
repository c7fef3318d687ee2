//! Bodies, pages and tables, and the rules that they have in common.

mod bodies;
mod categories;
mod changes;
mod description;
mod embargo;
mod every_form;
mod golden;
mod golden_sentences;
mod made_collection;
mod negative_base;
mod nsdp;
mod pages;
mod printed_changes;
mod quarters;
mod quoted;
mod resources;
mod script;
mod search;
