// SPDX-License-Identifier: GPL-2.0-only
/* Features that describe the machine and its system. */
#include <ctype.h>
#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>
#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>
#endif

#include "util/base/array.h"
#include "util/output/feature-writer.h"

/* Writes the string at @offset of struct utsname. */
static bool write_uts(struct byte_buf *bytes, size_t offset)
{
	struct utsname uts;

	if (uname(&uts))
		return false;
	byte_buf__str(bytes, (const char *)&uts + offset);
	return true;
}

bool write_hostname(const struct feature_facts *facts, struct byte_buf *bytes)
{
	(void)facts;
	return write_uts(bytes, offsetof(struct utsname, nodename));
}

bool write_osrelease(const struct feature_facts *facts, struct byte_buf *bytes)
{
	(void)facts;
	return write_uts(bytes, offsetof(struct utsname, release));
}

bool write_arch(const struct feature_facts *facts, struct byte_buf *bytes)
{
	(void)facts;
	return write_uts(bytes, offsetof(struct utsname, machine));
}

/* Returns the value of the first line of @name that begins with @key and a colon; to be freed. */
static char *read_line(const char *procfs, const char *name, const char *key)
{
	char path[PATH_MAX], *line = NULL, *value = NULL;
	size_t cap = 0, len = strlen(key);
	FILE *file;

	snprintf(path, sizeof(path), "%s/%s", procfs, name);
	file = fopen(path, "re");
	if (!file)
		return NULL;
	while (!value && getline(&line, &cap, file) > 0) {
		if (strncmp(line, key, len))
			continue;
		value = line + len + strspn(line + len, " \t");
		value = *value == ':' ? strdup(value + 1) : NULL;
	}
	free(line);
	fclose(file);
	return value;
}

/* Reduces white space to single spaces, and removes it at both ends. */
static void cpuinfo__squash(char *str)
{
	char *to = str;

	for (const char *from = str; *from; from++) {
		if (!isspace((unsigned char)*from))
			*to++ = *from;
		else if (to != str && to[-1] != ' ')
			*to++ = ' ';
	}
	if (to != str && to[-1] == ' ')
		to--;
	*to = '\0';
}

/* Names of the CPU description in /proc/cpuinfo, by architecture. */
static const char *const cpudesc_keys[] = {
#if defined(__powerpc__) || defined(__sparc__)
	"cpu",
#elif defined(__s390__)
	"vendor_id",
#elif defined(__mips__)
	"cpu model",
#elif defined(__arm__)
	"model name",
	"Processor",
#elif defined(__loongarch__)
	"Model Name",
#else
	"model name",
#endif
};

bool write_cpudesc(const struct feature_facts *facts, struct byte_buf *bytes)
{
	char *desc = NULL;

	for (size_t i = 0; !desc && i < ARRAY_SIZE(cpudesc_keys); i++)
		desc = read_line(facts->opts->procfs, "cpuinfo", cpudesc_keys[i]);
	if (!desc)
		return false;
	cpuinfo__squash(desc);
	byte_buf__str(bytes, desc);
	free(desc);
	return true;
}

bool write_total_mem(const struct feature_facts *facts, struct byte_buf *bytes)
{
	char *total = read_line(facts->opts->procfs, "meminfo", "MemTotal");
	unsigned long long kb = total ? strtoull(total, NULL, 10) : 0;

	free(total);
	byte_buf__u64(bytes, kb);
	return kb > 0;
}

#if defined(__x86_64__) || defined(__i386__)
/* Writes vendor, family, model and stepping: Intel SDM, CPUID leaves 0 and 1. */
bool write_cpuid(const struct feature_facts *facts, struct byte_buf *bytes)
{
	unsigned int level, vendor[3], version, b, c, d, family, model;
	char id[64];

	(void)facts;
	if (!__get_cpuid(0, &level, &vendor[0], &vendor[2], &vendor[1]) ||
	    !__get_cpuid(1, &version, &b, &c, &d))
		return false;
	family = version >> 8 & 15;
	model = version >> 4 & 15;
	if (family == 15)
		family += version >> 20 & 255;
	if (family >= 6)
		model += (version >> 16 & 15) << 4;
	snprintf(id, sizeof(id), "%.12s,%u,%u,%u", (const char *)vendor, family, model,
		 version & 15);
	byte_buf__str(bytes, id);
	return true;
}
#else
/* Writes Arm's ID register; other architectures have none. */
bool write_cpuid(const struct feature_facts *facts, struct byte_buf *bytes)
{
	char id[64];

	if (!feature_facts__read(facts, id, sizeof(id), "cpu/cpu0/regs/identification/midr_el1"))
		return false;
	byte_buf__str(bytes, id);
	return true;
}
#endif

/* Writes the machine of this executable: programs of another width may run on the same host. */
