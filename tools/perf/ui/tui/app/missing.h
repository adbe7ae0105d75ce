/* SPDX-License-Identifier: GPL-2.0-only */
/* missing: which symbols a trace lacks, and if it is damaged: what the bottom line hints at. */
#ifndef PERF_DEFER_UI_TUI_APP_MISSING_H
#define PERF_DEFER_UI_TUI_APP_MISSING_H

#include "ui/tui/view/view.h"

struct missing {
	bool known, kernel; /* it has none */
	unsigned int files; /* so many others */
	bool damaged;	    /* the trace itself */
	bool told;	    /* why: there is no hint any more */
};

/* Looks, once for each trace, as soon as names have been looked for. */
void missing__count(struct missing *missing, const struct tui_data *data);

/* "i: why the kernel has no symbols", "i: the trace is damaged", or NULL. */
const char *missing__hint(const struct missing *missing, char *buf, size_t size);

#endif /* PERF_DEFER_UI_TUI_APP_MISSING_H */
