/* SPDX-License-Identifier: LGPL-2.1-only OR BSD-2-Clause */
/*
 * libperf-defer: decode perf.data and stitch samples to deferred user callchains.
 *
 * In the order data takes: cursor (checked bytes) -> record (header and bounds) -> evlist
 * (which event, which layout) -> sample or event (fields) -> stitch (which user callchain).
 *
 * The library needs libc alone, keeps no state of its own, never prints, never exits, and
 * trusts no byte of its input. Times are in the file's clock, nanoseconds. Pointers inside
 * decoded structures point into the caller's bytes and live as long as these do.
 *
 * Functions that can fail return a negative enum defer_err and fill the struct defer_error
 * (which may be NULL). Unless said otherwise, a structure may be read by many threads at
 * once, and changed by one.
 */
#ifndef PERF_DEFER_H
#define PERF_DEFER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <perf/defer-abi.h>
#include <perf/defer-error.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- cursor: the one way to read bytes ---------------------------------------------- */

/*
 * Reads forward through bytes that may lie. A read past the end returns zero (or NULL) and
 * sets @failed for good, so a decoder may read a run of fields and check once.
 */
struct defer_cursor {
	const uint8_t *data;
	size_t size, pos;
	uint64_t origin; /* file offset of data[0] */
	bool swap;	 /* the bytes are in the other byte order than this machine's */
	bool failed;
};

void defer_cursor__init(struct defer_cursor *cur, const void *data, size_t size, uint64_t origin,
			bool swap);
uint8_t defer_cursor__u8(struct defer_cursor *cur);
uint16_t defer_cursor__u16(struct defer_cursor *cur);
uint32_t defer_cursor__u32(struct defer_cursor *cur);
uint64_t defer_cursor__u64(struct defer_cursor *cur);
/* The next @n bytes, not copied. */
const void *defer_cursor__bytes(struct defer_cursor *cur, size_t n);
/* A string that ends within the next @n bytes; steps over all @n. NULL if no NUL is there. */
const char *defer_cursor__str(struct defer_cursor *cur, size_t n);
/* Is the cursor sound? If not, sets DEFER_ERR_TRUNCATED at its position, naming @what. */
int defer_cursor__check(const struct defer_cursor *cur, const char *what, struct defer_error *err);

static inline size_t defer_cursor__left(const struct defer_cursor *cur)
{
	return cur->size - cur->pos;
}

static inline uint64_t defer_cursor__offset(const struct defer_cursor *cur)
{
	return cur->origin + cur->pos;
}

/* ---- record: header and bounds ------------------------------------------------------- */

/* One whole record. Both the plain and the extended form of the header are already undone. */
struct defer_record {
	uint32_t type; /* enum defer_record_type, or one not known here */
	uint16_t misc; /* without DEFER_MISC_EXT_RESERVED if @ext is set */
	uint16_t ext;  /* further misc flags of the extended form, else 0 */
	uint32_t size; /* bytes, header included */
	bool swap;
	const uint8_t *data; /* the header's first byte */
	uint64_t offset;     /* where it stands in the file, for messages */
	uint64_t order;	     /* its place in the order of the stream; callers may set it */
};

#define DEFER_RECORD_HEADER_SIZE 8

/*
 * Decodes the record at @data, of which @left bytes are there. Returns 0, or
 * DEFER_ERR_TRUNCATED if the record goes on past @left, or DEFER_ERR_CORRUPT if its size is
 * less than a header's. A record with DEFER_MISC_EXT_RESERVED set has its type in the low
 * 16 bits of header.type and further flags in the high ones; with DEFER_EXT_SIZE_X8 among
 * them its size is counted in 8 bytes. The same bit without any such flag is perf's own
 * (DEFER_MISC_BUILD_ID_SIZE, DEFER_MISC_LOST_SAMPLES_BPF) and stays in @misc.
 */
int defer_record__decode(struct defer_record *rec, const uint8_t *data, size_t left,
			 uint64_t offset, bool swap, struct defer_error *err);

/*
 * How many bytes follow @rec that belong to it but are not counted in its size: those of
 * AUXTRACE, and of a HEADER_TRACING_DATA that does not hold its data inside. Not believed: they
 * may be more than the file has.
 */
uint64_t defer_record__tail(const struct defer_record *rec);

/*
 * The next record at @cur, its tail stepped over: 1, or 0 at the end, or as
 * defer_record__decode(), then with @cur still before the record.
 */
int defer_record__next(struct defer_record *rec, struct defer_cursor *cur, struct defer_error *err);

/* perf's name for a record type, such as "MMAP2"; "UNKNOWN" for one not known. Never NULL. */
const char *defer_record__name(uint32_t type);

/* ---- attr and layout: what a sample holds -------------------------------------------- */

/* perf_event_attr, of any size and byte order, widened: fields past its size are 0. */
struct defer_attr {
	uint32_t type;
	uint32_t size; /* as recorded, bytes */
	uint64_t config;
	uint64_t sample_period; /* or frequency, Hz, with DEFER_ATTR_FREQ */
	uint64_t sample_type;
	uint64_t read_format;
	uint64_t flags; /* DEFER_ATTR_* whatever the recording machine's byte order */
	uint32_t wakeup_events, bp_type;
	uint64_t config1, config2;
	uint64_t branch_sample_type;
	uint64_t sample_regs_user;
	uint32_t sample_stack_user;
	int32_t clockid;
	uint64_t sample_regs_intr;
	uint32_t aux_watermark;
	uint16_t sample_max_stack;
	uint32_t aux_sample_size;
	uint32_t aux_action;
	uint64_t sig_data, config3, config4;
};

/*
 * Reads one attr that fills @size bytes at @cur, and steps over all of them. @size may be more
 * than we know (fields past ours are skipped) but at least DEFER_ATTR_SIZE_VER0.
 */
int defer_attr__read(struct defer_attr *attr, struct defer_cursor *cur, size_t size,
		     struct defer_error *err);

/* Where the attr of a sample wants its user half. */
enum defer_user_half {
	DEFER_USER_CHAIN,     /* in the callchain, at once or deferred */
	DEFER_USER_DUMP,      /* in a copy of the stack with registers, which someone must unwind */
	DEFER_USER_BRANCHES,  /* in the branch stack: LBR in call-stack mode */
	DEFER_USER_NOT_ASKED, /* nowhere */
};

/* How the samples of one attr are laid out, worked out once so that no sample asks twice. */
struct defer_layout {
	uint64_t sample_type, read_format;
	uint32_t fixed_size;	      /* bytes of the fields before the first of variable size */
	uint8_t regs_user, regs_intr; /* how many registers */
	uint64_t regs_user_mask, regs_intr_mask;
	bool sample_id_all;
	bool branch_hw_index, branch_counters;
	uint8_t user_half;   /* enum defer_user_half */
	int8_t id_pos;	     /* u64s from the end of a sample's header to its id, or -1 */
	int8_t tid_pos;	     /* likewise to its pid and tid */
	int8_t time_pos;     /* likewise to its time */
	int8_t cpu_pos;	     /* likewise to its CPU */
	int8_t id_all_pos;   /* u64s from another record's end back to its id, or -1 */
	uint8_t id_all_size; /* bytes of the trailing sample_id, 0 without sample_id_all */
};

/* DEFER_ERR_UNSUPPORTED if the attr asks for fields or formats that are not known here. */
int defer_layout__init(struct defer_layout *layout, const struct defer_attr *attr,
		       struct defer_error *err);

/* A callchain as recorded, marks included, in the recorder's byte order. */
struct defer_chain {
	const uint8_t *ips;
	uint64_t nr;
	bool swap;
};

static inline uint64_t defer_chain__ip(const struct defer_chain *chain, uint64_t i)
{
	uint64_t ip;

	memcpy(&ip, chain->ips + i * sizeof(ip), sizeof(ip));
	return chain->swap ? __builtin_bswap64(ip) : ip;
}

/*
 * The cookie, if @chain ends with DEFER_CONTEXT_USER_DEFERRED and a cookie, else 0. The
 * kernel writes both last (Linux 6.19, kernel/events/callchain.c) and no cookie is 0.
 */
uint64_t defer_chain__cookie(const struct defer_chain *chain);

/* A block of bytes in a sample. */
struct defer_blob {
	const uint8_t *data;
	uint64_t size;
};

/* The registers of a sample: those in @mask, lowest bit first. */
struct defer_sample_regs {
	uint64_t abi;  /* PERF_SAMPLE_REGS_ABI_*, 0: none were there */
	uint64_t mask; /* 0 without registers */
	struct defer_blob regs;
};

/* Fields that are not in the sample are 0, -1 for ids of tasks, CPUs and for @id. */
struct defer_sample {
	uint64_t ip, time, addr, id, stream_id, period;
	int32_t pid, tid, cpu;
	uint16_t cpumode; /* DEFER_MISC_KERNEL and so on */
	uint16_t misc;
	bool has_ip, has_time, has_chain;
	uint8_t user_half; /* enum defer_user_half, of its layout */
	bool swap;	   /* blobs are in the other byte order than this machine's */
	struct {
		uint64_t nr, enabled, running;
		struct defer_blob bytes; /* all of READ, see defer_sample__read_value() */
	} read;
	struct defer_chain chain;
	struct defer_blob raw;
	struct {
		uint64_t nr, hw_index;
		struct defer_blob entries;  /* nr of 24 bytes */
		struct defer_blob counters; /* nr of 8 bytes */
	} branch;
	struct defer_sample_regs user_regs, intr_regs;
	struct {
		struct defer_blob bytes; /* as dumped */
		uint64_t dyn_size;	 /* of which this many were filled */
	} user_stack;
	struct defer_blob aux;
	uint64_t weight;	   /* WEIGHT, or the low 32 bits of WEIGHT_STRUCT */
	uint16_t ins_lat, weight3; /* WEIGHT_STRUCT only */
	uint64_t data_src, transaction, phys_addr, cgroup, data_page_size, code_page_size;
};

/*
 * Decodes all fields of a SAMPLE record. The fields must fill it, no more and no less, else
 * DEFER_ERR_CORRUPT, and @sample has nothing to be used.
 */
int defer_sample__decode(struct defer_sample *sample, const struct defer_record *rec,
			 const struct defer_layout *layout, struct defer_error *err);

/* The time of a SAMPLE record, without decoding the rest; 0 if it has none, or is too short. */
uint64_t defer_sample__time(const struct defer_record *rec, const struct defer_layout *layout);
/* Likewise the cookie of its callchain: 0 if it is not deferred, or the record is broken. */
uint64_t defer_sample__cookie(const struct defer_record *rec, const struct defer_layout *layout);

struct defer_read_value {
	uint64_t value;
	uint64_t id;   /* UINT64_MAX without DEFER_FORMAT_ID */
	uint64_t lost; /* 0 without DEFER_FORMAT_LOST */
};

/* Value @i of a sample's READ. False if it has none, or not so many. */
bool defer_sample__read_value(const struct defer_sample *sample, const struct defer_layout *layout,
			      uint64_t i, struct defer_read_value *value);

/* ---- events: the records that are not samples ----------------------------------------- */

/* The trailing sample_id of a record; what it lacks is as in struct defer_sample. */
struct defer_sample_id {
	int32_t pid, tid, cpu;
	uint64_t time, id, stream_id;
	bool has_time;
};

struct defer_event {
	uint32_t type; /* enum defer_record_type */
	uint16_t misc;
	struct defer_sample_id id;
	union {
		struct {
			int32_t pid, tid;
			uint64_t start, len, pgoff; /* bytes */
			uint32_t maj, min, prot, flags;
			uint64_t ino, ino_generation;
			uint8_t build_id[DEFER_BUILD_ID_SIZE];
			uint8_t build_id_size; /* 0: maj, min and ino are there instead */
			const char *filename;
		} mmap; /* MMAP and MMAP2 */
		struct {
			int32_t pid, tid;
			const char *name;
			bool exec; /* an exec, not a mere change of name */
		} comm;
		struct {
			int32_t pid, ppid, tid, ptid;
			uint64_t time;
		} task; /* FORK and EXIT */
		struct {
			uint64_t id, lost;
		} lost; /* LOST: records, LOST_SAMPLES: samples (id is 0) */
		struct {
			uint64_t cookie;
			struct defer_chain chain;
		} deferred;
		struct {
			uint64_t addr;
			uint32_t len;
			uint16_t ksym_type;
			uint16_t flags; /* bit 0: unregistered */
			const char *name;
		} ksymbol;
		struct {
			bool out;
			int32_t next_prev_pid, next_prev_tid; /* SWITCH_CPU_WIDE, else -1 */
		} context_switch;
		struct {
			uint64_t id;
			const char *path; /* below the mount point: "/" is the root */
		} cgroup;
		struct {
			int32_t pid, tid;
			uint64_t nr; /* of namespaces, in the order of DEFER_NS_* */
			bool swap;
			const uint8_t *links; /* of each, as recorded, u64 dev and u64 ino */
		} namespaces;
		struct {
			uint64_t time, id, stream_id;
		} throttle; /* THROTTLE and UNTHROTTLE */
	};
};

/* Device and inode of one namespace of a NAMESPACES record; @i is less than its nr. */
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

struct defer_evlist;

/*
 * Decodes a record that is not a sample: 1, or 0 if it is of a type that struct defer_event
 * has no member for (then @ev has its type and misc, and its id if the kernel wrote it), or
 * negative: as
 * defer_evlist__record_evsel(), or DEFER_ERR_CORRUPT for fields that pass the record's end and
 * strings that have none. Records that the kernel writes end with a sample_id if the event
 * asked for sample_id_all. A record may be longer than its fields: later kernels may add some.
 */
int defer_event__decode(struct defer_event *ev, const struct defer_record *rec,
			const struct defer_evlist *evlist, struct defer_error *err);

/* ---- evlist: the events of a trace ---------------------------------------------------- */

struct defer_evsel {
	struct defer_attr attr;
	struct defer_layout layout;
	uint32_t idx;  /* place in the evlist */
	uint64_t *ids; /* owned by the evlist */
	uint64_t nr_ids;
	char *name; /* owned; NULL until EVENT_DESC or EVENT_UPDATE said it */
};

struct defer_evlist *defer_evlist__new(void);
void defer_evlist__delete(struct defer_evlist *evlist);

/* More ids than that are a lie: perf refuses them too. */
#define DEFER_MAX_IDS (1U << 24)

/*
 * Adds an event with its ids (copied). The first one is event 0. An id that an earlier event
 * has stays that event's. Pointers to events stay good. On errors nothing is added.
 */
int defer_evlist__add(struct defer_evlist *evlist, const struct defer_attr *attr,
		      const uint64_t *ids, uint64_t nr_ids, struct defer_error *err);
/* Copies @name, replacing what was there. */
int defer_evlist__set_name(struct defer_evlist *evlist, uint32_t idx, const char *name,
			   struct defer_error *err);

uint32_t defer_evlist__nr(const struct defer_evlist *evlist);
const struct defer_evsel *defer_evlist__evsel(const struct defer_evlist *evlist, uint32_t idx);
/* NULL if no event has that id. */
const struct defer_evsel *defer_evlist__find(const struct defer_evlist *evlist, uint64_t id);

/*
 * The event that wrote @rec. A sole event owns all records; with several the id is read from
 * where all layouts agree that it stands. An id of 0 is event 0's: perf writes it into the
 * records that it makes itself; so are perf's own record types, and without sample_id_all all
 * records but samples. NULL and @err if no event has the id (DEFER_ERR_NOENT), or none can be
 * read (DEFER_ERR_CORRUPT).
 */
const struct defer_evsel *defer_evlist__record_evsel(const struct defer_evlist *evlist,
						     const struct defer_record *rec,
						     struct defer_error *err);

/* Does any event have all of @flags (DEFER_ATTR_*) set? */
bool defer_evlist__any_flag(const struct defer_evlist *evlist, uint64_t flags);
/* Does every record tell its time? If not, the order of records stands for time in all of them. */
bool defer_evlist__has_time(const struct defer_evlist *evlist);

/* ---- header: the start of a perf.data file --------------------------------------------- */

struct defer_section {
	uint64_t offset, size; /* bytes in the file */
};

#define DEFER_NR_FEATURE_BITS 256

/* perf_file_header, or the two words with which a pipe stream begins. */
struct defer_header {
	bool swap; /* the file is in the other byte order */
	bool pipe; /* a stream: attrs and features come as records; data begins after 16 bytes */
	uint64_t size;	    /* bytes of the header itself */
	uint64_t attr_size; /* bytes of one attr entry: perf_event_attr, then its ids' section */
	struct defer_section attrs, data;
	uint64_t features[DEFER_NR_FEATURE_BITS / 64]; /* bit n: feature n is there */
};

static inline bool defer_header__has_feature(const struct defer_header *hdr, unsigned int feature)
{
	return feature < DEFER_NR_FEATURE_BITS && hdr->features[feature / 64] >> feature % 64 & 1;
}

/*
 * Reads up to @size bytes at @offset of the file into @buf: the count read, short at the end of
 * the file, or negative.
 */
typedef int64_t (*defer_pread_fn)(void *ctx, void *buf, size_t size, uint64_t offset,
				  struct defer_error *err);

/*
 * Reads the header. DEFER_ERR_UNSUPPORTED if the magic is not perf's, with what it is instead
 * where that can be told. Offsets and sizes are as the file has them: not yet believed.
 */
int defer_header__read(struct defer_header *hdr, defer_pread_fn pread, void *ctx,
		       struct defer_error *err);

/*
 * Adds all events of the attrs section, with their ids, to @evlist; none if it is a pipe. On
 * errors those before the bad one have been added.
 */
int defer_header__read_attrs(const struct defer_header *hdr, defer_pread_fn pread, void *ctx,
			     struct defer_evlist *evlist, struct defer_error *err);

/* Adds the event of a HEADER_ATTR record, with its ids, to @evlist. */
int defer_header__read_attr_record(const struct defer_record *rec, struct defer_evlist *evlist,
				   struct defer_error *err);

/*
 * The place of feature section @feature of a file, from the table after the data. 1, or 0 if
 * the file has none. Not believed either: it may lie outside the file. A file without data is
 * taken as unfinished: perf writes the table last, and the data's size with it.
 */
int defer_header__feature_section(const struct defer_header *hdr, unsigned int feature,
				  defer_pread_fn pread, void *ctx, struct defer_section *section,
				  struct defer_error *err);

/* ---- stitch: which user callchain belongs to a sample ---------------------------------- */

/*
 * The rule, in full in Documentation/stitching.md. One run is one entry of one task into the
 * kernel: its samples and its one deferred record carry one cookie, which is unique in the
 * system within DEFER_T_WRAP. A sample takes the record with its cookie and tid, later or
 * earlier, in the same life of the task with no exec between. Within DEFER_T_WRAP that is proof;
 * further apart the run must be unbroken: no other record of the tid, and no loss, between.
 *
 * Three steps: add all records and boundaries in any order, from one thread (many stitchers may
 * be merged); seal; then match samples from any number of threads. Samples without a record are
 * told why by settle(), once all signs of user mode are known.
 *
 * Things at equal times stand in the order of @order (of a record: @ref), a number that grows
 * along the stream, such as struct defer_record.order. All of them must be on one scale.
 */
#define DEFER_T_WRAP 214000000000ULL /* ns: 2^31 entries of 100 ns */

/*
 * The clocks of two CPUs disagree by less than this, in ns. Of two things on two CPUs that lie
 * nearer to each other than this, time does not tell which came first.
 */
#define DEFER_CLOCK_MARGIN 10000ULL

enum defer_class {
	DEFER_MERGED,	   /* its record comes later */
	DEFER_MERGED_BACK, /* its record came earlier */
	DEFER_INLINE,	   /* the user chain was in the sample */
	DEFER_KERNEL,	 /* no user half exists: a kernel thread, or a sample without user chain */
	DEFER_LOST,	 /* the record was lost */
	DEFER_PENDING,	 /* the task never came back before the trace ended */
	DEFER_EXEC,	 /* the record is there, but belongs to the program after an exec */
	DEFER_EXITED,	 /* the task exited instead of coming back */
	DEFER_AMBIGUOUS, /* a record is there, but may be of another run or another program */
	DEFER_NOT_RECORDED, /* no event had defer_output */
	DEFER_NOT_UNWOUND,  /* the user half is in a stack dump, or in branches, not unwound */
	DEFER_NOT_ASKED,    /* the event did not ask for user callchains */
	DEFER_NR_CLASSES,
	DEFER_NO_RECORD = DEFER_NR_CLASSES, /* not a class: match() or settle() will say which */
};

/* "merged", "merged-back", … as DESIGN and `audit --json` spell them. Never NULL. */
const char *defer_class__name(enum defer_class cls);

/*
 * The class of a sample that needs no record: DEFER_INLINE, DEFER_KERNEL, DEFER_NOT_UNWOUND or
 * DEFER_NOT_ASKED. DEFER_NO_RECORD if its chain ends with a cookie, and stitching must tell. If
 * the callchain was to have a user half and has none, the sample is inline if it was taken in user
 * mode, else kernel.
 */
enum defer_class defer_sample__own_class(const struct defer_sample *sample);

struct defer_stitch;

struct defer_stitch_opts {
	bool no_time;	/* no timestamps: times given are orders, and prove nothing by nearness */
	bool no_output; /* no event had defer_output: all deferred samples are not-recorded */
	bool no_comm;	/* no event tells of execs: any record may be of another program */
	bool no_tasks; /* samples or records do not say their task: cookies alone tell them apart */
};

/* A deferred record, or the facts of it that matter here. */
struct defer_stitch_record {
	uint64_t cookie, time;
	uint64_t ref;	       /* its place in the stream, and so the caller's way back to it */
	int32_t pid, tid, cpu; /* -1: not known; a pid of 0: a task of another pid namespace */
	uint32_t nr;	       /* addresses in the user callchain, context marks not counted */
	uint32_t sum;	       /* any hash of the chain, the same for all: tells copies apart */
	const void *data;      /* the caller's, not looked at */
};

/* A FORK, an exec (COMM with exec) or an EXIT: @pid and @tid of the child, or of the one task. */
struct defer_stitch_task {
	uint64_t time, order;
	int32_t pid, tid, cpu; /* @cpu is where the record was written, -1: not known */
};

/* NULL if out of memory. */
struct defer_stitch *defer_stitch__new(const struct defer_stitch_opts *opts);
void defer_stitch__delete(struct defer_stitch *st);

/* All of these: 0, DEFER_ERR_NOMEM (nothing was changed), or DEFER_ERR_INVAL if sealed. */
int defer_stitch__add_record(struct defer_stitch *st, const struct defer_stitch_record *rec);
/* A life of @tid begins. */
int defer_stitch__add_fork(struct defer_stitch *st, const struct defer_stitch_task *task);
/* The process @pid begins another program: its other threads end, the caller becomes @pid. */
int defer_stitch__add_exec(struct defer_stitch *st, const struct defer_stitch_task *task);
int defer_stitch__add_exit(struct defer_stitch *st, const struct defer_stitch_task *task);
/* An executable file was mapped into the process @pid, as each exec does, but not only that. */
int defer_stitch__add_map(struct defer_stitch *st, const struct defer_stitch_task *task);
/*
 * The kernel mapped the vdso into the process @pid. It does so once in each exec, shortly after
 * the exec's COMM (Linux 7.2, fs/binfmt_elf.c): without a COMM this is the exec's only trace.
 * Maps that the recorder made up must not be added. Ignored without timestamps.
 */
int defer_stitch__add_vdso(struct defer_stitch *st, const struct defer_stitch_task *task);
/* The clock of @cpu stepped back: of things on that CPU, the stream's order counts as well. */
int defer_stitch__add_clock_step(struct defer_stitch *st, int32_t cpu);
/* @nr records were lost on @cpu (-1: not known) after @begin and no later than @end. */
int defer_stitch__add_loss(struct defer_stitch *st, int32_t cpu, uint64_t begin, uint64_t end,
			   uint64_t nr);
/* More was lost after @begin, and no record tells when that ended. It counts in no sum. */
int defer_stitch__add_tail_loss(struct defer_stitch *st, uint64_t begin);
/* Takes all that was added to @from, which is left empty. */
int defer_stitch__merge(struct defer_stitch *st, struct defer_stitch *from);

/*
 * Orders what was added. Records that perf wrote twice are counted and dropped: those equal in
 * all but ref (and, without timestamps, in all but ref and time).
 */
int defer_stitch__seal(struct defer_stitch *st);

struct defer_stitch_sample {
	uint64_t cookie, time, order;
	int32_t pid, tid, cpu; /* -1: not known */
};

struct defer_verdict {
	enum defer_class cls; /* or DEFER_NO_RECORD */
	/* MERGED, MERGED_BACK: its record. EXEC, AMBIGUOUS: the one refused. Else NULL. */
	const struct defer_stitch_record *record;
};

/* On a sealed stitcher. No allocation, no lock, no more than O(log n). */
void defer_stitch__match(const struct defer_stitch *st, const struct defer_stitch_sample *sample,
			 struct defer_verdict *verdict);

/*
 * Signs that a task left a kernel entry: for each life of it, when it was last seen in user mode
 * or in another entry. One a worker; note() is called for every sample in user mode with its
 * cookie (0: it has none), and for every sample that match() calls DEFER_NO_RECORD or ambiguous;
 * merge() adds one to another. The stitcher is sealed and outlives them.
 */
struct defer_signs;
struct defer_signs *defer_signs__new(const struct defer_stitch *st);
void defer_signs__delete(struct defer_signs *signs);
int defer_signs__note(struct defer_signs *signs, const struct defer_stitch_sample *sample);
int defer_signs__merge(struct defer_signs *signs, const struct defer_signs *from);

/* Why a sample has no record: DEFER_PENDING, DEFER_EXITED or DEFER_LOST. */
enum defer_class defer_stitch__settle(const struct defer_stitch *st,
				      const struct defer_signs *signs,
				      const struct defer_stitch_sample *sample);

struct defer_stitch_stats {
	uint64_t records;      /* kept, duplicates not counted */
	uint64_t duplicates;   /* written twice */
	uint64_t losses, lost; /* LOST records, and what they add up to */
	uint64_t forks, execs, exits;
	uint64_t unseen_execs;	/* of @execs: those known by their vdso alone */
	bool no_comm, no_tasks; /* as in the options */
};

void defer_stitch__stats(const struct defer_stitch *st, struct defer_stitch_stats *stats);

/* Record @i of a sealed stitcher in the order of (cookie, tid, time, ref); NULL past the end. */
const struct defer_stitch_record *defer_stitch__record(const struct defer_stitch *st, uint64_t i);

/* ---- feed: a stream of records into a stitcher -------------------------------------------- */

/*
 * A feed takes the records of a trace, keeps what stitching needs, and makes a sealed stitcher of
 * it. It finds out what no single record says: since when a buffer had been losing records, which
 * execs left no COMM, whether a clock stepped back.
 *
 * One feed may take the whole stream; or many feeds take a part each at a time, on as many threads,
 * and are merged. The evlist has all events before the first record, and outlives the feed. Without
 * defer_evlist__has_time() the order of records stands for their time. Functions return 0, or
 * DEFER_ERR_NOMEM.
 *
 * A loss is told by a LOST record, which the kernel writes with the next record of the same buffer,
 * maybe minutes later (Linux 7.2, kernel/events/ring_buffer.c). So it began after the last record
 * that came through that buffer. Events with ids tell the buffer; else the CPU and the thread do,
 * of which the earlier one counts; without any of these it may have begun at any time. Where
 * LOST_SAMPLES records, which tell what each event lost, account for all losses, and none is of an
 * event that tells of tasks, only samples were lost, and stitching needs none of those.
 */
struct defer_feed;

/* NULL if out of memory. */
struct defer_feed *defer_feed__new(const struct defer_evlist *evlist);
void defer_feed__delete(struct defer_feed *feed);

/*
 * Records from @order on follow, one after the other, until the next call. A feed that takes the
 * whole stream in its order needs no call.
 */
int defer_feed__begin(struct defer_feed *feed, uint64_t order);

/* Takes a SAMPLE record of @evsel, undecoded. *@time is its time, or its order. */
int defer_feed__sample(struct defer_feed *feed, const struct defer_evsel *evsel,
		       const struct defer_record *rec, uint64_t *time);

/* A deferred record's callchain, if the caller keeps it in a form of its own. */
struct defer_feed_user {
	const void *data; /* the caller's, not looked at */
	uint32_t nr;	  /* addresses, context marks not counted */
	uint32_t sum;	  /* any hash of the chain, the same for all */
};

/*
 * Takes a record that is not a sample. @order is on one scale for all, such as struct
 * defer_record.order, and becomes the ref of a deferred record. @user is its callchain, or NULL:
 * then the feed looks at the record's own; all records of a trace come one way. Guests' deferred
 * records are not taken: their cookies are those of another kernel.
 */
int defer_feed__event(struct defer_feed *feed, const struct defer_event *ev, uint64_t order,
		      const struct defer_feed_user *user);

/* Takes all that @from has, which is left empty. */
int defer_feed__merge(struct defer_feed *feed, struct defer_feed *from);

/* Hands over the sealed stitcher, which the caller deletes. Nothing can be added afterwards. */
int defer_feed__seal(struct defer_feed *feed, struct defer_stitch **st);

struct defer_feed_stats {
	uint64_t guest_records; /* deferred records of guests, not taken */
	uint64_t clock_steps;	/* how often time went back within one buffer */
	uint64_t max_step;	/* ns, the farthest it went back */
	int32_t step_cpu;	/* where that was; -1: nowhere, or not known */
};

/* After defer_feed__seal(). */
void defer_feed__stats(const struct defer_feed *feed, struct defer_feed_stats *stats);

/*
 * The class of @sample and its record, as far as a sealed @st tells: its own class if it has one,
 * else what match() says. Notes in @signs what the sample says of its task, unless that is NULL.
 * DEFER_NO_RECORD: settle() tells why, once all samples were asked for. 0, or DEFER_ERR_NOMEM.
 */
int defer_stitch__classify(const struct defer_stitch *st, const struct defer_sample *sample,
			   uint64_t order, struct defer_signs *signs,
			   struct defer_verdict *verdict);

/* What match() and settle() want to know of @sample. */
struct defer_stitch_sample defer_stitch__sample(const struct defer_stitch *st,
						const struct defer_sample *sample, uint64_t order);

#ifdef __cplusplus
}
#endif

#endif /* PERF_DEFER_H */
