// SPDX-License-Identifier: GPL-2.0-only
/* The place where a stack crosses from user to kernel, and the entry that led across. */
#include "tests/tests.h"
#include "util/profile/seam.h"

static struct func make(const char *name, char level)
{
	return (struct func){.name = name,
			     .level = level,
			     .is_kernel = level != '.' && level != 'u',
			     .kind = FUNC_SYMBOL};
}

static int test_names(void)
{
	static const struct {
		const char *entry, *name;
	} seams[] = {
		{"entry_SYSCALL_64_after_hwframe", "syscall"},
		{"entry_SYSCALL_compat_after_hwframe", "syscall"},
		{"do_syscall_64", "syscall"},
		{"el0t_64_sync", "syscall"},
		{"asm_exc_page_fault", "page fault"},
		{"asm_exc_divide_error", "exception"},
		{"asm_exc_nmi", "NMI"},
		{"asm_sysvec_apic_timer_interrupt", "interrupt"},
		{"asm_common_interrupt", "interrupt"},
		{"asm_spurious_interrupt", "interrupt"},
		/* Without frames of the entry code, the handler is the first one. */
		{"sysvec_apic_timer_interrupt", "interrupt"},
		{"common_interrupt", "interrupt"},
		{"irqentry_enter", "interrupt"},
		{"exc_page_fault", "page fault"},
		{"exc_nmi", "NMI"},
		{"exc_general_protection", "exception"},
		{"el0t_64_irq", "interrupt"},
		{"el0_interrupt", "interrupt"},
		{"el0_da", "page fault"},
		{"el0_svc", "syscall"},
		{"ret_from_fork_asm", "new task"},
		{"vfs_read", "kernel"},
		{NULL, "kernel"},
	};
	const struct func user = make("write", '.');

	for (size_t i = 0; i < sizeof(seams) / sizeof(*seams); i++) {
		const struct func kernel = make(seams[i].entry, 'k');

		T_STREQ(seam__name(&user, &kernel), seams[i].name);
		T_STREQ(seam__name(&kernel, &user), seams[i].name);
	}
	return TEST_OK;
}

static int test_halves(void)
{
	const struct func user = make("main", '.'), kernel = make("vfs_read", 'k');
	const struct func guest = make("vfs_read", 'g'), guest_user = make("main", 'u');
	const struct func hypervisor = make("hypercall", 'H');
	struct func lost = make("[lost]", '.'), side = make("[kernel]", '.');

	side.kind = FUNC_SEAM;
	lost.kind = FUNC_NO_HALF;
	T_CHECK(!seam__name(&user, &user));
	T_CHECK(!seam__name(&side, &kernel));
	T_CHECK(!seam__name(&kernel, &side));
	T_CHECK(!seam__name(&kernel, &kernel));
	T_CHECK(!seam__name(&kernel, &guest));
	T_CHECK(!seam__name(&user, &lost));
	T_CHECK(seam__name(&lost, &kernel));
	T_CHECK(seam__name(&guest_user, &guest));
	/* Below a guest's kernel there is no second seam. */
	T_CHECK(seam__name(&user, &hypervisor));
	T_CHECK(!seam__name(&kernel, &hypervisor));
	return TEST_OK;
}

/* What interrupted code was not called by it. */
static int test_traps(void)
{
	T_CHECK(seam__is_trap("asm_exc_page_fault"));
	T_CHECK(seam__is_trap("asm_sysvec_apic_timer_interrupt"));
	T_CHECK(seam__is_trap("asm_common_interrupt"));
	T_CHECK(seam__is_trap("asm_spurious_interrupt"));
	T_CHECK(seam__is_trap("el1h_64_irq"));
	T_CHECK(seam__is_trap("el1t_64_sync"));
	T_CHECK(!seam__is_trap("asm_int80_emulation"));
	T_CHECK(!seam__is_trap("entry_SYSCALL_64_after_hwframe"));
	T_CHECK(!seam__is_trap("exc_page_fault"));
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"by the function that the kernel was entered in", test_names},
	{"between halves alone", test_halves},
	{"interrupts and exceptions are no calls", test_traps},
	{0},
};

const struct test_suite suite__seam = {"seam", "Between the halves of a stack", cases};
