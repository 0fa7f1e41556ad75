//! The certificates of a pairing.

use std::sync::Arc;

use plist::{Dictionary, Value};
use rustls::{ServerConfig, pki_types::PrivateKeyDer};
use tokio_rustls::TlsAcceptor;

use super::wire::dict;

/// One key for all roles of a pairing: nobody verifies whose it is.
pub(super) struct Identity {
    certificate: rcgen::CertifiedKey<rcgen::KeyPair>,
}

impl Identity {
    pub(super) fn new() -> Self {
        let certificate = rcgen::generate_simple_self_signed(["Device".to_owned()])
            .expect("a certificate can be made");
        Self { certificate }
    }

    /// The record that usbmuxd keeps.
    pub(super) fn record(&self) -> Vec<u8> {
        let certificate = Value::Data(self.certificate.cert.pem().into_bytes());
        let key = Value::Data(self.certificate.signing_key.serialize_pem().into_bytes());
        let record: Dictionary = dict([
            ("DeviceCertificate", certificate.clone()),
            ("HostCertificate", certificate.clone()),
            ("RootCertificate", certificate),
            ("HostPrivateKey", key.clone()),
            ("RootPrivateKey", key),
            ("HostID", "HOST".into()),
            ("SystemBUID", "BUID".into()),
            ("WiFiMACAddress", "00:00:00:00:00:00".into()),
            ("EscrowBag", Value::Data(vec![1])),
        ]);
        let mut bytes = Vec::new();
        Value::Dictionary(record)
            .to_writer_xml(&mut bytes)
            .expect("property lists can be written");
        bytes
    }

    /// The device's side of a secured connection.
    pub(super) fn acceptor(&self) -> TlsAcceptor {
        let certificate = self.certificate.cert.der().clone();
        let key = PrivateKeyDer::try_from(self.certificate.signing_key.serialize_der())
            .expect("the key can be read");
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .expect("ring knows the versions")
            .with_no_client_auth()
            .with_single_cert(vec![certificate], key)
            .expect("the certificate fits its key");
        TlsAcceptor::from(Arc::new(config))
    }
}
