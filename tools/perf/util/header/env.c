// SPDX-License-Identifier: GPL-2.0-only
#include <perf/defer-evlist.h>
#include <perf/defer-record.h>

#include "util/header/env.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/array.h"
#include "util/base/error.h"
#include "util/header/event-name.h"
#include "util/header/feature-decoder.h"

/* Far above the size of any feature that is read here; the largest are tables of names. */
#define FEATURE_MAX_SIZE (64U << 20)

struct env *env__new(void)
{
	struct env *env = calloc(1, sizeof(*env));

	if (env)
		arena__init(&env->arena);
	return env;
}

void env__delete(struct env *env)
{
	if (!env)
		return;
	free(env->build_ids);
	free(env->updates);
	free(env->sections);
	arena__exit(&env->arena);
	free(env);
}

/* Returns the number of branches among the capabilities of a PMU, or @least if that is less. */
static uint32_t fewer_branches(const struct env_pmu_caps *caps, uint32_t least)
{
	unsigned long nr;

	for (uint32_t i = 0; i < caps->nr; i++) {
		nr = strcmp(caps->caps[i].name, "branches")
			     ? 0
			     : strtoul(caps->caps[i].value, NULL, 10);
		if (nr && (!least || nr < least))
			least = nr < UINT32_MAX ? nr : UINT32_MAX;
	}
	return least;
}

uint32_t env__max_branches(const struct env *env)
{
	uint32_t least = fewer_branches(&env->cpu_caps, 0);

	for (uint32_t i = 0; i < env->nr_pmu_caps; i++)
		least = fewer_branches(&env->pmu_caps[i], least);
	return least;
}

static int add_section(struct env *env, unsigned int feature, const struct defer_section *section)
{
	if (!ARRAY_GROW(env->sections, env->cap_sections, env->nr_sections + 1))
		return DEFER_ERR_NOMEM;
	env->sections[env->nr_sections++] = (struct env_section){feature, *section};
	return 0;
}

/* Returns "HOSTNAME", or "99" for a feature without a name. */
static const char *feature_str(unsigned int id, char *buf, size_t size)
{
	const char *name = feature__name(id);

	if (name)
		return name;
	snprintf(buf, size, "%u", id);
	return buf;
}

/* Reports the outcome of reading the feature or record @what. Returns 0 or DEFER_ERR_NOMEM. */
static int feature_reader__report(const struct feature_reader *reader, const char *kind,
				  const char *what, struct damage *damage)
{
	uint64_t offset = defer_cursor__offset(&reader->cur);

	if (reader->no_memory)
		return DEFER_ERR_NOMEM;
	if (reader->contradiction)
		damage__addf(damage, DEFER_ERR_CORRUPT, offset, "The %s %s %s", kind, what,
			     reader->contradiction);
	else if (reader->cur.failed)
		damage__addf(damage, DEFER_ERR_TRUNCATED, offset,
			     "The %s %s is cut off, with %zu bytes left", kind, what,
			     defer_cursor__left(&reader->cur));
	return 0;
}

static int decode_feature(struct env *env, unsigned int id, const struct defer_cursor *cur,
			  struct defer_evlist *evlist, struct damage *damage)
{
	struct feature_reader reader = {.id = id, .cur = *cur, .env = env, .evlist = evlist};
	feature_decode_fn decode = feature__decoder(id);
	char buf[16];

	if (decode)
		decode(&reader);
	if (reader__sound(&reader))
		env->there[id / 64] |= 1ULL << id % 64;
	return feature_reader__report(&reader, "feature", feature_str(id, buf, sizeof(buf)),
				      damage);
}

/* ---- features of a file ---- */

struct feature_file {
	const struct defer_header *hdr;
	defer_pread_fn pread;
	void *ctx;
	struct damage *damage;
};

/*
 * Reads a whole section into @env's memory. Returns 1, or 0 with damage if the section is
 * incomplete. Allocates nothing before its last byte was read, so a false size costs no memory.
 */
static int env__read_section(struct env *env, const struct feature_file *file, unsigned int id,
			     const struct defer_section *section, uint8_t **data,
			     struct defer_error *err)
{
	uint64_t last = section->offset + section->size - 1;
	struct defer_error why = DEFER_ERROR_INIT;
	char buf[16];
	uint8_t byte;

	if (section->size > FEATURE_MAX_SIZE || last < section->offset ||
	    file->pread(file->ctx, &byte, 1, last, &why) != 1) {
		damage__addf(file->damage, DEFER_ERR_TRUNCATED, section->offset,
			     "The feature %s has %" PRIu64 " bytes, but the file ends before "
			     "its end",
			     feature_str(id, buf, sizeof(buf)), section->size);
		return 0;
	}
	*data = arena__alloc(&env->arena, section->size);
	if (!*data)
		return error__no_memory(err, "for the features of the trace");
	if (file->pread(file->ctx, *data, section->size, section->offset, &why) ==
	    (int64_t)section->size)
		return 1;
	damage__addf(file->damage, DEFER_ERR_IO, section->offset, "The feature %s cannot be read",
		     feature_str(id, buf, sizeof(buf)));
	return 0;
}

static int read_feature(struct env *env, const struct feature_file *file, unsigned int id,
			const struct defer_section *section, struct defer_evlist *evlist,
			struct defer_error *err)
{
	struct defer_cursor cur;
	uint8_t *data = NULL;
	int ret = 1;

	if (add_section(env, id, section))
		return error__no_memory(err, "for the features of the trace");
	if (id == FEATURE_TRACING_DATA)
		env->tracing_data = *section;
	if (section->size && feature__decoder(id))
		ret = env__read_section(env, file, id, section, &data, err);
	if (ret <= 0)
		return ret;
	defer_cursor__init(&cur, data, data ? section->size : 0, section->offset, file->hdr->swap);
	return decode_feature(env, id, &cur, evlist, file->damage)
		       ? error__no_memory(err, "for the features of the trace")
		       : 0;
}

int env__read_features(struct env *env, const struct defer_header *hdr, defer_pread_fn pread,
		       void *ctx, struct defer_evlist *evlist, struct damage *damage,
		       struct defer_error *err)
{
	struct feature_file file = {hdr, pread, ctx, damage};
	struct defer_error why = DEFER_ERROR_INIT;
	struct defer_section section;
	unsigned int id;
	int ret;

	for (id = 1; id < DEFER_NR_FEATURE_BITS; id++) {
		ret = defer_header__feature_section(hdr, id, pread, ctx, &section, &why);
		if (ret < 0) {
			/*
			 * The section table itself ends here, so all later features are missing
			 * too.
			 */
			damage__add(damage, &why);
			break;
		}
		if (ret)
			ret = read_feature(env, &file, id, &section, evlist, err);
		if (ret < 0)
			return ret;
	}
	return env__name_events(env, evlist, err);
}

/* ---- records of a stream ---- */

/*
 * Returns true if the record marks the end of a pipe's features. perf ends them with a record
 * without a body. Its number is the first one that the recorder does not know, so a later feature
 * may have it. Two features have no body either, but perf never writes records for those (Linux
 * 7.2, tools/perf/util/header.c, perf_event__synthesize_features()).
 */
static bool is_end_mark(uint64_t id, size_t size)
{
	return !size && id != FEATURE_BRANCH_STACK && id != FEATURE_STAT;
}

static int env__add_feature_record(struct env *env, const struct defer_record *rec,
				   struct defer_cursor *cur, struct defer_evlist *evlist,
				   struct damage *damage)
{
	uint64_t id = defer_cursor__u64(cur);
	size_t size = defer_cursor__left(cur);
	struct defer_section section = {rec->offset + cur->pos, size};
	uint8_t *copy;

	if (cur->failed || !id || id >= DEFER_NR_FEATURE_BITS) {
		damage__addf(damage, DEFER_ERR_CORRUPT, rec->offset,
			     "A HEADER_FEATURE record has an invalid feature number");
		return 0;
	}
	if (is_end_mark(id, size))
		return 0;
	copy = arena__alloc(&env->arena, size);
	if (!copy || add_section(env, id, &section))
		return DEFER_ERR_NOMEM;
	memcpy(copy, cur->data + cur->pos, size);
	defer_cursor__init(cur, copy, size, section.offset, rec->swap);
	return decode_feature(env, id, cur, evlist, damage);
}

static struct env_update *find_update(struct env *env, uint64_t id)
{
	size_t i;

	for (i = 0; i < env->nr_updates; i++)
		if (env->updates[i].id == id)
			return &env->updates[i];
	if (!ARRAY_GROW(env->updates, env->cap_updates, env->nr_updates + 1))
		return NULL;
	env->updates[env->nr_updates] = (struct env_update){.id = id};
	return &env->updates[env->nr_updates++];
}

enum event_update_type {
	EVENT_UPDATE_UNIT = 0,
	EVENT_UPDATE_SCALE = 1,
	EVENT_UPDATE_NAME = 2,
	EVENT_UPDATE_CPUS = 3,
};

static void read_event_update(struct feature_reader *reader)
{
	uint64_t type = reader__u64(reader), id = reader__u64(reader), bits;
	const struct defer_evsel *evsel = defer_evlist__find(reader->evlist, id);
	size_t left = defer_cursor__left(&reader->cur);
	struct env_update *update;
	const char *str;

	if (!evsel)
		reader__contradict(reader, "refers to an event that does not exist");
	if (!reader__sound(reader) || type >= EVENT_UPDATE_CPUS)
		return;
	if (type == EVENT_UPDATE_NAME) {
		str = defer_cursor__str(&reader->cur, left);
		if (str && defer_evlist__set_name(reader->evlist, evsel->idx, str, NULL))
			reader->no_memory = true;
		return;
	}
	/* Each event has at most one update, so events bound their number. */
	update = find_update(reader->env, evsel->nr_ids ? evsel->ids[0] : id);
	reader->no_memory = !update;
	if (!update)
		return;
	if (type == EVENT_UPDATE_UNIT) {
		update->unit = defer_cursor__str(&reader->cur, left);
	} else {
		bits = reader__u64(reader);
		memcpy(&update->scale, &bits, sizeof(bits));
	}
}

static void read_time_conv(struct feature_reader *reader)
{
	struct env *env = reader->env;

	env->time_conv.shift = reader__u64(reader);
	env->time_conv.mult = reader__u64(reader);
	env->time_conv.zero = reader__u64(reader);
	/* The other fields exist since Linux 5.10. */
	if (defer_cursor__left(&reader->cur) < 3 * sizeof(uint64_t))
		return;
	env->time_conv.cycles = reader__u64(reader);
	env->time_conv.mask = reader__u64(reader);
	env->time_conv.cap_zero = defer_cursor__u8(&reader->cur);
	env->time_conv.cap_short = defer_cursor__u8(&reader->cur);
}

static void read_tracing_data(struct feature_reader *reader, const struct defer_record *rec)
{
	uint32_t size = reader__u32(reader);
	uint64_t offset = defer_cursor__offset(&reader->cur);

	if (defer_record__tail(rec))
		offset = rec->offset + rec->size;
	if (reader__sound(reader))
		reader->env->tracing_data = (struct defer_section){offset, size};
}

/* Starts to read a copy of the record, since strings must live as long as the env. */
static int start_record(struct feature_reader *reader, const struct defer_record *rec,
			size_t header)
{
	uint8_t *copy = arena__alloc(&reader->env->arena, rec->size);

	if (!copy)
		return DEFER_ERR_NOMEM;
	memcpy(copy, rec->data, rec->size);
	defer_cursor__init(&reader->cur, copy, rec->size, rec->offset, rec->swap);
	defer_cursor__bytes(&reader->cur, header);
	return 0;
}

int env__add_record(struct env *env, const struct defer_record *rec, struct defer_evlist *evlist,
		    struct damage *damage)
{
	struct feature_reader reader = {.env = env, .evlist = evlist};

	switch (rec->type) {
	case DEFER_RECORD_HEADER_FEATURE:
		defer_cursor__init(&reader.cur, rec->data, rec->size, rec->offset, rec->swap);
		defer_cursor__bytes(&reader.cur, DEFER_RECORD_HEADER_SIZE);
		return env__add_feature_record(env, rec, &reader.cur, evlist, damage);
	case DEFER_RECORD_HEADER_BUILD_ID:
		if (start_record(&reader, rec, 0))
			return DEFER_ERR_NOMEM;
		decode_build_id_entry(&reader);
		break;
	case DEFER_RECORD_EVENT_UPDATE:
		if (start_record(&reader, rec, DEFER_RECORD_HEADER_SIZE))
			return DEFER_ERR_NOMEM;
		read_event_update(&reader);
		break;
	case DEFER_RECORD_TIME_CONV:
	case DEFER_RECORD_HEADER_TRACING_DATA:
		defer_cursor__init(&reader.cur, rec->data, rec->size, rec->offset, rec->swap);
		defer_cursor__bytes(&reader.cur, DEFER_RECORD_HEADER_SIZE);
		if (rec->type == DEFER_RECORD_TIME_CONV)
			read_time_conv(&reader);
		else
			read_tracing_data(&reader, rec);
		break;
	default:
		return 0;
	}
	return feature_reader__report(&reader, "record", defer_record__name(rec->type), damage);
}

/* ---- what was read ---- */

int env__name_events(const struct env *env, struct defer_evlist *evlist, struct defer_error *err)
{
	char name[EVENT_NAME_SIZE];
	uint32_t i;
	int ret;

	for (i = 0; i < defer_evlist__nr(evlist); i++) {
		const struct defer_evsel *evsel = defer_evlist__evsel(evlist, i);

		if (evsel->name)
			continue;
		event_name__from_attr(&evsel->attr, env__pmu_name(env, evsel->attr.type), name);
		ret = defer_evlist__set_name(evlist, i, name, err);
		if (ret)
			return ret;
	}
	return 0;
}

/*
 * Returns the size of the recorder's ring buffer: it compresses at most that much at once, and adds
 * only headers.
 */
uint64_t env__inflate_limit(const struct env *env)
{
	return env->compressed.mmap_len;
}

int32_t env__socket(const struct env *env, int32_t cpu)
{
	const struct env_cpu_topology *topology = &env->topology;

	if (!topology->cpus || cpu < 0 || (uint32_t)cpu >= topology->nr_cpus)
		return -1;
	/* perf writes -1 if the kernel did not tell it. */
	return topology->cpus[cpu].socket <= INT32_MAX ? (int32_t)topology->cpus[cpu].socket : -1;
}

const char *env__pmu_name(const struct env *env, uint32_t type)
{
	uint32_t i;

	for (i = 0; i < env->nr_pmus; i++)
		if (env->pmus[i].type == type)
			return env->pmus[i].name;
	return NULL;
}
