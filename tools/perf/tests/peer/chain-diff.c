// SPDX-License-Identifier: GPL-2.0-only
/*
 * chain-diff: compares the chains of perf and perf defer for each sample, frame by frame.
 *
 *   chain-diff [-k] [-s SYMBOLS] [-t TASKS] [-m MOVES] [-n SHOWN] PERF OURS
 *
 * PERF and OURS are the outputs of `script`, OURS with the field `class`. Samples are paired by
 * pid, tid, time, event and their order among equals. Prints a table by class. Fails
 *
 * - if a sample is missing,
 * - if a sample of the classes merged, inline and kernel differs in a byte that no named rule of
 *   Documentation/parity.md explains,
 * - or if perf found a stack for a sample that has none here.
 *
 * SYMBOLS and TASKS are the facts that the rules need as proof, see facts.h; -k says that perf ran on
 * another kernel than the recorded one. The samples that perf counts under a later comm are written
 * to MOVES: "perf's|ours|dso|[level] symbol".
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/peer/facts.h"
#include "tests/peer/script-text.h"

/* The outcome for a sample. It counts once, under the last one that applies. */
enum outcome {
	SAME,
	BY_ALIAS, /* rule addr2line-alias */
	BY_VDSO,  /* rule own-vdso */
	BY_COMM,  /* rule later-comm */
	BY_EXIT,  /* rule exited-thread */
	COOKIE,	  /* perf shows the cookie: it found no stack */
	STACK,	  /* perf shows a stack, we do not */
	DIFFERENT,
	NR_OUTCOMES,
};

static const char *const outcome_names[NR_OUTCOMES] = {
	"same",		 "addr2line-alias", "own-vdso", "later-comm",
	"exited-thread", "cookie",	    "stack",	"DIFFERENT",
};

enum strictness {
	WHOLE,		   /* everything must agree */
	KERNEL_AND_COOKIE, /* the kernel half must agree, and perf must show the cookie */
	KERNEL_HALF,	   /* the kernel half must agree */
	EITHER,		   /* whole, or kernel half and cookie */
};

struct class_rule {
	const char *name;
	enum strictness strictness;
	bool marked; /* we must show a mark in place of the user half */
};

static const struct class_rule class_rules[] = {
	{"merged", WHOLE, false},
	{"inline", WHOLE, false},
	{"kernel", WHOLE, false},
	{"merged-back", EITHER, false},
	{"exec", KERNEL_HALF, true},
	{"ambiguous", KERNEL_HALF, true},
	{"sigreturn", KERNEL_HALF, true},
	{"lost", KERNEL_AND_COOKIE, true},
	{"pending", KERNEL_AND_COOKIE, true},
	{"exited", KERNEL_AND_COOKIE, true},
	{"not-recorded", KERNEL_AND_COOKIE, true},
};

#define NR_CLASSES (sizeof(class_rules) / sizeof(class_rules[0]))

struct diff {
	struct script_text perf, ours;
	struct facts facts;
	struct text_chain pchain, ochain;
	uint64_t counts[NR_CLASSES][NR_OUTCOMES];
	uint64_t alias_frames;
	uint64_t only_perf, only_ours;
	unsigned int shown, max_shown;
	FILE *moves;
};

/* Returns whether perf has dropped the thread at its EXIT, and with it the comm and the maps. */
static bool is_exited_comm(const struct diff *diff, const struct text_sample *perf)
{
	char comm[16];

	snprintf(comm, sizeof(comm), ":%d", perf->tid);
	return span__is(perf->comm, comm) && facts__exited(&diff->facts, perf->tid);
}

/* Returns SAME, or the rule that explains the difference of the comms, or DIFFERENT. */
static enum outcome compare_comms(const struct diff *diff, const struct text_sample *perf,
				  const struct text_sample *ours)
{
	if (span__equal(perf->comm, ours->comm))
		return SAME;
	if (is_exited_comm(diff, perf))
		return BY_EXIT;
	if (facts__renamed(&diff->facts, perf->tid, perf->time, perf->comm))
		return BY_COMM;
	return DIFFERENT;
}

static bool is_unknown(const struct text_frame *frame)
{
	return frame->has_ip && span__is(frame->sym, "[unknown]") &&
	       span__is(frame->dso, "[unknown]");
}

/* Returns whether both are symbols of one address: addr2line may choose another than perf defer. */
static bool is_alias(const struct diff *diff, const struct text_frame *perf,
		     const struct text_frame *ours)
{
	uint64_t value = ours->ip - ours->off;

	return perf->inlined && perf->has_ip && ours->has_ip && !ours->inlined &&
	       perf->ip == ours->ip && perf->off == ours->off &&
	       facts__has_symbol(&diff->facts, ours->dso, value, perf->sym) &&
	       facts__has_symbol(&diff->facts, ours->dso, value, ours->sym);
}

/* Returns whether perf has taken the vdso of its own process for that of the trace. */
static bool is_own_vdso(const struct diff *diff, const struct text_frame *perf,
			const struct text_frame *ours)
{
	return diff->facts.other_kernel && perf->has_ip && ours->has_ip && perf->ip == ours->ip &&
	       span__is(perf->dso, "[vdso]") && span__is(ours->dso, "[vdso]") &&
	       span__is(ours->sym, "[unknown]");
}

/* Counts our frames for the address of frame @j: functions inlined there, and the one around. */
static uint32_t frames_at(const struct text_chain *chain, uint32_t j)
{
	uint32_t nr = 1;

	while (j + nr < chain->nr && chain->frames[j + nr - 1].inlined &&
	       chain->frames[j + nr].ip == chain->frames[j].ip)
		nr++;
	return nr;
}

/* Compares all frames. Raises @rule to the rule that was needed, if there is one. */
static bool frames_agree(struct diff *diff, enum outcome *rule)
{
	const struct text_chain *perf = &diff->pchain, *ours = &diff->ochain;
	bool exited = *rule == BY_EXIT;
	uint64_t aliases = 0;
	uint32_t i = 0, j = 0;

	while (i < perf->nr && j < ours->nr) {
		const struct text_frame *p = &perf->frames[i], *o = &ours->frames[j];
		enum outcome needed = SAME;

		i++;
		if (exited && is_unknown(p) && o->has_ip && p->ip == o->ip) {
			j += frames_at(ours, j);
			continue;
		}
		j++;
		if (is_alias(diff, p, o))
			needed = BY_ALIAS;
		else if (is_own_vdso(diff, p, o))
			needed = BY_VDSO;
		else if (!span__equal(p->line, o->line))
			return false;
		aliases += needed == BY_ALIAS;
		if (needed > *rule)
			*rule = needed;
	}
	diff->alias_frames += aliases;
	return i == perf->nr && j == ours->nr;
}

static enum outcome compare_whole(struct diff *diff, enum outcome comms)
{
	enum outcome rule = comms;

	if (comms == DIFFERENT)
		return DIFFERENT;
	return frames_agree(diff, &rule) ? rule : DIFFERENT;
}

/* Counts the kernel's frames, which come first. */
static uint32_t kernel_frames(const struct text_chain *chain)
{
	uint32_t nr = 0;

	while (nr < chain->nr && chain->frames[nr].has_ip && chain->frames[nr].ip >> 63)
		nr++;
	return nr;
}

/* Returns whether the address can be a cookie: low half a CPU's number + 1, high half odd. */
static bool is_cookie(const struct text_frame *frame)
{
	uint32_t cpu = (uint32_t)frame->ip;

	if (!frame->has_ip || !span__is(frame->dso, "[unknown]") ||
	    !(span__is(frame->sym, "[unknown]") || span__is(frame->sym, "(cookie)")))
		return false;
	return cpu >= 1 && cpu <= 1 << 16 && frame->ip >> 32 & 1;
}

static bool kernel_halves_agree(const struct diff *diff, uint32_t nr)
{
	if (kernel_frames(&diff->ochain) != nr)
		return false;
	for (uint32_t i = 0; i < nr; i++) {
		if (!span__equal(diff->pchain.frames[i].line, diff->ochain.frames[i].line))
			return false;
	}
	return true;
}

/*
 * Returns whether a frame at address 0, such as "0 [user stack lost] ([unknown])", stands for the
 * user half. In a sample in user mode, the address that was hit is a frame beside it.
 */
static bool is_marked(const struct text_chain *ours, uint32_t nr_kernel)
{
	const struct text_frame *mark;
	uint32_t nr = nr_kernel;

	if (!nr_kernel && ours->nr == 2 && ours->frames[0].ip && !(ours->frames[0].ip >> 63))
		nr = 1;
	if (ours->nr != nr + 1)
		return false;
	mark = &ours->frames[nr];
	return mark->has_ip && !mark->ip && mark->sym.len && mark->sym.str[0] == '[' &&
	       !is_unknown(mark) && span__is(mark->dso, "[unknown]");
}

/* Writes a sample to MOVES: perf shows it with the comm that the task had when perf printed it. */
static void note_move(const struct diff *diff, const struct text_sample *perf,
		      const struct text_sample *ours)
{
	const struct text_frame *leaf = &diff->pchain.frames[0];

	if (!diff->moves || !diff->pchain.nr)
		return;
	fprintf(diff->moves, "%.*s|%.*s|%.*s|[%c] %.*s\n", (int)perf->comm.len, perf->comm.str,
		(int)ours->comm.len, ours->comm.str, (int)leaf->dso.len, leaf->dso.str,
		leaf->ip >> 63 ? 'k' : '.', (int)leaf->sym.len, leaf->sym.str);
}

static enum outcome compare_kernel_half(struct diff *diff, const struct class_rule *class_rule)
{
	uint32_t nr = kernel_frames(&diff->pchain);

	if (!kernel_halves_agree(diff, nr))
		return DIFFERENT;
	if (class_rule->marked && !is_marked(&diff->ochain, nr))
		return DIFFERENT;
	if (diff->pchain.nr == nr + 1 && is_cookie(&diff->pchain.frames[nr]))
		return COOKIE;
	return class_rule->strictness == KERNEL_HALF ? STACK : DIFFERENT;
}

static enum outcome compare_sample(struct diff *diff, const struct text_sample *perf,
				   const struct text_sample *ours,
				   const struct class_rule *class_rule)
{
	enum outcome comms = compare_comms(diff, perf, ours), outcome = DIFFERENT;

	if (comms == SAME && span__equal(perf->chain, ours->chain) && !class_rule->marked)
		return SAME;
	if (!text_chain__parse(&diff->pchain, perf->chain) ||
	    !text_chain__parse(&diff->ochain, ours->chain)) {
		perror("chain-diff");
		exit(2);
	}
	if (class_rule->strictness == WHOLE || class_rule->strictness == EITHER)
		outcome = compare_whole(diff, comms);
	if (class_rule->strictness != WHOLE && outcome == DIFFERENT && comms != DIFFERENT)
		outcome = compare_kernel_half(diff, class_rule);
	if (comms == BY_COMM && outcome != DIFFERENT)
		note_move(diff, perf, ours);
	return outcome;
}

static void show_sample(struct diff *diff, const char *what, const struct text_sample *sample)
{
	printf("  %s, line %llu: %.*s %d/%d %llu.%09llu: %.*s: %.*s\n%.*s", what,
	       (unsigned long long)sample->line, (int)sample->comm.len, sample->comm.str,
	       sample->pid, sample->tid, (unsigned long long)(sample->time / 1000000000),
	       (unsigned long long)(sample->time % 1000000000), (int)sample->event.len,
	       sample->event.str, (int)sample->cls.len, sample->cls.str, (int)sample->chain.len,
	       sample->chain.str);
	diff->shown++;
}

static size_t find_class(struct span name, const struct text_sample *sample)
{
	for (size_t i = 0; i < NR_CLASSES; i++) {
		if (span__is(name, class_rules[i].name))
			return i;
	}
	fprintf(stderr, "line %llu of ours: no class is called \"%.*s\"\n",
		(unsigned long long)sample->line, (int)name.len, name.str);
	exit(2);
}

static void compare_texts(struct diff *diff)
{
	const struct text_sample *perf = diff->perf.samples, *ours = diff->ours.samples;
	const struct text_sample *pend = perf + diff->perf.nr, *oend = ours + diff->ours.nr;

	while (perf < pend || ours < oend) {
		int order = perf == pend ? 1 : ours == oend ? -1 : text_sample__cmp(perf, ours);
		bool show = diff->shown < diff->max_shown;

		if (order < 0) {
			diff->only_perf++;
			if (show)
				show_sample(diff, "only perf has", perf);
			perf++;
		} else if (order > 0) {
			diff->only_ours++;
			if (show)
				show_sample(diff, "only we have", ours);
			ours++;
		} else {
			size_t class = find_class(ours->cls, ours);
			enum outcome outcome =
				compare_sample(diff, perf, ours, &class_rules[class]);

			diff->counts[class][outcome]++;
			if (outcome == DIFFERENT && show) {
				show_sample(diff, "perf", perf);
				show_sample(diff, "ours", ours);
			}
			perf++;
			ours++;
		}
	}
}

static int column_width(int outcome)
{
	int len = (int)strlen(outcome_names[outcome]);

	return len > 9 ? len : 9;
}

/* Prints the table. Returns the number of samples that differ. */
static uint64_t print_table(const struct diff *diff)
{
	uint64_t different = diff->only_perf + diff->only_ours;

	printf("  %-13s%9s", "class", "samples");
	for (int o = 0; o < NR_OUTCOMES; o++)
		printf(" %*s", column_width(o), outcome_names[o]);
	printf("\n");

	for (size_t c = 0; c < NR_CLASSES; c++) {
		uint64_t sum = 0;

		for (int o = 0; o < NR_OUTCOMES; o++)
			sum += diff->counts[c][o];
		if (!sum)
			continue;
		printf("  %-13s%9llu", class_rules[c].name, (unsigned long long)sum);
		for (int o = 0; o < NR_OUTCOMES; o++)
			printf(" %*llu",
			       o == BY_ALIAS  ? 15
			       : o == BY_EXIT ? 13
					      : 9,
			       (unsigned long long)diff->counts[c][o]);
		printf("\n");
		different += diff->counts[c][DIFFERENT];
	}
	if (diff->alias_frames)
		printf("  frames mapped by addr2line-alias: %llu\n",
		       (unsigned long long)diff->alias_frames);
	if (diff->only_perf || diff->only_ours)
		printf("  only perf has %llu samples, only we have %llu\n",
		       (unsigned long long)diff->only_perf, (unsigned long long)diff->only_ours);
	return different;
}

static bool read_options(struct diff *diff, int argc, char **argv)
{
	bool ok = true;
	int opt;

	while (ok && (opt = getopt(argc, argv, "km:n:s:t:")) != -1) {
		switch (opt) {
		case 'k':
			diff->facts.other_kernel = true;
			break;
		case 's':
			ok = facts__read_symbols(&diff->facts, optarg);
			break;
		case 't':
			ok = facts__read_tasks(&diff->facts, optarg);
			break;
		case 'm':
			diff->moves = fopen(optarg, "w");
			ok = diff->moves;
			if (!ok)
				perror(optarg);
			break;
		case 'n':
			diff->max_shown = strtoul(optarg, NULL, 10);
			break;
		default:
			ok = false;
		}
	}
	if (ok && argc - optind != 2) {
		fprintf(stderr, "usage: chain-diff [-k] [-s SYMBOLS] [-t TASKS] [-m MOVES] "
				"[-n SHOWN] PERF OURS\n");
		ok = false;
	}
	return ok;
}

int main(int argc, char **argv)
{
	struct diff diff = {.max_shown = 6};
	uint64_t different = 1;
	bool ok;

	ok = read_options(&diff, argc, argv) && script_text__read(&diff.perf, argv[optind]) &&
	     script_text__read(&diff.ours, argv[optind + 1]);
	if (ok) {
		compare_texts(&diff);
		different = print_table(&diff);
		if (!diff.perf.nr) {
			printf("  perf printed no samples\n");
			different++;
		}
	}
	if (diff.moves && fclose(diff.moves)) {
		perror("moves");
		ok = false;
	}
	text_chain__exit(&diff.pchain);
	text_chain__exit(&diff.ochain);
	script_text__exit(&diff.perf);
	script_text__exit(&diff.ours);
	facts__exit(&diff.facts);
	return !ok ? 2 : different ? 1 : 0;
}
