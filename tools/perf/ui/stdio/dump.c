// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>

#include <perf/defer-event.h>
#include <perf/defer-evlist.h>
#include <perf/defer-stitch.h>

#include "ui/stdio/dump.h"
#include "ui/stdio/plain.h"
#include "util/session/order.h"
#include "util/source/source.h"

/* State that all records of a trace share. */
struct dump {
	struct session *session;
	FILE *out;
	uint64_t sample_type; /* the bits of all events, ORed */
	uint64_t order;	      /* of the sample that was printed last */
};

static void dump_name(const struct defer_record *rec, FILE *out)
{
	fprintf(out, "%#" PRIx64 " [%#x]: PERF_RECORD_%s", rec->offset, rec->size,
		defer_record__name(rec->type));
	if (rec->ext)
		fprintf(out, " (extended, %#x)", rec->ext);
}

/* Prints CPU and time, if any event of the trace has them, and the name. */
static void dump_where(const struct dump *dump, const struct defer_record *rec, int32_t cpu,
		       uint64_t time)
{
	if (dump->sample_type & DEFER_SAMPLE_CPU)
		fprintf(dump->out, "%d ", cpu);
	if (dump->sample_type & DEFER_SAMPLE_TIME)
		fprintf(dump->out, "%" PRIu64 " ", time);
	dump_name(rec, dump->out);
}

/* ---- records that perf cannot read ---- */

static void dump_chain(const struct defer_chain *chain, FILE *out)
{
	fprintf(out, "... FP chain: nr:%" PRIu64 "\n", chain->nr);
	for (uint64_t i = 0; i < chain->nr; i++) {
		const uint64_t ip = defer_chain__ip(chain, i);

		fprintf(out, "..... %2" PRIu64 ": %016" PRIx64 "%s\n", i, ip,
			ip == DEFER_CONTEXT_USER ? " (PERF_CONTEXT_USER)" : "");
	}
}

static void dump_deferred(const struct dump *dump, const struct defer_record *rec)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct defer_event ev;

	if (defer_event__decode(&ev, rec, dump->session->evlist, &err) < 0) {
		dump_name(rec, dump->out);
		fputs(": ", dump->out);
		plain__puts(err.text, dump->out);
		putc('\n', dump->out);
		return;
	}
	dump_where(dump, rec, ev.id.cpu, ev.id.time);
	fprintf(dump->out, "(IP, %#x): %d/%d: %#" PRIx64 "\n", ev.misc, ev.id.pid, ev.id.tid,
		ev.deferred.cookie);
	dump_chain(&ev.deferred.chain, dump->out);
}

static int dump_chunk(const struct dump *dump, const struct chunk *chunk, struct defer_error *err)
{
	struct defer_record rec;

	for (size_t pos = 0; pos < chunk->size; pos += rec.size) {
		int ret = chunk__record(chunk, pos, &rec, err);

		if (ret)
			return ret;
		if (rec.type == DEFER_RECORD_CALLCHAIN_DEFERRED) {
			dump_deferred(dump, &rec);
		} else if (rec.ext) {
			dump_name(&rec, dump->out);
			putc('\n', dump->out);
		}
	}
	return 0;
}

static int dump_records(const struct dump *dump, struct defer_error *err)
{
	struct source *source = dump->session->source;
	struct chunk chunk;
	int ret;

	source__rewind(source);
	chunk__init(&chunk);
	while ((ret = source__next(source, &chunk, err)) > 0) {
		ret = dump_chunk(dump, &chunk, err);
		if (ret)
			break;
	}
	source__rewind(source);
	chunk__exit(&chunk);
	return ret;
}

/* ---- verdicts ---- */

static int dump_verdict(void *ctx, unsigned int worker, const struct stitched *sample,
			struct defer_error *err)
{
	struct defer_record rec = *sample->rec;
	struct dump *dump = ctx;

	(void)worker;
	(void)err;
	/* A sample that reads several counters comes for each of them. */
	if (!sample->cookie || rec.order == dump->order)
		return 0;
	dump->order = rec.order;
	/* A record that is read in the order of time knows its place in the stream alone. */
	rec.offset = source__offset_of(dump->session->source, rec.order);
	dump_where(dump, &rec, sample->sample->cpu, sample->sample->time);
	fprintf(dump->out, "(IP, %#x): %d/%d: %#" PRIx64 ": %s", rec.misc, sample->sample->pid,
		sample->sample->tid, sample->cookie, defer_class__name(sample->cls));
	if (sample->record)
		fprintf(dump->out, ", record of %" PRIu64, sample->record->time);
	putc('\n', dump->out);
	return 0;
}

int session__dump(struct session *session, FILE *out, struct defer_error *err)
{
	struct dump dump = {.session = session, .out = out, .order = UINT64_MAX};
	int ret;

	for (uint32_t i = 0; i < defer_evlist__nr(session->evlist); i++)
		dump.sample_type |= defer_evlist__evsel(session->evlist, i)->layout.sample_type;
	ret = dump_records(&dump, err);
	return ret ? ret : session__walk_ordered(session, dump_verdict, &dump, err);
}
