// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>

#include <perf/defer-abi.h>
#include <perf/defer-evlist.h>

#include "ui/stdio/event-desc.h"
#include "ui/stdio/plain.h"

struct bit_name {
	uint64_t bit;
	const char *name;
};

/* In perf's order (Linux 7.2, tools/perf/util/perf_event_attr_fprintf.c). */
static const struct bit_name sample_bits[] = {
	{DEFER_SAMPLE_IP, "IP"},
	{DEFER_SAMPLE_TID, "TID"},
	{DEFER_SAMPLE_TIME, "TIME"},
	{DEFER_SAMPLE_ADDR, "ADDR"},
	{DEFER_SAMPLE_READ, "READ"},
	{DEFER_SAMPLE_CALLCHAIN, "CALLCHAIN"},
	{DEFER_SAMPLE_ID, "ID"},
	{DEFER_SAMPLE_CPU, "CPU"},
	{DEFER_SAMPLE_PERIOD, "PERIOD"},
	{DEFER_SAMPLE_STREAM_ID, "STREAM_ID"},
	{DEFER_SAMPLE_RAW, "RAW"},
	{DEFER_SAMPLE_BRANCH_STACK, "BRANCH_STACK"},
	{DEFER_SAMPLE_REGS_USER, "REGS_USER"},
	{DEFER_SAMPLE_STACK_USER, "STACK_USER"},
	{DEFER_SAMPLE_IDENTIFIER, "IDENTIFIER"},
	{DEFER_SAMPLE_REGS_INTR, "REGS_INTR"},
	{DEFER_SAMPLE_DATA_SRC, "DATA_SRC"},
	{DEFER_SAMPLE_WEIGHT, "WEIGHT"},
	{DEFER_SAMPLE_TRANSACTION, "TRANSACTION"},
	{DEFER_SAMPLE_PHYS_ADDR, "PHYS_ADDR"},
	{DEFER_SAMPLE_AUX, "AUX"},
	{DEFER_SAMPLE_CGROUP, "CGROUP"},
	{DEFER_SAMPLE_DATA_PAGE_SIZE, "DATA_PAGE_SIZE"},
	{DEFER_SAMPLE_CODE_PAGE_SIZE, "CODE_PAGE_SIZE"},
	{DEFER_SAMPLE_WEIGHT_STRUCT, "WEIGHT_STRUCT"},
	{0, NULL},
};

static const struct bit_name format_bits[] = {
	{DEFER_FORMAT_TOTAL_TIME_ENABLED, "TOTAL_TIME_ENABLED"},
	{DEFER_FORMAT_TOTAL_TIME_RUNNING, "TOTAL_TIME_RUNNING"},
	{DEFER_FORMAT_ID, "ID"},
	{DEFER_FORMAT_GROUP, "GROUP"},
	{DEFER_FORMAT_LOST, "LOST"},
	{0, NULL},
};

/* The kernel's names: include/uapi/linux/perf_event.h, enum perf_branch_sample_type. */
static const struct bit_name branch_bits[] = {
	{1ULL << 0, "USER"},
	{1ULL << 1, "KERNEL"},
	{1ULL << 2, "HV"},
	{1ULL << 3, "ANY"},
	{1ULL << 4, "ANY_CALL"},
	{1ULL << 5, "ANY_RETURN"},
	{1ULL << 6, "IND_CALL"},
	{1ULL << 7, "ABORT_TX"},
	{1ULL << 8, "IN_TX"},
	{1ULL << 9, "NO_TX"},
	{1ULL << 10, "COND"},
	{1ULL << 11, "CALL_STACK"},
	{1ULL << 12, "IND_JUMP"},
	{1ULL << 13, "CALL"},
	{1ULL << 14, "NO_FLAGS"},
	{1ULL << 15, "NO_CYCLES"},
	{1ULL << 16, "TYPE_SAVE"},
	{DEFER_BRANCH_HW_INDEX, "HW_INDEX"},
	{1ULL << 18, "PRIV_SAVE"},
	{DEFER_BRANCH_COUNTERS, "COUNTERS"},
	{0, NULL},
};

static const struct bit_name flags[] = {
	{DEFER_ATTR_DISABLED, "disabled"},
	{DEFER_ATTR_INHERIT, "inherit"},
	{DEFER_ATTR_PINNED, "pinned"},
	{DEFER_ATTR_EXCLUSIVE, "exclusive"},
	{DEFER_ATTR_EXCLUDE_USER, "exclude_user"},
	{DEFER_ATTR_EXCLUDE_KERNEL, "exclude_kernel"},
	{DEFER_ATTR_EXCLUDE_HV, "exclude_hv"},
	{DEFER_ATTR_EXCLUDE_IDLE, "exclude_idle"},
	{DEFER_ATTR_MMAP, "mmap"},
	{DEFER_ATTR_COMM, "comm"},
	{DEFER_ATTR_FREQ, "freq"},
	{DEFER_ATTR_INHERIT_STAT, "inherit_stat"},
	{DEFER_ATTR_ENABLE_ON_EXEC, "enable_on_exec"},
	{DEFER_ATTR_TASK, "task"},
	{DEFER_ATTR_WATERMARK, "watermark"},
	{3ULL << DEFER_ATTR_PRECISE_IP_SHIFT, "precise_ip"},
	{DEFER_ATTR_MMAP_DATA, "mmap_data"},
	{DEFER_ATTR_SAMPLE_ID_ALL, "sample_id_all"},
	{DEFER_ATTR_EXCLUDE_HOST, "exclude_host"},
	{DEFER_ATTR_EXCLUDE_GUEST, "exclude_guest"},
	{DEFER_ATTR_EXCLUDE_CALLCHAIN_KERNEL, "exclude_callchain_kernel"},
	{DEFER_ATTR_EXCLUDE_CALLCHAIN_USER, "exclude_callchain_user"},
	{DEFER_ATTR_MMAP2, "mmap2"},
	{DEFER_ATTR_COMM_EXEC, "comm_exec"},
	{DEFER_ATTR_USE_CLOCKID, "use_clockid"},
	{DEFER_ATTR_CONTEXT_SWITCH, "context_switch"},
	{DEFER_ATTR_WRITE_BACKWARD, "write_backward"},
	{DEFER_ATTR_NAMESPACES, "namespaces"},
	{DEFER_ATTR_KSYMBOL, "ksymbol"},
	{DEFER_ATTR_BPF_EVENT, "bpf_event"},
	{DEFER_ATTR_AUX_OUTPUT, "aux_output"},
	{DEFER_ATTR_CGROUP, "cgroup"},
	{DEFER_ATTR_TEXT_POKE, "text_poke"},
	{DEFER_ATTR_BUILD_ID, "build_id"},
	{DEFER_ATTR_INHERIT_THREAD, "inherit_thread"},
	{DEFER_ATTR_REMOVE_ON_EXEC, "remove_on_exec"},
	{DEFER_ATTR_SIGTRAP, "sigtrap"},
	{DEFER_ATTR_DEFER_CALLCHAIN, "defer_callchain"},
	{DEFER_ATTR_DEFER_OUTPUT, "defer_output"},
	{0, NULL},
};

static const char *type_name(uint32_t type)
{
	static const char *const names[] = {
		[DEFER_TYPE_HARDWARE] = "PERF_TYPE_HARDWARE",
		[DEFER_TYPE_SOFTWARE] = "PERF_TYPE_SOFTWARE",
		[DEFER_TYPE_TRACEPOINT] = "PERF_TYPE_TRACEPOINT",
		[DEFER_TYPE_HW_CACHE] = "PERF_TYPE_HW_CACHE",
		[DEFER_TYPE_RAW] = "PERF_TYPE_RAW",
		[DEFER_TYPE_BREAKPOINT] = "PERF_TYPE_BREAKPOINT",
	};

	return type < sizeof(names) / sizeof(*names) ? names[type] : "PMU";
}

/* The layout of a list of fields. */
struct style {
	const char *is;	   /* separates a field's name from its value */
	bool config_names; /* also print the kernel's names for config */
};

static const struct style header_style = {" = ", false};
static const struct style evlist_style = {": ", true};

static const char *config_name(const struct defer_attr *attr, const char *event)
{
	static const char *const hardware[] = {
		"CPU_CYCLES",
		"INSTRUCTIONS",
		"CACHE_REFERENCES",
		"CACHE_MISSES",
		"BRANCH_INSTRUCTIONS",
		"BRANCH_MISSES",
		"BUS_CYCLES",
		"STALLED_CYCLES_FRONTEND",
		"STALLED_CYCLES_BACKEND",
		"REF_CPU_CYCLES",
	};
	static const char *const software[] = {
		"CPU_CLOCK",	    "TASK_CLOCK",      "PAGE_FAULTS",	  "CONTEXT_SWITCHES",
		"CPU_MIGRATIONS",   "PAGE_FAULTS_MIN", "PAGE_FAULTS_MAJ", "ALIGNMENT_FAULTS",
		"EMULATION_FAULTS", "DUMMY",	       "BPF_OUTPUT",	  "CGROUP_SWITCHES",
	};

	if (attr->type == DEFER_TYPE_TRACEPOINT)
		return event;
	if (attr->type == DEFER_TYPE_HARDWARE &&
	    attr->config < sizeof(hardware) / sizeof(*hardware))
		return hardware[attr->config];
	if (attr->type == DEFER_TYPE_SOFTWARE &&
	    attr->config < sizeof(software) / sizeof(*software))
		return software[attr->config];
	return NULL;
}

/*
 * Prints the kernel's name for config (include/uapi/linux/perf_event.h); for a tracepoint, the name
 * of the event.
 */
static void print_config_name(const struct defer_attr *attr, const char *event, FILE *out)
{
	const char *name = config_name(attr, event);

	if (!name)
		return;
	fputs(attr->type == DEFER_TYPE_HARDWARE	  ? " (PERF_COUNT_HW_"
	      : attr->type == DEFER_TYPE_SOFTWARE ? " (PERF_COUNT_SW_"
						  : " (",
	      out);
	plain__puts(name, out);
	putc(')', out);
}

static void print_bits(const char *what, uint64_t value, const struct bit_name *names,
		       const struct style *style, FILE *out)
{
	bool first = true;

	if (!value)
		return;
	fprintf(out, ", %s%s", what, style->is);
	for (; names->name; names++) {
		if (!(value & names->bit))
			continue;
		fprintf(out, "%s%s", first ? "" : "|", names->name);
		first = false;
	}
}

static void print_flags(uint64_t value, const struct style *style, FILE *out)
{
	for (const struct bit_name *flag = flags; flag->name; flag++) {
		uint64_t set = value & flag->bit;

		if (set)
			fprintf(out, ", %s%s%" PRIu64, flag->name, style->is,
				set >> __builtin_ctzll(flag->bit));
	}
}

static void print_number(const char *what, uint64_t value, const struct style *style, FILE *out)
{
	if (value)
		fprintf(out, ", %s%s%" PRIu64, what, style->is, value);
}

static void print_hex(const char *what, uint64_t value, const struct style *style, FILE *out)
{
	if (value)
		fprintf(out, ", %s%s%#" PRIx64, what, style->is, value);
}

/*
 * Prints all fields of @attr. @event is the event's name, which stands for a tracepoint's config.
 */
static void print_attr(const struct defer_attr *attr, const char *event, const struct style *style,
		       FILE *out)
{
	fprintf(out, "type%s%u (%s), size%s%u, config%s%#" PRIx64, style->is, attr->type,
		type_name(attr->type), style->is, attr->size, style->is, attr->config);
	if (style->config_names)
		print_config_name(attr, event, out);
	print_number("{ sample_period, sample_freq }", attr->sample_period, style, out);
	print_bits("sample_type", attr->sample_type, sample_bits, style, out);
	print_bits("read_format", attr->read_format, format_bits, style, out);
	print_flags(attr->flags, style, out);
	print_number("{ wakeup_events, wakeup_watermark }", attr->wakeup_events, style, out);
	print_number("bp_type", attr->bp_type, style, out);
	print_hex("{ bp_addr, config1 }", attr->config1, style, out);
	print_hex("{ bp_len, config2 }", attr->config2, style, out);
	print_bits("branch_sample_type", attr->branch_sample_type, branch_bits, style, out);
	print_hex("sample_regs_user", attr->sample_regs_user, style, out);
	print_number("sample_stack_user", attr->sample_stack_user, style, out);
	if (attr->clockid)
		fprintf(out, ", clockid%s%d", style->is, attr->clockid);
	print_hex("sample_regs_intr", attr->sample_regs_intr, style, out);
	print_number("aux_watermark", attr->aux_watermark, style, out);
	print_number("sample_max_stack", attr->sample_max_stack, style, out);
	print_number("aux_sample_size", attr->aux_sample_size, style, out);
}

void attr__print_evlist(const struct defer_attr *attr, const char *event, FILE *out)
{
	fputs(": ", out);
	print_attr(attr, event, &evlist_style, out);
}

void evsel__print_desc(const struct defer_evsel *evsel, FILE *out)
{
	fputs("# event : name = ", out);
	plain__puts(evsel->name, out);
	fputs(", ", out);
	if (evsel->nr_ids) {
		fputs(", id = {", out);
		for (uint64_t i = 0; i < evsel->nr_ids; i++)
			fprintf(out, "%s %" PRIu64, i ? "," : "", evsel->ids[i]);
		fputs(" }", out);
	}
	fputs(", ", out);
	print_attr(&evsel->attr, evsel->name, &header_style, out);
	putc('\n', out);
}
