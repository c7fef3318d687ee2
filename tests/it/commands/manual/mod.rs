//! The manual pages say what the program has, and nothing else, in each language: a reader on a machine without a network has
//! nothing but them.

mod api;
mod commands;
mod dataset;
mod examples;
mod files;
mod json;
mod languages;
mod operations;
mod page;
