/* SPDX-License-Identifier: LGPL-2.1-only OR BSD-2-Clause */
#ifndef PERF_DEFER_EVLIST_H
#define PERF_DEFER_EVLIST_H

#include <stdbool.h>
#include <stdint.h>

#include <perf/defer-attr.h>
#include <perf/defer-error.h>

#ifdef __cplusplus
extern "C" {
#endif

struct defer_record;

/* The maximum number of ids in a trace. perf refuses more than that as well. */
#define DEFER_MAX_IDS (1U << 24)

/**
 * struct defer_evsel - one event of a trace
 * @attr: its attributes
 * @layout: the layout of its samples
 * @idx: its index in the evlist
 * @ids: its ids, owned by the evlist
 * @nr_ids: the number of @ids
 * @name: its name, owned by the evlist; NULL until defer_evlist__set_name()
 */
struct defer_evsel {
	struct defer_attr attr;
	struct defer_layout layout;
	uint32_t idx;
	uint64_t *ids;
	uint64_t nr_ids;
	char *name;
};

/* struct defer_evlist - the events of a trace, and which event each id belongs to */
struct defer_evlist;

/**
 * defer_evlist__new() - create an empty list of events
 *
 * Return: the list, which the caller deletes with defer_evlist__delete(), or NULL if out of memory.
 */
struct defer_evlist *defer_evlist__new(void);

/**
 * defer_evlist__delete() - delete a list and all its events
 * @evlist: the list, or NULL
 */
void defer_evlist__delete(struct defer_evlist *evlist);

/**
 * defer_evlist__add() - add an event
 * @evlist: the list
 * @attr: the event's attributes, which are copied
 * @ids: the event's ids, which are copied
 * @nr_ids: the number of @ids
 * @err: the error to fill, or NULL
 *
 * The first event has index 0. An id that an earlier event has remains with that event. Pointers
 * to events stay valid. On errors nothing is added.
 *
 * Return: 0, %DEFER_ERR_NOMEM, %DEFER_ERR_CORRUPT for more than %DEFER_MAX_IDS ids, or an error as
 * from defer_layout__init().
 */
int defer_evlist__add(struct defer_evlist *evlist, const struct defer_attr *attr,
		      const uint64_t *ids, uint64_t nr_ids, struct defer_error *err);

/**
 * defer_evlist__set_name() - name an event, or rename it
 * @evlist: the list
 * @idx: the index of the event
 * @name: the name, which is copied
 * @err: the error to fill, or NULL
 *
 * Return: 0, %DEFER_ERR_NOENT if there is no such event, or %DEFER_ERR_NOMEM.
 */
int defer_evlist__set_name(struct defer_evlist *evlist, uint32_t idx, const char *name,
			   struct defer_error *err);

/**
 * defer_evlist__nr() - get the number of events
 * @evlist: the list
 *
 * Return: the number of events.
 */
uint32_t defer_evlist__nr(const struct defer_evlist *evlist);

/**
 * defer_evlist__evsel() - get an event by its index
 * @evlist: the list
 * @idx: the index of the event
 *
 * Return: the event, owned by @evlist, or NULL if there is no such event.
 */
const struct defer_evsel *defer_evlist__evsel(const struct defer_evlist *evlist, uint32_t idx);

/**
 * defer_evlist__find() - get an event by one of its ids
 * @evlist: the list
 * @id: the id
 *
 * Return: the event, owned by @evlist, or NULL if no event has the id.
 */
const struct defer_evsel *defer_evlist__find(const struct defer_evlist *evlist, uint64_t id);

/**
 * defer_evlist__record_evsel() - get the event that wrote a record
 * @evlist: the list
 * @rec: the record
 * @err: the error to fill, or NULL
 *
 * - A sole event has written all records.
 * - Of several events, the id tells, if all layouts keep it in the same place.
 * - Event 0 has written the records with id 0, which perf makes itself, the records of perf's own
 *   types, and, without sample_id_all, all records but samples.
 *
 * Return: the event, owned by @evlist. NULL if no event has the id (%DEFER_ERR_NOENT in @err) or
 * no id can be read (%DEFER_ERR_CORRUPT).
 */
const struct defer_evsel *defer_evlist__record_evsel(const struct defer_evlist *evlist,
						     const struct defer_record *rec,
						     struct defer_error *err);

/**
 * defer_evlist__any_flag() - check if any event has some flags
 * @evlist: the list
 * @flags: DEFER_ATTR_*
 *
 * Return: true if one event has all of @flags set.
 */
bool defer_evlist__any_flag(const struct defer_evlist *evlist, uint64_t flags);

/**
 * defer_evlist__has_time() - check if every record has a time
 * @evlist: the list
 *
 * Return: true if all records have a time. Otherwise their order has to be used instead, in all of
 * them.
 */
bool defer_evlist__has_time(const struct defer_evlist *evlist);

#ifdef __cplusplus
}
#endif

#endif /* PERF_DEFER_EVLIST_H */
