//! HTTP as such: connections, bodies, the envelope.

mod body;
mod clock;
mod connection;
mod read;
pub(crate) mod reply;
mod sieve;
mod tls;

pub(crate) use body::ReplyBody;
pub(crate) use clock::{Busy, Clock};
pub(crate) use connection::serve;
pub(crate) use read::{read, read_through};
pub(crate) use tls::acceptor;

/// A request as it came in.
pub(crate) type HttpRequest = http::Request<hyper::body::Incoming>;
/// A response as it goes out.
pub(crate) type HttpResponse = http::Response<ReplyBody>;
