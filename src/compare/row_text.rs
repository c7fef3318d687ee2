//! One observation that differs, in a few words: what it was, what it is, and the change between them.

use super::*;

/// How many characters of a text are, before and after.
const CHARACTERS: usize = 60;

/// Whether something is new, gone, or otherwise.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Sign {
    New,
    Gone,
    Otherwise,
}

impl Sign {
    pub fn symbol(self) -> char {
        match self {
            Sign::New => '+',
            Sign::Gone => '-',
            Sign::Otherwise => '~',
        }
    }
}

impl RowChange {
    pub fn sign(&self) -> Sign {
        match (&self.before, &self.after) {
            (None, Some(_)) => Sign::New,
            (Some(_), None) => Sign::Gone,
            _ => Sign::Otherwise,
        }
    }

    /// `2026-08-31  45400, +0.2%`, `2026-07-31  45310.55 → 45311, +0%`, `2026-01-31  38309`.
    pub fn text(&self, lang: Lang) -> String {
        let change = |after: &Observation| {
            self.previous.map(|previous| percent(previous, after.value, lang)).unwrap_or_default()
        };
        match (&self.before, &self.after) {
            (Some(before), Some(after)) => {
                let change = percent(before.value, after.value, lang);
                let (before, after) = (differing_cells(before, after), differing_cells(after, before));
                format!("{}  {before} → {after}{change}", self.date())
            }
            (None, Some(after)) => format!("{}  {}{}", self.date(), after.value, change(after)),
            (before, None) => format!("{}  {}", self.date(), or_dash(before.as_ref().map(|row| row.value))),
        }
    }

    /// The same where nothing beside it tells more of a new row: `2026-08-31  45400, previously 45310.55, +0.2%`.
    pub fn text_alone(&self, lang: Lang) -> String {
        let (None, Some(after)) = (&self.before, &self.after) else { return self.text(lang) };
        let mut text = format!("{}  {}", self.date(), after.value);
        if let Some(former) = self.previous {
            text = msg::row_after(text, former).get(lang) + &percent(former, after.value, lang);
        }
        if after.published.is_some() && after.published != after.date {
            text = msg::row_published(text, or_dash(after.published)).get(lang);
        }
        after.flags.iter().for_each(|flag| text.push_str(&format!(", {}", flag.name())));
        text
    }

    /// The last of several new rows, told against what was before the first: `2026-11-20  1.9727, previously 1.97, +0.14%`.
    pub fn text_since(&self, first: &RowChange, lang: Lang) -> String {
        RowChange { previous: first.previous, ..self.clone() }.text_alone(lang)
    }

    /// How far a new row is from the one before it in per cent; `None` where that cannot be told, or it is no step.
    pub fn step(&self) -> Option<RoundedToHundredths> {
        let (after, previous) = (self.after.as_ref()?, self.previous?);
        let percent = after.value.percent_from(previous).filter(|_| after.value != previous);
        percent.map(RoundedToHundredths::absolute)
    }

    /// With the day of publication, by which revisions are told apart.
    pub fn text_of_revision(&self, lang: Lang) -> String {
        let published = self.after.as_ref().or(self.before.as_ref()).and_then(|row| row.published);
        format!("{} {} ({})", self.sign().symbol(), self.text(lang), or_dash(published))
    }

    pub fn date(&self) -> String {
        let date = self.after.as_ref().or(self.before.as_ref()).and_then(|row| row.date);
        date.map_or_else(|| "----------".to_owned(), |date| date.to_string())
    }
}

/// `, +0.2%`; nothing where the value is the same, or zero before.
fn percent(before: Number, after: Number, lang: Lang) -> String {
    let percent = rows::percent(before, after).filter(|_| before != after);
    percent.map(|percent| format!(", {}", msg::in_percent(percent).get(lang))).unwrap_or_default()
}

/// The value of a row, and its other cells that differ from those of another one.
fn differing_cells(row: &Observation, another: &Observation) -> String {
    let (series_key, another_key) = (&row.series_key, &another.series_key);
    let flags: Vec<&str> = row.flags.iter().map(|flag| flag.name()).collect();
    let cells = [
        (row.published != another.published, or_dash(row.published)),
        (row.reported_change != another.reported_change, or_dash(row.reported_change())),
        (series_key.unit.id != another_key.unit.id, series_key.unit.id.clone()),
        (series_key.period_type != another_key.period_type, series_key.period_type.name().to_owned()),
        (series_key.measure != another_key.measure, series_key.measure.name().to_owned()),
        (
            row.reference != another.reference,
            shorten(row.reference.as_ref().map_or("-", |text| text.as_str())),
        ),
        (row.flags != another.flags, or_dash(Some(flags.join(" ")).filter(|flags| !flags.is_empty()))),
    ];
    let differing = cells.into_iter().filter(|(differs, _)| *differs).map(|(_, cell)| cell);
    std::iter::once(row.value.to_string()).chain(differing).collect::<Vec<_>>().join(" ")
}

/// Two texts, not too long, from a little before the first character in which they differ.
pub fn shorten_at_difference(sides: &[String; 2]) -> [String; 2] {
    let same = sides[0].chars().zip(sides[1].chars()).take_while(|(a, b)| a == b).count();
    let first = if same > CHARACTERS / 2 { same - CHARACTERS / 4 } else { 0 };
    sides.each_ref().map(|text| match first {
        0 => shorten(text),
        _ => format!("…{}", shorten(&text.chars().skip(first).collect::<String>())),
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
