//! Calls that no safe crate has. Beside them only `tiny/announced_body.rs` and `tiny/interposed.rs` have `unsafe` code.
#![expect(
    unsafe_code,
    reason = "neither the standard library nor rustix has these calls"
)]

use super::*;

use std::os::fd::{BorrowedFd, FromRawFd};

use rustix::process::{Resource, Rlimit, getrlimit, setpriority_process, setrlimit};
use rustix::time::{ClockId, clock_gettime};

/// The kernel knows the clock as synchronised; `None` where the process may not ask.
pub fn clock_is_synchronised() -> Option<bool> {
    // SAFETY: all members of `timex` are numbers, for which zero is a value; without modes the call only fills it in.
    let state = unsafe { libc::adjtimex(&mut std::mem::zeroed()) };
    match state {
        libc::TIME_ERROR => Some(false),
        state if state >= 0 => Some(true),
        _ => None,
    }
}

/// Schedules this thread, and those that it starts from now on, as batch work, which interrupts nothing when it is woken;
/// or else as usual. True when that was changed.
///
/// Every request wakes a thread of tiny_http's, which has microseconds of work, and then a worker; as usual work each
/// costs two changes of thread, and together a fifth of the throughput.
pub fn set_batch(is_batch: bool) -> bool {
    let policy = if is_batch {
        libc::SCHED_BATCH
    } else {
        libc::SCHED_OTHER
    };

    let parameters = libc::sched_param { sched_priority: 0 };
    // SAFETY: reads one `sched_param`; nothing else depends on how a thread is scheduled.
    unsafe { libc::sched_setscheduler(0, policy, &raw const parameters) == 0 }
}

/// The niceness of threads that build: each step is worth a tenth of a processor.
const BUILDER_NICENESS: i32 = 5;

/// Has this thread, and those that it starts from now on, give way to threads that answer; for good, since only root may go
/// back. Under full load a builder then gets a quarter of a processor. Where the call is forbidden, nothing changes.
pub fn give_way() {
    let _ = setpriority_process(None, BUILDER_NICENESS);
}

/// The time of a clock that never goes below zero: processor time, or time since the machine was started.
pub fn time_of(clock: ClockId) -> Duration {
    let time = clock_gettime(clock);
    let nanoseconds = u32::try_from(time.tv_nsec);
    Duration::new(time.tv_sec.unsigned_abs(), nanoseconds.unwrap_or(0))
}

/// The processor time of this thread.
pub fn thread_time() -> Duration {
    time_of(ClockId::ThreadCPUTime)
}

/// The soft limit, which an operator may change while the process runs.
pub fn descriptor_limit() -> usize {
    getrlimit(Resource::Nofile)
        .current
        .map_or(usize::MAX, |limit| {
            usize::try_from(limit).unwrap_or(usize::MAX)
        })
}

pub fn raise_descriptor_limit() {
    let maximum = getrlimit(Resource::Nofile).maximum;
    let _ = setrlimit(
        Resource::Nofile,
        Rlimit {
            current: maximum,
            maximum,
        },
    );
}

/// Limits the allocator to two arenas for each processor. To be called before other threads are started.
///
/// A request is allocated by one thread and freed by another, so an arena for each thread only scatters memory over the
/// caches: sharing them is worth 3 % of the throughput. With one for each processor, threads that build pages wait for
/// each other, which makes a start a sixth longer.
pub fn limit_arenas() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        // SAFETY: sets a number inside the allocator.
        unsafe {
            libc::mallopt(
                libc::M_ARENA_MAX,
                libc::c_int::try_from(processors * 2).unwrap_or(2),
            )
        };
    }
}

/// Returns free memory to the system, once a snapshot has been built. Only glibc has to be asked.
pub fn give_back_memory() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: changes nothing that is in use.
    unsafe {
        libc::malloc_trim(0)
    };
}

/// Runs `f` on the socket with this descriptor number. tiny_http keeps its sockets to itself; `tiny/sockets.rs` says why
/// a number that was closed or reused meanwhile does no harm.
pub fn with_fd<T>(number: RawFd, f: impl FnOnce(SockRef<'_>) -> T) -> T {
    // SAFETY: the number is not negative, and is neither closed nor kept here.
    f(SockRef::from(&unsafe { BorrowedFd::borrow_raw(number) }))
}

/// `struct tcp_info` of a TCP connection, and how much of it the kernel knows; `None` for other descriptors.
pub fn tcp_info(number: RawFd) -> Option<([u8; 256], usize)> {
    let (mut info, mut length) = ([0u8; 256], 256);
    // SAFETY: the kernel writes at most `length` bytes to `info`, which is that long.
    let answer = unsafe {
        libc::getsockopt(
            number,
            libc::IPPROTO_TCP,
            libc::TCP_INFO,
            info.as_mut_ptr().cast(),
            &mut length,
        )
    };

    (answer == 0).then_some((info, length as usize))
}

/// Takes over a listening socket that the service manager has opened for this process.
pub fn take_inherited(number: RawFd) -> io::Result<Socket> {
    if !with_fd(number, |socket| socket.is_listener())? {
        return Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            "not a listening socket",
        ));
    }

    // SAFETY: the number is open, and the service manager's protocol gives it to this process, once.
    let socket = unsafe { Socket::from_raw_fd(number) };
    socket.set_cloexec(true)?;
    socket.set_nonblocking(false)?;
    Ok(socket)
}

#[cfg(test)]
mod tests {
    use rustix::process::getpriority_process;

    use super::*;

    #[test]
    fn a_thread_that_builds_gives_way_with_those_that_it_starts_and_no_others() {
        let own = || getpriority_process(None).unwrap();
        let before = own();
        let (builder, helper) = thread::spawn(move || {
            give_way();
            (own(), thread::spawn(own).join().unwrap())
        })
        .join()
        .unwrap();
        assert!(builder >= BUILDER_NICENESS && helper == builder);
        assert_eq!(own(), before);
    }
}
