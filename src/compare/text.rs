//! A difference for a person: aligned, short, in the operator's language. What is one thing has one line; new rows, of
//! which there are many on a plain day, come last.

use super::*;

use super::fields::ChangeKey;

/// How many observations of an indicator are written out.
const ROWS: usize = 12;
/// How many new rows of an indicator a publication writes out; of more it names those that tell most.
const NEW_ROWS: usize = 3;
/// The characters that are shown of a text on either side of a change.
const CHARACTERS: usize = 60;
/// A change that this many indicators have in common has one line.
const SHARED: usize = 3;

type Shared<'a> = BTreeMap<ChangeKey<'a>, Vec<&'a FieldChange>>;

/// The lines that are written of a difference.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Lines {
    All,
    /// All but version and as-of instant, which a publication says itself, with the new rows of an indicator in one line.
    OfPublication,
}

/// The lines of one indicator.
enum Part<'a> {
    /// The one thing that differs of it.
    Line {
        kind: Kind,
        key: &'a Key,
        text: String,
    },
    /// A headline, and what differs line by line.
    Block(Vec<String>),
}

impl Difference {
    /// All of it.
    pub fn text(&self, lang: Lang) -> String {
        self.lines(Lines::All, lang).join("\n") + "\n"
    }

    /// The lines of one indicator.
    pub fn text_of(&self, change: &IndicatorChange, lang: Lang) -> String {
        render(part(change, &Shared::new(), Lines::All, lang).as_slice()).join("\n") + "\n"
    }

    pub fn lines(&self, which: Lines, lang: Lang) -> Vec<String> {
        if self.is_empty() && self.indicators.is_empty() && self.tables.is_empty() {
            return vec![msg::equal().get(lang)];
        }
        let mut lines: Vec<String> = Vec::new();
        let is_shown = |change: &&FieldChange| which == Lines::All || !change.is_dated();
        let of_dataset: Vec<&FieldChange> = self.fields.iter().filter(is_shown).collect();
        if !of_dataset.is_empty() {
            lines.push(msg::whole_dataset().get(lang));
            lines.extend(fields(&of_dataset, None, lang).iter().map(indent));
        }
        let shared = self.shared();
        for changes in shared.values() {
            let count = msg::changed_together(changes.len()).get(lang);
            lines.extend(
                fields(&changes[..1], None, lang)
                    .iter()
                    .map(|field| format!("{count}  {field}")),
            );
        }
        let parts = self
            .indicators
            .iter()
            .filter_map(|change| part(change, &shared, which, lang));
        let is_new_row = |part: &Part<'_>| {
            matches!(
                part,
                Part::Line {
                    kind: Kind::Added,
                    ..
                }
            )
        };
        let (new_rows, others): (Vec<_>, Vec<_>) = parts.partition(is_new_row);
        lines.extend(render(&others));
        if !self.embargo.is_empty() {
            lines.push(msg::rows_under_embargo().get(lang));
            let unchanged = self.embargo.unchanged;
            let unchanged = (unchanged > 0).then(|| msg::embargo_unchanged(unchanged));
            let embargo = self
                .embargo
                .changes
                .iter()
                .map(|change| &change.line)
                .chain(&unchanged);
            lines.extend(embargo.map(|line| indent(line.get(lang))));
        }
        lines.extend(render(&new_rows));
        if !self.tables.is_empty() {
            lines.push(msg::tables_changed(self.tables.join(", ")).get(lang));
        }
        if self.is_empty() {
            lines.push(msg::equal().get(lang));
        }
        if self.is_version_only() {
            lines.push(msg::version_only().get(lang));
        }
        if !self.unexplained.is_empty() {
            lines.push(msg::other_bodies(self.unexplained.len()).get(lang));
            lines.extend(self.unexplained.iter().map(indent));
        }
        lines
    }

    /// Changes that several indicators have in common, such as the check of their source, field by field.
    fn shared(&self) -> Shared<'_> {
        let mut shared = Shared::new();
        for change in self.indicators.iter().flat_map(IndicatorChange::own_fields) {
            shared.entry(change.key()).or_default().push(change);
        }
        shared.retain(|_, changes| changes.len() >= SHARED);
        shared
    }
}

impl IndicatorChange {
    /// The fields that do not follow from rows which are written out.
    fn own_fields(&self) -> impl Iterator<Item = &FieldChange> {
        let is_seen = |change: &&FieldChange| self.rows.is_empty() || !change.follows_from_rows();
        self.fields.iter().filter(is_seen)
    }
}

/// The lines of an indicator without the changes that it shares; `None` where there are no others.
fn part<'a>(
    indicator: &'a IndicatorChange,
    shared: &Shared<'_>,
    which: Lines,
    lang: Lang,
) -> Option<Part<'a>> {
    let unshared: Vec<&FieldChange> = indicator
        .own_fields()
        .filter(|change| !shared.contains_key(&change.key()))
        .collect();
    let key = &indicator.key;
    let fields = fields(&unshared, Some(key), lang);
    let revision = |row: &RowChange| {
        format!(
            "{}  {}",
            msg::does_not_count_now().get(lang),
            row.text_of_revision(lang)
        )
    };
    let line = |kind, text| Some(Part::Line { kind, key, text });
    if indicator.kind == Kind::Changed {
        match (&fields[..], &indicator.rows[..], &indicator.revisions[..]) {
            ([], [], []) => return None,
            ([field], [], []) => return line(Kind::Changed, field.clone()),
            ([], [row], []) => return line(row.kind(), row.text_alone(lang)),
            ([], [], [row]) => return line(Kind::Changed, revision(row)),
            ([], rows, [])
                if which == Lines::OfPublication
                    && rows.iter().all(|row| row.kind() == Kind::Added) =>
            {
                return line(Kind::Added, text_of_new_rows(rows, lang));
            }
            _ => {}
        }
    }
    let name = shorten(indicator.name.get(lang));
    let headline = match indicator.kind {
        Kind::Added => msg::added(key, &name),
        Kind::Removed => msg::removed(key, &name),
        Kind::Changed => msg::changed(key, &name),
    };
    let row = |row: &RowChange| format!("{} {}", row.kind().sign(), row.text(lang));
    let rows = list_rows(&indicator.rows, row, lang).chain(list_rows(
        &indicator.revisions,
        revision,
        lang,
    ));
    let lines = fields.into_iter().chain(rows).map(indent);
    Some(Part::Block(
        [headline.get(lang)].into_iter().chain(lines).collect(),
    ))
}

/// `2026-11-19  1.9748, previously 1.9763, -0.08%; 2026-11-20  1.9727, -0.11%`; of more rows how many, from when to when,
/// the last one, and the one that is furthest from the one before it.
fn text_of_new_rows(rows: &[RowChange], lang: Lang) -> String {
    let [first, .., last] = rows else {
        return rows.iter().map(|row| row.text_alone(lang)).collect();
    };
    if rows.len() <= NEW_ROWS {
        let others = rows.iter().skip(1).map(|row| row.text(lang));
        return join([first.text_alone(lang)].into_iter().chain(others), "; ");
    }
    // Against the value before the first of them.
    let last = RowChange {
        previous: first.previous,
        ..last.clone()
    };
    let count = msg::new_rows(rows.len(), first.date(), last.text_alone(lang)).get(lang);
    match rows
        .iter()
        .filter(|row| row.step().is_some())
        .max_by_key(|row| row.step())
    {
        Some(furthest) => msg::furthest_row(count, furthest.text(lang)).get(lang),
        None => count,
    }
}

/// The lines of indicators, their keys padded to one width where they stand before what is said.
fn render(parts: &[Part<'_>]) -> Vec<String> {
    let widths = parts.iter().map(|part| match part {
        Part::Line { key, .. } => key.as_str().len(),
        Part::Block(_) => 0,
    });
    let width = widths.max().unwrap_or(0);
    let lines = parts.iter().flat_map(|part| match part {
        Part::Line { kind, key, text } => {
            vec![format!("{} {:width$}  {text}", kind.sign(), key.as_str())]
        }
        Part::Block(lines) => lines.clone(),
    });
    lines.collect()
}

/// The newest first: they are what was just edited.
fn list_rows(
    rows: &[RowChange],
    line: impl Fn(&RowChange) -> String,
    lang: Lang,
) -> impl Iterator<Item = String> {
    let more = rows
        .len()
        .checked_sub(ROWS + 1)
        .map(|more| msg::more_rows(more + 1).get(lang));
    rows.iter()
        .rev()
        .take(ROWS)
        .map(line)
        .chain(more)
        .collect::<Vec<_>>()
        .into_iter()
}

/// `value                45310.55 → 45400`, the names padded to one width.
fn fields(changes: &[&FieldChange], key: Option<&Key>, lang: Lang) -> Vec<String> {
    let name = |change: &&FieldChange| match change.path(key) {
        Some(path) => format!("{path}: {}", change.label.get(lang)),
        None => change.label.get(lang),
    };
    let names: Vec<String> = changes.iter().map(name).collect();
    let width = names
        .iter()
        .map(|name| name.chars().count())
        .max()
        .unwrap_or(0);
    let none = || msg::nothing().get(lang);
    let line = |(name, change): (String, &&FieldChange)| {
        let padding = " ".repeat(width - name.chars().count());
        let sides = [&change.before, &change.after].map(|side| side.clone().unwrap_or_else(none));
        let [before, after] = shorten_at_difference(&sides);
        format!("{name}{padding}  {before} → {after}")
    };
    names.into_iter().zip(changes).map(line).collect()
}

fn indent(line: impl Display) -> String {
    format!("    {line}")
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
    fn text(&self, lang: Lang) -> String {
        let change = |after: &Observation| {
            self.previous
                .map(|previous| percent(previous, after.value, lang))
                .unwrap_or_default()
        };
        match (&self.before, &self.after) {
            (Some(before), Some(after)) => {
                let change = percent(before.value, after.value, lang);
                let (before, after) = (
                    differing_cells(before, after),
                    differing_cells(after, before),
                );
                format!("{}  {before} → {after}{change}", self.date())
            }
            (None, Some(after)) => format!("{}  {}{}", self.date(), after.value, change(after)),
            (before, None) => format!(
                "{}  {}",
                self.date(),
                or_dash(before.as_ref().map(|row| row.value))
            ),
        }
    }

    /// The same where nothing beside it tells more of a new row: `2026-08-31  45400, previously 45310.55, +0.2%`.
    fn text_alone(&self, lang: Lang) -> String {
        let (None, Some(after)) = (&self.before, &self.after) else {
            return self.text(lang);
        };
        let mut text = format!("{}  {}", self.date(), after.value);
        if let Some(former) = self.previous {
            text = msg::row_after(text, former).get(lang) + &percent(former, after.value, lang);
        }
        if after.published.is_some() && after.published != after.date {
            text = msg::row_published(text, or_dash(after.published)).get(lang);
        }
        after
            .flags
            .iter()
            .for_each(|flag| text.push_str(&format!(", {}", flag.name())));
        text
    }

    /// How far a new row is from the one before it in per cent; `None` where that cannot be told, or it is no step.
    fn step(&self) -> Option<RoundedToHundredths> {
        let (after, previous) = (self.after.as_ref()?, self.previous?);
        let percent = after
            .value
            .percent_from(previous)
            .filter(|_| after.value != previous);
        percent.map(RoundedToHundredths::absolute)
    }

    /// With the day of publication, by which revisions are told apart.
    fn text_of_revision(&self, lang: Lang) -> String {
        let published = or_dash(self.newest().and_then(|row| row.published));
        format!("{} {} ({published})", self.kind().sign(), self.text(lang))
    }

    fn date(&self) -> String {
        let date = self.newest().and_then(|row| row.date);
        date.map_or_else(|| "----------".to_owned(), |date| date.to_string())
    }
}

/// `, +0.2%`; nothing where the value is the same, or zero before.
fn percent(before: Number, after: Number, lang: Lang) -> String {
    let percent = rows::percent(before, after).filter(|_| before != after);
    percent
        .map(|percent| format!(", {}", msg::in_percent(percent).get(lang)))
        .unwrap_or_default()
}

/// The value of a row, and its other cells that differ from those of another one.
fn differing_cells(row: &Observation, another: &Observation) -> String {
    let (series_key, another_key) = (&row.series_key, &another.series_key);
    let flags = join(row.flags.iter().map(|flag| flag.name()), " ");
    let cells = [
        (row.published != another.published, or_dash(row.published)),
        (
            row.reported_change != another.reported_change,
            or_dash(row.reported_change()),
        ),
        (
            series_key.unit.id != another_key.unit.id,
            series_key.unit.id.clone(),
        ),
        (
            series_key.period_type != another_key.period_type,
            series_key.period_type.name().to_owned(),
        ),
        (
            series_key.measure != another_key.measure,
            series_key.measure.name().to_owned(),
        ),
        (
            row.reference != another.reference,
            shorten(row.reference.as_ref().map_or("-", |text| text.as_str())),
        ),
        (
            row.flags != another.flags,
            or_dash(Some(flags).filter(|flags| !flags.is_empty())),
        ),
    ];
    let differing = cells
        .into_iter()
        .filter(|(differs, _)| *differs)
        .map(|(_, cell)| cell);
    join([row.value.to_string()].into_iter().chain(differing), " ")
}

/// Two texts, not too long, from a little before the first character in which they differ.
fn shorten_at_difference(sides: &[String; 2]) -> [String; 2] {
    let same = sides[0]
        .chars()
        .zip(sides[1].chars())
        .take_while(|(a, b)| a == b)
        .count();
    let first = if same > CHARACTERS / 2 {
        same - CHARACTERS / 4
    } else {
        0
    };
    sides.each_ref().map(|text| match first {
        0 => shorten(text),
        _ => format!(
            "…{}",
            shorten(&text.chars().skip(first).collect::<String>())
        ),
    })
}

/// One line of a text, not too long.
fn shorten(text: &str) -> String {
    let line = text.replace(['\n', '\t'], " ");
    if line.chars().count() <= CHARACTERS {
        return line;
    }
    line.chars().take(CHARACTERS).chain(['…']).collect()
}
