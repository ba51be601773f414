#!/bin/bash
# Makes sure that Debian's packages are there. Quiet and quick when they are.
#   deps.sh build   what it takes to compile
#   deps.sh package  also what it takes to make a Debian package
#   deps.sh test    also what the tests and the demo run against: MariaDB, WordPress, PHPUnit
# As root it installs; with DEPS=yes it does so through sudo; otherwise it prints the command and stops.
set -euo pipefail

build=(pkg-config default-libmysqlclient-dev libcurl4-openssl-dev libssl-dev libnghttp2-dev libsodium-dev
    libgnutls28-dev libmicrohttpd-dev)
package=(debhelper lintian man-db systemd)
test=(mariadb-server-core mariadb-client-core curl openssl nghttp2-client python3-venv
    php php8.2-fpm php-cli php-mysql php-xml php-mbstring php-curl php-gd php-codesniffer phpunit
    nginx wordpress wordpress-theme-twentytwentythree
    chromium chromium-driver fonts-dejavu-core python3-selenium gettext)

want=("${build[@]}")
case ${1:-build} in
    package) want+=("${package[@]}") ;;
    test) want+=("${test[@]}") ;;
esac

if ! command -v dpkg-query >/dev/null; then
    cat >&2 <<'TEXT'
This is not a Debian system: install these yourself, with headers, and run make again:
  libmariadb (or libmysqlclient), libcurl built on OpenSSL, OpenSSL 3, nghttp2, libsodium, GnuTLS, libmicrohttpd,
  pkg-config; for the tests also MariaDB >= 10.4, PHP >= 7.4, WordPress >= 6.1, PHPUnit 9, nginx, curl, h2load.
TEXT
    command -v pkg-config >/dev/null && pkg-config --exists libmariadb libnghttp2 libsodium libmicrohttpd gnutls
    exit
fi

missing=()
for name in "${want[@]}"; do
    status=$(dpkg-query -W -f='${Status}' "$name" 2>/dev/null || true)
    [ "$status" = "install ok installed" ] || missing+=("$name")
done
[ ${#missing[@]} -gt 0 ] || exit 0

if [ "$(id -u)" = 0 ]; then
    as_root=()
elif [ "${DEPS:-}" = yes ]; then
    as_root=(sudo)
else
    echo "These packages are missing; run this, or 'make DEPS=yes ...' to have it run through sudo:" >&2
    echo "  sudo apt-get install --no-install-recommends ${missing[*]}" >&2
    exit 1
fi

echo "installing ${#missing[@]} Debian packages: ${missing[*]}" >&2
# Nothing that is installed here may start a service of its own.
policy=/usr/sbin/policy-rc.d
if [ ! -e $policy ]; then
    printf '#!/bin/sh\nexit 101\n' | "${as_root[@]}" tee $policy >/dev/null
    "${as_root[@]}" chmod 755 $policy
    trap '"${as_root[@]}" rm -f $policy' EXIT
fi
# "apt-get update" does not wait for another one's lock.
for try in 1 2 3 4 5; do
    "${as_root[@]}" apt-get -qq update && break
    [ "$try" -lt 5 ] || exit 1
    sleep $((try * 3))
done
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get -o DPkg::Lock::Timeout=600 -qq -y --no-install-recommends install "${missing[@]}" >/dev/null
