//! The server's end: a socket at a path, and threads that take requests there.

use std::io::{self, Read, Write};
use std::os::fd::OwnedFd;
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::Duration;

use super::{Answer, REQUEST};
use crate::messages::{self as msg, Message};
use crate::server::net::deadline::Until;
use crate::server::net::socket_file::{self, Access, SocketFile};

/// How long a client may take to write its request, and to read its answer.
const PATIENCE: Duration = Duration::from_secs(5);
/// How long to wait where a connection cannot be accepted, as without descriptors.
const PAUSE: Duration = Duration::from_millis(20);
/// As many clients are answered at once; others wait until the system hands them over.
const THREADS: usize = 8;
/// Clients that wait to be handed over.
const BACKLOG: i32 = 128;

/// A socket that is listened on; its path is free again when it is dropped.
pub struct ControlSocket {
    listener: Arc<UnixListener>,
    file: SocketFile,
}

/// A client that waits for what comes of a reload. Dropped without an answer, it learns that there is none.
#[derive(Debug)]
pub struct ReloadRequest(Sender<Answer>);

impl ReloadRequest {
    /// Tells the client; one that is gone is not told.
    pub fn answer(self, answer: Answer) {
        let _ = self.0.send(answer);
    }
}

impl ControlSocket {
    /// Begins to listen. A socket that a server has left behind is replaced; one that a server listens on is not, nor is
    /// anything else that stands there, and no link is followed.
    ///
    /// # Errors
    /// A sentence that names the path.
    pub fn open(path: &Path) -> Result<Self, Message> {
        let (socket, file) = socket_file::listen(path, BACKLOG, Access::Group)
            .map_err(|error| msg::cannot_listen(path.display(), msg::reason(&error)))?;
        Ok(ControlSocket { listener: Arc::new(UnixListener::from(OwnedFd::from(socket))), file })
    }

    /// Passes requests on to `pass_on` from now on, each in the thread of its client.
    ///
    /// # Errors
    /// A thread cannot be had.
    pub fn receive(&self, pass_on: impl Fn(ReloadRequest) + Clone + Send + 'static) -> io::Result<()> {
        for _ in 0..THREADS {
            let (listener, pass_on) = (Arc::clone(&self.listener), pass_on.clone());
            let receive = move || loop {
                match listener.accept().and_then(|(client, _)| serve(client, &pass_on)) {
                    Ok(()) => {}
                    Err(error) => {
                        log::debug!("control socket: {error}");
                        // Without descriptors every attempt would fail at once.
                        thread::sleep(PAUSE);
                    }
                }
            };
            thread::Builder::new().name("control".to_owned()).spawn(receive)?;
        }
        Ok(())
    }
}

impl Drop for ControlSocket {
    fn drop(&mut self) {
        self.file.remove();
    }
}

/// Takes one request and answers it.
fn serve(client: UnixStream, pass_on: &impl Fn(ReloadRequest)) -> io::Result<()> {
    let mut request = vec![0; REQUEST.len()];
    match Until::within(&client, PATIENCE).read_exact(&mut request) {
        // Whether somebody listens here is found out by connecting, without a word.
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(()),
        read => read?,
    }
    if request != REQUEST.as_bytes() {
        return Err(io::ErrorKind::InvalidData.into());
    }
    let (sender, answer) = channel();
    pass_on(ReloadRequest(sender));
    let Ok(answer) = answer.recv() else { return Ok(()) };
    Until::within(&client, PATIENCE).write_all(&serde_json::to_vec(&answer)?)
}
