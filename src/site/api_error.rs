//! Why the service itself refuses a request [D6].

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ApiError {
    /// 404: the path has the shape of an indicator's, its key is not known.
    UnknownKey,
    /// 404: any other path.
    UnknownPath,
    /// 404: a path under which people look, answered by a page for them [D10.missing].
    UnknownPage,
    /// 405: neither GET, HEAD nor OPTIONS.
    MethodNotAllowed,
    /// 414: a request target over 8 KiB.
    TargetTooLong,
    /// 400: a request that HTTP forbids; the connection is closed.
    BadRequest,
    /// 503: the program's main loop gives no sign of life; `/healthz` only.
    Unhealthy,
}

impl ApiError {
    pub const ALL: [ApiError; 7] = [
        ApiError::UnknownKey,
        ApiError::UnknownPath,
        ApiError::UnknownPage,
        ApiError::MethodNotAllowed,
        ApiError::TargetTooLong,
        ApiError::BadRequest,
        ApiError::Unhealthy,
    ];

    pub fn status(self) -> u16 {
        match self {
            ApiError::UnknownKey | ApiError::UnknownPath | ApiError::UnknownPage => 404,
            ApiError::MethodNotAllowed => 405,
            ApiError::TargetTooLong => 414,
            ApiError::BadRequest => 400,
            ApiError::Unhealthy => 503,
        }
    }

    /// Stable, for programs.
    pub fn code(self) -> &'static str {
        match self {
            ApiError::UnknownKey => "unknown_key",
            ApiError::UnknownPath | ApiError::UnknownPage => "unknown_path",
            ApiError::MethodNotAllowed => "method_not_allowed",
            ApiError::TargetTooLong => "target_too_long",
            ApiError::BadRequest => "bad_request",
            ApiError::Unhealthy => "unhealthy",
        }
    }
}
