// SPDX-License-Identifier: GPL-2.0-only
/* Recorded callchains become two halves: marks, cookies, and the place that was hit. */
#include "tests/tests.h"
#include <perf/defer-sample.h>

#include "util/machine/callchain.h"

#define KERNEL	     DEFER_CONTEXT_KERNEL
#define USER	     DEFER_CONTEXT_USER
#define DEFERRED     DEFER_CONTEXT_USER_DEFERRED
#define GUEST_KERNEL DEFER_CONTEXT_GUEST_KERNEL
#define GUEST_USER   DEFER_CONTEXT_GUEST_USER

#define MAX_ENTRIES 8

/* A sample's mode and chain, and the halves that it should give; each list ends with 0. */
struct chain_case {
	const char *what;
	uint8_t cpumode;
	bool no_ip;
	uint64_t chain[MAX_ENTRIES], kernel[MAX_ENTRIES], user[MAX_ENTRIES];
};

#define IP 0x99

static const struct chain_case cases_of_chains[] = {
	{"both halves", DEFER_MISC_KERNEL, false, {KERNEL, 1, 2, USER, 3}, {1, 2}, {3}},
	{"a cookie is no address", DEFER_MISC_KERNEL, false, {KERNEL, 1, DEFERRED, 7}, {1}, {0}},
	{"a user half behind the mark of a cookie, and more",
	 DEFER_MISC_KERNEL,
	 false,
	 {KERNEL, 1, DEFERRED, 7, 8},
	 {1},
	 {7, 8}},
	{"entries before any mark are in the sample's mode",
	 DEFER_MISC_USER,
	 false,
	 {3, 4},
	 {0},
	 {3, 4}},
	{"and so in the kernel", DEFER_MISC_KERNEL, false, {1, 2, USER, 3}, {1, 2}, {3}},
	{"the halves the other way round",
	 DEFER_MISC_KERNEL,
	 false,
	 {USER, 3, KERNEL, 1},
	 {1},
	 {3}},
	{"one half in two parts",
	 DEFER_MISC_KERNEL,
	 false,
	 {KERNEL, 1, USER, 3, KERNEL, 2},
	 {1, 2},
	 {3}},
	{"no chain in the kernel", DEFER_MISC_KERNEL, false, {0}, {IP}, {0}},
	{"no chain in user mode", DEFER_MISC_USER, false, {0}, {0}, {IP}},
	{"no chain and no ip", DEFER_MISC_USER, true, {0}, {0}, {0}},
	{"a user half alone, hit in the kernel", DEFER_MISC_KERNEL, false, {USER, 3}, {IP}, {3}},
	{"a kernel half alone, hit in user mode", DEFER_MISC_USER, false, {KERNEL, 1}, {1}, {IP}},
	{"marks without addresses", DEFER_MISC_KERNEL, false, {KERNEL, USER}, {IP}, {0}},
	{"a guest's addresses keep their mark",
	 DEFER_MISC_KERNEL,
	 false,
	 {KERNEL, 1, GUEST_KERNEL, 2, GUEST_USER, 3, USER, 4},
	 {1, GUEST_KERNEL, 2},
	 {GUEST_USER, 3, USER, 4}},
	{"the old mark of a guest is that of its kernel",
	 DEFER_MISC_KERNEL,
	 false,
	 {DEFER_CONTEXT_GUEST, 2},
	 {GUEST_KERNEL, 2},
	 {0}},
	{"a sample in a guest without a chain",
	 DEFER_MISC_GUEST_USER,
	 false,
	 {0},
	 {0},
	 {GUEST_USER, IP}},
};

static uint64_t nr_entries(const uint64_t *list)
{
	uint64_t nr = 0;

	while (nr < MAX_ENTRIES && list[nr])
		nr++;
	return nr;
}

static int check_half(const char *what, const char *side, const struct half *half,
		      const uint64_t *want)
{
	if (half->nr != nr_entries(want))
		T_FAIL("%s: the %s half has %u entries, not %" PRIu64, what, side, half->nr,
		       nr_entries(want));
	for (uint32_t i = 0; i < half->nr; i++)
		if (half->ips[i] != want[i])
			T_FAIL("%s: entry %u of the %s half is %#" PRIx64, what, i, side,
			       half->ips[i]);
	return TEST_OK;
}

/* @skew: distance of the entries from an aligned address, bytes */
static int check_case(const struct chain_case *c, bool swap, size_t skew)
{
	const struct half none = {0};
	struct half kernel = none, user = none;
	uint64_t room[MAX_ENTRIES + 1];
	uint8_t *ips = (uint8_t *)room + skew;
	struct defer_sample sample = {
		.cpumode = c->cpumode,
		.ip = IP,
		.has_ip = !c->no_ip,
		.chain = {ips, nr_entries(c->chain), swap},
	};
	struct callchain_buf buf;

	for (int i = 0; i < MAX_ENTRIES; i++) {
		uint64_t ip = swap ? __builtin_bswap64(c->chain[i]) : c->chain[i];

		memcpy(ips + i * sizeof(ip), &ip, sizeof(ip));
	}
	callchain_buf__init(&buf);
	T_EQ(callchain__split(&sample, &buf, &kernel, &user, NULL), 0);
	T_RUN(check_half(c->what, "kernel", &kernel, c->kernel));
	T_RUN(check_half(c->what, "user", &user, c->user));
	callchain_buf__exit(&buf);
	return TEST_OK;
}

static int test_split(void)
{
	for (size_t i = 0; i < sizeof(cases_of_chains) / sizeof(*cases_of_chains); i++) {
		T_RUN(check_case(&cases_of_chains[i], false, 0));
		T_RUN(check_case(&cases_of_chains[i], false, 4));
		T_RUN(check_case(&cases_of_chains[i], true, 0));
	}
	return TEST_OK;
}

static int test_record(void)
{
	const uint64_t plain[] = {1, 2}, marked[] = {USER, 1, GUEST_USER, 2, DEFERRED, 3};
	const uint64_t want_plain[] = {1, 2, 0}, want_marked[] = {1, GUEST_USER, 2, USER, 3, 0};
	struct defer_chain chain = {(const uint8_t *)plain, 2, false};
	struct callchain_buf buf;
	struct half user;

	callchain_buf__init(&buf);
	T_EQ(callchain__user(&chain, &buf, &user, NULL), 0);
	T_RUN(check_half("a record without marks", "user", &user, want_plain));
	chain = (struct defer_chain){(const uint8_t *)marked, 6, false};
	T_EQ(callchain__user(&chain, &buf, &user, NULL), 0);
	T_RUN(check_half("a record with marks", "user", &user, want_marked));
	callchain_buf__exit(&buf);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"a sample's chain becomes two halves", test_split},
	{"a record's chain is all of user space", test_record},
	{0},
};

const struct test_suite suite__callchain = {"callchain", "Halves of callchains", cases};
