// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>

#include "util/base/array.h"
#include "util/base/error.h"
#include "util/inject/mark-elf.h"
#include "util/inject/marks.h"
#include "util/inject/splice.h"
#include "util/output/feature-writer.h"
#include "util/synth/synth-record.h"

/*
 * The ranges that the map may have: a page at each of 0x0f00000000000000, 0x0f01000000000000, and so
 * on. No kernel maps memory there: x86-64 and RISC-V end at 2^56, arm64 at 2^52.
 */
#define BASE	  0x0f00000000000000ULL
#define BASE_MASK 0xfff0fffffffff000ULL
#define SHIFT	  48
#define NR_RANGES 16

static uint64_t range_base(unsigned int range)
{
	return BASE | (uint64_t)range << SHIFT;
}

void marks__exit(struct marks *marks)
{
	free(marks->marks);
	*marks = (struct marks){0};
}

static void marks__see_address(struct marks *marks, uint64_t addr)
{
	if ((addr & BASE_MASK) == BASE)
		marks->taken |= 1U << (addr >> SHIFT & (NR_RANGES - 1));
}

static void marks__see_maps(struct marks *marks, const struct maps *maps)
{
	for (unsigned int i = 0; i < NR_RANGES; i++) {
		if (maps__find(maps, range_base(i)) ||
		    maps__find(maps, range_base(i) + MARK_ELF_SIZE - 1))
			marks->taken |= 1U << i;
	}
}

/* A task of which no record tells is its own process, for all that is known. */
static uint64_t process_of(const struct machine *machine, const struct task_view *task)
{
	const uint32_t leader = machine__life_leader(machine, task->life);

	return leader == LIFE_NONE ? 1ULL << 32 | (uint32_t)task->pid : leader;
}

int marks__see(struct marks *marks, const struct stitched *sample, bool gets_user,
	       const struct machine *machine, struct defer_error *err)
{
	struct mark *more;

	for (uint32_t i = 0; i < sample->user.nr; i++)
		marks__see_address(marks, sample->user.ips[i]);
	marks__see_address(marks, sample->sample->ip);
	marks__see_address(marks, sample->sample->addr);
	if (!gets_user || !mark_elf__offset(sample->cls) || sample->task.pid < 0)
		return 0;
	marks__see_maps(marks, machine__maps(machine, sample->task.maps_id));
	more = array__reserve(marks->marks, &marks->cap, marks->nr + 1, sizeof(*more));
	if (!more)
		return error__no_memory(err, "to mark samples");
	marks->marks = more;
	more[marks->nr++] = (struct mark){
		.order = sample->rec->order,
		.time = sample->time,
		.process = process_of(machine, &sample->task),
		.cls = sample->cls,
	};
	return 0;
}

int marks__merge(struct marks *marks, struct marks *from, struct defer_error *err)
{
	struct mark *more =
		array__reserve(marks->marks, &marks->cap, marks->nr + from->nr + 1, sizeof(*more));

	if (!more)
		return error__no_memory(err, "to mark samples");
	marks->marks = more;
	if (from->nr)
		memcpy(more + marks->nr, from->marks, from->nr * sizeof(*more));
	marks->nr += from->nr;
	marks->taken |= from->taken;
	marks__exit(from);
	return 0;
}

static int cmp_numbers(uint64_t a, uint64_t b)
{
	return a < b ? -1 : a > b;
}

static int cmp_process(const void *a, const void *b)
{
	const struct mark *x = a, *y = b;

	return cmp_numbers(x->process, y->process)
		       ?: cmp_numbers(x->time, y->time) ?: cmp_numbers(x->order, y->order);
}

static int cmp_order(const void *a, const void *b)
{
	const struct mark *x = a, *y = b;

	return cmp_numbers(x->order, y->order);
}

int marks__seal(struct marks *marks, struct defer_error *err)
{
	const struct mark *first = NULL;

	if (!marks->nr)
		return 0;
	qsort(marks->marks, marks->nr, sizeof(*marks->marks), cmp_process);
	for (size_t i = 0; i < marks->nr; i++) {
		struct mark *mark = &marks->marks[i];

		if (!first || first->process != mark->process)
			first = mark;
		/* A sample that reads several counters was seen several times. */
		mark->is_first = mark->order == first->order;
	}
	qsort(marks->marks, marks->nr, sizeof(*marks->marks), cmp_order);
	for (unsigned int i = 0; i < NR_RANGES; i++) {
		if (!(marks->taken >> i & 1)) {
			marks->base = range_base(i);
			return 0;
		}
	}
	return defer_error__set(err, DEFER_ERR_UNSUPPORTED, DEFER_NO_OFFSET,
				"the trace uses all addresses that --marks could give to a frame");
}

const struct mark *marks__find(const struct marks *marks, uint64_t order)
{
	const struct mark key = {.order = order};

	if (!marks->nr)
		return NULL;
	return bsearch(&key, marks->marks, marks->nr, sizeof(key), cmp_order);
}

uint64_t marks__ip(const struct marks *marks, const struct mark *mark)
{
	return marks->base + mark_elf__offset(mark->cls);
}

void marks__add_map(const struct marks *marks, struct byte_buf *bytes,
		    const struct stitched *sample)
{
	struct synth_map map = {
		.pid = sample->task.pid,
		.tid = sample->task.pid,
		.misc = DEFER_MISC_USER,
		.start = marks->base,
		.len = MARK_ELF_SIZE,
		.prot = 5, /* PROT_READ | PROT_EXEC */
		.name = MARK_ELF_NAME,
	};

	mark_elf__build_id(&map.bid);
	splice__add_map(bytes, sample, &map);
}

void marks__add_build_id(struct byte_buf *bytes)
{
	struct build_id bid;

	mark_elf__build_id(&bid);
	feature__add_build_id(bytes, MARK_ELF_NAME, DEFER_MISC_USER, &bid);
}
