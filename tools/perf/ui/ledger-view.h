/* SPDX-License-Identifier: GPL-2.0-only */
/* ledger_view: what `audit` shows, as text or as JSON. Both say the same numbers. */
#ifndef PERF_DEFER_UI_LEDGER_VIEW_H
#define PERF_DEFER_UI_LEDGER_VIEW_H

#include "util/drops.h"
#include "util/ledger.h"

#define LEDGER_SHOW_EVENTS  (1 << 0)
#define LEDGER_SHOW_CAUSES  (1 << 1)
#define LEDGER_SHOW_THREADS (1 << 2)
#define LEDGER_SHOW_CPUS    (1 << 3)
#define LEDGER_SHOW_LATENCY (1 << 4)
#define LEDGER_SHOW_RECORDS (1 << 5)
#define LEDGER_SHOW_ALL	    ((1 << 6) - 1)

struct ledger_view {
	const struct ledger *ledger;   /* finished */
	const struct session *session; /* its events have names */
	const struct drops *drops;
	const char *path;
	unsigned int show;	  /* text only: LEDGER_SHOW_*; the classes are always there */
	unsigned int max_threads; /* text only: how many rows; 0: all */
	bool filtered;		  /* not all samples of the trace are in the ledger */
};

/* What @cls means, a few words. Never NULL. */
const char *defer_class__meaning(enum defer_class cls);

#endif /* PERF_DEFER_UI_LEDGER_VIEW_H */
