// SPDX-License-Identifier: GPL-2.0-only
#include "tests/generate/generate.h"
#include "tests/generate/losing.h"
#include "tests/generate/sleepers.h"
#include "tests/generate/template.h"
#include "util/header/feature.h"
#include "util/inject/trace-form.h"
#include "util/source/source.h"

#define GAP	    1000000   /* ns between copies */
#define WRITE_BYTES (1 << 20) /* records are written in pieces of this size */

struct generate {
	const struct generate_opts *opts;
	struct session *session;
	struct trace_template template;
	struct sleepers sleepers;
	struct losing losing;
	struct chance chance;
	struct trace_out out;
	struct trace_form form;
	struct byte_buf bytes; /* of the copy, not written yet */
	uint64_t copy;
	uint64_t period; /* ns from one copy to the next */
	struct generate_stats *stats;
};

/* What is different in a copy of one record. */
struct move {
	uint64_t time;	 /* ns that are added */
	uint64_t cookie; /* the new one, or 0 for that of the copy */
	int32_t tid;	 /* the sleeper's, or 0 for those of the copy */
};

/* ---- moving on ---- */

static uint64_t moved_cookie(struct generate *g, uint64_t cookie)
{
	const struct cookie_range *range = trace_template__cookies(&g->template, cookie);
	/* Both counters are odd, and the kernel's steps are two: so is the distance of copies. */
	const uint64_t step =
		(((uint64_t)range->max - range->min + 2) & ~1ULL) + 2 * (uint64_t)g->sleepers.nr;

	return cookie + (g->copy * step << 32);
}

/* Returns true if a CPU's counter of cookies comes round before the end of @copy. */
static bool cookies_used_up(const struct generate *g, uint64_t copy)
{
	for (size_t i = 0; i < TEMPLATE_NR_CPUS; i++) {
		const struct cookie_range *range = &g->template.cookies[i];

		if (range->min <= range->max &&
		    copy >= UINT32_MAX / ((uint64_t)range->max - range->min + 2 +
					  2 * (uint64_t)g->sleepers.nr))
			return true;
	}
	return false;
}

/* Ids of moved tasks begin after all those of the trace. */
static int64_t first_moved_tid(const struct generate *g, uint64_t copy)
{
	const struct trace_template *t = &g->template;

	return t->max_tid + 1 + (copy - 1) * ((int64_t)t->tasks[t->nr_tasks - 1] - t->tasks[0] + 1);
}

static int32_t moved_tid(const struct generate *g, int32_t tid)
{
	return g->copy ? first_moved_tid(g, g->copy) + tid - g->template.tasks[0] : tid;
}

static bool tids_used_up(const struct generate *g, uint64_t copy)
{
	return g->template.nr_tasks &&
	       (copy >= SLEEPERS_FIRST_TID || first_moved_tid(g, copy + 1) > SLEEPERS_FIRST_TID);
}

static uint64_t get_u64(const uint8_t *at)
{
	uint64_t value;

	memcpy(&value, at, sizeof(value));
	return value;
}

static void add_u64(uint8_t *at, uint64_t more)
{
	const uint64_t value = get_u64(at) + more;

	memcpy(at, &value, sizeof(value));
}

static void set_u32(uint8_t *at, uint32_t value)
{
	memcpy(at, &value, sizeof(value));
}

static void edit_record(struct generate *g, const struct template_record *rec, uint8_t *data,
			const struct move *move)
{
	const struct edit *edits = &g->template.edits[rec->first_edit];

	for (unsigned int i = 0; i < rec->nr_edits; i++) {
		uint8_t *at = data + edits[i].at;
		uint64_t cookie;
		int32_t tid;

		switch (edits[i].kind) {
		case EDIT_TIME:
			add_u64(at, move->time);
			break;
		case EDIT_COOKIE:
			cookie = move->cookie ? move->cookie : moved_cookie(g, rec->cookie);
			memcpy(at, &cookie, sizeof(cookie));
			break;
		case EDIT_TASK:
		default:
			memcpy(&tid, at, sizeof(tid));
			set_u32(at, moved_tid(g, tid));
			break;
		}
	}
	if (move->tid) {
		set_u32(data + rec->tid_at, SLEEPERS_FIRST_TID);
		set_u32(data + rec->tid_at + 4, move->tid);
	}
}

/* ---- records ---- */

static int write_bytes(struct generate *g, struct defer_error *err)
{
	int ret = byte_buf__check(&g->bytes, "the records", err);

	if (!ret)
		ret = trace_out__add(&g->out, &g->bytes, err);
	byte_buf__clear(&g->bytes);
	return ret;
}

static int put_record(struct generate *g, const struct template_record *rec, struct move *move,
		      struct defer_error *err)
{
	const size_t at = g->bytes.size;

	byte_buf__add(&g->bytes, trace_template__data(&g->template, rec), rec->size);
	if (!g->bytes.no_memory)
		edit_record(g, rec, g->bytes.data + at, move);
	g->stats->records++;
	g->stats->samples += rec->type == DEFER_RECORD_SAMPLE;
	return g->bytes.size < WRITE_BYTES ? 0 : write_bytes(g, err);
}

static bool has_record(const struct generate *g, const struct template_record *rec)
{
	return !g->copy || rec->repeat != REPEAT_NEVER;
}

static int put_copied(struct generate *g, const struct template_record *rec,
		      struct defer_error *err)
{
	struct move move = {.time = g->copy * g->period + g->sleepers.nr};

	if (!has_record(g, rec) || losing__takes(&g->losing, rec, &g->chance))
		return 0;
	losing__tell(&g->losing, rec, rec->time + move.time, &g->bytes);
	return put_record(g, rec, &move, err);
}

/* ---- sleepers ---- */

/* The sleepers' counts follow those of their CPU in the trace. */
static uint64_t sleeper_cookie(struct generate *g, const struct template_record *rec, uint32_t nth)
{
	const uint64_t max = trace_template__cookies(&g->template, rec->cookie)->max;
	const uint64_t count = max + 2 + 2 * (uint64_t)nth;

	return moved_cookie(g, count << 32 | (uint32_t)rec->cookie);
}

/* Appends the sample of each sleeper before the copy, or the deferred record of each after it. */
static int put_sleepers(struct generate *g, bool after, struct defer_error *err)
{
	const struct trace_template *t = &g->template;
	const uint64_t nr = g->sleepers.nr, begin = after ? t->last_time + nr + 1 : t->first_time;
	int ret = 0;

	for (uint32_t i = 0; i < nr && !ret; i++) {
		const struct sleep *sleep = sleepers__sleep(&g->sleepers, g->copy * nr + i);
		const struct template_record *rec =
			&t->records[after ? sleep->deferred : sleep->sample];
		struct move move = {
			.time = begin + g->copy * g->period + i - rec->time,
			.cookie = sleeper_cookie(g, rec, i),
			.tid = SLEEPERS_FIRST_TID + i,
		};

		ret = put_record(g, rec, &move, err);
	}
	return ret;
}

/* ---- copies ---- */

/* Appends the sleepers' tasks and samples before the first record that has a time. */
static int begin_sleepers(struct generate *g, struct defer_error *err)
{
	if (!g->copy)
		sleepers__add_tasks(&g->sleepers, &g->bytes);
	return put_sleepers(g, false, err);
}

static int put_copy(struct generate *g, struct defer_error *err)
{
	const struct trace_template *t = &g->template;
	bool begun = false;
	int ret = 0;

	for (size_t i = 0; i < t->nr && !ret; i++) {
		if (t->records[i].time && !begun) {
			begun = true;
			ret = begin_sleepers(g, err);
		}
		if (!ret)
			ret = put_copied(g, &t->records[i], err);
	}
	return ret ? ret : put_sleepers(g, true, err);
}

static uint64_t size_now(const struct generate *g)
{
	return g->out.sink.size + g->bytes.size;
}

static bool wants_more(const struct generate *g)
{
	if (g->opts->size)
		return size_now(g) < g->opts->size;
	return g->copy < (g->opts->copies ? g->opts->copies : 1);
}

/* Checks that there are cookies and tasks for the copy with this number. */
static int check_room(const struct generate *g, uint64_t copy, struct defer_error *err)
{
	const char *what = cookies_used_up(g, copy) ? "cookies than a CPU can give"
			   : tids_used_up(g, copy)  ? "tasks than there are ids"
						    : NULL;

	if (!what)
		return 0;
	return defer_error__set(err, DEFER_ERR_UNSUPPORTED, "%llu copies need more %s",
				(unsigned long long)copy + 1, what);
}

static bool is_asked_to_end(const struct generate *g)
{
	return g->opts->end.is_asked && g->opts->end.is_asked(g->opts->end.ctx);
}

static int put_copies(struct generate *g, struct defer_error *err)
{
	int ret = 0;

	for (; wants_more(g) && !ret; g->copy++) {
		ret = check_room(g, g->copy, err);
		if (!ret && is_asked_to_end(g))
			ret = defer_error__set(err, DEFER_ERR_IO, "writing was interrupted");
		if (!ret)
			ret = put_copy(g, err);
	}
	losing__end(&g->losing, g->copy * g->period + g->template.first_time, &g->bytes);
	return ret ? ret : write_bytes(g, err);
}

/* ---- the file around them ---- */

static int64_t pread_out(void *ctx, void *buf, size_t size, uint64_t offset,
			 struct defer_error *err)
{
	const struct generate *g = ctx;
	int ret = output_sink__read_back(&g->out.sink, buf, size, offset, err);

	return ret ? ret : (int64_t)size;
}

/* Tells the time of the last sample in the feature of that name, which was copied. */
static int fix_sample_time(struct generate *g, struct defer_error *err)
{
	struct defer_header header = {
		.data = {g->form.header.data_offset, g->form.header.data_size},
	};
	struct defer_section section;
	uint64_t times[2];
	int ret;

	if (source__header(g->session->source)->pipe || g->out.sink.is_stream)
		return 0;
	memcpy(header.features, g->form.header.features, sizeof(header.features));
	ret = defer_header__feature_section(&header, FEATURE_SAMPLE_TIME, pread_out, g, &section,
					    err);
	if (ret <= 0 || section.size < sizeof(times))
		return ret < 0 ? ret : 0;
	ret = output_sink__read_back(&g->out.sink, times, sizeof(times), section.offset, err);
	if (ret)
		return ret;
	times[1] += (g->copy - 1) * g->period + g->sleepers.nr;
	times[0] += g->sleepers.nr ? g->template.first_time - times[0] : 0;
	return output_sink__overwrite(&g->out.sink, times, sizeof(times), section.offset, err);
}

static int write_trace(struct generate *g, struct defer_error *err)
{
	int ret = trace_form__init(&g->form, g->session, &g->out, true, err);

	if (!ret)
		ret = trace_form__begin(&g->form, err);
	if (!ret)
		ret = put_copies(g, err);
	if (!ret)
		ret = trace_form__end(&g->form, err);
	if (!ret)
		ret = fix_sample_time(g, err);
	g->stats->copies = g->copy;
	g->stats->lost = g->losing.nr;
	g->stats->bytes = g->out.sink.size;
	return ret;
}

int generate__run(struct session *session, const struct generate_opts *opts,
		  struct generate_stats *stats, struct defer_error *err)
{
	const struct template_opts topts = {
		.depth = opts->depth,
		.new_tasks = opts->new_tasks,
	};
	struct generate g = {
		.opts = opts,
		.session = session,
		.chance.state = opts->seed,
		.out.sink.fd = -1,
		.stats = stats,
	};
	int ret;

	*stats = (struct generate_stats){0};
	losing__init(&g.losing, opts->loss);
	ret = trace_template__init(&g.template, session, &topts, err);
	if (!ret)
		ret = sleepers__init(&g.sleepers, &g.template, opts->sleepers, err);
	g.sleepers.names = opts->names;
	g.period =
		g.template.last_time - g.template.first_time + 2 * (uint64_t)opts->sleepers + GAP;
	if (!ret && opts->copies)
		ret = check_room(&g, opts->copies - 1, err);
	if (!ret)
		ret = trace_out__open(&g.out, opts->path, &opts->end, 0, session->source, err);
	if (!ret)
		ret = write_trace(&g, err);
	if (!ret)
		ret = trace_out__commit(&g.out, err);
	trace_out__exit(&g.out);
	byte_buf__exit(&g.bytes);
	sleepers__exit(&g.sleepers);
	trace_template__exit(&g.template);
	return ret;
}
