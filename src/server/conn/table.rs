//! The connection table of one endpoint, by the client's address. Whichever of its servers has a request, and the
//! supervisor, find the same connection.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::connection::Connection;

/// The connections of one endpoint.
#[derive(Default)]
pub struct ConnectionTable {
    connections: Mutex<HashMap<SocketAddr, Arc<Connection>>>,
}

impl ConnectionTable {
    /// The connection of this client, new if it was not known.
    pub fn connection(&self, peer: SocketAddr) -> Arc<Connection> {
        let connections = &mut *self.connections();
        Arc::clone(connections.entry(peer).or_insert_with(|| Arc::new(Connection::new(peer))))
    }

    /// The client has a new connection from the same address: the kernel gives one to several after each other.
    pub fn renew(&self, peer: SocketAddr) -> Arc<Connection> {
        self.replace(Connection::new(peer))
    }

    /// The same, of which something is known already.
    pub fn replace(&self, connection: Connection) -> Arc<Connection> {
        let connection = Arc::new(connection);
        self.connections().insert(connection.peer, Arc::clone(&connection));
        connection
    }

    /// Forgets connections whose sockets this sweep, the latest, has not seen, and of which nothing came since.
    pub fn forget(&self, sweep: u64, is_open: impl Fn(&Connection) -> bool) {
        self.connections().retain(|_, connection| {
            is_open(connection) || connection.sweep() >= sweep || connection.queue().is_answering()
        });
    }

    fn connections(&self) -> MutexGuard<'_, HashMap<SocketAddr, Arc<Connection>>> {
        self.connections.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
