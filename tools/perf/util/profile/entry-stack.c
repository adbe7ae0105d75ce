// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>
#include <string.h>

#include <perf/defer-abi.h>
#include <perf/defer-evlist.h>

#include "util/base/array.h"
#include "util/profile/entry-stack.h"
#include "util/profile/seam.h"

/*
 * Sets the name of the system call if @name is one of the functions that the kernel makes for each
 * (Linux 7.2, include/linux/syscalls.h and arch/.../include/asm/syscall_wrapper.h).
 */
static void find_call(struct entry_stack *stack, const char *name)
{
	static const char *const prefixes[] = {
		"__x64_sys_",	       "__ia32_sys_",	   "__ia32_compat_sys_", "__arm64_sys_",
		"__arm64_compat_sys_", "__riscv_sys_",	   "__s390x_sys_",	 "__s390_sys_",
		"__se_sys_",	       "__se_compat_sys_", "__do_sys_",		 "__do_compat_sys_",
	};

	for (size_t i = 0; i < ARRAY_SIZE(prefixes); i++) {
		size_t len = strlen(prefixes[i]);

		if (strncmp(name, prefixes[i], len))
			continue;
		stack->call = name + len;
		/* A clone of the function has the compiler's suffix, such as ".isra.0". */
		stack->call_len = strcspn(stack->call, ".");
	}
}

/* Sets the name of the system call that a tracepoint of its beginning or its end is about. Returns false for others. */
static bool find_traced_call(struct entry_stack *stack, const struct defer_evsel *evsel)
{
	static const char *const prefixes[] = {"syscalls:sys_enter_", "syscalls:sys_exit_"};

	for (size_t i = 0; evsel->name && i < ARRAY_SIZE(prefixes); i++) {
		size_t len = strlen(prefixes[i]);

		if (strncmp(evsel->name, prefixes[i], len))
			continue;
		stack->call = evsel->name + len;
		stack->call_len = strlen(stack->call);
	}
	return stack->call;
}

/*
 * Sets the name of the system call that the function @name goes on with where a signal or a stop had
 * interrupted it: restart_syscall() only jumps there. Both nanosleep and clock_nanosleep go on in the
 * first of these (Linux 7.2, kernel/signal.c and the functions that call set_restart_fn()).
 */
static void find_restarted(struct entry_stack *stack, const char *name)
{
	static const char *const restarts[][2] = {
		{"hrtimer_nanosleep_restart", "nanosleep"},
		{"posix_cpu_nsleep_restart", "clock_nanosleep"},
		{"alarm_timer_nsleep_restart", "clock_nanosleep"},
		{"futex_wait_restart", "futex"},
		{"do_restart_poll", "poll"},
	};

	for (size_t i = 0; i < ARRAY_SIZE(restarts); i++) {
		if (strcmp(name, restarts[i][0]) != 0)
			continue;
		stack->restarted = true;
		stack->call = restarts[i][1];
		stack->call_len = strlen(stack->call);
	}
}

/*
 * Sets the name of the system call if the first function behind the entry code is ksys_<name>(), its
 * body, or what that jumps to: a function that only jumps leaves no frame (Linux 7.2,
 * include/linux/syscalls.h).
 */
static void find_body(struct entry_stack *stack, const char *first)
{
	static const char *const others[][2] = {
		{"mmap_pgoff", "mmap"},
		{"fadvise64_64", "fadvise64"},
	};

	if (first && !strcmp(first, "vm_mmap_pgoff"))
		first = "ksys_mmap_pgoff";
	if (!first || strncmp(first, "ksys_", strlen("ksys_")) != 0)
		return;
	stack->call = first + strlen("ksys_");
	for (size_t i = 0; i < ARRAY_SIZE(others); i++) {
		if (!strcmp(stack->call, others[i][0]))
			stack->call = others[i][1];
	}
	stack->call_len = strcspn(stack->call, ".");
}

const struct func *entry_stack__split(struct entry_stack *stack, uint32_t chain,
				      const struct chain_tree *chains, const struct funcs *funcs)
{
	const struct func *outermost = NULL;
	uint32_t node = chain;

	*stack = (struct entry_stack){
		.chain = chain, .first = ENTRY_NO_FUNC, .first_node = CHAIN_ROOT};
	for (; node != CHAIN_ROOT; node = chains->nodes[node].parent) {
		uint32_t id = chains->nodes[node].func;
		const struct func *func = funcs__at(funcs, id);

		if (!func->is_kernel)
			break;
		outermost = func;
		if (!strcmp(seam__entry_name(func), SEAM_UNKNOWN)) {
			stack->first = id;
			stack->first_node = node;
		}
	}
	stack->user = node;
	return outermost;
}

/* Looks for functions that tell more than the outermost one, in the kernel half, outwards. */
static void look_inside(struct entry_stack *stack, const struct chain_tree *chains,
			const struct funcs *funcs)
{
	for (uint32_t node = stack->chain; node != stack->user; node = chains->nodes[node].parent) {
		const struct func *func = funcs__at(funcs, chains->nodes[node].func);

		if (func->name && !strcmp(func->name, "do_exit"))
			stack->kind = ENTRY_KIND_EXIT;
		if (func->name && !stack->restarted)
			find_call(stack, func->name);
		if (func->name)
			find_restarted(stack, func->name);
	}
}

void entry_stack__init(struct entry_stack *stack, uint32_t chain, const struct chain_tree *chains,
		       const struct funcs *funcs, const struct defer_evsel *evsel, uint8_t cpumode)
{
	const struct func *outermost = entry_stack__split(stack, chain, chains, funcs);
	const char *kind = outermost ? seam__entry_name(outermost) : ENTRY_KIND_UNKNOWN;

	look_inside(stack, chains, funcs);
	/* Tracepoints of one system call sample the registers of user mode (Linux 7.2, kernel/trace/trace_syscalls.c). */
	if (!outermost && find_traced_call(stack, evsel))
		kind = ENTRY_KIND_SYSCALL;
	else if (!outermost && cpumode == DEFER_MISC_USER)
		kind = ENTRY_KIND_USER;
	else if (!strcmp(kind, SEAM_UNKNOWN))
		kind = ENTRY_KIND_UNKNOWN;
	stack->restarted &= !strcmp(kind, ENTRY_KIND_SYSCALL);
	if (strcmp(kind, ENTRY_KIND_SYSCALL) != 0)
		stack->call = NULL;
	else if (!stack->call)
		find_traced_call(stack, evsel);
	if (!strcmp(kind, ENTRY_KIND_SYSCALL) && !stack->call && stack->first != ENTRY_NO_FUNC)
		find_body(stack, funcs__at(funcs, stack->first)->name);
	if (!stack->kind)
		stack->kind = kind;
	else
		stack->call = NULL;
}

int entry_stack__compare(const struct entry_stack *a, const struct entry_stack *b)
{
	int cmp = strcmp(a->kind, b->kind);

	if (cmp || !a->call || !b->call)
		return cmp ? cmp : !a->call - !b->call;
	cmp = strncmp(a->call, b->call, a->call_len < b->call_len ? a->call_len : b->call_len);
	return cmp ?: CMP(a->call_len, b->call_len) ?: a->restarted - b->restarted;
}

int entry_stack__kind_text(const struct entry_stack *stack, char *buf, size_t size)
{
	if (!stack->call)
		return snprintf(buf, size, "%s", stack->kind);
	return snprintf(buf, size, "%s %.*s%s", stack->kind, (int)stack->call_len, stack->call,
			stack->restarted ? ", again" : "");
}

int entry_stack__mode_text(const struct entry_stack *stack, char *buf, size_t size)
{
	if (!strcmp(stack->kind, ENTRY_KIND_USER))
		return snprintf(buf, size, "user mode");
	return entry_stack__kind_text(stack, buf, size);
}
