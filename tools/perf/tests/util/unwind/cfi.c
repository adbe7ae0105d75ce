// SPDX-License-Identifier: GPL-2.0-only
/* Call frame information: each instruction, each form of CIEs and FDEs, right and broken. */
#include <dwarf.h>
#include <stdlib.h>
#include <unistd.h>

#include "tests/cfi-text.h"
#include "tests/cfi-writer.h"
#include "tests/tests.h"
#include "util/base/array.h"
#include "util/base/arena.h"
#include "util/base/intern.h"

#define START 0x1000ULL
#define LEN   0x100

/* What a CIE of x86-64 says: CFA = rsp+8, the return address at CFA-8. */
#define X86_CIE DW_CFA_def_cfa, 7, 8, DW_CFA_offset | 16, 1
#define X86_ROW "r7+8 r16@-8"

/* A section that is decoded, and what its rows are made with. */
struct decoded {
	struct cfi cfi;
	struct intern *rules;
	struct arena arena;
	char text[4096];
};

static void decoded__init(struct decoded *dec, const struct cfi_writer *w)
{
	*dec = (struct decoded){.rules = intern__new()};
	if (!dec->rules)
		abort();
	cfi_writer__open(w, &dec->cfi);
}

static void decoded__exit(struct decoded *dec)
{
	cfi__exit(&dec->cfi);
	intern__delete(dec->rules);
	arena__exit(&dec->arena);
}

/* Returns the rows of the FDE at @addr as a text; "none" if there is no FDE. */
static const char *decoded__text(struct decoded *dec, uint64_t addr)
{
	struct cfi_fde *fde = cfi__find(&dec->cfi, addr);
	const struct cfi_rows *rows;

	if (!fde)
		return "none";
	rows = cfi__rows(&dec->cfi, fde, dec->rules, &dec->arena);
	if (!rows)
		abort();
	cfi_rows__text(rows, dec->text, sizeof(dec->text));
	return dec->text;
}

/* Checks that the FDE at START, in what @w has, has the rows @want. Ends @w. */
static int check_rows(struct cfi_writer *w, const char *want)
{
	struct decoded dec;
	int ret = TEST_OK;

	decoded__init(&dec, w);
	if (strcmp(decoded__text(&dec, START), want)) {
		fprintf(stderr, "rows are \"%s\", not \"%s\"\n", decoded__text(&dec, START), want);
		ret = TEST_FAIL;
	}
	decoded__exit(&dec);
	cfi_writer__exit(w);
	return ret;
}

/* ---- instructions ---------------------------------------------------------------------------- */

struct program_case {
	const char *what;
	const char *want; /* rows: cfi_rows__text() */
	uint8_t size;
	uint8_t bytes[48];
};

#define PROGRAM(what, want, ...)                                    \
	{                                                           \
		what, want, sizeof((const uint8_t[]){__VA_ARGS__}), \
		{                                                   \
			__VA_ARGS__                                 \
		}                                                   \
	}
#define ADVANCE(n) (DW_CFA_advance_loc | (n))

static const struct program_case programs[] = {
	PROGRAM("nop", "0: " X86_ROW, DW_CFA_nop),
	PROGRAM("advance_loc", "0: " X86_ROW "; 5: r7+16 r16@-8", ADVANCE(5), DW_CFA_def_cfa_offset,
		16),
	PROGRAM("advance_loc1", "0: " X86_ROW "; 200: r7+16 r16@-8", DW_CFA_advance_loc1, 200,
		DW_CFA_def_cfa_offset, 16),
	PROGRAM("an advance that changes nothing", "0: " X86_ROW, ADVANCE(5), ADVANCE(3)),
	PROGRAM("advances add up", "0: " X86_ROW "; 8: r7+16 r16@-8", ADVANCE(5), ADVANCE(3),
		DW_CFA_def_cfa_offset, 16),
	PROGRAM("set_loc", "0: " X86_ROW "; 64: r7+16 r16@-8", DW_CFA_set_loc, 0x40, 0x10, 0, 0, 0,
		0, 0, 0, DW_CFA_def_cfa_offset, 16),
	PROGRAM("set_loc goes back", "0: " X86_ROW "; 5: -", ADVANCE(5), DW_CFA_def_cfa_offset, 16,
		DW_CFA_set_loc, 1, 0x10, 0, 0, 0, 0, 0, 0),
	PROGRAM("a program ends at the end of its function", "0: " X86_ROW "; 128: r7+16 r16@-8",
		DW_CFA_advance_loc1, 128, DW_CFA_def_cfa_offset, 16, DW_CFA_advance_loc1, 128,
		DW_CFA_def_cfa_offset, 24),
	PROGRAM("def_cfa", "0: r6+16 r16@-8", DW_CFA_def_cfa, 6, 16),
	PROGRAM("def_cfa_sf", "0: r6+16 r16@-8", DW_CFA_def_cfa_sf, 6, 0x7e),
	PROGRAM("def_cfa_register", "0: r6+8 r16@-8", DW_CFA_def_cfa_register, 6),
	PROGRAM("def_cfa_offset, two bytes", "0: r7+640 r16@-8", DW_CFA_def_cfa_offset, 0x80, 5),
	PROGRAM("def_cfa_offset_sf", "0: r7-8 r16@-8", DW_CFA_def_cfa_offset_sf, 1),
	PROGRAM("def_cfa_expression", "0: (7708) r16@-8", DW_CFA_def_cfa_expression, 2, DW_OP_breg7,
		8),
	PROGRAM("def_cfa after an expression", "0: r7+8 r16@-8", DW_CFA_def_cfa_expression, 2,
		DW_OP_breg7, 8, DW_CFA_def_cfa, 7, 8),
	PROGRAM("offset to an expression", "0: -", DW_CFA_def_cfa_expression, 2, DW_OP_breg7, 8,
		DW_CFA_def_cfa_offset, 16),
	PROGRAM("a register for an expression", "0: -", DW_CFA_def_cfa_expression, 2, DW_OP_breg7,
		8, DW_CFA_def_cfa_register, 6),
	PROGRAM("offset", "0: r7+8 r6@-16 r16@-8", DW_CFA_offset | 6, 2),
	PROGRAM("offset_extended", "0: r7+8 r12@-1040 r16@-8", DW_CFA_offset_extended, 12, 0x82, 1),
	PROGRAM("offset_extended_sf", "0: r7+8 r12@+8 r16@-8", DW_CFA_offset_extended_sf, 12, 0x7f),
	PROGRAM("GNU_negative_offset_extended", "0: r7+8 r12@+16 r16@-8",
		DW_CFA_GNU_negative_offset_extended, 12, 2),
	PROGRAM("a negative offset that cannot be negated", "0: -",
		DW_CFA_GNU_negative_offset_extended, 12, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80,
		0x80, 0x10),
	PROGRAM("val_offset", "0: r7+8 r7:-16 r16@-8", DW_CFA_val_offset, 7, 2),
	PROGRAM("val_offset_sf", "0: r7+8 r7:+16 r16@-8", DW_CFA_val_offset_sf, 7, 0x7e),
	PROGRAM("register", "0: r7+8 r16=r1", DW_CFA_register, 16, 1),
	PROGRAM("undefined", "0: r7+8 r16?", DW_CFA_undefined, 16),
	PROGRAM("same_value", "0: r7+8", DW_CFA_same_value, 16),
	PROGRAM("expression", "0: r7+8 r3@(7620) r16@-8", DW_CFA_expression, 3, 2, DW_OP_breg6,
		0x20),
	PROGRAM("val_expression", "0: r7+8 r3=(7620) r16@-8", DW_CFA_val_expression, 3, 2,
		DW_OP_breg6, 0x20),
	PROGRAM("a frame pointer saved where it points, before it is set and when it is",
		"0: r10+0 r6? r16@-8; 7: (767806) r6@(7600) r16@-8; 30: r10+0 r6? r16@-8",
		DW_CFA_def_cfa, 10, 0, DW_CFA_expression, 6, 2, DW_OP_breg6, 0, ADVANCE(7),
		DW_CFA_def_cfa_expression, 3, DW_OP_breg6, 0x78, DW_OP_deref, ADVANCE(23),
		DW_CFA_def_cfa, 10, 0),
	PROGRAM("three expressions", "0: (31) r3@(3233) r12=(34) r16@-8", DW_CFA_val_expression, 12,
		1, DW_OP_lit4, DW_CFA_expression, 3, 2, DW_OP_lit2, DW_OP_lit3,
		DW_CFA_def_cfa_expression, 1, DW_OP_lit1),
	PROGRAM("restore", "0: " X86_ROW "; 1: r7+8 r16?; 2: " X86_ROW, ADVANCE(1),
		DW_CFA_undefined, 16, ADVANCE(1), DW_CFA_restore | 16),
	PROGRAM("restore_extended", "0: r7+8 r16?; 2: " X86_ROW, DW_CFA_undefined, 16, ADVANCE(2),
		DW_CFA_restore_extended, 16),
	PROGRAM("restore_extended of what the CIE does not name",
		"0: r7+8 r6@-16 r16@-8; 2: " X86_ROW, DW_CFA_offset | 6, 2, ADVANCE(2),
		DW_CFA_restore_extended, 6),
	PROGRAM("remember and restore, with the CFA",
		"0: r7+8 r6@-16 r16@-8; 1: r7+64 r16@-8; 2: r7+8 r6@-16 r16@-8", DW_CFA_offset | 6,
		2, DW_CFA_remember_state, ADVANCE(1), DW_CFA_def_cfa_offset, 64, DW_CFA_restore | 6,
		ADVANCE(1), DW_CFA_restore_state),
	PROGRAM("states are a stack",
		"0: r7+8 r16@-8; 1: r7+24 r16@-8; 2: r7+16 r16@-8; 3: r7+8 r16@-8",
		DW_CFA_remember_state, DW_CFA_def_cfa_offset, 16, DW_CFA_remember_state,
		DW_CFA_def_cfa_offset, 8, ADVANCE(1), DW_CFA_def_cfa_offset, 24, ADVANCE(1),
		DW_CFA_restore_state, ADVANCE(1), DW_CFA_restore_state),
	PROGRAM("restore_state without a state", "0: " X86_ROW "; 1: -", ADVANCE(1),
		DW_CFA_restore_state),
	PROGRAM("GNU_args_size", "0: r7+8 r16@-8", DW_CFA_GNU_args_size, 0x80, 1),
	PROGRAM("registers that nobody keeps", "0: " X86_ROW, DW_CFA_offset_extended, 40, 2,
		DW_CFA_offset | 63, 3, DW_CFA_restore | 50, DW_CFA_restore_extended, 0xc0, 2,
		DW_CFA_expression, 70, 1, DW_OP_lit1, DW_CFA_register, 40, 41),
	PROGRAM("a register in one that nobody keeps", "0: -", DW_CFA_register, 16, 40),
	PROGRAM("a CFA by a register that nobody keeps", "0: -", DW_CFA_def_cfa, 34, 8),
	PROGRAM("an unknown instruction", "0: " X86_ROW "; 4: -", ADVANCE(4), 0x3f),
	PROGRAM("an operand is cut off", "0: " X86_ROW "; 4: -", ADVANCE(4), DW_CFA_def_cfa_offset),
	PROGRAM("an advance is cut off", "0: " X86_ROW "; 4: -", ADVANCE(4), DW_CFA_def_cfa_offset,
		16, DW_CFA_advance_loc4, 1, 0, 0),
	PROGRAM("an expression longer than the program", "0: -", DW_CFA_def_cfa_expression, 3,
		DW_OP_breg7, 8),
	PROGRAM("an offset that no stack has", "0: -", DW_CFA_def_cfa_offset, 0x80, 0x80, 0x80,
		0x80, 0x08),
	PROGRAM("what follows a broken instruction", "0: -", 0x3f, ADVANCE(4),
		DW_CFA_def_cfa_offset, 16),
};

static int test_programs(void)
{
	for (size_t i = 0; i < ARRAY_SIZE(programs); i++) {
		const struct program_case *c = &programs[i];
		struct cfi_writer w;
		size_t cie;

		cfi_writer__init(&w);
		w.b.big = false; /* as the addresses of set_loc are */
		w.enc = DW_EH_PE_absptr;
		cie = cfi_writer__cie(&w, CODE(X86_CIE));
		cfi_writer__fde(&w, cie, START, LEN, c->bytes, c->size);
		if (check_rows(&w, c->want))
			T_FAIL("%s", c->what);
	}
	return TEST_OK;
}

/* Operands of 2 and 4 bytes are in the file's byte order, and count in units of the CIE. */
static int check_advances(bool big)
{
	struct cfi_writer w;
	struct builder code;
	size_t cie;

	cfi_writer__init(&w);
	w.b.big = big;
	w.code_align = 4;
	w.data_align = -4;
	builder__init(&code, big);
	builder__u8(&code, DW_CFA_advance_loc2);
	builder__u16(&code, 0x102);
	builder__bytes(&code, CODE(DW_CFA_def_cfa_offset, 16, DW_CFA_offset | 6, 4));
	builder__u8(&code, DW_CFA_advance_loc4);
	builder__u32(&code, 0x10203);
	builder__bytes(&code, CODE(DW_CFA_def_cfa_offset, 8, ADVANCE(1), DW_CFA_undefined, 16));
	cie = cfi_writer__cie(&w, CODE(X86_CIE));
	cfi_writer__fde(&w, cie, START, 0x1000000, code.data, code.size);
	builder__exit(&code);
	return check_rows(&w, "0: r7+8 r16@-4; 1032: r7+16 r6@-16 r16@-4; "
			      "265236: r7+8 r6@-16 r16@-4; 265240: r7+8 r6@-16 r16?");
}

static int test_advances(void)
{
	T_RUN(check_advances(false));
	return check_advances(true);
}

static int test_cie_programs(void)
{
	uint8_t bytes[1100] = {X86_CIE};
	struct cfi_writer w;
	size_t cie;

	/* A CIE's rules hold from the start: it cannot advance. */
	cfi_writer__init(&w);
	cie = cfi_writer__cie(&w, CODE(X86_CIE, ADVANCE(1), DW_CFA_def_cfa_offset, 16));
	cfi_writer__fde(&w, cie, START, LEN, CODE(DW_CFA_nop));
	T_RUN(check_rows(&w, "0: -"));

	cfi_writer__init(&w);
	cie = cfi_writer__cie(&w, CODE(X86_CIE, 0x3f));
	cfi_writer__fde(&w, cie, START, LEN, CODE(DW_CFA_def_cfa, 7, 8));
	T_RUN(check_rows(&w, "0: -"));

	/* A CIE may be padded, but not without end. */
	cfi_writer__init(&w);
	cie = cfi_writer__cie(&w, bytes, 1000);
	cfi_writer__fde(&w, cie, START, LEN, CODE(DW_CFA_nop));
	T_RUN(check_rows(&w, "0: " X86_ROW));
	cfi_writer__init(&w);
	cie = cfi_writer__cie(&w, bytes, sizeof(bytes));
	cfi_writer__fde(&w, cie, START, LEN, CODE(DW_CFA_nop));
	return check_rows(&w, "none");
}

/* Remembers @nr states, changes the CFA, and restores it. */
static int check_remembered(unsigned int nr, const char *want)
{
	uint8_t bytes[80];
	struct cfi_writer w;
	size_t cie, size = 0;

	for (unsigned int i = 0; i < nr; i++)
		bytes[size++] = DW_CFA_remember_state;
	bytes[size++] = DW_CFA_def_cfa_offset;
	bytes[size++] = 64;
	bytes[size++] = ADVANCE(1);
	for (unsigned int i = 0; i < nr; i++)
		bytes[size++] = DW_CFA_restore_state;
	cfi_writer__init(&w);
	cie = cfi_writer__cie(&w, CODE(X86_CIE));
	cfi_writer__fde(&w, cie, START, LEN, bytes, size);
	return check_rows(&w, want);
}

static int test_remembered(void)
{
	T_RUN(check_remembered(16, "0: r7+64 r16@-8; 1: " X86_ROW));
	return check_remembered(17, "0: -");
}

/* ---- CIEs and FDEs --------------------------------------------------------------------------- */

/* Writes a function that saves rbp, and checks its rows, which end with @flags. */
static int check_form(struct cfi_writer *w, const char *flags)
{
	char want[100];
	size_t cie;

	cie = cfi_writer__cie(w, CODE(X86_CIE));
	cfi_writer__fde(w, cie, START, LEN, CODE(ADVANCE(1), DW_CFA_offset | 6, 2));
	snprintf(want, sizeof(want), "0: r7+8 r16@-8%s; 1: r7+8 r6@-16 r16@-8%s", flags, flags);
	return check_rows(w, want);
}

static int test_augmentations(void)
{
	static const struct {
		const char *augmentation, *flags;
	} cases[] = {
		{"", ""},      {"z", ""},     {"zR", ""},      {"zPLR", ""}, {"zLPR", ""},
		{"zRS", " S"}, {"zSR", " S"}, {"zPLRS", " S"}, {"zRB", ""},
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct cfi_writer w;

		cfi_writer__init(&w);
		w.augmentation = cases[i].augmentation;
		if (check_form(&w, cases[i].flags))
			T_FAIL("augmentation %s", cases[i].augmentation);
	}
	return TEST_OK;
}

/* What nobody can read is left out, and what follows it is not. */
static int test_unknown_augmentations(void)
{
	static const char *const cases[] = {"eh", "R", "zRX", "zRzzzzzzzzzzzzzzzzzz"};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct cfi_writer w;
		struct decoded dec;
		size_t cie;

		cfi_writer__init(&w);
		w.augmentation = cases[i];
		w.enc = DW_EH_PE_absptr;
		cie = cfi_writer__cie(&w, CODE(X86_CIE));
		cfi_writer__fde(&w, cie, START + 0x10, LEN, CODE(DW_CFA_nop));
		w.augmentation = "zR";
		cie = cfi_writer__cie(&w, CODE(X86_CIE));
		cfi_writer__fde(&w, cie, START, 0x10, CODE(DW_CFA_nop));
		decoded__init(&dec, &w);
		if (dec.cfi.nr != 1 || strcmp(decoded__text(&dec, START), "0: " X86_ROW))
			T_FAIL("augmentation %s", cases[i]);
		decoded__exit(&dec);
		cfi_writer__exit(&w);
	}
	return TEST_OK;
}

static int test_encodings(void)
{
	static const uint8_t encs[] = {
		DW_EH_PE_absptr, DW_EH_PE_udata2, DW_EH_PE_udata4, DW_EH_PE_udata8,
		DW_EH_PE_sdata2, DW_EH_PE_sdata4, DW_EH_PE_sdata8,
	};

	for (size_t i = 0; i < ARRAY_SIZE(encs); i++) {
		for (int pcrel = 0; pcrel < 2; pcrel++) {
			struct cfi_writer w;

			/* An unsigned distance cannot go back. */
			if (pcrel && (encs[i] == DW_EH_PE_udata2 || encs[i] == DW_EH_PE_udata4))
				continue;
			cfi_writer__init(&w);
			w.enc = encs[i] | (pcrel ? DW_EH_PE_pcrel : 0);
			if (check_form(&w, ""))
				T_FAIL("encoding 0x%x", w.enc);
		}
	}
	return TEST_OK;
}

/* Addresses that only a running program knows. */
static int test_unknown_encodings(void)
{
	static const uint8_t encs[] = {
		DW_EH_PE_textrel | DW_EH_PE_sdata4,
		DW_EH_PE_datarel | DW_EH_PE_sdata4,
		DW_EH_PE_funcrel | DW_EH_PE_sdata4,
		DW_EH_PE_indirect | DW_EH_PE_absptr,
		DW_EH_PE_aligned,
		0x05,
		DW_EH_PE_omit,
	};

	for (size_t i = 0; i < ARRAY_SIZE(encs); i++) {
		struct cfi_writer w;
		size_t cie;

		cfi_writer__init(&w);
		w.enc = encs[i];
		cie = cfi_writer__cie(&w, CODE(X86_CIE));
		cfi_writer__fde(&w, cie, START, LEN, CODE(DW_CFA_nop));
		if (check_rows(&w, "none"))
			T_FAIL("encoding 0x%x", encs[i]);
	}
	return TEST_OK;
}

static int test_leb_encodings(void)
{
	static const uint8_t fde[] = {0x80, 0x20, 0x80, 0x02, 0};
	static const uint8_t encs[] = {DW_EH_PE_uleb128, DW_EH_PE_sleb128};

	for (size_t i = 0; i < ARRAY_SIZE(encs); i++) {
		struct cfi_writer w;

		cfi_writer__init(&w);
		w.enc = encs[i];
		cfi_writer__cie(&w, CODE(X86_CIE));
		builder__u32(&w.b, 4 + sizeof(fde));
		builder__u32(&w.b, w.b.size);
		builder__bytes(&w.b, fde, sizeof(fde));
		T_RUN(check_rows(&w, "0: " X86_ROW));
	}
	return TEST_OK;
}

/* Both sections, both lengths, and all versions. */
static int test_forms(void)
{
	static const uint8_t versions[] = {1, 3, 4};

	for (int form = 0; form < 4; form++) {
		for (size_t i = 0; i < ARRAY_SIZE(versions); i++) {
			struct cfi_writer w;

			cfi_writer__init(&w);
			w.version = versions[i];
			w.is_64 = form & 1;
			if (form & 2) {
				w.is_eh = false;
				w.augmentation = "";
				w.addr = 0;
			}
			if (check_form(&w, ""))
				T_FAIL("version %u, form %d", w.version, form);
		}
	}
	return TEST_OK;
}

static int test_unknown_versions(void)
{
	static const uint8_t versions[] = {0, 2, 5};

	for (size_t i = 0; i < ARRAY_SIZE(versions); i++) {
		struct cfi_writer w;
		size_t cie;

		cfi_writer__init(&w);
		w.version = versions[i];
		cie = cfi_writer__cie(&w, CODE(X86_CIE));
		cfi_writer__fde(&w, cie, START, LEN, CODE(DW_CFA_nop));
		T_RUN(check_rows(&w, "none"));
	}
	return TEST_OK;
}

/* A file of 32 bits, and one in the other byte order. */
static int test_machines(void)
{
	for (int big = 0; big < 2; big++) {
		for (int size = 4; size <= 8; size += 4) {
			for (int pcrel = 0; pcrel < 2; pcrel++) {
				struct cfi_writer w;

				cfi_writer__init(&w);
				w.b.big = big;
				w.addr_size = size;
				w.version = 4;
				w.enc = pcrel ? DW_EH_PE_pcrel | DW_EH_PE_sdata4 : DW_EH_PE_absptr;
				T_RUN(check_form(&w, ""));
			}
		}
	}
	return TEST_OK;
}

/* arm64: the return address is x30, and signed between two instructions. */
static int test_signed(void)
{
	struct cfi_writer w;
	size_t cie;

	cfi_writer__init(&w);
	w.ra = 30;
	cie = cfi_writer__cie(&w, CODE(DW_CFA_def_cfa, 31, 0));
	cfi_writer__fde(&w, cie, START, LEN,
			CODE(ADVANCE(4), 0x2d, ADVANCE(4), DW_CFA_remember_state, 0x2c, ADVANCE(4),
			     DW_CFA_restore_state));
	return check_rows(&w, "0: r31+0; 4: r31+0 B; 8: r31+0; 12: r31+0 B");
}

/* ---- the section ----------------------------------------------------------------------------- */

/* Bytes of a section with one good FDE, of which a test breaks one. */
struct broken_case {
	const char *what;
	size_t at; /* offset of a number of 4 bytes */
	uint32_t value;
};

/*
 * The CIE takes [0, 0x15): length, id, version, "zR", alignments, return address, augmentation; its
 * program [0x11, 0x16). The FDE begins at 0x16 with its length, then its CIE at 0x1a.
 */
static const struct broken_case broken[] = {
	{"the CIE is longer than the section", 0, 0x1000},
	{"the length of 64 bits is cut off", 0, UINT32_MAX},
	{"the CIE has no room for its id", 0, 3},
	{"the CIE ends in its augmentation", 0, 6},
	{"the FDE is longer than the section", 0x16, 0x1000},
	{"the FDE has no room for its addresses", 0x16, 7},
	{"the FDE's CIE lies before the section", 0x1a, 0x1000},
	{"the FDE's CIE lies a byte before the section", 0x1a, 0x1b},
	{"the FDE's CIE lies behind the section", 0x1a, 0xfffff000},
	{"the FDE's CIE is an FDE", 0x1a, 4},
	{"the FDE's CIE is in the middle of another", 0x1a, 0x19},
	{"the augmentation is larger than the CIE", 0xc, 0x7f107801},
};

static int test_broken(void)
{
	for (size_t i = 0; i < ARRAY_SIZE(broken); i++) {
		struct cfi_writer w;
		size_t cie;

		cfi_writer__init(&w);
		cie = cfi_writer__cie(&w, CODE(X86_CIE));
		T_EQ(cfi_writer__fde(&w, cie, START, LEN, CODE(DW_CFA_nop)), 0x16);
		builder__poke_u32(&w.b, broken[i].at, broken[i].value);
		if (check_rows(&w, "none"))
			T_FAIL("%s", broken[i].what);
	}
	return TEST_OK;
}

/* An FDE that could be taken for a CIE by its bytes, and another one that refers to it. */
static int test_no_cie(void)
{
	static const uint8_t address[8] = {1, 0, 1, 0x78, 16, DW_CFA_def_cfa, 7, 8};
	struct cfi_writer w;
	uint64_t start;
	size_t at;

	memcpy(&start, address, sizeof(start));
	cfi_writer__init(&w);
	w.is_eh = false;
	w.augmentation = "";
	w.addr = 0;
	at = cfi_writer__fde(&w, cfi_writer__cie(&w, CODE(X86_CIE)), start, 0x100, NULL, 0);
	cfi_writer__fde(&w, at, START, LEN, CODE(DW_CFA_nop));
	return check_rows(&w, "none");
}

/* No prefix of a section makes a reader go astray. */
static int test_cut(void)
{
	struct cfi_writer w, cut;
	struct decoded dec;
	size_t cie;

	cfi_writer__init(&w);
	w.augmentation = "zPLR";
	cie = cfi_writer__cie(&w, CODE(X86_CIE));
	cfi_writer__fde(&w, cie, START, LEN, CODE(DW_CFA_def_cfa_expression, 2, DW_OP_breg7, 8));
	for (size_t size = 0; size < w.b.size; size++) {
		cut = w;
		cut.b.size = size;
		decoded__init(&dec, &cut);
		T_EQ(dec.cfi.nr, 0);
		decoded__exit(&dec);
	}
	cfi_writer__exit(&w);
	return TEST_OK;
}

/* A list ends with an empty entry, and the linker may put another one behind it. */
static int test_ends(void)
{
	struct cfi_writer w;
	struct decoded dec;
	size_t cie;

	cfi_writer__init(&w);
	cie = cfi_writer__cie(&w, CODE(X86_CIE));
	cfi_writer__fde(&w, cie, 0x1100, 0x10, CODE(DW_CFA_nop));
	builder__u32(&w.b, 0);
	cie = cfi_writer__cie(&w, CODE(X86_CIE, DW_CFA_undefined, 16));
	cfi_writer__fde(&w, cie, START, 0x10, CODE(DW_CFA_nop));
	builder__u32(&w.b, 0);
	decoded__init(&dec, &w);
	T_EQ(dec.cfi.nr, 2);
	T_STREQ(decoded__text(&dec, 0x1100), "0: " X86_ROW);
	T_STREQ(decoded__text(&dec, START), "0: r7+8 r16?");
	decoded__exit(&dec);
	cfi_writer__exit(&w);
	return TEST_OK;
}

/* An FDE of no code, one of a function that the linker dropped, one that wraps around. */
static int test_no_code(void)
{
	struct cfi_writer w;
	struct decoded dec;
	size_t cie;

	cfi_writer__init(&w);
	w.enc = DW_EH_PE_udata8;
	cie = cfi_writer__cie(&w, CODE(X86_CIE));
	cfi_writer__fde(&w, cie, START, 0, CODE(DW_CFA_nop));
	cfi_writer__fde(&w, cie, 0, LEN, CODE(DW_CFA_nop));
	cfi_writer__fde(&w, cie, UINT64_MAX - 1, LEN, CODE(DW_CFA_nop));
	decoded__init(&dec, &w);
	T_EQ(dec.cfi.nr, 0);
	decoded__exit(&dec);
	cfi_writer__exit(&w);
	return TEST_OK;
}

/* ---- look-ups -------------------------------------------------------------------------------- */

static const struct cfi_rule *rule_at(struct decoded *dec, uint64_t addr)
{
	struct cfi_fde *fde = cfi__find(&dec->cfi, addr);
	const struct cfi_rows *rows =
		fde ? cfi__rows(&dec->cfi, fde, dec->rules, &dec->arena) : NULL;

	return rows ? cfi_rows__find(rows, fde, addr) : NULL;
}

static int64_t cfa_offset_at(struct decoded *dec, uint64_t addr)
{
	const struct cfi_rule *rule = rule_at(dec, addr);

	return rule ? rule->cfa.value : -1;
}

/* Functions in no order, with a gap between two of them. */
static int test_edges(void)
{
	struct cfi_writer w;
	struct decoded dec;
	size_t cie;

	cfi_writer__init(&w);
	cie = cfi_writer__cie(&w, CODE(X86_CIE));
	cfi_writer__fde(&w, cie, 0x1200, 0x10, CODE(DW_CFA_def_cfa_offset, 48));
	cfi_writer__fde(&w, cie, 0x1000, 0x100, CODE(ADVANCE(1), DW_CFA_def_cfa_offset, 16));
	cfi_writer__fde(&w, cie, 0x1100, 0x10,
			CODE(DW_CFA_def_cfa_offset, 32, ADVANCE(15), DW_CFA_def_cfa_offset, 40));
	decoded__init(&dec, &w);
	T_EQ(cfa_offset_at(&dec, 0xfff), -1);
	T_EQ(cfa_offset_at(&dec, 0x1000), 8);
	T_EQ(cfa_offset_at(&dec, 0x1001), 16);
	T_EQ(cfa_offset_at(&dec, 0x10ff), 16);
	T_EQ(cfa_offset_at(&dec, 0x1100), 32);
	T_EQ(cfa_offset_at(&dec, 0x110e), 32);
	T_EQ(cfa_offset_at(&dec, 0x110f), 40);
	T_EQ(cfa_offset_at(&dec, 0x1110), -1);
	T_EQ(cfa_offset_at(&dec, 0x11ff), -1);
	T_EQ(cfa_offset_at(&dec, 0x1200), 48);
	T_EQ(cfa_offset_at(&dec, 0x120f), 48);
	T_EQ(cfa_offset_at(&dec, 0x1210), -1);
	T_EQ(cfa_offset_at(&dec, 0), -1);
	T_EQ(cfa_offset_at(&dec, UINT64_MAX), -1);
	/* Equal rules are one, and rows are made once. */
	T_CHECK(rule_at(&dec, 0x1000) != rule_at(&dec, 0x1001));
	T_CHECK(cfi__rows(&dec.cfi, &dec.cfi.fdes[0], dec.rules, &dec.arena) ==
		cfi__rows(&dec.cfi, &dec.cfi.fdes[0], dec.rules, &dec.arena));
	decoded__exit(&dec);
	cfi_writer__exit(&w);
	return TEST_OK;
}

/* The last FDE to start counts; of those that start together, the longest. */
static int test_overlaps(void)
{
	struct cfi_writer w;
	struct decoded dec;
	size_t cie;

	cfi_writer__init(&w);
	cie = cfi_writer__cie(&w, CODE(X86_CIE));
	cfi_writer__fde(&w, cie, 0x1000, 0x100, CODE(DW_CFA_def_cfa_offset, 16));
	cfi_writer__fde(&w, cie, 0x1040, 0x10, CODE(DW_CFA_def_cfa_offset, 24));
	cfi_writer__fde(&w, cie, 0x1200, 0x100, CODE(DW_CFA_def_cfa_offset, 32));
	cfi_writer__fde(&w, cie, 0x1200, 0x10, CODE(DW_CFA_def_cfa_offset, 40));
	decoded__init(&dec, &w);
	T_EQ(cfa_offset_at(&dec, 0x103f), 16);
	T_EQ(cfa_offset_at(&dec, 0x1040), 24);
	T_EQ(cfa_offset_at(&dec, 0x104f), 24);
	T_EQ(cfa_offset_at(&dec, 0x1050), -1);
	T_EQ(cfa_offset_at(&dec, 0x1200), 32);
	T_EQ(cfa_offset_at(&dec, 0x1280), 32);
	decoded__exit(&dec);
	cfi_writer__exit(&w);
	return TEST_OK;
}

/* A function of more than 4 GB is cut there: rows have offsets of 32 bits. */
static int test_huge(void)
{
	struct cfi_writer w;
	struct decoded dec;
	size_t cie;

	cfi_writer__init(&w);
	w.enc = DW_EH_PE_udata8;
	cie = cfi_writer__cie(&w, CODE(X86_CIE));
	cfi_writer__fde(&w, cie, START, 0x300000000,
			CODE(DW_CFA_advance_loc4, 0xf0, 0xf0, 0xf0, 0xf0, DW_CFA_def_cfa_offset, 16,
			     DW_CFA_advance_loc4, 0xf0, 0xf0, 0xf0, 0xf0, DW_CFA_def_cfa_offset,
			     24));
	decoded__init(&dec, &w);
	T_STREQ(decoded__text(&dec, START), "0: r7+8 r16@-8; 4042322160: r7+16 r16@-8");
	T_EQ(cfa_offset_at(&dec, START + 0xfffffffe), 16);
	T_EQ(cfa_offset_at(&dec, START + 0xffffffff), -1);
	decoded__exit(&dec);
	cfi_writer__exit(&w);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"each instruction, right and broken", test_programs},
	{"advances have two or four bytes, and units", test_advances},
	{"the program of a CIE", test_cie_programs},
	{"a bounded number of states is remembered", test_remembered},
	{"augmentations", test_augmentations},
	{"augmentations that nobody knows", test_unknown_augmentations},
	{"encodings of addresses", test_encodings},
	{"encodings that only a running program can read", test_unknown_encodings},
	{"addresses in LEB128", test_leb_encodings},
	{"both sections, both lengths, each version", test_forms},
	{"versions that nobody knows", test_unknown_versions},
	{"32 bits, and the other byte order", test_machines},
	{"signed return addresses", test_signed},
	{"broken entries", test_broken},
	{"an FDE in place of a CIE", test_no_cie},
	{"sections that are cut", test_cut},
	{"lists that end, and go on", test_ends},
	{"FDEs of no code", test_no_code},
	{"addresses at the edges of rows and functions", test_edges},
	{"functions that overlap", test_overlaps},
	{"a function of more than 4 GB", test_huge},
	{0},
};

const struct test_suite suite__cfi = {
	.name = "cfi",
	.desc = "rows of call frame information, from hand-made bytes",
	.cases = cases,
};
