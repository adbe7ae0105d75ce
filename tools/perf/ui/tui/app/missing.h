/* SPDX-License-Identifier: GPL-2.0-only */
/* missing: the symbols that a trace lacks, and its damage, for the hint in the bottom line. */
#ifndef PERF_DEFER_UI_TUI_APP_MISSING_H
#define PERF_DEFER_UI_TUI_APP_MISSING_H

#include "ui/tui/view/view.h"

struct missing {
	bool known, kernel; /* counted; the kernel has no symbols */
	unsigned int files; /* number of other DSOs without symbols */
	bool damaged;	    /* the trace itself is damaged */
	bool told;	    /* the user has seen the reasons: no more hints */
};

/* Counts once for each trace, as soon as symbols have been read. */
void missing__count(struct missing *missing, const struct tui_data *data);

/* Returns the hint, "i: why the kernel has no symbols" or "i: the trace is damaged", or NULL. */
const char *missing__hint(const struct missing *missing, char *buf, size_t size);

#endif /* PERF_DEFER_UI_TUI_APP_MISSING_H */
