//! Whether Chromium and limpid agree.

use super::case::Case;
use super::rules::RULES;

pub(super) enum Verdict {
    Same,
    /// They differ by rules, of these numbers, that Chromium is known not to follow.
    Excused(Vec<usize>),
    Different {
        ours: String,
        theirs: String,
    },
}

/// More rules than this are not taken together.
const RULES_TOGETHER: usize = 3;

pub(super) fn judge(case: &Case, theirs: Option<&str>) -> Verdict {
    let ours = case.dump();
    let theirs = theirs.unwrap_or("Chromium crashed\n");
    if ours == theirs {
        return Verdict::Same;
    }
    let mut readings = vec![(Vec::new(), case.clone())];
    for _ in 0..RULES_TOGETHER {
        let mut more = Vec::new();
        for (number, rule) in RULES.iter().enumerate() {
            // Rules are combined in their order, as it does not matter.
            for (so_far, reading) in
                readings.iter().filter(|(so_far, _)| so_far.last().is_none_or(|last| *last <= number))
            {
                more.extend((rule.readings)(reading).into_iter().map(|case| ([&**so_far, &[number]].concat(), case)));
            }
        }
        if let Some((rules, _)) = more.iter().find(|(_, reading)| reading.dump() == theirs) {
            let mut rules = rules.clone();
            rules.dedup();
            return Verdict::Excused(rules);
        }
        readings = more;
    }
    Verdict::Different { ours, theirs: theirs.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::super::sanitizer;
    use super::*;
    use html5lib_tests::differences::DIFFERENCES;
    use limpid_pages::Context;

    fn rules(context: &'static str, input: &str, theirs: &str) -> Option<Vec<&'static str>> {
        let context = (!context.is_empty()).then_some(Context { name: context, encoding: None });
        match judge(&Case::new(context, vec![input.to_owned()]), Some(theirs)) {
            Verdict::Same => Some(Vec::new()),
            Verdict::Excused(rules) => Some(rules.into_iter().map(|rule| RULES[rule].name).collect()),
            Verdict::Different { .. } => None,
        }
    }

    #[test]
    fn only_what_a_rule_explains_is_excused() {
        assert_eq!(rules("div", "<p>x", "| <p>\n|   \"x\"\n"), Some(Vec::new()));
        assert_eq!(rules("div", "<p>x", "| <p>\n|   \"y\"\n"), None);
        let link = "quirks\n| <html>\n|   <head>\n|     <link>\n|   <body>\n";
        assert_eq!(rules("", "\0<link>", link), Some(vec!["null-in-data"]));
        assert_eq!(rules("", "\0<meta>", link), None);
        let two = rules("select", "<input\t\r\na\nb>", "| <input>\n|   ab=\"\"\n");
        assert_eq!(two.map(|rules| rules.len()), Some(2));
    }

    #[test]
    fn end_tags_in_a_foreign_context_leave_no_trace() {
        let theirs = "| <p>\n|   <b>\n|     \"x\"\n| <em>\n|   \"y\"\n";
        assert_eq!(rules("math math", "<p><b>x</p></b></i><em>y", theirs).map(|rules| rules.len()), Some(1));
        assert_eq!(rules("div", "<p><b>x</p></i><em>y", theirs), None);
        let theirs = "| \"xyz\"\n";
        assert_eq!(rules("svg desc", "x</b>y</i>z", theirs), Some(Vec::new()));
        let theirs = "| <p>\n|   <b>\n| <b>\n|   \"y\"\n| \"z\"\n";
        assert_eq!(rules("svg desc", "<p><b></p>y</b></i></b>z", theirs), Some(Vec::new()));
    }

    #[test]
    fn names_are_known_in_any_case() {
        let search =
            "quirks\n| <html>\n|   <head>\n|   <body>\n|     <b>\n|       <search>\n|         \"x\"\n|     \"y\"\n";
        assert_eq!(rules("", "<b><seArch>x</b>y", search), Some(vec!["search"]));
        let theirs = "| <svg altGlyph>\n|   <svg svg>\n|     <svg math>\n|       \"x\"\n";
        assert_eq!(rules("svg svg", "<altGlyph><svg><math></altGlyph>x", theirs), Some(vec!["mixed-case-end-tags"]));
        assert_eq!(rules("div", "\u{e009}", "| \"\t\"\n"), None);
    }

    #[test]
    fn forms_may_be_closed_together() {
        let theirs = "| <form>\n|   <applet>\n|   <form>\n|     \"1\"\n| \"2\"\n";
        let name = "forms-closed-together";
        assert_eq!(rules("div", "<form><applet></form></applet><form>1</form>2", theirs), Some(vec![name]));
    }

    #[test]
    fn every_rule_has_an_example() {
        for rule in RULES {
            let (context, input) = rule.example;
            let context = (!context.is_empty()).then_some(Context { name: context, encoding: None });
            let case = Case::new(context, vec![input.to_owned()]);
            let readings = (rule.readings)(&case);
            assert!(readings.iter().any(|reading| reading.dump() != case.dump()), "{}", rule.name);
        }
    }

    #[test]
    fn rules_are_those_of_the_list() {
        let mut listed: Vec<_> = DIFFERENCES.iter().filter(|it| it.chromium.is_some()).map(|it| &*it.name).collect();
        let mut names: Vec<_> = RULES.iter().map(|rule| rule.name).chain(sanitizer::names()).collect();
        listed.sort_unstable();
        names.sort_unstable();
        assert_eq!(names, listed);
    }
}
