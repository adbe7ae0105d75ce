// SPDX-License-Identifier: GPL-2.0-only
#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include <perf/defer-evlist.h>
#include <perf/defer-sample.h>

#include "util/base/array.h"
#include "util/base/error.h"
#include "util/dso/sigreturn.h"
#include "util/header/env.h"
#include "util/session/repairs.h"

#define ENTRY_START "__entry_text_start"
#define ENTRY_END   "__entry_text_end"

bool repairs__is_recorded(const struct defer_evsel *evsel)
{
	const uint64_t dump = DEFER_SAMPLE_REGS_USER | DEFER_SAMPLE_STACK_USER;

	return evsel->layout.user_half == DEFER_USER_CHAIN &&
	       (evsel->attr.sample_type & dump) == dump;
}

/* ---- functions of the kernel --------------------------------------------------------- */

static bool begins_with(const char *name, const char *const *list, size_t nr)
{
	for (size_t i = 0; i < nr; i++)
		if (!strncmp(name, list[i], strlen(list[i])))
			return true;
	return false;
}

/*
 * Returns true for functions that replace the registers of the task, or the program that they are of
 * (Linux 7.2: fs/exec.c, arch/x86/kernel/signal.c, kernel/events/uprobes.c).
 */
static bool is_replacing(const char *name)
{
	static const char *const begins[] = {
		"do_execve",	 "bprm_execve",	   "begin_new_exec",	 "arch_do_signal",
		"handle_signal", "setup_rt_frame", "x64_setup_rt_frame", "handle_swbp",
	};

	return sigreturn__is_name(name) || strstr(name, "uprobe") || strstr(name, "uretprobe") ||
	       strstr(name, "sys_execve") || begins_with(name, begins, ARRAY_SIZE(begins));
}

/*
 * Returns true for code in which the registers of this entry are not yet where the kernel looks for
 * them (Linux 7.2: arch/x86/entry, arch/x86/kernel/traps.c).
 */
static bool is_entry(const char *name)
{
	static const char *const begins[] = {
		"asm_", "error_entry", "sync_regs", "fixup_bad_iret", "vc_switch_off_ist",
	};

	return begins_with(name, begins, ARRAY_SIZE(begins));
}

static bool is_wanted(const char *name)
{
	return is_replacing(name) || is_entry(name) || !strcmp(name, ENTRY_START) ||
	       !strcmp(name, ENTRY_END);
}

struct kernel_code {
	struct repairs *repairs;
	uint64_t start, end; /* of the entry code */
};

static void add_func(void *ctx, const struct kernel_func *func)
{
	struct kernel_code *code = ctx;

	if (!strcmp(func->name, ENTRY_START))
		code->start = func->start;
	else if (!strcmp(func->name, ENTRY_END))
		code->end = func->start;
	else if (is_entry(func->name))
		func_set__add(&code->repairs->entry, func->start, func->size);
	else
		func_set__add(&code->repairs->replaced, func->start, func->size);
}

static int repairs__find_funcs(struct repairs *repairs, const struct session *session,
			       struct defer_error *err)
{
	struct symbol_conf conf = *session->symbols;
	struct kernel_code code = {.repairs = repairs};
	struct kernel_syms ks;
	int ret;

	/* A server that is asked now would be asked before there is anything to show. */
	conf.debuginfod = NULL;
	ret = machine__init_kernel_syms(session->machine, &conf, session->env->os_release, &ks,
					err);
	if (ret)
		return ret;
	kernel_funcs__find(&ks, is_wanted, add_func, &code);
	repairs->knows_kernel = repairs->replaced.nr && code.start < code.end;
	if (repairs->knows_kernel)
		func_set__add(&repairs->entry, code.start, code.end - code.start);
	kernel_syms__exit(&ks);
	ret = func_set__seal(&repairs->replaced, err);
	return ret ? ret : func_set__seal(&repairs->entry, err);
}

/* ---- the whole trace ----------------------------------------------------------------- */

bool repairs__any(const struct defer_evlist *evlist)
{
	for (uint32_t i = 0; i < defer_evlist__nr(evlist); i++)
		if (repairs__is_recorded(defer_evlist__evsel(evlist, i)))
			return true;
	return false;
}

int repairs__new(struct repairs **repairsp, const struct session *session, struct defer_error *err)
{
	const struct unwind_arch *arch;
	struct repairs *repairs;
	int ret;

	*repairsp = NULL;
	if (!session->symbols || session->symbols->no_repair || !repairs__any(session->evlist))
		return 0;
	repairs = calloc(1, sizeof(*repairs));
	if (!repairs)
		return error__no_memory(err, "to repair stacks");
	repairs->max_bytes = session->symbols->repair_bytes;
	arch = unwind_arch__of_task(session->env->arch, UNWIND_ABI_64);
	repairs->is_x86 = arch && arch->machine == EM_X86_64;
	ret = repairs__find_funcs(repairs, session, err);
	if (ret) {
		repairs__delete(repairs);
		return ret;
	}
	*repairsp = repairs;
	return 0;
}

void repairs__delete(struct repairs *repairs)
{
	if (!repairs)
		return;
	func_set__exit(&repairs->replaced);
	func_set__exit(&repairs->entry);
	free(repairs);
}

/* ---- one sample ---------------------------------------------------------------------- */

/* Returns true if samples of @evsel may be taken in an NMI: those that no timer and no tracepoint takes. */
static bool evsel__may_be_nmi(const struct defer_evsel *evsel)
{
	return evsel->attr.type != DEFER_TYPE_SOFTWARE && evsel->attr.type != DEFER_TYPE_TRACEPOINT;
}

/* Returns true if samples of @evsel may be taken where a uprobe is: also tracepoints are made so. */
static bool evsel__may_be_uprobe(const struct defer_evsel *evsel)
{
	return evsel->attr.type == DEFER_TYPE_TRACEPOINT ||
	       evsel->attr.type >= DEFER_TYPE_BREAKPOINT;
}

static bool half__is_in(const struct half *kernel, const struct func_set *set)
{
	for (uint32_t i = 0; i < kernel->nr; i++)
		if (func_set__has(set, kernel->ips[i]))
			return true;
	return false;
}

static enum repair_outcome guard_kernel(const struct repairs *repairs,
					const struct stitched *sample)
{
	const struct defer_attr *attr = &sample->evsel->attr;

	if (!repairs->knows_kernel || !sample->kernel.nr ||
	    attr->flags & DEFER_ATTR_EXCLUDE_CALLCHAIN_KERNEL)
		return REPAIR_NO_KERNEL;
	if (half__is_in(&sample->kernel, &repairs->replaced))
		return REPAIR_REPLACED;
	if (evsel__may_be_nmi(sample->evsel) &&
	    func_set__has(&repairs->entry, sample->kernel.ips[0]))
		return REPAIR_ENTRY;
	return REPAIR_NONE;
}

enum repair_outcome repairs__guard(const struct repairs *repairs, const struct stitched *sample,
				   struct repair_input *in)
{
	const uint16_t cpumode = sample->sample->cpumode;
	const bool is_user = cpumode == DEFER_MISC_USER;

	in->is_later = is_user && sample->record && evsel__may_be_nmi(sample->evsel);
	in->may_be_uprobe = is_user && !sample->record && evsel__may_be_uprobe(sample->evsel);
	if (!repairs->is_x86 || (!is_user && cpumode != DEFER_MISC_KERNEL))
		return REPAIR_NO_REGS;
	if (sample->evsel->attr.flags >> DEFER_ATTR_PRECISE_IP_SHIFT & 3)
		return REPAIR_PRECISE;
	return is_user ? REPAIR_NONE : guard_kernel(repairs, sample);
}

/* The code of one address space, for one thread. */
struct code_of {
	struct unwind_thread *thread;
	uint32_t maps_id;
};

static int find_place(void *ctx, uint64_t addr, struct unwind_place *place, struct defer_error *err)
{
	const struct code_of *of = ctx;

	return unwind_thread__look_up(of->thread, addr, of->maps_id, place, err);
}

static void take_dump(const struct repairs *repairs, const struct defer_sample *sample,
		      struct unwind_stack *stack)
{
	*stack = (struct unwind_stack){
		.data = sample->user_stack.bytes.data,
		.size = sample->user_stack.dyn_size,
		.swap = sample->swap,
	};
	if (stack->size > sample->user_stack.bytes.size)
		stack->size = sample->user_stack.bytes.size;
	if (repairs->max_bytes && stack->size > repairs->max_bytes)
		stack->size = repairs->max_bytes;
}

int repairs__apply(const struct repairs *repairs, struct unwind_thread *thread,
		   struct repair_buf *buf, struct stitched *sample, struct repair *repair,
		   struct defer_error *err)
{
	const struct unwind_arch *arch = unwind_arch__find(EM_X86_64);
	struct code_of of = {thread, sample->user_maps_id};
	struct unwind_stack stack;
	struct repair_input in = {
		.record = sample->user.ips,
		.nr = sample->user.nr,
		.place = find_place,
		.ctx = &of,
	};

	*repair = (struct repair){.outcome = repairs__guard(repairs, sample, &in)};
	if (repair->outcome != REPAIR_NONE)
		return 0;
	take_dump(repairs, sample->sample, &stack);
	if (!unwind_frame__init(&in.frame, arch, &stack, sample->sample)) {
		repair->outcome = REPAIR_NO_REGS;
		return 0;
	}
	stack.start = in.frame.regs[arch->sp];
	return repair__join(&in, buf, &sample->user, repair, err);
}
