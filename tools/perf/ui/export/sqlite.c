// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>

#include <perf/defer-evlist.h>

#include "ui/export/exports.h"
#include "ui/export/sqlite-db.h"
#include "ui/export/sqlite-schema.h"
#include "ui/export/sqlite.h"
#include "ui/export/unit.h"
#include "ui/text/json-evidence.h"
#include "util/base/arena.h"
#include "util/base/array.h"
#include "util/base/error.h"
#include "util/base/hash.h"
#include "util/base/intern.h"
#include "util/base/memstream.h"
#include "util/base/tally.h"
#include "util/dso/dso.h"
#include "util/entry/entry-list.h"
#include "util/fold/part.h"
#include "util/header/env.h"
#include "util/profile/profile.h"
#include "util/profile/zoom.h"
#include "util/session/losses.h"

#ifdef HAVE_SQLITE3

/* The rows of a trace are those of one host and one batch; ids of rows are places, plus 1. */
#define HOST  db_number(1)
#define BATCH db_number(1)

#define NO_ID 0

/* The rows that a stack of the fold refers to. */
struct stack_rows {
	uint32_t thread; /* NO_ID: the stack is not shown */
	uint32_t stack, evidence;
};

/* Rows that are there once, by keys of one size. */
struct row_set {
	void *keys;
	size_t nr, cap, size;
	struct hash_index index;
};

struct thread_key {
	int32_t pid, tid;
	uint32_t comm_id;
};

struct stack_key {
	const char *kind, *call;
	uint32_t hit, chain, user, first, call_len;
	uint32_t zero; /* keys are compared byte by byte */
};

/* The entries by their cookies, of which a few may be those of several entries. */
struct entry_place {
	uint64_t cookie;
	uint32_t entry;
};

struct writer {
	struct sqlite_db *db;
	const struct shown *shown;
	const struct profile *profile;
	struct entry_list *list;
	struct stack_rows *rows; /* by stack of shown->all */
	struct row_set threads, stacks, dsos, evidence;
	struct intern *texts; /* of evidence */
	struct arena arena;   /* theirs */
	struct entry_place *places;
	struct sample_sum *ledger; /* by event and class */
	uint64_t hash_key;
	bool no_memory;
};

/* ---- rows that are there once ---- */

static bool row_equal(const void *ctx, uint32_t pos, const void *key)
{
	const struct row_set *set = ctx;

	return !memcmp((const char *)set->keys + pos * set->size, key, set->size);
}

/* Returns the id of the row with @key, of which *@is_new tells if it has to be added; NO_ID without memory. */
static uint32_t writer__row(struct writer *writer, struct row_set *set, const void *key,
			    size_t size, bool *is_new)
{
	const uint64_t hash = hash__bytes(writer->hash_key, key, size);
	uint32_t pos;
	void *keys;

	set->size = size;
	pos = hash_index__find(&set->index, hash, row_equal, set, key);
	*is_new = pos == HASH_INDEX_NONE;
	if (!*is_new)
		return pos + 1;
	keys = array__reserve(set->keys, &set->cap, set->nr + 1, size);
	if (keys)
		set->keys = keys;
	if (!keys || hash_index__add(&set->index, hash, set->nr)) {
		writer->no_memory = true;
		*is_new = false;
		return NO_ID;
	}
	memcpy((char *)keys + set->nr * size, key, size);
	return ++set->nr;
}

static struct db_value id_of(uint32_t id)
{
	return db_number_if(id != NO_ID, id);
}

/* ---- the trace ---- */

static void add_trace(struct writer *writer, const struct export_source *source)
{
	const struct session *session = writer->shown->session;
	const struct env *env = session->env;
	const bool has_samples = session->stats.first_time <= session->stats.last_time;

	SQLITE_ADD(writer->db, "hosts", db_number(1), db_text(env->hostname), db_text(env->arch),
		   db_text(env->os_release),
		   db_number_if(env->nr_cpus_online, env->nr_cpus_online));
	SQLITE_ADD(writer->db, "batches", db_number(1), HOST, db_text(source->path),
		   db_number_if(has_samples, session->stats.first_time),
		   db_number_if(has_samples, session->stats.last_time),
		   db_number(!session->no_time));
	for (uint32_t i = 0; i < writer->profile->nr_events; i++) {
		const struct profile_event *event = &writer->profile->events[i];

		SQLITE_ADD(writer->db, "events", db_number(i + 1), BATCH,
			   db_text(event->evsel->name), db_text(export__unit(event)));
	}
	for (int cls = 0; cls < DEFER_NR_CLASSES; cls++)
		SQLITE_ADD(writer->db, "classes", db_number(cls + 1),
			   db_text(defer_class__name(cls)), db_text(defer_class__meaning(cls)),
			   db_number(defer_class__is_missing(cls)));
}

/* ---- frames ---- */

static const char *kind_of(const struct func *func)
{
	static const char *const kinds[] = {
		[FUNC_SYMBOL] = "symbol",   [FUNC_INLINED] = "inlined", [FUNC_ADDRESS] = "address",
		[FUNC_NO_HALF] = "missing", [FUNC_SEAM] = "seam",
	};

	return kinds[func->kind];
}

static uint32_t add_dso(struct writer *writer, const struct dso *dso)
{
	char hex[SBUILD_ID_SIZE] = "";
	bool is_new;
	uint32_t id = writer__row(writer, &writer->dsos, &dso, sizeof(dso), &is_new);

	if (!is_new)
		return id;
	build_id__snprintf(&dso->bid, hex);
	SQLITE_ADD(writer->db, "dsos", db_number(id), db_text(dso->name),
		   db_text(build_id__known(&dso->bid) ? hex : NULL));
	return id;
}

static void add_frames(struct writer *writer)
{
	const struct funcs *funcs = &writer->profile->funcs;
	char label[FUNC_LABEL_LEN];

	for (uint32_t i = 0; i < funcs->nr; i++) {
		const struct func *func = funcs__at(funcs, i);
		const bool is_frame = func__is_frame(func);

		const uint32_t dso = func->dso ? add_dso(writer, func->dso) : NO_ID;

		SQLITE_ADD(writer->db, "frames", db_number(i + 1), db_number(func->symbol_id + 1),
			   db_text(func__label(func, label)), db_text(kind_of(func)),
			   db_text(!is_frame	     ? NULL
				   : func->is_kernel ? "kernel"
						     : "user"),
			   id_of(dso), db_number_if(is_frame, func->addr));
	}
}

static void add_calls(struct writer *writer)
{
	const struct chain_tree *chains = &writer->profile->chains;

	for (uint32_t i = CHAIN_ROOT + 1; i < chains->nr; i++)
		SQLITE_ADD(writer->db, "calls", db_number(i), id_of(chains->nodes[i].parent),
			   db_number(chains->nodes[i].func + 1), db_number(chains->nodes[i].depth));
}

/* ---- stacks ---- */

static uint32_t add_thread(struct writer *writer, const struct stack *stack)
{
	const struct thread_key key = {stack->pid, stack->tid, stack->comm_id};
	bool is_new;
	uint32_t id = writer__row(writer, &writer->threads, &key, sizeof(key), &is_new);

	if (is_new)
		SQLITE_ADD(writer->db, "threads", db_number(id), HOST, db_number(key.pid),
			   db_number(key.tid), db_text(writer->profile->comms[key.comm_id]));
	return id;
}

static uint32_t add_stack(struct writer *writer, uint32_t hit, const struct entry_stack *entry)
{
	const struct func *user = entry_list__func(writer->list, entry->user);
	const struct stack_key key = {
		.kind = entry->kind,
		.call = entry->call,
		.hit = hit,
		.chain = entry->chain,
		.user = user ? user - writer->profile->funcs.funcs + 1 : NO_ID,
		.first = entry->first == ENTRY_NO_FUNC ? NO_ID : entry->first + 1,
		.call_len = entry->call_len,
	};
	char call[FUNC_LABEL_LEN];
	bool is_new;
	uint32_t id = writer__row(writer, &writer->stacks, &key, sizeof(key), &is_new);

	snprintf(call, sizeof(call), "%.*s", (int)key.call_len, key.call ? key.call : "");
	if (is_new)
		SQLITE_ADD(writer->db, "stacks", db_number(id), db_number(hit + 1),
			   id_of(key.chain), db_text(key.kind), db_text(key.call ? call : NULL),
			   id_of(key.user), id_of(key.first));
	return id;
}

/* Adds how the frames of the user half are known, if there is one. */
static uint32_t add_evidence(struct writer *writer, const struct stack *stack)
{
	const struct intern_entry *known = NULL;
	char *text = NULL;
	size_t size = 0;
	FILE *out;
	struct json json;
	bool is_new = false;
	uint32_t id = NO_ID;
	int ret;

	if (!stack->user)
		return NO_ID;
	out = open_memstream(&text, &size);
	if (out) {
		json__init(&json, out);
		json.dense = true;
		json__object(&json, NULL);
		json__evidence(&json, stack);
		json__end(&json);
		ret = json__finish(&json, NULL);
		if (!memstream__close(out, &text) && !ret) {
			text[strcspn(text, "\n")] = '\0';
			known = intern__add(writer->texts, &writer->arena, text, size);
		}
	}
	if (known)
		id = writer__row(writer, &writer->evidence, &known, sizeof(known), &is_new);
	if (is_new)
		SQLITE_ADD(writer->db, "evidence", db_number(id), db_text(text));
	writer->no_memory |= !known;
	free(text);
	return id;
}

/* @places: where the stacks of all are in the part that is shown. */
static void add_stacks(struct writer *writer, const uint32_t *places)
{
	const struct fold *all = writer->shown->all;

	for (uint32_t i = 0; i < fold__nr(all); i++) {
		const struct entry_stack *entry = &writer->list->stacks[i];
		const struct stack *stack = fold__stack(all, i);

		if (entry->chain == PROFILE_NO_CHAIN)
			continue;
		writer->rows[i] = (struct stack_rows){
			.thread = add_thread(writer, stack),
			.stack = add_stack(writer, writer->profile->stack_hits[places[i]], entry),
			.evidence = add_evidence(writer, stack),
		};
	}
}

/* ---- entries ---- */

static void add_entry(struct writer *writer, uint32_t row)
{
	const struct entry_list *list = writer->list;
	const struct entry *entry = entry_list__at(list, row);
	const struct stack_rows *rows = &writer->rows[entry->stack];
	uint64_t ret = 0, remaining = 0;
	const bool returns = entry_list__return(list, entry, &ret);
	struct entry_times times = {0};
	const bool has_times = entry_list__times(list, entry, &times);

	entry_list__remaining(list, entry, &remaining);
	SQLITE_ADD(writer->db, "entries", db_number(row + 1), BATCH, id_of(rows->thread),
		   db_number(entry->key.cookie), db_number(entry->begin), db_number(entry->last),
		   db_number_if(returns, ret), db_number_if(returns, remaining),
		   db_number_if(has_times, times.on_cpu), db_number_if(has_times, times.off_cpu),
		   db_text(entry_state__name(entry_list__state(list, entry))), db_number(entry->nr),
		   db_number(entry->back), db_number(entry->key.cls + 1), id_of(rows->stack),
		   db_number(entry_list__stack(list, entry)->restarted));
}

static int compare_places(const void *l, const void *r)
{
	const struct entry_place *a = l, *b = r;

	return CMP(a->cookie, b->cookie) ?: CMP(a->entry, b->entry);
}

static void add_entries(struct writer *writer)
{
	for (uint32_t i = 0; i < writer->list->nr; i++) {
		writer->places[i] = (struct entry_place){
			.cookie = entry_list__at(writer->list, i)->key.cookie, .entry = i};
		add_entry(writer, i);
	}
	if (writer->list->nr)
		qsort(writer->places, writer->list->nr, sizeof(*writer->places), compare_places);
}

/* Returns the id of the entry that @ref is a sample of. */
static uint32_t entry_of(const struct writer *writer, const struct sample_ref *ref,
			 const struct stack *stack)
{
	const struct entry_place *places = writer->places;
	const uint32_t nr = writer->list->nr;

	if (!ref->cookie)
		return NO_ID;
	for (size_t i = LOWER_BOUND(at, nr, places[at].cookie < ref->cookie);
	     i < nr && places[i].cookie == ref->cookie; i++) {
		if (entry__has(entry_list__at(writer->list, places[i].entry), ref, stack))
			return places[i].entry + 1;
	}
	return NO_ID;
}

/* ---- samples ---- */

static void add_sample(struct writer *writer, const struct sample_ref *ref, uint64_t id)
{
	const struct stack *stack = fold__stack(writer->shown->all, ref->stack);
	const struct stack_rows *rows = &writer->rows[ref->stack];
	const struct sample_sum one = {1, ref->weights.period};
	uint64_t delay = 0;
	const bool has_delay = sample_ref__delay(writer->shown->session, ref, &delay);

	sample_sum__add(&writer->ledger[stack->evsel_idx * DEFER_NR_CLASSES + stack->cls], &one);
	SQLITE_ADD(writer->db, "samples", db_number(id), BATCH, db_number(stack->evsel_idx + 1),
		   db_number(ref->time), db_number_if(ref->cpu >= 0, ref->cpu), id_of(rows->thread),
		   id_of(rows->stack), db_number(stack->cls + 1), db_number(ref->weights.period),
		   db_number_if(has_delay, delay), db_number_if(ref->cookie, ref->cookie),
		   id_of(entry_of(writer, ref, stack)), id_of(rows->evidence));
}

static void add_samples(struct writer *writer)
{
	const struct shown *shown = writer->shown;
	uint64_t nr = 0;

	for (size_t i = 0; i < samples__nr(shown->samples); i++) {
		const struct sample_ref *ref = samples__at(shown->samples, i);

		if (writer->rows[ref->stack].thread != NO_ID &&
		    zooms__pass_sample(shown->zooms, shown->session, ref))
			add_sample(writer, ref, ++nr);
	}
}

/* ---- the ledger ---- */

static void add_ledger(struct writer *writer)
{
	for (uint32_t i = 0; i < writer->profile->nr_events * DEFER_NR_CLASSES; i++) {
		if (writer->ledger[i].nr)
			SQLITE_ADD(writer->db, "ledger", BATCH, db_number(i / DEFER_NR_CLASSES + 1),
				   db_number(i % DEFER_NR_CLASSES + 1),
				   db_number(writer->ledger[i].nr),
				   db_number(writer->ledger[i].period));
	}
}

static int add_losses(struct writer *writer, struct defer_error *err)
{
	struct losses losses = {0};
	int ret = losses__init(&losses, writer->shown->session, NULL, err);

	for (uint32_t i = 0; !ret && i < losses.nr; i++) {
		const struct loss_counts *cpu = &losses.cpus[i];

		SQLITE_ADD(writer->db, "losses", BATCH, db_number_if(cpu->key >= 0, cpu->key),
			   db_number(cpu->records), db_number(cpu->lost),
			   db_number(cpu->lost_samples), db_number(cpu->lost_stacks),
			   db_number(cpu->lost_others));
	}
	losses__exit(&losses);
	return ret;
}

/* ---- the database ---- */

static int writer__init(struct writer *writer, struct defer_error *err)
{
	const struct shown *shown = writer->shown;
	int ret = entry_list__new(&writer->list, shown, NULL, err);

	if (ret)
		return ret;
	writer->hash_key = hash__key();
	writer->texts = intern__new();
	writer->rows = calloc(fold__nr(shown->all) + 1ULL, sizeof(*writer->rows));
	writer->places = malloc((writer->list->nr + 1ULL) * sizeof(*writer->places));
	writer->ledger = calloc(writer->profile->nr_events * DEFER_NR_CLASSES + 1ULL,
				sizeof(*writer->ledger));
	return writer->texts && writer->rows && writer->places && writer->ledger
		       ? 0
		       : error__no_memory(err, "for the export");
}

static void row_set__exit(struct row_set *set)
{
	free(set->keys);
	hash_index__exit(&set->index);
}

static void writer__exit(struct writer *writer)
{
	sqlite_db__delete(writer->db);
	entry_list__delete(writer->list);
	row_set__exit(&writer->threads);
	row_set__exit(&writer->stacks);
	row_set__exit(&writer->dsos);
	row_set__exit(&writer->evidence);
	intern__delete(writer->texts);
	arena__exit(&writer->arena);
	free(writer->rows);
	free(writer->places);
	free(writer->ledger);
}

static int write_all(struct writer *writer, const struct export_source *source,
		     struct defer_error *err)
{
	const struct shown *shown = writer->shown;
	uint32_t *places = fold__places_in(shown->all, shown->part);
	int ret;

	if (!places)
		return error__no_memory(err, "for the export");
	sqlite_db__run(writer->db, sqlite_tables);
	add_trace(writer, source);
	add_frames(writer);
	add_calls(writer);
	add_stacks(writer, places);
	free(places);
	add_entries(writer);
	add_samples(writer);
	add_ledger(writer);
	ret = add_losses(writer, err);
	sqlite_db__run(writer->db, sqlite_indexes);
	if (!ret && writer->no_memory)
		ret = error__no_memory(err, "for the export");
	return ret ? ret : sqlite_db__finish(writer->db);
}

int sqlite__check(struct defer_error *err)
{
	return sqlite_db__check(err);
}

int sqlite__write(const struct export_source *source, FILE *out, struct defer_error *err)
{
	struct writer writer = {.shown = source->shown, .profile = source->shown->profile};
	int ret = writer__init(&writer, err);

	if (!ret)
		ret = sqlite_db__new(&writer.db, out, err);
	if (!ret)
		ret = write_all(&writer, source, err);
	writer__exit(&writer);
	return ret;
}

#else

int sqlite__check(struct defer_error *err)
{
	return defer_error__set(err, DEFER_ERR_INVAL,
				"no database: perf-defer was built without libsqlite3");
}

int sqlite__write(const struct export_source *source, FILE *out, struct defer_error *err)
{
	(void)source;
	(void)out;
	return sqlite__check(err);
}

#endif
