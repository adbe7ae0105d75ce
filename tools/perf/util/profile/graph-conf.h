/* SPDX-License-Identifier: GPL-2.0-only */
/* graph_conf: how call graphs are built and shown, as perf's -g says. */
#ifndef PERF_DEFER_UTIL_PROFILE_GRAPH_CONF_H
#define PERF_DEFER_UTIL_PROFILE_GRAPH_CONF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <perf/defer-error.h>

/* The property that frames of one call graph node share: the sort_key of perf's -g. */
enum graph_key {
	GRAPH_KEY_FUNCTION,
	GRAPH_KEY_ADDRESS,
	GRAPH_KEY_SRCLINE,
};

/* The print_type of perf's -g. */
enum graph_mode {
	GRAPH_NONE,
	GRAPH_ABS,   /* "graph": percent of all samples */
	GRAPH_REL,   /* "fractal": percent of the caller */
	GRAPH_FLAT,  /* each chain by itself */
	GRAPH_FOLDED /* each chain on one line */
};

enum graph_order {
	ORDER_CALLEE, /* from a function to its callers */
	ORDER_CALLER, /* from callers to their callees */
};

enum graph_value {
	GRAPH_PERCENT,
	GRAPH_PERIOD,
	GRAPH_COUNT,
};

struct graph_conf {
	enum graph_mode mode;
	enum graph_order order;
	bool order_set; /* the user chose the order */
	enum graph_key key;
	enum graph_value value;
	double threshold;     /* percent; branches below it are hidden */
	uint32_t print_limit; /* maximum of children shown per node; 0: all */
};

#define GRAPH_CONF_DEFAULT                                                           \
	{                                                                            \
		.mode = GRAPH_ABS, .order = ORDER_CALLEE, .key = GRAPH_KEY_FUNCTION, \
		.value = GRAPH_PERCENT, .threshold = 0.5                             \
	}

/*
 * Parses perf's "print_type,threshold[,print_limit],order,sort_key,value": words in any order, each
 * of which may be abbreviated.
 */
int graph_conf__parse(struct graph_conf *conf, const char *arg, struct defer_error *err);

/* The settings, one word each; keys of perf's configuration name them one by one. */
enum graph_setting {
	GRAPH_SET_MODE,
	GRAPH_SET_ORDER,
	GRAPH_SET_KEY,
	GRAPH_SET_VALUE,
};

/* Returns 0, or -1 if the @len characters of @str are not a value of @setting. */
int graph_conf__set(struct graph_conf *conf, enum graph_setting setting, const char *str,
		    size_t len);

#endif /* PERF_DEFER_UTIL_PROFILE_GRAPH_CONF_H */
