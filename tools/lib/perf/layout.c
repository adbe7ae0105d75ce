// SPDX-License-Identifier: LGPL-2.1-only OR BSD-2-Clause
/* Finds where the fields of an event's samples and records are. */
#include <inttypes.h>

#include <perf/defer.h>

/*
 * The fixed 8-byte fields at the start of a sample, in the order of Linux 7.2,
 * perf_output_sample().
 */
#define FIXED_FIELDS                                                                        \
	(DEFER_SAMPLE_IDENTIFIER | DEFER_SAMPLE_IP | DEFER_SAMPLE_TID | DEFER_SAMPLE_TIME | \
	 DEFER_SAMPLE_ADDR | DEFER_SAMPLE_ID | DEFER_SAMPLE_STREAM_ID | DEFER_SAMPLE_CPU |  \
	 DEFER_SAMPLE_PERIOD)

/*
 * The fields of the sample_id of other records, as in Linux 7.2, __perf_event__output_id_sample().
 */
#define ID_ALL_FIELDS                                                                      \
	(DEFER_SAMPLE_TID | DEFER_SAMPLE_TIME | DEFER_SAMPLE_ID | DEFER_SAMPLE_STREAM_ID | \
	 DEFER_SAMPLE_CPU | DEFER_SAMPLE_IDENTIFIER)

static int nr_fields(uint64_t sample_type, uint64_t fields)
{
	return __builtin_popcountll(sample_type & fields);
}

static int id_pos(uint64_t sample_type)
{
	if (sample_type & DEFER_SAMPLE_IDENTIFIER)
		return 0;
	if (!(sample_type & DEFER_SAMPLE_ID))
		return -1;
	return nr_fields(sample_type, DEFER_SAMPLE_IP | DEFER_SAMPLE_TID | DEFER_SAMPLE_TIME |
					      DEFER_SAMPLE_ADDR);
}

static int time_pos(uint64_t sample_type)
{
	if (!(sample_type & DEFER_SAMPLE_TIME))
		return -1;
	return nr_fields(sample_type, DEFER_SAMPLE_IDENTIFIER | DEFER_SAMPLE_IP | DEFER_SAMPLE_TID);
}

static int tid_pos(uint64_t sample_type)
{
	if (!(sample_type & DEFER_SAMPLE_TID))
		return -1;
	return nr_fields(sample_type, DEFER_SAMPLE_IDENTIFIER | DEFER_SAMPLE_IP);
}

static int cpu_pos(uint64_t sample_type)
{
	if (!(sample_type & DEFER_SAMPLE_CPU))
		return -1;
	return nr_fields(sample_type, FIXED_FIELDS & ~(DEFER_SAMPLE_CPU | DEFER_SAMPLE_PERIOD));
}

static int id_all_pos(uint64_t sample_type)
{
	if (sample_type & DEFER_SAMPLE_IDENTIFIER)
		return 1;
	if (!(sample_type & DEFER_SAMPLE_ID))
		return -1;
	return 1 + nr_fields(sample_type, DEFER_SAMPLE_STREAM_ID | DEFER_SAMPLE_CPU);
}

static int check_known(const struct defer_attr *attr, struct defer_error *err)
{
	uint64_t fields = attr->sample_type & ~DEFER_SAMPLE_KNOWN;
	uint64_t formats = attr->read_format & ~DEFER_FORMAT_KNOWN;

	if (fields)
		return defer_error__set(err, DEFER_ERR_UNSUPPORTED,
					"An event's sample_type has unknown bits: %#" PRIx64,
					fields);
	if (formats && attr->sample_type & DEFER_SAMPLE_READ)
		return defer_error__set(err, DEFER_ERR_UNSUPPORTED,
					"An event's read_format has unknown bits: %#" PRIx64,
					formats);
	return DEFER_OK;
}

/*
 * Returns how the user half was recorded. perf record --call-graph dwarf copies the stack, and lbr
 * lets the processor track calls. A dump beside a user callchain is there to repair it. Linux 6.12,
 * tools/perf/util/evsel.c, __evsel__config_callchain().
 */
static enum defer_user_half find_user_half(const struct defer_attr *attr)
{
	const uint64_t dump = DEFER_SAMPLE_REGS_USER | DEFER_SAMPLE_STACK_USER;
	const bool has_chain = attr->sample_type & DEFER_SAMPLE_CALLCHAIN &&
			       !(attr->flags & DEFER_ATTR_EXCLUDE_CALLCHAIN_USER);

	if ((attr->sample_type & dump) == dump && !has_chain)
		return DEFER_USER_DUMP;
	if (attr->sample_type & DEFER_SAMPLE_BRANCH_STACK &&
	    attr->branch_sample_type & DEFER_BRANCH_CALL_STACK)
		return DEFER_USER_BRANCHES;
	return has_chain ? DEFER_USER_CHAIN : DEFER_USER_NOT_ASKED;
}

int defer_layout__init(struct defer_layout *layout, const struct defer_attr *attr,
		       struct defer_error *err)
{
	uint64_t type = attr->sample_type;
	int ret = check_known(attr, err);

	if (ret)
		return ret;

	*layout = (struct defer_layout){
		.sample_type = type,
		.read_format = attr->read_format,
		.fixed_size = 8 * nr_fields(type, FIXED_FIELDS),
		.regs_user_mask = attr->sample_regs_user,
		.regs_intr_mask = attr->sample_regs_intr,
		.regs_user = __builtin_popcountll(attr->sample_regs_user),
		.regs_intr = __builtin_popcountll(attr->sample_regs_intr),
		.sample_id_all = attr->flags & DEFER_ATTR_SAMPLE_ID_ALL,
		.branch_hw_index = attr->branch_sample_type & DEFER_BRANCH_HW_INDEX,
		.branch_counters = attr->branch_sample_type & DEFER_BRANCH_COUNTERS,
		.user_half = find_user_half(attr),
		.id_pos = id_pos(type),
		.tid_pos = tid_pos(type),
		.time_pos = time_pos(type),
		.cpu_pos = cpu_pos(type),
		.id_all_pos = -1,
	};
	if (layout->sample_id_all) {
		layout->id_all_pos = id_all_pos(type);
		layout->id_all_size = 8 * nr_fields(type, ID_ALL_FIELDS);
	}
	return DEFER_OK;
}
