/* SPDX-License-Identifier: LGPL-2.1-only OR BSD-2-Clause */
#ifndef PERF_DEFER_H
#define PERF_DEFER_H

/**
 * DOC: libperf-defer
 *
 * The library decodes perf.data and stitches samples to deferred user callchains, which Linux
 * writes since 6.19. This header includes all the others, in the order in which data passes
 * through them::
 *
 *	defer-cursor.h    bytes, read with their bounds checked
 *	defer-header.h    the start of a perf.data file
 *	defer-record.h    a record: its header and its bounds
 *	defer-attr.h      an event's attributes, and the layout of its samples
 *	defer-evlist.h    the events of a trace, and which of them wrote a record
 *	defer-sample.h    the fields of a sample
 *	defer-event.h     the fields of a record that is not a sample
 *	defer-class.h     what became of a sample's user callchain
 *	defer-stitch.h    which deferred user callchain belongs to a sample
 *	defer-feed.h      the records of a trace, turned into a stitcher
 *
 * defer-abi.h has the constants of the perf ABI, defer-error.h the error that functions fill.
 *
 * Rules for all of them:
 *
 * - The library needs libc alone. It keeps no global state, never prints and never exits.
 * - Input is not trusted. Every size, count and offset is checked before it is used.
 * - A function that can fail returns a negative &enum defer_err. If it takes a &struct
 *   defer_error, it also fills that, unless the pointer is NULL.
 * - A pointer inside a decoded structure points into the caller's bytes, and is valid as long as
 *   they are. Nothing is copied.
 * - Times are nanoseconds of the clock that the file was recorded with. Sizes are bytes.
 * - Unless stated otherwise, many threads may read a structure at once, and one thread may change
 *   it while no other thread uses it.
 */

#include <perf/defer-abi.h>
#include <perf/defer-attr.h>
#include <perf/defer-class.h>
#include <perf/defer-cursor.h>
#include <perf/defer-error.h>
#include <perf/defer-event.h>
#include <perf/defer-evlist.h>
#include <perf/defer-feed.h>
#include <perf/defer-header.h>
#include <perf/defer-record.h>
#include <perf/defer-sample.h>
#include <perf/defer-stitch.h>

#endif /* PERF_DEFER_H */
