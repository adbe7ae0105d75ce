// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>

#include "ui/ledger/ledger-view.h"
#include "ui/tui/app/zoom-make.h"
#include "util/dso/dso.h"
#include "util/header/env.h"
#include "util/profile/profile.h"
#include "util/session/session.h"

const char *zoom_kind__name(enum zoom_kind kind)
{
	static const char *const names[ZOOM_NR_KINDS] = {
		[ZOOM_THREAD] = "thread", [ZOOM_COMM] = "comm",	    [ZOOM_CPU] = "CPU",
		[ZOOM_CLASS] = "class",	  [ZOOM_DSO] = "DSO",	    [ZOOM_SYMBOL] = "symbol",
		[ZOOM_TIME] = "time",	  [ZOOM_SOCKET] = "socket", [ZOOM_DELAY] = "delay",
		[ZOOM_ROWS] = "rows",
	};

	return names[kind];
}

static void name_func(struct zoom *zoom, const struct func *func)
{
	zoom__set_name(zoom, zoom->kind == ZOOM_DSO ? func__dso_name(func, false) : func->name);
}

static void name_thread(struct zoom *zoom, const struct tui_data *data)
{
	struct task_view task;

	machine__find_task(data->session->machine, zoom->pid, zoom->tid, UINT64_MAX, UINT64_MAX,
			   &task);
	snprintf(zoom->name, sizeof(zoom->name), "%s(%d)",
		 machine__comm(data->session->machine, task.comm_id), zoom->tid);
}

static void name_delay(struct zoom *zoom)
{
	char least[LEDGER_SPAN_LEN], most[LEDGER_SPAN_LEN];

	snprintf(zoom->name, sizeof(zoom->name), "%s .. %s", ledger_view__span(zoom->start, least),
		 ledger_view__span(zoom->end, most));
}

struct zoom zoom__from_key(enum zoom_kind kind, uint64_t key, const struct tui_data *data)
{
	struct zoom zoom = {.kind = kind};

	switch (kind) {
	case ZOOM_THREAD:
		zoom.pid = key >> 32;
		zoom.tid = (uint32_t)key;
		name_thread(&zoom, data);
		break;
	case ZOOM_COMM:
		zoom.comm_id = key;
		snprintf(zoom.name, sizeof(zoom.name), "%s",
			 machine__comm(data->session->machine, key));
		break;
	case ZOOM_CLASS:
		zoom.cls = key;
		snprintf(zoom.name, sizeof(zoom.name), "%s", defer_class__name(key));
		break;
	case ZOOM_CPU:
		zoom.cpu = key;
		snprintf(zoom.name, sizeof(zoom.name), "%d", zoom.cpu);
		break;
	case ZOOM_SOCKET:
		zoom.socket = key;
		snprintf(zoom.name, sizeof(zoom.name), "%d", zoom.socket);
		break;
	case ZOOM_DSO:
	case ZOOM_SYMBOL:
	case ZOOM_TIME:
	case ZOOM_DELAY:
	case ZOOM_ROWS:
	case ZOOM_NR_KINDS:
	default:
		name_func(&zoom, funcs__at(data->event->hist.conf.funcs, key));
	}
	return zoom;
}

bool zoom__from_target(const struct tui_target *target, enum zoom_kind kind,
		       const struct tui_data *data, struct zoom *zoom)
{
	static const char *const time_name = "selected span";
	bool has_name = target->func && func__is_in_stacks(target->func);

	*zoom = (struct zoom){.kind = kind};
	switch (kind) {
	case ZOOM_THREAD:
		if (target->tid >= 0)
			*zoom = zoom__from_key(
				kind, (uint64_t)(uint32_t)target->pid << 32 | (uint32_t)target->tid,
				data);
		return target->tid >= 0;
	case ZOOM_COMM:
		if (target->comm_id != UINT32_MAX)
			*zoom = zoom__from_key(kind, target->comm_id, data);
		return target->comm_id != UINT32_MAX;
	case ZOOM_CPU:
		if (target->cpu >= 0)
			*zoom = zoom__from_key(kind, target->cpu, data);
		return target->cpu >= 0;
	case ZOOM_SOCKET:
		*zoom = zoom__from_key(kind, env__socket(data->session->env, target->cpu), data);
		return zoom->socket >= 0;
	case ZOOM_CLASS:
		if (target->cls >= 0)
			*zoom = zoom__from_key(kind, target->cls, data);
		return target->cls >= 0;
	case ZOOM_DSO:
		if (target->dso)
			zoom__set_name(zoom, target->dso->short_name);
		return target->dso != NULL;
	case ZOOM_SYMBOL:
		if (has_name)
			zoom__set_name(zoom, target->func->name);
		return has_name;
	case ZOOM_DELAY:
		zoom->start = target->least;
		zoom->end = target->most;
		name_delay(zoom);
		return target->most != 0;
	case ZOOM_TIME:
	case ZOOM_ROWS:
	case ZOOM_NR_KINDS:
	default:
		zoom->start = target->start;
		zoom->end = target->end;
		snprintf(zoom->name, sizeof(zoom->name), "%s", time_name);
		return target->end != 0;
	}
}
