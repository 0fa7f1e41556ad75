# Shared by the scripts: what they need on the machine, installed only when missing, and the release build.

say() { printf '\n== %s\n' "$*"; }
fail() { printf 'error: %s\n' "$*" >&2; exit 1; }

# need COMMAND PACKAGE: notes the Debian package when the command is missing.
missing=()
need() { command -v "$1" >/dev/null 2>&1 || missing+=("$2"); }

# A compiler that links: without the C library's own package, which apt only recommends, it does not.
need_compiler() {
    echo 'int main(void) { return 0; }' | cc -x c - -o /dev/null >/dev/null 2>&1 || missing+=(gcc libc6-dev)
}

# Firefox has several names; one is enough.
need_firefox() {
    local name
    for name in firefox firefox-esr; do
        command -v "$name" >/dev/null 2>&1 && return
    done
    missing+=(firefox-esr)
}

# Installs what `need` noted: by apt on Debian and its kin, otherwise says what to install.
install_missing() {
    [ ${#missing[@]} -eq 0 ] && return
    if ! command -v apt-get >/dev/null 2>&1; then
        fail "please install (Debian names): ${missing[*]}"
    fi
    local sudo=()
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null 2>&1 || fail "please install as root: apt-get install ${missing[*]}"
        sudo=(sudo)
    fi
    say "installing ${missing[*]}"
    # Packages chat while they are set up; their words count only when something fails.
    local words
    words=$(mktemp)
    if ! { "${sudo[@]}" apt-get update -qq && "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y -qq --no-install-recommends "${missing[@]}"; } >"$words" 2>&1; then
        cat "$words" >&2
        rm -f "$words"
        fail "apt-get could not install ${missing[*]}"
    fi
    rm -f "$words"
}

need_rust() {
    command -v cargo >/dev/null 2>&1 || fail "please install Rust: https://rustup.rs"
}

# The compiler's name of this machine, and its own version.
rust_host() { rustc -vV | sed -n 's/^host: //p'; }
rust_release() { rustc -vV | sed -n 's/^release: //p'; }

target=${CARGO_TARGET_DIR:-target}

# build_with FLAG...: the server with flags for the compiler, at $target/HOST/release/hansom. The machine
# is named because flags would otherwise also reach what runs while building; and it is part of the names
# of functions, by which a profile is found again.
build_with() {
    local flags
    flags=$(printf ', "%s"' "$@")
    cargo build --release --locked --bin hansom --target "$(rust_host)" --target-dir "$target" \
        --config "target.$(rust_host).rustflags=[${flags#, }]"
}
