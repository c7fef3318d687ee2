//! What the sources themselves must be.

mod circles;
mod countries;
mod figures;
mod layers;
mod rules;
mod sources;
mod texts;
