/* SPDX-License-Identifier: GPL-2.0-only */
/* tep_fields: prints a tracepoint's sample as "name=value" if it has no usable print fmt. */
#ifndef PERF_DEFER_UTIL_HEADER_TEP_FIELDS_H
#define PERF_DEFER_UTIL_HEADER_TEP_FIELDS_H

#include <stdint.h>

struct tep_event;
struct trace_seq;

/*
 * Appends the fields of the sample in @room (TEP_CHECK_ROOM bytes, with zeros after the sample), in
 * libtraceevent's style for formats that it could not parse. The event must have passed
 * tep_check__fields().
 */
void tep_fields__print(struct tep_event *event, const uint8_t *room, struct trace_seq *seq);

#endif /* PERF_DEFER_UTIL_HEADER_TEP_FIELDS_H */
