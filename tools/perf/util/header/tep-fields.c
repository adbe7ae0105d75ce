// SPDX-License-Identifier: GPL-2.0-only
#include "util/header/tep-fields.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <traceevent/event-parse.h>

/* The bytes of a field, wherever they are in the sample. */
struct bytes {
	const uint8_t *data;
	size_t size;
};

/*
 * Returns the bytes of a field. A dynamic field holds their offset in its lower half and their
 * number in its upper half.
 */
static struct bytes field_bytes(const struct tep_format_field *field, const uint8_t *room)
{
	struct bytes bytes = {room + field->offset, field->size};
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

static bool is_text(struct bytes bytes)
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
	struct bytes bytes = field_bytes(field, room);

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

static void print_number(const struct tep_format_field *field, const uint8_t *room,
			 struct trace_seq *seq)
{
	uint64_t val = tep_read_number(field->event->tep, room + field->offset, field->size);

	if (field->flags & (TEP_FIELD_IS_POINTER | TEP_FIELD_IS_LONG))
		trace_seq_printf(seq, "0x%" PRIx64, val);
	else if (field->flags & TEP_FIELD_IS_SIGNED)
		trace_seq_printf(seq, "%" PRId64, extend_sign(val, field->size));
	else
		trace_seq_printf(seq, "%" PRIu64, val);
}

void tep_fields__print(struct tep_event *event, const uint8_t *room, struct trace_seq *seq)
{
	const struct tep_format_field *field;

	for (field = event->format.fields; field; field = field->next) {
		trace_seq_printf(seq, " %s=", field->name);
		if (field->flags & (TEP_FIELD_IS_ARRAY | TEP_FIELD_IS_DYNAMIC))
			print_array(field, room, seq);
		else
			print_number(field, room, seq);
	}
}
