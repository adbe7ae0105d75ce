// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include <perf/defer-sample.h>

#include "util/base/error.h"
#include "util/base/intern-part.h"
#include "util/machine/branch.h"
#include "util/machine/callchain.h"

const char *evidence__name(enum evidence evidence)
{
	static const char *const names[EVIDENCE_NR] = {
		[EVIDENCE_IP] = "ip",
		[EVIDENCE_RECORD] = "record",
		[EVIDENCE_UNPROVED] = "record-unproved",
		[EVIDENCE_CFI] = "cfi",
		[EVIDENCE_LBR] = "lbr",
		[EVIDENCE_FP_GUESS] = "fp-guess",
		[EVIDENCE_JIT] = "jit",
	};

	return evidence < EVIDENCE_NR ? names[evidence] : "";
}

enum evidence class__evidence(enum defer_class cls)
{
	if (cls == DEFER_NOT_UNWOUND)
		return EVIDENCE_LBR;
	return cls >= DEFER_UNWOUND && cls <= DEFER_TOO_DEEP ? EVIDENCE_CFI : EVIDENCE_RECORD;
}

void callchain_buf__init(struct callchain_buf *buf)
{
	buf->ips = NULL;
	buf->cap = 0;
}

void callchain_buf__exit(struct callchain_buf *buf)
{
	free(buf->ips);
	callchain_buf__init(buf);
}

static int callchain_buf__reserve(struct callchain_buf *buf, uint64_t nr, struct defer_error *err)
{
	uint64_t *ips;

	if (nr <= buf->cap)
		return 0;
	ips = realloc(buf->ips, nr * sizeof(*ips));
	if (!ips)
		return error__no_memory(err, "for a callchain of %llu entries",
					(unsigned long long)nr);
	buf->ips = ips;
	buf->cap = nr;
	return 0;
}

/* One half while it is being filled. */
struct side {
	uint64_t *ips;
	uint64_t context; /* mark that the last entry is under; later entries inherit it */
	uint32_t nr;
};

/* Reduces @mark to one of the five that tell address spaces apart. Those of our own are not known. */
static uint64_t plain_mark(uint64_t mark)
{
	switch (mark) {
	case DEFER_CONTEXT_GUEST:
		return DEFER_CONTEXT_GUEST_KERNEL;
	case DEFER_CONTEXT_USER_DEFERRED:
		return DEFER_CONTEXT_USER;
	case DEFER_CONTEXT_KERNEL:
	case DEFER_CONTEXT_USER:
	case DEFER_CONTEXT_GUEST_KERNEL:
	case DEFER_CONTEXT_GUEST_USER:
		return mark;
	default:
		return DEFER_CONTEXT_HV;
	}
}

static bool mark__is_user(uint64_t mark)
{
	return mark == DEFER_CONTEXT_USER || mark == DEFER_CONTEXT_GUEST_USER;
}

/* Returns the mark that would precede addresses sampled in @cpumode. */
static uint64_t cpumode__mark(uint8_t cpumode)
{
	switch (cpumode) {
	case DEFER_MISC_KERNEL:
		return DEFER_CONTEXT_KERNEL;
	case DEFER_MISC_USER:
		return DEFER_CONTEXT_USER;
	case DEFER_MISC_GUEST_KERNEL:
		return DEFER_CONTEXT_GUEST_KERNEL;
	case DEFER_MISC_GUEST_USER:
		return DEFER_CONTEXT_GUEST_USER;
	default:
		return DEFER_CONTEXT_HV;
	}
}

static void side__add(struct side *side, uint64_t mark, uint64_t ip)
{
	if (side->context != mark)
		side->ips[side->nr++] = mark;
	side->context = mark;
	side->ips[side->nr++] = ip;
}

/* Returns the entries in place, or NULL if they are swapped or not aligned. */
static const uint64_t *chain__words(const struct defer_chain *chain)
{
	if (chain->swap || (uintptr_t)chain->ips % sizeof(uint64_t))
		return NULL;
	return (const uint64_t *)chain->ips;
}

/* Returns the index of the first mark from @i on, or @nr. */
static inline uint64_t next_mark(const uint64_t *ips, uint64_t i, uint64_t nr)
{
	/* Chains are long, and most have one mark, so four at a time are looked at first. */
	while (i + 4 <= nr && ips[i] < DEFER_CONTEXT_MAX && ips[i + 1] < DEFER_CONTEXT_MAX &&
	       ips[i + 2] < DEFER_CONTEXT_MAX && ips[i + 3] < DEFER_CONTEXT_MAX)
		i += 4;
	while (i < nr && ips[i] < DEFER_CONTEXT_MAX)
		i++;
	return i;
}

/*
 * Splits a chain of the usual form without copying it: kernel addresses after their mark, user
 * addresses after theirs, or a cookie, and nothing else. Returns false for any other chain.
 */
static bool chain__split_in_place(const struct defer_sample *sample, struct half *kernel,
				  struct half *user)
{
	const struct defer_chain *chain = &sample->chain;
	const uint64_t *ips = chain__words(chain);
	uint64_t i = 0, first;

	*kernel = (struct half){0};
	*user = (struct half){0};
	if (!ips)
		return false;
	if (i < chain->nr && ips[i] == DEFER_CONTEXT_KERNEL) {
		first = ++i;
		i = next_mark(ips, i, chain->nr);
		*kernel = (struct half){.ips = ips + first, .nr = i - first};
	}
	if (i < chain->nr && ips[i] == DEFER_CONTEXT_USER) {
		first = ++i;
		i = next_mark(ips, i, chain->nr);
		*user = (struct half){.ips = ips + first, .nr = i - first};
	}
	if (i + 2 == chain->nr && ips[i] == DEFER_CONTEXT_USER_DEFERRED)
		i += 2;
	if (i != chain->nr)
		return false;
	if (sample->cpumode == DEFER_MISC_KERNEL)
		return kernel->nr || !sample->has_ip;
	return sample->cpumode == DEFER_MISC_USER && (user->nr || !sample->has_ip);
}

/*
 * Each half fills its own part of the buffer, so that a chain in another order than the kernel's,
 * or one that changes sides twice, still gives two halves. A part holds up to chain->nr + 2 words:
 * the chain, the address that was hit, and a mark before it.
 */
static int chain__split_by_copy(const struct defer_sample *sample, struct callchain_buf *buf,
				struct half *kernel, struct half *user, struct defer_error *err)
{
	const struct defer_chain *chain = &sample->chain;
	const uint64_t hit = cpumode__mark(sample->cpumode);
	struct side sides[2] = {{.context = DEFER_CONTEXT_KERNEL}, {.context = DEFER_CONTEXT_USER}};
	uint64_t i, mark = hit;
	bool in_user = mark__is_user(mark);
	int ret;

	ret = callchain_buf__reserve(buf, (chain->nr + 2) * 2, err);
	if (ret)
		return ret;
	sides[0].ips = buf->ips;
	sides[1].ips = buf->ips + chain->nr + 2;
	for (i = 0; i < chain->nr; i++) {
		uint64_t ip = defer_chain__ip(chain, i);

		if (ip == DEFER_CONTEXT_USER_DEFERRED && i + 2 == chain->nr)
			break;
		if (ip < DEFER_CONTEXT_MAX) {
			side__add(&sides[in_user], mark, ip);
			continue;
		}
		mark = plain_mark(ip);
		in_user = mark__is_user(mark);
	}
	in_user = mark__is_user(hit);
	if (sample->has_ip && !sides[in_user].nr)
		side__add(&sides[in_user], hit, half__entry_of(sample->ip));
	*kernel = (struct half){.ips = sides[0].ips, .nr = sides[0].nr};
	*user = (struct half){.ips = sides[1].ips, .nr = sides[1].nr};
	return 0;
}

int callchain__split(const struct defer_sample *sample, struct callchain_buf *buf,
		     struct half *kernel, struct half *user, struct defer_error *err)
{
	if (chain__split_in_place(sample, kernel, user))
		return 0;
	return chain__split_by_copy(sample, buf, kernel, user, err);
}

int callchain__user(const struct defer_chain *chain, struct callchain_buf *buf, struct half *user,
		    struct defer_error *err)
{
	struct side side = {.context = DEFER_CONTEXT_USER};
	const uint64_t *ips = chain__words(chain);
	uint64_t i, mark = DEFER_CONTEXT_USER;
	int ret;

	if (ips && next_mark(ips, 0, chain->nr) == chain->nr) {
		*user = (struct half){.ips = ips, .nr = chain->nr};
		return 0;
	}
	ret = callchain_buf__reserve(buf, chain->nr, err);
	if (ret)
		return ret;
	side.ips = buf->ips;
	for (i = 0; i < chain->nr; i++) {
		uint64_t ip = defer_chain__ip(chain, i);

		if (ip < DEFER_CONTEXT_MAX)
			side__add(&side, mark, ip);
		else
			mark = plain_mark(ip);
	}
	*user = (struct half){.ips = side.ips, .nr = side.nr};
	return 0;
}

int callchain__calls(const struct defer_sample *sample, struct callchain_buf *buf,
		     struct half *user, struct defer_error *err)
{
	const uint64_t nr = sample->branch.nr;
	struct branch branch;
	int ret = callchain_buf__reserve(buf, nr + 2, err);

	if (ret || !nr)
		return ret;
	buf->ips[0] = HALF_EVIDENCE(EVIDENCE_LBR);
	for (uint64_t i = 0; i < nr; i++) {
		branch__read(sample, i, &branch);
		if (!i)
			buf->ips[1] = branch.to;
		buf->ips[i + 2] = branch.from;
		if (half__is_mark(branch.from) || half__is_mark(buf->ips[1]))
			return 0;
	}
	*user = (struct half){.ips = buf->ips, .nr = nr + 2};
	return 0;
}

int half__drop_own_marks(struct half *half, struct callchain_buf *buf, struct defer_error *err)
{
	uint32_t i = next_mark(half->ips, 0, half->nr), nr = 0;
	int ret;

	while (i < half->nr && !half__is_own_mark(half->ips[i]))
		i = next_mark(half->ips, i + 1, half->nr);
	if (i == half->nr)
		return 0;
	ret = callchain_buf__reserve(buf, half->nr, err);
	if (ret)
		return ret;
	for (i = 0; i < half->nr && half->ips[i] != HALF_GAP; i++) {
		if (!half__is_own_mark(half->ips[i]))
			buf->ips[nr++] = half->ips[i];
	}
	*half = (struct half){.ips = buf->ips, .nr = nr};
	return 0;
}

int half__intern(struct half *half, struct intern *chains, struct intern_part *part,
		 struct defer_error *err)
{
	const struct intern_entry *entry;

	if (half->entry || !half->nr)
		return 0;
	entry = intern__add_to_part(chains, part, half->ips, half->nr * sizeof(*half->ips));
	if (!entry)
		return error__no_memory(err, "for callchains");
	*half = half__of(entry);
	return 0;
}
