// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>

#include <perf/defer-event.h>

#include "ui/stdio/event.h"
#include "ui/stdio/plain.h"
#include "util/base/array.h"

static void print_mmap(const struct defer_event *ev, FILE *out)
{
	fprintf(out, " %d/%d: [%#" PRIx64 "(%#" PRIx64 ") @ %#" PRIx64, ev->mmap.pid, ev->mmap.tid,
		ev->mmap.start, ev->mmap.len, ev->mmap.pgoff);
	if (ev->mmap.build_id_size) {
		fputs(" <", out);
		for (unsigned int i = 0; i < ev->mmap.build_id_size; i++)
			fprintf(out, "%02x", ev->mmap.build_id[i]);
		putc('>', out);
	} else if (ev->type == DEFER_RECORD_MMAP2) {
		fprintf(out, " %02x:%02x %" PRIu64 " %" PRIu64, ev->mmap.maj, ev->mmap.min,
			ev->mmap.ino, ev->mmap.ino_generation);
	}
	fputs("]: ", out);
	if (ev->type == DEFER_RECORD_MMAP2)
		fprintf(out, "%c%c%c%c ", ev->mmap.prot & 1 ? 'r' : '-',
			ev->mmap.prot & 2 ? 'w' : '-', ev->mmap.prot & 4 ? 'x' : '-',
			ev->mmap.flags & 1 ? 's' : 'p');
	else
		fprintf(out, "%c ", ev->misc & DEFER_MISC_MMAP_DATA ? 'r' : 'x');
	plain__puts(ev->mmap.filename, out);
	putc('\n', out);
}

static void print_switch(const struct defer_event *ev, FILE *out)
{
	const char *how = "IN         ";

	if (ev->context_switch.out)
		how = ev->misc & DEFER_MISC_SWITCH_OUT_PREEMPT ? "OUT preempt" : "OUT        ";
	if (ev->type == DEFER_RECORD_SWITCH)
		fprintf(out, " %s\n", how);
	else
		fprintf(out, " %s  %s pid/tid: %5d/%-5d\n", how,
			ev->context_switch.out ? "next" : "prev", ev->context_switch.next_prev_pid,
			ev->context_switch.next_prev_tid);
}

static void print_namespaces(const struct defer_event *ev, FILE *out)
{
	static const char *const names[DEFER_NR_NS] = {
		[DEFER_NS_NET] = "net",	      [DEFER_NS_UTS] = "uts",	[DEFER_NS_IPC] = "ipc",
		[DEFER_NS_PID] = "pid",	      [DEFER_NS_USER] = "user", [DEFER_NS_MNT] = "mnt",
		[DEFER_NS_CGROUP] = "cgroup",
	};
	uint64_t dev, ino;

	fprintf(out, " %d/%d - nr_namespaces: %" PRIu64 "\n\t\t[", ev->namespaces.pid,
		ev->namespaces.tid, ev->namespaces.nr);
	for (uint64_t i = 0; i < ev->namespaces.nr; i++) {
		defer_event__namespace(ev, i, &dev, &ino);
		fprintf(out, "%s%s%" PRIu64 "/%s: %" PRIu64 "/%#" PRIx64, i ? ", " : "",
			i && i % 4 == 0 ? "\n\t\t " : "", i, i < DEFER_NR_NS ? names[i] : "unknown",
			dev, ino);
	}
	fputs("]\n", out);
}

static void print_comm(const struct defer_event *ev, FILE *out)
{
	fprintf(out, "%s: ", ev->comm.exec ? " exec" : "");
	plain__puts(ev->comm.name, out);
	fprintf(out, ":%d/%d\n", ev->comm.pid, ev->comm.tid);
}

static void print_task(const struct defer_event *ev, FILE *out)
{
	fprintf(out, "(%d:%d):(%d:%d)\n", ev->task.pid, ev->task.tid, ev->task.ppid, ev->task.ptid);
}

static void print_lost(const struct defer_event *ev, FILE *out)
{
	fprintf(out, " lost %" PRIu64 "\n", ev->lost.lost);
}

static void print_cgroup(const struct defer_event *ev, FILE *out)
{
	fprintf(out, " cgroup: %" PRIu64 " ", ev->cgroup.id);
	plain__puts(ev->cgroup.path, out);
	putc('\n', out);
}

/* Indexed by record type. */
static void (*const printers[])(const struct defer_event *ev, FILE *out) = {
	[DEFER_RECORD_MMAP] = print_mmap,
	[DEFER_RECORD_LOST] = print_lost,
	[DEFER_RECORD_COMM] = print_comm,
	[DEFER_RECORD_EXIT] = print_task,
	[DEFER_RECORD_FORK] = print_task,
	[DEFER_RECORD_MMAP2] = print_mmap,
	[DEFER_RECORD_LOST_SAMPLES] = print_lost,
	[DEFER_RECORD_SWITCH] = print_switch,
	[DEFER_RECORD_SWITCH_CPU_WIDE] = print_switch,
	[DEFER_RECORD_NAMESPACES] = print_namespaces,
	[DEFER_RECORD_CGROUP] = print_cgroup,
};

void event__fprintf(const struct defer_event *ev, FILE *out)
{
	if (ev->type < ARRAY_SIZE(printers) && printers[ev->type])
		printers[ev->type](ev, out);
	else
		putc('\n', out);
}
