// SPDX-License-Identifier: GPL-2.0-only
/* The backend on a terminal, by means of slang. No other file uses slang. */
#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#define ENABLE_SLFUTURE_CONST 1
#include <slang.h>

#include "ui/tui/term/crash-guard.h"
#include "ui/tui/term/ground.h"
#include "ui/tui/term/keys.h"
#include "ui/tui/term/palette.h"
#include "ui/tui/term/term-priv.h"
#include "util/base/array.h"
#include "util/base/error.h"

/*
 * Time in which the rest of a sequence may follow an Esc, ms: short for a lone one, which may be a
 * key; long after more than that, which nobody types.
 */
#define ESC_DELAY 100
#define CUT_DELAY 1000

/* Button events with drags (xterm mode 1002), in the format without a limit on columns (1006). */
#define MOUSE_ON  "\033[?1002h\033[?1006h"
#define MOUSE_OFF "\033[?1006l\033[?1002l"
/* Brackets around pasted text (mode 2004). */
#define PASTE_ON  "\033[?2004h"
#define PASTE_OFF "\033[?2004l"

struct term_tty {
	struct term term;
	struct term_opts opts;
	int in_fd;	     /* for keys; -1: none */
	int sig_fd, wake_fd; /* for signals, for term__wake(); -1: none */
	struct termios saved;
	bool raw, drawn; /* states to undo: raw mode of the line, slang's screen */
	sigset_t signals, old_signals;
	bool blocked;
	int quit_signal; /* that asked us to leave; 0: none */
	struct crash_guard *guard;
	struct key_parser parser;
	struct palette palette;
	int64_t asked_at; /* time of the query of the background, ms; 0: there was none */
};

static struct term_tty *tty_of(struct term *term)
{
	return (struct term_tty *)term;
}

static int io_error(const char *what, struct defer_error *err)
{
	return defer_error__set(err, DEFER_ERR_IO, "%s: %s", what, strerror(errno));
}

/* ---- the line ---- */

static int set_raw(struct term_tty *tty, struct defer_error *err)
{
	struct termios raw = tty->saved;

	cfmakeraw(&raw);
	raw.c_cc[VMIN] = 1;
	raw.c_cc[VTIME] = 0;
	if (tcsetattr(tty->in_fd, TCSADRAIN, &raw))
		return io_error("cannot set up the terminal", err);
	tty->raw = true;
	return 0;
}

static int open_input(struct term_tty *tty, struct defer_error *err)
{
	if (isatty(STDIN_FILENO))
		tty->in_fd = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3);
	else
		tty->in_fd = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY);
	if (tty->in_fd < 0)
		return io_error("there is no terminal to read keys from", err);
	if (tcgetattr(tty->in_fd, &tty->saved))
		return io_error("cannot read the terminal's modes", err);
	return set_raw(tty, err);
}

/* ---- signals ---- */

static int open_signals(struct term_tty *tty, struct defer_error *err)
{
	/* All but the first three end the program, after it has given the terminal back. */
	static const int signals[] = {SIGWINCH, SIGTSTP, SIGCONT, SIGTERM, SIGHUP,    SIGINT,
				      SIGQUIT,	SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGXCPU};

	sigemptyset(&tty->signals);
	for (size_t i = 0; i < sizeof(signals) / sizeof(*signals); i++)
		sigaddset(&tty->signals, signals[i]);
	if (pthread_sigmask(SIG_BLOCK, &tty->signals, &tty->old_signals))
		return io_error("cannot block signals", err);
	tty->blocked = true;
	tty->sig_fd = signalfd(-1, &tty->signals, SFD_CLOEXEC | SFD_NONBLOCK);
	tty->wake_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (tty->sig_fd < 0 || tty->wake_fd < 0)
		return io_error("cannot wait for signals", err);
	return 0;
}

/* ---- the screen ---- */

static unsigned long slang_attrs(unsigned int attrs)
{
	return (attrs & PALETTE_BOLD ? SLTT_BOLD_MASK : 0) |
	       (attrs & PALETTE_UNDERLINE ? SLTT_ULINE_MASK : 0) |
	       (attrs & PALETTE_REVERSE ? SLTT_REV_MASK : 0);
}

static void set_color(const struct palette *palette, int color)
{
	struct palette_entry entry = palette__get(palette, color);

	SLtt_set_color(color, NULL, entry.fg, entry.bg);
	SLtt_set_mono(color, NULL, slang_attrs(entry.attrs));
	if (entry.plain)
		SLtt_add_color_attribute(color, slang_attrs(entry.attrs));
}

/* Object 0 is slang's own default, and TERM_NORMAL. */
static void set_colors(const struct palette *palette)
{
	for (int color = 0; color < TERM_NR_COLORS; color++)
		set_color(palette, color);
}

/* As slang decides it. */
static bool has_true_color(void)
{
	const char *text = getenv("COLORTERM");

	return text && (!strcmp(text, "truecolor") || !strcmp(text, "24bit"));
}

static void init_colors(struct term_tty *tty)
{
	int nr_colors = SLtt_tgetnum("Co");

	if (tty->opts.no_color || nr_colors < 8)
		SLtt_Use_Ansi_Colors = 0;
	tty->palette = (struct palette){
		.nr_colors = nr_colors >= 256 && has_true_color() ? PALETTE_TRUE_COLOR : nr_colors,
		.ground = ground__of_env(getenv("COLORFGBG")),
		.choices = tty->opts.choices,
	};
	tty->term.has_halves = SLtt_Use_Ansi_Colors && nr_colors >= 256 && !tty->term.ascii;
	set_colors(&tty->palette);
}

static bool is_utf8(void)
{
	const char *codeset;

	setlocale(LC_CTYPE, "");
	codeset = nl_langinfo(CODESET);
	return !strcasecmp(codeset, "UTF-8") || !strcasecmp(codeset, "utf8");
}

static int refuse_terminal(const char *term, const char *why, struct defer_error *err)
{
	return defer_error__set(err, DEFER_ERR_UNSUPPORTED, "TERM is '%s': %s", term ? term : "",
				why);
}

/* Switches reports of the mouse and of pastes on or off. */
static void set_modes(const struct term_tty *tty, bool on)
{
	SLtt_write_string(on ? PASTE_ON : PASTE_OFF);
	if (!tty->opts.no_mouse)
		SLtt_write_string(on ? MOUSE_ON : MOUSE_OFF);
	SLtt_flush_output();
}

/* Makes sure that a crash leaves a terminal that can be used. */
static int guard_screen(struct term_tty *tty, struct defer_error *err)
{
	static const char *const caps[] = {"me", "ke", "ve", "te"}; /* as slang undoes its screen */
	char reset[256] = PASTE_OFF MOUSE_OFF;

	for (size_t i = 0; i < sizeof(caps) / sizeof(*caps); i++) {
		const char *cap = SLtt_tgetstr(caps[i]);
		size_t len = strlen(reset);

		if (cap)
			snprintf(reset + len, sizeof(reset) - len, "%s", cap);
	}
	return crash_guard__new(&tty->guard, tty->in_fd, &tty->saved, STDOUT_FILENO, reset, err);
}

/*
 * Reads the description of the terminal. Where a variant has none, as on a machine that knows few
 * terminals, that of its family does.
 */
static bool init_terminal(const char *term)
{
	static const char *const families[][2] = {
		{"xterm-", "xterm-256color"}, {"xterm-", "xterm"}, {"tmux-", "screen-256color"},
		{"screen-", "screen"},	      {"rxvt-", "rxvt"},
	};

	bool ret = SLtt_initialize(term) >= 0;

	/* Without a description, slang guesses, and knows no colours. */
	if (ret && SLtt_tgetstr("cm"))
		return true;
	for (size_t i = 0; i < sizeof(families) / sizeof(*families); i++) {
		if (!strncmp(term, families[i][0], strlen(families[i][0])) &&
		    SLtt_initialize(families[i][1]) >= 0 && SLtt_tgetstr("cm"))
			return true;
	}
	return ret;
}

/* ---- the background ---- */

static int64_t now_ms(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1000LL + ts.tv_nsec / 1000000;
}

/* Asks, and goes on. Terminals that would show the query as text are not asked. */
static void ask_ground(struct term_tty *tty, const char *term)
{
	static const char *const plain[] = {"linux", "vt", "ansi", "cons", "sun", "wy", "eterm"};

	for (size_t i = 0; i < sizeof(plain) / sizeof(*plain); i++) {
		if (!strncmp(term, plain[i], strlen(plain[i])))
			return;
	}
	if (!SLtt_Use_Ansi_Colors)
		return;
	SLtt_write_string((char *)GROUND_QUERY);
	tty->asked_at = now_ms();
}

/* Returns whether the terminal has told its background since, so that all looks different. */
static bool see_ground(struct term_tty *tty)
{
	if (tty->parser.ground == GROUND_UNKNOWN || tty->parser.ground == tty->palette.ground)
		return false;
	tty->palette.ground = tty->parser.ground;
	set_colors(&tty->palette);
	SLsmg_touch_screen();
	return true;
}

/* How long after the query, and how long in the end, an answer is waited for, ms. */
#define ANSWER_TIME 1000
#define LAST_TIME   100

/* Takes a late answer, which the shell would show as typed. */
static void drop_answer(struct term_tty *tty)
{
	int64_t now = now_ms(), end = now + LAST_TIME;
	struct pollfd pfd = {.fd = tty->in_fd, .events = POLLIN};
	struct term_event event;

	if (!tty->asked_at || now - tty->asked_at > ANSWER_TIME)
		return;
	for (; !tty->parser.is_answered && now < end; now = now_ms()) {
		uint8_t bytes[sizeof(tty->parser.bytes)];
		ssize_t nr =
			poll(&pfd, 1, end - now) > 0 ? read(tty->in_fd, bytes, sizeof(bytes)) : 0;

		if (nr <= 0)
			return;
		key_parser__add(&tty->parser, bytes, nr);
		while (key_parser__next(&tty->parser, false, &event))
			;
	}
}

static int open_screen(struct term_tty *tty, struct defer_error *err)
{
	const char *term = getenv("TERM");

	if (!term || !*term || !strcmp(term, "dumb"))
		return refuse_terminal(term, "it cannot move the cursor", err);
	tty->term.ascii = tty->opts.ascii || !is_utf8();
	SLutf8_enable(!tty->term.ascii);
	if (!init_terminal(term))
		return refuse_terminal(
			term, "no description of it is installed, or one without a cursor", err);
	SLang_TT_Write_FD = STDOUT_FILENO;
	SLtt_get_screen_size();
	init_colors(tty);
	if (guard_screen(tty, err))
		return err->code;
	if (SLsmg_init_smg() < 0)
		return refuse_terminal(term, "slang cannot draw on it", err);
	tty->drawn = true;
	SLtt_set_cursor_visibility(0);
	ask_ground(tty, term);
	set_modes(tty, true);
	return 0;
}

static void close_screen(struct term_tty *tty)
{
	if (!tty->drawn)
		return;
	set_modes(tty, false);
	SLtt_set_cursor_visibility(1);
	SLsmg_gotorc(tty->term.rows - 1, 0);
	SLsmg_reset_smg();
	SLtt_flush_output();
	tty->drawn = false;
}

static int take_size(struct term_tty *tty, struct defer_error *err)
{
	/* Slang allocates its lines here; setting the size alone would not. */
	SLtt_get_screen_size();
	if (SLsmg_reinit_smg() < 0)
		return error__no_memory(err, "for the screen");
	return term__resize(&tty->term, SLtt_Screen_Rows,
			    SLtt_Screen_Cols < TERM_MAX_COLS ? SLtt_Screen_Cols : TERM_MAX_COLS,
			    err);
}

static void flush_row(const struct term *term, unsigned int row)
{
	const struct term_cell *cells = &term->cells[(size_t)row * term->cols];
	bool plain = false; /* slang's position is the current column */

	for (unsigned int col = 0; col < term->cols; col++) {
		if (!cells[col].ch)
			continue;
		if (!plain)
			SLsmg_gotorc(row, col);
		SLsmg_set_color(cells[col].color);
		SLsmg_write_char(cells[col].ch);
		plain = cells[col].ch < 0x80;
	}
}

static void term_slang__flush(struct term *term)
{
	for (unsigned int row = 0; row < term->rows; row++)
		flush_row(term, row);
	SLsmg_set_color(TERM_NORMAL);
	SLsmg_gotorc(term->rows - 1, 0);
	SLsmg_refresh();
}

static void term_slang__redraw(struct term *term)
{
	(void)term;
	SLsmg_cls();
	SLsmg_touch_screen();
}

/* ---- stop and go on ---- */

static void give_back(struct term_tty *tty)
{
	set_modes(tty, false);
	SLtt_set_cursor_visibility(1);
	SLsmg_suspend_smg();
	SLtt_flush_output();
	tcsetattr(tty->in_fd, TCSADRAIN, &tty->saved);
}

static void take_again(struct term_tty *tty)
{
	set_raw(tty, NULL);
	SLsmg_resume_smg();
	SLtt_set_cursor_visibility(0);
	set_modes(tty, true);
}

/* Drops what Ctrl-C and Ctrl-\ meant for another program: what is ignored does not stay pending. */
static void drop_interrupts(void)
{
	const struct sigaction ignore = {.sa_handler = SIG_IGN};
	static const int signals[] = {SIGINT, SIGQUIT};
	struct sigaction old;

	for (size_t i = 0; i < ARRAY_SIZE(signals); i++) {
		sigaction(signals[i], &ignore, &old);
		sigaction(signals[i], &old, NULL);
	}
}

static int term_slang__lend(struct term *term, term_lend_fn fn, void *ctx)
{
	struct term_tty *tty = tty_of(term);
	int ret;

	give_back(tty);
	ret = fn(ctx, tty->in_fd);
	drop_interrupts();
	take_again(tty);
	term_slang__redraw(term);
	return ret;
}

static void term_slang__send(struct term *term, const char *bytes)
{
	(void)term;
	SLtt_write_string((char *)bytes);
	SLtt_flush_output();
}

static void term_slang__suspend(struct term *term)
{
	struct term_tty *tty = tty_of(term);
	struct sigaction old, dfl = {.sa_handler = SIG_DFL};
	sigset_t stop;

	give_back(tty);
	sigemptyset(&stop);
	sigaddset(&stop, SIGTSTP);
	sigaction(SIGTSTP, &dfl, &old);
	kill(0, SIGTSTP);			   /* stop the whole pipeline */
	pthread_sigmask(SIG_UNBLOCK, &stop, NULL); /* the process stops here, and continues here */
	pthread_sigmask(SIG_BLOCK, &stop, NULL);
	sigaction(SIGTSTP, &old, NULL);
	take_again(tty);
}

/* ---- events ---- */

/*
 * Sets the terminal up anew after another process stopped us by force, or the shell brought us back
 * to the foreground.
 */
static void term_slang__resume(struct term_tty *tty)
{
	set_raw(tty, NULL);
	SLtt_set_cursor_visibility(0);
	set_modes(tty, true);
	term_slang__redraw(&tty->term);
}

static int take_signal(struct term_tty *tty, struct term_event *event, struct defer_error *err)
{
	struct signalfd_siginfo info;

	if (read(tty->sig_fd, &info, sizeof(info)) != sizeof(info))
		return 0;
	switch (info.ssi_signo) {
	case SIGTSTP:
		term_slang__suspend(&tty->term);
		break;
	case SIGCONT:
		term_slang__resume(tty);
		break;
	case SIGWINCH:
		break;
	default:
		event->kind = TERM_EVENT_QUIT;
		tty->quit_signal = info.ssi_signo;
		return 0;
	}
	event->kind = TERM_EVENT_RESIZE;
	return take_size(tty, err);
}

static void read_keys(struct term_tty *tty, struct term_event *event)
{
	uint8_t bytes[sizeof(tty->parser.bytes)];
	ssize_t nr = read(tty->in_fd, bytes, sizeof(bytes) - tty->parser.nr);

	if (nr > 0)
		key_parser__add(&tty->parser, bytes, nr);
	else if (nr == 0 || (errno != EINTR && errno != EAGAIN))
		event->kind = TERM_EVENT_QUIT; /* the terminal is gone */
}

static int take_events(struct term_tty *tty, const struct pollfd *pfds, struct term_event *event,
		       struct defer_error *err)
{
	uint64_t nr;

	if (pfds[1].revents)
		return take_signal(tty, event, err);
	if (pfds[0].revents & POLLIN)
		read_keys(tty, event);
	else if (pfds[0].revents)
		event->kind = TERM_EVENT_QUIT;
	else if (pfds[2].revents && read(tty->wake_fd, &nr, sizeof(nr)) == sizeof(nr))
		event->kind = TERM_EVENT_WAKE;
	if (event->kind == TERM_EVENT_NONE)
		key_parser__next(&tty->parser, false, event);
	if (see_ground(tty) && event->kind == TERM_EVENT_NONE)
		event->kind = TERM_EVENT_RESIZE;
	return 0;
}

static int term_slang__wait(struct term *term, int timeout_ms, struct term_event *event,
			    struct defer_error *err)
{
	struct term_tty *tty = tty_of(term);
	struct pollfd pfds[] = {
		{.fd = tty->in_fd, .events = POLLIN},
		{.fd = tty->sig_fd, .events = POLLIN},
		{.fd = tty->wake_fd, .events = POLLIN},
	};
	bool cut;
	int nr;

	if (key_parser__next(&tty->parser, false, event))
		return 0;
	cut = !key_parser__is_empty(&tty->parser);
	nr = poll(pfds, 3, !cut ? timeout_ms : tty->parser.nr > 1 ? CUT_DELAY : ESC_DELAY);
	if (nr < 0 && errno != EINTR)
		return io_error("cannot wait for keys", err);
	if (nr > 0)
		return take_events(tty, pfds, event, err);
	if (!nr && cut)
		key_parser__next(&tty->parser, true, event);
	return 0;
}

static bool has_input(struct term *term)
{
	struct term_tty *tty = tty_of(term);
	struct pollfd pfd = {.fd = tty->in_fd, .events = POLLIN};

	return tty->parser.nr || poll(&pfd, 1, 0) > 0;
}

static void term_slang__wake(struct term *term)
{
	eventfd_write(tty_of(term)->wake_fd, 1);
}

static void close_fd(int fd)
{
	if (fd >= 0)
		close(fd);
}

static void exit_tty(struct term *term)
{
	struct term_tty *tty = tty_of(term);

	close_screen(tty);
	drop_answer(tty);
	if (tty->raw)
		tcsetattr(tty->in_fd, TCSADRAIN, &tty->saved);
	close_fd(tty->in_fd);
	close_fd(tty->sig_fd);
	close_fd(tty->wake_fd);
	crash_guard__delete(tty->guard);
	if (tty->quit_signal)
		raise(tty->quit_signal); /* now it ends the program: who waits for it sees why */
	if (tty->blocked)
		pthread_sigmask(SIG_SETMASK, &tty->old_signals, NULL);
	free(tty);
}

static const struct term_backend backend = {
	.flush = term_slang__flush,
	.redraw = term_slang__redraw,
	.wait = term_slang__wait,
	.has_input = has_input,
	.wake = term_slang__wake,
	.suspend = term_slang__suspend,
	.lend = term_slang__lend,
	.send = term_slang__send,
	.exit = exit_tty,
};

int term__new(struct term **termp, const struct term_opts *opts, struct defer_error *err)
{
	struct term_tty *tty = calloc(1, sizeof(*tty));
	int ret;

	*termp = NULL;
	if (!tty)
		return error__no_memory(err, "for the screen");
	tty->term.backend = &backend;
	tty->opts = *opts;
	tty->in_fd = tty->sig_fd = tty->wake_fd = -1;
	ret = open_signals(tty, err);
	if (!ret)
		ret = open_input(tty, err);
	if (!ret)
		ret = open_screen(tty, err);
	if (!ret)
		ret = take_size(tty, err);
	if (ret)
		term__delete(&tty->term);
	else
		*termp = &tty->term;
	return ret;
}
