// SPDX-License-Identifier: GPL-2.0-only
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/base/array.h"
#include "util/record/control.h"
#include "util/base/error.h"

/* Limit of reads in one call, so that a flood of input does not delay reading the buffers. */
#define MAX_READS 64

static const struct {
	const char *word;
	enum control_command command;
	bool has_args;
} commands[] = {
	{"enable", CONTROL_ENABLE, true},      {"disable", CONTROL_DISABLE, true},
	{"stop", CONTROL_STOP, false},	       {"ping", CONTROL_PING, false},
	{"snapshot", CONTROL_SNAPSHOT, false}, {"evlist", CONTROL_EVLIST, true},
};

/* ---- open ---- */

static int bad_spec(const char *spec, const char *why, struct defer_error *err)
{
	return defer_error__set(err, DEFER_ERR_INVAL, "--control %s: %s", spec, why);
}

/* Reads a descriptor's number at *@str and steps over it. Returns -1 if there is none. */
static int parse_fd(const char **str)
{
	char *end;
	long fd;

	if (!isdigit((unsigned char)**str))
		return -1;
	errno = 0;
	fd = strtol(*str, &end, 10);
	if (errno || fd > INT_MAX)
		return -1;
	*str = end;
	return fd;
}

/* Returns whether @fd is open for @access (O_RDONLY or O_WRONLY). */
static bool fd__allows(int fd, int access)
{
	int flags = fcntl(fd, F_GETFL);

	return flags >= 0 && ((flags & O_ACCMODE) == access || (flags & O_ACCMODE) == O_RDWR);
}

static int open_fds(struct control *control, const char *spec, struct defer_error *err)
{
	const char *pos = spec + strlen("fd:");
	int fd = parse_fd(&pos), ack_fd = -1;

	if (fd >= 0 && *pos == ',') {
		pos++;
		ack_fd = parse_fd(&pos);
		if (ack_fd < 0)
			fd = -1;
	}
	if (fd < 0 || *pos)
		return bad_spec(spec, "expected fd:NUMBER[,NUMBER]", err);
	if (!fd__allows(fd, O_RDONLY))
		return bad_spec(spec, "the first descriptor is not open for reading", err);
	if (ack_fd >= 0 && !fd__allows(ack_fd, O_WRONLY))
		return bad_spec(spec, "the second descriptor is not open for writing", err);
	control->in_fd = fd;
	control->ack_fd = ack_fd;
	return 0;
}

/* Opens the FIFO for both directions, so that it works without another process that has it open. */
static int open_fifo(const char *path, int *fd, struct defer_error *err)
{
	struct stat st;

	*fd = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC);
	if (*fd < 0 || fstat(*fd, &st))
		return defer_error__set(err, DEFER_ERR_IO, "--control: %s: %s", path,
					strerror(errno));
	if (!S_ISFIFO(st.st_mode))
		return defer_error__set(err, DEFER_ERR_INVAL, "--control: %s is not a fifo", path);
	return 0;
}

static int open_fifos(struct control *control, const char *spec, struct defer_error *err)
{
	char *paths = strdup(spec + strlen("fifo:")), *ack;
	int ret;

	if (!paths)
		return error__no_memory(err, "for --control");
	ack = strchr(paths, ',');
	if (ack)
		*ack++ = '\0';
	control->owns = true;
	if (!*paths || (ack && !*ack))
		ret = bad_spec(spec, "expected fifo:PATH[,PATH]", err);
	else
		ret = open_fifo(paths, &control->in_fd, err);
	if (!ret && ack)
		ret = open_fifo(ack, &control->ack_fd, err);
	free(paths);
	return ret;
}

static int control__watch(struct control *control, struct defer_error *err)
{
	struct epoll_event event = {.events = EPOLLIN};

	control->fd = epoll_create1(EPOLL_CLOEXEC);
	if (control->fd >= 0 && !epoll_ctl(control->fd, EPOLL_CTL_ADD, control->in_fd, &event))
		return 0;
	if (control->fd >= 0 && errno == EPERM)
		return defer_error__set(err, DEFER_ERR_INVAL,
					"--control: descriptor %d is a regular file, which "
					"cannot be polled",
					control->in_fd);
	return defer_error__set(err, DEFER_ERR_IO, "--control: cannot wait: %s", strerror(errno));
}

int control__open(struct control *control, const char *spec, struct defer_error *err)
{
	int ret = 0;

	*control = (struct control){.fd = -1, .in_fd = -1, .ack_fd = -1};
	if (!spec)
		return 0;
	if (!strncmp(spec, "fd:", strlen("fd:")))
		ret = open_fds(control, spec, err);
	else if (!strncmp(spec, "fifo:", strlen("fifo:")))
		ret = open_fifos(control, spec, err);
	else
		ret = bad_spec(spec, "expected fd:NUMBER[,NUMBER] or fifo:PATH[,PATH]", err);
	if (!ret)
		ret = control__watch(control, err);
	if (ret)
		control__close(control);
	return ret;
}

static void control__hang_up(struct control *control)
{
	if (control->fd >= 0)
		close(control->fd);
	if (control->owns && control->in_fd >= 0)
		close(control->in_fd);
	control->fd = control->in_fd = -1;
}

void control__close(struct control *control)
{
	control__hang_up(control);
	if (control->owns && control->ack_fd >= 0)
		close(control->ack_fd);
	control->ack_fd = -1;
}

/* ---- commands ---- */

/*
 * Parses a command. The text after the word and one blank is copied to @arg, which fits a whole
 * line.
 */
static enum control_command parse_command(const char *line, size_t len, char *arg)
{
	size_t word = 0, end = len;

	while (end && isspace((unsigned char)line[end - 1]))
		end--;
	while (word < end && !isspace((unsigned char)line[word]))
		word++;
	*arg = '\0';
	if (!end)
		return CONTROL_NONE;
	if (word < end) {
		memcpy(arg, line + word + 1, end - word - 1);
		arg[end - word - 1] = '\0';
	}
	for (size_t i = 0; i < ARRAY_SIZE(commands); i++) {
		if (strlen(commands[i].word) == word && !memcmp(commands[i].word, line, word) &&
		    (word == end || commands[i].has_args))
			return commands[i].command;
	}
	return CONTROL_UNKNOWN;
}

/* Returns the end of the first line in the buffer; len if the line is incomplete. */
static unsigned int control__line_end(const struct control *control)
{
	unsigned int i = 0;

	while (i < control->len && control->line[i] != '\n' && control->line[i])
		i++;
	return i;
}

/* Removes the first @end bytes and their terminator from the buffer, and parses them. */
static enum control_command control__take(struct control *control, unsigned int end)
{
	enum control_command command = parse_command(control->line, end, control->arg);

	if (control->too_long)
		command = CONTROL_UNKNOWN;
	control->too_long = false;
	if (end < control->len)
		end++;
	control->len -= end;
	memmove(control->line, control->line + end, control->len);
	return command;
}

/* Reads more bytes into the buffer. Returns false if there are none now. */
static bool control__fill(struct control *control)
{
	struct pollfd pollfd = {.fd = control->in_fd, .events = POLLIN};
	ssize_t got;

	if (poll(&pollfd, 1, 0) <= 0)
		return false;
	got = read(control->in_fd, control->line + control->len,
		   sizeof(control->line) - control->len);
	if (got > 0) {
		control->len += got;
		return true;
	}
	if (!got || (errno != EAGAIN && errno != EINTR))
		control__hang_up(control);
	return false;
}

enum control_command control__read(struct control *control)
{
	enum control_command command;
	unsigned int end;

	for (int reads = 0; reads < MAX_READS;) {
		end = control__line_end(control);
		if (end < control->len) {
			command = control__take(control, end);
			if (command)
				return command;
			continue;
		}
		if (control->len == sizeof(control->line)) {
			control->too_long = true;
			control->len = 0;
		}
		reads++;
		if (control->fd < 0 || !control__fill(control))
			break;
	}
	/* The last line may lack its terminator. */
	return control->fd < 0 ? control__take(control, control->len) : CONTROL_NONE;
}

void control__ack(const struct control *control)
{
	struct pollfd pollfd = {.fd = control->ack_fd, .events = POLLOUT};
	static const char ack[] = "ack\n";

	if (control->ack_fd < 0 || poll(&pollfd, 1, 0) <= 0)
		return;
	/* A failure to ack cannot be reported to anyone. */
	if (write(control->ack_fd, ack, strlen(ack)) < 0)
		return;
}
