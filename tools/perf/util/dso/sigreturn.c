// SPDX-License-Identifier: GPL-2.0-only
#include <string.h>

#include "util/base/array.h"
#include "util/base/error.h"
#include "util/dso/debug-file.h"
#include "util/dso/sigreturn.h"
#include "util/dso/symbol-elf.h"

/* Part of the names of all the functions. */
#define PART "sigreturn"

/*
 * No such function is larger, bytes. A list of symbols in another order than that of addresses could
 * make it seem so.
 */
#define MAX_SIZE 4096

/*
 * Returns true if @name is that of a system call, such as __x64_sys_rt_sigreturn,
 * __do_compat_sys_sigreturn or __x64_compat_sys_x32_rt_sigreturn, maybe with a suffix of the
 * compiler's. The names with __pfx_ are of the bytes before a function.
 */
static bool is_sigreturn(const char *name)
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
static void sigreturn__add(struct sigreturn *sigreturn, uint64_t start, uint64_t size)
{
	for (uint32_t i = 0; i < sigreturn->nr; i++)
		if (sigreturn->funcs[i].start == start)
			return;
	if (sigreturn->nr < DEFER_MAX_SIGRETURN)
		sigreturn->funcs[sigreturn->nr++] = (struct defer_stitch_func){
			start, start + (size < MAX_SIZE ? size : MAX_SIZE)};
}

static void add_of_kallsyms(struct sigreturn *sigreturn, struct kallsyms *kallsyms)
{
	for (uint32_t i = 0; i < kallsyms->nr; i++) {
		const struct kallsyms_entry *entry = &kallsyms->entries[i];
		const struct symbol *sym;

		if (entry->mod || !is_sigreturn(kallsyms->names + entry->name))
			continue;
		sym = kallsyms__find(kallsyms, NULL, entry->addr);
		if (sym && sym->type == STT_FUNC)
			sigreturn__add(sigreturn, sym->start, sym->end - sym->start);
	}
}

struct vmlinux {
	struct sigreturn *sigreturn;
	uint64_t bias; /* the recorded addresses less those in the file */
};

static bool add_symbol(void *ctx, const char *name, const GElf_Sym *sym)
{
	const struct vmlinux *vmlinux = ctx;

	if (GELF_ST_TYPE(sym->st_info) == STT_FUNC && is_sigreturn(name))
		sigreturn__add(vmlinux->sigreturn, sym->st_value + vmlinux->bias, sym->st_size);
	return false;
}

static void add_of_vmlinux(struct sigreturn *sigreturn, const struct kernel_syms *ks)
{
	struct vmlinux vmlinux = {.sigreturn = sigreturn};
	struct defer_error err = DEFER_ERROR_INIT;
	struct elf_file file;

	if (elf_file__open_build(&file, ks->path, &ks->bid, &err))
		return;
	if (kernel_syms__bias(ks, &file, &vmlinux.bias))
		elf_file__find_symbol(&file, add_symbol, &vmlinux);
	elf_file__close(&file);
}

bool sigreturn__find(struct sigreturn *sigreturn, struct kernel_syms *ks)
{
	sigreturn->nr = 0;
	ks->part = PART;
	if (kernel_syms__load(ks))
		return false;
	if (ks->source == KERNEL_SOURCE_KALLSYMS)
		add_of_kallsyms(sigreturn, &ks->kallsyms);
	else
		add_of_vmlinux(sigreturn, ks);
	return sigreturn->nr > 0;
}
