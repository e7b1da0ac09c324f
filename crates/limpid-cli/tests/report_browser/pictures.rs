//! The screenshots of docs/guide/report.md.

use crate::chromium::Chromium;
use crate::linked::node;
use crate::report::{Report, page};
use crate::tab::{DARK, LIGHT, Look, Tab};
use std::fs;
use std::path::Path;
use std::thread;
use std::time::Duration;

/// The steps before a screenshot is taken.
type Prepare = fn(&mut Tab<'_>);

/// Writes the screenshots to a folder, whose path is relative to the root of the repository.
pub(crate) fn make(chromium: &mut Chromium, folder: &Path) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(folder);
    fs::create_dir_all(&folder).unwrap();
    let report = Report::named(&page("tour.html"), "tour.html", &[]);
    let (light, dark) = (Look { width: 1180, height: 720, ..LIGHT }, Look { width: 1180, height: 720, ..DARK });
    let narrow = Look { width: 420, height: 720, ..LIGHT };
    let pictures: [(&str, Look, Prepare); 4] = [
        ("report-light.png", light, |_| {}),
        ("report-node.png", light, |tab| tab.hover(&node("<p>"))),
        ("report-error.png", dark, |tab| {
            for _ in 0..5 {
                tab.press("n");
            }
        }),
        ("report-narrow.png", narrow, |tab| tab.press("n")),
    ];
    for (name, look, prepare) in pictures {
        let mut tab = Tab::open(chromium, &report.file(), look);
        prepare(&mut tab);
        thread::sleep(Duration::from_millis(500));
        fs::write(folder.join(name), tab.screenshot()).unwrap();
        println!("{}", folder.join(name).display());
    }
}
