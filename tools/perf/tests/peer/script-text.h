/* SPDX-License-Identifier: GPL-2.0-only */
/* script_text: the output of `perf script` or `perf defer script`, as samples and frames. */
#ifndef PERF_DEFER_TESTS_PEER_SCRIPT_TEXT_H
#define PERF_DEFER_TESTS_PEER_SCRIPT_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A part of the text, without a NUL at its end. */
struct span {
	const char *str;
	size_t len;
};

bool span__equal(struct span a, struct span b);
bool span__is(struct span span, const char *str);

/*
 * One sample. Its first line is "comm pid/tid [class] seconds.nanoseconds: event:"; the lines of
 * its frames begin with a tab.
 */
struct text_sample {
	struct span comm, event;
	struct span cls;   /* empty if the text has no classes */
	struct span chain; /* all lines of frames */
	int pid, tid;
	uint64_t time;	/* ns */
	uint32_t nth;	/* of those with the same pid, tid, time and event */
	uint32_t order; /* place in the text */
	uint64_t line;	/* number of its first line, from 1 */
};

struct script_text {
	char *text;
	size_t size;
	struct text_sample *samples; /* by time, tid, pid, event, nth */
	uint32_t nr;
};

/* Reads @path whole. Returns false, and says why on stderr, if it is not of the form above. */
bool script_text__read(struct script_text *st, const char *path);
void script_text__exit(struct script_text *st);

/* Orders samples by what identifies them: <0, 0, >0. */
int text_sample__cmp(const struct text_sample *a, const struct text_sample *b);

/* "\t<hex> symbol+0xoffset (dso)", or "... (inlined)". */
struct text_frame {
	struct span line; /* without the tab and the line feed */
	bool has_ip;
	uint64_t ip;
	struct span sym; /* without its offset */
	uint64_t off;
	struct span dso; /* without parentheses; empty if inlined */
	bool inlined;
};

struct text_chain {
	struct text_frame *frames;
	uint32_t nr, cap;
};

/* Splits @lines into frames, and reuses @chain's memory. Returns false if memory is short. */
bool text_chain__parse(struct text_chain *chain, struct span lines);
void text_chain__exit(struct text_chain *chain);

#endif /* PERF_DEFER_TESTS_PEER_SCRIPT_TEXT_H */
