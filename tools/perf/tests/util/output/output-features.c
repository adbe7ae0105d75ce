// SPDX-License-Identifier: GPL-2.0-only
/* Features of a machine that is made of files. */
#include <stdlib.h>

#include "tests/elf-writer.h"
#include "tests/output-world.h"
#include "tests/tests.h"
#include "util/base/array.h"
#include "util/header/env.h"
#include "util/output/output-dsos.h"
#include "util/source/source.h"

/* Three CPUs of four are online: two threads of a core, and one of another socket. */
static bool make_cpus(const struct folder *folder)
{
	static const struct {
		const char *core, *socket, *die, *siblings, *package;
	} cpus[] = {
		{"0", "0", "0", "0-1", "0-1"},
		{"0", "0", "0", "0-1", "0-1"},
		{"1", "1", "7", "2", "2"},
	};
	char path[128];
	bool made;

	made = folder__write(folder, "sys/devices/system/cpu/present", "0-3\n") &&
	       folder__write(folder, "sys/devices/system/cpu/online", "0-2\n");
	for (int i = 0; i < 3 && made; i++) {
		const char *const files[][2] = {
			{"core_id", cpus[i].core},
			{"physical_package_id", cpus[i].socket},
			{"die_id", cpus[i].die},
			{"core_cpus_list", cpus[i].siblings},
			{"package_cpus_list", cpus[i].package},
			{"die_cpus_list", cpus[i].package},
		};

		for (int j = 0; j < 6 && made; j++) {
			snprintf(path, sizeof(path), "sys/devices/system/cpu/cpu%d/topology/%s", i,
				 files[j][0]);
			made = folder__write(folder, path, files[j][1]);
		}
	}
	return made;
}

/* One of each kind, which both CPUs tell of. */
static bool make_caches(const struct folder *folder)
{
	static const char *const files[][2] = {
		{"level", "1\n"},
		{"coherency_line_size", "64\n"},
		{"number_of_sets", "128\n"},
		{"ways_of_associativity", "8\n"},
		{"type", "Data\n"},
		{"size", "64K\n"},
		{"shared_cpu_list", "0-1\n"},
	};
	char path[128];
	bool made = true;

	for (int i = 0; i < 2 * 7 && made; i++) {
		snprintf(path, sizeof(path), "sys/devices/system/cpu/cpu%d/cache/index0/%s", i / 7,
			 files[i % 7][0]);
		made = folder__write(folder, path, files[i % 7][1]);
	}
	/* The second cache of CPU 0 is incomplete, and so left out. */
	return made &&
	       folder__write(folder, "sys/devices/system/cpu/cpu0/cache/index1/level", "2\n");
}

static bool make_nodes(const struct folder *folder)
{
	return folder__write(folder, "sys/devices/system/node/online", "0,2\n") &&
	       folder__write(folder, "sys/devices/system/node/node0/meminfo",
			     "Node 0 MemTotal:       1000 kB\nNode 0 MemFree:         400 kB\n") &&
	       folder__write(folder, "sys/devices/system/node/node0/cpulist", "0-2\n") &&
	       folder__mkdir(folder, "sys/devices/system/node/node0/memory0") &&
	       folder__mkdir(folder, "sys/devices/system/node/node0/memory65") &&
	       folder__mkdir(folder, "sys/devices/system/node/node0/memoryless") &&
	       folder__write(folder, "sys/devices/system/node/node2/meminfo",
			     "Node 2 MemTotal:       2000 kB\nNode 2 MemFree:        2000 kB\n") &&
	       folder__write(folder, "sys/devices/system/node/node2/cpulist", "\n") &&
	       folder__write(folder, "sys/devices/system/memory/block_size_bytes", "8000000\n");
}

static bool make_pmus(const struct folder *folder, bool hybrid)
{
	const char *core = hybrid ? "cpu_core" : "cpu";
	char path[128];
	bool made;

	snprintf(path, sizeof(path), "sys/bus/event_source/devices/%s/type", core);
	made = folder__write(folder, path, "4\n") &&
	       folder__write(folder, "sys/bus/event_source/devices/software/type", "1\n");
	snprintf(path, sizeof(path), "sys/bus/event_source/devices/%s/caps/branches", core);
	made = made && folder__write(folder, path, "32\n");
	snprintf(path, sizeof(path), "sys/bus/event_source/devices/%s/caps/pmu_name", core);
	made = made && folder__write(folder, path, "skylake\n");
	if (!hybrid)
		return made;
	return made &&
	       folder__write(folder, "sys/bus/event_source/devices/cpu_core/cpus", "0-1\n") &&
	       folder__write(folder, "sys/bus/event_source/devices/cpu_atom/type", "10\n") &&
	       folder__write(folder, "sys/bus/event_source/devices/cpu_atom/cpus", "2\n");
}

static bool make_proc(const struct folder *folder)
{
	return folder__write(folder, "proc/cpuinfo",
			     "processor\t: 0\nmodel name extension\t: no\n"
			     "model name\t:  Some   CPU @ 3 GHz \n") &&
	       folder__write(folder, "proc/meminfo", "MemTotal:       16384 kB\nMemFree: 1 kB\n");
}

static int record_on(const struct folder *folder, struct session **session)
{
	char sysfs[PATH_MAX], procfs[PATH_MAX];
	struct output_world world;

	output_world__init(&world, folder, "perf.data");
	snprintf(sysfs, sizeof(sysfs), "%s/sys", folder->path);
	snprintf(procfs, sizeof(procfs), "%s/proc", folder->path);
	world.opts.keep_old = false;
	world.opts.sysfs = sysfs;
	world.opts.procfs = procfs;
	T_RUN(output_world__record(&world));
	T_RUN(open_session(session, world.path));
	T_EQ((*session)->damage.nr, 0);
	output_world__exit(&world);
	return TEST_OK;
}

static int check_cpus(const struct env *env)
{
	T_EQ(env->nr_cpus_avail, 4);
	T_EQ(env->nr_cpus_online, 3);
	T_EQ(env->topology.cores.nr, 2);
	T_STREQ(env->topology.cores.strs[0], "0-1");
	T_STREQ(env->topology.cores.strs[1], "2");
	T_EQ(env->topology.threads.nr, 2);
	T_EQ(env->topology.dies.nr, 2);
	T_EQ(env->topology.nr_cpus, 4);
	T_EQ(env->topology.cpus[2].core, 1);
	T_EQ(env->topology.cpus[2].socket, 1);
	T_EQ(env->topology.cpus[2].die, 7);
	T_EQ(env->topology.cpus[3].core, UINT32_MAX);
	T_EQ(env->nr_caches, 1);
	T_EQ(env->caches[0].level, 1);
	T_EQ(env->caches[0].line_size, 64);
	T_EQ(env->caches[0].sets, 128);
	T_EQ(env->caches[0].ways, 8);
	T_STREQ(env->caches[0].type, "Data");
	T_STREQ(env->caches[0].size, "64K");
	T_STREQ(env->caches[0].cpus, "0-1");
	T_STREQ(env->cpu_desc, "Some CPU @ 3 GHz");
	return TEST_OK;
}

static int check_memory(const struct env *env)
{
	T_EQ(env->total_mem, 16384);
	T_EQ(env->nr_numa, 2);
	T_EQ(env->numa[0].node, 0);
	T_EQ(env->numa[0].total, 1000);
	T_EQ(env->numa[0].free, 400);
	T_STREQ(env->numa[0].cpus, "0-2");
	T_EQ(env->numa[1].node, 2);
	T_STREQ(env->numa[1].cpus, "");
	T_EQ(env->mem_block_size, 0x8000000);
	T_EQ(env->nr_mem, 2);
	T_EQ(env->mem[0].nr_bits, 66);
	T_EQ(env->mem[0].blocks[0], 1);
	T_EQ(env->mem[0].blocks[1], 2);
	T_EQ(env->mem[1].nr_bits, 0);
	return TEST_OK;
}

static int check_pmus(const struct env *env)
{
	T_EQ(env->nr_pmus, 2);
	T_STREQ(env__pmu_name(env, 4), "cpu");
	T_STREQ(env__pmu_name(env, 1), "software");
	T_EQ(env->cpu_caps.nr, 2);
	T_STREQ(env->cpu_caps.caps[0].name, "branches");
	T_STREQ(env->cpu_caps.caps[0].value, "32");
	T_STREQ(env->cpu_caps.caps[1].value, "skylake");
	T_CHECK(!env__has(env, FEATURE_HYBRID_TOPOLOGY));
	T_CHECK(!env__has(env, FEATURE_PMU_CAPS));
	return TEST_OK;
}

static int machine(const struct folder *folder)
{
	struct session *session;

	T_CHECK(make_cpus(folder));
	T_CHECK(make_caches(folder));
	T_CHECK(make_nodes(folder));
	T_CHECK(make_pmus(folder, false));
	T_CHECK(make_proc(folder));
	T_RUN(record_on(folder, &session));
	T_RUN(check_cpus(session->env));
	T_RUN(check_memory(session->env));
	T_RUN(check_pmus(session->env));
	session__close(session);
	return TEST_OK;
}

static int test_machine(void)
{
	return folder__run(machine);
}

static int hybrid(const struct folder *folder)
{
	struct session *session;
	const struct env *env;

	T_CHECK(make_pmus(folder, true));
	T_RUN(record_on(folder, &session));
	env = session->env;
	T_EQ(env->nr_hybrid, 2);
	T_STREQ(env->hybrid[0].pmu, "cpu_atom");
	T_STREQ(env->hybrid[0].cpus, "2");
	T_STREQ(env->hybrid[1].pmu, "cpu_core");
	T_STREQ(env->hybrid[1].cpus, "0-1");
	T_CHECK(!env__has(env, FEATURE_CPU_PMU_CAPS));
	T_EQ(env->nr_pmu_caps, 1);
	T_STREQ(env->pmu_caps[0].pmu, "cpu_core");
	T_EQ(env->pmu_caps[0].nr, 2);
	session__close(session);
	return TEST_OK;
}

static int test_hybrid(void)
{
	return folder__run(hybrid);
}

/* A machine without any information: nothing is invented. */
static int bare(const struct folder *folder)
{
	static const unsigned int absent[] = {
		FEATURE_CPUDESC,       FEATURE_TOTAL_MEM,    FEATURE_CPU_TOPOLOGY,
		FEATURE_NUMA_TOPOLOGY, FEATURE_PMU_MAPPINGS, FEATURE_CACHE,
		FEATURE_MEM_TOPOLOGY,  FEATURE_CPU_PMU_CAPS, FEATURE_CPU_DOMAIN_INFO,
	};
	struct session *session;

	T_RUN(record_on(folder, &session));
	for (size_t i = 0; i < sizeof(absent) / sizeof(*absent); i++) {
		if (env__has(session->env, absent[i]))
			T_FAIL("%s is there", feature__name(absent[i]));
	}
	T_CHECK(session->env->nr_cpus_online > 0);
	session__close(session);
	return TEST_OK;
}

static int test_bare(void)
{
	return folder__run(bare);
}

static int see_map(struct output_dsos *dsos, const char *name)
{
	const struct defer_attr attr = {.type = DEFER_TYPE_SOFTWARE, .size = DEFER_ATTR_SIZE_VER9};
	const struct defer_event map = {.type = DEFER_RECORD_MMAP,
					.misc = DEFER_MISC_USER,
					.mmap = {.pid = 1, .tid = 1, .len = 1, .filename = name}};
	struct builder b;

	builder__init(&b, false);
	builder__event(&b, &attr, &map);
	T_EQ(output_dsos__see(dsos, b.data, b.size, NULL), 0);
	builder__exit(&b);
	return TEST_OK;
}

static int build_ids(const struct folder *folder)
{
	static const char *const no_files[] = {"[heap]", "//anon", "/dev/zero", "/memfd:x"};
	static const uint8_t id[BUILD_ID_SIZE] = {7, 8, 9};
	struct elf_writer *w = calloc(1, sizeof(*w));
	struct output_dsos dsos;
	struct build_id bid;
	char path[96];

	T_CHECK(w);
	output_dsos__init(&dsos);
	for (size_t i = 0; i < ARRAY_SIZE(no_files); i++)
		T_RUN(see_map(&dsos, no_files[i]));
	T_EQ(dsos.nr, 0);
	snprintf(path, sizeof(path), "%s/prog", folder->path);
	T_RUN(see_map(&dsos, path));
	T_EQ(dsos.nr, 1);
	T_CHECK(!output_dso__build_id(&dsos.dsos[0], "/nowhere", "/nowhere", &bid));
	elf_writer__init(w, ET_DYN);
	elf_writer__build_id(w, id, sizeof(id));
	T_CHECK(elf_writer__finish(w, path));
	T_CHECK(output_dso__build_id(&dsos.dsos[0], "/nowhere", "/nowhere", &bid));
	T_CHECK(bid.size == sizeof(id) && !memcmp(bid.data, id, sizeof(id)));
	output_dsos__exit(&dsos);
	free(w);
	return TEST_OK;
}

/* Kernels before 5.12 do not tell the build ids of maps. */
static int test_build_ids(void)
{
	return folder__run(build_ids);
}

static const struct test_case cases[] = {
	{"CPUs, caches, memory and PMUs", test_machine},
	{"kinds of CPUs", test_hybrid},
	{"what is not known is not told", test_bare},
	{"build ids of files, and of nothing else", test_build_ids},
	{0},
};

const struct test_suite suite__output_features = {"output-features",
						  "what a recording says of its machine", cases};
