/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * tep_grammar: is the text of a tracepoint's format what a kernel writes? libtraceevent's parser
 * is made for kernels: text that is none can lead it anywhere. The grammar is that of Linux 6.19,
 * kernel/trace/trace_events.c and include/trace/stages/stage3_trace_output.h.
 */
#ifndef PERF_DEFER_UTIL_HEADER_TEP_GRAMMAR_H
#define PERF_DEFER_UTIL_HEADER_TEP_GRAMMAR_H

#include <stdbool.h>
#include <stddef.h>

enum tep_trust {
	TEP_TRUST_NOTHING,
	TEP_TRUST_FIELDS, /* name, id and fields */
	TEP_TRUST_ALL,	  /* the print fmt, too */
};

/* Looks at a whole format file. *@fmt is where the print fmt begins, if anything is trusted. */
enum tep_trust tep_grammar__check(const char *text, size_t size, size_t *fmt);

#endif /* PERF_DEFER_UTIL_HEADER_TEP_GRAMMAR_H */
