// SPDX-License-Identifier: GPL-2.0-only
/* The join of a record by frame pointers with rules and a dump: a row of unwind.md's table each. */
#include <elf.h>
#include <stdlib.h>

#include "tests/tests.h"
#include "util/base/array.h"
#include "util/dso/dso.h"
#include "util/unwind/repair.h"

#define RBX 3
#define RBP 6
#define RSP 7
#define RIP 16

/* Addresses of the words of a stack. */
#define S(n) (0x7ffe00000000ULL + (n)*8ULL)

#define MAX_WORDS  16
#define MAX_RECORD 8

/* Expressions: DWARF 5, 2.5. */
#define BREG7	0x77
#define BREG16	0x80
#define BREG6	0x76
#define DEREF	0x06
#define AND	0x1a
#define PLUS	0x22
#define SHL	0x24
#define GE	0x2a
#define LIT(n)	(0x30 + (n))
#define MINUS_8 0x78

enum kind {
	BY_RSP,	   /* CFA = rsp + cfa */
	BY_RBP,	   /* CFA = rbp + 16, RBP saved by it */
	BY_RBX,	   /* CFA = rbx + 16 */
	BY_PLT,	   /* the expression of linkers */
	BY_DRAP,   /* gcc's, for a stack that was aligned */
	SIGNAL,	   /* what a signal interrupted */
	OUTERMOST, /* no return address */
	NO_RULE,   /* code without call frame information */
	NO_FILE,   /* nor is there a file */
};

/* Functions of 256 bytes at their start; what a row of call frame information says of all of each. */
struct function {
	uint64_t start;
	enum kind kind;
	int32_t cfa;	  /* bytes */
	int32_t rbp;	  /* where RBP is, from the CFA; 0: the same */
	bool is_restored; /* RBP has the caller's value, whatever the row says */
};

static const struct function functions[] = {
	{0x1000, BY_RSP, 8, 0, false},	  /* a leaf; or before `push rbp`, or behind `leave` */
	{0x1200, BY_RSP, 16, -16, false}, /* between `push rbp` and `mov` */
	{0x1400, BY_RSP, 8, -16, false},  /* behind `pop rbp`, as clang tells it */
	{0x1600, BY_RSP, 8, -16, true},	  /* the same, where the code was read */
	{0x2000, BY_RBP, 16, -16, false},
	{0x3000, BY_RBP, 16, -16, false},
	{0x4000, BY_RBP, 16, -16, false},
	{0x5000, BY_RSP, 24, 0, false},	  /* locals, and no frame pointer */
	{0x6000, BY_RSP, 32, -16, false}, /* uses RBP for something else */
	{0x6200, BY_RSP, 32, -24, false}, /* the same, and saves another register first */
	{0x8000, OUTERMOST, 0, 0, false},
	{0x8fff, SIGNAL, 0, 0, false},
	{0xa000, BY_PLT, 0, 0, false},
	{0xb000, BY_RBX, 0, 0, false},
	{0xc000, BY_DRAP, 0, 0, false},
	{0xd000, NO_RULE, 0, 0, false},
	{0xe000, NO_FILE, 0, 0, false},
};

struct repair_case {
	const char *what;
	uint64_t ip, bp;	   /* sp is S(0) */
	uint64_t words[MAX_WORDS]; /* the dump */
	uint32_t nr_words;
	uint64_t record[MAX_RECORD]; /* ends with 0 */
	/* the half: i, r, c, u before addresses by evidence; "?": a gap; "": it stays as it is */
	const char *want;
	enum repair_outcome outcome;
	enum defer_class end;
};

struct guard_case {
	struct repair_case frames;
	bool is_later, may_be_uprobe;
};

static const struct repair_case cases_of_frames[] = {
	{"A leaf without a frame: its caller comes in, and then the record",
	 0x1010,
	 S(8),
	 {0x2010},
	 1,
	 {0x1010, 0x3010, 0x8010},
	 "i1010 c200f r3010 r8010",
	 REPAIR_REPAIRED,
	 DEFER_UNWOUND},
	{"The same with all of the stack",
	 0x1010,
	 S(2),
	 {0x2010, 0, S(6), 0x3010, 0, 0, 0, 0x8010},
	 8,
	 {0x1010, 0x3010, 0x8010},
	 "i1010 c200f r3010 r8010",
	 REPAIR_REPAIRED,
	 DEFER_UNWOUND},
	{"Between push rbp and mov",
	 0x1210,
	 S(8),
	 {S(8), 0x2010},
	 2,
	 {0x1210, 0x3010, 0x8010},
	 "i1210 c200f r3010 r8010",
	 REPAIR_REPAIRED,
	 DEFER_UNWOUND},
	{"Behind clang's pop rbp, the saved RBP is below the stack: not known",
	 0x1410,
	 S(8),
	 {0x2010},
	 1,
	 {0x1410, 0x3010, 0x8010},
	 "i1410 c200f ? u3010 u8010",
	 REPAIR_PARTLY,
	 DEFER_NO_REGISTER},
	{"An epilogue that was read has restored RBP",
	 0x1610,
	 S(8),
	 {0x2010},
	 1,
	 {0x1610, 0x3010, 0x8010},
	 "i1610 c200f r3010 r8010",
	 REPAIR_REPAIRED,
	 DEFER_UNWOUND},
	{"A leaf with a frame: nothing changes",
	 0x2010,
	 S(8),
	 {0},
	 1,
	 {0x2010, 0x3010, 0x4010, 0x8010},
	 "",
	 REPAIR_PROVED,
	 DEFER_UNWOUND},
	{"The same, of which the dump has the first links",
	 0x2010,
	 S(2),
	 {0, 0, S(4), 0x3010, S(9), 0x4010},
	 6,
	 {0x2010, 0x3010, 0x4010, 0x8010},
	 "",
	 REPAIR_PROVED,
	 DEFER_UNWOUND},
	{"A dump that ends between the two words of a link",
	 0x1010,
	 S(1),
	 {0x2010, S(9)},
	 2,
	 {0x1010, 0x3010, 0x4010, 0x8010},
	 "i1010 c200f r3010 r4010 r8010",
	 REPAIR_REPAIRED,
	 DEFER_UNWOUND},
	{"Several frames without frame pointers",
	 0x1010,
	 S(9),
	 {0x5010, 0, 0, 0x5020, 0, 0, 0x2010},
	 7,
	 {0x1010, 0x3010, 0x8010},
	 "i1010 c500f c501f c200f r3010 r8010",
	 REPAIR_REPAIRED,
	 DEFER_UNWOUND},
	{"As far as the dump goes",
	 0x1010,
	 S(9),
	 {0x5010, 0, 0, 0x5020},
	 4,
	 {0x1010, 0x3010, 0x8010},
	 "i1010 c500f c501f ? u3010 u8010",
	 REPAIR_PARTLY,
	 DEFER_DUMP_ENDED},
	{"And no further than the first of them",
	 0x5010,
	 S(9),
	 {0, 0},
	 2,
	 {0x5010, 0x3010, 0x8010},
	 "i5010 ? u3010 u8010",
	 REPAIR_GAP,
	 DEFER_DUMP_ENDED},
	{"RBP as a general register: what it seemed to lead to goes out",
	 0x6010,
	 S(100),
	 {0, 0, S(8), 0x2010, 0, 0, 0, 0, S(14), 0x3010},
	 10,
	 {0x6010, 0x2222},
	 "i6010 c200f c300f ?",
	 REPAIR_PARTLY,
	 DEFER_DUMP_ENDED},
	{"The same in the dump's reach: it is no frame pointer where it lies in the dump either",
	 0x6010,
	 S(1),
	 {0, S(5), S(8), 0x2010, 0, 0, 0, 0, S(14), 0x8010},
	 10,
	 {0x6010, S(8), 0x1111},
	 "",
	 REPAIR_CONTRADICTED,
	 0},
	{"RBP leads to the return address by chance, and is saved elsewhere",
	 0x6210,
	 S(2),
	 {0, S(20), 0},
	 3,
	 {0x6210, 0x2010, 0x2222},
	 "i6210 c200f ?",
	 REPAIR_PARTLY,
	 DEFER_DUMP_ENDED},
	{"RBP that is saved and has not changed yet",
	 0x6010,
	 S(8),
	 {0, 0, S(8), 0x2010},
	 4,
	 {0x6010, 0x3010, 0x8010},
	 "i6010 c200f r3010 r8010",
	 REPAIR_REPAIRED,
	 DEFER_UNWOUND},
	{"A frame without frame pointer in the middle",
	 0x2010,
	 S(1),
	 {0, S(8), 0x5010, 0, 0, 0x3010},
	 6,
	 {0x2010, 0x5010, 0x4010, 0x8010},
	 "i2010 r5010 c300f r4010 r8010",
	 REPAIR_REPAIRED,
	 DEFER_UNWOUND},
	{"The same, out of the dump's reach",
	 0x2010,
	 S(1),
	 {0, S(8), 0x5010},
	 3,
	 {0x2010, 0x5010, 0x4010, 0x8010},
	 "i2010 r5010 ? u4010 u8010",
	 REPAIR_GAP,
	 DEFER_DUMP_ENDED},
	{"And behind a link that is not in the dump: where the stack is, is not known",
	 0x2010,
	 S(8),
	 {0},
	 1,
	 {0x2010, 0x3010, 0x5010, 0x4010},
	 "i2010 r3010 r5010 ? u4010",
	 REPAIR_GAP,
	 DEFER_NO_REGISTER},
	{"The last address of the record stays the last one, whoever called it",
	 0x2010,
	 S(8),
	 {0},
	 1,
	 {0x2010, 0x3010, 0x5010},
	 "",
	 REPAIR_PROVED,
	 DEFER_NO_REGISTER},
	{"The middle of a stack uses RBP for something else, and saves it in the dump",
	 0x2010,
	 S(1),
	 {0, S(200), 0x6010, 0, 0, S(9), 0x3010},
	 7,
	 {0x2010, 0x6010, 0x2222},
	 "i2010 r6010 c300f ?",
	 REPAIR_PARTLY,
	 DEFER_DUMP_ENDED},
	{"A record that was cut goes on in the dump",
	 0x2010,
	 S(1),
	 {0, S(4), 0x3010, 0, S(8), 0x8010},
	 6,
	 {0x2010, 0x3010},
	 "i2010 r3010 c800f",
	 REPAIR_REPAIRED,
	 DEFER_UNWOUND},
	{"An entry of a PLT, before it pushes",
	 0xa010,
	 S(8),
	 {0x2010},
	 1,
	 {0xa010, 0x3010, 0x8010},
	 "ia010 c200f r3010 r8010",
	 REPAIR_REPAIRED,
	 DEFER_UNWOUND},
	{"And behind that",
	 0xa01b,
	 S(8),
	 {0, 0x2010},
	 2,
	 {0xa01b, 0x3010, 0x8010},
	 "ia01b c200f r3010 r8010",
	 REPAIR_REPAIRED,
	 DEFER_UNWOUND},
	{"The resolver of lazy symbols needs RBX",
	 0xb010,
	 S(8),
	 {0x2010},
	 1,
	 {0xb010, 0x3010, 0x8010},
	 "ib010 ? u3010 u8010",
	 REPAIR_GAP,
	 DEFER_NO_REGISTER},
	{"A signal handler: what it interrupted comes in",
	 0x2010,
	 S(2),
	 {0, 0, S(40), 0x9000, 0, 0, S(40), S(30), 0x3010},
	 9,
	 {0x2010, 0x9000, 0x4010, 0x8010},
	 "i2010 r9000 c3010 r4010 r8010",
	 REPAIR_REPAIRED,
	 DEFER_UNWOUND},
	{"On a stack of its own",
	 0x2010,
	 S(2),
	 {0, 0, S(-90), 0x9000, 0, 0, S(-90), S(-100), 0x3010},
	 9,
	 {0x2010, 0x9000, 0x4010, 0x8010},
	 "i2010 r9000 c3010 r4010 r8010",
	 REPAIR_REPAIRED,
	 DEFER_UNWOUND},
	{"A signal handler, and a dump that ends before the saved registers",
	 0x2010,
	 S(2),
	 {0, 0, S(40), 0x9000},
	 4,
	 {0x2010, 0x9000, 0x4010, 0x8010},
	 "i2010 r9000 ? u4010 u8010",
	 REPAIR_GAP,
	 DEFER_DUMP_ENDED},
	{"A vdso without a file",
	 0xe010,
	 S(8),
	 {0x2010},
	 1,
	 {0xe010, 0x3010},
	 "ie010 ? u3010",
	 REPAIR_GAP,
	 DEFER_NO_FILE},
	{"An aligned stack: the frame pointer leads to a copy of the return address",
	 0xc010,
	 S(2),
	 {0, S(8), S(20), 0x2010, 0, 0, 0, 0x2010},
	 8,
	 {0xc010, 0x2010, 0x8010},
	 "",
	 REPAIR_PROVED,
	 DEFER_UNWOUND},
	{"An aligned stack, and a dump that ends in it",
	 0xc010,
	 S(2),
	 {0, S(8), S(20), 0x2010},
	 4,
	 {0xc010, 0x2010, 0x8010},
	 "ic010 ? u2010 u8010",
	 REPAIR_GAP,
	 DEFER_DUMP_ENDED},
	{"The outermost frame has no callers, whatever RBP was",
	 0x8010,
	 S(8),
	 {0},
	 1,
	 {0x8010, 0x2222},
	 "i8010",
	 REPAIR_REPAIRED,
	 DEFER_UNWOUND},
	{"A new thread behind clone's system call: RBP is still its parent's",
	 0xd010,
	 S(90),
	 {0},
	 1,
	 {0xd010, 0x3010},
	 "id010 ? u3010",
	 REPAIR_GAP,
	 DEFER_NO_CFI},
	{"A return address that a uretprobe took",
	 0x1010,
	 S(8),
	 {0xd010},
	 1,
	 {0x1010, 0x3010},
	 "i1010 cd00f ? u3010",
	 REPAIR_PARTLY,
	 DEFER_NO_CFI},
	{"A tail call left no frame, and none is made up",
	 0x1010,
	 S(8),
	 {0x3010},
	 1,
	 {0x1010, 0x8010},
	 "i1010 c300f r8010",
	 REPAIR_REPAIRED,
	 DEFER_UNWOUND},
	{"No frame pointer anywhere: the frames of the dump alone",
	 0x1010,
	 0x77,
	 {0x6010, 0, 0, 0x55, 0x5010},
	 5,
	 {0x1010},
	 "i1010 c600f c500f ?",
	 REPAIR_PARTLY,
	 DEFER_DUMP_ENDED},
	{"And what RBP led to goes out",
	 0x1010,
	 S(70),
	 {0x6010, 0, 0, 0x55, 0x5010},
	 5,
	 {0x1010, 0x2222, 0x3333},
	 "i1010 c600f c500f ?",
	 REPAIR_PARTLY,
	 DEFER_DUMP_ENDED},
	{"A rule that leads to what is no code was wrong",
	 0x1010,
	 S(8),
	 {0x123456},
	 1,
	 {0x1010, 0x3010},
	 "i1010 ? u3010",
	 REPAIR_GAP,
	 DEFER_BAD_CFI},
};

static const struct guard_case cases_of_guards[] = {
	{.frames = {"(a) the record begins elsewhere",
		    0x1010,
		    S(8),
		    {0x2010},
		    1,
		    {0x1011, 0x3010},
		    "",
		    REPAIR_MOVED,
		    0}},
	{.frames = {"(a) an empty record", 0x1010, S(8), {0x2010}, 1, {0}, "", REPAIR_MOVED, 0}},
	{.frames = {"The dump has another word where RBP leads to",
		    0x1010,
		    S(1),
		    {0x2010, S(8), 0x3020},
		    3,
		    {0x1010, 0x3010, 0x8010},
		    "",
		    REPAIR_CONTRADICTED,
		    0}},
	{.frames = {"Or a later link does",
		    0x2010,
		    S(1),
		    {0, S(3), 0x3010, S(8), 0x4020},
		    5,
		    {0x2010, 0x3010, 0x4010},
		    "",
		    REPAIR_CONTRADICTED,
		    0}},
	{.frames = {"A mark within the record",
		    0x1010,
		    S(8),
		    {0x2010},
		    1,
		    {0x1010, DEFER_CONTEXT_GUEST_USER, 0x3010},
		    "",
		    REPAIR_CONTRADICTED,
		    0}},
	{.frames = {"(b) a record of a later moment, and the dump does not have link 0",
		    0x1010,
		    S(8),
		    {0x2010},
		    1,
		    {0x1010, 0x3010, 0x8010},
		    "",
		    REPAIR_LATER,
		    0},
	 .is_later = true},
	{.frames = {"(b) nor half of it",
		    0x1010,
		    S(1),
		    {0x2010, S(8)},
		    2,
		    {0x1010, 0x3010, 0x8010},
		    "",
		    REPAIR_LATER,
		    0},
	 .is_later = true},
	{.frames = {"(b) with link 0 in the dump, it is of the same frame",
		    0x1010,
		    S(1),
		    {0x2010, S(8), 0x3010},
		    3,
		    {0x1010, 0x3010, 0x8010},
		    "i1010 c200f r3010 r8010",
		    REPAIR_REPAIRED,
		    DEFER_UNWOUND},
	 .is_later = true},
	{.frames = {"(b) a record of one address has no link",
		    0x1010,
		    S(1),
		    {0x2010, S(8), 0x3010},
		    3,
		    {0x1010},
		    "",
		    REPAIR_LATER,
		    0},
	 .is_later = true},
	{.frames =
		 {"(d) a uprobe at a function's first instruction: the kernel adds its caller by itself",
		  0x1010,
		  S(8),
		  {0x2010},
		  1,
		  {0x1010, 0x2010, 0x3010},
		  "",
		  REPAIR_REPLACED,
		  0},
	 .may_be_uprobe = true},
	{.frames = {"(d) and elsewhere it does not",
		    0x1010,
		    S(8),
		    {0x2010},
		    1,
		    {0x1010, 0x3010, 0x8010},
		    "i1010 c200f r3010 r8010",
		    REPAIR_REPAIRED,
		    DEFER_UNWOUND},
	 .may_be_uprobe = true},
};

/* ---- rules --------------------------------------------------------------------------- */

/* A rule, its registers, and expressions. */
struct rule_room {
	_Alignas(struct cfi_rule) uint8_t bytes[256];
};

static void add_expr(struct cfi_rule *rule, struct cfi_reg *reg, size_t *used, const uint8_t *expr,
		     size_t size)
{
	reg->value = *used;
	reg->expr_size = size;
	memcpy((uint8_t *)&rule->regs[3] + *used, expr, size);
	*used += size;
}

static void make_plt(struct cfi_rule *rule)
{
	static const uint8_t cfa[] = {BREG7,   8,  BREG16, 0,	LIT(15), AND,
				      LIT(11), GE, LIT(3), SHL, PLUS};
	size_t used = 0;

	rule->cfa = (struct cfi_reg){.how = CFI_IS_EXPR};
	add_expr(rule, &rule->cfa, &used, cfa, sizeof(cfa));
}

/* CFA = word at RBP-8; RBP is saved where it leads to. */
static void make_drap(struct cfi_rule *rule)
{
	static const uint8_t cfa[] = {BREG6, MINUS_8, DEREF}, rbp[] = {BREG6, 0};
	size_t used = 0;

	rule->cfa = (struct cfi_reg){.how = CFI_IS_EXPR};
	add_expr(rule, &rule->cfa, &used, cfa, sizeof(cfa));
	rule->regs[0].how = CFI_AT_EXPR;
	add_expr(rule, &rule->regs[0], &used, rbp, sizeof(rbp));
}

/* RBP, RSP and RIP are in the words 2, 3 and 4 of what a signal has put on the stack. */
static void make_signal(struct cfi_rule *rule)
{
	static const uint8_t rbp[] = {BREG7, 16}, cfa[] = {BREG7, 24, DEREF}, rip[] = {BREG7, 32};
	size_t used = 0;

	rule->flags = CFI_RULE_SIGNAL;
	rule->cfa = (struct cfi_reg){.how = CFI_IS_EXPR};
	add_expr(rule, &rule->cfa, &used, cfa, sizeof(cfa));
	rule->regs[0].how = CFI_AT_EXPR;
	add_expr(rule, &rule->regs[0], &used, rbp, sizeof(rbp));
	rule->regs[1].how = CFI_AT_EXPR;
	add_expr(rule, &rule->regs[1], &used, rip, sizeof(rip));
}

/* Makes the rule of @f: registers are RBP, RIP, and one that is never asked for. */
static const struct cfi_rule *make_rule(const struct function *f, struct rule_room *room)
{
	struct cfi_rule *rule = (void *)room->bytes;

	memset(room, 0, sizeof(*room));
	rule->ra = RIP;
	rule->nr_regs = 3;
	rule->cfa = (struct cfi_reg){.reg = RSP, .how = CFI_IS_CFA, .value = f->cfa};
	rule->regs[0] = (struct cfi_reg){.reg = RBP, .how = CFI_AT_CFA, .value = f->rbp};
	rule->regs[1] = (struct cfi_reg){.reg = RIP, .how = CFI_AT_CFA, .value = -8};
	rule->regs[2] = (struct cfi_reg){.reg = 17, .how = CFI_UNDEFINED};
	if (f->kind == BY_RBP)
		rule->cfa.reg = RBP;
	if (f->kind == BY_RBX)
		rule->cfa = (struct cfi_reg){.reg = RBX, .how = CFI_IS_CFA, .value = 16};
	if (f->kind == BY_PLT)
		make_plt(rule);
	if (f->kind == BY_DRAP)
		make_drap(rule);
	if (f->kind == SIGNAL)
		make_signal(rule);
	if (f->kind == OUTERMOST)
		rule->regs[1].how = CFI_UNDEFINED;
	/* A register of which nothing is said has no place in a rule. */
	if (!f->rbp && rule->regs[0].how == CFI_AT_CFA)
		rule->regs[0] = (struct cfi_reg){.reg = 18, .how = CFI_UNDEFINED};
	return rule;
}

static int find_place(void *ctx, uint64_t addr, struct unwind_place *place, struct defer_error *err)
{
	static const struct dso dso;

	(void)err;
	*place = (struct unwind_place){.why = DEFER_NO_CFI};
	for (size_t i = 0; i < ARRAY_SIZE(functions); i++) {
		if (addr - functions[i].start >= 256)
			continue;
		place->dso = &dso;
		if (functions[i].kind == NO_FILE)
			place->why = DEFER_NO_FILE;
		if (functions[i].kind >= NO_RULE)
			return 0;
		place->why = DEFER_NO_RECORD;
		place->arch = unwind_arch__find(EM_X86_64);
		place->restored = functions[i].is_restored ? 1ULL << RBP : 0;
		place->rule = make_rule(&functions[i], ctx);
	}
	return 0;
}

/* ---- halves as text ------------------------------------------------------------------ */

static void print_half(const struct half *half, char *text, size_t size)
{
	static const char letters[] = {[EVIDENCE_IP] = 'i',
				       [EVIDENCE_RECORD] = 'r',
				       [EVIDENCE_UNPROVED] = 'u',
				       [EVIDENCE_CFI] = 'c'};
	char evidence = 'i';
	size_t len = 0;

	text[0] = '\0';
	for (uint32_t i = 0; i < half->nr; i++) {
		const char *blank = len ? " " : "";
		uint64_t ip = half->ips[i];

		if (ip == HALF_GAP)
			len += snprintf(text + len, size - len, "%s?", blank);
		else if (ip >= HALF_EVIDENCE(EVIDENCE_CFI) && ip <= HALF_EVIDENCE(EVIDENCE_IP))
			evidence = letters[HALF_EVIDENCE(0) - ip];
		else
			len += snprintf(text + len, size - len, "%s%c%" PRIx64, blank,
					len ? evidence : 'i', ip);
		if (len == 1 || evidence == 'i')
			evidence = 'r';
	}
}

static int check_case(const struct repair_case *c, bool is_later, bool may_be_uprobe)
{
	struct unwind_stack stack = {
		.start = S(0), .size = c->nr_words * 8ULL, .data = (const uint8_t *)c->words};
	struct rule_room room;
	struct repair_input in = {
		.frame = {.arch = unwind_arch__find(EM_X86_64),
			  .stack = &stack,
			  .pc = c->ip,
			  .known = 1ULL << RBP | 1ULL << RSP | 1ULL << RIP,
			  .is_exact = true},
		.record = c->record,
		.is_later = is_later,
		.may_be_uprobe = may_be_uprobe,
		.place = find_place,
		.ctx = &room,
	};
	struct half half = {0};
	struct repair_buf buf = {0};
	struct repair repair;
	char text[256];

	in.frame.regs[RBP] = c->bp;
	in.frame.regs[RSP] = S(0);
	in.frame.regs[RIP] = c->ip;
	while (in.nr < MAX_RECORD && c->record[in.nr])
		in.nr++;
	T_EQ(repair__join(&in, &buf, &half, &repair, NULL), 0);
	print_half(&half, text, sizeof(text));
	if (strcmp(text, c->want) || repair.outcome != c->outcome || repair.end != c->end)
		T_FAIL("%s: \"%s\" (%s, %s), not \"%s\" (%s, %s)", c->what, text,
		       repair_outcome__name(repair.outcome), defer_class__name(repair.end), c->want,
		       repair_outcome__name(c->outcome), defer_class__name(c->end));
	repair_buf__exit(&buf);
	return TEST_OK;
}

static int test_frames(void)
{
	for (size_t i = 0; i < ARRAY_SIZE(cases_of_frames); i++)
		T_RUN(check_case(&cases_of_frames[i], false, false));
	return TEST_OK;
}

static int test_guards(void)
{
	for (size_t i = 0; i < ARRAY_SIZE(cases_of_guards); i++) {
		const struct guard_case *c = &cases_of_guards[i];

		T_RUN(check_case(&c->frames, c->is_later, c->may_be_uprobe));
	}
	return TEST_OK;
}

/* ---- what a record of any size does -------------------------------------------------- */

/* A record with the same frame again and again: no walk is longer than it, and none of a dump endless. */
static int test_long(void)
{
	static uint64_t record[60000];
	struct unwind_stack stack = {.start = S(0)};
	struct rule_room room;
	struct repair_input in = {
		.frame = {.arch = unwind_arch__find(EM_X86_64),
			  .stack = &stack,
			  .pc = 0x2010,
			  .known = 1ULL << RBP | 1ULL << RSP | 1ULL << RIP,
			  .is_exact = true},
		.record = record,
		.nr = ARRAY_SIZE(record),
		.place = find_place,
		.ctx = &room,
	};
	struct half half = {0};
	struct repair_buf buf = {0};
	struct repair repair;

	in.frame.regs[RSP] = S(0);
	in.frame.regs[RBP] = S(4);
	for (size_t i = 0; i < ARRAY_SIZE(record); i++)
		record[i] = 0x2010;
	T_EQ(repair__join(&in, &buf, &half, &repair, NULL), 0);
	T_EQ(repair.outcome, REPAIR_PROVED);
	T_EQ(half.nr, 0);
	repair_buf__exit(&buf);
	return TEST_OK;
}

/* Registers that are not there. */
static int test_registers(void)
{
	static const uint64_t record[] = {0x1010, 0x3010};
	static const uint16_t machines[] = {EM_386, EM_AARCH64};
	struct unwind_stack stack = {.start = S(0)};
	struct half half = {0};
	struct repair_buf buf = {0};
	struct repair repair;
	struct repair_input in = {
		.frame = {.stack = &stack, .pc = 0x1010}, .record = record, .nr = 2};

	for (size_t i = 0; i < ARRAY_SIZE(machines); i++) {
		in.frame.arch = unwind_arch__find(machines[i]);
		in.frame.known = ~0ULL;
		T_EQ(repair__join(&in, &buf, &half, &repair, NULL), 0);
		T_EQ(repair.outcome, REPAIR_NO_REGS);
	}
	in.frame.arch = unwind_arch__find(EM_X86_64);
	for (unsigned int reg = RBP; reg <= RSP; reg++) {
		in.frame.known = ~(1ULL << reg);
		T_EQ(repair__join(&in, &buf, &half, &repair, NULL), 0);
		T_EQ(repair.outcome, REPAIR_NO_REGS);
	}
	repair_buf__exit(&buf);
	return TEST_OK;
}

static int test_names(void)
{
	for (int i = 0; i < REPAIR_NR; i++) {
		T_CHECK(repair_outcome__name(i)[0]);
		T_CHECK(repair_outcome__meaning(i)[0]);
	}
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"each row of the table", test_frames},	 {"each guard", test_guards},
	{"a record of any length", test_long},	 {"registers that are not there", test_registers},
	{"each outcome has a name", test_names}, {0},
};

const struct test_suite suite__repair = {"repair", "Repair of user stacks", cases};
