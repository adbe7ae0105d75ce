// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "ui/stdio/header.h"
#include "ui/tui/app/info.h"
#include "ui/tui/app/text-box.h"
#include "util/dso/dso.h"
#include "util/resolve/resolve.h"

static int by_offset(const void *va, const void *vb)
{
	const struct defer_error *a = *(const struct defer_error *const *)va;
	const struct defer_error *b = *(const struct defer_error *const *)vb;

	return (a->offset > b->offset) - (a->offset < b->offset);
}

static void print_damage(const struct damage *damage, FILE *out)
{
	const struct defer_error *kept[DAMAGE_MAX_KEPT];
	char text[sizeof(kept[0]->text) + 32];

	if (!damage->nr)
		return;
	fprintf(out, "Damage:\n");
	for (unsigned int i = 0; i < damage->nr_kept; i++)
		kept[i] = &damage->kept[i];
	qsort(kept, damage->nr_kept, sizeof(*kept), by_offset);
	for (unsigned int i = 0; i < damage->nr_kept; i++) {
		if (kept[i]->offset == DEFER_NO_OFFSET)
			snprintf(text, sizeof(text), "%s", kept[i]->text);
		else
			snprintf(text, sizeof(text), "at %#" PRIx64 ": %s", kept[i]->offset,
				 kept[i]->text);
		fprintf(out, "  %s\n", text);
	}
	if (damage->nr > damage->nr_kept)
		fprintf(out, "  and %" PRIu64 " more\n", damage->nr - damage->nr_kept);
	fputc('\n', out);
}

static void print_missing(struct resolve *resolve, FILE *out)
{
	bool any = false;

	if (!resolve) {
		fprintf(out, "Symbols are being read.\n");
		return;
	}
	for (uint32_t i = 0; i < resolve__nr_dsos(resolve); i++) {
		const char *why = dso__why_no_symbols(resolve__dso(resolve, i));

		if (why && !any)
			fprintf(out, "No symbols:\n");
		if (why)
			fprintf(out, "  %s\n", why);
		any |= why != NULL;
	}
	if (any)
		fprintf(out, "\nOf programs and libraries, --symfs takes the recorded files.\n\n");
}

int app__info(struct tui_app *app, struct defer_error *err)
{
	struct text_lines text;
	int ret;

	if (!app->data.session) {
		app__say(app, "The trace is being read");
		return 0;
	}
	ret = text_lines__init(&text, err);
	if (ret)
		return ret;
	app->missing.told |= app->missing.known;
	/* Problems come before the header, which would fill the first screen. */
	if (app->data.resolve && !app->data.partial)
		print_damage(&app->data.session->damage, text.out);
	print_missing(app->data.resolve, text.out);
	session__print_header(app->data.session, true, text.out);
	return app__show_lines(app, app->path, &text, err);
}
