// SPDX-License-Identifier: GPL-2.0-only
#include "ui/tui/app/summary-keys.h"
#include "ui/tui/term/keys.h"

/* Returns true for keys that are about no line, and have the same effect anywhere: Tab leads to its neighbours. */
static bool acts_anywhere(uint32_t key)
{
	static const uint32_t keys[] = {'0',	   'h', '?', KEY_F1, KEY_TAB,
					KEY_UNTAB, 'i', '[', ']',    'q'};

	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++) {
		if (keys[i] == key)
			return true;
	}
	return false;
}

bool app__pass_key(struct tui_app *app, uint32_t key)
{
	bool leads_back = key == KEY_ESC && app->before != app->current;

	if (!app__view(app)->ops->passes_keys || acts_anywhere(key) || leads_back)
		return false;
	app__go(app, 0);
	return true;
}
