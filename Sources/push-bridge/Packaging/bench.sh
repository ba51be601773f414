#!/bin/bash
# make bench: pushes per second and CPU seconds per 100,000 pushes, beside h2load on the same simulator in the same run.
# Everything runs on this machine, over loopback, and shares its processors.
#   PUSHES  for h2load, the transport and the sender (200000)
#   ROWS    actions from rows in MariaDB to recorded results (50000)
#   CALLS   calls enqueued one by one while as many rows again go out (300)
set -euo pipefail
packaging=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cd "$packaging/../../.."
name=bench
. "$packaging/stage.sh"
pushes=${PUSHES:-200000}
rows=${ROWS:-50000}
calls=${CALLS:-300}
streams=500
bundle=com.example.app
ticks=$(getconf CLK_TCK)

# cpu PID: ticks of user and system time that the process has used.
cpu() { awk '{ print $14 + $15 }' "/proc/$1/stat"; }
# per_100k TICKS PUSHES
per_100k() { awk -v t="$1" -v n="$2" -v hz="$ticks" 'BEGIN { printf "%.2f", t / hz / n * 100000 }'; }
now() { date +%s.%N; }
line() { printf '%-34s %10s %10s %10s %11s\n' "$@"; }
# figures LABEL PUSHES SECONDS CPU_SECONDS SIMULATOR_TICKS: a line beside h2load's, which comes first.
reference=
figures() {
    local rate ratio
    rate=$(awk -v n="$2" -v s="$3" 'BEGIN { printf "%.0f", n / s }')
    reference=${reference:-$rate}
    ratio=$(awk -v a="$rate" -v b="$reference" 'BEGIN { printf "%.2f", a / b }')
    line "$1" "$rate" "$ratio" "$(awk -v c="$4" -v n="$2" 'BEGIN { printf "%.2f", c / n * 100000 }')" \
        "$(per_100k "$5" "$2")"
}

build push-bridge apns-simulator push-bench
site_up --server none
# A site's database keeps what it has committed; the throw-away site would not wait for the disk.
SITE_HOME=$SITE_HOME "$rig/site" sql -e "SET GLOBAL innodb_flush_log_at_trx_commit = 1"
"$programs/apns-simulator" --make-key "$work/keys" > /dev/null
{
    cat "$work/keys/key.jsonl"
    echo '{"settings":{"keep_bodies":false,"record_limit":0,"one_stream_start":false,"token_update_interval":0}}'
} > "$work/script.jsonl"
start_simulator
simulator=$(cat "$work/simulator.pid")
database=$(cat "$SITE_HOME/db.started")

echo
line "$(nproc) processors, $streams streams" "pushes/s" "to h2load" "CPU s" "simulator"
line "" "" "" "/100,000" "CPU s"

# --- h2load, the transport, the sender ---------------------------------------------------------------------------

printf '{"aps":{"alert":{"title":"Anna sent you a message","body":"%s"},"sound":"default"},"data":{"id":12345}}' \
    "$(printf 'Are you coming to the lake on Sunday? %.0s' 1 2 3 4 5)" > "$work/body"
before=$(cpu "$simulator")
TIMEFORMAT='%R %U %S'
{ time h2load -n "$pushes" -c 1 -m $streams -H "$(cat "$work/keys/authorization")" -H "apns-topic: $bundle" \
    -H 'apns-push-type: alert' -H 'apns-priority: 10' -d "$work/body" \
    "$production_url/3/device/$(printf 'ab%.0s' $(seq 32))" > "$work/h2load.log" 2>&1; } 2> "$work/h2load.time"
grep -q "status codes: $pushes 2xx" "$work/h2load.log" || { cat "$work/h2load.log" >&2; exit 1; }
read -r seconds user system < "$work/h2load.time"
figures "h2load" "$pushes" "$seconds" "$(awk -v a="$user" -v b="$system" 'BEGIN { print a + b }')" \
    $(($(cpu "$simulator") - before))

# push_bench LABEL PART
push_bench() {
    local before count failed seconds used
    before=$(cpu "$simulator")
    "$programs/push-bench" "$2" url="$production_url" ca="$work/apns/ca.pem" keys="$work/keys" count="$pushes" \
        streams=$streams > "$work/push-bench.log" || { cat "$work/push-bench.log" >&2; exit 1; }
    read -r count failed seconds used < "$work/push-bench.log"
    figures "$1" "$count" "$seconds" "$used" $(($(cpu "$simulator") - before))
}
push_bench "HTTP2Client alone" transport
push_bench "IosPushSender alone" sender

# --- Rows to recorded results ------------------------------------------------------------------------------------

initialize
key=$work/keys/AuthKey_TESTKEY001.p8
credential standard "$bundle" "$key" TESTKEY001 TESTTEAM01
credential voip "$bundle" "$key" TESTKEY001 TESTTEAM01
# Users 1001… have one device each; the first of them can be called too.
sql "INSERT INTO wp_usermeta (user_id, meta_key, meta_value)
        SELECT 1000 + seq, 'mam_ios_device_token', SHA2(CONCAT('device', seq), 256) FROM seq_1_to_$rows;
    INSERT INTO wp_usermeta (user_id, meta_key, meta_value)
        SELECT 1000 + seq, 'mam_ios_voip_token', SHA2(CONCAT('call', seq), 256) FROM seq_1_to_$calls;
    ANALYZE TABLE wp_usermeta" > /dev/null
enqueue_rows="INSERT INTO wp_pushbridge_actions (user_id, message) SELECT 1000 + seq,
    JSON_OBJECT('title', 'Anna sent you a message', 'body', REPEAT('Are you coming to the lake on Sunday? ', 5),
        'data', JSON_OBJECT('id', seq)) FROM seq_1_to_$rows"
# A compound statement, which holds semicolons of its own.
sql_block() { sql "delimiter //
$1
//"; }
# Until nothing is under way any more, 100 s at most.
wait_until_done="BEGIN NOT ATOMIC
    DECLARE tries, waiting int DEFAULT 1;
    WHILE tries < 2000 AND waiting DO
        SELECT EXISTS (SELECT 1 FROM wp_pushbridge_actions WHERE lane = 0 AND state = 'queued')
            OR EXISTS (SELECT 1 FROM wp_pushbridge_actions WHERE lane = 0 AND state = 'sending') INTO waiting;
        DO SLEEP(0.05);
        SET tries = tries + 1;
    END WHILE;
END"
must_be() { [ "$(sql "$1")" = "$2" ] || { echo "bench: not all were sent: $(sql "$1") of $2" >&2; exit 1; }; }

sql "$enqueue_rows"
before_simulator=$(cpu "$simulator") before_database=$(cpu "$database")
start_daemon
daemon=$(cat "$work/daemon.pid")
began=$(now)
sql_block "$wait_until_done"
seconds=$(awk -v a="$began" -v b="$(now)" 'BEGIN { print b - a }')
used_daemon=$(cpu "$daemon") used_database=$(($(cpu "$database") - before_database))
must_be "SELECT COUNT(*) FROM wp_pushbridge_deliveries WHERE status = 'delivered'" "$rows"
figures "push-bridge, rows to results" "$rows" "$seconds" \
    "$(awk -v t="$used_daemon" -v hz="$ticks" 'BEGIN { print t / hz }')" $(($(cpu "$simulator") - before_simulator))
line "  MariaDB beside it" "" "" "$(per_100k "$used_database" "$rows")" ""

# --- Calls beside it ---------------------------------------------------------------------------------------------

control /settings -d '{"record_limit":200000}' > /dev/null
sql "$enqueue_rows"
sql_block "BEGIN NOT ATOMIC
    FOR number IN 1..$calls DO
        INSERT INTO wp_pushbridge_actions (type, user_id, message) VALUES ('voip', 1000 + number,
            JSON_OBJECT('title', 'Anna', 'callkit_payload', JSON_OBJECT('uuid', UUID())));
        DO SLEEP(0.01);
    END FOR;
END"
beside=$(sql "SELECT COUNT(*) FROM wp_pushbridge_actions WHERE type = 'voip' AND created_at <
    (SELECT MAX(d.updated_at) FROM wp_pushbridge_deliveries d WHERE d.channel = 'standard')")
sql_block "$wait_until_done"
must_be "SELECT COUNT(*) FROM wp_pushbridge_deliveries WHERE channel = 'voip' AND status = 'delivered'" "$calls"
sql "SELECT d.token, TIMESTAMPDIFF(MICROSECOND, TIMESTAMP'1970-01-01 00:00:00', a.created_at) DIV 1000
    FROM wp_pushbridge_actions a JOIN wp_pushbridge_deliveries d ON d.action_id = a.id WHERE a.type = 'voip'" \
    > "$work/enqueued"
since=0
while :; do
    page=$(control "/received?since=$since" | tee "$work/page" | grep -o '"next":[0-9]*' | cut -d: -f2)
    [ "$page" != "$since" ] || break
    since=$page
    php "$packaging/demo/received.php" < "$work/page" | awk -F'\t' '$3 == "voip" { print $2, $6 }'
done > "$work/arrived"
awk 'NR == FNR { enqueued[$1] = $2; next } { print $2 - enqueued[$1] }' "$work/enqueued" "$work/arrived" |
    sort -n > "$work/latencies"
percentile() { awk -v p="$1" '{ a[NR] = $1 } END { i = int(NR * p / 100 + 0.999); print a[i < 1 ? 1 : i] }' "$work/latencies"; }
echo
echo "Calls, from INSERT to APNs, $beside of $calls while the same rows went out again:"
echo "  p50 $(percentile 50) ms, p95 $(percentile 95) ms, p99 $(percentile 99) ms, worst $(percentile 100) ms"
echo "Peak memory of push-bridge: $(awk '/VmHWM/ { printf "%.0f MB", $2 / 1024 }' "/proc/$daemon/status")"
stop_daemon
