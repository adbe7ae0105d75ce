// SPDX-License-Identifier: GPL-2.0-only
/* annotate: the functions that samples hit, of each event or group of events. */
#include <stdio.h>
#include <string.h>

#include <perf/defer-evlist.h>

#include "verbs/report.h"
#include "ui/stdio/annotate.h"
#include "util/dso/symbol.h"
#include "util/profile/annotate-fold.h"
#include "util/profile/event-group.h"
#include "util/profile/profile.h"

/* One function, with a group of events. */
struct annotated {
	const struct report_opts *opts;
	const struct shown *shown;
	const struct profile_event *group;
	unsigned int nr_events;
	struct source_request what;
	const struct dso *told;	 /* the last one of which it was said why there is no assembly */
	struct source_rows rows; /* of the first event */
	struct annotate others[EVENT_GROUP_MAX];
};

/* The rows of the first event have no lines where only others hit, but have all instructions. */
static int add_others(struct annotated *a, unsigned int *nr, struct defer_error *err)
{
	const struct source_request *what = &a->what;
	int ret = 0;

	for (*nr = 1; !ret && *nr < a->nr_events; ++*nr) {
		struct annotate *other = &a->others[*nr];

		annotate__init(other, what->sym->start, what->sym->end);
		ret = annotate__add_fold(other, what->fold, a->group[*nr].evsel->idx, what->resolve,
					 what->dso, what->sym, err);
		if (!ret)
			ret = source_request__seal(what, other, err);
	}
	return ret;
}

/* Prints the rows, with the samples of @nr events: those of a group, or one alone. */
static void print_rows(struct annotated *a, unsigned int nr)
{
	const struct profile_event alone = {.evsel = a->group->evsel};
	struct annotate_event events[EVENT_GROUP_MAX];
	char name[1024];

	for (unsigned int i = 0; i < nr; i++)
		events[i] = (struct annotate_event){
			.annotate = i ? &a->others[i] : &a->rows.annotate,
			.all = a->group[i].all,
		};
	profile_event__name(nr > 1 ? a->group : &alone, name, sizeof(name));
	annotate_text__print(&a->rows, a->what.dso, name, events, nr, &a->opts->annotate, stdout);
}

/* Makes the rows, of source lines alone where there is no assembly, and prints them. */
static int print_event(struct annotated *a, unsigned int *nr, struct defer_error *err)
{
	int ret = source_rows__init(&a->rows, &a->what, err);

	*nr = 0;
	if (!ret && a->rows.no_assembly) {
		if (a->told != a->what.dso && !a->opts->print.quiet)
			fprintf(stderr, "perf-defer: %s\n", a->rows.why.text);
		a->told = a->what.dso;
		source_rows__exit(&a->rows);
		a->what.assembly = false;
		ret = source_rows__init(&a->rows, &a->what, err);
	}
	if (ret)
		return ret;
	*nr = 1;
	if (a->what.assembly)
		ret = add_others(a, nr, err);
	if (!ret)
		print_rows(a, *nr);
	for (unsigned int i = 1; i < *nr; i++)
		annotate__exit(&a->others[i]);
	source_rows__exit(&a->rows);
	return ret;
}

/* Prints a function of the group, with its events side by side, or one after the other without assembly. */
static int print_func(struct annotated *a, const struct func *func, struct defer_error *err)
{
	const struct profile_event *group = a->group;
	const unsigned int nr_events = a->nr_events;
	unsigned int nr, done = 0;
	int ret = 0;

	a->what.sym = func->sym;
	a->what.dso = source_request__find_dso(a->what.resolve, func->dso, func->sym);
	while (!ret && a->what.dso && done < nr_events) {
		a->what.assembly = true;
		a->what.evsel_idx = a->group->evsel->idx;
		ret = print_event(a, &nr, err);
		done += nr;
		a->group += nr;
		a->nr_events -= nr;
	}
	a->group = group;
	a->nr_events = nr_events;
	return ret;
}

static bool is_wanted(const struct report_opts *opts, const struct func *func)
{
	return func->kind == FUNC_SYMBOL && func->sym && func->dso &&
	       (!opts->word || !strcmp(opts->word, func->sym->name));
}

static int print_group(struct annotated *a, uint64_t *nr, struct defer_error *err)
{
	const struct hist *hist = &a->group->hist;
	int ret = 0;

	for (uint32_t i = 0; !ret && i < hist->nr_rows; i++) {
		const struct func *func =
			funcs__at(hist->conf.funcs, hist->entries[hist->rows[i]].func);

		if (!is_wanted(a->opts, func))
			continue;
		if ((*nr)++)
			putchar('\n');
		ret = print_func(a, func, err);
	}
	return ret;
}

int report__annotate(const struct report_opts *opts, const struct shown *shown,
		     struct resolve *resolve, struct defer_error *err)
{
	const struct profile *profile = shown->profile;
	struct annotated a = {
		.opts = opts,
		.what = {.fold = shown->part,
			 .resolve = resolve,
			 .conf = &opts->names.conf,
			 .no_quotes = !opts->source,
			 .intel = opts->intel},
	};
	uint64_t nr = 0;
	int ret = 0;

	for (uint32_t i = 0; !ret && i < profile->nr_events; i++) {
		a.group = &profile->events[i];
		a.nr_events = a.group->nr_group ? a.group->nr_group : 1;
		if (!a.group->is_member && a.group->evsel)
			ret = print_group(&a, &nr, err);
	}
	if (!ret && !nr && opts->word)
		return defer_error__set(err, DEFER_ERR_NOENT,
					"no sample hit a function called '%s'", opts->word);
	return ret;
}
