// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "ui/tui/load/load.h"
#include "ui/tui/term/term.h"
#include "util/base/error.h"
#include "util/base/progress.h"
#include "util/dso/symbol.h"
#include "util/resolve/resolve.h"
#include "util/source/source.h"

/* Work that can be interrupted notices a stop within this time, ns. */
#define STOP_TIME 400000000

/* The first LOOK_AT bytes of a file larger than LOOK_AT_FILES are loaded and shown first. */
#define LOOK_AT_FILES (64ULL << 20)
#define LOOK_AT	      (8ULL << 20)

struct loader {
	pthread_t thread;
	struct term *term;

	/* Owned by the thread; others may only read what a snapshot points to. */
	struct pipeline pipeline;
	struct resolve *addresses, *names;
	struct pipeline beginning;
	struct resolve *beginning_names;
	uint64_t look_at_files, look_at; /* bytes */
	struct pipeline_other *other; /* the trace that the last request compares with; or NULL */
	struct defer_error err;
	unsigned int last_kinds; /* enum view_data_kind: made for the last snapshot */
	uint32_t last_event;	 /* index in the profile: the event they were made for */

	struct progress progress;
	atomic_uint_least64_t total;
	atomic_int phase;

	pthread_mutex_t wake_lock;
	bool mute; /* the term may be gone: do not wake it */

	pthread_mutex_t lock; /* protects the members below */
	pthread_cond_t asked;
	struct load_request request;
	bool has_request, stop;
	struct snapshot *last;	    /* lives until its successor has been taken */
	struct snapshot *snapshot;  /* not taken yet, or NULL */
	struct view_data view_data; /* not taken yet; for the snapshot that was taken last */
	bool has_view_data;
	struct defer_error refusal; /* code 0: none */
};

static struct debuginfod *loader_servers(const struct loader *loader)
{
	const struct symbol_conf *conf = loader->pipeline.opts.conf;

	return conf ? conf->debuginfod : NULL;
}

static bool is_stopped(struct loader *loader)
{
	return atomic_load(&loader->progress.stop);
}

static void loader__wake(struct loader *loader)
{
	pthread_mutex_lock(&loader->wake_lock);
	if (!loader->mute)
		term__wake(loader->term);
	pthread_mutex_unlock(&loader->wake_lock);
}

/* Enters @phase. Whoever reads the new phase also sees everything the thread did before. */
static void set_phase(struct loader *loader, enum load_phase phase)
{
	if (loader->pipeline.session)
		atomic_store(&loader->total, source__size(loader->pipeline.session->source));
	atomic_store(&loader->phase, phase);
	loader__wake(loader);
}

/* ---- snapshots ---- */

static void loader__hand_over(struct loader *loader, struct snapshot *snapshot)
{
	struct snapshot *old;

	pthread_mutex_lock(&loader->lock);
	old = loader->snapshot;
	loader->snapshot = loader->last = snapshot;
	loader->last_kinds = snapshot->request.kinds;
	loader->last_event = snapshot->request.event;
	view_data__exit(&loader->view_data); /* made for the predecessor */
	loader->has_view_data = false;
	/*
	 * The phase changes together with the snapshot: views refreshed with it may look up names
	 * at once. Who sees that nothing is under way any more has been woken for what was.
	 */
	loader__wake(loader);
	if (snapshot->has_all && !loader->has_request)
		atomic_store(&loader->phase, LOAD_IDLE);
	pthread_mutex_unlock(&loader->lock);
	snapshot__delete(old);
}

/* Makes a snapshot for @request and hands it over; @like says from what it is made. */
static int loader__make_snapshot(struct loader *loader, const struct load_request *request,
				 const struct snapshot *like, struct resolve *resolve,
				 struct defer_error *err)
{
	struct snapshot *snapshot;
	int ret = snapshot__new(&snapshot, request, like, resolve, err);

	if (!ret)
		loader__hand_over(loader, snapshot);
	return ret;
}

/* Returns whether the last snapshot fits @request, apart from view data. */
static bool is_like_last(const struct loader *loader, const struct load_request *request)
{
	const struct load_request *last = loader->last ? &loader->last->request : NULL;

	return last && loader->last->has_all &&
	       !memcmp(&last->zooms, &request->zooms, sizeof(last->zooms)) &&
	       last->min_percent == request->min_percent &&
	       last->graph_percent == request->graph_percent &&
	       last->relative == request->relative && last->short_names == request->short_names &&
	       last->seam == request->seam && last->compare == request->compare &&
	       (!request->compare || !memcmp(&last->base, &request->base, sizeof(last->base))) &&
	       !strcmp(last->base_path, request->base_path) && !strcmp(last->sort, request->sort) &&
	       !strcmp(last->fields, request->fields);
}

/*
 * Makes view data that the last snapshot lacks. Does not change the snapshot itself, since the app
 * may have taken it.
 */
static int loader__add_view_data(struct loader *loader, const struct load_request *request,
				 struct defer_error *err)
{
	unsigned int of_all = VIEW_DATA_TREES | VIEW_DATA_ENTRIES | VIEW_DATA_SAMPLES,
		     have = loader->last_kinds;
	struct view_data data = {.event = request->event};
	int ret;

	if (request->event != loader->last_event)
		have &= of_all;
	ret = snapshot__make_data(loader->last, request->kinds & ~have, request->event,
				  loader->names, &data, err);
	if (ret) {
		view_data__exit(&data);
		return ret;
	}
	loader->last_kinds = have | request->kinds;
	loader->last_event = request->event;
	pthread_mutex_lock(&loader->lock);
	view_data__take(loader->snapshot ? &loader->snapshot->view_data : &loader->view_data,
			&data);
	loader->has_view_data = !loader->snapshot;
	pthread_mutex_unlock(&loader->lock);
	loader__wake(loader);
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
 * Returns the request of the user without zooms, which need data that is not loaded yet. Adds the
 * flame graph: it costs little, and would otherwise appear only after symbols are read.
 */
static struct load_request early_request(struct loader *loader)
{
	struct load_request request = newest_request(loader);

	zooms__drop_narrow(&request.zooms);
	zooms__drop_narrow(&request.base);
	request.kinds |= VIEW_DATA_FLAME;
	return request;
}

/* Makes rows with addresses in place of names. */
static int load_rows(struct loader *loader)
{
	const struct snapshot like = {.pipeline = &loader->pipeline};
	struct load_request request = early_request(loader);
	int ret;

	set_phase(loader, LOAD_ROWS);
	request.kinds &= ~VIEW_DATA_TREES;
	ret = pipeline__resolve(&loader->pipeline, false, &loader->addresses, &loader->err);
	return ret ? ret
		   : loader__make_snapshot(loader, &request, &like, loader->addresses,
					   &loader->err);
}

/*
 * Loads the beginning of the trace. Returns whether there is something to show; an error is not
 * reported, since the whole trace will fail in the same way.
 */
static bool look_at_beginning(struct loader *loader)
{
	struct pipeline *beginning = &loader->beginning;
	const struct snapshot like = {.pipeline = beginning, .partial = true, .has_names = true};
	struct load_request request = early_request(loader);
	struct pipeline_opts opts = loader->pipeline.opts;
	struct defer_error err = DEFER_ERROR_INIT;
	int ret;

	set_phase(loader, LOAD_LOOK);
	opts.session.limit = loader->look_at;
	ret = pipeline__init(beginning, &opts, &err);
	if (!ret)
		ret = pipeline__open(beginning, &err);
	if (!ret)
		ret = pipeline__gather(beginning, &err);
	if (!ret)
		ret = pipeline__fold(beginning, &err);
	if (!ret)
		ret = pipeline__resolve(beginning, true, &loader->beginning_names, &err);
	return !ret &&
	       !loader__make_snapshot(loader, &request, &like, loader->beginning_names, &err);
}

/*
 * Returns whether to show the beginning first. A part such as --time 10% refers to a whole that is
 * not known yet.
 */
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

static int loader__load_trace(struct loader *loader)
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
	/* The beginning was shown with names: rows without names must not replace it. */
	if (!ret && !looked && !is_stopped(loader))
		ret = load_rows(loader);
	if (!ret && !is_stopped(loader))
		ret = load_names(loader);
	return ret;
}

/* Waits for the next request. Returns false if the loader is to stop. */
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

/* Reads the trace that @request compares with, unless it is the one that was read, and drops that one. */
static int read_baseline(struct loader *loader, const struct load_request *request,
			 struct defer_error *err)
{
	const bool wants = request->compare == LOAD_COMPARE_FILE;

	if (wants && loader->other && !strcmp(loader->other->path, request->base_path))
		return 0;
	pipeline_other__put(loader->other);
	loader->other = NULL;
	if (!wants)
		return 0;
	set_phase(loader, LOAD_BASELINE);
	return pipeline_other__read(&loader->other, &loader->pipeline, request->base_path, err);
}

/* Says why the last request is not met, unless there is another one already. */
static void loader__refuse(struct loader *loader, const struct defer_error *why)
{
	pthread_mutex_lock(&loader->lock);
	if (!loader->has_request)
		loader->refusal = *why;
	pthread_mutex_unlock(&loader->lock);
	loader__wake(loader);
}

/* Makes what @request asks for. What cannot be compared is refused, and ends nothing. */
static int loader__meet(struct loader *loader, struct load_request *request,
			struct defer_error *err)
{
	struct snapshot like = {.pipeline = &loader->pipeline, .has_names = true, .has_all = true};
	int ret;

	if (is_like_last(loader, request))
		return loader__add_view_data(loader, request, err);
	if (!loader->last || !loader->last->has_all)
		request->kinds |= VIEW_DATA_FLAME; /* made before names: keep it */
	ret = read_baseline(loader, request, err);
	like.other = loader->other;
	if (!ret)
		ret = loader__make_snapshot(loader, request, &like, loader->names, err);
	if (!ret || !request->compare || is_stopped(loader))
		return ret;
	loader__refuse(loader, err);
	defer_error__clear(err);
	return 0;
}

static void *loader__run(void *arg)
{
	struct loader *loader = arg;
	struct load_request request;
	int ret = loader__load_trace(loader);

	while (!ret && !is_stopped(loader) && wait_request(loader, &request))
		ret = loader__meet(loader, &request, &loader->err);
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
		return error__no_memory(err, "to load");
	loader->look_at_files = opts->session.limit ? opts->session.limit : LOOK_AT_FILES;
	loader->look_at = opts->session.limit ? opts->session.limit : LOOK_AT;
	popts.session.limit = 0;
	popts.interactive = true;
	popts.session.progress = &loader->progress;
	/* Rows open as trees, so other forms of call graphs are not used. */
	if (popts.show.graph.mode == GRAPH_FLAT || popts.show.graph.mode == GRAPH_FOLDED)
		popts.show.graph.mode = GRAPH_ABS;
	ret = pipeline__init(&loader->pipeline, &popts, err);
	if (ret) {
		free(loader);
		return ret;
	}
	debuginfod__resume(loader_servers(loader));
	loader->term = term;
	loader->request = *request;
	loader->has_request = true; /* a snapshot with names, after the early ones */
	pthread_mutex_init(&loader->lock, NULL);
	pthread_mutex_init(&loader->wake_lock, NULL);
	pthread_cond_init(&loader->asked, NULL);
	ret = pthread_create(&loader->thread, NULL, loader__run, loader);
	if (!ret) {
		*loaderp = loader;
		return 0;
	}
	pipeline__exit(&loader->pipeline);
	free(loader);
	return defer_error__set(err, DEFER_ERR_IO, "cannot start a thread: %s", strerror(ret));
}

static bool loader__join(struct loader *loader)
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

bool loader__delete(struct loader *loader, struct snapshot *snapshot)
{
	if (!loader)
		return true;
	atomic_store(&loader->progress.stop, true);
	debuginfod__stop(loader_servers(loader));
	loader__mute(loader);
	pthread_mutex_lock(&loader->lock);
	loader->stop = true;
	pthread_cond_signal(&loader->asked);
	pthread_mutex_unlock(&loader->lock);
	if (!loader__join(loader))
		return false;
	snapshot__delete(snapshot);
	snapshot__delete(loader->snapshot);
	view_data__exit(&loader->view_data);
	resolve__delete(loader->addresses);
	resolve__delete(loader->names);
	pipeline_other__put(loader->other);
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
	debuginfod__state(loader_servers(loader), &state.download);
	return state;
}

bool loader__stop_download(struct loader *loader)
{
	struct load_state state = loader__state(loader);

	if (!state.download.asking || state.download.stopped)
		return false;
	debuginfod__stop(loader_servers(loader));
	return true;
}

const struct defer_error *loader__error(const struct loader *loader)
{
	return &loader->err;
}

/* Returns whether the thread does not use the names: it waits, or makes view data. */
static bool is_at_rest(const struct loader *loader)
{
	int phase = atomic_load(&loader->phase);

	return phase == LOAD_IDLE || phase == LOAD_VIEW_DATA;
}

/* Returns the phase that @request leads to. A summary names the ways into the kernel. */
static enum load_phase phase_for(const struct loader *loader, const struct load_request *request)
{
	if (!is_like_last(loader, request))
		return LOAD_ZOOM;
	return request->kinds / VIEW_DATA_SUMMARY ? LOAD_SUMMARY : LOAD_VIEW_DATA;
}

void loader__request(struct loader *loader, const struct load_request *request)
{
	pthread_mutex_lock(&loader->lock);
	loader->request = *request;
	loader->has_request = true;
	defer_error__clear(&loader->refusal);
	if (is_at_rest(loader))
		atomic_store(&loader->phase, phase_for(loader, request));
	pthread_cond_signal(&loader->asked);
	pthread_mutex_unlock(&loader->lock);
}

bool loader__refused(struct loader *loader, struct defer_error *why)
{
	pthread_mutex_lock(&loader->lock);
	*why = loader->refusal;
	defer_error__clear(&loader->refusal);
	pthread_mutex_unlock(&loader->lock);
	return why->code != 0;
}

bool loader__has_news(struct loader *loader)
{
	bool has;

	pthread_mutex_lock(&loader->lock);
	has = loader->snapshot || loader->has_view_data;
	pthread_mutex_unlock(&loader->lock);
	return has;
}

struct snapshot *loader__take(struct loader *loader)
{
	struct snapshot *snapshot;

	pthread_mutex_lock(&loader->lock);
	snapshot = loader->snapshot;
	loader->snapshot = NULL;
	pthread_mutex_unlock(&loader->lock);
	return snapshot;
}

bool loader__has_view_data(struct loader *loader)
{
	bool has;

	pthread_mutex_lock(&loader->lock);
	has = loader->has_view_data;
	pthread_mutex_unlock(&loader->lock);
	return has;
}

void loader__take_view_data(struct loader *loader, struct snapshot *snapshot)
{
	pthread_mutex_lock(&loader->lock);
	if (loader->has_view_data)
		view_data__take(&snapshot->view_data, &loader->view_data);
	loader->has_view_data = false;
	pthread_mutex_unlock(&loader->lock);
}

const struct pipeline *loader__pipeline(const struct loader *loader)
{
	return &loader->pipeline;
}

struct resolve *loader__resolve(const struct loader *loader)
{
	return is_at_rest(loader) ? loader->names : NULL;
}
