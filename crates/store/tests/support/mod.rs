//! A folder of its own for a test, and a PostgreSQL server in one.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::atomic::{AtomicU32, Ordering},
    time::Duration,
};

/// A folder that is removed after the test.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new() -> Folder {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name = format!("sandtable-store-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let folder = std::env::temp_dir().join(name);
        fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A PostgreSQL server of our own in a folder of its own, reached through a socket there.
pub struct Postgres {
    server: Child,
    pub address: String,
    pub folder: Folder,
    port: u16,
}

/// Whether a server speaks TLS on a port, besides its socket.
#[derive(Clone, Copy, PartialEq)]
pub enum Tls {
    On,
    Off,
}

impl Postgres {
    pub fn start() -> Option<Postgres> {
        Postgres::start_with(Tls::Off)
    }

    /// Its address on the network of this machine.
    pub fn over_tcp(&self) -> String {
        format!("postgres://sandtable@localhost:{}/postgres", self.port)
    }

    pub fn start_with(tls: Tls) -> Option<Postgres> {
        let programs = programs()?;
        let folder = Folder::new();
        let (key, certificate) = (folder.0.join("server.key"), folder.0.join("server.crt"));
        let mut command = Command::new("openssl");
        command.args([
            "req",
            "-x509",
            "-newkey",
            "rsa:2048",
            "-nodes",
            "-days",
            "2",
            "-subj",
            "/CN=localhost",
        ]);
        command.args([
            "-addext",
            "subjectAltName=DNS:localhost",
            "-addext",
            "basicConstraints=critical,CA:FALSE",
        ]);
        if tls == Tls::On && !done(command.arg("-keyout").arg(&key).arg("-out").arg(&certificate)) {
            return None;
        }
        // A port that was free a moment ago.
        let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let data = folder.0.join("data");
        fs::create_dir(&data).unwrap();
        // It refuses to run as root; Debian's package brings a user for it.
        let root = fs::read_to_string("/proc/self/status").unwrap().contains("\nUid:\t0\t");
        if root && !(done(Command::new("chown").args(["-R", "postgres"]).arg(&folder.0))) {
            return None;
        }
        let command = |program: &str| {
            let program = programs.join(program);
            if !root {
                return Command::new(program);
            }
            let mut command = Command::new("setpriv");
            command.args(["--reuid", "postgres", "--regid", "postgres", "--clear-groups"]).arg(program);
            command
        };
        let made = done(command("initdb").args(["-A", "trust", "-U", "sandtable", "-D"]).arg(&data));
        assert!(made, "initdb failed");
        let mut run = command("postgres");
        if tls == Tls::On {
            let set = |name: &str, value: &Path| format!("{name}={}", value.display());
            run.args([
                "-c",
                "ssl=on",
                "-c",
                &set("ssl_key_file", &key),
                "-c",
                &set("ssl_cert_file", &certificate),
            ]);
        }
        let server = run
            .arg("-p")
            .arg(port.to_string())
            .arg("-D")
            .arg(&data)
            .arg("-k")
            .arg(&folder.0)
            .args(["-c", if tls == Tls::On { "listen_addresses=localhost" } else { "listen_addresses=" }])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let host = folder.0.display().to_string().replace('/', "%2F");
        let address = format!("postgres://sandtable@{host}:{port}/postgres");
        let started = Postgres { server, address, folder, port };
        started.wait_until_ready(&programs);
        Some(started)
    }

    fn wait_until_ready(&self, programs: &Path) {
        for _ in 0..300 {
            if done(
                Command::new(programs.join("pg_isready"))
                    .arg("-h")
                    .arg(&self.folder.0)
                    .args(["-p", &self.port.to_string()]),
            ) {
                return;
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        panic!("PostgreSQL did not start");
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// Where the programs of PostgreSQL are.
fn programs() -> Option<PathBuf> {
    let versions = fs::read_dir("/usr/lib/postgresql").ok()?;
    let mut folders: Vec<PathBuf> = versions.flatten().map(|version| version.path().join("bin")).collect();
    folders.retain(|folder| folder.join("initdb").exists());
    folders.sort();
    folders.pop()
}

fn done(command: &mut Command) -> bool {
    command.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}
