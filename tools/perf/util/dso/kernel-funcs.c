// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include "util/base/array.h"
#include "util/base/error.h"
#include "util/dso/debug-file.h"
#include "util/dso/kernel-funcs.h"
#include "util/dso/symbol-elf.h"

struct finding {
	bool (*wants)(const char *name);
	kernel_func_fn fn;
	void *ctx;
	uint64_t bias; /* the recorded addresses less those in the file */
};

static void find_in_kallsyms(const struct finding *f, struct kallsyms *kallsyms)
{
	for (uint32_t i = 0; i < kallsyms->nr; i++) {
		const struct kallsyms_entry *entry = &kallsyms->entries[i];
		const char *name = kallsyms->names + entry->name;
		const struct symbol *sym;

		if (!f->wants(name))
			continue;
		/* Modules have none of these. */
		sym = kallsyms__find(kallsyms, NULL, entry->addr);
		if (sym)
			f->fn(f->ctx, &(struct kernel_func){name, sym->start, sym->end - sym->start,
							    sym->type});
	}
}

static bool find_symbol(void *ctx, const char *name, const GElf_Sym *sym)
{
	const struct finding *f = ctx;

	if (f->wants(name))
		f->fn(f->ctx, &(struct kernel_func){name, sym->st_value + f->bias, sym->st_size,
						    GELF_ST_TYPE(sym->st_info)});
	return false;
}

static void find_in_vmlinux(struct finding *f, const struct kernel_syms *ks)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct elf_file file;

	if (elf_file__open_build(&file, ks->path, &ks->bid, &err))
		return;
	if (kernel_syms__bias(ks, &file, &f->bias))
		elf_file__find_symbol(&file, find_symbol, f);
	elf_file__close(&file);
}

void kernel_funcs__find(struct kernel_syms *ks, bool (*wants)(const char *name), kernel_func_fn fn,
			void *ctx)
{
	struct finding f = {.wants = wants, .fn = fn, .ctx = ctx};

	if (kernel_syms__load(ks))
		return;
	if (ks->source == KERNEL_SOURCE_KALLSYMS)
		find_in_kallsyms(&f, &ks->kallsyms);
	else
		find_in_vmlinux(&f, ks);
}

/* ---- sets ---------------------------------------------------------------------------- */

void func_set__exit(struct func_set *set)
{
	free(set->ranges);
	*set = (struct func_set){0};
}

void func_set__add(struct func_set *set, uint64_t start, uint64_t size)
{
	if (ARRAY_GROW(set->ranges, set->cap, set->nr + 1ULL))
		set->ranges[set->nr++] = (struct func_range){start, start + size};
	else
		set->no_memory = true;
}

static int func_range__cmp(const void *a, const void *b)
{
	const struct func_range *ra = a, *rb = b;

	return CMP(ra->start, rb->start);
}

int func_set__seal(struct func_set *set, struct defer_error *err)
{
	if (set->no_memory)
		return error__no_memory(err, "for functions of the kernel");
	if (set->nr)
		qsort(set->ranges, set->nr, sizeof(*set->ranges), func_range__cmp);
	/* Each range ends no earlier than those before it, which tells of an address by one look. */
	for (uint32_t i = 1; i < set->nr; i++)
		if (set->ranges[i].end < set->ranges[i - 1].end)
			set->ranges[i].end = set->ranges[i - 1].end;
	return 0;
}

bool func_set__has(const struct func_set *set, uint64_t addr)
{
	size_t after = LOWER_BOUND(i, set->nr, set->ranges[i].start <= addr);

	return after && addr < set->ranges[after - 1].end;
}
