//! Documents about the figures: the feed, the calendar, the description of the interface, recipes, and refusals.

pub mod calendar;
pub mod description;
pub mod feed;
pub mod recipes;
pub mod refusals;
pub mod xml;

use super::*;
