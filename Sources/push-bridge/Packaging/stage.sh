# What demo.sh and bench.sh share: a folder of their own, release builds with a live line, programs that are started and
# ended. To be sourced by bash with `name` set, from the top of the checkout; gives `root`, `programs`, `rig`, `work`.
root=$PWD
programs=$root/.build/release
rig=$root/bridge/tests

bold='' green='' red='' dim='' plain=''
if [ -t 1 ] && [ -z "${NO_COLOR:-}" ]; then
    bold=$'\e[1m' green=$'\e[32m' red=$'\e[31m' dim=$'\e[2m' plain=$'\e[0m'
fi

# Short, because the path of a socket may have 107 bytes.
work=$(mktemp -d "${TMPDIR:-/tmp}/pushbridge-$name.XXXXXX")
# Ends what was started, whatever stage it reached.
cat > "$work/stop" <<STOP
for part in daemon simulator; do
    [ -s "$work/\$part.pid" ] || continue
    pid=\$(cat "$work/\$part.pid")
    kill "\$pid" 2>/dev/null || continue
    for try in \$(seq 200); do kill -0 "\$pid" 2>/dev/null || break; sleep 0.05; done
    ! kill -0 "\$pid" 2>/dev/null || kill -KILL "\$pid"
done
for site in "$work"/pushbridge-site.*; do
    [ ! -e "\$site" ] || SITE_HOME=\$site "$rig/site" down
done
rm -rf "$work"
STOP

keeps=
clean_up() {
    local code=$?
    trap '' INT TERM HUP
    stop_ticker
    if [ "$code" != 0 ] && [ -s "$work/daemon.log" ]; then
        printf '\nThe end of the daemon'"'"'s log:\n' >&2
        tail -n 25 "$work/daemon.log" >&2
    fi
    [ -n "$keeps" ] || bash "$work/stop"
    exit "$code"
}
trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
trap 'exit 129' HUP

# --- Building ----------------------------------------------------------------------------------------------------

ticker=
tick() { # a live line on a terminal, elsewhere one a minute
    local began=$SECONDS last=0 now line
    while sleep 1; do
        now=$((SECONDS - began))
        line=$(printf '%s %d:%02d  %s' "$1" $((now / 60)) $((now % 60)) "$(tail -n 1 "$2" | tr -d '\r')")
        if [ -t 1 ]; then
            printf '\r\e[K%.78s' "$line"
        elif [ $((now - last)) -ge 60 ]; then
            last=$now
            printf '%.78s\n' "$line"
        fi
    done
}
stop_ticker() {
    [ -n "$ticker" ] || return 0
    kill "$ticker" 2>/dev/null || true
    wait "$ticker" 2>/dev/null || true
    ticker=
    [ ! -t 1 ] || printf '\r\e[K'
}
# build PRODUCT…
build() {
    local product log=$work/build.log
    for product in "$@"; do
        : > "$log"
        tick "building $product" "$log" &
        ticker=$!
        if ! swift build -c release --static-swift-stdlib --product "$product" > "$log" 2>&1; then
            stop_ticker
            tail -n 40 "$log" >&2
            echo "$name: $product does not build, see above" >&2
            exit 1
        fi
        stop_ticker
    done
    echo "built      $*"
}

# --- Programs ----------------------------------------------------------------------------------------------------

# start NAME COMMAND…: in the background, away from the terminal's signals; waits until it says "ready".
start() {
    local part=$1 try seen
    shift
    touch "$work/$part.log"
    seen=$(grep -c "^ready" "$work/$part.log" || true)
    setsid "$@" < /dev/null >> "$work/$part.log" 2>&1 &
    echo $! > "$work/$part.pid"
    for try in $(seq 400); do
        [ "$(grep -c "^ready" "$work/$part.log" || true)" = "$seen" ] || return 0
        kill -0 "$(cat "$work/$part.pid")" 2>/dev/null || break
        sleep 0.025
    done
    [ "$part" = daemon ] || cat "$work/$part.log" >&2
    echo "$name: the $part did not start" >&2
    exit 1
}
start_daemon() { start daemon "$programs/push-bridge" run --config "$config"; }
stop_daemon() {
    local pid try
    pid=$(cat "$work/daemon.pid")
    kill "$pid"
    for try in $(seq 400); do
        kill -0 "$pid" 2>/dev/null || return 0
        sleep 0.05
    done
    echo "$name: the daemon does not stop" >&2
    exit 1
}
start_simulator() { # with the instructions in script.jsonl
    start simulator "$programs/apns-simulator" --production 127.0.0.1:0 --sandbox 127.0.0.1:0 --control 127.0.0.1:0 \
        --tls-dir "$work/apns" --script "$work/script.jsonl"
    production_url=$(simulator_address production)
    sandbox_url=$(simulator_address sandbox)
    control_url=$(simulator_address control)
}
simulator_address() { sed -n "s/^$1 *//p" "$work/simulator.log"; }
control() { curl -s --fail-with-body --max-time 30 "$control_url$1" "${@:2}"; }
# site_up OPTION…: a throw-away MariaDB and WordPress; sets and exports what its env file says.
site_up() {
    local env variable value
    env=$(TMPDIR=$work "$rig/site" up --no-tables "$@")
    set -a
    . "$env"
    set +a
    # The throw-away site takes its settings from the environment; a site of yours has them as text, so here too.
    while IFS='=' read -r variable value; do
        sed -i "s#getenv( '$variable' )#'$value'#" "$WP_ROOT/wp-config.php"
    done < "$env"
}
sql() { MYSQL_PWD=$DB_PASSWORD mariadb --no-defaults --socket="$DB_SOCKET" -u "$DB_USER" -N -B -e "$1" "$DB_NAME"; }

# --- The daemon's set-up -----------------------------------------------------------------------------------------

config=$work/push-bridge.ini
# Configuration, key and tables from the site's wp-config.php; then Apple's addresses are the simulator's.
initialize() {
    "$programs/push-bridge" init --config "$config" --wp-config "$WP_ROOT/wp-config.php" --state "$work/state" \
        --key-file "$work/push-bridge.key" > "$work/init.log"
    # Were there a user "push-bridge" on this machine, root's init would have given the files to it.
    [ "$(id -u)" != 0 ] || chown -R root: "$config" "$work/push-bridge.key" "$work/state"
    setting apns production_url "$production_url"
    setting apns sandbox_url "$sandbox_url"
    setting apns ca_file "$work/apns/ca.pem"
    setting wake listen "unix:$work/wake.sock"
    setting http listen ''
}
# setting SECTION KEY VALUE: in the file that init wrote, where it stands as a comment.
setting() {
    sed -i "/^\[$1\]/,/^\[/ s#^;$2 =.*#$2 = $3#" "$config"
    grep -q "^$2 = $3\$" "$config" || { echo "$name: init wrote no ;$2 = into [$1]" >&2; exit 1; }
}
# credential CHANNEL BUNDLE KEY_FILE KEY_ID TEAM_ID
credential() {
    "$programs/push-bridge" credentials set --config "$config" --app default --channel "$1" --bundle-id "$2" \
        --p8 "$3" --key-id "$4" --team-id "$5" > /dev/null
}
