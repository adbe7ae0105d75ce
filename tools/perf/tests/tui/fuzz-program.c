// SPDX-License-Identifier: GPL-2.0-only
/* The program on its terminal: what it writes, and what becomes of it. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include "tests/tui/fuzz.h"

/* What the supervisor tells of the program: a word when it begins, whenever it stops, at its end. */
struct report {
	pid_t pid;
	int status;   /* of waitpid(); -1: it begins */
	bool is_sane; /* the line of the terminal is as it was */
	bool went_on; /* it had stopped, but a SIGCONT came before anybody looked */
};

/* ---- what was done ---- */

void fuzz__note(struct fuzz *fuzz, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	vsnprintf(fuzz->deeds[fuzz->nr_deeds++ % NR_DEEDS], DEED_LEN, fmt, args);
	va_end(args);
}

void fuzz__fail(struct fuzz *fuzz, const char *fmt, ...)
{
	unsigned int first = fuzz->nr_deeds > NR_DEEDS ? fuzz->nr_deeds - NR_DEEDS : 0;
	va_list args;

	if (!fuzz->failed) {
		printf("\n  the last that was done, on %u columns and %u rows:\n", fuzz->cols,
		       fuzz->rows);
		for (unsigned int i = first; i < fuzz->nr_deeds; i++)
			printf("    %s\n", fuzz->deeds[i % NR_DEEDS]);
	}
	va_start(args, fmt);
	printf("  FAILED: ");
	vprintf(fmt, args);
	printf("\n");
	va_end(args);
	fuzz->failed = true;
}

/* ---- the program, and who watches it on its terminal ---- */

/* What to do with signals that the terminal sends. */
static void hear_terminal(sighandler_t handler)
{
	static const int signals[] = {SIGHUP, SIGINT, SIGQUIT, SIGTSTP, SIGTTIN, SIGTTOU};

	for (unsigned int i = 0; i < ARRAY_SIZE(signals); i++)
		signal(signals[i], handler);
}

static void run_program(char **command)
{
	setpgid(0, 0);
	tcsetpgrp(STDIN_FILENO, getpid());
	hear_terminal(SIG_DFL);
	execvp(command[0], command);
	_exit(127);
}

static bool is_line_as(const struct termios *given)
{
	struct termios line;

	return !tcgetattr(STDIN_FILENO, &line) && line.c_iflag == given->c_iflag &&
	       line.c_oflag == given->c_oflag && line.c_cflag == given->c_cflag &&
	       line.c_lflag == given->c_lflag && !memcmp(line.c_cc, given->c_cc, sizeof(line.c_cc));
}

static bool has_gone_on(pid_t pid)
{
	siginfo_t info = {.si_pid = 0};

	return !waitid(P_PID, pid, &info, WCONTINUED | WNOHANG | WNOWAIT) && info.si_pid == pid;
}

/* Does what a shell does: lets the program have the terminal, and continues it when it stops. */
static void supervise(char **command, int sock)
{
	struct report report = {.status = -1, .is_sane = true};
	struct termios given;
	char go;

	hear_terminal(SIG_IGN);
	tcgetattr(STDIN_FILENO, &given);
	/*
	 * If the program has given the line back to stop, ^Z from the keyboard would drop what it wrote
	 * before (Linux 7.2, drivers/tty/n_tty.c, isig()).
	 */
	given.c_lflag |= NOFLSH;
	tcsetattr(STDIN_FILENO, TCSANOW, &given);
	report.pid = fork();
	if (!report.pid)
		run_program(command);
	setpgid(report.pid, report.pid);
	tcsetpgrp(STDIN_FILENO, report.pid);
	while (write(sock, &report, sizeof(report)) == sizeof(report) && read(sock, &go, 1) == 1) {
		if (report.status != -1 && !WIFSTOPPED(report.status))
			break;
		if (report.status != -1) {
			tcsetpgrp(STDIN_FILENO, report.pid);
			kill(-report.pid, SIGCONT);
		}
		if (waitpid(report.pid, &report.status, WUNTRACED) != report.pid)
			break;
		report.is_sane = is_line_as(&given);
		report.went_on = WIFSTOPPED(report.status) && has_gone_on(report.pid);
		tcsetpgrp(STDIN_FILENO, getpgrp());
	}
	_exit(0);
}

/* ---- what it writes ---- */

static void set_mode(struct modes *modes, unsigned int number, bool on)
{
	switch (number) {
	case 1:
		modes->keypad = on;
		break;
	case 25:
		modes->hidden = !on;
		break;
	case 47:
	case 1047:
	case 1049:
		modes->screen = on;
		break;
	case 1000:
	case 1002:
	case 1003:
		modes->mouse = on;
		break;
	case 1006:
		modes->mouse_format = on;
		break;
	case 2004:
		modes->paste = on;
		break;
	default:
		break;
	}
}

static void see_number(struct modes *modes, char c)
{
	if (c >= '0' && c <= '9') {
		modes->numbers[modes->nr] = modes->numbers[modes->nr] * 10 + c - '0';
	} else if (c == ';' && modes->nr + 1 < ARRAY_SIZE(modes->numbers)) {
		modes->numbers[++modes->nr] = 0;
	} else {
		for (unsigned int i = 0; (c == 'h' || c == 'l') && i <= modes->nr; i++)
			set_mode(modes, modes->numbers[i], c == 'h');
		modes->at = 0;
	}
}

/* Sees "ESC [ ? numbers h" and l, which switch modes. */
static void see_modes(struct modes *modes, char c)
{
	static const char begin[] = {'\033', '[', '?'};

	if (modes->at == 3) {
		see_number(modes, c);
	} else if (c == begin[modes->at]) {
		modes->at++;
		modes->nr = modes->numbers[0] = 0;
	} else {
		modes->at = c == begin[0];
	}
}

/* Sees "ESC [ H ESC [ J" and "ESC [ H ESC [ 2 J", by which terminals are cleared. */
static void see_clear(struct fuzz *fuzz, char c)
{
	static const char clear[] = "\033[H\033[J";

	if (c == '2' && fuzz->cleared == 5)
		return;
	if (c != clear[fuzz->cleared])
		fuzz->cleared = c == clear[0] ? 1 : 0;
	else if (!clear[++fuzz->cleared])
		fuzz->answered = true;
	if (!clear[fuzz->cleared])
		fuzz->cleared = 0;
}

/* Reads what it has written; false if there is nothing now. */
static bool take_output(struct fuzz *fuzz)
{
	char bytes[65536];
	ssize_t nr = fuzz->fd < 0 ? -1 : read(fuzz->fd, bytes, sizeof(bytes));

	for (ssize_t i = 0; i < nr; i++) {
		see_modes(&fuzz->modes, bytes[i]);
		see_clear(fuzz, bytes[i]);
	}
	fuzz->has_begun |= nr > 0;
	return nr > 0;
}

/* ---- what becomes of it ---- */

static bool is_any_on(const struct modes *modes)
{
	return modes->screen || modes->keypad || modes->hidden || modes->mouse ||
	       modes->mouse_format || modes->paste;
}

static void check_terminal(struct fuzz *fuzz, const struct report *report, const char *when)
{
	const struct modes *modes = &fuzz->modes;
	double end = fuzz__now() + 2;

	/* The kernel may still be passing on what was written. */
	while (take_output(fuzz) || (is_any_on(modes) && fuzz__now() < end))
		;
	if (!report->is_sane)
		fuzz__fail(fuzz, "%s the line of the terminal is not as it was", when);
	if (modes->screen || modes->keypad || modes->hidden)
		fuzz__fail(fuzz, "%s it is another screen %d, keys %d, no cursor %d", when,
			   modes->screen, modes->keypad, modes->hidden);
	if (modes->mouse || modes->mouse_format || modes->paste)
		fuzz__fail(fuzz, "%s it still reports the mouse %d, its format %d, pastes %d", when,
			   modes->mouse, modes->mouse_format, modes->paste);
}

/* While the program has given the line back, stopped or about to end, that makes signals of ^C and of ^\. */
static bool is_sent(const struct fuzz *fuzz, int sig)
{
	bool has_line = !fuzz->was_stopped && !fuzz->may_leave;

	return sig == fuzz->sent_signal || (!has_line && (sig == SIGINT || sig == SIGQUIT));
}

static void check_end(struct fuzz *fuzz, int status)
{
	if (WIFSIGNALED(status) && is_sent(fuzz, WTERMSIG(status)))
		return;
	if (WIFSIGNALED(status))
		fuzz__fail(fuzz, "it died by signal %d", WTERMSIG(status));
	else if (WIFEXITED(status) && WEXITSTATUS(status) > 1)
		fuzz__fail(fuzz, "its exit status is %d", WEXITSTATUS(status));
	else if (!fuzz->may_leave && !fuzz->sent_signal)
		fuzz__fail(fuzz, "it ended with status %d, and nobody asked it to",
			   WEXITSTATUS(status));
}

/* The supervisor has said something. */
static void take_report(struct fuzz *fuzz)
{
	struct report report;
	ssize_t nr = read(fuzz->sock, &report, sizeof(report));
	bool stopped = nr == sizeof(report) && report.status != -1 && WIFSTOPPED(report.status);

	if (nr != sizeof(report))
		fuzz__die("the supervisor is gone");
	fuzz->pid = report.pid;
	fuzz->was_stopped |= stopped;
	if (stopped)
		fuzz__note(fuzz, "stopped by signal %d", WSTOPSIG(report.status));
	if (report.status != -1 && fuzz->fd >= 0 &&
	    !(stopped && (report.went_on || fuzz->may_cross)))
		check_terminal(fuzz, &report, stopped ? "stopped," : "at its end,");
	if (report.status != -1 && !stopped) {
		fuzz->gone = true;
		fuzz->status = report.status;
		check_end(fuzz, report.status);
	}
	if (write(fuzz->sock, "", 1) != 1)
		fuzz__die("the supervisor does not hear");
}

static void start(struct fuzz *fuzz)
{
	struct winsize size = {.ws_row = fuzz->rows, .ws_col = fuzz->cols};
	int socks[2];

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, socks))
		fuzz__die("socketpair");
	fflush(stdout);
	fuzz->supervisor = forkpty(&fuzz->fd, NULL, NULL, &size);
	if (fuzz->supervisor < 0)
		fuzz__die("there is no terminal to be had");
	if (!fuzz->supervisor) {
		close(socks[0]);
		supervise(fuzz->command, socks[1]);
	}
	close(socks[1]);
	fuzz->sock = socks[0];
	fcntl(fuzz->fd, F_SETFL, O_NONBLOCK);
	fcntl(fuzz->fd, F_SETFD, FD_CLOEXEC);
	take_report(fuzz); /* that it begins */
}

/* Waits until it has something to say, @timeout s at most, or until the terminal takes input. */
static bool wait_event(struct fuzz *fuzz, double timeout, bool to_write)
{
	struct pollfd pfds[] = {
		{.fd = fuzz->sock, .events = POLLIN},
		{.fd = fuzz->fd, .events = POLLIN | (to_write ? POLLOUT : 0)},
	};

	if (fuzz->gone || poll(pfds, 2, timeout * 1000 + 1) <= 0)
		return false;
	if (pfds[1].revents & POLLIN)
		take_output(fuzz);
	if (pfds[0].revents)
		take_report(fuzz);
	return pfds[1].revents & POLLOUT;
}

void fuzz__rest(struct fuzz *fuzz, double seconds)
{
	double end = fuzz__now() + seconds;

	while (!fuzz->gone && fuzz__now() < end)
		wait_event(fuzz, end - fuzz__now(), false);
}

/* Ends it so that a sanitizer tells where it was. */
static void end_by_force(struct fuzz *fuzz)
{
	fuzz->sent_signal = SIGABRT;
	kill(fuzz->pid, SIGABRT);
	fuzz__rest(fuzz, 5);
	if (fuzz->gone)
		return;
	fuzz->sent_signal = SIGKILL;
	fuzz->modes = (struct modes){0};
	kill(fuzz->pid, SIGKILL);
	fuzz__rest(fuzz, 5);
}

void fuzz__send(struct fuzz *fuzz, const char *bytes, size_t nr)
{
	double end = fuzz__now() + fuzz->patience;

	while (nr && !fuzz->gone) {
		ssize_t sent = wait_event(fuzz, 0.1, true) ? write(fuzz->fd, bytes, nr) : 0;

		if (sent > 0) {
			bytes += sent;
			nr -= sent;
		}
		if (!fuzz->gone && fuzz__now() > end) {
			fuzz__fail(fuzz, "it does not read its keys");
			end_by_force(fuzz);
		}
	}
}

/* Ends what a key may be a part of, and asks to clear the screen. */
void fuzz__probe(struct fuzz *fuzz)
{
	double end = fuzz__now() + fuzz->patience;

	fuzz__note(fuzz, "probe");
	while (take_output(fuzz))
		;
	fuzz->answered = false;
	fuzz__send(fuzz, "\033[201~\f", 7);
	while (!fuzz->gone && !fuzz->answered && fuzz__now() < end)
		wait_event(fuzz, end - fuzz__now(), false);
	if (fuzz->answered)
		fuzz->may_cross = false;
	if (fuzz->gone || fuzz->answered)
		return;
	fuzz__fail(fuzz, "no answer to a key in %g seconds", fuzz->patience);
	end_by_force(fuzz);
}

/* What is typed before the terminal is its own would be seen by the line: ^C and such. */
static void wait_start(struct fuzz *fuzz)
{
	double end = fuzz__now() + fuzz->patience;

	while (!fuzz->gone && !fuzz->has_begun && fuzz__now() < end)
		wait_event(fuzz, end - fuzz__now(), false);
	if (fuzz->gone || fuzz->has_begun)
		return;
	fuzz__fail(fuzz, "it draws nothing");
	end_by_force(fuzz);
}

void fuzz__launch(struct fuzz *fuzz)
{
	start(fuzz);
	wait_start(fuzz);
}

void fuzz__wait_output(struct fuzz *fuzz, double seconds)
{
	wait_event(fuzz, seconds, false);
}

void fuzz__wait_end(struct fuzz *fuzz)
{
	fuzz__rest(fuzz, fuzz->patience);
	if (!fuzz->gone) {
		fuzz__fail(fuzz, "it does not leave within %g seconds", fuzz->patience);
		end_by_force(fuzz);
	}
	close(fuzz->sock);
	if (fuzz->fd >= 0)
		close(fuzz->fd);
	waitpid(fuzz->supervisor, NULL, 0);
}
