//! Bar charts as SVG, readable on light and on dark pages.

use std::fmt::Write as _;

use crate::docs::number;

/// Groups of horizontal bars. Each group has a scale of its own, since figures differ a hundredfold between groups.
pub struct BarChart {
    /// The heading.
    pub title: String,
    /// The unit of the figures.
    pub unit: String,
    /// The groups.
    pub groups: Vec<Group>,
}

/// Bars that are compared with each other.
pub struct Group {
    /// The common property of its bars.
    pub name: String,
    /// The bars.
    pub bars: Vec<Bar>,
}

/// One figure.
pub struct Bar {
    /// The subject.
    pub name: String,
    /// The figure.
    pub value: f64,
    /// The emphasis.
    pub emphasis: Emphasis,
}

/// The emphasis of a bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Emphasis {
    /// For the subject of the chart.
    Strong,
    /// For comparison.
    Normal,
    /// For a comparison with reservations.
    Faint,
}

const WIDTH: f64 = 760.0;
const NAMES: f64 = 170.0;
const FIGURES: f64 = 90.0;
const LINE: f64 = 18.0;
const HEADING: f64 = 30.0;

const STYLE: &str = "<style>\
    text { font: 12px system-ui, sans-serif; fill: #24292f } .title { font-size: 15px; font-weight: 600 } \
    .group { font-weight: 600 } .Strong { fill: #0a69da } .Normal { fill: #8c959f } .Faint { fill: #ced4da } \
    @media (prefers-color-scheme: dark) { text { fill: #e6edf3 } .Strong { fill: #4493f8 } .Normal { fill: #6e7681 } \
    .Faint { fill: #3d444d } }</style>\n";

impl BarChart {
    /// The chart as an SVG document.
    pub fn svg(&self) -> String {
        let lines: usize = self.groups.iter().map(|group| group.bars.len()).sum();
        let height = HEADING + self.groups.len() as f64 * HEADING + lines as f64 * LINE + 10.0;
        let (title, unit) = (escaped(&self.title), escaped(&self.unit));
        let mut svg = String::new();
        let _ = write!(
            svg,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" \
             height=\"{height}\" role=\"img\">\n<title>{title}, {unit}</title>\n{STYLE}\
             <text class=\"title\" x=\"0\" y=\"18\">{title}<tspan font-weight=\"400\">, {unit}</tspan></text>\n"
        );
        let mut y = HEADING;
        for group in &self.groups {
            let _ = writeln!(svg, "<text class=\"group\" x=\"0\" y=\"{}\">{}</text>", y + 20.0, escaped(&group.name));
            y += HEADING;
            let largest = group.bars.iter().map(|bar| bar.value).fold(f64::MIN_POSITIVE, f64::max);
            for bar in &group.bars {
                let length = (bar.value / largest * (WIDTH - NAMES - FIGURES)).max(1.0);
                let _ = writeln!(
                    svg,
                    "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>\
                     <rect class=\"{:?}\" x=\"{NAMES}\" y=\"{}\" width=\"{length:.1}\" height=\"{}\" rx=\"2\"/>\
                     <text x=\"{:.1}\" y=\"{}\">{}</text>",
                    NAMES - 8.0,
                    y + 12.0,
                    escaped(&bar.name),
                    bar.emphasis,
                    y + 2.0,
                    LINE - 4.0,
                    NAMES + length + 6.0,
                    y + 12.0,
                    number(bar.value),
                );
                y += LINE;
            }
        }
        svg.push_str("</svg>\n");
        svg
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_bar_fills_the_room() {
        let bar = |name: &str, value| Bar { name: name.to_owned(), value, emphasis: Emphasis::Normal };
        let group = Group { name: "a<b".to_owned(), bars: vec![bar("x", 200.0), bar("y", 50.0)] };
        let svg = BarChart { title: "T".to_owned(), unit: "MB/s".to_owned(), groups: vec![group] }.svg();
        assert!(svg.contains("width=\"500.0\"") && svg.contains("width=\"125.0\"") && svg.contains("a&lt;b"), "{svg}");
    }
}
