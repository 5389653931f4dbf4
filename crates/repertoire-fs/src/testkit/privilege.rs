//! What a test may do only as root, and how it gives that up.

/// Whether this process may do what root may: look into any directory, make a device.
#[must_use]
pub fn is_root() -> bool {
    #[cfg(unix)]
    {
        rustix::process::geteuid().is_root()
    }
    #[cfg(not(unix))]
    {
        false
    }
}

/// Does something in a thread, and threads that it starts, that modes hold back even where
/// the process is root's.
#[cfg(any(target_os = "linux", target_os = "android"))]
pub fn without_privilege<R: Send>(work: impl FnOnce() -> R + Send) -> R {
    use rustix::thread::{CapabilitySet, capabilities, set_capabilities};
    std::thread::scope(|scope| {
        let thread = scope.spawn(|| {
            let mut sets = capabilities(None).expect("the capabilities of a thread");
            sets.effective -= CapabilitySet::DAC_OVERRIDE | CapabilitySet::DAC_READ_SEARCH;
            sets.permitted = sets.effective;
            set_capabilities(None, sets).expect("fewer capabilities");
            work()
        });
        thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// Lets this whole process have so many open descriptors at most. For tests that stand alone
/// in their program.
#[cfg(unix)]
pub fn limit_descriptors(most: u64) {
    use rustix::process::{Resource, getrlimit, setrlimit};
    let mut limit = getrlimit(Resource::Nofile);
    limit.current = Some(most);
    setrlimit(Resource::Nofile, limit).expect("a limit on descriptors");
}

/// How many descriptors this process has open, where the system tells.
#[must_use]
pub fn open_descriptors() -> Option<usize> {
    Some(std::fs::read_dir("/proc/self/fd").ok()?.count())
}
