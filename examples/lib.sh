# Shared by the `run` of each example: a server for the time of a command, and clients that are
# installed once, as their lock file says. A `run` ends with 77 when this machine lacks what the
# client needs, and says what.

skip() { printf 'skipped: %s\n' "$*" >&2; exit 77; }

needs() {
    local program
    for program in "$@"; do
        command -v "$program" >/dev/null 2>&1 || skip "there is no $program on this machine"
    done
}

[ -n "${HANSOM:-}" ] || HANSOM=$(command -v hansom) || { echo "error: HANSOM must name the hansom binary" >&2; exit 1; }
HANSOM=$(realpath "$HANSOM")
export HANSOM
cd "$(dirname "${BASH_SOURCE[1]}")"
installed="${HANSOM_EXAMPLES_CACHE:-$PWD/../../target/examples}"

# with_server COMMAND…: the command gets the address of a server in HANSOM_URL.
with_server() {
    behind 'listens on (http://[^ ]+)' "$HANSOM" --port 0 -- "$@"
}

# with_agent BUNDLE COMMAND…: the same with a phone offered as WebDriverAgent, the app on it.
with_agent() {
    behind 'ServerURLHere->(http://[^<]+)<-' "$HANSOM" agent --port 0 --mjpeg-port 0 --app "$1" -- "${@:2}"
}

# behind PATTERN PROGRAM… -- COMMAND…: the program says on its log where it listens once it is ready;
# the rest of its log is shown only when the command fails.
behind() {
    local line pattern="$1" program=() log="$installed/${PWD##*/}.log" status=0
    shift
    while [ "$1" != -- ]; do program+=("$1"); shift; done
    shift
    mkdir -p "$installed"
    exec {server_log}< <(exec "${program[@]}" 2>&1)
    server=$!
    trap 'kill "$server" 2>/dev/null && wait "$server" || true' EXIT
    while IFS= read -r -t 60 -u "$server_log" line; do
        printf '%s\n' "$line" >&2
        [[ $line =~ $pattern ]] && break
    done
    [ -n "${BASH_REMATCH[1]:-}" ] || { echo "error: the server did not start, or not within 60 s" >&2; exit 1; }
    cat <&"$server_log" >"$log" &
    HANSOM_URL="${BASH_REMATCH[1]}" "$@" || status=$?
    [ "$status" -eq 0 ] || tail -40 "$log" >&2
    return "$status"
}

# $python: a Python with the packages of requirements.txt.
python_packages() {
    needs python3
    local folder="$installed/${PWD##*/}"
    if ! cmp -s requirements.txt "$folder/requirements.txt"; then
        rm -rf "$folder"
        python3 -m venv "$folder" || skip "python3 has no module venv"
        "$folder/bin/pip" install --quiet --disable-pip-version-check --no-deps -r requirements.txt
        cp requirements.txt "$folder/"
    fi
    python="$folder/bin/python"
}

# The packages of package-lock.json, in node_modules. Their own scripts, which download browsers and
# drivers, are not run.
node_packages() {
    needs node npm
    if ! cmp -s package-lock.json node_modules/installed-lock.json; then
        npm ci --silent --no-audit --no-fund --ignore-scripts
        cp package-lock.json node_modules/installed-lock.json
    fi
}
