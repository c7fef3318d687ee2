//! What the sources themselves must be.

mod circles;
mod countries;
mod documents;
mod layers;
mod proxies;
mod purposes;
mod rules;
mod sources;
mod texts;
