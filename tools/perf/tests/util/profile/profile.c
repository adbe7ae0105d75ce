// SPDX-License-Identifier: GPL-2.0-only
/*
 * Profiles of real traces: what must hold of any of them, and the same from any number of threads.
 */
#include <stdlib.h>

#include "tests/recorded.h"
#include "tests/tests.h"
#include "ui/stdio/hist.h"
#include "util/dso/symbol.h"
#include "util/fold/fold.h"
#include "util/profile/callgraph.h"
#include "util/header/env.h"
#include "util/profile/profile.h"
#include "util/profile/show-opts.h"
#include "util/resolve/resolve.h"

struct made {
	struct session *session;
	struct fold *fold;
	struct resolve *resolve;
	struct profile *profile;
	struct sort_order order;
	struct show_opts show;
	char symfs[4096], kallsyms[4096];
	struct symbol_conf conf;
};

struct trace_name {
	const char *name, *kallsyms;
	uint64_t samples, exec;
};

static const struct trace_name traces[] = {
	{"burn2.data", "kallsyms-boot1", 78358, 1},
	{"forky-systemwide.data", "kallsyms-boot1", 2064, 109},
	{"cxx.data", "kallsyms-boot2", 7797, 0},
};

#define NR_TRACES (sizeof(traces) / sizeof(*traces))

static int add_sample(void *ctx, unsigned int worker, const struct stitched *sample,
		      struct defer_error *err)
{
	return fold__add(ctx, worker, sample, err);
}

static int read_trace(struct made *made, const char *path, unsigned int nr_workers,
		      struct defer_error *err)
{
	const struct session_opts opts = {.path = path, .nr_workers = nr_workers};
	int ret = session__open(&made->session, &opts, err);

	if (!ret)
		ret = session__gather(made->session, err);
	if (!ret)
		ret = fold__new(&made->fold, made->session, FOLD_BY_TASK, err);
	if (!ret)
		ret = session__walk(made->session, add_sample, made->fold, err);
	return ret ? ret : fold__finish(made->fold, err);
}

static int name_trace(struct made *made, unsigned int nr_workers, struct defer_error *err)
{
	const struct resolve_opts ropts = {
		.conf = &made->conf,
		.release = made->session->env->os_release,
		.inlines = true,
		.nr_workers = nr_workers,
	};
	const struct profile_opts popts = {.order = &made->order, .show = &made->show};
	int ret = resolve__new(&made->resolve, made->session->machine, &ropts, err);

	return ret ? ret
		   : profile__new(&made->profile, made->session, made->fold, made->resolve, &popts,
				  err);
}

static int make(struct made *made, const struct trace_name *trace, const struct sort_opts *sort,
		const char *graph, unsigned int nr_workers)
{
	const char *dir = getenv("PERF_DEFER_TEST_DATA");
	struct defer_error err = DEFER_ERROR_INIT;
	char path[4096];

	if (!dir)
		T_FAIL("PERF_DEFER_TEST_DATA is not set");
	*made = (struct made){.show.graph = GRAPH_CONF_DEFAULT};
	snprintf(path, sizeof(path), "%s/%s", dir, trace->name);
	snprintf(made->symfs, sizeof(made->symfs), "%s/symfs", dir);
	snprintf(made->kallsyms, sizeof(made->kallsyms), "%s/%s", dir, trace->kallsyms);
	made->conf = (struct symbol_conf){
		.symfs = made->symfs, .kallsyms = made->kallsyms, .buildid_dir = "/nonexistent"};
	T_EQ(graph_conf__parse(&made->show.graph, graph, &err), 0);
	T_EQ(sort_order__init(&made->order, sort, &err), 0);
	if (read_trace(made, path, nr_workers, &err) || name_trace(made, nr_workers, &err))
		T_FAIL("%s: %s", trace->name, err.text);
	return TEST_OK;
}

static void unmake(struct made *made)
{
	profile__delete(made->profile);
	resolve__delete(made->resolve);
	fold__delete(made->fold);
	session__close(made->session);
}

/* The event that has samples: the traces have one. */
static const struct profile_event *event_of(const struct made *made)
{
	for (uint32_t i = 0; i < made->profile->nr_events; i++) {
		if (made->profile->events[i].all.nr)
			return &made->profile->events[i];
	}
	return &made->profile->events[0];
}

/* Each sample is in one row's self, and in no row's children twice. */
static int check_sums(const struct trace_name *trace, const char *keys, bool children)
{
	const struct sort_opts sort = {.sort = keys, .children = children};
	const struct profile_event *event;
	struct made made;
	uint64_t nr = 0, period = 0, classes = 0;

	T_RUN(make(&made, trace, &sort, children ? "caller" : "callee", 2));
	event = event_of(&made);
	T_EQ(event->all.nr, trace->samples);
	for (int cls = 0; cls < DEFER_NR_CLASSES; cls++)
		classes += event->classes[cls];
	T_EQ(classes, trace->samples);
	T_EQ(event->classes[DEFER_EXEC], trace->exec);

	T_EQ(hist__sort((struct hist *)&event->hist, NULL), 0);
	for (size_t i = 0; i < event->hist.nr; i++) {
		const struct hist_entry *entry = &event->hist.entries[i];

		nr += entry->self.nr;
		period += entry->self.period;
		T_CHECK(entry->children.period >= entry->self.period);
		T_CHECK(entry->children.period <= event->all.period);
		T_CHECK(entry->children.nr <= event->all.nr);
	}
	T_EQ(nr, event->all.nr);
	T_EQ(period, event->all.period);
	T_EQ(event->hist.total.period, event->all.period);
	unmake(&made);
	return TEST_OK;
}

static int test_sums(void)
{
	static const char *const keys[] = {"comm,dso,sym", "sym",  "dso",
					   "pid,comm",	   "tgid", "class"};

	T_NEED_RECORDED();
	for (size_t i = 0; i < NR_TRACES; i++) {
		T_RUN(check_sums(&traces[i], keys[0], false));
		T_RUN(check_sums(&traces[i], keys[0], true));
	}
	for (size_t i = 1; i < sizeof(keys) / sizeof(*keys); i++)
		T_RUN(check_sums(&traces[1], keys[i], i & 1));
	return TEST_OK;
}

/* A row's call graph holds what the row does, and each node what its children and itself do. */
static int check_graph(const struct hist *hist, const struct hist_entry *entry)
{
	struct callgraph graph;
	uint64_t count = 0;

	T_EQ(hist__callgraph(hist, entry, &graph, NULL), 0);
	T_CHECK(graph.nodes[GRAPH_ROOT].sums.cum.period <= hist__entry_period(hist, entry));
	for (size_t i = 0; i < graph.nr; i++) {
		const struct graph_node *node = &graph.nodes[i];
		uint64_t below = 0, last = UINT64_MAX;

		for (uint32_t child = node->first; child; child = graph.nodes[child].next) {
			T_CHECK(graph.nodes[child].parent == i);
			T_CHECK(graph.nodes[child].sums.cum.period <= last);
			last = graph.nodes[child].sums.cum.period;
			below += last;
		}
		T_CHECK(below <= graph_node__children_hits(node));
		count += node->sums.self.nr;
	}
	T_EQ(count, graph.nodes[GRAPH_ROOT].sums.cum.nr);
	T_EQ(graph.nodes[GRAPH_ROOT].sums.cum.period, hist__entry_period(hist, entry));
	callgraph__exit(&graph);
	return TEST_OK;
}

static int check_graphs(const char *conf, bool children)
{
	const struct sort_opts sort = {.children = children};
	struct made made;
	const struct profile_event *event;

	T_RUN(make(&made, &traces[2], &sort, conf, 2));
	event = event_of(&made);
	T_EQ(hist__sort((struct hist *)&event->hist, NULL), 0);
	for (uint32_t i = 0; i < event->hist.nr_rows; i++)
		T_RUN(check_graph(&event->hist, &event->hist.entries[event->hist.rows[i]]));
	unmake(&made);
	return TEST_OK;
}

static int test_graphs(void)
{
	T_NEED_RECORDED();
	T_RUN(check_graphs("caller,0", true));
	T_RUN(check_graphs("callee,0.1", true));
	T_RUN(check_graphs("callee,0", false));
	T_RUN(check_graphs("fractal,5,caller", false));
	return TEST_OK;
}

static int print(char **text, const struct trace_name *trace, unsigned int nr_workers)
{
	const struct sort_opts sort = {.children = true};
	const struct hist_print how = {0};
	struct made made;
	size_t size;
	FILE *out = open_memstream(text, &size);

	T_CHECK(out);
	T_RUN(make(&made, trace, &sort, "fractal,0.5,caller", nr_workers));
	T_EQ(profile__print(made.profile, &how, out, NULL), 0);
	fclose(out);
	unmake(&made);
	return TEST_OK;
}

static int test_threads(void)
{
	T_NEED_RECORDED();
	for (size_t i = 0; i < NR_TRACES; i++) {
		char *one, *many;

		T_RUN(print(&one, &traces[i], 1));
		T_CHECK(strlen(one) > 10000);
		for (int again = 0; again < 2; again++) {
			T_RUN(print(&many, &traces[i], 3));
			T_CHECK(!strcmp(one, many));
			free(many);
		}
		free(one);
	}
	return TEST_OK;
}

/* A missing user half is a row, whose children are the samples of its class. */
static int test_no_half(void)
{
	const struct sort_opts sort = {.sort = "sym", .children = true};
	const struct profile_event *event;
	uint64_t nr = 0;
	struct made made;

	T_NEED_RECORDED();
	T_RUN(make(&made, &traces[1], &sort, "caller", 2));
	event = event_of(&made);
	for (size_t i = 0; i < event->hist.nr; i++) {
		const struct hist_entry *entry = &event->hist.entries[i];
		const struct func *func = funcs__at(&made.profile->funcs, entry->func);

		if (func->kind != FUNC_NO_HALF)
			continue;
		T_STREQ(func->name, "[exec]");
		T_EQ(entry->self.nr, 0);
		nr += entry->children.nr;
	}
	T_EQ(nr, traces[1].exec);
	unmake(&made);
	return TEST_OK;
}

/* Checks that @func is what inlined function @i of @frame, or the enclosing one, is called. */
static int check_func(const struct func *func, const struct frame *frame, uint32_t i)
{
	T_CHECK(func->dso == frame->dso);
	if (!frame->sym) {
		T_EQ(func->kind, FUNC_ADDRESS);
		T_EQ(func->addr, frame->dso ? frame->addr : frame->ip);
		return TEST_OK;
	}
	T_CHECK(func->sym == frame->sym || func->kind == FUNC_INLINED);
	if (i == frame->nr_inlines || frame->inlines[i].is_symbol)
		T_STREQ(func->name, frame->sym->name);
	else
		T_STREQ(func->name, frame->inlines[i].name);
	return TEST_OK;
}

/* Checks that the chain *@node ends with the frames of a half, and steps over them. */
static int check_half(struct made *made, uint32_t *node, const struct intern_entry *entry,
		      uint32_t maps_id, bool kernel)
{
	const struct profile *profile = made->profile;
	struct half half = half__of(entry);

	for (uint32_t i = 0; i < half.nr; i++) {
		const struct frame *frame;
		int64_t id;

		T_CHECK(!half__is_mark(half.ips[i]));
		id = resolve__want(made->resolve, maps_id, half.ips[i], kernel, NULL);
		T_CHECK(id >= 0);
		frame = resolve__frame(made->resolve, id);
		for (uint32_t n = 0; n <= frame->nr_inlines; n++) {
			T_CHECK(*node != CHAIN_ROOT);
			T_RUN(check_func(
				funcs__at(&profile->funcs, profile->chains.nodes[*node].func),
				frame, n));
			*node = profile->chains.nodes[*node].parent;
		}
	}
	return TEST_OK;
}

/* The chain of a stack is its frames, each looked up by itself. */
static int check_chains(const struct trace_name *trace)
{
	const struct sort_opts sort = {.children = true};
	struct made made;

	T_RUN(make(&made, trace, &sort, "caller", 2));
	for (uint32_t i = 0; i < fold__nr(made.fold); i++) {
		const struct stack *stack = fold__stack(made.fold, i);
		uint32_t node = made.profile->stack_chains[i];

		T_RUN(check_half(&made, &node, stack->kernel, stack->kernel_maps_id, true));
		T_RUN(check_half(&made, &node, stack->user, stack->user_maps_id, false));
		if (func__no_half_name(stack->cls)) {
			T_STREQ(funcs__at(&made.profile->funcs,
					  made.profile->chains.nodes[node].func)
					->name,
				func__no_half_name(stack->cls));
			node = made.profile->chains.nodes[node].parent;
		}
		T_EQ(node, CHAIN_ROOT);
	}
	unmake(&made);
	return TEST_OK;
}

static int test_chains(void)
{
	T_NEED_RECORDED();
	for (size_t i = 0; i < NR_TRACES; i++)
		T_RUN(check_chains(&traces[i]));
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"rows add up to the samples", test_sums},
	{"call graphs add up to their rows", test_graphs},
	{"a missing user half is a row", test_no_half},
	{"a stack's chain is its frames", test_chains},
	{"any number of threads prints the same", test_threads},
	{0},
};

const struct test_suite suite__profile = {"profile", "Profiles of real traces", cases};
