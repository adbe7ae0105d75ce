// SPDX-License-Identifier: GPL-2.0-only
#include <perf/defer-evlist.h>
#include <perf/defer-sample.h>

#include "util/fold/branches.h"
#include "util/machine/branch.h"

bool evsel__has_branches(const struct defer_evsel *evsel)
{
	return evsel->attr.sample_type & DEFER_SAMPLE_BRANCH_STACK &&
	       !(evsel->attr.branch_sample_type & DEFER_BRANCH_CALL_STACK);
}

int fold__add_branches(struct fold *fold, unsigned int worker, const struct stitched *s,
		       struct defer_error *err)
{
	struct defer_sample one = *s->sample;
	struct stitched as = *s;
	struct branch branch;
	int ret = 0;

	as.sample = &one;
	as.kernel = as.user = (struct half){0};
	as.cls = DEFER_KERNEL;
	as.user_maps_id = s->task.maps_id;
	as.is_skid = false;
	for (uint64_t i = 0; i < s->sample->branch.nr && evsel__has_branches(s->evsel) && !ret;
	     i++) {
		branch__read(s->sample, i, &branch);
		one.branch.nr = 1;
		one.branch.entries.data = s->sample->branch.entries.data + i * BRANCH_ENTRY_SIZE;
		one.ip = branch.to;
		one.cpumode = branch__is_kernel(branch.to) ? DEFER_MISC_KERNEL : DEFER_MISC_USER;
		one.period = 1;
		one.weight = branch.cycles ? branch.cycles : 1;
		ret = fold__add(fold, worker, &as, err);
	}
	return ret;
}
