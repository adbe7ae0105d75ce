// SPDX-License-Identifier: GPL-2.0-only
#include "util/host/sqlite.h"

#ifdef HAVE_SQLITE3

#include <dlfcn.h>

#include "util/base/array.h"
#include "util/host/dynlib.h"

bool sqlite_lib__load(struct sqlite_lib *lib)
{
	void *handle = dlopen(SQLITE_SONAME, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
	const struct dynlib_call wanted[] = {
		{&lib->libversion, "sqlite3_libversion"},
		{&lib->open, "sqlite3_open_v2"},
		{&lib->close, "sqlite3_close"},
		{&lib->exec, "sqlite3_exec"},
		{&lib->errmsg, "sqlite3_errmsg"},
		{&lib->system_errno, "sqlite3_system_errno"},
		{&lib->prepare, "sqlite3_prepare_v2"},
		{&lib->finalize, "sqlite3_finalize"},
		{&lib->bind_int64, "sqlite3_bind_int64"},
		{&lib->bind_text, "sqlite3_bind_text"},
		{&lib->bind_null, "sqlite3_bind_null"},
		{&lib->step, "sqlite3_step"},
		{&lib->reset, "sqlite3_reset"},
	};
	bool all = dynlib__find(handle, wanted, ARRAY_SIZE(wanted));

	if (handle)
		dlclose(handle);
	return all;
}

#endif
