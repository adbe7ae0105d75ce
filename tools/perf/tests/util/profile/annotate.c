// SPDX-License-Identifier: GPL-2.0-only
/*
 * Places within a function that samples hit: by lines of a table, in code of real programs, in
 * text.
 */
#include <limits.h>
#include <stdlib.h>
#include <unistd.h>
#include <sys/stat.h>

#include "tests/folder.h"
#include "tests/recorded.h"
#include "tests/tests.h"
#include "util/dso/disasm.h"
#include "util/dso/dso-code.h"
#include "util/dso/dso.h"
#include "util/dso/src-file.h"
#include "util/profile/annotate.h"

/* ---- the model ---- */

/*
 * A function of 16 bytes at 0x100: lines 10 and 12 of a.c; b() of b.h, line 3, inlined at line
 * 11 from 0x104 on; from 0x108 on that recurses; nothing is known of the last four bytes.
 */
/* Samples that hit @addr alone. */
static int add_addr(struct annotate *a, uint64_t addr, uint64_t nr, uint64_t period)
{
	const struct sample_sum stat = {nr, period};

	return annotate__add_path(a, &addr, 1, true, &stat, NULL);
}

static int find_place(void *ctx, uint64_t addr, struct src_frame *frames, int max)
{
	static const struct src_frame plain[2] = {{NULL, "a.c", 10}, {NULL, "a.c", 12}};
	static const struct src_frame inlined[] = {
		{"b", "b.h", 3}, {"b", "b.h", 3}, {NULL, "a.c", 11}};
	unsigned int *calls = ctx;

	++*calls;
	if (addr < 0x100 || addr >= 0x10c || max < 3)
		return 0;
	if (addr < 0x104) {
		frames[0] = plain[addr >= 0x102];
		return 1;
	}
	if (addr < 0x108) {
		frames[0] = inlined[0];
		frames[1] = inlined[2];
		return 2;
	}
	memcpy(frames, inlined, sizeof(inlined));
	return 3;
}

static int check_line(const struct annotate *a, uint32_t file, unsigned int line, uint64_t self,
		      uint64_t total)
{
	const struct annotate_line *l = annotate__line(a, file, line);

	T_CHECK(l);
	T_EQ(l->self.period, self);
	T_EQ(l->total.period, total);
	return TEST_OK;
}

static int test_lines(void)
{
	unsigned int calls = 0;
	struct annotate a;

	annotate__init(&a, 0x100, 0x110);
	T_EQ(add_addr(&a, 0x105, 2, 20), 0);
	T_EQ(add_addr(&a, 0x101, 1, 7), 0);
	T_EQ(add_addr(&a, 0x105, 1, 10), 0);
	T_EQ(add_addr(&a, 0x10a, 1, 5), 0);
	T_EQ(add_addr(&a, 0x10f, 1, 3), 0);
	T_EQ(add_addr(&a, 0x110, 9, 900), 0);
	T_EQ(add_addr(&a, 0xff, 9, 900), 0);
	T_EQ(annotate__seal(&a, find_place, &calls, NULL), 0);
	T_EQ(a.self.nr, 6);
	T_EQ(a.self.period, 45);
	T_EQ(a.unplaced.period, 3);
	T_EQ(a.nr_addrs, 4);

	/* The function's own file is first, although most hit what was inlined. */
	T_EQ(a.nr_files, 2);
	T_STREQ(a.files[0].path, "a.c");
	T_EQ(a.files[0].begin, 10);
	T_EQ(a.files[0].end, 12);
	T_EQ(a.files[0].self.period, 7);
	T_EQ(a.files[0].nr, 2);
	T_STREQ(a.files[1].path, "b.h");
	T_EQ(a.files[1].begin, 0);
	T_EQ(a.files[1].nr, 1);
	T_RUN(check_line(&a, 0, 10, 7, 7));
	T_RUN(check_line(&a, 0, 11, 0, 35));
	T_RUN(check_line(&a, 1, 3, 35, 35));
	T_CHECK(!annotate__line(&a, 0, 12));
	T_CHECK(!annotate__line(&a, 2, 3));
	annotate__exit(&a);
	return TEST_OK;
}

/* A callee counts at its call site, once for each stack, however often the stack passes there. */
static int test_calls(void)
{
	static const uint64_t leaf[] = {0x101, 0x105, 0x106, 0x105}, deep[] = {0x102, 0x900, 0x109};
	const struct sample_sum stat = {1, 10};
	struct sample_sum total;
	unsigned int calls = 0;
	struct annotate a;

	annotate__init(&a, 0x100, 0x110);
	T_EQ(annotate__add_path(&a, leaf, 4, true, &stat, NULL), 0);
	T_EQ(annotate__add_path(&a, deep, 3, false, &stat, NULL), 0);
	T_EQ(annotate__add_path(&a, deep + 1, 1, true, &stat, NULL), 0); /* is not of it */
	T_EQ(annotate__add_path(&a, deep + 1, 2, true, &stat, NULL), 0); /* what hit is not */
	T_EQ(annotate__add_path(&a, NULL, 0, false, &stat, NULL), 0);
	T_EQ(annotate__seal(&a, find_place, &calls, NULL), 0);
	T_EQ(a.self.period, 10);
	T_EQ(a.total.period, 30);
	T_EQ(a.nr_addrs, 5);
	T_EQ(annotate__at(&a, 0x105, 1, &total).nr, 0);
	T_EQ(total.nr, 1);
	T_EQ(annotate__at(&a, 0x101, 1, &total).nr, 1);
	T_EQ(total.nr, 1);
	T_EQ(annotate__at(&a, 0x109, 1, &total).nr, 0);
	T_EQ(total.nr, 2);
	T_RUN(check_line(&a, 0, 10, 10, 10));
	T_RUN(check_line(&a, 0, 11, 0, 30)); /* by 0x105, 0x106 and 0x109 */
	T_RUN(check_line(&a, 0, 12, 0, 10));
	T_RUN(check_line(&a, 1, 3, 0, 30));
	T_EQ(a.files[0].self.period, 10);
	T_EQ(a.unplaced.period, 0);
	annotate__exit(&a);
	return TEST_OK;
}

static int test_addresses(void)
{
	unsigned int calls = 0;
	struct annotate a;

	annotate__init(&a, 0x100, 0x110);
	T_EQ(add_addr(&a, 0x105, 2, 20), 0);
	T_EQ(add_addr(&a, 0x106, 1, 10), 0);
	T_EQ(annotate__seal(&a, find_place, &calls, NULL), 0);
	T_EQ(annotate__at(&a, 0x104, 4, NULL).period, 30);
	T_EQ(annotate__at(&a, 0x105, 1, NULL).period, 20);
	T_EQ(annotate__at(&a, 0x106, 100, NULL).nr, 1);
	T_EQ(annotate__at(&a, 0x107, 100, NULL).nr, 0);
	T_EQ(annotate__at(&a, 0, 1, NULL).nr, 0);
	annotate__exit(&a);
	return TEST_OK;
}

/* It was not hit, or its size is unknown. */
static int test_extremes(void)
{
	const struct sample_sum all = {10, 0}, half = {5, 0}, none = {0, 0};
	unsigned int calls = 0;
	struct annotate a;

	annotate__init(&a, 0x100, 0x110);
	T_EQ(annotate__seal(&a, find_place, &calls, NULL), 0);
	T_EQ(a.nr_lines, 0);
	T_EQ(a.nr_files, 1);
	T_EQ(a.files[0].end, 12);
	T_CHECK(!annotate__line(&a, 0, 10));
	annotate__exit(&a);

	annotate__init(&a, 0, UINT64_MAX);
	calls = 0;
	T_EQ(annotate__seal(&a, find_place, &calls, NULL), 0);
	T_CHECK(calls <= 4096);
	annotate__exit(&a);

	/* Without periods, the number of samples counts. */
	T_CHECK(annotate_stat__share(&half, &all) == 0.5);
	T_CHECK(annotate_stat__share(&none, &none) == 0);
	return TEST_OK;
}

/* ---- code ---- */

static const char *symfs(char *path)
{
	const char *dir = getenv("PERF_DEFER_TEST_DATA");

	if (dir)
		snprintf(path, PATH_MAX, "%s/symfs", dir);
	return dir ? path : NULL;
}

#define LEAF_COMPUTE 0x1665 /* in the file */

/* leaf_compute() of burn: what objdump -d says. */
static int test_disasm(void)
{
	char path[PATH_MAX];
	const struct symbol_conf conf = {.symfs = symfs(path), .buildid_dir = "/nonexistent"};
	struct defer_error err = DEFER_ERROR_INIT;
	const struct symbol *sym;
	struct dso_code code;
	struct disasm disasm;
	struct dso *dso;
	size_t size = 0;

	T_NEED_RECORDED();
	if (!conf.symfs)
		return TEST_SKIP;
	dso = dso__new("/usr/bin/burn", DSO_ELF, NULL, NULL);
	T_CHECK(dso);
	T_EQ(dso__load(dso, &conf, NULL), 0);
	sym = dso__find(dso, LEAF_COMPUTE);
	T_CHECK(sym);
	T_STREQ(sym->name, "leaf_compute");
	T_EQ(dso_code__init(&code, dso, &conf, sym->start, sym->end, NULL), 0);
	T_EQ(code.machine, 62);
	T_CHECK(code.is_64 && !code.big_endian);
	T_EQ(code.size, sym->end - sym->start);
	if (!disasm__is_there()) {
		T_EQ(disasm__init(&disasm, &code, sym->start, false, &err), DEFER_ERR_UNSUPPORTED);
		T_CHECK(strstr(err.text, "without libcapstone"));
		dso_code__exit(&code);
		dso__delete(dso);
		return TEST_OK;
	}
	T_EQ(disasm__init(&disasm, &code, sym->start, false, NULL), 0);
	for (size_t i = 0; i < disasm.nr; i++) {
		T_EQ(disasm.insns[i].addr, sym->start + size);
		T_EQ(disasm.insns[i].vaddr, sym->start + size + 0x400000);
		T_EQ(disasm__find(&disasm, disasm.insns[i].addr + disasm.insns[i].size - 1), i);
		size += disasm.insns[i].size;
	}
	T_EQ(size, code.size);
	T_STREQ(disasm.insns[0].text, "testl   %edi, %edi");
	T_STREQ(disasm.insns[disasm.nr - 2].text, "jne     0x40166e");
	T_STREQ(disasm.insns[disasm.nr - 1].text, "retq");
	T_EQ(disasm__find(&disasm, sym->start - 1), -1);
	T_EQ(disasm__find(&disasm, sym->end), -1);
	disasm__exit(&disasm);
	dso_code__exit(&code);
	dso__delete(dso);
	return TEST_OK;
}

/* Bytes that are no instruction are shown as bytes, and another machine is refused. */
static int test_disasm_garbage(void)
{
	uint8_t bytes[] = {0x90, 0x06, 0x06, 0x90, 0x48};
	struct dso_code code = {
		.bytes = bytes, .size = sizeof(bytes), .machine = 62, .is_64 = true};
	struct defer_error err = DEFER_ERROR_INIT;
	struct disasm disasm;
	size_t size = 0;

	if (!disasm__is_there())
		return TEST_SKIP;
	T_EQ(disasm__init(&disasm, &code, 0x1000, false, NULL), 0);
	for (size_t i = 0; i < disasm.nr; i++)
		size += disasm.insns[i].size;
	T_EQ(size, sizeof(bytes));
	T_STREQ(disasm.insns[0].text, "nop");
	T_CHECK(strstr(disasm.insns[1].text, ".byte"));
	disasm__exit(&disasm);
	code.machine = 0xfefe;
	T_EQ(disasm__init(&disasm, &code, 0x1000, false, &err), DEFER_ERR_UNSUPPORTED);
	T_STREQ(err.text, "libcapstone does not support machine 65278");
	return TEST_OK;
}

static int check_no_code(const char *name, enum dso_kind kind, uint64_t start, uint64_t end,
			 const char *why)
{
	char path[PATH_MAX];
	const struct symbol_conf conf = {.symfs = symfs(path), .buildid_dir = "/nonexistent"};
	struct dso *dso = dso__new(name, kind, NULL, NULL);
	struct defer_error err = DEFER_ERROR_INIT;
	struct dso_code code;

	if (!conf.symfs)
		return TEST_SKIP;
	T_CHECK(dso_code__init(&code, dso, &conf, start, end, &err) < 0);
	if (!strstr(err.text, why))
		T_FAIL("%s: %s", name, err.text);
	dso__delete(dso);
	return TEST_OK;
}

static int test_no_code(void)
{
	T_NEED_RECORDED();
	T_RUN(check_no_code("/usr/bin/burn", DSO_ELF, 0x10, 0x20, "does not hold this code"));
	T_RUN(check_no_code("/usr/bin/burn", DSO_ELF, LEAF_COMPUTE, UINT64_MAX,
			    "does not hold this code"));
	T_RUN(check_no_code("/usr/bin/burn", DSO_ELF, 8, 8, "without a size"));
	T_RUN(check_no_code("/usr/bin/none", DSO_ELF, 0, 8, "none"));
	T_RUN(check_no_code("[kernel.kallsyms]", DSO_KERNEL, 0, 8, "-k"));
	T_RUN(check_no_code("[vdso]", DSO_VDSO, 0, 8, "no file holds the code"));
	return TEST_OK;
}

/* ---- text ---- */

static int check_text(const struct src_file *file, unsigned int line, const char *want)
{
	size_t len;
	const char *text = src_file__line(file, line, &len);

	if (!want) {
		T_CHECK(!text);
		return TEST_OK;
	}
	T_CHECK(text);
	T_EQ(len, strlen(want));
	T_CHECK(!memcmp(text, want, len));
	return TEST_OK;
}

static int check_files(const struct folder *folder)
{
	char root[PATH_MAX], fifo[PATH_MAX], full[PATH_MAX + 16];
	struct symbol_conf conf = {.symfs = root};
	struct defer_error err = DEFER_ERROR_INIT;
	struct src_file file;

	snprintf(root, sizeof(root), "%s", folder->path);
	snprintf(fifo, sizeof(fifo), "%s/fifo", folder->path);
	snprintf(full, sizeof(full), "%s/src/empty.c", root);
	T_CHECK(folder__write(folder, "src/a.c", "one\r\n\n three"));
	T_CHECK(folder__write(folder, "src/empty.c", ""));
	T_CHECK(folder__fifo(folder, "fifo"));

	T_EQ(src_file__init(&file, &conf, "/src/a.c", &err), 0);
	T_EQ(file.nr, 3);
	T_RUN(check_text(&file, 0, NULL));
	T_RUN(check_text(&file, 1, "one"));
	T_RUN(check_text(&file, 2, ""));
	T_RUN(check_text(&file, 3, " three"));
	T_RUN(check_text(&file, 4, NULL));
	src_file__exit(&file);

	T_EQ(src_file__init(&file, &conf, "/src/empty.c", &err), 0);
	T_EQ(file.nr, 0);
	T_RUN(check_text(&file, 1, NULL));
	src_file__exit(&file);

	/* Unchanged, if it is not below symfs. */
	T_EQ(src_file__init(&file, &conf, "/proc/self/mounts", &err), 0);
	src_file__exit(&file);
	T_EQ(err.code, 0);
	T_EQ(src_file__init(&file, &conf, "/src/none.c", &err), DEFER_ERR_NOENT);
	T_CHECK(strstr(err.text, "/src/none.c: No such file or directory"));
	T_CHECK(!strncmp(err.text, root, strlen(root)));
	T_EQ(src_file__init(&file, &conf, "/src", NULL), DEFER_ERR_NOENT);
	T_EQ(src_file__init(&file, &conf, "/fifo", NULL), DEFER_ERR_NOENT);
	T_RUN(check_text(&file, 1, NULL));

	/* Only so much is taken for source code. */
	T_CHECK(!truncate(full, SRC_FILE_MAX));
	T_EQ(src_file__init(&file, &conf, "/src/empty.c", NULL), 0);
	T_EQ(file.nr, 1);
	T_EQ(file.lines[1], SRC_FILE_MAX);
	src_file__exit(&file);
	T_CHECK(!truncate(full, SRC_FILE_MAX + 1));
	defer_error__clear(&err);
	T_EQ(src_file__init(&file, &conf, "/src/empty.c", &err), DEFER_ERR_NOENT);
	T_CHECK(strstr(err.text, "/src/empty.c: too large for a source file"));
	T_CHECK(!file.text && !file.path && !file.lines);
	memset(fifo, 'x', sizeof(fifo) - 1);
	fifo[sizeof(fifo) - 1] = '\0';
	defer_error__clear(&err);
	T_EQ(src_file__init(&file, &conf, fifo, &err), DEFER_ERR_NOENT);
	T_CHECK(!strncmp(err.text, "xxx", 3));
	return TEST_OK;
}

static int test_src_file(void)
{
	return folder__run(check_files);
}

static const struct test_case cases[] = {
	{"lines, with what is inlined into them", test_lines},
	{"what lines call", test_calls},
	{"samples by addresses", test_addresses},
	{"functions that nothing hit, and endless ones", test_extremes},
	{"assembly of a real function", test_disasm},
	{"assembly of what is no code", test_disasm_garbage},
	{"code that is not there", test_no_code},
	{"source files", test_src_file},
	{0},
};

const struct test_suite suite__annotate = {"annotate", "samples by source line and address", cases};
