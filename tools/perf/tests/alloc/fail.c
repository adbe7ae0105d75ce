// SPDX-License-Identifier: GPL-2.0-only
/*
 * Loaded before libc (LD_PRELOAD): makes one allocation fail, the ALLOC_FAIL_AT'th of those that the
 * program asks for, itself or through libc. Those of other libraries succeed: what they do without
 * memory is not ours to mend. Writes how many there were to descriptor ALLOC_FAIL_FD, if given.
 */
#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <regex.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>
#include <unistd.h>
#include <unwind.h>

/* Of glibc: what its own functions of these names call. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t nr, size_t size);
void *__libc_realloc(void *old, size_t size);

/* Addresses [begin, end) of the code of the program, and of libc. */
struct range {
	uintptr_t begin, end;
};

struct state {
	struct range program, libc, self;
	atomic_ulong nr;
	unsigned long fail_at;
	int fd;
};

static struct state state = {.fd = -1};

/* Without memory, regcomp() of glibc before 2.42 frees twice (CVE-2025-8058). */
static thread_local unsigned int in_regcomp;

static bool is_in(const struct range *range, const void *addr)
{
	return (uintptr_t)addr - range->begin < range->end - range->begin;
}

/* Looks for the first frame that is neither of libc nor ours. */
static _Unwind_Reason_Code see_frame(struct _Unwind_Context *context, void *ours_)
{
	uintptr_t ip = _Unwind_GetIP(context);
	const void *at = (const void *)ip;
	bool *ours = ours_;

	if (is_in(&state.libc, at) || is_in(&state.self, at))
		return _URC_NO_REASON;
	*ours = is_in(&state.program, at);
	return _URC_END_OF_STACK;
}

/* Did the program call the function of libc that allocates? */
static bool program_asks(void)
{
	bool ours = false;

	_Unwind_Backtrace(see_frame, &ours);
	return ours;
}

/* Is it the turn of this one, asked for by code at @caller? */
static bool fails(const void *caller)
{
	if (in_regcomp)
		return false;
	if (!is_in(&state.program, caller) && !(is_in(&state.libc, caller) && program_asks()))
		return false;
	if (atomic_fetch_add(&state.nr, 1) + 1 != state.fail_at)
		return false;
	errno = ENOMEM;
	return true;
}

void *malloc(size_t size)
{
	return fails(__builtin_return_address(0)) ? NULL : __libc_malloc(size);
}

void *calloc(size_t nr, size_t size)
{
	return fails(__builtin_return_address(0)) ? NULL : __libc_calloc(nr, size);
}

void *realloc(void *old, size_t size)
{
	return fails(__builtin_return_address(0)) ? NULL : __libc_realloc(old, size);
}

void *reallocarray(void *old, size_t nr, size_t size)
{
	size_t bytes;

	if (__builtin_mul_overflow(nr, size, &bytes)) {
		errno = ENOMEM;
		return NULL;
	}
	return fails(__builtin_return_address(0)) ? NULL : __libc_realloc(old, bytes);
}

int regcomp(regex_t *regex, const char *pattern, int flags)
{
	int (*libc_regcomp)(regex_t * regex, const char *pattern, int flags) =
		dlsym(RTLD_NEXT, "regcomp");
	int ret;

	in_regcomp++;
	ret = libc_regcomp(regex, pattern, flags);
	in_regcomp--;
	return ret;
}

/* One CPU, and so one worker, if ALLOC_ONE_CPU is set: then all runs allocate in one order. */
long sysconf(int name)
{
	long (*libc_sysconf)(int name) = dlsym(RTLD_NEXT, "sysconf");

	if (name == _SC_NPROCESSORS_ONLN && getenv("ALLOC_ONE_CPU"))
		return 1;
	return libc_sysconf(name);
}

static int note_range(struct dl_phdr_info *info, size_t size, void *known)
{
	struct range *range = known, found = {UINTPTR_MAX, 0};
	uintptr_t anchor = range->begin;

	(void)size;
	for (int i = 0; i < info->dlpi_phnum; i++) {
		uintptr_t begin = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
		uintptr_t end = begin + info->dlpi_phdr[i].p_memsz;

		if (info->dlpi_phdr[i].p_type != PT_LOAD)
			continue;
		found.begin = begin < found.begin ? begin : found.begin;
		found.end = end > found.end ? end : found.end;
	}
	/* The first one is the program. */
	if (anchor && !is_in(&found, (void *)anchor))
		return 0;
	*range = found;
	return 1;
}

static void __attribute__((constructor)) begin(void)
{
	const char *at = getenv("ALLOC_FAIL_AT"), *fd = getenv("ALLOC_FAIL_FD");
	const void *in_libc = dlsym(RTLD_NEXT, "qsort");
	struct range program = {0}, libc = {(uintptr_t)in_libc, 0};
	struct range self = {(uintptr_t)note_range, 0};

	dl_iterate_phdr(note_range, &program);
	dl_iterate_phdr(note_range, &libc);
	dl_iterate_phdr(note_range, &self);
	state.fail_at = at ? strtoul(at, NULL, 10) : 0;
	state.fd = fd ? atoi(fd) : -1;
	state.libc = libc;
	state.self = self;
	state.program = program;
	atomic_store(&state.nr, 0);
	unsetenv("LD_PRELOAD"); /* what the program starts has its memory, and is not counted */
}

static void __attribute__((destructor)) end(void)
{
	unsigned long nr = atomic_load(&state.nr);

	if (state.fd >= 0 && write(state.fd, &nr, sizeof(nr)) < 0)
		_exit(125);
}
