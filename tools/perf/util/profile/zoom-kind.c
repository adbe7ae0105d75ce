// SPDX-License-Identifier: GPL-2.0-only
#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/array.h"
#include "util/base/error.h"
#include "util/base/hash.h"
#include "util/base/span.h"
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

static int parse_tid(struct zoom *zoom, const char *text, struct defer_error *err)
{
	char *end;
	unsigned long tid = strtoul(text, &end, 10);

	/* strtoul() would also accept blanks and signs. */
	if (!isdigit((unsigned char)*text) || *end || tid > INT32_MAX)
		return defer_error__set(err, DEFER_ERR_INVAL, "'%s' is no thread id", text);
	zoom->kind = ZOOM_TID;
	zoom->start = zoom->end = tid;
	return 0;
}

static void name_comm(struct zoom *zoom, const struct session *session)
{
	snprintf(zoom->name, sizeof(zoom->name), "%s",
		 machine__comm(session->machine, zoom->start));
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
	[ZOOM_THREAD] = {"thread", 6, "Thread...", "thread=", parse_tid, .field = FIELD(tid),
			 .high = FIELD(pid), .put_name = name_thread},
	[ZOOM_COMM] = {"comm", 7, "Comm...", "comm=", .field = FIELD(comm_id),
		       .put_name = name_comm},
	[ZOOM_CPU] = {"CPU", 8, "CPU...", .field = FIELD(cpu)},
	[ZOOM_SOCKET] = {"socket", 9, "Socket...", .field = FIELD(cpu), .of_cpu = env__socket},
	[ZOOM_CLASS] = {"class", 3, "Class: what became of the user stack...", .field = FIELD(cls),
			.put_name = name_class},
	[ZOOM_DSO] = {"DSO", 5, "DSO...", "dso=", .text = dso_of, .in_frame = frame_has_dso},
	[ZOOM_SYMBOL] = {"symbol", 2, "Symbol...", "symbol=", .text = symbol_of,
			 .in_frame = frame_has_symbol},
	[ZOOM_TIME] = {"time", 4, "Time...", .span = time_of, .of_sample = time_of_sample},
	[ZOOM_DELAY] = {"delay", 1, .span = delays_of, .of_sample = sample_ref__delay},
	[ZOOM_TID] = {"thread", .field = FIELD(tid)},
	[ZOOM_ROWS] = {.name = "rows with"},
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

int zoom__parse_all_but(struct zoom *zoom, const char *text, struct defer_error *err)
{
	const struct zoom_kind_info *info = zoom_kinds;
	size_t len = 0;

	*zoom = (struct zoom){.kind = ZOOM_THREAD, .all_but = true};
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
					"'%s' is neither idle nor comm=, thread=, dso= or symbol= "
					"with a name",
					text);
	zoom->kind = info - zoom_kinds;
	zoom->start = zoom->end = ZOOM_BY_NAME;
	zoom__set_name(zoom, text + len);
	return info->parse ? info->parse(zoom, text + len, err) : 0;
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
