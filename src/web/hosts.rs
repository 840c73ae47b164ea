//! Host names under which a server answers.

use std::net::IpAddr;

/// Host names under which this server answers.
#[derive(Clone, Debug)]
pub(crate) struct Hosts {
    port: u16,
    bound: IpAddr,
    names: Vec<String>,
}

impl Hosts {
    /// Accepts the names and addresses of this machine, and the names that the user allows.
    pub(crate) fn new(bound: IpAddr, port: u16, names: Vec<String>) -> Hosts {
        Hosts { port, bound, names }
    }

    /// True if a `Host` header names this server. A name that the user allows may have any port, since a proxy may
    /// stand in front of the server.
    pub(crate) fn allows(&self, host: &str) -> bool {
        let (name, port) = split_port(host);
        let is_named = |known: &String| known.eq_ignore_ascii_case(name);
        if self.names.iter().any(is_named) {
            return true;
        }
        let port = port.map_or(Some(80), |port| port.parse().ok());
        port == Some(self.port) && self.is_this_machine(name)
    }

    fn is_this_machine(&self, name: &str) -> bool {
        if name.eq_ignore_ascii_case("localhost") {
            return true;
        }
        let bare = in_brackets(name);
        match bare.unwrap_or(name).parse::<IpAddr>() {
            Ok(IpAddr::V6(_)) if bare.is_none() => false,
            // An attacker cannot make a numeric address lead elsewhere, so a server that other machines can reach
            // accepts any numeric address.
            Ok(address) => {
                address == self.bound
                    || self.bound.is_unspecified()
                    || matches!(name, "127.0.0.1" | "[::1]")
            }
            Err(_) => false,
        }
    }
}

/// Returns the address in a host with brackets, such as `[::1]`; `None` without brackets.
pub(crate) fn in_brackets(host: &str) -> Option<&str> {
    host.strip_prefix('[')?.strip_suffix(']')
}

/// Splits a host into its name and its port.
pub(crate) fn split_port(host: &str) -> (&str, Option<&str>) {
    match host.rsplit_once(':') {
        Some((name, port)) if !port.ends_with(']') => (name, Some(port)),
        _ => (host, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;

    #[test]
    fn only_names_of_this_machine_and_allowed_ones() {
        let hosts = Hosts::new(Ipv4Addr::LOCALHOST.into(), 8361, vec!["go.example".into()]);
        for host in [
            "127.0.0.1:8361",
            "localhost:8361",
            "LOCALHOST:8361",
            "[::1]:8361",
            "go.example",
            "GO.example:443",
        ] {
            assert!(hosts.allows(host), "{host}");
        }
        for host in [
            "",
            "localhost",
            "127.0.0.1",
            "127.0.0.1:8362",
            "127.0.0.1.evil.example:8361",
            "evil.example:8361",
            "localhost.evil.example:8361",
            "go.example.evil.example",
            "192.168.1.5:8361",
            "0.0.0.0:8361",
            "::1:8361",
            "[::1]",
            "localhost:8361:8361",
            "localhost:+8361x",
        ] {
            assert!(!hosts.allows(host), "{host}");
        }
        let open = Hosts::new(Ipv4Addr::UNSPECIFIED.into(), 8361, Vec::new());
        assert!(open.allows("192.168.1.5:8361"));
        assert!(!open.allows("evil.example:8361"));
    }
}
