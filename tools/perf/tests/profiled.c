// SPDX-License-Identifier: GPL-2.0-only
#include "tests/profiled.h"
#include "util/resolve/resolve.h"

int profiled__fold(struct pipeline *pipeline, struct defer_error *err)
{
	int ret = pipeline__open(pipeline, err);

	if (!ret)
		ret = pipeline__gather(pipeline, err);
	if (!ret)
		ret = pipeline__fold(pipeline, err);
	if (!ret && (pipeline->opts.interactive || pipeline->opts.samples))
		ret = pipeline__order_samples(pipeline, err);
	return ret;
}

int profiled__open(struct profiled *p, const struct pipeline_opts *opts, bool names,
		   struct defer_error *err)
{
	struct pipeline_opts own = *opts;
	int ret;

	own.conf = &p->conf;
	ret = pipeline__init(&p->pipeline, &own, err);
	if (!ret)
		ret = profiled__fold(&p->pipeline, err);
	return ret ? ret : pipeline__resolve(&p->pipeline, names, &p->resolve, err);
}

int profiled__make(struct profiled *p, const struct fold *fold, struct defer_error *err)
{
	return pipeline__profile(&p->pipeline, fold, p->resolve, &p->profile, err);
}

void profiled__exit(struct profiled *p)
{
	profile__delete(p->profile);
	resolve__delete(p->resolve);
	pipeline__exit(&p->pipeline);
}
