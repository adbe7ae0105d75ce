// SPDX-License-Identifier: GPL-2.0-only
/* Frames have names, lines and marks in rows, and functions an order. */
#include <stdlib.h>

#include "tests/stacks.h"
#include "tests/tests.h"
#include "util/base/array.h"
#include "util/dso/dso.h"
#include "util/machine/callchain.h"
#include "util/profile/func.h"

/* ---- order ---- */

static int sign(int value)
{
	return (value > 0) - (value < 0);
}

/* Each function stands before all that follow, whichever of two is first. */
static int test_order(void)
{
	struct dso *prog = dso__new("/usr/bin/prog", DSO_ELF, NULL, NULL);
	const struct symbol low = {.start = 0x100}, high = {.start = 0x200};
	const struct func rising[] = {
		{.name = "a", .dso = prog, .sym = &low},
		{.name = "a", .addr = 1},
		{.name = "b", .srcline = "x.c:1", .addr = 9},
		{.name = "b", .srcline = "x.c:2", .addr = 8},
		{.name = "b", .sym = &low, .addr = 9},
		{.name = "b", .sym = &high, .addr = 8},
		{.name = "b", .sym = &high, .place = 1},
		{.name = "b", .sym = &high, .place = 2},
		{.name = "b", .sym = &high, .place = 2, .kind = FUNC_INLINED},
		{.name = "b", .sym = &high, .place = 2, .kind = FUNC_INLINED, .level = 'k'},
		{.name = "b", .sym = &high, .place = 2, .kind = FUNC_ADDRESS},
		{.dso = prog, .addr = 7, .kind = FUNC_ADDRESS},
		{.addr = 5, .kind = FUNC_ADDRESS},
		{.addr = 6, .kind = FUNC_ADDRESS},
	};

	T_CHECK(prog);
	for (size_t i = 0; i < ARRAY_SIZE(rising); i++) {
		for (size_t j = 0; j < ARRAY_SIZE(rising); j++) {
			int want = (i > j) - (i < j);

			if (sign(func__cmp(&rising[i], &rising[j])) != want)
				T_FAIL("%zu beside %zu is not %d", i, j, want);
		}
	}
	dso__delete(prog);
	return TEST_OK;
}

/* ---- texts ---- */

static int test_texts(void)
{
	struct dso *prog = dso__new("/usr/bin/prog", DSO_ELF, NULL, NULL);
	const struct func named = {.name = "Foo::bar(int)", .label = "Foo::bar", .dso = prog};
	const struct func of_file = {.kind = FUNC_ADDRESS, .dso = prog, .ip = 0x400012, .addr = 18};
	const struct func alone = {.kind = FUNC_ADDRESS, .ip = 0x77, .addr = 0x78};
	char buf[FUNC_LABEL_LEN];

	T_CHECK(prog);
	T_STREQ(func__label(&named, buf), "Foo::bar");
	T_STREQ(func__label(&of_file, buf), "prog+0x12");
	T_STREQ(func__label(&alone, buf), "0x77");
	T_STREQ(func__dso_name(&named, true), "/usr/bin/prog");
	T_STREQ(func__dso_name(&named, false), "prog");
	T_STREQ(func__dso_name(&alone, true), "[unknown]");

	/* Any part in any case; after "=" the whole name or label, as it is. */
	T_CHECK(func__matches(&named, "foo"));
	T_CHECK(!func__matches(&named, "int"));
	T_CHECK(func__matches(&named, "=Foo::bar"));
	T_CHECK(func__matches(&named, "=Foo::bar(int)"));
	T_CHECK(!func__matches(&named, "=Foo"));
	T_CHECK(!func__matches(&named, "=foo::bar"));
	T_CHECK(!func__matches(&named, "="));
	T_CHECK(func__matches(&of_file, "PROG+"));
	T_CHECK(func__matches(&alone, "=0x77"));
	dso__delete(prog);
	return TEST_OK;
}

/* The file is what stands before the line, if there is one; else nothing. */
static int test_source_files(void)
{
	const struct func of_line = {.name = "f", .srcline = "dir/x.c:12", .has_line = true};
	const struct func stand_in = {.name = "f", .srcline = "std::f+8"};
	const struct func no_colon = {.name = "f", .srcline = "x.c", .has_line = true};
	const struct func no_line = {.name = "a::f"}, nameless = {.kind = FUNC_ADDRESS};
	size_t len;

	T_STREQ(func__srcfile(&of_line, &len), "dir/x.c:12");
	T_EQ(len, 7);
	T_STREQ(func__srcfile(&stand_in, &len), "std::f+8");
	T_EQ(len, 0);
	T_STREQ(func__srcfile(&no_colon, &len), "x.c");
	T_EQ(len, 0);
	T_STREQ(func__srcfile(&no_line, &len), "a::f");
	T_EQ(len, 0);
	T_STREQ(func__srcline(&nameless), "");
	return TEST_OK;
}

/* A class without a user half has a name that stands for it; each class has a meaning of its own. */
static int test_classes(void)
{
	for (int cls = 0; cls < DEFER_NR_CLASSES; cls++) {
		const char *name = func__no_half_name(cls);
		bool known = cls <= DEFER_KERNEL || cls == DEFER_UNWOUND;

		T_EQ(!name, known);
		T_CHECK(!name || (name[0] == '[' && name[strlen(name) - 1] == ']'));
		for (int other = 0; other < cls; other++) {
			T_CHECK(strcmp(defer_class__meaning(cls), defer_class__meaning(other)));
			T_CHECK(!name || !func__no_half_name(other) ||
				strcmp(name, func__no_half_name(other)));
		}
		T_CHECK(*defer_class__meaning(cls));
	}
	T_CHECK(!func__no_half_name(DEFER_NR_CLASSES));
	T_STREQ(defer_class__meaning(DEFER_NR_CLASSES), "");
	return TEST_OK;
}

/* ---- funcs ---- */

struct world {
	struct show_opts show;
	struct funcs funcs;
	struct dso *prog;
	struct symbol sym;
	struct frame frame; /* in the symbol, 8 after its start */
};

static int world__init(struct world *w, bool srclines)
{
	*w = (struct world){.show.graph = GRAPH_CONF_DEFAULT};
	funcs__init(&w->funcs, &w->show, srclines);
	w->prog = dso__new("/usr/bin/prog", DSO_ELF, NULL, NULL);
	T_CHECK(w->prog);
	w->sym = (struct symbol){.start = 0x1000, .end = 0x1100, .name = "f"};
	w->frame = (struct frame){
		.ip = 0x401008, .addr = 0x1008, .dso = w->prog, .sym = &w->sym, .level = '.'};
	return TEST_OK;
}

static void world__exit(struct world *w)
{
	funcs__exit(&w->funcs);
	dso__delete(w->prog);
}

/* The mode of a sample gives the mark of the function that it hit; user mode has no kernel's. */
static int test_marks(void)
{
	static const struct {
		uint8_t cpumode;
		char level;
		bool is_kernel;
	} marks[] = {
		{DEFER_MISC_KERNEL, 'k', true},	      {DEFER_MISC_USER, '.', false},
		{DEFER_MISC_GUEST_KERNEL, 'g', true}, {DEFER_MISC_GUEST_USER, 'u', false},
		{DEFER_MISC_HYPERVISOR, 'H', true},   {0, 'H', true},
	};
	const struct map map = {.start = 0x400000};
	struct world w;
	int64_t id;

	T_RUN(world__init(&w, false));
	for (size_t i = 0; i < ARRAY_SIZE(marks); i++) {
		id = funcs__of_hit(&w.funcs, &w.frame, marks[i].cpumode, NULL);
		T_CHECK(id >= 0);
		T_EQ(funcs__at(&w.funcs, id)->level, marks[i].level);
		T_EQ(funcs__at(&w.funcs, id)->is_kernel, marks[i].is_kernel);
	}
	T_EQ(w.funcs.nr, 5);
	id = funcs__of_end(&w.funcs, &w.frame, NULL);
	T_EQ(funcs__at(&w.funcs, id)->level, 'H');
	w.frame.map = &map;
	id = funcs__of_end(&w.funcs, &w.frame, NULL);
	T_EQ(funcs__at(&w.funcs, id)->level, '.');
	w.frame.kernel = true;
	id = funcs__of_end(&w.funcs, &w.frame, NULL);
	T_EQ(funcs__at(&w.funcs, id)->level, 'k');
	T_EQ(w.funcs.nr, 5);
	world__exit(&w);
	return TEST_OK;
}

static const struct func *hit(struct world *w)
{
	int64_t id = funcs__of_hit(&w->funcs, &w->frame, DEFER_MISC_USER, NULL);

	return id < 0 ? NULL : funcs__at(&w->funcs, id);
}

/* Without a line the place in the symbol, or in the file, stands for it; it may be cut. */
static int test_source_lines(void)
{
	char name[600];
	struct world w;

	T_RUN(world__init(&w, true));
	w.frame.srcline = "x.c:12";
	T_STREQ(hit(&w)->srcline, "x.c:12");
	T_CHECK(hit(&w)->has_line);
	w.frame.srcline = NULL;
	T_STREQ(hit(&w)->srcline, "f+8");
	T_CHECK(!hit(&w)->has_line);
	w.frame.sym = NULL;
	T_STREQ(hit(&w)->srcline, "prog[1008]");
	w.frame.dso = NULL;
	T_STREQ(hit(&w)->srcline, "[unknown][401008]");

	memset(name, 'n', sizeof(name) - 1);
	name[sizeof(name) - 1] = '\0';
	w.sym.name = name;
	w.frame.sym = &w.sym;
	T_EQ(strlen(hit(&w)->srcline), 511);
	name[509] = '\0';
	T_STREQ(hit(&w)->srcline + 508, "n+8");
	name[509] = 'n';
	name[510] = '\0';
	T_STREQ(hit(&w)->srcline + 508, "nn+");
	world__exit(&w);

	/* Not asked for. */
	T_RUN(world__init(&w, false));
	w.frame.srcline = "x.c:12";
	T_CHECK(!hit(&w)->srcline);
	world__exit(&w);
	return TEST_OK;
}

/* Functions at two lines are two, but one symbol; files and lines are known by the first that has them. */
static int test_ids(void)
{
	static const char *const lines[] = {"x.c:1", "x.c:2", "y.c:1", "x.c:2"};
	static const uint32_t funcs[] = {1, 2, 3, 2}, files[] = {1, 1, 3, 1};
	struct world w;

	T_RUN(world__init(&w, true));
	for (size_t i = 0; i < ARRAY_SIZE(lines); i++) {
		const struct func *func;

		w.frame.srcline = lines[i];
		func = hit(&w);
		T_EQ(func - w.funcs.funcs, funcs[i]);
		T_EQ(func->symbol_id, 0);
		T_EQ(func->graph_id, 0);
		T_EQ(func->dso_id, 0);
		T_EQ(func->srcline_id, funcs[i]);
		T_EQ(func->srcfile_id, files[i]);
	}
	T_EQ(w.funcs.nr, 4);
	/* The lowest address that was seen is the function's. */
	w.frame.ip -= 4;
	w.frame.addr -= 4;
	T_EQ(hit(&w)->ip, 0x401004);
	T_EQ(funcs__at(&w.funcs, 0)->ip, 0x401004);
	T_EQ(funcs__at(&w.funcs, 0)->addr, 0x1004);
	T_EQ(funcs__at(&w.funcs, 1)->ip, 0x401008);
	w.frame.ip += 100;
	w.frame.addr += 100;
	T_EQ(hit(&w)->ip, 0x401004);
	T_EQ(hit(&w)->addr, 0x1004);
	world__exit(&w);
	return TEST_OK;
}

/* Frames are looked up once each, whatever the order of their ids, until they are forgotten. */
static int test_frames(void)
{
	const struct inline_frame inl = {.name = "g", .srcline = "x.c:3"};
	struct func_span span, again;
	struct world w;

	T_RUN(world__init(&w, false));
	w.frame.inlines = &inl;
	w.frame.nr_inlines = 1;
	T_EQ(funcs__of_frame(&w.funcs, 70, &w.frame, &span, NULL), 0);
	T_EQ(span.first, 0);
	T_EQ(span.nr, 2);
	T_STREQ(funcs__at(&w.funcs, w.funcs.pool[0])->name, "g");
	T_EQ(funcs__at(&w.funcs, w.funcs.pool[0])->kind, FUNC_INLINED);
	T_STREQ(funcs__at(&w.funcs, w.funcs.pool[1])->name, "f");
	T_EQ(funcs__at(&w.funcs, w.funcs.pool[1])->kind, FUNC_SYMBOL);
	w.frame.nr_inlines = 0;
	T_EQ(funcs__of_frame(&w.funcs, 3, &w.frame, &span, NULL), 0);
	T_EQ(span.first, 2);
	T_EQ(span.nr, 1);
	T_EQ(w.funcs.pool[2], w.funcs.pool[1]);
	T_EQ(funcs__of_frame(&w.funcs, 70, &w.frame, &again, NULL), 0);
	T_EQ(again.first, 0);
	T_EQ(again.nr, 2);
	T_EQ(funcs__of_frame(&w.funcs, 1000, &w.frame, &again, NULL), 0);
	T_EQ(again.first, 3);
	funcs__forget_frames(&w.funcs);
	T_EQ(funcs__of_frame(&w.funcs, 70, &w.frame, &again, NULL), 0);
	T_EQ(again.first, 4);
	T_EQ(again.nr, 1);
	world__exit(&w);
	return TEST_OK;
}

/* Clones of a function are that function, if they are joined. */
static int test_clones(void)
{
	static const char *const names[] = {"f.isra.0", "f", "f.cold", "f.part.1.constprop.0"};
	struct symbol syms[ARRAY_SIZE(names)];
	struct world w;

	for (int join = 0; join < 2; join++) {
		T_RUN(world__init(&w, false));
		w.show.join_clones = join;
		for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
			syms[i] = (struct symbol){.start = 16 * i, .name = names[i]};
			w.frame.sym = &syms[i];
			T_STREQ(hit(&w)->name, join ? "f" : names[i]);
		}
		T_EQ(w.funcs.nr, join ? 1 : ARRAY_SIZE(names));
		world__exit(&w);
	}
	return TEST_OK;
}

/* A name of a seam is one for each user code, and has what that has. */
static int test_seams(void)
{
	struct world w;
	int64_t leaf, seam, other, none;

	T_RUN(world__init(&w, false));
	leaf = funcs__of_hit(&w.funcs, &w.frame, DEFER_MISC_USER, NULL);
	seam = funcs__seam(&w.funcs, leaf, "f -> read", "f -> r", NULL);
	T_EQ(funcs__seam(&w.funcs, leaf, "f -> read", "f -> r", NULL), seam);
	other = funcs__seam(&w.funcs, leaf, "f -> write", "f -> write", NULL);
	none = funcs__seam(&w.funcs, FUNC_NO_LEAF, "f -> read", "f -> read", NULL);
	T_CHECK(seam != leaf && other != seam && none != seam && none != other);
	T_EQ(w.funcs.nr, 4);
	T_STREQ(funcs__at(&w.funcs, seam)->name, "f -> read");
	T_STREQ(funcs__at(&w.funcs, seam)->label, "f -> r");
	T_STREQ(funcs__at(&w.funcs, other)->label, "f -> write");
	T_CHECK(funcs__at(&w.funcs, seam)->dso == w.prog);
	T_CHECK(!funcs__at(&w.funcs, none)->dso);
	T_CHECK(funcs__subject(&w.funcs, seam) == funcs__at(&w.funcs, leaf));
	T_CHECK(funcs__subject(&w.funcs, leaf) == funcs__at(&w.funcs, leaf));
	T_CHECK(!funcs__subject(&w.funcs, none));
	T_CHECK(!func__is_in_stacks(funcs__at(&w.funcs, seam)));
	T_CHECK(func__is_in_stacks(funcs__at(&w.funcs, leaf)));
	other = funcs__stand_in(&w.funcs, "[exec]", NULL);
	T_CHECK(!func__is_in_stacks(funcs__at(&w.funcs, other)));
	other = funcs__stand_in(&w.funcs, HALF_GAP_NAME, NULL);
	T_CHECK(func__is_in_stacks(funcs__at(&w.funcs, other)));
	world__exit(&w);
	return TEST_OK;
}

/* Where sessions are compared, addresses that move are one, and functions of one name and file. */
static int test_by_name(void)
{
	struct symbol moved = {.start = 0x9000, .name = "f"};
	struct world w;
	int64_t id, other;

	T_RUN(world__init(&w, false));
	w.funcs.by_name = true;
	id = funcs__of_hit(&w.funcs, &w.frame, DEFER_MISC_USER, NULL);
	w.frame.sym = &moved;
	T_EQ(funcs__of_hit(&w.funcs, &w.frame, DEFER_MISC_USER, NULL), id);
	w.frame.sym = NULL;
	id = funcs__of_hit(&w.funcs, &w.frame, DEFER_MISC_KERNEL, NULL);
	T_STREQ(funcs__at(&w.funcs, id)->name, FUNC_NAMELESS);
	T_EQ(funcs__at(&w.funcs, id)->ip, 0);
	w.frame.addr += 8;
	T_EQ(funcs__of_hit(&w.funcs, &w.frame, DEFER_MISC_KERNEL, NULL), id);
	/* A file has its addresses wherever it is mapped. */
	id = funcs__of_hit(&w.funcs, &w.frame, DEFER_MISC_USER, NULL);
	T_CHECK(!funcs__at(&w.funcs, id)->name);
	w.frame.addr += 8;
	other = funcs__of_hit(&w.funcs, &w.frame, DEFER_MISC_USER, NULL);
	T_CHECK(other != id);
	w.frame.dso = NULL;
	id = funcs__of_hit(&w.funcs, &w.frame, DEFER_MISC_USER, NULL);
	T_STREQ(funcs__at(&w.funcs, id)->name, FUNC_NAMELESS);
	world__exit(&w);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"the order is total", test_order},
	{"labels, files, and what matches them", test_texts},
	{"the file of a source line", test_source_files},
	{"each class has its name and its meaning", test_classes},
	{"marks of what samples hit", test_marks},
	{"source lines, and what stands for them", test_source_lines},
	{"which functions share a line and a file", test_ids},
	{"frames are looked up once", test_frames},
	{"clones of functions", test_clones},
	{"user code with an entry is no frame", test_seams},
	{"functions of several sessions", test_by_name},
	{0},
};

const struct test_suite suite__func = {"func", "What frames are called", cases};
