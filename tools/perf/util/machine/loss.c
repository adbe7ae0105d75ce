// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include "util/machine/loss.h"

/* A loss told in round r began later than all records up to round r - ROUNDS_BACK. */
#define ROUNDS_BACK 3

void loss_log__exit(struct loss_log *log)
{
	free(log->rounds);
	free(log->losses);
	memset(log, 0, sizeof(*log));
}

/* Room for one more of @size bytes: the array, moved or not, or NULL. */
static void *grow(void *array, size_t nr, size_t *cap, size_t size, struct defer_error *err)
{
	size_t new_cap = *cap ? *cap * 2 : 64;

	if (nr < *cap)
		return array;
	array = realloc(array, new_cap * size);
	if (array)
		*cap = new_cap;
	else
		defer_error__set(err, DEFER_ERR_NOMEM, DEFER_NO_OFFSET, "no memory for losses");
	return array;
}

int loss_log__round(struct loss_log *log, uint64_t order, bool finished, struct defer_error *err)
{
	struct loss_round *rounds;

	if (!finished && !log->max_time)
		return 0;
	rounds = grow(log->rounds, log->nr_rounds, &log->cap_rounds, sizeof(*rounds), err);
	if (!rounds)
		return DEFER_ERR_NOMEM;
	log->rounds = rounds;
	rounds[log->nr_rounds++] = (struct loss_round){order, log->max_time, finished};
	log->max_time = 0;
	return 0;
}

int loss_log__add(struct loss_log *log, uint64_t order, int32_t cpu, uint64_t time, uint64_t nr,
		  struct defer_error *err)
{
	struct loss *losses;

	losses = grow(log->losses, log->nr_losses, &log->cap_losses, sizeof(*losses), err);
	if (!losses)
		return DEFER_ERR_NOMEM;
	log->losses = losses;
	losses[log->nr_losses++] = (struct loss){order, time, nr, cpu};
	return 0;
}

static int loss_round__cmp(const void *a, const void *b)
{
	const struct loss_round *ra = a, *rb = b;

	return ra->order < rb->order ? -1 : ra->order > rb->order;
}

static int loss__cmp(const void *a, const void *b)
{
	const struct loss *la = a, *lb = b;

	return la->order < lb->order ? -1 : la->order > lb->order;
}

static int loss_log__join(struct loss_log *all, const struct loss_log *logs, unsigned int nr,
			  struct defer_error *err)
{
	unsigned int i;
	size_t j;
	int ret = 0;

	for (i = 0; i < nr; i++) {
		for (j = 0; j < logs[i].nr_losses && !ret; j++) {
			const struct loss *loss = &logs[i].losses[j];

			ret = loss_log__add(all, loss->order, loss->cpu, loss->end, loss->nr, err);
		}
		for (j = 0; j < logs[i].nr_rounds && !ret; j++) {
			const struct loss_round *round = &logs[i].rounds[j];

			all->max_time = round->max_time;
			ret = loss_log__round(all, round->order, round->finished, err);
		}
	}
	if (!ret && all->nr_rounds)
		qsort(all->rounds, all->nr_rounds, sizeof(*all->rounds), loss_round__cmp);
	if (!ret && all->nr_losses)
		qsort(all->losses, all->nr_losses, sizeof(*all->losses), loss__cmp);
	return ret;
}

/* The latest time up to each of the last rounds: [0] is the one that is being read. */
struct loss_clock {
	uint64_t max_time[ROUNDS_BACK + 1];
};

static void loss_clock__pass(struct loss_clock *clock, const struct loss_round *round)
{
	int i;

	if (round->max_time > clock->max_time[0])
		clock->max_time[0] = round->max_time;
	if (!round->finished)
		return;
	for (i = ROUNDS_BACK; i > 0; i--)
		clock->max_time[i] = clock->max_time[i - 1];
}

int loss_log__give(const struct loss_log *logs, unsigned int nr, struct defer_stitch *stitch,
		   struct defer_error *err)
{
	struct loss_log all = {0};
	struct loss_clock clock = {0};
	size_t i, r = 0;
	int ret;

	ret = loss_log__join(&all, logs, nr, err);
	for (i = 0; i < all.nr_losses && !ret; i++) {
		const struct loss *loss = &all.losses[i];
		uint64_t begin;

		while (r < all.nr_rounds && all.rounds[r].order < loss->order)
			loss_clock__pass(&clock, &all.rounds[r++]);
		begin = clock.max_time[ROUNDS_BACK];
		if (begin > loss->end)
			begin = loss->end;
		ret = defer_stitch__add_loss(stitch, loss->cpu, begin, loss->end, loss->nr);
		if (ret)
			defer_error__set(err, ret, DEFER_NO_OFFSET, "no memory for losses");
	}
	loss_log__exit(&all);
	return ret;
}
