//! The connections of one address that is listened on, by the client's address. Whichever of its servers has a request, and the
//! guard, find the same one.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::server::connection::Connection;

#[derive(Default)]
pub struct Clients {
    connections: Mutex<HashMap<SocketAddr, Arc<Connection>>>,
}

impl Clients {
    /// The connection of this client, new if it was not known.
    pub fn connection(&self, peer: SocketAddr) -> Arc<Connection> {
        let connections = &mut *self.connections();
        Arc::clone(connections.entry(peer).or_insert_with(|| Arc::new(Connection::new(Some(peer)))))
    }

    /// The kernel has given this client's address to another connection.
    pub fn renew(&self, peer: SocketAddr) -> Arc<Connection> {
        let connection = Arc::new(Connection::new(Some(peer)));
        self.connections().insert(peer, Arc::clone(&connection));
        connection
    }

    /// Forgets connections whose sockets this sweep, the latest, has not seen, and of which nothing came since.
    pub fn forget(&self, sweep: u64, is_open: impl Fn(&Connection) -> bool) {
        self.connections().retain(|_, connection| {
            is_open(connection) || connection.sweep() >= sweep || connection.line().is_answering()
        });
    }

    fn connections(&self) -> MutexGuard<'_, HashMap<SocketAddr, Arc<Connection>>> {
        self.connections.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
