// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>

#include "ui/stdio/dump-priv.h"
#include "ui/stdio/plain.h"
#include "util/dso/dso.h"
#include "util/header/env.h"
#include "util/header/reg-name.h"
#include "util/machine/branch.h"
#include "util/machine/cpumode.h"

static const char *mark_name(uint64_t ip)
{
	switch (ip) {
	case DEFER_CONTEXT_HV:
		return "PERF_CONTEXT_HV";
	case DEFER_CONTEXT_KERNEL:
		return "PERF_CONTEXT_KERNEL";
	case DEFER_CONTEXT_USER:
		return "PERF_CONTEXT_USER";
	case DEFER_CONTEXT_USER_DEFERRED:
		return "PERF_CONTEXT_USER_DEFERRED";
	case DEFER_CONTEXT_GUEST:
		return "PERF_CONTEXT_GUEST";
	case DEFER_CONTEXT_GUEST_KERNEL:
		return "PERF_CONTEXT_GUEST_KERNEL";
	case DEFER_CONTEXT_GUEST_USER:
		return "PERF_CONTEXT_GUEST_USER";
	default:
		return NULL;
	}
}

static void dump_address(uint64_t nr, uint64_t ip, FILE *out)
{
	fprintf(out, "..... %2" PRIu64 ": %016" PRIx64, nr, ip);
}

void dump_chain(const struct defer_chain *chain, FILE *out)
{
	fprintf(out, "... FP chain: nr:%" PRIu64 "\n", chain->nr);
	for (uint64_t i = 0; i < chain->nr; i++) {
		uint64_t ip = defer_chain__ip(chain, i);
		const char *mark = mark_name(ip);

		dump_address(i, ip, out);
		if (mark)
			fprintf(out, " (%s)", mark);
		putc('\n', out);
	}
	if (defer_chain__cookie(chain))
		fputs("...... (deferred)\n", out);
}

/* ---- branches ---- */

#define BRANCH_WORDS 3

/* Returns the @i-th u64 of a blob. */
static uint64_t blob_word(const struct defer_blob *blob, bool swap, uint64_t i)
{
	uint64_t value;

	memcpy(&value, blob->data + i * sizeof(value), sizeof(value));
	return swap ? __builtin_bswap64(value) : value;
}

static void dump_branch(const struct defer_sample *sample, uint64_t i, FILE *out)
{
	struct branch branch;

	branch__read(sample, i, &branch);
	dump_address(i, branch.from, out);
	fprintf(out, " -> %016" PRIx64 " %u cycles %s%s%s%s %x %s %s\n", branch.to, branch.cycles,
		branch.mispredicted ? "M" : " ", branch.predicted ? "P" : " ",
		branch.aborted ? "A" : " ", branch.in_tx ? "T" : " ", branch.reserved,
		branch__type_name(&branch), branch__spec_name(&branch));
}

/*
 * Prints the branches. In call-stack mode they are a list of addresses: the target of the innermost
 * branch, then the source of each.
 */
static void dump_branch_stack(const struct defer_sample *sample, FILE *out)
{
	const struct defer_blob *entries = &sample->branch.entries;
	bool calls = sample->user_half == DEFER_USER_BRANCHES;

	fprintf(out, "... branch %s: nr:%" PRIu64 "\n", calls ? "callstack" : "stack",
		sample->branch.nr + calls);
	for (uint64_t i = 0; i < sample->branch.nr; i++) {
		if (!calls) {
			dump_branch(sample, i, out);
			continue;
		}
		if (!i) {
			dump_address(0, blob_word(entries, sample->swap, 1), out);
			putc('\n', out);
		}
		dump_address(i + 1, blob_word(entries, sample->swap, i * BRANCH_WORDS), out);
		putc('\n', out);
	}
	if (sample->branch.counters.size)
		fprintf(out, "... branch stack counters: nr:%" PRIu64 "\n", sample->branch.nr);
	for (uint64_t i = 0; i < sample->branch.counters.size / sizeof(uint64_t); i++) {
		dump_address(i, blob_word(&sample->branch.counters, sample->swap, i), out);
		putc('\n', out);
	}
}

/* ---- registers and stacks ---- */

static const char *abi_name(uint64_t abi)
{
	return abi == 0 ? "none" : abi == 1 ? "32-bit" : abi == 2 ? "64-bit" : "unknown";
}

static void dump_regs(const char *whose, const struct defer_sample_regs *regs, bool swap,
		      const char *arch, FILE *out)
{
	char buf[REG_NAME_LEN];
	uint64_t nr = 0;

	if (!regs->mask)
		return;
	fprintf(out, "... %s regs: mask %#" PRIx64 " ABI %s\n", whose, regs->mask,
		abi_name(regs->abi));
	for (unsigned int reg = 0; reg < 64; reg++) {
		if (regs->mask >> reg & 1)
			fprintf(out, ".... %-5s 0x%016" PRIx64 "\n", reg__name(arch, reg, buf),
				blob_word(&regs->regs, swap, nr++));
	}
}

/* Prints the stack copy. Its offset is that of its size field in the record, as in perf. */
static void dump_user_stack(const struct defer_sample *sample, const struct defer_record *rec,
			    FILE *out)
{
	const uint8_t *bytes = sample->user_stack.bytes.data;

	fprintf(out, "... ustack: size %" PRIu64, sample->user_stack.dyn_size);
	if (bytes)
		fprintf(out, ", offset %#x", (unsigned int)(bytes - rec->data - sizeof(uint64_t)));
	putc('\n', out);
}

/* ---- numbers ---- */

static void dump_page_size(const char *whose, uint64_t size, FILE *out)
{
	static const char units[] = "BKMG";
	unsigned int unit = 0;

	fprintf(out, " .. %s page size: ", whose);
	if (!size) {
		fputs("N/A\n", out);
		return;
	}
	for (; size / 1024 > 1 && units[unit + 1]; unit++)
		size /= 1024;
	fprintf(out, "%" PRIu64 "%c\n", size, units[unit]);
}

static void dump_read_value(const struct defer_read_value *value, uint64_t format, FILE *out)
{
	fprintf(out, "..... id %016" PRIx64 ", value %016" PRIx64, value->id, value->value);
	if (format & DEFER_FORMAT_LOST)
		fprintf(out, ", lost %" PRIu64, value->lost);
	putc('\n', out);
}

static void dump_read(const struct defer_sample *sample, const struct defer_layout *layout,
		      FILE *out)
{
	uint64_t format = layout->read_format;
	struct defer_read_value value;

	fputs("... sample_read:\n", out);
	if (format & DEFER_FORMAT_TOTAL_TIME_ENABLED)
		fprintf(out, "...... time enabled %016" PRIx64 "\n", sample->read.enabled);
	if (format & DEFER_FORMAT_TOTAL_TIME_RUNNING)
		fprintf(out, "...... time running %016" PRIx64 "\n", sample->read.running);
	if (format & DEFER_FORMAT_GROUP)
		fprintf(out, ".... group nr %" PRIu64 "\n", sample->read.nr);
	for (uint64_t i = 0; defer_sample__read_value(sample, layout, i, &value); i++)
		dump_read_value(&value, format, out);
}

static void dump_weight(const struct defer_sample *sample, uint64_t type, FILE *out)
{
	fprintf(out, "... weight: %" PRIu64, sample->weight);
	if (type & DEFER_SAMPLE_WEIGHT_STRUCT)
		fprintf(out, ",0x%x,0x%x", sample->ins_lat, sample->weight3);
	putc('\n', out);
}

static void dump_numbers(const struct defer_sample *sample, const struct defer_layout *layout,
			 FILE *out)
{
	uint64_t type = layout->sample_type;

	if (type & (DEFER_SAMPLE_WEIGHT | DEFER_SAMPLE_WEIGHT_STRUCT))
		dump_weight(sample, type, out);
	if (type & DEFER_SAMPLE_DATA_SRC)
		fprintf(out, " . data_src: 0x%" PRIx64 "\n", sample->data_src);
	if (type & DEFER_SAMPLE_PHYS_ADDR)
		fprintf(out, " .. phys_addr: 0x%" PRIx64 "\n", sample->phys_addr);
	if (type & DEFER_SAMPLE_DATA_PAGE_SIZE)
		dump_page_size("data", sample->data_page_size, out);
	if (type & DEFER_SAMPLE_CODE_PAGE_SIZE)
		dump_page_size("code", sample->code_page_size, out);
	if (type & DEFER_SAMPLE_TRANSACTION)
		fprintf(out, "... transaction: %" PRIx64 "\n", sample->transaction);
	if (type & DEFER_SAMPLE_READ)
		dump_read(sample, layout, out);
}

/* Prints fields that perf shows only as bytes. */
static void dump_more(const struct defer_sample *sample, uint64_t type, FILE *out)
{
	if (type & (DEFER_SAMPLE_ID | DEFER_SAMPLE_IDENTIFIER))
		fprintf(out, "... id: %" PRIu64 "\n", sample->id);
	if (type & DEFER_SAMPLE_STREAM_ID)
		fprintf(out, "... stream id: %" PRIu64 "\n", sample->stream_id);
	if (type & DEFER_SAMPLE_RAW)
		fprintf(out, "... raw: size %" PRIu64 "\n", sample->raw.size);
	if (type & DEFER_SAMPLE_CGROUP)
		fprintf(out, "... cgroup: %" PRIu64 "\n", sample->cgroup);
	if (type & DEFER_SAMPLE_AUX)
		fprintf(out, "... aux: size %" PRIu64 "\n", sample->aux.size);
}

/* ---- whose, and where ---- */

static void dump_place(const struct session *session, const struct defer_sample *sample,
		       const struct defer_record *rec, FILE *out)
{
	uint64_t time = session->no_time ? rec->order : sample->time;
	const struct maps *maps;
	const struct map *map;
	struct task_view task;

	machine__find_task(session->machine, sample->pid, sample->tid, time, rec->order, &task);
	fputs(" ... thread: ", out);
	plain__puts(machine__comm(session->machine, task.comm_id), out);
	fprintf(out, ":%d\n ...... dso: ", sample->tid);
	maps = machine__maps(session->machine,
			     cpumode__maps(sample->cpumode,
					   machine__kernel_maps(session->machine, time, rec->order),
					   task.maps_id));
	map = maps ? maps__find(maps, sample->ip) : NULL;
	if (map)
		plain__puts(map->dso->name, out);
	else
		fputs(sample->cpumode == DEFER_MISC_HYPERVISOR ? "[hypervisor]" : "<not found>",
		      out);
	putc('\n', out);
}

void dump_sample(const struct session *session, const struct defer_sample *sample,
		 const struct defer_record *rec, const struct defer_evsel *evsel, FILE *out)
{
	uint64_t type = evsel->layout.sample_type;
	const char *arch = session->env->arch;

	fprintf(out, "(IP, %#x): %d/%d: %#" PRIx64 " period: %" PRIu64 " addr: %#" PRIx64 "\n",
		rec->misc, sample->pid, sample->tid, sample->ip, sample->period, sample->addr);
	if (sample->has_chain)
		dump_chain(&sample->chain, out);
	if (type & DEFER_SAMPLE_BRANCH_STACK)
		dump_branch_stack(sample, out);
	dump_regs("user", &sample->user_regs, sample->swap, arch, out);
	dump_regs("intr", &sample->intr_regs, sample->swap, arch, out);
	if (type & DEFER_SAMPLE_STACK_USER)
		dump_user_stack(sample, rec, out);
	dump_numbers(sample, &evsel->layout, out);
	dump_more(sample, type, out);
	dump_place(session, sample, rec, out);
}
