// SPDX-License-Identifier: GPL-2.0-only
#include "tests/spoilt.h"

#include "tests/tests.h"
#include "tests/trial.h"

#define MAX_RSS (512L << 10) /* kB */

static int check_in_process(const struct builder *b, int64_t samples, const char *says)
{
	struct trial trial;

	trial__read_builder(&trial, b);
	T_CHECK(trial__is_sound(&trial));
	T_EQ(trial.samples, samples == SPOILT_UNREADABLE ? 0 : samples);
	T_EQ(trial.ret != 0, samples == SPOILT_UNREADABLE);
	T_EQ(trial__complains(&trial), says != NULL);
	if (says && !trial__says(&trial, says))
		T_FAIL("it does not say \"%s\", but \"%s\", \"%s\"", says, trial.err.text,
		       trial.kept[0].text);
	return TEST_OK;
}

static int check_run(const struct trial_run *run, enum trial_verb verb, int64_t samples,
		     const char *says)
{
	if (run->status != (says ? 1 : 0))
		T_FAIL("the exit status is %d: %s", run->status, run->err);
	if (verb == TRIAL_AUDIT)
		T_EQ(run->samples, samples);
	if (verb == TRIAL_SCRIPT)
		T_EQ(run->samples, samples == SPOILT_UNREADABLE ? 0 : samples);
	if (says && !strstr(run->err, says))
		T_FAIL("it does not say \"%s\", but \"%s\"", says, run->err);
	T_CHECK(!says == !strstr(run->err, "at file offset 0x"));
	if (!trial__is_sanitized())
		T_CHECK(run->max_rss < MAX_RSS);
	return TEST_OK;
}

static int check_program(const struct builder *b, int64_t samples, const char *says)
{
	for (enum trial_verb verb = 0; verb < TRIAL_NR_VERBS; verb++) {
		struct trial_run run;

		trial_run__init_builder(&run, verb, b);
		if (check_run(&run, verb, samples, says))
			T_FAIL("by %s", trial_verb__name(verb));
		trial_run__exit(&run);
	}
	return TEST_OK;
}

int spoilt__check(const struct builder *b, int64_t samples, const char *says)
{
	T_RUN(check_in_process(b, samples, says));
	return check_program(b, samples, says);
}

int spoilt__reads(struct trace *trace, int64_t samples, const char *says)
{
	T_RUN(spoilt__check(&trace->b, samples, says));
	trace__exit(trace);
	return TEST_OK;
}
