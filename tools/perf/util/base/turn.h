/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * turn: lets many threads make the parts of something, and write them one after the other.
 *
 *   worker 0   make 0   write 0   make 2   wait      write 2
 *   worker 1   make 1   wait      write 1   make 3   ...
 *
 * Parts are numbered from 0. A thread makes one part at a time, and each part has its turn.
 */
#ifndef PERF_DEFER_UTIL_BASE_TURN_H
#define PERF_DEFER_UTIL_BASE_TURN_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

struct turn {
	pthread_mutex_t lock;
	pthread_cond_t next;
	uint32_t idx; /* of the part whose turn it is */
	bool failed;
};

void turn__init(struct turn *turn);
void turn__exit(struct turn *turn);

/*
 * Waits for the turn of part @idx. Returns false if another thread failed: then nothing more may be
 * written.
 */
bool turn__wait(struct turn *turn, uint32_t idx);

/* Ends the current turn; @failed ends all others as well. */
void turn__end(struct turn *turn, bool failed);

#endif /* PERF_DEFER_UTIL_BASE_TURN_H */
