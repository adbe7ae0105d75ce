// SPDX-License-Identifier: GPL-2.0-only
/*
 * CPU_DOMAIN_INFO: the CPUs among which the scheduler balances, from /proc/schedstat. Linux 7.2,
 * Documentation/scheduler/sched-stats.rst.
 */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/output/feature-writer.h"

#define VERSION_WITH_NAMES 17
#define TEXT_SIZE	   4096

struct domains {
	struct byte_buf *bytes;
	uint32_t version, nr_cpus;
	uint32_t max; /* highest domain of any CPU, plus one */
	size_t nr_at; /* offset of the number of domains of the last CPU */
	uint32_t nr;  /* that number */
	bool is_nonsense;
};

static void domains__add_range(char list[static TEXT_SIZE], size_t *len, unsigned int first,
			       unsigned int last)
{
	const char *comma = *len ? "," : "";
	int added;

	if (first == last)
		added = snprintf(list + *len, TEXT_SIZE - *len, "%s%u", comma, first);
	else
		added = snprintf(list + *len, TEXT_SIZE - *len, "%s%u-%u", comma, first, last);
	*len = *len + added < TEXT_SIZE ? *len + added : TEXT_SIZE - 1;
}

static int hex_digit(char c)
{
	const char *digits = "0123456789abcdef", *found = c ? strchr(digits, c) : NULL;

	return found ? found - digits : -1;
}

/* Converts "f0,00000003" to "0-1,36-39": the last digit has the lowest four CPUs. */
static bool mask__to_list(const char *mask, char list[static TEXT_SIZE])
{
	unsigned int cpu = 0, first = 0;
	bool in_range = false;
	size_t len = 0, i;

	list[0] = '\0';
	for (i = strlen(mask); i--;) {
		int digit = hex_digit(mask[i]);

		if (mask[i] == ',')
			continue;
		if (digit < 0)
			return false;
		for (int bit = 0; bit < 4; bit++, cpu++) {
			bool set = digit >> bit & 1;

			if (set && !in_range)
				first = cpu;
			else if (!set && in_range)
				domains__add_range(list, &len, first, cpu - 1);
			in_range = set;
		}
	}
	if (in_range)
		domains__add_range(list, &len, first, cpu - 1);
	return true;
}

static void domains__end_cpu(struct domains *domains)
{
	if (domains->nr_cpus)
		byte_buf__poke_u32(domains->bytes, domains->nr_at, domains->nr);
}

static void domains__add_cpu(struct domains *domains, uint32_t cpu)
{
	domains__end_cpu(domains);
	byte_buf__u32(domains->bytes, cpu);
	domains->nr_at = domains->bytes->size;
	byte_buf__u32(domains->bytes, 0);
	domains->nr = 0;
	domains->nr_cpus++;
}

/* Adds a line "domain0 MC 3 …". The name is present since version 17. */
static void domains__add_domain(struct domains *domains, const char *line)
{
	char name[128] = "", mask[TEXT_SIZE], list[TEXT_SIZE];
	bool has_name = domains->version >= VERSION_WITH_NAMES;
	uint32_t domain;
	int found;

	if (has_name)
		found = sscanf(line, "domain%u %127s %4095s", &domain, name, mask) == 3;
	else
		found = sscanf(line, "domain%u %4095s", &domain, mask) == 2;
	if (!found || !domains->nr_cpus || !mask__to_list(mask, list)) {
		domains->is_nonsense = true;
		return;
	}
	byte_buf__u32(domains->bytes, domain);
	if (has_name)
		byte_buf__str(domains->bytes, name);
	byte_buf__str(domains->bytes, mask);
	byte_buf__str(domains->bytes, list);
	if (domain >= domains->max)
		domains->max = domain + 1;
	domains->nr++;
}

static void domains__read(struct domains *domains, FILE *file)
{
	char *line = NULL;
	size_t cap = 0;
	uint32_t cpu;

	while (getline(&line, &cap, file) > 0) {
		if (sscanf(line, "version %u", &domains->version) == 1)
			continue;
		if (sscanf(line, "cpu%u ", &cpu) == 1)
			domains__add_cpu(domains, cpu);
		else if (!strncmp(line, "domain", 6))
			domains__add_domain(domains, line);
	}
	domains__end_cpu(domains);
	free(line);
}

/* Writes one entry for each CPU that NRCPUS counts as online, as readers expect. */
bool write_cpu_domain_info(const struct feature_facts *facts, struct byte_buf *bytes)
{
	struct domains domains = {.bytes = bytes};
	size_t at = bytes->size;
	char path[PATH_MAX];
	FILE *file;

	snprintf(path, sizeof(path), "%s/schedstat", facts->opts->procfs);
	file = fopen(path, "re");
	if (!file)
		return false;
	byte_buf__zeros(bytes, 2 * sizeof(uint32_t));
	domains__read(&domains, file);
	fclose(file);
	byte_buf__poke_u32(bytes, at, domains.version);
	byte_buf__poke_u32(bytes, at + sizeof(uint32_t), domains.max);
	return domains.version && !domains.is_nonsense && domains.nr_cpus == nr_cpus_online(facts);
}
