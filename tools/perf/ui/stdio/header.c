// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <stddef.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include <perf/defer-evlist.h>

#include "ui/stdio/event-desc.h"
#include "ui/stdio/header.h"
#include "ui/stdio/plain.h"
#include "util/header/env.h"
#include "util/source/source.h"

#define NSEC_PER_SEC  UINT64_C(1000000000)
#define NSEC_PER_MSEC UINT64_C(1000000)

/* Prints "# what : text". */
static void print_fact(const char *what, const char *text, FILE *out)
{
	fprintf(out, "# %s", what);
	plain__puts(text, out);
	putc('\n', out);
}

static void print_nrcpus(const struct env *env, FILE *out)
{
	fprintf(out, "# nrcpus online : %u\n", env->nr_cpus_online);
	fprintf(out, "# nrcpus avail : %u\n", env->nr_cpus_avail);
}

static void print_total_mem(const struct env *env, FILE *out)
{
	fprintf(out, "# total memory : %" PRIu64 " kB\n", env->total_mem);
}

static void print_cmdline(const struct env *env, FILE *out)
{
	size_t len;

	fputs("# cmdline : ", out);
	for (uint32_t i = 0; i < env->cmdline.nr; i++) {
		for (const char *part = env->cmdline.strs[i]; *part; part += len) {
			if (*part == '\'')
				putc('\\', out);
			if (plain__is_shown(part, &len))
				fwrite(part, 1, len, out);
			else
				putc('.', out);
		}
		putc(' ', out);
	}
	putc('\n', out);
}

static void print_siblings(const char *what, const struct env_strings *lists, FILE *out)
{
	for (uint32_t i = 0; i < lists->nr; i++) {
		fprintf(out, "# sibling %-7s : ", what);
		plain__puts(lists->strs[i], out);
		putc('\n', out);
	}
}

static void print_cpu_topology(const struct env *env, FILE *out)
{
	const struct env_cpu_topology *topology = &env->topology;

	print_siblings("sockets", &topology->cores, out);
	print_siblings("dies", &topology->dies, out);
	print_siblings("threads", &topology->threads, out);
	for (uint32_t i = 0; topology->cpus && i < topology->nr_cpus; i++)
		fprintf(out, "# CPU %u: Core ID %u, Die ID %u, Socket ID %u\n", i,
			topology->cpus[i].core, topology->cpus[i].die, topology->cpus[i].socket);
}

static void print_numa_topology(const struct env *env, FILE *out)
{
	for (uint32_t i = 0; i < env->nr_numa; i++) {
		const struct env_numa_node *node = &env->numa[i];

		fprintf(out, "# node%u meminfo  : total = %" PRIu64 " kB, free = %" PRIu64 " kB\n",
			node->node, node->total, node->free);
		fprintf(out, "# node%u cpu list : ", node->node);
		plain__puts(node->cpus, out);
		putc('\n', out);
	}
}

static void print_pmu_mappings(const struct env *env, FILE *out)
{
	fputs("# pmu mappings:", out);
	for (uint32_t i = 0; i < env->nr_pmus; i++) {
		fputs(i ? ", " : " ", out);
		plain__puts(env->pmus[i].name, out);
		fprintf(out, " = %u", env->pmus[i].type);
	}
	putc('\n', out);
}

static void print_group_desc(const struct env *env, FILE *out)
{
	for (uint32_t i = 0; i < env->nr_groups; i++) {
		const struct env_group *group = &env->groups[i];

		fputs("# group: ", out);
		plain__puts(strcmp(group->name, "{anon_group}") ? group->name : "", out);
		putc('{', out);
		for (uint32_t j = 0; j < group->nr_members; j++) {
			uint32_t idx = group->leader_idx + j;

			fputs(j ? "," : "", out);
			plain__puts(idx < env->nr_events ? env->events[idx].name : "?", out);
		}
		fputs("}\n", out);
	}
}

static void print_cache(const struct env *env, FILE *out)
{
	fputs("# CPU cache info:\n", out);
	for (uint32_t i = 0; i < env->nr_caches; i++) {
		const struct env_cache *cache = &env->caches[i];

		fprintf(out, "#  L%u ", cache->level);
		plain__pad(cache->type, -15, out);
		putc(' ', out);
		plain__pad(cache->size, 8, out);
		fputs(" [", out);
		plain__puts(cache->cpus, out);
		fputs("]\n", out);
	}
}

static void print_time(const char *what, uint64_t time, FILE *out)
{
	fprintf(out, "# time of %s sample : %" PRIu64 ".%06" PRIu64 "\n", what, time / NSEC_PER_SEC,
		time % NSEC_PER_SEC / 1000);
}

static void print_sample_time(const struct env *env, FILE *out)
{
	print_time("first", env->first_time, out);
	print_time("last", env->last_time, out);
	fprintf(out, "# sample duration : %10.3f ms\n",
		(double)(env->last_time - env->first_time) / NSEC_PER_MSEC);
}

static uint64_t count_bits(const uint64_t *bits, uint64_t nr)
{
	uint64_t count = 0;

	for (uint64_t i = 0; i < nr; i++)
		count += bits[i / 64] >> i % 64 & 1;
	return count;
}

/* Prints a size as perf does, "4G": in the largest unit that leaves at least 1. */
static void print_size(uint64_t bytes, FILE *out)
{
	static const char units[] = "BKMG";
	unsigned int unit = 0;

	while (bytes >= 1024 && unit < sizeof(units) - 2) {
		bytes /= 1024;
		unit++;
	}
	fprintf(out, "[%" PRIu64 "%c]", bytes, units[unit]);
}

/* Prints the ranges of bits that are set: "0-23,32-39". */
static void print_bits(const uint64_t *bits, uint64_t nr, FILE *out)
{
	bool first = true;

	for (uint64_t i = 0; i < nr; i++) {
		uint64_t from = i;

		if (!(bits[i / 64] >> i % 64 & 1))
			continue;
		while (i + 1 < nr && (bits[(i + 1) / 64] >> (i + 1) % 64 & 1))
			i++;
		fprintf(out, i > from ? "%s%" PRIu64 "-%" PRIu64 : "%s%" PRIu64, first ? "" : ",",
			from, i);
		first = false;
	}
}

static void print_mem_topology(const struct env *env, FILE *out)
{
	fprintf(out, "# memory nodes (nr %" PRIu64 ", block size %#" PRIx64 "):\n", env->nr_mem,
		env->mem_block_size);
	for (uint64_t i = 0; i < env->nr_mem; i++) {
		const struct env_mem_node *node = &env->mem[i];

		fprintf(out, "#  %3" PRIu64 " ", node->node);
		print_size(count_bits(node->blocks, node->nr_bits) * env->mem_block_size, out);
		fputs(": ", out);
		print_bits(node->blocks, node->nr_bits, out);
		putc('\n', out);
	}
}

static void print_clockid(const struct env *env, FILE *out)
{
	if (env->clockid_res_ns)
		fprintf(out, "# clockid frequency: %" PRIu64 " MHz\n", 1000 / env->clockid_res_ns);
}

/*
 * Returns the name of a clock, as perf record -k takes it (Linux 7.2, tools/perf/util/clockid.c).
 */
static const char *clock_name(uint32_t clockid)
{
	switch (clockid) {
	case CLOCK_REALTIME:
		return "realtime";
	case CLOCK_MONOTONIC:
		return "monotonic";
	case CLOCK_MONOTONIC_RAW:
		return "monotonic_raw";
	case CLOCK_BOOTTIME:
		return "boottime";
	case CLOCK_TAI:
		return "tai";
	default:
		return "(not found)";
	}
}

static void print_clock_data(const struct env *env, FILE *out)
{
	uint64_t tod = env->clock.tod_ns, ref = env->clock.clockid_ns;
	const char *name = clock_name(env->clock.clockid);
	const time_t seconds = (time_t)(tod / NSEC_PER_SEC);
	char date[64] = "<error>";
	struct tm tm;

	if (localtime_r(&seconds, &tm))
		strftime(date, sizeof(date), "%F %T", &tm);
	fprintf(out, "# clockid: %s (%u)\n", name, env->clock.clockid);
	fprintf(out,
		"# reference time: %s.%06" PRIu64 " = %" PRIu64 ".%06" PRIu64 " (TOD) = %" PRIu64
		".%09" PRIu64 " (%s)\n",
		date, tod % NSEC_PER_SEC / 1000, tod / NSEC_PER_SEC, tod % NSEC_PER_SEC / 1000,
		ref / NSEC_PER_SEC, ref % NSEC_PER_SEC, name);
}

static void print_dir_format(const struct env *env, FILE *out)
{
	fprintf(out, "# directory data version : %" PRIu64 "\n", env->dir_version);
}

static void print_compressed(const struct env *env, FILE *out)
{
	fprintf(out, "# compressed : %s, level = %u, ratio = %u\n",
		env->compressed.type == 1 ? "Zstd" : "Unknown", env->compressed.level,
		env->compressed.ratio);
}

static void print_hybrid_pmu(const struct env_hybrid *hybrid, FILE *out)
{
	fputs("# ", out);
	plain__puts(hybrid->pmu, out);
	fputs(" cpu list : ", out);
	plain__puts(hybrid->cpus, out);
	putc('\n', out);
}

static void print_hybrid(const struct env *env, FILE *out)
{
	fputs("# hybrid cpu system:\n", out);
	for (uint32_t i = 0; i < env->nr_hybrid; i++)
		print_hybrid_pmu(&env->hybrid[i], out);
}

static void print_caps(const struct env_pmu_caps *caps, const char *pmu, FILE *out)
{
	fputs("# ", out);
	plain__puts(pmu, out);
	fputs(" pmu capabilities: ", out);
	for (uint32_t i = 0; i < caps->nr; i++) {
		fputs(i ? ", " : "", out);
		plain__puts(caps->caps[i].name, out);
		putc('=', out);
		plain__puts(caps->caps[i].value, out);
	}
	fputs(caps->nr ? "\n" : "not available\n", out);
}

static void print_cpu_pmu_caps(const struct env *env, FILE *out)
{
	print_caps(&env->cpu_caps, "cpu", out);
}

static void print_pmu_caps(const struct env *env, FILE *out)
{
	for (uint32_t i = 0; i < env->nr_pmu_caps; i++)
		print_caps(&env->pmu_caps[i], env->pmu_caps[i].pmu, out);
}

static void print_cpu_domains(const struct env *env, FILE *out)
{
	fprintf(out, "# schedstat version	: %u\n", env->schedstat_version);
	fprintf(out, "# Maximum sched domains	: %u\n", env->max_domains);
	for (uint32_t i = 0; i < env->nr_domains; i++) {
		const struct env_cpu_domains *cpu = &env->domains[i];

		fprintf(out, "# cpu		: %u\n# nr_domains	: %u\n", cpu->cpu, cpu->nr);
		for (uint32_t j = 0; j < cpu->nr; j++) {
			const struct env_domain *domain = &cpu->domains[j];

			fprintf(out, "# Domain		: %u\n", domain->domain);
			if (domain->name)
				print_fact("Domain name      : ", domain->name, out);
			print_fact("Domain cpu map   : ", domain->cpumask, out);
			print_fact("Domain cpu list  : ", domain->cpulist, out);
		}
	}
}

static void print_e_machine(const struct env *env, FILE *out)
{
	fprintf(out, "# e_machine : %u\n#   e_flags : %u\n", env->e_machine, env->e_flags);
}

static void print_cln_size(const struct env *env, FILE *out)
{
	fprintf(out, "# cacheline size: %u\n", env->cln_size);
}

static void print_build_ids(const struct env *env, FILE *out)
{
	fprintf(out, "# build ids : %zu\n", env->nr_build_ids);
}

struct feature_printer {
	enum feature feature;
	void (*print)(const struct env *env, FILE *out); /* NULL: it is a line of words */
	bool full;					 /* printed only with -I */
	const char *words;
	bool is_fact; /* a text is behind the words */
	size_t text;  /* its offset in struct env, where it is a string */
};
#define FACT(_feature, _words, _member)                                \
	{                                                              \
		.feature = _feature, .words = _words, .is_fact = true, \
		.text = offsetof(struct env, _member)                  \
	}

/* In perf's order, which is the order of the features. The caller prints the events. */
static const struct feature_printer printers[] = {
	{FEATURE_BUILD_ID, .print = print_build_ids},
	FACT(FEATURE_HOSTNAME, "hostname : ", hostname),
	FACT(FEATURE_OSRELEASE, "os release : ", os_release),
	FACT(FEATURE_VERSION, "perf version : ", version),
	FACT(FEATURE_ARCH, "arch : ", arch),
	{FEATURE_NRCPUS, .print = print_nrcpus},
	FACT(FEATURE_CPUDESC, "cpudesc : ", cpu_desc),
	FACT(FEATURE_CPUID, "cpuid : ", cpuid),
	{FEATURE_TOTAL_MEM, .print = print_total_mem},
	{FEATURE_CMDLINE, .print = print_cmdline},
	{.feature = FEATURE_EVENT_DESC},
	{FEATURE_CPU_TOPOLOGY, .print = print_cpu_topology, .full = true},
	{FEATURE_NUMA_TOPOLOGY, .print = print_numa_topology, .full = true},
	{FEATURE_BRANCH_STACK, .words = "contains samples with branch stack"},
	{FEATURE_PMU_MAPPINGS, .print = print_pmu_mappings},
	{FEATURE_GROUP_DESC, .print = print_group_desc},
	{FEATURE_AUXTRACE, .words = "contains AUX area data (e.g. instruction trace)"},
	{FEATURE_STAT, .words = "contains stat data"},
	{FEATURE_CACHE, .print = print_cache, .full = true},
	{FEATURE_SAMPLE_TIME, .print = print_sample_time},
	{FEATURE_MEM_TOPOLOGY, .print = print_mem_topology, .full = true},
	{FEATURE_CLOCKID, .print = print_clockid},
	{FEATURE_DIR_FORMAT, .print = print_dir_format},
	{FEATURE_COMPRESSED, .print = print_compressed},
	{FEATURE_CPU_PMU_CAPS, .print = print_cpu_pmu_caps},
	{FEATURE_CLOCK_DATA, .print = print_clock_data},
	{FEATURE_HYBRID_TOPOLOGY, .print = print_hybrid, .full = true},
	{FEATURE_PMU_CAPS, .print = print_pmu_caps},
	{FEATURE_CPU_DOMAIN_INFO, .print = print_cpu_domains, .full = true},
	{FEATURE_E_MACHINE, .print = print_e_machine},
	{FEATURE_CLN_SIZE, .print = print_cln_size},
};

#define NR_PRINTERS (sizeof(printers) / sizeof(*printers))

static const char *text_of(const struct env *env, const struct feature_printer *printer)
{
	return printer->is_fact ? *(const char *const *)((const char *)env + printer->text) : "";
}

static void print_events(const struct session *session, FILE *out)
{
	for (uint32_t i = 0; i < defer_evlist__nr(session->evlist); i++)
		evsel__print_desc(defer_evlist__evsel(session->evlist, i), out);
}

static void print_missing(const struct env *env, FILE *out)
{
	fputs("# missing features: ", out);
	for (unsigned int i = FEATURE_TRACING_DATA; i < FEATURE_NR_KNOWN; i++) {
		if (!env__has(env, i) && feature__name(i))
			fprintf(out, "%s ", feature__name(i));
	}
	putc('\n', out);
}

static void print_file(const struct session *session, FILE *out)
{
	const struct defer_header *hdr = source__header(session->source);
	const char *path = source__path(session->source);
	struct stat st;
	char when[32];

	if (!stat(path, &st) && ctime_r(&st.st_mtime, when))
		fprintf(out, "# captured on    : %s", when);
	fprintf(out, "# header version : 1\n");
	if (hdr->pipe)
		return;
	fprintf(out, "# data offset    : %" PRIu64 "\n", hdr->data.offset);
	fprintf(out, "# data size      : %" PRIu64 "\n", hdr->data.size);
	fprintf(out, "# feat offset    : %" PRIu64 "\n", hdr->data.offset + hdr->data.size);
}

void session__print_header(const struct session *session, bool full, FILE *out)
{
	const struct env *env = session->env;

	fputs("# ========\n", out);
	print_file(session, out);
	for (size_t i = 0; i < NR_PRINTERS; i++) {
		const struct feature_printer *printer = &printers[i];

		if (printer->feature == FEATURE_EVENT_DESC)
			print_events(session, out);
		else if (!env__has(env, printer->feature))
			continue;
		else if (printer->full && !full)
			fprintf(out, "# %s info available, use -I to display\n",
				feature__name(printer->feature));
		else if (printer->print)
			printer->print(env, out);
		else
			print_fact(printer->words, text_of(env, printer), out);
	}
	print_missing(env, out);
	fputs("# ========\n#\n", out);
}
