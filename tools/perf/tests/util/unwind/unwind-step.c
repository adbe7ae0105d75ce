// SPDX-License-Identifier: GPL-2.0-only
/*
 * The unwinder beside the truth at every instruction of small programs: the CFA, the return address and
 * the registers that calls preserve, of the innermost frame; and now and then the whole stack. It may
 * say that it does not know, but nothing wrong.
 *
 * $PERF_DEFER_STEP_PROGRAMS is the folder of the programs, which tests/unwind-step makes;
 * $PERF_DEFER_STEP_EVERY is after how many steps the whole stack is looked at.
 */
#include "tests/tests.h"

#ifdef __x86_64__
#include <dirent.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>

#include <perf/defer-event.h>

#include "tests/folder.h"
#include "tests/stepper.h"
#include "util/base/arena.h"
#include "util/base/intern.h"
#include "util/dso/symbol.h"
#include "util/machine/machine.h"
#include "util/unwind/dso-cfi.h"
#include "util/unwind/unwind-frame.h"
#include "util/unwind/unwind.h"

#define MAX_FILES 16
#define DUMP_SIZE (20 << 10)
#define NR_PERF	  24
#define MASK_64	  0xff01ffULL
#define MASK_32	  0x1ffULL
/* Steps between two signals that the program did not send itself: a prime, to meet all places. */
#define SIGNAL_EVERY 499

/* What the unwinder made of the stacks. */
struct outcome {
	uint64_t steps, frames, stacks;
	uint64_t by_class[DEFER_NR_CLASSES + 1]; /* frames without a caller, by reason */
	uint64_t cut[DEFER_NR_CLASSES];		 /* whole stacks that ended early, by reason */
	uint64_t jumps;				 /* steps in longjmp that tell whom it jumps to */
};

/* One program that is stepped through. */
struct run {
	const char *name;
	unsigned int every; /* steps between looks at the whole stack */
	struct stepper st;
	struct machine_log *log;
	struct machine *machine;
	struct kernel_syms ks;
	struct symbol_conf conf;
	const struct folder *folder; /* the copy of the vdso */
	struct unwinder *unwinder;
	struct unwind_thread *thread;
	uint32_t maps_id;
	struct intern *rules;
	struct arena arena;
	struct {
		struct dso *dso;
		struct dso_cfi cfi;
	} files[MAX_FILES];
	unsigned int nr_files;

	/* The sample of the step. */
	uint64_t perf_regs[NR_PERF];
	uint8_t dump[DUMP_SIZE];
	struct defer_sample sample;

	uint64_t base[16]; /* frames of the caller of the first int3 */
	uint32_t nr_base;
	uint64_t jump_to; /* where longjmp will go, if the unwinder is right; or 0 */
	struct outcome out;
};

/* ---- the process as a machine ---------------------------------------------------------------- */

/* Writes @image into the build-id cache, under the build id that it has, which it gives to @ev. */
static bool write_vdso(const struct folder *folder, const void *image, size_t size,
		       struct defer_event *ev)
{
	char hex[SBUILD_ID_SIZE], path[PATH_MAX];
	void *copy = malloc(size);
	struct elf_file file;

	if (!copy)
		return false;
	memcpy(copy, image, size);
	if (elf_file__open_image(&file, copy, size, "[vdso]", NULL))
		return false;
	ev->misc |= DEFER_MISC_MMAP_BUILD_ID;
	ev->mmap.build_id_size = file.bid.size;
	memcpy(ev->mmap.build_id, file.bid.data, file.bid.size);
	build_id__snprintf(&file.bid, hex);
	elf_file__close(&file);
	snprintf(path, sizeof(path), ".build-id/%.2s/%s/vdso", hex, hex + 2);
	return folder__write_bytes(folder, path, image, size);
}

/* Keeps the image of the vdso at @ev, as a recorder does. */
static bool keep_vdso(struct run *run, struct defer_event *ev)
{
	void *image = malloc(ev->mmap.len);
	const size_t size =
		image ? stepper__read(&run->st, ev->mmap.start, image, ev->mmap.len) : 0;
	const bool ok = size && write_vdso(run->folder, image, size, ev);

	free(image);
	return ok;
}

/* Logs one line of /proc/PID/maps, if it is of code. */
static bool add_map(struct run *run, const char *line, uint64_t nr)
{
	struct defer_event ev = {.type = DEFER_RECORD_MMAP2, .misc = DEFER_MISC_USER};
	char prot[5], path[512] = "";
	uint64_t end;

	if (sscanf(line, "%" SCNx64 "-%" SCNx64 " %4s %" SCNx64 " %*s %*s %511s", &ev.mmap.start,
		   &end, prot, &ev.mmap.pgoff, path) < 4 ||
	    prot[2] != 'x' || !*path)
		return true;
	ev.mmap.pid = ev.mmap.tid = run->st.pid;
	ev.mmap.len = end - ev.mmap.start;
	ev.mmap.prot = PROT_READ | PROT_EXEC;
	ev.mmap.filename = path;
	if (!strcmp(path, "[vdso]")) {
		if (!keep_vdso(run, &ev))
			return false;
		if (run->st.addr_size == 4)
			ev.mmap.filename = "[vdso32]";
	}
	return !machine_log__add(run->log, &ev, nr, NULL);
}

static int run__make_machine(struct run *run)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct task_view task;
	char line[1024];
	uint64_t nr = 0;
	FILE *maps;

	snprintf(line, sizeof(line), "/proc/%d/maps", run->st.pid);
	maps = fopen(line, "r");
	run->log = machine_log__new();
	T_CHECK(maps && run->log);
	while (fgets(line, sizeof(line), maps))
		T_CHECK(add_map(run, line, nr++));
	fclose(maps);
	T_EQ(machine__new(&run->machine, &run->log, 1, &err), 0);
	machine__find_task(run->machine, run->st.pid, run->st.pid, 100, nr, &task);
	run->maps_id = task.maps_id;
	T_EQ(unwinder__new(&run->unwinder, run->machine, &run->conf, NULL, NULL, &err), 0);
	T_EQ(machine__init_kernel_syms(run->machine, &run->conf, NULL, &run->ks, &err), 0);
	run->thread = unwinder__take(run->unwinder);
	run->rules = intern__new();
	T_CHECK(run->thread && run->rules);
	return TEST_OK;
}

static void run__exit(struct run *run)
{
	for (unsigned int i = 0; i < run->nr_files; i++)
		dso_cfi__exit(&run->files[i].cfi);
	if (run->unwinder) {
		unwinder__give(run->unwinder, run->thread);
		kernel_syms__exit(&run->ks);
	}
	unwinder__delete(run->unwinder);
	intern__delete(run->rules);
	arena__exit(&run->arena);
	machine__delete(run->machine);
	machine_log__delete(run->log);
}

/* ---- the sample ------------------------------------------------------------------------------ */

/* Makes the sample of this moment, with @size bytes of the stack at most. */
static void run__sample(struct run *run, size_t size)
{
	const struct user_regs_struct *regs = &run->st.regs;
	const uint64_t values[NR_PERF] = {
		regs->rax, regs->rbx, regs->rcx, regs->rdx, regs->rsi, regs->rdi,
		regs->rbp, regs->rsp, regs->rip, regs->r8,  regs->r9,  regs->r10,
		regs->r11, regs->r12, regs->r13, regs->r14, regs->r15,
	};
	const bool is_64 = run->st.addr_size == 8;

	memcpy(run->perf_regs, values, sizeof(values));
	run->sample.cpumode = DEFER_MISC_USER;
	run->sample.user_regs = (struct defer_sample_regs){
		.abi = is_64 ? 2 : 1,
		.mask = is_64 ? MASK_64 : MASK_32,
		.regs = {.data = (const uint8_t *)run->perf_regs, .size = (is_64 ? 17 : 9) * 8},
	};
	size = stepper__read(&run->st, regs->rsp, run->dump, size);
	run->sample.user_stack.bytes = (struct defer_blob){run->dump, size};
	run->sample.user_stack.dyn_size = size;
}

/* Returns DWARF register @reg of @regs, one that calls preserve. */
static uint64_t preserved_reg(const struct user_regs_struct *regs, uint8_t addr_size,
			      unsigned int reg)
{
	const uint64_t wide[] = {[3] = regs->rbx,  [6] = regs->rbp,  [12] = regs->r12,
				 [13] = regs->r13, [14] = regs->r14, [15] = regs->r15};
	const uint64_t narrow[] = {
		[3] = regs->rbx, [5] = regs->rbp, [6] = regs->rsi, [7] = regs->rdi};

	return addr_size == 8 ? wide[reg] : (uint32_t)narrow[reg];
}

/* ---- the innermost frame --------------------------------------------------------------------- */

static struct dso_cfi *run__cfi(struct run *run, struct dso *dso)
{
	unsigned int i;

	for (i = 0; i < run->nr_files; i++) {
		if (run->files[i].dso == dso)
			return &run->files[i].cfi;
	}
	if (i == MAX_FILES ||
	    dso_cfi__init(&run->files[i].cfi, dso, &run->conf, &run->ks, true, NULL))
		return NULL;
	run->files[i].dso = dso;
	run->nr_files++;
	return &run->files[i].cfi;
}

/* Steps from the innermost frame to its caller. Returns what unwind_frame__step() does. */
static enum defer_class run__first_step(struct run *run, struct unwind_frame *frame)
{
	struct unwind_stack stack = {.start = run->st.regs.rsp,
				     .size = run->sample.user_stack.dyn_size,
				     .data = run->dump};
	const struct maps *maps = machine__maps(run->machine, run->maps_id);
	const struct map *map = maps__find(maps, run->st.regs.rip);
	struct dso_cfi *cfi = map ? run__cfi(run, map->dso) : NULL;
	const struct cfi_rule *rule;
	enum defer_class cls;

	if (!cfi)
		return DEFER_NO_CFI;
	if (cfi->cls != DEFER_UNWOUND)
		return cfi->cls;
	if (dso_cfi__rule(cfi, map__dso_addr(map, run->st.regs.rip), run->rules, &run->arena,
			  &rule) ||
	    !rule)
		return DEFER_NO_CFI;
	if (!unwind_frame__init(frame, cfi->arch, &stack, &run->sample))
		return DEFER_NOT_UNWOUND;
	cls = unwind_frame__step(frame, rule);
	frame->stack = NULL;
	return cls;
}

static int run__fail(const struct run *run, const char *what, uint64_t got, uint64_t want)
{
	const struct maps *maps = machine__maps(run->machine, run->maps_id);
	const struct map *map = maps__find(maps, run->st.regs.rip);
	const uint64_t at = map ? map__dso_addr(map, run->st.regs.rip) : 0;

	T_FAIL("%s: step %" PRIu64 ", %s+0x%" PRIx64 ": %s is 0x%" PRIx64 ", not 0x%" PRIx64,
	       run->name, run->out.steps, map ? map->dso->long_name : "?", at, what, got, want);
}

/*
 * Returns whether @pc is in libgcc, which puts the place that catches an exception where its own return
 * address and registers are saved, one by one: meanwhile a stack with it has no meaning.
 */
static bool run__in_libgcc(const struct run *run, uint64_t pc)
{
	const struct map *map = maps__find(machine__maps(run->machine, run->maps_id), pc);

	return map && strstr(map->dso->long_name, "/libgcc_s.so");
}

static bool run__throws(const struct run *run)
{
	for (unsigned int i = 0; i < run->st.nr; i++) {
		if (run__in_libgcc(run, run->st.frames[i].pc))
			return true;
	}
	return run__in_libgcc(run, run->st.regs.rip);
}

/*
 * longjmp takes over the frame of setjmp before it jumps, and its CFI says so; libgcc does the like when it
 * has found who catches an exception. If the program then goes to @pc, this was right.
 */
static bool run__expects_jump(struct run *run, uint64_t pc)
{
	if (run->jump_to && run->jump_to != pc && !run__in_libgcc(run, run->st.regs.rip))
		return false;
	run->jump_to = pc;
	run->out.jumps++;
	return true;
}

/*
 * Returns false if the CFI at this place is not true: in glibc's hand-written code for i386 memcpy pushes a
 * register and does not say so, and keeps the caller's esi and edi in others (2.36,
 * sysdeps/i386/i686/memcpy.S).
 */
static bool run__has_true_cfi(const struct run *run)
{
	const struct maps *maps = machine__maps(run->machine, run->maps_id);
	const struct map *map = maps__find(maps, run->st.regs.rip);

	return run->st.addr_size == 8 || !map || !strstr(map->dso->long_name, "/libc.so");
}

/*
 * Compares the registers that calls preserve of the caller, @frame: of i386 only ebp, since gcc 12 says
 * that edi is restored where it still has the caller's stack pointer in it.
 */
static int run__check_regs(const struct run *run, const struct unwind_frame *frame)
{
	const uint64_t checked = run->st.addr_size == 8 ? frame->arch->preserved : 1 << 5;
	/* A function that returns now leaves them as they are: one of i386 is called to set one. */
	const struct user_regs_struct *regs =
		stepper__at_return(&run->st) ? &run->st.regs : &run->st.frames[run->st.nr - 1].regs;

	for (unsigned int reg = 0; reg < frame->arch->nr_regs; reg++) {
		uint64_t want;

		if (!(checked & frame->known & 1ULL << reg))
			continue;
		want = preserved_reg(regs, run->st.addr_size, reg);
		if (frame->regs[reg] != want)
			return run__fail(run, "a register of the caller", frame->regs[reg], want);
	}
	return TEST_OK;
}

/*
 * Returns true in the vdso of 32-bit processes. Kernels exist whose image has code without CFI, and a
 * process that is stepped through may read the clock there a thousand times until no tick comes between.
 */
static bool run__in_vdso32(const struct run *run)
{
	const struct maps *maps = machine__maps(run->machine, run->maps_id);
	const struct map *map = maps__find(maps, run->st.regs.rip);

	return map && map->dso->kind == DSO_VDSO32;
}

static int run__check_first(struct run *run)
{
	const struct stepper_frame *top = &run->st.frames[run->st.nr - 1];
	struct unwind_frame frame;
	enum defer_class cls;

	cls = run__first_step(run, &frame);
	if (cls == DEFER_NO_CFI && run__in_vdso32(run))
		return TEST_OK;
	run->out.frames++;
	run->out.by_class[cls]++;
	if (cls != DEFER_NO_RECORD)
		return TEST_OK;
	if (frame.pc != top->pc)
		return run__expects_jump(run, frame.pc)
			       ? TEST_OK
			       : run__fail(run, "the return address", frame.pc, top->pc);
	if (frame.regs[frame.arch->sp] != top->sp)
		return run__fail(run, "the CFA", frame.regs[frame.arch->sp], top->sp);
	return run__check_regs(run, &frame);
}

/* ---- the whole stack ------------------------------------------------------------------------- */

/* Writes the addresses that must be shown to @ips. Returns their number. */
static uint32_t run__truth(const struct run *run, uint64_t *ips)
{
	bool is_exact;
	uint32_t nr = 0;

	ips[nr++] = run->st.regs.rip;
	for (unsigned int i = run->st.nr; i-- > 0;) {
		/* A handler returns to the first instruction of a function that nobody called. */
		is_exact = run->st.frames[i].is_signal || (i && run->st.frames[i - 1].is_signal);
		ips[nr++] = run->st.frames[i].pc - (is_exact ? 0 : 1);
	}
	memcpy(ips + nr, run->base, run->nr_base * sizeof(*ips));
	return nr + run->nr_base;
}

static int run__unwind(struct run *run, struct half *half, enum defer_class *cls)
{
	struct defer_error err = DEFER_ERROR_INIT;

	run__sample(run, sizeof(run->dump));
	T_EQ(unwind_thread__unwind(run->thread, &run->sample, NULL, run->maps_id, half, cls, &err),
	     0);
	return TEST_OK;
}

static int run__check_stack(struct run *run)
{
	uint64_t ips[STEPPER_MAX_FRAMES + 17];
	const uint32_t nr = run__truth(run, ips);
	struct half half = {0};
	enum defer_class cls;

	T_RUN(run__unwind(run, &half, &cls));
	run->out.stacks++;
	for (uint32_t i = 0; i < half.nr && i < nr; i++) {
		if (half.ips[i] != ips[i])
			return run__fail(run, "a frame of the stack", half.ips[i], ips[i]);
	}
	if (cls == DEFER_UNWOUND && half.nr != nr)
		return run__fail(run, "the number of frames", half.nr, nr);
	run->out.cut[cls]++;
	return TEST_OK;
}

/* ---- the run --------------------------------------------------------------------------------- */

/* Returns whether a signal may be sent now: it would not come in the middle of another one. */
static bool run__may_signal(const struct run *run)
{
	for (unsigned int i = 0; i < run->st.nr; i++) {
		if (run->st.frames[i].is_signal)
			return false;
	}
	return run->st.nr && !run->st.signal;
}

static int run__begin(struct run *run)
{
	enum defer_class cls;
	struct half half;

	T_RUN(run__make_machine(run));
	T_RUN(run__unwind(run, &half, &cls));
	T_STREQ(defer_class__name(cls), "unwound");
	T_CHECK(half.nr >= 3 && half.nr <= 16);
	run->nr_base = half.nr - 1;
	memcpy(run->base, half.ips + 1, run->nr_base * sizeof(*half.ips));
	return TEST_OK;
}

static int run__steps(struct run *run)
{
	enum stepper_state state;

	while ((state = stepper__step(&run->st)) == STEPPER_RUNS) {
		run->out.steps++;
		if (run->st.jumped && run->jump_to == run->st.regs.rip)
			run->jump_to = 0;
		if (!run->st.nr || !run__has_true_cfi(run))
			continue;
		run__sample(run, 1 << 10);
		T_RUN(run__check_first(run));
		if (run->jump_to || run__throws(run))
			continue;
		if (run->out.steps % run->every == 0)
			T_RUN(run__check_stack(run));
		if (run->out.steps % SIGNAL_EVERY == 0 && run__may_signal(run))
			run->st.signal = run->out.steps / SIGNAL_EVERY % 2 ? SIGUSR1 : SIGUSR2;
	}
	T_EQ(state, STEPPER_ENDS);
	/* No return was missed, and whatever longjmp promised came true. */
	T_EQ(run->st.nr, 0);
	T_EQ(run->jump_to, 0);
	return TEST_OK;
}

/* Checks that nothing was given up that could be known. */
static int run__check_outcome(const struct run *run)
{
	const struct outcome *out = &run->out;
	uint64_t whole = 0;

	for (int cls = 0; cls < DEFER_NR_CLASSES; cls++) {
		/*
		 * What a handler on a stack of its own interrupted is not in the dump. i386 has code
		 * without CFI: what tells the program counter, and parts of the vdso.
		 */
		if (cls != DEFER_DUMP_ENDED && (cls != DEFER_NO_CFI || run->st.addr_size == 8))
			whole += out->cut[cls];
		if (cls != DEFER_DUMP_ENDED && cls != DEFER_NO_CFI && out->by_class[cls])
			T_FAIL("%s: frames end as %s", run->name, defer_class__name(cls));
	}
	T_CHECK(whole * run->every > 5000 && out->cut[DEFER_UNWOUND] * 100 >= whole * 90);
	T_CHECK(out->by_class[DEFER_NO_RECORD] * 100 >= out->frames * 80);
	T_CHECK(run->st.addr_size == 4 || !out->by_class[DEFER_NO_CFI]);
	return TEST_OK;
}

static void outcome__print(const struct outcome *out, const char *name)
{
	fprintf(stderr,
		"%s: %" PRIu64 " steps, %" PRIu64 " stacks; %" PRIu64 " in longjmp; unknown:", name,
		out->steps, out->stacks, out->jumps);
	for (int cls = 0; cls < DEFER_NR_CLASSES; cls++) {
		if (out->by_class[cls])
			fprintf(stderr, " %" PRIu64 " %s", out->by_class[cls],
				defer_class__name(cls));
	}
	fputs("; stacks:", stderr);
	for (int cls = 0; cls < DEFER_NR_CLASSES; cls++) {
		if (out->cut[cls])
			fprintf(stderr, " %" PRIu64 " %s", out->cut[cls], defer_class__name(cls));
	}
	fputc('\n', stderr);
}

/* Steps through the program at @path. */
static int step_through(const struct folder *folder, const char *path)
{
	const char *text = getenv("PERF_DEFER_STEP_EVERY");
	struct run *run = calloc(1, sizeof(*run));
	bool ended;
	int ret;

	T_CHECK(run);
	run->name = path;
	run->every = text && atoi(text) > 0 ? atoi(text) : 7;
	run->folder = folder;
	run->conf.buildid_dir = folder->path;
	ret = stepper__start(&run->st, path) == STEPPER_RUNS ? TEST_OK : TEST_FAIL;
	if (ret == TEST_OK)
		ret = run__begin(run);
	if (ret == TEST_OK)
		ret = run__steps(run);
	if (ret == TEST_OK)
		ret = run__check_outcome(run);
	ended = stepper__finish(&run->st);
	outcome__print(&run->out, path);
	run__exit(run);
	free(run);
	T_RUN(ret);
	T_CHECK(ended);
	return TEST_OK;
}

/* Steps through all programs whose names begin with @prefix. */
static int step_all(const struct folder *folder, const char *prefix)
{
	const char *dir = getenv("PERF_DEFER_STEP_PROGRAMS");
	struct dirent **names;
	int nr = dir ? scandir(dir, &names, NULL, alphasort) : 0, ret = TEST_SKIP;
	char path[PATH_MAX];

	for (int i = 0; i < nr; i++) {
		if (ret != TEST_FAIL && !strncmp(names[i]->d_name, prefix, strlen(prefix))) {
			snprintf(path, sizeof(path), "%s/%s", dir, names[i]->d_name);
			ret = step_through(folder, path);
		}
		free(names[i]);
	}
	if (nr > 0)
		free(names);
	return ret;
}

static int each_cc(const struct folder *folder)
{
	return step_all(folder, "cc-");
}

static int test_cc(void)
{
	return folder__run(each_cc);
}

static int each_clang(const struct folder *folder)
{
	return step_all(folder, "clang-");
}

static int test_clang(void)
{
	return folder__run(each_clang);
}

static int each_i386(const struct folder *folder)
{
	return step_all(folder, "i386-");
}

static int test_i386(void)
{
	return folder__run(each_i386);
}

/* Takes longer than others, so it is for `make prove-unwind`, which sets a variable. */
static int each_more(const struct folder *folder)
{
	return getenv("PERF_DEFER_STEP_EVERY") ? step_all(folder, "more-") : TEST_SKIP;
}

static int test_more(void)
{
	return folder__run(each_more);
}

#else

/* The truth is told by the instructions, of which stepper.c knows those of x86. */
static int test_cc(void)
{
	return TEST_SKIP;
}

#endif

static const struct test_case cases[] = {
	{"programs by the compiler of this build", test_cc},
#ifdef __x86_64__
	{"programs by clang", test_clang},
	{"programs of i386", test_i386},
	{"the C++ library, and more of C's", test_more},
#endif
	{0},
};

const struct test_suite suite__unwind_step = {
	.name = "unwind-step",
	.desc = "the unwinder at every instruction of programs",
	.cases = cases,
};
