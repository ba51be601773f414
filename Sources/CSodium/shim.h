#pragma once
#if !__has_include(<sodium.h>)
#error "<sodium.h> is missing: run `make deps` (Debian: libsodium-dev)"
#endif
#include <sodium.h>
