// SPDX-License-Identifier: GPL-2.0-only
#include "ui/tui/app/copy.h"

#include <inttypes.h>
#include <stdio.h>

#include "ui/tui/term/clipboard.h"
#include "util/base/error.h"
#include "util/dso/dso.h"
#include "util/profile/profile.h"

/* Returns the name of @target, or NULL. The address of a function without a name goes to @buf. */
static const char *target_name(const struct tui_app *app, const struct zoom_target *target,
			       char *buf, size_t size)
{
	const struct profile *profile = app->data.profile;

	if (target->func && target->func->name)
		return target->func->name;
	if (target->func) {
		snprintf(buf, size, "%#" PRIx64, target->func->addr);
		return buf;
	}
	if (target->dso)
		return target->dso->name;
	return target->comm_id != UINT32_MAX && profile ? profile->comms[target->comm_id] : NULL;
}

int app__copy(struct tui_app *app, struct defer_error *err)
{
	const struct zoom_target target = app__target(app);
	char addr[32];
	const char *name = target_name(app, &target, addr, sizeof(addr));

	if (!name) {
		app__say(app, "There is no name here to copy");
		return 0;
	}
	if (clipboard__copy(app->term, name))
		return error__no_memory(err, "to copy a name");
	app__say(app, "Copied, if the terminal allows it: %s", name);
	return 0;
}
