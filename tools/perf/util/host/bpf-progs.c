// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>

#include "util/host/bpf-progs.h"

void bpf_progs__name(char *name, size_t size, const uint8_t tag[BPF_PROGS_TAG_SIZE],
		     const char *func)
{
	char hex[2 * BPF_PROGS_TAG_SIZE + 1];

	for (int i = 0; i < BPF_PROGS_TAG_SIZE; i++)
		snprintf(hex + 2 * i, 3, "%02x", tag[i]);
	snprintf(name, size, "bpf_prog_%s%s%s", hex, func ? "_" : "", func ? func : "");
}

#ifdef HAVE_LIBBPF

#include <bpf/bpf.h>
#include <bpf/btf.h>
#include <bpf/libbpf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Limit on the number of functions; the kernel's is lower: BPF_MAX_SUBPROGS is 256. */
#define MAX_FUNCS 65536
#define MAX_REC	  4096

/*
 * Information of one program as the kernel copies it out: arrays with one entry for each function.
 */
struct prog_reading {
	struct bpf_prog_info info;
	uint64_t *addrs;
	uint32_t *lens;
	uint8_t (*tags)[BPF_PROGS_TAG_SIZE];
	uint8_t *func_infos; /* NULL without BTF */
	struct btf *btf;     /* or NULL */
};

static void prog_reading__exit(struct prog_reading *reading)
{
	free(reading->addrs);
	free(reading->lens);
	free(reading->tags);
	free(reading->func_infos);
	btf__free(reading->btf);
}

static bool prog_reading__alloc(struct prog_reading *reading, const struct bpf_prog_info *has)
{
	struct bpf_prog_info *info = &reading->info;
	uint32_t nr = has->nr_jited_ksyms;

	reading->addrs = calloc(nr + 1, sizeof(*reading->addrs));
	reading->lens = calloc(nr + 1, sizeof(*reading->lens));
	reading->tags = calloc(nr + 1, sizeof(*reading->tags));
	info->nr_jited_ksyms = info->nr_jited_func_lens = info->nr_prog_tags = nr;
	info->jited_ksyms = (uintptr_t)reading->addrs;
	info->jited_func_lens = (uintptr_t)reading->lens;
	info->prog_tags = (uintptr_t)reading->tags;
	if (!reading->addrs || !reading->lens || !reading->tags)
		return false;
	if (!has->btf_id || has->nr_func_info != nr || has->func_info_rec_size > MAX_REC ||
	    has->func_info_rec_size < sizeof(struct bpf_func_info))
		return true;
	reading->func_infos = calloc(nr + 1, has->func_info_rec_size);
	info->nr_func_info = nr;
	info->func_info_rec_size = has->func_info_rec_size;
	info->func_info = (uintptr_t)reading->func_infos;
	return reading->func_infos;
}

/* Returns 1, 0 if the program is not accessible, or DEFER_ERR_NOMEM. */
static int prog_reading__read(struct prog_reading *reading, int fd)
{
	struct bpf_prog_info has = {0};
	uint32_t size = sizeof(has), nr;

	if (bpf_obj_get_info_by_fd(fd, &has, &size))
		return 0;
	nr = has.nr_jited_ksyms;
	if (size < offsetof(struct bpf_prog_info, nr_prog_tags) + sizeof(has.nr_prog_tags) ||
	    nr > MAX_FUNCS || nr != has.nr_jited_func_lens || nr != has.nr_prog_tags)
		nr = has.nr_jited_ksyms = has.nr_func_info = 0;
	if (!prog_reading__alloc(reading, &has))
		return DEFER_ERR_NOMEM;
	size = sizeof(reading->info);
	if (bpf_obj_get_info_by_fd(fd, &reading->info, &size) || reading->info.nr_jited_ksyms != nr)
		return 0;
	if (reading->func_infos && reading->info.nr_func_info == nr)
		reading->btf = btf__load_from_kernel_by_id(reading->info.btf_id);
	return 1;
}

/* Returns the BTF name of function @i. Without BTF, a program of one function has its own name. */
static const char *prog_reading__func(const struct prog_reading *reading, uint32_t i)
{
	const struct bpf_prog_info *info = &reading->info;
	const struct btf_type *type = NULL;
	struct bpf_func_info func;

	if (!reading->btf) {
		if (info->nr_jited_ksyms > 1)
			return "F";
		return info->name[0] ? info->name : NULL;
	}
	memcpy(&func, reading->func_infos + (size_t)i * info->func_info_rec_size, sizeof(func));
	type = btf__type_by_id(reading->btf, func.type_id);
	return type ? btf__name_by_offset(reading->btf, type->name_off) : NULL;
}

static bool has_trampoline(uint32_t type)
{
	return type == BPF_PROG_TYPE_TRACING || type == BPF_PROG_TYPE_LSM ||
	       type == BPF_PROG_TYPE_STRUCT_OPS || type == BPF_PROG_TYPE_EXT ||
	       type == BPF_PROG_TYPE_XDP;
}

static int prog_reading__tell(const struct prog_reading *reading, bpf_prog_fn fn, void *ctx,
			      struct defer_error *err)
{
	const struct bpf_prog_info *info = &reading->info;
	struct bpf_prog prog = {
		.id = info->id,
		.has_trampoline = has_trampoline(info->type),
		.nr_funcs = info->nr_jited_ksyms,
	};
	int ret;

	memcpy(prog.tag, info->tag, sizeof(prog.tag));
	prog.funcs = calloc(prog.nr_funcs + 1, sizeof(*prog.funcs));
	if (!prog.funcs)
		return DEFER_ERR_NOMEM;
	for (uint32_t i = 0; i < prog.nr_funcs; i++) {
		prog.funcs[i].addr = reading->addrs[i];
		prog.funcs[i].len = reading->lens[i];
		bpf_progs__name(prog.funcs[i].name, sizeof(prog.funcs[i].name), reading->tags[i],
				prog_reading__func(reading, i));
	}
	ret = fn(ctx, &prog, err);
	free(prog.funcs);
	return ret;
}

static int tell_prog(uint32_t id, bpf_prog_fn fn, void *ctx, struct defer_error *err)
{
	struct prog_reading reading = {0};
	int fd = bpf_prog_get_fd_by_id(id), ret;

	if (fd < 0)
		return 0;
	ret = prog_reading__read(&reading, fd);
	if (ret > 0)
		ret = prog_reading__tell(&reading, fn, ctx, err);
	if (ret == DEFER_ERR_NOMEM)
		defer_error__set(err, ret, "not enough memory for BPF programs");
	prog_reading__exit(&reading);
	close(fd);
	return ret;
}

int bpf_progs__each(bpf_prog_fn fn, void *ctx, struct defer_error *err)
{
	uint32_t id = 0;
	int ret = 0;

	libbpf_set_print(NULL);
	while (!ret && !bpf_prog_get_next_id(id, &id))
		ret = tell_prog(id, fn, ctx, err);
	return ret;
}

enum bpf_access bpf_progs__access(void)
{
	uint32_t id = 0;

	errno = 0;
	if (!bpf_prog_get_next_id(id, &id) || errno == ENOENT)
		return BPF_ACCESS_YES;
	return errno == EPERM || errno == EACCES ? BPF_ACCESS_DENIED : BPF_ACCESS_NO_KERNEL;
}

#else /* !HAVE_LIBBPF */

int bpf_progs__each(bpf_prog_fn fn, void *ctx, struct defer_error *err)
{
	(void)fn;
	(void)ctx;
	(void)err;
	return 0;
}

enum bpf_access bpf_progs__access(void)
{
	return BPF_ACCESS_NO_LIBRARY;
}

#endif /* HAVE_LIBBPF */
