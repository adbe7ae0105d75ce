/* SPDX-License-Identifier: LGPL-2.1-only OR BSD-2-Clause */
#ifndef PERF_DEFER_EVENT_H
#define PERF_DEFER_EVENT_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include <perf/defer-abi.h>
#include <perf/defer-error.h>
#include <perf/defer-sample.h>

#ifdef __cplusplus
extern "C" {
#endif

struct defer_evlist;
struct defer_record;

/**
 * struct defer_sample_id - the sample_id at the end of a record that is not a sample
 * @pid: the process, -1 if not recorded
 * @tid: the thread, -1 if not recorded
 * @cpu: the CPU, -1 if not recorded
 * @time: the time in ns, 0 if not recorded
 * @id: the event's id, -1 if not recorded
 * @stream_id: the id of the inherited event, 0 if not recorded
 * @has_time: @time was recorded
 */
struct defer_sample_id {
	int32_t pid, tid, cpu;
	uint64_t time, id, stream_id;
	bool has_time;
};

/**
 * struct defer_event - the fields of a record that is not a sample
 * @type: an &enum defer_record_type, which tells the member of the union
 * @misc: the misc field of the record
 * @id: the trailing sample_id
 * @mmap: MMAP and MMAP2: a mapping
 * @mmap.pid: the process
 * @mmap.tid: the thread
 * @mmap.start: the first address
 * @mmap.len: the length in bytes
 * @mmap.pgoff: the offset in the file in bytes
 * @mmap.maj: the major number of the file's device
 * @mmap.min: the minor number of the file's device
 * @mmap.prot: PROT_*
 * @mmap.flags: MAP_*
 * @mmap.ino: the inode
 * @mmap.ino_generation: the generation of the inode
 * @mmap.build_id: the build id
 * @mmap.build_id_size: the size of the build id in bytes; 0 if maj, min and ino are there instead
 * @mmap.filename: the path
 * @comm: COMM: a new name of a thread
 * @comm.pid: the process
 * @comm.tid: the thread
 * @comm.name: the name
 * @comm.exec: an exec set the name
 * @task: FORK and EXIT: a thread that begins or ends
 * @task.pid: its process
 * @task.ppid: the process of its parent
 * @task.tid: the thread
 * @task.ptid: its parent
 * @task.time: the time in ns
 * @lost: LOST: lost records; LOST_SAMPLES: lost samples
 * @lost.id: the id of the event; 0 in LOST_SAMPLES
 * @lost.lost: the number of lost records or samples
 * @deferred: CALLCHAIN_DEFERRED: the user callchain of one entry into the kernel
 * @deferred.cookie: the cookie that samples of the same entry have
 * @deferred.chain: the user callchain
 * @ksymbol: KSYMBOL: a symbol that the kernel made or removed
 * @ksymbol.addr: its address
 * @ksymbol.len: its length in bytes
 * @ksymbol.ksym_type: PERF_RECORD_KSYMBOL_TYPE_*
 * @ksymbol.flags: bit 0: the symbol was removed
 * @ksymbol.name: its name
 * @context_switch: SWITCH and SWITCH_CPU_WIDE: a context switch
 * @context_switch.out: the thread leaves the CPU
 * @context_switch.next_prev_pid: the other process; -1 in SWITCH
 * @context_switch.next_prev_tid: the other thread; -1 in SWITCH
 * @cgroup: CGROUP: the path of a cgroup
 * @cgroup.id: its id
 * @cgroup.path: its path below the mount point; "/" for the root
 * @namespaces: NAMESPACES: the namespaces of a thread
 * @namespaces.pid: the process
 * @namespaces.tid: the thread
 * @namespaces.nr: the number of namespaces, in the order of DEFER_NS_*
 * @namespaces.swap: the links are in the opposite byte order of this machine
 * @namespaces.links: the links as recorded; read them with defer_event__namespace()
 * @throttle: THROTTLE and UNTHROTTLE: an event that was paused or resumed
 * @throttle.time: the time in ns
 * @throttle.id: the id of the event
 * @throttle.stream_id: the id of the inherited event
 *
 * Strings end within the record.
 */
struct defer_event {
	uint32_t type;
	uint16_t misc;
	struct defer_sample_id id;
	union {
		struct {
			int32_t pid, tid;
			uint64_t start, len, pgoff;
			uint32_t maj, min, prot, flags;
			uint64_t ino, ino_generation;
			uint8_t build_id[DEFER_BUILD_ID_SIZE];
			uint8_t build_id_size;
			const char *filename;
		} mmap;
		struct {
			int32_t pid, tid;
			const char *name;
			bool exec;
		} comm;
		struct {
			int32_t pid, ppid, tid, ptid;
			uint64_t time;
		} task;
		struct {
			uint64_t id, lost;
		} lost;
		struct {
			uint64_t cookie;
			struct defer_chain chain;
		} deferred;
		struct {
			uint64_t addr;
			uint32_t len;
			uint16_t ksym_type;
			uint16_t flags;
			const char *name;
		} ksymbol;
		struct {
			bool out;
			int32_t next_prev_pid, next_prev_tid;
		} context_switch;
		struct {
			uint64_t id;
			const char *path;
		} cgroup;
		struct {
			int32_t pid, tid;
			uint64_t nr;
			bool swap;
			const uint8_t *links;
		} namespaces;
		struct {
			uint64_t time, id, stream_id;
		} throttle;
	};
};

/**
 * defer_event__namespace() - get the device and inode of one namespace
 * @ev: a NAMESPACES event
 * @i: the index of the namespace, less than its number; not checked
 * @dev: the device to fill
 * @ino: the inode to fill
 */
static inline void defer_event__namespace(const struct defer_event *ev, uint64_t i, uint64_t *dev,
					  uint64_t *ino)
{
	memcpy(dev, ev->namespaces.links + i * 16, sizeof(*dev));
	memcpy(ino, ev->namespaces.links + i * 16 + 8, sizeof(*ino));
	if (ev->namespaces.swap) {
		*dev = __builtin_bswap64(*dev);
		*ino = __builtin_bswap64(*ino);
	}
}

/**
 * defer_event__decode() - decode a record that is not a sample
 * @ev: the event to fill
 * @rec: the record
 * @evlist: the events of the trace, which tell whether the record ends with a sample_id
 * @err: the error to fill, or NULL
 *
 * A record may be longer than its fields, as later kernels may add some.
 *
 * Return: 1 if the record was decoded. 0 if &struct defer_event has no member for its type; @ev
 * then has only the type, misc, and the id if the kernel wrote the record. %DEFER_ERR_CORRUPT if a
 * field goes beyond the end of the record or a string is not terminated, or an error as from
 * defer_evlist__record_evsel().
 */
int defer_event__decode(struct defer_event *ev, const struct defer_record *rec,
			const struct defer_evlist *evlist, struct defer_error *err);

#ifdef __cplusplus
}
#endif

#endif /* PERF_DEFER_EVENT_H */
