//! RFC 4180 once more, character by character and as strictly as its grammar: a second opinion on every table that is
//! read or written.

/// The rows of a text, or `None` where it is not RFC 4180. Rows end with CRLF or LF, the last one as it likes.
pub fn parse(text: &str, delimiter: char) -> Option<Vec<Vec<String>>> {
    let characters: Vec<char> = text.chars().collect();
    let (mut rows, mut row, mut cell, mut at) = (Vec::new(), Vec::new(), String::new(), 0);
    let end_of_row = |at: usize| match (characters.get(at), characters.get(at + 1)) {
        (None, _) => Some(0),
        (Some('\n'), _) | (Some('\r'), None) => Some(1),
        (Some('\r'), Some('\n')) => Some(2),
        _ => None,
    };
    while at < characters.len() {
        if characters[at] == '"' {
            at += 1;
            loop {
                match (characters.get(at)?, characters.get(at + 1)) {
                    ('"', Some('"')) => {
                        cell.push('"');
                        at += 2;
                    }
                    ('"', _) => break,
                    (other, _) => {
                        cell.push(*other);
                        at += 1;
                    }
                }
            }
            at += 1;
        } else {
            while end_of_row(at).is_none() && characters[at] != delimiter {
                if matches!(characters[at], '"' | '\r') {
                    return None;
                }
                cell.push(characters[at]);
                at += 1;
            }
        }
        row.push(std::mem::take(&mut cell));
        match end_of_row(at) {
            Some(length) => {
                at += length;
                rows.push(std::mem::take(&mut row));
            }
            None if characters[at] == delimiter => {
                at += 1;
                // A delimiter at the very end is followed by an empty cell.
                if at == characters.len() {
                    row.push(String::new());
                    rows.push(std::mem::take(&mut row));
                }
            }
            None => return None,
        }
    }
    Some(rows)
}
