// SPDX-License-Identifier: GPL-2.0-only
/*
 * The output of all verbs for user stacks that were not requested, and for those recorded but not
 * unwound.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <perf/defer-sample.h>

#include "tests/builder.h"
#include "tests/tests.h"
#include "tests/trial.h"

#define COMMON_FIELDS (DEFER_SAMPLE_IP | DEFER_SAMPLE_TID | DEFER_SAMPLE_TIME | DEFER_SAMPLE_PERIOD)
#define DUMP_FIELDS   (DEFER_SAMPLE_REGS_USER | DEFER_SAMPLE_STACK_USER)
#define KERNEL_IP     0xffffffff81000010
#define KERNEL_FROM   0xffffffff81000020
#define USER_IP	      0x401000
#define USER_FROM     0x402000

/* The way in which a file was recorded. */
struct recording {
	uint64_t sample_type, flags, branches;
};

static const struct recording no_chains = {COMMON_FIELDS, 0, 0};
static const struct recording kernel_chains = {COMMON_FIELDS | DEFER_SAMPLE_CALLCHAIN,
					       DEFER_ATTR_EXCLUDE_CALLCHAIN_USER, 0};
static const struct recording dwarf = {COMMON_FIELDS | DEFER_SAMPLE_CALLCHAIN | DUMP_FIELDS,
				       DEFER_ATTR_EXCLUDE_CALLCHAIN_USER, 0};
static const struct recording lbr = {COMMON_FIELDS | DEFER_SAMPLE_CALLCHAIN |
					     DEFER_SAMPLE_BRANCH_STACK,
				     0, DEFER_BRANCH_CALL_STACK};
static const struct recording chains = {COMMON_FIELDS | DEFER_SAMPLE_CALLCHAIN, 0, 0};

static void begin(struct builder *b, struct builder_event *event, const struct recording *how)
{
	*event = (struct builder_event){
		.attr =
			{
				.type = DEFER_TYPE_SOFTWARE,
				.size = DEFER_ATTR_SIZE_VER9,
				.sample_period = 1,
				.sample_type = how->sample_type,
				.flags = how->flags,
				.branch_sample_type = how->branches,
				.sample_regs_user = how->sample_type & DUMP_FIELDS ? 1 : 0,
				.sample_stack_user = how->sample_type & DUMP_FIELDS ? 8 : 0,
			},
	};
	builder__init(b, false);
	builder__begin_file(b, event, 1);
}

/* One with a chain of @nr entries; in a task if @task, else in a kernel thread. */
static void add(struct builder *b, const struct defer_attr *attr, uint16_t misc,
		const uint64_t *ips, uint64_t nr, bool task)
{
	static const uint64_t word = 1, branch[3] = {USER_FROM, USER_IP, 0};
	struct defer_sample sample = {
		.ip = misc == DEFER_MISC_USER ? USER_IP : KERNEL_IP,
		.misc = misc,
		.pid = 7,
		.tid = 7,
		.time = 1000,
		.period = 1,
		.has_chain = true,
		.chain = {(const uint8_t *)ips, nr, false},
	};

	if (attr->sample_type & DEFER_SAMPLE_REGS_USER && task) {
		sample.user_regs.abi = 2;
		sample.user_regs.mask = 1;
		sample.user_regs.regs = (struct defer_blob){(const uint8_t *)&word, 8};
		sample.user_stack.bytes = (struct defer_blob){(const uint8_t *)&word, 8};
		sample.user_stack.dyn_size = 8;
	}
	if (attr->sample_type & DEFER_SAMPLE_BRANCH_STACK && task) {
		sample.branch.nr = 1;
		sample.branch.entries = (struct defer_blob){(const uint8_t *)branch, 24};
	}
	builder__sample(b, attr, &sample);
}

static const uint64_t kernel_ips[] = {DEFER_CONTEXT_KERNEL, KERNEL_IP, KERNEL_FROM};
static const uint64_t both_ips[] = {DEFER_CONTEXT_KERNEL, KERNEL_IP, DEFER_CONTEXT_USER, USER_IP,
				    USER_FROM};

/* In user mode, in a system call, and in a kernel thread; chains as the kernel gives them. */
static void build(struct builder *b, const struct recording *how)
{
	bool chain = how->sample_type & DEFER_SAMPLE_CALLCHAIN;
	bool user = how == &lbr || how == &chains;
	struct builder_event event;

	begin(b, &event, how);
	add(b, &event.attr, DEFER_MISC_USER, &both_ips[2], user ? 3 : 0, true);
	add(b, &event.attr, DEFER_MISC_KERNEL, user ? both_ips : kernel_ips,
	    !chain ? 0
	    : user ? 5
		   : 3,
	    true);
	add(b, &event.attr, DEFER_MISC_KERNEL, kernel_ips, chain ? 3 : 0, false);
	builder__end_file(b);
}

static int run(const struct recording *how, enum trial_verb verb, struct trial_run *run)
{
	struct builder b;

	build(&b, how);
	trial_run__init_builder(run, verb, &b);
	builder__exit(&b);
	T_EQ(run->status, 0);
	return TEST_OK;
}

/* Checks that the verb prints all of @words, which ends with NULL, in this order. */
static int says(const struct recording *how, enum trial_verb verb, const char *const *words)
{
	struct trial_run out;
	const char *at;

	T_RUN(run(how, verb, &out));
	at = out.out;
	for (; *words; words++) {
		at = strstr(at, *words);
		if (!at)
			T_FAIL("%s does not say '%s': %s", trial_verb__name(verb), *words, out.out);
		at += strlen(*words);
	}
	trial_run__exit(&out);
	return TEST_OK;
}

#define SAYS(how, verb, ...) T_RUN(says(&how, verb, (const char *const[]){__VA_ARGS__, NULL}))

static int test_not_asked(void)
{
	SAYS(no_chains, TRIAL_AUDIT, "\"inline\": 0,", "\"kernel\": 0,", "\"not-asked\": 3",
	     "\"with_user_half\": 0", "\"known\": 0", "\"percent_known\": null");
	SAYS(kernel_chains, TRIAL_AUDIT, "\"inline\": 0,", "\"kernel\": 0,", "\"not-asked\": 3",
	     "\"with_user_half\": 0", "\"known\": 0", "\"percent_known\": null");
	SAYS(no_chains, TRIAL_REPORT, "0 of 3 samples have their user stack, 3 not-asked");
	SAYS(kernel_chains, TRIAL_REPORT, "0 of 3 samples have their user stack, 3 not-asked",
	     "[user stack not asked for]");
	return TEST_OK;
}

static int test_not_unwound(void)
{
	SAYS(dwarf, TRIAL_AUDIT, "\"inline\": 0,", "\"kernel\": 1,", "\"not-unwound\": 2",
	     "\"with_user_half\": 2", "\"known\": 0", "\"percent_known\": 0.0000",
	     "\"class\": \"not-unwound\"", "\"entries\": 0");
	SAYS(dwarf, TRIAL_REPORT, "0 of 3 samples have their user stack, 1 kernel, 2 not-unwound",
	     "[user stack not unwound]");
	return TEST_OK;
}

/* Counts @word in the output of @verb for @how, on both streams. */
static int times_said(const struct recording *how, const char *verb, const char *word)
{
	char command[512], said[8192], *at = said;
	struct builder b;
	int fd, nr = 0;
	FILE *pipe;

	build(&b, how);
	fd = trial__memfd(&b);
	builder__exit(&b);
	snprintf(command, sizeof(command), "\"$PERF_DEFER\" %s -i /proc/self/fd/%d 2>&1", verb, fd);
	pipe = popen(command, "r");
	if (!pipe)
		abort();
	said[fread(said, 1, sizeof(said) - 1, pipe)] = '\0';
	close(fd);
	pclose(pipe);
	while ((at = strstr(at, word))) {
		at += strlen(word);
		nr++;
	}
	return nr;
}

/* No verb says that another tool unwinds what it unwinds itself. */
static int test_who_unwinds(void)
{
	static const char *const verbs[] = {"report --stdio", "script", "audit"};

	for (size_t i = 0; i < sizeof(verbs) / sizeof(*verbs); i++) {
		T_EQ(times_said(&dwarf, verbs[i], "not unwound: perf report"), 0);
		T_EQ(times_said(&lbr, verbs[i], "not unwound"), 0);
		T_EQ(times_said(&chains, verbs[i], "not unwound"), 0);
		T_EQ(times_said(&no_chains, verbs[i], "not unwound"), 0);
	}
	return TEST_OK;
}

/* The user half of a chain that was asked for, beside them. */
static int test_chains(void)
{
	SAYS(chains, TRIAL_AUDIT, "\"inline\": 2,", "\"percent_known\": 100.0000");
	return TEST_OK;
}

/* The address that was hit is a frame; the missing half is a frame outside of it. */
static int test_frames(void)
{
	SAYS(kernel_chains, TRIAL_SCRIPT, "401000 [unknown]", "\n", "[user stack not asked for]",
	     "\n\n", "ffffffff81000010", "ffffffff81000020", "[user stack not asked for]");
	SAYS(dwarf, TRIAL_SCRIPT, "401000 [unknown]", "\n", "[user stack not unwound]", "\n\n",
	     "ffffffff81000010", "ffffffff81000020", "[user stack not unwound]", "\n\n",
	     "ffffffff81000010", "ffffffff81000020");
	SAYS(no_chains, TRIAL_SCRIPT, "401000 [unknown]", "ffffffff81000010 ");
	return TEST_OK;
}

/* The user half is in the branches: the last call's target, then where it came from. */
static int test_lbr_frames(void)
{
	SAYS(lbr, TRIAL_AUDIT, "\"inline\": 2,", "\"kernel\": 1,", "\"percent_known\": 100.0000");
	SAYS(lbr, TRIAL_SCRIPT, "401000 [unknown]", "402000 [unknown]", "\n\n", "ffffffff81000010",
	     "401000 [unknown]", "402000 [unknown]", "\n\n", "ffffffff81000020");
	return TEST_OK;
}

/* audit --min-merged of @how: its exit status, and in @said what it said. */
static int gate(const struct recording *how, const char *percent, char *said, size_t size)
{
	struct builder b;
	char command[512];
	size_t len;
	FILE *pipe;
	int fd;

	build(&b, how);
	fd = trial__memfd(&b);
	builder__exit(&b);
	snprintf(command, sizeof(command),
		 "\"$PERF_DEFER\" audit -q --min-merged %s -i /proc/self/fd/%d 2>&1 >/dev/null",
		 percent, fd);
	pipe = popen(command, "r");
	if (!pipe)
		abort();
	len = fread(said, 1, size - 1, pipe);
	said[len] = '\0';
	close(fd);
	return pclose(pipe);
}

static int test_gate(void)
{
	char said[1024];

	T_CHECK(gate(&no_chains, "1", said, sizeof(said)));
	T_CHECK(strstr(said, "no sample could have a user stack: none was asked for"));
	T_CHECK(gate(&kernel_chains, "0", said, sizeof(said)));
	T_CHECK(gate(&dwarf, "1", said, sizeof(said)));
	T_CHECK(strstr(said, "only 0.0000%"));
	T_EQ(gate(&chains, "100", said, sizeof(said)), 0);
	T_STREQ(said, "");
	return TEST_OK;
}

/* ---- depth ---- */

#define DEEP 300

/* One sample whose chain is deeper than perf shows. */
static void build_deep(struct builder *b, uint64_t nr_kernel)
{
	struct builder_event event;
	uint64_t ips[DEEP + 2], nr = 0;

	ips[nr++] = DEFER_CONTEXT_KERNEL;
	for (uint64_t i = 0; i < nr_kernel; i++)
		ips[nr++] = KERNEL_IP + i;
	ips[nr++] = DEFER_CONTEXT_USER;
	for (uint64_t i = nr_kernel; i < DEEP; i++)
		ips[nr++] = USER_IP + i;
	begin(b, &event, &chains);
	add(b, &event.attr, DEFER_MISC_KERNEL, ips, nr, true);
	builder__end_file(b);
}

static uint64_t count(const char *text, const char *word)
{
	uint64_t nr = 0;

	while ((text = strstr(text, word))) {
		text += strlen(word);
		nr++;
	}
	return nr;
}

static int check_depth(uint64_t nr_kernel, const char *option, uint64_t frames, uint64_t marks)
{
	struct builder b;
	char command[512], said[65536];
	size_t len;
	FILE *pipe;
	int fd;

	build_deep(&b, nr_kernel);
	fd = trial__memfd(&b);
	builder__exit(&b);
	snprintf(command, sizeof(command), "\"$PERF_DEFER\" script -q -i /proc/self/fd/%d %s", fd,
		 option);
	pipe = popen(command, "r");
	T_CHECK(pipe);
	len = fread(said, 1, sizeof(said) - 1, pipe);
	said[len] = '\0';
	close(fd);
	T_EQ(pclose(pipe), 0);
	T_EQ(count(said, "\n\t") - marks, frames);
	T_EQ(count(said, "[stack cut]"), marks);
	return TEST_OK;
}

/* perf's default; with an explicit depth the user knows that there may be more. */
static int test_depth(void)
{
	T_RUN(check_depth(10, "", 127, 1));
	T_RUN(check_depth(200, "", 127, 1));
	T_RUN(check_depth(10, "--max-stack 5", 5, 0));
	T_RUN(check_depth(10, "--max-stack 300", 300, 0));
	T_RUN(check_depth(10, "--max-stack 0", 300, 0));
	return TEST_OK;
}

static int test_report_depth(void)
{
	struct trial_run out;
	struct builder b;

	build_deep(&b, 10);
	trial_run__init_builder(&out, TRIAL_REPORT, &b);
	builder__exit(&b);
	T_EQ(out.status, 0);
	T_CHECK(strstr(out.out, "[stack cut]"));
	T_CHECK(strstr(out.out, "0x0000000000401074"));
	T_CHECK(!strstr(out.out, "0x000000000040107f"));
	trial_run__exit(&out);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"user stacks that nobody asked for", test_not_asked},
	{"user stacks in dumps", test_not_unwound},
	{"who unwinds them", test_who_unwinds},
	{"user stacks in chains", test_chains},
	{"what was hit is always a frame", test_frames},
	{"user stacks in branches", test_lbr_frames},
	{"--min-merged where none can be merged", test_gate},
	{"no deeper than perf, unless asked", test_depth},
	{"nor in report", test_report_depth},
	{0},
};

const struct test_suite suite__asked = {"asked", "What of user stacks was asked for", cases};
