//! Everything put together: the context, the router, the loop that serves.

use std::{
    net::SocketAddr, ops::Deref, path::PathBuf, sync::Arc, thread::available_parallelism, time::Duration,
};

use axum::{
    Router,
    extract::{Request, State},
    http::{HeaderValue, header},
    middleware::{self, Next},
    response::Response,
};
use kernel::data::Overlay;
use store::Store;
use tokio::{
    net::TcpListener,
    sync::{Semaphore, watch},
};

use crate::{
    dice::Dice,
    error::Error,
    games, host, join,
    limit::{self, Limits, Rates},
    matches,
    metrics::Metrics,
    openapi, pages,
    shelf::Shelf,
    tables::Tables,
};

/// What every request is given.
#[derive(Clone)]
pub struct App(Arc<Context>);

/// The parts of the server.
pub struct Context {
    pub store: Store,
    pub shelf: Shelf,
    pub tables: Tables,
    pub metrics: Metrics,
    pub limits: Limits,
    pub pages: pages::Pages,
    pub settings: Settings,
    /// As many machines think at once as there are processors.
    pub thinkers: Arc<Semaphore>,
    /// One game is reviewed at a time, so that no machine's turn waits for reviews.
    pub reviewer: Semaphore,
    /// Turns true when the server shuts down: listeners go home, machines stop thinking.
    pub closing: watch::Sender<bool>,
}

/// What a host may choose.
#[derive(Clone, Debug)]
pub struct Settings {
    /// A folder of client files to read instead of the embedded ones, while they are being written.
    pub web: Option<PathBuf>,
    /// How long a match stays in memory when nobody is there.
    pub idle: Duration,
    /// Time between two actions of a machine, for those who watch.
    pub pace: Duration,
    /// How often somebody may write.
    pub rates: Rates,
    /// Where the draws come from.
    pub dice: Dice,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            web: None,
            idle: Duration::from_secs(300),
            pace: Duration::from_millis(200),
            rates: Rates::default(),
            dice: Dice::System,
        }
    }
}

impl Deref for App {
    type Target = Context;

    fn deref(&self) -> &Context {
        &self.0
    }
}

impl App {
    /// The context over an open database.
    pub fn new(store: Store, overlay: &Overlay, settings: Settings) -> Result<App, ::games::OpenError> {
        Ok(App::with(store, Shelf::new(overlay)?, settings))
    }

    /// The same with games of one's own.
    pub fn with(store: Store, shelf: Shelf, settings: Settings) -> App {
        App(Arc::new(Context {
            store,
            shelf,
            tables: Tables::default(),
            metrics: Metrics::default(),
            limits: Limits::new(settings.rates),
            pages: pages::Pages::new(settings.web.clone()),
            settings,
            thinkers: Arc::new(Semaphore::new(available_parallelism().map_or(1, usize::from))),
            reviewer: Semaphore::new(1),
            closing: watch::channel(false).0,
        }))
    }

    /// Sends the listeners home and stops the machines, so that the server can stop.
    pub fn close(&self) {
        self.closing.send_replace(true);
    }

    /// Keeps what the live matches have told so far: the next server may have other rules, which cannot tell it again.
    pub async fn put_away(&self) {
        for table in self.tables.all() {
            // One that leaves at this moment puts itself away.
            let _ = table.put_away().await;
        }
    }
}

/// The whole service.
pub fn app(app: App) -> Router {
    Router::new()
        .merge(games::router())
        .merge(matches::router())
        .merge(join::router())
        .merge(openapi::router())
        .merge(host::router())
        .fallback(pages::page)
        .method_not_allowed_fallback(async || Error::NoSuchMethod)
        .layer(middleware::from_fn_with_state(app.clone(), limit::limit))
        .layer(middleware::from_fn_with_state(app.clone(), around))
        .with_state(app)
}

/// How long a server that shuts down keeps journals.
const FAREWELL: Duration = Duration::from_secs(10);

/// Serves until the signal comes, then lets everybody finish.
pub async fn serve(
    listener: TcpListener,
    context: App,
    stop: impl Future<Output = ()> + Send + 'static,
) -> std::io::Result<()> {
    let service = app(context.clone()).into_make_service_with_connect_info::<SocketAddr>();
    let served = context.clone();
    let stopping = async move {
        stop.await;
        tracing::info!("shutting down");
        context.close();
    };
    axum::serve(listener, service).with_graceful_shutdown(stopping).await?;
    if tokio::time::timeout(FAREWELL, served.put_away()).await.is_err() {
        tracing::warn!("not every journal was kept: the next start of this version makes up for it");
    }
    Ok(())
}

/// Scripts, styles and pictures from here only; nobody may frame the page.
const POLICY: &str = "default-src 'self'; img-src 'self' data: blob:; style-src 'self'; script-src 'self'; \
                      connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; \
                      frame-ancestors 'none'";

/// Counts and logs every request, and adds what every answer carries.
async fn around(State(app): State<App>, request: Request, next: Next) -> Response {
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let started = std::time::Instant::now();
    let mut response = next.run(request).await;
    let (status, elapsed) = (response.status(), started.elapsed());
    app.metrics.answered(status, elapsed);
    if status.is_server_error() {
        tracing::error!(%method, path, status = status.as_u16(), micros = elapsed.as_micros() as u64, "request");
    } else {
        tracing::debug!(%method, path, status = status.as_u16(), micros = elapsed.as_micros() as u64, "request");
    }
    let headers = response.headers_mut();
    headers.entry(header::CONTENT_SECURITY_POLICY).or_insert(HeaderValue::from_static(POLICY));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("same-origin"));
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}
