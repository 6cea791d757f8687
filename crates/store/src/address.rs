//! The address of a database, as it is taken apart and as it may be shown.

/// The address of a database without its password, wherever that stands in it.
pub fn without_secret(address: &str) -> String {
    let Some((scheme, rest)) = address.split_once("://") else {
        return hide_words(address);
    };
    let (place, query) = rest.split_once('?').map_or((rest, None), |(place, query)| (place, Some(query)));
    // A password may hold an `@`, a name of a host cannot.
    let place = match place.rsplit_once('@') {
        Some((who, place)) => format!("{}@{place}", who.split(':').next().unwrap_or_default()),
        None => place.to_owned(),
    };
    let shown = |pair: &&str| !pair.to_ascii_lowercase().starts_with("password");
    let query: Vec<&str> = query.into_iter().flat_map(|query| query.split('&')).filter(shown).collect();
    let query = if query.is_empty() { String::new() } else { format!("?{}", query.join("&")) };
    format!("{scheme}://{place}{query}")
}

/// `host=localhost password=secret` without the secret.
fn hide_words(text: &str) -> String {
    let shown = |word: &&str| !word.to_ascii_lowercase().starts_with("password");
    text.split(' ').filter(shown).collect::<Vec<_>>().join(" ")
}

/// Takes a parameter out of the query of an address.
pub(crate) fn take_parameter(address: &str, name: &str) -> (String, Option<String>) {
    let Some((place, query)) = address.split_once('?') else { return (address.to_owned(), None) };
    let (own, rest): (Vec<&str>, Vec<&str>) =
        query.split('&').partition(|pair| pair.split('=').next() == Some(name));
    let value = own.first().and_then(|pair| pair.split_once('=')).map(|(_, value)| value.to_owned());
    let query = if rest.is_empty() { String::new() } else { format!("?{}", rest.join("&")) };
    (format!("{place}{query}"), value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_are_not_shown() {
        for (address, shown) in [
            ("postgres://me:pass@host/name", "postgres://me@host/name"),
            ("postgres://me:p@ss@host/name", "postgres://me@host/name"),
            ("postgres://me@host/name", "postgres://me@host/name"),
            ("postgres://host/name?password=pass&sslmode=require", "postgres://host/name?sslmode=require"),
            ("postgres://me@host/name?Password=pass", "postgres://me@host/name"),
            ("postgres:me password=pass", "postgres:me"),
            ("sqlite:club.db", "sqlite:club.db"),
        ] {
            assert_eq!(without_secret(address), shown);
        }
    }

    #[test]
    fn a_parameter_is_taken_out() {
        let taken = take_parameter("postgres://h/n?sslmode=require&sslrootcert=/ca.pem&x=1", "sslrootcert");
        assert_eq!(taken, ("postgres://h/n?sslmode=require&x=1".to_owned(), Some("/ca.pem".to_owned())));
        assert_eq!(take_parameter("postgres://h/n", "sslrootcert"), ("postgres://h/n".to_owned(), None));
    }
}
