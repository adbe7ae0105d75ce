// SPDX-License-Identifier: GPL-2.0-only
#include "ui/export/sqlite-schema.h"

#define TEXT_OF(value)	#value
#define VERSION(number) TEXT_OF(number)

/* "perd", as file(1) shows it. */
#define APPLICATION "0x70657264"

const char sqlite_tables[] =
	/* Nobody reads the file before it is whole, and it is whole or removed. */
	"PRAGMA synchronous = OFF;"
	"PRAGMA application_id = " APPLICATION ";"
	"PRAGMA user_version = " VERSION(
		SQLITE_SCHEMA_VERSION) ";"
				       "BEGIN;"
				       "CREATE TABLE hosts (id INTEGER PRIMARY KEY, name TEXT, arch TEXT, release TEXT,"
				       " cpus INTEGER);"
				       "CREATE TABLE batches (id INTEGER PRIMARY KEY, host INTEGER REFERENCES hosts, file TEXT,"
				       " start_ns INTEGER, end_ns INTEGER, has_time INTEGER);"
				       "CREATE TABLE events (id INTEGER PRIMARY KEY, batch INTEGER REFERENCES batches, name TEXT,"
				       " unit TEXT);"
				       "CREATE TABLE classes (id INTEGER PRIMARY KEY, name TEXT, meaning TEXT,"
				       " missing INTEGER);"
				       "CREATE TABLE dsos (id INTEGER PRIMARY KEY, path TEXT, build_id TEXT);"
				       "CREATE TABLE frames (id INTEGER PRIMARY KEY, symbol INTEGER REFERENCES frames,"
				       " name TEXT NOT NULL, kind TEXT NOT NULL, half TEXT, dso INTEGER REFERENCES dsos,"
				       " address INTEGER);"
				       "CREATE TABLE calls (id INTEGER PRIMARY KEY, parent INTEGER REFERENCES calls,"
				       " frame INTEGER NOT NULL REFERENCES frames, depth INTEGER NOT NULL);"
				       "CREATE TABLE stacks (id INTEGER PRIMARY KEY, frame INTEGER NOT NULL REFERENCES frames,"
				       " call INTEGER REFERENCES calls, kind TEXT, syscall TEXT,"
				       " user INTEGER REFERENCES frames, kernel INTEGER REFERENCES frames);"
				       "CREATE TABLE threads (id INTEGER PRIMARY KEY, host INTEGER REFERENCES hosts, pid INTEGER,"
				       " tid INTEGER, comm TEXT);"
				       "CREATE TABLE evidence (id INTEGER PRIMARY KEY, runs TEXT NOT NULL);"
				       "CREATE TABLE entries (id INTEGER PRIMARY KEY, batch INTEGER REFERENCES batches,"
				       " thread INTEGER REFERENCES threads, cookie INTEGER, begin_ns INTEGER, last_ns INTEGER,"
				       " return_ns INTEGER, remaining_ns INTEGER, on_cpu_ns INTEGER, off_cpu_ns INTEGER,"
				       " state TEXT, samples INTEGER, merged_back INTEGER, class INTEGER REFERENCES classes,"
				       " stack INTEGER REFERENCES stacks, restarted INTEGER);"
				       "CREATE TABLE samples (id INTEGER PRIMARY KEY, batch INTEGER REFERENCES batches,"
				       " event INTEGER REFERENCES events, time_ns INTEGER, cpu INTEGER,"
				       " thread INTEGER REFERENCES threads, stack INTEGER REFERENCES stacks,"
				       " class INTEGER REFERENCES classes, period INTEGER, delay_ns INTEGER, cookie INTEGER,"
				       " entry INTEGER REFERENCES entries, evidence INTEGER REFERENCES evidence);"
				       "CREATE TABLE ledger (batch INTEGER REFERENCES batches, event INTEGER REFERENCES events,"
				       " class INTEGER REFERENCES classes, samples INTEGER, period INTEGER,"
				       " PRIMARY KEY (batch, event, class));"
				       "CREATE TABLE losses (batch INTEGER REFERENCES batches, cpu INTEGER, records INTEGER,"
				       " lost INTEGER, lost_samples INTEGER, lost_stacks INTEGER, lost_others INTEGER);";

#define WEIGHTS "count(*) AS samples, sum(period) AS period"

/* The samples of each stack, which all views of functions are made of. */
#define STACK_SUMS                                                                              \
	"sums AS (SELECT batch, event, stack, " WEIGHTS " FROM samples GROUP BY batch, event, " \
	"stack)"

const char sqlite_indexes[] =
	"CREATE INDEX samples_time ON samples (batch, time_ns);"
	"CREATE INDEX samples_event ON samples (event, class);"
	"CREATE INDEX samples_thread ON samples (thread);"
	"CREATE INDEX samples_stack ON samples (stack);"
	"CREATE INDEX samples_entry ON samples (entry);"
	"CREATE INDEX stacks_call ON stacks (call);"
	"CREATE INDEX calls_parent ON calls (parent);"
	"CREATE INDEX calls_frame ON calls (frame);"
	"CREATE INDEX frames_name ON frames (name);"
	"CREATE INDEX threads_tid ON threads (host, tid);"
	"CREATE INDEX entries_begin ON entries (batch, begin_ns);"
	/* Rows of functions by the samples that hit them, as report --no-children -s sym,dso. */
	"CREATE VIEW self_by_symbol AS WITH " STACK_SUMS
	" SELECT sums.batch, sums.event, y.id AS symbol, y.name, y.half, d.path AS dso,"
	" sum(sums.samples) AS samples, sum(sums.period) AS period"
	" FROM sums JOIN stacks k ON k.id = sums.stack JOIN frames f ON f.id = k.frame"
	" JOIN frames y ON y.id = f.symbol LEFT JOIN dsos d ON d.id = y.dso"
	" GROUP BY sums.batch, sums.event, y.id ORDER BY sum(sums.period) DESC;"
	/* Rows by the samples whose stacks have them, each once, as report --children -s sym,dso. */
	"CREATE VIEW total_by_symbol AS WITH RECURSIVE " STACK_SUMS ","
	" up (stack, call) AS (SELECT id, call FROM stacks WHERE call IS NOT NULL"
	" UNION ALL SELECT up.stack, c.parent FROM up JOIN calls c ON c.id = up.call"
	" WHERE c.parent IS NOT NULL),"
	" inside (stack, symbol) AS (SELECT up.stack, f.symbol FROM up"
	" JOIN calls c ON c.id = up.call JOIN frames f ON f.id = c.frame"
	" UNION SELECT k.id, f.symbol FROM stacks k JOIN frames f ON f.id = k.frame)"
	" SELECT sums.batch, sums.event, y.id AS symbol, y.name, y.half, d.path AS dso,"
	" sum(sums.samples) AS samples, sum(sums.period) AS period"
	" FROM sums JOIN inside ON inside.stack = sums.stack"
	" JOIN frames y ON y.id = inside.symbol LEFT JOIN dsos d ON d.id = y.dso"
	" GROUP BY sums.batch, sums.event, y.id ORDER BY sum(sums.period) DESC;"
	"CREATE VIEW by_thread AS SELECT s.batch, s.event, t.host, t.pid, t.tid, t.comm,"
	" count(*) AS samples, sum(s.period) AS period, sum(c.missing) AS missing"
	" FROM samples s JOIN threads t ON t.id = s.thread JOIN classes c ON c.id = s.class"
	" GROUP BY s.batch, s.event, s.thread ORDER BY sum(s.period) DESC;"
	"CREATE VIEW by_class AS SELECT l.batch, l.event, e.name AS event_name, c.name AS class,"
	" c.meaning, l.samples, l.period FROM ledger l JOIN classes c ON c.id = l.class"
	" JOIN events e ON e.id = l.event ORDER BY l.event, l.class;"
	/* Where user code and kernel meet: what led across, from where, and to which function. */
	"CREATE VIEW by_seam AS WITH " STACK_SUMS
	" SELECT sums.batch, sums.event, u.name AS user, k.kind, k.syscall, f.name AS kernel,"
	" sum(sums.samples) AS samples, sum(sums.period) AS period"
	" FROM sums JOIN stacks k ON k.id = sums.stack LEFT JOIN frames u ON u.id = k.user"
	" LEFT JOIN frames f ON f.id = k.kernel"
	" GROUP BY sums.batch, sums.event, k.user, k.kind, k.syscall, k.kernel"
	" ORDER BY sum(sums.period) DESC;"
	"CREATE VIEW entries_by_kind AS SELECT e.batch, k.kind, k.syscall, count(*) AS entries,"
	" sum(e.samples) AS samples, sum(e.remaining_ns) AS remaining_ns,"
	" max(e.remaining_ns) AS longest_ns, sum(e.on_cpu_ns) AS on_cpu_ns,"
	" sum(e.off_cpu_ns) AS off_cpu_ns"
	" FROM entries e JOIN stacks k ON k.id = e.stack"
	" GROUP BY e.batch, k.kind, k.syscall ORDER BY count(*) DESC;"
	/* Folded stacks, as export -f folded without its task. */
	"CREATE VIEW folded AS WITH RECURSIVE " STACK_SUMS ","
	" down (call, path) AS (SELECT c.id, f.name FROM calls c JOIN frames f ON f.id = c.frame"
	" WHERE c.parent IS NULL UNION ALL SELECT c.id, down.path || ';' || f.name FROM down"
	" JOIN calls c ON c.parent = down.call JOIN frames f ON f.id = c.frame)"
	" SELECT sums.batch, sums.event, coalesce(down.path, f.name) AS stack,"
	" sum(sums.samples) AS samples, sum(sums.period) AS period"
	" FROM sums JOIN stacks k ON k.id = sums.stack JOIN frames f ON f.id = k.frame"
	" LEFT JOIN down ON down.call = k.call GROUP BY sums.batch, sums.event, 3;"
	"CREATE VIEW sample_rows AS SELECT s.id, b.host, s.batch, e.name AS event, s.time_ns,"
	" s.cpu, t.pid, t.tid, t.comm, c.name AS class, s.period, s.delay_ns, s.cookie, s.entry,"
	" f.name AS symbol, d.path AS dso, k.kind, k.syscall, s.stack, v.runs AS evidence"
	" FROM samples s JOIN batches b ON b.id = s.batch JOIN events e ON e.id = s.event"
	" JOIN threads t ON t.id = s.thread JOIN classes c ON c.id = s.class"
	" JOIN stacks k ON k.id = s.stack JOIN frames f ON f.id = k.frame"
	" LEFT JOIN dsos d ON d.id = f.dso LEFT JOIN evidence v ON v.id = s.evidence;"
	"COMMIT;";
