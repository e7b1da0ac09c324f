//! Checks the policy of docs/guide/from-ammonia.md: except for the differences that the page lists, the output equals ammonia's.

use std::collections::BTreeSet;

use limpid::sanitize::{Cleaner, Rules, Sanitizer, SanitizerConfig};

fn cleaner() -> (SanitizerConfig, Cleaner) {
    let config = include_str!("../../docs/guide/policies/ammonia-config.json");
    let rules = include_str!("../../docs/guide/policies/ammonia-rules.json");
    let config: SanitizerConfig = serde_json::from_str(config).unwrap();
    let rules: Rules = serde_json::from_str(rules).unwrap();
    let cleaner = Cleaner::new(Sanitizer::for_safe_methods(&config).unwrap(), rules).unwrap();
    (config, cleaner)
}

#[test]
fn lists_equal_those_of_ammonia() {
    let (config, _) = cleaner();
    let builder = ammonia::Builder::default();
    let elements = config.elements.unwrap();
    let names: BTreeSet<&str> = elements.iter().map(|element| element.name.as_str()).collect();
    assert_eq!(names, builder.clone_tags().into_iter().collect());
    for element in &elements {
        let own: BTreeSet<&str> =
            element.attributes.iter().flatten().map(|attribute| attribute.name.as_str()).collect();
        let expected = builder.clone_tag_attributes().get(element.name.as_str()).cloned().unwrap_or_default();
        assert_eq!(own, expected.into_iter().collect(), "{}", element.name);
    }
}

#[test]
fn output_equals_that_of_ammonia() {
    let (_, cleaner) = cleaner();
    for markup in [
        "",
        "Tea &amp; <b>cups</b> &lt;i>",
        "<p>One<p>Two<br>three</p>",
        "<x-y>a<evil>b</evil>c</x-y>",
        "an <script>evil()</script> example <style>p {}</style>",
        "<!--c-->1<!-->2",
        "<a href=/a title=t class=c onclick=x()>1</a><a>2</a>",
        "<a href='javascript:x()'>1</a><a href='JAVA\tscript:x()'>2</a><a href=data:x>3</a><a href=mailto:x>4</a>",
        "<img src=https://example.org/a.png alt=a onerror=x() width=1><img src=data:x>",
        "<table><tr><td colspan=2 style=x>1<th scope=row>2</table>",
        "<div lang=en title='a \"b\"' id=i>1</div>",
        "<ul><li>1<ol start=3><li>2</ol></ul>",
        "<b>1<p>2</b>3</p>",
        "<svg><g>1</g></svg><math><mi>2",
        "<form action=/x><input name=a>3</form><select><option>4</select>",
        "<details open><summary>1</summary>2</details>",
        "<template>1</template>2",
    ] {
        assert_eq!(cleaner.clean(markup), ammonia::clean(markup), "{markup}");
    }
}
