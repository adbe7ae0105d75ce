// SPDX-License-Identifier: GPL-2.0-only
/* Breakpoints: mem:ADDRESS[/LENGTH][:ACCESS]. */
#include <string.h>

#include <perf/defer-abi.h>

#include "util/events/parse-events-priv.h"

/* Access bits: include/uapi/linux/hw_breakpoint.h. */
#define ACCESS_R 1U
#define ACCESS_W 2U
#define ACCESS_X 4U

static int read_access(struct parser *parser, struct span access, uint32_t *type)
{
	*type = 0;
	for (size_t i = 0; i < access.len; i++) {
		char c = access.at[i];
		uint32_t bit = c == 'r' ? ACCESS_R : c == 'w' ? ACCESS_W : ACCESS_X;

		if (*type & bit)
			return parser__fault(parser, DEFER_ERR_INVAL, access,
					     "duplicate access '%.1s'", access.at + i);
		*type |= bit;
	}
	if (!*type)
		*type = ACCESS_R | ACCESS_W;
	return 0;
}

/*
 * Returns the default length. The kernel requires a word for instructions: Linux 7.2,
 * arch/x86/kernel/hw_breakpoint.c.
 */
static uint64_t default_len(uint32_t type)
{
#if defined(__aarch64__)
	(void)type;
	return 4;
#else
	return type == ACCESS_X ? sizeof(long) : 4;
#endif
}

int parser__add_breakpoint(struct parser *parser, const struct event_text *text)
{
	uint64_t addr, len = 0;
	struct event_terms terms = {0};
	struct event_spec *spec;
	uint32_t type;
	int ret;

	if (!span__number(text->first, &addr))
		return parser__fault(parser, DEFER_ERR_INVAL, text->first,
				     "'%.*s' is not an address; a breakpoint is "
				     "mem:0xADDR[/LEN][:rwx]",
				     span__shown(text->first), text->first.at);
	if (text->bp_len.len && (!span__number(text->bp_len, &len) || !len))
		return parser__fault(parser, DEFER_ERR_INVAL, text->bp_len,
				     "'%.*s' is not a valid breakpoint length",
				     span__shown(text->bp_len), text->bp_len.at);
	ret = read_access(parser, text->bp_access, &type);
	if (ret)
		return ret;

	spec = parser__add_spec(parser, text);
	if (!spec)
		return DEFER_ERR_NOMEM;
	spec->attr.type = DEFER_TYPE_BREAKPOINT;
	spec->attr.sample_period = 1;
	spec->attr.bp_type = type;
	/* In perf_event_attr, bp_addr and bp_len are unions with config1 and config2. */
	spec->attr.config1 = addr;
	spec->attr.config2 = len ? len : default_len(type);
	ret = event_terms__parse(&terms, parser, text->terms, NULL);
	if (!ret)
		ret = event_terms__apply(&terms, parser, spec);
	event_terms__exit(&terms);
	return ret;
}
