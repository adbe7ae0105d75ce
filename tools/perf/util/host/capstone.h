/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * capstone: libcapstone, loaded when assembly is asked for. Linked, its tables would take 3 MB and a
 * millisecond of every run.
 */
#ifndef PERF_DEFER_UTIL_HOST_CAPSTONE_H
#define PERF_DEFER_UTIL_HOST_CAPSTONE_H

#ifdef HAVE_CAPSTONE

#include <stdbool.h>

/* Since capstone 5, an enum of its has the name of a struct of libbpf's. */
#define bpf_insn capstone_bpf_insn
#include <capstone/capstone.h>
#undef bpf_insn

#define CAPSTONE_SONAME_OF(major) "libcapstone.so." #major
#define CAPSTONE_SONAME_AS(major) CAPSTONE_SONAME_OF(major)
#define CAPSTONE_SONAME		  CAPSTONE_SONAME_AS(CS_API_MAJOR)

/* The functions of the library, by their names without "cs_". */
struct capstone {
	__typeof__(cs_version) *version;
	__typeof__(cs_open) *open;
	__typeof__(cs_close) *close;
	__typeof__(cs_option) *option;
	__typeof__(cs_malloc) *malloc;
	__typeof__(cs_free) *free;
	__typeof__(cs_disasm_iter) *disasm_iter;
	__typeof__(cs_insn_group) *insn_group;
};

/* Loads the library, which stays until the process ends. Returns false if it cannot be loaded. */
bool capstone__load(struct capstone *cs);

#endif

#endif /* PERF_DEFER_UTIL_HOST_CAPSTONE_H */
