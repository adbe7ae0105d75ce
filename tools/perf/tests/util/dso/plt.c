// SPDX-License-Identifier: GPL-2.0-only
/* Stubs of ELF files: where they are, and whom they call. */
#include "tests/elf-symbols.h"
#include "tests/tests.h"

static int test_plt(void)
{
	static struct elf_writer w;
	uint32_t sym1, sym2;
	struct symtab tab;
	int plt;

	elf_symbols__program(&w);
	plt = elf_writer__section(&w, ".plt", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, 0x401200,
				  0x1200, NULL, 0x30);
	w.shdrs[plt].sh_entsize = 16;
	sym1 = elf_writer__symbol(&w, "memcmp", 0, 0, FUNC, SHN_UNDEF);
	sym2 = elf_writer__symbol(&w, "_ZN4Deep5visitEii", 0, 0, FUNC, SHN_UNDEF);
	elf_symbols__rela(&w, ".rela.plt", elf_writer__symtab(&w, SHT_DYNSYM), sym1, sym2);
	T_EQ(elf_symbols__write(&w, &tab), 0);
	T_STREQ(elf_symbols__at(&tab, 0x1200), ".plt");
	T_STREQ(elf_symbols__at(&tab, 0x1210), "memcmp@plt");
	T_STREQ(elf_symbols__at(&tab, 0x122f), "Deep::visit(int, int)@plt");
	T_STREQ(elf_symbols__at(&tab, 0x1230), "(none)");
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

	elf_symbols__program(&w);
	plt = elf_writer__section(&w, ".plt", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, 0x401200,
				  0x1200, NULL, 0x30);
	w.shdrs[plt].sh_entsize = 16;
	plt = elf_writer__section(&w, ".plt.sec", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, 0x401230,
				  0x1230, NULL, 0x20);
	w.shdrs[plt].sh_entsize = 16;
	sym1 = elf_writer__symbol(&w, "first", 0, 0, FUNC, SHN_UNDEF);
	sym2 = elf_writer__symbol(&w, "second", 0, 0, FUNC, SHN_UNDEF);
	elf_symbols__rela(&w, ".rela.plt", elf_writer__symtab(&w, SHT_DYNSYM), sym1, sym2);
	T_EQ(elf_symbols__write(&w, &tab), 0);
	T_STREQ(elf_symbols__at(&tab, 0x122f), ".plt");
	T_STREQ(elf_symbols__at(&tab, 0x1230), "first@plt");
	T_STREQ(elf_symbols__at(&tab, 0x1240), "second@plt");
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

	elf_symbols__program(&w);
	plt = elf_writer__section(&w, ".plt", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, 0x401200,
				  0x1200, NULL, 0x10);
	w.shdrs[plt].sh_entsize = 16;
	plt = elf_writer__section(&w, ".plt.got", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, 0x401220,
				  0x1220, stubs, sizeof(stubs));
	w.shdrs[plt].sh_entsize = 16;
	sym1 = elf_writer__symbol(&w, "__cxa_finalize", 0, 0, FUNC, SHN_UNDEF);
	sym2 = elf_writer__symbol(&w, "other", 0, 0, FUNC, SHN_UNDEF);
	elf_symbols__rela(&w, ".rela.dyn", elf_writer__symtab(&w, SHT_DYNSYM), sym1, sym2);
	T_EQ(elf_symbols__write(&w, &tab), 0);
	T_STREQ(elf_symbols__at(&tab, 0x1220), "__cxa_finalize@plt");
	T_STREQ(elf_symbols__at(&tab, 0x1230), "offset_0x1230@plt");
	symtab__exit(&tab);
	return TEST_OK;
}

/* A stub section of @size bytes at offset 0x1200, which says that its stubs have @entry bytes. */
static int write_plt(struct elf_writer *w, const char *name, uint64_t size, uint64_t entry)
{
	uint64_t offset = w->size < 0x1200 ? 0x1200 : w->size;
	int plt = elf_writer__section(w, name, SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR,
				      offset + 0x400000, offset, NULL, size);

	w->shdrs[plt].sh_entsize = entry;
	return plt;
}

/* Relocations of the symbols "first", "second" and so on, in the order of their slots. */
static int write_slots(struct elf_writer *w, int nr)
{
	static const char *const names[] = {"first", "second", "third", "fourth"};
	Elf64_Rela rela[4];
	int symtab, idx;

	for (int i = 0; i < nr; i++)
		rela[i] = (Elf64_Rela){
			.r_offset = 0x404018 + 8 * i,
			.r_info =
				ELF64_R_INFO(elf_writer__symbol(w, names[i], 0, 0, FUNC, SHN_UNDEF),
					     R_X86_64_JUMP_SLOT),
		};
	symtab = elf_writer__symtab(w, SHT_DYNSYM);
	idx = elf_writer__section(w, ".rela.plt", SHT_RELA, SHF_ALLOC, 0, 0, rela,
				  nr * sizeof(rela[0]));
	w->shdrs[idx].sh_link = symtab;
	w->shdrs[idx].sh_entsize = sizeof(rela[0]);
	return idx;
}

/* Stubs of each processor begin behind a header of its own, and are of a size of their own. */
static int test_plt_layouts(void)
{
	static const struct {
		uint16_t machine;
		uint64_t entsize, align, header, entry; /* no stubs if @entry is 0 */
	} layouts[] = {
		{EM_ARM, 4, 4, 20, 12},		{EM_AARCH64, 16, 16, 32, 16},
		{EM_LOONGARCH, 16, 16, 32, 16}, {EM_RISCV, 16, 16, 32, 16},
		{EM_SPARC, 4, 4, 48, 12},	{EM_SPARCV9, 32, 256, 128, 32},
		{EM_X86_64, 16, 16, 16, 16},	{EM_X86_64, 8, 16, 8, 8},
		{EM_X86_64, 0, 8, 8, 8},	{EM_X86_64, 24, 16, 16, 16},
		{EM_386, 4, 16, 16, 16},	{EM_386, 4, 8, 8, 8},
		{EM_PPC64, 24, 8, 24, 24},	{EM_S390, 0, 4, 0, 0},
	};

	for (size_t i = 0; i < sizeof(layouts) / sizeof(*layouts); i++) {
		uint64_t first = 0x1200 + layouts[i].header, entry = layouts[i].entry;
		static struct elf_writer w;
		struct symtab tab;
		int plt;

		elf_symbols__program(&w);
		w.ehdr.e_machine = layouts[i].machine;
		plt = write_plt(&w, ".plt", layouts[i].header + 2 * entry + !entry,
				layouts[i].entsize);
		w.shdrs[plt].sh_addralign = layouts[i].align;
		write_slots(&w, 2);
		T_EQ(elf_symbols__write(&w, &tab), 0);
		T_EQ(tab.nr, entry ? 3 : 0);
		if (entry) {
			T_STREQ(elf_symbols__at(&tab, 0x1200), ".plt");
			T_STREQ(elf_symbols__at(&tab, first - 1), ".plt");
			T_STREQ(elf_symbols__at(&tab, first), "first@plt");
			T_STREQ(elf_symbols__at(&tab, first + entry - 1), "first@plt");
			T_STREQ(elf_symbols__at(&tab, first + entry), "second@plt");
			T_STREQ(elf_symbols__at(&tab, first + 2 * entry - 1), "second@plt");
			T_STREQ(elf_symbols__at(&tab, first + 2 * entry), "(none)");
		}
		symtab__exit(&tab);
	}
	return TEST_OK;
}

/* Other processors than x86 have stubs in the order of the relocations, whatever their slots. */
static int test_plt_order(void)
{
	static const uint16_t machines[] = {EM_X86_64, EM_386, EM_AARCH64};

	for (int i = 0; i < 3; i++) {
		static struct elf_writer w;
		uint32_t sym1, sym2;
		struct symtab tab;

		elf_symbols__program(&w);
		w.ehdr.e_machine = machines[i];
		write_plt(&w, ".plt", 2 * 16, 16);
		sym1 = elf_writer__symbol(&w, "low", 0, 0, FUNC, SHN_UNDEF);
		sym2 = elf_writer__symbol(&w, "high", 0, 0, FUNC, SHN_UNDEF);
		elf_symbols__rela(&w, ".rela.plt", elf_writer__symtab(&w, SHT_DYNSYM), sym1, sym2);
		T_EQ(elf_symbols__write(&w, &tab), 0);
		/* As many stubs as fit: there is no header. */
		T_EQ(tab.nr, 2);
		T_STREQ(elf_symbols__at(&tab, 0x1200), i < 2 ? "low@plt" : "high@plt");
		T_STREQ(elf_symbols__at(&tab, 0x1210), i < 2 ? "high@plt" : "low@plt");
		symtab__exit(&tab);
	}
	return TEST_OK;
}

/* There are no more stubs than bytes for them, and no more than relocations. */
static int test_plt_end(void)
{
	static struct elf_writer w;
	struct symtab tab;

	elf_symbols__program(&w);
	write_plt(&w, ".plt", 3 * 16, 16);
	write_slots(&w, 4);
	T_EQ(elf_symbols__write(&w, &tab), 0);
	T_EQ(tab.nr, 3);
	T_STREQ(elf_symbols__at(&tab, 0x122f), "second@plt");
	T_STREQ(elf_symbols__at(&tab, 0x1230), "(none)");
	symtab__exit(&tab);

	elf_symbols__program(&w);
	write_plt(&w, ".plt", 4 * 16, 16);
	write_slots(&w, 2);
	T_EQ(elf_symbols__write(&w, &tab), 0);
	T_EQ(tab.nr, 3);
	T_STREQ(elf_symbols__at(&tab, 0x122f), "second@plt");
	T_STREQ(elf_symbols__at(&tab, 0x1230), "(none)");
	symtab__exit(&tab);
	return TEST_OK;
}

/* A function without a size of its own ends where stubs begin; one that begins there does not. */
static int test_plt_cuts(void)
{
	static struct elf_writer w;
	struct symtab tab;
	int text;

	text = elf_symbols__program(&w);
	w.shdrs[text].sh_size = w.phdrs[0].p_filesz = 0x300;
	write_plt(&w, ".plt", 3 * 16, 16);
	elf_writer__symbol(&w, "_init", TEXT_VADDR + 0x1f0, 0, FUNC, text);
	elf_writer__symtab(&w, SHT_SYMTAB);
	write_slots(&w, 2);
	T_EQ(elf_symbols__write(&w, &tab), 0);
	T_STREQ(elf_symbols__at(&tab, 0x11ff), "_init");
	T_STREQ(elf_symbols__at(&tab, 0x1200), ".plt");
	T_STREQ(elf_symbols__at(&tab, 0x1230), "(none)");
	symtab__exit(&tab);

	text = elf_symbols__program(&w);
	w.shdrs[text].sh_size = w.phdrs[0].p_filesz = 0x300;
	write_plt(&w, ".plt", 3 * 16, 16);
	elf_writer__symbol(&w, "all_stubs", TEXT_VADDR + 0x200, 0x40, FUNC, text);
	elf_writer__symtab(&w, SHT_SYMTAB);
	write_slots(&w, 2);
	T_EQ(elf_symbols__write(&w, &tab), 0);
	T_STREQ(elf_symbols__at(&tab, 0x122f), "second@plt");
	T_STREQ(elf_symbols__at(&tab, 0x1230), "all_stubs");
	symtab__exit(&tab);
	return TEST_OK;
}

/* Relocations without addends, as 32-bit x86 has them. */
static int test_plt_rel(void)
{
	static struct elf_writer w;
	Elf64_Rel rel[2];
	struct symtab tab;
	int symtab, idx;

	elf_symbols__program(&w);
	write_plt(&w, ".plt", 3 * 16, 16);
	for (int i = 0; i < 2; i++)
		rel[i] = (Elf64_Rel){0x404020 - 8 * i,
				     ELF64_R_INFO(elf_writer__symbol(&w, i ? "low" : "high", 0, 0,
								     FUNC, SHN_UNDEF),
						  R_386_JMP_SLOT)};
	symtab = elf_writer__symtab(&w, SHT_DYNSYM);
	idx = elf_writer__section(&w, ".rel.plt", SHT_REL, SHF_ALLOC, 0, 0, rel, sizeof(rel));
	w.shdrs[idx].sh_link = symtab;
	w.shdrs[idx].sh_entsize = sizeof(rel[0]);
	T_EQ(elf_symbols__write(&w, &tab), 0);
	T_EQ(tab.nr, 3);
	T_STREQ(elf_symbols__at(&tab, 0x1210), "low@plt");
	T_STREQ(elf_symbols__at(&tab, 0x1220), "high@plt");
	symtab__exit(&tab);
	return TEST_OK;
}

/* Relocations that cannot be read leave the header of the stubs alone; no bytes, no stubs. */
static int test_plt_unusable(void)
{
	for (int i = 0; i < 5; i++) {
		static struct elf_writer w;
		struct symtab tab;
		int plt, rela;

		elf_symbols__program(&w);
		plt = write_plt(&w, ".plt", 3 * 16, 16);
		rela = write_slots(&w, 2);
		if (i == 0)
			w.shdrs[rela].sh_link = 0;
		else if (i == 1)
			w.shdrs[rela].sh_link = plt;
		else if (i == 2)
			w.shdrs[rela].sh_link = 99;
		else if (i == 3)
			w.shdrs[rela].sh_type = SHT_PROGBITS;
		else
			w.shdrs[plt].sh_type = SHT_NOBITS;
		T_EQ(elf_symbols__write(&w, &tab), 0);
		T_EQ(tab.nr, i < 4);
		T_STREQ(elf_symbols__at(&tab, 0x120f), i < 4 ? ".plt" : "(none)");
		T_STREQ(elf_symbols__at(&tab, 0x1210), "(none)");
		symtab__exit(&tab);
	}
	return TEST_OK;
}

/* In a static program the addend of a stub's relocation is the function that chooses the target. */
static int test_plt_ifunc(void)
{
	static const uint64_t addends[] = {0x10, 0x20, 0x30, 0x34, 0x900000};
	static const char *const names[] = {"choose@plt", "both_names@plt", "offset_0x1220@plt",
					    "offset_0x1230@plt", "offset_0x1240@plt"};
	const unsigned char ifunc = ELF64_ST_INFO(STB_GLOBAL, STT_GNU_IFUNC);

	for (int irelative = 1; irelative >= 0; irelative--) {
		static struct elf_writer w;
		struct symtab tab;
		Elf64_Rela rela[5];
		int text, symtab, idx;

		text = elf_symbols__program(&w);
		write_plt(&w, ".plt", sizeof(rela) / sizeof(*rela) * 16, 16);
		elf_writer__symbol(&w, "choose", TEXT_VADDR + 0x10, 8, ifunc, text);
		elf_writer__symbol(&w, "both", TEXT_VADDR + 0x20, 8, ifunc, text);
		elf_writer__symbol(&w, "both_names", TEXT_VADDR + 0x20, 8, FUNC, text);
		elf_writer__symbol(&w, "plain", TEXT_VADDR + 0x30, 4, FUNC, text);
		elf_writer__symbol(&w, "inner", TEXT_VADDR + 0x32, 8, ifunc, text);
		symtab = elf_writer__symtab(&w, SHT_SYMTAB);
		for (int i = 0; i < 5; i++)
			rela[i] = (Elf64_Rela){0x404018 + 8 * i,
					       ELF64_R_INFO(0, irelative ? R_X86_64_IRELATIVE
									 : R_X86_64_JUMP_SLOT),
					       TEXT_VADDR + addends[i]};
		idx = elf_writer__section(&w, ".rela.plt", SHT_RELA, SHF_ALLOC, 0, 0, rela,
					  sizeof(rela));
		w.shdrs[idx].sh_link = symtab;
		w.shdrs[idx].sh_entsize = sizeof(rela[0]);
		T_EQ(elf_symbols__write(&w, &tab), 0);
		for (int i = 0; i < 5; i++) {
			char nameless[32];

			snprintf(nameless, sizeof(nameless), "offset_%#x@plt", 0x1200 + 16 * i);
			T_STREQ(elf_symbols__at(&tab, 0x1200 + 16 * i),
				irelative ? names[i] : nameless);
		}
		symtab__exit(&tab);
	}
	return TEST_OK;
}

/* All ways to write the jump of a stub in .plt.got, with distances that need each of their bytes. */
static int test_plt_got_stubs(void)
{
	static const unsigned char stubs[8][16] = {
		{0xf3, 0x0f, 0x1e, 0xfa, 0xf2, 0xff, 0x25, 0x01, 0x02, 0x03, 0x04},
		{0xf3, 0x0f, 0x1e, 0xfa, 0xff, 0x25, 0x01, 0x02, 0x03, 0x04},
		{0xf2, 0xff, 0x25, 0x01, 0x02, 0x03, 0x04},
		{0xff, 0x25, 0x01, 0x02, 0x03, 0x04},
		{0xff, 0x35, 0x01, 0x02, 0x03, 0x04},
		{0xfe, 0x25, 0x01, 0x02, 0x03, 0x04},
		{0xff, 0x25, 0x01, 0x02, 0x03, 0x05},
		{0xf3, 0x0f, 0x1e, 0xfb, 0xff, 0x25, 0x01, 0x02, 0x03, 0x04},
	};
	static const int lens[] = {11, 10, 7, 6};

	for (int x86_64 = 1; x86_64 >= 0; x86_64--) {
		static struct elf_writer w;
		Elf64_Rela rela[4];
		struct symtab tab;
		int plt, symtab, idx;
		char want[32];

		elf_symbols__program(&w);
		w.ehdr.e_machine = x86_64 ? EM_X86_64 : EM_386;
		write_plt(&w, ".plt", 16, 16);
		plt = write_plt(&w, ".plt.got", sizeof(stubs) + 15, 16);
		memcpy(w.bytes + w.shdrs[plt].sh_offset, stubs, sizeof(stubs));
		for (int i = 0; i < 4; i++) {
			snprintf(want, sizeof(want), "func%d", i);
			/* The slots are not in the order of the stubs. */
			rela[3 - i] = (Elf64_Rela){
				.r_offset = 0x401210 + 16 * i + lens[i] + 0x04030201,
				.r_info = ELF64_R_INFO(
					elf_writer__symbol(&w, want, 0, 0, FUNC, SHN_UNDEF),
					R_X86_64_GLOB_DAT),
			};
		}
		symtab = elf_writer__symtab(&w, SHT_DYNSYM);
		idx = elf_writer__section(&w, ".rela.dyn", SHT_RELA, SHF_ALLOC, 0, 0, rela,
					  sizeof(rela));
		w.shdrs[idx].sh_link = symtab;
		w.shdrs[idx].sh_entsize = sizeof(rela[0]);
		T_EQ(elf_symbols__write(&w, &tab), 0);
		/* The last 15 bytes are no stub. */
		T_EQ(tab.nr, 1 + 8);
		for (int i = 0; i < 8; i++) {
			if (i < 4 && x86_64)
				snprintf(want, sizeof(want), "func%d@plt", i);
			else
				snprintf(want, sizeof(want), "offset_%#x@plt", 0x1210 + 16 * i);
			T_STREQ(elf_symbols__at(&tab, 0x1210 + 16 * i), want);
			T_STREQ(elf_symbols__at(&tab, 0x121f + 16 * i), want);
		}
		symtab__exit(&tab);
	}
	return TEST_OK;
}

/* Stubs of .plt.got have 8 bytes at least; a jump that does not fit into them is none. */
static int test_plt_got_sizes(void)
{
	static const unsigned char stubs[16] = {0xf3, 0x0f, 0x1e, 0xfa, 0xff, 0x25, 0x00, 0x00,
						0xf2, 0xff, 0x25, 0x00, 0x01, 0x00, 0x00};

	for (uint64_t entry = 7; entry <= 8; entry++) {
		static struct elf_writer w;
		uint32_t sym1, sym2;
		struct symtab tab;
		int plt;

		elf_symbols__program(&w);
		write_plt(&w, ".plt", 16, 16);
		plt = write_plt(&w, ".plt.got", sizeof(stubs), entry);
		memcpy(w.bytes + w.shdrs[plt].sh_offset, stubs, sizeof(stubs));
		w.shdrs[plt].sh_addr = 0x404018 - 0x100 - 15;
		sym1 = elf_writer__symbol(&w, "one", 0, 0, FUNC, SHN_UNDEF);
		sym2 = elf_writer__symbol(&w, "two", 0, 0, FUNC, SHN_UNDEF);
		elf_symbols__rela(&w, ".rela.dyn", elf_writer__symtab(&w, SHT_DYNSYM), sym1, sym2);
		T_EQ(elf_symbols__write(&w, &tab), 0);
		T_EQ(tab.nr, entry < 8 ? 1 : 3);
		T_STREQ(elf_symbols__at(&tab, 0x1210), entry < 8 ? "(none)" : "offset_0x1210@plt");
		T_STREQ(elf_symbols__at(&tab, 0x1218), entry < 8 ? "(none)" : "one@plt");
		symtab__exit(&tab);
	}
	return TEST_OK;
}

static const struct test_case cases[] = {
	{".plt stubs follow the order of their slots", test_plt},
	{".plt.sec has the names, .plt the rest", test_plt_sec},
	{".plt.got stubs are named by their slot", test_plt_got},
	{"stubs of each processor", test_plt_layouts},
	{"the order of stubs by processor", test_plt_order},
	{"stubs end where their bytes or relocations end", test_plt_end},
	{"a function without a size ends at the stubs", test_plt_cuts},
	{"relocations without addends", test_plt_rel},
	{"relocations that name no stub", test_plt_unusable},
	{"stubs of functions that are chosen at start", test_plt_ifunc},
	{"jumps of .plt.got stubs, and what is none", test_plt_got_stubs},
	{".plt.got stubs that are short", test_plt_got_sizes},
	{0},
};

const struct test_suite suite__plt = {"plt", "Stubs that call functions of other files", cases};
