/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * tep_check: decides from the text of a tracepoint's format how much of it libtraceevent may see.
 * That is made for what the kernel writes: Linux 6.19, kernel/trace/trace_events.c and
 * include/trace/stages/stage3_trace_output.h. On other texts it (1.7.1 and 1.8.4, event-parse.c)
 * recurses without end, divides by zero, follows pointers that are NULL or freed, and prints as far
 * as a sample says.
 */
#ifndef PERF_DEFER_UTIL_HEADER_TEP_CHECK_H
#define PERF_DEFER_UTIL_HEADER_TEP_CHECK_H

#include <stdbool.h>
#include <stddef.h>

/* Longest sample, and the largest offset and size of a field in it, bytes. */
#define TEP_CHECK_MAX_SAMPLE (1 << 16)

/*
 * Size of the room that holds a sample while it is printed, bytes. Every read of a format that
 * passed the check stays inside it: fields have at most TEP_CHECK_MAX_SAMPLE bytes, an index is less
 * than 100, arrays end 8 << 16 bytes after their start.
 */
#define TEP_CHECK_ROOM (8 << 20)

enum tep_trust {
	TEP_TRUST_NOTHING,
	TEP_TRUST_FIELDS, /* name, id and fields; the print fmt is no kernel's */
	TEP_TRUST_SYNTAX, /* the same; by its print fmt a sample says how far to read, or a divisor */
	TEP_TRUST_ALL,
};

/*
 * Checks a whole format file of @size bytes, which a NUL follows. Sets *@fmt to its print fmt if
 * anything is trusted.
 */
enum tep_trust tep_check__format(const char *format, size_t size, const char **fmt);

/*
 * Returns true if the conversions in a print fmt, its strings joined, have no width that is absurd
 * or comes from the sample, for which printing would allocate memory, and none is for wide
 * characters.
 */
bool tep_check__conversions(const char *format);

#endif /* PERF_DEFER_UTIL_HEADER_TEP_CHECK_H */
