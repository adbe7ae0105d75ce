/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * json: a writer that cannot write broken JSON.
 *
 * Values go directly to a FILE. Rules:
 * - a value in an object has a key, one in an array has none;
 * - what is opened is closed, in reverse order;
 * - there is exactly one outermost value.
 * The first violation, or a failed write, stops all further output, and json__finish() returns the
 * error. Strings need not be valid UTF-8, since names in a trace may be anything: invalid bytes
 * become U+FFFD.
 */
#ifndef PERF_DEFER_UI_TEXT_JSON_H
#define PERF_DEFER_UI_TEXT_JSON_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include <perf/defer-error.h>

#define JSON_MAX_DEPTH 16

struct json {
	FILE *fp; /* owned by the caller */
	unsigned int depth;
	bool array[JSON_MAX_DEPTH]; /* per depth: an array is open; else an object */
	bool more[JSON_MAX_DEPTH];  /* per depth: it has a member already */
	bool whole;		    /* the outermost value is complete: no other may follow */
	bool misused;
	bool dense; /* all in one line: for programs alone; the caller sets it */
};

void json__init(struct json *json, FILE *fp);

/*
 * Returns 0 if one whole value was written, DEFER_ERR_INVAL if not, DEFER_ERR_IO if writing failed.
 */
int json__finish(struct json *json, struct defer_error *err);

/*
 * Each of these writes a value or opens one. @key: the member's name; NULL in an array and at the
 * outermost level.
 */
void json__object(struct json *json, const char *key);
void json__array(struct json *json, const char *key);
void json__end(struct json *json); /* closes the innermost object or array */

void json__u64(struct json *json, const char *key, uint64_t value);
void json__i64(struct json *json, const char *key, int64_t value);
void json__bool(struct json *json, const char *key, bool value);
void json__null(struct json *json, const char *key);
/* Writes @value, or null if it is NULL. */
void json__str(struct json *json, const char *key, const char *value);
/* Writes a string such as "0x1f": many readers keep fewer digits of a number. */
void json__hex(struct json *json, const char *key, uint64_t value);
/* Writes @decimals digits after the point; null if @value is not a finite number. */
void json__double(struct json *json, const char *key, double value, int decimals);

#endif /* PERF_DEFER_UI_TEXT_JSON_H */
