// SPDX-License-Identifier: GPL-2.0-only
/* Dumps the kernel's records that no pass reads: Linux 7.2, include/uapi/linux/perf_event.h. */
#include <inttypes.h>

#include "ui/stdio/dump-priv.h"
#include "ui/stdio/plain.h"
#include "util/base/array.h"

static int32_t read_s32(struct defer_cursor *cur)
{
	return (int32_t)defer_cursor__u32(cur);
}

static void dump_read(const struct defer_evsel *evsel, struct defer_cursor *cur, FILE *out)
{
	static const struct {
		uint64_t format;
		const char *name;
	} words[] = {
		{DEFER_FORMAT_TOTAL_TIME_ENABLED, "time enabled "},
		{DEFER_FORMAT_TOTAL_TIME_RUNNING, "time running "},
		{DEFER_FORMAT_ID, "id           "},
		{DEFER_FORMAT_LOST, "lost         "},
	};
	int32_t pid = read_s32(cur), tid = read_s32(cur);

	fprintf(out, ": %d %d ", pid, tid);
	plain__puts(evsel->name ? evsel->name : "", out);
	fprintf(out, " %" PRIu64 "\n", defer_cursor__u64(cur));
	for (size_t i = 0; i < ARRAY_SIZE(words); i++) {
		if (evsel->attr.read_format & words[i].format)
			fprintf(out, "... %s: %" PRIu64 "\n", words[i].name,
				defer_cursor__u64(cur));
	}
}

static void dump_aux(struct defer_cursor *cur, FILE *out)
{
	uint64_t offset = defer_cursor__u64(cur), size = defer_cursor__u64(cur);
	uint64_t flags = defer_cursor__u64(cur);

	fprintf(out, " offset: %#" PRIx64 " size: %#" PRIx64 " flags: %#" PRIx64 " [%s%s%s]\n",
		offset, size, flags, flags & 1 ? "T" : "", flags & 2 ? "O" : "",
		flags & 4 ? "P" : "");
}

static void dump_itrace_start(struct defer_cursor *cur, FILE *out)
{
	uint32_t pid = defer_cursor__u32(cur);

	fprintf(out, " pid: %u tid: %u\n", pid, defer_cursor__u32(cur));
}

static void dump_bpf_event(struct defer_cursor *cur, FILE *out)
{
	uint16_t type = defer_cursor__u16(cur), flags = defer_cursor__u16(cur);

	fprintf(out, " type %u, flags %u, id %u\n", type, flags, defer_cursor__u32(cur));
}

static void dump_code(const char *what, const uint8_t *bytes, uint16_t nr, FILE *out)
{
	for (uint16_t i = 0; bytes && i < nr; i++) {
		if (i % 16 == 0)
			fprintf(out, "%s            %s bytes:", i ? "\n" : "", what);
		fprintf(out, " %02x", bytes[i]);
	}
	if (bytes && nr)
		putc('\n', out);
}

static void dump_text_poke(struct defer_cursor *cur, FILE *out)
{
	uint64_t addr = defer_cursor__u64(cur);
	uint16_t nr_old = defer_cursor__u16(cur), nr_new = defer_cursor__u16(cur);

	fprintf(out, " %" PRIx64 "  old len %u new len %u\n", addr, nr_old, nr_new);
	dump_code("Old", defer_cursor__bytes(cur, nr_old), nr_old, out);
	dump_code("New", defer_cursor__bytes(cur, nr_new), nr_new, out);
}

bool dump_kernel_fields(uint32_t type, const struct defer_evsel *evsel, struct defer_cursor *cur,
			FILE *out)
{
	switch (type) {
	case DEFER_RECORD_READ:
		dump_read(evsel, cur, out);
		return true;
	case DEFER_RECORD_AUX:
		dump_aux(cur, out);
		return true;
	case DEFER_RECORD_ITRACE_START:
		dump_itrace_start(cur, out);
		return true;
	case DEFER_RECORD_BPF_EVENT:
		dump_bpf_event(cur, out);
		return true;
	case DEFER_RECORD_TEXT_POKE:
		dump_text_poke(cur, out);
		return true;
	case DEFER_RECORD_AUX_OUTPUT_HW_ID:
		fprintf(out, " hw_id: %#" PRIx64 "\n", defer_cursor__u64(cur));
		return true;
	default:
		return false;
	}
}
