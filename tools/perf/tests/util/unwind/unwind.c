// SPDX-License-Identifier: GPL-2.0-only
/*
 * Stacks as samples have them, in a small world of files: registers and a dump, with the frames and the
 * class that must come out.
 */
#include <stdlib.h>

#include "tests/tests.h"
#include "tests/unwind-world.h"
#include "util/base/array.h"
#include "util/unwind/unwind.h"

/* ---- samples --------------------------------------------------------------------------------- */

/* Numbers of registers in a sample. */
enum {
	X86_BX = 1,
	X86_CX = 2,
	X86_DX = 3,
	X86_BP = 6,
	X86_SP = 7,
	X86_IP = 8,
	X86_R12 = 20,
	X86_ALL = 0xff01ff,
	X86_32 = 0x1ff,
	X86_THREE = 1 << X86_BP | 1 << X86_SP | 1 << X86_IP,
};

struct core {
	const char *what;
	enum defer_class cls;
	uint64_t ip, bp, bx, dx, r12;
	uint64_t mask; /* registers that were recorded; 0: X86_ALL */
	bool in_kernel, no_abi, big;
	uint64_t dyn_size;   /* bytes of the dump; 0: all of it */
	uint64_t stack[12];  /* words from SP on */
	uint64_t frames[12]; /* what must come out, up to 0 */
};

static uint64_t core__reg(const struct core *core, int nr)
{
	const bool is_faked = nr == X86_BX || nr >= X86_R12;

	switch (nr) {
	case X86_IP:
		return core->ip;
	case X86_SP:
		return SP;
	case X86_BP:
		return core->bp;
	case X86_BX:
		return core->bx;
	case X86_DX:
		return core->dx;
	case X86_R12:
		return core->r12;
	default:
		return is_faked && core->r12 == UINT64_MAX ? UINT64_MAX : 0x1000ULL + nr;
	}
}

static int core__check(struct unwind_world *world, const struct core *core)
{
	const uint64_t mask = core->no_abi ? 0 : core->mask ? core->mask : X86_ALL;
	struct unwind_dump dump;
	int ret;

	unwind_dump__init(&dump, core->big != (__BYTE_ORDER == __BIG_ENDIAN));
	for (int nr = 0; nr < 64; nr++) {
		if (mask >> nr & 1)
			builder__u64(&dump.regs, core__reg(core, nr));
	}
	for (size_t i = 0; i < ARRAY_SIZE(core->stack); i++)
		builder__u64(&dump.stack, core->stack[i]);
	dump.sample.cpumode = core->in_kernel ? DEFER_MISC_KERNEL : DEFER_MISC_USER;
	ret = unwind_world__check(
		world, unwind_dump__sample(&dump, core->no_abi ? 0 : 2, mask, core->dyn_size),
		core->cls, core->frames);
	unwind_dump__exit(&dump);
	return ret;
}

/* An address in a file; after a call that ends there; and the address that shows this call. */
#define P(func, at)    IN(PROGRAM, func, at)
#define CALL(func, at) (P(func, at) - 1)
#define OUTERMOST      P(START, 0x20)
#define SHOWN	       CALL(START, 0x20)

static const struct core cores[] = {
	{.what = "a leaf of the outermost function",
	 .cls = DEFER_UNWOUND,
	 .ip = P(LEAF, 5),
	 .stack = {OUTERMOST},
	 .frames = {P(LEAF, 5), SHOWN}},
	{.what = "the outermost function itself",
	 .cls = DEFER_UNWOUND,
	 .ip = P(START, 5),
	 .frames = {P(START, 5)}},
	{.what = "a return address of 0",
	 .cls = DEFER_UNWOUND,
	 .ip = P(LEAF, 5),
	 .frames = {P(LEAF, 5)}},
	{.what = "a return address that is a mark between frames",
	 .cls = DEFER_NO_CFI,
	 .ip = P(LEAF, 5),
	 .stack = {HALF_GAP + 1},
	 .frames = {P(LEAF, 5), DEFER_CONTEXT_HV}},
	{.what = "frames by rbp, in each of a function's three states",
	 .cls = DEFER_UNWOUND,
	 .ip = P(FRAME, 0),
	 .bp = SP + 24,
	 .stack = {P(FRAME, 0x40), 1, 2, SP + 48, P(FRAME, 0x50), 3, 4, OUTERMOST},
	 .frames = {P(FRAME, 0), CALL(FRAME, 0x40), CALL(FRAME, 0x50), SHOWN}},
	{.what = "behind push rbp",
	 .cls = DEFER_UNWOUND,
	 .ip = P(FRAME, 1),
	 .bp = SP + 24,
	 .stack = {SP + 24, P(FRAME, 0x40), 2, 0, OUTERMOST},
	 .frames = {P(FRAME, 1), CALL(FRAME, 0x40), SHOWN}},
	{.what = "behind mov rbp, rsp",
	 .cls = DEFER_UNWOUND,
	 .ip = P(FRAME, 4),
	 .bp = SP + 8,
	 .stack = {1, SP + 32, P(FRAME, 0x40), 2, 0, OUTERMOST},
	 .frames = {P(FRAME, 4), CALL(FRAME, 0x40), SHOWN}},
	{.what = "a call at the end of a function",
	 .cls = DEFER_UNWOUND,
	 .ip = P(LEAF, 5),
	 .bp = SP + 16,
	 .stack = {P(START, 0), 1, 0, OUTERMOST},
	 .frames = {P(LEAF, 5), CALL(START, 0), SHOWN}},
	{.what = "a signal handler, and what it interrupted at its first instruction",
	 .cls = DEFER_UNWOUND,
	 .ip = P(LEAF, 5),
	 .bp = 1,
	 .stack = {P(SIGNAL, 0), 0, 0, SP + 48, P(LEAF, 0), 0, OUTERMOST},
	 .frames = {P(LEAF, 5), P(SIGNAL, 0), P(LEAF, 0), SHOWN}},
	{.what = "a handler on a stack of its own, above the other one",
	 .cls = DEFER_UNWOUND,
	 .ip = P(SIGNAL, 3),
	 .stack = {0, SP - 48, SP - 64, P(START, 4)},
	 .frames = {P(SIGNAL, 3), P(START, 4)}},
	{.what = "rbp of what a signal interrupted",
	 .cls = DEFER_UNWOUND,
	 .ip = P(SIGNAL, 3),
	 .stack = {0, SP + 48, SP + 32, P(FRAME, 0x40), 0, 0, 0, OUTERMOST},
	 .frames = {P(SIGNAL, 3), P(FRAME, 0x40), SHOWN}},
	{.what = "by rdx",
	 .cls = DEFER_UNWOUND,
	 .ip = P(BY_RDX, 0),
	 .dx = SP,
	 .stack = {0, OUTERMOST},
	 .frames = {P(BY_RDX, 0), SHOWN}},
	{.what = "by rbx",
	 .cls = DEFER_UNWOUND,
	 .ip = P(BY_RBX, 0),
	 .bx = SP,
	 .stack = {0, OUTERMOST},
	 .frames = {P(BY_RBX, 0), SHOWN}},
	{.what = "by rbx of the caller, from the callee's frame",
	 .cls = DEFER_UNWOUND,
	 .ip = P(SAVES, 0),
	 .bx = 1,
	 .stack = {0, SP + 24, P(BY_RBX, 5), 0, OUTERMOST},
	 .frames = {P(SAVES, 0), CALL(BY_RBX, 5), SHOWN}},
	{.what = "by rbx of the caller, which the callee left alone",
	 .cls = DEFER_UNWOUND,
	 .ip = P(LEAF, 0),
	 .bx = SP + 8,
	 .stack = {P(BY_RBX, 5), 0, OUTERMOST},
	 .frames = {P(LEAF, 0), CALL(BY_RBX, 5), SHOWN}},
	{.what = "a return address in a register",
	 .cls = DEFER_UNWOUND,
	 .ip = P(BY_R12, 0),
	 .r12 = OUTERMOST,
	 .frames = {P(BY_R12, 0), SHOWN}},
	{.what = "a return address where an expression says",
	 .cls = DEFER_UNWOUND,
	 .ip = P(FAR, 0),
	 .stack = {0, SP + 24, 0, OUTERMOST},
	 .frames = {P(FAR, 0), SHOWN}},
	{.what = "an expression with rip, low",
	 .cls = DEFER_UNWOUND,
	 .ip = P(BY_RIP, 10),
	 .stack = {OUTERMOST},
	 .frames = {P(BY_RIP, 10), SHOWN}},
	{.what = "an expression with rip, high, and of a caller",
	 .cls = DEFER_UNWOUND,
	 .ip = P(BY_RIP, 11),
	 .stack = {0, P(BY_RIP, 12), 0, OUTERMOST},
	 .frames = {P(BY_RIP, 11), CALL(BY_RIP, 12), SHOWN}},
	{.what = "by .debug_frame",
	 .cls = DEFER_UNWOUND,
	 .ip = IN(DEBUG, LEAF, 5),
	 .stack = {OUTERMOST},
	 .frames = {IN(DEBUG, LEAF, 5), SHOWN}},
	{.what = "three registers are enough for most",
	 .cls = DEFER_UNWOUND,
	 .ip = P(FRAME, 1),
	 .mask = X86_THREE,
	 .bp = SP + 24,
	 .stack = {SP + 24, P(FRAME, 0x40), 2, 0, OUTERMOST},
	 .frames = {P(FRAME, 1), CALL(FRAME, 0x40), SHOWN}},
	{.what = "a sample in the kernel",
	 .cls = DEFER_UNWOUND,
	 .ip = P(BY_RBX, 0),
	 .bx = SP,
	 .r12 = UINT64_MAX,
	 .in_kernel = true,
	 .stack = {0, OUTERMOST},
	 .frames = {P(BY_RBX, 0), SHOWN}},

	{.what = "a dump of no bytes",
	 .cls = DEFER_DUMP_ENDED,
	 .ip = P(LEAF, 5),
	 .dyn_size = 1,
	 .stack = {OUTERMOST},
	 .frames = {P(LEAF, 5)}},
	{.what = "a dump that ends within a return address",
	 .cls = DEFER_DUMP_ENDED,
	 .ip = P(LEAF, 5),
	 .dyn_size = 15,
	 .stack = {P(LEAF, 9), OUTERMOST},
	 .frames = {P(LEAF, 5), CALL(LEAF, 9)}},
	{.what = "a dump that ends behind a return address",
	 .cls = DEFER_UNWOUND,
	 .ip = P(LEAF, 5),
	 .dyn_size = 16,
	 .stack = {P(LEAF, 9), OUTERMOST},
	 .frames = {P(LEAF, 5), CALL(LEAF, 9), SHOWN}},
	{.what = "a dump that claims more bytes than there are",
	 .cls = DEFER_DUMP_ENDED,
	 .ip = P(FRAME, 4),
	 .bp = SP + 88,
	 .dyn_size = UINT64_MAX,
	 .frames = {P(FRAME, 4)}},
	{.what = "a frame below the dump",
	 .cls = DEFER_DUMP_ENDED,
	 .ip = P(SIGNAL, 3),
	 .stack = {0, 0, SP - 64, P(LEAF, 4), 0},
	 .frames = {P(SIGNAL, 3), P(LEAF, 4)}},
	{.what = "an expression reads behind the dump",
	 .cls = DEFER_DUMP_ENDED,
	 .ip = P(FAR, 0),
	 .dyn_size = 8,
	 .frames = {P(FAR, 0)}},
	{.what = "a function without CFI",
	 .cls = DEFER_NO_CFI,
	 .ip = P(LEAF, 5),
	 .stack = {P(GAP, 5), OUTERMOST},
	 .frames = {P(LEAF, 5), CALL(GAP, 5)}},
	{.what = "the part of a function that nobody can read",
	 .cls = DEFER_NO_CFI,
	 .ip = P(BROKEN, 7),
	 .stack = {P(BROKEN, 9), OUTERMOST},
	 .frames = {P(BROKEN, 7), CALL(BROKEN, 9)}},
	{.what = "code of no file",
	 .cls = DEFER_NO_CFI,
	 .ip = P(LEAF, 5),
	 .stack = {IN(ANON, LEAF, 5)},
	 .frames = {P(LEAF, 5), IN(ANON, LEAF, 4)}},
	{.what = "nothing is mapped",
	 .cls = DEFER_NO_CFI,
	 .ip = P(LEAF, 5),
	 .stack = {NOWHERE},
	 .frames = {P(LEAF, 5), NOWHERE - 1}},
	{.what = "a jump to nowhere",
	 .cls = DEFER_NO_CFI,
	 .ip = NOWHERE,
	 .stack = {OUTERMOST},
	 .frames = {NOWHERE}},
	{.what = "a file of another machine",
	 .cls = DEFER_NO_CFI,
	 .ip = P(LEAF, 5),
	 .stack = {IN(ARM64, LEAF, 8)},
	 .frames = {P(LEAF, 5), IN(ARM64, LEAF, 7)}},
	{.what = "a machine whose registers nobody knows",
	 .cls = DEFER_NO_CFI,
	 .ip = IN(RISCV, LEAF, 5),
	 .frames = {IN(RISCV, LEAF, 5)}},
	{.what = "a file that is not here",
	 .cls = DEFER_NO_FILE,
	 .ip = P(LEAF, 5),
	 .stack = {IN(GONE, LEAF, 5), OUTERMOST},
	 .frames = {P(LEAF, 5), IN(GONE, LEAF, 4)}},
	{.what = "a file that is not here, at once",
	 .cls = DEFER_NO_FILE,
	 .ip = IN(GONE, LEAF, 5),
	 .stack = {OUTERMOST},
	 .frames = {IN(GONE, LEAF, 5)}},
	{.what = "a file of another build",
	 .cls = DEFER_WRONG_BUILD,
	 .ip = P(LEAF, 5),
	 .stack = {IN(REBUILT, LEAF, 5), OUTERMOST},
	 .frames = {P(LEAF, 5), IN(REBUILT, LEAF, 4)}},
	{.what = "a register that was not recorded",
	 .cls = DEFER_NO_REGISTER,
	 .ip = P(BY_RBX, 0),
	 .bx = SP,
	 .mask = X86_THREE,
	 .stack = {0, OUTERMOST},
	 .frames = {P(BY_RBX, 0)}},
	{.what = "a register that a function may have changed",
	 .cls = DEFER_NO_REGISTER,
	 .ip = P(LEAF, 0),
	 .dx = SP + 8,
	 .stack = {P(BY_RDX, 5), 0, OUTERMOST},
	 .frames = {P(LEAF, 0), CALL(BY_RDX, 5)}},
	{.what = "a register that a function says it lost",
	 .cls = DEFER_NO_REGISTER,
	 .ip = P(LOSES, 0),
	 .bx = SP + 8,
	 .stack = {P(BY_RBX, 5), 0, OUTERMOST},
	 .frames = {P(LOSES, 0), CALL(BY_RBX, 5)}},
	{.what = "a register saved behind the end of the dump",
	 .cls = DEFER_NO_REGISTER,
	 .ip = P(SIGNAL, 3),
	 .mask = X86_THREE,
	 .stack = {0, SP + 32, SP + 32, P(BY_RBX, 4)},
	 .frames = {P(SIGNAL, 3), P(BY_RBX, 4)}},
	{.what = "an NMI in the kernel: rbx is -1",
	 .cls = DEFER_NO_REGISTER,
	 .ip = P(LEAF, 0),
	 .bx = UINT64_MAX,
	 .r12 = UINT64_MAX,
	 .in_kernel = true,
	 .stack = {P(BY_RBX, 5), 0, OUTERMOST},
	 .frames = {P(LEAF, 0), CALL(BY_RBX, 5)}},
	{.what = "an NMI in the kernel: r12 is -1",
	 .cls = DEFER_NO_REGISTER,
	 .ip = P(BY_R12, 0),
	 .bx = UINT64_MAX,
	 .r12 = UINT64_MAX,
	 .in_kernel = true,
	 .frames = {P(BY_R12, 0)}},
	{.what = "a program that has -1 there is believed in user mode",
	 .cls = DEFER_NO_CFI,
	 .ip = P(BY_R12, 0),
	 .bx = UINT64_MAX,
	 .r12 = UINT64_MAX,
	 .frames = {P(BY_R12, 0), UINT64_MAX - 1}},
	{.what = "an NMI: what a callee saved is known",
	 .cls = DEFER_UNWOUND,
	 .ip = P(SAVES, 0),
	 .bx = UINT64_MAX,
	 .r12 = UINT64_MAX,
	 .in_kernel = true,
	 .stack = {0, SP + 24, P(BY_RBX, 5), 0, OUTERMOST},
	 .frames = {P(SAVES, 0), CALL(BY_RBX, 5), SHOWN}},
	{.what = "a CFA below the stack",
	 .cls = DEFER_NO_GROWTH,
	 .ip = P(LOW, 0),
	 .stack = {OUTERMOST},
	 .frames = {P(LOW, 0)}},
	{.what = "a caller whose CFA is its callee's",
	 .cls = DEFER_NO_GROWTH,
	 .ip = P(LEAF, 0),
	 .stack = {P(LOW, 0x10), OUTERMOST},
	 .frames = {P(LEAF, 0), CALL(LOW, 0x10)}},
	{.what = "a frame pointer that goes back",
	 .cls = DEFER_NO_GROWTH,
	 .ip = P(FRAME, 4),
	 .bp = SP + 8,
	 .stack = {0, SP, P(FRAME, 0x40), OUTERMOST},
	 .frames = {P(FRAME, 4), CALL(FRAME, 0x40)}},
	{.what = "an expression that divides by 0",
	 .cls = DEFER_BAD_CFI,
	 .ip = P(LEAF, 0),
	 .stack = {P(BAD, 5), OUTERMOST},
	 .frames = {P(LEAF, 0), CALL(BAD, 5)}},
	{.what = "nothing is said of the return address",
	 .cls = DEFER_BAD_CFI,
	 .ip = P(NO_RA, 0),
	 .stack = {OUTERMOST},
	 .frames = {P(NO_RA, 0)}},
	{.what = "a sample without registers",
	 .cls = DEFER_NOT_UNWOUND,
	 .no_abi = true,
	 .ip = P(LEAF, 0),
	 .stack = {OUTERMOST}},
	{.what = "a sample without a stack pointer",
	 .cls = DEFER_NOT_UNWOUND,
	 .mask = 1 << X86_IP,
	 .ip = P(LEAF, 0),
	 .stack = {OUTERMOST}},
	{.what = "a sample without a program counter",
	 .cls = DEFER_NOT_UNWOUND,
	 .mask = 1 << X86_SP,
	 .ip = P(LEAF, 0),
	 .stack = {OUTERMOST}},
};

static int each_core(const struct folder *folder)
{
	struct unwind_world world = {.folder = folder};
	int ret = unwind_world__open(&world, "x86_64");

	/* Twice: what a thread remembers of an address is what it found there. */
	for (size_t i = 0; ret == TEST_OK && i < 2 * ARRAY_SIZE(cores); i++) {
		const struct core *core = &cores[i % ARRAY_SIZE(cores)];

		if (core__check(&world, core) != TEST_OK) {
			fprintf(stderr, "%s\n", core->what);
			ret = TEST_FAIL;
		}
	}
	unwind_world__close(&world);
	return ret;
}

static int test_cores(void)
{
	return folder__run(each_core);
}

/* The same samples in the other byte order; the files stay as they are. */
static int each_swapped(const struct folder *folder)
{
	struct unwind_world world = {.folder = folder};
	int ret = unwind_world__open(&world, "x86_64");

	for (size_t i = 0; ret == TEST_OK && i < ARRAY_SIZE(cores); i++) {
		struct core core = cores[i];

		core.big = true;
		if (core__check(&world, &core) != TEST_OK) {
			fprintf(stderr, "%s\n", core.what);
			ret = TEST_FAIL;
		}
	}
	unwind_world__close(&world);
	return ret;
}

static int test_swapped(void)
{
	return folder__run(each_swapped);
}

/* ---- guesses ------------------------------------------------------------------------------- */

/* Callers are guessed by the frame pointer for those who ask, and marked. */
static int each_guess(const struct folder *folder)
{
	struct unwind_world world = {.folder = folder};
	struct core core = {
		.cls = DEFER_NO_CFI,
		.ip = P(GAP, 5),
		.bp = SP + 8,
		.stack = {0, SP + 24, OUTERMOST},
		.frames = {P(GAP, 5)},
	};
	int ret = unwind_world__open(&world, "x86_64");

	if (ret == TEST_OK)
		ret = core__check(&world, &core);
	world.conf.fp_fallback = true;
	core.cls = DEFER_UNWOUND;
	core.frames[1] = HALF_EVIDENCE(EVIDENCE_FP_GUESS);
	core.frames[2] = SHOWN;
	if (ret == TEST_OK)
		ret = core__check(&world, &core);
	unwind_world__close(&world);
	return ret;
}

static int test_guess(void)
{
	return folder__run(each_guess);
}

/* ---- too deep -------------------------------------------------------------------------------- */

/* Unwinds a recursion of @depth frames of a leaf, the outermost function behind them. */
static int check_depth(struct unwind_world *world, uint32_t depth, enum defer_class want,
		       uint32_t want_nr)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct half half = {0};
	enum defer_class cls;
	struct unwind_dump dump;
	int ret;

	unwind_dump__init(&dump, __BYTE_ORDER == __BIG_ENDIAN);
	builder__u64(&dump.regs, SP);
	builder__u64(&dump.regs, P(LEAF, 5));
	for (uint32_t i = 0; i + 1 < depth; i++)
		builder__u64(&dump.stack, P(LEAF, 9));
	builder__u64(&dump.stack, OUTERMOST);
	ret = unwind_thread__unwind(world->thread,
				    unwind_dump__sample(&dump, 2, 1 << X86_SP | 1 << X86_IP, 0),
				    NULL, world->maps_id, &half, &cls, &err);
	unwind_dump__exit(&dump);
	T_EQ(ret, 0);
	T_EQ(cls, want);
	T_EQ(half.nr, want_nr);
	for (uint32_t i = 1; i + 1 < half.nr; i++)
		T_EQ(half.ips[i], CALL(LEAF, 9));
	return TEST_OK;
}

static int each_depth(const struct folder *folder)
{
	struct unwind_world world = {.folder = folder};
	int ret = unwind_world__open(&world, "x86_64");

	if (ret == TEST_OK)
		ret = check_depth(&world, 1023, DEFER_UNWOUND, 1024);
	if (ret == TEST_OK)
		ret = check_depth(&world, 1024, DEFER_TOO_DEEP, 1024);
	unwind_world__close(&world);
	return ret;
}

static int test_too_deep(void)
{
	return folder__run(each_depth);
}

/* ---- other machines -------------------------------------------------------------------------- */

/* A sample of i386: registers in the order of their numbers, a stack of 4-byte words. */
static int check_i386(struct unwind_world *world, uint32_t ip, uint32_t bp, uint32_t bx,
		      bool in_kernel, const uint32_t *stack, size_t nr, enum defer_class want,
		      const uint64_t *frames)
{
	const uint32_t regs[] = {0x10, bx, 0x12, 0x13, 0x14, 0x15, bp, SP32, ip};
	struct unwind_dump dump;
	int ret;

	unwind_dump__init(&dump, __BYTE_ORDER == __BIG_ENDIAN);
	/* The upper half of a register is not the task's. */
	for (size_t i = 0; i < ARRAY_SIZE(regs); i++)
		builder__u64(&dump.regs, regs[i] | (i == X86_BP ? 0xabcdULL << 32 : 0));
	for (size_t i = 0; i < nr; i++)
		builder__u32(&dump.stack, stack[i]);
	dump.sample.cpumode = in_kernel ? DEFER_MISC_KERNEL : DEFER_MISC_USER;
	ret = unwind_world__check(world, unwind_dump__sample(&dump, 1, X86_32, 0), want, frames);
	unwind_dump__exit(&dump);
	return ret;
}

static int each_i386(const struct folder *folder)
{
	static const uint32_t plain[] = {IN(I386, FRAME, 0x40), 0, SP32 + 20,
					 IN(I386, FRAME, 0x50), 0, 0,
					 IN(I386, START, 0x20)};
	static const uint32_t by_ebx[] = {IN(I386, BY_RBX, 5), 0, IN(I386, START, 0x20)};
	static const uint32_t wide[] = {P(LEAF, 5)};
	struct unwind_world world = {.folder = folder};
	int ret = unwind_world__open(&world, "i686");

	if (ret == TEST_OK)
		ret = check_i386(&world, IN(I386, LEAF, 3), SP32 + 8, 0, false, plain,
				 ARRAY_SIZE(plain), DEFER_UNWOUND,
				 (const uint64_t[]){IN(I386, LEAF, 3), IN(I386, FRAME, 0x3f),
						    IN(I386, FRAME, 0x4f), IN(I386, START, 0x1f),
						    0});
	if (ret == TEST_OK)
		ret = check_i386(&world, IN(I386, LEAF, 3), 0, SP32 + 4, true, by_ebx,
				 ARRAY_SIZE(by_ebx), DEFER_UNWOUND,
				 (const uint64_t[]){IN(I386, LEAF, 3), IN(I386, BY_RBX, 4),
						    IN(I386, START, 0x1f), 0});
	if (ret == TEST_OK)
		ret = check_i386(&world, IN(I386, LEAF, 3), 0, UINT32_MAX, true, by_ebx,
				 ARRAY_SIZE(by_ebx), DEFER_NO_REGISTER,
				 (const uint64_t[]){IN(I386, LEAF, 3), IN(I386, BY_RBX, 4), 0});
	/* Code of 64 bits in a task of 32: no such task calls it. */
	if (ret == TEST_OK)
		ret = check_i386(&world, IN(I386, LEAF, 3), 0, 0, false, wide, ARRAY_SIZE(wide),
				 DEFER_NO_CFI,
				 (const uint64_t[]){IN(I386, LEAF, 3), P(LEAF, 4), 0});
	if (ret == TEST_OK)
		ret = check_i386(&world, P(LEAF, 3), 0, 0, false, wide, ARRAY_SIZE(wide),
				 DEFER_NO_CFI, (const uint64_t[]){P(LEAF, 3), 0});
	unwind_world__close(&world);
	return ret;
}

static int test_i386(void)
{
	return folder__run(each_i386);
}

/* A signature in the upper bits of an address. */
#define SIGNED(addr) ((addr) | 0x5a2aULL << 48)
#define A(func, at)  IN(ARM64, func, at)

static int check_arm64(struct unwind_world *world, uint64_t pc, uint64_t lr, const uint64_t *stack,
		       size_t nr, enum defer_class want, const uint64_t *frames)
{
	struct unwind_dump dump;
	int ret;

	unwind_dump__init(&dump, __BYTE_ORDER == __BIG_ENDIAN);
	for (unsigned int i = 0; i < 30; i++)
		builder__u64(&dump.regs, 0x100 + i);
	builder__u64(&dump.regs, lr);
	builder__u64(&dump.regs, SP);
	builder__u64(&dump.regs, pc);
	for (size_t i = 0; i < nr; i++)
		builder__u64(&dump.stack, stack[i]);
	ret = unwind_world__check(world, unwind_dump__sample(&dump, 2, (1ULL << 33) - 1, 0), want,
				  frames);
	unwind_dump__exit(&dump);
	return ret;
}

static int each_arm64(const struct folder *folder)
{
	static const uint64_t framed[] = {0, SIGNED(A(START, 0x20))};
	struct unwind_world world = {.folder = folder};
	int ret = unwind_world__open(&world, "aarch64");

	/* A leaf has its return address in x30. */
	if (ret == TEST_OK)
		ret = check_arm64(&world, A(LEAF, 8), A(START, 0x20), NULL, 0, DEFER_UNWOUND,
				  (const uint64_t[]){A(LEAF, 8), A(START, 0x1f), 0});
	/* Before it is signed, when it is, and when it is in memory. */
	if (ret == TEST_OK)
		ret = check_arm64(&world, A(FRAME, 0), A(START, 0x20), NULL, 0, DEFER_UNWOUND,
				  (const uint64_t[]){A(FRAME, 0), A(START, 0x1f), 0});
	if (ret == TEST_OK)
		ret = check_arm64(&world, A(FRAME, 4), SIGNED(A(START, 0x20)), NULL, 0,
				  DEFER_UNWOUND,
				  (const uint64_t[]){A(FRAME, 4), A(START, 0x1f), 0});
	if (ret == TEST_OK)
		ret = check_arm64(&world, A(FRAME, 8), 1, framed, ARRAY_SIZE(framed), DEFER_UNWOUND,
				  (const uint64_t[]){A(FRAME, 8), A(START, 0x1f), 0});
	if (ret == TEST_OK)
		ret = check_arm64(
			&world, A(LEAF, 8), A(FRAME, 0x20), framed, ARRAY_SIZE(framed),
			DEFER_UNWOUND,
			(const uint64_t[]){A(LEAF, 8), A(FRAME, 0x1f), A(START, 0x1f), 0});
	/* Who has made a call has overwritten x30, so it must say where the address went. */
	if (ret == TEST_OK)
		ret = check_arm64(&world, A(LEAF, 8), A(ARM_SAYS_NOTHING, 0x20), framed,
				  ARRAY_SIZE(framed), DEFER_BAD_CFI,
				  (const uint64_t[]){A(LEAF, 8), A(ARM_SAYS_NOTHING, 0x1f), 0});
	unwind_world__close(&world);
	return ret;
}

static int test_arm64(void)
{
	return folder__run(each_arm64);
}

/* A machine that nobody can unwind. */
static int each_unknown(const struct folder *folder)
{
	struct unwind_world world = {.folder = folder};
	struct core core = {.cls = DEFER_NOT_UNWOUND, .ip = P(LEAF, 0)};
	int ret = unwind_world__open(&world, "s390x");

	if (ret == TEST_OK)
		ret = core__check(&world, &core);
	unwind_world__close(&world);
	return ret;
}

static int test_unknown(void)
{
	return folder__run(each_unknown);
}

static const struct test_case cases[] = {
	{"each class, from a sample of its own", test_cores},
	{"the same in the other byte order", test_swapped},
	{"a guess by the frame pointer", test_guess},
	{"a stack of too many frames", test_too_deep},
	{"i386", test_i386},
	{"arm64, with signed return addresses", test_arm64},
	{"another architecture", test_unknown},
	{0},
};

const struct test_suite suite__unwind = {
	.name = "unwind",
	.desc = "stacks in dumps: frames, and how they end",
	.cases = cases,
};
