// SPDX-License-Identifier: GPL-2.0-only
#include <ctype.h>
#include <elf.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <unistd.h>

#include "tests/recorded.h"
#include "tests/rng.h"
#include "tests/tests.h"
#include "util/dso/kallsyms.h"
#include "util/dso/kernel-syms.h"

/* Loads @text as a file would be. */
static int load_bytes(struct kallsyms *ks, const char *text, size_t size, bool demangle,
		      struct defer_error *err)
{
	char path[] = "/tmp/perf-defer-kallsyms-XXXXXX";
	int fd = mkstemp(path);
	int ret;

	T_CHECK(fd >= 0);
	T_EQ(write(fd, text, size), (ssize_t)size);
	close(fd);
	defer_error__clear(err);
	ret = kallsyms__load(ks, path, demangle, err);
	unlink(path);
	return ret;
}

static int load(struct kallsyms *ks, const char *text, struct defer_error *err)
{
	return load_bytes(ks, text, strlen(text), false, err);
}

static const char *name_at(struct kallsyms *ks, const char *module, uint64_t addr)
{
	const struct symbol *sym = kallsyms__find(ks, module, addr);

	return sym ? sym->name : "(none)";
}

static int test_types(void)
{
	struct defer_error err;
	struct kallsyms ks;

	T_EQ(load(&ks,
		  "ffffffff81000000 T text\n"
		  "ffffffff81000010 t local_text\n"
		  "ffffffff81000020 r rodata\n"
		  "ffffffff81000030 W weak\n"
		  "ffffffff81000040 D data\n"
		  "ffffffff81000050 A absolute\n"
		  "ffffffff81000060 t .Lmark\n"
		  "ffffffff81000070 t $d\n"
		  "ffffffff81000080 t L0^A\n"
		  "ffffffff81000090 b bss\n",
		  &err),
	     0);
	T_EQ(ks.nr, 5);
	T_STREQ(name_at(&ks, NULL, 0xffffffff81000000), "text");
	T_STREQ(name_at(&ks, NULL, 0xffffffff8100002f), "local_text");
	T_STREQ(name_at(&ks, NULL, 0xffffffff81000030), "weak");
	T_STREQ(name_at(&ks, NULL, 0xffffffff8100008f), "data");
	T_STREQ(name_at(&ks, NULL, 0xffffffff81000090), "bss");
	T_STREQ(name_at(&ks, NULL, 0xffffffff80ffffff), "(none)");
	T_EQ(kallsyms__find(&ks, NULL, 0xffffffff8100002f)->end, 0xffffffff81000030);
	T_EQ(kallsyms__find(&ks, NULL, 0xffffffff81000034)->binding, STB_WEAK);
	kallsyms__exit(&ks);
	return TEST_OK;
}

/* Seen: perf 7.2 shows the kernel's start as __pi__text, the last of four. */
static int test_aliases(void)
{
	const struct symbol *sym;
	struct defer_error err;
	struct kallsyms ks;

	T_EQ(load(&ks,
		  "ffffffffa6e00000 T _stext\n"
		  "ffffffffa6e00000 T _text\n"
		  "ffffffffa6e00000 T __pi__text\n"
		  "ffffffffa6e00010 T next\n",
		  &err),
	     0);
	sym = kallsyms__find(&ks, NULL, 0xffffffffa6e0000f);
	T_CHECK(sym);
	T_STREQ(sym->name, "__pi__text");
	T_EQ(sym->start, 0xffffffffa6e00000);
	T_CHECK(kallsyms__find(&ks, NULL, 0xffffffffa6e00003) == sym);
	kallsyms__exit(&ks);
	return TEST_OK;
}

static int test_modules(void)
{
	uint64_t first, last;
	struct defer_error err;
	struct kallsyms ks;

	/* Modules come after the kernel but lie below it, and not in order. */
	T_EQ(load(&ks,
		  "ffffffff81000000 T kernel_fn\n"
		  "ffffffff81000100 T kernel_last\n"
		  "ffffffffc0300000 t far_fn\t[far]\n"
		  "ffffffffc0200040 t near_b\t[near]\n"
		  "ffffffffc0200000 t near_a\t[near]\n"
		  "ffffffffc01fff00 d near_data\t[near]\n"
		  "ffffffffc0400000 b near_bss\t[near]\n"
		  "ffffffffc0100000 t bpf_prog_1_main\t[bpf]\n",
		  &err),
	     0);
	T_STREQ(name_at(&ks, "near", 0xffffffffc0200010), "near_a");
	T_STREQ(name_at(&ks, "near", 0xffffffffc0200050), "near_b");
	T_STREQ(name_at(&ks, "bpf", 0xffffffffc0100ffe), "bpf_prog_1_main");
	/* The last of a module, and of the kernel, ends with the page after it. */
	T_STREQ(name_at(&ks, "near", 0xffffffffc0201fff), "near_b");
	T_STREQ(name_at(&ks, "near", 0xffffffffc0202000), "(none)");
	T_STREQ(name_at(&ks, NULL, 0xffffffff81001fff), "kernel_last");
	T_STREQ(name_at(&ks, NULL, 0xffffffff81002000), "(none)");
	/* A symbol of another module, or of the kernel, is not used. */
	T_STREQ(name_at(&ks, "far", 0xffffffffc0200010), "(none)");
	T_STREQ(name_at(&ks, NULL, 0xffffffffc0200010), "(none)");
	T_STREQ(name_at(&ks, "far", 0xffffffff81000000), "(none)");
	T_CHECK(kallsyms__module_text(&ks, "far", &first, &last));
	T_EQ(first, 0xffffffffc0300000);
	T_EQ(last, first);
	T_CHECK(kallsyms__module_text(&ks, "near", &first, &last));
	T_EQ(first, 0xffffffffc0200000);
	T_EQ(last, 0xffffffffc0200040);
	T_CHECK(!kallsyms__module_text(&ks, "ext4", &first, &last));
	kallsyms__exit(&ks);
	return TEST_OK;
}

static int test_relocate(void)
{
	struct defer_error err;
	uint64_t first, last;
	struct kallsyms ks;
	uint64_t addr;

	T_EQ(load(&ks,
		  "ffffffff81000000 T _text\n"
		  "ffffffff81000100 T fn\n"
		  "ffffffffc0200000 t mod_fn\t[mod]\n",
		  &err),
	     0);
	T_CHECK(kallsyms__addr(&ks, "_text", &addr));
	T_EQ(addr, 0xffffffff81000000);
	T_CHECK(!kallsyms__addr(&ks, "mod_fn", &addr));
	T_EQ(kallsyms__relocate(&ks, 0x26000000, &err), 0);
	T_STREQ(name_at(&ks, NULL, 0xffffffffa7000104), "fn");
	T_STREQ(name_at(&ks, NULL, 0xffffffff81000104), "(none)");
	T_CHECK(!kallsyms__module_text(&ks, "mod", &first, &last));
	kallsyms__exit(&ks);
	return TEST_OK;
}

/* Moved to another boot's addresses, without the modules, symbols keep their demangled names. */
static int test_demangled(void)
{
	static const char text[] = "0000000081000000 t early\t[module]\n"
				   "ffffffff81000000 T _text\n"
				   "ffffffff81002000 t _ZN3cat4meowEv\n";
	struct kallsyms ks;

	T_EQ(load_bytes(&ks, text, sizeof(text) - 1, true, NULL), 0);
	T_EQ(kallsyms__relocate(&ks, 0x1000000, NULL), 0);
	T_STREQ(name_at(&ks, NULL, 0xffffffff82000000), "_text");
	T_STREQ(name_at(&ks, NULL, 0xffffffff82002000), "cat::meow()");
	kallsyms__exit(&ks);
	return TEST_OK;
}

static int test_hidden(void)
{
	struct defer_error err;
	struct kallsyms ks;

	T_EQ(load(&ks, "0000000000000000 T _text\n0000000000000000 T fn\n", &err),
	     DEFER_ERR_UNSUPPORTED);
	T_CHECK(strstr(err.text, "kptr_restrict"));
	T_CHECK(strstr(err.text, "--kallsyms"));
	T_EQ(load(&ks, "", &err), DEFER_ERR_UNSUPPORTED);
	T_EQ(load(&ks, "MZ\220 this is no list\n", &err), DEFER_ERR_UNSUPPORTED);
	defer_error__clear(&err);
	T_EQ(kallsyms__load(&ks, "/nonexistent/kallsyms", false, &err), DEFER_ERR_NOENT);
	defer_error__clear(&err);
	T_EQ(kallsyms__load(&ks, "/dev/zero", false, &err), DEFER_ERR_UNSUPPORTED);
	return TEST_OK;
}

/* Lines of every wrong form between two right ones; the last one without an end. */
static int test_garbage(void)
{
	struct defer_error err;
	struct kallsyms ks;

	T_EQ(load(&ks,
		  "ffffffff81000000 T first\n"
		  "\n"
		  "ffffffff81000004\n"
		  "ffffffff81000004 \n"
		  "ffffffff81000004 T\n"
		  "ffffffff81000004 T \n"
		  "ffffffff81000004T x\n"
		  " T x\n"
		  "gfffffff81000004 T x\n"
		  "11ffffffff81000004 T x\n"
		  "ffffffff81000010 T\tx\n"
		  "c0100000 t short_address\n"
		  "ffffffff81000020 t last",
		  &err),
	     0);
	T_STREQ(name_at(&ks, NULL, 0xffffffff8100001f), "first");
	T_STREQ(name_at(&ks, NULL, 0xffffffff81000020), "last");
	T_STREQ(name_at(&ks, NULL, 0xc0100000), "short_address");
	kallsyms__exit(&ks);
	return TEST_OK;
}

/* Any byte at any place of an address, once as the only line that could be right. */
static int test_digits(void)
{
	char line[] = "ffffffff81000000 T fn\nc0000000 T other\n", *place;
	struct defer_error err;
	struct kallsyms ks;
	uint64_t addr;

	for (place = line; place < line + 16; place++) {
		const char was = *place;

		for (int c = 0; c < 256; c++) {
			/* These end an address that is shorter, and so right. */
			if (c == '\n' || c == ' ')
				continue;
			*place = c;
			T_EQ(load_bytes(&ks, line, sizeof(line) - 1, false, &err), 0);
			T_EQ(kallsyms__addr(&ks, "fn", &addr), !!isxdigit(c));
			if (isxdigit(c))
				T_EQ(addr, strtoull(line, NULL, 16));
			kallsyms__exit(&ks);
		}
		*place = was;
	}
	return TEST_OK;
}

/* Longer than what is read at once. */
static int test_long_lines(void)
{
	static const char first[] = "ffffffff81000000 T first\n";
	static const char last[] = "\nffffffff81000020 T last\n";
	size_t len = 700000, size = sizeof(first) - 1 + len + sizeof(last) - 1;
	struct defer_error err;
	struct kallsyms ks;
	char *text = malloc(size);

	T_CHECK(text);
	memcpy(text, first, sizeof(first) - 1);
	memset(text + sizeof(first) - 1, 'x', len);
	memcpy(text + sizeof(first) - 1 + len, last, sizeof(last) - 1);
	T_EQ(load_bytes(&ks, text, size, false, &err), 0);
	T_EQ(ks.nr, 2);
	T_STREQ(name_at(&ks, NULL, 0xffffffff81000021), "last");
	kallsyms__exit(&ks);
	free(text);
	return TEST_OK;
}

/* Whatever the bytes: no crash, and what is found lies around what was asked for. */
static int test_random(void)
{
	static const char alphabet[] = "0123456789abcdef tTdwWb\n\n\t[]$.L\0_x";
	const struct symbol *sym;
	struct defer_error err;
	struct kallsyms ks;
	uint64_t seed = 1;
	char text[4096];
	int round, i;

	for (round = 0; round < 300; round++) {
		size_t size = rng__below(&seed, sizeof(text));

		for (i = 0; i < (int)size; i++)
			text[i] = alphabet[rng__below(&seed, sizeof(alphabet) - 1)];
		for (i = 0; i + 24 < (int)size; i += 24)
			memcpy(text + i, "ffffffff8100", rng__below(&seed, 13));
		if (load_bytes(&ks, text, size, false, &err))
			continue;
		for (i = 0; i < (int)ks.nr; i++) {
			uint64_t addr = ks.entries[i].addr + rng__below(&seed, 32);

			sym = kallsyms__find(&ks, NULL, addr);
			T_CHECK(!sym || (sym->start <= addr && addr < sym->end));
		}
		kallsyms__exit(&ks);
	}
	return TEST_OK;
}

/* Names that perf 7.2 prints for the trace of boot 1. */
static const struct {
	uint64_t addr;
	const char *name;
	unsigned int offset;
} known[] = {
	{0xffffffffa741e193, "perf_event_comm_output", 0x53},
	{0xffffffffa7f29500, "__x86_indirect_thunk_rax", 0},
	{0xffffffffa7f0eb7a, "do_syscall_64", 0xea},
	{0xffffffffa6e0012f, "entry_SYSCALL_64_after_hwframe", 0x76},
	{0xffffffffa75a3f6c, "do_execveat_common.isra.0", 0x16c},
	{0xffffffffa96982e5, "start_kernel", 0x875},
};

/* By the list of boot @boot, while the kernel was at boot 1's address. */
static int check_boot(int boot)
{
	const char *dir = getenv("PERF_DEFER_TEST_DATA");
	struct symbol_conf conf = {.no_inline = true};
	const struct symbol *sym;
	struct kernel_syms ks;
	char path[PATH_MAX];
	size_t i;

	T_NEED_RECORDED();
	snprintf(path, sizeof(path), "%s/kallsyms-boot%d", dir, boot);
	conf.kallsyms = path;
	T_EQ(kernel_syms__init(&ks, &conf, NULL, NULL, "_text", 0xffffffffa6e00000, NULL), 0);
	T_EQ(kernel_syms__load(&ks), 0);
	for (i = 0; i < sizeof(known) / sizeof(*known); i++) {
		sym = kallsyms__find(&ks.kallsyms, NULL, known[i].addr);
		T_CHECK(sym);
		T_STREQ(sym->name, known[i].name);
		T_EQ(known[i].addr - sym->start, known[i].offset);
	}
	kernel_syms__exit(&ks);
	return TEST_OK;
}

static int test_boot1(void)
{
	T_NEED_RECORDED();
	return check_boot(1);
}

static int test_boot2(void)
{
	T_NEED_RECORDED();
	return check_boot(2);
}

static const struct test_case cases[] = {
	{"types, ends, marks of assemblers", test_types},
	{"of several names for an address, the last", test_aliases},
	{"modules, in whatever order", test_modules},
	{"a list from another boot is moved, without modules", test_relocate},
	{"a list that was moved has demangled names", test_demangled},
	{"hidden addresses and other files are refused", test_hidden},
	{"wrong lines are skipped", test_garbage},
	{"any byte in an address", test_digits},
	{"a line longer than the buffer", test_long_lines},
	{"random bytes", test_random},
	{"a real kernel's list gives perf's names", test_boot1},
	{"the list of another boot gives the same", test_boot2},
	{0},
};

const struct test_suite suite__kallsyms = {"kallsyms", "The kernel's list of its symbols", cases};
