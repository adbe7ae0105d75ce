// SPDX-License-Identifier: GPL-2.0-only
#include <string.h>

#include "util/base/array.h"
#include "util/profile/seam.h"

const char *seam__entry_name(const struct func *entry)
{
	/* The first matching prefix counts. */
	static const struct {
		const char *prefix, *name;
	} entries[] = {
		{"entry_SYSCALL", "syscall"},
		{"entry_SYSENTER", "syscall"},
		{"entry_INT80", "syscall"},
		{"asm_int80", "syscall"},
		{"int80_emulation", "syscall"},
		{"do_syscall", "syscall"},
		{"do_int80", "syscall"},
		{"x64_sys_call", "syscall"},
		{"__x64_sys_", "syscall"},
		{"__arm64_sys_", "syscall"},
		{"el0_svc", "syscall"},
		{"el0t_64_sync", "syscall"},
		{"system_call", "syscall"},
		{"asm_exc_page_fault", "page fault"},
		{"exc_page_fault", "page fault"},
		{"do_user_addr_fault", "page fault"},
		{"el0_da", "page fault"},
		{"el0_ia", "page fault"},
		{"asm_exc_nmi", "NMI"},
		{"exc_nmi", "NMI"},
		{"nmi_", "NMI"},
		{"asm_exc_", "exception"},
		{"exc_", "exception"},
		{"asm_sysvec_", "interrupt"},
		{"sysvec_", "interrupt"},
		{"asm_common_interrupt", "interrupt"},
		{"common_interrupt", "interrupt"},
		{"asm_spurious_interrupt", "interrupt"},
		{"el0t_64_irq", "interrupt"},
		{"el0_interrupt", "interrupt"},
		{"irqentry_", "interrupt"},
		{"ret_from_fork", "new task"},
	};

	for (size_t i = 0; entry->name && i < ARRAY_SIZE(entries); i++) {
		if (!strncmp(entry->name, entries[i].prefix, strlen(entries[i].prefix)))
			return entries[i].name;
	}
	return SEAM_UNKNOWN;
}

bool seam__is_trap(const char *name)
{
	/* x86 and arm64; int80 is a system call. */
	static const char *const prefixes[] = {
		"asm_exc_", "asm_sysvec_", "asm_common_interrupt", "asm_spurious_interrupt",
		"el1h_64_", "el1t_64_"};

	for (size_t i = 0; i < ARRAY_SIZE(prefixes); i++) {
		if (!strncmp(name, prefixes[i], strlen(prefixes[i])))
			return true;
	}
	return false;
}

const char *seam__name(const struct func *a, const struct func *b)
{
	bool in_kernel = a->is_kernel;

	if (a->kind == FUNC_SEAM || b->kind == FUNC_SEAM)
		return NULL;
	if (in_kernel == b->is_kernel)
		return NULL;
	return seam__entry_name(in_kernel ? a : b);
}
