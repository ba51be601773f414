#pragma once
#if !__has_include(<mysql.h>)
#error "<mysql.h> is missing: run `make deps` (Debian: default-libmysqlclient-dev)"
#endif
#include <mysql.h>
