/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * shown: what is shown of a trace: the stacks that pass the zooms, their samples, and the profile made of
 * them.
 *
 * Charts, heat, entries and lists of samples are made from it. Whoever makes one keeps a copy, so that what it
 * points to must outlive them.
 */
#ifndef PERF_DEFER_UTIL_PROFILE_SHOWN_H
#define PERF_DEFER_UTIL_PROFILE_SHOWN_H

struct fold;
struct profile;
struct samples;
struct session;
struct zooms;

struct shown {
	struct session *session;
	const struct profile *profile; /* of @part */
	const struct fold *all;
	const struct fold *part;       /* the part of @all that passes @zooms; or @all itself */
	const struct zooms *zooms;     /* NULL: none */
	const struct samples *samples; /* finished, of @all; NULL: none were kept */
};

#endif /* PERF_DEFER_UTIL_PROFILE_SHOWN_H */
