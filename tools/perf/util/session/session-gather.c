// SPDX-License-Identifier: GPL-2.0-only
/* Pass 1: everything that is not a sample. */
#include <stdlib.h>

#include <perf/defer-event.h>

#include "util/base/array.h"
#include "util/base/error.h"
#include "util/base/intern-part.h"
#include "util/base/progress.h"
#include "util/base/stages.h"
#include "util/base/workers.h"
#include "util/dso/sigreturn.h"
#include "util/header/env.h"
#include "util/header/feature.h"
#include "util/machine/jitdumps.h"
#include "util/machine/offcpu.h"
#include "util/machine/parallelism.h"
#include "util/session/losses.h"
#include "util/session/reads.h"
#include "util/session/repairs.h"
#include "util/session/sequels.h"
#include "util/session/session.h"
#include "util/source/source.h"
#include "util/unwind/unwind.h"
#include "util/source/spill.h"

/* One worker's share of the pass. */
struct gather {
	struct session *session;
	struct intern_part *part;
	struct machine_log *log;
	struct defer_feed *feed;
	struct offcpu_log switches;
	bool off_cpu; /* log switches for off-CPU time */
	struct parallel_log parallel;
	bool parallelism; /* log switches for parallelism */
	struct reads_log reads;
	bool decodes; /* samples must be decoded: see must_decode() */
	struct session_stats stats;
	struct chunk chunk;
	struct callchain_buf buf;
	struct file_span *spans; /* by file; NULL: there is one */
	bool read_meta;		 /* read perf's own records: a file's header did not cover them */
	pthread_mutex_t *meta_lock;
};

static uint32_t larger(uint32_t a, uint32_t b)
{
	return a > b ? a : b;
}

/*
 * Returns true if a file of a recording that was cut repeats a record of @time from the file before, as
 * util/record/recent-chains does: it is older than the file's first sample, of which the header tells.
 */
static bool gather__is_repeated(const struct gather *g, uint64_t time)
{
	const struct session *session = g->session;

	/* The files of a directory are no sequels. */
	return session->nr_sequels && g->chunk.file &&
	       time < session->sequels[g->chunk.file - 1]->first_time;
}

static int gather__deferred(struct gather *g, const struct defer_event *ev,
			    const struct defer_record *rec, struct defer_error *err)
{
	struct defer_feed_user user;
	struct half half;
	int ret;

	g->stats.largest_deferred = larger(g->stats.largest_deferred, rec->size);
	ret = callchain__user(&ev->deferred.chain, &g->buf, &half, err);
	if (!ret)
		ret = half__intern(&half, g->session->chains, g->part, err);
	if (ret)
		return ret;
	user = (struct defer_feed_user){
		.data = half.entry,
		.nr = half.nr,
		.sum = half.entry ? intern_entry__hash(half.entry) : 0,
		.is_repeated = gather__is_repeated(g, ev->id.time),
	};
	ret = defer_feed__event(g->feed, ev, rec->order, &user);
	if (ret)
		return defer_error__set_at(err, ret, rec->offset,
					   "not enough memory for deferred records");
	return 0;
}

static int gather__switch(struct gather *g, const struct defer_event *ev, uint64_t order,
			  struct defer_error *err)
{
	int ret = g->off_cpu ? offcpu_log__add(&g->switches, ev, err) : 0;

	return ret || !g->parallelism ? ret : parallel_log__add(&g->parallel, ev, order, err);
}

static int gather__event(struct gather *g, struct defer_event *ev, const struct defer_record *rec,
			 struct defer_error *err)
{
	int ret;

	if (ev->type == DEFER_RECORD_CALLCHAIN_DEFERRED)
		return gather__deferred(g, ev, rec, err);
	ret = defer_feed__event(g->feed, ev, rec->order, NULL);
	if (ret)
		return defer_error__set_at(err, ret, rec->offset,
					   "not enough memory for tasks and losses");
	if (g->session->no_time)
		ev->id.time = rec->order;
	switch (ev->type) {
	case DEFER_RECORD_LOST:
		return 0;
	case DEFER_RECORD_LOST_SAMPLES:
		if (lost_samples__kind(ev, defer_evlist__record_evsel(g->session->evlist, rec,
								      NULL)) == LOST_SAMPLES)
			g->stats.lost_samples += ev->lost.lost;
		break;
	case DEFER_RECORD_THROTTLE:
		g->stats.throttled++;
		break;
	case DEFER_RECORD_MMAP2:
		g->stats.cut_maps += !!(ev->misc & DEFER_MISC_PROC_MAP_PARSE_TIMEOUT);
		break;
	case DEFER_RECORD_SWITCH:
	case DEFER_RECORD_SWITCH_CPU_WIDE:
		return gather__switch(g, ev, rec->order, err);
	case DEFER_RECORD_EXIT:
		ret = g->parallelism ? parallel_log__add(&g->parallel, ev, rec->order, err) : 0;
		if (ret)
			return ret;
		break;
	default:
		break;
	}
	return machine_log__add(g->log, ev, rec->order, err);
}

static void session_stats__see(struct session_stats *stats, uint64_t first, uint64_t last)
{
	if (first < stats->first_time)
		stats->first_time = first;
	if (last > stats->last_time)
		stats->last_time = last;
}

static void gather__count(struct gather *g, const struct defer_record *rec)
{
	const size_t nr = ARRAY_SIZE(g->stats.types);

	g->stats.bytes += rec->size;
	g->stats.types[rec->type < nr ? rec->type : 0]++;
}

/*
 * Feeds the sample to the stitcher, notes its time, and logs the counters that it reads. Stays
 * silent about broken samples: pass 2 reports them.
 */
static int gather__sample(struct gather *g, const struct defer_record *rec, struct defer_error *err)
{
	const struct defer_evsel *evsel = defer_evlist__record_evsel(g->session->evlist, rec, NULL);
	uint64_t time;
	int ret;

	g->stats.largest_sample = larger(g->stats.largest_sample, rec->size);
	if (!evsel)
		return 0;
	ret = defer_feed__sample(g->feed, evsel, rec, &time);
	if (ret)
		return defer_error__set_at(err, ret, rec->offset, "not enough memory for streams");
	session_stats__see(&g->stats, time, time);
	if (g->spans)
		file_span__see(&g->spans[g->chunk.file], time);
	if (!g->decodes)
		return 0;
	aux_area__add_sample(&g->stats.aux, evsel, rec);
	if (!evsel__reads(evsel))
		return 0;
	return reads_log__add(&g->reads, evsel, rec, g->session->no_time, err);
}

/* Handles the records that perf itself writes. */
static int gather__meta(struct gather *g, const struct defer_record *rec, struct defer_error *err)
{
	int ret;

	aux_area__add_record(&g->stats.aux, rec);
	if (!g->read_meta)
		return 0;
	pthread_mutex_lock(g->meta_lock);
	ret = env__add_record(g->session->env, rec, g->session->evlist, &g->session->damage);
	pthread_mutex_unlock(g->meta_lock);
	if (ret)
		return defer_error__set_at(err, ret, rec->offset,
					   "not enough memory for a record of perf's");
	return 0;
}

/*
 * Handles one record. A record with broken content costs only itself; a lack of memory ends the
 * pass.
 */
static int gather__record(struct gather *g, const struct defer_record *rec, struct defer_error *err)
{
	struct defer_event ev;
	int ret;

	gather__count(g, rec);
	if (rec->type == DEFER_RECORD_SAMPLE)
		return gather__sample(g, rec, err);
	if (rec->type == DEFER_RECORD_FINISHED_ROUND)
		defer_feed__round(g->feed, rec->order);
	if (rec->type >= DEFER_RECORD_USER_START)
		return gather__meta(g, rec, err);
	ret = defer_event__decode(&ev, rec, g->session->evlist, err);
	if (ret > 0)
		ret = gather__event(g, &ev, rec, err);
	if (ret < 0 && ret != DEFER_ERR_NOMEM) {
		damage__add(&g->session->damage, err);
		ret = 0;
	}
	return ret;
}

static int gather__run(void *ctx, unsigned int worker, struct defer_error *err)
{
	struct gather *g = (struct gather *)ctx + worker;
	struct defer_record rec;
	size_t pos;
	int ret;

	while ((ret = session__next(g->session, &g->chunk, err)) > 0) {
		if (defer_feed__begin(g->feed, g->chunk.order))
			return error__no_memory(err, "for streams");
		if (g->spans)
			file_span__begin(&g->spans[g->chunk.file], g->chunk.order);
		for (pos = 0; pos < g->chunk.size; pos += rec.size) {
			ret = chunk__record(&g->chunk, pos, &rec, err);
			if (!ret)
				ret = gather__record(g, &rec, err);
			if (ret)
				return ret;
		}
		ret = progress__add(g->session->progress, g->chunk.size, err);
		if (!ret)
			ret = budget__check(&g->session->budget, err);
		if (ret)
			return ret;
	}
	return ret;
}

/* Returns true if pass 1 needs more of the samples than their times. */
static bool must_decode(const struct defer_evlist *evlist)
{
	for (uint32_t i = 0; i < defer_evlist__nr(evlist); i++) {
		const struct defer_evsel *evsel = defer_evlist__evsel(evlist, i);

		if (evsel__reads(evsel) || evsel->attr.sample_type & DEFER_SAMPLE_AUX)
			return true;
	}
	return false;
}

static int gather__init(struct gather *g, struct session *session, unsigned int worker,
			pthread_mutex_t *meta_lock, struct defer_error *err)
{
	bool switches = defer_evlist__any_flag(session->evlist, DEFER_ATTR_CONTEXT_SWITCH);

	g->session = session;
	g->part = &session->parts[worker];
	g->log = machine_log__new();
	g->feed = defer_feed__new(session->evlist);
	g->off_cpu = !session->no_time &&
		     (offcpu__recorded(session->evlist) || (session->wants_switches && switches));
	g->parallelism = session->wants_parallelism && switches;
	g->decodes = must_decode(session->evlist);
	g->stats.first_time = UINT64_MAX;
	chunk__init(&g->chunk);
	callchain_buf__init(&g->buf);
	g->read_meta = !source__header(session->source)->pipe;
	g->meta_lock = meta_lock;
	if (session->nr_sequels && !session->no_time)
		g->spans = file_spans__new(session->nr_sequels + 1);
	if (!g->log || !g->feed || (session->nr_sequels && !session->no_time && !g->spans))
		return error__no_memory(err, "to gather");
	machine_log__bound(g->log, &session->budget);
	defer_feed__keep_in(g->feed, spill__memory(session->spill));
	return 0;
}

static void gather__exit(struct gather *g)
{
	machine_log__delete(g->log);
	defer_feed__delete(g->feed);
	offcpu_log__exit(&g->switches);
	parallel_log__exit(&g->parallel);
	reads_log__exit(&g->reads);
	chunk__exit(&g->chunk);
	free(g->spans);
	callchain_buf__exit(&g->buf);
}

static void session_stats__add(struct session_stats *stats, const struct session_stats *from)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(stats->types); i++) {
		stats->types[i] += from->types[i];
		if (!strcmp(defer_record__name(i), "UNKNOWN"))
			stats->unknown += from->types[i];
	}
	session_stats__see(stats, from->first_time, from->last_time);
	stats->bytes += from->bytes;
	stats->throttled += from->throttled;
	stats->lost_samples += from->lost_samples;
	stats->cut_maps += from->cut_maps;
	stats->largest_sample = larger(stats->largest_sample, from->largest_sample);
	stats->largest_deferred = larger(stats->largest_deferred, from->largest_deferred);
	aux_area__merge(&stats->aux, &from->aux);
}

/* Adds what another worker logged, whose logs are freed at once: they may be large. */
static int gather__merge(struct gather *g, struct gather *from, struct defer_error *err)
{
	int ret = offcpu_log__merge(&g->switches, &from->switches, err);

	offcpu_log__exit(&from->switches);
	if (!ret)
		ret = parallel_log__merge(&g->parallel, &from->parallel, err);
	parallel_log__exit(&from->parallel);
	if (!ret)
		ret = reads_log__merge(&g->reads, &from->reads, err);
	reads_log__exit(&from->reads);
	return ret;
}

/* Off-CPU times, parallelism and counters: what is known only from all workers' logs together. */
static int session__take_logs(struct session *session, struct gather *g, struct defer_error *err)
{
	int ret = 0;

	for (unsigned int i = 1; i < session->nr_workers && !ret; i++)
		ret = gather__merge(&g[0], &g[i], err);
	if (!ret && g->off_cpu)
		ret = offcpu__new(&session->offcpu, &g->switches, session->stats.last_time, err);
	if (!ret && g->parallelism)
		ret = parallelism__new(&session->parallelism, &g->parallel,
				       session->env->nr_cpus_avail, err);
	if (!ret && g->decodes)
		ret = reads__new(&session->reads, &g->reads, err);
	return ret;
}

static int index__run(void *ctx, unsigned int worker, struct defer_error *err)
{
	int ret = defer_feed__index(ctx);

	(void)worker;
	return ret ? error__no_memory(err, "to index deferred records") : 0;
}

/* The number of deferred records that is worth a thread. */
#define RECORDS_PER_WORKER 20000

/* Indexes the deferred records on several threads, if there are many. */
static int session__index(struct session *session, struct defer_feed *feed, struct defer_error *err)
{
	uint64_t nr = session->stats.types[DEFER_RECORD_CALLCHAIN_DEFERRED] / RECORDS_PER_WORKER;

	return workers__run(nr < session->nr_workers ? nr : session->nr_workers, index__run, feed,
			    err);
}

/*
 * Returns true if the recording went on in another file: the buffers were not read to their ends. perf
 * takes the options' names also if they are cut short, as far as they differ from --switch-events.
 */
static bool env__is_one_of_many(const struct env *env)
{
	for (uint32_t i = 0; i < env->cmdline.nr; i++)
		if (!strncmp(env->cmdline.strs[i], "--switch-o", strlen("--switch-o")))
			return true;
	return false;
}

/*
 * Returns true if the recording went on after the end of the trace. A recorder that was killed after
 * it had counted its records wrote rounds, but not the features.
 */
static bool session__is_unfinished(const struct session *session)
{
	const struct defer_header *header = source__header(session->source);

	return source__is_cut(session->source) || env__is_one_of_many(session->env) ||
	       (!header->pipe && session->stats.types[DEFER_RECORD_FINISHED_ROUND] &&
		!defer_header__has_feature(header, FEATURE_HOSTNAME));
}

static int session__take_stitch(struct session *session, struct gather *g, struct defer_error *err)
{
	struct defer_feed *feed = g[0].feed;
	unsigned int i;
	int ret = 0;

	for (i = 1; i < session->nr_workers && !ret; i++)
		ret = defer_feed__merge(feed, g[i].feed);
	if (session__is_unfinished(session))
		defer_feed__set_unfinished(feed);
	if (!ret)
		ret = session__index(session, feed, err);
	if (!ret)
		ret = defer_feed__seal(feed, &session->stitch);
	if (ret)
		return defer_error__set(err, ret, "not enough memory to index deferred records");
	defer_feed__stats(feed, &session->feed_stats);
	return 0;
}

/* Dates what each sequel lists at its beginning, and tells the feed where a file may be missing. */
static int session__join_files(struct session *session, struct gather *g, struct defer_error *err)
{
	struct file_span *spans = g[0].spans;
	struct machine_list *lists;
	size_t misplaced;
	int ret = 0;

	if (!spans)
		return 0;
	for (unsigned int i = 1; i < session->nr_workers; i++)
		file_spans__merge(spans, g[i].spans, session->nr_sequels + 1);
	misplaced = file_spans__misplaced(spans, session->nr_sequels + 1);
	if (misplaced)
		return defer_error__set(
			err, DEFER_ERR_INVAL,
			"%s has no later samples than the file before it: files of one "
			"recording are read in the order in which they were written",
			source__sequel(session->source, misplaced - 1).path);
	file_spans__fill(spans, session->nr_sequels + 1);
	lists = file_spans__lists(spans, session->nr_sequels + 1);
	if (!lists)
		return error__no_memory(err, "to join files");
	for (unsigned int i = 0; i < session->nr_workers; i++)
		machine_log__date(g[i].log, lists, session->nr_sequels);
	free(lists);
	for (unsigned int i = 0; i < session->nr_sequels && !ret; i++)
		if (file_spans__gap(&spans[i]))
			ret = defer_feed__gap(g[0].feed, spans[i].last, spans[i + 1].first);
	return ret ? error__no_memory(err, "to join files") : 0;
}

/* Sets the build ids of a header's table, for maps that do not carry their own. */
static void session__set_build_ids(struct session *session, const struct env *env)
{
	size_t i;

	for (i = 0; i < env->nr_build_ids; i++) {
		const struct env_build_id *build_id = &env->build_ids[i];

		machine__set_build_id(session->machine, build_id->filename, build_id->misc,
				      build_id->id, build_id->size);
	}
}

/* Adds the code of JITs to the last one of @logs. */
static int session__read_jitdumps(struct session *session, struct machine_log **logs,
				  struct defer_error *err)
{
	const struct jitdumps_opts opts = {
		.conf = session->symbols,
		.evlist = session->evlist,
		.env = session->env,
		.budget = &session->budget,
	};

	if (!session->wants_jitdumps)
		return 0;
	machine_log__bound(logs[session->nr_workers], &session->budget);
	session->jitdumps = calloc(1, sizeof(*session->jitdumps));
	if (!session->jitdumps)
		return error__no_memory(err, "for files of JITs");
	return jitdumps__read(session->jitdumps, logs[session->nr_workers], logs,
			      session->nr_workers, &opts, err);
}

static int session__take_machine(struct session *session, struct gather *g, struct defer_error *err)
{
	struct machine_log **logs = calloc(session->nr_workers + 1UL, sizeof(*logs));
	struct machine_log *code = machine_log__new();
	unsigned int i;
	int ret = 0;

	if (!logs || !code)
		ret = error__no_memory(err, "to gather");
	for (i = 0; i < session->nr_workers && logs; i++)
		logs[i] = g[i].log;
	if (!ret) {
		logs[i] = code;
		ret = session__read_jitdumps(session, logs, err);
	}
	if (!ret)
		ret = machine__new(&session->machine, logs, session->nr_workers + 1, err);
	machine_log__delete(code);
	free(logs);
	for (i = 0; i < session->nr_sequels && !ret; i++)
		session__set_build_ids(session, session->sequels[i]);
	if (!ret)
		session__set_build_ids(session, session->env);
	return ret;
}

/* What the workers found, while it is put together. */
struct taking {
	struct session *session;
	struct gather *g;
};

/* Worker 0 makes the stitcher, worker 1 the machine: neither needs the other. */
static int session__take(void *ctx, unsigned int worker, struct defer_error *err)
{
	struct taking *taking = ctx;

	return worker ? session__take_machine(taking->session, taking->g, err)
		      : session__take_stitch(taking->session, taking->g, err);
}

/* Makes both, at the same time if there are workers for it. */
static int session__take_both(struct session *session, struct gather *g, struct defer_error *err)
{
	struct taking taking = {.session = session, .g = g};
	int ret;

	if (session->nr_workers > 1)
		return workers__run(2, session__take, &taking, err);
	ret = session__take_stitch(session, g, err);
	return ret ? ret : session__take_machine(session, g, err);
}

/*
 * Finds the kernel's functions of sigreturn, and names them to the stitcher. Asks no server, which
 * names may do later.
 */
static int session__find_sigreturn(struct session *session, struct defer_error *err)
{
	struct symbol_conf conf;
	struct sigreturn sigreturn;
	struct kernel_syms ks;
	int ret;

	if (!session->symbols || !session->stats.types[DEFER_RECORD_CALLCHAIN_DEFERRED])
		return 0;
	conf = *session->symbols;
	conf.debuginfod = NULL;
	ret = machine__init_kernel_syms(session->machine, &conf, session->env->os_release, &ks,
					err);
	if (ret)
		return ret;
	if (sigreturn__find(&sigreturn, &ks))
		defer_stitch__set_sigreturn(session->stitch, sigreturn.funcs, sigreturn.nr);
	else
		session->misses_sigreturn = true;
	kernel_syms__exit(&ks);
	return 0;
}

static bool session__has_dumps(const struct session *session)
{
	for (uint32_t i = 0; i < defer_evlist__nr(session->evlist); i++) {
		if (defer_evlist__evsel(session->evlist, i)->layout.user_half == DEFER_USER_DUMP)
			return true;
	}
	return session->repairs;
}

static int session__make_unwinder(struct session *session, struct defer_error *err)
{
	if (!session->symbols || !session__has_dumps(session))
		return 0;
	return unwinder__new(&session->unwinder, session->machine, session->symbols,
			     session->env->arch, session->env->os_release, err);
}

uint32_t session__dump_size(const struct session *session)
{
	uint32_t size = UINT32_MAX;

	for (uint32_t i = 0; i < defer_evlist__nr(session->evlist); i++) {
		const struct defer_attr *attr = &defer_evlist__evsel(session->evlist, i)->attr;

		if (attr->sample_type & DEFER_SAMPLE_STACK_USER && attr->sample_stack_user < size)
			size = attr->sample_stack_user;
	}
	return size == UINT32_MAX ? 0 : size;
}

/* The first bytes of a sample, which its fixed fields are in. */
#define SAMPLE_HEAD 128

/* Leaves out all of a sample but what gather__sample() needs, if samples are long. */
static void session__leave_out_samples(struct session *session)
{
	if (session__dump_size(session) >= GAP_SIZE_MIN && !must_decode(session->evlist))
		source__leave_out(session->source, &(struct gap){.head = SAMPLE_HEAD});
}

int session__gather(struct session *session, struct defer_error *err)
{
	pthread_mutex_t meta_lock = PTHREAD_MUTEX_INITIALIZER;
	struct gather *g = calloc(session->nr_workers, sizeof(*g));
	const enum stage was = stages__enter(session->stages, STAGE_GATHER);
	unsigned int i;
	int ret = 0;

	if (!g)
		return error__no_memory(err, "to gather");
	progress__restart(session->progress);
	for (i = 0; i < session->nr_workers && !ret; i++)
		ret = gather__init(&g[i], session, i, &meta_lock, err);
	session__leave_out_samples(session);
	if (!ret)
		ret = workers__run(session->nr_workers, gather__run, g, err);
	stages__enter(session->stages, STAGE_SEAL);
	source__rewind(session->source);
	session->stats.first_time = UINT64_MAX;
	for (i = 0; i < session->nr_workers; i++)
		session_stats__add(&session->stats, &g[i].stats);
	if (!ret)
		ret = session__join_files(session, g, err);
	if (!ret)
		ret = session__take_both(session, g, err);
	if (!ret)
		ret = session__find_sigreturn(session, err);
	if (!ret)
		ret = repairs__new(&session->repairs, session, err);
	if (!ret)
		ret = session__make_unwinder(session, err);
	session->max_branches = env__max_branches(session->env);
	if (!ret)
		ret = session__take_logs(session, g, err);
	/* simpleperf writes tracepoint formats as a record even into files. */
	if (!ret && session->stats.types[DEFER_RECORD_HEADER_TRACING_DATA])
		ret = session__name_events(session, err);
	for (i = 0; i < session->nr_workers; i++)
		gather__exit(&g[i]);
	free(g);
	pthread_mutex_destroy(&meta_lock);
	if (session->stages) {
		session->stages->bytes = session->stats.bytes;
		session->stages->samples = session->stats.types[DEFER_RECORD_SAMPLE];
	}
	stages__leave(session->stages, was);
	return ret;
}
