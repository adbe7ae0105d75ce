// SPDX-License-Identifier: GPL-2.0-only
/* epilogue: the registers that a function has restored when it is about to return. */
#include <elf.h>
#include <stdlib.h>

#include "tests/tests.h"
#include "util/base/array.h"
#include "util/unwind/epilogue.h"
#include "util/unwind/unwind-frame.h"

/* DWARF numbers: x86-64, then i386 */
#define RBX (1ULL << 3)
#define RBP (1ULL << 6)
#define R12 (1ULL << 12)
#define R13 (1ULL << 13)
#define R14 (1ULL << 14)
#define R15 (1ULL << 15)
#define ALL (RBX | RBP | R12 | R13 | R14 | R15)
#define EBX (1ULL << 3)
#define EBP (1ULL << 5)
#define ESI (1ULL << 6)
#define EDI (1ULL << 7)

struct ending {
	const char *what;
	uint16_t machine;
	uint8_t code[16];
	uint8_t size; /* bytes */
	uint64_t restored;
};

static const struct ending endings[] = {
	{"ret", EM_X86_64, {0xc3}, 1, ALL},
	{"ret $imm16", EM_X86_64, {0xc2, 8, 0}, 3, ALL},
	{"repz ret", EM_X86_64, {0xf3, 0xc3}, 2, ALL},
	{"bnd ret", EM_X86_64, {0xf2, 0xc3}, 2, ALL},
	{"pop %rbp; ret", EM_X86_64, {0x5d, 0xc3}, 2, ALL & ~RBP},
	{"pop %rbx; pop %rbp; pop %r12; ret",
	 EM_X86_64,
	 {0x5b, 0x5d, 0x41, 0x5c, 0xc3},
	 5,
	 R13 | R14 | R15},
	{"pop %r13; pop %r14; pop %r15; ret",
	 EM_X86_64,
	 {0x41, 0x5d, 0x41, 0x5e, 0x41, 0x5f, 0xc3},
	 7,
	 RBX | RBP | R12},
	{"pop of what a call may change", EM_X86_64, {0x59, 0xc3}, 2, ALL},
	{"add $8, %rsp; pop %rbx; ret",
	 EM_X86_64,
	 {0x48, 0x83, 0xc4, 8, 0x5b, 0xc3},
	 6,
	 ALL & ~RBX},
	{"add $256, %rsp; ret", EM_X86_64, {0x48, 0x81, 0xc4, 0, 1, 0, 0, 0xc3}, 8, ALL},
	{"vzeroupper; ret", EM_X86_64, {0xc5, 0xf8, 0x77, 0xc3}, 4, ALL},
	{"nop; ret", EM_X86_64, {0x90, 0xc3}, 2, 0},
	{"leave; ret", EM_X86_64, {0xc9, 0xc3}, 2, 0},
	{"jmp", EM_X86_64, {0xe9, 0, 0, 0, 0}, 5, 0},
	{"mov %rbx, %rbp; ret", EM_X86_64, {0x48, 0x89, 0xdd, 0xc3}, 4, 0},
	{"add $8, %esp, which cuts %rsp", EM_X86_64, {0x83, 0xc4, 8, 0xc3}, 4, 0},
	{"no code", EM_X86_64, {0}, 0, 0},
	{"a pop at the end of what is known", EM_X86_64, {0x5d}, 1, 0},
	{"endbr64", EM_X86_64, {0xf3, 0x0f, 0x1e, 0xfa}, 4, 0},
	{"a prefix at the end of what is known", EM_X86_64, {0xf3}, 1, 0},
	{"half an instruction", EM_X86_64, {0x48, 0x83, 0xc4}, 3, 0},
	{"pop %ebx; pop %esi; ret", EM_386, {0x5b, 0x5e, 0xc3}, 3, EBP | EDI},
	{"pop %edi; pop %ebp; ret", EM_386, {0x5f, 0x5d, 0xc3}, 3, EBX | ESI},
	{"add $12, %esp; ret", EM_386, {0x83, 0xc4, 12, 0xc3}, 4, EBX | EBP | ESI | EDI},
	{"inc %ecx; pop %esp; ret", EM_386, {0x41, 0x5c, 0xc3}, 3, 0},
	{"ret of another architecture", EM_AARCH64, {0xc3}, 1, 0},
};

static int test_endings(void)
{
	for (size_t i = 0; i < ARRAY_SIZE(endings); i++) {
		const struct ending *ending = &endings[i];
		uint64_t restored = epilogue__restored(unwind_arch__find(ending->machine),
						       ending->code, ending->size);

		if (restored != ending->restored)
			T_FAIL("%s: 0x%llx, not 0x%llx", ending->what, (unsigned long long)restored,
			       (unsigned long long)ending->restored);
	}
	return TEST_OK;
}

enum {
	BP = 6,
	SP = 7,
	RA = 16
};

static const uint64_t words[] = {0xbad, 0xbad, 0x401234, 0};

/* Steps from where the frame pointer was popped, by a rule that does not know it: it is saved below 0x7010. */
static enum defer_class step_behind_pop(struct unwind_frame *frame, struct unwind_stack *stack)
{
	struct cfi_rule *rule = calloc(1, sizeof(*rule) + 2 * sizeof(*rule->regs));
	enum defer_class cls = DEFER_BAD_CFI;

	*frame = (struct unwind_frame){
		.arch = unwind_arch__find(EM_X86_64),
		.stack = stack,
		.known = 1ULL << BP | 1ULL << SP,
		.regs = {[BP] = 0x7f00, [SP] = 0x7010},
		.restored = frame->restored,
		.pc = 0x401000,
		.is_exact = true,
	};
	if (!rule)
		return cls;
	*rule = (struct cfi_rule){.ra = RA, .nr_regs = 2, .saved_words = 2};
	rule->cfa = (struct cfi_reg){.reg = SP, .how = CFI_IS_CFA, .value = 8};
	rule->regs[0] = (struct cfi_reg){.reg = BP, .how = CFI_AT_CFA, .value = -16};
	rule->regs[1] = (struct cfi_reg){.reg = RA, .how = CFI_AT_CFA, .value = -8};
	cls = unwind_frame__step(frame, rule);
	free(rule);
	return cls;
}

/* A handler has overwritten what lies below the stack pointer of the code that it interrupted. */
static int test_interrupted(void)
{
	struct unwind_stack stack = {
		.start = 0x7000, .size = sizeof(words), .data = (const uint8_t *)words};
	struct unwind_frame frame = {.restored = 1ULL << BP};

	T_EQ(step_behind_pop(&frame, &stack), DEFER_NO_RECORD);
	T_EQ(frame.pc, 0x401234);
	T_EQ(frame.regs[SP], 0x7018);
	T_EQ(frame.known >> BP & 1, 1);
	T_EQ(frame.regs[BP], 0x7f00);
	return TEST_OK;
}

/* A dump begins at the stack pointer. */
static int test_below(void)
{
	struct unwind_stack stack = {
		.start = 0x7010, .size = 16, .data = (const uint8_t *)&words[2]};
	struct unwind_frame frame = {0};

	T_EQ(step_behind_pop(&frame, &stack), DEFER_NO_RECORD);
	T_EQ(frame.pc, 0x401234);
	T_EQ(frame.known >> BP & 1, 0);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"pops, a return, and what is neither", test_endings},
	{"an epilogue that a signal interrupted", test_interrupted},
	{"a register that is saved below the dump", test_below},
	{0},
};

const struct test_suite suite__epilogue = {
	.name = "epilogue",
	.desc = "registers that a function has restored",
	.cases = cases,
};
