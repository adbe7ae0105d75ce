// SPDX-License-Identifier: GPL-2.0-only
/* slowed [PERCENT [ROUNDS]]: main -> parse, emit, check by turns; emit does PERCENT of its usual work. */
#include "tests/workloads/workload.h"

#define WORK 10000 /* of parse and of emit; check does half of it */

/* Burns user time in registers, which takes equally long wherever the loop is. */
static __always_inline_fn void work(long rounds)
{
	while (rounds-- > 0)
		__asm__ volatile("" : "+r"(rounds));
}

static __noinline void parse(void)
{
	work(WORK);
}

static __noinline void emit(long percent)
{
	work(WORK * percent / 100);
}

static __noinline void check(void)
{
	work(WORK / 2);
}

int main(int argc, char **argv)
{
	const long percent = arg_number(argc, argv, 1, 100);

	for (long i = arg_number(argc, argv, 2, 100000); i > 0; i--) {
		parse();
		emit(percent);
		check();
	}
	return 0;
}
