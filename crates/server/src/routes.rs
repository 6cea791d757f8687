//! The routes, with a list of themselves: the tests hold a table of who may do what, and a route without a row fails.

use axum::{
    Router,
    handler::Handler,
    routing::{get, post},
};

use crate::app::App;

/// A router that remembers what it was given.
#[derive(Default)]
pub struct Routes {
    router: Router<App>,
    list: Vec<Route>,
}

/// A method and a path: `POST`, `/api/matches/{id}/actions`.
pub type Route = (&'static str, &'static str);

impl Routes {
    /// Something to read.
    pub fn get<T: 'static>(mut self, path: &'static str, handler: impl Handler<T, App>) -> Routes {
        self.list.push(("GET", path));
        Routes { router: self.router.route(path, get(handler)), ..self }
    }

    /// Something that changes something, or costs something.
    pub fn post<T: 'static>(mut self, path: &'static str, handler: impl Handler<T, App>) -> Routes {
        self.list.push(("POST", path));
        Routes { router: self.router.route(path, post(handler)), ..self }
    }

    /// Both.
    pub fn merge(mut self, other: Routes) -> Routes {
        self.list.extend(other.list);
        Routes { router: self.router.merge(other.router), list: self.list }
    }

    pub(crate) fn into_router(self) -> Router<App> {
        self.router
    }

    pub(crate) fn into_list(self) -> Vec<Route> {
        self.list
    }
}
