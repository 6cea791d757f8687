//! The encrypted way to PostgreSQL: the certificates that the system trusts, or those of a file.

use std::sync::Arc;

use rustls::{
    ClientConfig, RootCertStore,
    crypto::ring::default_provider,
    pki_types::{CertificateDer, pem::PemObject},
};
use tokio_postgres_rustls::MakeRustlsConnect;

use crate::{Result, StoreError};

/// A connector that checks the name and the certificate of the server.
pub(crate) fn connector(roots: Option<&str>) -> Result<MakeRustlsConnect> {
    let wrong = |error: &dyn std::fmt::Display| StoreError::Tls(error.to_string());
    let config = ClientConfig::builder_with_provider(Arc::new(default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(|error| wrong(&error))?
        .with_root_certificates(trusted(roots)?)
        .with_no_client_auth();
    Ok(MakeRustlsConnect::new(config))
}

fn trusted(roots: Option<&str>) -> Result<RootCertStore> {
    let mut store = RootCertStore::empty();
    match roots {
        Some(path) => {
            let wrong = |error: &dyn std::fmt::Display| StoreError::Tls(format!("{path}: {error}"));
            for certificate in CertificateDer::pem_file_iter(path).map_err(|error| wrong(&error))? {
                let certificate = certificate.map_err(|error| wrong(&error))?;
                store.add(certificate).map_err(|error| wrong(&error))?;
            }
        }
        None => {
            // One that cannot be read is of no use to this server; without any, the connection says so.
            store.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        }
    }
    if store.is_empty() {
        let says = "there is no certificate to trust: name a file with sslrootcert=PATH in the address";
        return Err(StoreError::Tls(says.to_owned()));
    }
    Ok(store)
}
