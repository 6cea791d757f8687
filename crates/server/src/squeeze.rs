//! Answers and events compressed for those who can read that. An event is compressed by itself and flushed at once, so no
//! listener waits for the next one and none needs memory of his own.

use std::{cell::RefCell, io::Write};

use axum::{
    body::{Body, Bytes, HttpBody},
    extract::Request,
    http::{HeaderMap, HeaderValue, header},
    middleware::Next,
    response::Response,
};
use flate2::{Compress, Compression, Crc, FlushCompress, write::GzEncoder};

/// Shorter answers are not worth the work.
const WORTH: u64 = 1000;
/// Views and journals repeat themselves so much that more work gains little.
const LEVEL: u32 = 4;
/// What a gzip stream begins with: deflate, no name, no time, any system.
const HEAD: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff];

/// Whether somebody who asks with these headers reads gzip.
pub fn reads_gzip(asked: &HeaderMap) -> bool {
    let says = asked.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
    says.is_some_and(|says| {
        says.split(',').any(|part| {
            let mut words = part.split(';').map(str::trim);
            words.next() == Some("gzip") && words.all(|word| word != "q=0")
        })
    })
}

/// Compresses what can be read as text and is long enough.
pub async fn squeeze(request: Request, next: Next) -> Response {
    let wanted = reads_gzip(request.headers());
    let mut answer = next.run(request).await;
    let kind = answer.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let text =
        kind.is_some_and(|kind| kind.starts_with("application/json") || kind.starts_with("text/plain"));
    let long = answer.body().size_hint().exact().is_some_and(|size| size >= WORTH);
    if !text || !long || answer.headers().contains_key(header::CONTENT_ENCODING) {
        return answer;
    }
    answer.headers_mut().append(header::VARY, HeaderValue::from_static("accept-encoding"));
    if !wanted {
        return answer;
    }
    let (mut parts, body) = answer.into_parts();
    // The size is known, so all of it is there already.
    let plain = axum::body::to_bytes(body, usize::MAX).await.unwrap_or_default();
    let mut gzip = GzEncoder::new(Vec::with_capacity(plain.len() / 4), Compression::new(LEVEL));
    let packed = gzip.write_all(&plain).and_then(|()| gzip.finish()).expect("memory takes everything");
    parts.headers.remove(header::CONTENT_LENGTH);
    parts.headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    Response::from_parts(parts, Body::from(packed))
}

/// A stream of events for one listener.
pub struct Flow {
    /// What was sent so far, for those who read gzip.
    gzip: Option<Crc>,
}

impl Flow {
    pub fn new(gzip: bool) -> Flow {
        Flow { gzip: gzip.then(Crc::new) }
    }

    /// An event as it goes out.
    pub fn send(&mut self, event: String) -> Bytes {
        let Some(sent) = &mut self.gzip else { return event.into() };
        let mut out = if sent.amount() == 0 { HEAD.to_vec() } else { Vec::new() };
        sent.update(event.as_bytes());
        deflate(event.as_bytes(), &mut out);
        out.into()
    }

    /// What goes out when nothing more is to come: an empty last block, the sum and the length.
    pub fn end(self) -> Bytes {
        let Some(sent) = self.gzip.filter(|sent| sent.amount() > 0) else { return Bytes::new() };
        let [sum, length] = [sent.sum(), sent.amount()].map(u32::to_le_bytes);
        [&[3, 0], &sum[..], &length[..]].concat().into()
    }
}

thread_local! {
    /// One for all streams of a thread: every event begins with nothing behind it.
    static DEFLATE: RefCell<Compress> = RefCell::new(Compress::new(Compression::new(LEVEL), false));
}

/// Adds a text as blocks of deflate that end on a byte and refer to nothing before them.
pub fn deflate(text: &[u8], out: &mut Vec<u8>) {
    DEFLATE.with_borrow_mut(|deflate| {
        deflate.reset();
        loop {
            let read = deflate.total_in() as usize;
            out.reserve(64 + (text.len() - read) / 2);
            // Only memory could fail here, and that ends the program.
            let _ = deflate.compress_vec(&text[read..], out, FlushCompress::Sync);
            // What is left is flushed when the output did not fill what there was for it.
            if deflate.total_in() as usize == text.len() && out.len() < out.capacity() {
                return;
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use flate2::{Decompress, FlushDecompress, read::GzDecoder};

    use super::*;

    #[test]
    fn every_event_can_be_read_as_soon_as_it_is_there() {
        let mut flow = Flow::new(true);
        let mut reader = Decompress::new(false);
        let mut sent = 0;
        for n in 0..50 {
            let event = format!("event: view\nid: {n}\ndata: {}\n\n", "the same words ".repeat(n * n));
            let bytes = flow.send(event.clone());
            let deflated = if n == 0 { &bytes[HEAD.len()..] } else { &bytes[..] };
            let mut text = Vec::with_capacity(event.len() + 1);
            reader.decompress_vec(deflated, &mut text, FlushDecompress::Sync).unwrap();
            assert_eq!(String::from_utf8(text).unwrap(), event);
            sent += bytes.len();
        }
        assert!(sent < 20_000, "{sent}");
    }

    #[test]
    fn the_stream_is_a_gzip_stream() {
        let mut flow = Flow::new(true);
        let bytes = [flow.send("one ".to_owned()), flow.send("two".to_owned()), flow.end()].concat();
        let mut text = String::new();
        GzDecoder::new(&bytes[..]).read_to_string(&mut text).unwrap();
        assert_eq!(text, "one two");
        assert_eq!(Flow::new(false).send("one".to_owned()), "one");
    }

    #[test]
    fn only_who_asks_for_gzip_gets_it() {
        let asked = |says: &str| {
            let value = HeaderValue::from_str(says).unwrap();
            reads_gzip(&HeaderMap::from_iter([(header::ACCEPT_ENCODING, value)]))
        };
        assert!(asked("gzip") && asked("br, gzip;q=0.5, deflate"));
        assert!(!asked("identity") && !asked("gzip;q=0") && !reads_gzip(&HeaderMap::new()));
    }
}
