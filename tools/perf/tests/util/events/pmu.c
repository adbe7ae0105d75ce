// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "tests/folder.h"
#include "tests/rng.h"
#include "tests/tests.h"
#include "util/base/array.h"
#include "util/events/pmu-file.h"
#include "util/events/pmu.h"

#define DEVICES "bus/event_source/devices/"

static bool put(const struct folder *folder, const char *file, const char *text)
{
	char path[512];

	snprintf(path, sizeof(path), DEVICES "%s", file);
	return folder__write(folder, path, text);
}

static int load(struct pmus *pmus, const struct folder *folder)
{
	struct defer_error err = DEFER_ERROR_INIT;

	T_EQ(pmus__init(pmus, folder->path, &err), 0);
	return TEST_OK;
}

static int sees_pmus(const struct folder *folder)
{
	const struct pmu *pmu;
	struct pmus pmus;

	T_CHECK(put(folder, "uncore_imc_0/type", "17\n"));
	T_CHECK(put(folder, "uncore_imc_0/cpumask", "0,8\n"));
	T_CHECK(put(folder, "cpu/type", "4\n"));
	T_CHECK(put(folder, "cpu_atom/type", "10\n"));
	T_CHECK(put(folder, "cpu_atom/cpus", "16-23\n"));
	T_CHECK(put(folder, "software/type", "1"));
	T_CHECK(put(folder, ".hidden/type", "3"));
	T_RUN(load(&pmus, folder));
	T_EQ(pmus.nr, 4);
	T_STREQ(pmus.pmus[0].name, "cpu");
	T_EQ(pmus.pmus[0].type, 4);
	T_CHECK(pmus.pmus[0].is_core && !pmus.pmus[0].cpus);
	T_EQ(pmus__nr_core(&pmus), 2);

	pmu = pmus__find(&pmus, "cpu_atom");
	T_CHECK(pmu && pmu->is_core && !pmu->is_uncore);
	T_STREQ(pmu->cpus, "16-23");
	pmu = pmus__find(&pmus, "uncore_imc_0");
	T_CHECK(pmu && pmu->is_uncore && !pmu->is_core);
	T_STREQ(pmu->cpus, "0,8");
	T_CHECK(!pmus__find(&pmus, "uncore_imc"));
	T_CHECK(!pmus__find(&pmus, "software")->is_core);
	pmus__exit(&pmus);
	return TEST_OK;
}

static int test_pmus(void)
{
	return folder__run(sees_pmus);
}

static int leaves_out_broken(const struct folder *folder)
{
	static const char *const types[] = {
		"", "\n", "x", "-1", "4x", "4 4", "0x4", "4294967296", "99999999999999999999", "+4",
	};
	char long_text[20000], path[64];
	struct pmus pmus;

	for (size_t i = 0; i < ARRAY_SIZE(types); i++) {
		snprintf(path, sizeof(path), "pmu%zu/type", i);
		T_CHECK(put(folder, path, types[i]));
	}
	memset(long_text, '1', sizeof(long_text) - 1);
	long_text[sizeof(long_text) - 1] = '\0';
	T_CHECK(put(folder, "long/type", long_text));
	T_CHECK(folder__mkdir(folder, DEVICES "none"));
	T_CHECK(folder__mkdir(folder, DEVICES "folder/type"));
	T_CHECK(folder__fifo(folder, DEVICES "fifo/type"));
	T_CHECK(folder__link(folder, DEVICES "endless/type", "/dev/zero"));
	T_CHECK(folder__link(folder, DEVICES "loop/type", "type"));
	T_CHECK(folder__write_bytes(folder, DEVICES "nul/type", "4\0005", 3));
	T_CHECK(put(folder, "plain_file", "4"));

	T_CHECK(put(folder, "max/type", "4294967295"));
	T_CHECK(put(folder, "max/cpus", long_text));
	T_CHECK(put(folder, "zero/type", "0"));
	T_CHECK(put(folder, "zero/cpumask", "0-,x"));
	T_RUN(load(&pmus, folder));
	T_EQ(pmus.nr, 2);
	T_STREQ(pmus.pmus[0].name, "max");
	T_EQ(pmus.pmus[0].type, UINT32_MAX);
	T_CHECK(!pmus.pmus[0].cpus && !pmus.pmus[1].cpus);
	pmus__exit(&pmus);
	return TEST_OK;
}

static int test_broken_types(void)
{
	return folder__run(leaves_out_broken);
}

static int test_no_sysfs(void)
{
	struct pmus pmus;

	T_EQ(pmus__init(&pmus, "/nowhere/at/all", NULL), 0);
	T_EQ(pmus.nr, 0);
	T_CHECK(!pmus__find(&pmus, "cpu"));
	pmus__exit(&pmus);
	return TEST_OK;
}

static int test_matches(void)
{
	static const struct {
		char pmu[32];
		const char *name;
		bool matches;
	} tries[] = {
		{"uncore_imc_0", "uncore_imc_0", true},
		{"uncore_imc_0", "uncore_imc", true},
		{"uncore_imc_0", "imc_0", true},
		{"uncore_imc_0", "imc", true},
		{"uncore_imc_0", "uncore_imc_1", false},
		{"uncore_imc_0", "uncore", false},
		{"uncore_imc_0", "im", false},
		{"uncore_imc_0", "*imc*", true},
		{"uncore_imc_12", "uncore_imc_1", false},
		{"uncore_cbox2", "cbox", true},
		{"uncore_imc_free_running_0", "uncore_imc", false},
		{"cpu_core", "cpu", false},
		{"cpu", "cpu", true},
		{"cpu", "c?u", true},
		{"7", "7", true},
		{"7", "", false},
		{"_7", "", false},
	};

	for (size_t i = 0; i < ARRAY_SIZE(tries); i++) {
		struct pmu pmu = {.name = strdup(tries[i].pmu)};
		bool matches = pmu__matches(&pmu, tries[i].name);

		free(pmu.name);
		if (matches != tries[i].matches)
			T_FAIL("%s matches %s: %d", tries[i].pmu, tries[i].name, matches);
	}
	return TEST_OK;
}

static int test_format_text(void)
{
	static const struct {
		const char *text;
		unsigned int word;
		uint64_t bits; /* 0: refused */
	} tries[] = {
		{"config:0-7", 0, 0xff},
		{"config:0-7,32-35", 0, 0xf000000ff},
		{"config1:63", 1, 1ULL << 63},
		{"config2:0-63", 2, UINT64_MAX},
		{"config3:1,3,5", 3, 0x2a},
		{"config4:0", 4, 1},
		{"config:8-8", 0, 0x100},
		{"config0:1", 0, 2},
		{"config5:0", 0, 0},
		{"config11:0", 0, 0},
		{"config:64", 0, 0},
		{"config:0-64", 0, 0},
		{"config:7-0", 0, 0},
		{"config:99999999999999999999", 0, 0},
		{"config:4294967296", 0, 0},
		{"config:", 0, 0},
		{"config:,", 0, 0},
		{"config:1,", 0, 0},
		{"config:1-", 0, 0},
		{"config:-1", 0, 0},
		{"config:1-2-3", 0, 0},
		{"config:1;2", 0, 0},
		{"config 1", 0, 0},
		{"config", 0, 0},
		{"conf", 0, 0},
		{"", 0, 0},
	};

	for (size_t i = 0; i < ARRAY_SIZE(tries); i++) {
		struct pmu_format format;
		bool ok = pmu_format__parse(&format, tries[i].text);

		if (ok != (tries[i].bits != 0))
			T_FAIL("'%s' is taken: %d", tries[i].text, ok);
		if (ok && (format.bits != tries[i].bits || format.word != tries[i].word))
			T_FAIL("'%s' is config%u %#" PRIx64, tries[i].text, format.word,
			       format.bits);
	}
	return TEST_OK;
}

/* The other way round, bit by bit. */
static uint64_t unpack(uint64_t bits, uint64_t word)
{
	uint64_t value = 0;
	unsigned int nr = 0;

	for (unsigned int i = 0; i < 64; i++) {
		if (bits >> i & 1)
			value |= (word >> i & 1) << nr++;
	}
	return value;
}

static int test_pack(void)
{
	uint64_t rng = 7;

	for (int i = 0; i < 2000; i++) {
		struct pmu_format format = {.bits = rng__next(&rng) & rng__next(&rng)};
		uint64_t max = pmu_format__max(&format), value, before, after;

		if (i == 0)
			format.bits = max = UINT64_MAX;
		T_CHECK(pmu_format__max(&format) == max);
		value = rng__next(&rng) & max;
		before = rng__next(&rng);
		after = pmu_format__pack(&format, value, before);
		T_CHECK(unpack(format.bits, after) == value);
		T_CHECK((after & ~format.bits) == (before & ~format.bits));
		T_CHECK(unpack(format.bits, UINT64_MAX) == max);
	}
	return TEST_OK;
}

static int format_of(const struct pmus *pmus, const char *name, struct defer_error *err)
{
	struct pmu_format format;

	defer_error__clear(err);
	return pmu__format(pmus, &pmus->pmus[0], name, &format, err);
}

static int reads_formats(const struct folder *folder)
{
	struct defer_error err = DEFER_ERROR_INIT;
	char name[600];
	struct pmus pmus;

	T_CHECK(put(folder, "cpu/type", "4"));
	T_CHECK(put(folder, "cpu/format/event", "config:0-7\n"));
	T_CHECK(put(folder, "cpu/format/bad", "config:0-77\n"));
	T_CHECK(put(folder, "cpu/format/empty", ""));
	T_CHECK(folder__link(folder, DEVICES "cpu/format/endless", "/dev/zero"));
	T_CHECK(folder__mkdir(folder, DEVICES "cpu/format/folder"));
	T_RUN(load(&pmus, folder));
	T_EQ(format_of(&pmus, "event", &err), 0);
	T_EQ(format_of(&pmus, "umask", &err), DEFER_ERR_NOENT);
	T_EQ(err.code, 0);
	T_EQ(format_of(&pmus, "bad", &err), DEFER_ERR_CORRUPT);
	T_STREQ(err.text, "sysfs: format/bad of PMU 'cpu' does not name any bits");
	T_EQ(format_of(&pmus, "empty", &err), DEFER_ERR_CORRUPT);
	T_EQ(format_of(&pmus, "endless", &err), DEFER_ERR_CORRUPT);
	T_EQ(format_of(&pmus, "folder", &err), DEFER_ERR_CORRUPT);
	T_EQ(format_of(&pmus, "", &err), DEFER_ERR_NOENT);
	T_EQ(format_of(&pmus, "../type", &err), DEFER_ERR_NOENT);
	T_EQ(format_of(&pmus, "..", &err), DEFER_ERR_NOENT);
	memset(name, 'x', sizeof(name) - 1);
	name[sizeof(name) - 1] = '\0';
	T_EQ(format_of(&pmus, name, &err), DEFER_ERR_NOENT);
	name[255] = '\0';
	T_EQ(format_of(&pmus, name, &err), DEFER_ERR_NOENT);
	pmus__exit(&pmus);
	return TEST_OK;
}

static int test_formats(void)
{
	return folder__run(reads_formats);
}

static void join(void *ctx, const char *name)
{
	strcat(strcat(ctx, name), " ");
}

static int reads_events(const struct folder *folder)
{
	struct defer_error err = DEFER_ERROR_INIT;
	char terms[PMU_ALIAS_MAX], names[256] = "", big[PMU_ALIAS_MAX + 1];
	const struct pmu *cpu;
	struct pmus pmus;

	memset(big, 'x', sizeof(big));
	T_CHECK(put(folder, "cpu/type", "4"));
	T_CHECK(put(folder, "cpu/events/mem-loads", "event=0xcd,umask=0x1,ldlat=3\n"));
	T_CHECK(put(folder, "cpu/events/mem-loads.unit", "loads\n"));
	T_CHECK(put(folder, "cpu/events/mem-loads.scale", "1\n"));
	T_CHECK(put(folder, "cpu/events/PM_CYC", "event=0x1e\n"));
	T_CHECK(folder__write_bytes(folder, DEVICES "cpu/events/big", big, sizeof(big)));
	T_CHECK(folder__write_bytes(folder, DEVICES "cpu/events/fits", big, sizeof(big) - 2));
	T_RUN(load(&pmus, folder));
	cpu = pmus__find(&pmus, "cpu");

	T_EQ(pmu__alias(&pmus, cpu, "mem-loads", terms, &err), 0);
	T_STREQ(terms, "event=0xcd,umask=0x1,ldlat=3");
	T_EQ(pmu__alias(&pmus, cpu, "MEM-loads", terms, &err), 0);
	T_EQ(pmu__alias(&pmus, cpu, "pm_cyc", terms, &err), 0);
	T_STREQ(terms, "event=0x1e");
	T_EQ(pmu__alias(&pmus, cpu, "mem-loads.unit", terms, &err), DEFER_ERR_NOENT);
	T_EQ(pmu__alias(&pmus, cpu, "mem-stores", terms, &err), DEFER_ERR_NOENT);
	T_EQ(err.code, 0);
	T_EQ(pmu__alias(&pmus, cpu, "fits", terms, &err), 0);
	T_EQ(strlen(terms), PMU_ALIAS_MAX - 1);
	T_EQ(pmu__alias(&pmus, cpu, "big", terms, &err), DEFER_ERR_CORRUPT);
	T_CHECK(strstr(err.text, "events/big of PMU 'cpu'"));

	pmu__each_event(&pmus, cpu, join, names);
	T_STREQ(names, "PM_CYC big fits mem-loads ");
	pmu__each_format(&pmus, cpu, join, names);
	T_STREQ(names, "PM_CYC big fits mem-loads ");
	pmus__exit(&pmus);
	return TEST_OK;
}

static int test_events(void)
{
	return folder__run(reads_events);
}

/* The PMUs of this machine must be read without a fault, whatever they are. */
static int test_this_machine(void)
{
	const struct pmu *software;
	struct pmus pmus;
	struct stat st;

	if (stat("/sys/bus/event_source/devices/software/type", &st))
		return TEST_SKIP;
	T_EQ(pmus__init(&pmus, "/sys", NULL), 0);
	software = pmus__find(&pmus, "software");
	T_CHECK(software);
	T_EQ(software->type, 1);
	T_CHECK(!software->cpus && !software->is_core && !software->is_uncore);
	pmus__exit(&pmus);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"names, types and CPUs of PMUs", test_pmus},
	{"a PMU without a type is left out, whatever its files are", test_broken_types},
	{"no sysfs, no PMU", test_no_sysfs},
	{"globs, and names without prefix and number", test_matches},
	{"which bits a format names", test_format_text},
	{"values go to the bits of their format and to no other", test_pack},
	{"format files, good and bad", test_formats},
	{"event files, good and bad", test_events},
	{"this machine's PMUs", test_this_machine},
	{0},
};

const struct test_suite suite__pmu = {"pmu", "PMUs, their formats and events in sysfs", cases};
