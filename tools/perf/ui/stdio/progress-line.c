// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "ui/stdio/progress-line.h"
#include "util/base/clock.h"

#define REFRESH_MS 200

static int progress_line__format(const struct progress_line *line, char *text, size_t size)
{
	uint64_t done = atomic_load_explicit(&line->progress.done, memory_order_relaxed);

	if (line->total)
		return snprintf(text, size, "perf-defer: %s: %3.0f %%", line->what,
				100.0 * (done < line->total ? done : line->total) / line->total);
	if (done)
		return snprintf(text, size, "perf-defer: %s: %.1f MB", line->what, done / 1e6);
	return snprintf(text, size, "perf-defer: %s ...", line->what);
}

void progress_line__overwrite(FILE *out, int *width, const char *text, int len)
{
	struct winsize win;
	int max = 79;

	/* Some terminals wrap when the last column is written. */
	if (!ioctl(fileno(out), TIOCGWINSZ, &win) && win.ws_col)
		max = win.ws_col - 1;
	if (len > max)
		len = max;
	/* Overwrites a longer predecessor with blanks, which works on every terminal. */
	fprintf(out, "\r%.*s%*s", len, text, *width > len && *width <= max ? *width - len : 0, "");
	fflush(out);
	*width = len;
}

void progress_line__wipe(FILE *out, int *width)
{
	if (*width) {
		fprintf(out, "\r%*s\r", *width, "");
		fflush(out);
	}
	*width = 0;
}

static void progress_line__draw(struct progress_line *line)
{
	char text[128];
	int len = progress_line__format(line, text, sizeof(text));

	progress_line__overwrite(line->out, &line->width, text, len);
}

static void *progress_line__run(void *ctx)
{
	struct progress_line *line = ctx;
	struct timespec next = clock__after(line->delay_ms);

	pthread_mutex_lock(&line->lock);
	while (!line->ending) {
		if (pthread_cond_timedwait(&line->wake, &line->lock, &next) != ETIMEDOUT)
			continue;
		progress_line__draw(line);
		next = clock__after(REFRESH_MS);
	}
	pthread_mutex_unlock(&line->lock);
	return NULL;
}

/* Starts the thread with all signals blocked: they are for the thread that works. */
static int start_thread(struct progress_line *line)
{
	pthread_condattr_t attr;
	sigset_t all, before;
	int ret;

	pthread_mutex_init(&line->lock, NULL);
	pthread_condattr_init(&attr);
	pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
	pthread_cond_init(&line->wake, &attr);
	pthread_condattr_destroy(&attr);
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	ret = pthread_create(&line->thread, NULL, progress_line__run, line);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return ret;
}

void progress_line__start(struct progress_line *line, FILE *out, unsigned int delay_ms,
			  const char *what)
{
	memset(line, 0, sizeof(*line));
	line->what = what;
	line->delay_ms = delay_ms;
	if (!isatty(fileno(out)))
		return;
	line->out = out;
	if (start_thread(line))
		line->out = NULL;
}

void progress_line__phase(struct progress_line *line, const char *what, uint64_t total)
{
	if (!line->out)
		return;
	pthread_mutex_lock(&line->lock);
	progress__restart(&line->progress);
	line->what = what;
	line->total = total;
	pthread_mutex_unlock(&line->lock);
}

void progress_line__stop(struct progress_line *line)
{
	if (!line->out)
		return;
	pthread_mutex_lock(&line->lock);
	line->ending = true;
	pthread_cond_signal(&line->wake);
	pthread_mutex_unlock(&line->lock);
	pthread_join(line->thread, NULL);
	pthread_cond_destroy(&line->wake);
	pthread_mutex_destroy(&line->lock);
	progress_line__wipe(line->out, &line->width);
	line->out = NULL;
}
