// SPDX-License-Identifier: GPL-2.0-only
/* The lines of a view, against a plain walk over the same call graphs. */
#include <stdlib.h>

#include "tests/rng.h"
#include "tests/stacks.h"
#include "tests/tests.h"
#include "util/view/rows.h"

static int add_stacks(struct stacks *stacks)
{
	T_EQ(stacks__add(stacks, "a", "main;level;write;k:entry;k:vfs_write;k:copy", 1, 40), 0);
	T_EQ(stacks__add(stacks, "a", "main;level;write;k:entry;k:vfs_write;k:lock", 1, 30), 0);
	T_EQ(stacks__add(stacks, "a", "main;level;read;k:entry;k:vfs_read", 1, 20), 0);
	T_EQ(stacks__add(stacks, "a", "main;level", 1, 10), 0);
	T_EQ(stacks__add(stacks, "a", "main;other;0x77", 1, 5), 0);
	T_EQ(hist__sort(&stacks->hist, NULL), 0);
	return TEST_OK;
}

/* "main*" opened, "main+" could be, "^write" begins a branch; deeper ones are indented. */
static char *all_lines(const struct rows *rows)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);
	struct row row;

	for (uint64_t i = 0; rows__get(rows, i, &row); i++) {
		const char *name = row__name(rows, &row);

		if (row.kind == ROW_REST) {
			fprintf(out, "%*s... %u of %lu\n", (int)row.depth, "", row.rest.nr,
				(unsigned long)row.rest.sum.period);
			continue;
		}

		fprintf(out, "%*s%s%s%s\n", (int)row.depth, "", row.first ? "^" : "",
			name ? name : "?",
			row.is_open    ? "*"
			: row.can_open ? "+"
				       : "");
	}
	fclose(out);
	return text;
}

static int check_lines(const struct rows *rows, const char *want)
{
	char *text = all_lines(rows);
	uint64_t nr = 0;

	for (const char *c = text; *c; c++)
		nr += *c == '\n';
	T_STREQ(text, want);
	T_EQ(rows__nr(rows), nr);
	free(text);
	return TEST_OK;
}

static int init(struct stacks *stacks, struct rows *rows, const char *sort)
{
	struct stacks_opts opts = {.sort = sort, .children = true, .graph = "graph,0,caller"};

	T_EQ(stacks__init(stacks, &opts), 0);
	T_RUN(add_stacks(stacks));
	T_EQ(rows__init(rows, &stacks->hist, NULL, NULL), 0);
	return TEST_OK;
}

static void finish(struct stacks *stacks, struct rows *rows)
{
	rows__exit(rows);
	stacks__exit(stacks);
}

static int test_open(void)
{
	struct stacks stacks;
	struct rows rows;

	T_RUN(init(&stacks, &rows, "comm,sym"));
	T_RUN(check_lines(&rows,
			  "main+\nlevel+\nentry+\nwrite+\nvfs_write+\ncopy+\nlock+\nvfs_read+\n"
			  "read+\n?+\nother+\n"));
	T_EQ(rows__open(&rows, 0, true, NULL), 0);
	T_RUN(check_lines(&rows,
			  "main*\n ^main+\nlevel+\nentry+\nwrite+\nvfs_write+\ncopy+\nlock+\n"
			  "vfs_read+\nread+\n?+\nother+\n"));
	T_EQ(rows__open(&rows, 1, true, NULL), 0);
	T_EQ(rows__open(&rows, 2, true, NULL), 0);
	T_RUN(check_lines(&rows,
			  "main*\n ^main*\n  ^level*\n   ^write+\n   ^read+\n  ^other+\nlevel+\n"
			  "entry+\nwrite+\nvfs_write+\ncopy+\nlock+\nvfs_read+\nread+\n?+\n"
			  "other+\n"));
	/* A closed row keeps the open rows below it. */
	T_EQ(rows__open(&rows, 3, true, NULL), 0);
	T_EQ(rows__open(&rows, 5, true, NULL), 0);
	T_EQ(rows__open(&rows, 1, false, NULL), 0);
	T_RUN(check_lines(&rows,
			  "main*\n ^main+\nlevel+\nentry+\nwrite+\nvfs_write+\ncopy+\nlock+\n"
			  "vfs_read+\nread+\n?+\nother+\n"));
	T_EQ(rows__open(&rows, 1, true, NULL), 0);
	T_EQ(rows__nr(&rows), 20);
	T_EQ(rows__open(&rows, 0, false, NULL), 0);
	T_EQ(rows__nr(&rows), 11);
	/* Past the end, and where nothing is below: nothing happens. */
	T_EQ(rows__open(&rows, 11, true, NULL), 0);
	T_EQ(rows__open(&rows, UINT64_MAX, true, NULL), 0);
	T_EQ(rows__nr(&rows), 11);
	finish(&stacks, &rows);
	return TEST_OK;
}

static int test_open_all(void)
{
	struct stacks stacks;
	struct rows rows;

	T_RUN(init(&stacks, &rows, "comm"));
	T_EQ(rows__open_all(&rows, 0, true, NULL), 0);
	T_RUN(check_lines(&rows,
			  "copy*\n ^main*\n  ^level*\n   ^write*\n   entry\n   vfs_write*\n"
			  "    ^copy\n    ^lock\n   ^read*\n   entry\n   vfs_read\n  ^other*\n"
			  "  ?\n"));
	T_EQ(rows__open_all(&rows, 2, false, NULL), 0);
	T_RUN(check_lines(&rows, "copy*\n ^main*\n  ^level+\n  ^other*\n  ?\n"));
	T_EQ(rows__open_all(&rows, 2, true, NULL), 0);
	T_EQ(rows__nr(&rows), 13);
	T_EQ(rows__open_all(&rows, 0, false, NULL), 0);
	T_EQ(rows__nr(&rows), 1);
	T_EQ(rows__open(&rows, 0, true, NULL), 0);
	T_EQ(rows__nr(&rows), 2);
	/* chains folded as well */
	T_EQ(rows__open(&rows, 1, true, NULL), 0);
	T_RUN(check_lines(&rows, "copy*\n ^main*\n  ^level+\n  ^other+\n"));
	T_EQ(rows__open_all(&rows, 2, true, NULL), 0);
	rows__close_world(&rows);
	T_EQ(rows__open(&rows, 0, true, NULL), 0);
	T_EQ(rows__open(&rows, 1, true, NULL), 0);
	T_RUN(check_lines(&rows, "copy*\n ^main*\n  ^level+\n  ^other+\n"));
	finish(&stacks, &rows);
	return TEST_OK;
}

/* A straight chain unfolds from its first line, and folds into it with what is below. */
static int test_fold(void)
{
	static const char folded[] = "main*\n ^main*\n  ^level*\n   ^write+\n   ^read+\n"
				     "  ^other*\n  ?\nlevel+\nentry+\nwrite+\nvfs_write+\n"
				     "copy+\nlock+\nvfs_read+\nread+\n?+\nother+\n";
	static const char open[] =
		"main*\n ^main*\n  ^level*\n   ^write*\n   entry\n   vfs_write*\n    ^copy\n"
		"    ^lock\n   ^read*\n   entry\n   vfs_read\n  ^other*\n  ?\nlevel+\nentry+\n"
		"write+\nvfs_write+\ncopy+\nlock+\nvfs_read+\nread+\n?+\nother+\n";
	bool funcs[STACKS_MAX_FRAMES] = {0};
	struct stacks stacks;
	struct rows rows;
	struct row row;
	uint64_t line;

	T_RUN(init(&stacks, &rows, "comm,sym"));
	T_EQ(rows__open_all(&rows, 0, true, NULL), 0);
	T_RUN(check_lines(&rows, open));
	T_EQ(rows__open(&rows, 4, false, NULL), 0); /* not its first line */
	T_EQ(rows__open(&rows, 6, false, NULL), 0); /* one frame is no chain */
	T_RUN(check_lines(&rows, open));
	T_EQ(rows__open(&rows, 8, false, NULL), 0);
	T_EQ(rows__open(&rows, 3, false, NULL), 0);
	T_RUN(check_lines(&rows, folded));
	/* what is above closes and opens, and it stays folded */
	T_EQ(rows__open(&rows, 2, false, NULL), 0);
	T_EQ(rows__open(&rows, 2, true, NULL), 0);
	T_EQ(rows__open(&rows, 0, false, NULL), 0);
	T_EQ(rows__nr(&rows), 11);
	T_EQ(rows__open(&rows, 0, true, NULL), 0);
	T_RUN(check_lines(&rows, folded));
	/* unfolded, it is as it was */
	T_EQ(rows__open(&rows, 4, true, NULL), 0);
	T_EQ(rows__open(&rows, 3, true, NULL), 0);
	T_RUN(check_lines(&rows, open));
	/* its last line closes what is below it alone */
	T_EQ(rows__open(&rows, 5, false, NULL), 0);
	T_EQ(rows__nr(&rows), 21);
	T_EQ(rows__open(&rows, 5, true, NULL), 0);
	T_RUN(check_lines(&rows, open));
	/* with all that is below, from the chain itself and from above */
	T_EQ(rows__open_all(&rows, 3, false, NULL), 0);
	T_EQ(rows__nr(&rows), 19);
	T_EQ(rows__open(&rows, 3, true, NULL), 0);
	T_EQ(rows__nr(&rows), 21);
	T_EQ(rows__open(&rows, 3, false, NULL), 0);
	T_EQ(rows__open_all(&rows, 3, true, NULL), 0);
	T_RUN(check_lines(&rows, open));
	T_EQ(rows__open(&rows, 3, false, NULL), 0);
	T_EQ(rows__open_all(&rows, 0, true, NULL), 0);
	T_RUN(check_lines(&rows, open));
	/* search looks into it */
	T_CHECK(rows__get(&rows, 5, &row));
	T_STREQ(row__name(&rows, &row), "vfs_write");
	funcs[row.graph->nodes[row.node].func] = true;
	T_EQ(rows__open(&rows, 3, false, NULL), 0);
	T_EQ(rows__find_below(&rows, 3, funcs, false, &line, NULL), 1);
	T_EQ(line, 5);
	T_RUN(check_lines(&rows, open));
	finish(&stacks, &rows);
	return TEST_OK;
}

/* The chain that is all there is below an entry is not folded; one of several is. */
static int test_fold_alone(void)
{
	struct stacks_opts opts = {.sort = "comm", .graph = "graph,0,caller"};
	struct stacks stacks;
	struct rows rows;

	T_EQ(stacks__init(&stacks, &opts), 0);
	T_EQ(stacks__add(&stacks, "a", "m;a;b;c;e", 1, 40), 0);
	T_EQ(stacks__add(&stacks, "a", "m;a;b;d", 1, 10), 0);
	T_EQ(stacks__add(&stacks, "b", "m;a", 1, 4), 0);
	T_EQ(stacks__add(&stacks, "b", "n;a", 1, 2), 0);
	T_EQ(hist__sort(&stacks.hist, NULL), 0);
	T_EQ(rows__init(&rows, &stacks.hist, NULL, NULL), 0);
	T_EQ(rows__open(&rows, 1, true, NULL), 0);
	T_RUN(check_lines(&rows, "e+\na*\n ^m+\n ^n+\n"));
	T_EQ(rows__open_all(&rows, 1, false, NULL), 0);
	T_EQ(rows__open(&rows, 0, true, NULL), 0);
	T_RUN(check_lines(&rows, "e*\n ^m\n a\n b+\na+\n"));
	T_EQ(rows__open(&rows, 1, false, NULL), 0);
	T_EQ(rows__open_all(&rows, 1, false, NULL), 0);
	T_RUN(check_lines(&rows, "e*\n ^m\n a\n b+\na+\n"));
	T_EQ(rows__open(&rows, 3, true, NULL), 0);
	T_RUN(check_lines(&rows, "e*\n ^m\n a\n b*\n  ^c+\n  ^d\na+\n"));
	T_EQ(rows__open_all(&rows, 0, true, NULL), 0);
	T_RUN(check_lines(&rows, "e*\n ^m\n a\n b*\n  ^c*\n  e\n  ^d\na+\n"));
	finish(&stacks, &rows);
	return TEST_OK;
}

/* Chains in a chain that is folded fold, open and close without a line of theirs being there. */
static int test_fold_nested(void)
{
	static const char open[] = "e*\n ^m*\n  ^a*\n  b*\n   ^c*\n   d*\n    ^e\n    ^f\n"
				   "   ^z*\n   y\n  ^o\n";
	struct stacks_opts opts = {.sort = "comm", .children = true, .graph = "graph,0,caller"};
	struct stacks stacks;
	struct rows rows;

	T_EQ(stacks__init(&stacks, &opts), 0);
	T_EQ(stacks__add(&stacks, "a", "m;a;b;c;d;e", 1, 40), 0);
	T_EQ(stacks__add(&stacks, "a", "m;a;b;c;d;f", 1, 30), 0);
	T_EQ(stacks__add(&stacks, "a", "m;a;b;z;y", 1, 20), 0);
	T_EQ(stacks__add(&stacks, "a", "m;o", 1, 10), 0);
	T_EQ(hist__sort(&stacks.hist, NULL), 0);
	T_EQ(rows__init(&rows, &stacks.hist, NULL, NULL), 0);
	T_EQ(rows__open_all(&rows, 0, true, NULL), 0);
	T_RUN(check_lines(&rows, open));
	T_EQ(rows__open(&rows, 8, false, NULL), 0);
	T_EQ(rows__open(&rows, 4, false, NULL), 0);
	T_EQ(rows__open(&rows, 2, false, NULL), 0);
	T_RUN(check_lines(&rows, "e*\n ^m*\n  ^a+\n  ^o\n"));
	T_EQ(rows__open_all(&rows, 1, true, NULL), 0);
	T_RUN(check_lines(&rows, open));
	/* what is in it closes, while it is folded */
	T_EQ(rows__open(&rows, 2, false, NULL), 0);
	T_EQ(rows__open_all(&rows, 1, false, NULL), 0);
	T_EQ(rows__open(&rows, 1, true, NULL), 0);
	T_RUN(check_lines(&rows, "e*\n ^m*\n  ^a+\n  ^o\n"));
	T_EQ(rows__open(&rows, 2, true, NULL), 0);
	T_RUN(check_lines(&rows, "e*\n ^m*\n  ^a*\n  b+\n  ^o\n"));
	finish(&stacks, &rows);
	return TEST_OK;
}

/* Says at the end of each place what a percent limit hides there. */
static int test_rest(void)
{
	struct stacks_opts opts = {.sort = "sym", .graph = "graph,18,caller", .min_percent = 18};
	struct stacks stacks;
	struct rows rows;
	struct row row;

	T_EQ(stacks__init(&stacks, &opts), 0);
	T_RUN(add_stacks(&stacks));
	T_EQ(rows__init(&rows, &stacks.hist, NULL, NULL), 0);
	T_RUN(check_lines(&rows, "copy+\nlock+\nvfs_read+\n... 2 of 15\n"));
	T_EQ(rows__open_all(&rows, 1, true, NULL), 0);
	/* nothing is hidden in a straight chain */
	T_RUN(check_lines(&rows, "copy+\nlock*\n ^main\n level\n write\n entry\n vfs_write\n"
				 " lock\nvfs_read+\n... 2 of 15\n"));
	T_CHECK(rows__get(&rows, 9, &row));
	T_CHECK(!row.entry && !row.graph && !row.can_open && row.rest.sum.nr == 2);
	T_EQ(rows__open(&rows, 9, true, NULL), 0);
	T_EQ(rows__nr(&rows), 10);
	finish(&stacks, &rows);

	opts = (struct stacks_opts){.sort = "comm", .graph = "graph,25,caller", .min_percent = 25};
	T_EQ(stacks__init(&stacks, &opts), 0);
	T_RUN(add_stacks(&stacks));
	T_EQ(rows__init(&rows, &stacks.hist, NULL, NULL), 0);
	T_EQ(rows__open_all(&rows, 0, true, NULL), 0);
	T_RUN(check_lines(&rows, "copy*\n ^main*\n  ^level*\n   ^write*\n   entry\n"
				 "   vfs_write*\n    ^copy\n    ^lock\n   ... 1 of 20\n"
				 "  ... 1 of 5\n"));
	T_EQ(rows__open(&rows, 2, false, NULL), 0);
	T_RUN(check_lines(&rows, "copy*\n ^main*\n  ^level+\n  ... 1 of 5\n"));
	T_EQ(rows__open_all(&rows, 0, false, NULL), 0);
	T_RUN(check_lines(&rows, "copy+\n"));
	finish(&stacks, &rows);
	return TEST_OK;
}

/* Opens and closes at random; the lines of every entry stay those that a plain walk counts. */
static uint64_t plain_count(const struct rows *rows)
{
	uint64_t nr = 0;
	struct row row;

	while (rows__get(rows, nr, &row))
		nr++;
	return nr;
}

static int check_random(const struct stacks_opts *opts)
{
	uint64_t rng = 7;
	struct stacks stacks;
	struct rows rows;

	T_EQ(stacks__init(&stacks, opts), 0);
	T_RUN(add_stacks(&stacks));
	T_EQ(rows__init(&rows, &stacks.hist, NULL, NULL), 0);
	for (int i = 0; i < 2000; i++) {
		uint64_t line = rng__below(&rng, rows__nr(&rows));

		if (rng__below(&rng, 8) == 0)
			T_EQ(rows__open_all(&rows, line, rng__below(&rng, 2), NULL), 0);
		else
			T_EQ(rows__open(&rows, line, rng__below(&rng, 2), NULL), 0);
		T_EQ(plain_count(&rows), rows__nr(&rows));
	}
	/* All closed again, by whatever order: only the entries are left. */
	for (uint64_t i = 0; i < stacks.hist.nr_rows; i++)
		T_EQ(rows__open_all(&rows, i, false, NULL), 0);
	T_EQ(rows__nr(&rows), stacks.hist.nr_rows + (rows.rest.nr > 0));
	finish(&stacks, &rows);
	return TEST_OK;
}

static int test_random(void)
{
	struct stacks_opts opts = {.sort = "sym", .children = true, .graph = "graph,0,caller"};

	T_RUN(check_random(&opts));
	/* below a hidden branch, others reach the limit of their own level */
	opts.graph = "fractal,30,caller";
	T_RUN(check_random(&opts));
	opts.min_percent = 30;
	T_RUN(check_random(&opts));
	return TEST_OK;
}

/* A line in the midst of a million entries costs no more than one in ten. */
static int test_many(void)
{
	struct stacks_opts opts = {.sort = "sym", .children = true};
	struct stacks stacks;
	struct rows rows;
	struct row row;

	T_EQ(stacks__init(&stacks, &opts), 0);
	T_RUN(add_stacks(&stacks));
	/* The same entries again and again: lines go by rows, not by what they show. */
	stacks.hist.nr_rows = 1000000;
	stacks.hist.rows = realloc(stacks.hist.rows, 1000000 * sizeof(*stacks.hist.rows));
	T_CHECK(stacks.hist.rows);
	for (uint32_t i = 0; i < 1000000; i++)
		stacks.hist.rows[i] = i % stacks.hist.nr;
	T_EQ(rows__init(&rows, &stacks.hist, NULL, NULL), 0);
	T_EQ(rows__nr(&rows), 1000000);
	for (uint64_t i = 0; i < 1000000; i += 9973) {
		T_CHECK(rows__get(&rows, i, &row));
		T_CHECK(row.entry == &stacks.hist.entries[i % stacks.hist.nr]);
	}
	T_EQ(rows__open(&rows, 500000, true, NULL), 0);
	T_CHECK(rows__get(&rows, rows__nr(&rows) - 1, &row));
	T_CHECK(row.entry == &stacks.hist.entries[999999 % stacks.hist.nr]);
	T_CHECK(!rows__get(&rows, rows__nr(&rows), &row));
	finish(&stacks, &rows);
	return TEST_OK;
}

/* ---- levels ---- */

static const struct stacks_opts by_level = {
	.sort = "comm,dso,sym", .graph = "graph,0,caller", .hierarchy = true};

static int init_levels(struct stacks *stacks, const struct stacks_opts *opts,
		       struct hierarchy **levels, struct rows *rows)
{
	T_EQ(stacks__init(stacks, opts), 0);
	T_RUN(add_stacks(stacks));
	T_EQ(stacks__add(stacks, "b", "main;read", 1, 1), 0);
	T_EQ(hist__sort(&stacks->hist, NULL), 0);
	T_EQ(hierarchy__new(levels, &stacks->hist, NULL), 0);
	T_EQ(rows__init(rows, &stacks->hist, *levels, NULL), 0);
	return TEST_OK;
}

static void finish_levels(struct stacks *stacks, struct hierarchy *levels, struct rows *rows)
{
	hierarchy__delete(levels);
	finish(stacks, rows);
}

/* "0a+ 1prog+ 2main" for lines of levels, with their state; frames as "=write". */
static char *level_lines(const struct rows *rows)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);
	struct row row;

	for (uint64_t i = 0; rows__get(rows, i, &row); i++) {
		char cell[256] = "...";

		if (row.kind == ROW_FRAME)
			snprintf(cell, sizeof(cell), "=%s", row__name(rows, &row));
		else if (row.kind == ROW_ENTRY)
			column__format(rows->levels->keys[row.level].columns[0], row.hist,
				       row.entry, 0, true, cell, sizeof(cell));
		fprintf(out, "%s%u%s%s", i ? " " : "", row.level, cell,
			row.is_open    ? "*"
			: row.can_open ? "+"
				       : "");
	}
	fclose(out);
	return text;
}

static int check_level_lines(const struct rows *rows, const char *want)
{
	char *text = level_lines(rows);
	struct row row;

	T_STREQ(text, want);
	free(text);
	T_CHECK(!rows__get(rows, rows__nr(rows), &row));
	return TEST_OK;
}

static int test_levels(void)
{
	struct hierarchy *levels;
	struct stacks stacks;
	struct rows rows;

	T_RUN(init_levels(&stacks, &by_level, &levels, &rows));
	T_RUN(check_level_lines(&rows, "0a+ 0b+"));
	T_EQ(rows__open(&rows, 0, true, NULL), 0);
	T_RUN(check_level_lines(&rows, "0a* 1[kernel.kallsyms]+ 1prog+ 1[unknown]+ 0b+"));
	T_EQ(rows__open(&rows, 2, true, NULL), 0);
	T_RUN(check_level_lines(&rows,
				"0a* 1[kernel.kallsyms]+ 1prog* 2[.] level+ 1[unknown]+ 0b+"));
	/* the call graph of a row of the last level */
	T_EQ(rows__open(&rows, 3, true, NULL), 0);
	T_RUN(check_level_lines(&rows, "0a* 1[kernel.kallsyms]+ 1prog* 2[.] level* 2=main 2=level "
				       "1[unknown]+ 0b+"));
	/* closed and opened, it is as it was */
	T_EQ(rows__open(&rows, 0, false, NULL), 0);
	T_RUN(check_level_lines(&rows, "0a+ 0b+"));
	T_EQ(rows__open(&rows, 0, true, NULL), 0);
	T_EQ(rows__nr(&rows), 8);
	/* all below, but call graphs only to close them */
	T_EQ(rows__open_all(&rows, 0, false, NULL), 0);
	T_RUN(check_level_lines(&rows, "0a+ 0b+"));
	T_EQ(rows__open(&rows, 0, true, NULL), 0);
	T_EQ(rows__open(&rows, 2, true, NULL), 0);
	T_RUN(check_level_lines(&rows,
				"0a* 1[kernel.kallsyms]+ 1prog* 2[.] level+ 1[unknown]+ 0b+"));
	T_EQ(rows__open_all(&rows, 0, true, NULL), 0);
	T_RUN(check_level_lines(&rows,
				"0a* 1[kernel.kallsyms]* 2[k] copy+ 2[k] lock+ 2[k] vfs_read+ "
				"1prog* 2[.] level+ 1[unknown]* 2[.] 0x0000000000000077+ 0b+"));
	rows__close_world(&rows);
	T_RUN(check_level_lines(&rows, "0a+ 0b+"));
	rows__open_levels(&rows);
	T_EQ(rows__nr(&rows), levels->nr);
	rows__close_world(&rows);
	T_EQ(rows__open(&rows, 0, true, NULL), 0);
	T_RUN(check_level_lines(&rows, "0a* 1[kernel.kallsyms]+ 1prog+ 1[unknown]+ 0b+"));
	finish_levels(&stacks, levels, &rows);
	return TEST_OK;
}

/* A slot that is not shown comes into sight with all that is above it. */
static int test_show_slot(void)
{
	struct hierarchy *levels;
	struct stacks stacks;
	struct rows rows;
	struct row row;

	T_RUN(init_levels(&stacks, &by_level, &levels, &rows));
	for (uint32_t slot = 0; slot < levels->nr; slot++) {
		uint64_t line;

		rows__close_world(&rows);
		line = rows__show_slot(&rows, slot);
		T_EQ(rows__slot(&rows, line), slot);
		T_CHECK(rows__get(&rows, line, &row));
		T_EQ(row.level, levels->rows[slot].level);
	}
	T_EQ(rows__slot(&rows, rows__nr(&rows)), rows.nr);
	finish_levels(&stacks, levels, &rows);
	return TEST_OK;
}

static int test_level_rests(void)
{
	struct stacks_opts opts = by_level;
	struct hierarchy *levels;
	struct stacks stacks;
	struct rows rows;
	struct row row;

	opts.min_percent = 20;
	T_RUN(init_levels(&stacks, &opts, &levels, &rows));
	T_RUN(check_level_lines(&rows, "0a+ 0..."));
	rows__open_levels(&rows);
	T_RUN(check_level_lines(&rows,
				"0a* 1[kernel.kallsyms]* 2[k] copy+ 2[k] lock+ 2... 1... 0..."));
	T_CHECK(rows__get(&rows, 4, &row));
	T_EQ(row.rest.nr, 1);
	T_EQ(row.rest.sum.period, 20);
	T_CHECK(rows__get(&rows, 6, &row));
	T_CHECK(!row.entry);
	finish_levels(&stacks, levels, &rows);
	return TEST_OK;
}

#define MANY 200000

/* Counts agree with a plain walk, however rows are opened and closed. */
static int check_count(const struct rows *rows)
{
	uint64_t nr = 0;
	uint32_t slot = 0;

	while (slot < rows->nr) {
		nr++;
		slot = rows->level_open[slot] ? slot + 1 : rows__slot_end(rows, slot);
	}
	T_EQ(rows__nr(rows), nr);
	return TEST_OK;
}

static int test_many_levels(void)
{
	struct stacks_opts opts = {.sort = "cpu,pid", .graph = "none", .hierarchy = true};
	uint64_t rng = 7;
	struct hierarchy *levels;
	struct stacks stacks;
	struct hist_stack stack;
	struct rows rows;

	T_EQ(stacks__init(&stacks, &opts), 0);
	T_EQ(stacks__add(&stacks, "a", "main", 1, 1), 0);
	stack = stacks.hist.stacks[0];
	for (int i = 1; i < MANY; i++) {
		stack.who.tid = i;
		stack.who.cpu = i % 100 ? i % 50 : 1000 + i;
		T_EQ(hist__add(&stacks.hist, &stack, NULL), 0);
	}
	T_EQ(hist__sort(&stacks.hist, NULL), 0);
	T_EQ(hierarchy__new(&levels, &stacks.hist, NULL), 0);
	T_EQ(rows__init(&rows, &stacks.hist, levels, NULL), 0);
	for (int i = 0; i < 200; i++) {
		uint64_t line = rng__below(&rng, rows__nr(&rows));
		bool open = rng__below(&rng, 3);

		if (rng__below(&rng, 2))
			T_EQ(rows__open(&rows, line, open, NULL), 0);
		else
			T_EQ(rows__open_all(&rows, line, open, NULL), 0);
		T_RUN(check_count(&rows));
	}
	rows__open_levels(&rows);
	T_EQ(rows__nr(&rows), levels->nr);
	finish_levels(&stacks, levels, &rows);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"open and close branches", test_open},
	{"open and close all that is below", test_open_all},
	{"straight chains fold", test_fold},
	{"a straight chain that is alone", test_fold_alone},
	{"straight chains in a folded one", test_fold_nested},
	{"what a percent limit hides", test_rest},
	{"any order of opening keeps count", test_random},
	{"a million entries", test_many},
	{"levels of a hierarchy open and close", test_levels},
	{"a row that is not shown comes into sight", test_show_slot},
	{"what a percent limit hides in each level", test_level_rests},
	{"any order of opening levels keeps count", test_many_levels},
	{0},
};

const struct test_suite suite__rows = {"rows", "The lines of a view that scrolls", cases};
