// SPDX-License-Identifier: GPL-2.0-only
#include <stddef.h>

#include "util/base/turn.h"

void turn__init(struct turn *turn)
{
	*turn = (struct turn){0};
	pthread_mutex_init(&turn->lock, NULL);
	pthread_cond_init(&turn->next, NULL);
}

void turn__exit(struct turn *turn)
{
	pthread_cond_destroy(&turn->next);
	pthread_mutex_destroy(&turn->lock);
}

bool turn__wait(struct turn *turn, uint32_t idx)
{
	bool mine;

	pthread_mutex_lock(&turn->lock);
	while (!turn->failed && turn->idx != idx)
		pthread_cond_wait(&turn->next, &turn->lock);
	mine = !turn->failed;
	pthread_mutex_unlock(&turn->lock);
	return mine;
}

void turn__end(struct turn *turn, bool failed)
{
	pthread_mutex_lock(&turn->lock);
	turn->idx++;
	turn->failed |= failed;
	pthread_cond_broadcast(&turn->next);
	pthread_mutex_unlock(&turn->lock);
}
