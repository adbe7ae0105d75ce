// SPDX-License-Identifier: GPL-2.0-only
#include "util/session/sequels.h"

#include <stdlib.h>
#include <string.h>

#include <perf/defer-evlist.h>

#include "util/base/error.h"
#include "util/header/env.h"
#include "util/machine/machine.h"
#include "util/session/session.h"
#include "util/source/source.h"

/* Returns true if the kernel gave both the same ids: it gives none twice. */
static bool evsel__is_same(const struct defer_evsel *a, const struct defer_evsel *b)
{
	return a->nr_ids == b->nr_ids && a->attr.type == b->attr.type &&
	       a->attr.sample_type == b->attr.sample_type &&
	       (!a->nr_ids || !memcmp(a->ids, b->ids, a->nr_ids * sizeof(*a->ids)));
}

static bool evlist__is_same(const struct defer_evlist *a, const struct defer_evlist *b)
{
	if (defer_evlist__nr(a) != defer_evlist__nr(b))
		return false;
	for (uint32_t i = 0; i < defer_evlist__nr(a); i++)
		if (!evsel__is_same(defer_evlist__evsel(a, i), defer_evlist__evsel(b, i)))
			return false;
	return true;
}

/* A file that was cut short has no features. */
static bool has_features(const struct defer_header *header)
{
	return header->data.size && header->data.offset + header->data.size > header->data.offset;
}

static int read_sequel(struct session *session, const struct source_file *file, struct env *env,
		       struct defer_evlist *evlist, struct defer_error *err)
{
	int ret = defer_header__read_attrs(file->header, file->pread, file->ctx, evlist, err);

	if (ret < 0)
		return ret;
	if (!evlist__is_same(session->evlist, evlist))
		return defer_error__set(
			err, DEFER_ERR_INVAL,
			"%s has other events than %s: only files of one recording can "
			"be read as one",
			file->path, source__path(session->source));
	return has_features(file->header)
		       ? env__read_features(env, file->header, file->pread, file->ctx, evlist,
					    &session->damage, err)
		       : 0;
}

int session__read_sequels(struct session *session, struct defer_error *err)
{
	int ret = 0;

	for (unsigned int i = 0; i < session->nr_sequels && ret >= 0; i++) {
		const struct source_file file = source__sequel(session->source, i);
		struct defer_evlist *evlist = defer_evlist__new();

		session->sequels[i] = env__new();
		if (!evlist || !session->sequels[i])
			ret = error__no_memory(err, "for a session");
		else
			ret = read_sequel(session, &file, session->sequels[i], evlist, err);
		defer_evlist__delete(evlist);
	}
	return ret < 0 ? ret : 0;
}

void session__drop_sequels(struct session *session)
{
	for (unsigned int i = 0; session->sequels && i < session->nr_sequels; i++)
		env__delete(session->sequels[i]);
	free(session->sequels);
}

struct file_span *file_spans__new(size_t nr)
{
	struct file_span *spans = calloc(nr, sizeof(*spans));

	for (size_t i = 0; spans && i < nr; i++)
		spans[i] = (struct file_span){.order = UINT64_MAX, .first = UINT64_MAX};
	return spans;
}

void file_spans__merge(struct file_span *spans, const struct file_span *from, size_t nr)
{
	for (size_t i = 0; i < nr; i++) {
		file_span__begin(&spans[i], from[i].order);
		if (!from[i].last)
			continue;
		file_span__see(&spans[i], from[i].first);
		file_span__see(&spans[i], from[i].last);
	}
}

void file_spans__fill(struct file_span *spans, size_t nr)
{
	for (size_t i = nr; --i > 0;)
		if (spans[i].order == UINT64_MAX && i + 1 < nr)
			spans[i].order = spans[i + 1].order;
	for (size_t i = 1; i < nr; i++)
		if (!spans[i].last)
			spans[i].first = spans[i].last = spans[i - 1].last;
}

size_t file_spans__misplaced(const struct file_span *spans, size_t nr)
{
	const struct file_span *before = NULL;

	for (size_t i = 0; i < nr; i++) {
		if (!spans[i].last)
			continue;
		if (before && spans[i].first <= before->first && spans[i].last <= before->last)
			return i;
		before = &spans[i];
	}
	return 0;
}

struct machine_list *file_spans__lists(const struct file_span *spans, size_t nr)
{
	struct machine_list *lists = calloc(nr, sizeof(*lists));

	for (size_t i = 1; lists && i < nr; i++)
		lists[i - 1] = (struct machine_list){spans[i].order, spans[i].first};
	return lists;
}

bool file_spans__gap(const struct file_span *span)
{
	return span[0].last && span[1].last && span[1].first > span[0].last &&
	       span[1].first - span[0].last > SEQUEL_GAP;
}
