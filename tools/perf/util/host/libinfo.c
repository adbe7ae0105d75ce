// SPDX-License-Identifier: GPL-2.0-only
#ifdef HAVE_LIBBPF
#include <bpf/libbpf.h>
#endif
#include <dlfcn.h>
#ifdef HAVE_LIBDEBUGINFOD
#include <elfutils/debuginfod.h>
#endif
#include <elfutils/libdwfl.h>
#include <limits.h>
#include <link.h>
#include <slang.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <traceevent/event-parse.h>
#include <zstd.h>

#include "util/host/capstone.h"
#include "util/host/libinfo.h"
#include "util/host/sqlite.h"

/* Writes the part after ".so." in the name of the file that @symbol was loaded from. */
static void version_of_file(char *version, size_t size, const void *symbol)
{
	char path[PATH_MAX];
	const char *suffix;
	Dl_info info;

	if (!dladdr(symbol, &info) || !info.dli_fname || !realpath(info.dli_fname, path))
		return;
	suffix = strstr(path, ".so.");
	if (suffix)
		snprintf(version, size, "%s", suffix + 4);
}

static void libinfo__set(struct libinfo *lib, const char *name, const char *version,
			 const char *what)
{
	lib->name = name;
	lib->what = what;
	lib->is_there = true;
	lib->package = NULL;
	snprintf(lib->version, sizeof(lib->version), "%s", version ? version : "");
}

/* Writes the version of libcapstone. Returns false if it cannot be loaded. */
static bool version_of_capstone(char *version, size_t size)
{
#ifdef HAVE_CAPSTONE
	struct capstone cs;
	int major, minor;

	if (capstone__load(&cs)) {
		cs.version(&major, &minor);
		snprintf(version, size, "%d.%d", major, minor);
		return true;
	}
#endif
	(void)version;
	(void)size;
	return false;
}

static void set_capstone(struct libinfo *lib)
{
	libinfo__set(lib, "libcapstone", "", "assembly");
	lib->is_there = version_of_capstone(lib->version, sizeof(lib->version));
	if (!lib->is_there)
		lib->package = "libcapstone-dev";
}

/* Reads the version from the file's name: the library is loaded by another name, on demand. */
static void set_debuginfod(struct libinfo *lib)
{
	char path[PATH_MAX] = "";

#ifdef HAVE_LIBDEBUGINFOD
	void *handle = dlopen(DEBUGINFOD_SONAME, RTLD_LAZY | RTLD_LOCAL);
	struct link_map *map;

	libinfo__set(lib, "libdebuginfod", "", "files not on this machine");
	if (handle && !dlinfo(handle, RTLD_DI_LINKMAP, &map) && realpath(map->l_name, path)) {
		char *dash = strrchr(path, '-'), *suffix = strstr(path, ".so");

		if (dash && suffix > dash)
			snprintf(lib->version, sizeof(lib->version), "%.*s",
				 (int)(suffix - dash - 1), dash + 1);
	}
	if (handle) {
		dlclose(handle);
		return;
	}
#else
	(void)path;
	libinfo__set(lib, "libdebuginfod", "", "files not on this machine");
#endif
	lib->is_there = false;
	lib->package = "libdebuginfod-dev";
}

static void set_bpf(struct libinfo *lib)
{
	char version[32] = "";

#ifdef HAVE_LIBBPF
	snprintf(version, sizeof(version), "%u.%u", libbpf_major_version(), libbpf_minor_version());
#endif
	libinfo__set(lib, "libbpf", version, "BPF programs that are loaded");
#ifndef HAVE_LIBBPF
	lib->is_there = false;
	lib->package = "libbpf-dev";
#endif
}

static void set_sqlite(struct libinfo *lib)
{
#ifdef HAVE_SQLITE3
	struct sqlite_lib sqlite;

	if (sqlite_lib__load(&sqlite)) {
		libinfo__set(lib, "libsqlite3", sqlite.libversion(), "databases");
		return;
	}
#endif
	libinfo__set(lib, "libsqlite3", "", "databases");
	lib->is_there = false;
	lib->package = "libsqlite3-dev";
}

void libinfo__read(struct libinfo libs[LIBINFO_NR])
{
	libinfo__set(&libs[0], "libdw", dwfl_version(NULL),
		     "symbols, inlined functions, source lines");
	libinfo__set(&libs[1], "libiberty", NULL, "names of C++ and Rust");
	libinfo__set(&libs[2], "libslang", SLang_Version_String, "the terminal interface");
	libinfo__set(&libs[3], "libtraceevent", NULL, "fields of tracepoints");
	version_of_file(libs[3].version, sizeof(libs[3].version), (const void *)tep_alloc);
	libinfo__set(&libs[4], "libzstd", ZSTD_versionString(), "compressed traces");
	set_capstone(&libs[5]);
	set_debuginfod(&libs[6]);
	set_bpf(&libs[7]);
	set_sqlite(&libs[8]);
}
