# Varnish 6 or 7 behind a TLS proxy, in front of Vitrine. It keeps public pictures (45 seconds) and,
# with --shared-pages, pages of visitors who are not signed in. Start it with
#   varnishd -a 127.0.0.1:6081 -f /etc/varnish/vitrine.vcl -p backend_idle_timeout=5 -s malloc,512m
# so that the TLS proxy forwards to 127.0.0.1:6081, and Vitrine with
#   vitrine serve --public-url https://photos.example.org --trusted-proxies 127.0.0.1 --shared-pages 60
vcl 4.1;

backend vitrine {
    .host = "127.0.0.1";
    .port = "4380";
    # A photo can wait behind hundreds of others. Vitrine ends requests that hang.
    .first_byte_timeout = 1h;
    .between_bytes_timeout = 1h;
}

sub vcl_recv {
    # Varnish's own rules pass every request with a cookie. Only Vitrine's cookies tell visitors apart.
    if (req.http.Cookie !~ "vitrine_") {
        unset req.http.Cookie;
    }
}

sub vcl_deliver {
    if (obj.hits > 0) {
        set resp.http.X-Cache-Status = "HIT";
    } else {
        set resp.http.X-Cache-Status = "MISS";
    }
}
