// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "ui/tui/load/load.h"
#include "ui/tui/term/term.h"
#include "util/base/progress.h"
#include "util/dso/symbol.h"
#include "util/resolve/resolve.h"
#include "util/source/source.h"

/* How long work that can be interrupted may take to notice, ns. */
#define STOP_TIME 400000000

/* Of files larger than this there is a look at the beginning first, at so much of it; bytes. */
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
	unsigned int last_parts; /* that were made of the last shot, some of */
	uint32_t last_event;	 /* this event */

	struct progress progress;
	atomic_uint_least64_t total;
	atomic_int phase;

	pthread_mutex_t wake_lock;
	bool mute; /* the term may be gone */

	pthread_mutex_t lock; /* of what follows */
	pthread_cond_t asked;
	struct load_request request;
	bool has_request, stop;
	struct load_shot *last; /* it lives until the next one was taken */
	struct load_shot *shot; /* that nobody took yet */
	struct parts parts;	/* likewise, of the one that was taken last */
	bool has_parts;
};

static int no_memory(struct defer_error *err)
{
	return defer_error__set(err, DEFER_ERR_NOMEM, DEFER_NO_OFFSET, "no memory to load");
}

static struct debuginfod *servers(const struct loader *loader)
{
	const struct symbol_conf *conf = loader->pipeline.opts.conf;

	return conf ? conf->debuginfod : NULL;
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

static void hand_over(struct loader *loader, struct load_shot *shot)
{
	struct load_shot *old;

	pthread_mutex_lock(&loader->lock);
	old = loader->shot;
	loader->shot = loader->last = shot;
	loader->last_parts = shot->request.parts;
	loader->last_event = shot->request.event;
	parts__exit(&loader->parts); /* of the one before */
	loader->has_parts = false;
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
	struct load_shot *shot;
	int ret = load_shot__new(&shot, request, like, resolve, err);

	if (!ret)
		hand_over(loader, shot);
	return ret;
}

/* Is it the last shot that @request wants, but maybe for parts? */
static bool is_like_last(const struct loader *loader, const struct load_request *request)
{
	const struct load_request *last = loader->last ? &loader->last->request : NULL;

	return last && loader->last->has_all &&
	       !memcmp(&last->zooms, &request->zooms, sizeof(last->zooms)) &&
	       last->min_percent == request->min_percent && last->relative == request->relative;
}

/* Makes parts of the last shot that it has not yet; whoever has it by now does not change it. */
static int add_parts(struct loader *loader, const struct load_request *request,
		     struct defer_error *err)
{
	unsigned int of_all = PART_TREES, have = loader->last_parts;
	struct parts parts = {.event = request->event};
	int ret;

	if (request->event != loader->last_event)
		have &= of_all;
	ret = load_shot__make_parts(loader->last, request->parts & ~have, request->event, &parts,
				    err);
	if (ret) {
		parts__exit(&parts);
		return ret;
	}
	loader->last_parts = have | request->parts;
	loader->last_event = request->event;
	pthread_mutex_lock(&loader->lock);
	parts__take(loader->shot ? &loader->shot->parts : &loader->parts, &parts);
	loader->has_parts = !loader->shot;
	pthread_mutex_unlock(&loader->lock);
	wake(loader);
	return 0;
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

/*
 * As the user wants it, but for zooms, which need more than there is yet. Who looks at the flame
 * graph shall not wait until symbols are read: it costs little.
 */
static struct load_request early_request(struct loader *loader)
{
	struct load_request request = newest_request(loader);

	request.zooms.nr = 0;
	request.parts |= PART_FLAME;
	return request;
}

/* Rows with addresses for names. */
static int load_rows(struct loader *loader)
{
	const struct load_shot like = {.pipeline = &loader->pipeline};
	struct load_request request = early_request(loader);
	int ret;

	set_phase(loader, LOAD_ROWS);
	request.parts &= ~PART_TREES;
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
		ret = pipeline__read_losses(&loader->pipeline, &loader->err);
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
		if (is_like_last(loader, &request)) {
			ret = add_parts(loader, &request, &loader->err);
			continue;
		}
		if (!loader->last || !loader->last->has_all)
			request.parts |= PART_FLAME; /* there was one before names: it stays */
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
	debuginfod__resume(servers(loader));
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

bool loader__delete(struct loader *loader, struct load_shot *shot)
{
	if (!loader)
		return true;
	atomic_store(&loader->progress.stop, true);
	debuginfod__stop(servers(loader));
	loader__mute(loader);
	pthread_mutex_lock(&loader->lock);
	loader->stop = true;
	pthread_cond_signal(&loader->asked);
	pthread_mutex_unlock(&loader->lock);
	if (!join(loader))
		return false;
	load_shot__delete(shot);
	load_shot__delete(loader->shot);
	parts__exit(&loader->parts);
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
	debuginfod__state(servers(loader), &state.download);
	return state;
}

bool loader__stop_download(struct loader *loader)
{
	struct load_state state = loader__state(loader);

	if (!state.download.asking || state.download.stopped)
		return false;
	debuginfod__stop(servers(loader));
	return true;
}

const struct defer_error *loader__error(const struct loader *loader)
{
	return &loader->err;
}

/* Parts are made without names. */
static bool is_at_rest(const struct loader *loader)
{
	int phase = atomic_load(&loader->phase);

	return phase == LOAD_IDLE || phase == LOAD_PARTS;
}

void loader__request(struct loader *loader, const struct load_request *request)
{
	pthread_mutex_lock(&loader->lock);
	loader->request = *request;
	loader->has_request = true;
	if (is_at_rest(loader))
		atomic_store(&loader->phase,
			     is_like_last(loader, request) ? LOAD_PARTS : LOAD_ZOOM);
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

bool loader__take_parts(struct loader *loader, struct load_shot *shot)
{
	bool has_parts;

	pthread_mutex_lock(&loader->lock);
	has_parts = loader->has_parts;
	if (has_parts)
		parts__take(&shot->parts, &loader->parts);
	loader->has_parts = false;
	pthread_mutex_unlock(&loader->lock);
	return has_parts;
}

const struct pipeline *loader__pipeline(const struct loader *loader)
{
	return &loader->pipeline;
}

struct resolve *loader__resolve(const struct loader *loader)
{
	return is_at_rest(loader) ? loader->names : NULL;
}
