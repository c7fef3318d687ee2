# Varnish in front of indicatord. Copy it to /etc/varnish/default.vcl; indicatord listens on 127.0.0.1:8080.
#
# Lifetimes come from Cache-Control. After that a page is served for as long as stale-while-revalidate says (a day) while it
# is revalidated in the background, and while the backend is sick. Tags pass through, and Varnish revalidates with them. By
# default Varnish would fetch gzip only and unpack it for other clients, with a weak tag: here it keeps both encodings
# separately, as the backend gives them. It closes connections to the backend that are idle for 60 s (backend_idle_timeout 60
# of varnishd): leave that below --idle-timeout (75).
#
# Below a path of this host, with INDICATORD_URL=https://indicators.example.org/macro: "/macro" is taken off below, or may be
# passed on if the patterns there begin with it.
vcl 4.1;

import std;

backend indicatord {
    .host = "127.0.0.1";
    .port = "8080";
    .connect_timeout = 2s;
    .first_byte_timeout = 10s;
    .probe = {
        .url = "/healthz";
        .interval = 1s;
        .timeout = 1s;
        .window = 3;
        .threshold = 2;
        .initial = 2;
    }
}

sub vcl_recv {
    # indicatord reads none of these. A byte of 128 or more in any header makes its HTTP library close the connection.
    # Varnish cannot pass on certain headers only, so those that browsers fill with such bytes are removed by name.
    unset req.http.Cookie;
    unset req.http.User-Agent;
    unset req.http.Referer;
    unset req.http.Origin;
    unset req.http.Authorization;
    unset req.http.Accept-Language;
    unset req.http.From;
    unset req.http.Forwarded;
    unset req.http.X-Forwarded-For;
    unset req.http.X-Requested-With;
    set req.http.Host = "indicatord";
    #set req.url = regsub(req.url, "^/macro/", "/");
    # It selects the format below /sdmx/, and elsewhere whether an error is a page.
    if (req.http.Accept ~ "[^ -~]") {
        unset req.http.Accept;
    } elsif (req.url !~ "^/sdmx/") {
        if (req.http.Accept ~ "text/html") {
            set req.http.Accept = "text/html";
        } else {
            unset req.http.Accept;
        }
    }
    if (req.url ~ "[^!-~]") {
        return (synth(400));
    }
    if (req.method != "GET" && req.method != "HEAD") {
        return (pass);
    }
    # Below /sdmx/ clients encode commas and plus signs; elsewhere no address needs it before the question mark, and
    # /%6detrics must not be another name of /metrics.
    if (req.url ~ "^[^?]*%" && req.url !~ "^/sdmx/") {
        return (synth(404));
    }
    if (req.url ~ "^/(metrics|status\.json)") {
        return (synth(404));
    }
}

sub vcl_hash {
    # Varnish has already reduced Accept-Encoding to gzip or nothing.
    unset req.http.X-Plain;
    if (req.http.Accept-Encoding ~ "gzip") {
        hash_data("gzip");
    } else {
        set req.http.X-Plain = "1";
    }
}

sub vcl_backend_fetch {
    if (bereq.http.X-Plain) {
        unset bereq.http.Accept-Encoding;
        unset bereq.http.X-Plain;
    }
}

sub vcl_backend_response {
    # A failure must not replace a page that can still be served.
    if (beresp.status >= 500 && bereq.is_bgfetch) {
        return (abandon);
    }
    if (beresp.http.Cache-Control ~ "no-store") {
        set beresp.uncacheable = true;
        set beresp.ttl = 0s;
        return (deliver);
    }
    # Nothing is served beyond the next known change: without stale-while-revalidate, nothing stale at all.
    set beresp.grace = 0s;
    if (beresp.http.Cache-Control ~ "stale-while-revalidate=") {
        set beresp.grace = std.duration(
            regsub(beresp.http.Cache-Control, ".*stale-while-revalidate=([0-9]+).*", "\1s"), 0s);
    }
    # The page is kept for revalidation longer than it may be served.
    set beresp.keep = 1d;
}

sub vcl_backend_error {
    if (bereq.is_bgfetch) {
        return (abandon);
    }
    set beresp.http.Cache-Control = "no-store";
    set beresp.http.Retry-After = "5";
}
