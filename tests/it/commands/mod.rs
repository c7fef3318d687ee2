//! Commands that work on a dataset, what they say, and what the manual says of them.

mod arguments;
mod configuration;
mod diff;
mod edit;
mod edits;
mod embargoed_rows;
mod imports;
mod init;
mod layouts;
mod manual;
mod messages;
mod one_door;
mod preview;
mod readme;
mod tables;
mod terminal_text;
mod unfilled;
mod workbooks;
