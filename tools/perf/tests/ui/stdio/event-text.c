// SPDX-License-Identifier: GPL-2.0-only
/* The fields of records that are not samples, as script prints them. */
#include <stdlib.h>

#include <perf/defer-event.h>

#include "tests/tests.h"
#include "ui/stdio/event.h"

static int check(const struct defer_event *ev, const char *want)
{
	char *text;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	event__fprintf(ev, out);
	fclose(out);
	T_STREQ(text, want);
	free(text);
	return TEST_OK;
}

/* A mapping with a value of its own in each field. */
static struct defer_event mapping(uint32_t type)
{
	return (struct defer_event){
		.type = type,
		.mmap = {.pid = 1,
			 .tid = 2,
			 .start = 0x3000,
			 .len = 0x400,
			 .pgoff = 0x50,
			 .maj = 0xfe,
			 .min = 7,
			 .ino = 8,
			 .ino_generation = 9,
			 .filename = "/bin/\033[1mx"},
	};
}

static int test_mmap(void)
{
	struct defer_event ev = mapping(DEFER_RECORD_MMAP);

	T_RUN(check(&ev, " 1/2: [0x3000(0x400) @ 0x50]: x /bin/.[1mx\n"));
	ev.misc = DEFER_MISC_MMAP_DATA;
	T_RUN(check(&ev, " 1/2: [0x3000(0x400) @ 0x50]: r /bin/.[1mx\n"));
	ev.mmap.pgoff = 0;
	ev.misc = (uint16_t)~DEFER_MISC_MMAP_DATA;
	T_RUN(check(&ev, " 1/2: [0x3000(0x400) @ 0]: x /bin/.[1mx\n"));
	return TEST_OK;
}

static int test_mmap2(void)
{
	static const char *const access[] = {"---p", "r--p", "-w-p", "rw-p",
					     "--xp", "r-xp", "-wxp", "rwxp"};
	struct defer_event ev = mapping(DEFER_RECORD_MMAP2);
	char want[128];

	for (uint32_t prot = 0; prot < 8; prot++) {
		ev.mmap.prot = prot | 8;
		ev.mmap.flags = 2;
		snprintf(want, sizeof(want),
			 " 1/2: [0x3000(0x400) @ 0x50 fe:07 8 9]: %s /bin/.[1mx\n", access[prot]);
		T_RUN(check(&ev, want));
	}
	ev.mmap.flags = 3;
	T_RUN(check(&ev, " 1/2: [0x3000(0x400) @ 0x50 fe:07 8 9]: rwxs /bin/.[1mx\n"));
	ev.mmap.build_id_size = 3;
	memcpy(ev.mmap.build_id, "\x01\xab\x00\xff", 4);
	T_RUN(check(&ev, " 1/2: [0x3000(0x400) @ 0x50 <01ab00>]: rwxs /bin/.[1mx\n"));
	ev.mmap.build_id_size = 1;
	T_RUN(check(&ev, " 1/2: [0x3000(0x400) @ 0x50 <01>]: rwxs /bin/.[1mx\n"));
	return TEST_OK;
}

static int test_switch(void)
{
	struct defer_event ev = {
		.type = DEFER_RECORD_SWITCH,
		.context_switch = {.next_prev_pid = 12, .next_prev_tid = 3456},
	};

	T_RUN(check(&ev, " IN         \n"));
	/* Nobody is preempted by coming in. */
	ev.misc = DEFER_MISC_SWITCH_OUT_PREEMPT;
	T_RUN(check(&ev, " IN         \n"));
	ev.context_switch.out = true;
	T_RUN(check(&ev, " OUT preempt\n"));
	ev.misc = (uint16_t)~DEFER_MISC_SWITCH_OUT_PREEMPT;
	T_RUN(check(&ev, " OUT        \n"));
	ev.type = DEFER_RECORD_SWITCH_CPU_WIDE;
	T_RUN(check(&ev, " OUT          next pid/tid:    12/3456 \n"));
	ev.misc = DEFER_MISC_SWITCH_OUT_PREEMPT;
	T_RUN(check(&ev, " OUT preempt  next pid/tid:    12/3456 \n"));
	ev.context_switch.out = false;
	T_RUN(check(&ev, " IN           prev pid/tid:    12/3456 \n"));
	return TEST_OK;
}

static int check_links(uint64_t nr, bool swap, const char *want)
{
	uint64_t links[2 * (DEFER_NR_NS + 2)];
	const struct defer_event ev = {
		.type = DEFER_RECORD_NAMESPACES,
		.namespaces = {.pid = 5,
			       .tid = 6,
			       .nr = nr,
			       .swap = swap,
			       .links = (const uint8_t *)links},
	};

	for (uint64_t i = 0; i < sizeof(links) / sizeof(*links); i++)
		links[i] = swap ? __builtin_bswap64(i + 10) : i + 10;
	return check(&ev, want);
}

static int test_namespaces(void)
{
	T_RUN(check_links(0, false, " 5/6 - nr_namespaces: 0\n\t\t[]\n"));
	T_RUN(check_links(2, true,
			  " 5/6 - nr_namespaces: 2\n"
			  "\t\t[0/net: 10/0xb, 1/uts: 12/0xd]\n"));
	/* Lines of four; a later kernel's have no names. */
	T_RUN(check_links(DEFER_NR_NS + 2, false,
			  " 5/6 - nr_namespaces: 9\n"
			  "\t\t[0/net: 10/0xb, 1/uts: 12/0xd, 2/ipc: 14/0xf, 3/pid: 16/0x11, \n"
			  "\t\t 4/user: 18/0x13, 5/mnt: 20/0x15, 6/cgroup: 22/0x17, "
			  "7/unknown: 24/0x19, \n"
			  "\t\t 8/unknown: 26/0x1b]\n"));
	return TEST_OK;
}

static int test_tasks(void)
{
	struct defer_event ev = {
		.type = DEFER_RECORD_COMM,
		.comm = {.pid = 1, .tid = 2, .name = "a\nb"},
	};

	T_RUN(check(&ev, ": a.b:1/2\n"));
	ev.comm.exec = true;
	T_RUN(check(&ev, " exec: a.b:1/2\n"));
	ev = (struct defer_event){
		.type = DEFER_RECORD_FORK,
		.task = {.pid = 1, .ppid = 2, .tid = 3, .ptid = 4},
	};
	T_RUN(check(&ev, "(1:3):(2:4)\n"));
	ev.type = DEFER_RECORD_EXIT;
	T_RUN(check(&ev, "(1:3):(2:4)\n"));
	return TEST_OK;
}

static int test_others(void)
{
	struct defer_event ev = {.type = DEFER_RECORD_LOST, .lost = {.id = 1, .lost = 23}};

	T_RUN(check(&ev, " lost 23\n"));
	ev.type = DEFER_RECORD_LOST_SAMPLES;
	T_RUN(check(&ev, " lost 23\n"));
	ev = (struct defer_event){
		.type = DEFER_RECORD_CGROUP,
		.cgroup = {.id = 45, .path = "/a\033b"},
	};
	T_RUN(check(&ev, " cgroup: 45 /a.b\n"));
	/* Those that have no fields, and those that are of no known type. */
	ev = (struct defer_event){.type = DEFER_RECORD_THROTTLE};
	T_RUN(check(&ev, "\n"));
	ev.type = DEFER_RECORD_CGROUP + 1;
	T_RUN(check(&ev, "\n"));
	ev.type = UINT32_MAX;
	T_RUN(check(&ev, "\n"));
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"mappings of old kernels", test_mmap},
	{"mappings with an inode or a build id, and who may do what there", test_mmap2},
	{"switches, of one task and of all of a CPU", test_switch},
	{"namespaces, four to a line", test_namespaces},
	{"names, forks and exits", test_tasks},
	{"losses, cgroups, and records without fields", test_others},
	{0},
};

const struct test_suite suite__event_text = {"event-text", "Records that are not samples, printed",
					     cases};
