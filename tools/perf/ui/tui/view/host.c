// SPDX-License-Identifier: GPL-2.0-only
#include "ui/tui/view/host.h"

void tui_host__say(struct tui_host *host, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	host->ops->say(host, fmt, args);
	va_end(args);
}
