// SPDX-License-Identifier: GPL-2.0-only
/* Opens events and buffers on a kernel of the tests' own, which keeps a log. */
#include <errno.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include <perf/defer-abi.h>

#include "tests/child.h"
#include "tests/fake-events.h"
#include "tests/tests.h"
#include "util/record/rings-priv.h"

#define MAX_LOG 128
#define ANY	(-1)

/* The log of the kernel: open events, requests, and watched descriptors. */
static struct event_call opened[MAX_LOG];
static int opened_fds[MAX_LOG];
static uint32_t nr_opened;
static struct {
	int fd;
	uint64_t request, value;
} requests[MAX_LOG];
static uint32_t nr_requests;
static struct {
	int fd;
	uint64_t data;
} watched[MAX_LOG];
static uint32_t nr_watched;

/* Tasks that are gone, and what is refused. */
static int32_t gone[2];
static int refuse_open, refuse_request;
static uint64_t refused_config, refused_request;
static bool no_buffers;

static int answer(const struct event_call *call)
{
	int fd;

	if (call->pid && (call->pid == gone[0] || call->pid == gone[1]))
		return -ESRCH;
	if (refuse_open && call->config == refused_config)
		return -refuse_open;
	if (no_buffers) {
		fd = fake_events__accept();
	} else {
		fd = memfd_create("event", MFD_CLOEXEC);
		if (fd >= 0 && ftruncate(fd, 64 * sysconf(_SC_PAGESIZE)))
			return -EIO;
	}
	if (nr_opened < MAX_LOG) {
		opened[nr_opened] = *call;
		opened_fds[nr_opened] = fd;
	}
	nr_opened++;
	return fd;
}

/* The id of an event is its descriptor, and 1000. */
static int control(int fd, uint64_t request, void *arg)
{
	if (nr_requests < MAX_LOG) {
		requests[nr_requests].fd = fd;
		requests[nr_requests].request = request;
		requests[nr_requests].value = (uintptr_t)arg;
	}
	nr_requests++;
	if (refuse_request && request == refused_request)
		return -refuse_request;
	if (request == PERF_EVENT_IOC_ID) {
		uint64_t id = fd + 1000;

		memcpy(arg, &id, sizeof(id));
	}
	return 0;
}

static void watch(int fd, uint64_t data)
{
	if (nr_watched < MAX_LOG) {
		watched[nr_watched].fd = fd;
		watched[nr_watched].data = data;
	}
	nr_watched++;
}

static void forget(void)
{
	nr_opened = nr_requests = nr_watched = 0;
	gone[0] = gone[1] = refuse_open = refuse_request = 0;
	no_buffers = false;
}

/* Returns the descriptor that was opened for the event with @config, or -1. */
static int fd_of(uint64_t config, int32_t tid, int32_t cpu)
{
	for (uint32_t i = 0; i < nr_opened; i++)
		if (opened[i].config == config && opened[i].pid == tid && opened[i].cpu == cpu)
			return opened_fds[i];
	return -1;
}

static uint32_t nr_requests_of(int fd, uint64_t request)
{
	uint32_t nr = 0;

	for (uint32_t i = 0; i < nr_requests; i++)
		nr += (fd < 0 || requests[i].fd == fd) && requests[i].request == request;
	return nr;
}

/* The tracking event, {a,b}, and c on CPU 1 alone; their configs are 9, 1, 2 and 3. */
static int make_plan(struct plan *plan, int32_t *tids, uint32_t nr_tids, int32_t *cpus,
		     uint32_t nr_cpus)
{
	static const char *const names[] = {"dummy:u", "a", "b", "c"};

	*plan = (struct plan){.mmap_pages = 4, .tracking_pages = 2};
	event_list__init(&plan->events);
	for (uint32_t i = 0; i < 4; i++) {
		struct event_spec *spec = event_list__add(&plan->events, names[i]);

		T_CHECK(spec);
		spec->attr = (struct defer_attr){
			.type = DEFER_TYPE_SOFTWARE,
			.config = i ? i : 9,
			.size = DEFER_ATTR_SIZE_VER9,
			.read_format = DEFER_FORMAT_ID,
		};
	}
	plan->events.specs[2].leader = 1;
	if (cpus[0] != ANY)
		plan->events.specs[3].cpus = strdup("1");
	plan->targets = (struct target_list){
		.tids = tids, .nr_tids = nr_tids, .cpus = cpus, .nr_cpus = nr_cpus};
	forget();
	return TEST_OK;
}

static void plan__clear(struct plan *plan)
{
	event_list__exit(&plan->events);
}

/* The ids of event @event are of these tasks and CPUs, in this order, and their buffers. */
static int check_ids(const struct rings *rings, uint32_t event, const struct ring_id *want,
		     uint32_t nr_want)
{
	uint64_t config = event ? event : 9;
	const struct ring_id *ids;
	uint32_t nr;

	ids = rings__ids(rings, event, &nr);
	T_EQ(nr, nr_want);
	for (uint32_t i = 0; i < nr; i++) {
		T_EQ(ids[i].cpu, want[i].cpu);
		T_EQ(ids[i].tid, want[i].tid);
		T_EQ(ids[i].buffer, want[i].buffer);
		T_EQ(ids[i].id, fd_of(config, want[i].tid, want[i].cpu) + 1000);
	}
	return TEST_OK;
}

#define IDS(rings, event, ...)                                               \
	T_RUN(check_ids(rings, event, (const struct ring_id[]){__VA_ARGS__}, \
			sizeof((const struct ring_id[]){__VA_ARGS__}) / sizeof(struct ring_id)))
#define ID(t, c, b)                                   \
	{                                             \
		.tid = (t), .cpu = (c), .buffer = (b) \
	}

/* The descriptors of these tasks and CPUs are watched as @event, in any order. */
static uint32_t nr_watches(uint64_t config, int32_t tid, int32_t cpu)
{
	int fd = fd_of(config, tid, cpu);
	uint64_t data = fd | (config == 9 ? WATCH_TRACKING : 0);
	uint32_t nr = 0;

	for (uint32_t i = 0; i < nr_watched; i++)
		nr += watched[i].fd == fd && watched[i].data == data;
	return nr;
}

/* ---- events of tasks on CPUs ---- */

static int open_tasks(void)
{
	int32_t tids[] = {10, 20}, cpus[] = {0, 1};
	struct defer_error err = DEFER_ERROR_INIT;
	int before = lowest_fd();
	struct rings *rings;
	struct plan plan;

	T_RUN(make_plan(&plan, tids, 2, cpus, 2));
	T_EQ(rings__open(&rings, &plan, -1, 0, &err), 0);
	/* Each task on each CPU, members after their leaders, and what tracks at last. */
	T_EQ(nr_opened, 4 + 4 + 2 + 4);
	for (uint32_t i = 0; i < nr_opened; i++) {
		bool is_c = i == 8 || i == 9;

		T_EQ(opened[i].config, i < 4 ? 1 : i < 8 ? 2 : is_c ? 3 : 9);
		T_EQ(opened[i].pid, is_c ? tids[i - 8] : tids[(i < 8 ? i : i - 10) % 4 / 2]);
		T_EQ(opened[i].cpu, is_c ? 1 : (int32_t)i % 2);
		T_EQ(opened[i].group_fd,
		     opened[i].config == 2 ? fd_of(1, opened[i].pid, opened[i].cpu) : -1);
		T_EQ(opened[i].size, DEFER_ATTR_SIZE_VER9);
	}
	/* Two buffers on each CPU: those of the tracking event come first. */
	T_EQ(rings__nr(rings), 4);
	for (uint32_t i = 0; i < 4; i++)
		T_EQ(rings__is_tracking(rings, i), i < 2);
	T_EQ(rings__buffer_size(rings), 4 * sysconf(_SC_PAGESIZE));
	T_EQ(rings->sets[SET_TRACKING].evlist->mmap_len, 3 * sysconf(_SC_PAGESIZE));
	IDS(rings, 0, ID(10, 0, 0), ID(20, 0, 0), ID(10, 1, 1), ID(20, 1, 1));
	IDS(rings, 1, ID(10, 0, 2), ID(20, 0, 2), ID(10, 1, 3), ID(20, 1, 3));
	IDS(rings, 2, ID(10, 0, 2), ID(20, 0, 2), ID(10, 1, 3), ID(20, 1, 3));
	IDS(rings, 3, ID(10, 1, 3), ID(20, 1, 3));
	/* One event of each buffer is watched, for each task. */
	T_EQ(nr_watched, 8);
	for (uint32_t i = 0; i < 4; i++) {
		T_EQ(nr_watches(9, tids[i / 2], i % 2), 1);
		T_EQ(nr_watches(1, tids[i / 2], i % 2), 1);
	}
	T_EQ(rings->nr_live, 4);
	T_CHECK(!rings__all_hung_up(rings));
	T_EQ(nr_requests_of(-1, PERF_EVENT_IOC_SET_FILTER), 0);
	rings__close(rings);
	T_EQ(lowest_fd(), before);

	/* Buffers that the events share are watched once. */
	plan.tracking_pages = 0;
	forget();
	T_EQ(rings__open(&rings, &plan, -1, 0, &err), 0);
	T_EQ(rings__nr(rings), 2);
	T_CHECK(!rings__is_tracking(rings, 0));
	T_EQ(rings__buffer_size(rings), 4 * sysconf(_SC_PAGESIZE));
	IDS(rings, 0, ID(10, 0, 0), ID(20, 0, 0), ID(10, 1, 1), ID(20, 1, 1));
	IDS(rings, 3, ID(10, 1, 1), ID(20, 1, 1));
	T_EQ(nr_watched, 4);
	T_EQ(rings->nr_live, 4);
	rings__close(rings);
	T_EQ(lowest_fd(), before);
	plan__clear(&plan);
	return TEST_OK;
}

/* All tasks, and a command: the first never exit. */
static int open_others(void)
{
	int32_t all[] = {-1}, cpus[] = {0, 1}, any[] = {ANY};
	struct defer_error err = DEFER_ERROR_INIT;
	struct rings *rings;
	struct plan plan;

	T_RUN(make_plan(&plan, all, 1, cpus, 2));
	T_EQ(rings__open(&rings, &plan, -1, 0, &err), 0);
	IDS(rings, 1, ID(-1, 0, 2), ID(-1, 1, 3));
	rings->nr_live = 0;
	T_CHECK(!rings__all_hung_up(rings));
	rings__close(rings);
	plan__clear(&plan);

	T_RUN(make_plan(&plan, NULL, 0, any, 1));
	T_EQ(rings__open(&rings, &plan, 77, 0, &err), 0);
	IDS(rings, 0, ID(77, -1, 0));
	IDS(rings, 1, ID(77, -1, 1));
	IDS(rings, 3, ID(77, -1, 1));
	T_EQ(nr_watched, 2);
	rings->nr_live = 0;
	T_CHECK(rings__all_hung_up(rings));
	rings__close(rings);
	plan__clear(&plan);
	return TEST_OK;
}

static int run_open(void)
{
	T_RUN(open_tasks());
	return open_others();
}

static int run(int (*body)(void))
{
	fake_events__catch(control, watch);
	return fake_events__run(answer, body);
}

static int test_open(void)
{
	return run(run_open);
}

/* ---- tasks that are gone, and refusals ---- */

/* Nothing stays open after an error. */
static int refuse(struct plan *plan, int code, const char *text)
{
	struct defer_error err = DEFER_ERROR_INIT;
	int before = lowest_fd();
	struct rings *rings;

	T_EQ(rings__open(&rings, plan, -1, 0, &err), code);
	T_STREQ(err.text, text);
	T_CHECK(!rings);
	T_EQ(lowest_fd(), before);
	defer_error__clear(&err);
	forget();
	return TEST_OK;
}

static int run_gone(void)
{
	int32_t tids[] = {10, 20, 30}, cpus[] = {0, 1};
	struct defer_error err = DEFER_ERROR_INIT;
	int before = lowest_fd();
	struct rings *rings;
	struct plan plan;
	char text[128];

	T_RUN(make_plan(&plan, tids, 3, cpus, 2));
	plan.targets.may_go = true;
	gone[0] = 20;
	T_EQ(rings__open(&rings, &plan, -1, 0, &err), 0);
	IDS(rings, 0, ID(10, 0, 0), ID(30, 0, 0), ID(10, 1, 1), ID(30, 1, 1));
	IDS(rings, 2, ID(10, 0, 2), ID(30, 0, 2), ID(10, 1, 3), ID(30, 1, 3));
	IDS(rings, 3, ID(10, 1, 3), ID(30, 1, 3));
	T_EQ(nr_watched, 8);
	rings__close(rings);
	T_EQ(lowest_fd(), before);

	/* Who was named is missed. */
	forget();
	plan.targets.may_go = false;
	gone[0] = 20;
	snprintf(text, sizeof(text), "cannot open event a: %s", strerror(ESRCH));
	T_RUN(refuse(&plan, DEFER_ERR_NOENT, text));

	plan.targets.may_go = true;
	plan.targets.nr_tids = 2;
	gone[0] = 20;
	gone[1] = 10;
	T_RUN(refuse(&plan, DEFER_ERR_NOENT, "all tasks to record have exited"));
	refuse_open = EMFILE;
	refused_config = 2;
	snprintf(text, sizeof(text), "cannot open event b: %s", strerror(EMFILE));
	T_RUN(refuse(&plan, DEFER_ERR_IO, text));
	no_buffers = true;
	snprintf(text, sizeof(text), "cannot map 2 pages of each buffer: %s", strerror(ENODEV));
	T_RUN(refuse(&plan, DEFER_ERR_IO, text));
	plan__clear(&plan);
	return TEST_OK;
}

static int test_gone(void)
{
	return run(run_gone);
}

/* ---- filters ---- */

static int run_filters(void)
{
	int32_t tids[] = {10, 20}, cpus[] = {0, 1};
	struct defer_error err = DEFER_ERROR_INIT;
	struct rings *rings;
	struct plan plan;
	char text[128];

	T_RUN(make_plan(&plan, tids, 2, cpus, 2));
	plan.events.specs[3].filter = strdup("x > 1");
	T_EQ(rings__open(&rings, &plan, -1, 0, &err), 0);
	T_EQ(nr_requests_of(-1, PERF_EVENT_IOC_SET_FILTER), 2);
	for (uint32_t i = 0; i < nr_requests; i++)
		if (requests[i].request == PERF_EVENT_IOC_SET_FILTER)
			T_CHECK(requests[i].value == (uintptr_t)plan.events.specs[3].filter);
	T_EQ(nr_requests_of(fd_of(3, 10, 1), PERF_EVENT_IOC_SET_FILTER), 1);
	T_EQ(nr_requests_of(fd_of(3, 20, 1), PERF_EVENT_IOC_SET_FILTER), 1);
	rings__close(rings);
	forget();
	refuse_request = EINVAL;
	refused_request = PERF_EVENT_IOC_SET_FILTER;
	snprintf(text, sizeof(text), "failed to set filter \"x > 1\" on event c: %s",
		 strerror(EINVAL));
	T_RUN(refuse(&plan, DEFER_ERR_INVAL, text));
	/* A kernel that has no ids. */
	refuse_request = ENOTTY;
	refused_request = PERF_EVENT_IOC_ID;
	plan.events.specs[0].attr.read_format = plan.events.specs[1].attr.read_format =
		plan.events.specs[2].attr.read_format = plan.events.specs[3].attr.read_format = 0;
	T_EQ(rings__open(&rings, &plan, -1, 0, &err), 0);
	for (uint32_t event = 0; event < 4; event++) {
		uint32_t nr;
		const struct ring_id *ids = rings__ids(rings, event, &nr);

		T_EQ(nr, event == 3 ? 2 : 4);
		for (uint32_t i = 0; i < nr; i++)
			T_EQ(ids[i].id, 0);
	}
	rings__close(rings);
	plan__clear(&plan);
	return TEST_OK;
}

static int test_filters(void)
{
	return run(run_filters);
}

/* ---- tasks that come later ---- */

static int add_task(void)
{
	int32_t tids[] = {10}, cpus[] = {0, 1};
	struct defer_error err = DEFER_ERROR_INIT;
	int before = lowest_fd();
	struct rings *rings;
	struct plan plan;
	uint32_t first;

	T_RUN(make_plan(&plan, tids, 1, cpus, 2));
	plan.events.specs[3].filter = strdup("x > 1");
	T_EQ(rings__open(&rings, &plan, -1, 0, &err), 0);
	first = nr_opened;
	nr_requests = nr_watched = 0;
	T_EQ(rings__add_task(rings, &plan, 30, &err), 1);
	T_EQ(nr_opened, first + 7);
	for (uint32_t i = first; i < nr_opened; i++) {
		uint32_t at = i - first;

		T_EQ(opened[i].config, at < 2 ? 1 : at < 4 ? 2 : at == 4 ? 3 : 9);
		T_EQ(opened[i].pid, 30);
		T_EQ(opened[i].cpu, at == 4 ? 1 : at > 4 ? (int32_t)at - 5 : (int32_t)at % 2);
		T_EQ(opened[i].group_fd, opened[i].config == 2 ? fd_of(1, 30, opened[i].cpu) : -1);
	}
	T_EQ(nr_requests_of(fd_of(3, 30, 1), PERF_EVENT_IOC_SET_FILTER), 1);
	T_EQ(nr_requests_of(-1, PERF_EVENT_IOC_SET_FILTER), 1);
	/* They write to the buffers that are there. */
	T_EQ(rings__nr(rings), 4);
	T_EQ(nr_requests_of(-1, PERF_EVENT_IOC_SET_OUTPUT), 7);
	for (uint32_t i = 0; i < nr_requests; i++) {
		if (requests[i].request != PERF_EVENT_IOC_SET_OUTPUT)
			continue;
		for (int cpu = 0; cpu < 2; cpu++) {
			if (requests[i].fd == fd_of(9, 30, cpu))
				T_EQ(requests[i].value, fd_of(9, 10, cpu));
			if (requests[i].fd == fd_of(1, 30, cpu) ||
			    requests[i].fd == fd_of(2, 30, cpu) ||
			    requests[i].fd == fd_of(3, 30, cpu))
				T_EQ(requests[i].value, fd_of(1, 10, cpu));
		}
	}
	IDS(rings, 0, ID(10, 0, 0), ID(10, 1, 1), ID(30, 0, 0), ID(30, 1, 1));
	IDS(rings, 1, ID(10, 0, 2), ID(10, 1, 3), ID(30, 0, 2), ID(30, 1, 3));
	IDS(rings, 3, ID(10, 1, 3), ID(30, 1, 3));
	T_EQ(nr_watched, 4);
	T_EQ(nr_watches(9, 30, 0) + nr_watches(9, 30, 1), 2);
	T_EQ(nr_watches(1, 30, 0) + nr_watches(1, 30, 1), 2);
	T_EQ(rings->nr_live, 4);

	/* Newcomers are enabled once, after the first time alone. */
	nr_requests = 0;
	T_EQ(rings__enable_newcomers(rings), 0);
	T_EQ(nr_requests_of(-1, PERF_EVENT_IOC_ENABLE), 4);
	nr_requests = 0;
	T_EQ(rings__enable_newcomers(rings), 0);
	T_EQ(nr_requests, 0);
	T_EQ(rings__add_task(rings, &plan, 40, &err), 1);
	nr_requests = 0;
	T_EQ(rings__enable_newcomers(rings), 0);
	T_EQ(nr_requests, 2);
	T_EQ(nr_requests_of(fd_of(9, 40, 0), PERF_EVENT_IOC_ENABLE), 1);
	T_EQ(nr_requests_of(fd_of(9, 40, 1), PERF_EVENT_IOC_ENABLE), 1);

	/* One event of one task is silenced, and only one that came later. */
	nr_requests = 0;
	rings__silence(rings, 1, fd_of(1, 40, 1) + 1000);
	T_EQ(nr_requests, 1);
	T_EQ(nr_requests_of(fd_of(1, 40, 1), PERF_EVENT_IOC_DISABLE), 1);
	rings__silence(rings, 1, fd_of(1, 10, 1) + 1000);
	T_EQ(nr_requests, 1);

	/* A task that is gone, and events that are refused, change nothing. */
	gone[0] = 50;
	T_EQ(rings__add_task(rings, &plan, 50, &err), 0);
	T_EQ(err.code, 0);
	refuse_open = EMFILE;
	refused_config = 9;
	T_EQ(rings__add_task(rings, &plan, 60, &err), DEFER_ERR_IO);
	defer_error__clear(&err);
	refuse_open = 0;
	refuse_request = EINVAL;
	refused_request = PERF_EVENT_IOC_SET_OUTPUT;
	T_EQ(rings__add_task(rings, &plan, 60, &err), DEFER_ERR_IO);
	T_CHECK(!strncmp(err.text, "cannot give task 60 its buffers: ", 33));
	defer_error__clear(&err);
	refused_request = PERF_EVENT_IOC_SET_FILTER;
	T_EQ(rings__add_task(rings, &plan, 60, &err), DEFER_ERR_IO);
	T_CHECK(!strncmp(err.text, "cannot open event c: ", 21));
	IDS(rings, 3, ID(10, 1, 3), ID(30, 1, 3), ID(40, 1, 3));
	rings__close(rings);
	T_EQ(lowest_fd(), before);
	plan__clear(&plan);
	return TEST_OK;
}

/* With --per-thread each newcomer has buffers of its own. */
static int add_thread(void)
{
	int32_t tids[] = {10, 20}, any[] = {ANY};
	struct defer_error err = DEFER_ERROR_INIT;
	int before = lowest_fd();
	struct rings *rings;
	struct plan plan;

	T_RUN(make_plan(&plan, tids, 2, any, 1));
	T_EQ(rings__open(&rings, &plan, -1, 0, &err), 0);
	IDS(rings, 0, ID(10, -1, 0), ID(20, -1, 1));
	IDS(rings, 2, ID(10, -1, 2), ID(20, -1, 3));
	T_EQ(rings__nr(rings), 4);
	nr_requests = nr_watched = 0;
	T_EQ(rings__add_task(rings, &plan, 30, &err), 1);
	T_EQ(rings__add_task(rings, &plan, 40, &err), 1);
	T_EQ(rings__nr(rings), 8);
	for (uint32_t i = 0; i < 8; i++)
		T_EQ(rings__is_tracking(rings, i), i < 2 || i == 4 || i == 6);
	IDS(rings, 0, ID(10, -1, 0), ID(20, -1, 1), ID(30, -1, 4), ID(40, -1, 6));
	IDS(rings, 1, ID(10, -1, 2), ID(20, -1, 3), ID(30, -1, 5), ID(40, -1, 7));
	IDS(rings, 3, ID(10, -1, 2), ID(20, -1, 3), ID(30, -1, 5), ID(40, -1, 7));
	/* The event that is mapped has its own buffer; two others write there too. */
	T_EQ(nr_requests_of(-1, PERF_EVENT_IOC_SET_OUTPUT), 4);
	T_EQ(nr_watched, 4);
	T_EQ(nr_watches(9, 30, -1) + nr_watches(9, 40, -1), 2);
	T_EQ(nr_watches(1, 30, -1) + nr_watches(1, 40, -1), 2);
	T_EQ(rings->buffers[4]->mask + 1, 2 * sysconf(_SC_PAGESIZE));
	T_EQ(rings->buffers[5]->mask + 1, 4 * sysconf(_SC_PAGESIZE));
	T_EQ(rings__bytes(rings, 4) + rings__bytes(rings, 5), 0);
	no_buffers = true;
	T_EQ(rings__add_task(rings, &plan, 50, &err), DEFER_ERR_IO);
	T_CHECK(!strncmp(err.text, "cannot map the buffers of task 50: ", 35));
	T_EQ(rings__nr(rings), 8);
	rings__close(rings);
	T_EQ(lowest_fd(), before);
	plan__clear(&plan);

	/* One buffer, if the events share it. */
	T_RUN(make_plan(&plan, tids, 2, any, 1));
	plan.tracking_pages = 0;
	T_EQ(rings__open(&rings, &plan, -1, 0, &err), 0);
	T_EQ(rings__add_task(rings, &plan, 30, &err), 1);
	T_EQ(rings__nr(rings), 3);
	IDS(rings, 0, ID(10, -1, 0), ID(20, -1, 1), ID(30, -1, 2));
	IDS(rings, 1, ID(10, -1, 0), ID(20, -1, 1), ID(30, -1, 2));
	rings__close(rings);
	T_EQ(lowest_fd(), before);
	plan__clear(&plan);
	return TEST_OK;
}

static int run_newcomers(void)
{
	T_RUN(add_task());
	return add_thread();
}

static int test_newcomers(void)
{
	return run(run_newcomers);
}

/* ---- enabling ---- */

/* Members of groups follow their leaders, and what tracks is not among the samples. */
static int run_enabling(void)
{
	int32_t tids[] = {10}, cpus[] = {0, 1};
	struct defer_error err = DEFER_ERROR_INIT;
	struct rings *rings;
	struct plan plan;

	T_RUN(make_plan(&plan, tids, 1, cpus, 2));
	T_EQ(rings__open(&rings, &plan, -1, 0, &err), 0);
	T_EQ(rings__add_task(rings, &plan, 30, &err), 1);
	nr_requests = 0;
	T_EQ(rings__enable_tracking(rings), 0);
	T_EQ(nr_requests, 4);
	T_EQ(nr_requests_of(fd_of(9, 10, 0), PERF_EVENT_IOC_ENABLE), 1);
	T_EQ(nr_requests_of(fd_of(9, 30, 1), PERF_EVENT_IOC_ENABLE), 1);
	nr_requests = 0;
	T_EQ(rings__enable(rings), 0);
	T_EQ(nr_requests, 4 + 4 + 2);
	T_EQ(nr_requests_of(fd_of(2, 10, 0), PERF_EVENT_IOC_ENABLE), 0);
	T_EQ(nr_requests_of(fd_of(1, 30, 1), PERF_EVENT_IOC_ENABLE), 1);
	nr_requests = 0;
	T_EQ(rings__disable_samples(rings), 0);
	T_EQ(nr_requests, 4 + 2);
	T_EQ(nr_requests_of(-1, PERF_EVENT_IOC_DISABLE), 6);
	T_EQ(nr_requests_of(fd_of(9, 10, 0), PERF_EVENT_IOC_DISABLE), 0);
	rings->chains = 3;
	nr_requests = 0;
	T_EQ(rings__disable_samples(rings), 0);
	T_EQ(nr_requests, 4);
	nr_requests = 0;
	T_EQ(rings__set_event(rings, 3, true), 0);
	T_EQ(nr_requests_of(-1, PERF_EVENT_IOC_ENABLE), 2);
	T_EQ(rings__set_event(rings, 3, false), 0);
	T_EQ(nr_requests_of(-1, PERF_EVENT_IOC_DISABLE), 2);

	refuse_request = EIO;
	refused_request = PERF_EVENT_IOC_ENABLE;
	T_EQ(rings__enable_tracking(rings), DEFER_ERR_IO);
	T_EQ(rings__enable(rings), DEFER_ERR_IO);
	T_EQ(rings__set_event(rings, 3, true), DEFER_ERR_IO);
	T_EQ(rings__enable_newcomers(rings), DEFER_ERR_IO);
	refused_request = PERF_EVENT_IOC_DISABLE;
	T_EQ(rings__disable_samples(rings), DEFER_ERR_IO);
	T_EQ(rings__set_event(rings, 3, false), DEFER_ERR_IO);
	rings__close(rings);
	plan__clear(&plan);
	return TEST_OK;
}

static int test_enabling(void)
{
	return run(run_enabling);
}

static const struct test_case cases[] = {
	{"each event of each task on each CPU, and its buffers", test_open},
	{"tasks that are gone, and what is refused", test_gone},
	{"filters of events", test_filters},
	{"tasks that come later", test_newcomers},
	{"events are enabled and disabled", test_enabling},
	{0},
};

const struct test_suite suite__rings_open = {"rings-open", "Events and buffers are opened", cases};
