// SPDX-License-Identifier: GPL-2.0-only
/*
 * The rows of real files beside libdw's: the same CFA, the same rules for the return address and for
 * registers that calls preserve, at the first and the last byte of each row; no rule where libdw has
 * none. $PERF_DEFER_PROVE_FILES names more files than those that this process has mapped.
 */
#include <dlfcn.h>
#include <dwarf.h>
#include <elfutils/libdw.h>
#include <fcntl.h>
#include <gelf.h>
#include <limits.h>
#include <link.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <unistd.h>

#include "tests/cfi-text.h"
#include "tests/tests.h"
#include "util/base/arena.h"
#include "util/base/intern.h"
#include "util/dso/vdso.h"
#include "util/unwind/cfi.h"
#include "util/unwind/unwind-arch.h"

/* One section of one file, read by both. */
struct oracle {
	const char *name;
	const struct unwind_arch *arch;
	struct cfi cfi;
	struct intern *rules;
	struct arena arena;
	Dwarf_CFI *dw;
	Dwarf_Frame *frame; /* libdw's, at the address that is compared */
	/*
	 * Register that calls preserve and libdw forgets: its table for x86-64 has rax in the place of
	 * rbx (elfutils 0.188, backends/x86_64_cfi.c).
	 */
	unsigned int unknown;
	uint64_t nr_rows, nr_addrs, nr_none;
};

/* ---- one rule -------------------------------------------------------------------------------- */

/* Returns whether libdw's @ops are the expression of @reg, operator by operator. */
static bool is_expr(const struct cfi_rule *rule, const struct cfi_reg *reg, const Dwarf_Op *ops,
		    size_t nr)
{
	const uint8_t *bytes = cfi_rule__expr(rule, reg);

	for (size_t i = 0; i < nr; i++) {
		if (ops[i].offset >= reg->expr_size || bytes[ops[i].offset] != ops[i].atom)
			return false;
	}
	return nr > 0;
}

static bool is_cfa(const struct oracle *oracle, const struct cfi_rule *rule)
{
	Dwarf_Op *ops;
	size_t nr;

	if (dwarf_frame_cfa(oracle->frame, &ops, &nr) || !nr)
		return false;
	if (rule->cfa.how == CFI_IS_EXPR)
		return is_expr(rule, &rule->cfa, ops, nr);
	return nr == 1 && ops[0].atom == DW_OP_bregx && ops[0].number == rule->cfa.reg &&
	       (int64_t)ops[0].number2 == rule->cfa.value;
}

/* Returns whether libdw's @ops, behind the CFA, say that a register is at @offset from there. */
static bool is_offset(const Dwarf_Op *ops, size_t nr, int32_t offset, bool is_value)
{
	const size_t tail = is_value ? 1 : 0, head = offset ? 2 : 1;

	return nr == head + tail && ops[0].atom == DW_OP_call_frame_cfa &&
	       (!offset ||
		(ops[1].atom == DW_OP_plus_uconst && (int32_t)(int64_t)ops[1].number == offset)) &&
	       (!is_value || ops[nr - 1].atom == DW_OP_stack_value);
}

static const struct cfi_reg *find_reg(const struct cfi_rule *rule, unsigned int nr)
{
	for (unsigned int i = 0; i < rule->nr_regs; i++) {
		if (rule->regs[i].reg == nr)
			return &rule->regs[i];
	}
	return NULL;
}

/* Returns whether libdw's @ops are that register @nr is saved where it points: program__is_early(). */
static bool is_early(const struct cfi_rule *rule, unsigned int nr, const Dwarf_Op *ops,
		     size_t nr_ops)
{
	return nr_ops == 2 && ops[0].atom == DW_OP_call_frame_cfa &&
	       ops[1].atom == DW_OP_breg0 + nr && !ops[1].number && rule->cfa.how != CFI_IS_EXPR;
}

/* Returns whether both have the same rule for register @nr. */
static bool is_reg(const struct oracle *oracle, const struct cfi_rule *rule, unsigned int nr)
{
	const struct cfi_reg *reg = find_reg(rule, nr);
	Dwarf_Op mem[3], *ops;
	size_t nr_ops;

	if (dwarf_frame_register(oracle->frame, nr, mem, &ops, &nr_ops))
		return false;
	if (!reg)
		return !nr_ops && (!ops || nr == rule->ra || nr == oracle->unknown);
	switch (reg->how) {
	case CFI_UNDEFINED:
		return (!nr_ops && ops == mem) || is_early(rule, nr, ops, nr_ops);
	case CFI_AT_CFA:
	case CFI_IS_CFA:
		return is_offset(ops, nr_ops, reg->value, reg->how == CFI_IS_CFA);
	case CFI_IN_REG:
		return nr_ops == 1 && ops[0].atom == DW_OP_regx &&
		       ops[0].number == (Dwarf_Word)reg->value;
	case CFI_AT_EXPR:
		return nr_ops > 1 && is_expr(rule, reg, ops + 1, nr_ops - 1);
	case CFI_IS_EXPR:
		return nr_ops > 2 && is_expr(rule, reg, ops + 1, nr_ops - 2);
	default:
		return false;
	}
}

static bool is_rule(const struct oracle *oracle, const struct cfi_rule *rule)
{
	bool is_signal;
	int ra = dwarf_frame_info(oracle->frame, NULL, NULL, &is_signal);

	if (ra != rule->ra || is_signal != !!(rule->flags & CFI_RULE_SIGNAL) ||
	    !is_cfa(oracle, rule) || !is_reg(oracle, rule, rule->ra))
		return false;
	for (unsigned int i = 0; i < CFI_MAX_REGS; i++) {
		if (oracle->arch->preserved >> i & 1 && !is_reg(oracle, rule, i))
			return false;
	}
	return true;
}

/* ---- all rows -------------------------------------------------------------------------------- */

/* Compares what both say at @addr, where this program has @rule. */
static int oracle__check(struct oracle *oracle, uint64_t addr, const struct cfi_rule *rule)
{
	char text[1024] = "no rule";
	bool there;

	there = !dwarf_cfi_addrframe(oracle->dw, addr, &oracle->frame);
	oracle->nr_addrs++;
	if (there ? rule && is_rule(oracle, rule) : !rule) {
		if (there)
			free(oracle->frame);
		return TEST_OK;
	}
	if (rule)
		cfi_rule__text(rule, text, sizeof(text));
	T_FAIL("%s: 0x%" PRIx64 ": %s, libdw has %s", oracle->name, addr, text,
	       there ? "another rule" : dwarf_errmsg(-1));
}

static int oracle__check_fde(struct oracle *oracle, uint32_t idx)
{
	struct cfi_fde *fde = &oracle->cfi.fdes[idx];
	const uint64_t end = fde->start + fde->size;
	const struct cfi_rows *rows;

	rows = cfi__rows(&oracle->cfi, fde, oracle->rules, &oracle->arena);
	T_CHECK(rows && rows->nr && !rows->rows[0].start);
	T_CHECK(cfi__find(&oracle->cfi, fde->start) == fde &&
		cfi__find(&oracle->cfi, end - 1) == fde);
	for (uint32_t i = 0; i < rows->nr; i++) {
		const uint64_t first = fde->start + rows->rows[i].start;
		const uint64_t last =
			i + 1 < rows->nr ? fde->start + rows->rows[i + 1].start - 1 : end - 1;

		T_CHECK(first <= last);
		T_CHECK(cfi_rows__find(rows, fde, first) == rows->rows[i].rule);
		T_CHECK(cfi_rows__find(rows, fde, last) == rows->rows[i].rule);
		T_RUN(oracle__check(oracle, first, rows->rows[i].rule));
		T_RUN(oracle__check(oracle, last, rows->rows[i].rule));
	}
	oracle->nr_rows += rows->nr;
	if (cfi__find(&oracle->cfi, end))
		return TEST_OK;
	oracle->nr_none++;
	return oracle__check(oracle, end, NULL);
}

static int oracle__run(struct oracle *oracle)
{
	oracle->rules = intern__new();
	T_CHECK(oracle->rules && oracle->dw);
	for (uint32_t i = 0; i < oracle->cfi.nr; i++)
		T_RUN(oracle__check_fde(oracle, i));
	T_CHECK(oracle->nr_none);
	fprintf(stderr, "%s: %u functions, %" PRIu64 " rows, %" PRIu64 " addresses, %zu KB\n",
		oracle->name, oracle->cfi.nr, oracle->nr_rows, oracle->nr_addrs,
		oracle->arena.bytes >> 10);
	return TEST_OK;
}

static void oracle__exit(struct oracle *oracle)
{
	cfi__exit(&oracle->cfi);
	intern__delete(oracle->rules);
	arena__exit(&oracle->arena);
}

/* ---- files ----------------------------------------------------------------------------------- */

/* Reads .eh_frame. Returns false if there is none. */
static bool oracle__read(struct oracle *oracle, Elf *elf)
{
	struct dw_base base = {.addr_size = gelf_getclass(elf) == ELFCLASS32 ? 4 : 8};
	Elf_Scn *scn = NULL;
	const char *name;
	GElf_Shdr shdr;
	GElf_Ehdr ehdr;
	Elf_Data *data;
	uint8_t *bytes;
	size_t strs;

	if (!gelf_getehdr(elf, &ehdr) || elf_getshdrstrndx(elf, &strs))
		return false;
	oracle->arch = unwind_arch__find(ehdr.e_machine);
	oracle->unknown = ehdr.e_machine == EM_X86_64 ? 3 : UINT_MAX;
	while ((scn = elf_nextscn(elf, scn))) {
		name = gelf_getshdr(scn, &shdr) ? elf_strptr(elf, strs, shdr.sh_name) : NULL;
		if (name && !strcmp(name, ".eh_frame") && shdr.sh_type != SHT_NOBITS)
			break;
	}
	data = scn ? elf_rawdata(scn, NULL) : NULL;
	bytes = data ? malloc(data->d_size) : NULL;
	if (!bytes || !oracle->arch)
		return false;
	memcpy(bytes, data->d_buf, data->d_size);
	base.section = shdr.sh_addr;
	return !cfi__init(&oracle->cfi, bytes, data->d_size, &base, true, false, NULL);
}

/* Compares what @elf has. Counts into *@rows. */
static int compare(const char *name, Elf *elf, uint64_t *rows)
{
	struct oracle oracle = {.name = name};
	int ret = TEST_OK;

	T_CHECK(elf);
	if (oracle__read(&oracle, elf)) {
		oracle.dw = dwarf_getcfi_elf(elf);
		ret = oracle__run(&oracle);
		dwarf_cfi_end(oracle.dw);
	}
	*rows += oracle.nr_rows;
	oracle__exit(&oracle);
	return ret;
}

static int compare_file(const char *path, uint64_t *rows)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC), ret;
	Elf *elf;

	T_CHECK(fd >= 0);
	elf_version(EV_CURRENT);
	elf = elf_begin(fd, ELF_C_READ, NULL);
	ret = compare(path, elf, rows);
	elf_end(elf);
	close(fd);
	return ret;
}

/* Compares the file that has the mapped function @addr. */
static int compare_mapped(const void *addr, const char *want, uint64_t min_rows)
{
	uint64_t rows = 0;
	Dl_info info;

	if (!addr || !dladdr(addr, &info) || !strstr(info.dli_fname, want))
		T_FAIL("%s is not mapped", want);
	T_RUN(compare_file(info.dli_fname, &rows));
	T_CHECK(rows >= min_rows);
	return TEST_OK;
}

/* By a function that no sanitizer puts its own before. */
static int test_libc(void)
{
	return compare_mapped(dlsym(RTLD_DEFAULT, "gnu_get_libc_version"), "libc.so", 10000);
}

static int test_libstdcxx(void)
{
	void *lib = dlopen("libstdc++.so.6", RTLD_LAZY);

	return compare_mapped(lib ? dlsym(lib, "_ZSt9terminatev") : NULL, "libstdc++.so", 10000);
}

static int test_ld_so(void)
{
	const uintptr_t base = getauxval(AT_BASE);

	return compare_mapped((const void *)base, "ld-linux", 500);
}

/* libdw has some code by hand, and many functions in parts. */
static int test_libdw(void)
{
	return compare_mapped(dlsym(RTLD_DEFAULT, "dwarf_getcfi_elf"), "libdw", 5000);
}

static int test_own(void)
{
	uint64_t rows = 0;

	T_RUN(compare_file("/proc/self/exe", &rows));
	T_CHECK(rows > 10000);
	return TEST_OK;
}

static int test_vdso(void)
{
	struct elf_file file;
	uint64_t rows = 0;
	int ret;

	if (vdso__open_own(&file, NULL))
		return TEST_SKIP;
	ret = compare("[vdso]", file.elf, &rows);
	elf_file__close(&file);
	T_CHECK(rows > 5);
	return ret;
}

static int test_named(void)
{
	const char *files = getenv("PERF_DEFER_PROVE_FILES");
	char *copy = strdup(files ? files : ""), *rest = copy, *path;
	uint64_t rows = 0;
	int ret = TEST_OK;

	T_CHECK(copy);
	while (ret == TEST_OK && (path = strsep(&rest, " ")))
		ret = *path ? compare_file(path, &rows) : TEST_OK;
	free(copy);
	return ret;
}

static const struct test_case cases[] = {
	{"the C library", test_libc},
	{"the C++ library", test_libstdcxx},
	{"the dynamic linker", test_ld_so},
	{"libdw", test_libdw},
	{"this program", test_own},
	{"the vdso", test_vdso},
	{"files that were named", test_named},
	{0},
};

const struct test_suite suite__cfi_oracle = {
	.name = "cfi-oracle",
	.desc = "rows of real files, beside libdw",
	.cases = cases,
};
