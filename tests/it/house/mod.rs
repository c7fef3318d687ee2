//! What the sources themselves must be.

mod layers;
mod rules;
