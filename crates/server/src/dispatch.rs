//! A row is found: check the session, then the body, then ask whoever answers it.

use std::sync::Arc;

use bytes::Bytes;
use hansom_protocol::{
    Answer, Command, Error, ErrorCode, Feature, Params, Request, SessionId, Upload,
    routes::{self, Method, Queue, Route, Source, Standing},
};
use http::{HeaderMap, HeaderName, HeaderValue, header};
use hyper::body::Incoming;
use serde_json::{Map, Value, json};
use tokio::time::Instant;

use crate::{
    app::App,
    http::{self as wire, HttpRequest, HttpResponse, reply},
    operation,
    router::Found,
    sessions::{self, Done, Handle},
};

/// Bodies larger than this are parsed off the threads that serve others.
const LARGE: usize = 256 * 1024;

/// Since when the deprecated rows are: the day of version 2.3.0, as RFC 9745 writes it.
const DEPRECATED_SINCE: HeaderValue = HeaderValue::from_static("@1794700800");

/// Where the deprecated rows and their replacements are written down.
const DEPRECATED_HOW: HeaderValue =
    HeaderValue::from_static("</openapi.json>; rel=\"deprecation\"; type=\"application/json\"");

/// Answers the request for a row.
pub(crate) async fn dispatch(app: &App, found: Found, request: HttpRequest) -> HttpResponse {
    let route = found.route;
    if route.command == Command::Status {
        return operation::status(&app.registry);
    }
    let successor = successor(&found);
    let trace = trace(request.headers());
    let started = Instant::now();
    let outcome = if route.needs_session() {
        // Boxed, because the futures around it are moved with all that is in them.
        match Box::pin(in_session(app, found, request)).await {
            // Noted with its session.
            Ok((handle, request)) => carry_out(app, route, handle, request, trace).await,
            Err(error) => noted(app, route.command, started, trace.as_deref(), Err(error)),
        }
    } else {
        let outcome = Box::pin(without_session(app, route, request, trace.as_deref())).await;
        noted(app, route.command, started, trace.as_deref(), outcome)
    };
    let mut response = reply::outcome(outcome);
    if let Standing::Deprecated(replacement) = route.standing {
        deprecate(&mut response, replacement, successor);
    }
    response
}

/// Notes a command without a session that is done, in the metrics and the log.
fn noted(
    app: &App,
    command: Command,
    started: Instant,
    trace: Option<&str>,
    outcome: Result<Answer, Error>,
) -> Result<Answer, Error> {
    let took = started.elapsed();
    app.registry.metrics.command(command, took, &outcome);
    let ms = sessions::millis(took);
    match &outcome {
        // It has its own line, with the session.
        Ok(_) if command == Command::NewSession => {}
        Ok(_) => tracing::info!(%command, ms, trace, "ok"),
        Err(error) => tracing::info!(%command, ms, trace, detail = error.detail, "{error}"),
    }
    outcome
}

async fn without_session(
    app: &App,
    route: &'static Route,
    request: HttpRequest,
    trace: Option<&str>,
) -> Result<Answer, Error> {
    match route.command {
        Command::NewSession => {
            let (parts, body) = request.into_parts();
            let text = wire::read(body, &app.config.limits).await?;
            let params = params(route, text).await?;
            let url = |id: &SessionId| app.web_socket_url(&parts.headers, id);
            let handle = sessions::create(&app.registry, &params, trace, url).await?;
            Ok(Answer::value(json!({
                "sessionId": handle.id.as_str(),
                "capabilities": handle.capabilities,
            })))
        }
        Command::GetSessions => {
            app.config.grants.require(Feature::SessionDiscovery)?;
            let sessions = app.registry.list();
            let list = sessions.iter().map(|handle| {
                json!({
                    "id": handle.id.as_str(),
                    "created": handle.created,
                    "capabilities": handle.capabilities,
                })
            });
            Ok(Answer::value(list.collect::<Value>()))
        }
        other => Err(Error::new(
            ErrorCode::UnknownMethod,
            format!("{other} is not answered by the server."),
        )),
    }
}

/// The session of a command, and the command as the session takes it.
async fn in_session(
    app: &App,
    found: Found,
    request: HttpRequest,
) -> Result<(Arc<Handle>, Request), Error> {
    let Found { route, vars } = found;
    let id = SessionId::from_client(vars.get("sessionId"));
    let handle = app.registry.get(&id)?;
    if !route.drivers.is_server() && !route.drivers.include(handle.kind()) {
        return Err(Error::new(
            ErrorCode::UnknownMethod,
            format!(
                "{} is a command of the {} driver, and this session is of the {} driver.",
                route.command,
                route.drivers.describe(),
                handle.kind().name()
            ),
        ));
    }
    if let Standing::Deprecated(replacement) = route.standing
        && handle.first_use(route.command)
    {
        let instead = replacement.unwrap_or("nothing");
        tracing::warn!(session = id.short(), command = %route.command, instead, "deprecated");
    }
    let (params, upload) = body(app, route, &handle, request.into_body()).await?;
    let request = Request {
        command: route.command,
        vars,
        params,
        upload: upload.map(Box::new),
    };
    Ok((handle, request))
}

/// Carries a command out, and notes it with its session.
async fn carry_out(
    app: &App,
    route: &'static Route,
    handle: Arc<Handle>,
    request: Request,
    trace: Option<String>,
) -> Result<Answer, Error> {
    if !route.drivers.is_server() && route.queue == Queue::InTurn {
        return handle.execute(request, trace).await; // noted by the session's task
    }
    let started = Instant::now();
    let outcome = if route.drivers.is_server() {
        Box::pin(by_server(app, &handle, request)).await
    } else {
        Box::pin(Arc::clone(&handle).aside(request)).await
    };
    let done = Done {
        command: route.command,
        took: started.elapsed(),
        trace: trace.as_deref(),
    };
    handle.note(&app.registry.metrics, &done, &outcome);
    outcome
}

/// The commands of a session that the server answers by itself.
async fn by_server(app: &App, handle: &Handle, request: Request) -> Result<Answer, Error> {
    let params = &request.params;
    Ok(match request.command {
        Command::DeleteSession => {
            app.registry.delete(handle).await;
            Answer::null()
        }
        Command::GetSession => Answer::value(&handle.capabilities),
        Command::GetSessionCapabilities => {
            Answer::value(json!({ "capabilities": handle.capabilities }))
        }
        Command::ListCommands => Answer::value(commands_of(handle)),
        Command::ListExtensions => Answer::value(json!({
            "rest": { "driver": handle.driver.execute_methods() }
        })),
        Command::GetLogEvents => {
            let types = match params.raw("type") {
                Some(text) if text.starts_with('"') => vec![params.required::<String>("type")?],
                _ => params.optional::<Vec<String>>("type")?.unwrap_or_default(),
            };
            Answer::value(handle.events(&types))
        }
        Command::LogCustomEvent => {
            let vendor: String = params.required("vendor")?;
            let event: String = params.required("event")?;
            handle.note_event(format!("{vendor}:{event}"))?;
            Answer::null()
        }
        other => {
            return Err(Error::new(
                ErrorCode::UnknownMethod,
                format!("{other} is not answered by the server."),
            ));
        }
    })
}

/// The rows of a session's driver, by path and method.
fn commands_of(handle: &Handle) -> Value {
    let mut base: Map<String, Value> = Map::new();
    for route in routes::all() {
        if !route.drivers.is_server() && !route.drivers.include(handle.kind()) {
            continue;
        }
        let params = route
            .params
            .iter()
            .map(|param| json!({ "name": param.name, "required": param.required }));
        let mut row = json!({
            "command": route.command.name(),
            "params": params.collect::<Value>(),
            "info": route.meaning,
        });
        if let Standing::Deprecated(replacement) = route.standing {
            row["deprecated"] = true.into();
            if let Some(replacement) = replacement {
                row["replacement"] = replacement.into();
            }
        }
        let methods = base.entry(route.path).or_insert_with(|| json!({}));
        methods[route.method.as_str()] = row;
    }
    json!({ "rest": { "base": base } })
}

/// Reads and checks the body of a command; a large member may go another way.
async fn body(
    app: &App,
    route: &Route,
    handle: &Handle,
    body: Incoming,
) -> Result<(Params, Option<Result<Upload, Error>>), Error> {
    if route.method != Method::Post {
        return Ok((Params::default(), None));
    }
    let limits = &app.config.limits;
    if let Some(member) = route.large
        && let Some(inlet) = handle.inlet(route.command)
    {
        let through = Box::pin(wire::read_through(body, limits, member, inlet));
        let (text, upload) = through.await?;
        let params = params(route, text).await?;
        // Only if no second one of that name stayed in the text: the last counts.
        let upload = upload.filter(|_| params.raw(member) == Some("\"\""));
        return Ok((params, upload));
    }
    let text = wire::read(body, limits).await?;
    Ok((params(route, text).await?, None))
}

/// Parses and checks a body. W3C commands want one; for the others nothing is an empty object.
async fn params(route: &Route, text: Bytes) -> Result<Params, Error> {
    let params = if text.is_empty() {
        if route.source == Source::W3c {
            return Err(Error::invalid_argument(
                "the body is empty. Send a JSON object, for example {}.",
            ));
        }
        Params::default()
    } else if text.len() > LARGE {
        tokio::task::spawn_blocking(move || Params::parse(text))
            .await
            .unwrap_or_else(|_| Err(Error::unknown("the body could not be read.")))?
    } else {
        Params::parse(text)?
    };
    route.check(&params)?;
    Ok(params)
}

/// The id of the trace a request belongs to (W3C Trace Context), for the log.
pub(crate) fn trace(headers: &HeaderMap) -> Option<String> {
    let parent = headers.get("traceparent")?.to_str().ok()?;
    let id = parent.split('-').nth(1)?;
    let sound = id.len() == 32 && id.bytes().all(|byte| byte.is_ascii_hexdigit());
    sound.then(|| id.to_owned())
}

/// Where the replacement of a deprecated row is found: a `mobile:` method behind the row that runs
/// scripts, a command at its own row.
fn successor(found: &Found) -> Option<String> {
    let Standing::Deprecated(Some(replacement)) = found.route.standing else {
        return None;
    };
    let command = match replacement {
        name if name.starts_with("mobile: ") => Command::ExecuteScript,
        // The spec's own names for what W3C calls otherwise.
        "setValue" => Command::ElementSendKeys,
        "scriptTimeoutW3C" => Command::SetTimeouts,
        name => Command::from_name(name)?,
    };
    let row = routes::all().find(|route| route.command == command)?;
    let mut path = row.path.to_owned();
    for (name, value) in found.vars.iter() {
        path = path.replace(&format!("{{{name}}}"), value);
    }
    // A row for an element cannot be named where there is none.
    (!path.contains('{')).then_some(path)
}

/// Says so in the headers of RFC 9745, and in words.
fn deprecate(
    response: &mut HttpResponse,
    replacement: Option<&'static str>,
    successor: Option<String>,
) {
    const DEPRECATION: HeaderName = HeaderName::from_static("deprecation");
    let headers = response.headers_mut();
    headers.insert(DEPRECATION, DEPRECATED_SINCE);
    headers.insert(header::LINK, DEPRECATED_HOW);
    let title = replacement.unwrap_or_default();
    let link = successor.and_then(|path| {
        HeaderValue::from_str(&format!(
            "<{path}>; rel=\"successor-version\"; title=\"{title}\""
        ))
        .ok()
    });
    if let Some(link) = link {
        headers.append(header::LINK, link);
    }
    let text = match replacement {
        Some(name) => format!("299 hansom \"deprecated: use {name}\""),
        None => "299 hansom \"deprecated\"".to_owned(),
    };
    if let Ok(text) = HeaderValue::from_str(&text) {
        headers.insert(header::WARNING, text);
    }
}
