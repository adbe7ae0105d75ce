// SPDX-License-Identifier: GPL-2.0-only
#include "util/profile/parent.h"

#include <stdlib.h>

#include "util/base/error.h"
#include "util/dso/symbol.h"

#define NO_MATCH ""

int parents__init(struct parents *parents, const regex_t *pattern, const struct half_table *halves,
		  const struct resolve *resolve, bool outermost, struct defer_error *err)
{
	*parents = (struct parents){
		.pattern = pattern,
		.halves = halves,
		.resolve = resolve,
		.outermost = outermost,
		.of_half = calloc(halves->nr + 1, sizeof(*parents->of_half)),
	};
	return parents->of_half ? 0 : error__no_memory(err, "for sort keys");
}

void parents__exit(struct parents *parents)
{
	free(parents->of_half);
	parents->of_half = NULL;
}

static const char *search_half(const struct parents *parents, const struct half_frames *half)
{
	for (uint32_t i = 0; i < half->nr; i++) {
		uint32_t at = parents->outermost ? half->nr - 1 - i : i;
		uint32_t id = parents->halves->pool[half->first + at];
		const struct frame *frame = resolve__frame(parents->resolve, id);

		if (frame->sym && !regexec(parents->pattern, frame->sym->name, 0, NULL, 0))
			return frame->sym->name;
	}
	return NO_MATCH;
}

static const char *parent_of(struct parents *parents, uint32_t half)
{
	if (half == NO_HALF)
		return NO_MATCH;
	if (!parents->of_half[half])
		parents->of_half[half] = search_half(parents, &parents->halves->halves[half]);
	return parents->of_half[half];
}

const char *parents__find(struct parents *parents, uint32_t kernel, uint32_t user)
{
	const char *name = parent_of(parents, parents->outermost ? user : kernel);

	if (!*name)
		name = parent_of(parents, parents->outermost ? kernel : user);
	return *name ? name : NULL;
}
