// SPDX-License-Identifier: GPL-2.0-only
/* One half of stacks, or rows where both meet: from stacks whose rows and sums are known. */
#include <stdlib.h>
#include <string.h>

#include "tests/stacks.h"
#include "tests/tests.h"
#include "ui/export/folded.h"
#include "util/profile/seam-rows.h"
#include "util/profile/seam.h"
#include "util/view/flame.h"

#define SYSCALL "k:entry_SYSCALL_64_after_hwframe;k:do_syscall_64;"

static const struct {
	const char *text;
	uint64_t period;
} some[] = {
	{"start;main;level1;write;" SYSCALL "k:ksys_write;k:vfs_write;k:copy", 30},
	{"start;main;level2;write;" SYSCALL "k:ksys_write;k:vfs_write;k:lock", 20},
	{"start;main;level1;write;" SYSCALL "k:ksys_write", 5},
	{"start;main;level1;write", 4},
	{"start;main;level1", 11},
	{"start;main;memset;k:asm_exc_page_fault;k:exc_page_fault;k:handle_mm_fault;k:clear", 12},
	{"!lost;" SYSCALL "k:ksys_write;k:vfs_write;k:copy", 10},
	{"k:ret_from_fork;k:kthread;k:worker", 8},
};

static int make(struct stacks *stacks, enum seam_mode seam, bool children, const char *sort)
{
	const struct stacks_opts opts = {
		.sort = sort, .children = children, .seam = seam, .graph = "graph,0,caller"};

	T_EQ(stacks__init(stacks, &opts), 0);
	for (size_t i = 0; i < sizeof(some) / sizeof(*some); i++)
		T_EQ(stacks__add(stacks, "prog", some[i].text, 1, some[i].period), 0);
	T_EQ(stacks->hist.total.period, 100);
	return TEST_OK;
}

static int check_rows(enum seam_mode seam, bool children, const char *sort, const char *want)
{
	struct stacks stacks;
	char *text;

	T_RUN(make(&stacks, seam, children, sort));
	text = stacks__rows(&stacks);
	T_STREQ(text, want);
	free(text);
	stacks__exit(&stacks);
	return TEST_OK;
}

static int test_both(void)
{
	return check_rows(
		SEAM_BOTH, false, "sym",
		" 40.00%|[k] copy\n 20.00%|[k] lock\n 12.00%|[k] clear\n 11.00%|[.] level1\n"
		" 8.00%|[k] worker\n 5.00%|[k] ksys_write\n 4.00%|[.] write\n");
}

static int test_user(void)
{
	T_RUN(check_rows(SEAM_USER, false, "sym",
			 " 59.00%|[.] write\n 12.00%|[.] memset\n 11.00%|[.] level1\n"
			 " 10.00%|[.] [user stack lost]\n 8.00%|[.] [no user stack]\n"));
	return check_rows(
		SEAM_USER, true, "sym",
		" 82.00%| 0.00%|[.] start\n 82.00%| 0.00%|[.] main\n 59.00%| 59.00%|[.] write\n"
		" 50.00%| 11.00%|[.] level1\n 20.00%| 0.00%|[.] level2\n"
		" 12.00%| 12.00%|[.] memset\n 10.00%| 10.00%|[.] [user stack lost]\n"
		" 8.00%| 8.00%|[.] [no user stack]\n");
}

static int test_kernel(void)
{
	T_RUN(check_rows(SEAM_KERNEL, false, "sym",
			 " 40.00%|[k] copy\n 20.00%|[k] lock\n 15.00%|[.] [user mode]\n"
			 " 12.00%|[k] clear\n 8.00%|[k] worker\n 5.00%|[k] ksys_write\n"));
	return check_rows(
		SEAM_KERNEL, true, "sym",
		" 65.00%| 0.00%|[k] entry_SYSCALL_64_after_hwframe\n"
		" 65.00%| 0.00%|[k] do_syscall_64\n 65.00%| 5.00%|[k] ksys_write\n"
		" 60.00%| 0.00%|[k] vfs_write\n 40.00%| 40.00%|[k] copy\n 20.00%| 20.00%|[k] lock\n"
		" 15.00%| 15.00%|[.] [user mode]\n 12.00%| 12.00%|[k] clear\n"
		" 12.00%| 0.00%|[k] asm_exc_page_fault\n 12.00%| 0.00%|[k] exc_page_fault\n"
		" 12.00%| 0.00%|[k] handle_mm_fault\n 8.00%| 8.00%|[k] worker\n"
		" 8.00%| 0.00%|[k] ret_from_fork\n 8.00%| 0.00%|[k] kthread\n");
}

/* Rows are pivots alone, with children or without: their sum is that of the samples. */
static int test_pivot(void)
{
	static const char rows[] = " 55.00%|[.] write -> syscall write -> ksys_write\n"
				   " 12.00%|[.] memset -> page fault -> handle_mm_fault\n"
				   " 11.00%|[.] level1 -> user mode\n"
				   " 10.00%|[.] [user stack lost] -> syscall write -> ksys_write\n"
				   " 8.00%|[.] [no user stack] -> new task -> kthread\n"
				   " 4.00%|[.] write -> user mode\n";
	struct stacks stacks;

	T_RUN(check_rows(SEAM_PIVOT, false, "sym", rows));
	T_RUN(make(&stacks, SEAM_PIVOT, true, "sym"));
	T_EQ(hist__sort(&stacks.hist, NULL), 0);
	T_EQ(stacks.hist.nr_rows, 6);
	stacks__exit(&stacks);
	return TEST_OK;
}

/* The row's function is its user code, for the source and zooms; a side is none. */
static int test_subject(void)
{
	struct stacks stacks;
	const struct func *func;

	T_RUN(make(&stacks, SEAM_PIVOT, false, "sym"));
	T_EQ(hist__sort(&stacks.hist, NULL), 0);
	func = funcs__subject(&stacks.funcs, stacks.hist.entries[stacks.hist.rows[0]].func);
	T_CHECK(func && func->kind == FUNC_SYMBOL);
	T_STREQ(func->name, "write");
	T_CHECK(!funcs__subject(&stacks.funcs, stacks.hist.conf.sides.callers));
	T_CHECK(!funcs__at(&stacks.funcs, stacks.hist.conf.sides.callees)->is_kernel);
	stacks__exit(&stacks);
	return TEST_OK;
}

static int test_graph(void)
{
	struct stacks stacks;
	char *text;

	T_RUN(make(&stacks, SEAM_PIVOT, false, "sym"));
	T_EQ(hist__sort(&stacks.hist, NULL), 0);
	text = stacks__graph(&stacks, 0);
	T_CHECK(strstr(text, "--55.00%--[callers]\n"));
	T_CHECK(strstr(text, "--35.00%--level1\n"));
	T_CHECK(strstr(text, "--20.00%--level2\n"));
	T_CHECK(strstr(text, "--55.00%--[kernel]\n"));
	T_CHECK(strstr(text, "--50.00%--vfs_write\n"));
	T_CHECK(strstr(text, "--30.00%--copy\n"));
	/* Neither the entry code nor what stands in the row. */
	T_CHECK(!strstr(text, "do_syscall_64") && !strstr(text, "ksys_write"));
	T_CHECK(!strstr(text, "-write\n"));
	T_CHECK(strstr(text, "[callers]") < strstr(text, "[kernel]"));
	free(text);
	stacks__exit(&stacks);
	return TEST_OK;
}

/* Relative to what is above it: a side is all of its row, whatever the limit. */
static int test_relative(void)
{
	const struct stacks_opts opts = {
		.sort = "sym", .seam = SEAM_PIVOT, .graph = "fractal,60,caller"};
	struct stacks stacks;
	char *text;

	T_EQ(stacks__init(&stacks, &opts), 0);
	T_EQ(stacks__add(&stacks, "prog", some[0].text, 1, 40), 0);
	T_EQ(hist__sort(&stacks.hist, NULL), 0);
	text = stacks__graph(&stacks, 0);
	T_CHECK(strstr(text, "--100.00%--[callers]\n"));
	T_CHECK(strstr(text, "--100.00%--[kernel]\n"));
	free(text);
	stacks__exit(&stacks);
	return TEST_OK;
}

/* In a row of a task, pivots are frames, above what they called. */
static int test_other_rows(void)
{
	struct stacks stacks;
	char *text;

	T_RUN(make(&stacks, SEAM_PIVOT, false, "comm"));
	T_EQ(hist__sort(&stacks.hist, NULL), 0);
	T_EQ(stacks.hist.nr_rows, 1);
	text = stacks__graph(&stacks, 0);
	T_CHECK(strstr(text, "--55.00%--write -> syscall write -> ksys_write\n"));
	T_CHECK(strstr(text, "--50.00%--vfs_write\n"));
	T_CHECK(!strstr(text, "[callers]") && !strstr(text, "main"));
	free(text);
	stacks__exit(&stacks);
	return TEST_OK;
}

/* ---- flame graphs and exports ---- */

static int check_boxes(struct flame *flame, uint32_t pivot)
{
	const struct flame_opts opts = {.width = 100, .max_depth = 2};
	struct flame_picture picture = {0};
	char buf[FLAME_LABEL_LEN];

	T_EQ(flame__layout(flame, &opts, &picture, NULL), 0);
	T_CHECK(picture.nr > 8);
	T_EQ(picture.boxes[0].width, 100);
	T_EQ(picture.boxes[1].node, pivot);
	T_EQ(picture.boxes[1].width, 55);
	for (size_t i = 2; i < picture.nr && picture.boxes[i].depth < 2; i++)
		T_EQ(picture.boxes[i].col, picture.boxes[i - 1].col + picture.boxes[i - 1].width);
	/* The callers are the left half, the kernel is the right one. */
	for (size_t i = 1; i < picture.nr; i++) {
		const struct flame_box *box = &picture.boxes[i];
		bool left = !strcmp(flame__label(flame, box->node, buf), SEAM_CALLERS);

		if (box->depth != FLAME_SIDES || flame->nodes[box->node].parent != pivot)
			continue;
		T_EQ(box->col, left ? 0 : 27);
		T_EQ(box->width, left ? 27 : 28);
	}
	flame_picture__exit(&picture);
	return TEST_OK;
}

static int test_flame(void)
{
	struct stacks stacks;
	struct flame flame;
	uint32_t pivot, side;

	T_RUN(make(&stacks, SEAM_PIVOT, false, "sym"));
	T_EQ(flame__init(&flame, &stacks.hist, FLAME_CALLERS, NULL), 0);
	T_EQ(flame.nodes[FLAME_ROOT].total, 100);
	pivot = stacks__box(&flame, FLAME_ROOT, "write -> syscall write -> ksys_write");
	T_CHECK(pivot);
	T_EQ(flame.nodes[pivot].total, 55);
	T_EQ(flame.nodes[pivot].self, 0);
	side = stacks__box(&flame, pivot, SEAM_CALLERS);
	T_EQ(flame.nodes[side].total, 55);
	T_EQ(flame.nodes[stacks__box(&flame, side, "level1")].total, 35);
	side = stacks__box(&flame, pivot, SEAM_CALLEES);
	T_EQ(flame.nodes[side].total, 55);
	T_EQ(flame.nodes[side].self, 5);
	T_EQ(flame.nodes[stacks__box(&flame, side, "vfs_write")].total, 50);
	T_CHECK(flame__percent(&flame, 55) == 55);
	T_RUN(check_boxes(&flame, pivot));
	flame__exit(&flame);
	stacks__exit(&stacks);
	return TEST_OK;
}

static int check_folded(enum seam_mode seam, const char *want)
{
	struct stacks stacks;
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	T_RUN(make(&stacks, seam, false, "sym"));
	T_EQ(folded__write(&stacks.hist, &(struct folded_opts){.shape = FLAME_CALLERS}, out, NULL),
	     0);
	fclose(out);
	T_STREQ(text, want);
	free(text);
	stacks__exit(&stacks);
	return TEST_OK;
}

static int test_folded(void)
{
	T_RUN(check_folded(SEAM_USER, "prog;[no user stack] 8\nprog;[user stack lost] 10\n"
				      "prog;start;main;level1 11\nprog;start;main;level1;write 39\n"
				      "prog;start;main;level2;write 20\n"
				      "prog;start;main;memset 12\n"));
	return check_folded(
		SEAM_PIVOT,
		"prog;[no user stack] -> new task -> kthread;worker_[k] 8\n"
		"prog;[user stack lost] -> syscall write -> ksys_write;vfs_write_[k];copy_[k] 10\n"
		"prog;level1 -> user mode 11\n"
		"prog;memset -> page fault -> handle_mm_fault;clear_[k] 12\n"
		"prog;write -> syscall write -> ksys_write 5\n"
		"prog;write -> syscall write -> ksys_write;vfs_write_[k];copy_[k] 30\n"
		"prog;write -> syscall write -> ksys_write;vfs_write_[k];lock_[k] 20\n"
		"prog;write -> user mode 4\n");
}

static int test_names(void)
{
	T_EQ(seam_mode__find("both"), SEAM_BOTH);
	T_EQ(seam_mode__find("user"), SEAM_USER);
	T_EQ(seam_mode__find("kernel"), SEAM_KERNEL);
	T_EQ(seam_mode__find("pivot"), SEAM_PIVOT);
	T_CHECK(seam_mode__find("users") < 0);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"both halves", test_both},
	{"user frames, with the kernel's time", test_user},
	{"kernel frames", test_kernel},
	{"rows where both meet", test_pivot},
	{"the function of such a row", test_subject},
	{"callers upwards, the kernel downwards", test_graph},
	{"relative percentages", test_relative},
	{"rows of tasks", test_other_rows},
	{"a flame graph with two sides", test_flame},
	{"folded stacks", test_folded},
	{"names of modes", test_names},
	{0},
};

const struct test_suite suite__seam_rows = {"seam-rows", "One half of stacks, or where both meet",
					    cases};
