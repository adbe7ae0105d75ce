// SPDX-License-Identifier: GPL-2.0-only
/* lbr: user stacks of --call-graph lbr are the calls in the branches, as perf shows them. */
#include <unistd.h>

#include <perf/defer-sample.h>

#include "tests/builder.h"
#include "tests/tests.h"
#include "tests/trial.h"
#include "util/header/feature.h"
#include "util/session/session.h"

#define K1	 0xffffffff81000010ULL
#define IP	 0x401008ULL
#define MAX_NR	 40
#define LBR_TYPE (DEFER_BRANCH_CALL_STACK | 1 | DEFER_BRANCH_HW_INDEX)

/* Where the call @i came from, from the last one on, and where it led to. */
#define FROM(i) (0x402000ULL + 0x1000 * (i))
#define TO(i)	(0x401000ULL + 0x1000 * (i))

/* One sample, of which only the chain and the branches matter. */
struct lbr {
	uint16_t mode;
	uint64_t chain[8];
	unsigned int nr_chain, nr; /* entries of the chain, and calls */
	uint64_t spoilt_from;	   /* instead of the last call's; 0: not spoilt */
	uint64_t spoilt_to;
};

static void add_sample(struct builder *b, const struct defer_attr *attr, const struct lbr *lbr)
{
	uint64_t branches[MAX_NR * 3] = {0};
	struct defer_sample sample = {
		.misc = lbr->mode,
		.ip = lbr->mode == DEFER_MISC_USER ? IP : K1,
		.pid = 7,
		.tid = 7,
		.time = 1000,
		.chain = {.ips = (const uint8_t *)lbr->chain, .nr = lbr->nr_chain},
		.branch = {.nr = lbr->nr, .entries = {(const uint8_t *)branches, lbr->nr * 24ULL}},
	};

	for (unsigned int i = 0; i < lbr->nr; i++) {
		branches[3 * i] = i || !lbr->spoilt_from ? FROM(i) : lbr->spoilt_from;
		branches[3 * i + 1] = i || !lbr->spoilt_to ? TO(i) : lbr->spoilt_to;
	}
	for (unsigned int i = 0; builder__swap(b) && i < 3 * lbr->nr; i++)
		branches[i] = __builtin_bswap64(branches[i]);
	builder__sample(b, attr, &sample);
}

static void add_string(struct builder *b, const char *str)
{
	builder__u32(b, 16);
	builder__str(b, str, 16);
}

static void add_capabilities(struct builder *b, const char *nr)
{
	builder__u32(b, 2);
	add_string(b, "max_precise");
	add_string(b, "3");
	add_string(b, "branches");
	add_string(b, nr);
}

/* Of CPUs of three kinds, the first one has @nr branches, if that is a number, and the others more. */
static void add_caps(struct builder *b, const char *nr)
{
	struct builder caps;

	builder__init(&caps, b->big);
	add_capabilities(&caps, nr);
	builder__feature(b, FEATURE_CPU_PMU_CAPS, caps.data, caps.size);
	builder__exit(&caps);
	builder__init(&caps, b->big);
	builder__u32(&caps, 2);
	for (int i = 0; i < 2; i++) {
		add_capabilities(&caps, i ? "48" : "40");
		add_string(&caps, i ? "cpu_core" : "cpu_atom");
	}
	builder__feature(b, FEATURE_PMU_CAPS, caps.data, caps.size);
	builder__exit(&caps);
}

/* A file of one sample. @caps: the number of branches in the header; NULL: it does not tell. */
static void build(struct builder *b, const struct lbr *lbr, bool big, const char *caps)
{
	const struct builder_event event = {
		.attr =
			{
				.type = DEFER_TYPE_HARDWARE,
				.size = DEFER_ATTR_SIZE_VER9,
				.sample_period = 1,
				.sample_type = DEFER_SAMPLE_IP | DEFER_SAMPLE_TID |
					       DEFER_SAMPLE_TIME | DEFER_SAMPLE_CALLCHAIN |
					       DEFER_SAMPLE_BRANCH_STACK,
				.branch_sample_type = LBR_TYPE,
			},
	};

	builder__init(b, big);
	builder__begin_file(b, &event, 1);
	if (caps)
		add_caps(b, caps);
	add_sample(b, &event.attr, lbr);
	builder__end_file(b);
}

/* ---- what a reader gets ---- */

struct got {
	enum defer_class cls;
	uint32_t nr_kernel, nr_user;
	uint64_t user[MAX_NR + 2];
};

static int get(void *ctx, unsigned int worker, const struct stitched *s, struct defer_error *err)
{
	struct got *got = ctx;

	(void)worker;
	(void)err;
	*got = (struct got){.cls = s->cls, .nr_kernel = s->kernel.nr, .nr_user = s->user.nr};
	if (s->user.nr > MAX_NR + 2)
		return DEFER_ERR_INVAL;
	for (uint32_t i = 0; i < s->user.nr; i++)
		got->user[i] = s->user.ips[i];
	return 0;
}

static int read_sample(struct got *got, const struct lbr *lbr, bool big, const char *caps)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct session_opts opts = {.nr_workers = 1};
	struct session *session = NULL;
	struct builder b;
	char path[64];
	int fd;

	build(&b, lbr, big, caps);
	fd = trial__memfd(&b);
	builder__exit(&b);
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	opts.path = path;
	if (session__open(&session, &opts, &err) || session__gather(session, &err) ||
	    session__walk(session, get, got, &err))
		T_FAIL("%s", err.text);
	T_EQ(session->damage.nr, 0);
	session__close(session);
	close(fd);
	return TEST_OK;
}

#define IN_KERNEL \
	.mode = DEFER_MISC_KERNEL, .chain = {DEFER_CONTEXT_KERNEL, K1, DEFER_CONTEXT_USER, 1, 2}
#define IN_USER .mode = DEFER_MISC_USER, .chain = {DEFER_CONTEXT_USER, IP, 2}

static int check_calls(const struct got *got, unsigned int nr)
{
	T_EQ(got->nr_user, nr + 2);
	T_EQ(got->user[0], HALF_EVIDENCE(EVIDENCE_LBR));
	T_EQ(got->user[1], TO(0));
	for (unsigned int i = 0; i < nr; i++)
		T_EQ(got->user[i + 2], FROM(i));
	return TEST_OK;
}

/* Where the last call led to, then where each came from; frame pointers are not believed. */
static int test_calls(void)
{
	const struct lbr in_kernel = {IN_KERNEL, .nr_chain = 5, .nr = 3};
	const struct lbr in_user = {IN_USER, .nr_chain = 3, .nr = 1};
	struct got got;

	for (int big = 0; big < 2; big++) {
		T_RUN(read_sample(&got, &in_kernel, big, NULL));
		T_EQ(got.cls, DEFER_INLINE);
		T_EQ(got.nr_kernel, 1);
		T_RUN(check_calls(&got, 3));
		T_RUN(read_sample(&got, &in_user, big, NULL));
		T_EQ(got.cls, DEFER_INLINE);
		T_EQ(got.nr_kernel, 0);
		T_RUN(check_calls(&got, 1));
	}
	return TEST_OK;
}

/* A kernel thread finds the calls of some other task; who has made no call has frame pointers. */
static int test_none(void)
{
	const struct lbr thread = {IN_KERNEL, .nr_chain = 2, .nr = 3};
	const struct lbr guest = {.mode = DEFER_MISC_KERNEL,
				  .chain = {DEFER_CONTEXT_KERNEL, K1, DEFER_CONTEXT_GUEST_USER, 1},
				  .nr_chain = 4,
				  .nr = 3};
	const struct lbr empty = {IN_KERNEL, .nr_chain = 5};
	struct got got;

	T_RUN(read_sample(&got, &thread, false, NULL));
	T_EQ(got.cls, DEFER_KERNEL);
	T_EQ(got.nr_user, 0);
	T_RUN(read_sample(&got, &guest, false, NULL));
	T_EQ(got.cls, DEFER_INLINE);
	T_EQ(got.nr_user, 2);
	T_EQ(got.user[1], 1);
	T_RUN(read_sample(&got, &empty, false, NULL));
	T_EQ(got.cls, DEFER_INLINE);
	T_EQ(got.nr_user, 2);
	T_EQ(got.user[1], 2);
	return TEST_OK;
}

static int check_class(unsigned int nr, const char *caps, enum defer_class cls)
{
	const struct lbr lbr = {IN_KERNEL, .nr_chain = 5, .nr = nr};
	struct got got;

	T_RUN(read_sample(&got, &lbr, false, caps));
	T_RUN(check_calls(&got, nr));
	if (got.cls != cls)
		T_FAIL("%u calls of %s: %s", nr, caps ?: "unknown", defer_class__name(got.cls));
	return TEST_OK;
}

/* Older calls than those of a full LBR may be lost. */
static int test_full(void)
{
	T_RUN(check_class(15, NULL, DEFER_INLINE));
	T_RUN(check_class(16, NULL, DEFER_TOO_DEEP));
	T_RUN(check_class(17, NULL, DEFER_INLINE));
	T_RUN(check_class(31, NULL, DEFER_INLINE));
	T_RUN(check_class(32, NULL, DEFER_TOO_DEEP));
	T_RUN(check_class(33, NULL, DEFER_TOO_DEEP));
	T_RUN(check_class(16, "32", DEFER_INLINE));
	T_RUN(check_class(32, "32", DEFER_TOO_DEEP));
	T_RUN(check_class(8, "8", DEFER_TOO_DEEP));
	T_RUN(check_class(7, "8", DEFER_INLINE));
	T_RUN(check_class(39, "no", DEFER_INLINE));
	T_RUN(check_class(40, "no", DEFER_TOO_DEEP));
	return TEST_OK;
}

/* No processor has such addresses, which stand for something else in a half. */
static int test_marks(void)
{
	struct lbr lbr = {IN_KERNEL, .nr_chain = 5, .nr = 3, .spoilt_from = DEFER_CONTEXT_KERNEL};
	struct got got;

	for (int i = 0; i < 2; i++) {
		T_RUN(read_sample(&got, &lbr, false, NULL));
		T_EQ(got.cls, DEFER_NOT_UNWOUND);
		T_EQ(got.nr_user, 1);
		T_EQ(got.user[0], 1);
		lbr.spoilt_from = 0;
		lbr.spoilt_to = DEFER_CONTEXT_MAX;
	}
	return TEST_OK;
}

/* The views say where the frames are from, and what is missing behind them. */
static int test_shown(void)
{
	const struct lbr lbr = {IN_KERNEL, .nr_chain = 5, .nr = 32};
	struct trial_run run;
	struct builder b;

	build(&b, &lbr, false, "32");
	trial_run__init_builder(&run, TRIAL_SCRIPT, &b);
	T_EQ(run.status, 0);
	T_CHECK(strstr(run.out, "401000 [unknown]"));
	T_CHECK(strstr(run.out, "421000 [unknown]"));
	T_CHECK(strstr(run.out, "[stack too deep]"));
	T_CHECK(!strstr(run.out, "\t               1 "));
	trial_run__exit(&run);
	trial_run__init_builder(&run, TRIAL_AUDIT, &b);
	T_CHECK(strstr(run.out, "\"too-deep\": 1"));
	trial_run__exit(&run);
	builder__exit(&b);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"the calls, in both byte orders", test_calls},
	{"no calls of this task", test_none},
	{"older calls are lost", test_full},
	{"addresses that are none", test_marks},
	{"in script and audit", test_shown},
	{0},
};

const struct test_suite suite__lbr = {"lbr", "user stacks in branch records", cases};
