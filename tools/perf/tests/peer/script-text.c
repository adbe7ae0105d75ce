// SPDX-License-Identifier: GPL-2.0-only
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/peer/script-text.h"

bool span__equal(struct span a, struct span b)
{
	return a.len == b.len && (!a.len || !memcmp(a.str, b.str, a.len));
}

bool span__is(struct span span, const char *str)
{
	return span.len == strlen(str) && !memcmp(span.str, str, span.len);
}

static struct span span__trim(struct span s)
{
	while (s.len && isspace((unsigned char)s.str[0])) {
		s.str++;
		s.len--;
	}
	while (s.len && isspace((unsigned char)s.str[s.len - 1]))
		s.len--;
	return s;
}

/* Takes the last word off @s. */
static struct span span__pop_word(struct span *s)
{
	size_t end, begin;

	*s = span__trim(*s);
	end = begin = s->len;
	while (begin && !isspace((unsigned char)s->str[begin - 1]))
		begin--;
	s->len = begin;
	return (struct span){s->str + begin, end - begin};
}

static unsigned int digit_of(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : 16;
}

static bool parse_u64(struct span s, unsigned int base, uint64_t *value)
{
	uint64_t v = 0;

	for (size_t i = 0; i < s.len; i++) {
		unsigned int digit = digit_of(s.str[i]);

		if (digit >= base || v > (UINT64_MAX - digit) / base)
			return false;
		v = v * base + digit;
	}
	*value = v;
	return s.len > 0;
}

/* Reads a time such as "4.548589368". */
static bool parse_time(struct span s, uint64_t *ns)
{
	const char *dot = memchr(s.str, '.', s.len);
	uint64_t sec, frac;

	if (!dot || s.str + s.len - dot != 10)
		return false;
	if (!parse_u64((struct span){s.str, dot - s.str}, 10, &sec) ||
	    !parse_u64((struct span){dot + 1, 9}, 10, &frac) || sec > UINT64_MAX / 1000000000 - 1)
		return false;
	*ns = sec * 1000000000 + frac;
	return true;
}

/* Reads a task such as "112/112". */
static bool parse_task(struct span s, int *pid, int *tid)
{
	const char *slash = memchr(s.str, '/', s.len);
	uint64_t p, t;

	if (!slash || !parse_u64((struct span){s.str, slash - s.str}, 10, &p) ||
	    !parse_u64((struct span){slash + 1, s.str + s.len - slash - 1}, 10, &t))
		return false;
	if (p > INT32_MAX || t > INT32_MAX)
		return false;
	*pid = (int)p;
	*tid = (int)t;
	return true;
}

/*
 * Reads "comm pid/tid [class] time: event:". A comm may contain spaces and colons, so this reads from
 * the right: event, time, class, task. The rest is the comm.
 */
static bool parse_head(struct text_sample *sample, struct span line)
{
	struct span word = span__pop_word(&line);

	if (word.len < 2 || word.str[word.len - 1] != ':')
		return false;
	sample->event = (struct span){word.str, word.len - 1};

	word = span__pop_word(&line);
	if (word.len < 2 || word.str[word.len - 1] != ':')
		return false;
	word.len--;
	if (!parse_time(word, &sample->time))
		return false;

	word = span__pop_word(&line);
	if (!parse_task(word, &sample->pid, &sample->tid)) {
		sample->cls = word;
		if (!parse_task(span__pop_word(&line), &sample->pid, &sample->tid))
			return false;
	}
	sample->comm = span__trim(line);
	return true;
}

static int cmp_u64(uint64_t a, uint64_t b)
{
	return a < b ? -1 : a > b;
}

static int cmp_span(struct span a, struct span b)
{
	int diff = memcmp(a.str, b.str, a.len < b.len ? a.len : b.len);

	return diff ? diff : cmp_u64(a.len, b.len);
}

static int cmp_key(const struct text_sample *a, const struct text_sample *b)
{
	int diff = cmp_u64(a->time, b->time);

	if (!diff)
		diff = a->tid < b->tid ? -1 : a->tid > b->tid;
	if (!diff)
		diff = a->pid < b->pid ? -1 : a->pid > b->pid;
	return diff ? diff : cmp_span(a->event, b->event);
}

int text_sample__cmp(const struct text_sample *a, const struct text_sample *b)
{
	int diff = cmp_key(a, b);

	return diff ? diff : cmp_u64(a->nth, b->nth);
}

static int cmp_order(const void *pa, const void *pb)
{
	const struct text_sample *a = pa, *b = pb;
	int diff = cmp_key(a, b);

	return diff ? diff : cmp_u64(a->order, b->order);
}

static void number_samples(struct script_text *st)
{
	if (st->nr)
		qsort(st->samples, st->nr, sizeof(*st->samples), cmp_order);
	for (uint32_t i = 1; i < st->nr; i++) {
		if (!cmp_key(&st->samples[i - 1], &st->samples[i]))
			st->samples[i].nth = st->samples[i - 1].nth + 1;
	}
}

static struct text_sample *add_sample(struct script_text *st, uint32_t *cap)
{
	struct text_sample *sample;

	if (st->nr == *cap) {
		uint32_t more = *cap ? 2 * *cap : 4096;

		sample = realloc(st->samples, more * sizeof(*sample));
		if (!sample)
			return NULL;
		st->samples = sample;
		*cap = more;
	}
	sample = &st->samples[st->nr];
	memset(sample, 0, sizeof(*sample));
	sample->order = st->nr++;
	return sample;
}

static bool split_samples(struct script_text *st, const char *path)
{
	const char *pos = st->text, *end = st->text + st->size;
	struct text_sample *sample = NULL;
	uint64_t line_nr = 0;
	uint32_t cap = 0;

	while (pos < end) {
		const char *eol = memchr(pos, '\n', end - pos);
		const char *next = eol ? eol + 1 : end;
		struct span line = {pos, (eol ? eol : end) - pos};

		line_nr++;
		if (!line.len) {
			sample = NULL;
		} else if (sample && line.str[0] == '\t') {
			if (!sample->chain.str)
				sample->chain.str = pos;
			sample->chain.len = next - sample->chain.str;
		} else {
			sample = add_sample(st, &cap);
			if (!sample || !parse_head(sample, line)) {
				fprintf(stderr, "%s:%llu: not the first line of a sample: %.*s\n",
					path, (unsigned long long)line_nr, (int)line.len, line.str);
				return false;
			}
			sample->line = line_nr;
		}
		pos = next;
	}
	number_samples(st);
	return true;
}

bool script_text__read(struct script_text *st, const char *path)
{
	FILE *file = fopen(path, "r");
	long size = -1;
	bool ok = false;

	memset(st, 0, sizeof(*st));
	if (file && !fseek(file, 0, SEEK_END))
		size = ftell(file);
	if (size >= 0 && !fseek(file, 0, SEEK_SET)) {
		st->text = malloc(size + 1);
		st->size = size;
		ok = st->text && fread(st->text, 1, st->size, file) == st->size;
	}
	if (file)
		fclose(file);
	if (!ok)
		perror(path);
	return ok && split_samples(st, path);
}

void script_text__exit(struct script_text *st)
{
	free(st->samples);
	free(st->text);
}

/* Returns the last occurrence of @needle in @s, or NULL. */
static const char *span__last(struct span s, const char *needle)
{
	size_t len = strlen(needle);

	for (size_t i = s.len; i >= len; i--) {
		if (!memcmp(s.str + i - len, needle, len))
			return s.str + i - len;
	}
	return NULL;
}

/* Takes "+0x<hex>" off the end of the symbol's name, if it is there. */
static void parse_offset(struct text_frame *frame)
{
	const char *plus = span__last(frame->sym, "+0x");
	struct span hex;

	if (!plus)
		return;
	hex.str = plus + 3;
	hex.len = frame->sym.str + frame->sym.len - hex.str;
	if (parse_u64(hex, 16, &frame->off))
		frame->sym.len = plus - frame->sym.str;
}

static void parse_frame(struct text_frame *frame, struct span line)
{
	static const char mark[] = " (inlined)";
	struct span rest;
	size_t hex = 0;

	memset(frame, 0, sizeof(*frame));
	frame->line = rest = span__trim(line);
	while (hex < rest.len && isxdigit((unsigned char)rest.str[hex]))
		hex++;
	if (hex == rest.len || rest.str[hex] != ' ' ||
	    !parse_u64((struct span){rest.str, hex}, 16, &frame->ip))
		return;
	frame->has_ip = true;
	rest.str += hex + 1;
	rest.len -= hex + 1;

	frame->sym = rest;
	frame->inlined = span__last(rest, mark) == rest.str + rest.len - strlen(mark);
	if (frame->inlined) {
		frame->sym.len -= strlen(mark);
	} else {
		const char *open = span__last(rest, " (");

		if (open && rest.str[rest.len - 1] == ')') {
			frame->sym.len = open - rest.str;
			frame->dso.str = open + 2;
			frame->dso.len = rest.str + rest.len - 1 - frame->dso.str;
		}
	}
	parse_offset(frame);
}

bool text_chain__parse(struct text_chain *chain, struct span lines)
{
	const char *pos = lines.str, *end;

	chain->nr = 0;
	if (!lines.len)
		return true;
	end = lines.str + lines.len;
	while (pos < end) {
		const char *eol = memchr(pos, '\n', end - pos);
		struct span line = {pos, (eol ? eol : end) - pos};

		if (chain->nr == chain->cap) {
			uint32_t more = chain->cap ? 2 * chain->cap : 64;
			struct text_frame *frames;

			frames = realloc(chain->frames, more * sizeof(*frames));
			if (!frames)
				return false;
			chain->frames = frames;
			chain->cap = more;
		}
		parse_frame(&chain->frames[chain->nr++], line);
		pos = eol ? eol + 1 : end;
	}
	return true;
}

void text_chain__exit(struct text_chain *chain)
{
	free(chain->frames);
}
