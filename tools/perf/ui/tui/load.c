// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "ui/tui/load.h"
#include "ui/tui/term.h"
#include "util/progress.h"
#include "util/source.h"

/* How long work that can be interrupted may take to notice, ns. */
#define STOP_TIME 500000000

/* Of files larger than this there is a look at the beginning first, and at how much of it; bytes. */
#define LOOK_AT_FILES (64ULL << 20)
#define LOOK_AT	      (8ULL << 20)

struct loader {
	pthread_t thread;
	struct term *term;

	/* The thread's; others may read what a shot points to. */
	struct pipeline pipeline;
	struct resolve *addresses, *names;
	struct pipeline beginning;
	struct resolve *beginning_names;
	uint64_t look_at_files, look_at; /* bytes */
	struct defer_error err;

	struct progress progress;
	atomic_uint_least64_t total;
	atomic_int phase;

	pthread_mutex_t wake_lock;
	bool mute; /* the term may be gone */

	pthread_mutex_t lock; /* of what follows */
	pthread_cond_t asked;
	struct load_request request;
	bool has_request, stop;
	struct load_shot *shot; /* that nobody took yet */
};

static int no_memory(struct defer_error *err)
{
	return defer_error__set(err, DEFER_ERR_NOMEM, DEFER_NO_OFFSET, "no memory to load");
}

static bool is_stopped(struct loader *loader)
{
	return atomic_load(&loader->progress.stop);
}

static void wake(struct loader *loader)
{
	pthread_mutex_lock(&loader->wake_lock);
	if (!loader->mute)
		term__wake(loader->term);
	pthread_mutex_unlock(&loader->wake_lock);
}

/* What the thread has done up to here can be seen by who sees the phase. */
static void set_phase(struct loader *loader, enum load_phase phase)
{
	if (loader->pipeline.session)
		atomic_store(&loader->total, source__size(loader->pipeline.session->source));
	atomic_store(&loader->phase, phase);
	wake(loader);
}

/* ---- shots ---- */

void load_shot__delete(struct load_shot *shot)
{
	if (!shot)
		return;
	trees__delete(shot->trees);
	free(shot->widths);
	profile__delete(shot->profile);
	fold__delete(shot->part);
	free(shot);
}

/* As perf has it: within a DSO, rows are those of its functions, not of all who call them. */
static void keep_rows_of_dso(struct hist *hist, const char *name)
{
	uint32_t kept = 0;

	for (uint32_t i = 0; i < hist->nr_rows; i++) {
		uint32_t func = hist->entries[hist->rows[i]].func;

		if (!strcmp(func__dso_name(funcs__at(hist->conf.funcs, func), false), name))
			hist->rows[kept++] = hist->rows[i];
	}
	hist->nr_rows = kept;
}

static void measure(struct load_shot *shot, uint32_t event)
{
	const struct hist *hist = &shot->profile->events[event].hist;
	const struct column_list *fields = &hist->conf.order->fields;

	for (unsigned int i = 0; i < fields->nr; i++)
		shot->widths[event][i] = hist__column_width(hist, fields->columns[i]);
}

static int sort_rows(struct load_shot *shot, struct defer_error *err)
{
	const struct zoom *dso = zooms__find(&shot->request.zooms, ZOOM_DSO);

	shot->widths = calloc(shot->profile->nr_events + 1ULL, sizeof(*shot->widths));
	if (!shot->widths)
		return no_memory(err);
	for (uint32_t i = 0; i < shot->profile->nr_events; i++) {
		struct hist *hist = &shot->profile->events[i].hist;
		const struct column_list *keys = &hist->conf.order->keys;
		int ret;

		hist->conf.min_percent = shot->request.min_percent;
		ret = hist__sort(hist, err);
		if (ret)
			return ret;
		if (dso && (column_list__has(keys, "dso") || column_list__has(keys, "symbol")))
			keep_rows_of_dso(hist, dso->name);
		measure(shot, i);
	}
	return 0;
}

/*
 * What the zooms leave out counts as a filter's does: see profile__add_filtered(). But call graphs
 * open by their share of what is zoomed into: it may be a small part of all.
 */
static int add_rest(struct profile *profile, const struct fold *all, const struct fold *part,
		    struct defer_error *err)
{
	uint64_t *chains = calloc(profile->nr_events + 1ULL, sizeof(*chains));

	if (!chains)
		return no_memory(err);
	for (uint32_t i = 0; i < profile->nr_events; i++)
		chains[i] = profile->events[i].hist.callchain_period;
	for (uint32_t i = 0; i < fold__nr(all); i++) {
		const struct stack *stack = fold__stack(all, i);

		profile__add_filtered(profile, stack->evsel_idx, stack->nr, stack->period);
	}
	for (uint32_t i = 0; i < fold__nr(part); i++) {
		const struct stack *stack = fold__stack(part, i);

		profile__add_filtered(profile, stack->evsel_idx, -stack->nr, -stack->period);
	}
	for (uint32_t i = 0; i < profile->nr_events; i++)
		profile->events[i].hist.callchain_period = chains[i];
	free(chains);
	return 0;
}

static int fill_shot(struct load_shot *shot, struct resolve *resolve, struct defer_error *err)
{
	const struct pipeline *pipeline = shot->pipeline;
	int ret = 0;

	if (shot->request.zooms.nr)
		ret = zooms__apply(&shot->request.zooms, pipeline->fold, &pipeline->samples,
				   resolve, &shot->part, err);
	if (!ret)
		ret = pipeline__profile(pipeline, shot->part ? shot->part : pipeline->fold, resolve,
					&shot->profile, err);
	if (!ret && shot->part)
		ret = add_rest(shot->profile, pipeline->fold, shot->part, err);
	if (!ret)
		ret = sort_rows(shot, err);
	if (!ret && shot->request.trees)
		ret = trees__new(&shot->trees, shot->profile, err);
	return ret;
}

static void hand_over(struct loader *loader, struct load_shot *shot)
{
	struct load_shot *old;

	pthread_mutex_lock(&loader->lock);
	old = loader->shot;
	loader->shot = shot;
	/* Views that are refreshed with it may ask the names at once, not only a moment later. */
	if (shot->has_all && !loader->has_request)
		atomic_store(&loader->phase, LOAD_IDLE);
	pthread_mutex_unlock(&loader->lock);
	load_shot__delete(old);
	wake(loader);
}

/* Makes a shot of what @request wants and hands it over; @like says what it is made of. */
static int shoot(struct loader *loader, const struct load_request *request,
		 const struct load_shot *like, struct resolve *resolve, struct defer_error *err)
{
	struct load_shot *shot = malloc(sizeof(*shot));
	int ret;

	if (!shot)
		return no_memory(err);
	*shot = *like;
	shot->request = *request;
	ret = fill_shot(shot, resolve, err);
	if (ret)
		load_shot__delete(shot);
	else
		hand_over(loader, shot);
	return ret;
}

/* ---- the thread ---- */

static struct load_request newest_request(struct loader *loader)
{
	struct load_request request;

	pthread_mutex_lock(&loader->lock);
	request = loader->request;
	pthread_mutex_unlock(&loader->lock);
	return request;
}

/* As the user wants it, but for zooms, which need more than there is yet. */
static struct load_request early_request(struct loader *loader)
{
	struct load_request request = newest_request(loader);

	request.zooms.nr = 0;
	return request;
}

/* Rows with addresses for names. */
static int load_rows(struct loader *loader)
{
	const struct load_shot like = {.pipeline = &loader->pipeline};
	struct load_request request = early_request(loader);
	int ret;

	set_phase(loader, LOAD_ROWS);
	request.trees = false;
	ret = pipeline__resolve(&loader->pipeline, false, &loader->addresses, &loader->err);
	return ret ? ret : shoot(loader, &request, &like, loader->addresses, &loader->err);
}

/* True if there is something to see then: what fails here will fail again, and be said. */
static bool look_at_beginning(struct loader *loader)
{
	struct pipeline *beginning = &loader->beginning;
	const struct load_shot like = {.pipeline = beginning, .partial = true, .has_names = true};
	struct load_request request = early_request(loader);
	struct pipeline_opts opts = loader->pipeline.opts;
	struct defer_error err = DEFER_ERROR_INIT;
	int ret;

	set_phase(loader, LOAD_LOOK);
	opts.limit = loader->look_at;
	ret = pipeline__init(beginning, &opts, &err);
	if (!ret)
		ret = pipeline__open(beginning, &err);
	if (!ret)
		ret = pipeline__gather(beginning, &err);
	if (!ret)
		ret = pipeline__fold(beginning, &err);
	if (!ret)
		ret = pipeline__resolve(beginning, true, &loader->beginning_names, &err);
	return !ret && !shoot(loader, &request, &like, loader->beginning_names, &err);
}

/* Parts of a whole that is not known yet cannot be had: --time 10%. */
static bool wants_look(const struct loader *loader)
{
	const struct pipeline *pipeline = &loader->pipeline;
	struct source *source = pipeline->session->source;

	return !source__header(source)->pipe && source__size(source) > loader->look_at_files &&
	       !pipeline->opts.filter.time;
}

static int load_names(struct loader *loader)
{
	int ret;

	set_phase(loader, LOAD_NAMES);
	ret = pipeline__order_samples(&loader->pipeline, &loader->err);
	if (!ret)
		ret = pipeline__count_drops(&loader->pipeline, &loader->err);
	if (!ret && !is_stopped(loader))
		ret = pipeline__resolve(&loader->pipeline, true, &loader->names, &loader->err);
	return ret;
}

static int load(struct loader *loader)
{
	bool looked = false;
	int ret;

	set_phase(loader, LOAD_OPEN);
	ret = pipeline__open(&loader->pipeline, &loader->err);
	if (!ret && wants_look(loader))
		looked = look_at_beginning(loader);
	if (!ret && !is_stopped(loader)) {
		set_phase(loader, LOAD_GATHER);
		ret = pipeline__gather(&loader->pipeline, &loader->err);
	}
	if (ret || is_stopped(loader))
		return ret;
	set_phase(loader, LOAD_FOLD);
	ret = pipeline__fold(&loader->pipeline, &loader->err);
	/* Rows that have names shall not lose them. */
	if (!ret && !looked && !is_stopped(loader))
		ret = load_rows(loader);
	if (!ret && !is_stopped(loader))
		ret = load_names(loader);
	return ret;
}

/* Waits for the next request: false if there will be none. */
static bool wait_request(struct loader *loader, struct load_request *request)
{
	bool stop;

	pthread_mutex_lock(&loader->lock);
	if (!loader->has_request && !loader->stop) {
		set_phase(loader, LOAD_IDLE);
		while (!loader->has_request && !loader->stop)
			pthread_cond_wait(&loader->asked, &loader->lock);
	}
	*request = loader->request;
	loader->has_request = false;
	stop = loader->stop;
	pthread_mutex_unlock(&loader->lock);
	return !stop;
}

static void *run(void *arg)
{
	struct loader *loader = arg;
	const struct load_shot like = {
		.pipeline = &loader->pipeline, .has_names = true, .has_all = true};
	struct load_request request;
	int ret = load(loader);

	while (!ret && wait_request(loader, &request)) {
		loader->pipeline.opts.relative = request.relative;
		ret = shoot(loader, &request, &like, loader->names, &loader->err);
		if (!ret && is_stopped(loader))
			break;
	}
	if (ret)
		set_phase(loader, LOAD_FAILED);
	return NULL;
}

/* ---- for others ---- */

int loader__start(struct loader **loaderp, const struct pipeline_opts *opts,
		  const struct load_request *request, struct term *term, struct defer_error *err)
{
	struct loader *loader = calloc(1, sizeof(*loader));
	struct pipeline_opts popts = *opts;
	int ret;

	*loaderp = NULL;
	if (!loader)
		return no_memory(err);
	loader->look_at_files = opts->limit ? opts->limit : LOOK_AT_FILES;
	loader->look_at = opts->limit ? opts->limit : LOOK_AT;
	popts.limit = 0;
	popts.interactive = true;
	popts.progress = &loader->progress;
	/* Rows that open have no other shape than a tree's. */
	if (popts.graph.mode == GRAPH_FLAT || popts.graph.mode == GRAPH_FOLDED)
		popts.graph.mode = GRAPH_ABS;
	ret = pipeline__init(&loader->pipeline, &popts, err);
	if (ret) {
		free(loader);
		return ret;
	}
	loader->term = term;
	loader->request = *request;
	loader->has_request = true; /* with names */
	pthread_mutex_init(&loader->lock, NULL);
	pthread_mutex_init(&loader->wake_lock, NULL);
	pthread_cond_init(&loader->asked, NULL);
	ret = pthread_create(&loader->thread, NULL, run, loader);
	if (!ret) {
		*loaderp = loader;
		return 0;
	}
	pipeline__exit(&loader->pipeline);
	free(loader);
	return defer_error__set(err, DEFER_ERR_IO, DEFER_NO_OFFSET, "cannot start a thread: %s",
				strerror(ret));
}

static bool join(struct loader *loader)
{
	struct timespec until;

	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_nsec += STOP_TIME;
	until.tv_sec += until.tv_nsec / 1000000000;
	until.tv_nsec %= 1000000000;
	return !pthread_timedjoin_np(loader->thread, NULL, &until);
}

void loader__mute(struct loader *loader)
{
	pthread_mutex_lock(&loader->wake_lock);
	loader->mute = true;
	pthread_mutex_unlock(&loader->wake_lock);
}

bool loader__delete(struct loader *loader)
{
	if (!loader)
		return true;
	atomic_store(&loader->progress.stop, true);
	loader__mute(loader);
	pthread_mutex_lock(&loader->lock);
	loader->stop = true;
	pthread_cond_signal(&loader->asked);
	pthread_mutex_unlock(&loader->lock);
	if (!join(loader))
		return false;
	load_shot__delete(loader->shot);
	resolve__delete(loader->addresses);
	resolve__delete(loader->names);
	pipeline__exit(&loader->pipeline);
	resolve__delete(loader->beginning_names);
	pipeline__exit(&loader->beginning);
	pthread_cond_destroy(&loader->asked);
	pthread_mutex_destroy(&loader->lock);
	pthread_mutex_destroy(&loader->wake_lock);
	free(loader);
	return true;
}

struct load_state loader__state(const struct loader *loader)
{
	struct load_state state = {
		.phase = atomic_load(&loader->phase),
		.done = atomic_load(&loader->progress.done),
		.total = atomic_load(&loader->total),
	};

	if (state.total && state.done > state.total)
		state.done = state.total;
	return state;
}

const struct defer_error *loader__error(const struct loader *loader)
{
	return &loader->err;
}

void loader__request(struct loader *loader, const struct load_request *request)
{
	pthread_mutex_lock(&loader->lock);
	loader->request = *request;
	loader->has_request = true;
	if (atomic_load(&loader->phase) == LOAD_IDLE)
		atomic_store(&loader->phase, LOAD_ZOOM);
	pthread_cond_signal(&loader->asked);
	pthread_mutex_unlock(&loader->lock);
}

struct load_shot *loader__take(struct loader *loader)
{
	struct load_shot *shot;

	pthread_mutex_lock(&loader->lock);
	shot = loader->shot;
	loader->shot = NULL;
	pthread_mutex_unlock(&loader->lock);
	return shot;
}

const struct pipeline *loader__pipeline(const struct loader *loader)
{
	return &loader->pipeline;
}

struct resolve *loader__resolve(const struct loader *loader)
{
	return atomic_load(&loader->phase) == LOAD_IDLE ? loader->names : NULL;
}
