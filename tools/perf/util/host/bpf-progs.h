/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * bpf_progs: the BPF programs that are loaded now, as the kernel tells of them by libbpf. Facts:
 * Linux 7.2, kernel/bpf/syscall.c; names as perf's, tools/perf/util/bpf-event.c.
 */
#ifndef PERF_DEFER_UTIL_HOST_BPF_PROGS_H
#define PERF_DEFER_UTIL_HOST_BPF_PROGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <perf/defer-error.h>

#define BPF_PROGS_TAG_SIZE  8
#define BPF_PROGS_NAME_SIZE 512

/* Native code of one function of a program. */
struct bpf_func {
	uint64_t addr;
	uint32_t len; /* bytes */
	char name[BPF_PROGS_NAME_SIZE];
};

struct bpf_prog {
	uint32_t id;
	uint8_t tag[BPF_PROGS_TAG_SIZE];
	bool has_trampoline; /* of a type that the kernel calls by code of its own */
	struct bpf_func *funcs;
	uint32_t nr_funcs; /* 0: it is interpreted, or its addresses are hidden from us */
};

enum bpf_access {
	BPF_ACCESS_YES,
	BPF_ACCESS_NO_LIBRARY, /* this build is without libbpf */
	BPF_ACCESS_DENIED,
	BPF_ACCESS_NO_KERNEL, /* the kernel has no BPF, or cannot list programs */
};

/* May the programs be listed? */
enum bpf_access bpf_progs__access(void);

/* Called with each program; negative stops. */
typedef int (*bpf_prog_fn)(void *ctx, const struct bpf_prog *prog, struct defer_error *err);

/*
 * All that are loaded and may be looked at: 0, DEFER_ERR_NOMEM, or what @fn returned. What goes
 * away meanwhile is left out.
 */
int bpf_progs__each(bpf_prog_fn fn, void *ctx, struct defer_error *err);

/* "bpf_prog_<tag>", and "_<func>" if @func is not NULL. */
void bpf_progs__name(char *name, size_t size, const uint8_t tag[BPF_PROGS_TAG_SIZE],
		     const char *func);

#endif /* PERF_DEFER_UTIL_HOST_BPF_PROGS_H */
