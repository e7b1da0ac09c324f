//! A browser tab that shows a report, with mouse and keyboard input.

use crate::chromium::Chromium;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

const PATIENCE: Duration = Duration::from_secs(40);

pub(crate) struct Tab<'c> {
    chromium: &'c mut Chromium,
    target: String,
    session: String,
}

/// The size of the window and the color scheme.
#[derive(Clone, Copy)]
pub(crate) struct Look {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) is_dark: bool,
}

pub(crate) const LIGHT: Look = Look { width: 1280, height: 800, is_dark: false };
pub(crate) const DARK: Look = Look { is_dark: true, ..LIGHT };

impl<'c> Tab<'c> {
    /// Opens a file, and waits until its script has run.
    pub(crate) fn open(chromium: &'c mut Chromium, file: &Path, look: Look) -> Tab<'c> {
        let mut tab = Tab::new(chromium, look);
        tab.go(file);
        tab.wait("document.readyState === 'complete' && !document.querySelector('main').hidden");
        tab
    }

    /// Opens a file with scripting disabled.
    pub(crate) fn open_without_scripts(chromium: &'c mut Chromium, file: &Path, look: Look) -> Tab<'c> {
        let mut tab = Tab::new(chromium, look);
        tab.call("Emulation.setScriptExecutionDisabled", json!({ "value": true }));
        tab.go(file);
        tab.wait("document.readyState === 'complete' && document.querySelector('main')");
        tab
    }

    /// Checks that the browser can open files: in a container, it may see a different temporary folder.
    pub(crate) fn can_open_files(chromium: &'c mut Chromium) -> Result<(), String> {
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        let file = folder.path().join("probe.html");
        fs::write(&file, "<title>probe</title>").map_err(|error| error.to_string())?;
        let mut tab = Tab::new(chromium, LIGHT);
        tab.go(&file);
        let start = Instant::now();
        while tab.evaluate("document.title") != "probe" {
            if start.elapsed() > PATIENCE {
                return Err("the browser cannot open files".to_owned());
            }
            thread::sleep(Duration::from_millis(20));
        }
        Ok(())
    }

    fn go(&mut self, file: &Path) {
        self.call("Page.navigate", json!({ "url": format!("file://{}", file.display()) }));
    }

    fn new(chromium: &'c mut Chromium, look: Look) -> Tab<'c> {
        let target = chromium.call(None, "Target.createTarget", json!({ "url": "about:blank" })).unwrap();
        let target = target["targetId"].as_str().unwrap().to_owned();
        let attached =
            chromium.call(None, "Target.attachToTarget", json!({ "targetId": target, "flatten": true })).unwrap();
        let session = attached["sessionId"].as_str().unwrap().to_owned();
        chromium.events.clear();
        let mut tab = Tab { chromium, target, session };
        for domain in ["Page", "Runtime", "Network", "Log"] {
            tab.call(&format!("{domain}.enable"), json!({}));
        }
        let Look { width, height, is_dark } = look;
        let metrics = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        tab.call("Emulation.setDeviceMetricsOverride", metrics);
        let features = json!({ "features": [
            { "name": "prefers-color-scheme", "value": if is_dark { "dark" } else { "light" } },
            // Tests need not wait for transitions.
            { "name": "prefers-reduced-motion", "value": "reduce" },
        ] });
        tab.call("Emulation.setEmulatedMedia", features);
        tab
    }

    fn call(&mut self, method: &str, parameters: Value) -> Value {
        self.chromium.call(Some(&self.session), method, parameters).unwrap()
    }

    /// Evaluates an expression.
    #[track_caller]
    pub(crate) fn evaluate(&mut self, expression: &str) -> Value {
        let parameters = json!({ "expression": expression, "returnByValue": true, "awaitPromise": true });
        let mut result = self.call("Runtime.evaluate", parameters);
        assert!(result.get("exceptionDetails").is_none(), "{expression}: {}", result["exceptionDetails"]);
        result["result"]["value"].take()
    }

    /// Waits until the next frame is drawn, for example after scrolling.
    pub(crate) fn next_frame(&mut self) {
        self.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))");
    }

    #[track_caller]
    pub(crate) fn text(&mut self, expression: &str) -> String {
        let value = self.evaluate(expression);
        value.as_str().unwrap_or_else(|| panic!("{expression} is {value}")).to_owned()
    }

    #[track_caller]
    pub(crate) fn number(&mut self, expression: &str) -> f64 {
        let value = self.evaluate(expression);
        value.as_f64().unwrap_or_else(|| panic!("{expression} is {value}"))
    }

    /// Waits until an expression is true.
    #[track_caller]
    pub(crate) fn wait(&mut self, expression: &str) {
        let start = Instant::now();
        // An exception, as for an element that does not exist yet, counts as false.
        let guarded = format!("(() => {{ try {{ return Boolean({expression}) }} catch {{ return false }} }})()");
        while self.evaluate(&guarded) != true {
            let thrown = self.events("Runtime.exceptionThrown");
            assert!(thrown.is_empty(), "{thrown:?}");
            assert!(start.elapsed() < PATIENCE, "never true: {expression}");
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Waits for the element that an expression returns, and returns its center.
    #[track_caller]
    fn middle(&mut self, found: &str) -> (f64, f64) {
        self.wait(found);
        let place = self.evaluate(&format!(
            "(() => {{ const {{ left, top, width, height }} = {found}.getBoundingClientRect(); \
             return [left + Math.min(width / 2, 120), top + height / 2] }})()"
        ));
        (place[0].as_f64().unwrap(), place[1].as_f64().unwrap())
    }

    fn mouse(&mut self, kind: &str, (x, y): (f64, f64)) {
        let button = if kind == "mouseMoved" { "none" } else { "left" };
        self.call(
            "Input.dispatchMouseEvent",
            json!({ "type": kind, "x": x, "y": y, "button": button, "clickCount": 1 }),
        );
    }

    /// Moves the pointer over the element that an expression returns.
    #[track_caller]
    pub(crate) fn hover(&mut self, found: &str) {
        let place = self.middle(found);
        self.mouse("mouseMoved", place);
    }

    #[track_caller]
    pub(crate) fn click(&mut self, found: &str) {
        let place = self.middle(found);
        self.mouse("mouseMoved", place);
        self.mouse("mousePressed", place);
        self.mouse("mouseReleased", place);
    }

    /// Presses and releases a key: `ArrowDown`, `Enter`, `n`.
    pub(crate) fn press(&mut self, key: &str) {
        let code = match key {
            "Tab" => 9,
            "Enter" => 13,
            "Escape" => 27,
            "End" => 35,
            "Home" => 36,
            "ArrowLeft" => 37,
            "ArrowUp" => 38,
            "ArrowRight" => 39,
            "ArrowDown" => 40,
            _ => 0,
        };
        let text = match key {
            "Enter" => "\r",
            _ if key.len() == 1 => key,
            _ => "",
        };
        self.call(
            "Input.dispatchKeyEvent",
            json!({ "type": "keyDown", "key": key, "windowsVirtualKeyCode": code, "text": text }),
        );
        self.call("Input.dispatchKeyEvent", json!({ "type": "keyUp", "key": key, "windowsVirtualKeyCode": code }));
    }

    pub(crate) fn type_text(&mut self, text: &str) {
        self.call("Input.insertText", json!({ "text": text }));
    }

    pub(crate) fn screenshot(&mut self) -> Vec<u8> {
        let shot = self.call("Page.captureScreenshot", json!({ "format": "png" }));
        BASE64_STANDARD.decode(shot["data"].as_str().unwrap()).unwrap()
    }

    /// Returns the events of this kind since the tab was opened.
    pub(crate) fn events(&mut self, method: &str) -> Vec<Value> {
        // After one more call, all earlier events have arrived.
        self.evaluate("0");
        let of_session = |event: &&Value| event["method"] == method && event["sessionId"] == self.session.as_str();
        self.chromium.events.iter().filter(of_session).map(|event| event["params"].clone()).collect()
    }
}

impl Drop for Tab<'_> {
    fn drop(&mut self) {
        let target = json!({ "targetId": self.target });
        let _ = self.chromium.call(None, "Target.closeTarget", target);
    }
}
