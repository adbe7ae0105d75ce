// SPDX-License-Identifier: GPL-2.0-only
/* Opens an output: the file, its header, and what a pipe has before its first record. */
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "util/base/clock.h"
#include "util/base/error.h"
#include "util/base/id-list.h"
#include "util/output/deflate.h"
#include "util/output/output-priv.h"
#include "util/synth/synth.h"

#define RECORD_SIZE_MAX 65536

static struct output *output__new(const struct output_opts *opts, struct defer_error *err)
{
	struct output *output = calloc(1, sizeof(*output));

	if (output) {
		output->opts = *opts;
		output->sink.fd = -1;
		output->first_time = UINT64_MAX;
		output_dsos__init(&output->dsos);
		output->scratch = malloc(RECORD_SIZE_MAX);
	}
	if (output && output->scratch)
		return output;
	output__delete(output);
	error__no_memory(err, "for the output");
	return NULL;
}

/* Reads the wall clock and the events' clock at one moment. */
static void output__read_clocks(struct output *output)
{
	struct timespec tod, ref;

	if (output->opts.clockid < 0 || clock_gettime(CLOCK_REALTIME, &tod) ||
	    clock_gettime(output->opts.clockid, &ref))
		return;
	output->tod_ns = clock__ns(&tod);
	output->clockid_ns = clock__ns(&ref);
}

static int output__compose_pipe(struct output *output, struct byte_buf *bytes,
				struct defer_error *err)
{
	int ret;

	header_writer__pipe(bytes);
	ret = header_writer__attr_records(bytes, output->opts.events, output->opts.nr_events, err);
	output__feature_records(output, bytes);
	return ret;
}

static int output__compose_file(struct output *output, struct byte_buf *bytes,
				struct defer_error *err)
{
	const struct output_opts *opts = &output->opts;
	int ret;

	byte_buf__zeros(bytes, HEADER_WRITER_SIZE); /* placeholder for the header */
	ret = header_writer__attrs(bytes, opts->events, opts->nr_events, err);
	if (ret)
		return ret;
	output__write_early(output, bytes);
	output->state.data_offset = bytes->size;
	if (!output->nr_early)
		return 0;
	/*
	 * Begin with one record: a data size of 0 would make readers go on to the end of the file,
	 * into the table.
	 */
	byte_buf__header(bytes, DEFER_RECORD_HEADER_EVENT_TYPE, 0, EARLY_TABLE_SIZE);
	byte_buf__zeros(bytes, EARLY_TABLE_SIZE - DEFER_RECORD_HEADER_SIZE);
	output->state.data_size = EARLY_TABLE_SIZE;
	output__early_table(output, bytes);
	return 0;
}

/* Writes everything before the first record of a buffer. */
static int output__write_start(struct output *output, struct defer_error *err)
{
	struct byte_buf bytes = {0};
	struct iovec piece;
	int ret;

	if (output->sink.is_stream)
		ret = output__compose_pipe(output, &bytes, err);
	else
		ret = output__compose_file(output, &bytes, err);
	if (!ret)
		ret = byte_buf__check(&bytes, "the header", err);
	piece = (struct iovec){bytes.data, bytes.size};
	if (!ret)
		ret = output_sink__append(&output->sink, &piece, 1, err);
	output->safe_end = output->next_safe_end = output->sink.size;
	if (!ret && !output->sink.is_stream)
		ret = output__write_header(output, err);
	byte_buf__exit(&bytes);
	return ret;
}

static int output__start(struct output *output, struct defer_error *err)
{
	const struct output_opts *opts = &output->opts;
	struct output_place place;
	char *tmp;
	int ret;

	ret = output_place__open(&place, &tmp, opts, err);
	if (ret)
		return ret;
	output_sink__init(&output->sink, place.fd, place.is_stream, opts->path, &opts->end);
	output__read_clocks(output);
	if (opts->compress_level)
		ret = deflate__new(&output->deflate, opts->compress_level, DEFER_RECORD_COMPRESSED2,
				   err);
	if (!ret)
		ret = output__write_start(output, err);
	if (!ret && tmp)
		ret = output_place__commit(tmp, opts, err);
	if (ret && tmp)
		unlink(tmp);
	free(tmp);
	return ret;
}

static int write_record(void *ctx, const void *rec, size_t size, struct defer_error *err)
{
	return output__write_record(ctx, rec, size, err);
}

static int event__write_cpus(const struct output_event *event, const struct synth_opts *synth,
			     struct defer_error *err)
{
	struct id_list list;
	uint32_t nr = 0, i;
	int32_t *cpus, cpu;
	int ret;

	ret = id_list__parse(&list, event->cpus, "CPUs of a PMU", err);
	if (ret)
		return ret;
	for (i = 0; i < list.nr; i++)
		nr += list.ranges[i].last - list.ranges[i].first + 1;
	cpus = calloc(nr + 1, sizeof(*cpus));
	if (!cpus)
		ret = error__no_memory(err, "for a list of CPUs");
	for (i = nr = 0; !ret && i < list.nr; i++) {
		for (cpu = list.ranges[i].first; cpu <= list.ranges[i].last; cpu++)
			cpus[nr++] = cpu;
	}
	if (!ret)
		ret = synth__event_cpus(synth, event->ids[0], cpus, nr, err);
	free(cpus);
	id_list__exit(&list);
	return ret;
}

/*
 * Writes EVENT_UPDATE for what attrs do not hold: the CPUs of an event's PMU and, in a pipe, which
 * has no EVENT_DESC, its name.
 */
static int output__write_updates(struct output *output, struct defer_error *err)
{
	const struct synth_opts synth = {.fn = write_record, .ctx = output};
	int ret = 0;

	for (uint32_t i = 0; i < output->opts.nr_events && !ret; i++) {
		const struct output_event *event = &output->opts.events[i];

		if (!event->nr_ids)
			continue;
		if (event->cpus)
			ret = event__write_cpus(event, &synth, err);
		if (!ret && output->sink.is_stream)
			ret = synth__event_name(&synth, event->ids[0], event->name, err);
	}
	return ret;
}

int output__open(struct output **output, const struct output_opts *opts, struct defer_error *err)
{
	struct output *new = output__new(opts, err);
	int ret = new ? output__start(new, err) : DEFER_ERR_NOMEM;

	if (!ret)
		ret = output__write_updates(new, err);
	if (ret)
		output__delete(new);
	else
		*output = new;
	return ret;
}
