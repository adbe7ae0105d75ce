// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>

#include "ui/tui/app/missing.h"
#include "util/dso/dso.h"
#include "util/resolve/resolve.h"
#include "util/session/session.h"

/*
 * Returns whether to report a DSO without symbols. As in report --stdio, a file that merely does
 * not exist is not reported.
 */
static bool is_worth_saying(const struct dso *dso)
{
	return dso__why_no_symbols(dso) &&
	       (dso->why.code != DEFER_ERR_NOENT || dso->kind == DSO_KERNEL);
}

void missing__count(struct missing *missing, const struct tui_data *data)
{
	const struct resolve *resolve = data->resolve;

	if (missing->known || !resolve || !data->has_names || data->partial)
		return;
	missing->known = true;
	missing->damaged = data->session->damage.nr > 0;
	for (uint32_t i = 0; i < resolve__nr_dsos(resolve); i++) {
		const struct dso *dso = resolve__dso(resolve, i);

		if (!is_worth_saying(dso))
			continue;
		if (dso->kind == DSO_KERNEL)
			missing->kernel = true;
		else
			missing->files++;
	}
}

const char *missing__hint(const struct missing *missing, char *buf, size_t size)
{
	unsigned int files = missing->files;
	const char *kernel = missing->kernel ? "the kernel" : "";
	const char *damage = missing->damaged ? "the trace is damaged" : "";
	char others[32] = "";

	if (missing->told || (!files && !*kernel && !*damage))
		return NULL;
	if (!files && !*kernel) {
		snprintf(buf, size, "i: %s", damage);
		return buf;
	}
	if (files)
		snprintf(others, sizeof(others), "%s%u file%s", *kernel ? " and " : "", files,
			 files == 1 ? "" : "s");
	snprintf(buf, size, "i: %s%swhy %s%s ha%s no symbols", damage, *damage ? "; " : "", kernel,
		 others, !files || (files == 1 && !*kernel) ? "s" : "ve");
	return buf;
}
