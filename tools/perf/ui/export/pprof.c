// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <perf/defer-class.h>
#include <perf/defer-evlist.h>

#include "ui/export/gz.h"
#include "ui/export/pprof.h"
#include "ui/export/proto.h"
#include "ui/export/strings.h"
#include "ui/export/unit.h"
#include "ui/stdio/plain.h"
#include "util/base/array.h"
#include "util/base/error.h"
#include "util/base/hash.h"
#include "util/dso/dso.h"
#include "util/profile/profile.h"
#include "util/view/flame-tree.h"

/* Numbers of fields in profile.proto. */
enum {
	PROFILE_SAMPLE_TYPE = 1,
	PROFILE_SAMPLE = 2,
	PROFILE_MAPPING = 3,
	PROFILE_LOCATION = 4,
	PROFILE_FUNCTION = 5,
	PROFILE_STRING = 6,
	PROFILE_COMMENT = 13,
	PROFILE_DEFAULT_TYPE = 14,
};
enum {
	TYPE_NAME = 1,
	TYPE_UNIT = 2
};
enum {
	SAMPLE_LOCATION = 1,
	SAMPLE_VALUE = 2,
	SAMPLE_LABEL = 3
};
enum {
	LABEL_KEY = 1,
	LABEL_TEXT = 2,
	LABEL_NUMBER = 3
};
enum {
	MAPPING_ID = 1,
	MAPPING_FILE = 5,
	MAPPING_BUILD_ID = 6,
	MAPPING_HAS_FUNCTIONS = 7,
	MAPPING_HAS_FILES = 8,
	MAPPING_HAS_LINES = 9,
	MAPPING_HAS_INLINES = 10,
};
enum {
	LOCATION_ID = 1,
	LOCATION_MAPPING = 2,
	LOCATION_ADDRESS = 3,
	LOCATION_LINE = 4
};
enum {
	LINE_FUNCTION = 1,
	LINE_NUMBER = 2
};
enum {
	FUNCTION_ID = 1,
	FUNCTION_NAME = 2,
	FUNCTION_SYSTEM_NAME = 3,
	FUNCTION_FILE = 4
};

/* A frame and what is inlined there: funcs in the pool, innermost first. */
struct location {
	uint32_t first, nr;
};

struct pprof {
	const struct profile_event *event;
	const struct hist *hist;
	struct gz *gz;
	struct byte_buf top, message, part; /* of a field; a message; a message in it */
	bool no_memory;
	uint64_t hash_key;

	struct strings strings;

	struct location *locations; /* their ids are places here, plus 1 */
	size_t nr_locations, cap_locations;
	struct hash_index location_index;
	uint32_t *pool;
	size_t nr_pool, cap_pool;

	const struct dso **dsos; /* mappings: ids as above */
	size_t nr_dsos, cap_dsos;
	uint32_t *path; /* funcs of a stack */
};

/* Writes the fields that are in the buffer. */
static void pprof__flush(struct pprof *pprof)
{
	gz__write(pprof->gz, pprof->top.data, pprof->top.size);
	pprof->no_memory |= pprof->top.no_memory;
	byte_buf__clear(&pprof->top);
}

/* Writes the message that was built as a field of the profile. */
static void pprof__put(struct pprof *pprof, unsigned int field)
{
	proto__message(&pprof->top, field, &pprof->message);
	pprof__flush(pprof);
}

/* ---- strings ---- */

static uint64_t pprof__string(struct pprof *pprof, const char *text)
{
	return strings__id(&pprof->strings, text);
}

/* Strings of protocol buffers are text, so that whatever is none becomes a dot. */
static void put_string(struct pprof *pprof, const char *text)
{
	size_t len;

	for (; *text; text += len) {
		if (plain__is_shown(text, &len))
			byte_buf__add(&pprof->message, text, len);
		else
			byte_buf__add(&pprof->message, ".", 1);
	}
	pprof__put(pprof, PROFILE_STRING);
}

/* ---- locations ---- */

/* A span of funcs to look for among the locations. */
struct location_key {
	const uint32_t *funcs;
	uint32_t nr;
};

static bool location_equal(const void *ctx, uint32_t pos, const void *arg)
{
	const struct pprof *pprof = ctx;
	const struct location *location = &pprof->locations[pos];
	const struct location_key *key = arg;

	return location->nr == key->nr &&
	       !memcmp(pprof->pool + location->first, key->funcs, key->nr * sizeof(*key->funcs));
}

static int pprof__add_location(struct pprof *pprof, const struct location_key *key, uint64_t hash)
{
	if (!ARRAY_GROW(pprof->locations, pprof->cap_locations, pprof->nr_locations + 1) ||
	    !ARRAY_GROW(pprof->pool, pprof->cap_pool, pprof->nr_pool + key->nr))
		return DEFER_ERR_NOMEM;
	memcpy(pprof->pool + pprof->nr_pool, key->funcs, key->nr * sizeof(*pprof->pool));
	pprof->locations[pprof->nr_locations] = (struct location){pprof->nr_pool, key->nr};
	pprof->nr_pool += key->nr;
	return hash_index__add(&pprof->location_index, hash, pprof->nr_locations++);
}

/* Returns the id of the location with these funcs. */
static uint64_t pprof__location(struct pprof *pprof, const uint32_t *funcs, uint32_t nr)
{
	const struct location_key key = {funcs, nr};
	const uint64_t hash = hash__bytes(pprof->hash_key, funcs, nr * sizeof(*funcs));
	const uint32_t pos =
		hash_index__find(&pprof->location_index, hash, location_equal, pprof, &key);

	if (pos != HASH_INDEX_NONE)
		return pos + 1ULL;
	pprof->no_memory |= pprof__add_location(pprof, &key, hash) != 0;
	return pprof->nr_locations;
}

static const struct func *pprof__func(const struct pprof *pprof, uint32_t id)
{
	return funcs__at(pprof->hist->conf.funcs, id);
}

/* Returns how many funcs at @path are one frame: those that are inlined, and the one around them. */
static uint32_t frame_len(const struct pprof *pprof, const uint32_t *path, uint32_t nr)
{
	uint32_t len = 1;

	while (len < nr && pprof__func(pprof, path[len - 1])->kind == FUNC_INLINED)
		len++;
	return len;
}

/* ---- samples ---- */

static void put_label(struct pprof *pprof, const char *key, const char *text, int64_t number)
{
	struct byte_buf *label = &pprof->part;

	proto__u64(label, LABEL_KEY, pprof__string(pprof, key));
	if (text)
		proto__u64(label, LABEL_TEXT, pprof__string(pprof, text));
	else
		proto__u64(label, LABEL_NUMBER, number);
	proto__message(&pprof->message, SAMPLE_LABEL, label);
}

static void put_labels(struct pprof *pprof, const struct hist_stack *stack)
{
	const struct hist *hist = pprof->hist;

	put_label(pprof, "comm", hist->conf.comms[stack->who.comm_id], 0);
	if (stack->who.pid >= 0)
		put_label(pprof, "pid", NULL, stack->who.pid);
	if (stack->who.tid >= 0)
		put_label(pprof, "tid", NULL, stack->who.tid);
	if (column_list__has(&hist->conf.order->keys, "class"))
		put_label(pprof, "class", defer_class__name(stack->who.cls), 0);
}

static void put_sample(struct pprof *pprof, const struct hist_stack *stack)
{
	const uint32_t nr = flame_path__of(pprof->hist, stack, FLAME_INVERTED, pprof->path);

	for (uint32_t i = 0, len; i < nr; i += len) {
		len = frame_len(pprof, pprof->path + i, nr - i);
		proto__varint(&pprof->part, pprof__location(pprof, pprof->path + i, len));
	}
	proto__message(&pprof->message, SAMPLE_LOCATION, &pprof->part);
	proto__varint(&pprof->part, stack->sums.nr);
	if (hist__has_periods(pprof->hist))
		proto__varint(&pprof->part, stack->sums.period);
	proto__message(&pprof->message, SAMPLE_VALUE, &pprof->part);
	put_labels(pprof, stack);
	pprof__put(pprof, PROFILE_SAMPLE);
}

static void put_type(struct pprof *pprof, const char *name, const char *unit)
{
	proto__u64(&pprof->message, TYPE_NAME, pprof__string(pprof, name));
	proto__u64(&pprof->message, TYPE_UNIT, pprof__string(pprof, unit));
	pprof__put(pprof, PROFILE_SAMPLE_TYPE);
}

static void put_types(struct pprof *pprof)
{
	const struct defer_evsel *evsel = pprof->event->evsel;
	const char *name = evsel && evsel->name ? evsel->name : "period";

	put_type(pprof, "samples", "count");
	if (!hist__has_periods(pprof->hist))
		return;
	put_type(pprof, name, export__unit(pprof->event));
	proto__u64(&pprof->top, PROFILE_DEFAULT_TYPE, pprof__string(pprof, name));
}

/* ---- what samples refer to ---- */

/* Returns the id of the mapping of @dso, or 0 without one. */
static uint64_t pprof__mapping(struct pprof *pprof, const struct dso *dso)
{
	size_t i = pprof->nr_dsos;

	if (!dso)
		return 0;
	while (i && pprof->dsos[i - 1] != dso)
		i--;
	if (i)
		return i;
	if (!ARRAY_GROW(pprof->dsos, pprof->cap_dsos, pprof->nr_dsos + 1)) {
		pprof->no_memory = true;
		return 0;
	}
	pprof->dsos[pprof->nr_dsos++] = dso;
	return pprof->nr_dsos;
}

static uint64_t line_number(const struct func *func)
{
	const char *colon = func->has_line ? strrchr(func->srcline, ':') : NULL;

	return colon ? strtoull(colon + 1, NULL, 10) : 0;
}

static void put_location(struct pprof *pprof, size_t idx)
{
	const struct location *location = &pprof->locations[idx];
	const uint32_t *funcs = pprof->pool + location->first;
	const struct func *outer = pprof__func(pprof, funcs[location->nr - 1]);

	proto__u64(&pprof->message, LOCATION_ID, idx + 1);
	proto__u64(&pprof->message, LOCATION_MAPPING, pprof__mapping(pprof, outer->dso));
	if (func__is_frame(outer))
		proto__u64(&pprof->message, LOCATION_ADDRESS, outer->addr);
	for (uint32_t i = 0; i < location->nr; i++) {
		const struct func *func = pprof__func(pprof, funcs[i]);

		if (func->kind == FUNC_ADDRESS)
			continue;
		proto__u64(&pprof->part, LINE_FUNCTION, funcs[i] + 1ULL);
		proto__u64(&pprof->part, LINE_NUMBER, line_number(func));
		proto__message(&pprof->message, LOCATION_LINE, &pprof->part);
	}
	pprof__put(pprof, PROFILE_LOCATION);
}

static void put_mapping(struct pprof *pprof, size_t idx)
{
	const struct dso *dso = pprof->dsos[idx];
	char hex[SBUILD_ID_SIZE];

	proto__u64(&pprof->message, MAPPING_ID, idx + 1);
	proto__u64(&pprof->message, MAPPING_FILE, pprof__string(pprof, dso->long_name));
	if (build_id__known(&dso->bid)) {
		build_id__snprintf(&dso->bid, hex);
		proto__u64(&pprof->message, MAPPING_BUILD_ID, pprof__string(pprof, hex));
	}
	proto__u64(&pprof->message, MAPPING_HAS_FUNCTIONS, 1);
	proto__u64(&pprof->message, MAPPING_HAS_FILES, pprof->hist->conf.funcs->srclines);
	proto__u64(&pprof->message, MAPPING_HAS_LINES, pprof->hist->conf.funcs->srclines);
	proto__u64(&pprof->message, MAPPING_HAS_INLINES, 1);
	pprof__put(pprof, PROFILE_MAPPING);
}

/* Writes the function of @id, unless it was written. */
static void put_function(struct pprof *pprof, uint32_t id, bool *written)
{
	const struct func *func = pprof__func(pprof, id);
	const uint64_t name = written[id] || !func->label ? 0 : pprof__string(pprof, func->label);
	const char *colon = func->has_line ? strrchr(func->srcline, ':') : NULL;
	char *file;

	if (written[id] || !func->label)
		return;
	written[id] = true;
	proto__u64(&pprof->message, FUNCTION_ID, id + 1ULL);
	proto__u64(&pprof->message, FUNCTION_NAME, name);
	if (colon) {
		file = strndup(func->srcline, colon - func->srcline);
		pprof->no_memory |= !file;
		proto__u64(&pprof->message, FUNCTION_FILE, pprof__string(pprof, file ? file : ""));
		free(file);
	}
	pprof__put(pprof, PROFILE_FUNCTION);
}

static void put_functions(struct pprof *pprof)
{
	bool *written = calloc(pprof->hist->conf.funcs->nr + 1, sizeof(*written));

	pprof->no_memory |= !written;
	for (size_t i = 0; written && i < pprof->nr_pool; i++)
		put_function(pprof, pprof->pool[i], written);
	free(written);
}

/* Writes the samples of each class, which pprof -comments shows. */
static void put_comments(struct pprof *pprof)
{
	char text[128];

	for (int cls = 0; cls < DEFER_NR_CLASSES; cls++) {
		if (!pprof->event->shown_classes[cls])
			continue;
		snprintf(text, sizeof(text), "user stack %s: %" PRIu64 " samples",
			 defer_class__name(cls), pprof->event->shown_classes[cls]);
		proto__u64(&pprof->top, PROFILE_COMMENT, pprof__string(pprof, text));
	}
	pprof__flush(pprof);
}

/* ---- the profile ---- */

static int put_all(struct pprof *pprof, struct defer_error *err)
{
	pprof__string(pprof, ""); /* the first one is empty */
	put_types(pprof);
	for (size_t i = 0; i < pprof->hist->nr_stacks; i++)
		put_sample(pprof, &pprof->hist->stacks[i]);
	for (size_t i = 0; i < pprof->nr_locations; i++)
		put_location(pprof, i);
	for (size_t i = 0; i < pprof->nr_dsos; i++)
		put_mapping(pprof, i);
	put_functions(pprof);
	put_comments(pprof);
	for (size_t i = 0; i < pprof->strings.nr; i++)
		put_string(pprof, pprof->strings.strs[i]);
	return pprof->no_memory || pprof->strings.no_memory
		       ? error__no_memory(err, "for the export")
		       : gz__finish(pprof->gz, err);
}

static void pprof__exit(struct pprof *pprof)
{
	strings__exit(&pprof->strings);
	free(pprof->locations);
	hash_index__exit(&pprof->location_index);
	free(pprof->pool);
	free(pprof->dsos);
	free(pprof->path);
	byte_buf__exit(&pprof->top);
	byte_buf__exit(&pprof->message);
	byte_buf__exit(&pprof->part);
	gz__delete(pprof->gz);
}

int pprof__write(const struct profile_event *event, FILE *out, struct defer_error *err)
{
	struct pprof pprof = {
		.event = event,
		.hist = &event->hist,
		.gz = gz__new(out),
		.hash_key = hash__key(),
		.strings.hash_key = hash__key(),
		.path = malloc(flame_path__room(&event->hist) * sizeof(*pprof.path)),
	};
	int ret = pprof.gz && pprof.path ? put_all(&pprof, err)
					 : error__no_memory(err, "for the export");

	pprof__exit(&pprof);
	return ret;
}
