/* SPDX-License-Identifier: GPL-2.0-only */
/* tep_fields: prints a tracepoint's sample as "name=value" if it has no usable print fmt. */
#ifndef PERF_DEFER_UTIL_HEADER_TEP_FIELDS_H
#define PERF_DEFER_UTIL_HEADER_TEP_FIELDS_H

#include <stddef.h>
#include <stdint.h>

struct tep_event;
struct tep_format_field;
struct trace_seq;

/* The bytes of a field, wherever they are in the sample. */
struct tep_field_bytes {
	const uint8_t *data;
	size_t size;
};

/*
 * Appends the fields of the sample in @room (TEP_CHECK_ROOM bytes, with zeros after the sample), in
 * libtraceevent's style for formats that it could not parse. The event must have passed
 * tep_check__format().
 */
void tep_fields__print(struct tep_event *event, const uint8_t *room, struct trace_seq *seq);

/* Appends the value of one field of such an event. */
void tep_fields__print_value(const struct tep_format_field *field, const uint8_t *room,
			     struct trace_seq *seq);

/* Returns the bytes of a field of such an event. They lie in @room. */
struct tep_field_bytes tep_fields__bytes(const struct tep_format_field *field, const uint8_t *room);

#endif /* PERF_DEFER_UTIL_HEADER_TEP_FIELDS_H */
