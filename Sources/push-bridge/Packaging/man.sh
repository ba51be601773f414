#!/bin/bash
# man.sh NAME SECTION < HELP: a manual page out of a help text, which is laid out as one already.
set -euo pipefail
printf '.TH "%s" "%s" "" "PushBridge"\n.nh\n' "$1" "$2"
awk '{ gsub(/\\/, "\\e"); gsub(/-/, "\\-") }
    /^[A-Z[]/ { printf ".SH \"%s\"\n.nf\n", $0; next }
    { sub(/^    /, ""); sub(/^[.\047]/, "\\\\\\&&"); print }'
