// SPDX-License-Identifier: GPL-2.0-only
#include <perf/defer-event.h>

#include "util/machine/machine-log.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "util/base/array.h"
#include "util/dso/jitdump.h"

/* The flag of a KSYMBOL record whose symbol is gone: PERF_RECORD_KSYMBOL_FLAGS_UNREGISTER. */
#define KSYMBOL_UNREGISTER (1 << 0)

struct machine_log *machine_log__new(void)
{
	return calloc(1, sizeof(struct machine_log));
}

void machine_log__bound(struct machine_log *log, const struct budget *budget)
{
	log->budget = budget;
}

void machine_log__clear(struct machine_log *log)
{
	free(log->entries);
	free(log->mmaps);
	free(log->jitdumps);
	strpool__exit(&log->names);
	memset(log, 0, sizeof(*log));
}

void machine_log__delete(struct machine_log *log)
{
	if (!log)
		return;
	machine_log__clear(log);
	free(log);
}

struct logged *machine_log__room(struct machine_log *log)
{
	if (!ARRAY_GROW(log->entries, log->cap, log->nr + 1))
		return NULL;
	return log->entries + log->nr;
}

static int log_name(struct machine_log *log, struct logged *entry, const char *name)
{
	entry->name = strpool__add(&log->names, name ? name : "", name ? strlen(name) : 0);
	return entry->name ? 0 : DEFER_ERR_NOMEM;
}

int machine_log__add_mmap(struct machine_log *log, struct logged *entry,
			  const struct logged_mmap *mmap)
{
	if (log->nr_mmaps >= UINT32_MAX ||
	    !ARRAY_GROW(log->mmaps, log->cap_mmaps, log->nr_mmaps + 1))
		return DEFER_ERR_NOMEM;
	log->mmaps[log->nr_mmaps] = *mmap;
	entry->mmap = log->nr_mmaps++;
	return 0;
}

/* Notes that the last map is of a jitdump, if it is. */
static int log_jitdump(struct machine_log *log, const struct logged *entry)
{
	const struct logged_jitdump dump = {entry->pid, entry->name};
	int32_t number;

	if (!jitdump__is_name(entry->name, &number))
		return 0;
	if (!ARRAY_APPEND(log->jitdumps, log->nr_jitdumps, log->cap_jitdumps, &dump, 1))
		return DEFER_ERR_NOMEM;
	return 0;
}

static int log_mmap(struct machine_log *log, struct logged *entry, const struct defer_event *ev)
{
	struct logged_mmap mmap = {
		.start = ev->mmap.start,
		.len = ev->mmap.len,
		.pgoff = ev->mmap.pgoff,
	};

	if (ev->type == DEFER_RECORD_MMAP2) {
		mmap.prot = ev->mmap.prot;
		mmap.flags = ev->mmap.flags;
		mmap.build_id_size = ev->mmap.build_id_size;
		memcpy(mmap.build_id, ev->mmap.build_id, sizeof(mmap.build_id));
	} else if (!(ev->misc & DEFER_MISC_MMAP_DATA)) {
		mmap.prot = PROT_EXEC;
	}
	entry->type = DEFER_RECORD_MMAP2;
	entry->pid = ev->mmap.pid;
	entry->tid = ev->mmap.tid;
	return machine_log__add_mmap(log, entry, &mmap)
		       ?: log_name(log, entry, ev->mmap.filename) ?: log_jitdump(log, entry);
}

static int log_comm(struct machine_log *log, struct logged *entry, const struct defer_event *ev)
{
	entry->pid = ev->comm.pid;
	entry->tid = ev->comm.tid;
	return log_name(log, entry, ev->comm.name);
}

static int log_task(struct logged *entry, const struct defer_event *ev)
{
	entry->pid = ev->task.pid;
	entry->tid = ev->task.tid;
	entry->ppid = ev->task.ppid;
	entry->ptid = ev->task.ptid;
	return 0;
}

static int log_ksymbol(struct machine_log *log, struct logged *entry, const struct defer_event *ev)
{
	entry->ksymbol.addr = ev->ksymbol.addr;
	entry->ksymbol.len = ev->ksymbol.len;
	entry->ksymbol.unregister = ev->ksymbol.flags & KSYMBOL_UNREGISTER;
	return log_name(log, entry, ev->ksymbol.name);
}

static int log_cgroup(struct machine_log *log, struct logged *entry, const struct defer_event *ev)
{
	entry->cgroup = ev->cgroup.id;
	return log_name(log, entry, ev->cgroup.path);
}

/* Fills @entry. Returns 1, 0 if @ev is of no interest, or a negative error. */
static int log_event(struct machine_log *log, struct logged *entry, const struct defer_event *ev)
{
	switch (ev->type) {
	case DEFER_RECORD_MMAP:
	case DEFER_RECORD_MMAP2:
		return log_mmap(log, entry, ev) ?: 1;
	case DEFER_RECORD_COMM:
		return log_comm(log, entry, ev) ?: 1;
	case DEFER_RECORD_FORK:
	case DEFER_RECORD_EXIT:
		return log_task(entry, ev) ?: 1;
	case DEFER_RECORD_KSYMBOL:
		return log_ksymbol(log, entry, ev) ?: 1;
	case DEFER_RECORD_CGROUP:
		return log_cgroup(log, entry, ev) ?: 1;
	default:
		return 0;
	}
}

void machine_log__date(struct machine_log *log, const struct machine_list *lists, size_t nr)
{
	size_t kept = 0;

	for (size_t i = 0; i < log->nr; i++) {
		struct logged entry = log->entries[i];
		size_t after = LOWER_BOUND(n, nr, lists[n].order <= entry.order);

		if (after && !entry.time) {
			if (entry.type == DEFER_RECORD_FORK)
				continue;
			entry.time = lists[after - 1].time;
		}
		log->entries[kept++] = entry;
	}
	log->nr = kept;
}

int machine_log__add(struct machine_log *log, const struct defer_event *ev, uint64_t order,
		     struct defer_error *err)
{
	struct logged *entry = machine_log__room(log);
	int ret = DEFER_ERR_NOMEM;

	if (entry) {
		*entry = (struct logged){
			.time = ev->id.time, .order = order, .type = ev->type, .misc = ev->misc};
		ret = log_event(log, entry, ev);
	}
	if (ret < 0)
		return defer_error__set(err, ret, "not enough memory for tasks and maps");
	log->nr += ret;
	return 0;
}
