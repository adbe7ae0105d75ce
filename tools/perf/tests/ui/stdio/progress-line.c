// SPDX-License-Identifier: GPL-2.0-only
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "tests/tests.h"
#include "ui/stdio/progress-line.h"
#include "ui/stdio/record-status.h"

/* A terminal: what is written to @out comes out of @master. */
struct tty {
	int master;
	FILE *out;
	char text[4096];
	size_t len;
};

static int tty__open(struct tty *tty, unsigned int cols)
{
	struct winsize win = {.ws_row = 24, .ws_col = cols};

	memset(tty, 0, sizeof(*tty));
	tty->master = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK);
	if (tty->master < 0 || grantpt(tty->master) || unlockpt(tty->master))
		return -1;
	tty->out = fopen(ptsname(tty->master), "w");
	return tty->out ? ioctl(tty->master, TIOCSWINSZ, &win) : -1;
}

static void tty__close(struct tty *tty)
{
	fclose(tty->out);
	close(tty->master);
}

static void tty__read(struct tty *tty)
{
	ssize_t len = 1;

	while (len > 0 && tty->len + 1 < sizeof(tty->text)) {
		len = read(tty->master, tty->text + tty->len, sizeof(tty->text) - tty->len - 1);
		tty->len += len > 0 ? len : 0;
	}
	tty->text[tty->len] = '\0';
}

/* Until @want stands there, or 10 s. */
static bool tty__wait(struct tty *tty, const char *want)
{
	const struct timespec nap = {.tv_nsec = 10 * 1000 * 1000};

	for (int i = 0; i < 1000; i++) {
		tty__read(tty);
		if (strstr(tty->text, want))
			return true;
		nanosleep(&nap, NULL);
	}
	return false;
}

/* Returns whether the last line is blank, with the cursor at its beginning. */
static bool tty__is_clean(struct tty *tty)
{
	size_t blank;

	tty__read(tty);
	if (!tty->len)
		return true;
	if (tty->text[tty->len - 1] != '\r')
		return false;
	for (blank = tty->len - 1; blank && tty->text[blank - 1] == ' '; blank--)
		;
	return blank && tty->text[blank - 1] == '\r';
}

static int test_shown(void)
{
	struct progress_line line;
	struct tty tty;

	T_EQ(tty__open(&tty, 80), 0);
	progress_line__start(&line, tty.out, 0, "opening");
	T_CHECK(tty__wait(&tty, "\rperf-defer: opening ..."));
	T_EQ(progress__add(&line.progress, 12300000, NULL), 0);
	T_CHECK(tty__wait(&tty, "\rperf-defer: opening: 12.3 MB"));
	progress_line__phase(&line, "reading", 1000);
	T_EQ(progress__add(&line.progress, 250, NULL), 0);
	T_CHECK(tty__wait(&tty, "\rperf-defer: reading:  25 %"));
	T_EQ(progress__add(&line.progress, 2000, NULL), 0);
	T_CHECK(tty__wait(&tty, "\rperf-defer: reading: 100 %"));
	progress_line__stop(&line);
	T_CHECK(tty__is_clean(&tty));
	progress_line__stop(&line);
	tty__close(&tty);
	return TEST_OK;
}

static int test_narrow(void)
{
	struct progress_line line;
	struct tty tty;

	T_EQ(tty__open(&tty, 16), 0);
	progress_line__start(&line, tty.out, 0, "opening");
	T_CHECK(tty__wait(&tty, "\rperf-defer: ope"));
	progress_line__stop(&line);
	T_CHECK(!strstr(tty.text, "open"));
	T_CHECK(tty__is_clean(&tty));
	tty__close(&tty);
	return TEST_OK;
}

static int test_short_work(void)
{
	struct progress_line line;
	struct tty tty;

	T_EQ(tty__open(&tty, 80), 0);
	progress_line__start(&line, tty.out, 60 * 1000, "opening");
	progress_line__phase(&line, "reading", 1000);
	progress_line__stop(&line);
	tty__read(&tty);
	T_EQ(tty.len, 0);
	tty__close(&tty);
	return TEST_OK;
}

static int test_no_terminal(void)
{
	const struct timespec nap = {.tv_nsec = 50 * 1000 * 1000};
	struct progress_line line;
	FILE *file = tmpfile();

	T_CHECK(file);
	progress_line__start(&line, file, 0, "opening");
	progress_line__phase(&line, "reading", 1000);
	nanosleep(&nap, NULL);
	progress_line__stop(&line);
	T_EQ(fseek(file, 0, SEEK_END), 0);
	T_EQ(ftell(file), 0);
	fclose(file);
	return TEST_OK;
}

/* record's line of status gives way to it at the end. */
static int test_record(void)
{
	struct recorder_stats stats = {.samples = 3};
	struct record_status status;
	struct tty tty;

	T_EQ(tty__open(&tty, 80), 0);
	record_status__init(&status, tty.out);
	record_status__show(&status, &stats, 0);
	T_CHECK(tty__wait(&tty, "3 samples"));
	stats.finishing = true;
	record_status__show(&status, &stats, 0);
	T_CHECK(tty__wait(&tty, "\rperf-defer: finishing the file ..."));
	record_status__clear(&status);
	T_CHECK(tty__is_clean(&tty));
	tty__close(&tty);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"phases, percentages, bytes; gone at the end", test_shown},
	{"no wider than the terminal", test_narrow},
	{"short work shows nothing", test_short_work},
	{"what is no terminal gets nothing", test_no_terminal},
	{"after the status of a recording", test_record},
	{NULL, NULL},
};

const struct test_suite suite__progress_line = {"progress-line", "progress of long work", cases};
