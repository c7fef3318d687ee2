//! A difference line by line, for a person: aligned, short, in the operator's language. One change has one line. New rows
//! come last, since a plain day has many of them.

use super::*;

use std::fmt;

/// How many observations of an indicator are written out.
pub const ROWS: usize = 12;
/// The characters that are shown of a text on either side of a change.
const CHARACTERS: usize = 60;
/// A change that this many indicators have in common has one line.
const SHARED: usize = 3;

/// A line of a difference.
#[derive(Default)]
pub struct Line {
    pub depth: usize,
    /// The kind of change, shown as a sign before the text; lines of detail have no sign.
    pub kind: Option<Kind>,
    text: String,
    /// The key before the text, in a column that the lines of a list have in common.
    key: Option<Key>,
    /// True if the line may be left out where there is no room.
    pub is_detail: bool,
}

impl Line {
    pub fn new(kind: Option<Kind>, text: String) -> Self {
        Line {
            kind,
            text,
            ..Line::default()
        }
    }

    /// A line of its own for the one thing that differs of an indicator.
    pub fn of_indicator(key: &Key, kind: Kind, text: String) -> Self {
        Line {
            key: Some(key.clone()),
            ..Line::new(Some(kind), text)
        }
    }

    /// A line for one of several things, which may be left out.
    pub fn detail_of(key: &Key, kind: Kind, text: String) -> Self {
        Line {
            depth: 1,
            is_detail: true,
            ..Line::of_indicator(key, kind, text)
        }
    }

    /// Returns true for the line of an indicator of which one new row alone differs.
    fn is_new_row(&self) -> bool {
        self.key.is_some() && self.kind == Some(Kind::Added)
    }

    pub fn indented(kind: Option<Kind>, text: String) -> Self {
        Line {
            depth: 1,
            ..Line::new(kind, text)
        }
    }
}

impl fmt::Display for Line {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        let width = 4 * self.depth;
        write!(formatter, "{:width$}", "")?;

        if let Some(kind) = self.kind {
            write!(formatter, "{} ", kind.sign())?;
        }

        formatter.write_str(&msg::escaped(&self.text))
    }
}

/// Puts the keys of a list before its texts, padded to one width.
pub fn align(lines: &mut [Line]) {
    let keys = lines.iter().filter_map(|line| line.key.as_ref());
    let width = keys.map(|key| key.as_str().len()).max().unwrap_or(0);

    for line in lines {
        if let Some(key) = line.key.take() {
            line.text = format!("{:width$}  {}", key.as_str(), line.text);
        }
    }
}

fn print_lines(lines: &[Line]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// Changes that several indicators have in common, such as the check of their source, with the number of those indicators.
pub type Shared<'a> = BTreeMap<&'a FieldChange, usize>;

impl Difference {
    /// The whole difference, line by line.
    pub fn text(&self, lang: Lang) -> String {
        print_lines(&self.lines(lang))
    }

    /// The lines of one indicator.
    pub fn text_of(&self, change: &IndicatorChange, lang: Lang) -> String {
        let mut lines = change.all_lines(&Shared::new(), lang);
        align(&mut lines);
        print_lines(&lines)
    }

    pub fn lines(&self, lang: Lang) -> Vec<Line> {
        if self.is_empty() && self.indicators.is_empty() && self.tables.is_empty() {
            return vec![Line::new(None, msg::equal().get(lang))];
        }

        let shared = self.shared_fields();
        let fields = Vec::from_iter(&self.fields);
        let mut lines = self.lines_of_dataset(&fields, &shared, lang);
        let mut others = Vec::new();
        let mut new_rows = Vec::new();
        for indicator in &self.indicators {
            let part = indicator.all_lines(&shared, lang);
            match &part[..] {
                [line] if line.is_new_row() => new_rows.extend(part),
                _ => others.extend(part),
            }
        }

        align(&mut others);
        align(&mut new_rows);
        lines.extend(others);
        let changes = self.embargo.changes.iter();
        let texts = changes.map(|change| change.line.get(lang)).collect();
        lines.extend(self.embargo.lines(texts, lang));
        lines.extend(new_rows);
        lines.extend(self.last_lines(lines.is_empty(), lang));
        lines
    }

    /// The lines of what concerns the dataset as a whole, or several of its indicators.
    pub fn lines_of_dataset(
        &self,
        fields: &[&FieldChange],
        shared: &Shared,
        lang: Lang,
    ) -> Vec<Line> {
        let mut lines = Vec::new();
        if !fields.is_empty() {
            let headline = msg::whole_dataset().get(lang);
            lines.push(Line::new(Some(Kind::Changed), headline));
        }

        for text in field_texts(fields, None, lang) {
            lines.push(Line::indented(None, text));
        }

        for (change, count) in shared {
            let count = msg::changed_together(*count).get(lang);
            for text in field_texts(&[change], None, lang) {
                lines.push(Line::new(Some(Kind::Changed), format!("{count}  {text}")));
            }
        }

        lines
    }

    /// The lines of changes that are in no field or row.
    pub fn last_lines(&self, is_first: bool, lang: Lang) -> Vec<Line> {
        let mut lines = Vec::new();
        if !self.tables.is_empty() {
            let text = msg::tables_changed(self.tables.join(", ")).get(lang);
            lines.push(Line::new(None, text));
        }

        if self.is_empty() {
            lines.push(Line::new(None, msg::equal().get(lang)));
        }

        if self.is_version_only() {
            let text = msg::version_only().get(lang);
            lines.push(Line::new(Some(Kind::Changed), text));
        }

        // Other bodies follow from what stands above, where something does.
        if is_first && !self.unexplained.is_empty() {
            let text = msg::other_bodies(self.unexplained.len()).get(lang);
            lines.push(Line::new(Some(Kind::Changed), text));
            for body in &self.unexplained {
                lines.push(Line::indented(None, body.path.clone()));
            }
        }

        lines
    }

    pub fn shared_fields(&self) -> Shared<'_> {
        let mut shared = Shared::new();
        for indicator in &self.indicators {
            for change in indicator.own_fields() {
                *shared.entry(change).or_default() += 1;
            }
        }

        shared.retain(|_, count| *count >= SHARED);
        shared
    }
}

impl EmbargoDifference {
    /// The lines of rows under embargo, below a headline.
    pub fn lines(&self, texts: Vec<String>, lang: Lang) -> Vec<Line> {
        if self.is_empty() {
            return Vec::new();
        }

        let mut lines = vec![Line::new(None, msg::rows_under_embargo().get(lang))];
        for text in texts {
            lines.push(Line::indented(None, text));
        }

        if self.unchanged > 0 {
            let text = msg::embargo_unchanged(self.unchanged).get(lang);
            lines.push(Line::indented(None, text));
        }

        lines
    }
}

impl IndicatorChange {
    /// The fields that do not follow from rows which are written out.
    fn own_fields(&self) -> impl Iterator<Item = &FieldChange> {
        self.fields
            .iter()
            .filter(|change| self.rows.is_empty() || !change.follows_from_rows())
    }

    pub fn unshared_fields(&self, shared: &Shared) -> Vec<&FieldChange> {
        self.own_fields()
            .filter(|change| !shared.contains_key(change))
            .collect()
    }

    /// The lines of all rows, and of the fields that are not shared.
    fn all_lines(&self, shared: &Shared, lang: Lang) -> Vec<Line> {
        self.lines(&Vec::from_iter(&self.rows), shared, lang)
    }

    /// The lines of these rows, and of the fields that are not shared.
    pub fn lines(&self, rows: &[&RowChange], shared: &Shared, lang: Lang) -> Vec<Line> {
        let unshared = self.unshared_fields(shared);
        let fields = field_texts(&unshared, Some(&self.key), lang);

        if self.kind == Kind::Changed {
            let only = match (&fields[..], rows, &self.revisions[..]) {
                ([], [], []) => return Vec::new(),
                ([field], [], []) => Some((Kind::Changed, field.clone())),
                ([], [row], []) => Some((row.kind(), row.text_alone(lang))),
                ([], [], [row]) => Some((Kind::Changed, row.text_of_revision(lang))),
                _ => None,
            };
            if let Some((kind, text)) = only {
                return vec![Line::of_indicator(&self.key, kind, text)];
            }
        }

        let mut lines = vec![self.headline(lang)];
        for text in fields {
            lines.push(Line::indented(None, text));
        }

        for row in rows.iter().rev().take(ROWS) {
            lines.push(Line::indented(Some(row.kind()), row.text(lang)));
        }

        lines.extend(line_of_more(rows.len(), lang));
        for row in self.revisions.iter().rev().take(ROWS) {
            lines.push(Line::indented(None, row.text_of_revision(lang)));
        }

        lines.extend(line_of_more(self.revisions.len(), lang));
        lines
    }

    fn headline(&self, lang: Lang) -> Line {
        let name = shorten(self.name.get(lang));
        let text = match self.kind {
            Kind::Added => msg::added(&self.key, &name),
            Kind::Removed => msg::removed(&self.key, &name),
            Kind::Changed => msg::changed(&self.key, &name),
        };

        Line::new(Some(self.kind), text.get(lang))
    }
}

/// The number of rows that are not written out. The newest ones are: they are what was just edited.
fn line_of_more(rows: usize, lang: Lang) -> Option<Line> {
    let more = rows.checked_sub(ROWS + 1)? + 1;
    Some(Line::indented(None, msg::more_rows(more).get(lang)))
}

/// `value                45310.55 → 45400`, the names padded to one width.
fn field_texts(changes: &[&FieldChange], key: Option<&Key>, lang: Lang) -> Vec<String> {
    let mut names = Vec::new();
    for change in changes {
        let label = change.label.get(lang);
        names.push(match change.path(key) {
            Some(path) => format!("{path}: {label}"),
            None => label,
        });
    }

    let lengths = names.iter().map(|name| name.chars().count());
    let width = lengths.max().unwrap_or(0);
    let mut texts = Vec::new();
    for (name, change) in names.iter().zip(changes) {
        let [before, after] = sides(&change.before, &change.after, lang);
        texts.push(format!("{name:width$}  {before} → {after}"));
    }

    texts
}

impl Kind {
    fn sign(self) -> char {
        match self {
            Kind::Added => '+',
            Kind::Removed => '-',
            Kind::Changed => '~',
        }
    }
}

impl RowChange {
    /// `2026-08-31  45400, +0.2%`, `2026-07-31  45310.55 → 45311, +0%`, `2026-01-31  38309`.
    pub fn text(&self, lang: Lang) -> String {
        let date = self.date();
        let change = self.change_text(lang);
        let (Some(before), Some(after)) = (&self.before, &self.after) else {
            let value = self.newest().map(|row| row.value);
            return format!("{date}  {}{change}", or_dash(value));
        };

        let mut text = format!("{date}  {}", before.value);
        if before.value != after.value {
            text += &format!(" → {}{change}", after.value);
        }

        text + &differing_cells(before, after, lang)
    }

    /// The same where nothing beside it tells more of a new row: `2026-08-31  45400, previously 45310.55, +0.2%`.
    pub fn text_alone(&self, lang: Lang) -> String {
        let (None, Some(after)) = (&self.before, &self.after) else {
            return self.text(lang);
        };

        let mut text = format!("{}  {}", self.date(), after.value);
        if let Some(former) = self.previous {
            text = msg::row_after(text, former).get(lang) + &self.change_text(lang);
        }

        if after.published.is_some() && after.published != after.date {
            text = msg::row_published(text, or_dash(after.published)).get(lang);
        }

        for flag in after.flags.iter() {
            text += ", ";
            text += flag.name();
        }

        text
    }

    /// With the day of publication, by which revisions are told apart.
    fn text_of_revision(&self, lang: Lang) -> String {
        let mark = msg::without_effect().get(lang);
        let sign = self.kind().sign();
        let text = self.text(lang);
        let day = or_dash(self.newest().and_then(|row| row.published));
        format!("{mark}  {sign} {text} ({day})")
    }

    /// `, +0.2%`; nothing where the value is the same, or zero before.
    fn change_text(&self, lang: Lang) -> String {
        match self.change() {
            Some(change) => format!(", {}", change.get(lang)),
            None => String::new(),
        }
    }

    pub fn date(&self) -> String {
        let date = self.date_text();
        date.unwrap_or_else(|| "----------".to_owned())
    }
}

/// The cells of a row beside its value that differ from those before: `, published none → 2026-11-20`.
fn differing_cells(before: &Observation, after: &Observation, lang: Lang) -> String {
    let mut text = String::new();
    for ((name, before), (_, after)) in cells(before).into_iter().zip(cells(after)) {
        if before != after {
            let [before, after] = sides(&before, &after, lang);
            text += &format!(", {name} {before} → {after}");
        }
    }

    text
}

/// What stands before and after, not too long; a word where nothing does.
fn sides(before: &Option<String>, after: &Option<String>, lang: Lang) -> [String; 2] {
    let nothing = msg::nothing().get(lang);
    let before = before.as_ref().unwrap_or(&nothing);
    let after = after.as_ref().unwrap_or(&nothing);
    shorten_at_difference(before, after)
}

/// Two texts, not too long, from a little before the first character in which they differ.
fn shorten_at_difference(before: &str, after: &str) -> [String; 2] {
    let pairs = before.chars().zip(after.chars());
    let same = pairs.take_while(|(a, b)| a == b).count();
    if same <= CHARACTERS / 2 {
        return [before, after].map(shorten);
    }

    let first = same - CHARACTERS / 4;
    [before, after].map(|text| {
        let rest: String = text.chars().skip(first).collect();
        format!("…{}", shorten(&rest))
    })
}

/// One line of a text, not too long.
pub fn shorten(text: &str) -> String {
    let line = text.replace(['\n', '\t'], " ");
    if line.chars().count() <= CHARACTERS {
        return line;
    }
    line.chars().take(CHARACTERS).chain(['…']).collect()
}
