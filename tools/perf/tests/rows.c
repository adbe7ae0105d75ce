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
	T_EQ(rows__init(rows, &stacks->hist, NULL), 0);
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
	T_RUN(check_lines(
		&rows, "main*\n ^main*\n  ^level*\n   ^write\n   entry\n   vfs_write+\n   ^read\n"
		       "   entry\n   vfs_read\n  ^other\n  ?\nlevel+\nentry+\nwrite+\nvfs_write+\n"
		       "copy+\nlock+\nvfs_read+\nread+\n?+\nother+\n"));
	/* A closed row keeps the open rows below it. */
	T_EQ(rows__open(&rows, 5, true, NULL), 0);
	T_EQ(rows__open(&rows, 1, false, NULL), 0);
	T_RUN(check_lines(&rows,
			  "main*\n ^main+\nlevel+\nentry+\nwrite+\nvfs_write+\ncopy+\nlock+\n"
			  "vfs_read+\nread+\n?+\nother+\n"));
	T_EQ(rows__open(&rows, 1, true, NULL), 0);
	T_EQ(rows__nr(&rows), 23);
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
	T_RUN(check_lines(&rows, "copy*\n ^main*\n  ^level*\n   ^write\n   entry\n   vfs_write*\n"
				 "    ^copy\n    ^lock\n   ^read\n   entry\n   vfs_read\n  ^other\n"
				 "  ?\n"));
	T_EQ(rows__open_all(&rows, 2, false, NULL), 0);
	T_RUN(check_lines(&rows, "copy*\n ^main*\n  ^level+\n  ^other\n  ?\n"));
	T_EQ(rows__open_all(&rows, 2, true, NULL), 0);
	T_EQ(rows__nr(&rows), 13);
	T_EQ(rows__open_all(&rows, 0, false, NULL), 0);
	T_EQ(rows__nr(&rows), 1);
	T_EQ(rows__open(&rows, 0, true, NULL), 0);
	T_EQ(rows__nr(&rows), 2);
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

static int test_random(void)
{
	uint64_t rng = 7;
	struct stacks stacks;
	struct rows rows;

	T_RUN(init(&stacks, &rows, "sym"));
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
	T_EQ(rows__nr(&rows), stacks.hist.nr_rows);
	finish(&stacks, &rows);
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
	T_EQ(rows__init(&rows, &stacks.hist, NULL), 0);
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

static const struct test_case cases[] = {
	{"open and close branches", test_open},
	{"open and close all that is below", test_open_all},
	{"any order of opening keeps count", test_random},
	{"a million entries", test_many},
	{0},
};

const struct test_suite suite__rows = {"rows", "The lines of a view that scrolls", cases};
