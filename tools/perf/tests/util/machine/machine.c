// SPDX-License-Identifier: GPL-2.0-only
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>

#include <perf/defer-event.h>

#include "tests/rng.h"
#include "tests/tests.h"
#include "util/dso/dso.h"
#include "util/machine/machine-cache.h"

#define NR_LOGS 3

/* Records to replay; each goes to the log of the next worker. */
struct world {
	struct machine_log *logs[NR_LOGS];
	struct machine *machine;
	uint64_t nr; /* records so far; the order of the next one */
};

static void world__init(struct world *world)
{
	*world = (struct world){0};
	for (int i = 0; i < NR_LOGS; i++)
		world->logs[i] = machine_log__new();
}

static void world__exit(struct world *world)
{
	machine__delete(world->machine);
	for (int i = 0; i < NR_LOGS; i++)
		machine_log__delete(world->logs[i]);
}

static void add(struct world *world, uint64_t time, struct defer_event *ev)
{
	ev->id.time = time;
	ev->id.has_time = true;
	if (machine_log__add(world->logs[world->nr % NR_LOGS], ev, world->nr, NULL))
		abort();
	world->nr++;
}

static int replay(struct world *world)
{
	struct defer_error err = DEFER_ERROR_INIT;

	T_EQ(machine__new(&world->machine, world->logs, NR_LOGS, &err), 0);
	return TEST_OK;
}

static void comm(struct world *world, uint64_t time, int32_t pid, int32_t tid, const char *name,
		 bool exec)
{
	add(world, time,
	    &(struct defer_event){.type = DEFER_RECORD_COMM,
				  .misc = exec ? DEFER_MISC_COMM_EXEC : 0,
				  .comm = {.pid = pid, .tid = tid, .name = name, .exec = exec}});
}

static void fork_misc(struct world *world, uint64_t time, int32_t ppid, int32_t ptid, int32_t pid,
		      int32_t tid, uint16_t misc)
{
	add(world, time,
	    &(struct defer_event){
		    .type = DEFER_RECORD_FORK,
		    .misc = misc,
		    .task = {.pid = pid, .ppid = ppid, .tid = tid, .ptid = ptid, .time = time}});
}

static void fork_task(struct world *world, uint64_t time, int32_t ppid, int32_t pid, int32_t tid)
{
	fork_misc(world, time, ppid, ppid, pid, tid, 0);
}

static void exit_task(struct world *world, uint64_t time, int32_t pid, int32_t tid)
{
	add(world, time,
	    &(struct defer_event){.type = DEFER_RECORD_EXIT, .task = {.pid = pid, .tid = tid}});
}

static struct defer_event mmap_event(int32_t pid, uint64_t start, uint64_t len, uint64_t pgoff,
				     const char *name)
{
	return (struct defer_event){.type = DEFER_RECORD_MMAP2,
				    .misc = DEFER_MISC_USER,
				    .mmap = {.pid = pid,
					     .tid = pid,
					     .start = start,
					     .len = len,
					     .pgoff = pgoff,
					     .prot = PROT_READ | PROT_EXEC,
					     .filename = name}};
}

static void mmap_user(struct world *world, uint64_t time, int32_t pid, uint64_t start, uint64_t len,
		      const char *name)
{
	struct defer_event ev = mmap_event(pid, start, len, 0x1000, name);

	add(world, time, &ev);
}

static void mmap_kernel(struct world *world, uint64_t start, uint64_t len, uint64_t pgoff,
			const char *name)
{
	struct defer_event ev = mmap_event(-1, start, len, pgoff, name);

	ev.misc = DEFER_MISC_KERNEL;
	add(world, 0, &ev);
}

static void ksymbol(struct world *world, uint64_t time, uint64_t addr, uint32_t len, bool gone,
		    const char *name)
{
	add(world, time,
	    &(struct defer_event){
		    .type = DEFER_RECORD_KSYMBOL,
		    .ksymbol = {.addr = addr, .len = len, .flags = gone, .name = name}});
}

static struct task_view at(const struct world *world, int32_t pid, int32_t tid, uint64_t time)
{
	struct task_view view;

	machine__find_task(world->machine, pid, tid, time, UINT64_MAX, &view);
	return view;
}

static const char *comm_at(const struct world *world, int32_t pid, int32_t tid, uint64_t time)
{
	return machine__comm(world->machine, at(world, pid, tid, time).comm_id);
}

static const struct map *map_at(const struct world *world, int32_t pid, uint64_t time,
				uint64_t addr)
{
	struct task_view view = at(world, pid, pid, time);

	return maps__find(machine__maps(world->machine, view.maps_id), addr);
}

static const char *dso_at(const struct world *world, int32_t pid, uint64_t time, uint64_t addr)
{
	const struct map *map = map_at(world, pid, time, addr);

	return map ? map->dso->name : "";
}

static const struct map *kernel_at(const struct world *world, uint64_t time, uint64_t addr)
{
	uint32_t id = machine__kernel_maps(world->machine, time, UINT64_MAX, &TIMELINE_SPAN_ALL);

	return maps__find(machine__maps(world->machine, id), addr);
}

static int test_comm(void)
{
	struct world w;

	world__init(&w);
	comm(&w, 0, 10, 10, "sh", false);
	fork_task(&w, 5, 10, 11, 11);
	comm(&w, 10, 11, 11, "ls", true);
	fork_task(&w, 12, 11, 11, 12);
	comm(&w, 14, 11, 12, "worker", false);
	exit_task(&w, 20, 11, 12);
	T_RUN(replay(&w));
	T_STREQ(comm_at(&w, 10, 10, 7), "sh");
	T_STREQ(comm_at(&w, 11, 11, 7), "sh");
	T_STREQ(comm_at(&w, 11, 11, 10), "ls");
	T_STREQ(comm_at(&w, 11, 12, 13), "ls");
	T_STREQ(comm_at(&w, 11, 12, 15), "worker");
	T_STREQ(comm_at(&w, 11, 12, 25), "worker");
	T_STREQ(comm_at(&w, 11, 11, 25), "ls");
	T_STREQ(comm_at(&w, -1, 12, 25), "worker");
	T_EQ(at(&w, -1, 12, 25).pid, 11);
	T_EQ(at(&w, 11, 12, 13).maps_id, at(&w, 11, 11, 13).maps_id);
	T_CHECK(at(&w, 11, 12, 13).known);
	T_STREQ(comm_at(&w, 11, 11, 0), "sh");
	world__exit(&w);
	return TEST_OK;
}

static int test_idle(void)
{
	struct world w;

	world__init(&w);
	T_RUN(replay(&w));
	T_STREQ(comm_at(&w, 0, 0, 7), "swapper");
	T_CHECK(at(&w, 0, 0, 7).known);
	T_STREQ(comm_at(&w, -1, 0, 7), "swapper");
	T_STREQ(comm_at(&w, 5, 0, 7), "swapper");
	T_STREQ(comm_at(&w, 0, 5, 7), ":5");
	T_EQ(at(&w, 0, 0, 7).maps_id, 0);
	T_EQ(machine__kernel_maps(w.machine, 7, 0, &TIMELINE_SPAN_ALL), 0);
	world__exit(&w);
	return TEST_OK;
}

static int test_unknown(void)
{
	struct world w;
	uint32_t id;

	world__init(&w);
	mmap_user(&w, 0, 20, 0x1000, 0x1000, "/bin/a");
	fork_task(&w, 5, 30, 31, 31);
	fork_task(&w, 6, 31, 32, 32); /* a child inherits no number of an unknown name */
	T_RUN(replay(&w));
	T_STREQ(comm_at(&w, 20, 21, 7), ":21");
	T_CHECK(!at(&w, 20, 21, 7).known);
	T_EQ(at(&w, 20, 21, 7).pid, 20);
	T_EQ(at(&w, 20, 21, 7).maps_id, at(&w, 20, 20, 7).maps_id);
	T_CHECK(at(&w, 20, 21, 7).maps_id);
	id = at(&w, 20, 21, 7).comm_id;
	T_EQ(at(&w, 20, 21, 9).comm_id, id);
	T_CHECK(id < machine__nr_comms(w.machine));
	T_STREQ(comm_at(&w, 31, 31, 7), ":31");
	T_CHECK(!at(&w, 31, 31, 7).known);
	T_STREQ(comm_at(&w, 32, 32, 7), ":32");
	T_STREQ(comm_at(&w, -1, -1, 7), ":-1");
	T_STREQ(comm_at(&w, -5, -7, 7), ":-7");
	T_STREQ(machine__comm(w.machine, UINT32_MAX), ":-1");
	T_EQ(at(&w, -1, -1, 7).maps_id, 0);
	T_STREQ(comm_at(&w, INT32_MIN, INT32_MIN, 7), ":-2147483648");
	T_CHECK(!machine__maps(w.machine, 1000));
	world__exit(&w);
	return TEST_OK;
}

static int test_reuse(void)
{
	struct world w;

	world__init(&w);
	comm(&w, 0, 1, 1, "init", false);
	comm(&w, 1, 50, 50, "old", true);
	mmap_user(&w, 2, 50, 0x1000, 0x1000, "/bin/old");
	exit_task(&w, 9, 50, 50);
	fork_task(&w, 10, 1, 50, 50);
	comm(&w, 12, 60, 61, "thread", false);
	T_RUN(replay(&w));
	T_STREQ(comm_at(&w, 50, 50, 9), "old");
	T_STREQ(dso_at(&w, 50, 9, 0x1800), "/bin/old");
	T_STREQ(comm_at(&w, 50, 50, 10), "init");
	T_STREQ(dso_at(&w, 50, 10, 0x1800), "");
	/* a sample says that tid 61 is now of another process: what is known is of the past */
	T_STREQ(comm_at(&w, 60, 61, 20), "thread");
	T_STREQ(comm_at(&w, 50, 61, 20), ":61");
	T_CHECK(!at(&w, 50, 61, 20).known);
	world__exit(&w);
	return TEST_OK;
}

/* A map that would go on past the last address ends there. */
static int test_last_addresses(void)
{
	struct world w;

	world__init(&w);
	mmap_user(&w, 0, 5, UINT64_MAX - 0xfff, 0x2000, "/bin/high");
	T_RUN(replay(&w));
	T_STREQ(dso_at(&w, 5, 10, UINT64_MAX - 0x10), "/bin/high");
	T_STREQ(dso_at(&w, 5, 10, 0x10), "");
	world__exit(&w);
	return TEST_OK;
}

static int test_exec(void)
{
	struct world w;
	uint32_t before;

	world__init(&w);
	comm(&w, 0, 5, 5, "sh", false);
	mmap_user(&w, 0, 5, 0x1000, 0x1000, "/bin/sh");
	comm(&w, 10, 5, 5, "ls", true);
	mmap_user(&w, 12, 5, 0x1000, 0x1000, "/bin/ls");
	mmap_user(&w, 14, 5, 0x5000, 0x1000, "/lib/c.so");
	mmap_user(&w, 20, 7, 0x1000, 0x1000, "/bin/seven");
	mmap_user(&w, 20, 8, 0x1000, 0x1000, "/bin/eight");
	comm(&w, 30, 7, 8, "new", true);
	T_RUN(replay(&w));
	before = at(&w, 5, 5, 9).maps_id;
	T_STREQ(dso_at(&w, 5, 9, 0x1010), "/bin/sh");
	T_STREQ(dso_at(&w, 5, 12, 0x1010), "/bin/ls");
	T_STREQ(dso_at(&w, 5, 20, 0x5010), "/lib/c.so");
	T_CHECK(at(&w, 5, 5, 10).maps_id != before);
	/* an exec ends the address space of the process, whichever thread made it */
	T_STREQ(dso_at(&w, 7, 29, 0x1010), "/bin/seven");
	T_STREQ(dso_at(&w, 7, 30, 0x1010), "");
	T_STREQ(dso_at(&w, 8, 30, 0x1010), "/bin/eight");
	/* what is mapped one by one is there from its own time on */
	T_EQ(at(&w, 5, 5, 10).maps_id, 0);
	T_STREQ(dso_at(&w, 5, 11, 0x1010), "");
	T_STREQ(dso_at(&w, 5, 13, 0x5010), "");
	T_STREQ(dso_at(&w, 5, 13, 0x1010), "/bin/ls");
	T_STREQ(dso_at(&w, 5, 9, 0x5010), "");
	world__exit(&w);
	return TEST_OK;
}

static int test_fork_maps(void)
{
	struct world w;

	world__init(&w);
	mmap_user(&w, 0, 5, 0x1000, 0x1000, "/bin/sh");
	fork_task(&w, 10, 5, 6, 6);
	fork_task(&w, 11, 5, 7, 7);
	mmap_user(&w, 20, 6, 0x3000, 0x1000, "/lib/six");
	mmap_user(&w, 30, 5, 0x3000, 0x1000, "/lib/five");
	fork_task(&w, 40, 5, 5, 8);
	mmap_user(&w, 50, 5, 0x9000, 0x1000, "/lib/late");
	fork_misc(&w, 60, 5, 5, 9, 9, DEFER_MISC_FORK_EXEC);
	T_RUN(replay(&w));
	T_EQ(at(&w, 6, 6, 15).maps_id, at(&w, 5, 5, 15).maps_id);
	T_EQ(at(&w, 7, 7, 99).maps_id, at(&w, 5, 5, 15).maps_id);
	T_STREQ(dso_at(&w, 6, 25, 0x3000), "/lib/six");
	T_STREQ(dso_at(&w, 6, 25, 0x1000), "/bin/sh");
	T_STREQ(dso_at(&w, 5, 25, 0x3000), "");
	T_STREQ(dso_at(&w, 5, 35, 0x3000), "/lib/five");
	T_STREQ(dso_at(&w, 7, 35, 0x3000), "");
	T_EQ(at(&w, 5, 8, 55).maps_id, at(&w, 5, 5, 55).maps_id);
	T_STREQ(dso_at(&w, 5, 55, 0x9000), "/lib/late");
	T_EQ(at(&w, 9, 9, 70).maps_id, 0);
	world__exit(&w);
	return TEST_OK;
}

/* Runs of one program at the same addresses have one address space, as if it had run once. */
static int test_again(void)
{
	struct world w;

	world__init(&w);
	for (int32_t pid = 5; pid < 9; pid++) {
		comm(&w, 10 * pid, pid, pid, "ls", true);
		mmap_user(&w, 10 * pid + 1, pid, 0x1000, 0x1000, "/bin/ls");
		mmap_user(&w, 10 * pid + 2, pid, 0x5000, 0x1000, "/lib/c.so");
		mmap_user(&w, 10 * pid + 3, pid, 0x9000, 0x1000, pid == 8 ? "//anon" : "/lib/d.so");
	}
	T_RUN(replay(&w));
	T_EQ(at(&w, 7, 7, 71).maps_id, at(&w, 5, 5, 51).maps_id);
	T_EQ(at(&w, 7, 7, 99).maps_id, at(&w, 5, 5, 99).maps_id);
	T_EQ(at(&w, 8, 8, 82).maps_id, at(&w, 5, 5, 52).maps_id);
	T_CHECK(at(&w, 5, 5, 52).maps_id != at(&w, 5, 5, 51).maps_id);
	T_STREQ(dso_at(&w, 7, 73, 0x9000), "/lib/d.so");
	/* JIT code differs, although its map does not */
	T_CHECK(at(&w, 8, 8, 99).maps_id != at(&w, 5, 5, 99).maps_id);
	T_STREQ(dso_at(&w, 8, 99, 0x9000), "/tmp/perf-8.map");
	world__exit(&w);
	return TEST_OK;
}

static int test_remap(void)
{
	const struct map *map;
	struct world w;

	world__init(&w);
	mmap_user(&w, 1, 5, 0x10000, 0x8000, "/lib/a");
	mmap_user(&w, 10, 5, 0x12000, 0x2000, "/lib/b");
	T_RUN(replay(&w));
	T_STREQ(dso_at(&w, 5, 0, 0x12000), "");
	T_STREQ(dso_at(&w, 5, 9, 0x12000), "/lib/a");
	T_STREQ(dso_at(&w, 5, 10, 0x12000), "/lib/b");
	map = map_at(&w, 5, 10, 0x14000);
	T_CHECK(map);
	T_STREQ(map->dso->name, "/lib/a");
	T_EQ(map__dso_addr(map, 0x14000), 0x5000);
	world__exit(&w);
	return TEST_OK;
}

/* Workers meet records in any order, and perf writes some without time after others with it. */
static int test_order(void)
{
	struct world w;

	world__init(&w);
	mmap_user(&w, 30, 5, 0x1000, 0x1000, "/bin/late");
	comm(&w, 20, 5, 5, "second", true);
	comm(&w, 10, 5, 5, "first", true);
	comm(&w, 0, 5, 5, "zeroth", false);
	T_RUN(replay(&w));
	T_STREQ(comm_at(&w, 5, 5, 5), "zeroth");
	T_STREQ(comm_at(&w, 5, 5, 15), "first");
	T_STREQ(comm_at(&w, 5, 5, 25), "second");
	T_STREQ(dso_at(&w, 5, 30, 0x1000), "/bin/late");
	T_STREQ(dso_at(&w, 5, 29, 0x1000), "");
	world__exit(&w);
	return TEST_OK;
}

/* Equal times: the order of the stream decides. */
static int test_equal_times(void)
{
	struct task_view view;
	struct world w;

	world__init(&w);
	comm(&w, 7, 5, 5, "a", false);
	comm(&w, 7, 5, 5, "b", false);
	fork_task(&w, 0, 5, 5, 6);
	comm(&w, 0, 5, 6, "found", false);
	T_RUN(replay(&w));
	machine__find_task(w.machine, 5, 5, 7, 0, &view);
	T_STREQ(machine__comm(w.machine, view.comm_id), "a");
	machine__find_task(w.machine, 5, 5, 7, 1, &view);
	T_STREQ(machine__comm(w.machine, view.comm_id), "b");
	machine__find_task(w.machine, 5, 5, 6, 9, &view);
	T_STREQ(machine__comm(w.machine, view.comm_id), "a");
	/* Time 0 is before all samples: what perf found then is one state. */
	machine__find_task(w.machine, 5, 6, 0, 2, &view);
	T_STREQ(machine__comm(w.machine, view.comm_id), "found");
	world__exit(&w);
	return TEST_OK;
}

static void mmap_build_id(struct world *world, uint64_t time, uint64_t start, const char *name,
			  uint8_t id)
{
	struct defer_event ev = mmap_event(5, start, 0x1000, 0, name);

	ev.misc |= DEFER_MISC_MMAP_BUILD_ID;
	ev.mmap.build_id_size = 20;
	memset(ev.mmap.build_id, id, 20);
	add(world, time, &ev);
}

static int test_build_ids(void)
{
	const uint8_t id[20] = {0xaa, 1}, later[20] = {0xbb, 2};
	struct world w;

	world__init(&w);
	mmap_build_id(&w, 1, 0x1000, "/bin/a", 1);
	mmap_build_id(&w, 2, 0x3000, "/bin/a", 2);
	mmap_build_id(&w, 3, 0x5000, "/bin/a", 1);
	mmap_user(&w, 4, 5, 0x7000, 0x1000, "/bin/b");
	mmap_kernel(&w, 0xffff000, 0x1000, 0, "[ext4]");
	mmap_kernel(&w, 0xff00000, 0x1000, 0xff00000, "[kernel.kallsyms]_text");
	T_RUN(replay(&w));
	T_EQ(machine__nr_dsos(w.machine), 5);
	T_CHECK(map_at(&w, 5, 9, 0x1000)->dso != map_at(&w, 5, 9, 0x3000)->dso);
	T_CHECK(map_at(&w, 5, 9, 0x1000)->dso == map_at(&w, 5, 9, 0x5000)->dso);
	T_EQ(map_at(&w, 5, 9, 0x3000)->dso->bid.data[0], 2);
	T_EQ(machine__set_build_id(w.machine, "/bin/a", DEFER_MISC_USER, id, 20), 0);
	T_EQ(machine__set_build_id(w.machine, "/bin/c", DEFER_MISC_USER, id, 20), 0);
	T_EQ(machine__set_build_id(w.machine, "/bin/b", DEFER_MISC_USER, id, 20), 1);
	T_EQ(machine__set_build_id(w.machine, "/bin/b", DEFER_MISC_USER, later, 20), 0);
	T_EQ(map_at(&w, 5, 9, 0x7000)->dso->bid.data[0], 0xaa);
	T_EQ(machine__set_build_id(w.machine, "/lib/modules/6.1/kernel/fs/ext4.ko.xz",
				   DEFER_MISC_KERNEL, later, 20),
	     1);
	T_EQ(machine__set_build_id(w.machine, "/boot/vmlinux-6.1", DEFER_MISC_KERNEL, later, 20),
	     1);
	T_EQ(kernel_at(&w, 9, 0xffff000)->dso->bid.data[0], 0xbb);
	T_EQ(kernel_at(&w, 9, 0xff00000)->dso->bid.size, 20);
	world__exit(&w);
	return TEST_OK;
}

static int test_jit(void)
{
	struct defer_event data = mmap_event(5, 0x9000, 0x1000, 0, "//anon");
	struct defer_event old = mmap_event(5, 0xb000, 0x1000, 0, "//anon");
	const struct map *map;
	struct world w;

	world__init(&w);
	mmap_user(&w, 1, 5, 0x1000, 0x1000, "//anon");
	mmap_user(&w, 1, 5, 0x3000, 0x1000, "[vdso]");
	mmap_user(&w, 1, 5, 0x7fff00001000, 0x1000, "[vdso]");
	data.mmap.prot = PROT_READ | PROT_WRITE;
	add(&w, 1, &data);
	old.type = DEFER_RECORD_MMAP;
	old.mmap.prot = 0;
	add(&w, 1, &old);
	T_RUN(replay(&w));
	map = map_at(&w, 5, 9, 0x1234);
	T_STREQ(map->dso->name, "/tmp/perf-5.map");
	T_EQ(map->dso->kind, DSO_PERF_MAP);
	T_EQ(map__dso_addr(map, 0x1234), 0x1234);
	map = map_at(&w, 5, 9, 0x3123);
	T_EQ(map->dso->kind, DSO_VDSO32);
	T_EQ(map__dso_addr(map, 0x3123), 0x123);
	map = map_at(&w, 5, 9, 0x7fff00001123);
	T_EQ(map->dso->kind, DSO_VDSO);
	T_EQ(map__dso_addr(map, 0x7fff00001123), 0x123);
	T_STREQ(dso_at(&w, 5, 9, 0x9000), "//anon");
	T_STREQ(dso_at(&w, 5, 9, 0xb000), "/tmp/perf-5.map");
	world__exit(&w);
	return TEST_OK;
}

#define TEXT   0xffffffff81000000
#define MODULE 0xffffffffc0000000

static int test_kernel(void)
{
	const struct map *map;
	struct world w;

	world__init(&w);
	mmap_kernel(&w, TEXT, 0x1000000, TEXT + 0x10, "[kernel.kallsyms]_stext");
	mmap_kernel(&w, MODULE, 0x8000, 0, "[ext4]");
	mmap_kernel(&w, MODULE + 0x8000, 0x8000, 0, "/lib/modules/6.1/kernel/net/snd-pcm.ko");
	mmap_kernel(&w, 0xfffffe0000006000, 0x1000, TEXT + 0x2000, "__entry_SYSCALL_64_trampoline");
	mmap_kernel(&w, 0x1000, 0x1000, 0, "garbage");
	T_RUN(replay(&w));
	map = kernel_at(&w, 0, TEXT + 0x100);
	T_STREQ(map->dso->name, "[kernel.kallsyms]");
	T_EQ(map->dso->kind, DSO_KERNEL);
	T_EQ(map->dso->ref_addr, TEXT + 0x10);
	T_EQ(map__dso_addr(map, TEXT + 0x100), TEXT + 0x100);
	map = kernel_at(&w, 0, MODULE + 0x7fff);
	T_STREQ(map->dso->name, "[ext4]");
	T_EQ(map->dso->ref_addr, MODULE);
	T_EQ(map__dso_addr(map, MODULE + 1), MODULE + 1);
	T_STREQ(kernel_at(&w, 0, MODULE + 0x8000)->dso->name, "[snd_pcm]");
	map = kernel_at(&w, 0, 0xfffffe0000006010);
	T_STREQ(map->dso->name, "[kernel.kallsyms]");
	T_EQ(map__dso_addr(map, 0xfffffe0000006010), TEXT + 0x2010);
	T_CHECK(!kernel_at(&w, 0, 0x1000));
	T_CHECK(!map_at(&w, -1, 0, TEXT));
	world__exit(&w);
	return TEST_OK;
}

/* The range in the record ends with .rodata; .init.text lies behind it. */
static int test_kernel_init(void)
{
	struct world w;

	world__init(&w);
	mmap_kernel(&w, TEXT, 0x1000000, TEXT, "[kernel.kallsyms]_text");
	mmap_kernel(&w, TEXT + 0x3000000, 0x1000, 0, "[near]");
	T_RUN(replay(&w));
	T_STREQ(kernel_at(&w, 0, TEXT + 0x1800000)->dso->name, "[kernel.kallsyms]");
	T_STREQ(kernel_at(&w, 0, TEXT + 0x3000010)->dso->name, "[near]");
	T_CHECK(!kernel_at(&w, 0, MODULE));
	T_CHECK(!kernel_at(&w, 0, TEXT - 1));
	world__exit(&w);
	return TEST_OK;
}

/* Old perfs made the kernel's map as long as could be, or wrote that it had no length at all. */
static int test_kernel_unbounded(void)
{
	struct world w;

	world__init(&w);
	mmap_kernel(&w, 0, 0, 0, "[kernel.kallsyms]_text");
	mmap_kernel(&w, MODULE, 0x8000, 0, "[ext4]");
	T_RUN(replay(&w));
	T_STREQ(kernel_at(&w, 0, TEXT)->dso->name, "[kernel.kallsyms]");
	T_STREQ(kernel_at(&w, 0, MODULE)->dso->name, "[ext4]");
	T_EQ(map__dso_addr(kernel_at(&w, 0, MODULE + 0x9000), MODULE + 0x9000), MODULE + 0x9000);
	world__exit(&w);
	return TEST_OK;
}

static int test_ksymbol(void)
{
	struct world w;

	world__init(&w);
	mmap_kernel(&w, TEXT, 0x1000000, TEXT, "[kernel.kallsyms]_text");
	ksymbol(&w, 10, MODULE, 0x100, false, "bpf_prog_aa");
	ksymbol(&w, 12, MODULE + 0x300, 0x100, false, "bpf_prog_cc");
	ksymbol(&w, 20, MODULE, 0x100, true, "bpf_prog_aa");
	ksymbol(&w, 21, MODULE + 0x3ff, 1, true, "bpf_prog_cc");
	ksymbol(&w, 30, MODULE, 0x200, false, "bpf_prog_bb");
	ksymbol(&w, 40, MODULE + 0x1000, 0, false, "bpf_prog_interpreted");
	ksymbol(&w, 50, TEXT, 0x100, true, "bpf_prog_never_there");
	T_RUN(replay(&w));
	T_STREQ(kernel_at(&w, 15, MODULE)->dso->name, "bpf_prog_aa");
	T_EQ(kernel_at(&w, 15, MODULE)->dso->kind, DSO_IMAGE);
	T_EQ(map__dso_addr(kernel_at(&w, 15, MODULE), MODULE + 8), MODULE + 8);
	T_CHECK(!kernel_at(&w, 25, MODULE + 0x300));
	T_STREQ(kernel_at(&w, 35, MODULE + 0x1ff)->dso->name, "bpf_prog_bb");
	T_CHECK(!kernel_at(&w, 45, MODULE + 0x1000));
	T_STREQ(kernel_at(&w, 55, TEXT)->dso->name, "[kernel.kallsyms]");
	world__exit(&w);
	return TEST_OK;
}

static int test_guest(void)
{
	struct defer_event ev =
		mmap_event(77, 0x1000, 0x1000, 0x1000, "[guest.kernel.kallsyms.77]_text");
	struct defer_event only =
		mmap_event(-1, 0x5000, 0x1000, 0x5000, "[guest.kernel.kallsyms]_text");
	struct world w;

	world__init(&w);
	ev.misc = only.misc = DEFER_MISC_GUEST_KERNEL;
	add(&w, 0, &ev);
	add(&w, 0, &only);
	ev.misc = DEFER_MISC_GUEST_USER;
	ev.mmap.start = 0x9000;
	add(&w, 0, &ev);
	T_RUN(replay(&w));
	T_CHECK(!kernel_at(&w, 0, 0x1000));
	T_CHECK(!map_at(&w, 77, 0, 0x9000));
	T_EQ(machine__nr_dsos(w.machine), 0);
	world__exit(&w);
	return TEST_OK;
}

static int test_hostile(void)
{
	const int32_t pids[] = {INT32_MIN, -2, -1, 0, 1, INT32_MAX};
	struct world w;
	unsigned int i, j;

	world__init(&w);
	for (i = 0; i < 6; i++) {
		comm(&w, UINT64_MAX, pids[i], pids[5 - i], "", true);
		mmap_user(&w, 0, pids[i], UINT64_MAX - 0x800, 0x1000, "\x1b[31m\n\xff");
		mmap_user(&w, 0, pids[i], 0x1000, 0, "/empty");
		mmap_user(&w, 0, pids[i], 0, UINT64_MAX, "");
		mmap_kernel(&w, UINT64_MAX, UINT64_MAX, UINT64_MAX, "[kernel.kallsyms");
		mmap_kernel(&w, UINT64_MAX, 1, 1, "[");
		mmap_kernel(&w, 1, UINT64_MAX, 1, "/");
		mmap_kernel(&w, 1, 1, 1, "");
		ksymbol(&w, 1, UINT64_MAX, UINT32_MAX, i & 1, "");
		for (j = 0; j < 6; j++)
			fork_task(&w, j, pids[i], pids[j], pids[(i + j) % 6]);
		exit_task(&w, 0, pids[i], pids[i]);
	}
	T_RUN(replay(&w));
	for (i = 0; i < 6; i++)
		for (j = 0; j < 6; j++)
			T_CHECK(machine__maps(w.machine,
					      at(&w, pids[i], pids[j], pids[j]).maps_id));
	world__exit(&w);
	return TEST_OK;
}

static int test_many(void)
{
	const int32_t nr = 200000;
	struct world w;
	char name[32];
	int32_t i;

	world__init(&w);
	comm(&w, 0, 1, 1, "init", false);
	mmap_user(&w, 0, 1, 0x1000, 0x1000, "/bin/init");
	for (i = 0; i < nr; i++) {
		snprintf(name, sizeof(name), "task %d", i % 1000);
		fork_task(&w, i, i + 1, i + 2, i + 2);
		comm(&w, i, i + 2, i + 2, name, false);
		mmap_user(&w, i, i + 2, 0x10000ULL * (i + 1), 0x1000, name);
	}
	T_RUN(replay(&w));
	/* and ":-1", "swapper" and "init" */
	T_EQ(machine__nr_comms(w.machine), 3 + 1000);
	T_STREQ(comm_at(&w, nr + 1, nr + 1, nr), "task 999");
	for (i = 0; i < nr; i++)
		T_CHECK(map_at(&w, nr + 1, nr, 0x10000ULL * (i + 1)));
	T_STREQ(dso_at(&w, nr + 1, nr, 0x10000ULL * 500), "task 499");
	world__exit(&w);
	return TEST_OK;
}

#define NR_THREADS 4
#define NR_TIDS	   3000

struct asker {
	const struct machine *machine;
	uint32_t ids[NR_TIDS];
	int bad;
};

static void *ask(void *arg)
{
	struct asker *asker = arg;
	struct task_view view;
	char name[16];
	int32_t tid;

	for (tid = 0; tid < NR_TIDS; tid++) {
		machine__find_task(asker->machine, 1, tid + 100, 5, 0, &view);
		asker->ids[tid] = view.comm_id;
		snprintf(name, sizeof(name), ":%d", tid + 100);
		asker->bad += strcmp(machine__comm(asker->machine, view.comm_id), name) != 0;
	}
	return NULL;
}

static int test_threads(void)
{
	struct asker *askers = calloc(NR_THREADS, sizeof(*askers));
	pthread_t threads[NR_THREADS];
	struct world w;
	int i;

	T_CHECK(askers);
	world__init(&w);
	T_RUN(replay(&w));
	for (i = 0; i < NR_THREADS; i++) {
		askers[i].machine = w.machine;
		T_EQ(pthread_create(&threads[i], NULL, ask, &askers[i]), 0);
	}
	for (i = 0; i < NR_THREADS; i++)
		pthread_join(threads[i], NULL);
	for (i = 0; i < NR_THREADS; i++) {
		T_EQ(askers[i].bad, 0);
		T_CHECK(!memcmp(askers[i].ids, askers[0].ids, sizeof(askers[0].ids)));
	}
	T_EQ(machine__nr_comms(w.machine), 2 + NR_TIDS);
	free(askers);
	world__exit(&w);
	return TEST_OK;
}

/* What is remembered is what the machine says, in whatever order it is asked. */
static int test_cache(void)
{
	struct machine_cache cache;
	uint64_t rng = 3;
	struct world w;

	world__init(&w);
	for (int i = 0; i < 300; i++) {
		int32_t tid = 10 + (int32_t)rng__below(&rng, 5);
		int32_t pid = 10 + (int32_t)rng__below(&rng, 2);
		uint64_t time = rng__below(&rng, 50);

		switch (rng__below(&rng, 4)) {
		case 0:
			comm(&w, time, pid, tid, tid % 2 ? "odd" : "even", rng__below(&rng, 2));
			break;
		case 1:
			fork_task(&w, time, 10, tid, tid);
			break;
		case 2:
			mmap_user(&w, time, pid, 0x1000 * rng__below(&rng, 9), 0x1000, "/bin/a");
			break;
		default:
			ksymbol(&w, time, 0xffffffffa0000000, 64, rng__below(&rng, 2), "bpf_prog");
			break;
		}
	}
	T_RUN(replay(&w));
	machine_cache__init(&cache, w.machine);
	for (int i = 0; i < 100000; i++) {
		/* Tids that share a slot, and tids and pids that are not known. */
		int32_t tid = 8 + (int32_t)rng__below(&rng, 8) + 64 * (int32_t)rng__below(&rng, 2);
		int32_t pid = -1 + 10 * (int32_t)rng__below(&rng, 3);
		uint64_t time = rng__below(&rng, 52), order = rng__below(&rng, 320);
		const struct task_view *view = machine_cache__task(&cache, pid, tid, time, order);
		struct task_view want;

		machine__find_task(w.machine, pid, tid, time, order, &want);
		T_CHECK(view->pid == want.pid && view->tid == want.tid);
		T_EQ(view->comm_id, want.comm_id);
		T_EQ(view->maps_id, want.maps_id);
		T_CHECK(view->life == want.life && view->known == want.known);
		T_EQ(machine_cache__kernel_maps(&cache, time, order),
		     machine__kernel_maps(w.machine, time, order, &TIMELINE_SPAN_ALL));
	}
	world__exit(&w);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"comms follow COMM, and FORK from the parent", test_comm},
	{"the idle task is there unsaid", test_idle},
	{"tasks that no record names", test_unknown},
	{"a tid that is used again is another task", test_reuse},
	{"an exec starts a new address space", test_exec},
	{"forks share maps until one changes them", test_fork_maps},
	{"a program that runs again at the same addresses", test_again},
	{"a map that lands on another one", test_remap},
	{"a map of the last addresses", test_last_addresses},
	{"records of several workers come in order of time", test_order},
	{"equal times go by the order of the stream", test_equal_times},
	{"two builds of one file are two DSOs", test_build_ids},
	{"JIT code and the vdso", test_jit},
	{"the kernel, its modules and its trampolines", test_kernel},
	{"the kernel's image goes on past its record", test_kernel_init},
	{"a kernel without length gives way to modules", test_kernel_unbounded},
	{"code of the kernel that comes and goes", test_ksymbol},
	{"kernels of guests are their own", test_guest},
	{"ids, addresses and names that cannot be", test_hostile},
	{"hundreds of thousands of forks", test_many},
	{"many threads ask for unknown tasks", test_threads},
	{"answers that a thread remembers", test_cache},
	{0},
};

const struct test_suite suite__machine = {"machine", "Tasks and maps at any time", cases};
