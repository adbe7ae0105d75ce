// SPDX-License-Identifier: GPL-2.0-only
/* Parses --call-graph, with perf's keywords. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "util/plan/opts.h"
#include "util/plan/sample-regs.h"

static int bad_mode(const char *str, struct defer_error *err)
{
	return defer_error__set(err, DEFER_ERR_INVAL, "--call-graph cannot be '%s'", str);
}

static bool is_mode(const char *str, const char *mode)
{
	size_t len = strlen(mode);

	return !strncmp(str, mode, len) && (!str[len] || str[len] == ',');
}

/* Returns what follows the word @word and its comma, or @str if it does not begin with that. */
static const char *skip_word(const char *str, const char *word)
{
	if (!is_mode(str, word))
		return str;
	str += strlen(word);
	return str + (*str == ',');
}

/*
 * Parses the size of a dump, decimal or hexadecimal as in perf; rounds up to whole words. Returns 0 if it
 * is invalid.
 */
static uint32_t parse_size(const char *str)
{
	unsigned long size;
	char *end;

	errno = 0;
	size = strtoul(str, &end, 0);
	/* strtoul() would also accept a sign or a blank. */
	if (str[0] < '0' || str[0] > '9' || errno || *end || size > CHAIN_DUMP_MAX)
		return 0;
	return (size + 7) / 8 * 8;
}

static int bad_size(const char *str, struct defer_error *err)
{
	return defer_error__set(err, DEFER_ERR_INVAL,
				"--call-graph %s: the stack dump size must be from 1 to %d bytes",
				str, CHAIN_DUMP_MAX);
}

/* Parses repair[,BYTES], which is @rest of @str. */
static int set_repair(struct record_opts *opts, const char *str, const char *rest,
		      struct defer_error *err)
{
	const char *bytes = skip_word(rest, "repair");
	uint32_t size = *bytes ? parse_size(bytes) : CHAIN_REPAIR_DEFAULT;

	if (!sample_regs__repair())
		return defer_error__set(
			err, DEFER_ERR_INVAL,
			"--call-graph %s: only user stacks of x86-64 can be repaired", str);
	if (!size)
		return bad_size(str, err);
	opts->repair_size = size;
	return 0;
}

/* Parses fp[,defer][,N] and fp[,defer],repair[,BYTES]. */
static int set_frame_pointers(struct record_opts *opts, const char *str, struct defer_error *err)
{
	const char *mode = skip_word(str, "fp"), *rest = skip_word(mode, "defer");
	int ret = 0;

	opts->repair_size = 0;
	if (str[strlen(str) - 1] == ',')
		ret = bad_mode(str, err);
	else if (is_mode(rest, "repair"))
		ret = set_repair(opts, str, rest, err);
	else if (*rest)
		ret = record_opts__set_max_stack(opts, rest, err);
	if (ret)
		return ret;
	opts->chain_mode = CHAIN_FP;
	opts->defer = rest != mode;
	return 0;
}

/* Parses dwarf[,BYTES]. */
static int set_dump(struct record_opts *opts, const char *str, struct defer_error *err)
{
	const char *rest = str + strlen("dwarf");
	uint32_t size = *rest ? parse_size(rest + 1) : CHAIN_DUMP_DEFAULT;

	if (!size)
		return bad_size(str, err);
	opts->chain_mode = CHAIN_DWARF;
	opts->dump_size = size;
	opts->repair_size = 0;
	opts->defer = false;
	return 0;
}

int record_opts__set_call_graph(struct record_opts *opts, const char *str, struct defer_error *err)
{
	int ret = 0;

	if (!strcmp(str, "no")) {
		opts->callchain = false;
		return 0;
	}
	if (is_mode(str, "fp"))
		ret = set_frame_pointers(opts, str, err);
	else if (is_mode(str, "dwarf"))
		ret = set_dump(opts, str, err);
	else if (strcmp(str, "lbr"))
		ret = bad_mode(str, err);
	else {
		opts->chain_mode = CHAIN_LBR;
		opts->repair_size = 0;
		opts->defer = false;
	}
	if (!ret)
		opts->callchain = true;
	return ret;
}
