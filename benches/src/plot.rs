//! Plots as SVG, readable on light and on dark pages: bars in groups, and lines in panels with logarithmic axes. Libraries that
//! draw SVG write colours into each shape, where these follow the reader's colour scheme.

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

/// Lines in panels side by side, both axes logarithmic and the same for all panels.
pub struct LineChart {
    /// The text of the whole plot, for those who do not see it.
    pub title: String,
    /// The panels.
    pub panels: Vec<Panel>,
    /// The units of powers of ten on either axis: exponent and name.
    pub units: [(i32, &'static str); 2],
    /// The text below.
    pub caption: String,
}

/// The lines of one panel.
pub struct Panel {
    /// The heading.
    pub title: String,
    /// The lines.
    pub lines: Vec<Line>,
}

/// A line through points.
pub struct Line {
    /// The text that a pointer on it shows.
    pub name: String,
    /// The points, both figures above 0.
    pub points: Vec<[f64; 2]>,
    /// Whether it stands out.
    pub is_marked: bool,
}

const WIDTH: f64 = 760.0;
const NAMES: f64 = 170.0;
const FIGURES: f64 = 90.0;
const LINE: f64 = 18.0;
const HEADING: f64 = 30.0;

const PANEL: [f64; 2] = [240.0, 260.0];
const GAP: f64 = 16.0;
const MARGIN: f64 = 48.0;
const TOP: f64 = 28.0;

const STYLE: &str = "<style>\
    text { font: 12px system-ui, sans-serif; fill: #24292f } .title { font-size: 15px; font-weight: 600 } \
    .group { font-weight: 600 } .Strong { fill: #0a69da } .Normal { fill: #8c959f } .Faint { fill: #ced4da } \
    path { fill: none; stroke: #0a69da; opacity: .6 } .marked { stroke: #cf222e } line { stroke: #8c959f; stroke-width: .5 } \
    @media (prefers-color-scheme: dark) { text { fill: #e6edf3 } .Strong { fill: #4493f8 } .Normal { fill: #6e7681 } \
    .Faint { fill: #3d444d } path { stroke: #4493f8 } .marked { stroke: #f85149 } line { stroke: #6e7681 } }</style>\n";

/// Writes the document around what is drawn.
fn document(title: &str, [width, height]: [f64; 2], drawing: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         role=\"img\">\n<title>{}</title>\n{STYLE}{drawing}</svg>\n",
        escaped(title)
    )
}

impl BarChart {
    /// Draws the chart.
    pub fn svg(&self) -> String {
        let lines: usize = self.groups.iter().map(|group| group.bars.len()).sum();
        let height = HEADING + self.groups.len() as f64 * HEADING + lines as f64 * LINE + 10.0;
        let (title, unit) = (escaped(&self.title), escaped(&self.unit));
        let mut svg = String::new();
        let _ = writeln!(
            svg,
            "<text class=\"title\" x=\"0\" y=\"18\">{title}<tspan font-weight=\"400\">, {unit}</tspan></text>"
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
        document(&format!("{}, {}", self.title, self.unit), [WIDTH, height], &svg)
    }
}

impl LineChart {
    /// Draws the chart.
    pub fn svg(&self) -> String {
        let axes = [0, 1].map(|axis| self.powers(axis));
        let [x_axis, y_axis] = axes;
        let share = |value: f64, (low, high): (i32, i32)| (value.log10() - f64::from(low)) / f64::from(high - low);
        let left = |panel: usize| MARGIN + panel as f64 * (PANEL[0] + GAP);
        let x = |panel: usize, value: f64| left(panel) + share(value, x_axis) * PANEL[0];
        let y = |value: f64| TOP + (1.0 - share(value, y_axis)) * PANEL[1];
        let [x_unit, y_unit] = self.units;
        let (width, bottom) = (left(self.panels.len()), TOP + PANEL[1]);
        let mut svg = String::new();
        for power in y_axis.0..=y_axis.1 {
            let (at, name) = (y(10_f64.powi(power)), 10_f64.powi(power - y_unit.0));
            let _ = writeln!(
                svg,
                "<line x1=\"{MARGIN}\" y1=\"{at:.1}\" x2=\"{width}\" y2=\"{at:.1}\"/>\
                 <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{name} {}</text>",
                MARGIN - 4.0,
                at + 4.0,
                y_unit.1,
            );
        }
        for (number, panel) in self.panels.iter().enumerate() {
            let (from, title) = (left(number), escaped(&panel.title));
            let _ = writeln!(svg, "<text class=\"title\" x=\"{from:.1}\" y=\"18\">{title}</text>");
            for power in x_axis.0..=x_axis.1 {
                let (at, name) = (x(number, 10_f64.powi(power)), 10_f64.powi(power - x_unit.0));
                let _ = writeln!(
                    svg,
                    "<line x1=\"{at:.1}\" y1=\"{TOP}\" x2=\"{at:.1}\" y2=\"{bottom:.1}\"/>\
                     <text x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{name} {}</text>",
                    bottom + GAP,
                    x_unit.1,
                );
            }
            for line in panel.lines.iter().filter(|line| line.points.len() > 1) {
                let class = if line.is_marked { " class=\"marked\"" } else { "" };
                let place = |point: &[f64; 2]| format!("{:.1},{:.1}", x(number, point[0]), y(point[1]));
                let places = line.points.iter().map(place).collect::<Vec<_>>().join(" L");
                let _ = writeln!(svg, "<path{class} d=\"M{places}\"><title>{}</title></path>", escaped(&line.name));
            }
        }
        let height = bottom + 42.0;
        let _ = writeln!(svg, "<text x=\"{MARGIN}\" y=\"{}\">{}</text>", height - 6.0, escaped(&self.caption));
        document(&self.title, [width, height], &svg)
    }

    /// Returns the powers of ten between which all figures of an axis lie.
    fn powers(&self, axis: usize) -> (i32, i32) {
        let lines = self.panels.iter().flat_map(|panel| &panel.lines);
        let figures = lines.flat_map(|line| &line.points).map(|point| point[axis].log10());
        let (low, high) = figures.fold((f64::MAX, f64::MIN), |(low, high), value| (low.min(value), high.max(value)));
        if low > high { (0, 1) } else { (low.floor() as i32, (high.ceil() as i32).max(low.floor() as i32 + 1)) }
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

    #[test]
    fn figures_lie_between_powers_of_ten() {
        let line = Line { name: "n".to_owned(), points: vec![[1e4, 1e-3], [1e6, 1e-1]], is_marked: true };
        let panel = Panel { title: "p".to_owned(), lines: vec![line] };
        let units = [(3, "KB"), (-3, "ms")];
        let svg = LineChart { title: "T".to_owned(), panels: vec![panel], units, caption: "c".to_owned() }.svg();
        // From the lower left corner to the upper right one.
        assert!(svg.contains("class=\"marked\" d=\"M48.0,288.0 L288.0,28.0\""), "{svg}");
        assert!(
            svg.contains(">10 KB<") && svg.contains(">1000 KB<") && svg.contains(">1 ms<") && svg.contains(">100 ms<")
        );
    }
}
