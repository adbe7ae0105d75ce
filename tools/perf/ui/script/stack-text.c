// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include <perf/defer-evlist.h>

#include "ui/script/stack-text.h"
#include "ui/script/text.h"
#include "util/base/error.h"
#include "util/fold/fold.h"
#include "util/machine/half-walk.h"
#include "util/profile/func.h"

int stack_maker__init(struct stack_maker *maker, struct defer_error *err)
{
	int ret;

	*maker = (struct stack_maker){0};
	arena__init(&maker->arena);
	ret = line_maker__init(&maker->lines, err);
	return ret ? ret : out__init(&maker->scratch, -1, err);
}

void stack_maker__exit(struct stack_maker *maker)
{
	line_maker__exit(&maker->lines);
	arena__exit(&maker->arena);
	out__exit(&maker->scratch);
}

int stack_texts__init(struct stack_texts *texts, const struct fold *fold, struct defer_error *err)
{
	texts->fold = fold;
	atomic_init(&texts->bytes, 0);
	texts->places = calloc(fold__nr(fold) + 1ULL, sizeof(*texts->places));
	texts->frames = calloc(fold__nr(fold) + 1ULL, sizeof(*texts->frames));
	return texts->places && texts->frames ? 0 : error__no_memory(err, "to print stacks");
}

void stack_texts__exit(struct stack_texts *texts)
{
	free(texts->places);
	free(texts->frames);
}

void stack_text__print_comm(const struct text *text, const struct text_event *event,
			    uint32_t comm_id, struct out *out)
{
	if (event->fields & FIELD_COMM) {
		out__plain_right(out, machine__comm(text->session->machine, comm_id),
				 event->chain ? 0 : 16);
		out__char(out, ' ');
	}
}

static void print_event_name(const struct text *text, const struct text_event *event,
			     const struct stack *stack, struct out *out)
{
	const struct defer_evsel *evsel =
		defer_evlist__evsel(text->session->evlist, stack->evsel_idx);

	if (event->fields & FIELD_EVENT) {
		out__plain_right(out, evsel->name, text->name_width);
		out__str(out, ": ");
	}
}

/* One callchain while it is printed. */
struct chain_print {
	const struct text *text;
	const struct text_event *event;
	struct line_maker *lines;
	struct out *out;
	enum defer_class cls;
	uint32_t left; /* addresses that may still be printed */
};

static int print_frame(const struct chain_print *print, uint32_t id, enum evidence evidence,
		       struct defer_error *err)
{
	const struct line *line = lines__get(print->event->lines, print->lines,
					     print->text->resolve, id, evidence, err);

	if (!line)
		return err->code;
	out__write(print->out, line->text, line->len);
	return 0;
}

/* Says how often the frame before was there once more, and forgets it. */
static void print_folded(const struct chain_print *print, uint32_t *nr)
{
	char text[32];

	snprintf(text, sizeof(text), "[%" PRIu32 " more]", *nr);
	if (*nr)
		stand_in__print(text, print->event->fields, print->out);
	*nr = 0;
}

/* Returns how the next frame of @walk is known, if that is printed. */
static enum evidence next_evidence(const struct chain_print *print, const struct half_frames *half,
				   struct half_walk *walk)
{
	if (!(print->event->fields & FIELD_EVIDENCE) || half->kernel || !half_walk__next(walk))
		return EVIDENCE_NR;
	return half_walk__evidence(walk, print->cls);
}

static int print_half(struct chain_print *print, uint32_t half, struct defer_error *err)
{
	const struct half_table *halves = &print->text->halves;
	const struct half_frames *frames = &halves->halves[half];
	struct half_walk walk;
	uint32_t folded = 0;
	int ret = 0;

	if (half == NO_HALF)
		return 0;
	half_walk__init(&walk, half__of(frames->entry), frames->maps_id);
	for (uint32_t i = 0; i < frames->nr && print->left && !ret; i++, print->left--) {
		const uint32_t *id = &halves->pool[frames->first + i];
		const enum evidence evidence = next_evidence(print, frames, &walk);

		/* As in reports, a frame that calls itself is there twice. */
		if (print->text->opts.short_names && i > 1 && id[0] == id[-1] && id[0] == id[-2]) {
			folded++;
			continue;
		}
		print_folded(print, &folded);
		ret = print_frame(print, *id, evidence, err);
	}
	print_folded(print, &folded);
	return ret;
}

static uint64_t nr_frames(const struct chain_print *print, uint32_t half)
{
	return half == NO_HALF ? 0 : print->text->halves.halves[half].nr;
}

/* Prints what lies beyond the innermost @max frames, or would lie there if it were known. */
static void print_outside(const struct chain_print *print, const struct stack_frames *frames,
			  uint32_t max)
{
	const char *no_half = func__no_half_name(print->cls);
	bool is_cut = nr_frames(print, frames->kernel) + nr_frames(print, frames->user) > max;

	if (is_cut && print->text->opts.say_cut)
		stand_in__print(FUNC_CUT_NAME, print->event->fields, print->out);
	else if (!is_cut && no_half)
		stand_in__print(no_half, print->event->fields, print->out);
}

static int print_chain(struct chain_print *print, const struct stack_frames *frames,
		       struct defer_error *err)
{
	const uint32_t max = print->text->opts.max_stack ? print->text->opts.max_stack : UINT32_MAX;
	int ret;

	print->left = max;
	out__char(print->out, '\n');
	ret = print_half(print, frames->kernel, err);
	if (!ret)
		ret = print_half(print, frames->user, err);
	if (!ret)
		print_outside(print, frames, max);
	return ret;
}

/* Prints the place that was hit: on the same line, or as a callchain of one frame. */
static int print_hit(const struct chain_print *print, uint32_t id, struct defer_error *err)
{
	const struct frame *frame = resolve__frame(print->text->resolve, id);

	if (print->text->opts.always_frames) {
		out__char(print->out, '\n');
		return print_frame(print, id, frame__hit_evidence(frame), err);
	}
	out__char(print->out, ' ');
	frame__print_hit(frame, print->event->fields, print->out);
	return 0;
}

static int print_frames(const struct text *text, struct stack_maker *maker, uint32_t place,
			struct defer_error *err)
{
	const struct stack *stack = fold__stack(text->stacks.fold, place);
	const struct stack_frames *frames = &text->stacks.frames[place];
	struct chain_print print = {
		.text = text,
		.event = &text->events[stack->evsel_idx],
		.lines = &maker->lines,
		.out = &maker->scratch,
		.cls = stack->cls,
	};

	if (print.event->chain)
		return print_chain(&print, frames, err);
	if (print.event->fields & FIELD_IP)
		return print_hit(&print, frames->hit, err);
	return 0;
}

/* Makes the text in @maker->scratch. */
static struct stack_text *make_text(const struct text *text, struct stack_maker *maker,
				    uint32_t place, struct defer_error *err)
{
	const struct stack *stack = fold__stack(text->stacks.fold, place);
	const struct text_event *event = &text->events[stack->evsel_idx];
	struct out *out = &maker->scratch;
	struct stack_text head = {0}, *made;

	out->len = 0;
	out__write(out, (const char *)&head, sizeof(head));
	stack_text__print_comm(text, event, stack->comm_id, out);
	head.comm = out->len - sizeof(head);
	print_event_name(text, event, stack, out);
	head.event = out->len - sizeof(head) - head.comm;
	if (print_frames(text, maker, place, err))
		return NULL;
	if (out->error || out->len > UINT32_MAX) {
		error__no_memory(err, "to print stacks");
		return NULL;
	}
	head.frames = out->len - sizeof(head) - head.comm - head.event;
	made = (struct stack_text *)out->buf;
	*made = head;
	return made;
}

/* Returns a copy of the text that is kept, or the text itself if a copy does not pay. */
static const struct stack_text *keep_text(struct stack_texts *texts, struct stack_maker *maker,
					  uint32_t place, const struct stack_text *made)
{
	size_t size = maker->scratch.len;
	struct stack_text *kept;

	if (fold__stack(texts->fold, place)->sums.nr < 2)
		return made;
	if (atomic_fetch_add_explicit(&texts->bytes, size, memory_order_relaxed) + size >
	    STACK_TEXTS_MAX) {
		atomic_fetch_sub_explicit(&texts->bytes, size, memory_order_relaxed);
		return made;
	}
	kept = arena__alloc(&maker->arena, size);
	if (!kept)
		return made;
	memcpy(kept, made, size);
	/* If two workers make it at once, either text will do. */
	atomic_store_explicit(&texts->places[place].text, kept, memory_order_release);
	return kept;
}

const struct stack_text *stack_text__get(struct text *text, struct stack_maker *maker,
					 uint32_t place, struct defer_error *err)
{
	struct stack_texts *texts = &text->stacks;
	const struct stack_text *stack =
		atomic_load_explicit(&texts->places[place].text, memory_order_acquire);

	if (stack)
		return stack;
	stack = make_text(text, maker, place, err);
	return stack ? keep_text(texts, maker, place, stack) : NULL;
}
