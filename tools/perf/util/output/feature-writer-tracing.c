// SPDX-License-Identifier: GPL-2.0-only
/*
 * TRACING_DATA: the formats of the tracepoints, from tracefs, in the form of trace-cmd. Linux 7.2,
 * tools/perf/util/trace-event-info.c.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <perf/defer-abi.h>

#include "util/base/array.h"
#include "util/output/feature-writer.h"
#include "util/events/tracepoint.h"

#define NAME_SIZE 128
#define FTRACE	  "ftrace" /* a system that is written apart from the others */

struct tracepoint {
	char sys[NAME_SIZE], name[NAME_SIZE];
};

struct tracepoints {
	char dir[PATH_MAX]; /* path of tracefs */
	struct tracepoint *list;
	size_t nr, cap;
};

/* Limit far above the size of any file: the longest has the names of 128k tasks. */
#define FILE_SIZE_MAX (8U << 20)

static bool tracing__add_all(struct byte_buf *bytes, int fd)
{
	size_t start = bytes->size;
	char buf[8192];
	ssize_t got;

	while ((got = read(fd, buf, sizeof(buf))) > 0 || (got < 0 && errno == EINTR)) {
		if (got < 0)
			continue;
		if (bytes->size - start > FILE_SIZE_MAX - (size_t)got)
			return false;
		byte_buf__add(bytes, buf, got);
	}
	return !got;
}

/*
 * Appends the contents of the file. Returns false and appends nothing if it cannot be read whole.
 */
static bool tracing__add_file(struct byte_buf *bytes, const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	size_t start = bytes->size;
	struct stat st;
	bool done;

	if (fd < 0)
		return false;
	done = !fstat(fd, &st) && S_ISREG(st.st_mode) && tracing__add_all(bytes, fd);
	close(fd);
	if (!done)
		bytes->size = start;
	return done;
}

/* Writes a file of tracefs after its size, in @width bytes. A missing file has size 0. */
static void write_sized(const struct tracepoints *tps, struct byte_buf *bytes, const char *name,
			size_t width)
{
	size_t at = bytes->size;
	char path[PATH_MAX];
	uint64_t size;
	uint32_t size32;

	byte_buf__zeros(bytes, width);
	if (snprintf(path, sizeof(path), "%s/%s", tps->dir, name) >= (int)sizeof(path) ||
	    !tracing__add_file(bytes, path) || bytes->no_memory)
		return;
	size32 = size = bytes->size - at - width;
	if (width == sizeof(size32))
		memcpy(bytes->data + at, &size32, width);
	else
		memcpy(bytes->data + at, &size, width);
}

static void write_header(struct byte_buf *bytes)
{
	static const char magic[] = "\027\010\104tracing";
	static const char version[] = "0.6";
	const uint8_t order[2] = {__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__, sizeof(long)};

	byte_buf__add(bytes, magic, sizeof(magic) - 1);
	byte_buf__add(bytes, version, sizeof(version));
	byte_buf__add(bytes, order, sizeof(order));
	byte_buf__u32(bytes, sysconf(_SC_PAGESIZE));
}

static void write_named(const struct tracepoints *tps, struct byte_buf *bytes, const char *name)
{
	char path[NAME_SIZE];

	byte_buf__add(bytes, name, strlen(name) + 1);
	snprintf(path, sizeof(path), "events/%s", name);
	write_sized(tps, bytes, path, sizeof(uint64_t));
}

/*
 * Returns the number of tracepoints from index @from on that are of the same system. The list is
 * sorted by system.
 */
static size_t system__nr(const struct tracepoints *tps, size_t from)
{
	size_t to = from + 1;

	while (to < tps->nr && !strcmp(tps->list[from].sys, tps->list[to].sys))
		to++;
	return to - from;
}

static void write_formats(const struct tracepoints *tps, struct byte_buf *bytes, size_t from,
			  size_t nr)
{
	char path[3 * NAME_SIZE];

	byte_buf__u32(bytes, nr);
	for (size_t i = from; i < from + nr; i++) {
		snprintf(path, sizeof(path), "events/%s/%s/format", tps->list[i].sys,
			 tps->list[i].name);
		write_sized(tps, bytes, path, sizeof(uint64_t));
	}
}

/* Writes the formats of the system ftrace, which come first and without the system's name. */
static void write_ftrace(const struct tracepoints *tps, struct byte_buf *bytes)
{
	size_t i = 0;

	while (i < tps->nr && strcmp(tps->list[i].sys, FTRACE))
		i++;
	write_formats(tps, bytes, i, i < tps->nr ? system__nr(tps, i) : 0);
}

static void write_systems(const struct tracepoints *tps, struct byte_buf *bytes)
{
	size_t i, at = bytes->size;
	uint32_t nr = 0;

	byte_buf__u32(bytes, 0);
	for (i = 0; i < tps->nr; i += system__nr(tps, i)) {
		if (!strcmp(tps->list[i].sys, FTRACE))
			continue;
		byte_buf__add(bytes, tps->list[i].sys, strlen(tps->list[i].sys) + 1);
		write_formats(tps, bytes, i, system__nr(tps, i));
		nr++;
	}
	byte_buf__poke_u32(bytes, at, nr);
}

static bool tracepoints__add(struct tracepoints *tps, const char *sys, const char *name)
{
	if (strlen(sys) >= NAME_SIZE || strlen(name) >= NAME_SIZE)
		return false;
	if (!ARRAY_GROW(tps->list, tps->cap, tps->nr + 1))
		return false;
	strcpy(tps->list[tps->nr].sys, sys);
	strcpy(tps->list[tps->nr].name, name);
	tps->nr++;
	return true;
}

/* Adds the tracepoint of an event named like "sched:sched_switch:u", if its ID is the event's. */
static bool tracepoints__add_named(struct tracepoints *tps, const struct output_event *event)
{
	const char *colon = strchr(event->name, ':');
	char sys[NAME_SIZE], name[NAME_SIZE];
	uint64_t id;

	if (!colon || colon - event->name >= NAME_SIZE || strlen(colon) >= NAME_SIZE)
		return false;
	snprintf(sys, sizeof(sys), "%.*s", (int)(colon - event->name), event->name);
	snprintf(name, sizeof(name), "%s", colon + 1);
	name[strcspn(name, ":")] = '\0';
	if (tracepoint__id(tps->dir, sys, name, &id, NULL) || id != event->attr.config)
		return false;
	return tracepoints__add(tps, sys, name);
}

struct search {
	struct tracepoints *tps;
	uint64_t id;
};

static int add_if_it_is(void *ctx, const char *sys, const char *name)
{
	const struct search *search = ctx;
	uint64_t id;

	if (tracepoint__id(search->tps->dir, sys, name, &id, NULL) || id != search->id)
		return 0;
	tracepoints__add(search->tps, sys, name);
	return -1;
}

static int tracing__by_name(const void *a, const void *b)
{
	const struct tracepoint *x = a, *y = b;
	int order = strcmp(x->sys, y->sys);

	return order ? order : strcmp(x->name, y->name);
}

/* Sorts by system and name, and removes duplicates. */
static void tracepoints__sort(struct tracepoints *tps)
{
	size_t i, nr = 0;

	if (tps->nr)
		qsort(tps->list, tps->nr, sizeof(*tps->list), tracing__by_name);
	for (i = 0; i < tps->nr; i++) {
		if (!i || tracing__by_name(&tps->list[i], &tps->list[nr - 1]))
			tps->list[nr++] = tps->list[i];
	}
	tps->nr = nr;
}

static bool has_tracepoints(const struct output_opts *opts)
{
	for (uint32_t i = 0; i < opts->nr_events; i++) {
		if (opts->events[i].attr.type == DEFER_TYPE_TRACEPOINT)
			return true;
	}
	return false;
}

static void tracepoints__find(struct tracepoints *tps, const struct output_opts *opts)
{
	for (uint32_t i = 0; i < opts->nr_events; i++) {
		const struct output_event *event = &opts->events[i];
		struct search search = {tps, event->attr.config};

		if (event->attr.type != DEFER_TYPE_TRACEPOINT)
			continue;
		if (!tracepoints__add_named(tps, event))
			tracepoint__for_each(tps->dir, "*", "*", add_if_it_is, &search);
	}
	tracepoints__sort(tps);
}

bool write_tracing_data(const struct feature_facts *facts, struct byte_buf *bytes)
{
	struct tracepoints tps = {0};

	if (!has_tracepoints(facts->opts) || tracefs__find(tps.dir, facts->opts->tracefs, NULL))
		return false;
	tracepoints__find(&tps, facts->opts);
	write_header(bytes);
	write_named(&tps, bytes, "header_page");
	write_named(&tps, bytes, "header_event");
	write_ftrace(&tps, bytes);
	write_systems(&tps, bytes);
	byte_buf__u32(bytes, 0); /* symbols: not stored here */
	write_sized(&tps, bytes, "printk_formats", sizeof(uint32_t));
	write_sized(&tps, bytes, "saved_cmdlines", sizeof(uint64_t));
	free(tps.list);
	return tps.nr > 0;
}
