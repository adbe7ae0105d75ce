// SPDX-License-Identifier: GPL-2.0-only
/* Where frame pointers lead to: rules of three architectures, and a trace of a file with each kind. */
#include <dwarf.h>
#include <string.h>

#include "tests/elf-writer.h"
#include "tests/names-world.h"
#include "tests/tests.h"
#include "ui/ledger/links-view.h"
#include "util/base/array.h"
#include "util/dso/dso.h"
#include "util/session/filter.h"
#include "util/session/frame-links.h"

/* ---- rules ---- */

#define MAX_REGS 2
#define MAX_EXPR 4

struct rule_case {
	const char *what;
	uint16_t machine;
	struct cfi_reg cfa;
	uint8_t ra, flags, nr_regs;
	struct cfi_reg regs[MAX_REGS];
	uint8_t expr[MAX_EXPR];
	enum fp_link want;
};

#define AT(nr, offset)                                            \
	{                                                         \
		.reg = (nr), .how = CFI_AT_CFA, .value = (offset) \
	}
#define CFA(nr, offset)                                           \
	{                                                         \
		.reg = (nr), .how = CFI_IS_CFA, .value = (offset) \
	}
#define OTHER(nr, as)                    \
	{                                \
		.reg = (nr), .how = (as) \
	}
#define X86(cfa_, ...)                    \
	EM_X86_64, cfa_, 16, 0, MAX_REGS, \
	{                                 \
		__VA_ARGS__               \
	}
#define X86_ONLY_RA(cfa_, ...)     \
	EM_X86_64, cfa_, 16, 0, 1, \
	{                          \
		__VA_ARGS__        \
	}
#define ARM64(cfa_, ...)                   \
	EM_AARCH64, cfa_, 30, 0, MAX_REGS, \
	{                                  \
		__VA_ARGS__                \
	}

/* Numbers of registers: x86-64 has RBP 6, RSP 7, RIP 16; i386 EBP 5, ESP 4, EIP 8; arm64 x29, x30, SP 31. */
static const struct rule_case rules[] = {
	{"a frame with a frame pointer", X86(CFA(6, 16), AT(6, -16), AT(16, -8)), {0}, FP_LINKED},
	{"no frame", X86_ONLY_RA(CFA(7, 8), AT(16, -8)), {0}, FP_SKIPS},
	{"a frame by the stack pointer", X86_ONLY_RA(CFA(7, 64), AT(16, -8)), {0}, FP_SKIPS},
	{"saved, and used for something else",
	 X86(CFA(7, 48), AT(6, -16), AT(16, -8)),
	 {0},
	 FP_WILD},
	{"just saved", X86(CFA(7, 16), AT(6, -16), AT(16, -8)), {0}, FP_WILD},
	{"restored, at the return", X86(CFA(7, 8), AT(6, -16), AT(16, -8)), {0}, FP_SKIPS},
	{"saved elsewhere", X86(CFA(6, 16), AT(6, -24), AT(16, -8)), {0}, FP_WILD},
	{"points elsewhere", X86(CFA(6, 24), AT(6, -16), AT(16, -8)), {0}, FP_WILD},
	{"a word between", X86(CFA(6, 24), AT(6, -24), AT(16, -8)), {0}, FP_WILD},
	{"lost", X86(CFA(7, 16), OTHER(6, CFI_UNDEFINED), AT(16, -8)), {0}, FP_WILD},
	{"in another register", X86(CFA(7, 16), OTHER(6, CFI_IN_REG), AT(16, -8)), {0}, FP_WILD},
	{"no caller", X86(CFA(6, 16), AT(6, -16), OTHER(16, CFI_UNDEFINED)), {0}, FP_OUTERMOST},
	{"no caller, no frame",
	 X86_ONLY_RA(CFA(7, 8), OTHER(16, CFI_UNDEFINED)),
	 {0},
	 FP_OUTERMOST},
	{"PLT", X86_ONLY_RA(OTHER(0, CFI_IS_EXPR), AT(16, -8)), {0}, FP_SKIPS},
	{"saved, and the CFA is an expression",
	 X86(OTHER(0, CFI_IS_EXPR), AT(6, -16), AT(16, -8)),
	 {0},
	 FP_WILD},
	{"saved, and the CFA is an expression of the frame pointer",
	 EM_X86_64,
	 {.reg = 6, .how = CFI_IS_EXPR, .value = 16},
	 16,
	 0,
	 2,
	 {AT(6, -16), AT(16, -8)},
	 {0},
	 FP_WILD},
	{"an aligned stack",
	 EM_X86_64,
	 OTHER(0, CFI_IS_EXPR),
	 16,
	 0,
	 2,
	 {{.reg = 6, .how = CFI_AT_EXPR, .expr_size = 2}, AT(16, -8)},
	 {DW_OP_breg6, 0},
	 FP_LINKED},
	{"saved by an expression elsewhere",
	 EM_X86_64,
	 OTHER(0, CFI_IS_EXPR),
	 16,
	 0,
	 2,
	 {{.reg = 6, .how = CFI_AT_EXPR, .expr_size = 2}, AT(16, -8)},
	 {DW_OP_breg6, 8},
	 FP_WILD},
	{"saved by the expression of another register",
	 EM_X86_64,
	 OTHER(0, CFI_IS_EXPR),
	 16,
	 0,
	 2,
	 {{.reg = 6, .how = CFI_AT_EXPR, .expr_size = 2}, AT(16, -8)},
	 {DW_OP_breg7, 0},
	 FP_WILD},
	{"a longer expression",
	 EM_X86_64,
	 OTHER(0, CFI_IS_EXPR),
	 16,
	 0,
	 2,
	 {{.reg = 6, .how = CFI_AT_EXPR, .expr_size = 3}, AT(16, -8)},
	 {DW_OP_breg6, 0, DW_OP_deref},
	 FP_WILD},
	{"a signal",
	 EM_X86_64,
	 CFA(6, 16),
	 16,
	 CFI_RULE_SIGNAL,
	 2,
	 {AT(6, -16), AT(16, -8)},
	 {0},
	 FP_SKIPS},
	{"i386: a frame", EM_386, CFA(5, 8), 8, 0, 2, {AT(5, -8), AT(8, -4)}, {0}, FP_LINKED},
	{"i386: words of 8 bytes",
	 EM_386,
	 CFA(5, 16),
	 8,
	 0,
	 2,
	 {AT(5, -16), AT(8, -8)},
	 {0},
	 FP_WILD},
	{"arm64: a frame record", ARM64(CFA(29, 32), AT(29, -32), AT(30, -24)), {0}, FP_LINKED},
	{"arm64: by the stack pointer",
	 ARM64(CFA(31, 32), AT(29, -32), AT(30, -24)),
	 {0},
	 FP_LINKED},
	{"arm64: saved without the link register",
	 ARM64(CFA(31, 32), AT(29, -16), AT(19, -8)),
	 {0},
	 FP_WILD},
	{"arm64: no record", ARM64(CFA(31, 48), AT(29, -32), AT(30, -16)), {0}, FP_WILD},
	{"arm64: x29 points elsewhere", ARM64(CFA(29, 48), AT(29, -32), AT(30, -24)), {0}, FP_WILD},
	{"arm64: no frame", EM_AARCH64, CFA(31, 0), 30, 0, 0, {{0}}, {0}, FP_SKIPS},
	{"arm64: the link register is saved",
	 EM_AARCH64,
	 CFA(31, 16),
	 30,
	 0,
	 1,
	 {AT(30, -16)},
	 {0},
	 FP_SKIPS},
};

static int test_rules(void)
{
	for (size_t i = 0; i < ARRAY_SIZE(rules); i++) {
		const struct rule_case *c = &rules[i];
		const struct unwind_arch *arch = unwind_arch__find(c->machine);
		_Alignas(struct cfi_rule) uint8_t bytes[128] = {0};
		struct cfi_rule *rule = (struct cfi_rule *)bytes;

		rule->cfa = c->cfa;
		rule->ra = c->ra;
		rule->flags = c->flags;
		rule->nr_regs = c->nr_regs;
		memcpy(rule->regs, c->regs, c->nr_regs * sizeof(*c->regs));
		memcpy((uint8_t *)&rule->regs[c->nr_regs], c->expr, sizeof(c->expr));
		T_CHECK(arch);
		if (fp_link__of(rule, arch) != c->want)
			T_FAIL("%s: %s, not %s", c->what, fp_link__name(fp_link__of(rule, arch)),
			       fp_link__name(c->want));
	}
	return TEST_OK;
}

/* ---- a file ---- */

struct frame_bytes {
	uint8_t data[1024];
	size_t size;
};

static void put(struct frame_bytes *b, const void *data, size_t size)
{
	if (size)
		memcpy(b->data + b->size, data, size);
	b->size += size;
}

static void put_u32(struct frame_bytes *b, uint32_t v)
{
	put(b, &v, sizeof(v));
}

static void put_u64(struct frame_bytes *b, uint64_t v)
{
	put(b, &v, sizeof(v));
}

/* Ends the entry at @at with padding that does nothing, and sets its length. */
static void end_entry(struct frame_bytes *b, size_t at)
{
	uint32_t length;

	while (b->size % 8)
		b->data[b->size++] = DW_CFA_nop;
	length = b->size - at - sizeof(length);
	memcpy(b->data + at, &length, sizeof(length));
}

static void put_cie(struct frame_bytes *b)
{
	/* version 1, "zR", factors 1 and -8, RA in column 16, plain addresses; CFA = RSP+8, RA at CFA-8 */
	static const uint8_t body[] = {1,
				       'z',
				       'R',
				       0,
				       1,
				       0x78,
				       16,
				       1,
				       DW_EH_PE_absptr,
				       DW_CFA_def_cfa,
				       7,
				       8,
				       DW_CFA_offset | 16,
				       1};
	size_t at = b->size;

	put_u32(b, 0);
	put_u32(b, 0);
	put(b, body, sizeof(body));
	end_entry(b, at);
}

static void put_fde(struct frame_bytes *b, uint64_t start, const uint8_t *program, size_t size)
{
	size_t at = b->size;

	put_u32(b, 0);
	put_u32(b, b->size); /* back to the CIE, which is first */
	put_u64(b, start);
	put_u64(b, 0x100);
	b->data[b->size++] = 0;
	put(b, program, size);
	end_entry(b, at);
}

#define LINKED	  0x1000 /* push rbp; mov rbp, rsp; ... */
#define FRAMELESS 0x1100
#define WILD	  0x1200 /* push rbp; and RBP holds anything */
#define OUTERMOST 0x1300
#define NO_FDE	  0x1400
#define RETURNS	  0x1500 /* as LINKED; at 0x10 RBP is restored */
#define BASE	  0x400000

/* Writes symfs/bin/prog, whose addresses are offsets in the file. */
static int write_prog(const struct names_world *w)
{
	static const uint8_t push[] = {DW_CFA_advance_loc | 1, DW_CFA_def_cfa_offset, 16,
				       DW_CFA_offset | 6, 2};
	static const uint8_t linked[] = {DW_CFA_advance_loc | 1,
					 DW_CFA_def_cfa_offset,
					 16,
					 DW_CFA_offset | 6,
					 2,
					 DW_CFA_advance_loc | 3,
					 DW_CFA_def_cfa_register,
					 6,
					 DW_CFA_advance_loc | 12,
					 DW_CFA_def_cfa,
					 7,
					 8};
	static const uint8_t undefined[] = {DW_CFA_undefined, 16};
	static struct elf_writer elf;
	static const uint8_t text[0x1000];
	struct frame_bytes b = {.size = 0};
	char path[128];

	put_cie(&b);
	put_fde(&b, LINKED, linked, 8);
	put_fde(&b, FRAMELESS, NULL, 0);
	put_fde(&b, WILD, push, sizeof(push));
	put_fde(&b, OUTERMOST, undefined, sizeof(undefined));
	put_fde(&b, RETURNS, linked, sizeof(linked));
	elf_writer__init(&elf, ET_DYN);
	elf_writer__section(&elf, ".text", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, 0x1000, 0x1000,
			    text, sizeof(text));
	elf_writer__section(&elf, ".eh_frame", SHT_PROGBITS, SHF_ALLOC, 0x2000, 0x2000, b.data,
			    b.size);
	elf_writer__segment(&elf, PT_LOAD, PF_R | PF_X, 0, 0, 0x3000);
	T_CHECK(folder__write(&w->folder, "symfs/bin/prog", ""));
	snprintf(path, sizeof(path), "%s/bin/prog", w->symfs);
	T_CHECK(elf_writer__finish(&elf, path));
	return TEST_OK;
}

static const struct names_task task = {100, 100, 1};

/* Adds a sample in user mode at @offset of the program, called by the other two addresses. */
static void add_sample(struct names_world *w, uint64_t time, uint64_t offset, uint64_t caller,
		       uint64_t outer)
{
	const uint64_t chain[] = {DEFER_CONTEXT_USER, BASE + offset, caller, outer};

	names_world__sample(w, time, task, DEFER_MISC_USER, BASE + offset, chain,
			    2 + !!caller + !!outer, 0);
}

static int world__init(struct names_world *w)
{
	const uint64_t record[] = {BASE + LINKED + 4};

	T_RUN(names_world__init(w, NULL));
	T_RUN(write_prog(w));
	names_world__comm(w, 10, task, "prog", true);
	names_world__mmap(w, 20, task, DEFER_MISC_USER, BASE, 0x10000, "/bin/prog");
	names_world__mmap(w, 30, task, DEFER_MISC_USER, 0x600000, 0x10000, "/bin/gone");
	/* A return address may be the first one of the next function. */
	add_sample(w, 100, LINKED + 0x10, BASE + FRAMELESS, BASE + OUTERMOST + 1);
	add_sample(w, 110, LINKED + 0x10, BASE + FRAMELESS, BASE + OUTERMOST + 1);
	add_sample(w, 120, FRAMELESS, BASE + WILD + 0x10, BASE + NO_FDE + 0x50);
	add_sample(w, 130, RETURNS + 0x18, 0x500000, 0x600010);
	add_sample(w, 140, LINKED + 2, 0, 0);
	names_world__sample(w, 150, task, DEFER_MISC_KERNEL, 0xffffffff81000100, NULL, 0,
			    0x300000003);
	names_world__deferred(w, 160, task, 0x300000003, record, 1);
	T_RUN(names_world__read(w, 0));
	w->session->symbols = &w->conf;
	return TEST_OK;
}

static int check_counts(const struct link_counts *counts, const uint64_t want[FP_NR_LINKS])
{
	uint64_t nr = 0;

	for (int link = 0; link < FP_NR_LINKS; link++) {
		if (counts->links[link] != want[link])
			T_FAIL("%s: %d, not %d", fp_link__name(link), (int)counts->links[link],
			       (int)want[link]);
		nr += want[link];
	}
	T_EQ(counts->nr, nr);
	return TEST_OK;
}

/* linked, may-skip, runs-wild, outermost, no-cfi, no-file */
static const uint64_t leaf[] = {3, 2, 1, 0, 0, 0}, callers[] = {2, 0, 1, 2, 1, 2},
		      in_prog[] = {2, 0, 1, 2, 1, 0}, missing[] = {0, 0, 0, 0, 0, 1}, none[6];

static int test_counts(void)
{
	static const char *const files[] = {"/bin/prog", "/bin/gone"};
	struct frame_links links;
	struct names_world w;

	T_RUN(world__init(&w));
	T_EQ(frame_links__init(&links, w.session, NULL, NULL), 0);
	T_RUN(check_counts(&links.leaf, leaf));
	T_RUN(check_counts(&links.callers, callers));
	T_EQ(links.nr, 3);
	T_RUN(check_counts(&links.dsos[0].leaf, leaf));
	T_RUN(check_counts(&links.dsos[0].callers, in_prog));
	for (int i = 0; i < 2; i++)
		T_STREQ(links.dsos[i].dso->name, files[i]);
	T_CHECK(!links.dsos[2].dso);
	for (int i = 1; i < 3; i++) {
		T_RUN(check_counts(&links.dsos[i].leaf, none));
		T_RUN(check_counts(&links.dsos[i].callers, missing));
	}
	T_EQ(links.evidence[EVIDENCE_IP], 6);
	T_EQ(links.evidence[EVIDENCE_RECORD], 8);
	T_EQ(links.evidence[EVIDENCE_CFI] + links.gaps, 0);
	frame_links__exit(&links);
	names_world__exit(&w);
	return TEST_OK;
}

static int test_sentence(void)
{
	struct frame_links links = {0};
	char buf[LINKS_VIEW_LEN];
	struct names_world w;

	T_STREQ(links_view__sentence(&links, buf), "no user stack was found along frame pointers");
	T_RUN(world__init(&w));
	T_EQ(frame_links__init(&links, w.session, NULL, NULL), 0);
	T_STREQ(links_view__sentence(&links, buf),
		"frame pointers lead to the caller from 50.00% of the first frames, and from 33.33% "
		"of the others; of the first frames from which they do not, 100.00% are in prog");
	frame_links__exit(&links);
	names_world__exit(&w);
	return TEST_OK;
}

static int test_filter(void)
{
	const struct sample_filter_opts opts = {.time = "0.000000140,"};
	static const uint64_t late[] = {1, 0, 1, 0, 0, 0};
	struct sample_filter filter;
	struct frame_links links;
	struct names_world w;

	T_RUN(world__init(&w));
	T_EQ(sample_filter__init(&filter, &opts, NULL), 0);
	T_EQ(sample_filter__start(&filter, w.session, NULL), 0);
	T_EQ(frame_links__init(&links, w.session, &filter, NULL), 0);
	T_RUN(check_counts(&links.leaf, late));
	T_RUN(check_counts(&links.callers, none));
	frame_links__exit(&links);
	sample_filter__exit(&filter);
	names_world__exit(&w);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"rules of three architectures", test_rules},
	{"frames of a trace, by file", test_counts},
	{"in a sentence", test_sentence},
	{"chosen samples only", test_filter},
	{0},
};

const struct test_suite suite__frame_links = {"frame-links", "Where frame pointers lead to", cases};
