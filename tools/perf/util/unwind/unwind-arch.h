/* SPDX-License-Identifier: GPL-2.0-only */
/* unwind-arch: what the architectures differ in, for the unwinder. */
#ifndef PERF_DEFER_UTIL_UNWIND_UNWIND_ARCH_H
#define PERF_DEFER_UTIL_UNWIND_UNWIND_ARCH_H

#include <stdbool.h>
#include <stdint.h>

#include "util/unwind/cfi.h"

struct unwind_arch {
	uint16_t machine;  /* EM_* */
	uint8_t addr_size; /* bytes */
	uint8_t abi;	   /* PERF_SAMPLE_REGS_ABI_* of its tasks */
	uint8_t sp;	   /* DWARF number of the stack pointer */
	uint8_t fp;	   /* DWARF number of the frame pointer */
	/*
	 * A frame pointer that was saved below a return address points there afterwards, whatever the
	 * CFA is counted from (AAPCS64, "The Frame Pointer")
	 */
	bool fp_is_of_record;
	uint8_t pc;	 /* DWARF number of the program counter */
	uint8_t nr_regs; /* DWARF registers with a perf number */
	/* DWARF numbers that a call preserves, by bit */
	uint64_t preserved;
	/*
	 * DWARF numbers of registers that are -1, not what they were, in a sample of an NMI that hit the
	 * kernel, by bit (Linux 7.3, arch/x86/kernel/perf_regs.c, perf_get_regs_user())
	 */
	uint64_t faked;
	/* bits of an address that is not signed (arm64's pointer authentication) */
	uint64_t addr_mask;
	/* perf's number (enum perf_event_*_regs) of each DWARF register below nr_regs; UINT8_MAX: none */
	uint8_t perf_regs[CFI_MAX_REGS];
};

/* Returns the architecture of ELF files of @machine, or NULL if none of its stacks can be unwound. */
const struct unwind_arch *unwind_arch__find(uint16_t machine);

/* The kernel's names for the width of a task's registers: uapi/linux/perf_event.h */
#define UNWIND_ABI_32 1
#define UNWIND_ABI_64 2

/*
 * Returns the architecture of tasks with @abi on a machine of @arch, as uname has it; NULL: this machine.
 * Returns NULL if their stacks cannot be unwound.
 */
const struct unwind_arch *unwind_arch__of_task(const char *arch, uint64_t abi);

#endif /* PERF_DEFER_UTIL_UNWIND_UNWIND_ARCH_H */
