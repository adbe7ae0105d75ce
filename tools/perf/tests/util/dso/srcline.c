// SPDX-License-Identifier: GPL-2.0-only
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/recorded.h"
#include "tests/rng.h"
#include "tests/tests.h"
#include "util/dso/srcline.h"

#define FRAMES 16

static const char *fixture(char *path, const char *name)
{
	const char *dir = getenv("PERF_DEFER_TEST_DATA");

	if (!dir)
		return NULL;
	snprintf(path, PATH_MAX, "%s/symfs/usr/bin/%s", dir, name);
	return path;
}

/* "file.c:12", without the folders. */
static const char *where(const struct src_frame *frame, char *buf, size_t size)
{
	const char *base = frame->file ? strrchr(frame->file, '/') : NULL;

	snprintf(buf, size, "%s:%u",
		 base	       ? base + 1
		 : frame->file ? frame->file
			       : "?",
		 frame->line);
	return buf;
}

#define STRING "std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >"

/* The output of perf 7.2 for this address. */
static int test_inlined(void)
{
	static const struct {
		const char *name, *where;
	} want[] = {
		{"std::vector<" STRING ", std::allocator<" STRING " > >::~vector()",
		 "stl_vector.h:730"},
		{"shop::Cart<" STRING " >::~Cart()", "cxx.cc:8"},
		{"Deep::visit(int, int)", "cxx.cc:11"},
		{NULL, "cxx.cc:12"},
	};
	struct src_frame frames[FRAMES];
	char path[PATH_MAX], buf[64];
	struct srcline *sl;
	int i;

	T_NEED_RECORDED();
	if (!fixture(path, "cxx"))
		return TEST_SKIP;
	T_EQ(srcline__new(&sl, path, true, NULL), 0);
	T_EQ(srcline__find(sl, 0x40208a, frames, FRAMES), 4);
	for (i = 0; i < 4; i++) {
		if (want[i].name)
			T_STREQ(frames[i].name, want[i].name);
		else
			T_CHECK(!frames[i].name);
		T_STREQ(where(&frames[i], buf, sizeof(buf)), want[i].where);
	}
	/* Asked again, or for less. */
	T_EQ(srcline__find(sl, 0x40208a, frames, 2), 2);
	T_STREQ(frames[0].name, want[0].name);
	T_EQ(srcline__find(sl, 0x40208a, frames, 1), 1);
	T_CHECK(!frames[0].name);
	T_STREQ(where(&frames[0], buf, sizeof(buf)), want[0].where);
	T_EQ(srcline__find(sl, 0x40208a, frames, 0), 0);
	srcline__delete(sl);
	return TEST_OK;
}

static int test_mangled(void)
{
	struct src_frame frames[FRAMES];
	char path[PATH_MAX];
	struct srcline *sl;

	T_NEED_RECORDED();
	if (!fixture(path, "cxx"))
		return TEST_SKIP;
	T_EQ(srcline__new(&sl, path, false, NULL), 0);
	T_EQ(srcline__find(sl, 0x40208a, frames, FRAMES), 4);
	T_STREQ(frames[2].name, "_ZN4Deep5visitEii");
	srcline__delete(sl);
	return TEST_OK;
}

/* level1() at the return from level2(), in C and without inlining. */
static int test_line(void)
{
	struct src_frame frames[FRAMES];
	char path[PATH_MAX];
	struct srcline *sl;

	T_NEED_RECORDED();
	if (!fixture(path, "burn"))
		return TEST_SKIP;
	T_EQ(srcline__new(&sl, path, true, NULL), 0);
	T_EQ(srcline__find(sl, 0x4017e3, frames, FRAMES), 1);
	T_CHECK(!frames[0].name);
	T_CHECK(frames[0].file && strstr(frames[0].file, "burn.c"));
	T_CHECK(frames[0].line > 0);
	/* The C library's part has no DWARF: no line is better than the last known one. */
	T_EQ(srcline__find(sl, 0x43459f, frames, FRAMES), 0);
	T_EQ(srcline__find(sl, 0, frames, FRAMES), 0);
	T_EQ(srcline__find(sl, UINT64_MAX, frames, FRAMES), 0);
	srcline__delete(sl);
	return TEST_OK;
}

static int test_no_dwarf(void)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct srcline *sl = NULL;

	T_EQ(srcline__new(&sl, "/nonexistent", true, &err), DEFER_ERR_NOENT);
	defer_error__clear(&err);
	T_EQ(srcline__new(&sl, "/proc/self/maps", true, &err), DEFER_ERR_UNSUPPORTED);
	T_CHECK(!sl);
	return TEST_OK;
}

static char *read_all(const char *path, size_t *size)
{
	FILE *fp = fopen(path, "r");
	struct stat st;
	char *bytes;

	if (!fp)
		return NULL;
	bytes = fstat(fileno(fp), &st) ? NULL : malloc(st.st_size);
	*size = bytes ? fread(bytes, 1, st.st_size, fp) : 0;
	fclose(fp);
	return bytes;
}

static int write_all(const char *path, const char *bytes, size_t size)
{
	FILE *fp = fopen(path, "w");

	T_CHECK(fp);
	T_EQ(fwrite(bytes, 1, size, fp), size);
	T_EQ(fclose(fp), 0);
	return TEST_OK;
}

/* Asks a file that may be anything. */
static void ask(const char *path)
{
	struct src_frame frames[FRAMES];
	struct srcline *sl;
	uint64_t addr;

	if (srcline__new(&sl, path, true, NULL))
		return;
	for (addr = 0x401000; addr < 0x406000; addr += 97)
		srcline__find(sl, addr, frames, FRAMES);
	srcline__delete(sl);
}

static int test_damage(void)
{
	char path[PATH_MAX], damaged[] = "/tmp/perf-defer-dwarf-XXXXXX";
	uint64_t seed = 11, at;
	size_t size, i;
	char *bytes, *copy;
	int fd, round;

	T_NEED_RECORDED();
	if (!fixture(path, "burn"))
		return TEST_SKIP;
	bytes = read_all(path, &size);
	copy = malloc(size);
	fd = mkstemp(damaged);
	T_CHECK(bytes && copy && size && fd >= 0);
	close(fd);
	for (round = 0; round < 60; round++) {
		memcpy(copy, bytes, size);
		/* The DWARF is the last part of the file, in front of the symbols. */
		for (i = 0; i < 40; i++) {
			at = 0xbb2d7 + rng__below(&seed, 0x1300);
			copy[at < size ? at : 0] = rng__next(&seed);
		}
		T_RUN(write_all(damaged, copy, size));
		ask(damaged);
	}
	for (i = size; i > size / 2; i -= size / 20) {
		T_RUN(write_all(damaged, bytes, i));
		ask(damaged);
	}
	unlink(damaged);
	free(bytes);
	free(copy);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"a chain of inlined functions is perf's", test_inlined},
	{"names as the linker has them", test_mangled},
	{"a line of C, and code without DWARF", test_line},
	{"files without DWARF", test_no_dwarf},
	{"garbled and cut DWARF", test_damage},
	{0},
};

const struct test_suite suite__srcline = {"srcline", "Source lines and inlined functions", cases};
