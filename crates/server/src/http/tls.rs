//! TLS by rustls, with the operator's certificate.

use std::{path::Path, sync::Arc};

use tokio_rustls::{
    TlsAcceptor,
    rustls::{
        Error as RustlsError, ServerConfig,
        crypto::ring,
        pki_types::{
            CertificateDer, PrivateKeyDer,
            pem::{Error as PemError, PemObject},
        },
    },
};

use crate::{BindError, Tls};

/// Reads certificate and key.
pub(crate) fn acceptor(tls: &Tls) -> Result<TlsAcceptor, BindError> {
    let bad = |path: &Path, reason: String| BindError::Tls {
        path: path.to_owned(),
        reason,
    };
    let certificates = CertificateDer::pem_file_iter(&tls.certificate)
        .and_then(Iterator::collect::<Result<Vec<_>, _>>)
        .map_err(|error| bad(&tls.certificate, error.to_string()))?;
    if certificates.is_empty() {
        return Err(bad(&tls.certificate, "it holds no certificate".into()));
    }
    let key = PrivateKeyDer::from_pem_file(&tls.key).map_err(|error| {
        let reason = match error {
            PemError::NoItemsFound => "it holds no private key".into(),
            other => other.to_string(),
        };
        bad(&tls.key, reason)
    })?;
    let mut config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .and_then(|builder| {
            builder
                .with_no_client_auth()
                .with_single_cert(certificates, key)
        })
        .map_err(|error| match error {
            RustlsError::InconsistentKeys(_) => {
                bad(&tls.key, "it is not the key of the certificate".into())
            }
            other => bad(&tls.certificate, other.to_string()),
        })?;
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(TlsAcceptor::from(Arc::new(config)))
}
