#!/usr/bin/env bash
# Installs what a make target needs and is missing; quick when nothing is.
#
#   scripts/tools.sh rust      the wasm32 target and the crates of Cargo.lock
#   scripts/tools.sh page      these, trunk and wasm-bindgen
#   scripts/tools.sh node      the development packages of package-lock.json
#   scripts/tools.sh chromium  Chromium or Chrome; prints the path of the program
#   scripts/tools.sh firefox   Firefox; prints the path of the program
#
# What goes outside this folder: the target and the crates, where rustup and
# cargo keep them, and, as root on a system with apt-get, browsers.
set -euo pipefail
cd "$(dirname "$0")/.."

TRUNK=0.21.14
WASM=wasm32-unknown-unknown
export PATH="$PWD/.tools/bin:$PATH"

say() { echo "tools: $*" >&2; }
die() {
  say "$*"
  exit 1
}

# The version that `$1 --version` reports, or nothing when there is no $1.
version_of() { "$1" --version 2>/dev/null | awk 'NR == 1 { print $2 }' || true; }

# wasm-bindgen refuses a module made by any other version of its crate, so the
# lock file decides which one is needed.
locked_wasm_bindgen() {
  awk -F '"' '/^name = / { name = $2 } /^version = / && name == "wasm-bindgen" { print $2 }' Cargo.lock
}

# Unoptimised and without debug information: both programs run for a moment
# only, so a short build is worth more. The shared target folder lets the
# second install reuse what the first one compiled.
cargo_install() {
  say "installing $1 $2 into .tools; this takes minutes, once"
  local install=(
    env CARGO_PROFILE_DEV_DEBUG=0 CARGO_INCREMENTAL=0
    cargo install --debug --force --root .tools --target-dir .tools/build "$1@$2"
  )
  # Some releases ship a lock file that no longer builds.
  "${install[@]}" --locked >&2 || "${install[@]}" >&2 || die "could not install $1 $2"
}

rust() {
  command -v cargo >/dev/null || die "cargo not found; install Rust, see https://rustup.rs"
  if ! [ -d "$(rustc --print sysroot)/lib/rustlib/$WASM/lib" ]; then
    rustup target add "$WASM" >&2 || die "the Rust target $WASM is missing"
  fi
  # Trunk builds without the network.
  cargo fetch --quiet --target "$WASM" >&2
}

page() {
  rust
  if [[ "$(version_of trunk)" != "${TRUNK%.*}".* ]]; then
    cargo_install trunk "$TRUNK"
  fi
  local bindgen
  bindgen=$(locked_wasm_bindgen)
  if [ "$(version_of wasm-bindgen)" != "$bindgen" ]; then
    cargo_install wasm-bindgen-cli "$bindgen"
  fi
  rm -rf .tools/build
}

node() {
  command -v npm >/dev/null || die "npm not found; install Node.js 20 or later"
  # npm writes this file at the end of an install.
  local installed=node_modules/.package-lock.json
  if ! [ -f "$installed" ] || [ package-lock.json -nt "$installed" ]; then
    npm ci --no-audit --no-fund >&2
  fi
}

# The names under which systems have a browser, the usual one first.
names_of() {
  case "$1" in
  chromium) printf '%s\n' chromium chromium-browser google-chrome google-chrome-stable \
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome" \
    /Applications/Chromium.app/Contents/MacOS/Chromium ;;
  firefox) printf '%s\n' firefox-esr firefox /Applications/Firefox.app/Contents/MacOS/firefox ;;
  esac
}

find_browser() {
  local name
  while read -r name; do
    type -P "$name" && return
  done < <(names_of "$1")
  return 1
}

# $1: chromium or firefox; $2: where the user says it is; $3: its package;
# $4: the variable by which the user says it
browser() {
  if [ -n "$2" ]; then
    type -P "$2" || die "$2, set for $1, is no program"
    return
  fi
  find_browser "$1" && return
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    say "installing $1"
    { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y "$3"; } >&2 || true
    find_browser "$1" && return
  fi
  die "the page tests need $1: install it, or set $4 to its path"
}

chromium() { browser chromium "${CHROMIUM:-}" chromium CHROMIUM; }
firefox() { browser firefox "${FIREFOX:-}" firefox-esr FIREFOX; }

case "${1:-}" in
rust | page | node | chromium | firefox) "$1" ;;
*) die "usage: scripts/tools.sh rust|page|node|chromium|firefox" ;;
esac
