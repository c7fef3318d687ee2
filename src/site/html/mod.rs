//! Pages for people. A page loads nothing but the stylesheet and the script of the service, and works without the script.

mod category;
mod category_name;
mod charts;
mod facts;
mod figures;
mod indicator;
mod inputs;
mod layout;
mod method;
mod nsdp;
mod observations;
mod overview;
mod picture;
mod publications;
mod search;

use super::*;

use super::chart::{Chart, Quantity};
use super::text::PageWords;
use category_name::CategoryName;
use charts::{chart_view, last_drawn_day};
use facts::{former, last_before, next_publication, value_beside, value_with_previous};
use layout::{Layout, Link};
use observations::revisions;
use overview::{IndicatorRow, TableContext};
use publications::{PublicationDates, Week};

pub use category::CategoryPage;
pub use figures::{Change, Figure, rate_with_its_day, value_standing_alone};
pub use indicator::indicator_page;
pub use inputs::{CategoryInputs, PageInputs};
pub use layout::{CSS, ICON, MissingPage, SCRIPT, Service, content};
pub use method::{MethodPage, UsagePage};
pub use nsdp::NsdpPage;
pub use overview::OverviewPage;
pub use picture::chart_picture;
pub use publications::CalendarPage;
pub use search::{SearchPage, SearchView};
