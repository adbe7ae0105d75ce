// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>

#include "util/base/array.h"
#include "util/base/error.h"
#include "util/entry/entry-list.h"
#include "util/fold/part.h"
#include "util/machine/offcpu.h"
#include "util/profile/profile.h"
#include "util/profile/seam.h"
#include "util/profile/zoom.h"

/* ---- what a stack tells ---- */

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

/* Sets the name of the system call that a tracepoint of its beginning or its end is about. */
static void find_traced_call(struct entry_stack *stack, const struct defer_evsel *evsel)
{
	static const char *const prefixes[] = {"syscalls:sys_enter_", "syscalls:sys_exit_"};

	for (size_t i = 0; evsel->name && i < ARRAY_SIZE(prefixes); i++) {
		size_t len = strlen(prefixes[i]);

		if (strncmp(evsel->name, prefixes[i], len))
			continue;
		stack->call = evsel->name + len;
		stack->call_len = strlen(stack->call);
	}
}

/*
 * Sets the name of the system call if the first function behind the entry code is ksys_<name>(), its
 * body: the function that only jumps there leaves no frame (Linux 7.2, include/linux/syscalls.h).
 */
static void find_body(struct entry_stack *stack, const char *first)
{
	static const char *const others[][2] = {
		{"mmap_pgoff", "mmap"},
		{"fadvise64_64", "fadvise64"},
	};

	if (!first || strncmp(first, "ksys_", strlen("ksys_")) != 0)
		return;
	stack->call = first + strlen("ksys_");
	for (size_t i = 0; i < ARRAY_SIZE(others); i++) {
		if (!strcmp(stack->call, others[i][0]))
			stack->call = others[i][1];
	}
	stack->call_len = strcspn(stack->call, ".");
}

/* Walks over the kernel half, outwards. Returns its outermost function, or NULL. */
static const struct func *walk_kernel(struct entry_stack *stack, const struct profile *profile)
{
	const struct func *outermost = NULL;
	uint32_t node = stack->chain;

	for (; node != CHAIN_ROOT; node = profile->chains.nodes[node].parent) {
		uint32_t id = profile->chains.nodes[node].func;
		const struct func *func = funcs__at(&profile->funcs, id);

		if (!func__is_kernel(func))
			break;
		outermost = func;
		if (!strcmp(seam__entry_name(func), SEAM_UNKNOWN))
			stack->first = id;
		if (func->name && !strcmp(func->name, "do_exit"))
			stack->kind = ENTRY_KIND_EXIT;
		if (func->name)
			find_call(stack, func->name);
	}
	stack->user = node;
	return outermost;
}

static void describe_stack(struct entry_stack *stack, const struct profile *profile,
			   const struct stack *folded)
{
	const struct func *outermost = walk_kernel(stack, profile);
	const char *kind = outermost ? seam__entry_name(outermost) : ENTRY_KIND_UNKNOWN;

	if (!outermost && folded->cpumode == DEFER_MISC_USER)
		kind = ENTRY_KIND_USER;
	else if (!strcmp(kind, SEAM_UNKNOWN))
		kind = ENTRY_KIND_UNKNOWN;
	if (strcmp(kind, ENTRY_KIND_SYSCALL) != 0)
		stack->call = NULL;
	else if (!stack->call)
		find_traced_call(stack, profile->events[folded->evsel_idx].evsel);
	if (!strcmp(kind, ENTRY_KIND_SYSCALL) && !stack->call && stack->first != ENTRY_NO_FUNC)
		find_body(stack, funcs__at(&profile->funcs, stack->first)->name);
	if (!stack->kind)
		stack->kind = kind;
	else
		stack->call = NULL;
}

static int describe_stacks(struct entry_list *list, struct defer_error *err)
{
	const struct entry_list_opts *opts = &list->opts;
	uint32_t nr = fold__nr(opts->all), *places = fold__places_in(opts->all, opts->part);

	list->stacks = calloc(nr + 1ULL, sizeof(*list->stacks));
	for (uint32_t i = 0; places && list->stacks && i < nr; i++) {
		struct entry_stack *stack = &list->stacks[i];

		stack->chain = places[i] == FOLD_NOT_IN_PART
				       ? PROFILE_NO_CHAIN
				       : opts->profile->stack_chains[places[i]];
		stack->first = ENTRY_NO_FUNC;
		if (stack->chain != PROFILE_NO_CHAIN)
			describe_stack(stack, opts->profile, fold__stack(opts->all, i));
	}
	free(places);
	return places && list->stacks ? 0 : error__no_memory(err, "for entries into the kernel");
}

/* ---- the entries ---- */

static int gather(struct entry_list *list, struct defer_error *err)
{
	const struct entry_list_opts *opts = &list->opts;
	int ret = entries__init(&list->own, opts->all, 1, err);

	for (size_t i = 0; !ret && i < samples__nr(opts->samples); i++) {
		const struct sample_ref *ref = samples__at(opts->samples, i);

		if (list->stacks[ref->stack].chain == PROFILE_NO_CHAIN ||
		    !zooms__pass_sample(opts->zooms, opts->session, ref))
			continue;
		ret = entries__add(&list->own, 0, ref, fold__stack(opts->all, ref->stack), err);
	}
	return ret ? ret : entries__finish(&list->own, opts->all, false, err);
}

/* Counts the samples of the entries, and those of the profile that have none, by class. */
static void count_classes(struct entry_list *list)
{
	const struct fold *part = list->opts.part;

	for (uint32_t i = 0; i < list->nr; i++) {
		const struct entry *entry = entry_list__at(list, i);

		list->classes[entry->key.cls] += entry->nr - entry->back;
		list->classes[DEFER_MERGED_BACK] += entry->back;
	}
	for (uint32_t i = 0; i < fold__nr(part); i++) {
		if (list->opts.profile->stack_chains[i] != PROFILE_NO_CHAIN)
			list->others[fold__stack(part, i)->cls] += fold__stack(part, i)->nr;
	}
	for (int cls = 0; cls < DEFER_NR_CLASSES; cls++)
		list->others[cls] -= list->classes[cls];
}

static int list_rows(struct entry_list *list, struct defer_error *err)
{
	list->nr = entries__nr(list->entries);
	list->rows = malloc((list->nr + 1ULL) * sizeof(*list->rows));
	if (!list->rows)
		return error__no_memory(err, "for entries into the kernel");
	for (uint32_t i = 0; i < list->nr; i++)
		list->rows[i] = i;
	count_classes(list);
	return 0;
}

int entry_list__new(struct entry_list **listp, const struct entry_list_opts *opts,
		    struct defer_error *err)
{
	struct entry_list *list = calloc(1, sizeof(*list));
	int ret;

	*listp = list;
	if (!list)
		return error__no_memory(err, "for entries into the kernel");
	list->opts = *opts;
	list->entries = opts->samples ? &list->own : opts->entries;
	ret = describe_stacks(list, err);
	if (!ret && opts->samples)
		ret = gather(list, err);
	if (!ret)
		ret = list_rows(list, err);
	if (ret) {
		entry_list__delete(list);
		*listp = NULL;
	}
	return ret;
}

void entry_list__delete(struct entry_list *list)
{
	if (!list)
		return;
	entries__exit(&list->own);
	free(list->stacks);
	free(list->rows);
	free(list);
}

/* ---- one entry ---- */

bool entry_list__return(const struct entry_list *list, const struct entry *entry, uint64_t *time)
{
	const struct session *session = list->opts.session;

	if (entry->key.record == SAMPLE_NO_RECORD || session->no_time)
		return false;
	*time = defer_stitch__record(session->stitch, entry->key.record)->time;
	return true;
}

bool entry_list__remaining(const struct entry_list *list, const struct entry *entry, uint64_t *ns)
{
	uint64_t time;

	if (!entry_list__return(list, entry, &time))
		return false;
	*ns = time > entry->begin ? time - entry->begin : 0;
	return true;
}

const struct func *entry_list__func(const struct entry_list *list, uint32_t node)
{
	const struct profile *profile = list->opts.profile;

	return node == CHAIN_ROOT ? NULL
				  : funcs__at(&profile->funcs, profile->chains.nodes[node].func);
}

const char *entry_list__comm(const struct entry_list *list, const struct entry *entry)
{
	return list->opts.profile->comms[fold__stack(list->opts.all, entry->stack)->comm_id];
}

const char *entry_list__state(const struct entry_list *list, const struct entry *entry)
{
	/* A trace with --off-cpu has samples only where tasks blocked, not where they had to wait. */
	if (!entry->off_cpu)
		return "on CPU";
	return list->opts.session->offcpu ? "blocked" : "off CPU";
}
