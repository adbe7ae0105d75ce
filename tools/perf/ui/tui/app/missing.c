// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>

#include "ui/tui/app/missing.h"
#include "util/resolve/resolve.h"
#include "util/session/session.h"

void missing__count(struct missing *missing, const struct tui_data *data)
{
	const struct resolve *resolve = data->resolve;

	if (missing->known || !resolve || !data->has_names || data->partial)
		return;
	missing->known = true;
	missing->damaged = data->session->damage.nr > 0;
	missing->files = resolve__nr_without_symbols(resolve, &missing->kernel);
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
