// SPDX-License-Identifier: GPL-2.0-only
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/damage.h"

void damage__init(struct damage *damage)
{
	memset(damage, 0, sizeof(*damage));
	pthread_mutex_init(&damage->lock, NULL);
}

void damage__exit(struct damage *damage)
{
	pthread_mutex_destroy(&damage->lock);
}

static bool damage__said(const struct damage *damage, const struct defer_error *err)
{
	unsigned int i;

	for (i = 0; i < damage->nr_kept; i++) {
		const struct defer_error *kept = &damage->kept[i];

		if (kept->offset == err->offset && !strcmp(kept->text, err->text))
			return true;
	}
	return false;
}

/*
 * Keeps the damage with the lowest offsets rather than the first to arrive. Which worker comes
 * first is chance, and output must not depend on it.
 */
static void damage__keep(struct damage *damage, const struct defer_error *err)
{
	unsigned int i, last = 0;

	if (damage->nr_kept < DAMAGE_MAX_KEPT) {
		damage->kept[damage->nr_kept++] = *err;
		return;
	}
	for (i = 1; i < DAMAGE_MAX_KEPT; i++)
		if (damage->kept[i].offset > damage->kept[last].offset)
			last = i;
	if (err->offset < damage->kept[last].offset)
		damage->kept[last] = *err;
}

void damage__add(struct damage *damage, struct defer_error *err)
{
	if (!err->code)
		return;

	pthread_mutex_lock(&damage->lock);
	if (!damage__said(damage, err)) {
		damage->nr++;
		damage__keep(damage, err);
	}
	pthread_mutex_unlock(&damage->lock);
	defer_error__clear(err);
}

void damage__addf(struct damage *damage, int code, uint64_t offset, const char *fmt, ...)
{
	struct defer_error err = DEFER_ERROR_INIT;
	va_list args;

	err.code = code;
	err.offset = offset;
	va_start(args, fmt);
	vsnprintf(err.text, sizeof(err.text), fmt, args);
	va_end(args);
	damage__add(damage, &err);
}

static int damage__cmp(const void *a, const void *b)
{
	const struct defer_error *ea = a, *eb = b;

	if (ea->offset != eb->offset)
		return ea->offset < eb->offset ? -1 : 1;
	return strcmp(ea->text, eb->text);
}

void damage__sort(struct damage *damage)
{
	pthread_mutex_lock(&damage->lock);
	qsort(damage->kept, damage->nr_kept, sizeof(damage->kept[0]), damage__cmp);
	pthread_mutex_unlock(&damage->lock);
}
