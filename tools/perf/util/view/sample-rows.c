// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include "util/base/error.h"
#include "util/fold/samples.h"
#include "util/profile/profile.h"
#include "util/profile/zoom.h"
#include "util/session/sample-reader.h"
#include "util/view/sample-rows.h"

/* ---- making ---- */

static int list_rows(struct sample_rows *rows)
{
	const struct shown *shown = &rows->shown;
	size_t nr = samples__nr(shown->samples);

	rows->rows = nr < UINT32_MAX ? malloc((nr + 1) * sizeof(*rows->rows)) : NULL;
	if (!rows->rows)
		return DEFER_ERR_NOMEM;
	for (size_t i = 0; i < nr; i++) {
		const struct sample_ref *ref = samples__at(shown->samples, i);

		if (rows->chains[ref->stack] != PROFILE_NO_CHAIN &&
		    zooms__pass_sample(shown->zooms, shown->session, ref))
			rows->rows[rows->nr++] = i;
	}
	return 0;
}

int sample_rows__new(struct sample_rows **rowsp, const struct shown *shown, struct defer_error *err)
{
	struct sample_rows *rows = calloc(1, sizeof(*rows));
	int ret;

	*rowsp = NULL;
	if (!rows)
		return error__no_memory(err, "for samples");
	rows->shown = *shown;
	rows->reader = calloc(1, sizeof(*rows->reader));
	rows->chains = profile__chains_in(shown->profile, shown->all, shown->part);
	ret = !rows->reader || !rows->chains || list_rows(rows)
		      ? error__no_memory(err, "for samples")
		      : sample_reader__init(rows->reader, shown->session, err);
	if (ret)
		sample_rows__delete(rows);
	else
		*rowsp = rows;
	return ret;
}

void sample_rows__delete(struct sample_rows *rows)
{
	if (!rows)
		return;
	if (rows->reader)
		sample_reader__exit(rows->reader);
	free(rows->reader);
	free(rows->chains);
	free(rows->rows);
	free(rows);
}

/* ---- one sample ---- */

const struct sample_ref *sample_rows__ref(const struct sample_rows *rows, uint32_t row)
{
	return samples__at(rows->shown.samples, row);
}

const struct stack *sample_rows__stack(const struct sample_rows *rows, uint32_t row)
{
	return fold__stack(rows->shown.all, sample_rows__ref(rows, row)->stack);
}

struct sample_place sample_rows__place(const struct sample_rows *rows, uint32_t row)
{
	const struct stack *stack = sample_rows__stack(rows, row);

	return (struct sample_place){
		.pid = stack->pid,
		.tid = stack->tid,
		.cpu = sample_rows__ref(rows, row)->cpu,
		.comm_id = stack->comm_id,
		.cls = stack->cls,
	};
}

uint32_t sample_rows__chain(const struct sample_rows *rows, uint32_t row)
{
	return rows->chains[sample_rows__ref(rows, row)->stack];
}

bool sample_rows__delay(const struct sample_rows *rows, uint32_t row, uint64_t *delay)
{
	return sample_ref__delay(rows->shown.session, sample_rows__ref(rows, row), delay);
}

const char *sample_rows__trace(const struct sample_rows *rows, uint32_t row)
{
	if (sample_rows__stack(rows, row)->evsel_idx >= rows->shown.profile->nr_events)
		return NULL;
	if (rows->shown.profile->events[sample_rows__stack(rows, row)->evsel_idx]
		    .evsel->attr.type != DEFER_TYPE_TRACEPOINT)
		return NULL;
	return sample_reader__trace(rows->reader, sample_rows__ref(rows, row)->order);
}
