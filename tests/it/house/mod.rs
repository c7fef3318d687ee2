//! What the sources themselves must be.

mod circles;
mod countries;
mod layers;
mod proxies;
mod purposes;
mod rules;
mod sources;
mod texts;
