// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/tests.h"
#include "tests/words.h"

void words__init(struct words *words, const char *verb, const char *line)
{
	char *rest;

	*words = (struct words){.argv = {verb}, .argc = 1};
	snprintf(words->text, sizeof(words->text), "%s", line);
	for (char *word = strtok_r(words->text, " ", &rest); word && words->argc < MAX_WORDS - 1;
	     word = strtok_r(NULL, " ", &rest))
		words->argv[words->argc++] = word;
}

int words__end(struct words *words, void (*parse)(struct words *words), int status, char *text,
	       size_t size)
{
	int fds[2], ended;
	size_t len = 0;
	ssize_t got;
	pid_t pid;

	T_EQ(pipe(fds), 0);
	fflush(NULL);
	pid = fork();
	T_CHECK(pid >= 0);
	if (!pid) {
		dup2(fds[1], STDERR_FILENO);
		dup2(fds[1], STDOUT_FILENO);
		close(fds[0]);
		close(fds[1]);
		parse(words);
		exit(0);
	}
	close(fds[1]);
	while (len < size - 1 && (got = read(fds[0], text + len, size - 1 - len)) > 0)
		len += got;
	text[len] = '\0';
	close(fds[0]);
	T_EQ(waitpid(pid, &ended, 0), pid);
	if (!WIFEXITED(ended) || WEXITSTATUS(ended) != status)
		T_FAIL("status %#x, with: %s", ended, text);
	return TEST_OK;
}
