// SPDX-License-Identifier: GPL-2.0-only
#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/array.h"
#include "util/base/error.h"
#include "util/base/hash.h"
#include "util/base/span.h"
#include "util/base/time-range.h"
#include "util/dso/dso.h"
#include "util/fold/fold.h"
#include "util/fold/samples.h"
#include "util/header/env.h"
#include "util/machine/machine.h"
#include "util/profile/func.h"
#include "util/profile/zoom-kind.h"
#include "util/resolve/resolve.h"
#include "util/session/session.h"

/* ---- names ---- */

#define REST_KEY 0x64656665722e7a6dULL /* any constant: hashes are only compared */

static uint64_t rest_of(const char *name, size_t len)
{
	return len < ZOOM_NAME_LEN ? 0 : hash__bytes(REST_KEY, name, len) | 1;
}

/*
 * Returns the length of the longest prefix of @name within @max bytes that does not end inside a
 * UTF-8 character.
 */
static int whole_len(const char *name, size_t max)
{
	size_t len = strnlen(name, max + 1);

	if (len <= max)
		return len;
	for (len = max; len && max - len < 3 && ((unsigned char)name[len] & 0xc0) == 0x80;)
		len--;
	return len;
}

void zoom__set_name(struct zoom *zoom, const char *name)
{
	snprintf(zoom->name, sizeof(zoom->name), "%.*s", whole_len(name, ZOOM_NAME_LEN - 1), name);
	zoom->rest = rest_of(name, strlen(name));
}

static bool is_named(const struct zoom *zoom, const char *name)
{
	if (!zoom->rest)
		return !strcmp(zoom->name, name);
	return !strncmp(zoom->name, name, strlen(zoom->name)) &&
	       zoom->rest == rest_of(name, strlen(name));
}

/* ---- values ---- */

static int32_t field_of(const struct zoom_target *target, size_t field)
{
	int32_t value;

	memcpy(&value, (const char *)target + field, sizeof(value));
	return value;
}

bool zoom_kind__value(const struct zoom_kind_info *info, const struct zoom_target *target,
		      const struct session *session, uint64_t *value)
{
	int32_t low = field_of(target, info->field);

	if (info->of_cpu)
		low = info->of_cpu(session->env, low);
	*value = (uint32_t)low;
	if (info->high)
		*value |= (uint64_t)(uint32_t)field_of(target, info->high) << 32;
	return low >= 0;
}

uint64_t zoom_kind__of_stack(const struct zoom_kind_info *info, const struct stack *stack)
{
	const struct zoom_target target = {
		.pid = stack->pid, .tid = stack->tid, .comm_id = stack->comm_id, .cls = stack->cls};
	uint64_t value;

	zoom_kind__value(info, &target, NULL, &value);
	return value;
}

static void name_thread(struct zoom *zoom, const struct session *session)
{
	struct task_view task;

	machine__find_task(session->machine, zoom->start >> 32, (uint32_t)zoom->start, UINT64_MAX,
			   UINT64_MAX, &task);
	snprintf(zoom->name, sizeof(zoom->name), "%s(%d)",
		 machine__comm(session->machine, task.comm_id), (int32_t)zoom->start);
}

/* Reads a number at *@text, and sets that behind it. Returns false if there is none, or a greater one than @max. */
static bool read_number(const char **text, uint64_t max, uint64_t *number)
{
	const char *begin = *text;
	char *end;

	/* strtoull() would also accept blanks and signs. */
	if (!isdigit((unsigned char)*begin))
		return false;
	errno = 0;
	*number = strtoull(begin, &end, 10);
	*text = end;
	return !errno && *number <= max;
}

/* Reads "TID", or "PID/TID:COMM", which is one thread, whatever others have that TID before it or afterwards. */
static int parse_thread(struct zoom *zoom, const char *text, struct defer_error *err)
{
	const char *at = text;
	uint64_t pid, tid;
	bool valid = read_number(&at, INT32_MAX, &pid);

	if (valid && !*at) {
		zoom->kind = ZOOM_TID;
		zoom->start = zoom->end = pid;
		return 0;
	}
	valid = valid && *at++ == '/' && read_number(&at, INT32_MAX, &tid);
	if (!valid || (*at && *at != ':'))
		return defer_error__set(err, DEFER_ERR_INVAL, "'%s' is no thread id", text);
	zoom->start = zoom->end = zoom_thread(pid, tid);
	snprintf(zoom->name, sizeof(zoom->name), "%.200s(%d)", *at ? at + 1 : "", (int)tid);
	return 0;
}

static void print_thread(const struct zoom *zoom, char *buf, size_t size)
{
	const char *end = strrchr(zoom->name, '(');
	int len = end ? end - zoom->name : (int)strlen(zoom->name);

	snprintf(buf, size, "%d/%d:%.*s", (int32_t)(zoom->start >> 32), (int32_t)zoom->start, len,
		 zoom->name);
}

static int parse_number(struct zoom *zoom, const char *text, struct defer_error *err)
{
	const char *at = text;

	if (!read_number(&at, INT32_MAX, &zoom->start) || *at)
		return defer_error__set(err, DEFER_ERR_INVAL, "'%s' is no number of a %s", text,
					zoom_kinds[zoom->kind].name);
	zoom->end = zoom->start;
	return 0;
}

static void name_comm(struct zoom *zoom, const struct session *session)
{
	snprintf(zoom->name, sizeof(zoom->name), "%s",
		 machine__comm(session->machine, zoom->start));
}

static int parse_class(struct zoom *zoom, const char *text, struct defer_error *err)
{
	for (int cls = 0; cls < DEFER_NR_CLASSES; cls++) {
		zoom->start = zoom->end = cls;
		if (!strcmp(defer_class__name(cls), text))
			return 0;
	}
	return defer_error__set(err, DEFER_ERR_INVAL, "'%s' is no class of samples", text);
}

static void name_class(struct zoom *zoom, const struct session *session)
{
	(void)session;
	snprintf(zoom->name, sizeof(zoom->name), "%s", defer_class__name(zoom->start));
}

/* ---- times ---- */

static bool time_of(struct zoom *zoom, const struct zoom_target *target)
{
	zoom->start = target->start;
	zoom->end = target->end;
	snprintf(zoom->name, sizeof(zoom->name), "%.6f .. %.6f", target->start / 1e9,
		 target->end / 1e9);
	return target->end != 0;
}

/* Reads "START,STOP" in seconds, or that with ":" and the text to show. */
static int parse_time(struct zoom *zoom, const char *text, struct defer_error *err)
{
	const char *name = strchr(text, ':');
	struct time_ranges ranges = {0};
	struct zoom_target target = {0};
	char span[64];
	int ret;

	snprintf(span, sizeof(span), "%.*s", name ? (int)(name - text) : (int)strlen(text), text);
	ret = strchr(span, '%') ? DEFER_ERR_INVAL : time_ranges__parse(&ranges, span, 0, 0, err);
	if (!ret && ranges.nr == 1) {
		target.start = ranges.ranges[0].start;
		target.end = ranges.ranges[0].end;
	}
	time_ranges__exit(&ranges);
	if (ret || !time_of(zoom, &target))
		return defer_error__set(err, DEFER_ERR_INVAL,
					"'%s' is not one span of time, 'start,stop' in seconds",
					text);
	if (name)
		zoom__set_name(zoom, name + 1);
	return 0;
}

#define NS UINT64_C(1000000000)

static void print_time(const struct zoom *zoom, char *buf, size_t size)
{
	const struct zoom_target target = {.start = zoom->start, .end = zoom->end};
	struct zoom plain;

	time_of(&plain, &target);
	snprintf(buf, size, "%" PRIu64 ".%09" PRIu64 ",%" PRIu64 ".%09" PRIu64 "%s%s",
		 zoom->start / NS, zoom->start % NS, zoom->end / NS, zoom->end % NS,
		 strcmp(plain.name, zoom->name) ? ":" : "",
		 strcmp(plain.name, zoom->name) ? zoom->name : "");
}

static bool time_of_sample(const struct session *session, const struct sample_ref *ref,
			   uint64_t *value)
{
	(void)session;
	*value = ref->time;
	return true;
}

static bool delays_of(struct zoom *zoom, const struct zoom_target *target)
{
	char least[SPAN_LEN], most[SPAN_LEN];

	zoom->start = target->least;
	zoom->end = target->most;
	snprintf(zoom->name, sizeof(zoom->name), "%s .. %s", span__text(zoom->start, least),
		 span__text(zoom->end, most));
	return target->most != 0;
}

static int parse_delays(struct zoom *zoom, const char *text, struct defer_error *err)
{
	struct zoom_target target = {0};
	const char *at = text;
	bool valid = read_number(&at, UINT64_MAX, &target.least) && *at++ == ',' &&
		     read_number(&at, UINT64_MAX, &target.most) && !*at;

	if (valid && delays_of(zoom, &target))
		return 0;
	return defer_error__set(err, DEFER_ERR_INVAL, "'%s' is not 'least,most' in ns", text);
}

static void print_delays(const struct zoom *zoom, char *buf, size_t size)
{
	snprintf(buf, size, "%" PRIu64 ",%" PRIu64, zoom->start, zoom->end);
}

/* ---- frames ---- */

static const char *dso_of(const struct zoom_target *target)
{
	return target->dso ? target->dso->short_name : NULL;
}

static bool frame_has_dso(const struct zoom *zoom, const struct frame *frame)
{
	return is_named(zoom, frame__dso_name(frame));
}

static const char *symbol_of(const struct zoom_target *target)
{
	return target->func && func__is_in_stacks(target->func) ? target->func->name : NULL;
}

static bool frame_has_symbol(const struct zoom *zoom, const struct frame *frame)
{
	if (frame->sym && is_named(zoom, frame->sym->name))
		return true;
	for (uint32_t i = 0; i < frame->nr_inlines; i++) {
		if (is_named(zoom, frame->inlines[i].name))
			return true;
	}
	return false;
}

/* ---- the table ---- */

#define FIELD(member) offsetof(struct zoom_target, member)

const struct zoom_kind_info zoom_kinds[] = {
	[ZOOM_THREAD] = {"thread", 6, "Thread...", "thread=", parse_thread, print_thread,
			 .field = FIELD(tid), .high = FIELD(pid), .put_name = name_thread},
	[ZOOM_COMM] = {"comm", 7, "Comm...", "comm=", .field = FIELD(comm_id),
		       .put_name = name_comm},
	[ZOOM_CPU] = {"CPU", 8, "CPU...", "cpu=", parse_number, .field = FIELD(cpu)},
	[ZOOM_SOCKET] = {"socket", 9, "Socket...", "socket=", parse_number, .field = FIELD(cpu),
			 .of_cpu = env__socket},
	[ZOOM_CLASS] = {"class", 3, "Class: what became of the user stack...",
			"class=", parse_class, .field = FIELD(cls), .put_name = name_class},
	[ZOOM_DSO] = {"DSO", 5, "DSO...", "dso=", .text = dso_of, .in_frame = frame_has_dso},
	[ZOOM_SYMBOL] = {"symbol", 2, "Symbol...", "symbol=", .text = symbol_of,
			 .in_frame = frame_has_symbol},
	[ZOOM_TIME] = {"time", 4, "Time...", "time=", parse_time, print_time, .span = time_of,
		       .of_sample = time_of_sample},
	[ZOOM_DELAY] = {"delay", 1, NULL, "delay=", parse_delays, print_delays, .span = delays_of,
			.of_sample = sample_ref__delay},
	[ZOOM_TID] = {"thread", .option = "thread=", .field = FIELD(tid)},
	[ZOOM_ROWS] = {.name = "rows with"},
	[ZOOM_FOLD] = {.name = "recursion"},
	{.name = NULL},
};

static_assert(ARRAY_SIZE(zoom_kinds) <= ZOOM_MAX_KINDS,
	      "zoom__all_of_target() has too little room");

/* ---- a zoom ---- */

struct zoom zoom__at(enum zoom_kind kind, uint64_t value, const struct session *session)
{
	struct zoom zoom = {.kind = kind, .start = value, .end = value};

	if (zoom_kinds[kind].put_name)
		zoom_kinds[kind].put_name(&zoom, session);
	else
		snprintf(zoom.name, sizeof(zoom.name), "%d", (int32_t)value);
	return zoom;
}

struct zoom zoom__fold(void)
{
	return (struct zoom){.kind = ZOOM_FOLD, .name = "folded"};
}

bool zoom__from_target(struct zoom *zoom, enum zoom_kind kind, const struct zoom_target *target,
		       const struct session *session)
{
	const struct zoom_kind_info *info = &zoom_kinds[kind];
	const char *text = info->text ? info->text(target) : NULL;
	uint64_t value;

	*zoom = (struct zoom){.kind = kind};
	if (text)
		zoom__set_name(zoom, text);
	if (!info->field)
		return text || (info->span && info->span(zoom, target));
	if (!zoom_kind__value(info, target, session, &value))
		return false;
	*zoom = zoom__at(kind, value, session);
	return true;
}

unsigned int zoom__all_of_target(struct zoom zooms[ZOOM_MAX_KINDS],
				 const struct zoom_target *target, const struct session *session)
{
	unsigned int nr = 0;

	for (unsigned int rank = 1; rank <= ZOOM_MAX_KINDS; rank++) {
		for (unsigned int kind = 0; zoom_kinds[kind].name; kind++) {
			if (zoom_kinds[kind].rank == rank)
				nr += zoom__from_target(&zooms[nr], kind, target, session);
		}
	}
	return nr;
}

int zoom__parse(struct zoom *zoom, const char *text, bool all_but, struct defer_error *err)
{
	const struct zoom_kind_info *info = zoom_kinds;
	size_t len = 0;

	*zoom = (struct zoom){.kind = ZOOM_THREAD, .all_but = all_but};
	if (!strcmp(text, "idle")) {
		zoom__set_name(zoom, "swapper(0)");
		return 0;
	}
	for (; info->name; info++) {
		len = info->option ? strlen(info->option) : 0;
		if (len && !strncmp(text, info->option, len) && text[len])
			break;
	}
	if (!info->name)
		return defer_error__set(err, DEFER_ERR_INVAL,
					"'%s' is neither idle nor comm=, thread=, dso=, symbol=, "
					"cpu=, socket=, class=, time= or delay= with a value",
					text);
	zoom->kind = info - zoom_kinds;
	zoom->start = zoom->end = ZOOM_BY_NAME;
	zoom__set_name(zoom, text + len);
	return info->parse ? info->parse(zoom, text + len, err) : 0;
}

bool zoom__print_option(const struct zoom *zoom, char *buf, size_t size)
{
	const struct zoom_kind_info *info = &zoom_kinds[zoom->kind];
	int len = snprintf(buf, size, "%s", info->option ? info->option : "");

	if (!info->option || zoom->rest || (size_t)len >= size)
		return false;
	if (info->print)
		info->print(zoom, buf + len, size - len);
	else
		snprintf(buf + len, size - len, "%s", zoom->name);
	return true;
}

static bool is_by_name(const struct zoom *zoom)
{
	const struct zoom_kind_info *info = &zoom_kinds[zoom->kind];

	return zoom->start == ZOOM_BY_NAME || (!info->field && !info->span);
}

bool zoom__equal(const struct zoom *a, const struct zoom *b)
{
	bool by_name = is_by_name(a);

	if (a->kind != b->kind || a->all_but != b->all_but || by_name != is_by_name(b))
		return false;
	return by_name ? a->rest == b->rest && !strcmp(a->name, b->name)
		       : a->start == b->start && a->end == b->end;
}

size_t zoom__text(const struct zoom *zoom, const char *before, int max, char *buf, size_t size)
{
	const char *kind = zoom_kinds[zoom->kind].name;

	return snprintf(buf, size, "%s%s%c%s: %.*s%s", before, zoom->all_but ? "without " : "",
			toupper((unsigned char)*kind), kind + 1, whole_len(zoom->name, max),
			zoom->name, strlen(zoom->name) > (size_t)max ? ".." : "");
}
