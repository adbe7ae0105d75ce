/* SPDX-License-Identifier: GPL-2.0-only */
/* picks: what the samples of the event that is shown are of, to choose a zoom from. */
#ifndef PERF_DEFER_UI_TUI_APP_ZOOM_CHOICES_H
#define PERF_DEFER_UI_TUI_APP_ZOOM_CHOICES_H

#include "ui/tui/view/view.h"
#include "util/profile/zoom.h"

struct pick {
	uint64_t key; /* as zoom__of_key() takes it */
	uint64_t weight;
};

struct picks {
	struct pick *picks; /* the heaviest first; not more than can be looked through */
	size_t nr;
	uint64_t total; /* that shares are of */
};

/* All that there is of @kind, which is not time. Exit it also after an error. */
int picks__init(struct picks *picks, enum zoom_kind kind, const struct tui_data *data,
		struct defer_error *err);
void picks__exit(struct picks *picks);

#endif /* PERF_DEFER_UI_TUI_APP_ZOOM_CHOICES_H */
