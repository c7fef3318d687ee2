//! `/category/{category}`: the indicators of a category as small charts, when they are published, and where to get them.

use super::*;

/// The most keys that one request may name.
const MAX_KEYS: usize = 100;

/// Everything that the page of a category depends on, except the language.
#[derive(Hash)]
pub struct CategoryInputs<'a> {
    pub id: &'a str,
    service: Service<'a>,
    name: &'a Localized<String>,
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
                id: &category.id,
                service: Service::new(dataset, options),
                name: &category.name,
                members: inside.iter().map(PageInputs::member).collect(),
                previous,
                next: categories.peek().map(|next| name_category(next)),
                as_of: days.max().unwrap_or_default(),
                feed: FeedInputs::new(dataset, options, Some(category)),
            });
            previous = Some(name_category(category));
            pages = others;
        }

        all
    }
}

fn name_category(category: &Category) -> CategoryName<'_> {
    (&category.id, &category.name)
}

#[derive(Template)]
#[template(path = "category.html", config = "src/site/templates/askama.toml")]
pub struct CategoryPage<'a> {
    layout: Layout<'a>,
    input: &'a CategoryInputs<'a>,
    name: String,
    /// How many indicators there are, and how their charts are to be read.
    meaning: String,
    /// The status of all, where it is the same.
    status: Option<Status>,
    cards: Vec<IndicatorRow<'a>>,
    dates: PublicationDates,
}

impl<'a> CategoryPage<'a> {
    pub fn new(input: &'a CategoryInputs<'a>, lang: Lang) -> Self {
        let CategoryInputs {
            as_of, ref members, ..
        } = *input;
        let path = urls::of_category(urls::CATEGORY, input.id);
        let name = text::nbsp(input.name.get(lang));
        let table = TableContext::new(members.iter().copied(), true, as_of, lang);
        let meaning = match members.len() {
            0 => text::page(lang).no_indicators.to_owned(),
            count => {
                let count = text::indicators(count, lang);
                let years = table.years().unwrap_or_default();
                text::nbsp(&text::charts_meaning(count, years, lang))
            }
        };

        let names: Vec<&str> = members
            .iter()
            .map(|member| member.indicator.name_among_others().get(lang).as_str())
            .collect();
        let description = text::describe_category(&name, &names, lang);
        let mut statuses = members.iter().map(|member| member.effective.status);
        let status = statuses.next();
        let cards = members
            .iter()
            .map(|member| IndicatorRow::among_others(*member, &table))
            .collect();
        CategoryPage {
            layout: Layout {
                feed: urls::of_category(urls::CATEGORY_FEED, input.id),
                ..Layout::new(input.service, &path, &name, &description, lang)
            },
            status: status.filter(|first| statuses.all(|status| status == *first)),
            cards,
            dates: PublicationDates::new(members.iter().map(|member| (None, *member)), as_of, lang),
            input,
            name,
            meaning,
        }
    }

    /// The table of all of its indicators, where one request may name them.
    fn table(&self) -> Option<String> {
        let keys: Vec<&str> = self.cards.iter().map(|card| card.key).collect();
        let is_short = (1..=MAX_KEYS).contains(&keys.len());
        is_short.then(|| {
            format!(
                "{}?keys={}",
                self.layout.local(urls::LONG_TABLE),
                keys.join(",")
            )
        })
    }
}
