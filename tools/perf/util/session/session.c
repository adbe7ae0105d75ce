// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <perf/defer-stitch.h>

#include "util/base/error.h"
#include "util/base/intern-part.h"
#include "util/base/progress.h"
#include "util/base/stages.h"
#include "util/header/env.h"
#include "util/header/tracing-data.h"
#include "util/machine/offcpu.h"
#include "util/machine/parallelism.h"
#include "util/session/reads.h"
#include "util/session/repairs.h"
#include "util/session/sequels.h"
#include "util/session/session.h"
#include "util/source/source.h"
#include "util/unwind/unwind.h"
#include "util/source/spill.h"

/*
 * The upper limit of one decompressed record, bytes. No recorder's buffer was ever larger: a file
 * that claims more is not believed.
 */
#define MAX_INFLATE (1ULL << 28)
/*
 * The factor from a compressed trace's size to the size that its budget follows. Recorders reach
 * about 10:1, but part of the records is dropped once it is read.
 */
#define COMPRESSED_RATIO 4
/* The size in bytes of the deferred records that stay in memory: 2.3 millions of them. */
#define KEPT_IN_MEMORY (64U << 20)

/* Returns perf's own default: standard input if it is a pipe, else perf.data. */
static const char *session__default_path(void)
{
	struct stat st;

	if (!fstat(STDIN_FILENO, &st) && S_ISFIFO(st.st_mode))
		return "-";
	return "perf.data";
}

static unsigned int session__default_workers(void)
{
	long nr = sysconf(_SC_NPROCESSORS_ONLN);

	return nr < 1 ? 1 : nr > 64 ? 64 : nr;
}

static int session__add_header_record(struct session *session, const struct defer_record *rec,
				      struct defer_error *err)
{
	int ret = 0;

	if (rec->type == DEFER_RECORD_HEADER_ATTR)
		ret = defer_header__read_attr_record(rec, session->evlist, err);
	else if (rec->type >= DEFER_RECORD_USER_START)
		ret = env__add_record(session->env, rec, session->evlist, &session->damage);
	if (ret == DEFER_ERR_NOMEM)
		return defer_error__set_at(err, ret, rec->offset,
					   "not enough memory for the header");
	damage__add(&session->damage, err);
	return 0;
}

/* Reads the attrs and features of a stream, which are records there, before all other records. */
static int session__read_stream_header(struct session *session, struct defer_error *err)
{
	struct defer_record rec;
	struct chunk chunk;
	size_t pos;
	int ret;

	chunk__init(&chunk);
	while ((ret = source__next(session->source, &chunk, err)) > 0) {
		for (pos = 0; pos < chunk.size && ret >= 0; pos += rec.size) {
			ret = chunk__record(&chunk, pos, &rec, err);
			if (!ret)
				ret = session__add_header_record(session, &rec, err);
		}
		if (ret >= 0)
			ret = progress__add(session->progress, chunk.size, err);
		if (ret < 0)
			break;
	}
	chunk__exit(&chunk);
	source__rewind(session->source);
	return ret;
}

/*
 * Returns true if the file has a table of features. It stands after the data; a recording that was
 * cut short has none.
 */
static bool session__has_features(const struct session *session)
{
	const struct defer_section *data = &source__header(session->source)->data;

	return data->size && data->offset + data->size > data->offset &&
	       data->offset + data->size <= source__size(session->source);
}

static bool session__lacks_tracepoint(const struct session *session)
{
	for (uint32_t i = 0; i < defer_evlist__nr(session->evlist); i++) {
		const struct defer_evsel *evsel = defer_evlist__evsel(session->evlist, i);

		if (evsel->attr.type == DEFER_TYPE_TRACEPOINT && !strchr(evsel->name, ':'))
			return true;
	}
	return false;
}

/* Returns the event whose samples show where tasks leave their CPUs, or NULL. */
static const struct defer_evsel *session__switch_event(const struct session *session)
{
	for (uint32_t i = 0; i < defer_evlist__nr(session->evlist); i++) {
		const struct defer_evsel *evsel = defer_evlist__evsel(session->evlist, i);

		if (offcpu__leaves_cpu(evsel) && evsel->attr.type == DEFER_TYPE_TRACEPOINT)
			return evsel;
	}
	return NULL;
}

static void session__find_state(struct session *session, const struct tracing_data *tracing)
{
	const struct defer_evsel *evsel = session__switch_event(session);
	struct tracing_field field;

	if (!evsel || !tracing_data__find_field(tracing, evsel->attr.config, "prev_state", &field))
		return;
	session->left_in = field.offset;
	session->left_in_size = field.size;
}

/*
 * A recording that was cut short may lack event names, but its formats still name the tracepoints.
 */
int session__name_events(struct session *session, struct defer_error *err)
{
	struct tracing_data *tracing;
	int ret = env__name_events(session->env, session->evlist, err);

	if (ret || !session->env->tracing_data.size ||
	    (!session__lacks_tracepoint(session) &&
	     (!session->wants_switches || !session__switch_event(session))))
		return ret;
	ret = tracing_data__new(&tracing, &session->env->tracing_data, source__pread,
				session->source, &session->damage, err);
	if (!ret && tracing)
		ret = tracing_data__name_events(tracing, session->evlist, err);
	if (!ret && tracing)
		session__find_state(session, tracing);
	tracing_data__delete(tracing);
	return ret;
}

static int session__read_header(struct session *session, struct defer_error *err)
{
	const struct defer_header *hdr = source__header(session->source);
	uint64_t limit;
	int ret;

	if (hdr->pipe) {
		ret = session__read_stream_header(session, err);
	} else {
		ret = defer_header__read_attrs(hdr, source__pread, session->source, session->evlist,
					       err);
		if (ret >= 0 && session__has_features(session))
			ret = env__read_features(session->env, hdr, source__pread, session->source,
						 session->evlist, &session->damage, err);
	}
	if (ret < 0)
		return ret;
	if (!defer_evlist__nr(session->evlist))
		return defer_error__set(err, DEFER_ERR_UNSUPPORTED,
					"%s: the file describes no events",
					source__path(session->source));
	limit = env__inflate_limit(session->env);
	if (limit)
		source__set_inflate_limit(session->source,
					  limit < MAX_INFLATE ? limit : MAX_INFLATE);
	return session__name_events(session, err);
}

static int session__alloc(struct session *session, const struct session_opts *opts,
			  struct defer_error *err)
{
	unsigned int i;

	session->progress = opts->progress;
	session->stages = opts->stages;
	session->nr_sequels = opts->nr_sequels;
	session->wants_switches = opts->switches;
	session->nr_workers = opts->nr_workers ? opts->nr_workers : session__default_workers();
	session->parts = calloc(session->nr_workers, sizeof(*session->parts));
	session->evlist = defer_evlist__new();
	session->chains = intern__new();
	session->env = env__new();
	session->sequels = calloc(opts->nr_sequels + 1UL, sizeof(*session->sequels));
	if (!session->parts || !session->sequels || !session->evlist || !session->chains ||
	    !session->env)
		return error__no_memory(err, "for a session");
	for (i = 0; i < session->nr_workers; i++)
		intern_part__init(&session->parts[i]);
	return 0;
}

uint64_t session__size(const struct session *session)
{
	return source__size(session->source) *
	       (env__inflate_limit(session->env) ? COMPRESSED_RATIO : 1);
}

/* Chooses where the arrays are that grow with the records. */
static int session__set_memory(struct session *session, const struct session_opts *opts,
			       struct defer_error *err)
{
	bool bounded = opts->spills && source__is_spooled(session->source);

	session->spill = spill__new(bounded ? 0 : KEPT_IN_MEMORY, !bounded);
	return session->spill ? 0 : error__no_memory(err, "for a session");
}

int session__open(struct session **sessionp, const struct session_opts *opts,
		  struct defer_error *err)
{
	struct session *session = calloc(1, sizeof(*session));
	const char *path = opts->path ? opts->path : session__default_path();
	const struct source_opts source = {
		.progress = opts->progress,
		.owned_only = opts->owned_only,
		.chunk_size = opts->chunk_size,
		.sequels = opts->sequels,
		.nr_sequels = opts->nr_sequels,
	};
	const enum stage was = stages__enter(opts->stages, STAGE_OPEN);
	int ret;

	if (!session)
		return error__no_memory(err, "for the session");
	damage__init(&session->damage);
	budget__init(&session->budget);
	ret = session__alloc(session, opts, err);
	if (!ret)
		ret = source__open(&session->source, path, &session->damage, &source, err);
	if (!ret)
		ret = session__read_header(session, err);
	if (!ret)
		ret = session__read_sequels(session, err);
	if (!ret)
		ret = session__set_memory(session, opts, err);
	if (ret) {
		session__close(session);
		return ret;
	}
	if (!source__header(session->source)->pipe)
		source__set_limit(session->source, opts->limit);
	session->no_time = !defer_evlist__has_time(session->evlist);
	session->wants_parallelism = opts->parallelism;
	session->counts_only = opts->counts_only;
	session->symbols = opts->symbols;
	/* What becomes of a stack that is repaired is known only once it is. */
	if (session->symbols && !session->symbols->no_repair && repairs__any(session->evlist))
		session->counts_only = false;
	session->wants_jitdumps = opts->symbols && opts->jitdumps;
	if (opts->bounded)
		budget__limit(&session->budget, session__size(session));
	if (opts->stages)
		opts->stages->nr_workers = session->nr_workers;
	stages__leave(opts->stages, was);
	*sessionp = session;
	return 0;
}

int session__next(struct session *session, struct chunk *chunk, struct defer_error *err)
{
	const uint64_t began = stages__start_reading(session->stages);
	int ret = source__next(session->source, chunk, err);

	stages__add_reading(session->stages, began);
	if (ret > 0)
		spill__note_read(session->spill, chunk->size);
	return ret;
}

void session__drop_stitch(struct session *session)
{
	defer_stitch__delete(session->stitch);
	spill__delete(session->spill);
	session->stitch = NULL;
	session->spill = NULL;
}

void session__close(struct session *session)
{
	unsigned int i;

	if (!session)
		return;
	session__drop_stitch(session);
	unwinder__delete(session->unwinder);
	free(session->jitdumps);
	repairs__delete(session->repairs);
	machine__delete(session->machine);
	offcpu__delete(session->offcpu);
	parallelism__delete(session->parallelism);
	reads__delete(session->reads);
	intern__delete(session->chains);
	for (i = 0; session->parts && i < session->nr_workers; i++)
		intern_part__exit(&session->parts[i]);
	free(session->parts);
	session__drop_sequels(session);
	env__delete(session->env);
	defer_evlist__delete(session->evlist);
	source__close(session->source);
	damage__exit(&session->damage);
	free(session);
}
