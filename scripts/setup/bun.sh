# Sourced by scripts/run and scripts/test, with $root set: the pinned Bun, and what it installs.

say() {
  printf '%s\n' "* $*"
}

fail() {
  printf '%s\n' "$*" >&2
  exit 1
}

has() {
  command -v "$1" >/dev/null 2>&1
}

# Puts a Bun of exactly the version in package.json first in PATH; below .tools/ where there is none.
ensure_bun() {
  bun_version=$(sed -n 's/.*"packageManager": *"bun@\([0-9][^"+]*\).*/\1/p' "$root/package.json")
  [ -n "$bun_version" ] || fail 'package.json does not say which Bun to use (packageManager).'
  is_pinned_bun && return
  PATH="$root/.tools/bun/bin:$root/.tools/bun/node_modules/.bin:$PATH"
  export PATH
  is_pinned_bun && return

  rm -rf "$root/.tools/bun"
  mkdir -p "$root/.tools/bun"
  if has npm; then
    bun_with_npm
  elif has curl && has bash && has unzip; then
    bun_with_installer
  elif has curl; then
    fail "Bun's installer needs bash and unzip beside curl. Install them, or npm, and run this again."
  else
    fail "Vitrine is built with Bun $bun_version, and neither npm nor curl is here to get it. Install one of them, or that Bun (https://bun.sh), and run this again."
  fi
  hash -r
  is_pinned_bun || fail "Bun $bun_version was put into .tools/bun, but it does not start on this machine."
}

is_pinned_bun() {
  has bun && [ "$(bun --version 2>/dev/null)" = "$bun_version" ]
}

bun_with_npm() {
  say "Getting Bun $bun_version with npm"
  # The package takes its binary from the registry too; its install script only puts it in place.
  npm install --prefix "$root/.tools/bun" --no-save --no-package-lock --no-audit --no-fund \
    --include=optional --ignore-scripts=false --no-update-notifier --loglevel=error "bun@$bun_version" ||
    fail "npm could not install Bun $bun_version; what it says above is why."
}

bun_with_installer() {
  say "Getting Bun $bun_version with the installer of bun.sh"
  installer="$root/.tools/bun/install.sh"
  curl -fsSL https://bun.sh/install -o "$installer" ||
    fail 'The installer could not be fetched from https://bun.sh/install; what curl says above is why.'
  # With this SHELL the installer leaves the start-up files of the user's own shell alone.
  SHELL=/bin/sh BUN_INSTALL="$root/.tools/bun" bash "$installer" "bun-v$bun_version" ||
    fail "Bun's installer failed; what it says above is why."
}

# The packages that bun.lock names, exactly.
install_dependencies() {
  say 'Installing the packages of bun.lock'
  (cd "$root" && bun install --frozen-lockfile) ||
    fail 'The packages could not be installed; what Bun says above is why.'
}
