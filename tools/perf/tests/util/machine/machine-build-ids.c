// SPDX-License-Identifier: GPL-2.0-only
/* Build ids that a file's header gives to the files that were mapped. */
#include <perf/defer-event.h>

#include "tests/tests.h"
#include "util/base/array.h"
#include "util/dso/dso.h"
#include "util/machine/machine.h"

/* Files of the kernel, each at a page of its own from BASE on, and a user's file at 0x1000. */
static const char *const files[] = {"[kernel.kallsyms]_text", "[ext4]", "[snd_hda_intel]", "[a.b]"};

#define BASE 0xffffffff81000000

static int add_mmap(struct machine_log *log, uint16_t misc, uint64_t start, const char *name,
		    uint64_t order)
{
	struct defer_event ev = {
		.type = DEFER_RECORD_MMAP2,
		.misc = misc,
		.id = {.pid = 5, .tid = 5, .time = 1, .has_time = true},
		.mmap = {.pid = 5,
			 .tid = 5,
			 .start = start,
			 .len = 0x1000,
			 .pgoff = start,
			 .prot = 5,
			 .filename = name},
	};

	T_EQ(machine_log__add(log, &ev, order, NULL), 0);
	return TEST_OK;
}

static int make_machine(struct machine **machine)
{
	struct machine_log *log = machine_log__new();

	T_CHECK(log);
	for (size_t i = 0; i < ARRAY_SIZE(files); i++)
		T_RUN(add_mmap(log, DEFER_MISC_KERNEL, BASE + i * 0x1000, files[i], i));
	T_RUN(add_mmap(log, DEFER_MISC_USER, 0x1000, "/bin/ext4.ko", 9));
	T_EQ(machine__new(machine, &log, 1, NULL), 0);
	machine_log__delete(log);
	return TEST_OK;
}

static const struct build_id *id_at(const struct machine *machine, uint64_t addr)
{
	const bool is_kernel = addr >= BASE;
	struct task_view view;
	uint32_t id;

	machine__find_task(machine, 5, 5, 2, UINT64_MAX, &view);
	id = is_kernel ? machine__kernel_maps(machine, 2, UINT64_MAX, &TIMELINE_SPAN_ALL)
		       : view.maps_id;
	return &maps__find(machine__maps(machine, id), addr)->dso->bid;
}

/* The header calls the kernel's files by their paths: a module's name is that of its file. */
static int test_names(void)
{
	static const uint8_t id[BUILD_ID_SIZE] = {1, 2, 3};
	static const struct {
		const char *name;
		uint16_t misc;
		int found; /* the file above that is meant, or -1 */
	} known[] = {
		{"/boot/vmlinux-6.1", DEFER_MISC_KERNEL, 0},
		{"/vmlinux", DEFER_MISC_KERNEL, 0},
		{"vmlinux", DEFER_MISC_KERNEL, -1},
		{"/boot/vmlinux-6.1", DEFER_MISC_USER, -1},
		{"[kernel.kallsyms]", DEFER_MISC_KERNEL, 0},
		{"/lib/modules/6.1/kernel/fs/ext4/ext4.ko", DEFER_MISC_KERNEL, 1},
		{"/ext4.ko.xz", DEFER_MISC_KERNEL, 1},
		{"/a/ext4.ko", DEFER_MISC_USER, -1},
		{"/a/ext4.ko", DEFER_MISC_GUEST_KERNEL, -1},
		{"ext4.ko", DEFER_MISC_KERNEL, -1},
		{"[ext4]", DEFER_MISC_USER, 1},
		{"/a-b/snd-hda-intel.ko.zst", DEFER_MISC_KERNEL, 2},
		{"/a/snd_hda-intel.ko", DEFER_MISC_KERNEL, 2},
		{"/a.ko/a.b.ko", DEFER_MISC_KERNEL, 3},
		{"/a/none.ko", DEFER_MISC_KERNEL, -1},
	};

	for (size_t i = 0; i < ARRAY_SIZE(known); i++) {
		struct machine *machine;

		T_RUN(make_machine(&machine));
		T_EQ(machine__set_build_id(machine, known[i].name, known[i].misc, id, sizeof(id)),
		     known[i].found >= 0);
		for (int file = 0; file < (int)ARRAY_SIZE(files); file++) {
			const struct build_id *bid = id_at(machine, BASE + file * 0x1000);

			if (build_id__known(bid) != (file == known[i].found))
				T_FAIL("%s, %s", known[i].name, files[file]);
			T_CHECK(file != known[i].found || !memcmp(bid->data, id, sizeof(id)));
		}
		T_CHECK(!build_id__known(id_at(machine, 0x1000)));
		machine__delete(machine);
	}
	return TEST_OK;
}

/* An id of no bytes gives none, and leaves the file to one that has some. */
static int test_none(void)
{
	static const uint8_t id[BUILD_ID_SIZE] = {1, 2, 3};
	struct machine *machine;

	T_RUN(make_machine(&machine));
	T_EQ(machine__set_build_id(machine, "[ext4]", DEFER_MISC_KERNEL, id, 0), 0);
	T_CHECK(!build_id__known(id_at(machine, BASE + 0x1000)));
	T_EQ(machine__set_build_id(machine, "[ext4]", DEFER_MISC_KERNEL, id, 3), 1);
	T_EQ(id_at(machine, BASE + 0x1000)->size, 3);
	T_EQ(machine__set_build_id(machine, "[ext4]", DEFER_MISC_KERNEL, id, 20), 0);
	T_EQ(id_at(machine, BASE + 0x1000)->size, 3);
	machine__delete(machine);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"files of the kernel by their paths", test_names},
	{"a build id of no bytes", test_none},
	{0},
};

const struct test_suite suite__machine_build_ids = {
	.name = "machine-build-ids",
	.desc = "build ids that a file's header gives to mapped files",
	.cases = cases,
};
