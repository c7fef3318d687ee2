//! Rules for the sources themselves.

mod circles;
mod countries;
mod documents;
mod layers;
mod proxies;
mod purposes;
mod rules;
mod sources;
mod texts;
