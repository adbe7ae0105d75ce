// SPDX-License-Identifier: GPL-2.0-only
#include <ctype.h>
#include <inttypes.h>

#include "ui/stdio/dump.h"
#include "ui/stdio/event.h"
#include "ui/stdio/plain.h"
#include "util/source/source.h"

#define HEX_COLUMNS 16

static const char *mark_name(uint64_t ip)
{
	switch (ip) {
	case DEFER_CONTEXT_HV:
		return "PERF_CONTEXT_HV";
	case DEFER_CONTEXT_KERNEL:
		return "PERF_CONTEXT_KERNEL";
	case DEFER_CONTEXT_USER:
		return "PERF_CONTEXT_USER";
	case DEFER_CONTEXT_USER_DEFERRED:
		return "PERF_CONTEXT_USER_DEFERRED";
	case DEFER_CONTEXT_GUEST:
		return "PERF_CONTEXT_GUEST";
	case DEFER_CONTEXT_GUEST_KERNEL:
		return "PERF_CONTEXT_GUEST_KERNEL";
	case DEFER_CONTEXT_GUEST_USER:
		return "PERF_CONTEXT_GUEST_USER";
	default:
		return ip >= DEFER_CONTEXT_MAX ? "a mark that is not known" : NULL;
	}
}

static void dump_chain(const struct defer_chain *chain, uint64_t cookie, FILE *out)
{
	for (uint64_t i = 0; i < chain->nr; i++) {
		uint64_t ip = defer_chain__ip(chain, i);
		const char *mark = mark_name(ip);

		fprintf(out, "..... %2" PRIu64 ": %016" PRIx64, i, ip);
		if (mark)
			fprintf(out, " (%s)", mark);
		if (cookie && i + 1 == chain->nr)
			fputs(" (cookie)", out);
		putc('\n', out);
	}
}

static void dump_bytes(const struct defer_record *rec, FILE *out)
{
	fprintf(out, ". ... raw event: size %u bytes\n", rec->size);
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
		for (uint32_t i = 0; i < nr; i++)
			putc(isprint(rec->data[at + i]) ? rec->data[at + i] : '.', out);
		putc('\n', out);
	}
}

static void dump_sample(const struct defer_sample *sample, const struct defer_record *rec,
			FILE *out)
{
	uint64_t cookie = sample->has_chain ? defer_chain__cookie(&sample->chain) : 0;

	fprintf(out, "(IP, %#x): %d/%d: %#" PRIx64 " period: %" PRIu64 " addr: %#" PRIx64 "\n",
		rec->misc, sample->pid, sample->tid, sample->ip, sample->period, sample->addr);
	if (sample->has_chain) {
		fprintf(out, "... FP chain: nr:%" PRIu64 "\n", sample->chain.nr);
		dump_chain(&sample->chain, cookie, out);
	}
	if (sample->raw.size)
		fprintf(out, "... raw: %" PRIu64 " bytes\n", sample->raw.size);
	if (sample->branch.nr)
		fprintf(out, "... branch stack: nr:%" PRIu64 "\n", sample->branch.nr);
	if (sample->user_regs.mask)
		fprintf(out, "... user regs: mask %#" PRIx64 " ABI %" PRIu64 "\n",
			sample->user_regs.mask, sample->user_regs.abi);
	if (sample->intr_regs.mask)
		fprintf(out, "... intr regs: mask %#" PRIx64 " ABI %" PRIu64 "\n",
			sample->intr_regs.mask, sample->intr_regs.abi);
	if (sample->user_stack.bytes.size)
		fprintf(out, "... ustack: size %" PRIu64 " of %" PRIu64 "\n",
			sample->user_stack.dyn_size, sample->user_stack.bytes.size);
	if (sample->weight)
		fprintf(out, "... weight: %" PRIu64 "\n", sample->weight);
}

/* The fields of a record that struct defer_event has a member for. */
static void dump_event(const struct defer_event *ev, FILE *out)
{
	/* perf's own form where it dumps. */
	if (ev->type == DEFER_RECORD_LOST || ev->type == DEFER_RECORD_LOST_SAMPLES)
		putc(':', out);
	event__fprintf(ev, out);
	if (ev->type != DEFER_RECORD_CALLCHAIN_DEFERRED)
		return;
	fprintf(out, "... FP chain: nr:%" PRIu64 "\n", ev->deferred.chain.nr);
	dump_chain(&ev->deferred.chain, 0, out);
}

static void dump_where(const struct defer_record *rec, int32_t cpu, uint64_t time, FILE *out)
{
	if (cpu >= 0)
		fprintf(out, "%d ", cpu);
	fprintf(out, "%" PRIu64 " %#" PRIx64 " [%#x]: PERF_RECORD_%s", time, rec->offset, rec->size,
		defer_record__name(rec->type));
	if (rec->ext)
		fprintf(out, " (extended, %#x)", rec->ext);
}

static void dump_broken(const struct defer_record *rec, const struct defer_error *err, FILE *out)
{
	dump_where(rec, -1, 0, out);
	fprintf(out, ": %s\n", err->text);
}

static void dump_record(const struct session *session, const struct defer_record *rec, FILE *out)
{
	struct defer_error err = DEFER_ERROR_INIT;
	const struct defer_evsel *evsel;
	struct defer_sample sample;
	struct defer_event ev;
	int ret;

	if (rec->type != DEFER_RECORD_SAMPLE) {
		ret = defer_event__decode(&ev, rec, session->evlist, &err);
		if (ret < 0) {
			dump_broken(rec, &err, out);
			return;
		}
		dump_where(rec, ret ? ev.id.cpu : -1, ret && ev.id.has_time ? ev.id.time : 0, out);
		if (rec->type >= 128 || !ret)
			ev.type = 0;
		dump_event(&ev, out);
		return;
	}

	evsel = defer_evlist__record_evsel(session->evlist, rec, &err);
	if (!evsel || defer_sample__decode(&sample, rec, &evsel->layout, &err)) {
		dump_broken(rec, &err, out);
		return;
	}
	dump_where(rec, sample.cpu, sample.has_time ? sample.time : 0, out);
	dump_sample(&sample, rec, out);
}

static int dump_chunk(const struct session *session, const struct chunk *chunk, bool hex, FILE *out,
		      struct defer_error *err)
{
	struct defer_record rec;

	for (size_t pos = 0; pos < chunk->size; pos += rec.size) {
		int ret = chunk__record(chunk, pos, &rec, err);

		if (ret)
			return ret;
		dump_record(session, &rec, out);
		if (hex)
			dump_bytes(&rec, out);
		putc('\n', out);
	}
	return 0;
}

int session__dump(struct session *session, bool hex, FILE *out, struct defer_error *err)
{
	struct chunk chunk;
	int ret;

	source__rewind(session->source);
	chunk__init(&chunk);
	while ((ret = source__next(session->source, &chunk, err)) > 0) {
		ret = dump_chunk(session, &chunk, hex, out, err);
		if (ret)
			break;
	}
	chunk__exit(&chunk);
	return ret;
}
