// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>

#include "util/profile/callgraph.h"

struct graph_word {
	const char *word;
	int value;
};

static const struct graph_word modes[] = {
	{"graph", GRAPH_ABS},
	{"flat", GRAPH_FLAT},
	{"fractal", GRAPH_REL},
	{"folded", GRAPH_FOLDED},
	{0},
};

static const struct graph_word orders[] = {
	{"caller", ORDER_CALLER},
	{"callee", ORDER_CALLEE},
	{0},
};

static const struct graph_word keys[] = {
	{"function", GRAPH_KEY_FUNCTION},
	{"address", GRAPH_KEY_ADDRESS},
	{"srcline", GRAPH_KEY_SRCLINE},
	{0},
};

static const struct graph_word values[] = {
	{"percent", GRAPH_PERCENT},
	{"period", GRAPH_PERIOD},
	{"count", GRAPH_COUNT},
	{0},
};

/*
 * Finds a word by prefix; the first one that fits counts, as in perf. Returns -1 if there is none.
 */
static int find_word(const struct graph_word *words, const char *str, size_t len)
{
	for (; words->word; words++) {
		if (!strncmp(words->word, str, len))
			return words->value;
	}
	return -1;
}

int graph_conf__set(struct graph_conf *conf, enum graph_setting setting, const char *str,
		    size_t len)
{
	static const struct graph_word *const words[] = {modes, orders, keys, values};
	int value = find_word(words[setting], str, len);

	if (value < 0)
		return -1;
	switch (setting) {
	case GRAPH_SET_MODE:
		conf->mode = value;
		break;
	case GRAPH_SET_ORDER:
		conf->order = value;
		conf->order_set = true;
		break;
	case GRAPH_SET_KEY:
		conf->key = value;
		break;
	case GRAPH_SET_VALUE:
		conf->value = value;
		break;
	default:
		break;
	}
	return 0;
}

static bool set_word(struct graph_conf *conf, const char *str, size_t len)
{
	for (int setting = GRAPH_SET_MODE; setting <= GRAPH_SET_VALUE; setting++) {
		if (!graph_conf__set(conf, setting, str, len))
			return true;
	}
	return false;
}

/* The first number is the threshold, the second one the print limit. */
static bool set_number(struct graph_conf *conf, const char *str, size_t len, int *nr_numbers)
{
	char *end;

	if ((*nr_numbers)++ == 0)
		conf->threshold = strtod(str, &end);
	else
		conf->print_limit = strtoul(str, &end, 0);
	return end == str + len && end > str && conf->threshold >= 0;
}

int graph_conf__parse(struct graph_conf *conf, const char *arg, struct defer_error *err)
{
	int nr_numbers = 0;

	for (const char *word = arg;; word++) {
		size_t len = strcspn(word, ",");

		if (len && !strncmp("none", word, len)) {
			conf->mode = GRAPH_NONE;
			return 0;
		}
		if (len && !set_word(conf, word, len) &&
		    (nr_numbers > 1 || !set_number(conf, word, len, &nr_numbers)))
			return defer_error__set(err, DEFER_ERR_INVAL,
						"unknown call graph option '%.*s'", (int)len, word);
		word += len;
		if (!*word)
			return 0;
	}
}
