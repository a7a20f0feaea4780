# Sourced by scripts/test after bun.sh: installs the external programs that the tests use.

# Installs Debian packages if no password is needed for that.
install_packages() {
  has apt-get || return 1
  if [ "$(id -u)" = 0 ]; then
    as_root=env
  elif has sudo && sudo -n true 2>/dev/null; then
    as_root='sudo -n env'
  else
    return 1
  fi
  say "Installing $* with apt-get"
  if [ -z "${is_apt_updated:-}" ]; then
    $as_root apt-get update -qq || return 1
    is_apt_updated=yes
  fi
  $as_root DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -qq --no-install-recommends "$@" >/dev/null || return 1
  hash -r
}

# Sets CHROMIUM to a browser that starts, or to '' if none is available, and FULL_CHROMIUM to one with
# a back-forward cache.
ensure_chromium() {
  if [ -n "${CHROMIUM:-}" ]; then
    starts "$CHROMIUM" || fail "CHROMIUM is set to $CHROMIUM, which does not start."
  else
    find_chromium || { install_packages chromium && find_chromium; } || playwright_chromium ||
      CHROMIUM=
    FULL_CHROMIUM=$CHROMIUM
    find_headless_shell || { install_packages chromium-headless-shell && find_headless_shell; } ||
      CHROMIUM=$FULL_CHROMIUM
  fi
  export CHROMIUM FULL_CHROMIUM="${FULL_CHROMIUM:-$CHROMIUM}"
  if [ -n "$CHROMIUM" ]; then
    say "Browser tests use $CHROMIUM"
  else
    say 'Could not install Chromium: the browser tests will fail'
  fi
}

# Debian's build of Chromium without windows: the browser tests take two thirds of the time with it.
find_headless_shell() {
  CHROMIUM=$(command -v chromium-headless-shell) && starts "$CHROMIUM"
}

find_chromium() {
  for name in chromium chromium-browser google-chrome; do
    CHROMIUM=$(command -v "$name") && starts "$CHROMIUM" && return
  done
  return 1
}

# Ubuntu's package, for example, is only a script that says where to get the browser.
starts() {
  "$1" --version >/dev/null 2>&1
}

playwright_chromium() {
  say "Installing Playwright's Chromium"
  (cd "$root" && bun --bun playwright install chromium) || return 1
  CHROMIUM=$(cd "$root" &&
    bun -e 'console.log((await import("playwright")).chromium.executablePath())') || return 1
  starts "$CHROMIUM" && return
  # System libraries are missing; Playwright knows their packages.
  if [ "$(id -u)" = 0 ] || { has sudo && sudo -n true 2>/dev/null; }; then
    (cd "$root" && bun --bun playwright install-deps chromium) || return 1
  fi
  starts "$CHROMIUM"
}

# Firefox and WebKit run the main journeys. If one cannot be installed, its tests are skipped and
# counted in the summary.
ensure_other_browsers() {
  if [ -n "${FIREFOX:-}" ]; then
    starts "$FIREFOX" || fail "FIREFOX is set to $FIREFOX, which does not start."
  else
    find_firefox || { install_packages firefox-esr && find_firefox; } ||
      say 'Could not install Firefox: its tests are skipped'
  fi
  find_webkit || { install_packages webkit2gtk-driver xvfb libgl1-mesa-dri && find_webkit; } ||
    say 'Could not install WebKitWebDriver and Xvfb: the tests with WebKit are skipped'
}

find_firefox() {
  for name in firefox-esr firefox; do
    has "$name" && starts "$name" && return
  done
  return 1
}

find_webkit() {
  has WebKitWebDriver && has Xvfb
}

# Tests that need these are skipped if they are missing.
ensure_optional_tools() {
  has exiftool || install_packages libimage-exiftool-perl ||
    say 'Could not install exiftool: the tests that compare with it are skipped'
  has strace || install_packages strace ||
    say 'Could not install strace: the tests that trace system calls are skipped'
  has fail2ban-regex || install_idle fail2ban ||
    say 'Could not install fail2ban: the tests of its filter are skipped'
  has promtool || install_idle prometheus ||
    say 'Could not install Prometheus: its check of the metrics is skipped'
  has age && has age-keygen || install_packages age ||
    say 'Could not install age: the tests that compare with it are skipped'
  has pebble && has pebble-challtestsrv || install_packages pebble ||
    say 'Could not install pebble: the tests of certificates are skipped'
  has_server radosgw && has_server ceph-mon && has_server ceph-osd ||
    install_idle radosgw ceph-mon ceph-osd ||
    say 'Could not install Ceph: the tests of buckets are skipped'
  for server in nginx varnishd caddy; do
    has_server $server || install_idle ${server%d} ||
      say "Could not install $server: its tests behind proxies are skipped"
  done
}

has_server() {
  (PATH="$PATH:/usr/sbin:/usr/local/sbin" && has "$1")
}

# Packages with a service, which systemd would start.
install_idle() {
  [ ! -d /run/systemd/system ] && install_packages "$@"
}

# The tests of the release and the container image are skipped where these are missing.
ensure_package_tools() {
  if [ "$(uname -s)" != Linux ]; then return; fi
  has qemu-aarch64-static && [ -e /usr/aarch64-linux-gnu/lib/libstdc++.so.6 ] ||
    install_packages qemu-user-static libc6-arm64-cross libstdc++6-arm64-cross ||
    say 'Could not install QEMU: executables for other processors are not started'
  has buildah && has mmdebstrap || install_packages buildah mmdebstrap ||
    say 'Could not install buildah and mmdebstrap: the container image is not tested'
  has systemd-analyze || install_packages systemd ||
    say 'Could not install systemd-analyze: the unit is not checked'
}
