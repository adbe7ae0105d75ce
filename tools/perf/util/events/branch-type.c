// SPDX-License-Identifier: GPL-2.0-only
#include <string.h>
#include <strings.h>

#include "util/base/array.h"
#include "util/events/branch-type.h"

/*
 * Names by bit number: enum perf_branch_sample_type_shift in include/uapi/linux/perf_event.h;
 * spelled as in perf-record(1) of Linux 7.3.
 */
static const char *const names[] = {
	"u",	    "k",	 "hv",	      "any",	  "any_call", "any_ret", "ind_call",
	"abort_tx", "in_tx",	 "no_tx",     "cond",	  "stack",    "ind_jmp", "call",
	"no_flags", "no_cycles", "save_type", "hw_index", "priv",     "counter",
};

#define LEVELS 7ULL

static bool branch_type__find_name(const char *str, size_t len, uint64_t *bit)
{
	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		if (strlen(names[i]) == len && !strncasecmp(names[i], str, len)) {
			*bit = 1ULL << i;
			return true;
		}
	}
	return false;
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

bool branch_type__parse(const char *str, size_t len, uint64_t *type, struct branch_word *bad)
{
	const char *end = str + len;
	uint64_t all = 0, bit = 0;

	for (;;) {
		const char *comma = memchr(str, ',', end - str), *stop = comma ? comma : end;

		while (str < stop && is_blank(*str))
			str++;
		while (stop > str && is_blank(stop[-1]))
			stop--;
		if (!branch_type__find_name(str, stop - str, &bit)) {
			*bad = (struct branch_word){str, stop - str};
			return false;
		}
		all |= bit;
		if (!comma)
			break;
		str = comma + 1;
	}
	*type = all & ~LEVELS ? all : all | BRANCH_TYPE_ANY;
	return true;
}
