/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * json: a writer that cannot write broken JSON.
 *
 * Values go straight to a FILE. A value in an object must have a key, one in an array must not,
 * and what is opened must be closed in turn: the first mistake, or a failed write, stops all
 * further output and json__finish() says so. Strings need not be valid UTF-8: bytes that are not
 * become U+FFFD, since names in a trace may be anything.
 */
#ifndef PERF_DEFER_UI_TEXT_JSON_H
#define PERF_DEFER_UI_TEXT_JSON_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include <perf/defer-error.h>

#define JSON_MAX_DEPTH 16

struct json {
	FILE *fp; /* the caller's */
	unsigned int depth;
	bool array[JSON_MAX_DEPTH]; /* what is open at each depth: an array, or else an object */
	bool more[JSON_MAX_DEPTH];  /* it has a member already */
	bool whole;		    /* one value stands at the outermost level: no other may */
	bool misused;
};

void json__init(struct json *json, FILE *fp);

/* 0 if one whole value was written, DEFER_ERR_INVAL if not, DEFER_ERR_IO if writing failed. */
int json__finish(struct json *json, struct defer_error *err);

/* @key: the member's name; NULL in an array and at the outermost level. */
void json__object(struct json *json, const char *key);
void json__array(struct json *json, const char *key);
void json__end(struct json *json); /* of the innermost object or array */

void json__u64(struct json *json, const char *key, uint64_t value);
void json__i64(struct json *json, const char *key, int64_t value);
void json__bool(struct json *json, const char *key, bool value);
void json__null(struct json *json, const char *key);
/* NULL is written as null. */
void json__str(struct json *json, const char *key, const char *value);
/* With @decimals digits after the point; null if @value is not a finite number. */
void json__double(struct json *json, const char *key, double value, int decimals);

#endif /* PERF_DEFER_UI_TEXT_JSON_H */
