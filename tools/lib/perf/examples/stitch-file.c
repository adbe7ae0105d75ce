// SPDX-License-Identifier: LGPL-2.1-only OR BSD-2-Clause
/* stitch-file < perf.data: the classes of all samples in a file without compressed records. */
#include <inttypes.h>
#include <stdio.h>
#include <perf/defer.h>

static uint8_t data[1 << 28];

static int64_t read_at(void *file, void *buf, size_t size, uint64_t at, struct defer_error *err)
{
	if (fseeko(file, (off_t)at, SEEK_SET))
		return defer_error__set_at(err, DEFER_ERR_IO, at, "The input is not a file");
	return (int64_t)fread(buf, 1, size, file);
}

int main(void)
{
	struct defer_evlist *evlist = defer_evlist__new();
	uint64_t counts[DEFER_NR_CLASSES + 1] = {0}, time;
	struct defer_error err = DEFER_ERROR_INIT;
	struct defer_stitch_sample key;
	const struct defer_evsel *evsel;
	struct defer_signs *signs = NULL;
	struct defer_stitch *st = NULL;
	struct defer_feed *feed = NULL;
	struct defer_verdict verdict;
	struct defer_sample sample;
	struct defer_header hdr;
	struct defer_record rec;
	struct defer_cursor cur;
	struct defer_event ev;
	int64_t size;

	if (defer_header__read(&hdr, read_at, stdin, &err) ||
	    (hdr.pipe && defer_error__set_at(&err, DEFER_ERR_INVAL, 0, "The input is a stream")) ||
	    defer_header__read_attrs(&hdr, read_at, stdin, evlist, &err) ||
	    (size = read_at(stdin, data, sizeof(data), hdr.data.offset, &err)) < 0)
		goto out;

	defer_cursor__init(&cur, data, (size_t)size, hdr.data.offset, hdr.swap);
	if (hdr.data.size < cur.size)
		cur.size = hdr.data.size;
	feed = defer_feed__new(evlist);
	while (defer_record__next(&rec, &cur, &err) > 0) {
		rec.order = rec.offset;
		evsel = defer_evlist__record_evsel(evlist, &rec, &err);
		if (rec.type == DEFER_RECORD_SAMPLE && evsel)
			defer_feed__sample(feed, evsel, &rec, &time);
		else if (rec.type != DEFER_RECORD_SAMPLE &&
			 defer_event__decode(&ev, &rec, evlist, &err) > 0)
			defer_feed__event(feed, &ev, rec.order, NULL);
	}
	if (defer_feed__seal(feed, &st))
		goto out;

	/* Twice: samples without a record are told why when all others were seen. */
	signs = defer_signs__new(st);
	for (int settle = 0; settle < 2; settle++) {
		for (cur.pos = 0; defer_record__next(&rec, &cur, &err) > 0;) {
			evsel = defer_evlist__record_evsel(evlist, &rec, &err);
			if (rec.type != DEFER_RECORD_SAMPLE || !evsel ||
			    defer_sample__decode(&sample, &rec, &evsel->layout, &err))
				continue;
			defer_stitch__classify(st, &sample, rec.offset, settle ? NULL : signs,
					       &verdict);
			if ((verdict.cls == DEFER_NO_RECORD) != settle)
				continue;
			key = defer_stitch__sample(st, &sample, rec.offset);
			counts[settle ? defer_stitch__settle(st, signs, &key) : verdict.cls]++;
		}
	}
	for (int i = 0; i < DEFER_NR_CLASSES; i++)
		printf("%s %" PRIu64 "\n", defer_class__name(i), counts[i]);
out:
	defer_signs__delete(signs);
	defer_stitch__delete(st);
	defer_feed__delete(feed);
	defer_evlist__delete(evlist);
	return err.code ? fprintf(stderr, "%s\n", err.text), 1 : 0;
}
