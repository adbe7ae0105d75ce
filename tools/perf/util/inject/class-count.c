// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include <perf/defer-record.h>

#include "util/base/array.h"
#include "util/base/error.h"
#include "util/inject/class-count.h"

int class_count__init(struct class_count *count, const struct defer_stitch *stitch,
		      struct defer_error *err)
{
	*count = (struct class_count){.signs = defer_signs__new(stitch)};
	return count->signs ? 0 : error__no_memory(err, "to count samples");
}

void class_count__exit(struct class_count *count)
{
	defer_signs__delete(count->signs);
	free(count->samples);
	*count = (struct class_count){0};
}

static int class_count__keep(struct class_count *count, const struct unsettled_sample *sample,
			     struct defer_error *err)
{
	if (!ARRAY_GROW(count->samples, count->cap, count->nr + 1))
		return error__no_memory(err, "for samples without a record");
	count->samples[count->nr++] = *sample;
	return 0;
}

int class_count__add_unsettled(struct class_count *count, const struct defer_stitch *stitch,
			       const struct stitched *sample, uint32_t nr, struct defer_error *err)
{
	const struct unsettled_sample unsettled = {
		.key = defer_stitch__sample(stitch, sample->sample, sample->rec->order),
		.nr = nr,
	};

	return class_count__keep(count, &unsettled, err);
}

int class_count__merge(struct class_count *count, const struct class_count *from,
		       struct defer_error *err)
{
	int ret = defer_signs__merge(count->signs, from->signs);

	if (ret)
		return error__no_memory(err, "for signs");
	for (int cls = 0; cls < DEFER_NR_CLASSES; cls++)
		count->classes[cls] += from->classes[cls];
	for (size_t i = 0; i < from->nr && !ret; i++)
		ret = class_count__keep(count, &from->samples[i], err);
	return ret;
}

void class_count__finish(struct class_count *count, const struct defer_stitch *stitch)
{
	for (size_t i = 0; i < count->nr; i++) {
		const struct unsettled_sample *sample = &count->samples[i];

		count->classes[defer_stitch__settle(stitch, count->signs, &sample->key)] +=
			sample->nr;
	}
	count->nr = 0;
}
