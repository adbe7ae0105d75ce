// SPDX-License-Identifier: GPL-2.0-only
/*
 * watch: runs a program on a terminal and measures what its user sees and waits for.
 *
 *   watch start TIMES COMMAND ARGS      ms until texts come, which stdin has, a line each
 *   watch leave TIMES MS COMMAND ARGS   ms from q or ctrl-C, at any time within MS, to its end
 *   watch keys COMMAND ARGS             ms from keys to the screen that they lead to
 *
 * A line of stdin for `start` is "LIMIT TEXT", with the ms that may pass before the program has
 * written TEXT. For `keys` it is one of
 *
 *   wait TEXT                           for TEXT to be written, 60 s at most
 *   type KEYS                           and let the screen come to rest
 *   time LIMIT TIMES LABEL: KEYS        measure KEYS, so many times
 *   first LIMIT TIMES LABEL: KEYS       the same, but to the first byte, and at once
 *   until LIMIT TEXT: KEYS              measure until TEXT is written
 *   each LIMIT LABEL: KEYS              measure each of KEYS by itself
 *   view KEY NAME: TEXT                 go to the view of KEY, wait for TEXT, go away; then measure how
 *                                       it is painted, and arrows, pages and ends in it
 *
 * where KEYS are characters, or names in angle brackets: <Down> <PgDn> <Home> <Enter> <C-c>.
 * A redraw is over with its last byte before 40 ms of rest. Time in which the program's main thread
 * is ready to run and others have the CPU is left out of answers to keys.
 *
 * Prints a table of medians and maxima. Exits with 1 if a limit is broken: by the median of what
 * was measured more than twice, else by the maximum; with 2 if anything goes wrong.
 */
#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <pty.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define ROWS	  50
#define COLS	  160
#define REST	  40	/* ms */
#define LONGEST	  60000 /* ms that anything is waited for */
#define MAX_TIMES 200
#define MAX_TEXTS 16
#define LINE_LEN  512

struct watch {
	char **command;
	pid_t pid;
	int fd;
	bool gone; /* nobody writes to the terminal any more */
	uint64_t start;

	char *seen; /* all that was written since it was forgotten */
	size_t nr, cap;
	uint64_t first_byte, last_byte;	    /* ns; 0: none yet */
	uint64_t first_waited, last_waited; /* waited() then */
	int failed;			    /* limits that were broken */
};

struct series {
	double ms[MAX_TIMES];
	double bytes[MAX_TIMES];
	unsigned int nr;
};

static uint64_t now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1000000000ULL + ts.tv_nsec;
}

static double ms_since(uint64_t from, uint64_t to)
{
	return to > from ? (to - from) / 1e6 : 0;
}

static void die(const char *what)
{
	fprintf(stderr, "watch: %s\n", what);
	exit(2);
}

/* ---- the program ---- */

static void forget(struct watch *watch)
{
	watch->nr = 0;
	watch->first_byte = watch->last_byte = 0;
}

static void launch(struct watch *watch)
{
	struct winsize size = {.ws_row = ROWS, .ws_col = COLS};

	forget(watch);
	watch->gone = false;
	watch->start = now();
	watch->pid = forkpty(&watch->fd, NULL, NULL, &size);
	if (watch->pid < 0)
		die("there is no terminal to be had");
	if (!watch->pid) {
		setenv("TERM", "xterm-256color", 1);
		execvp(watch->command[0], watch->command);
		_exit(127);
	}
}

/* ns that a process's main thread was ready, and others had the CPU; 0 where that is not known. */
static uint64_t waited(pid_t pid)
{
	unsigned long long ran, waits = 0;
	char path[64];
	FILE *in;

	snprintf(path, sizeof(path), "/proc/%d/schedstat", (int)pid);
	in = fopen(path, "r");
	if (in && fscanf(in, "%llu %llu", &ran, &waits) != 2)
		waits = 0;
	if (in)
		fclose(in);
	return waits;
}

/* What it writes within @timeout ms: false if nothing. */
static bool take_bytes(struct watch *watch, int timeout)
{
	struct pollfd pfd = {.fd = watch->fd, .events = POLLIN};
	ssize_t nr;

	if (watch->gone || poll(&pfd, 1, timeout) <= 0)
		return false;
	if (watch->cap - watch->nr < 65536) {
		watch->cap = watch->cap * 2 + (1 << 20);
		watch->seen = realloc(watch->seen, watch->cap);
		if (!watch->seen)
			die("out of memory");
	}
	nr = read(watch->fd, watch->seen + watch->nr, 65535);
	if (nr <= 0) {
		watch->gone = true; /* EIO: the last one that had the terminal open is gone */
		return false;
	}
	watch->last_byte = now();
	watch->last_waited = waited(watch->pid);
	if (!watch->first_byte) {
		watch->first_byte = watch->last_byte;
		watch->first_waited = watch->last_waited;
	}
	watch->nr += nr;
	return true;
}

static bool has_text(const struct watch *watch, const char *text)
{
	return memmem(watch->seen, watch->nr, text, strlen(text)) != NULL;
}

static void wait_text(struct watch *watch, const char *text)
{
	uint64_t begin = now();

	while (!has_text(watch, text)) {
		if (watch->gone || ms_since(begin, now()) > LONGEST) {
			fprintf(stderr, "watch: '%s' never came\n", text);
			exit(2);
		}
		take_bytes(watch, 100);
	}
}

static void wait_rest(struct watch *watch)
{
	while (take_bytes(watch, REST))
		;
}

static void press(struct watch *watch, const char *bytes, size_t nr)
{
	if (write(watch->fd, bytes, nr) != (ssize_t)nr)
		die("cannot type");
}

/* Sees it end, and gives back how it did. */
static int wait_end(struct watch *watch)
{
	int status;

	while (!watch->gone)
		take_bytes(watch, 100);
	if (waitpid(watch->pid, &status, 0) < 0)
		die("it cannot be waited for");
	close(watch->fd);
	return status;
}

/* ---- keys by name ---- */

static const struct {
	const char *name, *bytes;
} key_names[] = {{"Up", "\033OA"},   {"Down", "\033OB"},   {"Right", "\033OC"}, {"Left", "\033OD"},
		 {"Home", "\033OH"}, {"End", "\033OF"},	   {"PgUp", "\033[5~"}, {"PgDn", "\033[6~"},
		 {"Enter", "\r"},    {"Esc", "\033"},	   {"C-c", "\003"},	{"C-u", "\025"},
		 {"Tab", "\t"},	     {"Backspace", "\177"}};

/* The bytes of @keys into @bytes, which has room for LINE_LEN: how many. */
static size_t encode(const char *keys, char *bytes)
{
	size_t nr = 0;

	while (*keys && nr < LINE_LEN - 8) {
		const char *end = *keys == '<' ? strchr(keys, '>') : NULL;
		size_t i = 0, len = end ? end - keys - 1 : 0;

		while (end && i < sizeof(key_names) / sizeof(*key_names) &&
		       (strlen(key_names[i].name) != len ||
			strncmp(key_names[i].name, keys + 1, len) != 0))
			i++;
		if (!end || i == sizeof(key_names) / sizeof(*key_names)) {
			bytes[nr++] = *keys++;
			continue;
		}
		strcpy(bytes + nr, key_names[i].bytes);
		nr += strlen(key_names[i].bytes);
		keys = end + 1;
	}
	return nr;
}

static void type(struct watch *watch, const char *keys)
{
	char bytes[LINE_LEN];

	press(watch, bytes, encode(keys, bytes));
}

/* ---- tables ---- */

static int by_size(const void *a, const void *b)
{
	const double *da = a, *db = b;

	return *da < *db ? -1 : *da > *db;
}

static double median(double *values, unsigned int nr)
{
	qsort(values, nr, sizeof(*values), by_size);
	return values[(nr - 1) / 2];
}

static void add(struct series *series, double ms, double bytes)
{
	if (series->nr == MAX_TIMES)
		die("too many times");
	series->ms[series->nr] = ms;
	series->bytes[series->nr++] = bytes;
}

static void print_head(void)
{
	printf("  %-44s %10s %10s %8s %8s\n", "", "median ms", "max ms", "bytes", "limit");
}

static void print_series(struct watch *watch, const char *label, struct series *series,
			 double limit)
{
	double middle = median(series->ms, series->nr), most = series->ms[series->nr - 1];
	bool broken = limit && (series->nr > 2 ? middle : most) >= limit;

	printf("  %-44s %10.1f %10.1f %8.0f", label, middle, most,
	       median(series->bytes, series->nr));
	if (limit)
		printf(" %8.0f", limit);
	printf("%s\n", broken ? "  TOO SLOW" : "");
	fflush(stdout);
	watch->failed += broken;
}

/* ---- start ---- */

struct text {
	char text[LINE_LEN];
	double limit;
	struct series series;
};

static unsigned int read_texts(struct text *texts)
{
	char line[LINE_LEN];
	unsigned int nr = 0;
	int at;

	while (nr < MAX_TEXTS && fgets(line, sizeof(line), stdin)) {
		line[strcspn(line, "\n")] = '\0';
		if (sscanf(line, "%lf %n", &texts[nr].limit, &at) < 1)
			die("a line of stdin is not LIMIT TEXT");
		strcpy(texts[nr++].text, line + at);
	}
	return nr;
}

/* One look: when each text came. */
static void see_texts(struct watch *watch, struct text *texts, unsigned int nr, bool counts)
{
	double came[MAX_TEXTS] = {0};
	unsigned int missing = nr;

	launch(watch);
	while (missing) {
		if (!take_bytes(watch, LONGEST))
			die("not all texts came");
		for (unsigned int i = 0; i < nr; i++) {
			if (came[i] > 0 || !has_text(watch, texts[i].text))
				continue;
			came[i] = ms_since(watch->start, watch->last_byte);
			if (counts)
				add(&texts[i].series, came[i], watch->nr);
			missing--;
		}
	}
	type(watch, "q");
	wait_end(watch);
}

static void run_start(struct watch *watch, unsigned int times)
{
	struct text *texts = calloc(MAX_TEXTS, sizeof(*texts));
	unsigned int nr;

	if (!texts)
		die("out of memory");
	nr = read_texts(texts);
	for (unsigned int i = 0; i <= times; i++)
		see_texts(watch, texts, nr, i > 0);
	print_head();
	for (unsigned int i = 0; i < nr; i++) {
		char label[LINE_LEN + 16];

		snprintf(label, sizeof(label), "from exec to '%s'", texts[i].text);
		print_series(watch, label, &texts[i].series, texts[i].limit);
	}
	free(texts);
}

/* ---- leave ---- */

#define LEAVE_LIMIT 500

static void run_leave(struct watch *watch, unsigned int times, double within)
{
	static const char *const keys[] = {"q", "<C-c>"};
	static const char *const labels[] = {"q while it loads", "ctrl-C while it loads"};
	struct series series[2] = {{.nr = 0}, {.nr = 0}};

	for (unsigned int i = 0; i < times * 2; i++) {
		/* The moments are spread over the time: any two runs of them can be compared. */
		double wait = within * (i / 2 + 0.5) / times;
		uint64_t at;
		int status;

		launch(watch);
		do {
			take_bytes(watch, 1);
		} while (!watch->gone && ms_since(watch->start, now()) < wait);
		at = now();
		type(watch, keys[i % 2]);
		status = wait_end(watch);
		if (!WIFEXITED(status) || WEXITSTATUS(status))
			die("it did not end well");
		add(&series[i % 2], ms_since(at, now()), watch->nr);
	}
	print_head();
	for (int i = 0; i < 2; i++) {
		double most = 0;

		for (unsigned int j = 0; j < series[i].nr; j++)
			most = series[i].ms[j] > most ? series[i].ms[j] : most;
		print_series(watch, labels[i], &series[i], LEAVE_LIMIT);
		watch->failed += most >= LEAVE_LIMIT;
	}
}

/* ---- keys ---- */

/* ms from @at, when the program had waited for @wait ns, without what it waited since. */
static double ms_of(uint64_t at, uint64_t byte, uint64_t wait, uint64_t waits)
{
	double ms = ms_since(at, byte) - ms_since(wait, waits);

	return ms > 0 ? ms : 0;
}

/* The screen that @keys lead to: ms to its last byte. */
static void time_redraw(struct watch *watch, const char *keys, struct series *series)
{
	uint64_t at, wait;

	wait_rest(watch);
	forget(watch);
	wait = waited(watch->pid);
	at = now();
	type(watch, keys);
	if (!take_bytes(watch, LONGEST))
		die("nothing is drawn");
	wait_rest(watch);
	add(series, ms_of(at, watch->last_byte, wait, watch->last_waited), watch->nr);
}

/* Whatever is drawn shows that keys are not kept waiting. */
static void time_answer(struct watch *watch, const char *keys, struct series *series)
{
	uint64_t at, wait;

	while (take_bytes(watch, 0))
		;
	forget(watch);
	wait = waited(watch->pid);
	at = now();
	type(watch, keys);
	if (!take_bytes(watch, LONGEST))
		die("nothing is drawn");
	add(series, ms_of(at, watch->first_byte, wait, watch->first_waited), watch->nr);
}

static void time_keys(struct watch *watch, const char *line,
		      void (*measure)(struct watch *watch, const char *keys, struct series *series))
{
	struct series series = {.nr = 0};
	unsigned int times;
	double limit;
	char label[64];
	int at = 0;

	if (sscanf(line, "%lf %u %63[^:]: %n", &limit, &times, label, &at) < 3 || !at || !times)
		die(line);
	for (unsigned int i = 0; i < times; i++)
		measure(watch, line + at, &series);
	print_series(watch, label, &series, limit);
}

static void time_until(struct watch *watch, const char *line)
{
	struct series series = {.nr = 0};
	char label[LINE_LEN + 16], text[64];
	double limit;
	uint64_t begin;
	int at = 0;

	if (sscanf(line, "%lf %63[^:]: %n", &limit, text, &at) < 2 || !at)
		die(line);
	wait_rest(watch);
	forget(watch);
	begin = now();
	type(watch, line + at);
	wait_text(watch, text);
	add(&series, ms_since(begin, watch->last_byte), watch->nr);
	snprintf(label, sizeof(label), "from %s to '%s'", line + at, text);
	print_series(watch, label, &series, limit);
	wait_rest(watch);
}

static void time_each(struct watch *watch, const char *line)
{
	struct series series = {.nr = 0};
	double limit;
	char label[64];
	int at = 0;

	if (sscanf(line, "%lf %63[^:]: %n", &limit, label, &at) < 2 || !at || !line[at])
		die(line);
	for (line += at; *line; line++) {
		const char key[] = {*line, '\0'};

		time_redraw(watch, key, &series);
	}
	print_series(watch, label, &series, limit);
}

static void settle(struct watch *watch, const char *keys)
{
	forget(watch);
	type(watch, keys);
	take_bytes(watch, 1000);
	wait_rest(watch);
}

/* The limits of every view, ms. */
#define PAINT_LIMIT 100
#define ARROW_LIMIT 2
#define PAGE_LIMIT  10
#define VIEW_TIMES  20

/* Measures two keys in turns, of which the second undoes the first. */
static void time_pair(struct watch *watch, const char *name, const char *const keys[2],
		      double limit)
{
	struct series series = {.nr = 0};
	char label[LINE_LEN];

	for (unsigned int i = 0; i < VIEW_TIMES; i++)
		time_redraw(watch, keys[i % 2], &series);
	snprintf(label, sizeof(label), "%s, %s and %s", name, keys[0], keys[1]);
	print_series(watch, label, &series, limit);
}

static void time_paint(struct watch *watch, const char *name, const char *key)
{
	struct series series = {.nr = 0};
	char label[LINE_LEN];

	time_redraw(watch, key, &series);
	snprintf(label, sizeof(label), "%s, painted", name);
	print_series(watch, label, &series, PAINT_LIMIT);
}

/* Waits until @text is on the screen, which is drawn anew again and again. */
static void wait_shown(struct watch *watch, const char *text)
{
	uint64_t begin = now();

	do {
		if (watch->gone || ms_since(begin, now()) > LONGEST) {
			fprintf(stderr, "watch: '%s' is not shown\n", text);
			exit(2);
		}
		settle(watch, "\f");
	} while (!has_text(watch, text));
}

/* Does the screen change by @keys? */
static bool draws(struct watch *watch, const char *keys)
{
	settle(watch, keys);
	return watch->nr;
}

/* The symbols are what is gone to from any other view, and the tree from them. */
static void time_view(struct watch *watch, const char *line)
{
	static const char *const arrows[] = {"<Down>", "<Up>"}, *const pages[] = {"<PgDn>",
										  "<PgUp>"};
	static const char *const ends[] = {"<End>", "<Home>"};
	char name[32], key[2] = "";
	int at = 0;

	if (sscanf(line, "%1s %31[^:]: %n", key, name, &at) < 2 || !at)
		die(line);
	settle(watch, key);
	wait_shown(watch, line + at);
	settle(watch, *key == '1' ? "2" : "1");
	time_paint(watch, name, key);
	time_pair(watch, name, arrows, ARROW_LIMIT);
	/* A picture has no pages, nor has a view of a page. */
	if (draws(watch, pages[0]))
		time_pair(watch, name, (const char *const[]){pages[1], pages[0]}, PAGE_LIMIT);
	if (draws(watch, ends[0]))
		time_pair(watch, name, (const char *const[]){ends[1], ends[0]}, PAGE_LIMIT);
	settle(watch, "<Home>");
}

static void run_line(struct watch *watch, char *line)
{
	char *rest = strchr(line, ' ');

	if (!rest)
		die(line);
	*rest++ = '\0';
	if (!strcmp(line, "wait")) {
		wait_text(watch, rest);
		wait_rest(watch);
	} else if (!strcmp(line, "type")) {
		settle(watch, rest);
	} else if (!strcmp(line, "time")) {
		time_keys(watch, rest, time_redraw);
	} else if (!strcmp(line, "first")) {
		time_keys(watch, rest, time_answer);
	} else if (!strcmp(line, "until")) {
		time_until(watch, rest);
	} else if (!strcmp(line, "each")) {
		time_each(watch, rest);
	} else if (!strcmp(line, "view")) {
		time_view(watch, rest);
	} else {
		die(line);
	}
}

static void run_keys(struct watch *watch)
{
	char line[LINE_LEN];

	launch(watch);
	print_head();
	while (fgets(line, sizeof(line), stdin)) {
		line[strcspn(line, "\n")] = '\0';
		if (line[0] && line[0] != '#')
			run_line(watch, line);
	}
	type(watch, "q");
	wait_end(watch);
}

int main(int argc, char **argv)
{
	struct watch watch = {.fd = -1};

	if (argc > 3 && !strcmp(argv[1], "start")) {
		watch.command = argv + 3;
		run_start(&watch, atoi(argv[2]));
	} else if (argc > 4 && !strcmp(argv[1], "leave")) {
		watch.command = argv + 4;
		run_leave(&watch, atoi(argv[2]), atof(argv[3]));
	} else if (argc > 2 && !strcmp(argv[1], "keys")) {
		watch.command = argv + 2;
		run_keys(&watch);
	} else {
		fprintf(stderr, "usage: watch start|leave|keys ARGS\n");
		return 2;
	}
	free(watch.seen);
	return watch.failed ? 1 : 0;
}
