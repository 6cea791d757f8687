//! Pictures taken apart, so that what they share is kept once. A picture is its opening tag and its elements.

/// The opening tag and the elements of an SVG file, in order.
pub fn parts(svg: &str) -> (&str, Vec<&str>) {
    let start = svg.find("<svg").unwrap_or(0);
    let open = start + end_of_tag(&svg[start..]);
    let inner = svg[open..].trim_end().strip_suffix("</svg>").unwrap_or(&svg[open..]);
    let mut parts = Vec::new();
    let (mut from, mut at, mut depth) = (0, 0, 0_i32);
    while let Some(found) = inner[at..].find('<') {
        let tag = at + found;
        let end = tag + end_of_tag(&inner[tag..]);
        let text = &inner[tag..end];
        if text.starts_with("</") {
            depth -= 1;
        } else if !text.ends_with("/>") && !text.starts_with("<!") && !text.starts_with("<?") {
            depth += 1;
        }
        at = end;
        if depth == 0 {
            parts.push(inner[from..end].trim());
            from = end;
        }
    }
    (&svg[start..open], parts)
}

/// Where a tag ends; signs between quotation marks do not count.
fn end_of_tag(text: &str) -> usize {
    let mut quoted = false;
    for (at, sign) in text.char_indices() {
        match sign {
            '"' => quoted = !quoted,
            '>' if !quoted => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// How many elements two lists begin and end with in common.
pub fn shared<T: PartialEq>(one: &[T], two: &[T]) -> (usize, usize) {
    let least = one.len().min(two.len());
    let first = one.iter().zip(two).take_while(|(one, two)| one == two).count();
    let last = one.iter().rev().zip(two.iter().rev()).take_while(|(one, two)| one == two).count();
    (first, last.min(least - first))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_its_elements() {
        let svg =
            "<svg a=\"x > y\">\n<defs><p/></defs><path d=\"M0\"/> <g><g><t>a &lt; b</t></g></g>\n</svg>\n";
        let (open, parts) = parts(svg);
        assert_eq!(open, "<svg a=\"x > y\">");
        assert_eq!(parts, ["<defs><p/></defs>", "<path d=\"M0\"/>", "<g><g><t>a &lt; b</t></g></g>"]);
    }

    #[test]
    fn what_two_lists_share_is_counted_once() {
        assert_eq!(shared(&[1, 2, 3], &[1, 9, 3]), (1, 1));
        assert_eq!(shared(&[1, 1], &[1, 1, 1]), (2, 0));
        assert_eq!(shared(&[1, 2], &[1, 2]), (2, 0));
        assert_eq!(shared::<u8>(&[], &[]), (0, 0));
    }
}
