# What a person does with this folder. `make help` lists it.
PREFIX ?= /usr/local
UNITDIR ?= $(PREFIX)/lib/systemd/system
PACKAGING := Sources/push-bridge/Packaging
RELEASE := swift build -c release --static-swift-stdlib

.PHONY: test-interop help deps build test test-swift test-php lint demo bench install deb

help:           ## this list
	@sed -n 's/^\([a-z-]*\):.*## /  make \1\t/p' Makefile | expand -t 20

deps:           ## install the Debian packages that building and testing need
	@$(PACKAGING)/deps.sh test

build:          ## compile the programs into .build/release
	@$(PACKAGING)/deps.sh build
	$(RELEASE) --product push-bridge
	$(RELEASE) --product apns-simulator

test: deps test-swift test-interop test-php ## everything, against real servers on private ports

test-swift:
	swift build --build-tests
	swift test --skip-build --no-parallel

test-interop:   ## an independent client (aioapns, from PyPI) against the simulator
	swift build --product apns-simulator
	Tests/Interop/run

test-php:
	bridge/tests/run

lint:           ## format and layout rules
	swift format lint --strict --recursive --parallel Package.swift Sources Tests

demo: deps      ## a call and a message from a real WordPress to a simulated phone (KEEP=1 leaves it running)
	@$(PACKAGING)/demo.sh

bench: deps     ## pushes per second and CPU per push, beside h2load
	@$(PACKAGING)/bench.sh

install: build  ## install below PREFIX (default /usr/local)
	@$(PACKAGING)/install.sh "$(DESTDIR)" "$(PREFIX)" "$(UNITDIR)"

deb:            ## a Debian package, in .build/deb
	@$(PACKAGING)/deps.sh package
	debian/rules binary
