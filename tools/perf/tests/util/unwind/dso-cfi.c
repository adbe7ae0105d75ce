// SPDX-License-Identifier: GPL-2.0-only
/* dso-cfi: which sections of which files tell where callers are. */
#include <dwarf.h>
#include <limits.h>
#include <stdlib.h>
#include <zlib.h>

#include "tests/cfi-text.h"
#include "tests/cfi-writer.h"
#include "tests/elf-writer.h"
#include "tests/folder.h"
#include "tests/tests.h"
#include "util/base/array.h"
#include "util/unwind/dso-cfi.h"

#define PROG  "/opt/bin/prog"
#define DEBUG "cache/.build-id/01/02030405060708090a0b0c0d0e0f1011121314/debug"

#define TEXT_VADDR  0x401000
#define TEXT_OFFSET 0x1000
#define FUNC	    (TEXT_VADDR + 0x40) /* what call frame information covers */
#define LEN	    0x40

#define X86_CIE DW_CFA_def_cfa, 7, 8, DW_CFA_offset | 16, 1

/* How a section of call frame information is written. */
enum form {
	NONE,
	PLAIN,
	PACKED,
	EMPTY, /* a placeholder, as debug files have it */
};

/* A file, and the sections that it has. */
struct file {
	enum form eh, debug;
	uint16_t machine;
	unsigned char first; /* of the build id; 0: none */
};

/* Adds @bytes as section @name, packed as compilers pack it. */
static void add_packed(struct elf_writer *w, const char *name, const struct builder *bytes)
{
	struct {
		Elf64_Chdr header;
		uint8_t data[512];
	} packed = {
		.header = {.ch_type = ELFCOMPRESS_ZLIB, .ch_size = bytes->size, .ch_addralign = 1}};
	uLongf size = sizeof(packed.data);
	int idx;

	if (compress(packed.data, &size, bytes->data, bytes->size) != Z_OK)
		abort();
	idx = elf_writer__section(w, name, SHT_PROGBITS, SHF_COMPRESSED, 0, 0, &packed,
				  sizeof(packed.header) + size);
	w->shdrs[idx].sh_addralign = 8;
}

/* Adds a section with rules of FUNC: the CFA is @offset above the stack pointer. */
static void add_cfi(struct elf_writer *w, bool is_eh, enum form form, uint8_t offset)
{
	const char *name = is_eh ? ".eh_frame" : ".debug_frame";
	struct cfi_writer cfi;
	size_t cie;

	if (form == NONE)
		return;
	cfi_writer__init(&cfi);
	cfi.is_eh = is_eh;
	cfi.augmentation = "";
	cie = cfi_writer__cie(&cfi, CODE(X86_CIE));
	cfi_writer__fde(&cfi, cie, FUNC, LEN, CODE(DW_CFA_def_cfa_offset, offset));
	if (form == PACKED)
		add_packed(w, name, &cfi.b);
	else
		elf_writer__section(w, name, form == EMPTY ? SHT_NOBITS : SHT_PROGBITS, SHF_ALLOC,
				    cfi.addr, 0, cfi.b.data, cfi.b.size);
	cfi_writer__exit(&cfi);
}

/* Code at FUNC: pop %rbp; ret; then a nop. */
static const uint8_t code[] = {0x5d, 0xc3, 0x90};

static bool write_file(const struct folder *folder, const char *path, const struct file *file,
		       uint8_t eh_offset, uint8_t debug_offset)
{
	struct elf_writer *w = calloc(1, sizeof(*w));
	unsigned char id[BUILD_ID_SIZE];
	bool ok;

	if (!w)
		return false;
	elf_writer__init(w, ET_EXEC);
	w->ehdr.e_machine = file->machine ? file->machine : EM_X86_64;
	elf_writer__section(w, ".text", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, TEXT_VADDR,
			    TEXT_OFFSET, NULL, 0x100);
	memcpy(w->bytes + TEXT_OFFSET + FUNC - TEXT_VADDR, code, sizeof(code));
	elf_writer__segment(w, PT_LOAD, PF_R | PF_X, TEXT_VADDR, TEXT_OFFSET, 0x100);
	for (int i = 0; i < BUILD_ID_SIZE; i++)
		id[i] = file->first + i;
	if (file->first)
		elf_writer__build_id(w, id, sizeof(id));
	add_cfi(w, true, file->eh, eh_offset);
	add_cfi(w, false, file->debug, debug_offset);
	ok = folder__write(folder, path, "") && elf_writer__finish(w, folder_at(folder, path));
	free(w);
	return ok;
}

/* Facts that dso_cfi tells of one DSO. */
struct told {
	enum defer_class cls;
	bool has_arch, has_code;
	char rule[64];	/* at FUNC, or "none" */
	bool is_around; /* bytes before and behind have a rule, too */
};

static int ask(const struct folder *folder, enum dso_kind kind, unsigned char first, bool keep_code,
	       struct told *told)
{
	const struct symbol_conf conf = {.symfs = folder_at(folder, "symfs"),
					 .buildid_dir = folder_at(folder, "cache")};
	const uint64_t func = FUNC - TEXT_VADDR + TEXT_OFFSET;
	struct intern *rules = intern__new();
	const struct cfi_rule *rule, *other;
	struct arena arena = {0};
	unsigned char id[BUILD_ID_SIZE];
	struct build_id bid;
	struct dso_cfi dc;
	struct dso *dso;

	for (int i = 0; i < BUILD_ID_SIZE; i++)
		id[i] = first + i;
	build_id__init(&bid, id, sizeof(id));
	dso = dso__new(PROG, kind, first ? &bid : NULL, NULL);
	T_CHECK(dso && rules);
	T_EQ(dso_cfi__init(&dc, dso, &conf, NULL, keep_code, NULL), 0);
	*told = (struct told){dc.cls, dc.arch, dc.code_fd >= 0, "none", false};
	T_EQ(dso_cfi__rule(&dc, func, rules, &arena, &rule), 0);
	if (rule)
		cfi_rule__text(rule, told->rule, sizeof(told->rule));
	T_EQ(dso_cfi__rule(&dc, func + LEN - 1, rules, &arena, &other), 0);
	T_CHECK(other == rule);
	T_EQ(dso_cfi__rule(&dc, func - 1, rules, &arena, &other), 0);
	told->is_around |= !!other;
	T_EQ(dso_cfi__rule(&dc, func + LEN, rules, &arena, &other), 0);
	told->is_around |= !!other;
	T_EQ(dso_cfi__rule(&dc, FUNC, rules, &arena, &other), 0);
	told->is_around |= !!other;
	dso_cfi__exit(&dc);
	T_EQ(dc.cls, DEFER_NO_CFI);
	T_EQ(dc.code_fd, -1);
	dso__delete(dso);
	intern__delete(rules);
	arena__exit(&arena);
	return TEST_OK;
}

/* .eh_frame goes before .debug_frame, that of the file before that of its debug file; packed or not. */
static int sections(const struct folder *folder)
{
	static const struct {
		struct file file, debug;
		const char *rule;
	} known[] = {
		{{PLAIN, NONE, 0, 1}, {NONE, PLAIN, 0, 1}, "r7+16 r16@-8"},
		{{PLAIN, PLAIN, 0, 1}, {NONE, PLAIN, 0, 1}, "r7+16 r16@-8"},
		{{NONE, PLAIN, 0, 1}, {NONE, PLAIN, 0, 1}, "r7+24 r16@-8"},
		{{NONE, PACKED, 0, 1}, {NONE, PLAIN, 0, 1}, "r7+24 r16@-8"},
		{{NONE, PACKED, 0, 0}, {NONE, PLAIN, 0, 1}, "r7+24 r16@-8"},
		{{NONE, NONE, 0, 1}, {NONE, PLAIN, 0, 1}, "r7+40 r16@-8"},
		{{NONE, EMPTY, 0, 1}, {NONE, PACKED, 0, 1}, "r7+40 r16@-8"},
		{{EMPTY, NONE, 0, 1}, {PLAIN, PLAIN, 0, 1}, "r7+40 r16@-8"},
		{{NONE, NONE, 0, 0}, {NONE, PLAIN, 0, 1}, "none"},
		{{NONE, NONE, 0, 1}, {NONE, PLAIN, 0, 2}, "none"},
		{{NONE, NONE, 0, 1}, {PLAIN, EMPTY, 0, 1}, "none"},
	};

	for (size_t i = 0; i < ARRAY_SIZE(known); i++) {
		struct told told;

		T_CHECK(write_file(folder, "symfs" PROG, &known[i].file, 16, 24));
		T_CHECK(write_file(folder, DEBUG, &known[i].debug, 32, 40));
		T_RUN(ask(folder, DSO_ELF, known[i].file.first, i % 2, &told));
		if (strcmp(told.rule, known[i].rule))
			T_FAIL("%zu: %s, not %s", i, told.rule, known[i].rule);
		T_EQ(told.cls, DEFER_UNWOUND);
		T_CHECK(told.has_arch && !told.is_around);
		T_EQ(told.has_code, i % 2);
	}
	return TEST_OK;
}

static int test_sections(void)
{
	return folder__run(sections);
}

/* A file that cannot be unwound has a class that says why. */
static int classes(const struct folder *folder)
{
	static const struct {
		enum dso_kind kind;
		uint16_t machine;
		unsigned char first; /* of the build id that was recorded */
		enum defer_class cls;
	} known[] = {
		{DSO_ELF, EM_X86_64, 1, DEFER_UNWOUND},
		{DSO_ELF, EM_X86_64, 0, DEFER_UNWOUND},
		{DSO_ELF, EM_AARCH64, 1, DEFER_UNWOUND},
		{DSO_ELF, EM_S390, 1, DEFER_NO_CFI},
		{DSO_ELF, EM_X86_64, 2, DEFER_WRONG_BUILD},
		{DSO_KERNEL, EM_X86_64, 1, DEFER_NO_CFI},
		{DSO_IMAGE, EM_X86_64, 1, DEFER_NO_CFI},
		{DSO_PERF_MAP, EM_X86_64, 1, DEFER_NO_CFI},
		{DSO_JITDUMP, EM_X86_64, 0, DEFER_NO_CFI},
		{DSO_ELF, 0, 1, DEFER_NO_FILE},
	};

	for (size_t i = 0; i < ARRAY_SIZE(known); i++) {
		struct told told;

		if (known[i].machine)
			T_CHECK(write_file(folder, "symfs" PROG,
					   &(struct file){PLAIN, NONE, known[i].machine, 1}, 16,
					   24));
		else
			T_CHECK(folder__remove(folder, "symfs"));
		T_RUN(ask(folder, known[i].kind, known[i].first, true, &told));
		if (known[i].kind != DSO_JITDUMP)
			T_EQ(told.cls, known[i].cls);
		T_EQ(told.has_arch, known[i].cls == DEFER_UNWOUND);
		T_STREQ(told.rule, known[i].cls == DEFER_UNWOUND ? "r7+16 r16@-8" : "none");
	}
	return TEST_OK;
}

static int test_classes(void)
{
	return folder__run(classes);
}

/* ---- what has been restored ----------------------------------------------------------- */

#define RBX (1ULL << 3)
#define R12 (1ULL << 12)
#define ALL (RBX | 1ULL << 6 | R12 | 1ULL << 13 | 1ULL << 14 | 1ULL << 15)

/* A rule: the CFA is register @cfa_reg + @cfa, and register 6 is saved at @value from it, as @how says. */
static uint64_t restored(const struct dso_cfi *dc, uint64_t addr, uint8_t cfa_reg, int32_t cfa,
			 uint8_t how, int32_t value)
{
	struct {
		struct cfi_rule rule;
		struct cfi_reg regs[2];
	} r = {.rule = {.cfa = {.reg = cfa_reg, .how = CFI_IS_CFA, .value = cfa},
			.ra = 16,
			.nr_regs = 2},
	       .regs = {{.reg = 6, .how = how, .value = value},
			{.reg = 16, .how = CFI_AT_CFA, .value = -8}}};

	return dso_cfi__restored(dc, addr, &r.rule);
}

/* Code is looked at only where the rule has a register below the stack pointer. */
static int epilogues(const struct folder *folder)
{
	const struct symbol_conf conf = {.symfs = folder_at(folder, "symfs"), .buildid_dir = ""};
	const uint64_t func = FUNC - TEXT_VADDR + TEXT_OFFSET;
	struct dso *dso = dso__new(PROG, DSO_ELF, NULL, NULL);
	struct dso_cfi dc;

	T_CHECK(dso);
	T_CHECK(write_file(folder, "symfs" PROG, &(struct file){PLAIN, NONE, 0, 1}, 16, 24));
	T_EQ(dso_cfi__init(&dc, dso, &conf, NULL, true, NULL), 0);
	T_EQ(restored(&dc, func + 1, 7, 8, CFI_AT_CFA, -16), ALL);
	T_EQ(restored(&dc, func, 7, 8, CFI_AT_CFA, -16), ALL & ~(1ULL << 6));
	T_EQ(restored(&dc, func + 2, 7, 8, CFI_AT_CFA, -16), 0);
	T_EQ(restored(&dc, func + 1, 7, 16, CFI_AT_CFA, -16), 0);
	T_EQ(restored(&dc, func + 1, 7, 15, CFI_AT_CFA, -16), ALL);
	T_EQ(restored(&dc, func + 1, 6, 8, CFI_AT_CFA, -16), 0);
	T_EQ(restored(&dc, func + 1, 7, 8, CFI_IS_CFA, -16), 0);
	T_EQ(restored(&dc, 1 << 20, 7, 8, CFI_AT_CFA, -16), 0);
	dso_cfi__exit(&dc);
	T_EQ(dso_cfi__init(&dc, dso, &conf, NULL, false, NULL), 0);
	T_EQ(restored(&dc, func + 1, 7, 8, CFI_AT_CFA, -16), 0);
	dso_cfi__exit(&dc);
	dso__delete(dso);
	return TEST_OK;
}

static int test_epilogues(void)
{
	return folder__run(epilogues);
}

static const struct test_case cases[] = {
	{"sections, packed or not, of a file and its debug file", test_sections},
	{"why there are none", test_classes},
	{"code that is looked at", test_epilogues},
	{0},
};

const struct test_suite suite__dso_cfi = {
	.name = "dso-cfi",
	.desc = "files that tell where callers are",
	.cases = cases,
};
