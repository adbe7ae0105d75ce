// SPDX-License-Identifier: GPL-2.0-only
/* What a stack tells of the entry into the kernel: its kind, and the name of a system call. */
#include <perf/defer-evlist.h>

#include "tests/stacks.h"
#include "tests/tests.h"
#include "util/profile/entry-stack.h"

#define SYSCALL "main;k:entry_SYSCALL_64_after_hwframe;k:do_syscall_64;"

static const struct {
	const char *stack, *event, *kind;
} cases_of_stacks[] = {
	{SYSCALL "k:__x64_sys_read;k:vfs_read", NULL, "syscall read"},
	{SYSCALL "k:__do_sys_clone.isra.0;k:copy_process", NULL, "syscall clone"},
	{SYSCALL "k:vfs_read", NULL, "syscall"},
	{SYSCALL "k:ksys_write;k:vfs_write", NULL, "syscall write"},
	{SYSCALL "k:ksys_mmap_pgoff", NULL, "syscall mmap"},
	{SYSCALL "k:vfs_read;k:ksys_write", NULL, "syscall"},
	{SYSCALL "k:syscall_trace_enter", "syscalls:sys_enter_futex", "syscall futex"},
	{SYSCALL "k:__x64_sys_read", "syscalls:sys_enter_futex", "syscall read"},
	{SYSCALL "k:__x64_sys_exit_group;k:do_exit", NULL, "exit"},
	/* Only system calls have a name, whatever functions a handler calls. */
	{"main;k:asm_exc_page_fault;k:exc_page_fault;k:handle_mm_fault", NULL, "page fault"},
	{"main;k:asm_exc_page_fault;k:ksys_read", NULL, "page fault"},
	{"main;k:asm_sysvec_apic_timer_interrupt;k:__do_sys_read", NULL, "interrupt"},
	{"main;k:asm_common_interrupt;k:irq_work", "syscalls:sys_exit_read", "interrupt"},
	{"main;k:asm_exc_nmi;k:__x64_sys_read", NULL, "NMI"},
	{"main;k:vfs_read", NULL, "unknown"},
	{"k:ret_from_fork_asm;k:schedule_tail", NULL, "new task"},
	{"main;level1", NULL, "user"},
	/* No kernel half: the registers that these sample are those of user mode. */
	{"main;level1", "syscalls:sys_enter_read", "syscall read"},
	{"main;level1", "raw_syscalls:sys_enter", "user"},
};

static int check_stack(struct stacks *stacks, uint32_t i)
{
	const struct hist_stack *hist;
	const struct defer_evsel evsel = {.name = (char *)cases_of_stacks[i].event};
	struct entry_stack stack;
	char text[64];

	T_EQ(stacks__add(stacks, "a", cases_of_stacks[i].stack, 1, 1), 0);
	hist = &stacks->hist.stacks[i];
	entry_stack__init(&stack, hist->chain, &stacks->chains, &stacks->funcs, &evsel,
			  hist->cpumode);
	entry_stack__kind_text(&stack, text, sizeof(text));
	if (strcmp(text, cases_of_stacks[i].kind))
		T_FAIL("%s is \"%s\", not \"%s\"", cases_of_stacks[i].stack, text,
		       cases_of_stacks[i].kind);
	return TEST_OK;
}

static int test_kinds(void)
{
	const struct stacks_opts opts = {.sort = "sym"};
	struct stacks stacks;

	T_EQ(stacks__init(&stacks, &opts), 0);
	for (uint32_t i = 0; i < sizeof(cases_of_stacks) / sizeof(*cases_of_stacks); i++)
		T_RUN(check_stack(&stacks, i));
	stacks__exit(&stacks);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"kinds of entries and names of calls", test_kinds},
	{0},
};

const struct test_suite suite__entry_stack = {"entry-stack", "What a stack tells of its entry",
					      cases};
