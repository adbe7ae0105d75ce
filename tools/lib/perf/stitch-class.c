// SPDX-License-Identifier: LGPL-2.1-only OR BSD-2-Clause
/* The classes of samples: their names, the samples that need no record, and those that no record fits. */
#include <string.h>

#include <perf/defer.h>

#include "stitch-quiet.h"

const char *defer_class__name(enum defer_class cls)
{
	static const char *const names[DEFER_NR_CLASSES] = {
		[DEFER_MERGED] = "merged",
		[DEFER_MERGED_BACK] = "merged-back",
		[DEFER_INLINE] = "inline",
		[DEFER_KERNEL] = "kernel",
		[DEFER_LOST] = "lost",
		[DEFER_PENDING] = "pending",
		[DEFER_EXEC] = "exec",
		[DEFER_EXITED] = "exited",
		[DEFER_AMBIGUOUS] = "ambiguous",
		[DEFER_NOT_RECORDED] = "not-recorded",
		[DEFER_NOT_UNWOUND] = "not-unwound",
		[DEFER_NOT_ASKED] = "not-asked",
		[DEFER_SIGRETURN] = "sigreturn",
		[DEFER_UNWOUND] = "unwound",
		[DEFER_DUMP_ENDED] = "dump-ended",
		[DEFER_NO_CFI] = "no-cfi",
		[DEFER_NO_FILE] = "no-file",
		[DEFER_WRONG_BUILD] = "wrong-build",
		[DEFER_NO_REGISTER] = "no-register",
		[DEFER_NO_GROWTH] = "no-growth",
		[DEFER_BAD_CFI] = "bad-cfi",
		[DEFER_TOO_DEEP] = "too-deep",
	};

	return (unsigned int)cls < DEFER_NR_CLASSES ? names[cls] : "no-record";
}

static bool chain__has(const struct defer_chain *chain, uint64_t mark)
{
	for (uint64_t i = 0; i < chain->nr; i++) {
		if (defer_chain__ip(chain, i) == mark)
			return true;
	}
	return false;
}

static bool chain__has_user(const struct defer_chain *chain)
{
	return chain__has(chain, DEFER_CONTEXT_USER) || chain__has(chain, DEFER_CONTEXT_GUEST_USER);
}

/*
 * Returns true if the user half is in the branches of the LBR. The callchain then has a user half
 * too, but it comes from frame pointers, which programs recorded with LBR often lack. perf ignores
 * it as well, and the branches if there is none: what a kernel thread finds in the LBR is not its own.
 */
static bool has_user_branches(const struct defer_sample *sample)
{
	return sample->user_half == DEFER_USER_BRANCHES && sample->branch.nr &&
	       chain__has(&sample->chain, DEFER_CONTEXT_USER);
}

enum defer_class defer_sample__own_class(const struct defer_sample *sample)
{
	bool user_mode =
		sample->cpumode == DEFER_MISC_USER || sample->cpumode == DEFER_MISC_GUEST_USER;

	if (defer_chain__cookie(&sample->chain))
		return DEFER_NO_RECORD;
	if (has_user_branches(sample))
		return DEFER_NOT_UNWOUND;
	/* Without the mark that opens it there is no user half, not even one of the ip alone. */
	if (chain__has_user(&sample->chain))
		return DEFER_INLINE;
	switch (sample->user_half) {
	case DEFER_USER_NOT_ASKED:
		return DEFER_NOT_ASKED;
	case DEFER_USER_DUMP: /* a kernel thread has no user registers */
		return user_mode || sample->user_regs.abi ? DEFER_NOT_UNWOUND : DEFER_KERNEL;
	default:
		return user_mode ? DEFER_INLINE : DEFER_KERNEL;
	}
}

/* ---- samples, once all is known ------------------------------------------------------ */

static inline struct defer_stitch_sample sample_key(const struct defer_stitch *st,
						    const struct defer_sample *sample,
						    uint64_t order)
{
	return (struct defer_stitch_sample){
		.cookie = defer_chain__cookie(&sample->chain),
		.time = st->opts.no_time ? order : sample->time,
		.order = order,
		.pid = sample->pid,
		.tid = sample->tid,
		.cpu = sample->cpu,
	};
}

struct defer_stitch_sample defer_stitch__sample(const struct defer_stitch *st,
						const struct defer_sample *sample, uint64_t order)
{
	return sample_key(st, sample, order);
}

static bool in_sigreturn(const struct defer_stitch *st, uint64_t ip)
{
	for (uint32_t i = 0; i < st->nr_sigreturn; i++)
		if (ip >= st->sigreturn[i].start && ip < st->sigreturn[i].end)
			return true;
	return false;
}

/* Returns true if a frame of this kernel, and not of a guest's, is in sigreturn. */
static bool chain__in_sigreturn(const struct defer_stitch *st, const struct defer_sample *sample)
{
	bool in_kernel = sample->cpumode == DEFER_MISC_KERNEL;

	if (in_kernel && sample->has_ip && in_sigreturn(st, sample->ip))
		return true;
	for (uint64_t i = 0; i < sample->chain.nr; i++) {
		const uint64_t ip = defer_chain__ip(&sample->chain, i);

		if (ip >= DEFER_CONTEXT_MAX)
			in_kernel = ip == DEFER_CONTEXT_KERNEL;
		else if (in_kernel && in_sigreturn(st, ip))
			return true;
	}
	return false;
}

/* The lower halves of four addresses, with and without a sign, and as two numbers. */
typedef int32_t halves __attribute__((vector_size(16)));
typedef uint32_t plain_halves __attribute__((vector_size(16)));
typedef uint64_t wholes __attribute__((vector_size(16)));

/* Takes the lower half of each of the four addresses at @ips. Not all machines return vectors. */
static inline void take_lower_halves(plain_halves *to, const uint8_t *ips)
{
	plain_halves two[2];

	memcpy(two, ips, sizeof(two));
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
	*to = __builtin_shufflevector(two[0], two[1], 0, 2, 4, 6);
#else
	*to = __builtin_shufflevector(two[0], two[1], 1, 3, 5, 7);
#endif
}

/*
 * Returns true if the lower half of an entry of a deferred chain is that of an address in @all. Almost no
 * chain has one, and all entries have to be looked at, so four at a time; the last four overlap those
 * before.
 *
 * Moved so that the addresses in @all come last of all positive numbers, they are those above @last.
 */
static inline bool chain__may_touch(const struct defer_chain *chain,
				    const struct defer_stitch_func *all)
{
	const uint32_t last = INT32_MAX - (uint32_t)(all->end - all->start);
	const uint32_t by = last + 1 - (uint32_t)all->start;
	const plain_halves move = {by, by, by, by};
	const halves limit = (halves)(plain_halves){last, last, last, last};
	const uint8_t *ips = chain->ips, *end = ips + (chain->nr - 4) * sizeof(uint64_t);
	plain_halves lower;
	halves found;

	take_lower_halves(&lower, end);
	found = (halves)(lower + move) > limit;
	for (; ips < end; ips += 4 * sizeof(uint64_t)) {
		take_lower_halves(&lower, ips);
		found |= (halves)(lower + move) > limit;
	}
	return ((wholes)found)[0] | ((wholes)found)[1];
}

/*
 * Returns true if the sample was taken in sigreturn. The address that was hit is looked at with the
 * chain, whose first one it is, unless that has none.
 */
static inline bool sample__in_sigreturn(const struct defer_stitch *st,
					const struct defer_sample *sample)
{
	if (sample->chain.nr >= 4 && !sample->chain.swap &&
	    !chain__may_touch(&sample->chain, &st->sigreturn_all))
		return false;
	return chain__in_sigreturn(st, sample);
}

int defer_stitch__classify(const struct defer_stitch *st, const struct defer_sample *sample,
			   uint64_t order, struct defer_signs *signs, struct defer_verdict *verdict)
{
	const struct defer_stitch_sample key = sample_key(st, sample, order);
	int ret = 0;

	verdict->has_record = false;
	if (key.cookie)
		stitch_match(st, signs__quiets(signs), &key, verdict);
	else
		verdict->cls = defer_sample__own_class(sample);
	if (signs && (sample->cpumode == DEFER_MISC_USER || verdict->cls == DEFER_NO_RECORD ||
		      verdict->cls == DEFER_AMBIGUOUS))
		ret = defer_signs__note(signs, &key);
	if (st->nr_sigreturn && key.cookie && verdict->cls != DEFER_NOT_RECORDED &&
	    sample__in_sigreturn(st, sample))
		verdict->cls = DEFER_SIGRETURN;
	return ret;
}
