// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include "ui/script/state.h"
#include "ui/script/text.h"
#include "util/base/array.h"
#include "util/base/error.h"
#include "util/base/intern.h"
#include "util/dso/symbol.h"
#include "util/fold/fold.h"
#include "util/header/env.h"
#include "util/header/tracing-data.h"
#include "util/machine/callchain.h"
#include "util/machine/cgroups.h"
#include "util/profile/func.h"

/* Sets the lines of @event. Events that show the same fields share one set. */
static int add_lines(struct text *text, struct text_event *event, struct defer_error *err)
{
	uint64_t fields = event->fields & FIELDS_OF_FRAME;
	uint32_t i = 0;
	int ret;

	while (i < text->nr_lines && text->lines[i].fields != fields)
		i++;
	if (i == text->nr_lines) {
		ret = lines__init(&text->lines[i], fields, err);
		if (ret)
			return ret;
		text->nr_lines++;
	}
	event->lines = &text->lines[i];
	return 0;
}

static int add_event(struct text *text, const struct defer_evsel *evsel, struct defer_error *err)
{
	struct text_event *event = &text->events[evsel->idx];
	int ret = script_fields__of_evsel(text->opts.fields, evsel, &event->fields, err);
	int len;

	if (ret)
		return ret;
	event->chain = event->fields & FIELD_IP &&
		       evsel->attr.sample_type & DEFER_SAMPLE_CALLCHAIN && !text->opts.hide_chains;
	len = strlen(evsel->name);
	if (len > text->name_width)
		text->name_width = len;
	return add_lines(text, event, err);
}

/*
 * Returns the symbol of a kernel address in a tracepoint's text, by the maps at the sample's time.
 */
static const char *kernel_symbol(void *ctx, uint64_t addr, uint64_t *start)
{
	struct text *text = ctx;
	const struct frame *frame;
	int64_t id = resolve__want(text->resolve, text->kernel_maps_id, addr, true, NULL);

	if (id < 0 || resolve__run(text->resolve, NULL))
		return NULL;
	frame = resolve__frame(text->resolve, id);
	if (!frame->sym)
		return NULL;
	*start = addr - (frame->addr - frame->sym->start);
	return frame->sym->name;
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

void text__exit(struct text *text)
{
	for (uint32_t i = 0; i < text->nr_lines; i++)
		lines__exit(&text->lines[i]);
	free(text->lines);
	free(text->events);
	half_table__exit(&text->halves);
}

int64_t text__want_hit(struct text *text, uint64_t ip, uint8_t cpumode, uint32_t user_maps_id,
		       uint32_t kernel_maps_id, struct defer_error *err)
{
	return resolve__want(text->resolve, cpumode__maps(cpumode, kernel_maps_id, user_maps_id),
			     ip, cpumode__is_kernel(cpumode), err);
}

int text__want(struct text *text, const struct stack *stack, struct defer_error *err)
{
	const struct text_event *event = &text->events[stack->evsel_idx];
	int64_t id = 0;

	if (!(event->fields & FIELD_IP))
		return 0;
	if (!event->chain) {
		id = text__want_hit(text, stack->ip, stack->cpumode, stack->user_maps_id,
				    stack->kernel_maps_id, err);
		return id < 0 ? id : 0;
	}
	id = half_table__want(&text->halves, text->resolve, stack->kernel, stack->kernel_maps_id,
			      true, err);
	if (id >= 0)
		id = half_table__want(&text->halves, text->resolve, stack->user,
				      stack->user_maps_id, false, err);
	return id < 0 ? id : 0;
}

/* Prints up to *@left addresses of @half and subtracts their number from *@left. */
static int print_half(struct text *text, struct lines *lines, const struct half *half,
		      uint32_t maps_id, bool kernel, uint32_t *left, struct out *out,
		      struct defer_error *err)
{
	const struct intern_entry *entry = half->entry;
	const struct half_frames *frames;
	const struct line *line;
	int64_t id;
	int ret = 0;

	if (!half->nr)
		return 0;
	if (!entry)
		entry = intern__find(text->session->chains, half->ips,
				     half->nr * sizeof(*half->ips));
	id = entry ? half_table__want(&text->halves, text->resolve, entry, maps_id, kernel, err)
		   : defer_error__set(err, DEFER_ERR_INVAL, DEFER_NO_OFFSET,
				      "a callchain was missing when names were looked up");
	if (id < 0)
		return id;

	frames = &text->halves.halves[id];
	for (uint32_t i = 0; i < frames->nr && *left && !ret; i++, --*left) {
		ret = lines__get(lines, text->resolve, text->halves.pool[frames->first + i], &line,
				 err);
		if (!ret)
			out__write(out, line->text, line->len);
	}
	return ret;
}

/* Prints what lies beyond the innermost @max frames, or would lie there if it were known. */
static void print_outside(const struct text *text, const struct text_event *event,
			  const struct stitched *sample, uint32_t max, struct out *out)
{
	const char *no_half = func__no_half_name(sample->cls);
	bool is_cut = (uint64_t)sample->kernel.nr + sample->user.nr > max;

	if (is_cut && text->opts.say_cut)
		stand_in__print(FUNC_CUT_NAME, event->fields, out);
	else if (!is_cut && no_half)
		stand_in__print(no_half, event->fields, out);
}

static int print_chain(struct text *text, const struct text_event *event,
		       const struct stitched *sample, struct out *out, struct defer_error *err)
{
	uint32_t max = text->opts.max_stack ? text->opts.max_stack : UINT32_MAX, left = max;
	int ret;

	out__char(out, '\n');
	ret = print_half(text, event->lines, &sample->kernel, sample->kernel_maps_id, true, &left,
			 out, err);
	if (!ret)
		ret = print_half(text, event->lines, &sample->user, sample->user_maps_id, false,
				 &left, out, err);
	if (!ret)
		print_outside(text, event, sample, max, out);
	return ret;
}

static int print_hit(struct text *text, const struct text_event *event,
		     const struct stitched *sample, struct out *out, struct defer_error *err)
{
	int64_t id = text__want_hit(text, sample->sample->ip, sample->sample->cpumode,
				    sample->user_maps_id, sample->kernel_maps_id, err);

	if (id < 0)
		return id;
	out__char(out, ' ');
	frame__print_hit(resolve__frame(text->resolve, id), event->fields, out);
	return 0;
}

/* Prints the hit as a callchain of one frame. */
static int print_hit_line(struct text *text, const struct text_event *event,
			  const struct stitched *sample, struct out *out, struct defer_error *err)
{
	const struct line *line;
	int64_t id = text__want_hit(text, sample->sample->ip, sample->sample->cpumode,
				    sample->user_maps_id, sample->kernel_maps_id, err);
	int ret = id < 0 ? id : lines__get(event->lines, text->resolve, id, &line, err);

	out__char(out, '\n');
	if (!ret)
		out__write(out, line->text, line->len);
	return ret;
}

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

static void print_time(struct text *text, uint64_t time, struct out *out)
{
	uint64_t shown = time;

	if (text->first_time == UINT64_MAX)
		text->first_time = text->last_time = time;
	if (text->opts.reltime)
		shown = time - text->first_time;
	else if (text->opts.deltatime)
		shown = time - text->last_time;
	text->last_time = time;

	out__u64(out, shown / 1000000000, 5);
	out__char(out, '.');
	if (text->opts.nanoseconds)
		out__u64_zeroes(out, shown % 1000000000, 9);
	else
		out__u64_zeroes(out, shown / 1000 % 1000000, 6);
	out__str(out, ": ");
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

/* Prints our own fields. They stand before the time, since readers parse the words after it. */
static void print_class(uint64_t fields, const struct stitched *sample, struct out *out)
{
	if (fields & FIELD_CLASS) {
		out__str_right(out, defer_class__name(sample->cls), 12);
		out__char(out, ' ');
	}
	if (fields & FIELD_COOKIE) {
		out__hex(out, sample->cookie, 16);
		out__char(out, ' ');
	}
}

static void print_comm(const struct text *text, const struct text_event *event, uint32_t comm_id,
		       struct out *out)
{
	if (event->fields & FIELD_COMM) {
		out__plain_right(out, machine__comm(text->session->machine, comm_id),
				 event->chain ? 0 : 16);
		out__char(out, ' ');
	}
}

static void print_start(struct text *text, const struct text_event *event,
			const struct stitched *sample, struct out *out)
{
	uint64_t fields = event->fields;

	print_comm(text, event, sample->task.comm_id, out);
	print_ids(text, fields, sample->sample->pid, sample->sample->tid, sample->sample->cpu, out);
	if (fields & FIELD_MISC)
		print_misc(sample->rec->misc, out);
	print_class(fields, sample, out);
	if (fields & FIELD_TIME)
		print_time(text, sample->time, out);
	if (fields & FIELD_PERIOD) {
		out__u64(out, sample->sample->period, 10);
		out__char(out, ' ');
	}
	if (fields & FIELD_EVENT) {
		out__plain_right(out, sample->evsel->name, text->name_width);
		out__str(out, ": ");
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
		print_comm(text, of_evsel, task.comm_id, out);
		print_ids(text, of_evsel->fields, event->id.pid, event->id.tid, event->id.cpu, out);
		if (of_evsel->fields & FIELD_MISC)
			print_misc(event->misc, out);
		if (of_evsel->fields & FIELD_TIME)
			print_time(text, event->time, out);
	}
	out__str(out, desc);
}

int text__print(struct text *text, const struct stitched *sample, struct out *out,
		struct defer_error *err)
{
	const struct text_event *event = &text->events[sample->evsel->idx];
	int ret = 0;

	if (!event->fields)
		return 0;
	print_start(text, event, sample, out);
	if (event->fields & FIELD_TRACE)
		print_tracepoint(text, sample, out);
	print_memory(event->fields, sample->sample, out);
	if (event->fields & FIELD_CGROUP)
		print_cgroup(text, sample->sample->cgroup, out);
	if (event->chain)
		ret = print_chain(text, event, sample, out, err);
	else if (event->fields & FIELD_IP && text->opts.always_frames)
		ret = print_hit_line(text, event, sample, out, err);
	else if (event->fields & FIELD_IP)
		ret = print_hit(text, event, sample, out, err);
	if (!ret)
		ret = print_state(text, event->fields, sample, out, err);
	print_pages(event->fields, sample->sample, out);
	out__char(out, '\n');
	return ret;
}
