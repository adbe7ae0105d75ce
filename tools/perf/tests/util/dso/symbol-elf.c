// SPDX-License-Identifier: GPL-2.0-only
#include <limits.h>
#include <stdlib.h>
#include <unistd.h>

#include "tests/elf-writer.h"
#include "tests/recorded.h"
#include "tests/rng.h"
#include "tests/tests.h"
#include "util/dso/elf-file.h"
#include "util/dso/plt.h"
#include "util/dso/symbol-elf.h"

#define TEXT_OFFSET 0x1000
#define TEXT_VADDR  0x401000
#define FUNC	    ELF64_ST_INFO(STB_GLOBAL, STT_FUNC)
#define LABEL	    ELF64_ST_INFO(STB_LOCAL, STT_NOTYPE)

static const char *temp_path(char *path)
{
	int fd;

	strcpy(path, "/tmp/perf-defer-elf-XXXXXX");
	fd = mkstemp(path);
	if (fd < 0)
		return NULL;
	close(fd);
	return path;
}

/* Loads all that perf would show of @path: symbols and stubs. */
static int load(struct symtab *tab, const char *path, struct defer_error *err)
{
	struct elf_file file;
	int ret;

	symtab__init(tab, true);
	defer_error__clear(err);
	ret = elf_file__open(&file, path, err);
	if (ret)
		return ret;
	ret = symtab__load_elf(tab, &file, &file, ELF_SPACE_OFFSET, err);
	symtab__seal(tab);
	if (ret >= 0)
		ret = symtab__add_plt(tab, &file, err);
	symtab__seal(tab);
	elf_file__close(&file);
	return ret;
}

static int finish_and_load(struct elf_writer *w, struct symtab *tab)
{
	struct defer_error err = DEFER_ERROR_INIT;
	char path[64];
	int ret;

	T_CHECK(temp_path(path));
	T_CHECK(elf_writer__finish(w, path));
	ret = load(tab, path, &err);
	unlink(path);
	return ret;
}

static const char *name_at(struct symtab *tab, uint64_t offset)
{
	struct symbol *sym = symtab__find(tab, offset);

	return sym ? sym->name : "(none)";
}

/* .text at offset 0x1000, address 0x401000, and .data behind it. */
static int write_program(struct elf_writer *w)
{
	int text;

	elf_writer__init(w, ET_EXEC);
	text = elf_writer__section(w, ".text", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, TEXT_VADDR,
				   TEXT_OFFSET, NULL, 0x200);
	elf_writer__segment(w, PT_LOAD, PF_R | PF_X, TEXT_VADDR, TEXT_OFFSET, 0x200);
	return text;
}

static int test_offsets(void)
{
	static struct elf_writer w;
	struct symtab tab;
	int text, odd;

	text = write_program(&w);
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
	T_EQ(finish_and_load(&w, &tab), 0);
	T_EQ(tab.nr, 2);
	T_STREQ(name_at(&tab, TEXT_OFFSET + 0x1f), "Deep::visit(int, int)");
	T_STREQ(name_at(&tab, TEXT_OFFSET + 0x20), "(none)");
	T_STREQ(name_at(&tab, TEXT_OFFSET + 0x40), "label");
	symtab__exit(&tab);
	return TEST_OK;
}

static int test_dynsym(void)
{
	static struct elf_writer w;
	struct symtab tab;
	int text;

	text = write_program(&w);
	elf_writer__symbol(&w, "__both", TEXT_VADDR, 8, FUNC, text);
	elf_writer__symtab(&w, SHT_SYMTAB);
	elf_writer__symbol(&w, "both", TEXT_VADDR, 8, FUNC, text);
	elf_writer__symbol(&w, "dynamic", TEXT_VADDR + 8, 8, FUNC, text);
	elf_writer__symtab(&w, SHT_DYNSYM);
	T_EQ(finish_and_load(&w, &tab), 0);
	T_EQ(tab.nr, 2);
	T_STREQ(name_at(&tab, TEXT_OFFSET), "both");
	T_STREQ(name_at(&tab, TEXT_OFFSET + 8), "dynamic");
	symtab__exit(&tab);
	return TEST_OK;
}

/* A JIT's object has sections alone; so has what lost its program headers. */
static int test_no_segments(void)
{
	static struct elf_writer w;
	struct symtab tab;
	int text;

	text = write_program(&w);
	w.ehdr.e_phnum = 0;
	elf_writer__symbol(&w, "fn", TEXT_VADDR + 4, 4, FUNC, text);
	elf_writer__symtab(&w, SHT_SYMTAB);
	T_EQ(finish_and_load(&w, &tab), 0);
	T_STREQ(name_at(&tab, TEXT_OFFSET + 4), "fn");
	symtab__exit(&tab);
	return TEST_OK;
}

/* Relocations of two stubs, the second one first: stubs are in the order of their slots. */
static void write_rela(struct elf_writer *w, const char *name, int symtab, uint32_t sym1,
		       uint32_t sym2)
{
	Elf64_Rela rela[2] = {
		{0x404020, ELF64_R_INFO(sym2, R_X86_64_JUMP_SLOT), 0},
		{0x404018, ELF64_R_INFO(sym1, R_X86_64_JUMP_SLOT), 0},
	};
	int idx = elf_writer__section(w, name, SHT_RELA, SHF_ALLOC, 0, 0, rela, sizeof(rela));

	w->shdrs[idx].sh_link = symtab;
	w->shdrs[idx].sh_entsize = sizeof(rela[0]);
}

static int test_plt(void)
{
	static struct elf_writer w;
	uint32_t sym1, sym2;
	struct symtab tab;
	int plt;

	write_program(&w);
	plt = elf_writer__section(&w, ".plt", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, 0x401200,
				  0x1200, NULL, 0x30);
	w.shdrs[plt].sh_entsize = 16;
	sym1 = elf_writer__symbol(&w, "memcmp", 0, 0, FUNC, SHN_UNDEF);
	sym2 = elf_writer__symbol(&w, "_ZN4Deep5visitEii", 0, 0, FUNC, SHN_UNDEF);
	write_rela(&w, ".rela.plt", elf_writer__symtab(&w, SHT_DYNSYM), sym1, sym2);
	T_EQ(finish_and_load(&w, &tab), 0);
	T_STREQ(name_at(&tab, 0x1200), ".plt");
	T_STREQ(name_at(&tab, 0x1210), "memcmp@plt");
	T_STREQ(name_at(&tab, 0x122f), "Deep::visit(int, int)@plt");
	T_STREQ(name_at(&tab, 0x1230), "(none)");
	symtab__exit(&tab);
	return TEST_OK;
}

/* With branch tracking, calls go to .plt.sec, and .plt as a whole is glue. */
static int test_plt_sec(void)
{
	static struct elf_writer w;
	uint32_t sym1, sym2;
	struct symtab tab;
	int plt;

	write_program(&w);
	plt = elf_writer__section(&w, ".plt", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, 0x401200,
				  0x1200, NULL, 0x30);
	w.shdrs[plt].sh_entsize = 16;
	plt = elf_writer__section(&w, ".plt.sec", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, 0x401230,
				  0x1230, NULL, 0x20);
	w.shdrs[plt].sh_entsize = 16;
	sym1 = elf_writer__symbol(&w, "first", 0, 0, FUNC, SHN_UNDEF);
	sym2 = elf_writer__symbol(&w, "second", 0, 0, FUNC, SHN_UNDEF);
	write_rela(&w, ".rela.plt", elf_writer__symtab(&w, SHT_DYNSYM), sym1, sym2);
	T_EQ(finish_and_load(&w, &tab), 0);
	T_STREQ(name_at(&tab, 0x122f), ".plt");
	T_STREQ(name_at(&tab, 0x1230), "first@plt");
	T_STREQ(name_at(&tab, 0x1240), "second@plt");
	symtab__exit(&tab);
	return TEST_OK;
}

/* .plt.got: endbr64; bnd jmp *0x2dd1(%rip), to the slot that .rela.dyn fills; and a stray one. */
static int test_plt_got(void)
{
	static const unsigned char stubs[32] = {
		0xf3, 0x0f, 0x1e, 0xfa, 0xf2, 0xff, 0x25, 0xed, 0x2d, 0x00, 0x00, [16] = 0x90,
	};
	static struct elf_writer w;
	uint32_t sym1, sym2;
	struct symtab tab;
	int plt;

	write_program(&w);
	plt = elf_writer__section(&w, ".plt", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, 0x401200,
				  0x1200, NULL, 0x10);
	w.shdrs[plt].sh_entsize = 16;
	plt = elf_writer__section(&w, ".plt.got", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, 0x401220,
				  0x1220, stubs, sizeof(stubs));
	w.shdrs[plt].sh_entsize = 16;
	sym1 = elf_writer__symbol(&w, "__cxa_finalize", 0, 0, FUNC, SHN_UNDEF);
	sym2 = elf_writer__symbol(&w, "other", 0, 0, FUNC, SHN_UNDEF);
	write_rela(&w, ".rela.dyn", elf_writer__symtab(&w, SHT_DYNSYM), sym1, sym2);
	T_EQ(finish_and_load(&w, &tab), 0);
	T_STREQ(name_at(&tab, 0x1220), "__cxa_finalize@plt");
	T_STREQ(name_at(&tab, 0x1230), "offset_0x1230@plt");
	symtab__exit(&tab);
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
	T_EQ(load(&tab, path, &err), 0);
	for (i = 0; i < sizeof(known) / sizeof(*known); i++)
		T_STREQ(name_at(&tab, known[i].offset), known[i].name);
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

	text = write_program(&w);
	elf_writer__symbol(&w, "fn", TEXT_VADDR, 8, FUNC, text);
	w.syms[1].st_name = 0x7fffffff;
	elf_writer__symbol(&w, "good", TEXT_VADDR + 8, 8, FUNC, text);
	elf_writer__symtab(&w, SHT_SYMTAB);
	T_EQ(finish_and_load(&w, &tab), 0);
	T_EQ(tab.nr, 1);
	symtab__exit(&tab);

	text = write_program(&w);
	elf_writer__symbol(&w, "fn", TEXT_VADDR, 8, FUNC, text);
	symtab = elf_writer__symtab(&w, SHT_SYMTAB);
	w.shdrs[symtab].sh_size = 1ULL << 60;
	T_CHECK(finish_and_load(&w, &tab) < 0);
	symtab__exit(&tab);

	text = write_program(&w);
	elf_writer__symbol(&w, "fn", TEXT_VADDR, 8, FUNC, text);
	symtab = elf_writer__symtab(&w, SHT_SYMTAB);
	w.shdrs[symtab].sh_link = 77;
	T_CHECK(finish_and_load(&w, &tab) < 0);
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

	i = write_program(&w);
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
	write_rela(&w, ".rela.plt", i, 1, 1);
	write_rela(&w, ".rela.dyn", i, 1, 1);
	elf_writer__build_id(&w, "01234567890123456789", 20);
	T_CHECK(temp_path(path));
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
		load(&tab, path, &err);
		symtab__exit(&tab);
	}
	unlink(path);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"functions, labels, and what is neither", test_offsets},
	{"the better name of two tables", test_dynsym},
	{"sections will do without segments", test_no_segments},
	{".plt stubs follow the order of their slots", test_plt},
	{".plt.sec has the names, .plt the rest", test_plt_sec},
	{".plt.got stubs are named by their slot", test_plt_got},
	{"a static program's names are perf's", test_static},
	{"other files are refused", test_not_elf},
	{"tables that claim too much", test_lies},
	{"garbled and cut files", test_damage},
	{0},
};

const struct test_suite suite__symbol_elf = {"symbol-elf", "Symbols and stubs of ELF files", cases};
