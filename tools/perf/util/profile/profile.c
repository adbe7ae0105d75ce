// SPDX-License-Identifier: GPL-2.0-only
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include <perf/defer-evlist.h>

#include "util/base/array.h"
#include "util/base/budget.h"
#include "util/base/error.h"
#include "util/base/hash.h"
#include "util/base/node-limit.h"
#include "util/base/tally.h"
#include "util/dso/dso.h"
#include "util/fold/fold.h"
#include "util/fold/part.h"
#include "util/header/tracing-data.h"
#include "util/machine/branch.h"
#include "util/profile/half-frames.h"
#include "util/profile/hit-filter.h"
#include "util/profile/parent.h"
#include "util/profile/profile-build.h"
#include "util/profile/row-traits.h"
#include "util/profile/seam-rows.h"
#include "util/profile/show-opts.h"
#include "util/profile/trace-column.h"
#include "util/resolve/resolve.h"
#include "util/session/repairs.h"

/*
 * Memory, bytes, as measured: of a function with its rows and their call graphs, and of a call
 * chain.
 */
#define ROW_COST   240
#define CHAIN_COST 64

#define NOT_SHOWN UINT32_MAX /* in place of a set of traits: the stack has no parent, with -x */

/* ---- ask for names ---- */

/* Asks for the name of where the branch came from that led to @hit. */
static int64_t want_from(struct profile_build *build, const struct stack *stack, int64_t hit,
			 struct defer_error *err)
{
	const uint64_t addr = stack__trait(stack, TRAIT_BRANCH_FROM);
	const bool kernel = branch__is_kernel(addr);

	if (!build->profile->opts.order->branches)
		return hit;
	return resolve__want(build->resolve, kernel ? stack->kernel_maps_id : stack->user_maps_id,
			     addr, kernel, err);
}

static int want_stack(struct profile_build *build, const struct stack *stack, struct wanted *wanted,
		      struct defer_error *err)
{
	int64_t kernel = half_table__want(&build->halves, build->resolve, stack->kernel,
					  stack->kernel_maps_id, true, err);
	int64_t user = kernel < 0 ? kernel
				  : half_table__want(&build->halves, build->resolve, stack->user,
						     stack->user_maps_id, false, err);
	int64_t hit = user < 0 ? user
			       : resolve__want(build->resolve, stack__ip_maps(stack), stack->ip,
					       cpumode__is_kernel(stack->cpumode), err);

	int64_t from = hit < 0 ? hit : want_from(build, stack, hit, err);

	if (from < 0)
		return from;
	*wanted = (struct wanted){.kernel = kernel, .user = user, .hit = hit, .from = from};
	return 0;
}

static int want_all(struct profile_build *build, struct defer_error *err)
{
	uint32_t nr = fold__nr(build->fold);

	build->wanted = malloc((nr + 1ULL) * sizeof(*build->wanted));
	if (!build->wanted)
		return error__no_memory(err, "for the profile");
	for (uint32_t i = 0; i < nr; i++) {
		int ret = want_stack(build, fold__stack(build->fold, i), &build->wanted[i], err);

		if (ret)
			return ret;
	}
	return resolve__run(build->resolve, err);
}

/* ---- chains ---- */

/*
 * Extends chain @node by a call of @func. Of a function that calls itself, two frames are enough to show
 * that it does: the second one stands for all that follow, so that call graphs go on below it. Graphs that
 * fold recursion themselves count all.
 */
static int64_t call_func(struct profile *profile, uint32_t node, uint32_t func,
			 struct defer_error *err)
{
	const struct chain_node *at = &profile->chains.nodes[node];
	const struct show_opts *show = profile->opts.show;

	if (show->short_names && !show->fold_recursion && at->depth > 1 && at->func == func &&
	    profile->chains.nodes[at->parent].func == func)
		return node;
	return chain_tree__call(&profile->chains, node, func, err);
}

/* Extends chain @node by a frame and the functions inlined there. */
static int64_t call_frame(struct profile_build *build, int64_t node, uint32_t frame_id,
			  struct defer_error *err)
{
	struct profile *profile = build->profile;
	const struct frame *frame = resolve__frame(build->resolve, frame_id);
	struct func_span span;
	int ret;

	if (profile->opts.show->hide_unresolved && !frame->sym)
		return node;
	ret = funcs__of_frame(&profile->funcs, frame_id, frame, &span, err);
	if (ret)
		return ret;
	for (uint32_t i = span.nr; node >= 0 && i-- > 0;)
		node = call_func(profile, node, profile->funcs.pool[span.first + i], err);
	return node;
}

/* Does the same as call_frame(): most frames are those of another chain, whose outer part is alike. */
static int64_t call_again(struct profile_build *build, int64_t node, uint32_t frame_id,
			  struct defer_error *err)
{
	uint32_t slot = ((uint32_t)node * 0x9e3779b1 ^ frame_id) & (RECENT_CALLS - 1);
	struct recent_call *call = &build->calls[slot];
	int64_t to;

	if (call->to != CHAIN_ROOT && call->node == node && call->frame_id == frame_id)
		return call->to;
	to = call_frame(build, node, frame_id, err);
	if (to >= 0)
		*call = (struct recent_call){.node = node, .frame_id = frame_id, .to = to};
	return to;
}

/* Extends chain @node by the innermost @nr frames of half @id, which may be NO_HALF if @nr is 0. */
static int64_t call_half(struct profile_build *build, int64_t node, uint32_t id, uint32_t nr,
			 struct defer_error *err)
{
	const struct half_table *table = &build->halves;

	while (node >= 0 && nr > 0)
		node = call_again(build, node, table->pool[table->halves[id].first + --nr], err);
	return node;
}

/* Returns the chain of a whole user half. It starts at the root, so equal halves share it. */
static int64_t user_chain(struct profile_build *build, uint32_t id, struct defer_error *err)
{
	struct half_frames *half = &build->halves.halves[id];
	int64_t node;

	if (half->chain != NO_CHAIN)
		return half->chain;
	node = call_half(build, CHAIN_ROOT, id, half->nr, err);
	if (node >= 0)
		half->chain = node;
	return node;
}

/* Returns a chain of one stand-in frame, the outermost one. */
static int64_t stand_in(struct profile_build *build, const char *name, struct defer_error *err)
{
	int64_t func = funcs__stand_in(&build->profile->funcs, name, err);

	return func < 0 ? func : chain_tree__call(&build->profile->chains, CHAIN_ROOT, func, err);
}

/* The number of innermost frames to show of each half. */
struct depth {
	uint32_t kernel, user;
	bool is_cut;
};

static struct depth stack_depth(const struct profile_build *build, const struct wanted *wanted)
{
	const int max_stack = build->profile->opts.show->max_stack;
	const struct half_frames *halves = build->halves.halves;
	uint32_t max = max_stack ? (uint32_t)max_stack : UINT32_MAX;
	uint32_t kernel = wanted->kernel == NO_HALF ? 0 : halves[wanted->kernel].nr;
	uint32_t user = wanted->user == NO_HALF ? 0 : halves[wanted->user].nr;
	struct depth depth = {.kernel = kernel < max ? kernel : max};

	depth.user = user < max - depth.kernel ? user : max - depth.kernel;
	depth.is_cut = depth.kernel < kernel || depth.user < user;
	return depth;
}

/* Returns the node that calls the user half: the root or a stand-in. */
static int64_t outermost(struct profile_build *build, enum defer_class cls,
			 const struct depth *depth, struct defer_error *err)
{
	const char *no_half = func__no_half_name(cls);

	if (depth->is_cut)
		return build->profile->opts.show->say_cut ? stand_in(build, FUNC_CUT_NAME, err)
							  : CHAIN_ROOT;
	return no_half ? stand_in(build, no_half, err) : CHAIN_ROOT;
}

static int64_t stack_chain(struct profile_build *build, const struct stack *stack,
			   const struct wanted *wanted, struct defer_error *err)
{
	struct depth depth = stack_depth(build, wanted);
	int64_t node = outermost(build, stack->cls, &depth, err);

	if (node == CHAIN_ROOT && depth.user && !depth.is_cut)
		node = user_chain(build, wanted->user, err);
	else
		node = call_half(build, node, wanted->user, depth.user, err);
	return call_half(build, node, wanted->kernel, depth.kernel, err);
}

/* ---- traits ---- */

static bool needs_parents(const struct profile *profile)
{
	return profile->opts.parent && (profile->opts.show->exclude_other ||
					column_list__has(&profile->opts.order->keys, "parent"));
}

/* The names of kernel functions at the time of a stack, for the texts of tracepoints. */
struct kernel_names {
	struct resolve *resolve;
	uint32_t maps_id;
};

static const char *kernel_name(void *ctx, uint64_t addr, uint64_t *start)
{
	const struct kernel_names *names = ctx;

	return resolve__kernel_symbol(names->resolve, names->maps_id, addr, start);
}

static int64_t add_traits(struct profile_build *build, uint32_t idx, struct parents *parents,
			  struct defer_error *err)
{
	const struct stack *stack = fold__stack(build->fold, idx);
	const struct profile_event *event = &build->events[stack->evsel_idx];
	struct row_trait_names names = {
		.comm = machine__comm(build->machine, stack->comm_id),
		.tracepoint = event->evsel->attr.config,
		.is_tracepoint = event->evsel->attr.type == DEFER_TYPE_TRACEPOINT,
	};

	if (parents->pattern)
		names.parent =
			parents__find(parents, build->wanted[idx].kernel, build->wanted[idx].user);
	if (build->profile->opts.show->exclude_other && !names.parent)
		return NOT_SHOWN;
	return row_traits__add(build->profile->traits, stack, &names, err);
}

static int trait_stacks(struct profile_build *build, struct parents *parents,
			struct defer_error *err)
{
	uint32_t nr = fold__nr(build->fold);
	struct kernel_names kernel = {.resolve = build->resolve};
	struct tracing_data *tracing = build->profile->traits->tracing;
	int64_t set = 0;

	build->traits = malloc((nr + 1ULL) * sizeof(*build->traits));
	if (!build->traits)
		return error__no_memory(err, "for the profile");
	if (tracing)
		set = tracing_data__set_resolver(tracing, kernel_name, &kernel, err);
	for (uint32_t i = 0; set >= 0 && i < nr; i++) {
		kernel.maps_id = fold__stack(build->fold, i)->kernel_maps_id;
		set = add_traits(build, i, parents, err);
		build->traits[i] = set;
	}
	return set < 0 ? set : 0;
}

/* Makes what the columns of COLUMN_TRAIT show of each stack. Does nothing if there are none. */
static int trait_all(struct profile_build *build, struct defer_error *err)
{
	struct profile *profile = build->profile;
	struct parents parents = {0};
	int ret = 0;

	if (!profile->traits->columns.nr && !profile->opts.show->exclude_other)
		return 0;
	if (needs_parents(profile))
		ret = parents__init(&parents, profile->opts.parent, &build->halves, build->resolve,
				    profile->opts.show->graph.order == ORDER_CALLER, err);
	if (!ret)
		ret = trait_stacks(build, &parents, err);
	parents__exit(&parents);
	return ret;
}

/* ---- fold again, by names ---- */

/* The key is compared byte for byte, as in fold.c. */
static_assert(HIST_STACK_KEY_SIZE == 15 * sizeof(uint32_t) + 2 * sizeof(uint16_t),
	      "struct hist_stack has a hole, or a field that is not counted here");

/* The size of everything before the counts. */
#define NAMED_KEY_SIZE (offsetof(struct named_stack, stack) + HIST_STACK_KEY_SIZE)

static bool stack_equal(const void *ctx, uint32_t pos, const void *key)
{
	return !memcmp(&((const struct named_stack *)ctx)[pos], key, NAMED_KEY_SIZE);
}

int64_t profile_build__add(struct profile_build *build, const struct named_stack *named,
			   struct defer_error *err)
{
	uint64_t hash = hash__bytes(build->hash_key, named, NAMED_KEY_SIZE);
	uint32_t pos = hash_index__find(&build->index, hash, stack_equal, build->stacks, named);
	struct hist_stack *stack;

	if (pos != HASH_INDEX_NONE) {
		stack = &build->stacks[pos].stack;
		sums__add(&stack->sums, &named->stack.sums);
		waits__add(&stack->waits, &named->stack.waits);
		user_halves__add(&stack->users, &named->stack.users);
		return pos;
	}
	if (!ARRAY_GROW(build->stacks, build->cap, build->nr + 1) ||
	    hash_index__add(&build->index, hash, build->nr))
		return error__no_memory(err, "for the profile");
	build->stacks[build->nr] = *named;
	return build->nr++;
}

/* Sets the last comms of a task and its process, which perf shows beside their ids. */
static void set_tasks(const struct profile_build *build, const struct stack *from,
		      struct identity *who)
{
	uint32_t leader = machine__life_leader(build->machine, from->life);
	struct task_view view;

	/* No record tells of the thread, or one did before any told of its process. */
	if (build->by_pid && leader == LIFE_NONE) {
		machine__find_task(build->machine, from->pid, from->pid, UINT64_MAX, UINT64_MAX,
				   &view);
		leader = view.life;
	}
	if (build->by_tid) {
		who->tid_life = from->life;
		who->tid_comm_id = machine__life_comm(build->machine, from->life, from->tid);
	}
	if (build->by_pid) {
		who->pid_life = leader;
		who->pid_comm_id = machine__life_comm(build->machine, leader, from->pid);
	}
}

static struct identity identity_of(const struct profile_build *build, const struct stack *stack,
				   uint32_t idx)
{
	struct identity who = {
		.comm_id = stack->comm_id,
		.pid = stack->pid,
		.tid = stack->tid,
		.cpu = stack->cpu,
		.traits = build->traits ? build->traits[idx] : 0,
		.parallelism = stack->parallelism,
		.cls = build->by_class ? stack->cls : 0,
		.branch = stack__trait(stack, TRAIT_BRANCH),
	};

	set_tasks(build, stack, &who);
	if (build->profile->opts.by_name)
		identity__forget_lives(&who);
	return who;
}

static struct user_halves user_halves_of(const struct stack *stack)
{
	const bool missing = defer_class__is_missing(stack->cls);
	const bool asked = stack->cls != DEFER_KERNEL && stack->cls != DEFER_NOT_ASKED;

	return (struct user_halves){
		.nr = asked ? stack->sums.nr : 0,
		.nr_missing = missing ? stack->sums.nr : 0,
		.missing = missing ? stack->sums.period : 0,
	};
}

/* Counts what the marks in the user half tell of its repair. */
static void count_repair(struct profile_event *event, const struct stack *stack)
{
	const struct half user = half__of(stack->user);
	bool has_gap = false, has_gained = false;

	if (!repairs__is_recorded(event->evsel))
		return;
	for (uint32_t i = 0; i < user.nr; i++) {
		has_gap |= user.ips[i] == HALF_GAP;
		has_gained |= user.ips[i] == HALF_EVIDENCE(EVIDENCE_CFI);
	}
	event->gained += has_gained ? stack->sums.nr : 0;
	event->gaps += has_gap ? stack->sums.nr : 0;
}

static int name_stack(struct profile_build *build, uint32_t idx, struct defer_error *err)
{
	const struct stack *stack = fold__stack(build->fold, idx);
	const struct wanted *wanted = &build->wanted[idx];
	struct profile_event *event = &build->events[stack->evsel_idx];
	const struct frame *hit = resolve__frame(build->resolve, wanted->hit);
	const struct frame *start = resolve__frame(build->resolve, wanted->from);
	const struct sample_sum sum = sums__samples(&stack->sums);
	struct named_stack named = {.evsel_idx = stack->evsel_idx};
	const bool branches = build->profile->opts.order->branches;
	int64_t func, from, chain, pos;
	struct seam_row row;
	int ret;

	build->lists.chains[idx] = PROFILE_NO_CHAIN;
	if (build->profile->opts.show->hide_unresolved && (!hit->sym || !start->sym))
		return 0;
	event->classes[stack->cls] += stack->sums.nr;
	count_repair(event, stack);
	if (!hit_filter__has(build->profile->opts.hits, hit->sym ? hit->sym->name : NULL,
			     hit->dso) ||
	    (build->traits && build->traits[idx] == NOT_SHOWN)) {
		profile__add_filtered(build->profile, stack->evsel_idx, &stack->sums);
		return 0;
	}
	sample_sum__add(&event->all, &sum);
	sample_sum__add(&event->shown, &sum);
	event->shown_classes[stack->cls] += stack->sums.nr;

	chain = stack_chain(build, stack, wanted, err);
	if (chain < 0)
		return chain;
	build->lists.chains[idx] = chain;
	func = branches ? funcs__of_end(&build->profile->funcs, hit, err)
			: funcs__of_hit(&build->profile->funcs, hit, stack->cpumode, err);
	from = branches && func >= 0 ? funcs__of_end(&build->profile->funcs, start, err) : 0;
	if (func < 0 || from < 0)
		return func < 0 ? func : from;
	build->lists.hits[idx] = func;
	row = (struct seam_row){.hit = func, .chain = chain};
	ret = seam_row__apply(&row, build->profile->opts.show->seam, &build->profile->chains,
			      &build->profile->funcs, event->evsel, stack->cpumode, err);
	if (ret)
		return ret;
	named.stack = (struct hist_stack){
		.who = identity_of(build, stack, idx),
		.cpumode = stack->cpumode,
		.hit = row.hit,
		.chain = row.chain,
		.delay = stack->delay,
		.sums = stack->sums,
		.waits = stack->waits,
		.users = user_halves_of(stack),
	};
	named.stack.who.from = from;
	pos = profile_build__add(build, &named, err);
	build->lists.places[idx] = pos;
	return pos < 0 ? pos : 0;
}

uint64_t profile__names_cost(const struct profile *profile)
{
	return (uint64_t)profile->funcs.nr * ROW_COST + profile->chains.nr * CHAIN_COST;
}

/* Takes from the budget what new rows and chains cost. */
static int take_grown(struct profile_build *build, struct defer_error *err)
{
	uint64_t cost = profile__names_cost(build->profile);
	uint64_t more = cost - build->cost;

	build->cost = cost;
	return more ? budget__take(build->profile->opts.budget, more, err) : 0;
}

/* Adds the named stacks to the hists, and sets profile->stack_places to where they are there. */
static int add_all(struct profile_build *build, struct defer_error *err)
{
	uint32_t *places = malloc((build->nr + 1) * sizeof(*places));
	const struct profile *profile = build->profile;
	int ret = places ? 0 : error__no_memory(err, "for the profile");

	for (size_t i = 0; !ret && i < build->nr; i++) {
		places[i] = profile->events[build->stacks[i].evsel_idx].hist.nr_stacks;
		ret = hist__add(&profile->events[build->stacks[i].evsel_idx].hist,
				&build->stacks[i].stack, err);
	}
	for (uint32_t i = 0; !ret && i < fold__nr(build->fold); i++) {
		if (profile->stack_chains[i] != PROFILE_NO_CHAIN)
			profile->stack_places[i] = places[profile->stack_places[i]];
	}
	free(places);
	return ret;
}

static int name_all(struct profile_build *build, struct defer_error *err)
{
	const size_t size = (fold__nr(build->fold) + 1ULL) * sizeof(uint32_t);
	int ret = 0;

	build->lists = (struct stack_lists){malloc(size), malloc(size), malloc(size)};
	if (!build->lists.chains || !build->lists.hits || !build->lists.places)
		return error__no_memory(err, "for the profile");
	for (uint32_t i = 0; !ret && i < fold__nr(build->fold); i++) {
		ret = name_stack(build, i, err);
		if (!ret)
			ret = take_grown(build, err);
	}
	return ret;
}

int profile_build__name(struct profile_build *build, struct defer_error *err)
{
	const struct column_list *keys = &build->profile->opts.order->keys;
	int ret;

	half_table__init(&build->halves);
	build->by_class = column_list__has(keys, "class");
	build->by_tid = column_list__has(keys, "pid");
	build->by_pid = column_list__has(keys, "tgid");
	ret = want_all(build, err);
	if (!ret)
		ret = trait_all(build, err);
	if (!ret)
		ret = name_all(build, err);
	half_table__exit(&build->halves);
	return ret;
}

void profile_build__exit(struct profile_build *build)
{
	hash_index__exit(&build->index);
	free(build->wanted);
	free(build->traits);
	free(build->stacks);
	free(build->lists.chains);
	free(build->lists.hits);
	free(build->lists.places);
}

static int build_profile(struct profile_build *build, struct defer_error *err)
{
	struct profile *profile = build->profile;
	int ret;

	build->hash_key = hash__key();
	build->events = profile->events;
	ret = profile_build__name(build, err);
	profile->stack_chains = build->lists.chains;
	profile->stack_hits = build->lists.hits;
	profile->stack_places = build->lists.places;
	build->lists = (struct stack_lists){0};
	if (!ret)
		ret = add_all(build, err);
	profile_build__exit(build);
	return ret;
}

/* ---- the profile ---- */

int profile__set_comms(struct profile *profile, const struct machine *machine,
		       struct defer_error *err)
{
	uint32_t nr = machine__nr_comms(machine);

	free(profile->comms);
	profile->comms = malloc((nr + 1ULL) * sizeof(*profile->comms));
	if (!profile->comms)
		return error__no_memory(err, "for the profile");
	for (uint32_t i = 0; i < nr; i++)
		profile->comms[i] = machine__comm(machine, i);
	profile->nr_comms = nr;
	profile__use_comms(profile);
	return 0;
}

void profile__use_comms(struct profile *profile)
{
	for (uint32_t i = 0; i < profile->nr_events; i++) {
		struct hist *hist = &profile->events[i].hist;

		hist->conf.comms = profile->comms;
		if (hist->base)
			hist->base->conf.comms = profile->comms;
	}
}

static int init_events(struct profile *profile, const struct session *session)
{
	const struct defer_evlist *evlist = session->evlist;
	const struct profile_opts *opts = &profile->opts;
	struct hist_conf conf = {
		.order = opts->order,
		.show = opts->show,
		.funcs = &profile->funcs,
		.chains = &profile->chains,
		.cgroups = machine__cgroups(session->machine),
		.traits = profile->traits,
		.env = session->env,
		.hits = opts->hits,
		.sides = profile->sides,
		.compares = opts->compares,
		.max_nodes = node_limit__of(session__size(session)),
	};

	profile->events = calloc(defer_evlist__nr(evlist) + 1ULL, sizeof(*profile->events));
	if (!profile->events)
		return DEFER_ERR_NOMEM;
	profile->nr_events = defer_evlist__nr(evlist);
	for (uint32_t i = 0; i < profile->nr_events; i++) {
		profile->events[i].evsel = defer_evlist__evsel(evlist, i);
		conf.order = opts->order;
		if (sort_order__of_event(&profile->events[i].order, opts->order, i))
			conf.order = &profile->events[i].order;
		hist__init(&profile->events[i].hist, &conf);
	}
	return 0;
}

static int init_profile(struct profile *profile, const struct session *session,
			struct defer_error *err)
{
	const struct column_list *keys = &profile->opts.order->keys;
	bool srclines = column_list__wants_srclines(keys);
	int ret;

	profile->traits = calloc(1, sizeof(*profile->traits));
	funcs__init(&profile->funcs, profile->opts.show, srclines);
	profile->funcs.by_name = profile->opts.by_name;
	ret = chain_tree__init(&profile->chains, err);
	if (!ret && profile->opts.show->seam == SEAM_PIVOT)
		ret = seam_sides__init(&profile->sides, &profile->funcs, err);
	if (ret)
		return ret;
	if (!profile->traits)
		return error__no_memory(err, "for the profile");
	ret = row_traits__init(profile->traits, keys, profile->opts.trace, err);
	if (ret)
		return ret;
	return init_events(profile, session) ? error__no_memory(err, "for the profile") : 0;
}

int profile__new(struct profile **profilep, const struct session *session, const struct fold *fold,
		 struct resolve *resolve, const struct profile_opts *opts, struct defer_error *err)
{
	struct profile *profile = calloc(1, sizeof(*profile));
	struct profile_build build = {
		.profile = profile,
		.fold = fold,
		.resolve = resolve,
		.machine = session->machine,
	};
	int ret;

	*profilep = NULL;
	if (!profile)
		return error__no_memory(err, "for the profile");
	profile->opts = *opts;
	ret = init_profile(profile, session, err);
	if (!ret)
		ret = build_profile(&build, err);
	if (!ret)
		ret = profile__set_comms(profile, session->machine, err);
	if (ret)
		profile__delete(profile);
	else
		*profilep = profile;
	return ret;
}

const char *profile_event__own_name(const struct profile_event *event)
{
	return event->evsel && event->evsel->name ? event->evsel->name : "samples";
}

uint32_t profile__find_event(const struct profile *profile, const char *name)
{
	for (uint32_t i = 0; i < profile->nr_events; i++) {
		const struct profile_event *event = &profile->events[i];

		if (name ? !strcmp(profile_event__own_name(event), name) : event->all.nr > 0)
			return i;
	}
	return name ? profile->nr_events : 0;
}

void profile__delete(struct profile *profile)
{
	if (!profile)
		return;
	for (uint32_t i = 0; i < profile->nr_events; i++)
		hist__exit(&profile->events[i].hist);
	free(profile->events);
	free(profile->comms);
	free(profile->stack_chains);
	free(profile->stack_hits);
	free(profile->stack_places);
	if (profile->traits)
		row_traits__exit(profile->traits);
	free(profile->traits);
	chain_tree__exit(&profile->chains);
	funcs__exit(&profile->funcs);
	free(profile);
}
