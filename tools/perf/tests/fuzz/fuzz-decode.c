// SPDX-License-Identifier: GPL-2.0-only
/*
 * libFuzzer target: header, events, records, samples and stitching over bytes from anywhere.
 * Every byte that decoding points to is read, so that a sanitizer sees a pointer gone astray.
 *
 * clang -g -O1 -std=gnu11 -D_GNU_SOURCE -fsanitize=fuzzer,address,undefined -Itools/lib/perf/include tools/perf/tests/fuzz/fuzz-decode.c tools/lib/perf/[a-z]*.c -o fuzz-decode && ./fuzz-decode CORPUS/
 */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <perf/defer-cursor.h>
#include <perf/defer-event.h>
#include <perf/defer-evlist.h>
#include <perf/defer-feed.h>
#include <perf/defer-header.h>
#include <perf/defer-stitch.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct input {
	const uint8_t *data;
	size_t size;
};

struct fuzz {
	struct defer_header hdr;
	struct defer_evlist *evlist;
	struct defer_feed *feed;
	struct defer_stitch *stitch;
	struct defer_signs *signs;
	volatile uint64_t sum; /* of everything read, which must not be left out */
};

static int64_t read_input(void *ctx, void *buf, size_t size, uint64_t offset,
			  struct defer_error *err)
{
	const struct input *input = ctx;

	(void)err;
	if (offset >= input->size)
		return 0;
	if (size > input->size - offset)
		size = input->size - offset;
	memcpy(buf, input->data + offset, size);
	return (int64_t)size;
}

static void touch_bytes(struct fuzz *fuzz, const void *bytes, uint64_t size)
{
	for (uint64_t i = 0; i < size; i++)
		fuzz->sum += ((const uint8_t *)bytes)[i];
}

static void touch_blob(struct fuzz *fuzz, const struct defer_blob *blob)
{
	touch_bytes(fuzz, blob->data, blob->size);
}

static void touch_chain(struct fuzz *fuzz, const struct defer_chain *chain)
{
	for (uint64_t i = 0; i < chain->nr; i++)
		fuzz->sum += defer_chain__ip(chain, i);
}

static void touch_sample(struct fuzz *fuzz, const struct defer_sample *sample,
			 const struct defer_layout *layout)
{
	struct defer_read_value value;

	touch_blob(fuzz, &sample->read.bytes);
	touch_blob(fuzz, &sample->raw);
	touch_blob(fuzz, &sample->branch.entries);
	touch_blob(fuzz, &sample->branch.counters);
	touch_blob(fuzz, &sample->user_regs.regs);
	touch_blob(fuzz, &sample->intr_regs.regs);
	touch_blob(fuzz, &sample->user_stack.bytes);
	touch_blob(fuzz, &sample->aux);
	touch_chain(fuzz, &sample->chain);
	for (uint64_t i = 0; defer_sample__read_value(sample, layout, i, &value); i++)
		fuzz->sum += value.value + value.id + value.lost;
}

static void touch_event(struct fuzz *fuzz, const struct defer_event *ev)
{
	switch (ev->type) {
	case DEFER_RECORD_MMAP:
	case DEFER_RECORD_MMAP2:
		touch_bytes(fuzz, ev->mmap.filename, strlen(ev->mmap.filename));
		break;
	case DEFER_RECORD_COMM:
		touch_bytes(fuzz, ev->comm.name, strlen(ev->comm.name));
		break;
	case DEFER_RECORD_KSYMBOL:
		touch_bytes(fuzz, ev->ksymbol.name, strlen(ev->ksymbol.name));
		break;
	case DEFER_RECORD_CALLCHAIN_DEFERRED:
		touch_chain(fuzz, &ev->deferred.chain);
	}
}

/* The events of a stream. */
static void read_attr(struct fuzz *fuzz, const struct defer_record *rec)
{
	if (rec->type == DEFER_RECORD_HEADER_ATTR)
		defer_header__read_attr_record(rec, fuzz->evlist, NULL);
}

/* Pass 1. */
static void gather(struct fuzz *fuzz, const struct defer_record *rec)
{
	const struct defer_evsel *evsel;
	struct defer_event ev;
	uint64_t time;

	if (rec->type == DEFER_RECORD_SAMPLE) {
		evsel = defer_evlist__record_evsel(fuzz->evlist, rec, NULL);
		if (evsel && defer_feed__sample(fuzz->feed, evsel, rec, &time))
			abort();
		return;
	}
	if (defer_event__decode(&ev, rec, fuzz->evlist, NULL) <= 0)
		return;
	touch_event(fuzz, &ev);
	if (rec->offset % 7 == 0 && defer_feed__begin(fuzz->feed, rec->offset))
		abort();
	if (defer_feed__event(fuzz->feed, &ev, rec->offset, NULL))
		abort();
}

/* Pass 2. */
static void match(struct fuzz *fuzz, const struct defer_record *rec)
{
	const struct defer_evsel *evsel;
	struct defer_verdict verdict;
	struct defer_sample sample;
	struct defer_stitch_sample key;

	if (rec->type != DEFER_RECORD_SAMPLE)
		return;
	evsel = defer_evlist__record_evsel(fuzz->evlist, rec, NULL);
	if (!evsel || defer_sample__decode(&sample, rec, &evsel->layout, NULL))
		return;
	touch_sample(fuzz, &sample, &evsel->layout);

	if (defer_stitch__classify(fuzz->stitch, &sample, rec->offset, fuzz->signs, &verdict))
		abort();
	key = defer_stitch__sample(fuzz->stitch, &sample, rec->offset);
	if (verdict.cls == DEFER_NO_RECORD)
		verdict.cls = defer_stitch__settle(fuzz->stitch, fuzz->signs, &key);
	if (verdict.cls >= DEFER_NR_CLASSES)
		abort();
	if (verdict.has_record)
		fuzz->sum += verdict.record.ref;
}

static void walk(struct fuzz *fuzz, const struct input *input,
		 void (*visit)(struct fuzz *fuzz, const struct defer_record *rec))
{
	uint64_t start = fuzz->hdr.pipe ? fuzz->hdr.size : fuzz->hdr.data.offset;
	struct defer_cursor cur;
	struct defer_record rec;

	if (start > input->size)
		return;
	defer_cursor__init(&cur, input->data + start, input->size - start, start, fuzz->hdr.swap);
	while (defer_record__next(&rec, &cur, NULL) > 0)
		visit(fuzz, &rec);
}

static void read_features(struct fuzz *fuzz, struct input *input)
{
	struct defer_section section;

	for (unsigned int i = 0; i <= DEFER_NR_FEATURE_BITS; i++) {
		if (defer_header__feature_section(&fuzz->hdr, i, read_input, input, &section,
						  NULL) > 0)
			fuzz->sum += section.offset + section.size;
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct input input = {data, size};
	struct fuzz fuzz = {.sum = 0};

	if (defer_header__read(&fuzz.hdr, read_input, &input, NULL))
		return 0;
	fuzz.evlist = defer_evlist__new();
	defer_header__read_attrs(&fuzz.hdr, read_input, &input, fuzz.evlist, NULL);
	read_features(&fuzz, &input);

	walk(&fuzz, &input, read_attr);
	fuzz.feed = defer_feed__new(fuzz.evlist);
	walk(&fuzz, &input, gather);
	if (defer_feed__seal(fuzz.feed, &fuzz.stitch))
		abort();
	fuzz.signs = defer_signs__new(fuzz.stitch);
	walk(&fuzz, &input, match);

	defer_signs__delete(fuzz.signs);
	defer_stitch__delete(fuzz.stitch);
	defer_feed__delete(fuzz.feed);
	defer_evlist__delete(fuzz.evlist);
	return 0;
}
