//! What the sources themselves must be.

mod circles;
mod figures;
mod layers;
mod rules;
mod sources;
