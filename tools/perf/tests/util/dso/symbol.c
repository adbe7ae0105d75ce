// SPDX-License-Identifier: GPL-2.0-only
#include <elf.h>
#include <stdlib.h>

#include "tests/tests.h"
#include "util/dso/symbol.h"

struct sym_spec {
	uint64_t start, len;
	uint8_t binding, type;
	const char *name;
};

static int add(struct symtab *tab, const struct sym_spec *spec)
{
	return symtab__add(tab, spec->start, spec->len, spec->binding, spec->type, spec->name,
			   NULL);
}

/* The choice between two names for one address, which must not depend on their order. */
static int check_choice(struct sym_spec good, struct sym_spec bad)
{
	int order;

	for (order = 0; order < 2; order++) {
		struct symtab tab;

		symtab__init(&tab, true);
		T_EQ(add(&tab, order ? &bad : &good), 0);
		T_EQ(add(&tab, order ? &good : &bad), 0);
		symtab__fixup(&tab);
		symtab__seal(&tab);
		T_EQ(tab.nr, 1);
		T_CHECK(symtab__find(&tab, 0x1000));
		T_STREQ(symtab__find(&tab, 0x1000)->name, good.name);
		symtab__exit(&tab);
	}
	return TEST_OK;
}

#define SYM(len, bind, type, name) ((struct sym_spec){0x1000, len, STB_##bind, STT_##type, name})

static int test_alias(void)
{
	T_RUN(check_choice(SYM(8, LOCAL, FUNC, "a"), SYM(8, GLOBAL, NOTYPE, "a_longer")));
	T_RUN(check_choice(SYM(8, LOCAL, FUNC, "a"), SYM(8, WEAK, FUNC, "a_longer")));
	T_RUN(check_choice(SYM(8, GLOBAL, FUNC, "a"), SYM(8, LOCAL, FUNC, "a_longer")));
	T_RUN(check_choice(SYM(8, GLOBAL, FUNC, "a"), SYM(8, GLOBAL, FUNC, "_a_longer")));
	T_RUN(check_choice(SYM(8, GLOBAL, FUNC, "_a"), SYM(8, GLOBAL, FUNC, "__a_longer")));
	T_RUN(check_choice(SYM(8, GLOBAL, FUNC, "longer"), SYM(8, GLOBAL, FUNC, "short")));
	T_RUN(check_choice(SYM(8, GLOBAL, FUNC, "sys_read"), SYM(8, GLOBAL, FUNC, "SyS_read")));
	return TEST_OK;
}

/* A symbol of no size before one with a size: it cannot be stretched, and gives way. */
static int test_alias_size(void)
{
	struct symtab tab;

	symtab__init(&tab, false);
	T_EQ(add(&tab, &SYM(0, GLOBAL, FUNC, "nothing")), 0);
	T_EQ(add(&tab, &SYM(8, LOCAL, FUNC, "some")), 0);
	symtab__fixup(&tab);
	symtab__seal(&tab);
	T_EQ(tab.nr, 1);
	T_STREQ(symtab__find(&tab, 0x1007)->name, "some");
	T_CHECK(!symtab__find(&tab, 0x1008));
	symtab__exit(&tab);
	return TEST_OK;
}

/* "_Z6lengthv" has an underscore and "len" has none, but what counts is what is shown. */
static int test_alias_counts_shown_names(void)
{
	struct symtab tab;

	symtab__init(&tab, true);
	T_EQ(add(&tab, &SYM(8, GLOBAL, FUNC, "_Z6lengthv")), 0);
	T_EQ(add(&tab, &SYM(8, GLOBAL, FUNC, "len")), 0);
	symtab__fixup(&tab);
	symtab__seal(&tab);
	T_STREQ(symtab__find(&tab, 0x1000)->name, "length()");
	symtab__exit(&tab);
	return TEST_OK;
}

static int test_ends(void)
{
	static const struct sym_spec specs[] = {
		{0x1000, 0, STB_GLOBAL, STT_FUNC, "stretched"},
		{0x1010, 4, STB_GLOBAL, STT_FUNC, "sized"},
		{0x2008, 0, STB_GLOBAL, STT_FUNC, "last"},
	};
	struct symtab tab;
	size_t i;

	symtab__init(&tab, false);
	for (i = 3; i-- > 0;)
		T_EQ(add(&tab, &specs[i]), 0);
	symtab__fixup(&tab);
	symtab__seal(&tab);
	T_CHECK(!symtab__find(&tab, 0xfff));
	T_STREQ(symtab__find(&tab, 0x100f)->name, "stretched");
	T_STREQ(symtab__find(&tab, 0x1013)->name, "sized");
	T_CHECK(!symtab__find(&tab, 0x1014));
	T_STREQ(symtab__find(&tab, 0x3fff)->name, "last");
	T_CHECK(!symtab__find(&tab, 0x4000));
	symtab__exit(&tab);
	return TEST_OK;
}

static int test_nesting(void)
{
	static const struct sym_spec specs[] = {
		{0x1000, 0x100, STB_GLOBAL, STT_FUNC, "outer"},
		{0x1010, 0x40, STB_GLOBAL, STT_FUNC, "middle"},
		{0x1020, 0x08, STB_GLOBAL, STT_FUNC, "inner"},
		{0x1030, 0x08, STB_GLOBAL, STT_FUNC, "inner2"},
	};
	struct symtab tab;
	size_t i;

	symtab__init(&tab, false);
	for (i = 0; i < 4; i++)
		T_EQ(add(&tab, &specs[i]), 0);
	symtab__seal(&tab);
	T_STREQ(symtab__find(&tab, 0x1000)->name, "outer");
	T_STREQ(symtab__find(&tab, 0x1027)->name, "inner");
	T_STREQ(symtab__find(&tab, 0x1028)->name, "middle");
	T_STREQ(symtab__find(&tab, 0x1037)->name, "inner2");
	T_STREQ(symtab__find(&tab, 0x104f)->name, "middle");
	T_STREQ(symtab__find(&tab, 0x1050)->name, "outer");
	T_CHECK(!symtab__find(&tab, 0x1100));
	symtab__exit(&tab);
	return TEST_OK;
}

/* Each symbol in the one before it: looked for to a depth, not for ever. */
static int test_deep_nesting(void)
{
	struct symtab tab;
	uint32_t i;

	symtab__init(&tab, false);
	for (i = 0; i < 100000; i++)
		T_EQ(symtab__add(&tab, i, 1000000 - 2 * i, STB_GLOBAL, STT_FUNC, "f", NULL), 0);
	symtab__seal(&tab);
	for (i = 0; i < 100000; i++)
		T_CHECK(!symtab__find(&tab, 1000000));
	T_CHECK(symtab__find(&tab, 99999));
	symtab__exit(&tab);
	return TEST_OK;
}

static int test_wrap(void)
{
	struct symtab tab;

	symtab__init(&tab, false);
	T_EQ(symtab__add(&tab, UINT64_MAX - 4, 100, STB_GLOBAL, STT_FUNC, "end", NULL), 0);
	T_EQ(symtab__add(&tab, 8, UINT64_MAX, STB_GLOBAL, STT_FUNC, "all", NULL), 0);
	symtab__fixup(&tab);
	symtab__seal(&tab);
	T_STREQ(symtab__find(&tab, UINT64_MAX - 1)->name, "end");
	T_STREQ(symtab__find(&tab, UINT64_MAX - 5)->name, "all");
	T_CHECK(!symtab__find(&tab, 7));
	symtab__exit(&tab);
	return TEST_OK;
}

static int test_empty(void)
{
	struct symtab tab;

	symtab__init(&tab, true);
	T_CHECK(!symtab__find(&tab, 0));
	symtab__fixup(&tab);
	symtab__seal(&tab);
	T_CHECK(!symtab__find(&tab, 0));
	symtab__exit(&tab);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"one address, two names: perf's choice", test_alias},
	{"a name for nothing gives way", test_alias_size},
	{"names are compared as they are shown", test_alias_counts_shown_names},
	{"symbols without a size end at the next", test_ends},
	{"the innermost of nested symbols is found", test_nesting},
	{"a deep nest does not make a slow search", test_deep_nesting},
	{"sizes that pass the last address", test_wrap},
	{"an empty table", test_empty},
	{0},
};

const struct test_suite suite__symbol = {"symbol", "Tables of symbols and perf's choice of names",
					 cases};
