// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include <perf/defer-record.h>
#include <perf/defer-stitch.h>

#include "ui/ledger/ledger-json.h"
#include "ui/ledger/links-view.h"
#include "util/dso/dso.h"
#include "util/profile/func.h"
#include "util/session/reads.h"
#include "util/unwind/unwind.h"

void json__classes(struct json *json, const char *key, const uint64_t classes[DEFER_NR_CLASSES])
{
	json__object(json, key);
	for (int cls = 0; cls < DEFER_NR_CLASSES; cls++) {
		if (classes[cls])
			json__u64(json, defer_class__name(cls), classes[cls]);
	}
	json__end(json);
}

/* Writes the members that every tally has. */
static void write_tally(struct json *json, const struct tally *tally)
{
	json__u64(json, "samples", tally->samples);
	json__classes(json, "classes", tally->classes);
}

static void write_total(struct json *json, const struct tally *total)
{
	json__u64(json, "samples", total->samples);
	json__object(json, "classes");
	for (int cls = 0; cls < DEFER_NR_CLASSES; cls++)
		json__u64(json, defer_class__name(cls), total->classes[cls]);
	json__end(json);
	json__u64(json, "with_user_half", tally__user(total));
	json__u64(json, "known", tally__known(total));
	if (tally__user(total))
		json__double(json, "percent_known", tally__percent_known(total), 4);
	else
		json__null(json, "percent_known");
}

static void write_events(struct json *json, const struct ledger_view *view)
{
	const struct tallies *events = &view->ledger->events;

	json__array(json, "events");
	for (uint32_t i = 0; i < events->nr; i++) {
		const struct tally *tally = &events->tally[i];

		json__object(json, NULL);
		json__str(json, "name",
			  defer_evlist__evsel(view->session->evlist, tally->key.a)->name);
		json__u64(json, "index", tally->key.a);
		write_tally(json, tally);
		json__end(json);
	}
	json__end(json);
}

static void write_threads(struct json *json, const struct ledger_view *view)
{
	const struct tallies *threads = &view->ledger->threads;

	json__array(json, "threads");
	for (uint32_t i = 0; i < threads->nr; i++) {
		const struct tally *tally = &threads->tally[i];

		json__object(json, NULL);
		json__i64(json, "pid", ledger_thread__pid(tally));
		json__i64(json, "tid", ledger_thread__tid(tally));
		json__str(json, "comm", machine__comm(view->session->machine, tally->key.b));
		write_tally(json, tally);
		json__end(json);
	}
	json__end(json);
}

/* Writes null for an unknown CPU: some readers would take -1 for a CPU. */
static void write_cpu(struct json *json, int32_t cpu)
{
	if (cpu < 0)
		json__null(json, "cpu");
	else
		json__i64(json, "cpu", cpu);
}

static void write_cpus(struct json *json, const struct ledger_view *view)
{
	const struct tallies *cpus = &view->ledger->cpus;

	json__array(json, "cpus");
	for (uint32_t i = 0; i < cpus->nr; i++) {
		json__object(json, NULL);
		write_cpu(json, (int32_t)cpus->tally[i].key.a);
		write_tally(json, &cpus->tally[i]);
		json__end(json);
	}
	json__end(json);
}

static void write_causes(struct json *json, const struct ledger_view *view)
{
	json__array(json, "causes");
	for (int cls = 0; cls < DEFER_NR_CLASSES; cls++) {
		const struct ledger_cause *cause = &view->ledger->causes[cls];

		if (!defer_class__is_missing(cls) || !cause->samples)
			continue;
		json__object(json, NULL);
		json__str(json, "class", defer_class__name(cls));
		json__str(json, "meaning", defer_class__meaning(cls));
		json__u64(json, "samples", cause->samples);
		json__u64(json, "entries", cause->runs.nr);
		json__u64(json, "tasks", cause->tasks);
		if (!view->session->no_time) {
			json__u64(json, "first_time", cause->first_time);
			json__u64(json, "last_time", cause->last_time);
		}
		json__end(json);
	}
	json__end(json);
}

/* Writes the files that unwound stacks ended in. */
static void write_ends(struct json *json, const struct ledger_view *view)
{
	const struct unwinder *unwinder = view->session->unwinder;
	struct unwind_end *ends;
	uint32_t nr;

	if (!unwinder)
		return;
	ends = unwinder__ends(unwinder, &nr);
	json__array(json, "unwind_ends");
	for (uint32_t i = 0; ends && i < nr; i++) {
		json__object(json, NULL);
		json__str(json, "class", defer_class__name(ends[i].cls));
		json__u64(json, "stacks", ends[i].stacks);
		json__str(json, "file", ends[i].dso->long_name);
		json__end(json);
	}
	json__end(json);
	free(ends);
}

static void write_repairs(struct json *json, const struct ledger_repairs *repairs)
{
	json__object(json, "repair");
	json__object(json, "outcomes");
	for (int i = REPAIR_NONE + 1; i < REPAIR_NR; i++)
		json__u64(json, repair_outcome__name(i), repairs->samples[i]);
	json__end(json);
	json__classes(json, "gaps", repairs->gaps);
	json__u64(json, "gained", repairs->gained);
	json__u64(json, "dropped", repairs->dropped);
	json__end(json);
}

static void write_cpu_losses(struct json *json, const struct loss_counts *losses)
{
	json__u64(json, "told", losses->records);
	json__u64(json, "records", losses->lost);
	json__u64(json, "samples", losses->lost_samples);
	json__u64(json, "stacks", losses->lost_stacks);
	json__u64(json, "others", losses->lost_others);
}

static void write_event_losses(struct json *json, const struct ledger_view *view)
{
	const struct losses *losses = view->losses;

	json__array(json, "events");
	for (uint32_t i = 0; losses->events && i < losses->nr_events; i++) {
		const struct loss_counts *event = &losses->events[i];

		if (!event->records)
			continue;
		json__object(json, NULL);
		json__str(json, "name", defer_evlist__evsel(view->session->evlist, i)->name);
		json__u64(json, "index", i);
		json__u64(json, "samples", event->lost_samples);
		json__u64(json, "stacks", event->lost_stacks);
		json__u64(json, "others", event->lost_others);
		json__end(json);
	}
	json__end(json);
}

static void write_losses(struct json *json, const struct ledger_view *view)
{
	const struct losses *losses = view->losses;

	json__object(json, "losses");
	write_cpu_losses(json, &losses->total);
	json__array(json, "cpus");
	for (uint32_t i = 0; i < losses->nr; i++) {
		json__object(json, NULL);
		write_cpu(json, losses->cpus[i].key);
		write_cpu_losses(json, &losses->cpus[i]);
		json__end(json);
	}
	json__end(json);
	write_event_losses(json, view);
	json__end(json);
}

static void write_histogram(struct json *json, const char *key, const struct histogram *h)
{
	json__object(json, key);
	json__u64(json, "nr", h->nr);
	if (h->nr) {
		json__u64(json, "min", h->min);
		json__u64(json, "median", histogram__percentile(h, 50));
		json__u64(json, "p99", histogram__percentile(h, 99));
		json__u64(json, "max", h->max);
		json__double(json, "mean", histogram__mean(h), 3);
		json__u64(json, "sum", h->sum);
	}
	json__array(json, "log2");
	for (unsigned int power = 0; power <= 64; power++) {
		uint64_t nr = histogram__power(h, power);

		if (!nr)
			continue;
		json__object(json, NULL);
		json__u64(json, "from", power ? 1ULL << (power - 1) : 0);
		json__u64(json, "nr", nr);
		json__end(json);
	}
	json__end(json);
	json__end(json);
}

static void write_latency(struct json *json, const struct ledger_view *view)
{
	json__object(json, "latency_ns");
	write_histogram(json, "later", &view->ledger->latency.later);
	write_histogram(json, "before", &view->ledger->latency.earlier);
	json__end(json);
}

static void write_deferred(struct json *json, const struct ledger_view *view)
{
	struct defer_stitch_stats stats;

	defer_stitch__stats(view->session->stitch, &stats);
	json__object(json, "deferred");
	json__u64(json, "records", stats.records);
	json__u64(json, "used", view->ledger->nr_used);
	if (view->filtered)
		json__null(json, "unused");
	else
		json__u64(json, "unused", stats.records - view->ledger->nr_used);
	json__u64(json, "duplicates", stats.duplicates);
	json__u64(json, "samples_with_empty", view->ledger->empty);
	write_histogram(json, "samples_per_record", &view->ledger->shared);
	json__end(json);
}

/* Writes what the trace says about tasks, execs and clocks, on which the classes depend. */
static void write_grounds(struct json *json, const struct session *session)
{
	const struct defer_feed_stats *feed = &session->feed_stats;
	struct defer_stitch_stats stats;

	defer_stitch__stats(session->stitch, &stats);
	json__bool(json, "has_time", !session->no_time);
	json__bool(json, "has_tasks", !stats.no_tasks);
	json__bool(json, "has_execs", !stats.no_comm);
	json__u64(json, "execs", stats.execs);
	json__u64(json, "execs_without_comm", stats.unseen_execs);
	json__bool(json, "knows_sigreturn", !session->misses_sigreturn);
	json__u64(json, "guest_records", feed->guest_records);
	json__u64(json, "clock_steps", stats.duplicates ? 0 : feed->clock_steps);
}

static void write_counters(struct json *json, const struct session *session)
{
	struct reads_stats stats;

	reads__stats(session->reads, &stats);
	json__object(json, "counters");
	json__u64(json, "records", stats.samples);
	json__u64(json, "read", stats.values);
	json__u64(json, "unchanged", stats.unchanged);
	json__end(json);
}

static void write_aux(struct json *json, const struct aux_area *aux)
{
	json__object(json, "aux");
	json__u64(json, "bytes", aux->bytes);
	if (aux->bytes)
		json__str(json, "kind", aux_area__kind_name(aux));
	json__end(json);
}

static void write_types(struct json *json, const struct session_stats *stats)
{
	json__array(json, "records");
	for (unsigned int type = 0; type < 128; type++) {
		if (!stats->types[type])
			continue;
		json__object(json, NULL);
		json__u64(json, "type", type);
		json__str(json, "name", type ? defer_record__name(type) : "OTHER");
		json__u64(json, "nr", stats->types[type]);
		json__end(json);
	}
	json__end(json);
}

static void write_damage(struct json *json, const struct damage *damage)
{
	json__array(json, "damage");
	for (unsigned int i = 0; i < damage->nr_kept; i++) {
		const struct defer_error *err = &damage->kept[i];

		json__object(json, NULL);
		json__str(json, "kind", defer_error__name(err->code));
		if (err->offset == DEFER_NO_OFFSET)
			json__null(json, "offset");
		else
			json__u64(json, "offset", err->offset);
		json__str(json, "text", err->text);
		json__end(json);
	}
	json__end(json);
	json__u64(json, "damage_nr", damage->nr);
}

void ledger_view__write_json(const struct ledger_view *view, struct json *json)
{
	json__object(json, NULL);
	write_total(json, &view->ledger->total);
	if (view->ledger->skids)
		json__u64(json, "skids", view->ledger->skids);
	json__str(json, "input", view->path);
	json__bool(json, "filtered", view->filtered);
	write_grounds(json, view->session);
	write_causes(json, view);
	write_ends(json, view);
	if (view->ledger->repairs.samples[REPAIR_NONE] < view->ledger->total.samples)
		write_repairs(json, &view->ledger->repairs);
	write_events(json, view);
	write_threads(json, view);
	write_cpus(json, view);
	write_losses(json, view);
	write_latency(json, view);
	write_deferred(json, view);
	write_counters(json, view->session);
	write_aux(json, &view->session->stats.aux);
	write_types(json, &view->session->stats);
	if (view->links)
		links_view__write_json(view->links, json);
	write_damage(json, &view->session->damage);
	json__end(json);
}
