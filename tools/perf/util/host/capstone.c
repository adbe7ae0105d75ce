// SPDX-License-Identifier: GPL-2.0-only
#include "util/host/capstone.h"

#ifdef HAVE_CAPSTONE

#include <dlfcn.h>

#include "util/base/array.h"
#include "util/host/dynlib.h"

bool capstone__load(struct capstone *cs)
{
	void *lib = dlopen(CAPSTONE_SONAME, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
	const struct dynlib_call wanted[] = {
		{&cs->version, "cs_version"},
		{&cs->open, "cs_open"},
		{&cs->close, "cs_close"},
		{&cs->option, "cs_option"},
		{&cs->malloc, "cs_malloc"},
		{&cs->free, "cs_free"},
		{&cs->disasm_iter, "cs_disasm_iter"},
		{&cs->insn_group, "cs_insn_group"},
	};
	bool all = dynlib__find(lib, wanted, ARRAY_SIZE(wanted));

	if (lib)
		dlclose(lib);
	return all;
}

#endif
