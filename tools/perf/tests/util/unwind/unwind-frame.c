// SPDX-License-Identifier: GPL-2.0-only
/* unwind-frame: registers of samples, words of stacks, and callers that frame pointers tell. */
#include <elf.h>

#include <perf/defer-sample.h>

#include "tests/tests.h"
#include "util/base/array.h"
#include "util/unwind/unwind-frame.h"

#define SP 7 /* DWARF numbers of x86-64 */
#define FP 6

/* ---- words --------------------------------------------------------------------------- */

static const uint8_t bytes[16] = {0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88,
				  0x99, 0xaa, 0xbb, 0xcc, 0xdd, 0xee, 0xff, 0x01};

/* Returns the number of @size bytes at @at of those above, as the machine that wrote them has it. */
static uint64_t number_at(unsigned int at, unsigned int size, bool is_little)
{
	uint64_t value = 0;

	for (unsigned int i = 0; i < size; i++)
		value |= (uint64_t)bytes[at + i] << 8 * (is_little ? i : size - 1 - i);
	return value;
}

/* Reads a number of each size at each place, and around the copy. */
static int test_words(void)
{
	const bool here_is_little = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__;

	for (int swap = 0; swap < 2; swap++) {
		struct unwind_stack stack = {
			.start = 0x7000, .size = sizeof(bytes), .data = bytes, .swap = swap};
		uint64_t value;

		for (unsigned int size = 1; size <= 8; size++) {
			for (unsigned int at = 0; at <= sizeof(bytes) - size; at++) {
				T_CHECK(unwind_stack__read(&stack, 0x7000 + at, size, &value));
				T_CHECK(value == number_at(at, size, here_is_little != swap));
			}
			T_CHECK(!unwind_stack__read(&stack, 0x6fff, size, &value));
			T_CHECK(!unwind_stack__read(&stack, 0x7011 - size, size, &value));
			T_CHECK(!unwind_stack__read(&stack, 0x7011, size, &value));
			T_CHECK(!unwind_stack__read(&stack, UINT64_MAX, size, &value));
		}
	}
	return TEST_OK;
}

/* One word that lies elsewhere: only that address, and only a whole word. */
static int test_far_word(void)
{
	struct unwind_stack stack = {.start = 0x7000,
				     .size = sizeof(bytes),
				     .data = bytes,
				     .word_at = 0x7008,
				     .word = 5};
	uint64_t value;

	T_CHECK(unwind_stack__read(&stack, 0x7008, 8, &value));
	T_EQ(value, 5);
	T_CHECK(unwind_stack__read(&stack, 0x7008, 1, &value));
	T_EQ(value, 0x99);
	stack.word_at = 0x9000;
	T_CHECK(unwind_stack__read(&stack, 0x9000, 8, &value));
	T_EQ(value, 5);
	T_CHECK(!unwind_stack__read(&stack, 0x9000, 4, &value));
	T_CHECK(!unwind_stack__read(&stack, 0x9008, 8, &value));
	T_CHECK(!unwind_stack__read(&stack, 0, 8, &value));
	return TEST_OK;
}

/* Counts how often the rest of a copy is asked for. */
struct asked {
	bool there;
	int nr;
};

static bool read_rest(void *ctx)
{
	struct asked *asked = ctx;

	asked->nr++;
	return asked->there;
}

/* The rest of a copy is read once, by the first word that ends in it. */
static int test_rest(void)
{
	for (int there = 0; there < 2; there++) {
		struct asked asked = {.there = there};
		struct unwind_rest rest = {.begin = 8, .end = 16, .read = read_rest, .ctx = &asked};
		struct unwind_stack stack = {
			.start = 0x7000, .size = 8, .data = bytes, .rest = &rest};
		uint64_t value;

		T_CHECK(unwind_stack__read(&stack, 0x7000, 8, &value));
		T_CHECK(!unwind_stack__read(&stack, 0x7009, 8, &value));
		T_CHECK(!unwind_stack__read(&stack, 0x7011, 1, &value));
		T_CHECK(!unwind_stack__read(&stack, 0x6fff, 1, &value));
		T_EQ(asked.nr, 0);
		T_EQ(unwind_stack__read(&stack, 0x7008, 8, &value), there);
		T_EQ(asked.nr, 1);
		T_EQ(stack.size, there ? 16 : 8);
		T_EQ(unwind_stack__read(&stack, 0x700f, 1, &value), there);
		T_EQ(asked.nr, 1);
	}
	return TEST_OK;
}

/* ---- registers ----------------------------------------------------------------------- */

/* The names that perf gives to numbers, in their order, and those of DWARF: each word is a register. */
static const struct registers {
	uint16_t machine;
	uint64_t abi;
	const char *perf, *dwarf;
	const char *sp, *pc;
	const char *preserved; /* by calls */
	const char *faked;     /* by the kernel */
	int addr_bits;
} registers[] = {
	{EM_X86_64, 2,
	 "ax bx cx dx si di bp sp ip flags cs ss ds es fs gs r8 r9 r10 r11 r12 r13 r14 r15",
	 "ax dx cx bx si di bp sp r8 r9 r10 r11 r12 r13 r14 r15 ip", "sp", "ip",
	 "bx bp r12 r13 r14 r15", "bx r12 r13 r14 r15", 64},
	{EM_386, 1, "ax bx cx dx si di bp sp ip flags cs ss ds es fs gs",
	 "ax cx dx bx sp bp si di ip", "sp", "ip", "bx bp si di", "bx", 64},
	{EM_AARCH64, 2,
	 "x0 x1 x2 x3 x4 x5 x6 x7 x8 x9 x10 x11 x12 x13 x14 x15 x16 x17 x18 x19 x20 x21 x22 x23 x24 "
	 "x25 x26 x27 x28 x29 lr sp pc",
	 "x0 x1 x2 x3 x4 x5 x6 x7 x8 x9 x10 x11 x12 x13 x14 x15 x16 x17 x18 x19 x20 x21 x22 x23 x24 "
	 "x25 x26 x27 x28 x29 lr sp pc",
	 "sp", "pc", "x19 x20 x21 x22 x23 x24 x25 x26 x27 x28 x29 lr", "", 48},
};

/* Returns the place of @name among the words of @names, or the number of words. */
static int word_nr(const char *names, const char *name, size_t len)
{
	int nr = 0;

	for (; *names; nr++) {
		size_t size = strcspn(names, " ");

		if (size == len && !strncmp(names, name, len))
			return nr;
		names += size + strspn(names + size, " ");
	}
	return nr;
}

/* Returns the numbers that @names have among @all, by bit. */
static uint64_t mask_of(const char *all, const char *names)
{
	uint64_t mask = 0;

	while (*names) {
		size_t size = strcspn(names, " ");

		mask |= 1ULL << word_nr(all, names, size);
		names += size + strspn(names + size, " ");
	}
	return mask;
}

/* Fills @sample with all registers of @mask; register n has the value 1000 + n. Uses @values. */
static void fill_sample(struct defer_sample *sample, uint64_t *values, uint64_t abi, uint64_t mask,
			bool swap)
{
	size_t nr = 0;

	for (int i = 0; i < 64; i++)
		if (mask >> i & 1)
			values[nr++] = swap ? __builtin_bswap64(1000 + i) : 1000ULL + i;
	*sample = (struct defer_sample){
		.swap = swap,
		.cpumode = DEFER_MISC_USER,
		.user_regs = {.abi = abi,
			      .mask = mask,
			      .regs = {.data = (const uint8_t *)values, .size = nr * 8}},
	};
}

static int check_registers(const struct registers *regs, bool swap)
{
	const struct unwind_arch *arch = unwind_arch__find(regs->machine);
	const int nr_perf = word_nr(regs->perf, "", 0), nr_dwarf = word_nr(regs->dwarf, "", 0);
	struct unwind_stack stack = {0};
	struct unwind_frame frame;
	struct defer_sample sample;
	const char *name = regs->dwarf;
	uint64_t values[64];

	T_EQ(arch->abi, regs->abi);
	T_EQ(arch->addr_size, regs->machine == EM_386 ? 4 : 8);
	T_EQ(arch->nr_regs, nr_dwarf);
	T_EQ(arch->preserved, mask_of(regs->dwarf, regs->preserved));
	T_EQ(arch->faked, mask_of(regs->dwarf, regs->faked));
	T_CHECK(arch->addr_mask == UINT64_MAX >> (64 - regs->addr_bits));
	T_EQ(arch->fp_is_of_record, regs->machine == EM_AARCH64);
	fill_sample(&sample, values, regs->abi, (1ULL << nr_perf) - 1, swap);
	frame.restored = 1;
	T_CHECK(unwind_frame__init(&frame, arch, &stack, &sample));
	T_CHECK(frame.arch == arch && frame.stack == &stack && frame.is_exact && !frame.restored);
	T_EQ(frame.pc, 1000 + word_nr(regs->perf, regs->pc, 2));
	T_EQ(frame.known, (1LL << nr_dwarf) - 1);
	T_EQ(arch->sp, word_nr(regs->dwarf, regs->sp, 2));
	T_EQ(arch->fp, regs->machine == EM_AARCH64 ? 29 : word_nr(regs->dwarf, "bp", 2));
	for (int i = 0; i < nr_dwarf; i++) {
		size_t len = strcspn(name, " ");

		T_EQ(frame.regs[i], 1000 + word_nr(regs->perf, name, len));
		name += len + strspn(name + len, " ");
	}

	/* Registers of the other kind of task, and those without the two that are needed. */
	sample.user_regs.abi ^= 3;
	T_CHECK(!unwind_frame__init(&frame, arch, &stack, &sample));
	fill_sample(&sample, values, regs->abi, ~(1ULL << word_nr(regs->perf, regs->pc, 2)), swap);
	T_CHECK(!unwind_frame__init(&frame, arch, &stack, &sample));
	fill_sample(&sample, values, regs->abi, ~(1ULL << word_nr(regs->perf, regs->sp, 2)), swap);
	T_CHECK(!unwind_frame__init(&frame, arch, &stack, &sample));
	return TEST_OK;
}

static int test_registers(void)
{
	for (size_t i = 0; i < ARRAY_SIZE(registers); i++) {
		T_RUN(check_registers(&registers[i], false));
		T_RUN(check_registers(&registers[i], true));
	}
	return TEST_OK;
}

/* A record that ends within its registers has those before, the last one only if it is whole. */
static int test_cut_registers(void)
{
	const struct unwind_arch *arch = unwind_arch__find(EM_X86_64);
	struct unwind_stack stack = {0};
	struct unwind_frame frame;
	struct defer_sample sample;
	uint64_t values[64];

	fill_sample(&sample, values, 2, 0xff01ff, false);
	for (size_t size = 0; size <= 17 * 8; size++) {
		sample.user_regs.regs.size = size;
		T_EQ(unwind_frame__init(&frame, arch, &stack, &sample), size >= 9 * 8);
		if (size < 9 * 8)
			continue;
		/* Those from r8 on, by their DWARF numbers, and the program counter behind them. */
		T_EQ(frame.known >> 8, 0x100 | ((1 << (size / 8 - 9)) - 1));
	}
	return TEST_OK;
}

/* In the kernel's entry code registers are not the user's where all that can be faked are -1. */
static int test_faked(void)
{
	static const uint64_t faked = 1 << 3 | 1 << 12 | 1 << 13 | 1 << 14 | 1 << 15;
	const struct unwind_arch *arch = unwind_arch__find(EM_X86_64);
	struct unwind_stack stack = {0};
	struct unwind_frame frame;
	struct defer_sample sample;
	uint64_t values[64];

	fill_sample(&sample, values, 2, 0xff01ff, false);
	/* rbx, and behind the nine lower ones and r8 to r11 the upper ones */
	values[1] = values[13] = values[14] = values[15] = values[16] = UINT64_MAX;
	T_CHECK(unwind_frame__init(&frame, arch, &stack, &sample));
	T_EQ(frame.known, 0x1ffff);
	sample.cpumode = DEFER_MISC_KERNEL;
	T_CHECK(unwind_frame__init(&frame, arch, &stack, &sample));
	T_EQ(frame.known, 0x1ffff & ~faked);
	values[14] = 7;
	T_CHECK(unwind_frame__init(&frame, arch, &stack, &sample));
	T_EQ(frame.known, 0x1ffff);
	return TEST_OK;
}

/* ---- tasks --------------------------------------------------------------------------- */

/* The architecture of a task, by that of the kernel and by how wide its registers are. */
static int test_tasks(void)
{
	static const struct {
		const char *kernel;
		int of_32, of_64; /* 0: none that is known */
	} known[] = {
		{"x86_64", EM_386, EM_X86_64},
		{"x86", EM_386, EM_X86_64},
		{"i386", EM_386, 0},
		{"i686", EM_386, 0},
		{"aarch64", 0, EM_AARCH64},
		{"arm64", 0, EM_AARCH64},
		{"armv7l", 0, 0},
		{"i6860", 0, 0},
		{"i687", 0, 0},
		{"x686", 0, 0},
		{"", 0, 0},
		{"s390x", 0, 0},
	};

	for (size_t i = 0; i < ARRAY_SIZE(known); i++) {
		const struct unwind_arch *of_32 = unwind_arch__of_task(known[i].kernel, 1);
		const struct unwind_arch *of_64 = unwind_arch__of_task(known[i].kernel, 2);

		if ((of_32 ? of_32->machine : 0) != known[i].of_32 ||
		    (of_64 ? of_64->machine : 0) != known[i].of_64)
			T_FAIL("%s", known[i].kernel);
		T_CHECK(!unwind_arch__of_task(known[i].kernel, 0));
	}
	T_CHECK(!unwind_arch__find(EM_S390));
	return TEST_OK;
}

/* ---- frame pointers ------------------------------------------------------------------ */

/* Words from 0x7000 on: what a frame at 0x7010 has saved, and one at 0x7030 that nobody called. */
static const uint64_t words[] = {0, 0, 0x7f00, 0xffff000000401234, 0, 0, 0x7f08, 0, 1};

static enum defer_class guess(struct unwind_frame *frame, struct unwind_stack *stack,
			      uint16_t machine, uint64_t sp, uint64_t fp)
{
	const struct unwind_arch *arch = unwind_arch__find(machine);

	*stack = (struct unwind_stack){
		.start = 0x7000, .size = sizeof(words), .data = (const uint8_t *)words};
	*frame = (struct unwind_frame){
		.arch = arch,
		.stack = stack,
		.known = 1ULL << arch->sp | 1ULL << arch->fp | 1 << 3,
		.restored = 1 << 3,
		.pc = 0x401000,
		.is_exact = true,
	};
	frame->regs[arch->sp] = sp;
	frame->regs[arch->fp] = fp;
	frame->regs[3] = 33;
	return unwind_frame__guess(frame);
}

/* The frame pointer shows where the caller's is, and above it the return address. */
static int test_guess(void)
{
	struct unwind_stack stack;
	struct unwind_frame frame;

	T_EQ(guess(&frame, &stack, EM_X86_64, 0x7000, 0x7010), DEFER_NO_RECORD);
	T_CHECK(frame.pc == 0xffff000000401234);
	T_EQ(frame.known, 1 << SP | 1 << FP);
	T_EQ(frame.regs[SP], 0x7020);
	T_EQ(frame.regs[FP], 0x7f00);
	T_CHECK(!frame.is_exact && !frame.restored);

	/* A return address of arm64 has marks in its upper bits. */
	T_EQ(guess(&frame, &stack, EM_AARCH64, 0x7000, 0x7010), DEFER_NO_RECORD);
	T_EQ(frame.pc, 0x401234);
	T_EQ(frame.known, 1LL << 31 | 1LL << 29);
	T_EQ(frame.regs[31], 0x7020);
	T_EQ(frame.regs[29], 0x7f00);
	return TEST_OK;
}

/* Words of i386 have half the size: at 0x7010 these are 0x7f00 and 0. */
static int test_guess_i386(void)
{
	static const uint32_t halves[] = {0, 0x7f04, 0x8048123};
	struct unwind_stack stack;
	struct unwind_frame frame;

	T_EQ(guess(&frame, &stack, EM_386, 0x7000, 0x7004), DEFER_UNWOUND);
	guess(&frame, &stack, EM_386, 0x7004, 0x7002);
	stack.data = (const uint8_t *)halves;
	stack.size = sizeof(halves);
	frame.known = 1 << 4 | 1 << 5;
	frame.regs[4] = 0x7000;
	frame.regs[5] = 0x7004;
	T_EQ(unwind_frame__guess(&frame), DEFER_NO_RECORD);
	T_EQ(frame.pc, 0x8048123);
	T_EQ(frame.regs[4], 0x700c);
	T_EQ(frame.regs[5], 0x7f04);
	return TEST_OK;
}

/* A register that shows elsewhere is no frame pointer, and the frame is left as it is. */
static int test_no_guess(void)
{
	static const struct {
		uint64_t sp, fp;
		enum defer_class cls;
	} known[] = {
		{0x7010, 0x7010, DEFER_NO_RECORD},  {0x7018, 0x7010, DEFER_NO_CFI},
		{0x7011, 0x7010, DEFER_NO_CFI},	    {0x7000, 0x7011, DEFER_NO_CFI},
		{0x7000, 0x7014, DEFER_NO_CFI},	    {0x7000, 0x7030, DEFER_UNWOUND},
		{0x7000, 0x7038, DEFER_NO_RECORD},  {0x7000, 0x7040, DEFER_DUMP_ENDED},
		{0x7000, 0x7048, DEFER_DUMP_ENDED}, {0x6000, 0x6ff0, DEFER_DUMP_ENDED},
		{0x6000, 0x6ff8, DEFER_DUMP_ENDED},
	};
	struct unwind_stack stack;
	struct unwind_frame frame;

	for (size_t i = 0; i < ARRAY_SIZE(known); i++) {
		enum defer_class cls = guess(&frame, &stack, EM_X86_64, known[i].sp, known[i].fp);

		if (cls != known[i].cls)
			T_FAIL("frame pointer %#" PRIx64 ": %d", known[i].fp, cls);
		if (cls == DEFER_NO_RECORD || cls == DEFER_UNWOUND)
			continue;
		T_CHECK(frame.pc == 0x401000 && frame.is_exact && frame.restored);
		T_CHECK(frame.regs[FP] == known[i].fp && frame.regs[SP] == known[i].sp);
	}
	guess(&frame, &stack, EM_X86_64, 0x7000, 0x7011);
	frame.regs[FP] = 0x7010;
	frame.known = 1 << SP;
	T_EQ(unwind_frame__guess(&frame), DEFER_NO_CFI);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"numbers of each size, in both byte orders", test_words},
	{"a word that lies elsewhere", test_far_word},
	{"the rest of a copy is read once", test_rest},
	{"registers by the numbers of perf and of DWARF", test_registers},
	{"registers that are cut off", test_cut_registers},
	{"registers that the kernel made up", test_faked},
	{"the architecture of a task", test_tasks},
	{"a caller by the frame pointer", test_guess},
	{"frame pointers of 32 bits", test_guess_i386},
	{"what is no frame pointer", test_no_guess},
	{0},
};

const struct test_suite suite__unwind_frame = {
	.name = "unwind-frame",
	.desc = "registers of frames, and callers by frame pointers",
	.cases = cases,
};
