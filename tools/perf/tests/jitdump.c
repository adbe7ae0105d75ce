// SPDX-License-Identifier: GPL-2.0-only
/* What JITs dump about their code: which function an address has at which time. */
#include <malloc.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "tests/names-world.h"
#include "tests/rng.h"
#include "tests/tests.h"
#include "util/dso/containers.h"
#include "util/dso/dso-code.h"
#include "util/dso/dso.h"
#include "util/dso/jit-file.h"
#include "util/dso/jitdump.h"
#include "util/dso/perf-map.h"
#include "util/session/session.h"
#include "util/unwind/dso-cfi.h"

#define PID	101
#define PATH	"/tmp/jit-101.dump"
#define CODE	0x7f0000001000
#define MAGIC	0x4a695444
#define X86_64	62
#define VERSION 4  /* offset in the header */
#define FLAGS	32 /* likewise */

static const struct names_task task = {PID, PID, 0};

/* ---- the file of a JIT ---- */

static void dump__init(struct builder *d, bool big)
{
	builder__init(d, big);
	builder__u32(d, MAGIC);
	builder__u32(d, 1);
	builder__u32(d, 48); /* eight bytes more than are known */
	builder__u32(d, X86_64);
	builder__u32(d, 0);
	builder__u32(d, PID);
	builder__u64(d, 12345); /* time of day in ms, from V8 */
	builder__u64(d, 0);
	builder__u64(d, 0);
}

static size_t record(struct builder *d, uint32_t kind, uint64_t time)
{
	const size_t at = builder__u32(d, kind);

	builder__u32(d, 0);
	builder__u64(d, time);
	return at;
}

static void end(struct builder *d, size_t at)
{
	builder__poke_u32(d, at + 4, d->size - at);
}

static size_t load_of(struct builder *d, uint64_t time, int32_t pid, uint64_t addr, uint64_t size,
		      uint64_t index, const char *name)
{
	const size_t at = record(d, JIT_LOAD, time);

	builder__u32(d, pid);
	builder__u32(d, pid + 1);
	builder__u64(d, addr);
	builder__u64(d, addr);
	builder__u64(d, size);
	builder__u64(d, index);
	builder__bytes(d, name, strlen(name) + 1);
	for (uint64_t i = 0; i < size; i++)
		builder__u8(d, index + i);
	end(d, at);
	return at;
}

static size_t load(struct builder *d, uint64_t time, uint64_t addr, uint64_t size, uint64_t index,
		   const char *name)
{
	return load_of(d, time, PID, addr, size, index, name);
}

static void move(struct builder *d, uint64_t time, uint64_t from, uint64_t to, uint64_t size,
		 uint64_t index)
{
	const size_t at = record(d, JIT_MOVE, time);

	builder__u32(d, PID);
	builder__u32(d, PID);
	builder__u64(d, to);
	builder__u64(d, from);
	builder__u64(d, to);
	builder__u64(d, size);
	builder__u64(d, index);
	end(d, at);
}

static void close_record(struct builder *d, uint64_t time)
{
	end(d, record(d, JIT_CLOSE, time));
}

static void unwinding(struct builder *d, uint64_t size, uint64_t hdr_size)
{
	const size_t at = record(d, JIT_UNWINDING_INFO, 1);

	builder__u64(d, size);
	builder__u64(d, hdr_size);
	builder__u64(d, 0);
	for (uint64_t i = 0; i < size; i++)
		builder__u8(d, 0xe0 + i);
	builder__zeros(d, 5);
	end(d, at);
}

/* ---- the trace of its process ---- */

/* Begins a trace whose times are those of @clockid, or perf's own if it is negative. */
static int world__init(struct names_world *w, int32_t clockid)
{
	T_RUN(names_world__init(w, NULL));
	builder__exit(&w->b);
	builder__init(&w->b, false);
	if (clockid >= 0) {
		w->event.attr.flags |= DEFER_ATTR_USE_CLOCKID;
		w->event.attr.clockid = clockid;
	}
	builder__begin_file(&w->b, &w->event, 1);
	w->jitdumps = true;
	names_world__comm(w, 100, task, "js", true);
	names_world__mmap(w, 110, task, DEFER_MISC_USER, 0x400000, 0x10000, "/bin/js");
	names_world__mmap(w, 120, task, DEFER_MISC_USER, 0x7f0000000000, 0x1000, PATH);
	names_world__mmap(w, 130, task, DEFER_MISC_USER, CODE, 0x100000, "//anon");
	return TEST_OK;
}

static void hit_of(struct names_world *w, int32_t pid, uint64_t time, uint64_t ip)
{
	names_world__sample(w, time, (struct names_task){pid, pid, 0}, DEFER_MISC_USER, ip, NULL, 0,
			    0);
}

static void hit(struct names_world *w, uint64_t time, uint64_t ip)
{
	hit_of(w, PID, time, ip);
}

/* Writes the file, and reads the trace. */
static int world__read(struct names_world *w, struct builder *d)
{
	T_CHECK(folder__write_bytes(&w->folder, "symfs" PATH, d->data, d->size));
	builder__exit(d);
	return names_world__read(w, 0);
}

static const char *name_of(struct names_world *w, uint64_t ip)
{
	const struct frame *frame = names_world__hit(w, ip);

	if (!frame)
		return "(no sample)";
	return frame->sym ? frame->sym->name : frame__dso_name(frame);
}

/* ---- times ---- */

static int check_times(bool big)
{
	struct names_world w;
	struct builder d;

	T_RUN(world__init(&w, CLOCK_MONOTONIC));
	dump__init(&d, big);
	load(&d, 1000, CODE, 0x100, 1, "first");
	load(&d, 1000, CODE + 0x100, 0x100, 2, "\x1b[31mred");
	load(&d, 2000, CODE + 0x80, 0x40, 3, "second");
	load(&d, 2500, CODE + 0x200, 0x10, 4, "");
	load(&d, 2500, CODE + 0x300, 0, 5, "nothing");
	load_of(&d, 2500, PID + 1, CODE + 0x400, 0x10, 6, "child");
	hit(&w, 999, CODE);
	hit(&w, 1000, CODE + 1);
	hit(&w, 1999, CODE + 0x80);
	hit(&w, 1999, CODE + 0x100);
	hit(&w, 2000, CODE + 0x81);
	hit(&w, 2001, CODE + 0x7f);
	hit(&w, 2001, CODE + 0xc0);
	hit(&w, 3000, CODE + 0x200);
	hit(&w, 3000, CODE + 0x300);
	hit(&w, 3000, CODE + 0x400);
	hit(&w, 3000, 0x400010);
	T_RUN(world__read(&w, &d));
	T_STREQ(name_of(&w, CODE), "[JIT] tid 101");
	T_STREQ(name_of(&w, CODE + 1), "first");
	T_STREQ(name_of(&w, CODE + 0x80), "first");
	T_STREQ(name_of(&w, CODE + 0x100), "?[31mred");
	T_STREQ(name_of(&w, CODE + 0x81), "second");
	T_STREQ(name_of(&w, CODE + 0x7f), "first");
	T_STREQ(name_of(&w, CODE + 0xc0), "first");
	T_STREQ(name_of(&w, CODE + 0x200), "jit-101.dump");
	T_STREQ(name_of(&w, CODE + 0x300), "[JIT] tid 101");
	T_STREQ(name_of(&w, CODE + 0x400), "[JIT] tid 101");
	T_STREQ(name_of(&w, 0x400010), "js");
	T_EQ(w.session->jitdumps.nr, 1);
	T_EQ(w.session->jitdumps.refused, 0);
	names_world__exit(&w);
	return TEST_OK;
}

static int test_times(void)
{
	return check_times(false);
}

static int test_byte_order(void)
{
	return check_times(true);
}

static int test_move(void)
{
	struct names_world w;
	struct builder d;

	T_RUN(world__init(&w, CLOCK_MONOTONIC));
	dump__init(&d, false);
	load(&d, 1000, CODE, 0x100, 7, "moved");
	load(&d, 1000, CODE + 0x100, 0x100, 8, "other");
	move(&d, 2000, CODE, CODE + 0x1000, 0x100, 7);
	move(&d, 2000, CODE + 0x100, CODE + 0x2000, 0x100, 9);
	hit(&w, 1999, CODE);
	hit(&w, 1999, CODE + 0x1000);
	hit(&w, 2000, CODE + 1);
	hit(&w, 2000, CODE + 0x10ff);
	hit(&w, 2001, CODE + 0x100);
	hit(&w, 2001, CODE + 0x2000);
	T_RUN(world__read(&w, &d));
	T_STREQ(name_of(&w, CODE), "moved");
	T_STREQ(name_of(&w, CODE + 0x1000), "[JIT] tid 101");
	T_STREQ(name_of(&w, CODE + 1), "[JIT] tid 101");
	T_STREQ(name_of(&w, CODE + 0x10ff), "moved");
	T_STREQ(name_of(&w, CODE + 0x100), "[JIT] tid 101");
	T_STREQ(name_of(&w, CODE + 0x2000), "[JIT] tid 101");
	names_world__exit(&w);
	return TEST_OK;
}

static int test_close(void)
{
	struct names_world w;
	struct builder d;

	T_RUN(world__init(&w, CLOCK_MONOTONIC));
	dump__init(&d, false);
	load(&d, 1000, CODE, 0x100, 1, "closed");
	close_record(&d, 2000);
	load(&d, 3000, CODE, 0x100, 2, "behind");
	hit(&w, 1999, CODE);
	hit(&w, 2000, CODE + 1);
	hit(&w, 3000, CODE + 2);
	T_RUN(world__read(&w, &d));
	T_STREQ(name_of(&w, CODE), "closed");
	T_STREQ(name_of(&w, CODE + 1), "[JIT] tid 101");
	T_STREQ(name_of(&w, CODE + 2), "[JIT] tid 101");
	names_world__exit(&w);
	return TEST_OK;
}

/* ---- other records of the trace ---- */

/* The kernel writes the map of anonymous memory again when its protection changes. */
static int test_maps(void)
{
	struct names_world w;
	struct builder d;

	T_RUN(world__init(&w, CLOCK_MONOTONIC));
	dump__init(&d, false);
	load(&d, 1000, CODE, 0x100, 1, "stays");
	load(&d, 1000, CODE + 0x1000, 0x100, 2, "replaced");
	load(&d, 1000, CODE + 0x2000, 0x100, 3, "beside");
	load(&d, 1000, 0x400100, 0x100, 4, "builtin");
	names_world__mmap(&w, 2000, task, DEFER_MISC_USER, CODE, 0x200000, "//anon");
	names_world__mmap(&w, 2000, task, DEFER_MISC_USER, CODE + 0x1000, 0x1000, "/lib/new.so");
	names_world__mmap(&w, 2000, task, DEFER_MISC_USER, 0x400000, 0x10000, "/bin/js");
	hit(&w, 1999, CODE + 0x1000);
	hit(&w, 2000, CODE);
	hit(&w, 2001, CODE + 0x1001);
	hit(&w, 2001, CODE + 0x2000);
	hit(&w, 2001, CODE + 0x110000);
	hit(&w, 2001, 0x400100);
	names_world__comm(&w, 4000, task, "other", true);
	names_world__mmap(&w, 4000, task, DEFER_MISC_USER, CODE, 0x100000, "//anon");
	hit(&w, 4001, CODE + 2);
	T_RUN(world__read(&w, &d));
	T_STREQ(name_of(&w, CODE + 0x1000), "replaced");
	T_STREQ(name_of(&w, CODE), "stays");
	T_STREQ(name_of(&w, CODE + 0x1001), "new.so");
	T_STREQ(name_of(&w, CODE + 0x2000), "beside");
	T_STREQ(name_of(&w, CODE + 0x110000), "[JIT] tid 101");
	T_STREQ(name_of(&w, 0x400100), "builtin");
	T_STREQ(name_of(&w, CODE + 2), "[JIT] tid 101");
	names_world__exit(&w);
	return TEST_OK;
}

/* A child has its parent's code, and not what the parent loads later. */
static int test_fork(void)
{
	const struct names_task child = {102, 102, 0};
	struct names_world w;
	struct builder d;

	T_RUN(world__init(&w, CLOCK_MONOTONIC));
	dump__init(&d, false);
	load(&d, 1000, CODE, 0x100, 1, "before");
	load(&d, 3000, CODE, 0x80, 2, "after");
	load(&d, 3000, CODE + 0x100, 0x80, 3, "beside");
	names_world__fork(&w, 2000, task, child);
	names_world__mmap(&w, 4000, child, DEFER_MISC_USER, CODE, 0x40, "/lib/new.so");
	hit_of(&w, 102, 3500, CODE);
	hit_of(&w, 102, 3500, CODE + 0x100);
	hit_of(&w, 102, 4500, CODE + 1);
	hit_of(&w, 102, 4500, CODE + 0x40);
	hit(&w, 4500, CODE + 2);
	hit(&w, 4500, CODE + 0x101);
	hit(&w, 4500, CODE + 0x80);
	T_RUN(world__read(&w, &d));
	T_STREQ(name_of(&w, CODE), "before");
	T_STREQ(name_of(&w, CODE + 0x100), "[JIT] tid 101");
	T_STREQ(name_of(&w, CODE + 1), "new.so");
	T_STREQ(name_of(&w, CODE + 0x40), "before");
	T_STREQ(name_of(&w, CODE + 2), "after");
	T_STREQ(name_of(&w, CODE + 0x101), "beside");
	T_STREQ(name_of(&w, CODE + 0x80), "before");
	names_world__exit(&w);
	return TEST_OK;
}

/* ---- clocks ---- */

static int check_refused(struct names_world *w, struct builder *d, const char *why)
{
	hit(w, 2000, CODE);
	T_RUN(world__read(w, d));
	T_STREQ(name_of(w, CODE), "[JIT] tid 101");
	T_EQ(w->session->jitdumps.refused, 1);
	T_CHECK(strstr(w->session->jitdumps.why.text, PATH));
	T_CHECK(strstr(w->session->jitdumps.why.text, why));
	T_EQ(w->session->damage.nr, 0);
	names_world__exit(w);
	return TEST_OK;
}

static int test_other_clock(void)
{
	static const int32_t clocks[] = {-1, CLOCK_REALTIME, CLOCK_MONOTONIC_RAW, CLOCK_BOOTTIME};
	struct names_world w;
	struct builder d;

	for (size_t i = 0; i < sizeof(clocks) / sizeof(*clocks); i++) {
		T_RUN(world__init(&w, clocks[i]));
		dump__init(&d, false);
		load(&d, 1000, CODE, 0x100, 1, "misplaced");
		T_RUN(check_refused(&w, &d, "record with -k mono"));
	}
	T_RUN(world__init(&w, CLOCK_MONOTONIC));
	dump__init(&d, false);
	builder__poke_u64(&d, FLAGS, 1);
	load(&d, 1000, CODE, 0x100, 1, "misplaced");
	T_RUN(check_refused(&w, &d, "CPU's counter"));
	T_RUN(world__init(&w, -1));
	dump__init(&d, false);
	builder__poke_u64(&d, FLAGS, 1);
	load(&d, 1000, CODE, 0x100, 1, "misplaced");
	return check_refused(&w, &d, "CPU's counter");
}

/* The counter goes on by 4 in a ns, and began at 1000 ns; its lower 16 bits are known. */
static void time_conv(struct names_world *w, bool is_short)
{
	const size_t at = builder__begin(&w->b, 79, 0);

	(void)at;
	builder__u64(&w->b, 10);
	builder__u64(&w->b, 256);
	builder__u64(&w->b, 1000);
	builder__u64(&w->b, 0x20000);
	builder__u64(&w->b, 0xffff);
	builder__u8(&w->b, 1);
	builder__u8(&w->b, is_short);
	builder__zeros(&w->b, 6);
	builder__end(&w->b);
}

static int check_counter(uint64_t count, uint64_t ns, bool is_short)
{
	struct names_world w;
	struct builder d;

	T_RUN(world__init(&w, -1));
	time_conv(&w, is_short);
	dump__init(&d, false);
	builder__poke_u64(&d, FLAGS, 1);
	load(&d, count, CODE, 0x100, 1, "counted");
	hit(&w, ns - 1, CODE);
	hit(&w, ns, CODE + 1);
	T_RUN(world__read(&w, &d));
	T_STREQ(name_of(&w, CODE), "[JIT] tid 101");
	T_STREQ(name_of(&w, CODE + 1), "counted");
	names_world__exit(&w);
	return TEST_OK;
}

static int test_counter(void)
{
	T_RUN(check_counter(4096 + 8, 1000 + 1024 + 2, false));
	return check_counter(8, 1000 + (0x20000 + 8) / 4, true);
}

/* ---- whose file it is ---- */

/* Opens @name in the folder, without symfs, for process @pid. */
static int open_in(const struct folder *folder, const char *name, int32_t pid, bool force,
		   struct defer_error *err)
{
	const struct symbol_conf conf = {.force = force};
	struct jitdump dump;
	char path[256];
	int ret;

	*err = (struct defer_error)DEFER_ERROR_INIT;
	snprintf(path, sizeof(path), "%s/%s", folder->path, name);
	ret = jitdump__open(&dump, path, pid, &conf, err);
	if (!ret)
		jitdump__close(&dump);
	return ret;
}

static int check_owner(const struct folder *folder)
{
	struct defer_error err;
	char path[256];

	snprintf(path, sizeof(path), "%s/jit-101.dump", folder->path);
	if (chown(path, 12345, 12345))
		return TEST_OK;
	T_EQ(open_in(folder, "jit-101.dump", PID, false, &err), DEFER_ERR_INVAL);
	T_CHECK(strstr(err.text, "not owned by current user"));
	T_EQ(open_in(folder, "jit-101.dump", PID, true, &err), 0);
	return TEST_OK;
}

static int check_whose(const struct folder *folder)
{
	struct defer_error err;
	struct builder d;

	dump__init(&d, false);
	T_CHECK(folder__write_bytes(folder, "jit-101.dump", d.data, d.size));
	T_CHECK(folder__write_bytes(folder, "jit-102.dump", d.data, d.size));
	T_EQ(open_in(folder, "jit-101.dump", PID, false, &err), 0);
	T_EQ(open_in(folder, "jit-101.dump", 999, false, &err), DEFER_ERR_NOENT);
	T_CHECK(strstr(err.text, "in a container as process 101"));
	T_EQ(open_in(folder, "jit-102.dump", 102, false, &err), DEFER_ERR_INVAL);
	T_CHECK(strstr(err.text, "written by process 101"));
	T_EQ(open_in(folder, "jit-103.dump", 103, false, &err), DEFER_ERR_NOENT);
	T_CHECK(folder__link(folder, "jit-104.dump", "jit-101.dump"));
	T_CHECK(open_in(folder, "jit-104.dump", 104, false, &err) < 0);
	T_CHECK(folder__fifo(folder, "jit-105.dump"));
	T_CHECK(open_in(folder, "jit-105.dump", 105, false, &err) < 0);
	builder__exit(&d);
	return check_owner(folder);
}

static int test_whose(void)
{
	return folder__run(check_whose);
}

/* Process 77 of this host is number 5 in its container. */
static bool make_container(const struct folder *folder, const struct builder *d)
{
	return folder__write(folder, "proc/self/ns/mnt", "") &&
	       folder__mkdir(folder, "proc/self/root") &&
	       folder__write(folder, "proc/77/ns/mnt", "") &&
	       folder__write(folder, "proc/77/status", "Name:\tjs\nNSpid:\t77\t6\t5\n") &&
	       folder__link(folder, "proc/77/root", "../../inner") &&
	       folder__link(folder, "proc/78/ns/mnt", "../../self/ns/mnt") &&
	       folder__write(folder, "proc/78/status", "Name:\tjs\nNSpid:\t78\n") &&
	       folder__link(folder, "proc/78/root", "../self/root") &&
	       folder__write(folder, "inner/tmp/perf-5.map", "1000 10 inner\n") &&
	       folder__link(folder, "inner/tmp/jit-6.dump", "jit-5.dump") &&
	       folder__write_bytes(folder, "inner/tmp/jit-5.dump", d->data, d->size);
}

static int check_contained(const struct symbol_conf *conf)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct jitdump dump;
	struct symtab tab;

	T_EQ(jit_file__inner_pid(conf, 77), 5);
	T_EQ(jit_file__inner_pid(conf, 78), 0);
	T_EQ(jit_file__inner_pid(conf, 79), 0);
	T_EQ(jitdump__open(&dump, "/tmp/jit-5.dump", 77, conf, &err), 0);
	T_EQ(dump.pid, 5);
	jitdump__close(&dump);
	T_CHECK(jitdump__open(&dump, "/tmp/jit-5.dump", 78, conf, &err) < 0);
	T_CHECK(jitdump__open(&dump, "/tmp/jit-6.dump", 77, conf, NULL) < 0);
	symtab__init(&tab, false);
	T_EQ(symtab__load_perf_map(&tab, "/nonexistent/perf-77.map", 77, conf, NULL), 1);
	T_STREQ(symtab__find(&tab, 0x1008)->name, "inner");
	symtab__exit(&tab);
	symtab__init(&tab, false);
	T_CHECK(symtab__load_perf_map(&tab, "/nonexistent/perf-78.map", 78, conf, NULL) < 0);
	symtab__exit(&tab);
	return TEST_OK;
}

static int check_container(const struct folder *folder)
{
	struct symbol_conf conf = {0};
	struct builder d;
	char procfs[128], path[128];
	int ret;

	snprintf(procfs, sizeof(procfs), "%s/proc", folder->path);
	snprintf(path, sizeof(path), "%s/inner/tmp/jit-5.dump", folder->path);
	dump__init(&d, false);
	builder__poke_u32(&d, 20, 5);
	T_CHECK(make_container(folder, &d));
	builder__exit(&d);
	conf.containers = containers__new(procfs);
	T_CHECK(conf.containers);
	ret = check_contained(&conf);
	/* Of a process's own files, those of another user are not taken. */
	if (!ret && !chown(path, 12345, 12345)) {
		struct jitdump dump;

		T_CHECK(jitdump__open(&dump, "/tmp/jit-5.dump", 77, &conf, NULL) < 0);
	}
	containers__delete(conf.containers);
	return ret;
}

static int test_container(void)
{
	return folder__run(check_container);
}

static int test_names(void)
{
	static const char *const no[] = {"jit-1.dump",	     "/tmp/jit-.dump",	"/tmp/jit-1.dump2",
					 "/tmp/jit-x.dump",  "/tmp/jit-1.so",	"/tmp/xjit-1.dump",
					 "/tmp/jit- 1.dump", "/tmp/jit-0.dump", "/tmp/jit-1.dump/"};
	int32_t pid;

	T_CHECK(jitdump__is_name("/root/.debug/jit/x/jit-4711.dump", &pid));
	T_EQ(pid, 4711);
	for (size_t i = 0; i < sizeof(no) / sizeof(*no); i++)
		T_CHECK(!jitdump__is_name(no[i], &pid));
	return TEST_OK;
}

/* ---- faults ---- */

/* Returns the number of LOADs before the end or a fault. */
static int count_loads(const struct folder *folder, const void *data, size_t size,
		       struct defer_error *err)
{
	const struct symbol_conf conf = {0};
	struct jit_record rec;
	struct jitdump dump;
	char path[256];
	int nr = 0, ret;

	*err = (struct defer_error)DEFER_ERROR_INIT;
	snprintf(path, sizeof(path), "%s/jit-101.dump", folder->path);
	folder__write_bytes(folder, "jit-101.dump", data, size);
	if (jitdump__open(&dump, path, PID, &conf, err))
		return -1;
	while ((ret = jitdump__next(&dump, &rec, err)) > 0)
		nr += rec.kind == JIT_LOAD && strlen(rec.name) < 100;
	jitdump__close(&dump);
	return nr;
}

/* A process that runs, or was killed, leaves the last record incomplete. */
static int check_cut(const struct folder *folder)
{
	struct defer_error err;
	struct builder d;
	size_t first, second;

	dump__init(&d, false);
	unwinding(&d, 20, 8);
	first = load(&d, 1000, CODE, 0x20, 1, "first");
	second = load(&d, 1000, CODE, 0x20, 2, "second");
	for (size_t size = 0; size <= d.size; size++) {
		const int want = size < 40 ? -1 : (size >= second) + (size == d.size);

		T_EQ(count_loads(folder, d.data, size, &err), want);
		T_EQ(!err.code, want >= 0);
	}
	T_CHECK(first < second);
	builder__exit(&d);
	return TEST_OK;
}

static int test_cut(void)
{
	return folder__run(check_cut);
}

static int spoil(const struct folder *folder, size_t offset, uint32_t value, int want,
		 const char *why)
{
	struct defer_error err;
	struct builder d;
	size_t at;

	dump__init(&d, false);
	load(&d, 1000, CODE, 0x20, 1, "good");
	end(&d, record(&d, 77, 1000)); /* of a later version */
	unwinding(&d, 20, 8);
	at = load(&d, 1000, CODE, 0x20, 2, "bad");
	builder__poke_u32(&d, (offset < 0x1000 ? at : 0) + (offset & 0xfff), value);
	T_EQ(count_loads(folder, d.data, d.size, &err), want);
	if (!strstr(err.text, why))
		T_FAIL("\"%s\" is not in \"%s\"", why, err.text);
	builder__exit(&d);
	return TEST_OK;
}

#define HEADER 0x1000

static int check_spoilt(const struct folder *folder)
{
	T_RUN(spoil(folder, 4, 15, 1, "smaller than its prefix"));
	T_RUN(spoil(folder, 4, 56, 1, "name has no end"));
	T_RUN(spoil(folder, 4, 30, 1, "name has no end"));
	T_RUN(spoil(folder, 4, 60 + 0x1f, 1, "more code than its record holds"));
	T_RUN(spoil(folder, 4, UINT32_MAX, 1, ""));
	T_RUN(spoil(folder, 40, 0x21, 1, "more code than its record holds"));
	T_RUN(spoil(folder, 44, 1, 1, "more code than its record holds"));
	T_RUN(spoil(folder, 0, JIT_MOVE, 1, ""));
	T_RUN(spoil(folder, 0, JIT_UNWINDING_INFO, 1, "more than its record holds"));
	T_RUN(spoil(folder, HEADER, 1, -1, "not a jitdump"));
	T_RUN(spoil(folder, HEADER + VERSION, 2, -1, "unknown version"));
	T_RUN(spoil(folder, HEADER + FLAGS, 2, -1, "unknown version"));
	T_RUN(spoil(folder, HEADER + 8, 39, -1, "header is too short"));
	T_RUN(spoil(folder, HEADER + 8, UINT32_MAX, 0, ""));
	return TEST_OK;
}

static int test_spoilt(void)
{
	return folder__run(check_spoilt);
}

/* What stands before a fault counts, and the fault is told. */
static int test_fault(void)
{
	struct names_world w;
	struct builder d;

	T_RUN(world__init(&w, CLOCK_MONOTONIC));
	dump__init(&d, false);
	load(&d, 1000, CODE, 0x100, 1, "good");
	builder__poke_u32(&d, load(&d, 1000, CODE + 0x100, 0x100, 1, "bad") + 4, 3);
	hit(&w, 2000, CODE);
	hit(&w, 2000, CODE + 0x100);
	T_RUN(world__read(&w, &d));
	T_STREQ(name_of(&w, CODE), "good");
	T_STREQ(name_of(&w, CODE + 0x100), "[JIT] tid 101");
	T_EQ(w.session->jitdumps.refused, 1);
	T_EQ(w.session->jitdumps.why.code, DEFER_ERR_CORRUPT);
	names_world__exit(&w);
	return TEST_OK;
}

static int check_random(const struct folder *folder)
{
	uint64_t rng = 1;
	struct defer_error err;
	struct builder d;
	uint8_t *data;

	dump__init(&d, false);
	for (unsigned int i = 0; i < 8; i++) {
		unwinding(&d, 16, 4);
		load(&d, i, CODE + i * 64, 32, i, "function");
		move(&d, i, CODE + i * 64, CODE + 0x1000 + i * 64, 32, i);
	}
	close_record(&d, 9);
	data = malloc(d.size);
	T_CHECK(data);
	for (unsigned int run = 0; run < 3000; run++) {
		memcpy(data, d.data, d.size);
		for (unsigned int i = rng__below(&rng, 4) + 1; i; i--)
			data[rng__below(&rng, d.size)] = rng__below(&rng, 256);
		T_CHECK(count_loads(folder, data, d.size - rng__below(&rng, 8), &err) <= 16);
	}
	free(data);
	builder__exit(&d);
	return TEST_OK;
}

static int test_random(void)
{
	return folder__run(check_random);
}

/* ---- many ---- */

static size_t heap_size(void)
{
	const struct mallinfo2 info = mallinfo2();

	return info.uordblks + info.hblkhd;
}

/* Reads a trace with @nr functions in one piece of anonymous memory. Sets the memory that it takes, bytes. */
static int read_many(unsigned int nr, size_t *bytes)
{
	const size_t before = heap_size();
	struct names_world w;
	struct builder d;

	T_RUN(world__init(&w, CLOCK_MONOTONIC));
	names_world__mmap(&w, 140, task, DEFER_MISC_USER, CODE, (uint64_t)nr * 64, "//anon");
	dump__init(&d, false);
	for (unsigned int i = 0; i < nr; i++)
		load(&d, 1000 + i, CODE + i * 64ULL, 64, i, "function");
	hit(&w, 1000 + nr / 2, CODE + nr / 2 * 64);
	hit(&w, 1000 + nr / 2, CODE + (nr / 2 + 1) * 64);
	T_RUN(world__read(&w, &d));
	T_STREQ(name_of(&w, CODE + nr / 2 * 64), "function");
	T_STREQ(name_of(&w, CODE + (nr / 2 + 1) * 64), "[JIT] tid 101");
	*bytes = heap_size() - before;
	names_world__exit(&w);
	return TEST_OK;
}

/* A function costs the same, however many there are, and wherever they lie. */
static int test_many(void)
{
	size_t less, more;

	T_RUN(read_many(10000, &less));
	T_RUN(read_many(20000, &more));
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
	T_CHECK(more > less);
	T_CHECK((more - less) / 10000 < 700);
#endif
	return TEST_OK;
}

/* A function is looked up once, however many were loaded while it ran. */
static int test_place(void)
{
	const uint64_t chain[] = {DEFER_CONTEXT_USER, CODE, CODE + 0x100, 0x400010, 0x400020};
	struct names_world w;
	struct builder d;
	uint32_t few;

	T_RUN(world__init(&w, CLOCK_MONOTONIC));
	dump__init(&d, false);
	load(&d, 200, CODE, 0x100, 1, "inner");
	load(&d, 200, CODE + 0x100, 0x100, 2, "outer");
	for (unsigned int i = 0; i < 1000; i++) {
		load(&d, 1000 + i, CODE + 0x1000 + i * 64, 64, 3 + i, "more");
		names_world__sample(&w, 1000 + i, task, DEFER_MISC_USER, CODE, chain, 5, 0);
	}
	T_RUN(world__read(&w, &d));
	few = resolve__nr(w.resolve);
	T_CHECK(few <= 5);
	T_EQ(w.session->jitdumps.refused, 0);
	names_world__exit(&w);
	return TEST_OK;
}

/* ---- what else the file has ---- */

static int check_parts(const struct folder *folder)
{
	const struct symbol_conf conf = {0};
	struct defer_error err = DEFER_ERROR_INIT;
	struct dso_code code;
	struct jit_record rec;
	struct jitdump dump;
	struct builder d;
	struct dso *dso;
	char path[256];
	uint8_t *bytes;

	dump__init(&d, false);
	unwinding(&d, 20, 8);
	load(&d, 1000, CODE, 0x20, 0x40, "with");
	load(&d, 1000, CODE + 0x20, 0x20, 0x80, "without");
	snprintf(path, sizeof(path), "%s/jit-101.dump", folder->path);
	T_CHECK(folder__write_bytes(folder, "jit-101.dump", d.data, d.size));
	T_EQ(jitdump__open(&dump, path, PID, &conf, &err), 0);
	T_EQ(dump.machine, X86_64);
	T_EQ(jitdump__next(&dump, &rec, &err), 1);
	T_STREQ(rec.name, "with");
	T_EQ(rec.unwinding.size, 20);
	T_EQ(rec.unwinding_hdr_size, 8);
	bytes = jitdump__read_part(&dump, &rec.unwinding);
	T_CHECK(bytes && bytes[0] == 0xe0 && bytes[19] == 0xe0 + 19);
	free(bytes);
	T_EQ(jitdump__next(&dump, &rec, &err), 1);
	T_STREQ(rec.name, "without");
	T_EQ(rec.unwinding.size, 0);
	T_EQ(jitdump__next(&dump, &rec, &err), 0);
	jitdump__close(&dump);

	/* The code itself, which report annotates. */
	dso = dso__new(path, DSO_JITDUMP, NULL, &err);
	T_CHECK(dso);
	dso->pid = PID;
	T_EQ(dso_code__init(&code, dso, &conf, rec.code_at, rec.code_at + rec.size, &err), 0);
	T_EQ(code.size, 0x20);
	T_EQ(code.bytes[0], 0x80);
	T_EQ(code.bytes[0x1f], 0x9f);
	T_EQ(code.machine, X86_64);
	T_CHECK(code.is_64 && !code.big_endian);
	dso_code__exit(&code);
	dso__delete(dso);
	builder__exit(&d);
	return TEST_OK;
}

static int test_parts(void)
{
	return folder__run(check_parts);
}

/* What V8 of node 20 wrote for a function of 384 bytes. */
static const uint8_t v8_frames[] = {
	0x18, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x03, 0x7a, 0x4c, 0x52, 0x00, 0x01,
	0x78, 0x10, 0x02, 0xff, 0x1b, 0x0c, 0x07, 0x08, 0x90, 0x01, 0x00, 0x00, 0x00, 0x00,
	0x28, 0x00, 0x00, 0x00, 0x20, 0x00, 0x00, 0x00, 0x5c, 0xfe, 0xff, 0xff, 0x7e, 0x01,
	0x00, 0x00, 0x00, 0x4f, 0x0e, 0x10, 0x86, 0x02, 0x43, 0x0d, 0x06, 0x03, 0x04, 0x01,
	0x0d, 0x07, 0x41, 0x0e, 0x08, 0x52, 0x0c, 0x06, 0x10, 0x00, 0x00, 0x00, 0x00, 0x00,
	0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x01, 0x1b, 0x03, 0x3b, 0xb0, 0xff, 0xff, 0xff,
	0x01, 0x00, 0x00, 0x00, 0x34, 0xfe, 0xff, 0xff, 0xd0, 0xff, 0xff, 0xff};

struct cfi_world {
	struct dso_cfi dc;
	struct intern *rules;
	struct arena arena;
};

static int check_rule(struct cfi_world *w, uint64_t addr, uint8_t reg, int32_t offset)
{
	const struct cfi_rule *rule;

	T_EQ(dso_cfi__rule(&w->dc, addr, w->rules, &w->arena, &rule), 0);
	T_EQ(!rule, reg == UINT8_MAX);
	T_EQ(rule ? rule->cfa.reg : reg, reg);
	T_EQ(rule ? rule->cfa.value : offset, offset);
	return TEST_OK;
}

static int check_frames(const struct folder *folder)
{
	const struct symbol_conf conf = {0};
	struct defer_error err = DEFER_ERROR_INIT;
	struct cfi_world w = {.rules = intern__new()};
	uint64_t code[2];
	struct builder d;
	struct dso *dso;
	char path[256];
	size_t at;

	arena__init(&w.arena);
	dump__init(&d, false);
	for (unsigned int i = 0; i < 2; i++) {
		at = record(&d, JIT_UNWINDING_INFO, 1);
		builder__u64(&d, sizeof(v8_frames));
		builder__u64(&d, 20);
		builder__u64(&d, sizeof(v8_frames));
		builder__bytes(&d, v8_frames, sizeof(v8_frames));
		end(&d, at);
		load(&d, 1000, CODE + i * 4096, 384 - i, i, "framed");
		code[i] = d.size - (384 - i);
	}
	load(&d, 1000, CODE + 8192, 384, 3, "bare");
	snprintf(path, sizeof(path), "%s/jit-101.dump", folder->path);
	T_CHECK(folder__write_bytes(folder, "jit-101.dump", d.data, d.size));
	dso = dso__new(path, DSO_JITDUMP, NULL, &err);
	T_CHECK(dso && w.rules);
	dso->pid = PID;
	T_EQ(dso_cfi__init(&w.dc, dso, &conf, NULL, false, &err), 0);
	T_EQ(w.dc.cls, DEFER_UNWOUND);
	for (unsigned int i = 0; i < 2; i++) {
		T_RUN(check_rule(&w, code[i], 7, 8));
		T_RUN(check_rule(&w, code[i] + 15, 7, 16));
		T_RUN(check_rule(&w, code[i] + 18, 6, 16));
		T_RUN(check_rule(&w, code[i] + 381, 6, 16));
		T_RUN(check_rule(&w, code[i] + 382, UINT8_MAX, 0));
	}
	T_RUN(check_rule(&w, code[0] - 1, UINT8_MAX, 0));
	T_RUN(check_rule(&w, d.size - 1, UINT8_MAX, 0));
	dso_cfi__exit(&w.dc);
	dso->pid = PID + 1;
	T_EQ(dso_cfi__init(&w.dc, dso, &conf, NULL, false, &err), 0);
	T_EQ(w.dc.cls, DEFER_NO_FILE);
	dso_cfi__exit(&w.dc);
	dso__delete(dso);
	builder__exit(&d);
	arena__exit(&w.arena);
	intern__delete(w.rules);
	return TEST_OK;
}

static int test_frames(void)
{
	return folder__run(check_frames);
}

static const struct test_case cases[] = {
	{"code has a name from its LOAD until it is replaced", test_times},
	{"the other byte order", test_byte_order},
	{"MOVE", test_move},
	{"CLOSE ends all code", test_close},
	{"maps of files end code, those of anonymous memory do not", test_maps},
	{"children", test_fork},
	{"times of another clock are refused", test_other_clock},
	{"times of the CPU's counter", test_counter},
	{"a file of another process or owner is refused", test_whose},
	{"files in a container", test_container},
	{"names of files", test_names},
	{"a file that ends early", test_cut},
	{"records that contradict themselves", test_spoilt},
	{"what is before a fault counts", test_fault},
	{"random bytes", test_random},
	{"memory for many functions", test_many},
	{"a function is looked up once", test_place},
	{"unwinding data and code", test_parts},
	{"call frame information", test_frames},
	{0},
};

const struct test_suite suite__jitdump = {
	.name = "jitdump",
	.desc = "what JITs dump about their code",
	.cases = cases,
};
