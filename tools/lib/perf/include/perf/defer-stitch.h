/* SPDX-License-Identifier: LGPL-2.1-only OR BSD-2-Clause */
#ifndef PERF_DEFER_STITCH_H
#define PERF_DEFER_STITCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <perf/defer-class.h>

#ifdef __cplusplus
extern "C" {
#endif

struct defer_sample;

/**
 * DOC: stitching
 *
 * The kernel gives each entry of a task into the kernel a cookie. All samples that are taken in
 * this entry carry it, and so does the one CALLCHAIN_DEFERRED record that is written when the task
 * returns to user mode. Together they are a run. A cookie is unique in the system within
 * %DEFER_T_WRAP.
 *
 * A sample gets a record if
 *
 * - both have the same cookie and tid,
 * - both belong to the same life of the task, with no exec between them, and
 * - they lie within %DEFER_T_WRAP of each other, or nothing lies between them that could have
 *   begun another entry: no other record of the tid, and no loss.
 *
 * The record may come later or earlier than the sample. Documentation/stitching.md has the whole
 * rule and the sources in the kernel (Linux 7.2, kernel/unwind/deferred.c).
 *
 * A stitcher is used in three steps:
 *
 * 1. Add all records and all boundaries (forks, execs, exits, losses), in any order. Several
 *    stitchers may be filled by one thread each, and merged with defer_stitch__merge().
 * 2. Seal it with defer_stitch__seal(). Nothing can be added from then on.
 * 3. Match samples with defer_stitch__match() or defer_stitch__classify(), from any number of
 *    threads. For samples without a record, defer_stitch__settle() tells why, once all samples
 *    have been noted in &struct defer_signs.
 *
 * Things that happen at the same time are ordered by @order, for a record by @ref: a number that
 * grows along the stream, such as &defer_record.order. All of them must be on one scale.
 */

/* The time in ns within which a cookie is unique: 2^31 entries of 100 ns. */
#define DEFER_T_WRAP 214000000000ULL

/*
 * The limit in ns by which the clocks of two CPUs differ. If two things happened on different CPUs
 * within this time, their times do not tell which came first.
 */
#define DEFER_CLOCK_MARGIN 10000ULL

/**
 * defer_sample__own_class() - get the class of a sample that needs no record
 * @sample: the sample
 *
 * If the callchain should have a user part and has none, the sample is %DEFER_INLINE if it was
 * taken in user mode, else %DEFER_KERNEL.
 *
 * Return: %DEFER_INLINE, %DEFER_KERNEL, %DEFER_NOT_UNWOUND or %DEFER_NOT_ASKED; %DEFER_NO_RECORD
 * if the callchain ends with a cookie, so that a stitcher has to tell.
 */
enum defer_class defer_sample__own_class(const struct defer_sample *sample);

/* struct defer_stitch - the deferred records of a trace, and what separates them from samples */
struct defer_stitch;

/**
 * struct defer_memory - where a stitcher keeps the arrays that grow with the records
 * @resize: like realloc(): makes an array of @size bytes with the contents of @old, which may be
 *	NULL, and returns it, or returns NULL and leaves @old as it is
 * @release: like free()
 * @rest: hints that the array of @size bytes is not needed for a while; its contents stay. Or NULL
 * @ctx: passed to all of them, which several threads may call at once
 * @no_hash: they are not for the hash of cookies, which is small, but read in no order
 */
struct defer_memory {
	void *(*resize)(void *ctx, void *old, size_t size);
	void (*release)(void *ctx, void *array);
	void (*rest)(void *ctx, void *array, size_t size);
	void *ctx;
	bool no_hash;
};

/**
 * struct defer_stitch_opts - the facts that a trace does not record
 * @no_time: there are no timestamps: times are orders, and being near proves nothing
 * @no_output: no event had defer_output: all deferred samples are %DEFER_NOT_RECORDED
 * @no_comm: no event records execs: any record may be of another program
 * @no_tasks: samples or records lack their task: only cookies tell them apart
 * @memory: where arrays are that grow with the records, the same for stitchers that are merged;
 *	must outlive them. NULL: that of malloc()
 */
struct defer_stitch_opts {
	bool no_time;
	bool no_output;
	bool no_comm;
	bool no_tasks;
	const struct defer_memory *memory;
};

/**
 * struct defer_stitch_record - a CALLCHAIN_DEFERRED record, as far as stitching needs it
 * @cookie: its cookie
 * @time: its time in ns
 * @ref: its position in the stream, by which the caller can find it again
 * @pid: the process; -1 if not known, 0 if it belongs to another pid namespace
 * @tid: the thread, likewise
 * @cpu: the CPU, -1 if not known
 * @nr: the number of addresses in the user callchain, without context marks
 * @sum: a hash of the callchain, the same function for all records; it tells copies apart
 * @data: the caller's, not used by the stitcher
 * @place: its place in a sealed stitcher, less than &defer_stitch_stats.places; set by the stitcher
 *
 * A stitcher keeps 28 bytes of each record, one @pid, @tid and @cpu for all records that have the
 * same three, and one @nr, @sum and @data likewise.
 */
struct defer_stitch_record {
	uint64_t cookie, time;
	uint64_t ref;
	int32_t pid, tid, cpu;
	uint32_t nr;
	uint32_t sum;
	const void *data;
	uint64_t place;
};

/**
 * struct defer_stitch_task - something that happened to a task
 * @time: the time in ns
 * @order: the position in the stream
 * @pid: the process; in a fork that of the child
 * @tid: the thread; in a fork the child
 * @cpu: the CPU that wrote the record, -1 if not known
 */
struct defer_stitch_task {
	uint64_t time, order;
	int32_t pid, tid, cpu;
};

/**
 * defer_stitch__new() - create an empty stitcher
 * @opts: the facts that the trace does not record, which are copied
 *
 * Return: the stitcher, which the caller deletes with defer_stitch__delete(), or NULL if out of
 * memory.
 */
struct defer_stitch *defer_stitch__new(const struct defer_stitch_opts *opts);

/**
 * defer_stitch__delete() - delete a stitcher
 * @st: the stitcher, or NULL
 */
void defer_stitch__delete(struct defer_stitch *st);

/**
 * defer_stitch__add_record() - add a CALLCHAIN_DEFERRED record
 * @st: the stitcher
 * @rec: the record, which is copied without its @place
 *
 * Return: 0, %DEFER_ERR_NOMEM if nothing was added for lack of memory, or %DEFER_ERR_INVAL if @st
 * is sealed or indexed. The other functions that add something return the same.
 */
int defer_stitch__add_record(struct defer_stitch *st, const struct defer_stitch_record *rec);

/**
 * defer_stitch__add_fork() - add the beginning of a life of a thread
 * @st: the stitcher
 * @task: the child
 *
 * Return: as defer_stitch__add_record().
 */
int defer_stitch__add_fork(struct defer_stitch *st, const struct defer_stitch_task *task);

/**
 * defer_stitch__add_exec() - add an exec (COMM with exec set)
 * @st: the stitcher
 * @task: the process, which begins another program; its other threads end, and the thread that
 *	called exec becomes its leader
 *
 * Return: as defer_stitch__add_record().
 */
int defer_stitch__add_exec(struct defer_stitch *st, const struct defer_stitch_task *task);

/**
 * defer_stitch__add_exit() - add the exit of a thread
 * @st: the stitcher
 * @task: the thread
 *
 * Return: as defer_stitch__add_record().
 */
int defer_stitch__add_exit(struct defer_stitch *st, const struct defer_stitch_task *task);

/**
 * defer_stitch__add_map() - add the mapping of an executable file
 * @st: the stitcher
 * @task: the process; every exec maps files, but not only execs do
 *
 * Return: as defer_stitch__add_record().
 */
int defer_stitch__add_map(struct defer_stitch *st, const struct defer_stitch_task *task);

/**
 * defer_stitch__add_vdso() - add the mapping of the vdso
 * @st: the stitcher
 * @task: the process
 *
 * The kernel maps the vdso once in each exec, shortly after it writes the COMM (Linux 7.2,
 * fs/binfmt_elf.c). Without a COMM this is the only trace of the exec. Maps that the recorder
 * synthesized must not be added. Without timestamps the call has no effect.
 *
 * Return: as defer_stitch__add_record().
 */
int defer_stitch__add_vdso(struct defer_stitch *st, const struct defer_stitch_task *task);

/**
 * defer_stitch__add_clock_step() - add that the clock of a CPU went backward
 * @st: the stitcher
 * @cpu: the CPU, on which the order of the stream counts from then on, not the time
 * @by: how far it went back at least, in ns; times of different CPUs tell less by as much
 *
 * Return: as defer_stitch__add_record().
 */
int defer_stitch__add_clock_step(struct defer_stitch *st, int32_t cpu, uint64_t by);

/**
 * defer_stitch__add_loss() - add that records were lost
 * @st: the stitcher
 * @begin: a time in ns after which the first one was lost
 * @end: the time in ns by which the last one was lost
 * @nr: the number of lost records
 *
 * By @end, the task may have been on any CPU, so the CPU that lost records does not matter.
 *
 * Return: as defer_stitch__add_record().
 */
int defer_stitch__add_loss(struct defer_stitch *st, uint64_t begin, uint64_t end, uint64_t nr);

/**
 * defer_stitch__add_tail_loss() - add a loss whose end no record tells
 * @st: the stitcher
 * @begin: a time in ns after which records were lost
 *
 * The loss does not count in &struct defer_stitch_stats.
 *
 * Return: as defer_stitch__add_record().
 */
int defer_stitch__add_tail_loss(struct defer_stitch *st, uint64_t begin);

/**
 * defer_stitch__set_end() - tell that the stream ends before the recording does
 * @st: the stitcher
 * @begin: a time in ns after which records may be missing at the end of each CPU's
 *
 * This is a loss as well, but nothing is missing before a record of its CPU that is there.
 *
 * Return: as defer_stitch__add_record().
 */
int defer_stitch__set_end(struct defer_stitch *st, uint64_t begin);

/**
 * defer_stitch__merge() - move all that was added to one stitcher into another
 * @st: the stitcher to add to
 * @from: the stitcher to move from, which is empty afterwards
 *
 * Return: as defer_stitch__add_record().
 */
int defer_stitch__merge(struct defer_stitch *st, struct defer_stitch *from);

/**
 * defer_stitch__index() - do a part of what defer_stitch__seal() does
 * @st: the stitcher, to which all records were added
 *
 * Sealing takes most of its time to enter the records into a hash. Threads that call this share the
 * work. Without a call, defer_stitch__seal() does all of it. No record can be added, and nothing
 * merged, from then on.
 *
 * Context: Any number of threads at once. All calls must have returned before any other call.
 *
 * Return: 0, %DEFER_ERR_NOMEM, after which defer_stitch__seal() fails too, or %DEFER_ERR_INVAL if
 * @st is sealed.
 */
int defer_stitch__index(struct defer_stitch *st);

/**
 * defer_stitch__seal() - arrange what was added, and prepare for matching
 * @st: the stitcher
 *
 * A record that was written twice is kept once, and each further copy is counted. Copies are equal
 * in all members but @ref, and without timestamps in all but @ref and @time.
 *
 * Return: as defer_stitch__add_record().
 */
int defer_stitch__seal(struct defer_stitch *st);

/**
 * struct defer_stitch_sample - a sample, as far as stitching needs it
 * @cookie: its cookie
 * @time: its time in ns
 * @order: its position in the stream
 * @pid: the process, -1 if not known
 * @tid: the thread, -1 if not known
 * @cpu: the CPU, -1 if not known
 */
struct defer_stitch_sample {
	uint64_t cookie, time, order;
	int32_t pid, tid, cpu;
};

/**
 * struct defer_verdict - what a stitcher tells of a sample
 * @cls: the class, or %DEFER_NO_RECORD
 * @has_record: %DEFER_MERGED, %DEFER_MERGED_BACK, %DEFER_EXEC and %DEFER_AMBIGUOUS have a record,
 *	%DEFER_SIGRETURN may have one
 * @record: that record, a copy; for the latter three the one that was refused. Undefined without
 *	@has_record
 */
struct defer_verdict {
	enum defer_class cls;
	bool has_record;
	struct defer_stitch_record record;
};

/**
 * struct defer_stitch_func - the addresses of a function in the kernel
 * @start: the first address
 * @end: the address after the last one
 */
struct defer_stitch_func {
	uint64_t start, end;
};

/* The most functions that defer_stitch__set_sigreturn() takes. */
#define DEFER_MAX_SIGRETURN 16

/**
 * defer_stitch__set_sigreturn() - tell where the kernel replaces the user registers of a task
 * @st: a sealed stitcher, not used by other threads yet
 * @funcs: the functions that implement sigreturn and rt_sigreturn, such as __x64_sys_rt_sigreturn
 * @nr: the number of them, at most %DEFER_MAX_SIGRETURN; the others are ignored
 *
 * These system calls restore the registers that a signal had interrupted (Linux 7.2,
 * arch/x86/kernel/signal_64.c). The user stack is unwound after that, so a sample in one of the
 * functions would get the stack of other code. With a call, defer_stitch__classify() gives such
 * samples %DEFER_SIGRETURN.
 */
void defer_stitch__set_sigreturn(struct defer_stitch *st, const struct defer_stitch_func *funcs,
				 size_t nr);

/**
 * defer_stitch__match() - find the record of a sample with a cookie
 * @st: a sealed stitcher
 * @sample: the sample
 * @verdict: the verdict to fill
 *
 * Knows nothing of callchains, so it never tells %DEFER_SIGRETURN.
 *
 * Context: Any number of threads. Does not allocate, and takes a lock only where the records of the
 * task count in order of time, which are sorted when first needed. O(log n) for n records.
 */
void defer_stitch__match(const struct defer_stitch *st, const struct defer_stitch_sample *sample,
			 struct defer_verdict *verdict);

/*
 * struct defer_signs - signs that tasks left an entry into the kernel
 *
 * For each life of a task, it keeps when the task was last seen in user mode or in another entry.
 * Each thread fills signs of its own, which are then merged. The stitcher must outlive them.
 */
struct defer_signs;

/**
 * defer_signs__new() - create an empty set of signs
 * @st: a sealed stitcher
 *
 * Return: the signs, which the caller deletes with defer_signs__delete(), or NULL if out of memory.
 */
struct defer_signs *defer_signs__new(const struct defer_stitch *st);

/**
 * defer_signs__delete() - delete a set of signs
 * @signs: the signs, or NULL
 */
void defer_signs__delete(struct defer_signs *signs);

/**
 * defer_signs__note() - note what a sample tells of its task
 * @signs: the signs
 * @sample: a sample in user mode, with its cookie or 0; or a sample that defer_stitch__match()
 *	calls %DEFER_NO_RECORD or %DEFER_AMBIGUOUS
 *
 * Return: 0, or %DEFER_ERR_NOMEM.
 */
int defer_signs__note(struct defer_signs *signs, const struct defer_stitch_sample *sample);

/**
 * defer_signs__merge() - add the signs of another set
 * @signs: the signs to add to
 * @from: the signs to add, which do not change
 *
 * Return: 0, or %DEFER_ERR_NOMEM.
 */
int defer_signs__merge(struct defer_signs *signs, const struct defer_signs *from);

/**
 * defer_stitch__settle() - tell why a sample has no record
 * @st: a sealed stitcher
 * @signs: the signs of all samples
 * @sample: a sample that defer_stitch__match() calls %DEFER_NO_RECORD
 *
 * Context: Any number of threads, once @signs is complete.
 *
 * Return: %DEFER_PENDING, %DEFER_EXITED or %DEFER_LOST.
 */
enum defer_class defer_stitch__settle(const struct defer_stitch *st,
				      const struct defer_signs *signs,
				      const struct defer_stitch_sample *sample);

/**
 * defer_stitch__sample() - get what a stitcher needs of a decoded sample
 * @st: the stitcher
 * @sample: the sample
 * @order: its position in the stream
 *
 * Return: the argument for defer_stitch__match() and defer_stitch__settle().
 */
struct defer_stitch_sample defer_stitch__sample(const struct defer_stitch *st,
						const struct defer_sample *sample, uint64_t order);

/**
 * defer_stitch__classify() - find the class and the record of a decoded sample
 * @st: a sealed stitcher
 * @sample: the sample
 * @order: its position in the stream
 * @signs: the signs in which to note what the sample tells of its task, or NULL
 * @verdict: the verdict to fill: the sample's own class if it has one, else that of
 *	defer_stitch__match(). For %DEFER_NO_RECORD, call defer_stitch__settle() once all samples
 *	have been classified.
 *
 * Context: Any number of threads, each with its own @signs.
 *
 * Return: 0, or %DEFER_ERR_NOMEM.
 */
int defer_stitch__classify(const struct defer_stitch *st, const struct defer_sample *sample,
			   uint64_t order, struct defer_signs *signs,
			   struct defer_verdict *verdict);

/**
 * struct defer_stitch_stats - the number of things that a stitcher has
 * @records: deferred records, without duplicates
 * @places: places of records, some of which may be empty
 * @duplicates: deferred records that were written twice
 * @losses: losses
 * @lost: lost records, the sum over all losses
 * @forks: forks
 * @execs: execs
 * @exits: exits
 * @unseen_execs: those of @execs that are known only by their vdso
 * @no_comm: as in &struct defer_stitch_opts
 * @no_tasks: as in &struct defer_stitch_opts
 */
struct defer_stitch_stats {
	uint64_t records, places;
	uint64_t duplicates;
	uint64_t losses, lost;
	uint64_t forks, execs, exits;
	uint64_t unseen_execs;
	bool no_comm, no_tasks;
};

/**
 * defer_stitch__stats() - get the statistics of a stitcher
 * @st: a sealed stitcher
 * @stats: the statistics to fill
 */
void defer_stitch__stats(const struct defer_stitch *st, struct defer_stitch_stats *stats);

/**
 * defer_stitch__lost_between() - tell if something that matters here was lost between two times
 * @st: a sealed stitcher
 * @a: a time
 * @b: another one, earlier or later
 *
 * Return: true if records were lost on any CPU, unless it is known that all of them were samples.
 */
bool defer_stitch__lost_between(const struct defer_stitch *st, uint64_t a, uint64_t b);

/**
 * defer_stitch__record() - get the record at a place
 * @st: a sealed stitcher
 * @place: the place, such as that of a verdict's record; places are in no particular order
 * @rec: the record to fill
 *
 * Return: true, or false if the place has no record: it is that of a duplicate, or lies at the end
 * of what one of several merged stitchers had, or is not less than &defer_stitch_stats.places.
 */
bool defer_stitch__record(const struct defer_stitch *st, uint64_t place,
			  struct defer_stitch_record *rec);

#ifdef __cplusplus
}
#endif

#endif /* PERF_DEFER_STITCH_H */
