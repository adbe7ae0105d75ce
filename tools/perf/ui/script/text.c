// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include <perf/defer-evlist.h>

#include "ui/script/state.h"
#include "ui/script/text.h"
#include "util/base/array.h"
#include "util/base/error.h"
#include "util/dso/symbol.h"
#include "util/fold/fold.h"
#include "util/header/env.h"
#include "util/header/tracing-data.h"
#include "util/machine/callchain.h"
#include "util/machine/cgroups.h"

/* Sets the lines of @event. Events that show the same fields share one set. */
static void add_lines(struct text *text, struct text_event *event)
{
	uint64_t fields = event->fields & FIELDS_OF_FRAME;
	uint32_t i = 0;

	while (i < text->nr_lines && text->lines[i].fields != fields)
		i++;
	if (i == text->nr_lines)
		lines__init(&text->lines[text->nr_lines++], fields);
	event->lines = &text->lines[i];
}

static int add_event(struct text *text, const struct defer_evsel *evsel, struct defer_error *err)
{
	struct text_event *event = &text->events[evsel->idx];
	int ret = script_fields__of_evsel(text->opts.fields, evsel, &event->fields, err);
	int len;

	if (ret)
		return ret;
	if (text->opts.short_names)
		event->fields |= FIELD_SHORT;
	event->chain = event->fields & FIELD_IP &&
		       evsel->attr.sample_type & DEFER_SAMPLE_CALLCHAIN && !text->opts.hide_chains;
	len = strlen(evsel->name);
	if (len > text->name_width)
		text->name_width = len;
	add_lines(text, event);
	return 0;
}

/*
 * Returns the symbol of a kernel address in a tracepoint's text, by the maps at the sample's time.
 */
static const char *kernel_symbol(void *ctx, uint64_t addr, uint64_t *start)
{
	struct text *text = ctx;

	return resolve__kernel_symbol(text->resolve, text->kernel_maps_id, addr, start);
}

int text__init(struct text *text, const struct session *session, struct resolve *resolve,
	       const struct text_opts *opts, struct defer_error *err)
{
	uint32_t nr = defer_evlist__nr(session->evlist);
	int ret = 0;

	*text = (struct text){
		.opts = *opts,
		.session = session,
		.resolve = resolve,
		.first_time = UINT64_MAX,
	};
	half_table__init(&text->halves);
	text->events = calloc(nr + 1, sizeof(*text->events));
	text->lines = calloc(nr + 1, sizeof(*text->lines));
	if (!text->events || !text->lines)
		return error__no_memory(err, "to print samples");
	for (uint32_t i = 0; i < nr && !ret; i++)
		ret = add_event(text, defer_evlist__evsel(session->evlist, i), err);
	if (!ret && opts->tracing)
		ret = tracing_data__set_resolver(opts->tracing, kernel_symbol, text, err);
	return ret;
}

static int text_writer__init(struct text_writer *writer, struct defer_error *err)
{
	int ret = stack_maker__init(&writer->stacks, err);

	return ret ? ret : out__init(&writer->out, -1, err);
}

static void text_writer__exit(struct text_writer *writer)
{
	stack_maker__exit(&writer->stacks);
	out__exit(&writer->out);
}

void text__exit(struct text *text)
{
	for (uint32_t i = 0; i < text->nr_lines; i++)
		lines__exit(&text->lines[i]);
	free(text->lines);
	free(text->events);
	for (unsigned int i = 0; i < text->nr_writers; i++)
		text_writer__exit(&text->writers[i]);
	free(text->writers);
	stack_texts__exit(&text->stacks);
	half_table__exit(&text->halves);
}

/* ---- names ---- */

static int64_t want_half(struct text *text, const struct intern_entry *entry, uint32_t maps_id,
			 bool kernel, struct defer_error *err)
{
	return half_table__want(&text->halves, text->resolve, entry, maps_id, kernel, err);
}

static int want_stack(struct text *text, const struct stack *stack, struct stack_frames *frames,
		      struct defer_error *err)
{
	const struct text_event *event = &text->events[stack->evsel_idx];
	int64_t kernel = NO_HALF, user = NO_HALF, hit = 0;

	if (event->chain) {
		kernel = want_half(text, stack->kernel, stack->kernel_maps_id, true, err);
		user = kernel < 0 ? kernel
				  : want_half(text, stack->user, stack->user_maps_id, false, err);
	} else if (event->fields & FIELD_IP) {
		hit = resolve__want(text->resolve, stack__ip_maps(stack), stack->ip,
				    cpumode__is_kernel(stack->cpumode), err);
	}
	if (user < 0 || hit < 0)
		return user < 0 ? user : hit;
	*frames = (struct stack_frames){.kernel = kernel, .user = user, .hit = hit};
	return 0;
}

int text__want(struct text *text, const struct fold *fold, struct defer_error *err)
{
	int ret = stack_texts__init(&text->stacks, fold, err);

	for (uint32_t i = 0; i < fold__nr(fold) && !ret; i++)
		ret = want_stack(text, fold__stack(fold, i), &text->stacks.frames[i], err);
	return ret;
}

int text__start(struct text *text, unsigned int nr_workers, struct defer_error *err)
{
	int ret = 0;

	text->writers = calloc(nr_workers, sizeof(*text->writers));
	if (!text->writers)
		return error__no_memory(err, "to print samples");
	while (text->nr_writers < nr_workers && !ret)
		ret = text_writer__init(&text->writers[text->nr_writers++], err);
	for (uint32_t i = 0; i < text->nr_lines && !ret; i++)
		ret = lines__reserve(&text->lines[i], text->resolve, err);
	return ret;
}

bool text__is_serial(const struct text *text)
{
	if (text->opts.reltime || text->opts.deltatime)
		return true;
	for (uint32_t i = 0; i < defer_evlist__nr(text->session->evlist); i++) {
		const struct text_event *event = &text->events[i];

		if (event->fields & FIELD_BRSTACK ||
		    (event->fields & FIELD_TRACE && text->opts.tracing))
			return true;
	}
	return false;
}

bool text__needs_records(const struct text *text)
{
	for (uint32_t i = 0; i < defer_evlist__nr(text->session->evlist); i++) {
		if (text->events[i].fields & FIELD_DELAY)
			return true;
	}
	return false;
}

/* ---- samples ---- */

static void print_misc(uint16_t misc, struct out *out)
{
	static const struct {
		uint16_t bits;
		char letter;
	} marks[] = {
		{DEFER_MISC_KERNEL, 'K'},     {DEFER_MISC_USER, 'U'},
		{DEFER_MISC_HYPERVISOR, 'H'}, {DEFER_MISC_GUEST_KERNEL, 'G'},
		{DEFER_MISC_GUEST_USER, 'g'},
	};
	int width = 6;

	for (size_t i = 0; i < ARRAY_SIZE(marks); i++) {
		if ((misc & marks[i].bits) == marks[i].bits) {
			out__char(out, marks[i].letter);
			width--;
		}
	}
	out__str_right(out, "", width);
}

/* Returns the difference that is shown in place of @time. */
static uint64_t time_difference(struct text *text, uint64_t time)
{
	uint64_t shown;

	if (text->first_time == UINT64_MAX)
		text->first_time = text->last_time = time;
	shown = time - (text->opts.reltime ? text->first_time : text->last_time);
	text->last_time = time;
	return shown;
}

static void print_time(struct text *text, uint64_t time, struct out *out)
{
	const bool is_absolute = !text->opts.reltime && !text->opts.deltatime;
	const uint64_t shown = is_absolute ? time : time_difference(text, time);

	out__time(out, shown, text->opts.nanoseconds);
}

/* Prints the task and the CPU. */
static void print_ids(const struct text *text, uint64_t fields, int64_t pid, int64_t tid,
		      int32_t cpu, struct out *out)
{
	if (text->opts.unsigned_ids) {
		pid = (uint32_t)pid;
		tid = (uint32_t)tid;
	}
	if (fields & FIELD_PID)
		out__i64(out, pid, 7);
	if ((fields & FIELD_PID) && (fields & FIELD_TID)) {
		out__char(out, '/');
		out__i64_left(out, tid, 7);
	} else if (fields & FIELD_TID) {
		out__i64(out, tid, 7);
	}
	if (fields & (FIELD_PID | FIELD_TID))
		out__char(out, ' ');
	if (fields & FIELD_CPU) {
		out__char(out, '[');
		out__u64_zeroes(out, (uint32_t)cpu, 3);
		out__str(out, "] ");
	}
}

/* Prints the microseconds until the deferred record, as `report` does. */
static void print_delay(const struct text *text, const struct stitched *sample, struct out *out)
{
	uint64_t delay;

	if (sample_delay(text->session, sample->time, sample->record, &delay)) {
		out__u64(out, delay / 1000, 8);
		out__char(out, '.');
		out__u64_zeroes(out, delay % 1000, 3);
	} else {
		out__str_right(out, "-", 12);
	}
	out__char(out, ' ');
}

/* Prints our own fields. They stand before the time, since readers parse the words after it. */
static void print_class(const struct text *text, uint64_t fields, const struct stitched *sample,
			struct out *out)
{
	if (fields & FIELD_CLASS) {
		out__str_right(out, defer_class__name(sample->cls), 12);
		out__char(out, ' ');
	}
	if (fields & FIELD_COOKIE) {
		out__hex(out, sample->cookie, 16);
		out__char(out, ' ');
	}
	if (fields & FIELD_DELAY)
		print_delay(text, sample, out);
}

/* Prints what stands between the task's name and that of the event. */
static void print_start(struct text *text, uint64_t fields, const struct stitched *sample,
			struct out *out)
{
	print_ids(text, fields, sample->sample->pid, sample->sample->tid, sample->sample->cpu, out);
	if (fields & FIELD_MISC)
		print_misc(sample->rec->misc, out);
	print_class(text, fields, sample, out);
	if (fields & FIELD_TIME)
		print_time(text, sample->time, out);
	if (fields & FIELD_PERIOD) {
		out__u64(out, sample->sample->period, 10);
		out__char(out, ' ');
	}
}

static void print_tracepoint(struct text *text, const struct stitched *sample, struct out *out)
{
	const char *fields;

	if (!text->opts.tracing || sample->evsel->attr.type != DEFER_TYPE_TRACEPOINT)
		return;
	text->kernel_maps_id = sample->kernel_maps_id;
	fields = tracing_data__text(text->opts.tracing, sample->evsel->attr.config,
				    &sample->sample->raw, sample->sample->cpu);
	if (fields)
		out__plain(out, fields);
}

static void print_memory(uint64_t fields, const struct defer_sample *sample, struct out *out)
{
	if (fields & FIELD_ADDR)
		out__hex(out, sample->addr, 16);
	if (fields & FIELD_WEIGHT)
		out__u64(out, sample->weight, 16);
	if (fields & FIELD_INS_LAT)
		out__u64(out, sample->ins_lat, 16);
	if (fields & FIELD_RETIRE_LAT)
		out__u64(out, sample->weight3, 16);
}

static void print_cgroup(const struct text *text, uint64_t id, struct out *out)
{
	const char *path = cgroups__path(machine__cgroups(text->session->machine), id);

	out__char(out, ' ');
	out__plain(out, path ? path : "unknown");
}

static int print_state(struct text *text, uint64_t fields, const struct stitched *stitched,
		       struct out *out, struct defer_error *err)
{
	const struct defer_sample *sample = stitched->sample;
	const char *arch = text->session->env->arch;

	if (fields & FIELD_IREGS)
		state__print_regs(&sample->intr_regs, sample->swap, arch, out);
	if (fields & FIELD_UREGS)
		state__print_regs(&sample->user_regs, sample->swap, arch, out);
	if (fields & FIELD_BRSTACK)
		return state__print_branches(stitched, fields, text->resolve, out, err);
	return 0;
}

static void print_page_size(uint64_t size, struct out *out)
{
	static const char units[] = "BKMGTPE";
	int unit = 0;

	out__char(out, ' ');
	if (!size) {
		out__str(out, "N/A");
		return;
	}
	for (; size >= 1024 && size % 1024 == 0; size /= 1024)
		unit++;
	out__u64(out, size, 0);
	out__char(out, units[unit]);
}

static void print_pages(uint64_t fields, const struct defer_sample *sample, struct out *out)
{
	if (fields & FIELD_PHYS_ADDR)
		out__hex(out, sample->phys_addr, 16);
	if (fields & FIELD_DATA_PAGE_SIZE)
		print_page_size(sample->data_page_size, out);
	if (fields & FIELD_CODE_PAGE_SIZE)
		print_page_size(sample->code_page_size, out);
}

void text__print_event(struct text *text, const struct script_event *event, const char *desc,
		       struct out *out)
{
	const struct text_event *of_evsel = event->evsel ? &text->events[event->evsel->idx] : NULL;
	struct task_view task;

	if (of_evsel) {
		machine__find_task(text->session->machine, event->pid, event->tid, event->time,
				   event->order, &task);
		stack_text__print_comm(text, of_evsel, task.comm_id, out);
		print_ids(text, of_evsel->fields, event->id.pid, event->id.tid, event->id.cpu, out);
		if (of_evsel->fields & FIELD_MISC)
			print_misc(event->misc, out);
		if (of_evsel->fields & FIELD_TIME)
			print_time(text, event->time, out);
	}
	out__str(out, desc);
}

static int print_sample(struct text *text, const struct text_event *event,
			const struct stack_text *stack, const struct stitched *sample,
			struct out *out, struct defer_error *err)
{
	const char *frames = stack->text + stack->comm + stack->event;
	int ret;

	out__write(out, stack->text, stack->comm);
	print_start(text, event->fields, sample, out);
	out__write(out, stack->text + stack->comm, stack->event);
	if (event->fields & FIELD_TRACE)
		print_tracepoint(text, sample, out);
	print_memory(event->fields, sample->sample, out);
	if (event->fields & FIELD_CGROUP)
		print_cgroup(text, sample->sample->cgroup, out);
	out__write(out, frames, stack->frames);
	ret = print_state(text, event->fields, sample, out, err);
	print_pages(event->fields, sample->sample, out);
	out__char(out, '\n');
	return ret;
}

int text__print(struct text *text, struct text_writer *writer, uint32_t place,
		struct stitched *sample, struct defer_error *err)
{
	const struct stack *stack = fold__stack(text->stacks.fold, place);
	const struct text_event *event = &text->events[stack->evsel_idx];
	const struct stack_text *made;

	if (!event->fields)
		return 0;
	made = stack_text__get(text, &writer->stacks, place, err);
	if (!made)
		return err->code;
	sample->cls = stack->cls;
	sample->kernel_maps_id = stack->kernel_maps_id;
	sample->user_maps_id = stack->user_maps_id;
	return print_sample(text, event, made, sample, &writer->out, err);
}
