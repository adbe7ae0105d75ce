// SPDX-License-Identifier: GPL-2.0-only
#include <limits.h>
#include <stdlib.h>
#include <unistd.h>

#include "tests/elf-symbols.h"
#include "tests/recorded.h"
#include "tests/rng.h"
#include "tests/tests.h"
#include "util/dso/elf-file.h"
#include "util/dso/symbol-elf.h"

#define LABEL ELF64_ST_INFO(STB_LOCAL, STT_NOTYPE)

static int test_offsets(void)
{
	static struct elf_writer w;
	struct symtab tab;
	int text, odd;

	text = elf_symbols__program(&w);
	odd = elf_writer__section(&w, ".odd", SHT_PROGBITS, SHF_ALLOC, 0x402000, 0x1200, NULL, 16);
	elf_writer__symbol(&w, "_ZN4Deep5visitEii", TEXT_VADDR + 0x10, 0x10, FUNC, text);
	elf_writer__symbol(&w, "label", TEXT_VADDR + 0x40, 0, LABEL, text);
	elf_writer__symbol(&w, "odd_label", 0x402000, 0, LABEL, odd);
	elf_writer__symbol(&w, "undefined", TEXT_VADDR + 0x60, 8, FUNC, SHN_UNDEF);
	elf_writer__symbol(&w, "absolute", TEXT_VADDR + 0x60, 8, FUNC, SHN_ABS);
	elf_writer__symbol(&w, "no_section", TEXT_VADDR + 0x60, 8, FUNC, 99);
	elf_writer__symbol(&w, "elsewhere", 0x900000, 8, FUNC, text);
	elf_writer__symbol(&w, "section", TEXT_VADDR + 0x60, 8,
			   ELF64_ST_INFO(STB_LOCAL, STT_SECTION), text);
	elf_writer__symtab(&w, SHT_SYMTAB);
	T_EQ(elf_symbols__write(&w, &tab), 0);
	T_EQ(tab.nr, 2);
	T_STREQ(elf_symbols__at(&tab, TEXT_OFFSET + 0x1f), "Deep::visit(int, int)");
	T_STREQ(elf_symbols__at(&tab, TEXT_OFFSET + 0x20), "(none)");
	T_STREQ(elf_symbols__at(&tab, TEXT_OFFSET + 0x40), "label");
	symtab__exit(&tab);
	return TEST_OK;
}

static int test_dynsym(void)
{
	static struct elf_writer w;
	struct symtab tab;
	int text;

	text = elf_symbols__program(&w);
	elf_writer__symbol(&w, "__both", TEXT_VADDR, 8, FUNC, text);
	elf_writer__symtab(&w, SHT_SYMTAB);
	elf_writer__symbol(&w, "both", TEXT_VADDR, 8, FUNC, text);
	elf_writer__symbol(&w, "dynamic", TEXT_VADDR + 8, 8, FUNC, text);
	elf_writer__symtab(&w, SHT_DYNSYM);
	T_EQ(elf_symbols__write(&w, &tab), 0);
	T_EQ(tab.nr, 2);
	T_STREQ(elf_symbols__at(&tab, TEXT_OFFSET), "both");
	T_STREQ(elf_symbols__at(&tab, TEXT_OFFSET + 8), "dynamic");
	symtab__exit(&tab);
	return TEST_OK;
}

/* A JIT's object has sections alone; so has what lost its program headers. */
static int test_no_segments(void)
{
	static struct elf_writer w;
	struct symtab tab;
	int text;

	text = elf_symbols__program(&w);
	w.ehdr.e_phnum = 0;
	elf_writer__symbol(&w, "fn", TEXT_VADDR + 4, 4, FUNC, text);
	elf_writer__symtab(&w, SHT_SYMTAB);
	T_EQ(elf_symbols__write(&w, &tab), 0);
	T_STREQ(elf_symbols__at(&tab, TEXT_OFFSET + 4), "fn");
	symtab__exit(&tab);
	return TEST_OK;
}

/* Assemblers mark data within text by names that begin with "$", differently by processor. */
static int test_mapping_symbols(void)
{
	static const struct {
		uint16_t machine;
		const char *name;
		bool kept;
	} known[] = {
		{EM_ARM, "$a", false},	   {EM_ARM, "$d.1", false},	 {EM_ARM, "$t", false},
		{EM_AARCH64, "$x", false}, {EM_AARCH64, "$x.a", false},	 {EM_ARM, "$dd", true},
		{EM_ARM, "$", true},	   {EM_ARM, "$b", true},	 {EM_ARM, "a", true},
		{EM_RISCV, "$d", false},   {EM_RISCV, "$xrv64i", false}, {EM_RISCV, "$a", true},
		{EM_RISCV, "$", true},	   {EM_X86_64, "$d", true},	 {EM_X86_64, "$x", true},
	};

	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++) {
		static struct elf_writer w;
		struct symtab tab;
		int text;

		text = elf_symbols__program(&w);
		w.ehdr.e_machine = known[i].machine;
		elf_writer__symbol(&w, known[i].name, TEXT_VADDR + 4, 4, LABEL, text);
		elf_writer__symtab(&w, SHT_SYMTAB);
		T_EQ(elf_symbols__write(&w, &tab), 0);
		T_STREQ(elf_symbols__at(&tab, TEXT_OFFSET + 4),
			known[i].kept ? known[i].name : "(none)");
		symtab__exit(&tab);
	}
	return TEST_OK;
}

/* On ARM the lowest bit of a function's address tells its instruction set. */
static int test_thumb(void)
{
	const unsigned char object = ELF64_ST_INFO(STB_GLOBAL, STT_OBJECT);

	for (int arm = 0; arm < 2; arm++) {
		static struct elf_writer w;
		struct symtab tab;
		int text;

		text = elf_symbols__program(&w);
		w.ehdr.e_machine = arm ? EM_ARM : EM_X86_64;
		elf_writer__symbol(&w, "thumb", TEXT_VADDR + 5, 4, FUNC, text);
		elf_writer__symbol(&w, "object", TEXT_VADDR + 17, 4, object, text);
		elf_writer__symtab(&w, SHT_SYMTAB);
		T_EQ(elf_symbols__write(&w, &tab), 0);
		T_STREQ(elf_symbols__at(&tab, TEXT_OFFSET + 4), arm ? "thumb" : "(none)");
		T_STREQ(elf_symbols__at(&tab, TEXT_OFFSET + 8), arm ? "(none)" : "thumb");
		T_STREQ(elf_symbols__at(&tab, TEXT_OFFSET + 16), "(none)");
		T_STREQ(elf_symbols__at(&tab, TEXT_OFFSET + 20), "object");
		symtab__exit(&tab);
	}
	return TEST_OK;
}

/* All kinds of symbols, and all ways to be seen: only what perf shows is taken. */
static int test_kinds(void)
{
	static const struct {
		int type, visibility;
		bool kept;
	} known[] = {
		{STT_FUNC, STV_DEFAULT, true},	   {STT_FUNC, STV_HIDDEN, true},
		{STT_OBJECT, STV_DEFAULT, true},   {STT_GNU_IFUNC, STV_INTERNAL, true},
		{STT_NOTYPE, STV_DEFAULT, true},   {STT_NOTYPE, STV_PROTECTED, true},
		{STT_NOTYPE, STV_HIDDEN, false},   {STT_NOTYPE, STV_INTERNAL, false},
		{STT_SECTION, STV_DEFAULT, false}, {STT_FILE, STV_DEFAULT, false},
		{STT_TLS, STV_DEFAULT, false},
	};

	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++) {
		static struct elf_writer w;
		struct symtab tab;
		int text;

		for (int alloc = 1; alloc >= 0; alloc--) {
			text = elf_symbols__program(&w);
			if (!alloc)
				w.shdrs[text].sh_flags = 0;
			elf_writer__symbol(&w, "sym", TEXT_VADDR + 4, 4,
					   ELF64_ST_INFO(STB_GLOBAL, known[i].type), text);
			w.syms[1].st_other = known[i].visibility;
			/* A symbol without a name is none. */
			elf_writer__symbol(&w, "", TEXT_VADDR + 8, 4, FUNC, text);
			w.syms[2].st_name = 0;
			elf_writer__symtab(&w, SHT_SYMTAB);
			T_EQ(elf_symbols__write(&w, &tab), 0);
			T_EQ(tab.nr, known[i].kept && alloc);
			symtab__exit(&tab);
		}
	}
	return TEST_OK;
}

/* Names that perf does not show of the kernel, and the addresses that its symbols have. */
static int test_kernel_names(void)
{
	static const char *const names[] = {"$x", ".Llocal", "L0label", ".l", "L1", "x"};
	const char *path;
	static struct elf_writer w;
	char buf[64];
	int text;

	text = elf_symbols__program(&w);
	for (int i = 0; i < 6; i++)
		elf_writer__symbol(&w, names[i], TEXT_VADDR + 16 * i, 4, FUNC, text);
	elf_writer__symbol(&w, "elsewhere", 0x900000, 4, FUNC, text);
	elf_writer__symtab(&w, SHT_SYMTAB);
	path = elf_symbols__temp(buf);
	T_CHECK(path && elf_writer__finish(&w, path));
	for (int kernel = 0; kernel < 2; kernel++) {
		uint64_t at = kernel ? TEXT_VADDR : TEXT_OFFSET, value;
		struct defer_error err = DEFER_ERROR_INIT;
		struct elf_file file;
		struct symtab tab;

		symtab__init(&tab, true);
		T_EQ(elf_file__open(&file, path, &err), 0);
		T_EQ(symtab__load_elf(&tab, &file, &file,
				      kernel ? ELF_SPACE_VADDR : ELF_SPACE_OFFSET, &err),
		     kernel ? 4 : 6);
		symtab__seal(&tab);
		for (int i = 0; i < 6; i++)
			T_STREQ(elf_symbols__at(&tab, at + 16 * i + 3),
				kernel && i < 3 ? "(none)" : names[i]);
		T_STREQ(elf_symbols__at(&tab, 0x900000), kernel ? "elsewhere" : "(none)");
		/* A single symbol is found by its name, whatever perf shows. */
		T_CHECK(elf_file__symbol_value(&file, ".l", &value));
		T_EQ(value, TEXT_VADDR + 48);
		T_CHECK(elf_file__symbol_value(&file, "elsewhere", &value));
		T_EQ(value, 0x900000);
		T_CHECK(!elf_file__symbol_value(&file, "nowhere", &value));
		T_EQ(value, 0x900000);
		symtab__exit(&tab);
		elf_file__close(&file);
	}
	unlink(path);
	return TEST_OK;
}

/* The text of a module, by the sections of its file: one after another as they are aligned. */
static int load_module(struct symtab *tab, const char *second, uint64_t offset, uint64_t align,
		       uint64_t flags)
{
	struct defer_error err = DEFER_ERROR_INIT;
	static struct elf_writer w;
	struct elf_file file;
	char path[64];
	int text, more;

	elf_writer__init(&w, ET_REL);
	elf_writer__section(&w, ".modinfo", SHT_PROGBITS, SHF_ALLOC, 0, 0, NULL, 32);
	text = elf_writer__section(&w, ".text", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, 0, 0x1000,
				   NULL, 0x104);
	more = elf_writer__section(&w, second, SHT_PROGBITS, flags, 0, offset, NULL, 0x20);
	w.shdrs[more].sh_addralign = align;
	elf_writer__symbol(&w, "init_module", 0x10, 0x10, FUNC, text);
	elf_writer__symbol(&w, "more", 0x4, 0x10, FUNC, more);
	elf_writer__symtab(&w, SHT_SYMTAB);
	T_CHECK(elf_symbols__temp(path));
	T_CHECK(elf_writer__finish(&w, path));
	T_EQ(elf_file__open(&file, path, &err), 0);
	symtab__init(tab, true);
	T_CHECK(symtab__load_elf(tab, &file, &file, ELF_SPACE_MODULE, &err) >= 0);
	symtab__seal(tab);
	elf_file__close(&file);
	unlink(path);
	T_STREQ(elf_symbols__at(tab, 0x1010), "init_module");
	return TEST_OK;
}

static int test_module_text(void)
{
	static const struct {
		const char *name;
		uint64_t offset, align, flags;
		bool kept;
	} known[] = {
		{".text.unlikely", 0x1110, 16, SHF_ALLOC | SHF_EXECINSTR, true},
		{".noinstr.text", 0x1104, 1, SHF_ALLOC | SHF_EXECINSTR, true},
		{".noinstr.text", 0x1104, 0, SHF_ALLOC | SHF_EXECINSTR, true},
		{".text.unlikely", 0x1120, 16, SHF_ALLOC | SHF_EXECINSTR, false},
		{".text.unlikely", 0x1108, 1, SHF_ALLOC | SHF_EXECINSTR, false},
		{".init.text", 0x1110, 16, SHF_ALLOC | SHF_EXECINSTR, false},
		{".exit.text", 0x1110, 16, SHF_ALLOC | SHF_EXECINSTR, false},
		{".data", 0x1110, 16, SHF_ALLOC | SHF_WRITE, false},
	};

	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++) {
		struct symtab tab;

		T_RUN(load_module(&tab, known[i].name, known[i].offset, known[i].align,
				  known[i].flags));
		T_EQ(tab.nr, 1 + known[i].kept);
		T_STREQ(elf_symbols__at(&tab, known[i].offset + 4),
			known[i].kept ? "more" : "(none)");
		symtab__exit(&tab);
	}
	return TEST_OK;
}

static const char *fixture(char *path, const char *name)
{
	const char *dir = getenv("PERF_DEFER_TEST_DATA");

	if (!dir)
		return NULL;
	snprintf(path, PATH_MAX, "%s/symfs/usr/bin/%s", dir, name);
	return path;
}

/* Output of perf 7.2 for a static C++ program; file offsets. */
static int test_static(void)
{
	static const struct {
		uint64_t offset;
		const char *name;
	} known[] = {
		{0x1038, "__new_memcpy@plt"},
		{0x1078, "memcmp@plt"},
		{0x1090, "memset@plt"},
		{0x2d40, "_start"},
		{0x208a, "main"},
		{0x1e3d4, "__libc_start_call_main"},
		{0x4c17, "shop::Cart<std::__cxx11::basic_string<char, std::char_traits<char>, "
			 "std::allocator<char> > >::checkout(int)"},
	};
	struct defer_error err = DEFER_ERROR_INIT;
	char path[PATH_MAX];
	struct symtab tab;
	size_t i;

	T_NEED_RECORDED();
	if (!fixture(path, "cxx"))
		return TEST_SKIP;
	T_EQ(elf_symbols__load(&tab, path, &err), 0);
	for (i = 0; i < sizeof(known) / sizeof(*known); i++)
		T_STREQ(elf_symbols__at(&tab, known[i].offset), known[i].name);
	symtab__exit(&tab);
	return TEST_OK;
}

static int test_not_elf(void)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct elf_file file;

	T_EQ(elf_file__open(&file, "/nonexistent", &err), DEFER_ERR_NOENT);
	defer_error__clear(&err);
	T_EQ(elf_file__open(&file, "/proc/self/cmdline", &err), DEFER_ERR_UNSUPPORTED);
	defer_error__clear(&err);
	T_EQ(elf_file__open(&file, "/dev/null", &err), DEFER_ERR_UNSUPPORTED);
	T_CHECK(strstr(err.text, "/dev/null"));
	defer_error__clear(&err);
	T_EQ(elf_file__open(&file, "/tmp", &err), DEFER_ERR_UNSUPPORTED);
	return TEST_OK;
}

/*
 * A header claims a larger table than there is: the result is an error, or fewer symbols, but never
 * more.
 */
static int test_lies(void)
{
	static struct elf_writer w;
	struct symtab tab;
	int text, symtab;

	text = elf_symbols__program(&w);
	elf_writer__symbol(&w, "fn", TEXT_VADDR, 8, FUNC, text);
	w.syms[1].st_name = 0x7fffffff;
	elf_writer__symbol(&w, "good", TEXT_VADDR + 8, 8, FUNC, text);
	elf_writer__symtab(&w, SHT_SYMTAB);
	T_EQ(elf_symbols__write(&w, &tab), 0);
	T_EQ(tab.nr, 1);
	symtab__exit(&tab);

	text = elf_symbols__program(&w);
	elf_writer__symbol(&w, "fn", TEXT_VADDR, 8, FUNC, text);
	symtab = elf_writer__symtab(&w, SHT_SYMTAB);
	w.shdrs[symtab].sh_size = 1ULL << 60;
	T_CHECK(elf_symbols__write(&w, &tab) < 0);
	symtab__exit(&tab);

	text = elf_symbols__program(&w);
	elf_writer__symbol(&w, "fn", TEXT_VADDR, 8, FUNC, text);
	symtab = elf_writer__symtab(&w, SHT_SYMTAB);
	w.shdrs[symtab].sh_link = 77;
	T_CHECK(elf_symbols__write(&w, &tab) < 0);
	symtab__exit(&tab);
	return TEST_OK;
}

/* Garbled and cut files: any answer, but an answer. */
static int test_damage(void)
{
	static struct elf_writer w, copy;
	struct defer_error err = DEFER_ERROR_INIT;
	struct symtab tab;
	uint64_t seed = 7;
	char path[64];
	int round, i;
	FILE *fp;

	i = elf_symbols__program(&w);
	elf_writer__symbol(&w, "fn", TEXT_VADDR, 8, FUNC, i);
	elf_writer__symtab(&w, SHT_SYMTAB);
	i = elf_writer__section(&w, ".plt", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, 0x401200, 0,
				NULL, 0x30);
	w.shdrs[i].sh_entsize = 16;
	i = elf_writer__section(&w, ".plt.got", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, 0x401300,
				0, NULL, 0x30);
	w.shdrs[i].sh_entsize = 16;
	elf_writer__symbol(&w, "x", 0, 0, FUNC, SHN_UNDEF);
	i = elf_writer__symtab(&w, SHT_DYNSYM);
	elf_symbols__rela(&w, ".rela.plt", i, 1, 1);
	elf_symbols__rela(&w, ".rela.dyn", i, 1, 1);
	elf_writer__build_id(&w, "01234567890123456789", 20);
	T_CHECK(elf_symbols__temp(path));
	T_CHECK(elf_writer__finish(&w, path));
	for (round = 0; round < 600; round++) {
		copy = w;
		for (i = rng__below(&seed, 12); i > 0; i--) {
			/* Headers are where it hurts. */
			size_t at = rng__coin(&seed)
					    ? w.ehdr.e_shoff +
						      rng__below(&seed, w.size - w.ehdr.e_shoff)
					    : rng__below(&seed, rng__coin(&seed) ? 0x200 : w.size);

			copy.bytes[at] = rng__next(&seed);
		}
		if (!rng__below(&seed, 4))
			copy.size = rng__below(&seed, w.size);
		fp = fopen(path, "w");
		T_CHECK(fp);
		T_EQ(fwrite(copy.bytes, 1, copy.size, fp), copy.size);
		T_EQ(fclose(fp), 0);
		elf_symbols__load(&tab, path, &err);
		symtab__exit(&tab);
	}
	unlink(path);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"functions, labels, and what is neither", test_offsets},
	{"the better name of two tables", test_dynsym},
	{"sections will do without segments", test_no_segments},
	{"marks of assemblers are no functions", test_mapping_symbols},
	{"the lowest bit of ARM functions is no address", test_thumb},
	{"kinds of symbols", test_kinds},
	{"names that perf does not show of the kernel", test_kernel_names},
	{"the text of a module", test_module_text},
	{"a static program's names are perf's", test_static},
	{"other files are refused", test_not_elf},
	{"tables that claim too much", test_lies},
	{"garbled and cut files", test_damage},
	{0},
};

const struct test_suite suite__symbol_elf = {"symbol-elf", "Symbols and stubs of ELF files", cases};
