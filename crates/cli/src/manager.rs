//! The service manager that started us, if there is one: it is told when we are ready and when we stop.

use std::{
    env, io,
    os::{
        linux::net::SocketAddrExt as _,
        unix::net::{SocketAddr, UnixDatagram},
    },
};

/// Tells systemd (`Type=notify`) how we are: `READY=1`, `STOPPING=1`. Without one nothing is told.
pub fn tell(state: &str) {
    let Some(path) = env::var("NOTIFY_SOCKET").ok().filter(|path| !path.is_empty()) else { return };
    if let Err(error) = send(&path, state) {
        tracing::warn!(%error, "the service manager could not be told {state}");
    }
}

fn send(path: &str, state: &str) -> io::Result<()> {
    let address = match path.strip_prefix('@') {
        Some(name) => SocketAddr::from_abstract_name(name)?,
        None => SocketAddr::from_pathname(path)?,
    };
    UnixDatagram::unbound()?.send_to_addr(state.as_bytes(), &address)?;
    Ok(())
}
