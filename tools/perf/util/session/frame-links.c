// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>

#include "util/base/array.h"
#include "util/base/error.h"
#include "util/base/hash.h"
#include "util/base/intern-part.h"
#include "util/base/tally.h"
#include "util/dso/dso.h"
#include "util/header/env.h"
#include "util/machine/half-walk.h"
#include "util/session/filter.h"
#include "util/session/frame-links.h"
#include "util/unwind/unwind.h"

/* ---- the samples of each half ---- */

struct half_counts {
	struct session *session;
	const struct sample_filter *filter; /* or NULL */
	struct tallies *workers;	    /* key.a: the interned half, key.b: its address space */
};

static int count_half(void *ctx, unsigned int worker, const struct stitched *sample,
		      struct defer_error *err)
{
	struct half_counts *counts = ctx;
	struct session *session = counts->session;
	struct half user = sample->user;
	struct tally *tally;
	int ret;

	if (!user.nr || (counts->filter && !sample_filter__match(counts->filter, sample)))
		return 0;
	ret = half__intern(&user, session->chains, &session->parts[worker], err);
	if (ret)
		return ret;
	tally = tallies__get(&counts->workers[worker],
			     (struct tally_key){(uintptr_t)user.entry, sample->user_maps_id});
	if (!tally)
		return error__no_memory(err, "for stacks");
	tally__count(tally, sample->cls);
	return 0;
}

/* Counts the samples of all halves in those of the first worker. */
static int count_halves(struct half_counts *counts, struct defer_error *err)
{
	struct session *session = counts->session;
	int ret = session__walk(session, count_half, counts, err);

	for (unsigned int i = 1; !ret && i < session->nr_workers; i++) {
		if (tallies__merge(&counts->workers[0], &counts->workers[i]))
			ret = error__no_memory(err, "for stacks");
	}
	return ret;
}

/* ---- frames ---- */

static void link_counts__add(struct link_counts *counts, enum fp_link link, uint64_t nr)
{
	counts->nr += nr;
	counts->links[link] += nr;
}

static bool frame_links__is_of(const void *ctx, uint32_t pos, const void *dso)
{
	return ((const struct dso_links *)ctx)[pos].dso == dso;
}

/* Returns the counts of @dso, made if there are none. NULL: out of memory. */
static struct dso_links *frame_links__dso(struct frame_links *links, const struct dso *dso)
{
	const uint64_t hash = hash__u64(links->hash_key, (uintptr_t)dso);
	uint32_t pos = hash_index__find(&links->by_dso, hash, frame_links__is_of, links->dsos, dso);

	if (pos != HASH_INDEX_NONE)
		return &links->dsos[pos];
	if (!ARRAY_GROW(links->dsos, links->cap, links->nr + 1) ||
	    hash_index__add(&links->by_dso, hash, links->nr))
		return NULL;
	links->dsos[links->nr] = (struct dso_links){.dso = dso};
	return &links->dsos[links->nr++];
}

static enum fp_link place__link(const struct unwind_place *place)
{
	if (place->rule)
		return fp_link__of(place->rule, place->arch);
	if (!place->dso || place->why == DEFER_NO_FILE || place->why == DEFER_WRONG_BUILD)
		return FP_NO_FILE;
	return FP_NO_CFI;
}

/* Judges a frame that @nr samples have. */
static int judge_frame(struct frame_links *links, struct unwind_thread *thread,
		       const struct half_walk *walk, uint64_t nr, struct defer_error *err)
{
	const bool is_leaf = walk->nr == 1;
	struct unwind_place place;
	struct dso_links *dso;
	enum fp_link link;
	/* A record has return addresses, which may lie behind the code that called. */
	int ret = unwind_thread__look_up(thread, walk->ip - !is_leaf, walk->maps_id, &place, err);

	if (ret)
		return ret;
	link = place__link(&place);
	dso = frame_links__dso(links, place.dso);
	if (!dso)
		return error__no_memory(err, "for files");
	link_counts__add(is_leaf ? &dso->leaf : &dso->callers, link, nr);
	link_counts__add(is_leaf ? &links->leaf : &links->callers, link, nr);
	return 0;
}

/* Returns true for stacks of the kernel's walk along frame pointers. */
static bool class__is_walk(enum defer_class cls)
{
	return cls == DEFER_MERGED || cls == DEFER_MERGED_BACK || cls == DEFER_INLINE;
}

static bool evidence__is_walk(enum evidence evidence)
{
	return evidence == EVIDENCE_IP || evidence == EVIDENCE_RECORD ||
	       evidence == EVIDENCE_UNPROVED;
}

static void count_evidence(struct frame_links *links, enum evidence evidence, uint64_t nr)
{
	if (evidence == EVIDENCE_NR)
		links->gaps += nr;
	else
		links->evidence[evidence] += nr;
}

/* Counts the frames of @half in samples of @cls. */
static int count_frames(struct frame_links *links, struct unwind_thread *thread,
			const struct tally *half, enum defer_class cls, struct defer_error *err)
{
	const struct intern_entry *entry = (const struct intern_entry *)(uintptr_t)half->key.a;
	const uint64_t nr = half->classes[cls];
	struct half_walk walk;
	int ret = 0;

	half_walk__init(&walk, half__of(entry), half->key.b);
	while (!ret && nr && half_walk__next(&walk)) {
		enum evidence evidence = half_walk__evidence(&walk, cls);

		count_evidence(links, evidence, nr);
		if (class__is_walk(cls) && evidence__is_walk(evidence))
			ret = judge_frame(links, thread, &walk, nr, err);
	}
	return ret;
}

static int count_all_frames(struct frame_links *links, const struct tallies *halves,
			    struct unwind_thread *thread, struct defer_error *err)
{
	int ret = 0;

	for (uint32_t i = 0; !ret && i < halves->nr; i++) {
		for (int cls = 0; !ret && cls < DEFER_NR_CLASSES; cls++)
			ret = count_frames(links, thread, &halves->tally[i], cls, err);
	}
	return ret;
}

/* ---- the whole ---- */

static uint64_t dso_links__nr(const struct dso_links *links)
{
	return links->leaf.nr + links->callers.nr;
}

static int dso_links__cmp(const void *a, const void *b)
{
	const struct dso_links *x = a, *y = b;
	int cmp = CMP(y->leaf.nr, x->leaf.nr) ?: CMP(dso_links__nr(y), dso_links__nr(x));

	if (cmp || !x->dso || !y->dso)
		return cmp ?: !x->dso - !y->dso;
	return strcmp(x->dso->name, y->dso->name)
		       ?: memcmp(x->dso->bid.data, y->dso->bid.data, sizeof(x->dso->bid.data));
}

static int frame_links__count(struct frame_links *links, const struct tallies *halves,
			      struct session *session, struct defer_error *err)
{
	struct unwinder *unwinder = NULL;
	struct unwind_thread *thread = NULL;
	int ret = unwinder__new(&unwinder, session->machine, session->symbols, session->env->arch,
				session->env->os_release, err);

	if (!ret)
		thread = unwinder__take(unwinder);
	if (!ret && !thread)
		ret = error__no_memory(err, "for stacks");
	if (!ret)
		ret = count_all_frames(links, halves, thread, err);
	if (thread)
		unwinder__give(unwinder, thread);
	unwinder__delete(unwinder);
	if (links->nr)
		qsort(links->dsos, links->nr, sizeof(*links->dsos), dso_links__cmp);
	return ret;
}

int frame_links__init(struct frame_links *links, struct session *session,
		      const struct sample_filter *filter, struct defer_error *err)
{
	struct half_counts counts = {.session = session, .filter = filter};
	int ret;

	*links = (struct frame_links){.hash_key = hash__key()};
	counts.workers = calloc(session->nr_workers, sizeof(*counts.workers));
	if (!counts.workers)
		return error__no_memory(err, "for stacks");
	ret = count_halves(&counts, err);
	if (!ret)
		ret = frame_links__count(links, &counts.workers[0], session, err);
	for (unsigned int i = 0; i < session->nr_workers; i++)
		tallies__exit(&counts.workers[i]);
	free(counts.workers);
	return ret;
}

void frame_links__exit(struct frame_links *links)
{
	free(links->dsos);
	hash_index__exit(&links->by_dso);
	*links = (struct frame_links){0};
}
