// SPDX-License-Identifier: GPL-2.0-only
/* The files of JITs: whose are read, and what is in them, however broken. */
#include <elf.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/folder.h"
#include "tests/jit-writer.h"
#include "tests/rng.h"
#include "tests/tests.h"
#include "util/dso/containers.h"
#include "util/dso/dso-code.h"
#include "util/dso/dso.h"
#include "util/dso/jit-file.h"
#include "util/dso/perf-map.h"
#include "util/unwind/dso-cfi.h"

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

	snprintf(path, sizeof(path), "%s/" JIT_NAME, folder->path);
	if (chown(path, 12345, 12345))
		return TEST_OK;
	T_EQ(open_in(folder, JIT_NAME, JIT_PID, false, &err), DEFER_ERR_INVAL);
	T_CHECK(strstr(err.text, "not owned by current user"));
	T_EQ(open_in(folder, JIT_NAME, JIT_PID, true, &err), 0);
	return TEST_OK;
}

static int check_whose(const struct folder *folder)
{
	struct defer_error err;
	struct builder d;

	jit_writer__init(&d, false);
	T_CHECK(folder__write_bytes(folder, JIT_NAME, d.data, d.size));
	T_CHECK(folder__write_bytes(folder, "jit-102.dump", d.data, d.size));
	T_EQ(open_in(folder, JIT_NAME, JIT_PID, false, &err), 0);
	T_EQ(open_in(folder, JIT_NAME, 999, false, &err), DEFER_ERR_NOENT);
	T_CHECK(strstr(err.text, "in a container as process 101"));
	T_EQ(open_in(folder, "jit-102.dump", 102, false, &err), DEFER_ERR_INVAL);
	T_CHECK(strstr(err.text, "written by process 101"));
	T_EQ(open_in(folder, "jit-103.dump", 103, false, &err), DEFER_ERR_NOENT);
	T_CHECK(folder__link(folder, "jit-104.dump", JIT_NAME));
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
	       folder__write(folder, "proc/80/ns/mnt", "") &&
	       folder__write(folder, "proc/80/status", "Name:\tjs\nNSpid:\t80\t5\n") &&
	       folder__link(folder, "proc/80/root", "../../planted") &&
	       folder__link(folder, "planted/tmp/jit-5.dump", "../../inner/tmp/jit-5.dump") &&
	       folder__write_bytes(folder, "planted/inner/tmp/jit-5.dump", d->data, d->size) &&
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
	T_EQ(jit_file__inner_pid(conf, 80), 5);
	T_CHECK(jitdump__open(&dump, "/tmp/jit-5.dump", 80, conf, NULL) < 0);
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
	jit_writer__init(&d, false);
	builder__poke_u32(&d, JIT_HEADER_PID, 5);
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
	snprintf(path, sizeof(path), "%s/" JIT_NAME, folder->path);
	folder__write_bytes(folder, JIT_NAME, data, size);
	if (jitdump__open(&dump, path, JIT_PID, &conf, err))
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

	jit_writer__init(&d, false);
	jit_writer__unwinding(&d, 20, 8);
	first = jit_writer__load(&d, 1000, JIT_CODE, 0x20, 1, "first");
	second = jit_writer__load(&d, 1000, JIT_CODE, 0x20, 2, "second");
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

	jit_writer__init(&d, false);
	jit_writer__load(&d, 1000, JIT_CODE, 0x20, 1, "good");
	jit_writer__end(&d, jit_writer__begin(&d, 77, 1000)); /* of a later version */
	jit_writer__unwinding(&d, 20, 8);
	at = jit_writer__load(&d, 1000, JIT_CODE, 0x20, 2, "bad");
	builder__poke_u32(&d, (offset < 0x1000 ? at : 0) + (offset & 0xfff), value);
	T_EQ(count_loads(folder, d.data, d.size, &err), want);
	if (!strstr(err.text, why))
		T_FAIL("\"%s\" is not in \"%s\"", why, err.text);
	builder__exit(&d);
	return TEST_OK;
}

/* The record has 20 bytes, and 5 of padding behind them, of which @hdr_size are said to be the header. */
static int spoil_unwinding(const struct folder *folder, uint32_t size, uint32_t hdr_size, int want)
{
	struct defer_error err;
	struct builder d;
	size_t at;

	jit_writer__init(&d, false);
	at = d.size;
	jit_writer__unwinding(&d, 20, 8);
	jit_writer__load(&d, 1000, JIT_CODE, 0x20, 2, "behind");
	builder__poke_u32(&d, at + 16, size);
	builder__poke_u32(&d, at + 24, hdr_size);
	T_EQ(count_loads(folder, d.data, d.size, &err), want);
	T_EQ(!err.code, want);
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
	T_RUN(spoil_unwinding(folder, 25, 25, 1));
	T_RUN(spoil_unwinding(folder, 26, 8, 0));
	T_RUN(spoil_unwinding(folder, 20, 21, 0));
	T_RUN(spoil(folder, HEADER, 1, -1, "not a jitdump"));
	T_RUN(spoil(folder, HEADER + JIT_HEADER_VERSION, 2, -1, "unknown version"));
	T_RUN(spoil(folder, HEADER + JIT_HEADER_FLAGS, 2, -1, "unknown version"));
	T_RUN(spoil(folder, HEADER + JIT_HEADER_SIZE, 39, -1, "header is too short"));
	T_RUN(spoil(folder, HEADER + JIT_HEADER_SIZE, UINT32_MAX, 0, ""));
	return TEST_OK;
}

static int test_spoilt(void)
{
	return folder__run(check_spoilt);
}

static int check_random(const struct folder *folder)
{
	uint64_t rng = 1;
	struct defer_error err;
	struct builder d;
	uint8_t *data;

	jit_writer__init(&d, false);
	for (unsigned int i = 0; i < 8; i++) {
		jit_writer__unwinding(&d, 16, 4);
		jit_writer__load(&d, i, JIT_CODE + i * 64, 32, i, "function");
		jit_writer__move(&d, i, JIT_CODE + i * 64, JIT_CODE + 0x1000 + i * 64, 32, i);
	}
	jit_writer__close(&d, 9);
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

	jit_writer__init(&d, false);
	jit_writer__unwinding(&d, 20, 8);
	jit_writer__load(&d, 1000, JIT_CODE, 0x20, 0x40, "with");
	jit_writer__load(&d, 1000, JIT_CODE + 0x20, 0x20, 0x80, "without");
	snprintf(path, sizeof(path), "%s/" JIT_NAME, folder->path);
	T_CHECK(folder__write_bytes(folder, JIT_NAME, d.data, d.size));
	T_EQ(jitdump__open(&dump, path, JIT_PID, &conf, &err), 0);
	T_EQ(dump.machine, EM_X86_64);
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
	dso->pid = JIT_PID;
	T_EQ(dso_code__init(&code, dso, &conf, rec.code_at, rec.code_at + rec.size, &err), 0);
	T_EQ(code.size, 0x20);
	T_EQ(code.bytes[0], 0x80);
	T_EQ(code.bytes[0x1f], 0x9f);
	T_EQ(code.machine, EM_X86_64);
	T_CHECK(code.is_64 && !code.big_endian);
	dso_code__exit(&code);
	T_CHECK(!unlink(path));
	T_EQ(dso_code__init(&code, dso, &conf, rec.code_at, rec.code_at + rec.size, &err),
	     DEFER_ERR_NOENT);
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
	jit_writer__init(&d, false);
	for (unsigned int i = 0; i < 2; i++) {
		at = jit_writer__begin(&d, JIT_UNWINDING_INFO, 1);
		builder__u64(&d, sizeof(v8_frames));
		builder__u64(&d, 20);
		builder__u64(&d, sizeof(v8_frames));
		builder__bytes(&d, v8_frames, sizeof(v8_frames));
		jit_writer__end(&d, at);
		jit_writer__load(&d, 1000, JIT_CODE + i * 4096, 384 - 7 * i, i, "framed");
		code[i] = d.size - (384 - 7 * i);
	}
	jit_writer__load(&d, 1000, JIT_CODE + 8192, 384, 3, "bare");
	snprintf(path, sizeof(path), "%s/" JIT_NAME, folder->path);
	T_CHECK(folder__write_bytes(folder, JIT_NAME, d.data, d.size));
	dso = dso__new(path, DSO_JITDUMP, NULL, &err);
	T_CHECK(dso && w.rules);
	dso->pid = JIT_PID;
	T_EQ(dso_cfi__init(&w.dc, dso, &conf, NULL, false, &err), 0);
	T_EQ(w.dc.cls, DEFER_UNWOUND);
	for (unsigned int i = 0; i < 2; i++) {
		T_RUN(check_rule(&w, code[i], 7, 8));
		T_RUN(check_rule(&w, code[i] + 15, 7, 16));
		T_RUN(check_rule(&w, code[i] + 18, 6, 16));
		T_RUN(check_rule(&w, code[i] + 376, 6, 16));
		T_RUN(check_rule(&w, code[i] + 382, UINT8_MAX, 0));
	}
	T_RUN(check_rule(&w, code[0] + 381, 6, 16));
	/* It covers more than the code that it belongs to. */
	T_RUN(check_rule(&w, code[1] + 377, UINT8_MAX, 0));
	T_RUN(check_rule(&w, code[0] - 1, UINT8_MAX, 0));
	T_RUN(check_rule(&w, d.size - 1, UINT8_MAX, 0));
	dso_cfi__exit(&w.dc);
	dso->pid = JIT_PID + 1;
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
	{"a file of another process or owner is refused", test_whose},
	{"files in a container", test_container},
	{"names of files", test_names},
	{"a file that ends early", test_cut},
	{"records that contradict themselves", test_spoilt},
	{"random bytes", test_random},
	{"unwinding data and code", test_parts},
	{"call frame information", test_frames},
	{0},
};

const struct test_suite suite__jitdump_file = {
	.name = "jitdump-file",
	.desc = "the files of JITs",
	.cases = cases,
};
