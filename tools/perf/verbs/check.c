// SPDX-License-Identifier: GPL-2.0-only
/* check: reports what this kernel and this build support, and how to get the rest. */
#include <stdio.h>

#include <subcmd/parse-options.h>

#include "verbs/common.h"
#include "verbs/defer.h"
#include "verbs/options.h"
#include "verbs/symbol-options.h"
#include "ui/text/json.h"
#include "util/host/checklist.h"
#include "util/host/hostinfo.h"
#include "util/host/libinfo.h"
#include "util/host/probe.h"
#include "version.h"

struct findings {
	struct hostinfo host;
	struct probe probe;
	struct checklist list;
	struct libinfo libs[LIBINFO_NR];
};

/* Applies the configuration, which overrides the environment when servers are asked. */
static void apply_settings(struct hostinfo *host, const struct symbol_opts *symbols)
{
	const char *urls = symbol_opts__servers(symbols);

	host->debuginfod_refused = host->debuginfod_urls && !urls;
	host->debuginfod_urls = urls;
}

static void findings__look(struct findings *found, const struct symbol_opts *symbols)
{
	hostinfo__read(&found->host);
	apply_settings(&found->host, symbols);
	probe__run(&found->probe);
	checklist__init(&found->list, &found->host, &found->probe);
	libinfo__read(found->libs);
}

static void print_item(const struct check_item *item, bool quiet)
{
	static const char *const marks[] = {
		[CHECK_YES] = " yes  ",
		[CHECK_LIMIT] = "limit ",
		[CHECK_NO] = "  no  ",
		[CHECK_FATAL] = "FATAL ",
	};

	if (quiet && (item->status == CHECK_YES))
		return;
	printf("%22s: [%s] %s\n", item->name, marks[item->status], item->value);
	if (item->advice[0])
		printf("%22s  %8s %s\n", "", "->", item->advice);
}

static void print_library(const struct libinfo *lib, bool quiet)
{
	if (lib->is_there && quiet)
		return;
	printf("%22s: [%s] %s%sfor %s\n", lib->name, lib->is_there ? " yes  " : "  no  ",
	       lib->version, lib->version[0] ? ", " : "", lib->what);
	if (!lib->is_there)
		printf("%22s  %8s install %s and build perf-defer again\n", "", "->", lib->package);
}

static void print_text(const struct findings *found, bool quiet)
{
	if (!quiet)
		printf("# perf-defer %s on Linux %s (%s), %ld CPUs\n#\n", PERF_DEFER_VERSION,
		       found->host.release, found->host.machine, found->host.nr_cpus);
	for (unsigned int i = 0; i < found->list.nr; i++)
		print_item(&found->list.items[i], quiet);
	for (int i = 0; i < LIBINFO_NR; i++)
		print_library(&found->libs[i], quiet);
	if (!quiet)
		printf("#\n");
	printf("%sDeferred user callchains can%s be recorded here.\n", quiet ? "" : "# ",
	       checklist__can_record(&found->list) ? "" : "not");
}

static void write_probe(struct json *json, const struct probe *probe)
{
	json__object(json, "probe");
	json__str(json, "result", probe_defer__name(probe->defer));
	json__i64(json, "errno", probe->error);
	json__u64(json, "samples", probe->samples);
	json__u64(json, "deferred", probe->deferred);
	json__u64(json, "records", probe->records);
	json__end(json);
}

static void write_items(struct json *json, const struct checklist *list)
{
	json__array(json, "items");
	for (unsigned int i = 0; i < list->nr; i++) {
		const struct check_item *item = &list->items[i];

		json__object(json, NULL);
		json__str(json, "name", item->name);
		json__str(json, "status", check_status__name(item->status));
		json__str(json, "value", item->value);
		json__str(json, "advice", item->advice[0] ? item->advice : NULL);
		json__end(json);
	}
	json__end(json);
}

static void write_libraries(struct json *json, const struct libinfo *libs)
{
	json__array(json, "libraries");
	for (int i = 0; i < LIBINFO_NR; i++) {
		json__object(json, NULL);
		json__str(json, "name", libs[i].name);
		json__str(json, "version", libs[i].version[0] ? libs[i].version : NULL);
		json__str(json, "for", libs[i].what);
		json__bool(json, "there", libs[i].is_there);
		json__str(json, "package", libs[i].package);
		json__end(json);
	}
	json__end(json);
}

static int print_json(const struct findings *found, struct defer_error *err)
{
	struct json json;

	json__init(&json, stdout);
	json__object(&json, NULL);
	json__bool(&json, "can_record", checklist__can_record(&found->list));
	json__str(&json, "version", PERF_DEFER_VERSION);
	json__str(&json, "kernel", found->host.release);
	json__str(&json, "machine", found->host.machine);
	json__i64(&json, "cpus", found->host.nr_cpus);
	write_probe(&json, &found->probe);
	write_items(&json, &found->list);
	write_libraries(&json, found->libs);
	json__end(&json);
	return json__finish(&json, err);
}

static int check(const struct symbol_opts *symbols, bool json, bool quiet, struct defer_error *err)
{
	struct findings found;

	findings__look(&found, symbols);
	if (json && print_json(&found, err))
		return verb__error(NULL, err);
	if (!json)
		print_text(&found, quiet);
	if (verb__finish_output(stdout))
		return 1;
	return checklist__can_record(&found.list) ? 0 : 1;
}

int cmd_defer_check(int argc, const char **argv)
{
	bool json = false, quiet = false;
	const struct option options[] = {
		OPT_BOOLEAN(0, "json", &json, "print one JSON object"),
		OPT_BOOLEAN('q', "quiet", &quiet, "print only what is missing"),
		OPT_END(),
	};
	const char *const usage[] = {
		"perf defer check [<options>]",
		NULL,
	};
	struct defer_error err = DEFER_ERROR_INIT;
	struct symbol_opts symbols;
	int status;

	argc = verb__parse_options(argc, argv, options, usage, 0);
	if (argc)
		verb__usage_error(usage, options, "unexpected argument '%s'", argv[0]);

	if (symbol_opts__init(&symbols, &err)) {
		symbol_opts__exit(&symbols);
		return verb__error(NULL, &err);
	}
	status = check(&symbols, json, quiet, &err);
	symbol_opts__exit(&symbols);
	return status;
}
