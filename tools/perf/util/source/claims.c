// SPDX-License-Identifier: GPL-2.0-only
#include <stddef.h>

#include "util/source/claims.h"

void claims__init(struct claims *claims)
{
	*claims = (struct claims){0};
	pthread_mutex_init(&claims->lock, NULL);
	turn__init(&claims->turn);
}

void claims__exit(struct claims *claims)
{
	turn__exit(&claims->turn);
	pthread_mutex_destroy(&claims->lock);
}

void claims__restart(struct claims *claims)
{
	claims->base = (struct claim){.nr = claims->next};
}

void claims__take(struct claims *claims, struct claim *claim)
{
	pthread_mutex_lock(&claims->lock);
	*claim = claims->base;
	claim->nr = claims->next++;
	claim->is_known = claim->nr == claims->base.nr;
	/* Turns before this one are for the cells between. */
	claim->cell += claim->nr - claims->base.nr;
	pthread_mutex_unlock(&claims->lock);
}

void claims__wait(struct claims *claims, const struct claim *claim)
{
	turn__wait(&claims->turn, claim->nr);
}

void claims__end(struct claims *claims, const struct claim *claim, uint32_t segment, uint64_t cell)
{
	pthread_mutex_lock(&claims->lock);
	claims->base = (struct claim){claim->nr + 1, segment, cell, true};
	pthread_mutex_unlock(&claims->lock);
	turn__end(&claims->turn, false);
}
