// SPDX-License-Identifier: GPL-2.0-only
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include <perf/defer-sample.h>

#include "util/base/array.h"
#include "util/base/error.h"
#include "util/base/hash-index.h"
#include "util/base/hash.h"
#include "util/dso/kernel-syms.h"
#include "util/unwind/dso-cfi.h"
#include "util/unwind/unwind-frame.h"
#include "util/unwind/unwind.h"

/*
 * Slots of the addresses that a thread met last, a power of two. A compiler's stacks have some 20,000 of them.
 */
#define RECENT_BITS 15
#define NR_RECENT   (1U << RECENT_BITS)

/* Maps that a thread met last: those of a program and of its libraries that call one another. */
#define NR_NEAR 4

/* Files that stay open for their code; those that samples hit first are those that they hit most. */
#define MAX_CODE_FILES 64

/* One DSO, once any thread needed it. Never moves. */
struct module {
	const struct dso *dso;
	struct dso_cfi cfi;
	atomic_ullong ended[DEFER_NR_CLASSES]; /* stacks that end in it, by class */
};

/*
 * The rule that a thread found at an address of a module. Two of them fill a line of the cache, which many
 * frames miss.
 */
struct lookup {
	uint64_t addr; /* as dso__find() takes it */
	const struct cfi_rule *rule;
	struct module *module; /* NULL: no file was mapped there */
	uint32_t restored;     /* registers, by bit: see epilogue.h, which knows those of x86 */
	uint8_t why;	       /* enum defer_class; DEFER_NO_RECORD: there is a rule */
	bool is_set;
} __attribute__((aligned(32)));

/* A map that a thread met last. */
struct near {
	uint64_t start, size;  /* of its addresses; size 0: it is not to be used again */
	uint64_t shift;	       /* from such an address to one as dso__find() takes it */
	struct module *module; /* NULL: nothing was mapped there */
	uint32_t maps_id;
};

struct unwind_thread {
	struct unwinder *unwinder;
	struct unwind_thread *next;	     /* of the unwinder's, or of those that nobody has */
	struct arena arena;		     /* rows and rules that it made */
	uint64_t ips[2 * UNWIND_MAX_FRAMES]; /* with marks */
	struct near near[NR_NEAR];
	unsigned int last; /* of them, which was used last */
	struct lookup recent[NR_RECENT];
};

struct unwinder {
	const struct machine *machine;
	const struct symbol_conf *conf;
	struct kernel_syms
		ks; /* never loaded: tells whether the running vdso is the recorded one */
	const struct unwind_arch *archs[UNWIND_ABI_64 + 1]; /* by UNWIND_ABI_*; NULL: not known */
	struct intern *rules;
	uint64_t hash_key;
	pthread_mutex_t lock; /* protects all below */
	struct module **modules;
	size_t nr, cap;
	struct hash_index by_dso;
	struct unwind_thread *idle;
};

int unwinder__new(struct unwinder **unwinderp, const struct machine *machine,
		  const struct symbol_conf *conf, const char *arch, const char *release,
		  struct defer_error *err)
{
	struct unwinder *unwinder = calloc(1, sizeof(*unwinder));
	int ret;

	if (!unwinder)
		return error__no_memory(err, "to unwind stacks");
	ret = machine__init_kernel_syms(machine, conf, release, &unwinder->ks, err);
	if (ret) {
		free(unwinder);
		return ret;
	}
	unwinder->machine = machine;
	unwinder->conf = conf;
	for (uint64_t abi = UNWIND_ABI_32; abi <= UNWIND_ABI_64; abi++)
		unwinder->archs[abi] = unwind_arch__of_task(arch, abi);
	unwinder->hash_key = hash__key();
	pthread_mutex_init(&unwinder->lock, NULL);
	unwinder->rules = intern__new();
	if (!unwinder->rules) {
		unwinder__delete(unwinder);
		return error__no_memory(err, "to unwind stacks");
	}
	*unwinderp = unwinder;
	return 0;
}

void unwinder__delete(struct unwinder *unwinder)
{
	struct unwind_thread *thread, *next;

	if (!unwinder)
		return;
	for (thread = unwinder->idle; thread; thread = next) {
		next = thread->next;
		arena__exit(&thread->arena);
		free(thread);
	}
	for (size_t i = 0; i < unwinder->nr; i++) {
		dso_cfi__exit(&unwinder->modules[i]->cfi);
		free(unwinder->modules[i]);
	}
	free(unwinder->modules);
	hash_index__exit(&unwinder->by_dso);
	intern__delete(unwinder->rules);
	kernel_syms__exit(&unwinder->ks);
	pthread_mutex_destroy(&unwinder->lock);
	free(unwinder);
}

bool unwinder__knows_arch(const struct unwinder *unwinder)
{
	return unwinder->archs[UNWIND_ABI_32] || unwinder->archs[UNWIND_ABI_64];
}

struct unwind_thread *unwinder__take(struct unwinder *unwinder)
{
	struct unwind_thread *thread;

	pthread_mutex_lock(&unwinder->lock);
	thread = unwinder->idle;
	if (thread)
		unwinder->idle = thread->next;
	pthread_mutex_unlock(&unwinder->lock);
	if (thread)
		return thread;
	if (posix_memalign((void **)&thread, sizeof(struct lookup), sizeof(*thread)))
		return NULL;
	memset(thread, 0, sizeof(*thread));
	thread->unwinder = unwinder;
	return thread;
}

void unwinder__give(struct unwinder *unwinder, struct unwind_thread *thread)
{
	pthread_mutex_lock(&unwinder->lock);
	thread->next = unwinder->idle;
	unwinder->idle = thread;
	pthread_mutex_unlock(&unwinder->lock);
}

/* ---- where stacks ended ------------------------------------------------------------- */

static int unwind_end__cmp(const void *a, const void *b)
{
	const struct unwind_end *ea = a, *eb = b;
	int cmp = CMP(ea->cls, eb->cls) ?: CMP(eb->stacks, ea->stacks);

	return cmp ?: strcmp(ea->dso->long_name, eb->dso->long_name);
}

struct unwind_end *unwinder__ends(const struct unwinder *unwinder, uint32_t *nr)
{
	struct unwind_end *ends = malloc(unwinder->nr * DEFER_NR_CLASSES * sizeof(*ends) + 1);

	*nr = 0;
	for (size_t i = 0; ends && i < unwinder->nr; i++) {
		for (int cls = 0; cls < DEFER_NR_CLASSES; cls++) {
			const struct module *module = unwinder->modules[i];

			if (module->ended[cls])
				ends[(*nr)++] =
					(struct unwind_end){module->dso, cls, module->ended[cls]};
		}
	}
	if (*nr)
		qsort(ends, *nr, sizeof(*ends), unwind_end__cmp);
	return ends;
}

/* ---- what is at an address ----------------------------------------------------------- */

static bool is_of_dso(const void *ctx, uint32_t pos, const void *dso)
{
	struct module *const *modules = ctx;

	return modules[pos]->dso == dso;
}

/* Adds the module of @dso. The lock is held: whoever needs the same file waits until it is read. */
static struct module *unwinder__add_module(struct unwinder *unwinder, struct dso *dso,
					   uint64_t hash, struct defer_error *err)
{
	struct module *module = calloc(1, sizeof(*module));

	if (!module || !ARRAY_GROW(unwinder->modules, unwinder->cap, unwinder->nr + 1)) {
		free(module);
		error__no_memory(err, "to unwind stacks");
		return NULL;
	}
	module->dso = dso;
	if (dso_cfi__init(&module->cfi, dso, unwinder->conf, &unwinder->ks,
			  unwinder->nr < MAX_CODE_FILES, err)) {
		free(module);
		return NULL;
	}
	if (hash_index__add(&unwinder->by_dso, hash, unwinder->nr)) {
		dso_cfi__exit(&module->cfi);
		free(module);
		error__no_memory(err, "to unwind stacks");
		return NULL;
	}
	unwinder->modules[unwinder->nr++] = module;
	return module;
}

static struct module *unwinder__module(struct unwinder *unwinder, struct dso *dso,
				       struct defer_error *err)
{
	uint64_t hash = hash__u64(unwinder->hash_key, (uintptr_t)dso);
	struct module *module;
	uint32_t pos;

	pthread_mutex_lock(&unwinder->lock);
	pos = hash_index__find(&unwinder->by_dso, hash, is_of_dso, unwinder->modules, dso);
	if (pos != HASH_INDEX_NONE)
		module = unwinder->modules[pos];
	else
		module = unwinder__add_module(unwinder, dso, hash, err);
	pthread_mutex_unlock(&unwinder->lock);
	return module;
}

/* Finds the map at @pc, and remembers it in place of one that was used before the last. */
static const struct near *thread__find_map(struct unwind_thread *thread, uint64_t pc,
					   uint32_t maps_id, struct defer_error *err)
{
	const struct maps *maps = machine__maps(thread->unwinder->machine, maps_id);
	const struct map *map = maps__find(maps, pc);
	struct near *near;

	thread->last = (thread->last + 1) % NR_NEAR;
	near = &thread->near[thread->last];
	*near = (struct near){.maps_id = maps_id};
	if (!map)
		return near;
	near->module = unwinder__module(thread->unwinder, map->dso, err);
	near->start = map->start;
	/* Code of a JIT lies over other maps, so that each address has to be asked for. */
	near->size = maps__has_code(maps) ? 0 : map->end - map->start;
	near->shift = map__dso_addr(map, 0);
	return near->module ? near : NULL;
}

/* Returns the map at @pc, or NULL: out of memory. */
static const struct near *thread__map(struct unwind_thread *thread, uint64_t pc, uint32_t maps_id,
				      struct defer_error *err)
{
	for (unsigned int i = 0; i < NR_NEAR; i++) {
		const unsigned int at = (thread->last + i) % NR_NEAR;
		const struct near *near = &thread->near[at];

		if (pc - near->start < near->size && near->maps_id == maps_id) {
			thread->last = at;
			return near;
		}
	}
	return thread__find_map(thread, pc, maps_id, err);
}

/* Fills @lookup for its address, if there is a module. */
static int thread__look_up(struct unwind_thread *thread, struct lookup *lookup,
			   struct defer_error *err)
{
	struct module *module = lookup->module;

	if (!module)
		return 0;
	lookup->why = module->cfi.cls;
	if (lookup->why != DEFER_UNWOUND)
		return 0;
	if (dso_cfi__rule(&module->cfi, lookup->addr, thread->unwinder->rules, &thread->arena,
			  &lookup->rule))
		return error__no_memory(err, "to unwind stacks");
	lookup->why = lookup->rule ? DEFER_NO_RECORD : DEFER_NO_CFI;
	if (lookup->rule)
		lookup->restored = dso_cfi__restored(&module->cfi, lookup->addr, lookup->rule);
	return 0;
}

/* Returns what is at @pc, or NULL: out of memory. */
static const struct lookup *thread__find(struct unwind_thread *thread, uint64_t pc,
					 uint32_t maps_id, struct defer_error *err)
{
	const struct near *near = thread__map(thread, pc, maps_id, err);
	struct module *module = near ? near->module : NULL;
	const uint64_t addr = near ? pc + near->shift : pc;
	const uint64_t mixed = (addr ^ (uintptr_t)module << 20) * 0x9e3779b97f4a7c15;
	struct lookup *lookup = &thread->recent[mixed >> (64 - RECENT_BITS)];

	if (!near)
		return NULL;
	if (lookup->is_set && lookup->addr == addr && lookup->module == module)
		return lookup;
	*lookup = (struct lookup){.addr = addr, .module = module, .why = DEFER_NO_CFI};
	if (thread__look_up(thread, lookup, err))
		return NULL;
	lookup->is_set = true;
	return lookup;
}

/* ---- one stack ----------------------------------------------------------------------- */

/* Returns the address that shows @frame: of its instruction, or within the call that it is in. */
static uint64_t frame__ip(const struct unwind_frame *frame)
{
	return frame->is_exact ? frame->pc : frame->pc - 1;
}

static void lookup__count_end(const struct lookup *lookup, enum defer_class cls)
{
	/* A longer dump, or more frames, would not end there. */
	if (lookup->module && cls != DEFER_UNWOUND && cls != DEFER_DUMP_ENDED &&
	    cls != DEFER_TOO_DEEP)
		atomic_fetch_add_explicit(&lookup->module->ended[cls], 1, memory_order_relaxed);
}

/*
 * Makes @frame its caller's, by what is known at its address. Sets *@evidence to what that is. Returns as
 * unwind_frame__step().
 */
static enum defer_class thread__step(const struct unwind_thread *thread, struct unwind_frame *frame,
				     const struct lookup *lookup, enum evidence *evidence)
{
	if (lookup->why == DEFER_NO_RECORD && lookup->module->cfi.arch == frame->arch) {
		*evidence = lookup->module->dso->kind == DSO_JITDUMP ? EVIDENCE_JIT : EVIDENCE_CFI;
		return unwind_frame__step(frame, lookup->rule);
	}
	if (thread->unwinder->conf->fp_fallback && lookup->why == DEFER_NO_CFI) {
		*evidence = EVIDENCE_FP_GUESS;
		return unwind_frame__guess(frame);
	}
	return lookup->why == DEFER_NO_RECORD ? DEFER_NO_CFI : lookup->why;
}

/* Notes @frame and its callers. */
static int thread__walk(struct unwind_thread *thread, struct unwind_frame *frame, uint32_t maps_id,
			uint32_t *nr, enum defer_class *cls, struct defer_error *err)
{
	enum evidence evidence = EVIDENCE_CFI, last = EVIDENCE_CFI;
	const struct lookup *lookup;

	*nr = 0;
	for (uint32_t depth = 1;; depth++) {
		lookup = thread__find(thread, frame__ip(frame), maps_id, err);
		if (!lookup)
			return err->code;
		/* A signal's frame was not called: its return address was put there by the kernel. */
		frame->is_exact |= lookup->rule && lookup->rule->flags & CFI_RULE_SIGNAL;
		frame->restored = frame->is_exact ? lookup->restored : 0;
		if (evidence != last)
			thread->ips[(*nr)++] = HALF_EVIDENCE(evidence);
		last = evidence;
		thread->ips[(*nr)++] = half__entry_of(frame__ip(frame));
		*cls = thread__step(thread, frame, lookup, &evidence);
		if (*cls == DEFER_NO_RECORD && depth == UNWIND_MAX_FRAMES)
			*cls = DEFER_TOO_DEEP;
		if (*cls != DEFER_NO_RECORD)
			break;
	}
	lookup__count_end(lookup, *cls);
	return 0;
}

int unwind_thread__unwind(struct unwind_thread *thread, const struct defer_sample *sample,
			  struct unwind_rest *rest, uint32_t maps_id, struct half *user,
			  enum defer_class *cls, struct defer_error *err)
{
	const uint64_t abi = sample->user_regs.abi;
	struct unwind_stack stack = {
		.data = sample->user_stack.bytes.data,
		.size = sample->user_stack.dyn_size,
		.swap = sample->swap,
	};
	const struct unwind_arch *arch;
	struct unwind_frame frame;
	int ret;

	*cls = DEFER_NOT_UNWOUND;
	if (stack.size > sample->user_stack.bytes.size)
		stack.size = sample->user_stack.bytes.size;
	if (rest && rest->begin < stack.size) {
		rest->end = stack.size;
		stack.size = rest->begin;
		stack.rest = rest;
	}
	arch = abi <= UNWIND_ABI_64 ? thread->unwinder->archs[abi] : NULL;
	if (!arch || !unwind_frame__init(&frame, arch, &stack, sample))
		return 0;
	stack.start = frame.regs[arch->sp];
	ret = thread__walk(thread, &frame, maps_id, &user->nr, cls, err);
	if (ret)
		return ret;
	user->ips = thread->ips;
	user->entry = NULL;
	return 0;
}

int unwind_thread__look_up(struct unwind_thread *thread, uint64_t pc, uint32_t maps_id,
			   struct unwind_place *place, struct defer_error *err)
{
	const struct lookup *lookup = thread__find(thread, pc, maps_id, err);

	if (!lookup)
		return err->code;
	*place = (struct unwind_place){
		.dso = lookup->module ? lookup->module->dso : NULL,
		.why = lookup->why,
		.rule = lookup->rule,
		.arch = lookup->module ? lookup->module->cfi.arch : NULL,
		.restored = lookup->restored,
	};
	return 0;
}
