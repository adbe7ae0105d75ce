/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * trace_form: copies everything around the records of a trace: header, attrs with their ids,
 * features. It keeps the input's byte order and bytes, except for what merged stacks make wrong:
 * attrs that announce deferred chains or stack dumps, features that say the data are compressed or in a
 * directory, and the place of AUX area data in the file. With compression it adds the feature that says so.
 */
#ifndef PERF_DEFER_UTIL_INJECT_TRACE_FORM_H
#define PERF_DEFER_UTIL_INJECT_TRACE_FORM_H

#include "util/inject/trace-out.h"
#include "util/output/header-writer.h"
#include "util/session/session.h"

struct defer_record;

struct trace_form {
	struct session *session;
	struct trace_out *out;
	bool keep_deferred; /* leave what attrs say of deferred chains */
	bool convert;	    /* attrs no longer announce stack dumps */
	bool has_marks;	    /* name the file of marks.h in BUILD_ID */
	/* Attributes of the new file; attr_size 0: each keeps its own, in a stream. */
	struct header_attrs attrs;
	struct header_state header; /* of the new file, until now */
};

int trace_form__init(struct trace_form *form, struct session *session, struct trace_out *out,
		     bool keep_deferred, struct defer_error *err);

/* Writes everything before the records. */
int trace_form__begin(struct trace_form *form, struct defer_error *err);
/* Writes everything after the records, and for a file its header, with the final offsets. */
int trace_form__end(struct trace_form *form, struct defer_error *err);

/*
 * Appends a HEADER_ATTR or HEADER_FEATURE record of a stream in its new form, and any other record
 * unchanged.
 */
void trace_form__add_record(const struct trace_form *form, struct byte_buf *bytes,
			    const struct defer_record *rec);

#endif /* PERF_DEFER_UTIL_INJECT_TRACE_FORM_H */
