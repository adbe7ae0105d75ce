// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "ui/text/units.h"
#include "ui/tui/view/ledger-lines.h"
#include "ui/tui/view/views.h"
#include "util/base/error.h"
#include "util/fold/fold.h"
#include "util/profile/func.h"
#include "util/profile/zoom.h"
#include "util/session/ledger.h"
#include "util/view/heat-samples.h"

#define NAME_WIDTH 28 /* of threads, CPUs and events, columns */
#define STRIP_LEFT 14 /* columns before a strip of time */
#define NR_BUCKETS 2048

struct ledger_tui {
	struct ledger_lines lines;
	bool has_lines;
	struct heat_samples heat;
	bool has_heat;
	struct tally zoomed;
	double *strip; /* TERM_MAX_COLS of them */
};

static double percent_of_all(uint64_t part, uint64_t all)
{
	return all ? 100.0 * part / all : 0;
}

/* ---- tables ---- */

static int class_width(enum defer_class cls)
{
	int len = strlen(defer_class__name(cls));

	return len > 8 ? len : 8;
}

/* Draws the head of a tally: a column for all samples, then one for each class that occurs. */
static void draw_tally_head(const struct ledger_lines *lines, struct term_win *win)
{
	term_win__printf(win, "%10s  %7s", "Samples", "Known");
	for (int cls = 0; cls < DEFER_NR_CLASSES; cls++) {
		if (lines->ledger->total.classes[cls])
			term_win__printf(win, "  %*s", class_width(cls), defer_class__name(cls));
	}
}

static void draw_count(struct term_win *win, int width, uint64_t nr, enum term_color color)
{
	term_win__color(win, nr ? color : TERM_DIM);
	term_win__printf(win, "  %*" PRIu64, width, nr);
	term_win__color(win, TERM_NORMAL);
}

static void draw_tally(const struct ledger_lines *lines, const struct tally *tally,
		       struct term_win *win)
{
	char known[LEDGER_PERCENT_LEN];

	term_win__printf(win, "%10" PRIu64 "  %7s", tally->samples,
			 ledger_view__known(tally, known));
	for (int cls = 0; cls < DEFER_NR_CLASSES; cls++) {
		if (lines->ledger->total.classes[cls])
			draw_count(win, class_width(cls), tally->classes[cls],
				   defer_class__is_missing(cls) ? TERM_MISSING : TERM_NORMAL);
	}
}

/* ---- lines of each kind ---- */

static void draw_title(enum ledger_section section, struct term_win *win)
{
	static const char *const titles[LEDGER_NR_SECTIONS] = {
		[LEDGER_CLASSES] = "Where the samples went",
		[LEDGER_CAUSES] = "Why user stacks are missing",
		[LEDGER_TIMES] = "When user stacks are missing",
		[LEDGER_LATENCIES] = "Time between a sample and its user stack",
		[LEDGER_RECORDS] = "Deferred user stacks",
		[LEDGER_EVENTS] = "By event",
		[LEDGER_CPUS] = "By CPU, with the losses that the kernel reports",
		[LEDGER_THREADS] = "By thread",
		[LEDGER_LOSSES] = "Which threads miss user stacks",
	};

	term_win__color(win, TERM_TITLE);
	term_win__puts(win, titles[section]);
}

static bool has_event_losses(const struct ledger_lines *lines)
{
	return lines->losses && lines->losses->events;
}

static void draw_heads(const struct ledger_lines *lines, enum ledger_section section,
		       struct term_win *win)
{
	term_win__color(win, TERM_DIM);
	switch (section) {
	case LEDGER_CLASSES:
		term_win__printf(win, "%-12s  %10s  %7s  ", "Class", "Samples", "Share");
		if (lines->zoomed)
			term_win__printf(win, "%10s  %7s  ", "Zoomed", "Share");
		term_win__puts(win, "What it means");
		break;
	case LEDGER_CAUSES:
		term_win__printf(win, "%-12s  %10s  %10s  %8s  %s", "Cause", "Samples", "Entries",
				 "Tasks", lines->session->no_time ? "" : "Seen from .. to");
		break;
	case LEDGER_LATENCIES:
		term_win__printf(win, "%-8s  %10s  %10s  %10s  %10s  %10s", "Stack", "Samples",
				 "Least", "Median", "99%", "Most");
		break;
	case LEDGER_LOSSES:
		term_win__printf(win, "%-12s  %10s  %s", "Cause", "Samples", "Thread");
		break;
	case LEDGER_EVENTS:
	case LEDGER_CPUS:
	case LEDGER_THREADS:
	case LEDGER_TIMES:
	case LEDGER_RECORDS:
	case LEDGER_NR_SECTIONS:
	default:
		term_win__hold(win);
		term_win__pad(win,
			      section == LEDGER_EVENTS ? "Event"
			      : section == LEDGER_CPUS ? "CPU"
						       : "Thread",
			      NAME_WIDTH);
		term_win__release(win);
		draw_tally_head(lines, win);
		if (section == LEDGER_CPUS)
			term_win__printf(win, "  %12s", "Lost records");
		if (section == LEDGER_CPUS || (section == LEDGER_EVENTS && has_event_losses(lines)))
			term_win__printf(win, "  %12s  %11s  %11s", "Lost samples", "Lost stacks",
					 "Lost others");
	}
}

static void draw_total(const struct ledger_lines *lines, enum ledger_figure figure,
		       struct term_win *win)
{
	const struct tally *total = &lines->ledger->total;
	uint64_t nr = ledger_lines__figure(lines, figure);
	char known[LEDGER_PERCENT_LEN], told[LEDGER_TOLD_LEN];
	const struct tally *zoomed = lines->zoomed;

	switch (figure) {
	case LEDGER_SAMPLES:
		term_win__printf(win, "%10" PRIu64 "  samples%s", nr,
				 lines->filtered ? ", chosen ones only" : "");
		if (zoomed)
			term_win__printf(win, "; %" PRIu64 " are zoomed into", zoomed->samples);
		break;
	case LEDGER_WITH_USER:
		term_win__printf(win, "%10" PRIu64 "  of them have a user half", nr);
		break;
	case LEDGER_KNOWN:
		term_win__printf(win, "%10" PRIu64 "  of these are known: %s", nr,
				 ledger_view__known(total, known));
		if (zoomed)
			term_win__printf(win, "; of what is zoomed into: %s",
					 ledger_view__known(zoomed, known));
		break;
	case LEDGER_TOLD_LOST:
	case LEDGER_IN_TRACE:
	case LEDGER_USED:
	case LEDGER_UNUSED:
	case LEDGER_DUPLICATES:
	case LEDGER_EMPTY:
	case LEDGER_SHARED:
	default:
		term_win__puts(win, ledger_view__told(lines->losses, told));
	}
}

static void draw_note(const struct ledger_note *note, const char *search, struct term_win *win)
{
	term_win__printf(win, "%10s  ", note->topic);
	term_win__puts_match(win, note->text, search);
}

static void draw_share(const struct tally *tally, enum defer_class cls, struct term_win *win)
{
	term_win__printf(win, "  %10" PRIu64 "  %6.2f%%", tally->classes[cls],
			 percent_of_all(tally->classes[cls], tally->samples));
}

static void draw_class(const struct ledger_lines *lines, enum defer_class cls, const char *search,
		       struct term_win *win)
{
	const struct tally *total = &lines->ledger->total;
	char name[32];

	snprintf(name, sizeof(name), "%-12s", defer_class__name(cls));
	term_win__color(win, defer_class__is_missing(cls) ? TERM_MISSING : TERM_NORMAL);
	term_win__puts_match(win, name, search);
	term_win__color(win, TERM_NORMAL);
	draw_share(total, cls, win);
	if (lines->zoomed)
		draw_share(lines->zoomed, cls, win);
	term_win__printf(win, "  %s", defer_class__meaning(cls));
}

static void draw_cause(const struct ledger_lines *lines, enum defer_class cls, const char *search,
		       struct term_win *win)
{
	const struct ledger_cause *cause = &lines->ledger->causes[cls];
	char name[32], from[UNITS_TIME_LEN], to[UNITS_TIME_LEN];

	snprintf(name, sizeof(name), "%-12s", defer_class__name(cls));
	term_win__puts_match(win, name, search);
	term_win__printf(win, "  %10" PRIu64 "  %10" PRIu64 "  %8" PRIu64, cause->samples,
			 cause->runs.nr, cause->tasks);
	if (!lines->session->no_time)
		term_win__printf(win, "  %s .. %s", units__time(cause->first_time, false, from),
				 units__time(cause->last_time, false, to));
}

static void draw_loss(const struct ledger_lines *lines, const struct ledger_line *line,
		      const char *search, struct term_win *win)
{
	const struct ledger_loss *loss = &lines->lost_rows[line->index];
	char buf[LEDGER_LABEL_LEN];

	term_win__printf(win, "%-12s  %10" PRIu64 "  ", defer_class__name(loss->cls),
			 loss->samples);
	term_win__puts_match(win, ledger_lines__label(lines, line, buf), search);
}

static void draw_strip(struct ledger_tui *lt, const struct ledger_line *line, const char *search,
		       struct term_win *win)
{
	uint32_t nr = win->cols > STRIP_LEFT ? win->cols - STRIP_LEFT : 1;
	uint32_t row = line->index == DEFER_NR_CLASSES ? HEAT_ALL
						       : heat__find(&lt->heat.heat, line->index);
	char buf[LEDGER_LABEL_LEN];
	double peak = 0;

	win->skip = 0; /* the whole of time stays visible */
	if (nr > TERM_MAX_COLS)
		nr = TERM_MAX_COLS;
	heat__strip(&lt->heat.heat, row, heat__axis(&lt->heat.heat, nr), lt->strip);
	for (uint32_t i = 0; i < nr; i++)
		peak = lt->strip[i] > peak ? lt->strip[i] : peak;
	term_win__puts_match(win, ledger_lines__label(&lt->lines, line, buf), search);
	win->col = STRIP_LEFT;
	for (uint32_t i = 0; i < nr; i++) {
		unsigned int level = heat__level(lt->strip[i], peak, TERM_NR_HEAT);

		term_win__color(win, TERM_HEAT + level);
		if (level)
			term_win__glyph(win, GLYPH_LOWER + level, 1);
		else
			term_win__puts(win, " ");
	}
}

static void draw_latency(const struct ledger_lines *lines, const struct ledger_line *line,
			 struct term_win *win)
{
	const struct ledger_latency *latency = &lines->ledger->latency;
	const struct histogram *h = line->index ? &latency->earlier : &latency->later;
	char min[LEDGER_SPAN_LEN], median[LEDGER_SPAN_LEN], p99[LEDGER_SPAN_LEN],
		max[LEDGER_SPAN_LEN], buf[LEDGER_LABEL_LEN];

	term_win__printf(win, "%-8s  %10" PRIu64 "  %10s  %10s  %10s  %10s",
			 ledger_lines__label(lines, line, buf), h->nr,
			 ledger_view__span(h->min, min),
			 ledger_view__span(histogram__percentile(h, 50), median),
			 ledger_view__span(histogram__percentile(h, 99), p99),
			 ledger_view__span(h->max, max));
}

static void draw_bar(const struct ledger_lines *lines, unsigned int power, struct term_win *win)
{
	uint64_t nr = histogram__power(&lines->ledger->latency.later, power);
	char from[LEDGER_SPAN_LEN], to[LEDGER_SPAN_LEN];

	term_win__printf(win, "%10s .. %-10s  %10" PRIu64 "  ",
			 ledger_view__span(power ? 1ULL << (power - 1) : 0, from),
			 ledger_view__span(power < 64 ? 1ULL << power : UINT64_MAX, to), nr);
	term_win__color(win, TERM_BAR);
	term_win__bar(win, (double)nr / lines->most, 40);
}

static void draw_record(const struct ledger_lines *lines, enum ledger_figure figure,
			struct term_win *win)
{
	uint64_t nr = ledger_lines__figure(lines, figure);
	const char *what = figure == LEDGER_IN_TRACE	 ? "in the trace"
			   : figure == LEDGER_USED	 ? "used by samples"
			   : figure == LEDGER_UNUSED	 ? "used by none"
			   : figure == LEDGER_DUPLICATES ? "written twice, and counted once"
							 : "samples got one without an address";

	if (figure == LEDGER_SHARED)
		term_win__printf(win, "%10.2f  samples share one on average, at most %" PRIu64,
				 histogram__mean(&lines->ledger->shared), nr);
	else
		term_win__printf(win, "%10" PRIu64 "  %s", nr, what);
}

/* Draws the number of lost samples, user stacks and other records. */
static void draw_lost(uint64_t samples, uint64_t stacks, uint64_t others, struct term_win *win)
{
	draw_count(win, 12, samples, TERM_MISSING);
	draw_count(win, 11, stacks, TERM_MISSING);
	draw_count(win, 11, others, TERM_MISSING);
}

static void draw_losses(const struct ledger_lines *lines, const struct ledger_line *line,
			struct term_win *win)
{
	const struct cpu_losses no_cpu = {0}, *cpu;
	const struct event_losses no_event = {0}, *event;

	if (line->kind == LEDGER_CPU) {
		cpu = lines->cpus[line->index].losses;
		cpu = cpu ? cpu : &no_cpu;
		draw_count(win, 12, cpu->lost, TERM_MISSING);
		draw_lost(cpu->lost_samples, cpu->lost_stacks, cpu->lost_others, win);
	} else if (line->kind == LEDGER_EVENT && has_event_losses(lines)) {
		event = lines->events[line->index].losses;
		event = event ? event : &no_event;
		draw_lost(event->lost_samples, event->lost_stacks, event->lost_others, win);
	}
}

/* Draws the line of an event, a thread or a CPU. */
static void draw_row(const struct ledger_lines *lines, const struct ledger_line *line,
		     const char *search, struct term_win *win)
{
	const struct tally none = {0}, *tally;
	struct term_win name;
	char buf[LEDGER_LABEL_LEN];

	tally = line->kind == LEDGER_EVENT    ? lines->events[line->index].tally
		: line->kind == LEDGER_THREAD ? &lines->ledger->threads.tally[line->index]
					      : lines->cpus[line->index].tally;
	term_win__hold(win);
	if (search && *search) {
		name = *win;
		term_win__puts_match(&name, ledger_lines__label(lines, line, buf), search);
		if (name.col < NAME_WIDTH)
			term_win__pad(&name, "", NAME_WIDTH - name.col);
		win->col = NAME_WIDTH;
	} else {
		term_win__pad(win, ledger_lines__label(lines, line, buf), NAME_WIDTH);
	}
	term_win__release(win);
	draw_tally(lines, tally ? tally : &none, win);
	draw_losses(lines, line, win);
}

static void view_ledger__draw_line(const struct tui_view *view, uint64_t nr, struct term_win *win)
{
	struct ledger_tui *lt = view->priv;
	const struct ledger_lines *lines = &lt->lines;
	const struct ledger_line *line = &lines->lines[nr];

	switch (line->kind) {
	case LEDGER_TITLE:
		draw_title(line->index, win);
		break;
	case LEDGER_HEAD:
		draw_heads(lines, line->index, win);
		break;
	case LEDGER_TOTAL:
		draw_total(lines, line->index, win);
		break;
	case LEDGER_NOTE:
		draw_note(&lines->notes[line->index], view->search, win);
		break;
	case LEDGER_CLASS:
		draw_class(lines, line->index, view->search, win);
		break;
	case LEDGER_CAUSE:
		draw_cause(lines, line->index, view->search, win);
		break;
	case LEDGER_LOSS:
		draw_loss(lines, line, view->search, win);
		break;
	case LEDGER_STRIP:
		draw_strip(lt, line, view->search, win);
		break;
	case LEDGER_LATENCY:
		draw_latency(lines, line, win);
		break;
	case LEDGER_BAR:
		draw_bar(lines, line->index, win);
		break;
	case LEDGER_RECORD:
		draw_record(lines, line->index, win);
		break;
	case LEDGER_BLANK:
		break;
	default:
		draw_row(lines, line, view->search, win);
	}
}

static uint64_t view_ledger__nr_lines(const struct tui_view *view)
{
	const struct ledger_tui *lt = view->priv;

	return lt->has_lines ? lt->lines.nr : 0;
}

static bool is_read(const struct tui_data *data)
{
	return data && data->ledger && data->session;
}

static unsigned int view_ledger__nr_heads(const struct tui_view *view)
{
	return is_read(view->data) ? 0 : 1;
}

static void view_ledger__draw_head(const struct tui_view *view, struct term_win *win)
{
	(void)view;
	term_win__color(win, TERM_DIM);
	term_win__puts(win, "The trace is being read");
}

static uint64_t view_ledger__find(const struct tui_view *view, uint64_t from, const char *text,
				  bool forward)
{
	const struct ledger_tui *lt = view->priv;
	uint64_t nr = view_ledger__nr_lines(view);
	char buf[LEDGER_LABEL_LEN];

	for (uint64_t i = from < nr ? from : nr; forward ? i < nr : i-- > 0; i += forward) {
		if (strcasestr(ledger_lines__label(&lt->lines, &lt->lines.lines[i], buf), text))
			return i;
	}
	return UINT64_MAX;
}

static void target_thread(const struct ledger_lines *lines, uint32_t thread,
			  struct tui_target *target)
{
	const struct tally *tally = &lines->ledger->threads.tally[thread];

	target->pid = ledger_thread__pid(tally);
	target->tid = ledger_thread__tid(tally);
	target->comm_id = tally->key.b;
}

/* Delays from 2^(power - 1) on, below 2^power. */
static void target_delays(unsigned int power, struct tui_target *target)
{
	target->least = power ? 1ULL << (power - 1) : 0;
	target->most = power < 64 ? (1ULL << power) - 1 : UINT64_MAX;
	target->most += !power;
}

static void view_ledger__target(const struct tui_view *view, struct tui_target *target)
{
	const struct ledger_tui *lt = view->priv;
	const struct ledger_line *line;

	if (view->cursor >= view_ledger__nr_lines(view))
		return;
	line = &lt->lines.lines[view->cursor];
	switch (line->kind) {
	case LEDGER_CLASS:
	case LEDGER_CAUSE:
		target->cls = line->index;
		break;
	case LEDGER_STRIP:
		target->cls = line->index == DEFER_NR_CLASSES ? -1 : (int)line->index;
		break;
	case LEDGER_LOSS:
		target->cls = lt->lines.lost_rows[line->index].cls;
		target_thread(&lt->lines, lt->lines.lost_rows[line->index].thread, target);
		break;
	case LEDGER_THREAD:
		target_thread(&lt->lines, line->index, target);
		break;
	case LEDGER_CPU:
		target->cpu = lt->lines.cpus[line->index].cpu;
		break;
	case LEDGER_BAR:
		target_delays(line->index, target);
		break;
	default:
		break;
	}
}

/* ---- the view ---- */

static int view_ledger__open(struct tui_view *view, struct defer_error *err)
{
	struct ledger_tui *lt = calloc(1, sizeof(*lt));

	if (lt)
		lt->strip = calloc(TERM_MAX_COLS, sizeof(*lt->strip));
	if (!lt || !lt->strip) {
		free(lt);
		return error__no_memory(err, "for the ledger");
	}
	view->priv = lt;
	return 0;
}

static void ledger_tui__drop(struct ledger_tui *lt)
{
	ledger_lines__exit(&lt->lines);
	if (lt->has_heat)
		heat_samples__exit(&lt->heat);
	lt->has_lines = lt->has_heat = false;
}

static void view_ledger__close(struct tui_view *view)
{
	struct ledger_tui *lt = view->priv;

	ledger_tui__drop(lt);
	free(lt->strip);
	free(lt);
	view->priv = NULL;
}

static int gather_heat(struct ledger_tui *lt, const struct tui_data *data, struct defer_error *err)
{
	const struct shown shown = {
		.samples = data->samples,
		.all = data->all,
		.part = data->all,
	};
	const struct heat_want want = {
		.evsel_idx = HEAT_ANY_EVENT,
		.by = HEAT_BY_CLASS,
		.nr_buckets = NR_BUCKETS,
	};

	lt->has_heat = true;
	return heat_samples__init(&lt->heat, &shown, &want, err);
}

/* Counts the samples that the zooms leave. */
static void count_zoomed(struct ledger_tui *lt, const struct fold *fold)
{
	lt->zoomed = (struct tally){.samples = 0};
	for (uint32_t i = 0; i < fold__nr(fold); i++) {
		const struct stack *stack = fold__stack(fold, i);

		lt->zoomed.samples += stack->sums.nr;
		lt->zoomed.classes[stack->cls] += stack->sums.nr;
	}
}

static int view_ledger__refresh(struct tui_view *view, struct defer_error *err)
{
	const struct tui_data *data = view->data;
	struct ledger_tui *lt = view->priv;
	bool is_zoomed = data->zooms && data->zooms->nr && data->fold;
	int ret = 0;

	ledger_tui__drop(lt);
	if (!is_read(data))
		return 0;
	if (is_zoomed)
		count_zoomed(lt, data->fold);
	if (data->samples && data->all)
		ret = gather_heat(lt, data, err);
	if (ret)
		return ret;
	lt->lines = (struct ledger_lines){
		.ledger = data->ledger,
		.session = data->session,
		.losses = data->losses,
		.heat = lt->has_heat ? &lt->heat.heat : NULL,
		.zoomed = is_zoomed ? &lt->zoomed : NULL,
		.filtered = data->ledger->total.samples !=
			    data->session->stats.types[DEFER_RECORD_SAMPLE],
	};
	ret = ledger_lines__init(&lt->lines, err);
	lt->has_lines = !ret;
	return ret;
}

static int view_ledger__status(const struct tui_view *view, char *buf, size_t size)
{
	const struct ledger_tui *lt = view->priv;
	char known[LEDGER_PERCENT_LEN];

	if (!lt->has_lines)
		return snprintf(buf, size, "%s", "");
	if (!tally__user(&lt->lines.ledger->total))
		return snprintf(buf, size, "no user stacks: %s",
				ledger_view__why_none(&lt->lines.ledger->total));
	return snprintf(buf, size, "%s of user stacks known",
			ledger_view__known(&lt->lines.ledger->total, known));
}

const struct tui_view_ops view_ledger_ops = {
	.name = "ledger",
	.title = "Where the samples went, and why user stacks are missing",
	.hint = "Enter: open  f: search  z: zoom",
	.open = view_ledger__open,
	.close = view_ledger__close,
	.refresh = view_ledger__refresh,
	.nr_lines = view_ledger__nr_lines,
	.draw_line = view_ledger__draw_line,
	.nr_heads = view_ledger__nr_heads,
	.draw_head = view_ledger__draw_head,
	.find = view_ledger__find,
	.target = view_ledger__target,
	.status = view_ledger__status,
};
