// SPDX-License-Identifier: GPL-2.0-only
#include <signal.h>

#include "util/host/end-signal.h"

bool end_signal__is_pending(void)
{
	sigset_t pending;

	return !sigpending(&pending) &&
	       (sigismember(&pending, SIGINT) || sigismember(&pending, SIGTERM) ||
		sigismember(&pending, SIGHUP));
}
