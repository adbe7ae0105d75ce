// SPDX-License-Identifier: GPL-2.0-only
#include "util/header/tep-fields.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <traceevent/event-parse.h>

/* A dynamic field holds the offset of its bytes in its lower half, their number in its upper half. */
struct tep_field_bytes tep_fields__bytes(const struct tep_format_field *field, const uint8_t *room)
{
	struct tep_field_bytes bytes = {room + field->offset, field->size};
	uint32_t loc;

	if (!(field->flags & TEP_FIELD_IS_DYNAMIC))
		return bytes;
	loc = tep_read_number(field->event->tep, bytes.data, sizeof(loc));
	bytes.data = room + (loc & UINT16_MAX);
	bytes.size = loc >> 16;
	if (field->flags & TEP_FIELD_IS_RELATIVE)
		bytes.data += field->offset + field->size;
	return bytes;
}

static bool is_text(struct tep_field_bytes bytes)
{
	size_t i;

	for (i = 0; i < bytes.size && bytes.data[i]; i++)
		if (!isprint(bytes.data[i]) && !isspace(bytes.data[i]))
			return false;
	return true;
}

static void print_array(const struct tep_format_field *field, const uint8_t *room,
			struct trace_seq *seq)
{
	struct tep_field_bytes bytes = tep_fields__bytes(field, room);

	if (field->flags & TEP_FIELD_IS_STRING && is_text(bytes)) {
		trace_seq_printf(seq, "%.*s", (int)bytes.size, (const char *)bytes.data);
		return;
	}
	trace_seq_puts(seq, "ARRAY[");
	for (size_t i = 0; i < bytes.size; i++)
		trace_seq_printf(seq, "%s%02x", i ? ", " : "", bytes.data[i]);
	trace_seq_putc(seq, ']');
}

static int64_t extend_sign(uint64_t val, int size)
{
	switch (size) {
	case 1:
		return (int8_t)val;
	case 2:
		return (int16_t)val;
	case 4:
		return (int32_t)val;
	default:
		return (int64_t)val;
	}
}

/* A signed long of 8 bytes is decimal, as libtraceevent prints it. */
static bool is_hex(const struct tep_format_field *field)
{
	if (field->flags & TEP_FIELD_IS_SIGNED && field->size == 8)
		return field->flags & TEP_FIELD_IS_POINTER;
	return field->flags & (TEP_FIELD_IS_POINTER | TEP_FIELD_IS_LONG);
}

static void print_number(const struct tep_format_field *field, const uint8_t *room,
			 struct trace_seq *seq)
{
	uint64_t val = tep_read_number(field->event->tep, room + field->offset, field->size);

	if (is_hex(field))
		trace_seq_printf(seq, "0x%" PRIx64, val);
	else if (field->flags & TEP_FIELD_IS_SIGNED)
		trace_seq_printf(seq, "%" PRId64, extend_sign(val, field->size));
	else
		trace_seq_printf(seq, "%" PRIu64, val);
}

void tep_fields__print_value(const struct tep_format_field *field, const uint8_t *room,
			     struct trace_seq *seq)
{
	if (field->flags & (TEP_FIELD_IS_ARRAY | TEP_FIELD_IS_DYNAMIC))
		print_array(field, room, seq);
	else
		print_number(field, room, seq);
}

void tep_fields__print(struct tep_event *event, const uint8_t *room, struct trace_seq *seq)
{
	const struct tep_format_field *field;

	for (field = event->format.fields; field; field = field->next) {
		trace_seq_printf(seq, " %s=", field->name);
		tep_fields__print_value(field, room, seq);
	}
}
