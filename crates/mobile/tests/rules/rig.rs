//! A session on a scripted device, without a server.

use std::sync::Arc;

use async_trait::async_trait;
use hansom_device::{Device, Kind};
use hansom_host::StateDir;
use hansom_mobile::{
    DeviceFactory, DeviceKind, DeviceRequest, MobileConfig, MobileDriver,
    recording::RecordingConfig,
};
use hansom_protocol::{
    Answer, Body, Command, Driver, Error, Grants, Live, NewSession, Params, PathVars, Request,
    Session, SessionId,
};
use hansom_testkit::ScriptedDevice;
use serde_json::{Map, Value, json};

struct One(Arc<ScriptedDevice>);

#[async_trait]
impl DeviceFactory for One {
    fn family(&self) -> DeviceKind {
        DeviceKind::Virtual
    }

    async fn open(&self, _: &DeviceRequest) -> Result<Arc<dyn Device>, Error> {
        Ok(Arc::clone(&self.0) as Arc<dyn Device>)
    }
}

pub(crate) struct Rig {
    pub(crate) device: Arc<ScriptedDevice>,
    pub(crate) session: Box<dyn Session>,
    pub(crate) live: Arc<dyn Live>,
    pub(crate) capabilities: Map<String, Value>,
    _state: tempfile::TempDir,
}

impl Rig {
    pub(crate) async fn new(kind: Kind, version: u32) -> Self {
        let device = ScriptedDevice::new(kind, version, false);
        Self::on(device, json!({})).await.unwrap()
    }

    pub(crate) async fn on(device: ScriptedDevice, more: Value) -> Result<Self, Error> {
        let device = Arc::new(device);
        let folder = tempfile::tempdir().unwrap();
        let state = StateDir::open(Some(folder.path())).unwrap();
        let config = MobileConfig {
            grants: Arc::new(Grants::loopback()),
            recording: RecordingConfig::new(state, Grants::loopback()),
        };
        let driver = MobileDriver::new(vec![Arc::new(One(Arc::clone(&device)))], config);
        let mut capabilities: Map<String, Value> = serde_json::from_value(more).unwrap();
        capabilities.insert("platformName".into(), "iOS".into());
        let capabilities = driver.matches(&capabilities)?.unwrap();
        let request = NewSession::new(SessionId::random(), capabilities);
        let started = driver.start(request).await?;
        device.script().calls.clear();
        Ok(Self {
            device,
            session: started.session,
            live: started.live,
            capabilities: started.capabilities,
            _state: folder,
        })
    }

    pub(crate) async fn ask(&mut self, command: Command, body: Value) -> Result<Value, Error> {
        let params = Params::from_value(&body).unwrap();
        value(self.session.execute(Request::new(command, params)).await?)
    }

    pub(crate) async fn element(&mut self, command: Command, id: &str) -> Result<Value, Error> {
        let mut request = Request::new(command, Params::default());
        request.vars = PathVars::from_iter([("elementId", id.to_owned())]);
        value(self.session.execute(request).await?)
    }

    pub(crate) async fn mobile(&mut self, name: &str, arguments: Value) -> Result<Value, Error> {
        let body = json!({"script": format!("mobile: {name}"), "args": [arguments]});
        self.ask(Command::ExecuteScript, body).await
    }

    /// Goes to a context, and says which one it is in then.
    pub(crate) async fn switch(&mut self, name: Value) -> Value {
        let body = json!({ "name": name });
        self.ask(Command::SwitchContext, body).await.unwrap();
        let current = self.ask(Command::GetCurrentContext, json!({})).await;
        current.unwrap()
    }

    /// What the page says to a command from now on.
    pub(crate) fn answer_page(&self, command: &str, text: &str) {
        let mut script = self.device.script();
        script.page.insert(command.to_owned(), text.to_owned());
    }

    /// The calls since the last look.
    pub(crate) fn calls(&self) -> Vec<String> {
        std::mem::take(&mut self.device.script().calls)
    }
}

pub(crate) fn value(answer: Answer) -> Result<Value, Error> {
    match answer.body {
        Body::Value(text) => Ok(serde_json::from_slice(&text).unwrap()),
        other => Err(Error::unknown(format!("{other:?}"))),
    }
}
