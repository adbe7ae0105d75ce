// SPDX-License-Identifier: GPL-2.0-only
#include "ui/export/proto.h"

/* Kinds of values, in the low bits of a field's key. */
enum {
	PROTO_VARINT = 0,
	PROTO_BYTES = 2
};

void proto__varint(struct byte_buf *to, uint64_t value)
{
	uint8_t bytes[10];
	size_t nr = 0;

	for (; value > 0x7f; value >>= 7)
		bytes[nr++] = value | 0x80;
	bytes[nr++] = value;
	byte_buf__add(to, bytes, nr);
}

void proto__u64(struct byte_buf *to, unsigned int field, uint64_t value)
{
	if (!value)
		return;
	proto__varint(to, field << 3 | PROTO_VARINT);
	proto__varint(to, value);
}

void proto__message(struct byte_buf *to, unsigned int field, struct byte_buf *message)
{
	proto__varint(to, field << 3 | PROTO_BYTES);
	proto__varint(to, message->size);
	byte_buf__add(to, message->data, message->size);
	to->no_memory |= message->no_memory;
	byte_buf__clear(message);
}
