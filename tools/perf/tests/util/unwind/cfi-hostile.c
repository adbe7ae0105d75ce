// SPDX-License-Identifier: GPL-2.0-only
/*
 * Call frame information that is damaged, by a fixed sequence of changes, or made to be slow or to swell.
 * $HOSTILE_SCALE damages that many times as much.
 */
#include <dwarf.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "tests/cfi-torture.h"
#include "tests/cfi-writer.h"
#include "tests/rng.h"
#include "tests/tests.h"
#include "util/base/array.h"
#include "util/base/arena.h"
#include "util/base/intern.h"
#include "util/dso/vdso.h"

#define X86_CIE	   DW_CFA_def_cfa, 7, 8, DW_CFA_offset | 16, 1
#define ADVANCE(n) (DW_CFA_advance_loc | (n))
#define START	   0x100000ULL

static unsigned int scale(void)
{
	const char *text = getenv("HOSTILE_SCALE");

	return text && atoi(text) > 0 ? atoi(text) : 1;
}

/* ---- damage ---------------------------------------------------------------------------------- */

/* Changes some bytes: to anything, by one bit, or to one that counts in CFI. */
static void damage(uint8_t *data, size_t size, uint64_t *rng)
{
	static const uint8_t odd[] = {0,    1,	  0x7f, 0x80, 0xff, DW_CFA_remember_state,
				      0x0b, 0x0f, 0x10, 0x16, 0x2d, 0x2f};

	for (uint64_t nr = 1 + rng__below(rng, 8); nr; nr--) {
		uint8_t *byte = data + rng__below(rng, size);

		switch (rng__below(rng, 3)) {
		case 0:
			*byte = rng__next(rng);
			break;
		case 1:
			*byte ^= 1 << rng__below(rng, 8);
			break;
		default:
			*byte = odd[rng__below(rng, sizeof(odd))];
		}
	}
}

/* Damages @data @times times, from the start each time. */
static int torture(struct cfi_torture how, const uint8_t *data, size_t size, unsigned int times)
{
	uint8_t *copy = malloc(size);
	int ret = TEST_OK;

	T_CHECK(copy && size);
	for (uint64_t i = 0; ret == TEST_OK && i < times; i++) {
		uint64_t rng = i;
		const char *wrong;

		memcpy(copy, data, size);
		if (i)
			damage(copy, size, &rng);
		how.seed = i;
		wrong = cfi_torture__run(&how, copy,
					 rng__coin(&rng) ? size : 1 + rng__below(&rng, size));
		if (wrong) {
			fprintf(stderr, "round %" PRIu64 ": %s\n", i, wrong);
			ret = TEST_FAIL;
		}
	}
	free(copy);
	return ret;
}

/* Finds .eh_frame in @elf. Returns its bytes, and sets *@addr and *@size. */
static const uint8_t *find_eh_frame(Elf *elf, uint64_t *addr, size_t *size)
{
	Elf_Scn *scn = NULL;
	const Elf_Data *data;
	const char *name;
	GElf_Shdr shdr;
	size_t strs;

	if (!elf || elf_getshdrstrndx(elf, &strs))
		return NULL;
	while ((scn = elf_nextscn(elf, scn))) {
		name = gelf_getshdr(scn, &shdr) ? elf_strptr(elf, strs, shdr.sh_name) : NULL;
		if (name && !strcmp(name, ".eh_frame"))
			break;
	}
	data = scn ? elf_rawdata(scn, NULL) : NULL;
	*addr = shdr.sh_addr;
	*size = data ? data->d_size : 0;
	return data ? data->d_buf : NULL;
}

/* The vdso's has expressions and a signal's frame in some hundred bytes; it is in every process. */
static int test_vdso(void)
{
	struct cfi_torture how = {.is_eh = true, .addr_size = sizeof(long)};
	struct elf_file file;
	const uint8_t *data;
	size_t size;
	int ret;

	if (vdso__open_own(&file, NULL))
		return TEST_SKIP;
	data = find_eh_frame(file.elf, &how.addr, &size);
	ret = data ? torture(how, data, size, 5000 * scale()) : TEST_FAIL;
	elf_file__close(&file);
	return ret;
}

/* This program's, the beginning of it. */
static int test_own(void)
{
	struct cfi_torture how = {.is_eh = true, .addr_size = sizeof(long)};
	int fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC), ret;
	const uint8_t *data;
	size_t size;
	Elf *elf;

	T_CHECK(fd >= 0);
	elf_version(EV_CURRENT);
	elf = elf_begin(fd, ELF_C_READ, NULL);
	data = find_eh_frame(elf, &how.addr, &size);
	ret = data ? torture(how, data, size < 8192 ? size : 8192, 500 * scale()) : TEST_FAIL;
	elf_end(elf);
	close(fd);
	return ret;
}

/* What compilers do not write: all instructions and operators, in each form of sections. */
static void put_all(struct cfi_writer *w)
{
	size_t cie = cfi_writer__cie(w, CODE(X86_CIE));

	cfi_writer__fde(w, cie, START, 0x100,
			CODE(DW_CFA_advance_loc1, 3, DW_CFA_def_cfa_sf, 7, 0x7e, DW_CFA_offset | 6,
			     2, DW_CFA_remember_state, DW_CFA_advance_loc2, 4, 0,
			     DW_CFA_def_cfa_expression, 4, DW_OP_breg6, 0x78, DW_OP_deref,
			     DW_OP_nop, DW_CFA_expression, 3, 2, DW_OP_breg6, 0x60,
			     DW_CFA_val_expression, 12, 3, DW_OP_lit1, DW_OP_lit2, DW_OP_plus,
			     ADVANCE(9), DW_CFA_restore_state, DW_CFA_register, 16, 1,
			     DW_CFA_val_offset, 7, 1, ADVANCE(1),
			     DW_CFA_GNU_negative_offset_extended, 3, 4, DW_CFA_undefined, 12));
	cfi_writer__fde(w, cie, START + 0x100, 0x10,
			CODE(DW_CFA_def_cfa_expression, 8, DW_OP_lit31, DW_OP_lit1, DW_OP_minus,
			     DW_OP_dup, DW_OP_bra, 0xfa, 0xff, DW_OP_drop));
	cfi_writer__fde(w, cie, START + 0x110, 0x10,
			CODE(DW_CFA_advance_loc4, 1, 0, 0, 0, DW_CFA_same_value, 16, 0x2d,
			     DW_CFA_GNU_args_size, 16));
}

static int test_forms(void)
{
	for (int form = 0; form < 8; form++) {
		struct cfi_torture how = {
			.is_eh = !(form & 1), .swap = form & 2, .addr_size = form & 4 ? 4 : 8};
		struct cfi_writer w;
		int ret;

		cfi_writer__init(&w);
		w.is_eh = how.is_eh;
		w.b.big = how.swap == (__BYTE_ORDER == __LITTLE_ENDIAN);
		w.addr_size = how.addr_size;
		w.version = how.is_eh ? 1 : 4;
		if (!how.is_eh)
			w.augmentation = "";
		how.addr = w.addr;
		put_all(&w);
		ret = torture(how, w.b.data, w.b.size, 2000 * scale());
		cfi_writer__exit(&w);
		T_RUN(ret);
	}
	return TEST_OK;
}

/* ---- swelling -------------------------------------------------------------------------------- */

/* A section that is made large by @put, and what it takes to use all of it. */
struct cost {
	size_t size;	       /* of the section, bytes */
	uint64_t rows, memory; /* bytes */
	uint64_t ns;	       /* of CPU time, the least of three */
};

static uint64_t now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &ts);
	return ts.tv_sec * 1000000000ULL + ts.tv_nsec;
}

/* Decodes all, makes all rows, and finds each row once. */
static void use_all(const struct cfi_writer *w, struct cost *cost)
{
	struct intern *rules = intern__new();
	struct arena arena = {0};
	struct cfi cfi;

	if (!rules)
		abort();
	cfi_writer__open(w, &cfi);
	cost->rows = 0;
	for (uint32_t i = 0; i < cfi.nr; i++) {
		const struct cfi_rows *rows = cfi__rows(&cfi, &cfi.fdes[i], rules, &arena);

		if (!rows || !cfi__find(&cfi, cfi.fdes[i].start))
			abort();
		for (uint32_t j = 0; j < rows->nr; j++)
			cfi_rows__find(rows, &cfi.fdes[i], cfi.fdes[i].start + rows->rows[j].start);
		cost->rows += rows->nr;
	}
	cost->memory = arena.bytes + cfi.nr * sizeof(*cfi.fdes);
	cfi__exit(&cfi);
	intern__delete(rules);
	arena__exit(&arena);
}

static struct cost measure(void (*put)(struct cfi_writer *w, unsigned int nr), unsigned int nr)
{
	struct cost cost = {.ns = UINT64_MAX};
	struct cfi_writer w;

	cfi_writer__init(&w);
	w.enc = DW_EH_PE_udata8;
	put(&w, nr);
	cost.size = w.b.size;
	for (int i = 0; i < 3; i++) {
		const uint64_t start = now();
		uint64_t ns;

		use_all(&w, &cost);
		ns = now() - start;
		if (ns < cost.ns)
			cost.ns = ns;
	}
	cfi_writer__exit(&w);
	return cost;
}

/* An FDE of which nothing repeats: all registers, and another CFA in each row. */
static void put_rules(struct cfi_writer *w, unsigned int nr)
{
	struct builder code;
	size_t cie = cfi_writer__cie(w, CODE(X86_CIE));

	builder__init(&code, w->b.big);
	for (unsigned int i = 0; i < CFI_MAX_REGS; i++)
		builder__bytes(&code,
			       CODE(DW_CFA_expression, i, 12, DW_OP_lit0, DW_OP_lit1, DW_OP_lit2,
				    DW_OP_lit3, DW_OP_lit0, DW_OP_lit1, DW_OP_lit2, DW_OP_lit3,
				    DW_OP_lit0, DW_OP_lit1, DW_OP_lit2, DW_OP_lit3));
	for (unsigned int i = 0; i < nr; i++)
		builder__bytes(&code, CODE(DW_CFA_def_cfa_offset, 0x80 | (i & 0x7f),
					   0x80 | (i >> 7 & 0x7f), i >> 14 & 0x7f, ADVANCE(1)));
	cfi_writer__fde(w, cie, START, 0x1000000, code.data, code.size);
	builder__exit(&code);
}

/* Many small FDEs, each with a rule of its own on top of a CIE with all registers. */
static void put_small(struct cfi_writer *w, unsigned int nr)
{
	struct builder code;
	size_t cie;

	builder__init(&code, w->b.big);
	builder__bytes(&code, CODE(X86_CIE));
	for (unsigned int i = 0; i < CFI_MAX_REGS; i++)
		builder__bytes(&code, CODE(DW_CFA_offset_extended, i, 3));
	cie = cfi_writer__cie(w, code.data, code.size);
	for (unsigned int i = 0; i < nr; i++)
		cfi_writer__fde(w, cie, START + i, 1,
				CODE(DW_CFA_def_cfa_offset, 0x80 | (i & 0x7f),
				     0x80 | (i >> 7 & 0x7f), i >> 14 & 0x7f));
	builder__exit(&code);
}

/* Rows that only take turns: a rule for each two bytes, and no new one. */
static void put_turns(struct cfi_writer *w, unsigned int nr)
{
	struct builder code;
	size_t cie = cfi_writer__cie(w, CODE(X86_CIE));

	builder__init(&code, w->b.big);
	for (unsigned int i = 0; i < nr; i++)
		builder__bytes(&code, CODE(0x2d, ADVANCE(1)));
	cfi_writer__fde(w, cie, START, 0x1000000, code.data, code.size);
	builder__exit(&code);
}

static void put_states(struct cfi_writer *w, unsigned int nr)
{
	struct builder code;
	size_t cie = cfi_writer__cie(w, CODE(X86_CIE));

	builder__init(&code, w->b.big);
	for (unsigned int i = 0; i < nr; i++)
		builder__u8(&code, i % 16 < 8 ? DW_CFA_remember_state : DW_CFA_restore_state);
	cfi_writer__fde(w, cie, START, 0x1000000, code.data, code.size);
	builder__exit(&code);
}

/* FDEs that all start at one address, and end at others. */
static void put_nested(struct cfi_writer *w, unsigned int nr)
{
	size_t cie = cfi_writer__cie(w, CODE(X86_CIE));

	for (unsigned int i = 0; i < nr; i++)
		cfi_writer__fde(w, cie, START, 1 + i * 7919 % nr, CODE(DW_CFA_nop));
}

/* FDEs of two CIEs by turns, which have programs as long as may be. */
static void put_two_cies(struct cfi_writer *w, unsigned int nr)
{
	uint8_t bytes[1024] = {X86_CIE};
	size_t cies[2];

	memset(bytes + 5, DW_CFA_remember_state, 8);
	memset(bytes + 13, DW_CFA_restore_state, 8);
	cies[0] = cfi_writer__cie(w, bytes, sizeof(bytes));
	cies[1] = cfi_writer__cie(w, bytes, sizeof(bytes));
	for (unsigned int i = 0; i < nr; i++)
		cfi_writer__fde(w, cies[i % 2], START + (nr - i) * 4, 4, CODE(DW_CFA_nop));
}

static const struct {
	const char *what;
	void (*put)(struct cfi_writer *w, unsigned int nr);
	unsigned int nr;
	unsigned int times; /* memory for each byte of the section, at most; blocks double */
} costs[] = {
	{"rules that all differ", put_rules, 20000, 64},
	{"small functions whose rules all differ", put_small, 20000, 20},
	{"rows that take turns", put_turns, 50000, 10},
	{"states remembered and restored", put_states, 200000, 2},
	{"functions that start together", put_nested, 20000, 8},
	{"two CIEs by turns, with long programs", put_two_cies, 2000, 8},
};

/* Of four times as much, four times the memory and the time, not sixteen times. */
static int test_costs(void)
{
	for (size_t i = 0; i < ARRAY_SIZE(costs); i++) {
		struct cost one = measure(costs[i].put, costs[i].nr);
		struct cost four = measure(costs[i].put, 4 * costs[i].nr);

		fprintf(stderr,
			"%s: %zu KB, %" PRIu64 " rows, %" PRIu64 " KB of memory, %" PRIu64
			" us; %zu KB: %" PRIu64 " KB, %" PRIu64 " us\n",
			costs[i].what, one.size >> 10, one.rows, one.memory >> 10, one.ns / 1000,
			four.size >> 10, four.memory >> 10, four.ns / 1000);
		T_CHECK(one.memory <= (256 << 10) + costs[i].times * (uint64_t)one.size);
		T_CHECK(four.memory <= (256 << 10) + costs[i].times * (uint64_t)four.size);
		T_CHECK(four.ns <= 10 * one.ns + 2000000);
	}
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"the vdso's, damaged", test_vdso},
	{"this program's, damaged", test_own},
	{"each instruction in each form, damaged", test_forms},
	{"time and memory follow the size", test_costs},
	{0},
};

const struct test_suite suite__cfi_hostile = {
	.name = "cfi-hostile",
	.desc = "call frame information that is damaged, or made to swell",
	.cases = cases,
};
