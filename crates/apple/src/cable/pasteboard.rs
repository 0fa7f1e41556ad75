//! The pasteboard service of version 17.4 and later: it needs no app in the foreground, as the agent does.

use bytes::Bytes;
use hansom_device::{ContentType, Version};
use idevice::{
    ReadWrite, RemoteXpcClient,
    core_device::{
        GENERAL_PASTEBOARD, PasteboardPayload, PasteboardServiceClient, PasteboardSnapshot, UTI_PNG,
    },
};

use super::{
    Cable, CableError,
    link::QUICK,
    tunnel::{Era, era},
};

const WHAT: &str = "the pasteboard";
const SERVICE: &str = "com.apple.coredevice.pasteboardservice";
const UTI_URL: &str = "public.url";

type Pasteboard = PasteboardServiceClient<Box<dyn ReadWrite>>;

impl Cable {
    /// Whether the device has the service. A tunnel that cannot be opened is a no: the agent can do it.
    pub(crate) async fn has_pasteboard(&self, version: &Version) -> bool {
        if era(WHAT, version) != Ok(Era::Tunnel) {
            return false;
        }
        match self.offers(WHAT, SERVICE).await {
            Ok(offered) => offered,
            Err(error) => {
                tracing::debug!(%error, "the pasteboard is left to the agent");
                false
            }
        }
    }

    async fn pasteboard(&self) -> Result<Pasteboard, CableError> {
        let stream = self.tunnelled(WHAT, SERVICE).await?;
        let work = async {
            let mut client = RemoteXpcClient::new(stream).await?;
            Box::pin(client.do_handshake()).await?;
            Ok(PasteboardServiceClient::new(client))
        };
        self.run(WHAT, QUICK, work).await
    }

    /// Its content of that type; empty when it has none.
    pub(crate) async fn paste(&self, kind: ContentType) -> Result<Bytes, CableError> {
        let mut service = self.pasteboard().await?;
        let found = self
            .run(WHAT, QUICK, service.get(GENERAL_PASTEBOARD))
            .await?;
        Ok(content(&found, kind).into())
    }

    /// Fills it. Whether it was filled; a kind that the service does not take is left to the agent.
    pub(crate) async fn copy(&self, kind: ContentType, content: &[u8]) -> Result<bool, CableError> {
        if kind == ContentType::Url {
            return Ok(false);
        }
        let mut service = self.pasteboard().await?;
        let text = String::from_utf8_lossy(content);
        let work = async {
            if kind == ContentType::Image {
                Box::pin(service.set_image(content, UTI_PNG, GENERAL_PASTEBOARD)).await
            } else {
                Box::pin(service.set_text(&text, GENERAL_PASTEBOARD)).await
            }
        };
        self.run(WHAT, QUICK, work).await?;
        Ok(true)
    }
}

fn content(found: &PasteboardSnapshot, kind: ContentType) -> Vec<u8> {
    match kind {
        ContentType::PlainText => found.text().unwrap_or_default().into_bytes(),
        ContentType::Image => found.image().map(|(_, bytes)| bytes).unwrap_or_default(),
        ContentType::Url => found
            .items
            .iter()
            .flat_map(|item| &item.data)
            .find_map(|entry| match &entry.payload {
                PasteboardPayload::Inline(bytes) if entry.uti == UTI_URL => Some(bytes.clone()),
                _ => None,
            })
            .unwrap_or_default(),
    }
}
