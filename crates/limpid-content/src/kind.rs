//! The kind of a page: [`PageKind`].

use crate::metadata::ARTICLES;
use crate::outline::share;
use crate::select::Selector;
use core::str::FromStr;
use limpid_markup::UnknownName;

/// What kind of page it is.
///
/// ```
/// use limpid::content::{ContentExt as _, PageKind};
/// let page = "<meta property=og:type content=product><h1>Sencha</h1><p>Green tea from Uji.";
/// assert_eq!(limpid::parse(page).content().kind(), PageKind::Product);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum PageKind {
    /// An article: a text on one subject, such as news, a blog post or an encyclopedia's entry.
    Article,
    /// Documentation, a manual or a tutorial.
    Documentation,
    /// A discussion, such as a thread of a forum or a question with answers.
    Thread,
    /// A product that can be bought.
    Product,
    /// A list of entries that link to other pages, such as a blog's front page or search results.
    Listing,
    /// A list of products.
    Collection,
    /// Any other page, such as the description of a company's services.
    Service,
}

/// What a page declares about itself, in its metadata and its address.
#[derive(Default, Debug)]
pub(crate) struct Declared {
    /// The types of the JSON-LD items that describe the page.
    pub(crate) types: Vec<String>,
    /// The types of microdata items, without the address of their vocabulary.
    pub(crate) item_types: Vec<String>,
    pub(crate) og_type: String,
    pub(crate) generator: String,
    pub(crate) host: Vec<String>,
    /// The parts of the path.
    pub(crate) path: Vec<String>,
}

impl Declared {
    /// Sets the page's address.
    pub(crate) fn set_url(&mut self, url: &str) {
        let url = url.to_ascii_lowercase();
        let rest = url.split_once("://").map_or(url.as_str(), |(_, rest)| rest);
        let rest = rest.split(['?', '#']).next().unwrap_or_default();
        let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
        let parts = |text: &str, separators: &[char]| {
            text.split(separators).filter(|part| !part.is_empty()).map(str::to_owned).collect()
        };
        self.host = parts(host, &['.', ':']);
        self.path = parts(path, &['/']);
    }

    fn has_type(&self, names: &[&str]) -> bool {
        self.types.iter().any(|name| names.contains(&name.as_str()))
    }

    fn has_item(&self, names: &[&str]) -> bool {
        self.item_types.iter().any(|name| names.contains(&name.as_str()))
    }

    fn has_host(&self, names: &[&str]) -> bool {
        self.host.iter().any(|part| names.contains(&part.as_str()))
    }

    fn has_path(&self, names: &[&str]) -> bool {
        self.path.iter().any(|part| names.contains(&part.as_str()))
    }

    /// Whether a part of the path before the last one is among these.
    fn has_folder(&self, names: &[&str]) -> bool {
        let folders = self.path.split_last().map_or(&[][..], |(_, folders)| folders);
        folders.iter().any(|part| names.contains(&part.as_str()))
    }

    fn is_generated_by(&self, names: &[&str]) -> bool {
        names.iter().any(|name| self.generator.contains(name))
    }

    fn is_documentation(&self) -> bool {
        self.has_host(&["api", "developer", "developers", "doc", "docs", "manual", "readthedocs"])
            || self.has_path(&["api", "doc", "docs", "documentation", "handbook", "manual", "reference"])
            || self.is_generated_by(&[
                "antora",
                "docusaurus",
                "docutils",
                "gitbook",
                "mdbook",
                "mkdocs",
                "rustdoc",
                "sphinx",
                "starlight",
                "vitepress",
                "vuepress",
            ])
            || self.has_type(&["APIReference", "TechArticle"])
    }

    pub(crate) fn is_thread(&self) -> bool {
        const TYPES: &[&str] = &["DiscussionForumPosting", "QAPage"];
        !self.is_documentation()
            && (self.has_type(TYPES)
                || self.has_item(TYPES)
                || self.is_generated_by(&["discourse", "flarum", "mybb", "phpbb", "vanilla", "vbulletin", "xenforo"])
                || self.has_host(&["bbs", "boards", "discourse", "discuss", "forum", "forums"])
                || !self.is_article()
                    && self.has_folder(&[
                        "comments",
                        "discussion",
                        "discussions",
                        "forum",
                        "forums",
                        "questions",
                        "t",
                        "thread",
                        "threads",
                        "topic",
                        "topics",
                    ])
                || self.has_path(&["showthread.php", "viewtopic.php"]))
    }

    pub(crate) fn is_article(&self) -> bool {
        self.og_type == "article" || self.has_type(ARTICLES)
    }

    fn is_list(&self) -> bool {
        self.has_type(&["CollectionPage", "ItemList", "SearchResultsPage"])
            || matches!(self.og_type.as_str(), "product.group" | "product:group")
            || self.has_path(&[
                "archive",
                "browse",
                "cat",
                "categories",
                "category",
                "collections",
                "product-category",
                "search",
                "tag",
            ])
    }

    fn is_product(&self, has_prices: bool) -> bool {
        let items = self.item_types.iter().filter(|name| *name == "Product").count();
        self.og_type.starts_with("product")
            || self.og_type.ends_with(":product")
            || self.has_type(&["Product", "ProductGroup"]) && (has_prices || items > 0)
            || items == 1
            || self.has_folder(&["dp", "item", "itm", "product", "products"])
    }
}

impl PageKind {
    /// Returns the kind as a word: `article`, `documentation`, `thread`, `product`, `listing`, `collection` or `service`.
    ///
    /// ```
    /// assert_eq!(limpid::content::PageKind::Thread.as_str(), "thread");
    /// ```
    pub const fn as_str(self) -> &'static str {
        match self {
            PageKind::Article => "article",
            PageKind::Documentation => "documentation",
            PageKind::Thread => "thread",
            PageKind::Product => "product",
            PageKind::Listing => "listing",
            PageKind::Collection => "collection",
            PageKind::Service => "service",
        }
    }

    /// All kinds.
    ///
    /// ```
    /// use limpid::content::PageKind;
    /// assert_eq!(PageKind::ALL.map(PageKind::as_str)[0], "article");
    /// ```
    pub const ALL: [PageKind; 7] = [
        PageKind::Article,
        PageKind::Documentation,
        PageKind::Thread,
        PageKind::Product,
        PageKind::Listing,
        PageKind::Collection,
        PageKind::Service,
    ];
}

/// Reads a kind from its [name](PageKind::as_str).
///
/// ```
/// use limpid::content::PageKind;
/// assert_eq!("thread".parse(), Ok(PageKind::Thread));
/// assert!("forum".parse::<PageKind>().is_err());
/// ```
impl FromStr for PageKind {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<PageKind, UnknownName> {
        PageKind::ALL.into_iter().find(|kind| kind.as_str() == name).ok_or(UnknownName)
    }
}

impl PageKind {
    /// Determines the kind of a page that is not a thread. `top` is the element with most of the text.
    pub(crate) fn of(selector: &Selector<'_>, top: usize, declared: &Declared) -> PageKind {
        let amounts = &selector.amounts[top];
        let cards: u64 =
            selector.groups_of_links(top).iter().map(|group| u64::from(selector.amounts[*group].weight)).sum();
        let cards = share(u32::try_from(cards).unwrap_or(u32::MAX), amounts.weight);
        let prose = share(amounts.prose, amounts.text);
        if declared.is_documentation() {
            return PageKind::Documentation;
        }
        if declared.has_type(ARTICLES) && !declared.path.is_empty() && cards < 0.8 {
            return PageKind::Article;
        }
        let is_list = declared.is_list();
        if !is_list && cards < 0.6 && declared.is_product(amounts.prices > 0) {
            return PageKind::Product;
        }
        if cards > 0.5 && prose < 0.6 || is_list && cards > 0.2 {
            let has_prices = amounts.prices >= 4 || declared.og_type.starts_with("product");
            return if has_prices { PageKind::Collection } else { PageKind::Listing };
        }
        let is_article = prose > 0.8 || declared.og_type == "article" && prose > 0.6;
        if is_article { PageKind::Article } else { PageKind::Service }
    }
}
