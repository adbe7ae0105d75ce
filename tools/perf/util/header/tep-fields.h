/* SPDX-License-Identifier: GPL-2.0-only */
/* tep_fields: a tracepoint's sample as "name=value", for want of a print fmt to go by. */
#ifndef PERF_DEFER_UTIL_HEADER_TEP_FIELDS_H
#define PERF_DEFER_UTIL_HEADER_TEP_FIELDS_H

#include <stdint.h>

struct tep_event;
struct trace_seq;

/*
 * Appends the fields of the sample that lies in @room (TEP_CHECK_ROOM bytes, zeros behind it), in
 * the shape that libtraceevent has for formats that it could not parse. The event has passed
 * tep_check__fields().
 */
void tep_fields__print(struct tep_event *event, const uint8_t *room, struct trace_seq *seq);

#endif /* PERF_DEFER_UTIL_HEADER_TEP_FIELDS_H */
