/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * unwind: finds the callers of a user stack in the copy of it that a sample has, by the call frame
 * information of the files that were mapped. No frame is guessed: where nothing tells the caller, the
 * stack ends, and its class says why.
 *
 *   sample: registers, [sp, sp + dyn_size)     map -> dso_cfi -> rule      user half
 *     pc, sp, rbp ------------------------------------------------------> ip
 *     rule: CFA = rsp+16, RA at CFA-8 ---------------------------------> return address - 1
 *     ...
 *
 * Addresses of callers are those of the byte before the return address, as perf shows them, which lies
 * in the call itself: where a call is the last instruction of a function, the return address lies in
 * the next one. What a signal interrupted has its own address.
 */
#ifndef PERF_DEFER_UTIL_UNWIND_UNWIND_H
#define PERF_DEFER_UTIL_UNWIND_UNWIND_H

#include "util/machine/callchain.h"
#include "util/machine/machine.h"

struct cfi_rule;
struct defer_sample;
struct unwind_arch;
struct unwind_rest;

/* More frames than this are cut. */
#define UNWIND_MAX_FRAMES 1024

/* What all threads share: files, functions and rules. */
struct unwinder;
/* What one thread has of it. */
struct unwind_thread;

/*
 * @arch and @release are what uname says on the recording machine, or NULL. All but @unwinder outlive
 * the unwinder.
 */
int unwinder__new(struct unwinder **unwinder, const struct machine *machine,
		  const struct symbol_conf *conf, const char *arch, const char *release,
		  struct defer_error *err);
void unwinder__delete(struct unwinder *unwinder);

/* Returns false if no stack of this recording can be unwound, since its architecture is not known. */
bool unwinder__knows_arch(const struct unwinder *unwinder);

/* Returns a part for one thread, until unwinder__give() takes it back. NULL: out of memory. */
struct unwind_thread *unwinder__take(struct unwinder *unwinder);
void unwinder__give(struct unwinder *unwinder, struct unwind_thread *thread);

/*
 * Unwinds the stack in @sample, whose process has the maps of @maps_id. @rest, which may be NULL, reads the
 * bytes of the dump that are not there yet; its end is set here. Points @user at the addresses, valid
 * until the next call, and sets *@cls: DEFER_UNWOUND, one of those after it, or DEFER_NOT_UNWOUND if the
 * sample has no registers that can be read.
 */
int unwind_thread__unwind(struct unwind_thread *thread, const struct defer_sample *sample,
			  struct unwind_rest *rest, uint32_t maps_id, struct half *user,
			  enum defer_class *cls, struct defer_error *err);
/* A file, and how many stacks ended in it for one reason that has to do with it. */
struct unwind_end {
	const struct dso *dso;
	enum defer_class cls;
	uint64_t stacks;
};

/*
 * Returns the files that stacks ended in, by class, then the most stacks first; the
 * caller frees it. NULL: out of memory. To be called while no thread unwinds.
 */
struct unwind_end *unwinder__ends(const struct unwinder *unwinder, uint32_t *nr);

/* What is known of one address. */
struct unwind_place {
	const struct dso *dso; /* NULL: nothing was mapped there */
	enum defer_class why;  /* DEFER_NO_RECORD: there is a rule; else as of a stack that ends */
	const struct cfi_rule *rule;	/* or NULL */
	const struct unwind_arch *arch; /* of the file; NULL: there is none */
	uint64_t restored; /* registers that have the caller's value, by bit: see epilogue.h */
};

/* Looks up @pc, the address of an instruction, in the maps of @maps_id. */
int unwind_thread__look_up(struct unwind_thread *thread, uint64_t pc, uint32_t maps_id,
			   struct unwind_place *place, struct defer_error *err);

#endif /* PERF_DEFER_UTIL_UNWIND_UNWIND_H */
