//! What the process asks of the kernel and of the C library for itself: how its threads are scheduled, how many
//! descriptors it may have, how many heaps.
#![expect(unsafe_code, reason = "the standard library has no call for any of these")]

use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

/// Makes this thread, and those that it starts from now on, batch work to the scheduler, or usual work again: batch
/// work that is woken does not interrupt what runs. True when that was changed.
///
/// Every request wakes a thread of tiny_http's, which has microseconds of work, and then a worker; as usual work each
/// costs two changes of thread, and together a fifth of the throughput.
pub fn set_batch_work(batch: bool) -> bool {
    let parameters = libc::sched_param { sched_priority: 0 };
    let policy = if batch { libc::SCHED_BATCH } else { libc::SCHED_OTHER };
    // SAFETY: reads one `sched_param`; concerns the calling thread only.
    unsafe { libc::sched_setscheduler(0, policy, &parameters) == 0 }
}

/// How much of a processor this thread has had.
pub fn thread_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(u64::try_from(time.tv_sec).unwrap_or(0), u32::try_from(time.tv_nsec).unwrap_or(0))
}

/// How many descriptors the process may have open: the soft limit, which an operator may change as we run.
pub fn descriptor_limit() -> usize {
    limit().map_or(1024, |limit| usize::try_from(limit.rlim_cur).unwrap_or(usize::MAX))
}

/// Raises the soft limit on descriptors as far as the hard one allows.
pub fn raise_descriptor_limit() {
    if let Some(mut limit) = limit() {
        limit.rlim_cur = limit.rlim_max;
        // SAFETY: reads one `rlimit`.
        let _ = unsafe { libc::setrlimit(libc::RLIMIT_NOFILE, &limit) };
    }
}

fn limit() -> Option<libc::rlimit> {
    let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: writes one `rlimit`.
    let answer = unsafe { libc::getrlimit(libc::RLIMIT_NOFILE, &mut limit) };
    (answer == 0).then_some(limit)
}

/// Lets threads share heaps, two for each processor, where the C library would give each thread its own. A request is
/// allocated by one thread and freed by another, so that own heaps only scatter memory over the caches: sharing
/// them is worth three parts in a hundred of the throughput. With one for each processor, threads that build pages
/// wait for each other's heap, which makes a start a sixth longer. Called before other threads are started.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub fn share_heaps() {
    let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    // SAFETY: sets a number inside the allocator.
    unsafe { libc::mallopt(libc::M_ARENA_MAX, libc::c_int::try_from(processors * 2).unwrap_or(2)) };
}

/// Gives memory back to the system that nothing is kept in any more: what pages were built with lies between them.
/// Called when a snapshot has been built.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub fn give_back_memory() {
    // SAFETY: changes nothing that is in use.
    unsafe { libc::malloc_trim(0) };
}

/// Other C libraries see to it by themselves.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn give_back_memory() {}

/// Other C libraries have one heap.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn share_heaps() {}
