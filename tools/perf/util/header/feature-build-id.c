// SPDX-License-Identifier: GPL-2.0-only
/* The table of build ids: a sequence of records, in a file as well as in a stream. */
#include <string.h>

#include <perf/defer-record.h>

#include "util/base/array.h"
#include "util/header/feature-reader.h"

#define MISC_BUILD_ID_SIZE (1 << 15) /* the byte after the id is its size; since Linux 5.12 */
#define BUILD_ID_ROOM	   24	     /* 20 bytes, the size, and padding */

static void add_build_id(struct env *env, const struct env_build_id *build_id, bool *no_memory)
{
	if (!ARRAY_GROW(env->build_ids, env->cap_build_ids, env->nr_build_ids + 1)) {
		*no_memory = true;
		return;
	}
	env->build_ids[env->nr_build_ids++] = *build_id;
}

/*
 * Returns true if the entries have no pid, as before Linux 2.6.36. The first name, the kernel's,
 * then seems to lack its first four bytes.
 */
static bool lacks_pid(const struct defer_cursor *rest)
{
	static const char beheaded[] = "nel.kallsyms]";
	const size_t at = sizeof(int32_t) + BUILD_ID_ROOM;

	return defer_cursor__left(rest) >= at + sizeof(beheaded) &&
	       !memcmp(rest->data + rest->pos + at, beheaded, sizeof(beheaded));
}

static void read_entry(struct feature_reader *reader, bool has_pid)
{
	struct env_build_id entry = {.pid = -1, .size = DEFER_BUILD_ID_SIZE};
	struct defer_cursor *cur = &reader->cur, body;
	uint16_t misc, size;
	const uint8_t *id;

	defer_cursor__u32(cur); /* type, which perf leaves 0 in the table */
	misc = defer_cursor__u16(cur);
	size = defer_cursor__u16(cur);
	if (size < DEFER_RECORD_HEADER_SIZE)
		reader__contradict(reader, "has an entry smaller than its header");
	if (!reader__sound(reader))
		return;
	body = *cur;
	if (!defer_cursor__bytes(cur, size - DEFER_RECORD_HEADER_SIZE))
		return;
	body.size = cur->pos;
	if (has_pid)
		entry.pid = defer_cursor__u32(&body);
	id = defer_cursor__bytes(&body, BUILD_ID_ROOM);
	entry.filename = defer_cursor__str(&body, defer_cursor__left(&body));
	if (body.failed || (misc & MISC_BUILD_ID_SIZE && id[20] > DEFER_BUILD_ID_SIZE)) {
		reader__contradict(reader, "has an entry that does not hold a build id and a name");
		return;
	}
	entry.misc = misc & DEFER_MISC_CPUMODE_MASK;
	if (misc & MISC_BUILD_ID_SIZE)
		entry.size = id[20];
	memcpy(entry.id, id, entry.size);
	add_build_id(reader->env, &entry, &reader->no_memory);
}

void decode_build_id_entry(struct feature_reader *reader)
{
	read_entry(reader, true);
}

/* Decodes the table. Keeps the entries before a broken one. */
void decode_build_id(struct feature_reader *reader)
{
	struct defer_cursor rest = reader->cur;
	bool has_pid;

	defer_cursor__bytes(&rest, DEFER_RECORD_HEADER_SIZE);
	has_pid = !lacks_pid(&rest);
	while (reader__sound(reader) && defer_cursor__left(&reader->cur))
		read_entry(reader, has_pid);
}
