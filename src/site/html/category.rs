//! `/category/{category}`: the indicators of a category as small charts, when they are published, and where to get them.

use super::*;

/// The most keys that one request may name.
const MAX_KEYS: usize = 100;

/// Everything that the page of a category depends on, except the language.
#[derive(Hash)]
pub struct CategoryInputs<'a> {
    pub category: CategoryName<'a>,
    members: Vec<Member<'a>>,
    previous: Option<CategoryName<'a>>,
    next: Option<CategoryName<'a>>,
    /// The day that ages are counted to and charts reach to: the latest to which a page of its indicators counts.
    as_of: NaiveDate,
    pub feed: FeedInputs<'a>,
}

impl<'a> CategoryInputs<'a> {
    /// The inputs of each category. `pages` are those of all indicators, in order.
    pub fn all(
        dataset: &'a Dataset,
        pages: &[PageInputs<'a>],
        options: &'a SiteOptions,
    ) -> Vec<Self> {
        let mut pages = pages;
        let mut previous = None;
        let mut categories = dataset.categories.iter().peekable();
        let mut all = Vec::new();
        while let Some(category) = categories.next() {
            let (inside, others) = pages.split_at(category.indicators.len());
            let days = inside.iter().map(|input| input.as_of);
            all.push(CategoryInputs {
                category: CategoryName::new(category),
                members: inside.iter().map(PageInputs::member).collect(),
                previous,
                next: categories.peek().map(|next| CategoryName::new(next)),
                as_of: days.max().unwrap_or_default(),
                feed: FeedInputs::new(dataset, options, Some(category)),
            });
            previous = Some(CategoryName::new(category));
            pages = others;
        }

        all
    }
}

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
        let (as_of, members) = (input.as_of, input.members.iter().copied());
        let name = text::nbsp(input.category.name.get(lang));
        let table = TableContext::new(members.clone(), true, as_of, lang);
        let names = members
            .clone()
            .map(|member| member.indicator.name_among_others());
        let names: Vec<&str> = names.map(|name| name.get(lang).as_str()).collect();
        let description = text::describe_category(&name, &names, lang);
        let path = urls::of(urls::CATEGORY, input.category.id);
        let mut statuses = members.clone().map(|member| member.effective.status);
        let first = statuses.next();
        let unnamed = members.clone().map(|member| (None, member));
        CategoryPage {
            layout: Layout {
                feed: urls::of(urls::CATEGORY_FEED, input.category.id),
                ..Layout::new(input.feed.service, &path, &name, &description, lang)
            },
            status: first.filter(|first| statuses.all(|status| status == *first)),
            cards: members
                .map(|member| IndicatorRow::among_others(member, &table))
                .collect(),
            dates: PublicationDates::new(unnamed, as_of, lang),
            input,
            name,
            years: table.years().unwrap_or_default(),
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
