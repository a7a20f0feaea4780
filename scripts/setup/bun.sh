# Sourced by scripts/run and scripts/test, with $root set: installs the pinned Bun and the packages.

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

# Puts exactly the Bun version in package.json first in PATH, installing it in .tools/ if necessary.
ensure_bun() {
  bun_version=$(sed -n 's/.*"packageManager": *"bun@\([0-9][^"+]*\).*/\1/p' "$root/package.json")
  [ -n "$bun_version" ] || fail 'package.json does not specify the Bun version (packageManager).'
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
    fail "Bun's installer needs bash, unzip and curl. Install them, or npm, and try again."
  else
    fail "Vitrine is built with Bun $bun_version. Install it (https://bun.sh), or npm or curl to download it, and try again."
  fi
  hash -r
  is_pinned_bun || fail "Bun $bun_version was installed in .tools/bun, but does not start on this machine."
}

is_pinned_bun() {
  has bun && [ "$(bun --version 2>/dev/null)" = "$bun_version" ]
}

bun_with_npm() {
  say "Installing Bun $bun_version with npm"
  # The package's binary comes from the registry too; the install script only moves it into place.
  npm install --prefix "$root/.tools/bun" --no-save --no-package-lock --no-audit --no-fund \
    --include=optional --ignore-scripts=false --no-update-notifier --loglevel=error "bun@$bun_version" ||
    fail "Could not install Bun $bun_version with npm; see the error above."
}

bun_with_installer() {
  say "Installing Bun $bun_version with the installer from bun.sh"
  installer="$root/.tools/bun/install.sh"
  curl -fsSL https://bun.sh/install -o "$installer" ||
    fail 'Could not download https://bun.sh/install; see the error above.'
  # With this SHELL the installer does not edit the startup files of the user's shell.
  SHELL=/bin/sh BUN_INSTALL="$root/.tools/bun" bash "$installer" "bun-v$bun_version" ||
    fail "Could not install Bun $bun_version; see the error above."
}

install_dependencies() {
  say 'Installing the packages in bun.lock'
  (cd "$root" && bun install --frozen-lockfile) ||
    fail 'Could not install the packages; see the error above.'
}
