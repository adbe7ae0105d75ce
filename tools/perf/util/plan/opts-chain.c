// SPDX-License-Identifier: GPL-2.0-only
/* Parses --call-graph, with perf's keywords. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "util/plan/opts.h"

static int bad_mode(const char *str, struct defer_error *err)
{
	return defer_error__set(err, DEFER_ERR_INVAL, DEFER_NO_OFFSET,
				"--call-graph cannot be '%s'", str);
}

static bool is_mode(const char *str, const char *mode)
{
	size_t len = strlen(mode);

	return !strncmp(str, mode, len) && (!str[len] || str[len] == ',');
}

/* Parses fp[,defer][,N]. */
static int set_frame_pointers(struct record_opts *opts, const char *str, struct defer_error *err)
{
	const char *rest = str + strlen("fp");
	bool defer;
	int ret = 0;

	rest += *rest == ',';
	defer = is_mode(rest, "defer");
	if (defer) {
		rest += strlen("defer");
		rest += *rest == ',';
	}
	if (*rest)
		ret = record_opts__set_max_stack(opts, rest, err);
	else if (str[strlen(str) - 1] == ',')
		ret = bad_mode(str, err);
	if (ret)
		return ret;
	opts->chain_mode = CHAIN_FP;
	opts->defer = defer;
	return 0;
}

/* Parses dwarf[,BYTES], decimal or hexadecimal as in perf; rounds up to whole words. */
static int set_dump(struct record_opts *opts, const char *str, struct defer_error *err)
{
	const char *rest = str + strlen("dwarf");
	unsigned long size = CHAIN_DUMP_DEFAULT;
	char *end = (char *)rest;

	if (*rest) {
		errno = 0;
		size = strtoul(rest + 1, &end, 0);
		/* strtoul() would also accept a sign or a blank. */
		if (rest[1] < '0' || rest[1] > '9' || errno || *end || !size ||
		    size > CHAIN_DUMP_MAX)
			return defer_error__set(err, DEFER_ERR_INVAL, DEFER_NO_OFFSET,
						"--call-graph %s: the stack dump size must be "
						"from 1 to %d bytes",
						str, CHAIN_DUMP_MAX);
	}
	opts->chain_mode = CHAIN_DWARF;
	opts->dump_size = (size + 7) / 8 * 8;
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
		opts->defer = false;
	}
	if (!ret)
		opts->callchain = true;
	return ret;
}
