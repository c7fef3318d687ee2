//! `/category/{category}`: the indicators of a category as small charts, when they are published, and where to get them.

use super::*;

/// The most keys that one request may name.
const MAX_KEYS: usize = 100;

/// Everything that the page of a category depends on, but for the language.
#[derive(Hash)]
pub struct CategoryInput<'a> {
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

impl<'a> CategoryInput<'a> {
    /// The inputs of each category. `pages` are those of all indicators, in order.
    pub fn all(dataset: &'a Dataset, pages: &[IndicatorInput<'a>], options: &'a SiteOptions) -> Vec<Self> {
        let mut rest = pages;
        let mut all = Vec::with_capacity(dataset.categories.len());
        let neighbour = |place: Option<usize>| {
            let category = dataset.categories.get(place?)?;
            Some((category.id.as_str(), &category.name))
        };
        for (place, category) in dataset.categories.iter().enumerate() {
            let (inside, after) = rest.split_at_checked(category.indicators.len()).unwrap_or((rest, &[]));
            rest = after;
            all.push(CategoryInput {
                id: &category.id,
                service: Service::new(dataset, options),
                name: &category.name,
                members: inside.iter().map(IndicatorInput::member).collect(),
                previous: neighbour(place.checked_sub(1)),
                next: neighbour(Some(place + 1)),
                as_of: inside.iter().map(|input| input.as_of).max().unwrap_or_default(),
                feed: FeedInputs::of_one(dataset, options, category),
            });
        }
        all
    }
}

pub fn category_page(input: &CategoryInput<'_>) -> Localised {
    Localized::try_build(|lang| layout::content(&CategoryPage::new(input, lang)))
}

#[derive(Template)]
#[template(path = "category.html", config = "src/site/templates/askama.toml")]
struct CategoryPage {
    layout: Layout,
    words: OverviewWords,
    name: String,
    meaning: String,
    /// The status of all and its meaning, where it is the same.
    status_meaning: Option<(&'static str, &'static str)>,
    has_statuses: bool,
    cards: Vec<Card>,
    dates: PublicationDates,
    downloads: Vec<Link>,
    previous: Option<Link>,
    next: Option<Link>,
}

struct Card {
    row: IndicatorRow,
    /// Its observations for programs and for spreadsheets.
    downloads: Vec<Link>,
}

impl CategoryPage {
    fn new(input: &CategoryInput<'_>, lang: Lang) -> Self {
        let CategoryInput { as_of, ref members, .. } = *input;
        let words = text::overview(lang);
        let name = text::nbsp(input.name.get(lang));
        let table = TableContext::new(members.iter().copied(), as_of, lang);
        let meaning = match members.is_empty() {
            true => words.no_indicators.to_owned(),
            false => {
                text::nbsp(&text::charts_meaning(text::indicators(members.len(), lang), table.years(), lang))
            }
        };
        let statuses = || members.iter().map(|member| member.effective.status);
        let common = statuses().next().filter(|first| statuses().all(|status| status == *first));
        let feed = urls::localized(lang, &urls::of_category(urls::CATEGORY_FEED, input.id));
        let meta = PageMeta {
            keywords: Lang::ALL.map(|lang| input.name.get(lang).clone()).to_vec(),
            ..PageMeta::new(&name, &meaning, &input.service, lang)
        };
        let path = urls::of_category(urls::CATEGORY, input.id);
        let neighbour = |(id, name): CategoryName<'_>| Link::to_category(id, name, lang);
        let members_alone = members.iter().map(|member| (None, *member));
        CategoryPage {
            layout: Layout { feed: feed.clone(), ..Layout::new(&input.service, meta, &path, None, lang) },
            status_meaning: common
                .map(|status| (status.name(), text::all_are(status, lang)))
                .filter(|(_, text)| !text.is_empty()),
            has_statuses: common.is_none(),
            cards: members.iter().map(|member| card(*member, &table)).collect(),
            dates: PublicationDates::new(members_alone, as_of, lang),
            downloads: downloads(input, &words, feed, lang),
            previous: input.previous.map(neighbour),
            next: input.next.map(neighbour),
            words,
            name,
            meaning,
        }
    }
}

fn card(member: Member<'_>, table: &TableContext) -> Card {
    let key = member.indicator.key.as_str();
    let resource = |label, path| Link::to_resource(label, path, key, table.lang);
    Card {
        row: IndicatorRow::new(member, member.indicator.name_among_others(), table),
        downloads: vec![
            resource("CSV", urls::HISTORY_TABLE),
            resource("JSON", urls::HISTORY),
            resource("Excel", urls::HISTORY_WORKBOOK),
        ],
    }
}

fn downloads(input: &CategoryInput<'_>, words: &OverviewWords, feed: String, lang: Lang) -> Vec<Link> {
    let keys: Vec<&str> = input.members.iter().map(|member| member.indicator.key.as_str()).collect();
    let table = (1..=MAX_KEYS).contains(&keys.len()).then(|| {
        let table = urls::localized(lang, urls::LONG_TABLE);
        Link::new(words.category_as_csv, format!("{table}?keys={}", keys.join(",")))
    });
    let events = Link::new(words.as_icalendar, urls::localized(lang, urls::EVENTS));
    [Link::new(words.category_feed, feed)].into_iter().chain(table).chain([events]).collect()
}
