// SPDX-License-Identifier: GPL-2.0-only
/* Random keys, mouse events, sizes and signals. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>

#include "tests/tui/fuzz.h"

/* ---- random numbers ---- */

static uint64_t any(struct fuzz *fuzz)
{
	uint64_t mix = fuzz->state += 0x9e3779b97f4a7c15ULL;

	mix = (mix ^ (mix >> 30)) * 0xbf58476d1ce4e5b9ULL;
	mix = (mix ^ (mix >> 27)) * 0x94d049bb133111ebULL;
	return mix ^ (mix >> 31);
}

/* Returns a number from @min to @max, both included. */
unsigned int fuzz__between(struct fuzz *fuzz, unsigned int min, unsigned int max)
{
	return min + any(fuzz) % (max - min + 1);
}

/* Returns true once in @nr times. */
bool fuzz__once_in(struct fuzz *fuzz, unsigned int nr)
{
	return any(fuzz) % nr == 0;
}

/* ---- what is done to it ---- */

static void note_bytes(struct fuzz *fuzz, const char *bytes, size_t nr)
{
	char text[DEED_LEN] = "";
	size_t len = 0;

	for (size_t i = 0; i < nr && len < sizeof(text) - 8; i++) {
		unsigned char c = bytes[i];

		len += snprintf(text + len, sizeof(text) - len,
				c > ' ' && c < 0x7f && c != '\\' ? "%c" : "\\%03o", c);
	}
	fuzz__note(fuzz, "keys %s", text);
}

static void press(struct fuzz *fuzz, const char *bytes, size_t nr)
{
	note_bytes(fuzz, bytes, nr);
	/* ^C and q leave. */
	fuzz->may_leave |= memchr(bytes, '\003', nr) || memchr(bytes, 'q', nr);
	fuzz__send(fuzz, bytes, nr);
}

void fuzz__press(struct fuzz *fuzz, const char *str)
{
	press(fuzz, str, strlen(str));
}

static void do_move(struct fuzz *fuzz)
{
	static const char *const keys[] = {
		"\033OA", "\033OB", "\033OC", "\033OD",	 "\033[A",  "\033[B", "\033[C",
		"\033[D", "\033[H", "\033[F", "\033[5~", "\033[6~", " ",      "<",
		">",	  "{",	    "}",      "\033[1~", "\033[4~", "j",      "k",
	};
	const char *key = keys[fuzz__between(fuzz, 0, ARRAY_SIZE(keys) - 1)];
	unsigned int times = fuzz__once_in(fuzz, 4) ? fuzz__between(fuzz, 2, 40) : 1;

	while (times--)
		fuzz__press(fuzz, key);
}

/* Presses a character; one that leaves is rare, or there would only be short sessions. */
static void do_character(struct fuzz *fuzz)
{
	char key = (char)fuzz__between(fuzz, ' ' + 1, '~');

	if (key == 'q' && !fuzz__once_in(fuzz, 10))
		key = '0';
	press(fuzz, &key, 1);
}

static void do_control(struct fuzz *fuzz)
{
	char key = (char)fuzz__between(fuzz, 0, 31);

	if (key == 3 && !fuzz__once_in(fuzz, 10))
		key = 12;
	press(fuzz, &key, 1);
}

static void do_special(struct fuzz *fuzz)
{
	static const char *const keys[] = {"\r",     "\r",	 "\r",	     "\033",	"\033",
					   "\t",     "\033[Z",	 "\177",     "\033OP",	"\033OQ",
					   "\033OR", "\033[15~", "\033[24~", "\033[2~", "\033[3~"};

	fuzz__press(fuzz, keys[fuzz__between(fuzz, 0, ARRAY_SIZE(keys) - 1)]);
}

static void do_view(struct fuzz *fuzz)
{
	char key = (char)fuzz__between(fuzz, '1', '9');

	press(fuzz, &key, 1);
}

static unsigned int random_text(struct fuzz *fuzz, char *text, unsigned int room)
{
	static const char *const letters[] = {
		"a",	    "e", "s", "t", "r",	 "_", " ",     ".",
		"-",	    "%", "1", "5", "0",	 ":", "write", "main",
		"sys",	    "[", "]", "*", "\\", "ü", "中",    "\xf0\x9f\x98\x80",
		"\xe4\xb8", "~"};
	unsigned int nr = fuzz__between(fuzz, 0, 20), len = 0;

	for (unsigned int i = 0; i < nr; i++) {
		const char *letter = letters[fuzz__between(fuzz, 0, ARRAY_SIZE(letters) - 1)];

		if (len + strlen(letter) < room) {
			memcpy(text + len, letter, strlen(letter));
			len += strlen(letter);
		}
	}
	return len;
}

/* A search, the answer to a question, or letters that are keys. */
static void do_text(struct fuzz *fuzz)
{
	static const char *const begins[] = {"/", "f", "o", "O", "L", "!",
					     "w", "z", "t", "d", ":", ""};
	char text[MAX_BYTES];
	unsigned int len;

	fuzz__press(fuzz, begins[fuzz__between(fuzz, 0, ARRAY_SIZE(begins) - 1)]);
	len = random_text(fuzz, text, sizeof(text) - 1);
	if (!fuzz__once_in(fuzz, 4))
		text[len++] = '\r';
	press(fuzz, text, len);
}

static void do_paste(struct fuzz *fuzz)
{
	char text[MAX_BYTES];

	fuzz__press(fuzz, "\033[200~");
	press(fuzz, text, random_text(fuzz, text, sizeof(text)));
	if (!fuzz__once_in(fuzz, 4))
		fuzz__press(fuzz, "\033[201~");
}

/* Answers of terminals, parts of them, and bytes that nobody sends. */
static void do_noise(struct fuzz *fuzz)
{
	static const char *const noise[] = {"\033]11;rgb:ffff/ffff/ffff\033\\",
					    "\033]11;rgb:0000/0000/0000\007",
					    "\033]11;rgba:12/34/56/78\007",
					    "\033]11;",
					    "\033]",
					    "\033P1$r0m\033\\",
					    "\033[?62;4c",
					    "\033[1;1R",
					    "\033[",
					    "\033O",
					    "\033[M",
					    "\033[M\001\001\001",
					    "\033[<",
					    "\033[<0;1M",
					    "\033[<0;99999;99999M",
					    "\033[999999999999~",
					    "\033[;;;;;;;;;;A",
					    "\033[[A",
					    "\033_x",
					    "\033\033\033[A"};
	char bytes[8];
	unsigned int nr = fuzz__between(fuzz, 1, sizeof(bytes));

	if (fuzz__once_in(fuzz, 2)) {
		fuzz__press(fuzz, noise[fuzz__between(fuzz, 0, ARRAY_SIZE(noise) - 1)]);
		return;
	}
	for (unsigned int i = 0; i < nr; i++)
		bytes[i] = (char)fuzz__between(fuzz, 128, 255);
	press(fuzz, bytes, nr);
}

/* Mostly on the screen, sometimes beside it. */
static void do_mouse(struct fuzz *fuzz)
{
	static const unsigned int buttons[] = {0, 0, 0, 2, 32, 32, 64, 65, 1, 35, 66};
	unsigned int button = buttons[fuzz__between(fuzz, 0, ARRAY_SIZE(buttons) - 1)];
	unsigned int beyond = fuzz__once_in(fuzz, 10) ? 600 : 0;
	unsigned int times = button >= 64 ? fuzz__between(fuzz, 1, 20) : fuzz__between(fuzz, 1, 3);
	char bytes[64];

	while (times--) {
		snprintf(bytes, sizeof(bytes), "\033[<%u;%u;%u%c", button,
			 fuzz__between(fuzz, 1, fuzz->cols + beyond),
			 fuzz__between(fuzz, 1, fuzz->rows + beyond),
			 fuzz__once_in(fuzz, 3) ? 'm' : 'M');
		fuzz__press(fuzz, bytes);
	}
}

void fuzz__pick_size(struct fuzz *fuzz)
{
	switch (fuzz__between(fuzz, 0, 5)) {
	case 0:
		fuzz->rows = fuzz__between(fuzz, 1, 10);
		fuzz->cols = fuzz__between(fuzz, 1, 500);
		break;
	case 1:
		fuzz->rows = fuzz__between(fuzz, 1, 12);
		fuzz->cols = fuzz__between(fuzz, 1, 50);
		break;
	case 2:
		fuzz->rows = 10;
		fuzz->cols = fuzz__once_in(fuzz, 2) ? 500 : 40;
		break;
	default:
		fuzz->rows = fuzz__between(fuzz, 10, 60);
		fuzz->cols = fuzz__between(fuzz, 40, 220);
		break;
	}
}

static void do_resize(struct fuzz *fuzz)
{
	unsigned int times = fuzz__once_in(fuzz, 3) ? fuzz__between(fuzz, 2, 6) : 1;

	while (times-- && !fuzz->gone) {
		struct winsize size;

		fuzz__pick_size(fuzz);
		size = (struct winsize){.ws_row = fuzz->rows, .ws_col = fuzz->cols};
		fuzz__note(fuzz, "resize %ux%u", fuzz->cols, fuzz->rows);
		ioctl(fuzz->fd, TIOCSWINSZ, &size);
	}
}

static void do_signal(struct fuzz *fuzz)
{
	static const int signals[] = {SIGTSTP, SIGCONT, SIGWINCH};
	int sig = signals[fuzz__between(fuzz, 0, ARRAY_SIZE(signals) - 1)];

	fuzz__note(fuzz, "signal %d", sig);
	fuzz->may_cross |= sig == SIGCONT;
	kill(fuzz->pid, sig);
}

static void do_pause(struct fuzz *fuzz)
{
	unsigned int ms = fuzz__between(fuzz, 1, fuzz__once_in(fuzz, 5) ? 300 : 30);

	fuzz__note(fuzz, "wait %u ms", ms);
	fuzz__rest(fuzz, ms / 1e3);
}

void fuzz__do(struct fuzz *fuzz)
{
	static const struct {
		unsigned int weight;
		void (*run)(struct fuzz *fuzz);
	} deeds[] = {
		{30, do_move},	{26, do_character}, {14, do_special}, {8, do_view},  {14, do_mouse},
		{5, do_resize}, {5, do_text},	    {3, do_control},  {1, do_paste}, {2, do_noise},
		{3, do_pause},	{3, fuzz__probe},   {1, do_signal},
	};
	unsigned int all = 0, at, i = 0;

	for (unsigned int j = 0; j < ARRAY_SIZE(deeds); j++)
		all += deeds[j].weight;
	for (at = fuzz__between(fuzz, 0, all - 1); at >= deeds[i].weight; i++)
		at -= deeds[i].weight;
	deeds[i].run(fuzz);
}
