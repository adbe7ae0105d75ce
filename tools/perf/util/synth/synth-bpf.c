// SPDX-License-Identifier: GPL-2.0-only
/* Records of BPF programs that are already loaded, and of the trampolines that call them. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <perf/defer-abi.h>

#include "util/host/bpf-progs.h"
#include "util/synth/synth-record.h"

/* Values of perf_record_ksymbol_type and perf_bpf_event_type, include/uapi/linux/perf_event.h. */
#define KSYMBOL_TYPE_BPF    1
#define BPF_EVENT_PROG_LOAD 1

struct synth_bpf {
	struct synth_record rec;
	bool has_trampolines;
};

static int write_ksymbol(struct synth_record *rec, uint64_t addr, uint32_t len, const char *name,
			 struct defer_error *err)
{
	const uint16_t type_flags[2] = {KSYMBOL_TYPE_BPF, 0};

	synth_record__begin(rec, DEFER_RECORD_KSYMBOL, 0);
	byte_buf__u64(&rec->bytes, addr);
	byte_buf__u32(&rec->bytes, len);
	byte_buf__add(&rec->bytes, type_flags, sizeof(type_flags));
	synth_record__str(rec, name);
	return synth_record__end(rec, err);
}

static int write_load(struct synth_record *rec, const struct bpf_prog *prog,
		      struct defer_error *err)
{
	const uint16_t type_flags[2] = {BPF_EVENT_PROG_LOAD, 0};

	synth_record__begin(rec, DEFER_RECORD_BPF_EVENT, 0);
	byte_buf__add(&rec->bytes, type_flags, sizeof(type_flags));
	byte_buf__u32(&rec->bytes, prog->id);
	byte_buf__add(&rec->bytes, prog->tag, sizeof(prog->tag));
	return synth_record__end(rec, err);
}

static int write_prog(void *ctx, const struct bpf_prog *prog, struct defer_error *err)
{
	struct synth_bpf *bpf = ctx;
	int ret = 0;

	for (uint32_t i = 0; i < prog->nr_funcs && !ret; i++)
		ret = write_ksymbol(&bpf->rec, prog->funcs[i].addr, prog->funcs[i].len,
				    prog->funcs[i].name, err);
	bpf->has_trampolines |= prog->has_trampoline;
	return ret ? ret : write_load(&bpf->rec, prog, err);
}

/*
 * Returns the name in a line such as "ffffffffc0201000 t bpf_trampoline_6442536467 [bpf]", or NULL
 * if it is not a trampoline's.
 */
static const char *trampoline__name(char *line, uint64_t *addr)
{
	char *pos, *module;

	*addr = strtoull(line, &pos, 16);
	if (pos == line || pos[0] != ' ' || !pos[1] || pos[2] != ' ' || !*addr)
		return NULL;
	pos += 3;
	module = strchr(pos, '\t');
	if (!module || strncmp(module, "\t[bpf]", 6))
		return NULL;
	*module = '\0';
	return !strncmp(pos, "bpf_trampoline_", 15) || !strncmp(pos, "bpf_dispatcher_", 15) ? pos
											    : NULL;
}

/* Assumes that each trampoline fills its own page: the kernel does not tell their sizes. */
int synth__trampolines(const struct synth_opts *opts, struct defer_error *err)
{
	struct synth_record rec = {.opts = opts};
	char path[PATH_MAX], *line = NULL;
	const char *name;
	size_t cap = 0;
	uint64_t addr;
	FILE *file;
	int ret = 0;

	snprintf(path, sizeof(path), "%s/kallsyms", opts->procfs);
	file = fopen(path, "re");
	if (!file)
		return 0;
	while (!ret && getline(&line, &cap, file) > 0) {
		name = trampoline__name(line, &addr);
		if (name)
			ret = write_ksymbol(&rec, addr, sysconf(_SC_PAGESIZE), name, err);
	}
	byte_buf__exit(&rec.bytes);
	free(line);
	fclose(file);
	return ret;
}

int synth__bpf(const struct synth_opts *opts, struct defer_error *err)
{
	struct synth_bpf bpf = {.rec = {.opts = opts}};
	int ret;

	ret = bpf_progs__each(write_prog, &bpf, err);
	/*
	 * Reading the kernel's long list of symbols is worthwhile only if there can be trampolines.
	 */
	if (!ret && bpf.has_trampolines)
		ret = synth__trampolines(opts, err);
	byte_buf__exit(&bpf.rec.bytes);
	return ret;
}
