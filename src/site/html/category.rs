//! `/category/{category}`: the indicators of a category as small charts, when they are published, and where to get them.

use super::*;

/// The most keys that one request may name.
const MAX_KEYS: usize = 100;

#[derive(Template)]
#[template(path = "category.html", config = "src/site/templates/askama.toml")]
pub struct CategoryPage<'a> {
    layout: Layout<'a>,
    input: &'a CategoryInputs<'a>,
    name: String,
    /// The years that the charts share.
    years: String,
    /// The status of all, where it is the same.
    status: Option<Status>,
    cards: Vec<IndicatorRow<'a>>,
    dates: PublicationDates,
}

impl<'a> CategoryPage<'a> {
    pub fn new(input: &'a CategoryInputs<'a>, lang: Lang) -> Self {
        let as_of = input.as_of;
        let members = input.members.iter().copied();
        let table = TableContext::new(members.clone(), true, as_of, lang);
        let mut names: Vec<&str> = Vec::new();
        let mut cards = Vec::new();
        for member in &input.members {
            names.push(member.indicator.name_among_others().get(lang));
            cards.push(IndicatorRow::among_others(*member, &table));
        }

        let mut statuses = members.clone().map(|member| member.effective.status);
        let first = statuses.next();
        let status = first.filter(|first| statuses.all(|status| status == *first));

        let name = text::nbsp(input.category.name.get(lang));
        let description = text::describe_category(&name, &names, lang);
        let path = urls::of(urls::CATEGORY, input.category.id);
        let layout = Layout {
            feed: urls::of(urls::CATEGORY_FEED, input.category.id),
            ..Layout::new(input.feed.service, &path, &name, &description, lang)
        };

        // Its own page does not name the category again.
        let unnamed = members.map(|member| (None, member));
        CategoryPage {
            layout,
            dates: PublicationDates::new(unnamed, as_of, lang),
            years: table.years().unwrap_or_default(),
            input,
            name,
            status,
            cards,
        }
    }

    /// The table of all of its indicators, where one request may name them.
    fn table(&self) -> Option<String> {
        let keys: Vec<&str> = self.cards.iter().map(|card| card.key).collect();
        let is_short = (1..=MAX_KEYS).contains(&keys.len());
        let table = self.layout.local(urls::LONG_TABLE);
        is_short.then(|| format!("{table}?keys={}", keys.join(",")))
    }
}
