// SPDX-License-Identifier: GPL-2.0-only
#include "util/header/env.h"
#include "util/header/tracing-data.h"
#include "util/session/sample-reader.h"
#include "util/source/source.h"

/* A read of so many bytes has most records; another one has the longest. */
#define FIRST_READ   4096
#define LONGEST_READ (1U << 20)

static bool any_tracepoint(const struct session *session)
{
	for (uint32_t i = 0; i < defer_evlist__nr(session->evlist); i++) {
		if (defer_evlist__evsel(session->evlist, i)->attr.type == DEFER_TYPE_TRACEPOINT)
			return true;
	}
	return false;
}

int sample_reader__init(struct sample_reader *reader, struct session *session,
			struct defer_error *err)
{
	int ret;

	*reader = (struct sample_reader){.session = session};
	chunk__init(&reader->bytes);
	walker__init(&reader->walker, session);
	if (!any_tracepoint(session))
		return 0;
	ret = tracing_data__new(&reader->tracing, &session->env->tracing_data, source__pread,
				session->source, &session->damage, err);
	return ret || !reader->tracing ? ret : source__make_seekable(session->source, err);
}

void sample_reader__exit(struct sample_reader *reader)
{
	if (!reader->session)
		return;
	walker__exit(&reader->walker);
	chunk__exit(&reader->bytes);
	tracing_data__delete(reader->tracing);
	*reader = (struct sample_reader){0};
}

/* Reads the record at @order, if @size bytes have it. Returns 1, 0, or a negative code. */
static int read_record(struct sample_reader *reader, uint64_t order, size_t size)
{
	struct source *source = reader->session->source;
	struct defer_record rec;
	int64_t got;

	if (chunk__reserve(&reader->bytes, size, NULL))
		return DEFER_ERR_NOMEM;
	got = source__read_at(source, order, reader->bytes.data, size, NULL);
	if (got < 0)
		return got;
	reader->bytes.size = got;
	reader->bytes.offset = DEFER_NO_OFFSET;
	reader->bytes.order = order;
	reader->bytes.inflated = true;
	reader->bytes.swap = source__header(source)->swap;
	if (chunk__record(&reader->bytes, 0, &rec, NULL))
		return 0;
	return walker__read(&reader->walker, &rec, &reader->sample, NULL);
}

const char *sample_reader__trace(struct sample_reader *reader, uint64_t order)
{
	int ret;

	if (!reader->tracing)
		return NULL;
	ret = read_record(reader, order, FIRST_READ);
	if (!ret)
		ret = read_record(reader, order, LONGEST_READ);
	if (ret <= 0 || reader->sample.evsel->attr.type != DEFER_TYPE_TRACEPOINT)
		return NULL;
	return tracing_data__text(reader->tracing, reader->sample.evsel->attr.config,
				  &reader->sample.sample->raw, reader->sample.sample->cpu);
}
