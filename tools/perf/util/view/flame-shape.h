/* SPDX-License-Identifier: GPL-2.0-only */
/* flame_shape: which way round the stacks of a flame stand. */
#ifndef PERF_DEFER_UTIL_VIEW_FLAME_SHAPE_H
#define PERF_DEFER_UTIL_VIEW_FLAME_SHAPE_H

/* The sides of pivots have one tree, FLAME_CALLERS. */
enum flame_shape {
	FLAME_CALLERS,		     /* from the outermost frame inward */
	FLAME_INVERTED,		     /* from the function that was hit to its callers */
	FLAME_THREADS,		     /* first the threads, then as FLAME_CALLERS */
	FLAME_NR_TREES,		     /* those before are shapes of one tree: see flame.h */
	FLAME_TIME = FLAME_NR_TREES, /* as FLAME_CALLERS, in order of time: see chart.h */
	FLAME_NR_SHAPES
};

/* Returns the shape that the user calls @name, or a negative code. */
int flame_shape__find(const char *name);

#endif /* PERF_DEFER_UTIL_VIEW_FLAME_SHAPE_H */
