/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * proto: writes messages in the format of protocol buffers: each field is its number, its kind and
 * its value. A message within another one is built in a buffer of its own first, since its size
 * comes before it. (Protocol Buffers, "Encoding".)
 */
#ifndef PERF_DEFER_UI_EXPORT_PROTO_H
#define PERF_DEFER_UI_EXPORT_PROTO_H

#include "util/base/byte-buf.h"

/* Appends @value in groups of seven bits, the lowest first. */
void proto__varint(struct byte_buf *to, uint64_t value);

/* Appends a number; nothing if it is 0, which readers take for granted. */
void proto__u64(struct byte_buf *to, unsigned int field, uint64_t value);

/* Appends a string, a message or packed numbers as a field, and clears @message. */
void proto__message(struct byte_buf *to, unsigned int field, struct byte_buf *message);

#endif /* PERF_DEFER_UI_EXPORT_PROTO_H */
