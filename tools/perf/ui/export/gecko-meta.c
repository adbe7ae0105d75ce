// SPDX-License-Identifier: GPL-2.0-only
#include <string.h>

#include <perf/defer-class.h>

#include "ui/export/exports.h"
#include "ui/export/gecko-meta.h"
#include "ui/export/gecko.h"
#include "ui/text/json.h"
#include "util/base/array.h"
#include "util/header/env.h"
#include "util/profile/profile.h"
#include "util/profile/shown.h"
#include "util/session/session.h"
#include "util/view/chart.h"

/* The version of Gecko that this one of the format came with. */
#define GECKO_APP_VERSION 25

/* ---- categories ---- */

/* The first subcategory is the category itself. */
#define SUB_ITSELF  0
#define SUB_INLINED 1

uint32_t gecko_category__of(const struct func *func, uint32_t *sub)
{
	*sub = SUB_ITSELF;
	if (!func__is_frame(func)) {
		for (int cls = 0; cls < DEFER_NR_CLASSES; cls++) {
			const char *name = func__no_half_name(cls);

			if (name && func->name && !strcmp(func->name, name))
				*sub = cls + 1;
		}
		return GECKO_MISSING;
	}
	if (func->kind == FUNC_INLINED)
		*sub = SUB_INLINED;
	return func->is_kernel ? GECKO_KERNEL : GECKO_USER;
}

static void put_category(struct json *json, const char *name, const char *color, bool has_inlined)
{
	json__object(json, NULL);
	json__str(json, "name", name);
	json__str(json, "color", color);
	json__array(json, "subcategories");
	json__str(json, NULL, "Other");
	if (has_inlined)
		json__str(json, NULL, "Inlined");
}

static void put_categories(struct json *json)
{
	json__array(json, "categories");
	put_category(json, "Other", "grey", false);
	json__end(json);
	json__end(json);
	put_category(json, "User", "blue", true);
	json__end(json);
	json__end(json);
	put_category(json, "Kernel", "orange", true);
	json__end(json);
	json__end(json);
	put_category(json, "Missing", "magenta", false);
	for (int cls = 0; cls < DEFER_NR_CLASSES; cls++)
		json__str(json, NULL, defer_class__name(cls));
	json__end(json);
	json__end(json);
	json__end(json);
}

/* ---- markers ---- */

struct marker_field {
	const char *key, *label, *format;
};

static void put_schema(struct json *json, const char *name, const char *label,
		       const struct marker_field *fields, size_t nr)
{
	json__object(json, NULL);
	json__str(json, "name", name);
	json__str(json, "tooltipLabel", label);
	json__str(json, "tableLabel", label);
	json__str(json, "chartLabel", label);
	json__array(json, "display");
	json__str(json, NULL, "marker-chart");
	json__str(json, NULL, "marker-table");
	json__str(json, NULL, "timeline-overview");
	json__end(json);
	json__array(json, "data");
	for (size_t i = 0; i < nr; i++) {
		json__object(json, NULL);
		json__str(json, "key", fields[i].key);
		json__str(json, "label", fields[i].label);
		json__str(json, "format", fields[i].format);
		json__bool(json, "searchable", true);
		json__end(json);
	}
	json__end(json);
	json__end(json);
}

static void put_schemas(struct json *json)
{
	static const struct marker_field entry[] = {
		{"call", "Entered by", "string"},  {"user", "User code", "string"},
		{"state", "State", "string"},	   {"class", "User stack", "string"},
		{"samples", "Samples", "integer"}, {"remaining", "Until the return", "duration"},
		{"cookie", "Cookie", "string"},
	};
	static const struct marker_field off[] = {{"why", "Why", "string"}};
	static const struct marker_field exec[] = {{"comm", "New name", "string"}};
	static const struct marker_field lost[] = {{"records", "Records", "integer"},
						   {"cpu", "CPU", "string"}};

	json__array(json, "markerSchema");
	put_schema(json, GECKO_ENTRY, "{marker.data.call}", entry, ARRAY_SIZE(entry));
	put_schema(json, GECKO_OFF, "off CPU: {marker.data.why}", off, ARRAY_SIZE(off));
	put_schema(json, GECKO_EXEC, "exec {marker.data.comm}", exec, ARRAY_SIZE(exec));
	put_schema(json, GECKO_LOST, "{marker.data.records} records lost", lost, ARRAY_SIZE(lost));
	json__end(json);
}

/* ---- notes ---- */

static void put_note(struct json *json, const char *label, uint64_t value)
{
	json__object(json, NULL);
	json__str(json, "label", label);
	json__str(json, "format", "integer");
	json__u64(json, "value", value);
	json__end(json);
}

/* Writes the samples of each class, as in the ledger. */
static void put_ledger(struct json *json, const struct profile_event *event)
{
	json__array(json, "extra");
	json__object(json, NULL);
	json__str(json, "label", "Ledger");
	json__array(json, "entries");
	put_note(json, "samples", event->shown.nr);
	for (int cls = 0; cls < DEFER_NR_CLASSES; cls++) {
		if (event->shown_classes[cls])
			put_note(json, defer_class__name(cls), event->shown_classes[cls]);
	}
	json__end(json);
	json__end(json);
	json__end(json);
}

void gecko_meta__write(struct json *json, const struct export_source *source, const char *title)
{
	const struct env *env = source->shown->session->env;

	json__object(json, "meta");
	json__u64(json, "preprocessedProfileVersion", GECKO_VERSION);
	json__u64(json, "version", GECKO_APP_VERSION);
	json__double(json, "interval", (double)source->chart->step / 1e6, 6);
	json__u64(json, "startTime", 0);
	json__u64(json, "processType", 0);
	json__u64(json, "stackwalk", 1);
	json__str(json, "product", title);
	json__str(json, "importedFrom", "perf defer");
	json__str(json, "abi", env->arch ? env->arch : "");
	json__str(json, "oscpu", env->os_release ? env->os_release : "");
	json__str(json, "platform", "Linux");
	json__str(json, "misc", "");
	json__bool(json, "symbolicated", true);
	json__bool(json, "doesNotUseFrameImplementation", true);
	json__bool(json, "usesOnlyOneStackType", true);
	json__bool(json, "sourceCodeIsNotOnSearchfox", true);
	put_categories(json);
	put_schemas(json);
	put_ledger(json, source->event);
	json__end(json);
}
