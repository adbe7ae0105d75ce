// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include "util/base/intern.h"
#include "util/machine/callchain.h"

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
		return defer_error__set(err, DEFER_ERR_NOMEM, DEFER_NO_OFFSET,
					"no memory for a callchain of %llu entries",
					(unsigned long long)nr);
	buf->ips = ips;
	buf->cap = nr;
	return 0;
}

static bool cpumode__is_user(uint16_t cpumode)
{
	return cpumode == DEFER_MISC_USER || cpumode == DEFER_MISC_GUEST_USER;
}

static bool cpumode__is_kernel(uint16_t cpumode)
{
	return cpumode == DEFER_MISC_KERNEL || cpumode == DEFER_MISC_GUEST_KERNEL ||
	       cpumode == DEFER_MISC_HYPERVISOR;
}

static bool mark__is_user(uint64_t mark)
{
	return mark == DEFER_CONTEXT_USER || mark == DEFER_CONTEXT_GUEST_USER;
}

/*
 * Each half has a side of the buffer of its own, so that a chain that comes the other way round
 * than the kernel writes it, or changes sides twice, still gives two halves.
 */
int callchain__split(const struct defer_sample *sample, struct callchain_buf *buf,
		     struct half *kernel, struct half *user, struct defer_error *err)
{
	const struct defer_chain *chain = &sample->chain;
	bool in_user = cpumode__is_user(sample->cpumode);
	uint64_t i, *user_ips, nr_kernel = 0, nr_user = 0;
	int ret;

	ret = callchain_buf__reserve(buf, (chain->nr + 1) * 2, err);
	if (ret)
		return ret;
	user_ips = buf->ips + chain->nr + 1;
	for (i = 0; i < chain->nr; i++) {
		uint64_t ip = defer_chain__ip(chain, i);

		if (ip == DEFER_CONTEXT_USER_DEFERRED && i + 2 == chain->nr)
			break;
		if (ip >= DEFER_CONTEXT_MAX)
			in_user = mark__is_user(ip);
		else if (in_user)
			user_ips[nr_user++] = ip;
		else
			buf->ips[nr_kernel++] = ip;
	}
	if (sample->has_ip && cpumode__is_kernel(sample->cpumode) && !nr_kernel)
		buf->ips[nr_kernel++] = sample->ip;
	else if (sample->has_ip && !cpumode__is_kernel(sample->cpumode) && !nr_user)
		user_ips[nr_user++] = sample->ip;
	*kernel = (struct half){.ips = buf->ips, .nr = nr_kernel};
	*user = (struct half){.ips = user_ips, .nr = nr_user};
	return 0;
}

int callchain__user(const struct defer_chain *chain, struct callchain_buf *buf, struct half *user,
		    struct defer_error *err)
{
	uint64_t i, nr = 0;
	int ret;

	ret = callchain_buf__reserve(buf, chain->nr, err);
	if (ret)
		return ret;
	for (i = 0; i < chain->nr; i++) {
		uint64_t ip = defer_chain__ip(chain, i);

		if (ip < DEFER_CONTEXT_MAX)
			buf->ips[nr++] = ip;
	}
	*user = (struct half){.ips = buf->ips, .nr = nr};
	return 0;
}

int half__intern(struct half *half, struct intern *chains, struct arena *arena,
		 struct defer_error *err)
{
	const struct intern_entry *entry;

	if (half->entry || !half->nr)
		return 0;
	entry = intern__add(chains, arena, half->ips, half->nr * sizeof(*half->ips));
	if (!entry)
		return defer_error__set(err, DEFER_ERR_NOMEM, DEFER_NO_OFFSET,
					"no memory for callchains");
	*half = half__of(entry);
	return 0;
}

struct half half__of(const struct intern_entry *entry)
{
	if (!entry)
		return (struct half){0};
	return (struct half){
		.ips = (const uint64_t *)entry->key,
		.nr = entry->size / sizeof(uint64_t),
		.entry = entry,
	};
}
