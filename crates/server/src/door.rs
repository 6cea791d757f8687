//! The door: connections come in, are given so much time for each step, and leave before a deadline when the server
//! stops.
//!
//! Whoever sends half a request, or takes nothing of an answer, is shown out; one address has so many connections and no
//! more. The proxies that the host trusts stand for many people and are not counted.

use std::{
    collections::HashMap,
    io,
    net::{IpAddr, SocketAddr},
    pin::{Pin, pin},
    sync::{Arc, Mutex, PoisonError},
    task::{Context, Poll, ready},
    time::Duration,
};

use axum::{Router, body::Body, extract::ConnectInfo};
use hyper::{body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::{TcpListener, TcpStream},
    sync::watch,
    task::JoinSet,
    time::{Sleep, sleep, timeout},
};
use tower::ServiceExt;

use crate::{
    metrics::Gauge,
    outside::{Outside, household},
};

/// How long things may take, and how many there may be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Doors {
    /// For the head of a request, and between two of them.
    pub head: Duration,
    /// For the body of a request.
    pub body: Duration,
    /// For somebody to take the next piece of an answer.
    pub take: Duration,
    /// For everybody to finish when the server stops.
    pub drain: Duration,
    /// Connections from one address.
    pub per_address: usize,
    /// Connections in all.
    pub connections: usize,
}

impl Default for Doors {
    fn default() -> Doors {
        Doors {
            head: Duration::from_secs(20),
            body: Duration::from_secs(20),
            take: Duration::from_secs(30),
            drain: Duration::from_secs(10),
            per_address: 100,
            connections: 10_000,
        }
    }
}

/// What somebody is sent who finds no room.
const FULL: &[u8] =
    b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\nconnection: close\r\n\
    retry-after: 10\r\ncontent-length: 83\r\n\r\n\
    {\"error\":{\"code\":\"unavailable\",\"says\":\"There are too many connections: come back.\"}}";

/// Serves until the signal comes and `closing` turns true, then lets everybody finish, until the deadline.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    doors: Doors,
    outside: &Outside,
    stop: impl Future<Output = ()>,
    closing: watch::Receiver<bool>,
    open: &Arc<Gauge>,
) {
    let mut stop = pin!(stop);
    let count = Arc::new(Count::default());
    let mut connections = JoinSet::new();
    loop {
        let (stream, peer) = tokio::select! {
            () = &mut stop => break,
            accepted = listener.accept() => match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    // Too many open files, mostly: those who are here go on, and some of them leave.
                    tracing::warn!(%error, "a connection was not accepted");
                    sleep(Duration::from_millis(100)).await;
                    continue;
                }
            },
            Some(_) = connections.join_next() => continue,
        };
        let proxy = outside.trusts(peer.ip());
        let Some(place) = Place::take(&count, peer.ip(), proxy, &doors, open) else {
            tracing::debug!(address = %peer.ip(), "no room for a connection");
            // Whoever does not take even this is not waited for.
            let _ = stream.try_write(FULL);
            continue;
        };
        connections.spawn(connection(stream, peer, router.clone(), doors.clone(), closing.clone(), place));
    }
    drop(listener);
    let all_left = async { while connections.join_next().await.is_some() {} };
    if timeout(doors.drain, all_left).await.is_err() {
        tracing::warn!(left = connections.len(), "some connections did not end in time");
        connections.shutdown().await;
    }
}

async fn connection(
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
    doors: Doors,
    mut closing: watch::Receiver<bool>,
    _place: Place,
) {
    // A view should not wait for the next one; if the system refuses, it is only slower.
    let _ = stream.set_nodelay(true);
    let service = service_fn(move |request: hyper::Request<Incoming>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(peer));
        router.clone().oneshot(request)
    });
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(doors.head);
    let served = builder.serve_connection(TokioIo::new(Patient::new(stream, doors.take)), service);
    let mut served = pin!(served);
    let stops = async { drop(closing.wait_for(|closing| *closing).await) };
    let ended = tokio::select! {
        ended = served.as_mut() => ended,
        () = stops => {
            served.as_mut().graceful_shutdown();
            served.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(address = %peer.ip(), %error, "a connection ended");
    }
}

/// How many connections there are.
#[derive(Default)]
struct Count(Mutex<(usize, HashMap<IpAddr, usize>)>);

/// A place among the connections, given back when dropped.
struct Place {
    count: Arc<Count>,
    open: Arc<Gauge>,
    household: Option<IpAddr>,
}

impl Place {
    fn take(
        count: &Arc<Count>,
        address: IpAddr,
        proxy: bool,
        doors: &Doors,
        open: &Arc<Gauge>,
    ) -> Option<Place> {
        let household = (!proxy).then(|| household(address));
        let mut held = count.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (all, each) = &mut *held;
        let own = household.map_or(0, |household| each.get(&household).copied().unwrap_or(0));
        if *all >= doors.connections || own >= doors.per_address {
            return None;
        }
        *all += 1;
        if let Some(household) = household {
            *each.entry(household).or_default() += 1;
        }
        drop(held);
        open.add(1);
        Some(Place { count: count.clone(), open: open.clone(), household })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.open.sub(1);
        let mut held = self.count.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (all, each) = &mut *held;
        *all -= 1;
        let Some(household) = self.household else { return };
        if let Some(own) = each.get_mut(&household) {
            *own -= 1;
            if *own == 0 {
                each.remove(&household);
            }
        }
    }
}

/// A stream whose other end must take something every so often while there is something to take.
struct Patient {
    stream: TcpStream,
    patience: Duration,
    waiting: Option<Pin<Box<Sleep>>>,
}

impl Patient {
    fn new(stream: TcpStream, patience: Duration) -> Patient {
        Patient { stream, patience, waiting: None }
    }

    /// Passes on what came of a write; nothing for too long is an error.
    fn judged<T>(&mut self, cx: &mut Context<'_>, written: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.waiting = None;
            return written;
        }
        let patience = self.patience;
        let waiting = self.waiting.get_or_insert_with(|| Box::pin(sleep(patience)));
        ready!(waiting.as_mut().poll(cx));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Patient {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buffer)
    }
}

impl AsyncWrite for Patient {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.judged(cx, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        pieces: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, pieces);
        self.judged(cx, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = Pin::new(&mut self.stream).poll_flush(cx);
        self.judged(cx, flushed)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let shut = Pin::new(&mut self.stream).poll_shutdown(cx);
        self.judged(cx, shut)
    }
}
