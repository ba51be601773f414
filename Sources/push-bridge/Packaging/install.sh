#!/bin/bash
# install.sh DESTDIR PREFIX UNITDIR: what "make install" copies. The programs are built already.
set -euo pipefail
root=$1$2 unit=$1$3/push-bridge.service
packaging=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cd "$packaging/../../.."
programs=.build/release

for program in push-bridge apns-simulator; do
    install -D -m 755 "$programs/$program" "$root/bin/$program"
done
install -D -m 644 "$packaging/push-bridge.service" "$unit"
sed -i "s,/usr/local/,$2/," "$unit"
for document in README.md CHANGELOG.md; do
    install -D -m 644 "$document" "$root/share/doc/push-bridge/$document"
done

page() { install -D -m 644 <("$packaging/man.sh" "$1" "$2") "$root/share/man/man$2/$1.$2"; }
"$programs/push-bridge" --help | page push-bridge 8
"$programs/push-bridge" help config | page push-bridge.ini 5
"$programs/apns-simulator" --help | page apns-simulator 1

# The plugin as it goes into wp-content/plugins; its tests stay here.
plugin=$root/share/push-bridge/plugin
rm -rf "$plugin/push-bridge"
mkdir -p "$plugin"
cp -r bridge "$plugin/push-bridge"
rm -r "$plugin/push-bridge/tests"
chmod -R u=rwX,go=rX "$plugin"
