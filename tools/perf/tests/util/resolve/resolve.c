// SPDX-License-Identifier: GPL-2.0-only
/* Names of a real program's addresses, mapped by records of our own. */
#include <stdlib.h>

#include <perf/defer-event.h>

#include "tests/recorded.h"
#include "tests/tests.h"
#include "util/dso/dso.h"
#include "util/resolve/resolve.h"

#define PID 70

/* /usr/bin/burn, static, as the traces have it: its text lies at 0x401000 in file and memory. */
#define TEXT_START 0x401000
#define TEXT_LEN   0x90000
#define TEXT_PGOFF 0x1000
#define MOVED	   0x7000000000

struct world {
	struct machine *machine;
	struct resolve *resolve;
	struct symbol_conf conf;
	char symfs[4096];
	uint32_t maps_ids[2]; /* of PID and of PID + 1 */
};

/* deep, linked to no address, whose text lies at 0x1000 in the file. */
#define DEEP_START 0x10000000
#define DEEP_TEXT  0x1000

static int add_mmap(struct machine_log *log, int32_t pid, uint64_t start, const char *file)
{
	struct defer_event ev = {
		.type = DEFER_RECORD_MMAP2,
		.misc = DEFER_MISC_USER,
		.id = {.pid = pid, .tid = pid, .time = 10, .has_time = true},
		.mmap = {.pid = pid,
			 .tid = pid,
			 .start = start,
			 .len = TEXT_LEN,
			 .pgoff = TEXT_PGOFF,
			 .prot = 5,
			 .flags = 2,
			 .filename = file},
	};

	T_EQ(machine_log__add(log, &ev, pid, NULL), 0);
	return TEST_OK;
}

static int init_machine(struct world *world)
{
	struct machine_log *log = machine_log__new();
	struct task_view view;

	T_CHECK(log);
	T_RUN(add_mmap(log, PID, TEXT_START, "/usr/bin/burn"));
	T_RUN(add_mmap(log, PID + 1, TEXT_START + MOVED, "/usr/bin/burn"));
	T_RUN(add_mmap(log, PID, DEEP_START, "/usr/bin/deep"));
	T_RUN(add_mmap(log, PID + 1, DEEP_START + MOVED, "/usr/bin/deep"));
	T_EQ(machine__new(&world->machine, &log, 1, NULL), 0);
	machine_log__delete(log);
	for (int i = 0; i < 2; i++) {
		machine__find_task(world->machine, PID + i, PID + i, 20, 1000, &view);
		world->maps_ids[i] = view.maps_id;
	}
	T_CHECK(world->maps_ids[0] != world->maps_ids[1]);
	return TEST_OK;
}

static int init(struct world *world, unsigned int nr_workers, bool srclines)
{
	const char *dir = getenv("PERF_DEFER_TEST_DATA");
	struct resolve_opts opts = {
		.conf = &world->conf,
		.inlines = true,
		.srclines = srclines,
		.nr_workers = nr_workers,
	};

	T_NEED_RECORDED();
	snprintf(world->symfs, sizeof(world->symfs), "%s/symfs", dir);
	world->conf = (struct symbol_conf){.symfs = world->symfs, .buildid_dir = "/nonexistent"};
	T_RUN(init_machine(world));
	T_EQ(resolve__new(&world->resolve, world->machine, &opts, NULL), 0);
	return TEST_OK;
}

static void finish(struct world *world)
{
	resolve__delete(world->resolve);
	machine__delete(world->machine);
}

/* The first address of a symbol, found by asking for all. */
static uint64_t address_of(struct world *world, const char *name)
{
	for (uint64_t ip = TEXT_START; ip < TEXT_START + TEXT_LEN; ip += 16)
		resolve__want(world->resolve, world->maps_ids[0], ip, false, NULL);
	resolve__run(world->resolve, NULL);
	for (uint32_t i = 0; i < resolve__nr(world->resolve); i++) {
		const struct frame *frame = resolve__frame(world->resolve, i);

		if (frame->sym && !strcmp(frame->sym->name, name))
			return frame->ip;
	}
	return 0;
}

static int test_names(void)
{
	const struct frame *frame;
	struct world world;
	uint64_t ip;
	int64_t id;

	T_NEED_RECORDED();
	T_RUN(init(&world, 1, false));
	ip = address_of(&world, "level1");
	T_CHECK(ip);
	id = resolve__want(world.resolve, world.maps_ids[0], ip, false, NULL);
	frame = resolve__frame(world.resolve, id);
	T_EQ(frame->ip, ip);
	T_EQ(frame->addr, ip - TEXT_START + TEXT_PGOFF);
	T_CHECK(frame->sym);
	T_STREQ(frame->sym->name, "level1");
	T_STREQ(frame__dso_name(frame), "burn");
	T_CHECK(!frame->kernel);
	T_EQ(resolve__nr_dsos(world.resolve), 1);
	T_STREQ(resolve__dso(world.resolve, 0)->long_name, "/usr/bin/burn");
	finish(&world);
	return TEST_OK;
}

static int test_once(void)
{
	const struct frame *first;
	struct world world;
	int64_t id;
	uint32_t nr;

	T_NEED_RECORDED();
	T_RUN(init(&world, 2, false));
	id = resolve__want(world.resolve, world.maps_ids[0], TEXT_START + 8, false, NULL);
	T_CHECK(id >= 0);
	T_EQ(resolve__want(world.resolve, world.maps_ids[0], TEXT_START + 8, false, NULL), id);
	T_CHECK(resolve__want(world.resolve, world.maps_ids[0], TEXT_START + 8, true, NULL) != id);
	T_CHECK(resolve__want(world.resolve, world.maps_ids[1], TEXT_START + 8, false, NULL) != id);
	T_CHECK(resolve__want(world.resolve, world.maps_ids[0], TEXT_START + 9, false, NULL) != id);
	T_EQ(resolve__nr(world.resolve), 4);
	T_EQ(resolve__run(world.resolve, NULL), 0);
	first = resolve__frame(world.resolve, id);

	/* Frames stay where they are, and named, whatever is asked for later. */
	nr = resolve__nr(world.resolve);
	T_CHECK(address_of(&world, "main"));
	T_CHECK(resolve__nr(world.resolve) > nr + 4096);
	T_CHECK(resolve__frame(world.resolve, id) == first);
	T_EQ(resolve__want(world.resolve, world.maps_ids[0], TEXT_START + 8, false, NULL), id);
	T_CHECK(first->sym);
	finish(&world);
	return TEST_OK;
}

/* One place of a DSO that two address spaces have at different addresses. */
static int test_shared(void)
{
	const struct frame *here, *there;
	struct world world;
	uint64_t ip;
	int64_t id;

	T_NEED_RECORDED();
	T_RUN(init(&world, 2, true));
	ip = address_of(&world, "main");
	T_CHECK(ip);
	id = resolve__want(world.resolve, world.maps_ids[1], ip + MOVED, false, NULL);
	T_EQ(resolve__run(world.resolve, NULL), 0);
	there = resolve__frame(world.resolve, id);
	here = resolve__frame(world.resolve,
			      resolve__want(world.resolve, world.maps_ids[0], ip, false, NULL));
	T_CHECK(here->sym == there->sym);
	T_CHECK(here->dso == there->dso);
	T_EQ(here->addr, there->addr);
	T_EQ(here->nr_inlines, there->nr_inlines);
	T_STREQ(there->srcline, here->srcline);
	T_CHECK(!strncmp(here->srcline, "burn.c:", 7));
	finish(&world);
	return TEST_OK;
}

/* An address in deep, by @offset in its text, as the one or the other process has it. */
static const struct frame *deep_frame(struct world *world, int process, uint64_t offset)
{
	uint64_t ip = DEEP_START + offset + process * MOVED;

	return resolve__frame(
		world->resolve,
		resolve__want(world->resolve, world->maps_ids[process], ip, false, NULL));
}

#define DEEP	     0	  /* deep() */
#define AGAIN	     0x10 /* again() */
#define AGAIN_INSIDE 0x50 /* where it is inlined into itself twice */
#define MAX_DEPTH    256  /* what is further out is cut */

/* Names of the inlined functions, the innermost first, whichever process shows them. */
static int test_inlined(void)
{
	struct world world;

	T_NEED_RECORDED();
	T_RUN(init(&world, 2, true));
	for (int process = 0; process < 2; process++) {
		deep_frame(&world, process, DEEP);
		deep_frame(&world, process, AGAIN);
		deep_frame(&world, process, AGAIN_INSIDE);
	}
	T_EQ(resolve__run(world.resolve, NULL), 0);
	for (int process = 0; process < 2; process++) {
		const struct frame *deep = deep_frame(&world, process, DEEP);
		const struct frame *again = deep_frame(&world, process, AGAIN_INSIDE);

		T_CHECK(deep->sym);
		T_STREQ(deep->sym->name, "deep");
		T_EQ(deep->nr_inlines, MAX_DEPTH);
		T_STREQ(deep->inlines[0].name, "level0");
		T_STREQ(deep->inlines[255].name, "level255");
		T_CHECK(!deep->inlines[0].is_symbol);
		T_STREQ(deep->inlines[0].srcline, "deep.c:2");
		T_STREQ(deep->srcline, deep_frame(&world, !process, DEEP)->srcline);
		T_CHECK(strcmp(deep->srcline, deep->inlines[0].srcline));
		T_EQ(deep_frame(&world, process, AGAIN)->nr_inlines, 0);
		T_EQ(again->nr_inlines, 2);
		for (uint32_t i = 0; i < again->nr_inlines; i++) {
			T_STREQ(again->inlines[i].name, "again");
			T_CHECK(again->inlines[i].is_symbol);
		}
	}
	finish(&world);
	return TEST_OK;
}

/* Lines without what was inlined there: the line of the function around. */
static int test_lines_alone(void)
{
	struct resolve_opts opts = {.srclines = true, .nr_workers = 1};
	const struct frame *frame;
	struct world world;

	T_NEED_RECORDED();
	T_RUN(init(&world, 1, true));
	opts.conf = &world.conf;
	resolve__delete(world.resolve);
	T_EQ(resolve__new(&world.resolve, world.machine, &opts, NULL), 0);
	deep_frame(&world, 0, DEEP);
	T_EQ(resolve__run(world.resolve, NULL), 0);
	frame = deep_frame(&world, 0, DEEP);
	T_EQ(frame->nr_inlines, 0);
	T_CHECK(frame->srcline && !strncmp(frame->srcline, "deep.c:", 7));
	finish(&world);
	return TEST_OK;
}

static int test_unknown(void)
{
	const struct frame *frame;
	struct world world;
	int64_t id;

	T_RUN(init(&world, 2, true));
	id = resolve__want(world.resolve, world.maps_ids[0], 0x1234, false, NULL);
	T_EQ(resolve__run(world.resolve, NULL), 0);
	frame = resolve__frame(world.resolve, id);
	T_CHECK(!frame->map && !frame->dso && !frame->sym && !frame->nr_inlines);
	T_STREQ(frame__dso_name(frame), "[unknown]");
	/* Nothing waits any more, and that is no error. */
	T_EQ(resolve__run(world.resolve, NULL), 0);
	finish(&world);
	return TEST_OK;
}

/* A file that is not there costs its names, and says so. */
static int test_missing(void)
{
	struct world world;
	int64_t id;

	T_RUN(init(&world, 2, true));
	world.conf.symfs = "/nonexistent";
	id = resolve__want(world.resolve, world.maps_ids[0], TEXT_START + 8, false, NULL);
	T_EQ(resolve__run(world.resolve, NULL), 0);
	T_CHECK(!resolve__frame(world.resolve, id)->sym);
	T_STREQ(frame__dso_name(resolve__frame(world.resolve, id)), "burn");
	T_CHECK(dso__why_no_symbols(resolve__dso(world.resolve, 0)));
	finish(&world);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"an address gets its symbol and DSO", test_names},
	{"a frame is asked for once, and stays", test_once},
	{"what several maps show is named alike", test_shared},
	{"inlined functions, and more of them than are shown", test_inlined},
	{"lines without inlined functions", test_lines_alone},
	{"an address that nothing is mapped at", test_unknown},
	{"a file that is not there", test_missing},
	{0},
};

const struct test_suite suite__resolve = {"resolve", "Names for frames", cases};
