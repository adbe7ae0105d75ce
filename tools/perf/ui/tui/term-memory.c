// SPDX-License-Identifier: GPL-2.0-only
/* A term without a terminal, for tests and for views that are written to files. */
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "ui/tui/term-priv.h"
#include "util/array.h"

struct term_memory {
	struct term term;
	struct term_event *events;
	size_t nr, cap, next;
	int wake_fd;
};

static struct term_memory *memory(struct term *term)
{
	return (struct term_memory *)term;
}

static void flush(struct term *term)
{
	(void)term;
}

static bool is_awake(struct term_memory *mem, int timeout_ms)
{
	struct pollfd pfd = {.fd = mem->wake_fd, .events = POLLIN};
	uint64_t nr;

	return poll(&pfd, 1, timeout_ms) == 1 && read(mem->wake_fd, &nr, sizeof(nr)) == sizeof(nr);
}

/* An event TERM_EVENT_WAKE in the list waits for one. */
static int wait_event(struct term *term, int timeout_ms, struct term_event *event,
		      struct defer_error *err)
{
	struct term_memory *mem = memory(term);

	(void)err;
	if (mem->next == mem->nr) {
		event->kind = TERM_EVENT_QUIT;
		return 0;
	}
	*event = mem->events[mem->next];
	if (event->kind == TERM_EVENT_WAKE && !is_awake(mem, timeout_ms)) {
		event->kind = TERM_EVENT_NONE;
		return 0;
	}
	mem->next++;
	if (event->kind == TERM_EVENT_RESIZE)
		return term__resize(term, event->row, event->col, err);
	return 0;
}

static void wake(struct term *term)
{
	const uint64_t one = 1;

	while (write(memory(term)->wake_fd, &one, sizeof(one)) < 0 && errno == EINTR)
		;
}

static void exit_memory(struct term *term)
{
	struct term_memory *mem = memory(term);

	if (mem->wake_fd >= 0)
		close(mem->wake_fd);
	free(mem->events);
	free(mem);
}

static const struct term_backend backend = {
	.flush = flush,
	.redraw = flush,
	.wait = wait_event,
	.wake = wake,
	.suspend = flush,
	.exit = exit_memory,
};

int term__new_memory(struct term **termp, unsigned int rows, unsigned int cols, bool ascii,
		     struct defer_error *err)
{
	struct term_memory *mem = calloc(1, sizeof(*mem));
	int ret;

	*termp = NULL;
	if (!mem)
		return defer_error__set(err, DEFER_ERR_NOMEM, DEFER_NO_OFFSET,
					"no memory for the screen");
	mem->term.backend = &backend;
	mem->term.ascii = ascii;
	mem->wake_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	ret = mem->wake_fd < 0 ? defer_error__set(err, DEFER_ERR_IO, DEFER_NO_OFFSET, "eventfd: %s",
						  strerror(errno))
			       : term__resize(&mem->term, rows, cols, err);
	if (ret)
		term__delete(&mem->term);
	else
		*termp = &mem->term;
	return ret;
}

int term__feed(struct term *term, const struct term_event *events, size_t nr,
	       struct defer_error *err)
{
	struct term_memory *mem = memory(term);
	struct term_event *room =
		array__reserve(mem->events, &mem->cap, mem->nr + nr, sizeof(*events));

	if (!room)
		return defer_error__set(err, DEFER_ERR_NOMEM, DEFER_NO_OFFSET,
					"no memory for keys");
	mem->events = room;
	memcpy(room + mem->nr, events, nr * sizeof(*events));
	mem->nr += nr;
	return 0;
}
