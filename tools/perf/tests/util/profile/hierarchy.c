// SPDX-License-Identifier: GPL-2.0-only
/* Rows below rows for each level of keys: which there are, their sums, their order. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "tests/stacks.h"
#include "tests/tests.h"
#include "util/base/array.h"
#include "util/base/histogram.h"
#include "util/profile/hierarchy.h"
#include "util/profile/hist-group.h"

static int add_stacks(struct stacks *stacks)
{
	T_EQ(stacks__add(stacks, "a", "main;read", 4, 40), 0);
	T_EQ(stacks__add(stacks, "a", "main;k:copy", 2, 20), 0);
	T_EQ(stacks__add(stacks, "b", "main;k:copy", 3, 30), 0);
	T_EQ(stacks__add(stacks, "a", "main;k:lock", 1, 5), 0);
	T_EQ(stacks__add(stacks, "c", "main;write", 1, 5), 0);
	return TEST_OK;
}

static int init(struct stacks *stacks, const struct stacks_opts *opts)
{
	T_EQ(stacks__init(stacks, opts), 0);
	T_EQ(add_stacks(stacks), 0);
	return TEST_OK;
}

/* Writes a line for each row, indented by its level: "a|70"; "... 2 of 9" for a rest. */
static char *print_levels(const struct hierarchy *levels)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	for (size_t i = 0; i < levels->nr; i++) {
		const struct hierarchy_row *row = &levels->rows[i];
		const struct hist *hist = hierarchy__hist(levels, row->level);
		const struct column_list *keys = &levels->keys[row->level];

		fprintf(out, "%*s", row->level, "");
		if (row->is_rest) {
			fprintf(out, "... %u of %lu\n", levels->rests[row->entry].nr,
				(unsigned long)levels->rests[row->entry].sum.period);
			continue;
		}
		for (unsigned int k = 0; k < keys->nr; k++) {
			char cell[256];

			column__format(keys->columns[k], hist, hierarchy__entry(levels, row), 0,
				       true, cell, sizeof(cell));
			fprintf(out, "%s|", cell + strspn(cell, " "));
		}
		fprintf(out, "%lu\n", (unsigned long)hierarchy__entry(levels, row)->self.period);
	}
	fclose(out);
	return text;
}

static int check_levels(struct stacks *stacks, const char *want)
{
	struct hierarchy *levels;
	char *text;

	T_EQ(hist__sort(&stacks->hist, NULL), 0);
	T_EQ(hierarchy__new(&levels, &stacks->hist, NULL), 0);
	T_CHECK(levels);
	text = print_levels(levels);
	T_STREQ(text, want);
	for (uint32_t i = 0; i < levels->nr; i++) {
		const struct hierarchy_row *row = &levels->rows[i];

		/* the overhead, and the keys that the row shows */
		if (row->level + 1U < levels->nr_levels)
			T_EQ(levels->levels[row->level].order.fields.nr,
			     1 + levels->keys[row->level].nr);
		T_CHECK(row->end > i && row->end <= levels->nr);
		T_EQ(row->parent == HIERARCHY_NO_ROW, row->level == 0);
		T_CHECK(!row->level || levels->rows[row->parent].end >= row->end);
		T_CHECK(!row->level || levels->rows[row->parent].level + 1 == row->level);
	}
	free(text);
	hierarchy__delete(levels);
	return TEST_OK;
}

static int check_sort(const struct stacks_opts *opts, const char *want)
{
	struct stacks stacks;
	int ret;

	T_RUN(init(&stacks, opts));
	ret = check_levels(&stacks, want);
	stacks__exit(&stacks);
	return ret;
}

static int test_sums(void)
{
	const struct stacks_opts opts = {.sort = "comm,dso,sym", .hierarchy = true};
	const struct stacks_opts children = {
		.sort = "comm,sym", .hierarchy = true, .children = true};

	T_RUN(check_sort(&opts, "a|65\n"
				" prog|40\n"
				"  [.] read|40\n"
				" [kernel.kallsyms]|25\n"
				"  [k] copy|20\n"
				"  [k] lock|5\n"
				"b|30\n"
				" [kernel.kallsyms]|30\n"
				"  [k] copy|30\n"
				"c|5\n"
				" prog|5\n"
				"  [.] write|5\n"));
	/* Rows of callers would count samples in several rows. */
	return check_sort(&children, "a|65\n [.] read|40\n [k] copy|20\n [k] lock|5\n"
				     "b|30\n [k] copy|30\nc|5\n [.] write|5\n");
}

#define SUM(name) offsetof(struct hist_entry, name)

/* Where a row has its numbers, each of which is a sum over its samples. */
static const size_t sums[] = {
	SUM(self.nr),	       SUM(self.period),     SUM(modes.sys),	    SUM(modes.us),
	SUM(modes.guest_sys),  SUM(modes.guest_us),  SUM(self.weight),	    SUM(self.latency),
	SUM(children.nr),      SUM(children.period), SUM(children.latency), SUM(users.nr),
	SUM(users.nr_missing), SUM(users.missing),
};

static uint64_t *sum_of(struct hist_entry *entry, size_t i)
{
	return (uint64_t *)((char *)entry + sums[i]);
}

/* Gives each number of each row another value. */
static void set_sums(struct hist *hist)
{
	uint64_t value = 1;

	for (uint32_t i = 0; i < hist->nr_rows; i++) {
		for (size_t j = 0; j < ARRAY_SIZE(sums); j++) {
			*sum_of(&hist->entries[hist->rows[i]], j) = value;
			value = value * 3 % 1000003;
		}
	}
}

/* Checks row @i against the rows of the last level that are below it. */
static int check_sums(const struct hierarchy *levels, uint32_t i)
{
	const struct hierarchy_row *row = &levels->rows[i];
	struct hist_entry entry = *hierarchy__entry(levels, row), leaf;

	for (size_t k = 0; k < ARRAY_SIZE(sums); k++) {
		uint64_t want = 0;

		for (uint32_t j = i + 1; j < row->end; j++) {
			if (levels->rows[j].level + 1U < levels->nr_levels)
				continue;
			leaf = *hierarchy__entry(levels, &levels->rows[j]);
			want += *sum_of(&leaf, k);
		}
		T_EQ(*sum_of(&entry, k), want);
	}
	return TEST_OK;
}

/* A row has the sum of each number of the rows below it, whichever columns are asked for. */
static int test_all_sums(void)
{
	const struct stacks_opts opts = {.sort = "comm,dso,sym", .hierarchy = true};
	struct hierarchy *levels;
	struct stacks stacks;
	unsigned int nr = 0;

	T_RUN(init(&stacks, &opts));
	T_EQ(hist__sort(&stacks.hist, NULL), 0);
	set_sums(&stacks.hist);
	T_EQ(hierarchy__new(&levels, &stacks.hist, NULL), 0);
	for (uint32_t i = 0; i < levels->nr; i++) {
		if (levels->rows[i].level + 1U == levels->nr_levels)
			continue;
		T_RUN(check_sums(levels, i));
		nr++;
	}
	T_EQ(nr, 7);
	hierarchy__delete(levels);
	stacks__exit(&stacks);
	return TEST_OK;
}

/* Braces put several keys on one level, as in perf, in whatever place they are. */
static int test_braces(void)
{
	static const struct {
		const char *sort, *want;
	} cases[] = {
		{"{comm,dso},sym", "a|prog|40\n [.] read|40\nb|[kernel.kallsyms]|30\n [k] copy|30\n"
				   "a|[kernel.kallsyms]|25\n [k] copy|20\n [k] lock|5\n"
				   "c|prog|5\n [.] write|5\n"},
		{"dso,{comm,sym",
		 "[kernel.kallsyms]|55\n b|[k] copy|30\n a|[k] copy|20\n a|[k] lock|5\n"
		 "prog|45\n a|[.] read|40\n c|[.] write|5\n"},
		{"comm}dso", "a|65\n prog|40\n [kernel.kallsyms]|25\nb|30\n [kernel.kallsyms]|30\n"
			     "c|5\n prog|5\n"},
		{"{dso}", "[kernel.kallsyms]|55\nprog|45\n"},
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		const struct stacks_opts opts = {.sort = cases[i].sort, .hierarchy = true};

		T_RUN(check_sort(&opts, cases[i].want));
	}
	return TEST_OK;
}

static int test_no_hierarchy(void)
{
	const struct stacks_opts opts = {.sort = "{comm,dso},sym"};
	struct hierarchy *levels;
	struct stacks stacks;
	char *text;

	T_RUN(init(&stacks, &opts));
	text = stacks__rows(&stacks);
	T_CHECK(!strncmp(text, " 40.00%|a|prog|[.] read\n", 24));
	free(text);
	T_EQ(hierarchy__new(&levels, &stacks.hist, NULL), 0);
	T_CHECK(!levels);
	stacks__exit(&stacks);
	return TEST_OK;
}

/* What the limit hides counts in the rows above, and once where it would be. */
static int test_limit(void)
{
	const struct stacks_opts opts = {
		.sort = "comm,dso,sym", .hierarchy = true, .min_percent = 10};
	const struct stacks_opts high = {
		.sort = "comm,dso,sym", .hierarchy = true, .min_percent = 41};

	T_RUN(check_sort(&opts, "a|65\n"
				" prog|40\n"
				"  [.] read|40\n"
				" [kernel.kallsyms]|25\n"
				"  [k] copy|20\n"
				"  ... 1 of 5\n"
				"b|30\n"
				" [kernel.kallsyms]|30\n"
				"  [k] copy|30\n"
				"... 1 of 5\n"));
	return check_sort(&high, "a|65\n ... 2 of 65\n... 2 of 35\n");
}

/* Rows that a filter drops are in no sum. */
static int test_filter(void)
{
	const struct stacks_opts opts = {
		.sort = "comm,dso,sym", .hierarchy = true, .symbol_filter = "copy"};

	return check_sort(&opts, "b|30\n [kernel.kallsyms]|30\n  [k] copy|30\n"
				 "a|20\n [kernel.kallsyms]|20\n  [k] copy|20\n");
}

/* The keys of a level come after the numbers: children sort by them, not by keys further down. */
static int test_order(void)
{
	const struct stacks_opts opts = {.sort = "sym,comm", .hierarchy = true};
	const struct stacks_opts fields = {.fields = "comm,overhead,sym", .hierarchy = true};

	T_RUN(check_sort(&opts, "[k] copy|50\n b|30\n a|20\n[.] read|40\n a|40\n"
				"[k] lock|5\n a|5\n[.] write|5\n c|5\n"));
	return check_sort(&fields, "a|65\n [.] read|40\n [k] copy|20\n [k] lock|5\n"
				   "b|30\n [k] copy|30\nc|5\n [.] write|5\n");
}

/* A row of each level has the numbers of all events of the group. */
static int test_group(void)
{
	const struct stacks_opts opts = {.sort = "comm,sym", .hierarchy = true};
	struct hierarchy *levels;
	struct stacks stacks;
	struct hist first, other;
	const struct hist_entry *entry;
	const struct hist *top;

	T_RUN(init(&stacks, &opts));
	first = stacks.hist;
	hist__init(&stacks.hist, &first.conf);
	T_EQ(stacks__add(&stacks, "b", "main;k:copy", 1, 7), 0);
	T_EQ(stacks__add(&stacks, "b", "main;read", 1, 2), 0);
	T_EQ(stacks__add(&stacks, "d", "main;read", 1, 1), 0);
	other = stacks.hist;
	stacks.hist = first;
	{
		const struct hist_member members[] = {{&stacks.hist, true}, {&other, true}};

		T_EQ(hist__link(&stacks.hist, members, 2, 0, NULL), 0);
	}
	T_EQ(hist__sort(&stacks.hist, NULL), 0);
	T_EQ(hierarchy__new(&levels, &stacks.hist, NULL), 0);
	top = hierarchy__hist(levels, 0);
	T_EQ(top->nr_rows, 4);
	T_EQ(top->group->nr_shown, 2);
	entry = &top->entries[top->rows[1]];
	T_STREQ(stacks.comms[entry->who.comm_id], "b");
	T_EQ(entry->self.period, 30);
	T_EQ(hist_group__entry(top, entry, 1)->self.period, 9);
	entry = &top->entries[top->rows[0]];
	T_EQ(hist_group__entry(top, entry, 1)->self.period, 0);
	hierarchy__delete(levels);
	hist__exit(&other);
	stacks__exit(&stacks);
	return TEST_OK;
}

static int add_delayed(struct stacks *stacks, uint32_t from, uint64_t delay, uint64_t nr)
{
	struct hist_stack stack = stacks->hist.stacks[from];

	stack.delay = histogram__bucket(delay) + 1;
	stack.sums.nr = nr;
	stack.waits = (struct waits){nr * delay, delay};
	T_EQ(hist__add(&stacks->hist, &stack, NULL), 0);
	return TEST_OK;
}

/* The delays of a row are those of all samples below it, not the sum of those rows' delays. */
static int test_delays(void)
{
	static const struct {
		const char *comm;
		uint64_t nr, mean, median, most;
	} wanted[] = {{"a", 12, (10 * 4 + 1000 * 3 + 50 * 5) / 12, 50, 1000}, {"b", 2, 70, 70, 70}};
	const struct stacks_opts opts = {
		.sort = "comm,sym", .fields = "comm,sym,delay", .hierarchy = true};
	struct hierarchy *levels;
	struct stacks stacks;
	const struct hist *top;

	T_RUN(init(&stacks, &opts));
	T_RUN(add_delayed(&stacks, 0, 10, 4));
	T_RUN(add_delayed(&stacks, 1, 1000, 3));
	T_RUN(add_delayed(&stacks, 3, 50, 5));
	T_RUN(add_delayed(&stacks, 2, 70, 2));
	T_EQ(hist__sort(&stacks.hist, NULL), 0);
	T_EQ(hierarchy__new(&levels, &stacks.hist, NULL), 0);
	top = hierarchy__hist(levels, 0);
	T_EQ(top->nr_rows, 3);
	for (uint32_t i = 0; i < ARRAY_SIZE(wanted); i++) {
		const struct hist_entry *entry = &top->entries[i];

		T_STREQ(stacks.comms[entry->who.comm_id], wanted[i].comm);
		T_EQ(entry->delayed, wanted[i].nr);
		T_EQ(entry->delay_mean, wanted[i].mean);
		T_EQ(entry->delay_median, wanted[i].median);
		T_EQ(entry->delay_99, wanted[i].most);
	}
	T_EQ(top->entries[2].delayed, 0);
	hierarchy__delete(levels);
	stacks__exit(&stacks);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"rows are sums of those below them", test_sums},
	{"rows have all sums, shown or not", test_all_sums},
	{"braces put keys on one level", test_braces},
	{"off, braces mean nothing and there are no levels", test_no_hierarchy},
	{"the percent limit hides rows of every level", test_limit},
	{"a filter drops rows from all sums", test_filter},
	{"rows are sorted within what is above them", test_order},
	{"delays are those of all samples below", test_delays},
	{"the events of a group stand beside each other", test_group},
	{0},
};

const struct test_suite suite__hierarchy = {"hierarchy", "Rows below rows, by level", cases};
