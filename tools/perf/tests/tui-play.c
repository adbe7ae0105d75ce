// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <unistd.h>

#include "tests/recorded.h"
#include "tests/tests.h"
#include "tests/tui-play.h"

int play__init(struct play *play, const char *trace, unsigned int rows, unsigned int cols)
{
	const char *data = getenv("PERF_DEFER_TEST_DATA");

	T_NEED_RECORDED();
	*play = (struct play){.err = DEFER_ERROR_INIT};
	snprintf(play->path, sizeof(play->path), "%s/%s", data, trace);
	snprintf(play->kallsyms, sizeof(play->kallsyms), "%s/kallsyms-boot1", data);
	snprintf(play->symfs, sizeof(play->symfs), "%s/symfs", data);
	play->conf = (struct symbol_conf){
		.kallsyms = play->kallsyms, .symfs = play->symfs, .buildid_dir = "/nonexistent"};
	play->pipeline = (struct pipeline_opts){
		.session.path = play->path,
		.sort.children = true,
		.show.graph = GRAPH_CONF_DEFAULT,
		.conf = &play->conf,
		.groups.on = true,
	};
	play->pipeline.show.graph.order = ORDER_CALLER;
	play->opts = (struct tui_opts){.pipeline = &play->pipeline};
	T_EQ(term__new_memory(&play->term, rows, cols, true, NULL), 0);
	return TEST_OK;
}

void play__exit(struct play *play)
{
	term__delete(play->term);
}

int play__run(struct play *play, const struct term_step *steps, size_t nr)
{
	int ret;

	term__feed(play->term, steps, nr);
	ret = tui__run(play->term, &play->opts, true, &play->err);
	if (ret < 0)
		T_FAIL("%s", play->err.text);
	if (!term__is_done(play->term)) {
		const char *awaited = term__awaited(play->term);
		char line[1024];

		for (unsigned int row = 0; row < term__rows(play->term); row++) {
			term__text(play->term, row, line, sizeof(line));
			fprintf(stderr, "%s\n", line);
		}
		T_FAIL("a step did not come: '%s'; above is the screen", awaited ? awaited : "");
	}
	return TEST_OK;
}

int play__enter_folder(char *path)
{
	T_CHECK(mkdtemp(path));
	T_EQ(chdir(path), 0);
	return TEST_OK;
}

int play__leave_folder(const char *path)
{
	char command[256];

	T_EQ(chdir("/"), 0);
	snprintf(command, sizeof(command), "rm -rf '%s'", path);
	T_EQ(system(command), 0);
	return TEST_OK;
}
