// SPDX-License-Identifier: GPL-2.0-only
#include <elf.h>
#include <stddef.h>
#include <string.h>
#include <sys/utsname.h>

#include "util/base/array.h"
#include "util/unwind/unwind-arch.h"

#define REG(n)	 (1ULL << (n))
#define ALL_BITS UINT64_MAX

/* Numbers: the psABI of each architecture, and Linux's uapi/asm/perf_regs.h. */
static const struct unwind_arch archs[] = {
	{
		.machine = EM_X86_64,
		.addr_size = 8,
		.abi = UNWIND_ABI_64,
		.sp = 7,
		.fp = 6,
		.pc = 16,
		.nr_regs = 17,
		.preserved = REG(3) | REG(6) | REG(12) | REG(13) | REG(14) | REG(15),
		.faked = REG(3) | REG(12) | REG(13) | REG(14) | REG(15),
		.addr_mask = ALL_BITS,
		/* rax rdx rcx rbx rsi rdi rbp rsp r8-r15 rip */
		.perf_regs = {0, 3, 2, 1, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23, 8},
	},
	{
		.machine = EM_386,
		.addr_size = 4,
		.abi = UNWIND_ABI_32,
		.sp = 4,
		.fp = 5,
		.pc = 8,
		.nr_regs = 9,
		.preserved = REG(3) | REG(5) | REG(6) | REG(7),
		.faked = REG(3),
		.addr_mask = ALL_BITS,
		/* eax ecx edx ebx esp ebp esi edi eip */
		.perf_regs = {0, 2, 3, 1, 7, 6, 4, 5, 8},
	},
	{
		.machine = EM_AARCH64,
		.addr_size = 8,
		.abi = UNWIND_ABI_64,
		.sp = 31,
		.fp = 29,
		.fp_is_of_record = true,
		.pc = 32,
		.nr_regs = 33,
		.preserved = REG(19) | REG(20) | REG(21) | REG(22) | REG(23) | REG(24) | REG(25) |
			     REG(26) | REG(27) | REG(28) | REG(29) | REG(30),
		.addr_mask = (1ULL << 48) - 1,
		/* x0-x30 sp pc */
		.perf_regs = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16,
			      17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32},
	},
};

const struct unwind_arch *unwind_arch__find(uint16_t machine)
{
	for (size_t i = 0; i < ARRAY_SIZE(archs); i++) {
		if (archs[i].machine == machine)
			return &archs[i];
	}
	return NULL;
}

/* Returns whether the kernel of uname's @arch runs tasks of @task. */
static bool runs(const char *arch, const struct unwind_arch *task)
{
	const bool is_i386 = arch[0] == 'i' && strlen(arch) == 4 && !strcmp(arch + 2, "86");

	switch (task->machine) {
	case EM_X86_64:
		return !strcmp(arch, "x86_64") || !strcmp(arch, "x86");
	case EM_386:
		return !strcmp(arch, "x86_64") || !strcmp(arch, "x86") || is_i386;
	default:
		return !strcmp(arch, "aarch64") || !strcmp(arch, "arm64");
	}
}

const struct unwind_arch *unwind_arch__of_task(const char *arch, uint64_t abi)
{
	struct utsname here;

	if (!arch && !uname(&here))
		arch = here.machine;
	for (size_t i = 0; arch && i < ARRAY_SIZE(archs); i++) {
		if (archs[i].abi == abi && runs(arch, &archs[i]))
			return &archs[i];
	}
	return NULL;
}
