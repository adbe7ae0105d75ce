// SPDX-License-Identifier: GPL-2.0-only
/* Dumps the records that perf itself writes: Linux 6.12, tools/lib/perf/include/perf/event.h. */
#include <inttypes.h>

#include "ui/stdio/dump-priv.h"
#include "ui/stdio/plain.h"
#include "util/base/array.h"

static int32_t read_s32(struct defer_cursor *cur)
{
	return (int32_t)defer_cursor__u32(cur);
}

static void print_str(const char *str, FILE *out)
{
	plain__puts(str ? str : "", out);
	putc('\n', out);
}

static void dump_id_index(struct defer_cursor *cur, FILE *out)
{
	uint64_t nr = defer_cursor__u64(cur);

	fprintf(out, " nr: %" PRIu64 "\n", nr);
	for (; nr && defer_cursor__left(cur) >= 32; nr--) {
		uint64_t id = defer_cursor__u64(cur), idx = defer_cursor__u64(cur);
		int64_t cpu = (int64_t)defer_cursor__u64(cur);

		fprintf(out,
			" ... id: %" PRIu64 "  idx: %" PRIu64 "  cpu: %" PRId64 "  tid: %" PRId64
			"\n",
			id, idx, cpu, (int64_t)defer_cursor__u64(cur));
	}
}

static void dump_thread_map(struct defer_cursor *cur, FILE *out)
{
	uint64_t nr = defer_cursor__u64(cur);

	fprintf(out, " nr: %" PRIu64 " thread%s: ", nr, nr > 1 ? "s" : "");
	for (uint64_t i = 0; i < nr && defer_cursor__left(cur) >= 24; i++) {
		fprintf(out, "%s%d", i ? ", " : "", (int32_t)defer_cursor__u64(cur));
		defer_cursor__bytes(cur, 16); /* comm, which perf never fills in */
	}
	putc('\n', out);
}

/* ---- lists of CPUs ---- */

#define CPUS_LIST  0
#define CPUS_MASK  1
#define CPUS_RANGE 2

/* Ascending numbers, printed as "0-3,5". */
struct ranges {
	FILE *out;
	bool any;
	int64_t first, last;
};

static void ranges__end(struct ranges *ranges)
{
	if (!ranges->any)
		return;
	fprintf(ranges->out, ranges->first == ranges->last ? "%" PRId64 : "%" PRId64 "-%" PRId64,
		ranges->first, ranges->last);
}

static void ranges__add(struct ranges *ranges, int64_t nr)
{
	if (ranges->any && nr == ranges->last + 1) {
		ranges->last = nr;
		return;
	}
	ranges__end(ranges);
	if (ranges->any)
		putc(',', ranges->out);
	ranges->any = true;
	ranges->first = ranges->last = nr;
}

static void add_mask(struct ranges *ranges, struct defer_cursor *cur)
{
	uint16_t nr = defer_cursor__u16(cur), size = defer_cursor__u16(cur);

	if (size == 8)
		defer_cursor__bytes(cur, 4);
	for (uint32_t i = 0; i < nr && defer_cursor__left(cur) >= size; i++) {
		uint64_t word = size == 8 ? defer_cursor__u64(cur) : defer_cursor__u32(cur);

		for (unsigned int bit = 0; bit < size * 8U && bit < 64; bit++) {
			if (word >> bit & 1)
				ranges__add(ranges, (int64_t)i * size * 8 + bit);
		}
	}
}

static void add_list(struct ranges *ranges, struct defer_cursor *cur)
{
	for (uint16_t nr = defer_cursor__u16(cur); nr && defer_cursor__left(cur) >= 2; nr--) {
		uint16_t cpu = defer_cursor__u16(cur);

		ranges__add(ranges, cpu == UINT16_MAX ? -1 : cpu);
	}
}

static void add_range(struct ranges *ranges, struct defer_cursor *cur)
{
	bool any = defer_cursor__u8(cur);
	uint16_t first, last;

	defer_cursor__u8(cur);
	first = defer_cursor__u16(cur);
	last = defer_cursor__u16(cur);
	if (any)
		ranges__add(ranges, -1);
	for (uint32_t cpu = first; cpu <= last; cpu++)
		ranges__add(ranges, cpu);
}

static void dump_cpus(struct defer_cursor *cur, FILE *out)
{
	struct ranges ranges = {.out = out};

	switch (defer_cursor__u16(cur)) {
	case CPUS_LIST:
		add_list(&ranges, cur);
		break;
	case CPUS_MASK:
		add_mask(&ranges, cur);
		break;
	case CPUS_RANGE:
		add_range(&ranges, cur);
		break;
	default:
		fputs("in an unknown form", out);
	}
	ranges__end(&ranges);
	putc('\n', out);
}

/* ---- other records ---- */

#define UPDATE_UNIT  0
#define UPDATE_SCALE 1
#define UPDATE_NAME  2
#define UPDATE_CPUS  3

static void dump_scale(struct defer_cursor *cur, FILE *out)
{
	uint64_t bits = defer_cursor__u64(cur);
	double scale;

	memcpy(&scale, &bits, sizeof(scale));
	fprintf(out, "... scale: %f\n", scale);
}

static void dump_event_update(struct defer_cursor *cur, FILE *out)
{
	uint64_t type = defer_cursor__u64(cur);

	fprintf(out, "\n... id:    %" PRIu64 "\n", defer_cursor__u64(cur));
	switch (type) {
	case UPDATE_UNIT:
	case UPDATE_NAME:
		fputs(type == UPDATE_UNIT ? "... unit:  " : "... name:  ", out);
		print_str(defer_cursor__str(cur, defer_cursor__left(cur)), out);
		break;
	case UPDATE_SCALE:
		dump_scale(cur, out);
		break;
	case UPDATE_CPUS:
		fputs("... ", out);
		dump_cpus(cur, out);
		break;
	default:
		fputs("... unknown type\n", out);
	}
}

static void dump_build_id(struct defer_cursor *cur, FILE *out)
{
	int32_t pid = read_s32(cur);
	const uint8_t *id = defer_cursor__bytes(cur, 24);
	const char *name = defer_cursor__str(cur, defer_cursor__left(cur));

	fprintf(out, " pid: %d id: ", pid);
	for (unsigned int i = 0; id && i < DEFER_BUILD_ID_SIZE; i++)
		fprintf(out, "%02x", id[i]);
	putc(' ', out);
	print_str(name, out);
}

static void dump_auxtrace(struct defer_cursor *cur, FILE *out)
{
	uint64_t size = defer_cursor__u64(cur), offset = defer_cursor__u64(cur);
	uint64_t ref = defer_cursor__u64(cur);
	uint32_t idx = defer_cursor__u32(cur);
	int32_t tid = read_s32(cur);

	fprintf(out,
		" size: %#" PRIx64 "  offset: %#" PRIx64 "  ref: %#" PRIx64
		"  idx: %u  tid: %d  cpu: %d\n",
		size, offset, ref, idx, tid, read_s32(cur));
}

static void dump_auxtrace_error(struct defer_cursor *cur, FILE *out)
{
	uint32_t type = defer_cursor__u32(cur), code = defer_cursor__u32(cur);
	int32_t cpu = read_s32(cur), pid = read_s32(cur), tid = read_s32(cur);
	uint32_t format = defer_cursor__u32(cur);
	uint64_t ip = defer_cursor__u64(cur), time = format ? defer_cursor__u64(cur) : 0;
	size_t left = defer_cursor__left(cur);

	fprintf(out, " %s error type %u", type == 1 ? "instruction trace" : "unknown", type);
	if (time)
		fprintf(out, " time %" PRIu64 ".%09" PRIu64, time / 1000000000, time % 1000000000);
	else
		fputs(" time 0", out);
	fprintf(out, " cpu %d pid %d tid %d ip %#" PRIx64 " code %u: ", cpu, pid, tid, ip, code);
	print_str(defer_cursor__str(cur, left < 64 ? left : 64), out);
}

static void dump_stat_config(struct defer_cursor *cur, FILE *out)
{
	static const char *const names[] = {"aggr_mode ", "interval  ", "scale     ", "aggr_level"};
	uint64_t nr = defer_cursor__u64(cur);

	putc('\n', out);
	for (; nr && defer_cursor__left(cur) >= 16; nr--) {
		uint64_t tag = defer_cursor__u64(cur);

		fprintf(out, "... %s %" PRIu64 "\n",
			tag < ARRAY_SIZE(names) ? names[tag] : "unknown   ",
			defer_cursor__u64(cur));
	}
}

static void dump_stat(struct defer_cursor *cur, FILE *out)
{
	uint64_t id = defer_cursor__u64(cur), value, enabled;
	int32_t cpu = read_s32(cur), thread = read_s32(cur);

	value = defer_cursor__u64(cur);
	enabled = defer_cursor__u64(cur);
	fprintf(out,
		"\n... id %" PRIu64 ", cpu %d, thread %d\n... value %" PRIu64 ", enabled %" PRIu64
		", running %" PRIu64 "\n",
		id, cpu, thread, value, enabled, defer_cursor__u64(cur));
}

static void dump_stat_round(struct defer_cursor *cur, FILE *out)
{
	uint64_t type = defer_cursor__u64(cur);

	fprintf(out, "\n... time %" PRIu64 ", type %s\n", defer_cursor__u64(cur),
		type == 1 ? "FINAL" : "INTERVAL");
}

static void dump_time_conv(struct defer_cursor *cur, FILE *out)
{
	putc('\n', out);
	fprintf(out, "... Time Shift      %" PRIu64 "\n", defer_cursor__u64(cur));
	fprintf(out, "... Time Multiplier %" PRIu64 "\n", defer_cursor__u64(cur));
	fprintf(out, "... Time Zero       %" PRIu64 "\n", defer_cursor__u64(cur));
	if (defer_cursor__left(cur) < 24)
		return;
	fprintf(out, "... Time Cycles     %" PRIu64 "\n", defer_cursor__u64(cur));
	fprintf(out, "... Time Mask       %#" PRIx64 "\n", defer_cursor__u64(cur));
	fprintf(out, "... Cap Time Zero   %u\n", defer_cursor__u8(cur));
	fprintf(out, "... Cap Time Short  %u\n", defer_cursor__u8(cur));
}

bool dump_perf_fields(uint32_t type, struct defer_cursor *cur, FILE *out)
{
	switch (type) {
	case DEFER_RECORD_HEADER_TRACING_DATA:
		fprintf(out, " size: %u\n", defer_cursor__u32(cur));
		return true;
	case DEFER_RECORD_HEADER_BUILD_ID:
		dump_build_id(cur, out);
		return true;
	case DEFER_RECORD_ID_INDEX:
		dump_id_index(cur, out);
		return true;
	case DEFER_RECORD_AUXTRACE_INFO:
		fprintf(out, " type: %u\n", defer_cursor__u32(cur));
		return true;
	case DEFER_RECORD_AUXTRACE:
		dump_auxtrace(cur, out);
		return true;
	case DEFER_RECORD_AUXTRACE_ERROR:
		dump_auxtrace_error(cur, out);
		return true;
	case DEFER_RECORD_THREAD_MAP:
		dump_thread_map(cur, out);
		return true;
	case DEFER_RECORD_CPU_MAP:
		fputs(": ", out);
		dump_cpus(cur, out);
		return true;
	case DEFER_RECORD_STAT_CONFIG:
		dump_stat_config(cur, out);
		return true;
	case DEFER_RECORD_STAT:
		dump_stat(cur, out);
		return true;
	case DEFER_RECORD_STAT_ROUND:
		dump_stat_round(cur, out);
		return true;
	case DEFER_RECORD_EVENT_UPDATE:
		dump_event_update(cur, out);
		return true;
	case DEFER_RECORD_TIME_CONV:
		dump_time_conv(cur, out);
		return true;
	case DEFER_RECORD_HEADER_FEATURE:
		fprintf(out, " feature: %" PRIu64 "\n", defer_cursor__u64(cur));
		return true;
	default:
		return false;
	}
}
