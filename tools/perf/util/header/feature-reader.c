// SPDX-License-Identifier: GPL-2.0-only
#include <string.h>

#include "util/header/feature-reader.h"

bool reader__sound(const struct feature_reader *reader)
{
	return !reader->cur.failed && !reader->contradiction && !reader->no_memory;
}

void reader__contradict(struct feature_reader *reader, const char *text)
{
	if (reader__sound(reader))
		reader->contradiction = text;
}

const char *reader__str(struct feature_reader *reader)
{
	uint32_t len = reader__u32(reader);

	return defer_cursor__str(&reader->cur, len);
}

void *reader__array(struct feature_reader *reader, uint64_t nr, size_t min, size_t size)
{
	void *array;

	if (!nr || !reader__sound(reader))
		return NULL;
	if (nr > defer_cursor__left(&reader->cur) / min) {
		reader__contradict(reader, "counts more entries than its bytes can hold");
		return NULL;
	}
	array = arena__alloc(&reader->env->arena, nr * size);
	if (array)
		memset(array, 0, nr * size);
	else
		reader->no_memory = true;
	return array;
}
