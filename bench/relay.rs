//! The least that a WebDriver server for Firefox can do: one connection, one session, no checks.
//!
//! Reads a request, writes the Marionette command that stands in the table below with the request's
//! body as it is, and sends what Firefox answers. It blocks in each of these and does nothing else,
//! so what it costs above Marionette itself is the price of two more processes that wake each other.
//! `bench/floor` compiles it and measures servers beside it.

use std::{
    env, fs,
    io::{self, BufRead, BufReader, Read, Write},
    net::{TcpListener, TcpStream},
    path::PathBuf,
    process::{Child, Command, Stdio},
    thread,
    time::Duration,
};

/// What a path ends with after the session, by method, and the command it stands for.
const COMMANDS: &[(&str, &str, &str)] = &[
    ("GET", "url", "WebDriver:GetCurrentURL"),
    ("POST", "url", "WebDriver:Navigate"),
    ("GET", "title", "WebDriver:GetTitle"),
    ("POST", "element", "WebDriver:FindElement"),
    ("POST", "elements", "WebDriver:FindElements"),
    ("GET", "rect", "WebDriver:GetElementRect"),
    ("POST", "rect", "WebDriver:SetWindowRect"),
    ("POST", "sync", "WebDriver:ExecuteScript"),
    ("GET", "context", "Marionette:GetContext"),
    ("POST", "context", "Marionette:SetContext"),
];

fn main() -> io::Result<()> {
    let port = env::args().skip_while(|word| word != "--port").nth(1);
    let port = port.and_then(|port| port.parse().ok()).unwrap_or(4444);
    let listener = TcpListener::bind(("127.0.0.1", port))?;
    loop {
        // One client at a time; a Firefox that it leaves behind goes with its connection.
        if let Err(error) = serve(listener.accept()?.0) {
            eprintln!("{error}");
        }
    }
}

struct Request {
    method: String,
    path: String,
    body: String,
}

fn serve(client: TcpStream) -> io::Result<()> {
    client.set_nodelay(true)?;
    let mut requests = BufReader::new(client.try_clone()?);
    let mut client = client;
    let mut firefox: Option<Firefox> = None;
    while let Some(request) = read(&mut requests)? {
        let mut words = request.path.trim_start_matches('/').split('/');
        let value = match (words.next(), words.next(), words.next_back()) {
            (Some("status"), ..) => r#"{"ready":true,"message":""}"#.to_owned(),
            (Some("session"), None, _) => firefox
                .insert(Firefox::start()?)
                .send("WebDriver:NewSession", "{}")?,
            (Some("session"), Some(_), None) => {
                firefox = None;
                "null".to_owned()
            }
            (_, _, Some(last)) => {
                let is = |row: &&(&str, &str, &str)| row.0 == request.method && row.1 == last;
                let row = COMMANDS
                    .iter()
                    .find(is)
                    .ok_or_else(|| other("unknown command"))?;
                let firefox = firefox.as_mut().ok_or_else(|| other("no session"))?;
                firefox.send(row.2, &params(&request, row.2))?
            }
            _ => return Err(other("unknown path")),
        };
        let answer = format!(
            "HTTP/1.1 200 OK\r\ncontent-type: application/json; charset=utf-8\r\n\
             cache-control: no-cache\r\ncontent-length: {}\r\n\r\n{{\"value\":{value}}}",
            value.len() + 10
        );
        client.write_all(answer.as_bytes())?;
    }
    Ok(())
}

fn params(request: &Request, command: &str) -> String {
    match command {
        "WebDriver:GetElementRect" => {
            let id = request.path.rsplit('/').nth(1).unwrap_or_default();
            format!("{{\"id\":\"{id}\"}}")
        }
        "Marionette:SetContext" => request.body.replace("\"context\"", "\"value\""),
        _ if request.body.is_empty() => "{}".to_owned(),
        _ => request.body.clone(),
    }
}

fn read(requests: &mut BufReader<TcpStream>) -> io::Result<Option<Request>> {
    let mut line = String::new();
    if requests.read_line(&mut line)? == 0 {
        return Ok(None);
    }
    let mut words = line.split(' ').map(str::to_owned);
    let (method, path) = (
        words.next().unwrap_or_default(),
        words.next().unwrap_or_default(),
    );
    let mut length = 0;
    loop {
        line.clear();
        requests.read_line(&mut line)?;
        let Some((name, value)) = line.split_once(':') else {
            break;
        };
        if name.eq_ignore_ascii_case("content-length") {
            length = value.trim().parse().map_err(|_| other("content-length"))?;
        }
    }
    let mut body = vec![0; length];
    requests.read_exact(&mut body)?;
    let body = String::from_utf8(body).map_err(|_| other("body"))?;
    Ok(Some(Request { method, path, body }))
}

struct Firefox {
    process: Child,
    profile: PathBuf,
    replies: BufReader<TcpStream>,
    commands: TcpStream,
    id: u64,
}

impl Firefox {
    fn start() -> io::Result<Self> {
        let profile = env::temp_dir().join(format!("relay-{}", std::process::id()));
        fs::create_dir_all(&profile)?;
        fs::write(
            profile.join("user.js"),
            "user_pref('marionette.port', 0);\nuser_pref('remote.prefs.recommended', true);\n",
        )?;
        let binary = env::var_os("FIREFOX").unwrap_or_else(|| "firefox-esr".into());
        let mut process = Command::new(binary)
            .args([
                "--marionette",
                "-headless",
                "-no-remote",
                "-remote-allow-system-access",
                "-profile",
            ])
            .arg(&profile)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        let port = loop {
            if process.try_wait()?.is_some() {
                return Err(other("Firefox ended"));
            }
            let written = fs::read_to_string(profile.join("MarionetteActivePort"));
            if let Some(port) = written.ok().and_then(|port| port.trim().parse().ok()) {
                break port;
            }
            thread::sleep(Duration::from_millis(5));
        };
        let commands = TcpStream::connect(("127.0.0.1", port))?;
        commands.set_nodelay(true)?;
        let replies = BufReader::with_capacity(1 << 16, commands.try_clone()?);
        let mut firefox = Self {
            process,
            profile,
            replies,
            commands,
            id: 0,
        };
        firefox.message()?;
        Ok(firefox)
    }

    /// The result of a command, without the `{"value":…}` that most have.
    fn send(&mut self, name: &str, params: &str) -> io::Result<String> {
        self.id += 1;
        let message = format!("[0,{},\"{name}\",{params}]", self.id);
        let framed = format!("{}:{message}", message.len());
        self.commands.write_all(framed.as_bytes())?;
        let reply = self.message()?;
        let result = reply.strip_prefix(&format!("[1,{},null,", self.id));
        let result = result.and_then(|result| result.strip_suffix(']'));
        let result = result.ok_or_else(|| other(&reply))?;
        let value = result
            .strip_prefix("{\"value\":")
            .and_then(|value| value.strip_suffix('}'));
        Ok(value.unwrap_or(result).to_owned())
    }

    fn message(&mut self) -> io::Result<String> {
        let mut length = Vec::new();
        self.replies.read_until(b':', &mut length)?;
        length.pop();
        let length = String::from_utf8_lossy(&length)
            .parse()
            .map_err(|_| other("Firefox has gone"))?;
        let mut message = vec![0; length];
        self.replies.read_exact(&mut message)?;
        String::from_utf8(message).map_err(|_| other("not UTF-8"))
    }
}

impl Drop for Firefox {
    fn drop(&mut self) {
        // It may have ended already, and the next run uses another folder.
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = fs::remove_dir_all(&self.profile);
    }
}

fn other(what: &str) -> io::Error {
    io::Error::other(what.to_owned())
}
