// SPDX-License-Identifier: GPL-2.0-only
/* Rows by the processor that a sample's CPU is in. */
#include "tests/report-rows.h"
#include "tests/tests.h"
#include "util/base/array.h"
#include "util/header/feature.h"

#define ID 100

/* CPUs of one socket need not be adjacent. The last one is unknown. */
static const uint32_t socket_of[] = {0, 1, 0, 1};
static const int32_t sampled[] = {0, 1, 1, 1, 2, 3, 3, 3, 3, 9};

#define NR_CPUS	   (ARRAY_SIZE(socket_of))
#define NR_SAMPLES (ARRAY_SIZE(sampled))

static void add_cpus(struct builder *b)
{
	struct builder nr, topology;

	builder__init(&nr, b->big);
	builder__u32(&nr, NR_CPUS);
	builder__u32(&nr, NR_CPUS);
	builder__feature(b, FEATURE_NRCPUS, nr.data, nr.size);
	builder__exit(&nr);

	builder__init(&topology, b->big);
	builder__u32(&topology, 0); /* lists of cores, and of threads */
	builder__u32(&topology, 0);
	for (uint32_t i = 0; i < NR_CPUS; i++) {
		builder__u32(&topology, i);
		builder__u32(&topology, socket_of[i]);
	}
	builder__feature(b, FEATURE_CPU_TOPOLOGY, topology.data, topology.size);
	builder__exit(&topology);
}

static int with_trace(bool big, bool has_cpu, bool has_topology, int (*check)(const char *path))
{
	static const uint64_t id = ID;
	struct builder_event event = {
		.attr =
			{
				.type = DEFER_TYPE_SOFTWARE,
				.size = DEFER_ATTR_SIZE_VER9,
				.sample_period = 1,
				.sample_type = DEFER_SAMPLE_IDENTIFIER | DEFER_SAMPLE_IP |
					       DEFER_SAMPLE_TID | DEFER_SAMPLE_TIME |
					       DEFER_SAMPLE_CPU,
				.flags = DEFER_ATTR_SAMPLE_ID_ALL,
			},
		.ids = &id,
		.nr_ids = 1,
	};
	struct builder b;
	int ret;

	if (!has_cpu)
		event.attr.sample_type &= ~(uint64_t)DEFER_SAMPLE_CPU;
	builder__init(&b, big);
	builder__begin_file(&b, &event, 1);
	if (has_topology)
		add_cpus(&b);
	for (uint32_t i = 0; i < NR_SAMPLES; i++) {
		const struct defer_sample sample = {
			.id = ID,
			.ip = 0x1000,
			.pid = 5,
			.tid = 5,
			.time = 10 + i,
			.cpu = sampled[i],
		};

		builder__sample(&b, &event.attr, &sample);
	}
	builder__end_file(&b);
	ret = report_rows__with(&b, check);
	builder__exit(&b);
	return ret;
}

static int check_sockets(const char *path)
{
	const struct pipeline_opts by_socket = {.sort.sort = "socket"};
	const struct pipeline_opts by_both = {.sort.sort = "socket,cpu"};

	T_RUN(report_rows__check(path, &by_socket,
				 "Overhead,Socket\n70.00%,001\n20.00%,000\n10.00%,-001"));
	T_RUN(report_rows__check(path, &by_both,
				 "Overhead,Socket,CPU\n40.00%,001,003\n30.00%,001,001\n"
				 "10.00%,-001,009\n10.00%,000,000\n10.00%,000,002"));
	return TEST_OK;
}

static int check_unknown(const char *path)
{
	const struct pipeline_opts by_socket = {.sort.sort = "socket"};

	return report_rows__check(path, &by_socket, "Overhead,Socket\n100.00%,-001");
}

static int test_sockets(void)
{
	T_RUN(with_trace(false, true, true, check_sockets));
	return with_trace(true, true, true, check_sockets);
}

static int test_unknown(void)
{
	T_RUN(with_trace(false, false, true, check_unknown));
	return with_trace(false, true, false, check_unknown);
}

static const struct test_case cases[] = {
	{"rows by socket", test_sockets},
	{"nobody tells of CPUs, or of sockets", test_unknown},
	{0},
};

const struct test_suite suite__socket = {"socket", "Rows by processor", cases};
