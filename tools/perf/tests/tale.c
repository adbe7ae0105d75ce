// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>

#include <perf/defer-evlist.h>
#include <perf/defer-feed.h>

#include "tests/tale.h"

const uint64_t one_ip[1] = {0x401000};
const uint64_t user_ips[2] = {0x401000, 0x402000};
static const uint64_t deferred_ips[] = {DEFER_CONTEXT_KERNEL, 0xffffffff81000000ULL,
					DEFER_CONTEXT_USER_DEFERRED, COOKIE};

void must(int ok)
{
	if (!ok)
		abort();
}

static void tale__init_format(struct tale *t, uint64_t sample_type, uint64_t flags,
			      uint64_t read_format)
{
	const struct defer_attr attr = {
		.size = 144,
		.sample_type = sample_type,
		.read_format = read_format,
		.flags = flags,
	};

	/* The event that only takes samples, and shares no buffer with the other, has id 7. */
	const struct defer_attr samples = {
		.size = 144, .sample_type = sample_type, .flags = DEFER_ATTR_SAMPLE_ID_ALL};

	*t = (struct tale){.evlist = defer_evlist__new(), .tid = 5, .id = 1};
	must(!!t->evlist);
	must(!defer_evlist__add(t->evlist, &attr, (uint64_t[]){1, 2}, 2, NULL));
	if (sample_type & DEFER_SAMPLE_IDENTIFIER)
		must(!defer_evlist__add(t->evlist, &samples, (uint64_t[]){7}, 1, NULL));
	t->feed = defer_feed__new(t->evlist);
	must(!!t->feed);
}

void tale__init_flags(struct tale *t, uint64_t sample_type, uint64_t flags)
{
	tale__init_format(t, sample_type, flags, DEFER_FORMAT_LOST);
}

void tale__init_silent(struct tale *t, uint64_t sample_type)
{
	tale__init_format(t, sample_type, FLAGS, 0);
}

void tale__init(struct tale *t, uint64_t sample_type)
{
	tale__init_flags(t, sample_type, FLAGS);
}

void tale__exit(struct tale *t)
{
	defer_signs__delete(t->signs);
	defer_stitch__delete(t->st);
	defer_feed__delete(t->feed);
	defer_evlist__delete(t->evlist);
}

struct defer_event tale__event(const struct tale *t, uint32_t type, uint64_t time)
{
	uint64_t sample_type = defer_evlist__evsel(t->evlist, 0)->attr.sample_type;
	bool tid = sample_type & DEFER_SAMPLE_TID;

	return (struct defer_event){
		.type = type,
		.misc = type == DEFER_RECORD_CALLCHAIN_DEFERRED ? DEFER_MISC_USER : 0,
		.id =
			{
				.pid = tid ? 1 : -1,
				.tid = tid ? t->tid : -1,
				.cpu = sample_type & DEFER_SAMPLE_CPU ? t->cpu : -1,
				.id = sample_type & DEFER_SAMPLE_IDENTIFIER ? t->id : UINT64_MAX,
				.time = time,
				.has_time = true,
			},
	};
}

void tale__tell(struct tale *t, const struct defer_event *ev)
{
	must(!defer_feed__event(t->feed, ev, ++t->order, NULL));
}

void tale__record(struct tale *t, uint64_t time, const uint64_t *ips, uint64_t nr)
{
	struct defer_event ev = tale__event(t, DEFER_RECORD_CALLCHAIN_DEFERRED, time);

	ev.deferred.cookie = COOKIE;
	ev.deferred.chain.ips = (const uint8_t *)ips;
	ev.deferred.chain.nr = nr;
	tale__tell(t, &ev);
}

void tale__comm(struct tale *t, uint64_t time, bool exec)
{
	struct defer_event ev = tale__event(t, DEFER_RECORD_COMM, time);

	ev.comm.pid = 1;
	ev.comm.tid = t->tid;
	ev.comm.name = "new";
	ev.comm.exec = exec;
	tale__tell(t, &ev);
}

void tale__map(struct tale *t, uint64_t time, const char *name)
{
	struct defer_event ev = tale__event(t, DEFER_RECORD_MMAP2, time);

	ev.mmap.pid = 1;
	ev.mmap.tid = t->tid;
	ev.mmap.filename = name;
	tale__tell(t, &ev);
}

void tale__lost(struct tale *t, uint64_t time)
{
	struct defer_event ev = tale__event(t, DEFER_RECORD_LOST, time);

	ev.lost.id = t->id;
	ev.lost.lost = 3;
	tale__tell(t, &ev);
}

void tale__lost_samples(struct tale *t, uint64_t nr)
{
	struct defer_event ev = tale__event(t, DEFER_RECORD_LOST_SAMPLES, 0);

	ev.lost.lost = nr;
	tale__tell(t, &ev);
}

void tale__task_exit(struct tale *t, uint64_t time)
{
	struct defer_event ev = tale__event(t, DEFER_RECORD_EXIT, time);

	ev.task.pid = 1;
	ev.task.tid = t->tid;
	tale__tell(t, &ev);
}

void tale__sample(struct tale *t, uint64_t time)
{
	const struct defer_evsel *evsel = defer_evlist__evsel(t->evlist, 0);
	uint64_t type = evsel->attr.sample_type, words[8] = {0}, seen;
	struct defer_record rec = {
		.type = DEFER_RECORD_SAMPLE,
		.data = (const uint8_t *)words,
		.order = ++t->order,
	};
	int nr = 1;

	if (type & DEFER_SAMPLE_IDENTIFIER)
		words[nr++] = t->id;
	words[nr++] = 0x1000;
	if (type & DEFER_SAMPLE_TID)
		words[nr++] = 77ULL << 32 | 77;
	words[nr++] = time;
	/* The CPU is in the first half of its word, in either byte order. */
	if (type & DEFER_SAMPLE_CPU)
		memcpy(&words[nr++], &t->cpu, sizeof(t->cpu));
	rec.size = 8 * (nr + 1);
	must(!defer_feed__sample(t->feed, evsel, &rec, &seen));
	must(seen == (defer_evlist__has_time(t->evlist) ? time : rec.order));
}

void tale__seal(struct tale *t)
{
	must(!defer_feed__seal(t->feed, &t->st));
	t->signs = defer_signs__new(t->st);
	must(!!t->signs);
}

struct defer_sample tale__deferred(const struct tale *t, uint64_t time)
{
	struct defer_event ev = tale__event(t, DEFER_RECORD_SAMPLE, time);

	return (struct defer_sample){
		.pid = ev.id.pid,
		.tid = ev.id.tid,
		.cpu = ev.id.cpu,
		.time = time,
		.has_time = true,
		.has_chain = true,
		.cpumode = DEFER_MISC_KERNEL,
		.chain = {.ips = (const uint8_t *)deferred_ips, .nr = 4},
	};
}

struct defer_verdict tale__match(const struct tale *t, uint64_t time, uint64_t order)
{
	const struct defer_sample sample = tale__deferred(t, time);
	struct defer_verdict verdict;

	must(!defer_stitch__classify(t->st, &sample, order, NULL, &verdict));
	return verdict;
}

enum defer_class tale__class(const struct tale *t, uint64_t time, uint64_t order)
{
	const struct defer_sample sample = tale__deferred(t, time);
	const struct defer_stitch_sample key = defer_stitch__sample(t->st, &sample, order);
	struct defer_verdict verdict = tale__match(t, time, order);

	if (verdict.cls != DEFER_NO_RECORD)
		return verdict.cls;
	return defer_stitch__settle(t->st, t->signs, &key);
}
