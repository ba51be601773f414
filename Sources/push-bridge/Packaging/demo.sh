#!/bin/bash
# make demo: a real WordPress, a real MariaDB, the daemon, and Apple's part played by apns-simulator. Each step says
# what was enqueued, what APNs received and what was recorded, and is checked. Exit code 0 only if all is as it should be.
# Everything is private (a temporary folder, random loopback ports) and is taken down again; KEEP=1 leaves it running.
set -euo pipefail
packaging=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cd "$packaging/../../.."
name=demo
. "$packaging/stage.sh"
bundle=com.example.demo

# --- Showing -----------------------------------------------------------------------------------------------------

step=0
headline() {
    step=$((step + 1))
    printf '\n%s%d. %s%s\n' "$bold" "$step" "$1" "$plain"
}
# tell LABEL TEXT: wrapped to 80 columns; only the first four lines.
tell() {
    local label=$1
    while IFS= read -r line; do
        printf '   %s%-10s%s %s\n' "$dim" "$label" "$plain" "$line"
        label=''
    done < <(printf '%s\n' "$2" | fold -s -w 65 | sed -n 1,4p)
}
failures=()
# check WHAT COMMAND…: the command says whether it is so.
check() {
    local what=$1
    shift
    if "$@"; then
        printf '   %sok%s         %s\n' "$green" "$plain" "$what"
    else
        printf '   %sFAILED%s     %s\n' "$red" "$plain" "$what"
        failures+=("$step: $what")
    fi
}
same() { [ "$1" = "$2" ] || { tell '' "expected: $2"; tell '' "found:    $1"; return 1; }; }
lacks() { ! grep -q -F -e "$1" "$2"; }
short() { printf '%.8s…' "$1"; }

# --- Asking ------------------------------------------------------------------------------------------------------

random_token() { openssl rand -hex 32; }
site() { RIG=$rig/rig php "$packaging/demo/site.php" "$@"; }

# enqueue MESSAGE: through the hook. Sets id (0: refused), before (ms) and refusal.
enqueue() {
    since=$(control /stats | grep -o '"last_sequence":[0-9]*' | cut -d: -f2)
    IFS=$'\t' read -r id before refusal < <(site enqueue "$1")
    tell WordPress "do_action( 'mam_notification_send_pn', $1 )"
}
# Waits until the action is final; sets state, reason, delivered, failed, pruned.
result() {
    local try
    for try in $(seq 200); do
        IFS=$'\t' read -r state reason delivered failed pruned < <(
            sql "SELECT state, IFNULL(reason, '-'), delivered, failed, pruned FROM wp_pushbridge_actions WHERE id = $1")
        case $state in queued | sending) sleep 0.05 ;; *) break ;; esac
    done
    tell result "action $1: $state$([ "$reason" = - ] || echo " ($reason)"), delivered $delivered, failed $failed, pruned $pruned"
}
# Sets pushes: one line per push that APNs received since the last enqueue; shows them.
received() {
    pushes=$(control "/received?since=$since" | php "$packaging/demo/received.php")
    local environment token type topic key arrival status reason body
    [ -n "$pushes" ] || tell APNs "received nothing"
    while IFS=$'\t' read -r environment token type topic key arrival status reason body; do
        [ -n "$environment" ] || continue
        tell APNs "$environment $(short "$token") $type for $topic, signed by $key: $status$([ "$reason" = - ] || echo " $reason")"
        tell '' "$body"
    done <<< "$pushes"
}
# field N [LINE]: of a push that was received.
field() { sed -n "${2:-1}p" <<< "$pushes" | cut -f "$1"; }
push_count() { [ -z "$pushes" ] && echo 0 || wc -l <<< "$pushes"; }

# --- The show ----------------------------------------------------------------------------------------------------

echo "${bold}PushBridge demo${plain}: WordPress -> MariaDB -> push-bridge -> APNs (simulated), all on this machine."
echo
build push-bridge apns-simulator

site_up --server php
echo "started    MariaDB and WordPress $(sed -n "s/^\$wp_version = '\(.*\)';/\1/p" "$WP_ROOT/wp-includes/version.php") at $WP_HOME"

# Two keys, as Apple would give them: one for messages, one for calls.
mkdir "$work/keys"
for key in MESSAGES01 CALLKEY001; do
    openssl genpkey -quiet -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out "$work/keys/AuthKey_$key.p8" 2>/dev/null ||
        openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out "$work/keys/AuthKey_$key.p8" 2>/dev/null
    chmod 600 "$work/keys/AuthKey_$key.p8"
    printf '{"key":{"key_id":"%s","team_id":"DEMOTEAM01","public_key":"%s"}}\n' "$key" \
        "$(openssl pkey -in "$work/keys/AuthKey_$key.p8" -pubout | awk '{printf "%s\\n", $0}')"
done > "$work/script.jsonl"
ANNA=$(random_token) ANNA_VOIP=$(random_token) BEN=$(random_token) CARLA=$(random_token) CARLA_OLD=$(random_token)
export ANNA ANNA_VOIP BEN CARLA CARLA_OLD
cat >> "$work/script.jsonl" <<SCRIPT
{"settings":{"unknown_tokens":"bad-device-token","unknown_keys":"reject"}}
{"token":{"token":"$ANNA","topics":["$bundle"]}}
{"token":{"token":"$ANNA_VOIP","topics":["$bundle"],"kind":"voip"}}
{"token":{"token":"$BEN","topics":["$bundle"],"environment":"sandbox"}}
{"token":{"token":"$CARLA","topics":["$bundle"]}}
{"token":{"token":"$CARLA_OLD","topics":["$bundle"],"state":"unregistered"}}
SCRIPT
start_simulator
echo "started    apns-simulator: production $production_url"
site people
echo "registered Anna (an iPhone, also for calls), Ben (a development build) and"
echo "           Carla (an iPhone and one she sold)"

headline "From wp-config.php to tables and keys"
tell shell "push-bridge init --config push-bridge.ini --wp-config …/wp-config.php"
initialize
tell '' "$(sed -e "s#$work/##" -e '/^$/,$d' "$work/init.log")"
check "the password stays in wp-config.php" lacks "password = $DB_PASSWORD" "$config"
check "the tables are there" same \
    "$(sql "SELECT COUNT(*) > 5 FROM information_schema.tables WHERE table_name LIKE 'wp\\_pushbridge\\_%'")" 1

headline "A key for messages, another for calls"
for channel in standard:MESSAGES01 voip:CALLKEY001; do
    key=${channel#*:}
    tell shell "push-bridge credentials set --channel ${channel%:*} --bundle-id $bundle --p8 AuthKey_$key.p8 --key-id $key --team-id DEMOTEAM01"
    credential "${channel%:*}" "$bundle" "$work/keys/AuthKey_$key.p8" "$key" DEMOTEAM01
done
check "both are stored" same "$(sql "SELECT GROUP_CONCAT(channel, ' ', key_id ORDER BY channel SEPARATOR ', ')
    FROM wp_pushbridge_credentials")" "standard MESSAGES01, voip CALLKEY001"
start_daemon
check "the daemon is ready" kill -0 "$(cat "$work/daemon.pid")"

headline "A message"
enqueue '{"user_id":"anna","title":"Hi Anna","body":"Ben sent you a picture."}'
result "$id"
received
check "sent to Anna's phone, and only there" same "$state $delivered $(push_count)" "sent 1 1"
check "as an alert, under the app's topic, signed by the key for messages" same \
    "$(field 2) $(field 3) $(field 4) $(field 5)" "$ANNA alert $bundle MESSAGES01"

headline "A call"
enqueue '{"type":"voip","user_id":"anna","title":"Ben","callkit_payload":{"uuid":"6f3c2a54-8d2e-4f4b-9d55-0c7f3f1f7a01","handle":"+4930123456"}}'
result "$id"
received
check "sent to the VoIP token alone, signed by the key for calls" same \
    "$state $(push_count) $(field 2) $(field 3) $(field 4) $(field 5)" \
    "sent 1 $ANNA_VOIP voip $bundle.voip CALLKEY001"
tell latency "${bold}$(php -r 'printf("%.0f", $argv[1] - $argv[2]);' "$(field 6)" "$before") ms${plain} from the hook in PHP to APNs"

headline "A development build: its token lives in Apple's sandbox"
enqueue '{"user_id":"ben","title":"Hi Ben","body":"Your build works."}'
result "$id"
received
check "production refused it, the sandbox took it" same \
    "$(field 1) $(field 8), $(field 1 2) $(field 7 2), $state" "production BadDeviceToken, sandbox 200, sent"
enqueue '{"user_id":"ben","title":"Hi Ben","body":"Once more."}'
result "$id"
received
check "the next one goes straight to the sandbox" same "$(push_count) $(field 1) $(field 7) $state" "1 sandbox 200 sent"

headline "A phone that was sold: its token is dead"
tell before "$(site tokens carla)"
enqueue '{"user_id":"carla","title":"Hi Carla","body":"Are you there?"}'
result "$id"
received
after=$(site tokens carla)
tell after "$after"
check "one delivered, one pruned" same "$state $delivered $failed $pruned" "partial 1 1 1"
check "the dead token left usermeta, the other one stayed" same "$after" 'a:1:{i:1;s:64:"'"$CARLA"'";}'
check "the removal is on record, and 'push-bridge tokens undo' takes it back" same \
    "$(sql "SELECT token, reason, state FROM wp_pushbridge_prunes")" "$CARLA_OLD"$'\t'"Unregistered"$'\t'"removed"

headline "A call without callkit_payload, which iOS would punish"
enqueue '{"type":"voip","user_id":"anna","title":"Ben"}'
tell plugin "$refusal"
check "the plugin refuses it" same "$id ${refusal%%:*}" "0 MissingCallkitPayload"
user=$(sql "SELECT ID FROM wp_users WHERE user_login = 'anna'")
query="INSERT INTO wp_pushbridge_actions (type, user_id, message) VALUES ('voip', $user, '{\"title\":\"Ben\"}')"
tell SQL "$query"
id=$(sql "$query; SELECT LAST_INSERT_ID()")
result "$id"
received
check "the daemon refuses it, and APNs never hears of it" same "$state $reason $(push_count)" \
    "failed MissingCallkitPayload 0"

headline "A call that comes too late"
stop_daemon
tell daemon "stopped (as in an outage)"
enqueue '{"type":"voip","user_id":"anna","title":"Ben","ttl":1,"callkit_payload":{"uuid":"6f3c2a54-8d2e-4f4b-9d55-0c7f3f1f7a02"}}'
sleep 1.2
start_daemon
tell daemon "started again when the second that the call may wait was over"
result "$id"
received
check "the stale call did not ring" same "$state $(push_count)" "expired 0"
enqueue '{"type":"voip","user_id":"anna","title":"Ben","callkit_payload":{"uuid":"6f3c2a54-8d2e-4f4b-9d55-0c7f3f1f7a03"}}'
result "$id"
received
check "the next one did" same "$state $(push_count) $(field 2)" "sent 1 $ANNA_VOIP"

headline "The key as it lies in the database"
MYSQL_PWD=$DB_PASSWORD mariadb-dump --no-defaults --socket="$DB_SOCKET" -u "$DB_USER" --no-tablespaces \
    "$DB_NAME" > "$work/dump.sql"
MYSQL_PWD=$DB_PASSWORD mariadb-dump --no-defaults --socket="$DB_SOCKET" -u "$DB_USER" --no-tablespaces --hex-blob \
    "$DB_NAME" > "$work/dump-hex.sql"
IFS=$'\t' read -r size box < <(sql "SELECT LENGTH(box), HEX(LEFT(box, 48)) FROM wp_pushbridge_credentials
    WHERE channel = 'voip'")
tell box "$size bytes: $box…"
check "a dump of the database holds the box" grep -q -i -F -e "$box" "$work/dump-hex.sql"
secrets=0
for key in MESSAGES01 CALLKEY001; do
    file=$work/keys/AuthKey_$key.p8
    scalar=$(openssl pkey -in "$file" -noout -text | sed -n '/^priv:/,/^pub:/p' | grep '^ ' | tr -d ' :\n')
    # The lines of the file, and the secret number itself.
    while IFS= read -r text; do
        ! grep -q -i -F -e "$text" "$work/dump.sql" "$work/dump-hex.sql" || secrets=$((secrets + 1))
    done < <(grep -v -e '^$' "$file"; echo "$scalar"; head -c 60 "$file" | od -An -tx1 | tr -d ' \n')
done
tell search "every line of both .p8 files, as text and in hex, in $(du -k "$work/dump.sql" | cut -f1) KB of dump"
check "and nothing of the keys themselves" same "$secrets" 0

# --- The end -----------------------------------------------------------------------------------------------------

echo
if [ ${#failures[@]} != 0 ]; then
    printf '%sdemo: FAILED%s step %s\n' "$red" "$plain" "${failures[@]}" >&2
    exit 1
fi
echo "${green}demo: all as it should be.${plain}"
if [ -z "${KEEP:-}" ]; then
    echo "make demo KEEP=1 leaves it running to explore."
    exit 0
fi
keeps=yes
cat <<TEXT

It is still running:
  WordPress    $WP_HOME/wp-admin/  (user $WP_ADMIN_USER, password $WP_ADMIN_PASSWORD)
  database     mariadb --socket=$DB_SOCKET -u$DB_USER -p$DB_PASSWORD $DB_NAME
  daemon's log $work/daemon.log
  received     curl '$control_url/received?since=0'
Try:
  export PUSH_BRIDGE_CONFIG=$config
  .build/release/push-bridge send --user $user --title Hi --body There --wait
  .build/release/push-bridge queue list
  .build/release/push-bridge status
  curl $control_url/faults -d '{"action":"answer","status":503,"reason":"Shutdown"}'
Stop it:
  bash $work/stop
TEXT
