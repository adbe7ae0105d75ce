// SPDX-License-Identifier: GPL-2.0-only
/* The place where a stack crosses from user to kernel, and the entry that led across. */
#include "tests/tests.h"
#include "util/profile/seam.h"

static struct func make(const char *name, char level)
{
	return (struct func){.name = name, .level = level, .kind = FUNC_SYMBOL};
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
	T_CHECK(!func__is_kernel(&lost));
	T_CHECK(func__is_kernel(&guest));
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"by the function that the kernel was entered in", test_names},
	{"between halves alone", test_halves},
	{0},
};

const struct test_suite suite__seam = {"seam", "Between the halves of a stack", cases};
