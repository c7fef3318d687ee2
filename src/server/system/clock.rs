//! What the kernel knows of the machine's clock.
#![expect(unsafe_code, reason = "the standard library has no call for it")]

/// Whether the kernel has been told that the clock is synchronised; `None` where the process may not ask.
pub fn is_synchronised() -> Option<bool> {
    // SAFETY: all members of `timex` are numbers, for which zero is a value; without modes the call only fills it in.
    let state = unsafe {
        let mut asked: libc::timex = std::mem::zeroed();
        libc::adjtimex(&mut asked)
    };
    match state {
        libc::TIME_ERROR => Some(false),
        state if state >= 0 => Some(true),
        _ => None,
    }
}
