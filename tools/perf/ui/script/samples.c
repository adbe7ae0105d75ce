// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include "ui/script/samples.h"
#include "util/base/error.h"

int script_samples__init(struct script_samples *samples, struct session *session,
			 struct defer_error *err)
{
	*samples = (struct script_samples){.session = session};
	samples->lists = calloc(session->nr_workers, sizeof(*samples->lists));
	if (!samples->lists)
		return error__no_memory(err, "to print samples");
	return fold__new(&samples->fold, session, 0, err);
}

void script_samples__exit(struct script_samples *samples)
{
	for (unsigned int i = 0; samples->lists && i < samples->session->nr_workers; i++)
		order_list__exit(&samples->lists[i]);
	free(samples->lists);
	fold__delete(samples->fold);
	*samples = (struct script_samples){0};
}

int script_samples__add(struct script_samples *samples, unsigned int worker,
			const struct stitched *sample, struct defer_error *err)
{
	uint32_t place;
	int ret = fold__add_at(samples->fold, worker, sample, &place, err);

	return ret ? ret : order_list__add(&samples->lists[worker], sample, place, err);
}

int script_samples__finish(struct script_samples *samples, struct defer_error *err)
{
	int ret = fold__finish(samples->fold, err);

	for (unsigned int i = 0; i < samples->session->nr_workers && !ret; i++) {
		struct order_list *list = &samples->lists[i];

		for (size_t j = 0; j < list->nr; j++)
			list->entries[j].tag = fold__place(samples->fold, i, list->entries[j].tag);
	}
	return ret;
}

void script_samples__hide(struct script_samples *samples, const bool *is_hidden)
{
	for (unsigned int i = 0; i < samples->session->nr_workers; i++) {
		struct order_list *list = &samples->lists[i];
		size_t nr = 0;

		for (size_t j = 0; j < list->nr; j++) {
			if (!is_hidden[list->entries[j].tag])
				list->entries[nr++] = list->entries[j];
		}
		list->nr = nr;
	}
}
