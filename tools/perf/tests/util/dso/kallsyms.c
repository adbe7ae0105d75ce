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
		  "ffffffff81000090 b bss\n"
		  "0ffffffff81000090 b too_long\n",
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

/* Each letter of a type, and what becomes of a symbol that has it. */
static int test_letters(void)
{
	const uint64_t base = 0xffffffff81000000;
	char text[2048], names[64][16];
	struct defer_error err;
	struct kallsyms ks;
	size_t size = 0;

	for (int c = '@'; c < 0x7f; c++) {
		sprintf(names[c - '@'], "name%c", c);
		size += sprintf(text + size, "%016" PRIx64 " %c name%c\n", base + 16 * (c - '@'), c,
				c);
	}
	T_EQ(load(&ks, text, &err), 0);
	for (int c = '@'; c < 0x7f; c++) {
		const uint64_t addr = base + 16 * (c - '@');
		const struct symbol *sym = kallsyms__find(&ks, NULL, addr);
		const bool kept = strchr("TtWwDdBb", c);

		T_EQ(sym && sym->start == addr, kept);
		if (!kept)
			continue;
		T_STREQ(sym->name, names[c - '@']);
		T_EQ(sym->binding, c == 'W' ? STB_WEAK : isupper(c) ? STB_GLOBAL : STB_LOCAL);
		T_EQ(sym->type, strchr("TtWw", c) ? STT_FUNC : STT_OBJECT);
	}
	kallsyms__exit(&ks);
	return TEST_OK;
}

/* Names of modules, of which some begin as others do. */
static int test_module_names(void)
{
	static const struct {
		const char *line, *module, *name;
	} lines[] = {
		{"a\t[b]", "b", "a"},
		{"c\t[]", "", "c"},
		{"d]", NULL, "d]"},
		{"efg]", NULL, "efg]"},
		{"h\tij]", NULL, "h\tij]"},
		{"k\t[l", NULL, "k\t[l"},
		{"m\t[longer]", "longer", "m"},
		{"n\t[long]", "long", "n"},
		{"o\t[longer]", "longer", "o"},
		{"p [q]", NULL, "p [q]"},
		{"r\t[long]", "long", "r"},
		{"s\t[lung]", "lung", "s"},
	};
	char text[512];
	struct defer_error err;
	struct kallsyms ks;
	size_t size = 0;

	for (size_t i = 0; i < sizeof(lines) / sizeof(*lines); i++)
		size += sprintf(text + size, "ffffffff81000%02zx0 t %s\n", i, lines[i].line);
	T_EQ(load(&ks, text, &err), 0);
	T_EQ(ks.nr, sizeof(lines) / sizeof(*lines));
	for (size_t i = 0; i < ks.nr; i++) {
		const uint64_t addr = 0xffffffff81000000 + 16 * i;

		T_STREQ(name_at(&ks, lines[i].module, addr), lines[i].name);
		T_STREQ(name_at(&ks, lines[i].module ? NULL : "b", addr), "(none)");
	}
	/* Addresses behind a module's last symbol are another one's. */
	T_EQ(kallsyms__find(&ks, "b", 0xffffffff81000000)->end, 0xffffffff81001000);
	T_EQ(kallsyms__find(&ks, "long", 0xffffffff810000a0)->end, 0xffffffff81002000);
	T_EQ(kallsyms__find(&ks, NULL, 0xffffffff81000020)->end, 0xffffffff81000030);
	T_STREQ(name_at(&ks, "longe", 0xffffffff81000060), "(none)");
	T_STREQ(name_at(&ks, "long", 0xffffffff81000060), "(none)");
	kallsyms__exit(&ks);
	return TEST_OK;
}

/* The last symbol ends with the page behind the one that it begins in; a name is first the kernel's own. */
static int test_last(void)
{
	static const uint64_t addrs[] = {0xffffffff81001000, 0xffffffff81001001,
					 0xffffffff81001fff};
	struct defer_error err;
	struct kallsyms ks;
	uint64_t addr = 1;

	for (int i = 0; i < 3; i++) {
		char text[128];

		sprintf(text, "ffffffff81000000 t last\t[m]\n%016" PRIx64 " t last", addrs[i]);
		T_EQ(load(&ks, text, &err), 0);
		T_EQ(kallsyms__find(&ks, NULL, addrs[i])->end,
		     i ? 0xffffffff81003000 : 0xffffffff81002000);
		T_CHECK(kallsyms__addr(&ks, "last", &addr));
		T_CHECK(addr == addrs[i]);
		T_CHECK(!kallsyms__addr(&ks, "las", &addr));
		/* That of the module would reach into the kernel's, which is the one that is found. */
		T_STREQ(name_at(&ks, "m", 0xffffffff81000fff), "last");
		T_STREQ(name_at(&ks, "m", addrs[i]), "(none)");
		kallsyms__exit(&ks);
	}
	return TEST_OK;
}

/* A part of a long list: lines with a word, the first with a name, and the line behind each. */
static int test_some(void)
{
	enum {
		NR = 20000
	};
	const uint64_t base = 0xffffffff81000000;
	char path[] = "/tmp/perf-defer-kallsyms-XXXXXX", name[64];
	static bool wanted[NR + 1];
	struct defer_error err = DEFER_ERROR_INIT;
	struct kallsyms ks;
	int fd = mkstemp(path);
	uint64_t seed = 3;
	FILE *file;

	T_CHECK(fd >= 0);
	file = fdopen(fd, "w");
	T_CHECK(file);
	for (int i = 0; i < NR; i++) {
		const bool part = !rng__below(&seed, 50);

		/* Names of all lengths, so that the buffer ends at any place of a line. */
		sprintf(name, "%.*s%s%d", (int)rng__below(&seed, 20), "abcdefghijklmnopqrst",
			part ? "sigreturn" : "", i);
		if (i == 10 || i == 15000)
			strcpy(name, "_text");
		fprintf(file, "%016" PRIx64 " t %s\n", base + 16 * i, name);
		if (part || i == 10)
			wanted[i] = wanted[i + 1] = true;
	}
	T_EQ(fclose(file), 0);
	T_EQ(kallsyms__load_some(&ks, path, false, "_text", "sigreturn", &err), 0);
	unlink(path);
	for (int i = 0; i < NR; i++) {
		const struct symbol *sym = kallsyms__find(&ks, NULL, base + 16 * i);

		if ((sym && sym->start == base + 16 * i) != wanted[i])
			T_FAIL("line %d", i);
	}
	kallsyms__exit(&ks);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"types, ends, marks of assemblers", test_types},
	{"each letter of a type", test_letters},
	{"names of modules", test_module_names},
	{"the last symbol", test_last},
	{"a part of a long list", test_some},
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
