// SPDX-License-Identifier: GPL-2.0-only
/*
 * Gives records of tasks and maps their meaning. Sources: Linux 6.19, kernel/events/core.c, for
 * when each is written; perf's tools/perf/util/machine.c and map.c for the names that users know.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include "util/base/array.h"
#include "util/base/error.h"
#include "util/machine/machine-priv.h"

#define KERNEL_NAME	"[kernel.kallsyms]"
#define TRAMPOLINE_NAME "__entry_SYSCALL_64_trampoline" /* x86 with PTI, up to Linux 5.0 */

static bool starts_with(const char *str, const char *prefix)
{
	return !strncmp(str, prefix, strlen(prefix));
}

/* Sets the state of address space @pos of @tls to @maps_id from @entry on. */
static int set_maps(struct timelines *tls, uint32_t pos, const struct logged *entry,
		    uint32_t maps_id)
{
	struct timeline_state *last = timelines__last(tls, pos);
	struct timeline_state state = {.time = entry->time, .order = entry->order, .key_pos = pos};

	if (last && last->val[MAPS_ID] == maps_id)
		return 0;
	/*
	 * Nothing ran in between, so the state can be replaced. This is common: the maps that perf
	 * found at the start all have time 0.
	 */
	if (last && last->time == entry->time) {
		last->val[MAPS_ID] = maps_id;
		return 0;
	}
	state.val[MAPS_ID] = maps_id;
	return timelines__push(tls, &state);
}

static uint32_t last_maps(const struct timelines *tls, uint32_t pos)
{
	const struct timeline_state *last = timelines__last(tls, pos);

	return last ? last->val[MAPS_ID] : 0;
}

/* Begins a new address space with state @maps_id, even if the old one had the same state. */
static int begin_maps(struct timelines *tls, uint32_t pos, const struct logged *entry,
		      uint32_t maps_id)
{
	struct timeline_state state = {.time = entry->time, .order = entry->order, .key_pos = pos};

	state.val[MAPS_ID] = maps_id;
	return timelines__push(tls, &state);
}

static int add_map(struct machine *machine, struct timelines *tls, uint32_t pos,
		   const struct logged *entry, const struct map *map)
{
	int64_t id = maps_pool__insert(&machine->maps, last_maps(tls, pos), map);

	return id < 0 ? (int)id : set_maps(tls, pos, entry, id);
}

static bool is_by_addr(enum dso_kind kind)
{
	return kind == DSO_KERNEL || kind == DSO_KMODULE || kind == DSO_PERF_MAP ||
	       kind == DSO_IMAGE;
}

static uint64_t range_end(uint64_t start, uint64_t len)
{
	return start + len < start ? UINT64_MAX : start + len;
}

/* Returns @start + @len, rounded up to a multiple of @span, without overflow. */
static uint64_t round_end(uint64_t start, uint64_t len, uint64_t span)
{
	uint64_t end = range_end(start, len);

	return end > UINT64_MAX - span ? UINT64_MAX : (end + span - 1) / span * span;
}

static int machine__add_map(struct machine *machine, struct timelines *tls, uint32_t pos,
			    const struct logged *entry, const struct logged_mmap *mmap,
			    const struct dsos_key *key, struct defer_error *err)
{
	struct map map = {
		.start = mmap->start,
		.end = range_end(mmap->start, mmap->len),
		.pgoff = mmap->pgoff,
		.prot = mmap->prot,
		.flags = mmap->flags,
	};

	map.dso = dsos__findnew(&machine->dsos, key, err);
	if (!map.dso)
		return DEFER_ERR_NOMEM;
	if (is_by_addr(key->kind))
		map.pgoff = map.start;
	else if (key->kind == DSO_VDSO || key->kind == DSO_VDSO32)
		map.pgoff = 0;
	return add_map(machine, tls, pos, entry, &map) ? error__no_memory(err, "for tasks and maps")
						       : 0;
}

/* ---- user maps ---- */

/* Takes the code of JITs in a range away. */
static int unload(struct machine *machine, uint32_t pos, const struct logged *entry,
		  const struct logged_mmap *mmap, struct defer_error *err)
{
	int64_t id = maps_pool__unload(&machine->maps, last_maps(&machine->processes, pos),
				       mmap->start, range_end(mmap->start, mmap->len));

	return id < 0 || set_maps(&machine->processes, pos, entry, id)
		       ? error__no_memory(err, "for tasks and maps")
		       : 0;
}

/*
 * Adds a map. A file takes the place of JITted code; anonymous memory does not, since the kernel writes
 * such a map again for memory that a JIT only protects anew.
 */
static int add_user_map(struct machine *machine, uint32_t pos, const struct logged *entry,
			const struct logged_mmap *mmap, const struct dsos_key *key,
			struct defer_error *err)
{
	const uint32_t before = last_maps(&machine->processes, pos);
	int ret = machine__add_map(machine, &machine->processes, pos, entry, mmap, key, err);

	if (ret || key->kind == DSO_PERF_MAP || key->kind == DSO_NONE ||
	    last_maps(&machine->processes, pos) == before)
		return ret;
	return unload(machine, pos, entry, mmap, err);
}

static int replay_user_mmap(struct machine *machine, const struct logged *entry,
			    const struct logged_mmap *mmap, struct defer_error *err)
{
	int64_t pos = timelines__findnew(&machine->processes, entry->pid);
	struct dsos_key key = {.long_name = entry->name};
	char jit[32];

	if (!entry->pid) {
		machine->hides_tasks = true;
		return 0;
	}
	if (pos < 0)
		return error__no_memory(err, "for tasks and maps");
	build_id__init(&key.bid, mmap->build_id, mmap->build_id_size);
	key.kind = dso_kind__from_name(entry->name);
	/* A 64-bit process has its vdso near its stack, far above 4 GiB. */
	if (key.kind == DSO_VDSO && range_end(mmap->start, mmap->len) <= 1ULL << 32)
		key.kind = DSO_VDSO32;
	if ((dso_name__is_anon(entry->name) || mmap->flags & MAP_HUGETLB) &&
	    mmap->prot & PROT_EXEC) {
		snprintf(jit, sizeof(jit), "/tmp/perf-%" PRId32 ".map", entry->pid);
		key.long_name = jit;
		key.kind = DSO_PERF_MAP;
	}
	return add_user_map(machine, pos, entry, mmap, &key, err);
}

/* ---- code of JITs ---- */

static int replay_jit_load(struct machine *machine, const struct logged *entry,
			   const struct logged_mmap *mmap, struct defer_error *err)
{
	const struct dsos_key key = {
		.long_name = entry->name, .kind = DSO_JITDUMP, .addr = (uint32_t)entry->pid};
	int64_t pos = timelines__findnew(&machine->processes, entry->pid), id;
	struct map map = {
		.start = mmap->start,
		.end = range_end(mmap->start, mmap->len),
		.pgoff = mmap->pgoff,
		.prot = PROT_EXEC,
	};

	if (pos < 0)
		return error__no_memory(err, "for tasks and maps");
	map.dso = dsos__findnew(&machine->dsos, &key, err);
	if (!map.dso)
		return DEFER_ERR_NOMEM;
	id = maps_pool__load(&machine->maps, last_maps(&machine->processes, pos), &map);
	return id < 0 || set_maps(&machine->processes, pos, entry, id)
		       ? error__no_memory(err, "for tasks and maps")
		       : 0;
}

static int replay_jit_unload(struct machine *machine, const struct logged *entry,
			     const struct logged_mmap *mmap, struct defer_error *err)
{
	int64_t pos = timelines__findnew(&machine->processes, entry->pid);

	if (pos < 0)
		return error__no_memory(err, "for tasks and maps");
	return unload(machine, pos, entry, mmap, err);
}

/* ---- kernel maps ---- */

/*
 * The image is extended to a multiple of this, bytes. No architecture places modules closer to the
 * image's end without writing maps for them.
 */
#define IMAGE_SPAN (1ULL << 30)

/*
 * Adds the kernel's own image. Its name ends with that of the symbol whose address is in pgoff.
 *
 * - The range that perf writes ends before the text of the init sections, which runs as well. So
 *   the image is extended; maps of modules replace what they cover.
 * - Old perfs wrote an empty range if they did not know it: then the image covers everything.
 */
static int add_kernel_image(struct machine *machine, uint32_t pos, const struct logged *entry,
			    struct logged_mmap mmap, struct dsos_key *key, struct defer_error *err)
{
	key->kind = DSO_KERNEL;
	key->addr = mmap.pgoff;
	if (!mmap.start && !mmap.len)
		mmap.len = UINT64_MAX;
	else if (mmap.len)
		mmap.len = round_end(mmap.start, mmap.len, IMAGE_SPAN) - mmap.start;
	return machine__add_map(machine, &machine->kernels, pos, entry, &mmap, key, err);
}

/* Adds a copy of kernel code at another address; pgoff is the address of the original. */
static int add_trampoline(struct machine *machine, uint32_t pos, const struct logged *entry,
			  const struct logged_mmap *mmap)
{
	const struct maps *maps = maps_pool__get(&machine->maps, last_maps(&machine->kernels, pos));
	const struct map *image = maps__find(maps, mmap->pgoff);
	struct map map = {
		.start = mmap->start,
		.end = range_end(mmap->start, mmap->len),
		.pgoff = mmap->pgoff,
	};

	if (!image)
		return 0;
	map.dso = image->dso;
	return add_map(machine, &machine->kernels, pos, entry, &map);
}

static int replay_kernel_mmap(struct machine *machine, const struct logged *entry,
			      const struct logged_mmap *mmap, struct defer_error *err)
{
	uint32_t pos = machine->host_kernel;
	struct dsos_key key = {.long_name = entry->name};

	build_id__init(&key.bid, mmap->build_id, mmap->build_id_size);
	if (starts_with(entry->name, KERNEL_NAME))
		return add_kernel_image(machine, pos, entry, *mmap, &key, err);
	if (starts_with(entry->name, TRAMPOLINE_NAME))
		return add_trampoline(machine, pos, entry, mmap)
			       ? error__no_memory(err, "for tasks and maps")
			       : 0;
	if (entry->name[0] != '/' && entry->name[0] != '[')
		return 0;
	key.kind = DSO_KMODULE;
	key.addr = mmap->start;
	key.len = mmap->len;
	return machine__add_map(machine, &machine->kernels, pos, entry, mmap, &key, err);
}

static int replay_mmap(struct machine *machine, const struct machine_log *log,
		       const struct logged *entry, struct defer_error *err)
{
	const struct logged_mmap *mmap = &log->mmaps[entry->mmap];

	switch (entry->misc & DEFER_MISC_CPUMODE_MASK) {
	case DEFER_MISC_KERNEL:
		return replay_kernel_mmap(machine, entry, mmap, err);
	case DEFER_MISC_GUEST_KERNEL: /* its addresses and pids are not the host's */
	case DEFER_MISC_GUEST_USER:
		return 0;
	default:
		return replay_user_mmap(machine, entry, mmap, err);
	}
}

/*
 * Adds or removes code that the kernel loaded at run time. A symbol without a length is not native
 * code.
 */
static int replay_ksymbol(struct machine *machine, const struct logged *entry,
			  struct defer_error *err)
{
	const struct logged_ksymbol *ksym = &entry->ksymbol;
	struct timelines *kernels = &machine->kernels;
	uint32_t pos = machine->host_kernel;
	const struct map *map;
	int64_t id;

	if (!ksym->len)
		return 0;
	if (!ksym->unregister)
		return machine__add_map(
			machine, kernels, pos, entry,
			&(struct logged_mmap){.start = ksym->addr, .len = ksym->len},
			&(struct dsos_key){entry->name, DSO_IMAGE, {{0}, 0}, ksym->addr, ksym->len},
			err);
	id = last_maps(kernels, pos);
	map = maps__find(maps_pool__get(&machine->maps, id), ksym->addr);
	if (!map || map->dso->kind != DSO_IMAGE)
		return 0;
	id = maps_pool__remove(&machine->maps, id, ksym->addr);
	return id < 0 || set_maps(kernels, pos, entry, id)
		       ? error__no_memory(err, "for tasks and maps")
		       : 0;
}

/* ---- tasks ---- */

/*
 * Returns true for a task of a pid namespace that the recorder does not see. The kernel gives all
 * of them number 0, which the idle task has, too. A record of one says nothing about the others, so
 * they are skipped.
 */
static bool is_hidden(const struct logged *entry)
{
	return !entry->tid && !starts_with(entry->name ? entry->name : "", IDLE_COMM);
}

/* Returns the current life of the task at @pos if it belongs to @pid, or LIFE_NONE. */
static uint32_t last_life(const struct machine *machine, uint32_t pos, int32_t pid)
{
	const struct timeline_state *last;

	last = pos == HASH_INDEX_NONE ? NULL : timelines__last(&machine->tasks, pos);
	return last && (int32_t)last->val[TASK_PID] == pid ? last->val[TASK_LIFE] : LIFE_NONE;
}

static int64_t add_life(struct machine *machine, const struct logged *entry)
{
	uint32_t id = machine->nr_lives;

	if (!ARRAY_GROW(machine->lives, machine->cap_lives, machine->nr_lives + 1) ||
	    id == LIFE_NONE)
		return DEFER_ERR_NOMEM;
	machine->lives[id].leader = id;
	if (entry->pid != entry->tid) {
		uint32_t pos = timelines__find(&machine->tasks, entry->pid);

		machine->lives[id].leader = last_life(machine, pos, entry->pid);
	}
	machine->nr_lives++;
	return id;
}

/* Makes @state the last one of its task. */
static int push_task(struct machine *machine, const struct timeline_state *state)
{
	struct timeline_state *last = timelines__last(&machine->tasks, state->key_pos);

	if (last && !memcmp(last->val, state->val, sizeof(state->val)))
		return 0;
	/* What perf found at the start has time 0, before all samples: only the last of it counts. */
	if (last && !last->time && !state->time) {
		memcpy(last->val, state->val, sizeof(state->val));
		return 0;
	}
	return timelines__push(&machine->tasks, state);
}

/*
 * Adds a state of @tid from @entry on: it belongs to @pid and has @comm, an id, or negative if
 * unknown.
 */
static int set_task(struct machine *machine, const struct logged *entry, int64_t comm)
{
	int64_t pos = timelines__findnew(&machine->tasks, entry->tid);
	int64_t process = timelines__findnew(&machine->processes, entry->pid);
	struct timeline_state state = {.time = entry->time, .order = entry->order, .key_pos = pos};
	int64_t life = LIFE_NONE;

	if (pos < 0 || process < 0)
		return DEFER_ERR_NOMEM;
	if (entry->type != DEFER_RECORD_FORK)
		life = last_life(machine, pos, entry->pid);
	if (life == LIFE_NONE)
		life = add_life(machine, entry);
	if (life < 0)
		return DEFER_ERR_NOMEM;
	if (comm < 0)
		comm = comms__tid(machine->comms, entry->tid) | TASK_UNNAMED;
	machine->lives[life].comm_id = comm & ~TASK_UNNAMED;
	state.val[TASK_PID] = entry->pid;
	state.val[TASK_COMM] = comm;
	state.val[TASK_PROCESS] = process;
	state.val[TASK_LIFE] = life;
	return push_task(machine, &state);
}

static int replay_comm(struct machine *machine, const struct logged *entry, struct defer_error *err)
{
	int64_t comm = comms__add(machine->comms, entry->name), pos;

	if (is_hidden(entry)) {
		machine->hides_tasks = true;
		return 0;
	}
	if (comm < 0 || set_task(machine, entry, comm))
		return error__no_memory(err, "for tasks and maps");
	if (!(entry->misc & DEFER_MISC_COMM_EXEC))
		return 0;
	pos = timelines__find(&machine->processes, entry->pid);
	return begin_maps(&machine->processes, pos, entry, 0)
		       ? error__no_memory(err, "for tasks and maps")
		       : 0;
}

/* Returns the comm that a child inherits from its parent, or -1. */
static int64_t parent_comm(const struct machine *machine, const struct logged *entry)
{
	uint32_t pos = timelines__find(&machine->tasks, entry->ptid);
	const struct timeline_state *parent;

	if (pos == HASH_INDEX_NONE || !entry->ptid)
		return -1;
	parent = timelines__last(&machine->tasks, pos);
	if (!parent || (int32_t)parent->val[TASK_PID] != entry->ppid ||
	    parent->val[TASK_COMM] & TASK_UNNAMED)
		return -1;
	return parent->val[TASK_COMM];
}

/*
 * Starts a new process with its parent's maps. A process that perf found running starts empty: perf
 * writes all of its maps.
 */
static int fork_maps(struct machine *machine, const struct logged *entry)
{
	int64_t pos = timelines__findnew(&machine->processes, entry->pid);
	uint32_t parent, id = 0;

	if (pos < 0)
		return DEFER_ERR_NOMEM;
	parent = timelines__find(&machine->processes, entry->ppid);
	if (!(entry->misc & DEFER_MISC_FORK_EXEC) && parent != HASH_INDEX_NONE) {
		id = last_maps(&machine->processes, parent);
		maps_pool__share(&machine->maps, id);
	}
	return begin_maps(&machine->processes, pos, entry, id);
}

static int replay_fork(struct machine *machine, const struct logged *entry, struct defer_error *err)
{
	if (is_hidden(entry)) {
		machine->hides_tasks = true;
		return 0;
	}
	if (set_task(machine, entry, parent_comm(machine, entry)))
		return error__no_memory(err, "for tasks and maps");
	if (entry->pid != entry->ppid && fork_maps(machine, entry))
		return error__no_memory(err, "for tasks and maps");
	return 0;
}

int machine__replay(struct machine *machine, const struct machine_log *log,
		    const struct logged *entry, struct defer_error *err)
{
	switch (entry->type) {
	case DEFER_RECORD_MMAP2:
		return replay_mmap(machine, log, entry, err);
	case LOGGED_JIT_LOAD:
		return replay_jit_load(machine, entry, &log->mmaps[entry->mmap], err);
	case LOGGED_JIT_UNLOAD:
		return replay_jit_unload(machine, entry, &log->mmaps[entry->mmap], err);
	case DEFER_RECORD_COMM:
		return replay_comm(machine, entry, err);
	case DEFER_RECORD_FORK:
		return replay_fork(machine, entry, err);
	case DEFER_RECORD_EXIT:
		/* not an end: the last deferred record of an exiting task comes later */
		return 0;
	case DEFER_RECORD_KSYMBOL:
		return replay_ksymbol(machine, entry, err);
	case DEFER_RECORD_CGROUP:
		return cgroups__add(&machine->cgroups, entry->cgroup, entry->name)
			       ? error__no_memory(err, "for tasks and maps")
			       : 0;
	default:
		return 0;
	}
}
