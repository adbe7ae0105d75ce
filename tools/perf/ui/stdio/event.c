// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>

#include "ui/stdio/event.h"
#include "ui/stdio/plain.h"

/* Of a context switch: it was taken from the task, which did not wait. Linux 4.17. */
#define MISC_SWITCH_OUT_PREEMPT (1 << 14)

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
		how = ev->misc & MISC_SWITCH_OUT_PREEMPT ? "OUT preempt" : "OUT        ";
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

void event__fprintf(const struct defer_event *ev, FILE *out)
{
	switch (ev->type) {
	case DEFER_RECORD_MMAP:
	case DEFER_RECORD_MMAP2:
		print_mmap(ev, out);
		break;
	case DEFER_RECORD_COMM:
		fprintf(out, "%s: ", ev->comm.exec ? " exec" : "");
		plain__puts(ev->comm.name, out);
		fprintf(out, ":%d/%d\n", ev->comm.pid, ev->comm.tid);
		break;
	case DEFER_RECORD_FORK:
	case DEFER_RECORD_EXIT:
		fprintf(out, "(%d:%d):(%d:%d)\n", ev->task.pid, ev->task.tid, ev->task.ppid,
			ev->task.ptid);
		break;
	case DEFER_RECORD_LOST:
	case DEFER_RECORD_LOST_SAMPLES:
		fprintf(out, " lost %" PRIu64 "\n", ev->lost.lost);
		break;
	case DEFER_RECORD_CALLCHAIN_DEFERRED:
		fprintf(out, "(IP, %#x): %d/%d: %#" PRIx64 "\n", ev->misc, ev->id.pid, ev->id.tid,
			ev->deferred.cookie);
		break;
	case DEFER_RECORD_KSYMBOL:
		fprintf(out, " addr %" PRIx64 " len %u type %u flags %#x name ", ev->ksymbol.addr,
			ev->ksymbol.len, ev->ksymbol.ksym_type, ev->ksymbol.flags);
		plain__puts(ev->ksymbol.name, out);
		putc('\n', out);
		break;
	case DEFER_RECORD_NAMESPACES:
		print_namespaces(ev, out);
		break;
	case DEFER_RECORD_CGROUP:
		fprintf(out, " cgroup: %" PRIu64 " ", ev->cgroup.id);
		plain__puts(ev->cgroup.path, out);
		putc('\n', out);
		break;
	case DEFER_RECORD_SWITCH:
	case DEFER_RECORD_SWITCH_CPU_WIDE:
		print_switch(ev, out);
		break;
	default:
		putc('\n', out);
	}
}
