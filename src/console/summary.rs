//! A dataset in numbers, for whoever checks or serves it.

use crate::messages::{self as msg, Message};
use crate::site::Summary;

pub fn summary(of: &Summary) -> Message {
    msg::serving(&of.version, of.statuses.len(), of.observations, of.counts())
}
