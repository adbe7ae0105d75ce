// SPDX-License-Identifier: GPL-2.0-only
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>

#include "util/base/array.h"
#include "util/plan/opts.h"
#include "util/plan/size.h"

/* Time to wait for deferred records at the end, in ms. */
#define DEFAULT_DRAIN_MS 100
/* perf_event_attr::sample_max_stack has 16 bits. */
#define MAX_STACK UINT16_MAX
/* The kernel refuses a period whose highest bit is set. */
#define MAX_PERIOD INT64_MAX
/* The highest level of zstd. */
#define MAX_COMPRESSION 22

void record_opts__init(struct record_opts *opts)
{
	*opts = (struct record_opts){
		.paths.sysfs = "/sys",
		.callchain = true,
		.defer = true,
		.drain_ms = DEFAULT_DRAIN_MS,
		.synth = RECORD_SYNTH_ALL,
	};
	event_list__init(&opts->events);
	event_list__init(&opts->switch_events);
}

void record_opts__exit(struct record_opts *opts)
{
	event_list__exit(&opts->events);
	event_list__exit(&opts->switch_events);
	free(opts->ranges);
	free(opts->config_debuginfod);
	opts->config_debuginfod = NULL;
	opts->ranges = NULL;
	opts->nr_ranges = 0;
}

static int record_opts__bad_value(const char *what, const char *str, struct defer_error *err)
{
	return defer_error__set(err, DEFER_ERR_INVAL, "%s cannot be '%s'", what, str);
}

/* Parses a whole number from @min to @max, without a unit. */
static int parse_number(const char *str, const char *what, uint64_t min, uint64_t max,
			uint64_t *value, struct defer_error *err)
{
	uint64_t number;
	int ret = size__parse(str, what, &number, err);

	if (ret < 0)
		return ret;
	if (ret != SIZE_PLAIN)
		return record_opts__bad_value(what, str, err);
	if (number < min || number > max)
		return defer_error__set(err, DEFER_ERR_INVAL,
					"%s must be from %" PRIu64 " to %" PRIu64 ", not %s", what,
					min, max, str);
	*value = number;
	return 0;
}

int record_opts__set_freq(struct record_opts *opts, const char *str, struct defer_error *err)
{
	if (strcasecmp(str, "max"))
		return parse_number(str, "-F", 1, UINT32_MAX, &opts->freq, err);
	opts->freq = RECORD_FREQ_MAX;
	return 0;
}

int record_opts__set_period(struct record_opts *opts, const char *str, struct defer_error *err)
{
	return parse_number(str, "-c", 1, MAX_PERIOD, &opts->period, err);
}

int record_opts__set_max_stack(struct record_opts *opts, const char *str, struct defer_error *err)
{
	uint64_t number = 0;
	int ret = parse_number(str, "the deepest stack", 1, MAX_STACK, &number, err);

	if (!ret)
		opts->max_stack = number;
	return ret;
}

int record_opts__set_buffer(struct record_opts *opts, const char *str, struct defer_error *err)
{
	uint64_t number, page = sysconf(_SC_PAGESIZE), pages, rounded;
	int unit;

	if (strchr(str, ','))
		return defer_error__set(err, DEFER_ERR_INVAL,
					"-m %s: AUX areas are not recorded, so -m takes one "
					"number",
					str);
	unit = size__parse(str, "-m", &number, err);
	if (unit < 0)
		return unit;
	if (unit == SIZE_TIME || !number)
		return record_opts__bad_value("-m", str, err);
	pages = unit == SIZE_BYTES ? number / page + !!(number % page) : number;
	rounded = size__round_up_pow2(pages);
	/* The kernel keeps the number of pages in 32 bits, and adds the header page. */
	if (!rounded || rounded > 1ULL << 30)
		return defer_error__set(err, DEFER_ERR_INVAL, "-m: %s is too large", str);
	opts->mmap_bytes = rounded * page;
	return rounded != pages || (unit == SIZE_BYTES && number % page);
}

int record_opts__set_realtime(struct record_opts *opts, const char *str, struct defer_error *err)
{
	return parse_number(str, "-r", 0, RECORD_MAX_REALTIME, &opts->realtime, err);
}

int record_opts__set_drain(struct record_opts *opts, const char *str, struct defer_error *err)
{
	return parse_number(str, "--drain", 0, RECORD_MAX_MS, &opts->drain_ms, err);
}

int record_opts__set_off_cpu_thresh(struct record_opts *opts, const char *str,
				    struct defer_error *err)
{
	uint64_t ms;

	(void)opts;
	return parse_number(str, "--off-cpu-thresh", 0, RECORD_MAX_MS, &ms, err);
}

int record_opts__set_map_timeout(struct record_opts *opts, const char *str, struct defer_error *err)
{
	int ret =
		parse_number(str, "--proc-map-timeout", 0, UINT32_MAX, &opts->map_timeout_ms, err);

	opts->has_map_timeout |= !ret;
	return ret;
}

int record_opts__set_clockid(struct record_opts *opts, const char *str, struct defer_error *err)
{
	static const struct {
		const char *name;
		int32_t clockid;
	} clocks[] = {
		{"monotonic", CLOCK_MONOTONIC},
		{"monotonic_raw", CLOCK_MONOTONIC_RAW},
		{"realtime", CLOCK_REALTIME},
		{"boottime", CLOCK_BOOTTIME},
		{"tai", CLOCK_TAI},
		{"mono", CLOCK_MONOTONIC},
		{"raw", CLOCK_MONOTONIC_RAW},
		{"real", CLOCK_REALTIME},
		{"boot", CLOCK_BOOTTIME},
	};
	const char *name = str;
	uint64_t number = 0;
	int ret;

	if (isdigit((unsigned char)*str)) {
		ret = parse_number(str, "-k", 0, INT32_MAX, &number, err);
		if (ret)
			return ret;
		opts->clockid = number;
		opts->has_clockid = true;
		return 0;
	}
	if (!strncasecmp(name, "CLOCK_", strlen("CLOCK_")))
		name += strlen("CLOCK_");
	for (size_t i = 0; i < ARRAY_SIZE(clocks); i++) {
		if (!strcasecmp(name, clocks[i].name)) {
			opts->clockid = clocks[i].clockid;
			opts->has_clockid = true;
			return 0;
		}
	}
	return defer_error__set(err, DEFER_ERR_INVAL,
				"-k must be monotonic, monotonic_raw, realtime, boottime or "
				"tai, not '%s'",
				str);
}

int record_opts__set_switch(struct record_opts *opts, const char *str, struct defer_error *err)
{
	uint64_t value;
	int unit;

	if (!strcmp(str, "signal")) {
		opts->switch_on_signal = true;
		return 0;
	}
	unit = size__parse(str, "--switch-output", &value, err);
	if (unit < 0)
		return unit;
	if (unit == SIZE_PLAIN || !value)
		return defer_error__set(err, DEFER_ERR_INVAL,
					"--switch-output must be 'signal', a size with B, K, M "
					"or G, or a time with s, m, h or d, not '%s'",
					str);
	if (unit == SIZE_TIME && value > RECORD_MAX_MS)
		return defer_error__set(err, DEFER_ERR_INVAL, "--switch-output: %s is too large",
					str);
	if (unit == SIZE_TIME)
		opts->switch_ms = value;
	else
		opts->switch_size = value;
	return 0;
}

int record_opts__set_switch_files(struct record_opts *opts, const char *str,
				  struct defer_error *err)
{
	uint64_t number = 0;
	int ret = parse_number(str, "--switch-max-files", 0, UINT32_MAX, &number, err);

	if (!ret)
		opts->switch_max_files = number;
	return ret;
}

int record_opts__set_synth(struct record_opts *opts, const char *str, struct defer_error *err)
{
	static const struct {
		const char *word;
		uint32_t synth;
	} words[] = {
		{"task", RECORD_SYNTH_TASK},
		{"mmap", RECORD_SYNTH_TASK | RECORD_SYNTH_MMAP},
		{"cgroup", RECORD_SYNTH_CGROUP},
		{"all", RECORD_SYNTH_ALL},
		{"no", 0},
		{"none", 0},
	};
	const size_t nr = ARRAY_SIZE(words);
	const char *pos = str;
	uint32_t synth = 0;
	size_t i, len;

	for (;; pos += len + 1) {
		len = strcspn(pos, ",");
		for (i = 0; i < nr; i++)
			if (!strncasecmp(pos, words[i].word, len) && !words[i].word[len])
				break;
		if (i == nr)
			return defer_error__set(err, DEFER_ERR_INVAL,
						"--synth %s: valid values are no, all, task, "
						"mmap and cgroup",
						str);
		synth |= words[i].synth;
		/* As in perf, "no" and "all" end the list. */
		if (!pos[len] || !words[i].synth || words[i].synth == RECORD_SYNTH_ALL)
			break;
	}
	opts->synth = words[i].synth ? synth : 0;
	return 0;
}

int record_opts__set_max_size(struct record_opts *opts, const char *str, struct defer_error *err)
{
	uint64_t value;
	int unit = size__parse(str, "--max-size", &value, err);

	if (unit < 0)
		return unit;
	if (unit == SIZE_TIME)
		return record_opts__bad_value("--max-size", str, err);
	opts->max_size = value;
	return 0;
}

int record_opts__set_compression(struct record_opts *opts, const char *str, struct defer_error *err)
{
	uint64_t number = 0;
	int ret = parse_number(str, "-z", 1, MAX_COMPRESSION, &number, err);

	if (!ret)
		opts->compress_level = number;
	return ret;
}

static bool has_target(const struct target *target)
{
	return target->system_wide || target->pids || target->tids || target->uid || target->cpus;
}

static int contradiction(const char *text, struct defer_error *err)
{
	return defer_error__set(err, DEFER_ERR_INVAL, "%s", text);
}

bool record_opts__switches(const struct record_opts *opts)
{
	return opts->switch_on_signal || opts->switch_size || opts->switch_ms;
}

bool record_opts__renames(const struct record_opts *opts)
{
	return record_opts__switches(opts) || opts->timestamp_filename;
}

int record_opts__finish(struct record_opts *opts, struct defer_error *err)
{
	struct target *target = &opts->target;

	target->has_command = opts->argc > 0;
	if (target->per_thread && !has_target(target) && !target->has_command)
		return contradiction("--per-thread needs a command, -p, -t or -u", err);
	if (!has_target(target) && !target->has_command)
		target->system_wide = true;

	if (opts->latency && target->system_wide)
		return contradiction("--latency needs a command, -p, -t or -u: system-wide "
				     "parallelism says nothing about a program",
				     err);
	opts->context_switches |= opts->latency;

	/* As in perf, a period overrides a frequency. */
	if (opts->period)
		opts->freq = 0;
	if (opts->kernel_callchains_only && opts->user_callchains_only)
		return contradiction("--kernel-callchains and --user-callchains together leave "
				     "no callchains",
				     err);
	if (opts->require_defer && !opts->callchain)
		return contradiction("--require-defer needs callchains", err);
	if (opts->require_defer && !opts->defer)
		return contradiction("--require-defer contradicts --no-defer and every "
				     "--call-graph except fp,defer",
				     err);
	if (opts->require_defer && opts->kernel_callchains_only)
		return contradiction("--require-defer contradicts --kernel-callchains, which "
				     "leaves nothing to defer",
				     err);
	if (!strcmp(opts->output, "-") && record_opts__switches(opts))
		return contradiction("--switch-output needs a file, but the output is a stream",
				     err);
	return 0;
}
