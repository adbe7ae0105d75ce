// SPDX-License-Identifier: GPL-2.0-only
/*
 * libFuzzer target: events as -e takes them, the format files of PMUs, and what an event of
 * sysfs stands for. An input is up to three lines: the events, an alias, a format; the last two
 * are written to a PMU of a folder that stands for sysfs, under names that the events can use:
 * pmu/alias/, pmu/term=1/.
 *
 * clang -g -O1 -std=gnu11 -D_GNU_SOURCE -fsanitize=fuzzer,address,undefined -Itools/lib/perf/include -Itools/perf $(pkg-config --cflags libtracefs) tools/perf/tests/fuzz/fuzz-events.c tools/perf/util/events/*.c tools/perf/util/base/id-list.c tools/lib/perf/error.c -ltracefs -ltraceevent -o fuzz-events && ./fuzz-events CORPUS/
 */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/events/parse-events.h"
#include "util/events/pmu.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* One for each process, left behind empty of anything but three small files. */
static const char *sysfs(void)
{
	static char path[64];

	if (path[0])
		return path;
	snprintf(path, sizeof(path), "/tmp/perf-defer-fuzz-%d", getpid());
	return path;
}

static void write_file(const char *name, const void *bytes, size_t size)
{
	char path[256];
	FILE *fp;

	snprintf(path, sizeof(path), "%s/bus/event_source/devices/pmu/%s", sysfs(), name);
	for (char *p = path + 1; (p = strchr(p, '/')); *p++ = '/') {
		*p = '\0';
		mkdir(path, 0777);
	}
	fp = fopen(path, "w");
	if (!fp)
		abort();
	fwrite(bytes, 1, size, fp);
	fclose(fp);
}

/* The next line of the input, which is stepped over. */
static size_t cut_line(const uint8_t **data, size_t *size, const uint8_t **line)
{
	const uint8_t *end = memchr(*data, '\n', *size);
	size_t len = end ? (size_t)(end - *data) : *size;

	*line = *data;
	*data += len + !!end;
	*size -= len + !!end;
	return len;
}

static void check(const struct event_list *list, int ret, const struct defer_error *err)
{
	if (ret != err->code || (ret && list->nr) || (!ret && !list->nr))
		abort();
	for (uint32_t i = 0; i < list->nr; i++) {
		uint32_t leader = list->specs[i].leader;

		if (leader > i || list->specs[leader].leader != leader || !list->specs[i].name)
			abort();
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct event_paths paths = {sysfs(), sysfs()};
	struct defer_error err = DEFER_ERROR_INIT;
	const uint8_t *events, *alias, *format;
	size_t nr_events, nr_alias, nr_format;
	struct pmu_format parsed;
	struct event_list list;
	char *text;

	nr_events = cut_line(&data, &size, &events);
	nr_alias = cut_line(&data, &size, &alias);
	nr_format = cut_line(&data, &size, &format);
	write_file("type", "77\n", 3);
	write_file("events/alias", alias, nr_alias);
	write_file("format/term", format, nr_format);
	text = strndup((const char *)events, nr_events);
	if (!text)
		return 0;

	event_list__init(&list);
	check(&list, parse_events(&list, &paths, text, &err), &err);
	event_list__exit(&list);
	if (pmu_format__parse(&parsed, text) && !parsed.bits)
		abort();
	free(text);
	return 0;
}
