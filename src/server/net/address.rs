//! Addresses to listen on, as they are written on the command line and in the log.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::PathBuf;
use std::str::FromStr;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ListenAddress {
    Tcp(SocketAddr),
    /// `unix:/run/indicatord/http.sock`
    Unix(PathBuf),
}

impl Default for ListenAddress {
    /// What `serve` listens on when it is not told otherwise: this machine only.
    fn default() -> Self {
        ListenAddress::Tcp(SocketAddr::from(([127, 0, 0, 1], 8080)))
    }
}

impl FromStr for ListenAddress {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        match text.strip_prefix("unix:") {
            Some("") => Err(()),
            Some(path) => Ok(ListenAddress::Unix(path.into())),
            None => text.parse().map(ListenAddress::Tcp).map_err(|_| ()),
        }
    }
}

impl fmt::Display for ListenAddress {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ListenAddress::Tcp(address) => write!(out, "http://{address}"),
            ListenAddress::Unix(path) => write!(out, "unix:{}", path.display()),
        }
    }
}

/// Where a socket that is bound to `own` is reached from this machine.
pub fn loopback_of(own: SocketAddr) -> SocketAddr {
    let ip = match own.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, own.port())
}
