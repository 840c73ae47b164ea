//! Finds and draws addresses of web pages (`https://…`) in texts that people wrote.
//!
//! Such a text comes from anywhere, so only addresses that are plainly addresses become links: ASCII, with the scheme
//! `https`, without a user name before the host, which could pass one site off as another.

use super::commentary::beginning;
use maud::{Markup, html};
use std::ops::Range;

const SCHEME: &str = "https://";
/// Longest address in bytes that becomes a link.
const MAX_LINK_BYTES: usize = 2_000;

/// Returns the places of all addresses in a text. Punctuation after an address does not belong to it, nor does a letter
/// outside ASCII, because Chinese and Japanese texts go on after an address without a blank.
fn web_links(text: &str) -> Vec<Range<usize>> {
    let lower = text.to_ascii_lowercase();
    let mut found: Vec<Range<usize>> = Vec::new();
    for (begin, _) in lower.match_indices(SCHEME) {
        let before = lower.get(..begin).unwrap_or_default();
        // An address inside another one, such as that of a redirect, belongs to the outer one.
        let is_inside = found.last().is_some_and(|last| begin < last.end);
        if is_inside || before.ends_with(|c: char| c.is_ascii_alphanumeric()) {
            continue;
        }
        let length = text.get(begin..).map_or(0, address_length);
        if length > 0 {
            found.push(begin..begin + length);
        }
    }
    found
}

/// Length in bytes of the address with which a text begins; 0 if it is not an address that becomes a link.
fn address_length(text: &str) -> usize {
    let is_outside = |c: char| !c.is_ascii_alphanumeric() && !"-._~:/?#@!$&'()*+,;=%".contains(c);
    // Not more than the longest address is examined, so that a text of nothing but schemes takes no quadratic time.
    let text = beginning(text, MAX_LINK_BYTES + 1);
    let end = text.find(is_outside).unwrap_or(text.len());
    let address = text.get(..end).map_or("", without_punctuation);
    let is_link = end <= MAX_LINK_BYTES && address.get(SCHEME.len()..).is_some_and(has_host);
    if is_link { address.len() } else { 0 }
}

/// Removes punctuation at the end of an address, and closing parentheses that are not opened in it.
fn without_punctuation(mut address: &str) -> &str {
    let count = |c: char| address.matches(c).count();
    let mut unopened = count(')').saturating_sub(count('('));
    while let Some(last) = address.chars().next_back() {
        match last {
            ')' if unopened > 0 => unopened -= 1,
            '.' | ',' | ';' | ':' | '!' | '?' | '\'' | '*' => {}
            _ => break,
        }
        address = address.get(..address.len() - 1).unwrap_or_default();
    }
    address
}

/// True if what follows the scheme of an address begins with the name of a host, with or without a port.
fn has_host(rest: &str) -> bool {
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let (host, port) = authority.split_once(':').unwrap_or((authority, "443"));
    host.starts_with(|c: char| c.is_ascii_alphanumeric())
        && host.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-.".contains(&byte))
        && port.parse::<u16>().is_ok()
}

/// Draws a text in which addresses are links. `draw` draws a range of the text; it is also given whether the range is
/// an address. If the end of the text was cut off, an address at its end is no link, because it would lead elsewhere.
pub(super) fn with_links(
    text: &str,
    is_cut: bool,
    draw: &dyn Fn(Range<usize>, bool) -> Markup,
) -> Markup {
    let mut links = web_links(text);
    links.retain(|link| !is_cut || link.end < text.len());
    let begins = std::iter::once(0).chain(links.iter().map(|link| link.end));
    let last = links.last().map_or(0, |link| link.end);
    html! {
        @for (begin, link) in begins.zip(&links) {
            (draw(begin..link.start, false))
            (web_link(text.get(link.clone()).unwrap_or_default(), &draw(link.clone(), true)))
        }
        (draw(last..text.len(), false))
    }
}

/// Draws a link to an address in a text. The site that it leads to does not learn where the reader came from, and
/// search engines do not take the link for a recommendation.
fn web_link(address: &str, label: &Markup) -> Markup {
    html! {
        a.web href=(address) rel="noopener noreferrer nofollow" referrerpolicy="no-referrer" { (label) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<&str> {
        web_links(text).into_iter().filter_map(|range| text.get(range)).collect()
    }

    #[test]
    fn addresses_end_before_punctuation_and_other_scripts() {
        for (text, address) in [
            ("see https://example.com/a?b=c#d, and", "https://example.com/a?b=c#d"),
            ("(https://example.com/a_(b))", "https://example.com/a_(b)"),
            ("(see https://example.com).", "https://example.com"),
            ("見https://example.com/手筋。", "https://example.com/"),
            ("https://example.com:8080/x!?", "https://example.com:8080/x"),
            ("HTTPS://EXAMPLE.COM/X\nQ5", "HTTPS://EXAMPLE.COM/X"),
            ("<https://example.com/>", "https://example.com/"),
            ("\"https://example.com/\" onclick", "https://example.com/"),
            (
                "https://example.com/?to=https://example.org/",
                "https://example.com/?to=https://example.org/",
            ),
            ("[a](https://example.com/a)", "https://example.com/a"),
        ] {
            assert_eq!(found(text), [address], "{text}");
        }
        assert_eq!(found("https://a.example https://b.example").len(), 2);
    }

    #[test]
    fn only_plain_https_addresses_are_links() {
        for text in [
            "http://example.com",
            "javascript:alert(1)//",
            "xhttps://example.com",
            "https://",
            "https://...",
            "https://例え.jp/",
            "https://example.com@evil.example/",
            "https://user:word@evil.example/",
            "https://example.com:99999/",
            "https://[::1]/",
            "https:/example.com",
        ] {
            assert_eq!(found(text), [""; 0], "{text}");
        }
        assert!(found(&format!("https://example.com/{}", "a".repeat(3_000))).is_empty());
    }

    #[test]
    fn hostile_texts_take_no_quadratic_time() {
        for text in [")".repeat(300_000), "https://".repeat(30_000)] {
            assert_eq!(found(&format!("https://a/{text}")), [""; 0]);
        }
    }
}
