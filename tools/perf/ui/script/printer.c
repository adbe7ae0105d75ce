// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include "ui/script/printer.h"
#include "util/base/array.h"
#include "util/base/error.h"
#include "util/base/progress.h"
#include "util/base/turn.h"
#include "util/base/workers.h"
#include "util/session/order-slices.h"

/* A worker writes when it has so much text, bytes, even if its slice has more. */
#define PIECE_MAX (8U << 20)

struct printer {
	const struct printer_opts *opts;
	struct out *out;
	struct order_slices *slices;
	struct turn turn;
	struct printer_worker *workers;
	unsigned int nr_workers;
};

struct printer_worker {
	struct printer *printer;
	struct order_slice slice;
	struct text_writer *writer;
	size_t next_event; /* index of the next event to print */
	bool is_turn;	   /* it is the turn of the slice */
};

/* ---- text of a slice ---- */

static bool event__is_before(const struct script_event *event, uint64_t time, uint64_t order)
{
	return event->time < time || (event->time == time && event->order <= order);
}

/* Prints the events before (@time, @order). */
static void worker__print_events(struct printer_worker *w, uint64_t time, uint64_t order)
{
	const struct script_events *events = w->printer->opts->events;

	for (; w->next_event < events->nr; w->next_event++) {
		const struct script_event *event = &events->events[w->next_event];

		if (!event__is_before(event, time, order))
			break;
		text__print_event(w->printer->opts->text, event, events->text + event->text,
				  &w->writer->out);
	}
}

/* Returns the index of the first event that belongs to @slice. */
static size_t first_event(const struct script_events *events, const struct order_slice *slice)
{
	if (!slice->idx)
		return 0;
	return LOWER_BOUND(
		i, events->nr,
		event__is_before(&events->events[i], slice->after.time, slice->after.order));
}

/* Writes the text so far, once it is the turn of the slice. */
static int worker__write(struct printer_worker *w, struct defer_error *err)
{
	struct printer *printer = w->printer;
	struct out *text = &w->writer->out;

	if (text->error)
		return error__no_memory(err, "for the output");
	if (!w->is_turn && !turn__wait(&printer->turn, w->slice.idx))
		return DEFER_ERR_IO; /* the other worker's error is reported */
	w->is_turn = true;
	out__take(printer->out, text);
	return printer->out->error ? DEFER_ERR_IO : 0;
}

static int worker__print_slice(struct printer_worker *w, struct defer_error *err)
{
	struct text *text = w->printer->opts->text;
	struct stitched *sample;
	uint32_t place;
	int ret;

	w->next_event = first_event(w->printer->opts->events, &w->slice);
	while ((ret = order_slice__next(&w->slice, &sample, &place, err)) > 0) {
		worker__print_events(w, sample->time, sample->rec->order);
		ret = text__print(text, w->writer, place, sample, err);
		if (!ret && w->writer->out.len >= PIECE_MAX)
			ret = worker__write(w, err);
		if (ret)
			return ret;
	}
	/* The last samples are gone if the file shrank, but the events before them are not. */
	if (!ret)
		worker__print_events(w, w->slice.last.time, w->slice.last.order);
	return ret ? ret : worker__write(w, err);
}

/* ---- all slices ---- */

/* Ends the turn of a slice that ended with @ret, and writes what it has before an error. */
static void worker__end_slice(struct printer_worker *w, int ret)
{
	struct printer *printer = w->printer;

	if (!w->is_turn)
		w->is_turn = turn__wait(&printer->turn, w->slice.idx);
	if (!w->is_turn)
		return;
	out__take(printer->out, &w->writer->out);
	turn__end(&printer->turn, ret);
}

static int printer__work(void *ctx, unsigned int worker, struct defer_error *err)
{
	struct printer *printer = ctx;
	struct printer_worker *w = &printer->workers[worker];
	int ret;

	while ((ret = order_slices__take(printer->slices, &w->slice, err)) > 0) {
		w->is_turn = false;
		ret = worker__print_slice(w, err);
		worker__end_slice(w, ret);
		if (!w->is_turn)
			return 0; /* another worker's error is reported */
		if (ret)
			return ret;
		progress__add(printer->opts->progress, w->slice.nr, NULL);
	}
	if (ret)
		turn__end(&printer->turn, true);
	return ret;
}

/* Prints the events after the last sample. */
static int printer__end(struct printer *printer, struct defer_error *err)
{
	struct printer_worker *w = &printer->workers[0];

	order_slices__end(printer->slices, &w->slice);
	w->is_turn = true;
	w->next_event = first_event(printer->opts->events, &w->slice);
	worker__print_events(w, UINT64_MAX, UINT64_MAX);
	return worker__write(w, err);
}

static int printer__init(struct printer *printer, const struct printer_opts *opts, struct out *out,
			 struct defer_error *err)
{
	struct session *session = opts->samples->session;
	int ret;

	*printer = (struct printer){.opts = opts, .out = out, .nr_workers = session->nr_workers};
	turn__init(&printer->turn);
	printer->workers = calloc(session->nr_workers, sizeof(*printer->workers));
	if (!printer->workers)
		return error__no_memory(err, "to print samples");
	for (unsigned int i = 0; i < session->nr_workers; i++) {
		struct printer_worker *w = &printer->workers[i];

		w->printer = printer;
		w->writer = &opts->text->writers[i];
		order_slice__init(&w->slice, session);
	}
	ret = order_slices__new(&printer->slices, session, opts->samples->lists, err);
	if (!ret && text__needs_records(opts->text))
		order_slices__find_records(printer->slices);
	return ret;
}

static void printer__exit(struct printer *printer)
{
	for (unsigned int i = 0; printer->workers && i < printer->nr_workers; i++)
		order_slice__exit(&printer->workers[i].slice);
	free(printer->workers);
	order_slices__delete(printer->slices);
	turn__exit(&printer->turn);
}

int printer__run(const struct printer_opts *opts, struct out *out, struct defer_error *err)
{
	struct printer printer;
	int ret = printer__init(&printer, opts, out, err);

	if (!ret)
		ret = workers__run(text__is_serial(opts->text) ? 1 : printer.nr_workers,
				   printer__work, &printer, err);
	if (!ret)
		ret = printer__end(&printer, err);
	printer__exit(&printer);
	return ret;
}
