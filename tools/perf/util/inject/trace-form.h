/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * trace_form: what stands around the records of a trace, carried over from one to another: header,
 * attrs with their ids, features. All in the byte order of the first one, and byte for byte as
 * there, but for what merged stacks make wrong: attrs that say that chains are deferred, that the
 * data are compressed, or in a directory, and where in the file AUX area data lie.
 */
#ifndef PERF_DEFER_UTIL_INJECT_TRACE_FORM_H
#define PERF_DEFER_UTIL_INJECT_TRACE_FORM_H

#include "util/inject/whole-file.h"
#include "util/session/session.h"

struct trace_form {
	struct session *session;
	struct whole_file *out;
	bool keep_deferred; /* attrs stay as they are */
	size_t attr_size;   /* bytes of each attr in the new file; 0: each its own, in a stream */
	uint64_t attrs_at, data_at;
};

int trace_form__init(struct trace_form *form, struct session *session, struct whole_file *out,
		     bool keep_deferred, struct defer_error *err);

/* All that comes before the records. */
int trace_form__begin(struct trace_form *form, struct defer_error *err);
/* All that comes after them, and of a file the header, which says where what is. */
int trace_form__end(struct trace_form *form, struct defer_error *err);

/*
 * Appends a HEADER_ATTR or HEADER_FEATURE record of a stream as it is in the new trace; others as they
 * are.
 */
void trace_form__add_record(const struct trace_form *form, struct byte_buf *bytes,
			    const struct defer_record *rec);

#endif /* PERF_DEFER_UTIL_INJECT_TRACE_FORM_H */
