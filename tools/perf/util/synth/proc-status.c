// SPDX-License-Identifier: GPL-2.0-only
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/base/fd.h"
#include "util/synth/proc-status.h"

/* Reads at most @size - 1 bytes and adds a NUL. Returns the length, or -1. */
static ssize_t proc_status__read_text(const char *path, char *text, size_t size)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t len;

	if (fd < 0)
		return -1;
	len = fd__read_all(fd, text, size - 1);
	close(fd);
	text[len < 0 ? 0 : len] = '\0';
	return len;
}

/* Returns the value of line @key, a name with its colon; NULL if there is no such line. */
static const char *find_value(const char *text, const char *key)
{
	size_t len = strlen(key);

	while (text && strncmp(text, key, len)) {
		text = strchr(text, '\n');
		if (text)
			text++;
	}
	return text ? text + len + strspn(text + len, "\t ") : NULL;
}

/*
 * Unescapes a name. The kernel writes newline as \n and backslash as \\, and escapes no other
 * character.
 */
static void unescape_comm(const char *from, char *comm, size_t size)
{
	size_t len = 0;

	while (*from && *from != '\n' && len < size - 1) {
		if (from[0] == '\\' && (from[1] == 'n' || from[1] == '\\')) {
			comm[len++] = from[1] == 'n' ? '\n' : '\\';
			from += 2;
		} else {
			comm[len++] = *from++;
		}
	}
	comm[len] = '\0';
}

static bool read_id(const char *text, const char *key, int32_t *id)
{
	const char *value = find_value(text, key);

	if (!value || *value < '0' || *value > '9')
		return false;
	*id = strtol(value, NULL, 10);
	return true;
}

bool proc_status__parse(struct proc_status *status, const char *text)
{
	const char *name, *kthread;

	memset(status, 0, sizeof(*status));
	if (strncmp(text, "Name:\t", 6))
		return false;
	/* Skip only the tab: the name itself may begin with white space. */
	name = text + 6;
	unescape_comm(name, status->comm, sizeof(status->comm));
	if (!read_id(text, "Tgid:", &status->tgid) || !read_id(text, "PPid:", &status->ppid))
		return false;
	/* Before Linux 6.9 there is no Kthread line, but kernel threads have no VmSize. */
	kthread = find_value(text, "Kthread:");
	status->kernel = kthread ? *kthread == '1' : !find_value(text, "VmSize:");
	return true;
}

bool proc_status__read(struct proc_status *status, const char *procfs, int32_t tid)
{
	char path[PATH_MAX], text[8192];

	snprintf(path, sizeof(path), "%s/%d/status", procfs, tid);
	return proc_status__read_text(path, text, sizeof(text)) > 0 &&
	       proc_status__parse(status, text);
}

void proc__read_comm(const char *procfs, int32_t tid, char *comm, size_t size)
{
	char path[PATH_MAX], text[256];
	ssize_t len;

	snprintf(path, sizeof(path), "%s/%d/comm", procfs, tid);
	len = proc_status__read_text(path, text, sizeof(text));
	if (len > 0 && text[len - 1] == '\n')
		text[len - 1] = '\0';
	snprintf(comm, size, "%s", len > 0 ? text : "");
}
