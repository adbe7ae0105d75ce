/* SPDX-License-Identifier: GPL-2.0-only */
/* gecko_meta: what a profile for the Firefox Profiler says before its threads; private to gecko. */
#ifndef PERF_DEFER_UI_EXPORT_GECKO_META_H
#define PERF_DEFER_UI_EXPORT_GECKO_META_H

#include <stdint.h>

struct export_source;
struct func;
struct json;

/* Places in the list of categories. */
enum gecko_category {
	GECKO_OTHER, /* the one that the viewer falls back to */
	GECKO_USER,
	GECKO_KERNEL,
	GECKO_MISSING,
};

/* Returns the enum gecko_category of the function's frames, and sets the place among its subcategories. */
uint32_t gecko_category__of(const struct func *func, uint32_t *sub);

/* Kinds of markers, by the names of their schemas. */
#define GECKO_ENTRY "KernelEntry"
#define GECKO_OFF   "OffCpu"
#define GECKO_EXEC  "Exec"
#define GECKO_LOST  "Lost"

/* Writes the member "meta". */
void gecko_meta__write(struct json *json, const struct export_source *source, const char *title);

#endif /* PERF_DEFER_UI_EXPORT_GECKO_META_H */
