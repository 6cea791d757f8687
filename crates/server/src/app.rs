//! Everything put together: the context, the router, the loop that serves.

use std::{ops::Deref, path::PathBuf, sync::Arc, thread::available_parallelism, time::Duration};

use axum::{
    Router,
    extract::{Request, State},
    http::{HeaderValue, Uri, header},
    middleware::{self, Next},
    response::Response,
};
use kernel::data::Overlay;
use store::Store;
use tokio::{
    net::TcpListener,
    sync::{OnceCell, watch},
};
use tower::ServiceExt;

use crate::{
    accounts, bots, by_file,
    dice::Dice,
    door::{self, Doors},
    error::{Error, Result},
    events::Streams,
    games, guard, host,
    identity::Known,
    join, keepsakes,
    limit::{self, Limits, Rates},
    lobby, matches,
    metrics::Metrics,
    nodes,
    notices::{self, Notices},
    openapi,
    outside::{self, Outside},
    pages,
    push::Push,
    puzzles,
    routes::{Route, Routes},
    shelf::Shelf,
    signing::Signer,
    squeeze, standing, study,
    tables::Tables,
    talk, teaching,
    thinking::Thinkers,
    upkeep::{self, Keep},
    ways,
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
    /// Live views by address.
    pub streams: Streams,
    pub pages: pages::Pages,
    pub settings: Settings,
    /// As many machines think at once as there are processors, and everybody gets his share.
    pub thinkers: Thinkers,
    /// Who has been here, and from where.
    pub known: Known,
    /// The key that records are signed with.
    signer: OnceCell<Signer>,
    /// The key that messages to browsers are signed with.
    push: OnceCell<Push>,
    /// When a write last went well.
    pub pulse: host::Pulse,
    /// Turns true when the server shuts down: listeners go home, machines stop thinking.
    pub closing: watch::Sender<bool>,
    /// Changes when somebody sits down somewhere or is challenged: programs look around then.
    pub seating: watch::Sender<u64>,
}

/// What a host may choose.
#[derive(Clone, Debug)]
pub struct Settings {
    /// A folder of client files to read instead of the embedded ones, while they are being written.
    pub web: Option<PathBuf>,
    /// How long a match stays in memory when nobody is there.
    pub idle: Duration,
    /// How often somebody may write.
    pub rates: Rates,
    /// Where the draws come from.
    pub dice: Dice,
    /// The way to this server: its site, its names, its proxies.
    pub outside: Outside,
    /// Time and number of connections.
    pub doors: Doors,
    /// Matches in memory at once.
    pub most_tables: usize,
    /// Matches in which one person may sit.
    pub most_held: u64,
    /// How long games are kept that nobody touches.
    pub keep: Keep,
    /// How people are told that a game waits for them.
    pub notices: Notices,
    /// Who sends this as a bearer token may read the figures; nobody may without one.
    pub metrics_token: Option<String>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            web: None,
            idle: Duration::from_secs(300),
            rates: Rates::default(),
            dice: Dice::System,
            outside: Outside::default(),
            doors: Doors::default(),
            most_tables: 10_000,
            most_held: 1_000,
            keep: Keep::default(),
            notices: Notices::default(),
            metrics_token: None,
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
            streams: Streams::default(),
            pages: pages::Pages::new(settings.web.clone(), settings.outside.path()),
            settings,
            thinkers: Thinkers::new(available_parallelism().map_or(1, usize::from)),
            known: Known::default(),
            signer: OnceCell::new(),
            push: OnceCell::new(),
            pulse: host::Pulse::default(),
            closing: watch::channel(false).0,
            seating: watch::channel(0).0,
        }))
    }

    /// The key that records are signed with.
    pub async fn signer(&self) -> Result<&Signer> {
        self.signer.get_or_try_init(|| Signer::load(&self.store)).await
    }

    /// The key that messages to browsers are signed with.
    pub async fn push(&self) -> Result<&Push> {
        self.push.get_or_try_init(|| Push::load(&self.store)).await
    }

    /// Somebody has sat down somewhere, or is challenged.
    pub fn seats_changed(&self) {
        self.seating.send_modify(|seating| *seating += 1);
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

fn all_routes() -> Routes {
    games::routes()
        .merge(teaching::routes())
        .merge(study::routes())
        .merge(puzzles::routes())
        .merge(matches::routes())
        .merge(join::routes())
        .merge(by_file::routes())
        .merge(lobby::routes())
        .merge(talk::routes())
        .merge(standing::routes())
        .merge(keepsakes::routes())
        .merge(accounts::routes())
        .merge(ways::routes())
        .merge(bots::routes())
        .merge(openapi::routes())
        .merge(host::routes())
}

/// Every route there is, as a method and a path.
pub fn routes() -> Vec<Route> {
    all_routes().into_list()
}

/// The whole service.
pub fn app(app: App) -> Router {
    let path = app.settings.outside.path().to_owned();
    let inner = all_routes()
        .into_router()
        .fallback(pages::page)
        .method_not_allowed_fallback(async || Error::NoSuchMethod)
        .layer(middleware::from_fn_with_state(app.clone(), limit::limit))
        .layer(middleware::from_fn_with_state(app.clone(), guard::guard))
        .layer(middleware::from_fn(squeeze::squeeze))
        .layer(middleware::from_fn_with_state(app.clone(), around))
        .with_state(app);
    if path.is_empty() {
        return inner;
    }
    // Some proxies take the site's path away and some leave it.
    Router::new().fallback(async move |mut request: Request| {
        if let Some(below) = below(request.uri(), &path) {
            *request.uri_mut() = below;
        }
        inner.oneshot(request).await
    })
}

/// An address without the site's path.
fn below(uri: &Uri, path: &str) -> Option<Uri> {
    let rest = uri.path_and_query()?.as_str().strip_prefix(path)?;
    match rest.chars().next() {
        None => Some(Uri::from_static("/")),
        Some('/') => rest.parse().ok(),
        Some('?') => format!("/{rest}").parse().ok(),
        _ => None,
    }
}

/// How long a server that shuts down keeps journals.
const DRAIN: Duration = Duration::from_secs(10);

/// Serves until the signal comes, then lets everybody finish.
pub async fn serve(listener: TcpListener, context: App, stop: impl Future<Output = ()>) {
    let router = app(context.clone());
    let served = context.clone();
    let closing = context.closing.subscribe();
    let stopping = async {
        stop.await;
        tracing::info!("shutting down");
        context.close();
    };
    let Settings { doors, outside, .. } = &context.settings;
    let upkeep = tokio::spawn(upkeep::run(context.clone()));
    let nodes = tokio::spawn(nodes::run(context.clone()));
    let notices = tokio::spawn(notices::run(context.clone()));
    let open = &context.metrics.connections;
    door::serve(listener, router, doors.clone(), outside, stopping, closing, open).await;
    upkeep.abort();
    nodes.abort();
    notices.abort();
    if tokio::time::timeout(DRAIN, served.put_away()).await.is_err() {
        tracing::warn!("not every journal was kept: the next start of this version makes up for it");
    }
}

/// Scripts, styles and pictures from here only; nobody may frame the page.
const POLICY: &str = "default-src 'self'; img-src 'self' data: blob:; style-src 'self'; script-src 'self'; \
                      connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; \
                      frame-ancestors 'none'";

/// Counts and logs every request, and adds what every answer carries.
async fn around(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let peer = outside::peer(request.extensions());
    let visitor = app.settings.outside.visitor(peer, request.headers());
    request.extensions_mut().insert(visitor);
    let address = visitor.address.map_or_else(|| "-".to_owned(), |address| address.to_string());
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let started = std::time::Instant::now();
    let mut response = next.run(request).await;
    let (status, elapsed) = (response.status(), started.elapsed());
    app.metrics.answered(status, elapsed);
    if status.is_server_error() {
        tracing::error!(%method, path, address, status = status.as_u16(), micros = elapsed.as_micros() as u64, "request");
    } else {
        tracing::debug!(%method, path, address, status = status.as_u16(), micros = elapsed.as_micros() as u64, "request");
    }
    let headers = response.headers_mut();
    if headers
        .get(header::CONTENT_TYPE)
        .is_some_and(|kind| kind == "text/event-stream" || kind == "application/x-ndjson")
    {
        // A proxy that gathers answers before it passes them on would be one action late.
        headers.insert("x-accel-buffering", HeaderValue::from_static("no"));
    }
    headers.entry(header::CONTENT_SECURITY_POLICY).or_insert(HeaderValue::from_static(POLICY));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("same-origin"));
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}
