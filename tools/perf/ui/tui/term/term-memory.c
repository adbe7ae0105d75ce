// SPDX-License-Identifier: GPL-2.0-only
/* A term without a terminal, for tests and for printing views to files. */
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#include "ui/tui/term/term-priv.h"
#include "util/base/error.h"

#define PATIENCE 100 /* seconds that a step waits for its screen, even on a busy machine */

struct term_memory {
	struct term term;
	const struct term_step *steps;
	size_t nr, next;
	bool waits; /* the next step has begun to wait */
	bool rests; /* the app had nothing left to do before it drew last */
	time_t since;
	int wake_fd;
	char *sent; /* last control sequence, or NULL */
};

static struct term_memory *term_memory_of(const struct term *term)
{
	return (struct term_memory *)term;
}

static void term_memory__flush(struct term *term)
{
	(void)term;
}

static bool term_memory__shows(const struct term *term, const char *text)
{
	char line[TERM_MAX_COLS * 4 + 1];

	for (unsigned int row = 0; row < term->rows; row++) {
		term__text(term, row, line, sizeof(line));
		if (strstr(line, text))
			return true;
	}
	return false;
}

static time_t term_memory__now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec;
}

static bool is_woken(const struct term_memory *mem)
{
	struct pollfd pfd = {.fd = mem->wake_fd, .events = POLLIN};

	return poll(&pfd, 1, 0) == 1;
}

/*
 * Returns whether nothing is left to do for an app that waits for @timeout_ms. The first time it only draws again:
 * another thread may have come to its end after the last drawing.
 */
static bool is_idle(struct term_memory *mem, int timeout_ms, struct term_event *event)
{
	const bool was = mem->rests;

	mem->rests = timeout_ms < 0 && !is_woken(mem);
	if (mem->rests && !was)
		event->kind = TERM_EVENT_WAKE;
	return mem->rests && was;
}

/* Waits a moment, so that the app draws again before the step looks at the screen again. */
static void wait_more(struct term_memory *mem, int timeout_ms, struct term_event *event)
{
	struct pollfd pfd = {.fd = mem->wake_fd, .events = POLLIN};
	int left = PATIENCE * 1000;
	uint64_t nr;

	if (!mem->waits)
		mem->since = term_memory__now();
	mem->waits = true;
	if (timeout_ms < 0 || timeout_ms > left)
		timeout_ms = left;
	if (term_memory__now() - mem->since > PATIENCE)
		event->kind = TERM_EVENT_QUIT;
	else if (poll(&pfd, 1, timeout_ms) == 1 &&
		 read(mem->wake_fd, &nr, sizeof(nr)) == sizeof(nr))
		event->kind = TERM_EVENT_WAKE;
}

static int term_memory__wait(struct term *term, int timeout_ms, struct term_event *event,
			     struct defer_error *err)
{
	struct term_memory *mem = term_memory_of(term);

	for (; mem->next < mem->nr; mem->next++) {
		const struct term_step *step = &mem->steps[mem->next];

		if (step->idle && !is_idle(mem, timeout_ms, event)) {
			if (!mem->rests)
				wait_more(mem, timeout_ms, event);
			return 0;
		}
		mem->rests = false;
		if (step->until && !term_memory__shows(term, step->until)) {
			wait_more(mem, timeout_ms, event);
			return 0;
		}
		mem->waits = false;
		if (step->look)
			step->look(term, step->ctx);
		if (step->event.kind == TERM_EVENT_NONE)
			continue;
		mem->next++;
		*event = step->event;
		if (event->kind == TERM_EVENT_RESIZE)
			return term__resize(term, event->row, event->col, err);
		return 0;
	}
	event->kind = TERM_EVENT_QUIT;
	return 0;
}

static void term_memory__wake(struct term *term)
{
	eventfd_write(term_memory_of(term)->wake_fd, 1);
}

static int term_memory__lend(struct term *term, term_lend_fn fn, void *ctx)
{
	(void)term;
	return fn(ctx, -1);
}

static void term_memory__send(struct term *term, const char *bytes)
{
	struct term_memory *mem = term_memory_of(term);

	free(mem->sent);
	mem->sent = strdup(bytes);
}

const char *term__sent(const struct term *term)
{
	const struct term_memory *mem = (const struct term_memory *)term;

	return mem->sent ? mem->sent : "";
}

static void exit_memory(struct term *term)
{
	free(term_memory_of(term)->sent);
	if (term_memory_of(term)->wake_fd >= 0)
		close(term_memory_of(term)->wake_fd);
	free(term);
}

static const struct term_backend backend = {
	.flush = term_memory__flush,
	.redraw = term_memory__flush,
	.wait = term_memory__wait,
	.wake = term_memory__wake,
	.suspend = term_memory__flush,
	.lend = term_memory__lend,
	.send = term_memory__send,
	.exit = exit_memory,
};

int term__new_memory(struct term **termp, unsigned int rows, unsigned int cols, bool ascii,
		     struct defer_error *err)
{
	struct term_memory *mem = calloc(1, sizeof(*mem));
	int ret;

	*termp = NULL;
	if (!mem)
		return error__no_memory(err, "for the screen");
	mem->term.backend = &backend;
	mem->term.ascii = ascii;
	mem->wake_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	ret = mem->wake_fd < 0 ? defer_error__set(err, DEFER_ERR_IO, "eventfd: %s", strerror(errno))
			       : term__resize(&mem->term, rows, cols, err);
	if (ret)
		term__delete(&mem->term);
	else
		*termp = &mem->term;
	return ret;
}

void term__feed(struct term *term, const struct term_step *steps, size_t nr)
{
	struct term_memory *mem = term_memory_of(term);

	mem->steps = steps;
	mem->nr = nr;
	mem->next = 0;
}

bool term__is_done(const struct term *term)
{
	return term_memory_of(term)->next == term_memory_of(term)->nr;
}

const char *term__awaited(const struct term *term)
{
	const struct term_memory *mem = term_memory_of(term);

	return mem->next < mem->nr ? mem->steps[mem->next].until : NULL;
}
