//! Every page as axe sees it: nothing that keeps people with other senses or other hands out.

use std::{fs, path::Path};

use serde_json::Value;

use crate::{
    driver::{Browser, Stage},
    table::PEACE,
};

/// What axe finds wrong with the page: the rule and where.
pub fn faults(page: &Browser<'_>, parts: &[&str]) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../xtask/web/node_modules/axe-core/axe.min.js");
    let axe = fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{}: {error}; run npm ci in xtask/web", path.display()));
    page.run(&format!("if (!window.axe) {{ {axe} }}"));
    let found = page.run(&format!(
        "const where = {{ include: {}.map((part) => [part]) }};
         const {{ violations }} = await window.axe.run(where, {{ resultTypes: ['violations'] }});
         const told = (nodes) => nodes.map(({{ html }}) => html.slice(0, 160)).join(' | ');
         return violations.map(({{ id, nodes }}) => `${{id}}: ${{told(nodes)}}`)",
        serde_json::json!(parts)
    ));
    let found = found.as_array().unwrap().iter();
    found.map(|fault| Value::as_str(fault).unwrap().to_owned()).collect()
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn axe_finds_nothing_on_any_page() {
    let stage = Stage::new("axe");
    let mut wrong = Vec::new();
    for (width, height, phone) in [(1440, 900, false), (390, 844, true)] {
        let page = stage.browser();
        page.size(width, height, phone);
        let mut look = |name: &str, parts: &[&str]| {
            wrong.extend(faults(&page, parts).into_iter().map(|fault| format!("{name} at {width}: {fault}")));
        };
        for (path, ready) in [
            ("/", ".game"),
            ("/learn/circle-of-fire", ".surprises li"),
            ("/rules/circle-of-fire", ".module"),
            ("/lesson/circle-of-fire/01-first-move", ".lesson h2"),
            ("/example/circle-of-fire/13-2-4-success-by-three", ".piece"),
            ("/study/circle-of-fire", ".boxes .slot"),
            ("/analysis/circle-of-fire", ".lesson .verbs"),
            ("/by-file.html", ".begin select"),
        ] {
            page.open(path);
            page.wait(&format!("document.querySelector('{ready}')"));
            // One module of the rulebook stands for all of them: a whole book takes axe a minute.
            let book = ["header", ".toc", "#charts", "#key", ".module[data-module='13']", ".around"];
            look(path, if path.starts_with("/rules") { &book[..] } else { &["html"][..] });
        }
        page.hotseat("view.step === 'set-up'", PEACE);
        look("the table", &["html"]);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
