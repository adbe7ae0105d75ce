// SPDX-License-Identifier: GPL-2.0-only
/*
 * Writes a trace in which many threads wait in the kernel at once: a sample of each, and then the
 * callchain of each.
 *
 *   waiting-trace FILE THREADS
 */
#include <stdio.h>
#include <stdlib.h>

#include "tests/builder.h"

#define ID	  1
#define PID	  1000
#define KERNEL_IP 0xffffffff81000000ULL
#define USER_IP	  0x400000ULL
#define DEPTH	  12

static const uint64_t ids[] = {ID};

static const struct builder_event event = {
	.attr = {.type = DEFER_TYPE_SOFTWARE,
		 .size = 144,
		 .sample_type = DEFER_SAMPLE_IDENTIFIER | DEFER_SAMPLE_IP | DEFER_SAMPLE_TID |
				DEFER_SAMPLE_TIME | DEFER_SAMPLE_CALLCHAIN,
		 .flags = DEFER_ATTR_SAMPLE_ID_ALL | DEFER_ATTR_DEFER_CALLCHAIN |
			  DEFER_ATTR_DEFER_OUTPUT},
	.ids = ids,
	.nr_ids = 1,
};

static uint64_t cookie_of(uint32_t thread)
{
	return ((uint64_t)thread * 2 + 1) << 32 | 1;
}

static void put_task(struct builder *b, uint32_t thread)
{
	builder__u32(b, PID);
	builder__u32(b, PID + thread);
}

static void put_sample(struct builder *b, uint32_t thread, uint64_t time)
{
	builder__begin(b, DEFER_RECORD_SAMPLE, DEFER_MISC_KERNEL);
	builder__u64(b, ID);
	builder__u64(b, KERNEL_IP);
	put_task(b, thread);
	builder__u64(b, time);
	builder__u64(b, DEPTH + 3);
	builder__u64(b, DEFER_CONTEXT_KERNEL);
	for (unsigned int i = 0; i < DEPTH; i++)
		builder__u64(b, KERNEL_IP + i);
	builder__u64(b, DEFER_CONTEXT_USER_DEFERRED);
	builder__u64(b, cookie_of(thread));
	builder__end(b);
}

static void put_callchain(struct builder *b, uint32_t thread, uint64_t time)
{
	builder__begin(b, DEFER_RECORD_CALLCHAIN_DEFERRED, DEFER_MISC_USER);
	builder__u64(b, cookie_of(thread));
	builder__u64(b, DEPTH);
	for (unsigned int i = 0; i < DEPTH; i++)
		builder__u64(b, USER_IP + i);
	put_task(b, thread);
	builder__u64(b, time);
	builder__u64(b, ID);
	builder__end(b);
}

int main(int argc, char **argv)
{
	uint32_t nr = argc == 3 ? (uint32_t)strtoul(argv[2], NULL, 10) : 0;
	struct builder b;

	if (!nr) {
		fprintf(stderr, "usage: waiting-trace FILE THREADS\n");
		return 2;
	}
	builder__init(&b, false);
	builder__begin_file(&b, &event, 1);
	for (uint32_t i = 0; i < nr; i++)
		put_sample(&b, i, 1000 + i);
	for (uint32_t i = 0; i < nr; i++)
		put_callchain(&b, i, 1000 + nr + i);
	builder__end_file(&b);
	builder__write(&b, argv[1]);
	builder__exit(&b);
	return 0;
}
