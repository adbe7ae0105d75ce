/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * bpf_progs: lists the loaded BPF programs through libbpf. Source of facts: Linux 7.2,
 * kernel/bpf/syscall.c; names are perf's, tools/perf/util/bpf-event.c.
 */
#ifndef PERF_DEFER_UTIL_HOST_BPF_PROGS_H
#define PERF_DEFER_UTIL_HOST_BPF_PROGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <perf/defer-error.h>

#define BPF_PROGS_TAG_SIZE  8
#define BPF_PROGS_NAME_SIZE 512

/* The native code of one function of a program. */
struct bpf_func {
	uint64_t addr;
	uint32_t len; /* bytes */
	char name[BPF_PROGS_NAME_SIZE];
};

struct bpf_prog {
	uint32_t id;
	uint8_t tag[BPF_PROGS_TAG_SIZE];
	bool has_trampoline; /* its type is called through a trampoline */
	struct bpf_func *funcs;
	uint32_t nr_funcs; /* 0: interpreted, or its addresses are hidden from this user */
};

enum bpf_access {
	BPF_ACCESS_YES,
	BPF_ACCESS_NO_LIBRARY, /* built without libbpf */
	BPF_ACCESS_DENIED,
	BPF_ACCESS_NO_KERNEL, /* the kernel has no BPF, or cannot list programs */
};

/* Returns whether this process may list programs, and if not, why. */
enum bpf_access bpf_progs__access(void);

/* Called with each program; a negative result stops. */
typedef int (*bpf_prog_fn)(void *ctx, const struct bpf_prog *prog, struct defer_error *err);

/*
 * Calls @fn with each loaded program that is accessible. Returns 0, DEFER_ERR_NOMEM, or the result
 * of @fn. Programs that are unloaded meanwhile are left out.
 */
int bpf_progs__each(bpf_prog_fn fn, void *ctx, struct defer_error *err);

/* Writes "bpf_prog_<tag>", followed by "_<func>" if @func is not NULL. */
void bpf_progs__name(char *name, size_t size, const uint8_t tag[BPF_PROGS_TAG_SIZE],
		     const char *func);

#endif /* PERF_DEFER_UTIL_HOST_BPF_PROGS_H */
