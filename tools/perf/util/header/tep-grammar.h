/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * tep_grammar: decides whether the text of a tracepoint's format is one that a kernel writes.
 * libtraceevent's parser is made for kernels and may misbehave on any other text. The grammar is
 * that of Linux 6.19, kernel/trace/trace_events.c and include/trace/stages/stage3_trace_output.h.
 */
#ifndef PERF_DEFER_UTIL_HEADER_TEP_GRAMMAR_H
#define PERF_DEFER_UTIL_HEADER_TEP_GRAMMAR_H

#include <stdbool.h>
#include <stddef.h>

enum tep_trust {
	TEP_TRUST_NOTHING,
	TEP_TRUST_FIELDS, /* name, id and fields */
	TEP_TRUST_ALL,	  /* the print fmt as well */
};

/* Checks a whole format file. Sets *@fmt to the offset of the print fmt if anything is trusted. */
enum tep_trust tep_grammar__check(const char *text, size_t size, size_t *fmt);

#endif /* PERF_DEFER_UTIL_HEADER_TEP_GRAMMAR_H */
