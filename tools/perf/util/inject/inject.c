// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include "util/base/error.h"
#include "util/base/progress.h"
#include "util/base/stages.h"
#include "util/base/workers.h"
#include "util/inject/class-count.h"
#include "util/inject/inject.h"
#include "util/inject/marks.h"
#include "util/inject/parts.h"
#include "util/inject/record-uses.h"
#include "util/inject/splice.h"
#include "util/inject/stack-dump.h"
#include "util/inject/trace-form.h"
#include "util/session/walker.h"
#include "util/source/source.h"

struct inject {
	struct session *session;
	const struct inject_opts *opts;
	struct trace_out out;
	struct trace_form form;
	struct marks marks; /* with opts->marks_dir */
	/* stack dumps become callchains; those beside callchains have repaired them, and go out too */
	bool converts;
	bool looks_first;	      /* the samples are walked before they are written */
	struct record_uses merged;    /* records merged into samples; with looks_first */
	struct record_uses too_large; /* records that no sample had room for; with looks_first */
	struct parts parts;
	struct inject_worker *workers;
};

struct inject_worker {
	struct inject *inject;
	struct walker walker;
	struct part *part; /* being made */
	struct inject_stats stats;
	struct class_count count; /* of samples that were not walked before */
	struct callchain_buf buf; /* the user half of a sample that had marks of our own */
};

/* ---- which records are used ---- */

/* Returns true if some sample might not have room for its user half. */
static bool may_be_too_large(const struct inject *inject)
{
	const struct session_stats *stats = &inject->session->stats;
	const uint64_t gained = inject->session->repairs ? UNWIND_MAX_FRAMES * sizeof(uint64_t) : 0;
	const uint64_t largest = (uint64_t)stats->largest_sample + stats->largest_deferred + gained;

	return !splice__fits(largest, inject->opts->extended);
}

/*
 * Returns true if what is written depends on all samples: then they are walked twice. Else one walk
 * is enough.
 */
static bool must_look_first(const struct inject *inject)
{
	const struct inject_opts *opts = inject->opts;

	return opts->keep_cookies || opts->marks_dir || may_be_too_large(inject);
}

static bool is_merged(enum defer_class cls)
{
	return cls == DEFER_MERGED || cls == DEFER_MERGED_BACK;
}

/* Leaves out what other programs do not know. Only what was made of a dump has it. */
static int worker__drop_marks(struct inject_worker *w, struct stitched *sample,
			      struct defer_error *err)
{
	return w->inject->converts ? half__drop_own_marks(&sample->user, &w->buf, err) : 0;
}

static int note_sample(void *ctx, unsigned int worker, const struct stitched *sample,
		       struct defer_error *err)
{
	struct inject *inject = ctx;
	struct inject_stats *stats = &inject->workers[worker].stats;
	struct stitched written;
	struct splice splice;
	int ret = 0;

	if (inject->converts) {
		written = *sample;
		ret = worker__drop_marks(&inject->workers[worker], &written, err);
		sample = &written;
	}
	if (ret)
		return ret;
	stats->classes[sample->cls]++;
	splice__init(&splice, sample, inject->converts);
	if (inject->opts->marks_dir)
		ret = marks__see(&inject->marks, sample,
				 sample->cookie || splice__converts(&splice) ||
					 repair__is_made(sample->repair),
				 inject->session->machine, err);
	if (ret)
		return ret;
	if (!is_merged(sample->cls))
		return 0;
	if (splice__fits(splice__size(&splice), inject->opts->extended)) {
		record_uses__mark(&inject->merged, sample->record);
	} else {
		stats->too_large++;
		record_uses__mark(&inject->too_large, sample->record);
	}
	return 0;
}

static int inject__find_uses(struct inject *inject, struct defer_error *err)
{
	int ret = record_uses__init(&inject->merged, inject->session->stitch, err);

	if (!ret)
		ret = record_uses__init(&inject->too_large, inject->session->stitch, err);
	if (!ret)
		ret = session__walk(inject->session, note_sample, inject, err);
	/* Other merged records are dropped, whoever took them. */
	if (!ret && inject->opts->keep_cookies)
		ret = record_uses__seal(&inject->merged, err);
	if (!ret)
		ret = record_uses__seal(&inject->too_large, err);
	return ret;
}

/* ---- one record ---- */

static void worker__copy(struct inject_worker *w, const struct defer_record *rec)
{
	byte_buf__add(&w->part->bytes, rec->data, rec->size);
}

/* Tells the maps that only the user half needs, which was unwound later than the sample was taken. */
static void worker__add_maps(struct inject_worker *w, const struct stitched *sample)
{
	struct byte_buf *bytes = &w->part->bytes;
	const size_t at = bytes->size;
	const uint32_t nr_elsewhere = splice__add_maps(bytes, sample, w->inject->session->machine);

	w->stats.maps_early += bytes->size > at;
	w->stats.elsewhere += nr_elsewhere > 0;
}

/* Adds the named frame of a user half that is missing or incomplete, if there is room for it. */
static void worker__mark(struct inject_worker *w, struct splice *splice)
{
	/* The class of an unmerged sample is final only in the first pass. */
	const struct inject *inject = w->inject;
	const struct stitched *sample = splice->sample;

	if (!inject->marks.nr || (is_merged(sample->cls) && !sample->repair))
		return;
	splice->mark = marks__ip(&inject->marks, sample, inject->session->machine, &w->part->bytes);
	if (!splice__fits(splice__size(splice), inject->opts->extended))
		splice->mark = 0;
	w->stats.marked += splice->mark > 0;
}

/* Counts what becomes of the sample's dump, and cuts a user half that is too large. */
static void worker__convert(struct inject_worker *w, struct splice *splice)
{
	const struct stitched *sample = splice->sample;

	w->stats.cut += splice__cut(splice, w->inject->opts->extended);
	w->stats.dumps[sample->cls] += splice__converts(splice);
	w->stats.repaired += sample->repair && repair_outcome__is_changed(sample->repair->outcome);
}

static void worker__splice(struct inject_worker *w, struct splice *splice)
{
	const struct stitched *sample = splice->sample;

	if (w->inject->converts)
		worker__convert(w, splice);
	worker__mark(w, splice);
	if (is_merged(sample->cls) && sample->user_maps_id != sample->task.maps_id)
		worker__add_maps(w, sample);
	splice__add(&w->part->bytes, splice);
}

/*
 * An ambiguous sample has a record that other records and samples spoke against. They have merged,
 * so in the new trace nothing would speak against it. The record of one in sigreturn is wrong for it,
 * which a reader without the kernel's symbols cannot tell.
 */
static bool keeps_cookie(const struct splice *splice, const struct inject *inject)
{
	const struct inject_opts *opts = inject->opts;
	const struct stitched *sample = splice->sample;

	if (is_merged(sample->cls))
		return inject->looks_first && !splice__fits(splice__size(splice), opts->extended);
	return opts->keep_cookies && sample->cookie && sample->cls != DEFER_AMBIGUOUS &&
	       sample->cls != DEFER_SIGRETURN;
}

/* Counts the samples that the last stitched one stands for. */
static int worker__count(struct inject_worker *w, struct stitched *sample, struct defer_error *err)
{
	uint32_t nr = 0;

	if (w->inject->looks_first)
		return 0;
	while (walker__next(&w->walker, sample))
		nr++;
	return class_count__add(&w->count, w->inject->session->stitch, sample, nr, err);
}

static int worker__stitch(struct inject_worker *w, const struct defer_record *rec,
			  struct stitched *sample, struct defer_error *err)
{
	if (w->inject->converts)
		return walker__stitch(&w->walker, rec, w->count.signs, sample, err);
	return walker__stitch_user(&w->walker, rec, w->count.signs, sample, err);
}

static int worker__sample(struct inject_worker *w, const struct defer_record *rec,
			  struct defer_error *err)
{
	struct stitched sample;
	struct splice splice;
	int ret = worker__stitch(w, rec, &sample, err);

	if (ret > 0 && worker__drop_marks(w, &sample, err))
		return err->code;
	if (ret < 0)
		return ret;
	/* By an attr without dumps, a broken sample might look whole. */
	if (!ret && w->inject->converts)
		return 0;
	if (!ret) {
		worker__copy(w, rec);
		return 0;
	}
	splice__init(&splice, &sample, w->inject->converts);
	if (keeps_cookie(&splice, w->inject))
		splice__keep_chain(&splice);
	if (splice__changes(&splice))
		worker__splice(w, &splice);
	else
		worker__copy(w, rec);
	return worker__count(w, &sample, err);
}

static bool stays(const struct inject *inject, uint64_t ref)
{
	return record_uses__has(&inject->too_large, ref) ||
	       (inject->opts->keep_cookies && !record_uses__has(&inject->merged, ref));
}

static int worker__record(struct inject_worker *w, const struct defer_record *rec,
			  struct defer_error *err)
{
	switch (rec->type) {
	case DEFER_RECORD_SAMPLE:
		return worker__sample(w, rec, err);
	case DEFER_RECORD_CALLCHAIN_DEFERRED:
		w->stats.records++;
		if (!stays(w->inject, rec->order))
			return 0;
		w->stats.kept++;
		worker__copy(w, rec);
		return 0;
	case DEFER_RECORD_FINISHED_ROUND:
		/*
		 * It promises that all records before it are older than all after the next one,
		 * which holds within one file only.
		 */
		if (!source__is_directory(w->inject->session->source))
			worker__copy(w, rec);
		return 0;
	default:
		trace_form__add_record(&w->inject->form, &w->part->bytes, rec);
		return 0;
	}
}

/* Makes the part that stands for the walker's chunk. */
static int worker__chunk(struct inject_worker *w, struct defer_error *err)
{
	const struct chunk *chunk = &w->walker.chunk;
	struct part *part = w->part;
	struct defer_record rec;
	size_t pos;
	int ret = 0;

	byte_buf__clear(&part->bytes);
	part->bytes.swap = chunk->swap;
	part->idx = chunk->idx;
	part->tail.size = 0;
	for (pos = 0; pos < chunk->size && !ret; pos += rec.size) {
		ret = chunk__record(chunk, pos, &rec, err);
		/*
		 * Only a file that shrank between the passes is truncated here. The source has
		 * reported it.
		 */
		if (ret == DEFER_ERR_TRUNCATED) {
			defer_error__clear(err);
			return 0;
		}
		if (!ret)
			ret = worker__record(w, &rec, err);
	}
	/* A chunk ends with a record that has a tail. */
	if (!ret && chunk->size && !chunk->inflated)
		part->tail =
			(struct defer_section){rec.offset + rec.size, defer_record__tail(&rec)};
	return ret ? ret : byte_buf__check(&part->bytes, "a part of the trace", err);
}

/* ---- all records ---- */

static int inject__write_part(void *ctx, const struct part *part, struct defer_error *err)
{
	struct inject *inject = ctx;
	const struct inject_opts *opts = inject->opts;
	int ret;

	if (opts->end.is_asked && opts->end.is_asked(opts->end.ctx))
		return defer_error__set(err, DEFER_ERR_IO, "interrupted");
	ret = trace_out__add(&inject->out, &part->bytes, err);
	if (!ret)
		ret = trace_out__add_tail(&inject->out, inject->session->source, part->tail, err);
	return ret;
}

static int inject__work(void *ctx, unsigned int worker, struct defer_error *err)
{
	struct inject *inject = ctx;
	struct inject_worker *w = &inject->workers[worker];
	struct chunk *chunk = &w->walker.chunk;
	int ret = 0;

	while (!ret && (w->part = parts__take(&inject->parts))) {
		ret = source__next(inject->session->source, chunk, err);
		if (ret <= 0)
			break;
		ret = worker__chunk(w, err);
		if (ret)
			parts__end_before(&inject->parts, chunk->idx);
		else
			ret = parts__put(&inject->parts, w->part, err);
		if (!ret)
			progress__add(inject->session->progress, chunk->size, NULL);
	}
	if (!ret && w->part)
		parts__give_back(&inject->parts, w->part);
	if (ret)
		parts__end(&inject->parts);
	return ret;
}

/* ---- the whole trace ---- */

static int inject__write(struct inject *inject, struct defer_error *err)
{
	struct session *session = inject->session;
	bool keep_deferred = inject->opts->keep_cookies || inject->too_large.nr_refs;
	int ret;

	ret = trace_form__init(&inject->form, session, &inject->out, keep_deferred, err);
	inject->form.has_marks = inject->marks.nr;
	inject->form.convert = inject->converts;
	if (!ret)
		ret = trace_form__begin(&inject->form, err);
	if (ret)
		return ret;
	source__rewind(session->source);
	ret = workers__run(session->nr_workers, inject__work, inject, err);
	if (!ret)
		ret = trace_form__end(&inject->form, err);
	return ret;
}

/* ---- the whole ---- */

static int inject__init(struct inject *inject, struct session *session,
			const struct inject_opts *opts, struct defer_error *err)
{
	int ret = 0;

	*inject = (struct inject){
		.session = session,
		.opts = opts,
		.converts = opts->convert || session->repairs,
		.out.sink.fd = -1,
		.marks.lock = PTHREAD_MUTEX_INITIALIZER,
	};
	inject->workers = calloc(session->nr_workers, sizeof(*inject->workers));
	if (!inject->workers)
		return error__no_memory(err, "to rewrite the trace");
	for (unsigned int i = 0; i < session->nr_workers; i++) {
		inject->workers[i].inject = inject;
		walker__init(&inject->workers[i].walker, session);
	}
	ret = parts__init(&inject->parts, session->nr_workers, inject__write_part, inject, err);
	inject->looks_first = must_look_first(inject);
	for (unsigned int i = 0; i < session->nr_workers && !inject->looks_first && !ret; i++)
		ret = class_count__init(&inject->workers[i].count, session->stitch, err);
	return ret;
}

static void inject__exit(struct inject *inject)
{
	for (unsigned int i = 0; inject->workers && i < inject->session->nr_workers; i++) {
		walker__exit(&inject->workers[i].walker);
		class_count__exit(&inject->workers[i].count);
		callchain_buf__exit(&inject->workers[i].buf);
	}
	free(inject->workers);
	record_uses__exit(&inject->merged);
	record_uses__exit(&inject->too_large);
	marks__exit(&inject->marks);
	trace_out__exit(&inject->out);
	parts__exit(&inject->parts);
}

/* Adds up the classes of samples that were not walked before. */
static int inject__count(struct inject *inject, struct inject_stats *stats, struct defer_error *err)
{
	const struct defer_stitch *stitch = inject->session->stitch;
	struct class_count *all = &inject->workers[0].count;
	int ret = 0;

	if (inject->looks_first)
		return 0;
	for (unsigned int i = 1; i < inject->session->nr_workers && !ret; i++)
		ret = class_count__merge(all, &inject->workers[i].count, err);
	if (ret)
		return ret;
	class_count__finish(all, stitch);
	for (int cls = 0; cls < DEFER_NR_CLASSES; cls++)
		stats->classes[cls] += all->classes[cls];
	return 0;
}

static int inject__sum(struct inject *inject, struct inject_stats *stats, struct defer_error *err)
{
	int ret;

	*stats = (struct inject_stats){0};
	for (unsigned int i = 0; i < inject->session->nr_workers; i++) {
		const struct inject_stats *from = &inject->workers[i].stats;

		for (int cls = 0; cls < DEFER_NR_CLASSES; cls++) {
			stats->classes[cls] += from->classes[cls];
			stats->dumps[cls] += from->dumps[cls];
		}
		stats->too_large += from->too_large;
		stats->records += from->records;
		stats->kept += from->kept;
		stats->marked += from->marked;
		stats->cut += from->cut;
		stats->repaired += from->repaired;
		stats->maps_early += from->maps_early;
		stats->elsewhere += from->elsewhere;
	}
	ret = inject__count(inject, stats, err);
	for (int cls = 0; cls < DEFER_NR_CLASSES; cls++)
		stats->samples += stats->classes[cls];
	return ret;
}

uint64_t inject_stats__dumps(const struct inject_stats *stats)
{
	uint64_t nr = 0;

	for (int cls = 0; cls < DEFER_NR_CLASSES; cls++)
		nr += stats->dumps[cls];
	return nr;
}

static bool has_dumps(const struct session *session)
{
	for (uint32_t i = 0; i < defer_evlist__nr(session->evlist); i++) {
		const struct defer_attr *attr = &defer_evlist__evsel(session->evlist, i)->attr;

		if (stack_dump__is_in(attr->sample_type, attr->branch_sample_type))
			return true;
	}
	return false;
}

/* Stack dumps that were not unwound may not get lost. */
static int check_converted(const struct inject_stats *stats, struct defer_error *err)
{
	const uint64_t nr = inject_stats__dumps(stats);

	if (!nr || nr > stats->dumps[DEFER_NOT_UNWOUND])
		return 0;
	return defer_error__set(
		err, DEFER_ERR_UNSUPPORTED,
		"no stack dump could be unwound, since their registers are missing or "
		"those of an unknown machine");
}

int inject__run(struct session *session, const struct inject_opts *opts, struct inject_stats *stats,
		struct defer_error *err)
{
	struct inject inject;
	enum stage was;
	int ret;

	if (opts->convert && !has_dumps(session))
		return defer_error__set(err, DEFER_ERR_INVAL,
					"no event has callchains and stack dumps to convert");
	ret = inject__init(&inject, session, opts, err);
	if (!ret && inject.looks_first)
		ret = inject__find_uses(&inject, err);
	if (!ret && inject.marks.nr)
		ret = marks__seal(&inject.marks, opts->marks_dir, err);
	if (!ret)
		ret = trace_out__open(&inject.out, opts->path, &opts->end, opts->compress_level,
				      session->source, err);
	was = stages__enter(session->stages, STAGE_VIEW);
	if (!ret)
		ret = inject__write(&inject, err);
	stages__leave(session->stages, was);
	if (!ret)
		ret = inject__sum(&inject, stats, err);
	if (!ret)
		ret = check_converted(stats, err);
	if (!ret)
		ret = trace_out__commit(&inject.out, err);
	inject__exit(&inject);
	return ret;
}
