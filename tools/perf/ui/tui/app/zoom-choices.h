/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * zoom_choices: the values that can be zoomed into: the threads, DSOs and so on of the samples
 * shown.
 */
#ifndef PERF_DEFER_UI_TUI_APP_ZOOM_CHOICES_H
#define PERF_DEFER_UI_TUI_APP_ZOOM_CHOICES_H

#include "ui/tui/view/view.h"
#include "util/profile/zoom.h"

struct zoom_choice {
	uint64_t key; /* value of the zoom; DSO, SYMBOL: dso_id or symbol_id of a func */
	uint64_t weight;
};

struct zoom_choices {
	struct zoom_choice *choices; /* heaviest first */
	size_t nr;
	uint64_t total; /* the weight that is 100 % */
};

/* Lists all choices of @kind, which must not be time. The caller calls exit also after an error. */
int zoom_choices__init(struct zoom_choices *choices, enum zoom_kind kind,
		       const struct tui_data *data, struct defer_error *err);
void zoom_choices__exit(struct zoom_choices *choices);

/* Makes the zoom into a choice of @kind. */
struct zoom zoom_choice__zoom(enum zoom_kind kind, uint64_t key, const struct tui_data *data);

#endif /* PERF_DEFER_UI_TUI_APP_ZOOM_CHOICES_H */
