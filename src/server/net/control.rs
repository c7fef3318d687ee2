//! The control socket of a running server: `indicatord reload` asks for a reload over it, and is told what came of it.
//!
//! A signal brings no answer back, and what a store looks like to somebody else does not say what is served from it. The
//! socket's name is abstract, so that nothing is written anywhere, and follows from the process. Anybody on the machine
//! can connect: as with a signal, only the same user and root are heard. To connect is to ask; nothing is read.

use std::io::{self, Read, Write};
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixListener, UnixStream};
use std::thread;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::server::system::peer::peer;

/// How long an asker who does not read may keep others waiting.
const PATIENCE: Duration = Duration::from_secs(1);
/// How long to wait where a connection cannot be accepted, as without descriptors.
const PAUSE: Duration = Duration::from_millis(100);

/// What came of a reload.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ReloadOutcome {
    /// What was read is served.
    Served,
    /// It is not, and what was served before still is.
    Refused {
        /// Which that is.
        version: String,
        /// Whether something could not be read, so that a later attempt may succeed.
        is_unread: bool,
        /// Why, in Russian.
        ru: Vec<String>,
        /// Why, in English.
        en: Vec<String>,
    },
}

/// Somebody who has asked for a reload. Dropped without an answer, they learn that there is none.
#[derive(Debug)]
pub struct ReloadRequest(UnixStream);

impl ReloadRequest {
    /// Tells them; who has gone away is not told.
    pub fn answer(mut self, outcome: &ReloadOutcome) {
        let told =
            serde_json::to_vec(outcome).map_err(io::Error::from).and_then(|text| self.0.write_all(&text));
        if let Err(error) = told {
            log::debug!("who has asked for a reload cannot be told: {error}");
        }
    }
}

/// Passes requests for a reload on to `pass_on`, in a thread of its own, until that says that nobody takes them.
///
/// # Errors
/// The socket or the thread cannot be had.
pub fn receive(pass_on: impl Fn(ReloadRequest) -> bool + Send + 'static) -> io::Result<()> {
    let listener = UnixListener::bind_addr(&name(std::process::id())?)?;
    let own = rustix::process::geteuid().as_raw();
    let receive = move || {
        loop {
            let accepted = listener.accept().and_then(|(stream, _)| {
                stream.set_write_timeout(Some(PATIENCE))?;
                Ok((peer(&stream)?.user, stream))
            });
            match accepted {
                Ok((user, stream)) if user == own || user == 0 => {
                    if !pass_on(ReloadRequest(stream)) {
                        return;
                    }
                }
                Ok(_) => {}
                Err(error) => {
                    log::debug!("control socket: {error}");
                    thread::sleep(PAUSE);
                }
            }
        }
    };
    thread::Builder::new().name("control".to_owned()).spawn(receive).map(drop)
}

/// Has the server with this number reload, and waits for what comes of it. `None` where that process takes no requests.
///
/// # Errors
/// It was asked, and has not said what came of it.
pub fn ask(process: u32) -> io::Result<Option<ReloadOutcome>> {
    let Ok(mut stream) = name(process).and_then(|name| UnixStream::connect_addr(&name)) else {
        return Ok(None);
    };
    // Whoever has taken the name before the server could is not asked.
    if u32::try_from(peer(&stream)?.process) != Ok(process) {
        return Ok(None);
    }
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer)?;
    if answer.is_empty() {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(Some(serde_json::from_slice(&answer)?))
}

/// Containers may share a network, and so these names, but count their processes apart.
fn name(process: u32) -> io::Result<SocketAddr> {
    let counted = std::fs::read_link("/proc/self/ns/pid").unwrap_or_default();
    SocketAddr::from_abstract_name(format!("indicatord/{}/{process}", counted.display()))
}
