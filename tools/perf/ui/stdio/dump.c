// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>

#include "ui/stdio/dump-priv.h"
#include "ui/stdio/dump.h"
#include "ui/stdio/event.h"
#include "ui/stdio/plain.h"
#include "ui/stdio/stats.h"
#include "util/source/source.h"

#define HEX_COLUMNS 16

/* State that all records of a trace share. */
struct dump {
	struct session *session;
	FILE *out;
	uint64_t sample_type; /* the bits of all events, ORed */
	bool id_all;	      /* records other than samples have a sample_id */
};

static char visible_char(uint8_t byte)
{
	return byte >= ' ' && byte <= '~' ? (char)byte : '.';
}

static void dump_bytes(const struct defer_record *rec, FILE *out)
{
	fprintf(out, ".\n. ... raw event: size %u bytes\n", rec->size);
	for (uint32_t at = 0; at < rec->size; at += HEX_COLUMNS) {
		uint32_t nr = rec->size - at < HEX_COLUMNS ? rec->size - at : HEX_COLUMNS;

		fprintf(out, ".  %04x: ", at);
		for (uint32_t i = 0; i < HEX_COLUMNS; i++) {
			if (i < nr)
				fprintf(out, " %02x", rec->data[at + i]);
			else
				fputs("   ", out);
		}
		fputs("  ", out);
		for (uint32_t i = 0; i < HEX_COLUMNS; i++)
			putc(i < nr ? visible_char(rec->data[at + i]) : ' ', out);
		putc('\n', out);
	}
	putc('\n', out);
}

static void dump_name(const struct defer_record *rec, FILE *out)
{
	fprintf(out, "%#" PRIx64 " [%#x]: PERF_RECORD_%s", rec->offset, rec->size,
		defer_record__name(rec->type));
	if (rec->ext)
		fprintf(out, " (extended, %#x)", rec->ext);
}

/* Prints CPU and time, if any event of the trace has them. */
static void dump_where(const struct dump *dump, const struct defer_record *rec, int32_t cpu,
		       uint64_t time)
{
	if (rec->type != DEFER_RECORD_SAMPLE && !dump->id_all) {
		fputs("-1 -1 ", dump->out);
	} else {
		if (dump->sample_type & DEFER_SAMPLE_CPU)
			fprintf(dump->out, "%d ", cpu);
		if (dump->sample_type & DEFER_SAMPLE_TIME)
			fprintf(dump->out, "%" PRIu64 " ", time);
	}
	dump_name(rec, dump->out);
}

static void dump_broken(const struct defer_record *rec, const struct defer_error *err, FILE *out)
{
	dump_name(rec, out);
	fprintf(out, ": %s\n", err->text);
}

/* Prints a record that struct defer_event has a member for. */
static void dump_event(const struct defer_event *ev, FILE *out)
{
	switch (ev->type) {
	case DEFER_RECORD_LOST:
		fprintf(out, ": id:%" PRIu64 ": lost:%" PRIu64 "\n", ev->lost.id, ev->lost.lost);
		break;
	case DEFER_RECORD_LOST_SAMPLES:
		fprintf(out, ": id:%" PRIu64 ": lost samples :%" PRIu64 "%s\n", ev->id.id,
			ev->lost.lost, ev->misc & DEFER_MISC_LOST_SAMPLES_BPF ? " (BPF)" : "");
		break;
	case DEFER_RECORD_CALLCHAIN_DEFERRED:
		event__fprintf(ev, out);
		dump_chain(&ev->deferred.chain, out);
		break;
	default:
		event__fprintf(ev, out);
	}
}

/* Prints the fields of a record between its header and its sample_id. */
static void dump_fields(const struct dump *dump, const struct defer_record *rec,
			const struct defer_evsel *evsel)
{
	uint32_t size = rec->size - DEFER_RECORD_HEADER_SIZE;
	struct defer_cursor cur;
	bool known;

	if (evsel && rec->type < DEFER_RECORD_USER_START && evsel->layout.id_all_size <= size)
		size -= evsel->layout.id_all_size;
	defer_cursor__init(&cur, rec->data + DEFER_RECORD_HEADER_SIZE, size, rec->offset,
			   rec->swap);
	if (rec->type >= DEFER_RECORD_USER_START)
		known = dump_perf_fields(rec->type, &cur, dump->out);
	else
		known = evsel && dump_kernel_fields(rec->type, evsel, &cur, dump->out);
	if (!known)
		putc('\n', dump->out);
	if (cur.failed)
		fputs("... its fields do not fit in the record\n", dump->out);
}

static void dump_other(const struct dump *dump, const struct defer_record *rec)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct defer_event ev;
	int ret;

	if (rec->type >= DEFER_RECORD_USER_START) {
		dump_where(dump, rec, 0, 0);
		dump_fields(dump, rec, NULL);
		return;
	}
	ret = defer_event__decode(&ev, rec, dump->session->evlist, &err);
	if (ret < 0) {
		dump_broken(rec, &err, dump->out);
		return;
	}
	dump_where(dump, rec, ev.id.cpu, ev.id.time);
	if (ret)
		dump_event(&ev, dump->out);
	else
		dump_fields(dump, rec,
			    defer_evlist__record_evsel(dump->session->evlist, rec, NULL));
}

static void dump_sample_record(const struct dump *dump, const struct defer_record *rec)
{
	struct defer_error err = DEFER_ERROR_INIT;
	const struct defer_evsel *evsel =
		defer_evlist__record_evsel(dump->session->evlist, rec, &err);
	struct defer_sample sample;

	if (!evsel || defer_sample__decode(&sample, rec, &evsel->layout, &err)) {
		dump_broken(rec, &err, dump->out);
		return;
	}
	dump_where(dump, rec, sample.cpu, sample.time);
	dump_sample(dump->session, &sample, rec, evsel, dump->out);
}

static void dump_record(const struct dump *dump, const struct defer_record *rec)
{
	fprintf(dump->out, "\n%#" PRIx64 "@", rec->offset);
	plain__puts(source__path(dump->session->source), dump->out);
	fprintf(dump->out, " [%#x]: event: %u\n", rec->size, rec->type);
	dump_bytes(rec, dump->out);
	if (rec->type == DEFER_RECORD_SAMPLE)
		dump_sample_record(dump, rec);
	else
		dump_other(dump, rec);
}

static int dump_chunk(const struct dump *dump, const struct chunk *chunk, struct defer_error *err)
{
	struct defer_record rec;

	for (size_t pos = 0; pos < chunk->size; pos += rec.size) {
		int ret = chunk__record(chunk, pos, &rec, err);

		if (ret)
			return ret;
		dump_record(dump, &rec);
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

int session__dump(struct session *session, FILE *out, struct defer_error *err)
{
	const struct defer_evlist *evlist = session->evlist;
	uint32_t nr = defer_evlist__nr(evlist);
	struct dump dump = {.session = session, .out = out};
	int ret;

	for (uint32_t i = 0; i < nr; i++)
		dump.sample_type |= defer_evlist__evsel(evlist, i)->layout.sample_type;
	dump.id_all = nr && defer_evlist__evsel(evlist, 0)->layout.sample_id_all;
	ret = dump_records(&dump, err);
	return ret ? ret : session__print_stats(session, out, err);
}
