// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <sched.h>
#include <string.h>

#include "util/record/realtime.h"

int realtime__set(int priority, struct defer_error *err)
{
	const struct sched_param param = {.sched_priority = priority};
	int min = sched_get_priority_min(SCHED_FIFO), max = sched_get_priority_max(SCHED_FIFO);

	if (priority < min || priority > max)
		return defer_error__set(err, DEFER_ERR_INVAL,
					"invalid realtime priority %d: it must be from %d to %d "
					"(-r)",
					priority, min, max);
	if (!sched_setscheduler(0, SCHED_FIFO, &param))
		return 0;
	if (errno == EPERM)
		return defer_error__set(err, DEFER_ERR_IO,
					"no permission to set realtime priority %d (-r): it "
					"needs CAP_SYS_NICE or a sufficient ulimit -r",
					priority);
	return defer_error__set(err, DEFER_ERR_IO, "cannot set realtime priority %d (-r): %s",
				priority, strerror(errno));
}
