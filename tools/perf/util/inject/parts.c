// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include "util/base/error.h"
#include "util/inject/parts.h"

int parts__init(struct parts *parts, unsigned int nr_workers, part_write_fn write, void *ctx,
		struct defer_error *err)
{
	/* One may wait to be written while each worker makes one. */
	const unsigned int nr = nr_workers + 1;

	*parts = (struct parts){.write = write, .ctx = ctx};
	pthread_mutex_init(&parts->lock, NULL);
	pthread_cond_init(&parts->changed, NULL);
	parts->all = calloc(nr, sizeof(*parts->all));
	if (!parts->all)
		return error__no_memory(err, "to rewrite the trace");
	parts->nr = nr;
	for (unsigned int i = 0; i < nr; i++) {
		parts->all[i].next = parts->idle;
		parts->idle = &parts->all[i];
	}
	return 0;
}

void parts__exit(struct parts *parts)
{
	for (unsigned int i = 0; i < parts->nr; i++)
		byte_buf__exit(&parts->all[i].bytes);
	free(parts->all);
	pthread_cond_destroy(&parts->changed);
	pthread_mutex_destroy(&parts->lock);
}

/* The caller holds the lock, as of the functions below. */
static void parts__wait(struct parts *parts)
{
	parts->nr_waiting++;
	pthread_cond_wait(&parts->changed, &parts->lock);
	parts->nr_waiting--;
}

static void parts__tell(struct parts *parts)
{
	if (parts->nr_waiting)
		pthread_cond_broadcast(&parts->changed);
}

static void parts__fail(struct parts *parts)
{
	parts->failed = true;
	parts__tell(parts);
}

static void parts__add_idle(struct parts *parts, struct part *part)
{
	part->next = parts->idle;
	parts->idle = part;
	parts__tell(parts);
}

static void parts__add_made(struct parts *parts, struct part *part)
{
	struct part **at = &parts->made;

	while (*at && (*at)->idx < part->idx)
		at = &(*at)->next;
	part->next = *at;
	*at = part;
}

static int parts__write(struct parts *parts, struct defer_error *err)
{
	struct part *part = parts->made;
	int ret;

	parts->made = part->next;
	pthread_mutex_unlock(&parts->lock);
	ret = parts->write(parts->ctx, part, err);
	pthread_mutex_lock(&parts->lock);
	parts->next++;
	parts__add_idle(parts, part);
	if (ret)
		parts__fail(parts);
	return ret;
}

/* While a part is written, it is the next one still, and no part that was made is. */
static bool parts__can_write(const struct parts *parts)
{
	return !parts->failed && parts->made && parts->made->idx == parts->next;
}

struct part *parts__take(struct parts *parts)
{
	struct part *part = NULL;

	pthread_mutex_lock(&parts->lock);
	while (!parts->failed && !parts->idle)
		parts__wait(parts);
	if (!parts->failed) {
		part = parts->idle;
		parts->idle = part->next;
	}
	pthread_mutex_unlock(&parts->lock);
	return part;
}

int parts__put(struct parts *parts, struct part *part, struct defer_error *err)
{
	int ret = 0;

	pthread_mutex_lock(&parts->lock);
	parts__add_made(parts, part);
	while (!ret && parts__can_write(parts))
		ret = parts__write(parts, err);
	pthread_mutex_unlock(&parts->lock);
	return ret;
}

void parts__give_back(struct parts *parts, struct part *part)
{
	pthread_mutex_lock(&parts->lock);
	parts__add_idle(parts, part);
	pthread_mutex_unlock(&parts->lock);
}

void parts__end_before(struct parts *parts, uint32_t idx)
{
	pthread_mutex_lock(&parts->lock);
	while (!parts->failed && parts->next != idx)
		parts__wait(parts);
	parts__fail(parts);
	pthread_mutex_unlock(&parts->lock);
}

void parts__end(struct parts *parts)
{
	pthread_mutex_lock(&parts->lock);
	parts__fail(parts);
	pthread_mutex_unlock(&parts->lock);
}
