//! Documents about the figures: the feed, the calendar, the description of the interface, recipes, and refusals.

pub mod calendar;
pub mod feed;
pub mod openapi;
pub mod recipes;
pub mod refusals;
pub mod well_known;
pub mod xml;

use super::*;
