//! A page for each rule, with the content that it has to find.

use limpid::content::{ContentExt as _, ContentOptions, PageKind};

/// A paragraph with the words of a subject, long enough to be recognized as one.
fn paragraph(subject: &str) -> String {
    format!(
        "<p>The {subject} is described in this sentence, which is longer than a label, and which says something about the {subject}.</p>\n"
    )
}

fn paragraphs(subject: &str, count: usize) -> String {
    paragraph(subject).repeat(count)
}

/// Checks which words the content contains. All words must be in the page.
#[track_caller]
fn check(page: &str, kept: &[&str], removed: &[&str]) {
    check_with(page, &ContentOptions::new(), kept, removed);
}

#[track_caller]
fn check_with(page: &str, options: &ContentOptions<'_>, kept: &[&str], removed: &[&str]) {
    let document = limpid::parse(page);
    let content = document.content_with(options);
    let text = content.text();
    for word in kept {
        assert!(page.contains(word) && text.contains(word), "{word} is not in {text:?} ({:?})", content.kind());
    }
    for word in removed {
        assert!(page.contains(word) && !text.contains(word), "{word} is in {text:?} ({:?})", content.kind());
    }
    assert_eq!(document.to_html(), limpid::parse(page).to_html(), "the page has changed");
}

#[test]
fn navigation_headers_and_footers_are_removed() {
    let body = paragraphs("content", 5);
    let around = [
        "<nav><a href=/>OTHER</a></nav>",
        "<div role=navigation>OTHER</div>",
        "<ul class='main-menu'><li><a href=/>OTHER</a></ul>",
        "<footer>OTHER</footer>",
        "<div id=siteFooter>OTHER</div>",
        "<header>OTHER</header>",
        "<aside>OTHER</aside>",
        "<div class=sidebar>OTHER</div>",
        "<div class='cookie-notice'>OTHER</div>",
        "<div role=dialog>OTHER</div>",
        "<div class=breadcrumbs>OTHER</div>",
        "<button>OTHER</button>",
        "<select><option>OTHER</select>",
        "<div class='social share'>OTHER</div>",
        "<p class=byline>OTHER</p>",
        "<div class=newsletter>OTHER</div>",
        "<div hidden>OTHER</div>",
        "<div style='display: none'>OTHER</div>",
        "<script>OTHER</script>",
        "<template>OTHER</template>",
    ];
    for part in around {
        check(&format!("{part}<div>{body}</div>"), &["content"], &["OTHER"]);
        check(&format!("<div>{body}{part}{body}</div>"), &["content"], &["OTHER"]);
    }
}

#[test]
fn words_in_classes_are_ignored_if_they_cover_the_page() {
    let body = paragraphs("content", 5);
    for class in ["page-sidebar-layout", "nav-open", "modal-page", "newsletter"] {
        check(&format!("<div class='{class}'>{body}</div><footer>OTHER</footer>"), &["content"], &["OTHER"]);
    }
}

#[test]
fn a_wrapper_can_be_named_after_a_part() {
    let (body, other) = (paragraphs("content", 5), paragraphs("OTHER", 2));
    let page = format!("<div class=content-sidebar-wrap><div>{body}</div><div class=sidebar>{other}</div></div>");
    check(&page, &["content"], &["OTHER"]);
}

#[test]
fn headers_and_ids_of_articles_are_content() {
    let body = paragraphs("content", 5);
    check(&format!("<article><header><h1>Title</h1></header>{body}</article>"), &["Title", "content"], &[]);
    let sections =
        ["cookies", "related-work", "navigation"].map(|id| format!("<section id={id}><h2>{id}</h2>{body}</section>"));
    check(&format!("<main>{}</main>", sections.concat()), &["cookies", "related-work", "navigation"], &[]);
    let section = format!("<section><h2>Conclusion</h2>{}</section>", paragraph("end"));
    let page = format!("<article>{}<section>{}</section>{section}</article>", paragraph("start"), body.repeat(4));
    check(&page, &["start", "content", "Conclusion", "end"], &[]);
}

#[test]
fn words_of_paragraphs_and_cells_are_content() {
    let body = paragraphs("content", 5);
    let inline = "<p>Choose <span class=menuselection>FILE</span> and then <b class=button>OPEN</b>, which shows the window that was made for this example by <a class=author>ADA</a>.</p>";
    let table = "<table><tr><th>Date<th>Name<tr><td class=date>2020<td class=author>BOB</table>";
    check(
        &format!("<div class=menu>OTHER</div><main>{body}{inline}{table}</main>"),
        &["FILE", "OPEN", "ADA", "2020", "BOB"],
        &["OTHER"],
    );
}

#[test]
fn lines_of_an_article_can_be_repeated() {
    let verse = format!("{}<p>Row, row</p>", paragraph("content"));
    check(&format!("<article>{}</article>", verse.repeat(5)), &["Row, row"], &[]);
    let formula = "<p>A formula <math><mi>x</mi><mo>=</mo><mn>1</mn></math> is in this sentence, which is longer than a label or a button.</p>";
    let text = limpid::parse(format!("<article>{}</article>", formula.repeat(5))).content().text();
    assert_eq!(text.matches("A formula x=1").count(), 5);
    assert_eq!(limpid::parse("<p>Tea".repeat(5)).content().text().matches("Tea").count(), 5);
}

#[test]
fn footers_sidebars_and_dialogs_can_be_larger_than_the_content() {
    let (body, other) = (paragraphs("content", 5), paragraphs("OTHER", 8));
    for class in ["site-footer", "sidebar", "cookie-consent", "share"] {
        check(&format!("<div>{body}</div><div class='{class}'>{other}</div>"), &["content"], &["OTHER"]);
    }
    // Other words are more often wrong.
    check(&format!("<div>{body}</div><div class='teaser'>{other}</div>"), &["content", "OTHER"], &[]);
}

#[test]
fn the_main_element_limits_the_content() {
    let (body, other) = (paragraphs("content", 3), paragraphs("OTHER", 4));
    check(&format!("<div>{other}</div><main>{body}</main>"), &["content"], &["OTHER"]);
    check(&format!("<div>{other}</div><div role=main>{body}</div>"), &["content"], &["OTHER"]);
    // A `main` with little text is not believed.
    check(&format!("<div>{body}</div><main>OTHER</main>"), &["content"], &["OTHER"]);
}

#[test]
fn sections_with_other_headings_are_removed() {
    let body = paragraphs("content", 8);
    let wrapped = "<section><h2>Related articles</h2><p><a href=/x>OTHER</a><p>OTHER</section>";
    check(
        &format!("<article>{body}<section><h2>Related work</h2>{}</section></article>", paragraph("kept")),
        &["kept"],
        &[],
    );
    let flat = "<h2>You may also like</h2><p>OTHER<p><a href=/x>OTHER</a><h2>Notes</h2><p>more content";
    check(&format!("<article>{body}{wrapped}</article>"), &["content"], &["OTHER", "Related articles"]);
    check(&format!("<article>{body}{flat}</article>"), &["content", "Notes", "more content"], &["OTHER"]);
    check(&format!("<article><h2>Relations</h2>{body}</article>"), &["content", "Relations"], &[]);
}

#[test]
fn teasers_in_an_article_are_removed() {
    let body = paragraphs("content", 12);
    let card = "<div><h3><a href=/x>OTHER title of a page</a></h3><p>OTHER</p><a href=/x>Read</a></div>";
    check(&format!("<article>{body}<div>{}</div></article>", card.repeat(4)), &["content"], &["OTHER"]);
}

#[test]
fn a_listing_keeps_its_entries() {
    let entry = |subject| {
        format!("<li><h3><a href=/x>The title about {subject}</a></h3><p>A short text about {subject}.</p></li>")
    };
    let entries: String = ["apples", "pears", "plums", "cherries", "figs"].map(entry).concat();
    let page =
        format!("<nav><a href=/>OTHER</a></nav><main><h1>Fruit</h1><ul>{entries}</ul></main><footer>OTHER</footer>");
    check(&page, &["apples", "figs"], &["OTHER"]);
    assert_eq!(limpid::parse(page).content().kind(), PageKind::Listing);
}

#[test]
fn a_collection_keeps_its_products() {
    let product = |name| format!("<div><a href=/x>{name} tea from the mountains</a><span>$ 4.20</span></div>");
    let products: String = ["Green", "White", "Black", "Red", "Yellow"].map(product).concat();
    let page = format!("<nav><a href=/>OTHER</a></nav><main><h1>Teas</h1><div>{products}</div></main>");
    check(&page, &["Green", "Yellow", "$ 4.20"], &["OTHER"]);
    assert_eq!(limpid::parse(page).content().kind(), PageKind::Collection);
}

#[test]
fn a_product_has_no_reviews_and_choices() {
    let page = format!(
        "<meta property=og:type content=product><main><h1>Sencha</h1>{}<div class=variants>OTHER</div>\
         <div><a href=/x>OTHER green tea</a></div><div class=reviews>OTHER</div></main>",
        paragraphs("content", 4),
    );
    check(&page, &["Sencha", "content"], &["OTHER"]);
}

#[test]
fn a_thread_consists_of_posts() {
    let post = |author: &str, subject: &str| {
        format!(
            "<div class=post><div class=user>OTHER {author}</div><div class=body>{}</div></div>",
            paragraph(subject)
        )
    };
    let posts = post("ada", "first question") + &post("bob", "second answer") + &post("eve", "third answer");
    let page = format!("<meta name=generator content=phpBB><div>{posts}</div>");
    check(&page, &["first question", "second answer", "third answer"], &["OTHER"]);
    let content = limpid::parse(&*page).content();
    assert_eq!((content.kind(), content.nodes().count()), (PageKind::Thread, 3));
    // Without a declaration, the classes show that the page is a thread.
    let content = limpid::parse(format!("<div>{posts}</div>")).content();
    assert_eq!(content.kind(), PageKind::Thread);
}

#[test]
fn the_first_post_can_be_the_longest() {
    let posts = format!(
        "<div class=post>{}</div><div class=post><p>I agree.</div><div class=post><p>Me too.</div>",
        paragraphs("question", 20)
    );
    check(&format!("<meta name=generator content=phpBB><div>{posts}</div>"), &["question", "I agree.", "Me too."], &[]);
}

#[test]
fn quotations_in_a_thread_are_removed() {
    let post = |quote: &str| format!("<div class=post><div class=body>{quote}{}</div></div>", paragraph("content"));
    let posts = post("") + &post("<blockquote>OTHER said</blockquote>") + &post("");
    check(&format!("<meta name=generator content=Discourse><div>{posts}</div>"), &["content"], &["OTHER"]);
}

#[test]
fn paragraphs_that_occurred_before_are_removed() {
    let long = "Sencha is steamed shortly after it is picked, and is the most common kind of tea in Japan, where it is grown in many regions.";
    let page = |kind: &str| {
        format!("{kind}<main><h1>Sencha</h1><div class=wide><p>{long}</div><div class=narrow><p>{long}</div></main>")
    };
    let count = |page: String| limpid::parse(page).content().text().matches("Sencha is steamed").count();
    assert_eq!(count(page("<meta property=og:type content=product>")), 1);
    // An article or a manual repeats a paragraph on purpose.
    assert_eq!(count(page("<meta property=og:type content=article>")), 2);
    assert_eq!(count(page("<meta name=generator content=Sphinx>")), 2);
}

#[test]
fn comments_are_separate() {
    let comments = format!("<section id=comments>{}</section>", paragraphs("COMMENT", 3));
    let page = format!("<article>{}</article>{comments}", paragraphs("content", 3));
    check(&page, &["content"], &["COMMENT"]);
    check_with(&page, &ContentOptions::new().comments(true), &["content", "COMMENT"], &[]);
    let widget = format!("<div class=sidebar><div class=recent-comments>{}</div></div>", paragraph("OTHER"));
    check_with(&format!("{page}{widget}"), &ContentOptions::new().comments(true), &["COMMENT"], &["OTHER"]);
    let document = limpid::parse(&*page);
    let content = document.content();
    let comments: Vec<_> = content.comments().iter().map(|id| document.node(*id).unwrap()).collect();
    assert_eq!((comments.len(), comments[0].element_id()), (1, Some("comments")));
}

#[test]
fn panels_and_content_that_a_script_shows_are_kept() {
    let body = paragraphs("content", 3);
    check(
        &format!("<main>{body}<div role=tabpanel hidden>{}</div></main>", paragraphs("panel", 2)),
        &["content", "panel"],
        &[],
    );
    check(
        &format!("<main>{body}<div class=accordion__panel style='display:none'>{}</div></main>", paragraph("panel")),
        &["panel"],
        &[],
    );
    check(
        &format!("<main>{body}<details><summary>More</summary>{}</details></main>", paragraphs("detail", 3)),
        &["detail"],
        &[],
    );
    let question = "<details><summary>Why tea?</summary><p>It is green.</details>";
    check(&format!("<main>{body}{question}</main>"), &["Why tea?", "It is green."], &[]);
    let toggle = "<h2><button class=accordion-button>Why tea?</button></h2>";
    check(&format!("<main>{body}{toggle}<button>OTHER</button></main>"), &["Why tea?"], &["OTHER"]);
    check(&format!("<div style='visibility:hidden'><h1>Title</h1>{body}</div>"), &["Title", "content"], &[]);
}

#[test]
fn noscript_is_content_if_nothing_else_is() {
    check(&format!("<div id=app></div><noscript>{}</noscript>", paragraphs("content", 3)), &["content"], &[]);
    check(&format!("<div>{}</div><noscript>OTHER</noscript>", paragraphs("content", 3)), &["content"], &["OTHER"]);
}

#[test]
fn fragments_have_content() {
    let page = paragraphs("content", 2);
    let content = limpid::parse_fragment(&page, "div").content();
    assert_eq!((content.text().matches("content").count(), content.nodes().count()), (4, 1));
    assert_eq!(limpid::parse_fragment("<svg><text>tea</text></svg>", "div").content().text(), "");
}

#[test]
fn options_remove_images_and_links() {
    let page = format!(
        "<main>{}<figure><img src=a.png alt=cup><figcaption>CAPTION</figcaption></figure><p>See <a href=/x>this</a>.</main>",
        paragraphs("content", 2)
    );
    let document = limpid::parse(&*page);
    let markdown = |options| document.content_with(&options).markdown();
    assert!(markdown(ContentOptions::new()).contains("![cup](a.png)"));
    assert!(markdown(ContentOptions::new()).contains("[this](/x)"));
    assert!(!markdown(ContentOptions::new().images(false)).contains("cup"));
    assert!(!markdown(ContentOptions::new().images(false)).contains("CAPTION"));
    assert!(markdown(ContentOptions::new().links(false)).contains("See this."));
}

#[test]
fn little_text_has_little_confidence() {
    let confidence = |page: &str| limpid::parse(page).content().confidence();
    assert_eq!(confidence(""), 0.0);
    let (short, links, long) = (
        confidence("<p>Tea"),
        confidence(&"<li><a href=/>A link to a page</a>".repeat(50)),
        confidence(&paragraphs("tea", 20)),
    );
    assert!(short < links && links < long && long < 1.0, "{short} {links} {long}");
}

#[test]
fn pages_without_content_are_empty() {
    for page in ["", "<title>Tea</title>", "<frameset><frame></frameset>", "<script>x()</script>"] {
        let content = limpid::parse(page).content();
        assert_eq!(
            (content.text(), content.markdown(), content.confidence()),
            (String::new(), String::new(), 0.0),
            "{page}"
        );
    }
}

#[test]
fn kinds_follow_declarations() {
    let kind = |head: &str| limpid::parse(format!("{head}<main>{}</main>", paragraphs("content", 4))).content().kind();
    let json_ld = |name: &str| {
        format!(
            "<link rel=canonical href=https://example.org/a/b><script type=application/ld+json>{{\"@type\": \"{name}\"}}</script>"
        )
    };
    assert_eq!(kind(""), PageKind::Article);
    assert_eq!(kind(&json_ld("NewsArticle")), PageKind::Article);
    assert_eq!(kind(&json_ld("TechArticle")), PageKind::Documentation);
    assert_eq!(kind(&json_ld("DiscussionForumPosting")), PageKind::Thread);
    assert_eq!(kind("<link rel=canonical href=https://docs.example.org/guide>"), PageKind::Documentation);
    assert_eq!(kind("<link rel=canonical href=https://example.org/threads/tea.1/>"), PageKind::Thread);
    assert_eq!(kind("<meta name=generator content='Docusaurus 3'>"), PageKind::Documentation);
    assert_eq!(kind("<meta property=og:type content=product>"), PageKind::Product);
    let topic = "<link rel=canonical href=https://example.org/topics/tea/green>";
    assert_eq!(kind(topic), PageKind::Thread);
    assert_eq!(kind(&format!("{topic}<meta property=og:type content=article>")), PageKind::Article);
}
