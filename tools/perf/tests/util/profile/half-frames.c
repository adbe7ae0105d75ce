// SPDX-License-Identifier: GPL-2.0-only
/* Halves of stacks become lists of frames: which halves share one, and whose their addresses are. */
#include "tests/names-world.h"
#include "tests/tests.h"
#include "util/base/intern-part.h"
#include "util/machine/callchain.h"

static const struct names_task task = {100, 100, 1};

struct halves {
	struct names_world w;
	struct half_table table;
	struct intern_part part;
};

static int halves__init(struct halves *h)
{
	*h = (struct halves){0};
	T_RUN(names_world__init(&h->w, NULL));
	names_world__comm(&h->w, 10, task, "prog", true);
	names_world__mmap(&h->w, 20, task, DEFER_MISC_USER, 0x400000, 0x10000, "/bin/prog");
	T_RUN(names_world__read(&h->w, 0));
	half_table__init(&h->table);
	return TEST_OK;
}

static void halves__exit(struct halves *h)
{
	half_table__exit(&h->table);
	intern_part__exit(&h->part);
	names_world__exit(&h->w);
}

static int64_t want(struct halves *h, const uint64_t *ips, uint32_t nr, uint32_t maps_id,
		    bool kernel)
{
	struct half half = {.ips = ips, .nr = nr};

	if (half__intern(&half, h->w.session->chains, &h->part, NULL))
		return -1;
	return half_table__want(&h->table, h->w.resolve, half.entry, maps_id, kernel, NULL);
}

/* The id that frame @i of half @id has, or -1. */
static int64_t frame_id(const struct halves *h, int64_t id, uint32_t i)
{
	const struct half_frames *half = &h->table.halves[id];

	return i < half->nr ? (int64_t)h->table.pool[half->first + i] : -1;
}

static uint32_t user_maps(const struct halves *h)
{
	struct task_view view;

	machine__find_task(h->w.session->machine, 100, 100, 1000, UINT64_MAX, &view);
	return view.maps_id;
}

/* Addresses, address space and side: each of them keeps halves apart. */
static int test_identity(void)
{
	const uint64_t ips[] = {0x400010, 0x400020, 0x400030}, other[] = {0x400010, 0x400021};
	struct halves h;
	uint32_t maps;
	int64_t first;

	T_RUN(halves__init(&h));
	maps = user_maps(&h);
	T_CHECK(maps);
	first = want(&h, ips, 2, maps, false);
	T_CHECK(first >= 0);
	T_EQ(want(&h, ips, 2, maps, false), first);
	T_CHECK(want(&h, ips, 3, maps, false) != first);
	T_CHECK(want(&h, ips, 1, maps, false) != first);
	T_CHECK(want(&h, other, 2, maps, false) != first);
	T_CHECK(want(&h, ips, 2, 0, false) != first);
	T_CHECK(want(&h, ips, 2, maps, true) != first);
	T_EQ(h.table.nr, 6);
	T_EQ(want(&h, ips, 2, maps, false), first);
	T_EQ(want(&h, NULL, 0, maps, false), NO_HALF);
	halves__exit(&h);
	return TEST_OK;
}

/* Innermost first, each in its address space; equal addresses of one space are one frame. */
static int test_frames(void)
{
	const uint64_t ips[] = {0x400010, 0x400020, 0x400010};
	const struct frame *frame;
	struct halves h;
	int64_t mapped, bare, kernel;

	T_RUN(halves__init(&h));
	mapped = want(&h, ips, 3, user_maps(&h), false);
	bare = want(&h, ips, 3, 0, false);
	kernel = want(&h, ips, 3, user_maps(&h), true);
	T_EQ(h.table.halves[mapped].nr, 3);
	for (uint32_t i = 0; i < 3; i++) {
		frame = resolve__frame(h.w.resolve, frame_id(&h, mapped, i));
		T_EQ(frame->ip, ips[i]);
		T_CHECK(frame->map && !frame->kernel);
		frame = resolve__frame(h.w.resolve, frame_id(&h, bare, i));
		T_EQ(frame->ip, ips[i]);
		T_CHECK(!frame->map && !frame->kernel);
		T_CHECK(resolve__frame(h.w.resolve, frame_id(&h, kernel, i))->kernel);
	}
	T_EQ(frame_id(&h, mapped, 0), frame_id(&h, mapped, 2));
	T_EQ(frame_id(&h, mapped, 3), -1);
	halves__exit(&h);
	return TEST_OK;
}

/* Marks are no frames, and say whose the addresses behind them are. */
static int test_marks(void)
{
	const uint64_t ips[] = {0x400010, DEFER_CONTEXT_GUEST_USER, 0x400020, DEFER_CONTEXT_USER,
				0x400030};
	static const char levels[] = ".u.";
	struct halves h;
	int64_t id;

	T_RUN(halves__init(&h));
	id = want(&h, ips, 5, user_maps(&h), false);
	T_EQ(h.table.halves[id].nr, 3);
	for (uint32_t i = 0; i < 3; i++) {
		const struct frame *frame = resolve__frame(h.w.resolve, frame_id(&h, id, i));

		T_EQ(frame->ip, ips[2 * i]);
		T_EQ(frame->level, levels[i]);
		T_EQ(!frame->map, i == 1);
	}
	halves__exit(&h);
	return TEST_OK;
}

#define MANY 3000

/* Checks the frames of a half with all @ips against those that the resolver has for them. */
static int check_frames(struct halves *h, const uint64_t *ips, uint32_t maps, bool kernel)
{
	int64_t id = want(h, ips, MANY, maps, kernel);

	T_CHECK(id >= 0);
	for (uint32_t i = 0; i < MANY; i++)
		T_EQ(frame_id(h, id, i), resolve__want(h->w.resolve, maps, ips[i], kernel, NULL));
	return TEST_OK;
}

/* More addresses than are remembered, and more address spaces, on both sides. */
static int test_recent(void)
{
	static uint64_t ips[2 * MANY];
	struct halves h;
	uint32_t maps;

	T_RUN(halves__init(&h));
	maps = user_maps(&h);
	for (uint32_t i = 0; i < 2 * MANY; i++)
		ips[i] = 0x400000 + 3 * (i % MANY);
	for (uint32_t id = 0; id < MANY; id++) {
		int64_t half = want(&h, ips, 1, id, false);

		T_CHECK(half >= 0);
		T_EQ(frame_id(&h, half, 0), resolve__want(h.w.resolve, id, ips[0], false, NULL));
	}
	for (uint32_t turn = 0; turn < 3; turn++) {
		T_RUN(check_frames(&h, ips + 1000 * turn, maps, false));
		T_RUN(check_frames(&h, ips + 1000 * turn, 0, false));
		T_RUN(check_frames(&h, ips + 1000 * turn, maps, true));
	}
	halves__exit(&h);
	return TEST_OK;
}

/* Tables that grow keep their places. */
static int test_many(void)
{
	int64_t ids[MANY];
	struct halves h;
	uint64_t ips[2];

	T_RUN(halves__init(&h));
	for (int round = 0; round < 2; round++) {
		for (uint64_t i = 0; i < MANY; i++) {
			int64_t id;

			ips[0] = 0x400000 + i;
			ips[1] = 0x500000 + i;
			id = want(&h, ips, 2, user_maps(&h), false);
			T_CHECK(id >= 0);
			if (!round)
				ids[i] = id;
			T_EQ(id, ids[i]);
			T_EQ(resolve__frame(h.w.resolve, frame_id(&h, id, 1))->ip, 0x500000 + i);
		}
	}
	T_EQ(h.table.nr, MANY);
	halves__exit(&h);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"what keeps halves apart", test_identity},
	{"frames are in order, each in its address space", test_frames},
	{"marks say whose addresses follow", test_marks},
	{"frames that are remembered, and those in their places", test_recent},
	{"many halves", test_many},
	{0},
};

const struct test_suite suite__half_frames = {"half-frames", "Halves of stacks as frames", cases};
