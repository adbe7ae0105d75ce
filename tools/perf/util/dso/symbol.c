// SPDX-License-Identifier: GPL-2.0-only
#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/array.h"
#include "util/base/error.h"
#include "util/dso/demangle.h"
#include "util/dso/symbol.h"

/* Deepest intended nesting of symbols. */
#define SYMTAB_MAX_NESTING 64

void symtab__init(struct symtab *tab, bool demangle)
{
	memset(tab, 0, sizeof(*tab));
	tab->demangle = demangle;
}

void symtab__exit(struct symtab *tab)
{
	uint32_t i;

	for (i = 0; i < tab->nr_strtabs; i++)
		free(tab->strtabs[i]);
	free(tab->strtabs);
	free(tab->syms);
	strpool__exit(&tab->pool);
	symtab__init(tab, false);
}

static int symtab__grow(struct symtab *tab, struct defer_error *err)
{
	uint32_t cap = tab->cap ? 2 * tab->cap : 2;
	struct symbol *grown;

	if (cap > UINT32_MAX / 2)
		return defer_error__set(err, DEFER_ERR_UNSUPPORTED, "more than %u symbols",
					tab->nr);
	grown = realloc(tab->syms, cap * sizeof(*grown));
	if (!grown)
		return error__no_memory(err, "for %u symbols", cap);
	tab->syms = grown;
	tab->cap = cap;
	return 0;
}

int symtab__add(struct symtab *tab, uint64_t start, uint64_t len, uint8_t binding, uint8_t type,
		const char *name, struct defer_error *err)
{
	int ret;

	if (tab->nr == tab->cap) {
		ret = symtab__grow(tab, err);
		if (ret)
			return ret;
	}
	tab->syms[tab->nr++] = (struct symbol){
		.start = start,
		.end = len > UINT64_MAX - start ? UINT64_MAX : start + len,
		.name = name,
		.binding = binding,
		.type = type,
	};
	return 0;
}

int symtab__own(struct symtab *tab, char *strtab, struct defer_error *err)
{
	char **grown = realloc(tab->strtabs, (tab->nr_strtabs + 1) * sizeof(*grown));

	if (!grown) {
		free(strtab);
		return error__no_memory(err, "for a string table");
	}
	tab->strtabs = grown;
	tab->strtabs[tab->nr_strtabs++] = strtab;
	return 0;
}

/* Equal addresses keep the order in which they were added, on which the choice depends. */
static int symbol__cmp(const void *va, const void *vb)
{
	const struct symbol *a = va, *b = vb;

	return CMP(a->start, b->start) ?: CMP(a->outer, b->outer);
}

static void symtab__sort(struct symtab *tab)
{
	bool sorted = true;
	uint32_t i;

	for (i = 0; i < tab->nr; i++) {
		tab->syms[i].outer = i;
		if (i && tab->syms[i].start < tab->syms[i - 1].start)
			sorted = false;
	}
	if (!sorted)
		qsort(tab->syms, tab->nr, sizeof(*tab->syms), symbol__cmp);
}

/* Returns the name of @sym, demangled if @tab demangles. */
static const char *symtab__name(struct symtab *tab, struct symbol *sym)
{
	char *demangled, *kept;

	if (sym->demangled || !tab->demangle)
		return sym->name;
	sym->demangled = true;
	demangled = demangle_sym(sym->name);
	if (demangled) {
		kept = strpool__add(&tab->pool, demangled, strlen(demangled));
		if (kept)
			sym->name = kept;
		free(demangled);
	}
	return sym->name;
}

/*
 * Returns a positive number if @a is the better name, a negative one if @b is, 0 if their kinds do
 * not decide.
 */
static int symbol__cmp_kind(const struct symbol *a, const struct symbol *b)
{
	bool size_a = a->end > a->start, size_b = b->end > b->start;

	if (size_a != size_b)
		return size_a - size_b;
	if (a->type != b->type && (a->type == STT_NOTYPE || b->type == STT_NOTYPE))
		return a->type == STT_NOTYPE ? -1 : 1;
	if ((a->binding == STB_WEAK) != (b->binding == STB_WEAK))
		return a->binding == STB_WEAK ? -1 : 1;
	return (a->binding == STB_GLOBAL) - (b->binding == STB_GLOBAL);
}

static bool name_is_syscall_alias(const char *name)
{
	return !strncmp(name, "SyS", 3) || !strncmp(name, "compat_SyS", 10);
}

static bool symtab__is_better(struct symtab *tab, struct symbol *a, struct symbol *b)
{
	int cmp = symbol__cmp_kind(a, b);
	const char *name_a, *name_b;
	size_t len_a, len_b;

	if (cmp)
		return cmp > 0;
	name_a = symtab__name(tab, a);
	name_b = symtab__name(tab, b);
	len_a = strspn(name_a, "_");
	len_b = strspn(name_b, "_");
	if (len_a != len_b)
		return len_a < len_b;
	len_a = strlen(name_a);
	len_b = strlen(name_b);
	if (len_a != len_b)
		return len_a > len_b;
	return !name_is_syscall_alias(name_a);
}

static void symtab__fixup_ends(struct symtab *tab)
{
	struct symbol *sym = tab->syms, *last = sym + tab->nr - 1;

	for (; sym < last; sym++) {
		if (sym->end == sym->start)
			sym->end = sym[1].start;
	}
	if (last->end == last->start)
		last->end = ((last->start + 4095) & ~4095ULL) + 4096;
}

static void symtab__fixup_duplicates(struct symtab *tab)
{
	struct symbol *kept = tab->syms, *next;

	for (next = kept + 1; next < tab->syms + tab->nr; next++) {
		if (next->start != kept->start) {
			*++kept = *next;
		} else if (symtab__is_better(tab, kept, next)) {
			kept->ifunc_alias |= next->type == STT_GNU_IFUNC;
		} else {
			next->ifunc_alias |= kept->type == STT_GNU_IFUNC;
			*kept = *next;
		}
	}
	tab->nr = kept + 1 - tab->syms;
}

void symtab__fixup(struct symtab *tab)
{
	if (!tab->nr)
		return;
	tab->nr_sealed = 0;
	symtab__sort(tab);
	symtab__fixup_ends(tab);
	symtab__fixup_duplicates(tab);
}

void symtab__seal(struct symtab *tab)
{
	struct symbol *syms = tab->syms;
	uint32_t i, outer;

	symtab__sort(tab);
	for (i = 0; i < tab->nr; i++) {
		outer = i ? i - 1 : SYMBOL_NONE;
		while (outer != SYMBOL_NONE && syms[outer].end <= syms[i].end)
			outer = syms[outer].outer;
		syms[i].outer = outer;
	}
	tab->nr_sealed = tab->nr;
}

struct symbol *symtab__find(struct symtab *tab, uint64_t addr)
{
	uint32_t after = LOWER_BOUND(i, tab->nr_sealed, tab->syms[i].start <= addr);
	uint32_t i = after ? after - 1 : SYMBOL_NONE;
	int depth;

	for (depth = 0; i != SYMBOL_NONE && depth < SYMTAB_MAX_NESTING; depth++) {
		if (addr < tab->syms[i].end) {
			symtab__name(tab, &tab->syms[i]);
			return &tab->syms[i];
		}
		i = tab->syms[i].outer;
	}
	return NULL;
}
