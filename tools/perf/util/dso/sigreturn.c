// SPDX-License-Identifier: GPL-2.0-only
#include <elf.h>
#include <string.h>

#include "util/base/array.h"
#include "util/dso/kernel-funcs.h"
#include "util/dso/sigreturn.h"

/* Part of the names of all the functions. */
#define PART "sigreturn"

/*
 * No such function is larger, bytes. A list of symbols in another order than that of addresses could
 * make it seem so.
 */
#define MAX_SIZE 4096

bool sigreturn__is_name(const char *name)
{
	static const char *const ends[] = {"sys_sigreturn", "sys_rt_sigreturn",
					   "sys_x32_rt_sigreturn"};
	const size_t len = strcspn(name, ".");

	if (!strncmp(name, "__pfx_", 6))
		return false;
	for (size_t i = 0; i < ARRAY_SIZE(ends); i++) {
		size_t end = strlen(ends[i]);

		if (len >= end && !strncmp(name + len - end, ends[i], end))
			return true;
	}
	return false;
}

/* Adds a function, of which another name may be there already. */
static void sigreturn__add(void *ctx, const struct kernel_func *func)
{
	struct sigreturn *sigreturn = ctx;

	if (func->type != STT_FUNC)
		return;
	for (uint32_t i = 0; i < sigreturn->nr; i++)
		if (sigreturn->funcs[i].start == func->start)
			return;
	if (sigreturn->nr < DEFER_MAX_SIGRETURN)
		sigreturn->funcs[sigreturn->nr++] = (struct defer_stitch_func){
			func->start, func->start + (func->size < MAX_SIZE ? func->size : MAX_SIZE)};
}

bool sigreturn__find(struct sigreturn *sigreturn, struct kernel_syms *ks)
{
	sigreturn->nr = 0;
	ks->part = PART;
	kernel_funcs__find(ks, sigreturn__is_name, sigreturn__add, sigreturn);
	return sigreturn->nr > 0;
}
