// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <unistd.h>

#include <perf/defer-cursor.h>
#include <perf/defer-evlist.h>
#include <perf/defer-record.h>

#include "tests/builder.h"
#include "tests/feature-writers.h"
#include "tests/tests.h"
#include "util/header/env.h"

/* A trace with features, as it is written and as it is read. */
struct trace {
	struct builder b;
	struct env *env;
	struct defer_evlist *evlist;
	struct damage damage;
};

static void trace__init(struct trace *trace, bool big)
{
	memset(trace, 0, sizeof(*trace));
	builder__init(&trace->b, big);
	trace->env = env__new();
	trace->evlist = defer_evlist__new();
	damage__init(&trace->damage);
	if (!trace->env || !trace->evlist)
		abort();
}

/* A file without any record would look like one whose recorder was killed. */
static void trace__begin_file(struct trace *trace)
{
	builder__begin_file(&trace->b, &feature_event, 1);
	builder__begin(&trace->b, DEFER_RECORD_FINISHED_ROUND, 0);
	builder__end(&trace->b);
}

static void trace__exit(struct trace *trace)
{
	builder__exit(&trace->b);
	env__delete(trace->env);
	defer_evlist__delete(trace->evlist);
	damage__exit(&trace->damage);
}

static int trace__read(struct trace *trace)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct defer_header hdr;

	T_EQ(defer_header__read(&hdr, builder__pread, &trace->b, &err), 0);
	T_EQ(defer_header__read_attrs(&hdr, builder__pread, &trace->b, trace->evlist, &err), 0);
	T_EQ(env__read_features(trace->env, &hdr, builder__pread, &trace->b, trace->evlist,
				&trace->damage, &err),
	     0);
	return TEST_OK;
}

/* Adds @writer's feature, of which the last @cut bytes are missing. Returns its whole size. */
static size_t add_feature(struct trace *trace, const struct feature_writer *writer, size_t cut)
{
	struct builder b;
	size_t size;

	builder__init(&b, trace->b.big);
	writer->write(&b);
	size = b.size;
	builder__feature(&trace->b, writer->id, b.data, size - cut);
	builder__exit(&b);
	return size;
}

static void add_all(struct trace *trace)
{
	builder__feature_str(&trace->b, FEATURE_HOSTNAME, "host");
	builder__feature_str(&trace->b, FEATURE_OSRELEASE, "6.19.0");
	builder__feature_str(&trace->b, FEATURE_VERSION, "7.2");
	builder__feature_str(&trace->b, FEATURE_ARCH, "x86_64");
	builder__feature_str(&trace->b, FEATURE_CPUDESC, "QEMU");
	builder__feature_str(&trace->b, FEATURE_CPUID, "AuthenticAMD,15");
	for (size_t i = 0; i < NR_FEATURE_WRITERS; i++)
		add_feature(trace, &feature_writers[i], 0);
}

/* ---- results ---- */

static int check_host(const struct env *env)
{
	T_STREQ(env->hostname, "host");
	T_STREQ(env->os_release, "6.19.0");
	T_STREQ(env->version, "7.2");
	T_STREQ(env->arch, "x86_64");
	T_STREQ(env->cpu_desc, "QEMU");
	T_STREQ(env->cpuid, "AuthenticAMD,15");
	T_EQ(env->nr_cpus_avail, 4);
	T_EQ(env->nr_cpus_online, 2);
	T_EQ(env->total_mem, 4010368);
	T_EQ(env->cmdline.nr, 3);
	T_STREQ(env->cmdline.strs[2], "it's");
	T_EQ(env->e_machine, 62);
	T_EQ(env->e_flags, 5);
	T_EQ(env->cln_size, 64);
	T_EQ(env->first_time, 1000);
	T_EQ(env->last_time, 2000);
	T_EQ(env->clockid_res_ns, 1);
	T_EQ(env->clock.clockid, 4);
	T_EQ(env->clock.tod_ns, 1700000000000000000);
	T_EQ(env->compressed.level, 3);
	T_EQ(env->compressed.ratio, 13);
	T_EQ(env__inflate_limit(env), 528384);
	return TEST_OK;
}

static int check_topology(const struct env *env)
{
	struct env fewer = *env;

	T_EQ(env->topology.cores.nr, 1);
	T_EQ(env->topology.threads.nr, 2);
	T_STREQ(env->topology.threads.strs[1], "2-3");
	T_EQ(env->topology.nr_cpus, 4);
	T_EQ(env->topology.cpus[3].core, 1);
	T_EQ(env->topology.cpus[3].socket, 7);
	T_EQ(env__socket(env, 3), 7);
	/* A CPU behind the last one has no socket, whatever the memory there holds. */
	fewer.topology.nr_cpus = 3;
	T_EQ(env__socket(&fewer, 3), -1);
	T_EQ(env__socket(env, -1), -1);
	T_EQ(env->topology.cpus[3].die, 13);
	T_EQ(env->nr_numa, 1);
	T_EQ(env->numa[0].node, 3);
	T_EQ(env->numa[0].total, 1000);
	T_STREQ(env->numa[0].cpus, "0-1");
	T_EQ(env->nr_caches, 1);
	T_EQ(env->caches[0].level, 2);
	T_EQ(env->caches[0].ways, 5);
	T_STREQ(env->caches[0].cpus, "0-1");
	T_EQ(env->nr_mem, 1);
	T_EQ(env->mem[0].nr_bits, 70);
	T_EQ(env->mem[0].blocks[1], 3);
	T_EQ(env->nr_hybrid, 1);
	T_STREQ(env->hybrid[0].pmu, "cpu_core");
	T_EQ(env->nr_domains, 2);
	T_STREQ(env->domains[1].domains[0].name, "MC");
	T_STREQ(env->domains[1].domains[0].cpulist, "0-1");
	return TEST_OK;
}

static int check_events(const struct env *env)
{
	T_EQ(env->nr_events, 1);
	T_STREQ(env->events[0].name, "my-event");
	T_EQ(env->events[0].nr_ids, 2);
	T_EQ(env->events[0].ids[1], 12);
	T_EQ(env->events[0].attr.flags, DEFER_ATTR_EXCLUDE_KERNEL);
	T_EQ(env->nr_groups, 1);
	T_EQ(env->groups[0].nr_members, 2);
	T_STREQ(env__pmu_name(env, 8), "kprobe");
	T_CHECK(!env__pmu_name(env, 9));
	T_EQ(env->cpu_caps.nr, 1);
	T_STREQ(env->cpu_caps.caps[0].value, "32");
	T_EQ(env->nr_pmu_caps, 1);
	T_STREQ(env->pmu_caps[0].pmu, "cpu_atom");
	T_EQ(env->nr_build_ids, 2);
	T_STREQ(env->build_ids[0].filename, "[kernel.kallsyms]");
	T_EQ(env->build_ids[0].size, 20);
	T_EQ(env->build_ids[0].misc, DEFER_MISC_KERNEL);
	T_EQ(env->build_ids[1].size, 16);
	T_EQ(env->build_ids[1].id[15], 0xbb);
	T_EQ(env->build_ids[1].id[16], 0);
	return TEST_OK;
}

static int check_file(bool big)
{
	struct trace t;

	trace__init(&t, big);
	trace__begin_file(&t);
	add_all(&t);
	builder__end_file(&t.b);
	T_RUN(trace__read(&t));
	T_EQ(t.damage.nr, 0);
	T_RUN(check_host(t.env));
	T_RUN(check_topology(t.env));
	T_RUN(check_events(t.env));
	T_STREQ(defer_evlist__evsel(t.evlist, 0)->name, "my-event");
	T_EQ(t.env->nr_sections, NR_FEATURE_WRITERS + 6);
	T_CHECK(env__has(t.env, FEATURE_CACHE));
	T_CHECK(!env__has(t.env, FEATURE_AUXTRACE));
	T_CHECK(!env__has(t.env, 300));
	trace__exit(&t);
	return TEST_OK;
}

static int test_file(void)
{
	T_RUN(check_file(false));
	return check_file(true);
}

static int add_records(struct trace *trace)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct defer_record rec;
	struct defer_cursor cur;
	int ret;

	defer_cursor__init(&cur, trace->b.data + 16, trace->b.size - 16, 16,
			   builder__swap(&trace->b));
	while ((ret = defer_record__next(&rec, &cur, &err)) > 0) {
		if (rec.type == DEFER_RECORD_HEADER_ATTR)
			ret = defer_header__read_attr_record(&rec, trace->evlist, &err);
		else
			ret = env__add_record(trace->env, &rec, trace->evlist, &trace->damage);
		T_EQ(ret, 0);
	}
	T_EQ(ret, 0);
	return TEST_OK;
}

static int check_pipe(bool big)
{
	struct trace t;

	trace__init(&t, big);
	builder__begin_pipe(&t.b, &feature_event, 1);
	add_all(&t);
	builder__end_file(&t.b);
	T_RUN(add_records(&t));
	T_EQ(t.damage.nr, 0);
	T_RUN(check_host(t.env));
	T_RUN(check_topology(t.env));
	T_RUN(check_events(t.env));
	trace__exit(&t);
	return TEST_OK;
}

static int test_pipe(void)
{
	T_RUN(check_pipe(false));
	return check_pipe(true);
}

/* Every feature, cut at every byte: it yields nothing, and is reported once. */
static int check_cut(const struct feature_writer *writer, size_t cut)
{
	struct trace t;

	trace__init(&t, false);
	trace__begin_file(&t);
	builder__feature_str(&t.b, FEATURE_HOSTNAME, "host");
	if (writer->id != FEATURE_NRCPUS)
		add_feature(&t, &feature_writers[1], 0);
	add_feature(&t, writer, cut);
	builder__end_file(&t.b);
	T_RUN(trace__read(&t));
	T_STREQ(t.env->hostname, "host");
	if (t.damage.nr != 1)
		T_FAIL("feature %s without its last %zu bytes: %u notes", feature__name(writer->id),
		       cut, (unsigned int)t.damage.nr);
	T_CHECK(!env__has(t.env, writer->id));
	T_CHECK(strstr(t.damage.kept[0].text, feature__name(writer->id)));
	T_CHECK(t.damage.kept[0].offset <= t.b.size);
	trace__exit(&t);
	return TEST_OK;
}

/* These end where old perfs ended: whole as well. */
static bool is_whole(const struct feature_writer *writer, size_t left)
{
	const size_t lists = 2 * 4 + 3 * 68, with_cpus = lists + 4 * 8;

	if (writer->id == FEATURE_BUILD_ID)
		return left == 100 || left == 0;
	return writer->id == FEATURE_CPU_TOPOLOGY &&
	       ((left >= lists && left < lists + 4) || (left >= with_cpus && left < with_cpus + 4));
}

static int test_cut(void)
{
	struct trace t;
	size_t size, cut;

	for (size_t i = 0; i < NR_FEATURE_WRITERS; i++) {
		trace__init(&t, false);
		size = add_feature(&t, &feature_writers[i], 0);
		trace__exit(&t);
		for (cut = 1; cut <= size; cut++)
			if (!is_whole(&feature_writers[i], size - cut))
				T_RUN(check_cut(&feature_writers[i], cut));
	}
	return TEST_OK;
}

/* Every number of every feature, made as large as possible: no crash, no allocation by it. */
static int test_lies(void)
{
	struct builder b;
	struct trace t;

	for (size_t i = 0; i < NR_FEATURE_WRITERS; i++) {
		builder__init(&b, false);
		feature_writers[i].write(&b);
		for (size_t at = 0; at + 4 <= b.size; at += 4) {
			trace__init(&t, false);
			trace__begin_file(&t);
			if (feature_writers[i].id != FEATURE_NRCPUS)
				add_feature(&t, &feature_writers[1], 0);
			builder__feature(&t.b, feature_writers[i].id, b.data, b.size);
			memset(t.b.features[feature_writers[i].id].data + at, 0xff, 4);
			builder__end_file(&t.b);
			T_RUN(trace__read(&t));
			T_CHECK(t.damage.nr <= 1);
			T_CHECK(t.env->arena.bytes < 1 << 20);
			trace__exit(&t);
		}
		builder__exit(&b);
	}
	return TEST_OK;
}

/* A feature says this if one of its bytes is another; NULL: it is read. */
static const struct {
	unsigned int feature, at;
	uint8_t byte;
	const char *said;
} contradictions[] = {
	{FEATURE_CLOCK_DATA, 0, 1, NULL},
	{FEATURE_CLOCK_DATA, 0, 2, "has an unknown version"},
	{FEATURE_CLOCK_DATA, 0, 0, "has an unknown version"},
	{FEATURE_MEM_TOPOLOGY, 0, 0, "has an unknown version"},
	{FEATURE_MEM_TOPOLOGY, 0, 2, "has an unknown version"},
	{FEATURE_CACHE, 0, 0, "has an unknown version"},
	{FEATURE_CACHE, 0, 2, "has an unknown version"},
	{FEATURE_CACHE, 4, 200, "counts more entries than its bytes can hold"},
	{FEATURE_NRCPUS, 4, 4, NULL},
	{FEATURE_NRCPUS, 4, 5, "says that more CPUs are online than exist"},
	{FEATURE_EVENT_DESC, 4, 63, "has attrs smaller than the minimum of 64 bytes"},
	{FEATURE_BUILD_ID, 6, 7, "has an entry smaller than its header"},
	{FEATURE_BUILD_ID, 100 + 32, 20, NULL},
	{FEATURE_BUILD_ID, 100 + 32, 21, "has an entry that does not hold a build id and a name"},
};

static int check_contradiction(size_t i)
{
	const struct feature_writer *writer = feature_writers;
	struct trace t;

	while (writer->id != contradictions[i].feature)
		writer++;
	trace__init(&t, false);
	trace__begin_file(&t);
	add_feature(&t, writer, 0);
	t.b.features[writer->id].data[contradictions[i].at] = contradictions[i].byte;
	builder__end_file(&t.b);
	T_RUN(trace__read(&t));
	T_EQ(t.damage.nr, contradictions[i].said ? 1 : 0);
	if (contradictions[i].said && !strstr(t.damage.kept[0].text, contradictions[i].said))
		T_FAIL("%zu: %s", i, t.damage.kept[0].text);
	T_CHECK(!contradictions[i].said || !t.env->clock.tod_ns);
	T_CHECK(!contradictions[i].said || !t.env->nr_caches);
	trace__exit(&t);
	return TEST_OK;
}

static int test_contradictions(void)
{
	for (size_t i = 0; i < sizeof(contradictions) / sizeof(*contradictions); i++)
		T_RUN(check_contradiction(i));
	return TEST_OK;
}

/* The table of sections lies; the feature behind it is still read. */
static int check_section(uint64_t offset, uint64_t size)
{
	struct trace t;
	size_t table;

	trace__init(&t, false);
	trace__begin_file(&t);
	table = t.b.size;
	builder__feature_str(&t.b, FEATURE_HOSTNAME, "host");
	builder__feature_str(&t.b, FEATURE_ARCH, "x86_64");
	builder__end_file(&t.b);
	builder__poke_u64(&t.b, table, offset);
	builder__poke_u64(&t.b, table + 8, size);
	T_RUN(trace__read(&t));
	T_CHECK(!t.env->hostname);
	T_STREQ(t.env->arch, "x86_64");
	T_EQ(t.damage.nr, 1);
	T_CHECK(strstr(t.damage.kept[0].text, "HOSTNAME"));
	trace__exit(&t);
	return TEST_OK;
}

static int test_sections(void)
{
	T_RUN(check_section(0, 0));
	T_RUN(check_section(104, 0));
	T_RUN(check_section(UINT64_MAX, 100));
	T_RUN(check_section(104, UINT64_MAX));
	T_RUN(check_section(104, 1ULL << 40));
	T_RUN(check_section(1ULL << 40, 68));
	return TEST_OK;
}

static int test_unread(void)
{
	struct trace t;

	trace__init(&t, false);
	trace__begin_file(&t);
	builder__feature(&t.b, FEATURE_BRANCH_STACK, NULL, 0);
	builder__feature(&t.b, FEATURE_BPF_BTF, "abcdefgh", 8);
	builder__feature(&t.b, FEATURE_TRACING_DATA, "0123456789", 10);
	builder__feature(&t.b, 60, "zz", 2);
	builder__end_file(&t.b);
	T_RUN(trace__read(&t));
	T_EQ(t.damage.nr, 0);
	T_CHECK(env__has(t.env, FEATURE_BRANCH_STACK));
	T_EQ(t.env->nr_sections, 4);
	T_EQ(t.env->sections[2].feature, FEATURE_BPF_BTF);
	T_EQ(t.env->sections[2].section.size, 8);
	T_EQ(t.env->sections[3].feature, 60);
	T_EQ(t.env->tracing_data.size, 10);
	T_CHECK(!memcmp(t.b.data + t.env->tracing_data.offset, "0123456789", 10));
	T_CHECK(!feature__name(60));
	trace__exit(&t);
	return TEST_OK;
}

/* Files of 2010 have build ids without pids. */
static int test_old_build_ids(void)
{
	struct builder b;
	struct trace t;

	builder__init(&b, false);
	for (int i = 0; i < 2; i++) {
		builder__u32(&b, 0);
		builder__u16(&b, i ? DEFER_MISC_USER : DEFER_MISC_KERNEL);
		builder__u16(&b, 32 + 64);
		for (int j = 0; j < 20; j++)
			builder__u8(&b, 0xc0 + i);
		builder__u32(&b, 0);
		builder__str(&b, i ? "/usr/bin/old" : "[kernel.kallsyms]", 64);
	}
	trace__init(&t, false);
	trace__begin_file(&t);
	builder__feature(&t.b, FEATURE_BUILD_ID, b.data, b.size);
	builder__end_file(&t.b);
	T_RUN(trace__read(&t));
	T_EQ(t.damage.nr, 0);
	T_EQ(t.env->nr_build_ids, 2);
	T_STREQ(t.env->build_ids[0].filename, "[kernel.kallsyms]");
	T_STREQ(t.env->build_ids[1].filename, "/usr/bin/old");
	T_EQ(t.env->build_ids[1].id[19], 0xc1);
	T_EQ(t.env->build_ids[1].pid, -1);
	builder__exit(&b);
	trace__exit(&t);
	return TEST_OK;
}

static void update(struct builder *b, uint64_t type, uint64_t id, const char *text, uint64_t bits)
{
	builder__begin(b, DEFER_RECORD_EVENT_UPDATE, 0);
	builder__u64(b, type);
	builder__u64(b, id);
	if (text)
		builder__str(b, text, 8);
	else
		builder__u64(b, bits);
	builder__end(b);
}

static int check_updates(bool big)
{
	const double scale = 2.5;
	struct trace t;
	uint64_t bits;

	memcpy(&bits, &scale, sizeof(bits));
	trace__init(&t, big);
	builder__begin_pipe(&t.b, &feature_event, 1);
	update(&t.b, 2, 12, "renamed", 0);
	update(&t.b, 0, 12, "Joules", 0);
	update(&t.b, 1, 11, NULL, bits);
	update(&t.b, 3, 11, NULL, 0);
	T_RUN(add_records(&t));
	T_EQ(t.damage.nr, 0);
	T_STREQ(defer_evlist__evsel(t.evlist, 0)->name, "renamed");
	T_EQ(t.env->nr_updates, 1);
	T_STREQ(t.env->updates[0].unit, "Joules");
	T_CHECK(t.env->updates[0].scale == scale);
	trace__exit(&t);
	return TEST_OK;
}

static int test_updates(void)
{
	T_RUN(check_updates(false));
	return check_updates(true);
}

static int test_records(void)
{
	struct trace t;
	size_t at;

	trace__init(&t, true);
	builder__begin_pipe(&t.b, &feature_event, 1);
	builder__begin(&t.b, DEFER_RECORD_HEADER_BUILD_ID, DEFER_MISC_USER);
	builder__u32(&t.b, 7);
	for (int i = 0; i < 20; i++)
		builder__u8(&t.b, 0xdd);
	builder__u32(&t.b, 0);
	builder__str(&t.b, "/bin/b", 64);
	builder__end(&t.b);
	builder__begin(&t.b, DEFER_RECORD_TIME_CONV, 0);
	for (uint64_t i = 1; i <= 5; i++)
		builder__u64(&t.b, i);
	for (int i = 0; i < 8; i++)
		builder__u8(&t.b, i == 0);
	builder__end(&t.b);
	builder__begin(&t.b, DEFER_RECORD_THREAD_MAP, 0);
	builder__u64(&t.b, 0);
	builder__end(&t.b);
	builder__begin(&t.b, DEFER_RECORD_HEADER_TRACING_DATA, 0);
	builder__u32(&t.b, 8);
	builder__u32(&t.b, 0);
	builder__end(&t.b);
	at = builder__u64(&t.b, 0x1122334455667788);
	T_RUN(add_records(&t));
	T_EQ(t.damage.nr, 0);
	T_EQ(t.env->nr_build_ids, 1);
	T_EQ(t.env->build_ids[0].pid, 7);
	T_EQ(t.env->build_ids[0].id[19], 0xdd);
	T_STREQ(t.env->build_ids[0].filename, "/bin/b");
	T_EQ(t.env->time_conv.shift, 1);
	T_EQ(t.env->time_conv.mult, 2);
	T_EQ(t.env->time_conv.zero, 3);
	T_EQ(t.env->time_conv.cycles, 4);
	T_EQ(t.env->time_conv.mask, 5);
	T_CHECK(t.env->time_conv.cap_zero);
	T_CHECK(!t.env->time_conv.cap_short);
	T_EQ(t.env->tracing_data.offset, at);
	T_EQ(t.env->tracing_data.size, 8);
	trace__exit(&t);
	return TEST_OK;
}

static int test_broken_records(void)
{
	struct trace t;

	trace__init(&t, false);
	builder__begin_pipe(&t.b, &feature_event, 1);
	update(&t.b, 2, 99, "nobody", 0);
	builder__begin(&t.b, DEFER_RECORD_EVENT_UPDATE, 0);
	builder__end(&t.b);
	builder__begin(&t.b, DEFER_RECORD_HEADER_FEATURE, 0);
	builder__end(&t.b);
	builder__begin(&t.b, DEFER_RECORD_HEADER_FEATURE, 0);
	builder__u64(&t.b, UINT64_MAX);
	builder__end(&t.b);
	builder__begin(&t.b, DEFER_RECORD_HEADER_FEATURE, 0);
	builder__u64(&t.b, FEATURE_HOSTNAME);
	builder__u32(&t.b, 64);
	builder__u32(&t.b, 0);
	builder__end(&t.b);
	builder__begin(&t.b, DEFER_RECORD_HEADER_BUILD_ID, 0);
	builder__u64(&t.b, 7);
	builder__end(&t.b);
	builder__begin(&t.b, DEFER_RECORD_TIME_CONV, 0);
	builder__end(&t.b);
	T_RUN(add_records(&t));
	T_EQ(t.damage.nr, 7);
	T_CHECK(!t.env->hostname);
	T_EQ(t.env->nr_build_ids, 0);
	T_EQ(t.env->nr_updates, 0);
	trace__exit(&t);
	return TEST_OK;
}

/* Without EVENT_DESC, and with fewer names in it than there are events. */
static int test_unnamed(void)
{
	struct trace t;

	trace__init(&t, false);
	trace__begin_file(&t);
	builder__end_file(&t.b);
	T_RUN(trace__read(&t));
	T_STREQ(defer_evlist__evsel(t.evlist, 0)->name, "cpu-clock:uh");
	trace__exit(&t);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"all features of a file, in both byte orders", test_file},
	{"all features of a pipe, in both byte orders", test_pipe},
	{"features cut at every byte", test_cut},
	{"features that count what is not there", test_lies},
	{"features that contradict themselves", test_contradictions},
	{"sections that are not in the file", test_sections},
	{"features that are not read are kept by place", test_unread},
	{"build ids of the first kind", test_old_build_ids},
	{"updates of events", test_updates},
	{"build ids, clocks and tracing data in the stream", test_records},
	{"records with less in them than they must have", test_broken_records},
	{"events without a name are given one", test_unnamed},
	{0},
};

const struct test_suite suite__env = {"env", "What a trace says of itself", cases};
