// SPDX-License-Identifier: GPL-2.0-only
/* symbol-opts: where options, the configuration and the environment say that symbols are. */
#include <limits.h>
#include <stdlib.h>
#include <unistd.h>

#include "tests/folder.h"
#include "tests/tests.h"
#include "util/base/array.h"
#include "util/dso/debuginfod.h"
#include "util/dso/symbol-opts.h"

/* ---- the configuration --------------------------------------------------------------- */

static int defaults(const struct folder *folder)
{
	struct symbol_opts opts;

	T_CHECK(folder__write(folder, "config",
			      "[buildid]\n\tdir = /first\n\tdir = /configured\n\tdir\n\tother = 1\n"
			      "[buildid-cache]\n\tdir = 2\n\tdebuginfod = http://a\n"));
	setenv("PERF_CONFIG", folder_at(folder, "config"), 1);
	unsetenv("PERF_BUILDID_DIR");
	T_EQ(symbol_opts__init(&opts, NULL), 0);
	T_CHECK(opts.conf.containers && opts.inlines && opts.demangle);
	T_STREQ(opts.conf.buildid_dir, "/configured");
	T_STREQ(opts.config_debuginfod, "http://a");
	symbol_opts__exit(&opts);

	setenv("PERF_BUILDID_DIR", "/environment", 1);
	T_EQ(symbol_opts__init(&opts, NULL), 0);
	T_STREQ(opts.conf.buildid_dir, "/environment");
	symbol_opts__exit(&opts);
	unsetenv("PERF_BUILDID_DIR");

	T_CHECK(folder__write(folder, "config", "[buildid]\n"));
	T_EQ(symbol_opts__init(&opts, NULL), 0);
	T_CHECK(!opts.conf.buildid_dir && !opts.config_debuginfod);
	symbol_opts__exit(&opts);
	T_CHECK(folder__write(folder, "config", "[buildid\n"));
	T_EQ(symbol_opts__init(&opts, NULL), DEFER_ERR_INVAL);
	symbol_opts__exit(&opts);
	return TEST_OK;
}

static int test_defaults(void)
{
	return folder__run(defaults);
}

/* ---- servers ------------------------------------------------------------------------- */

/* The option goes before the configuration, and that before the environment. */
static int test_servers(void)
{
	static const struct {
		const char *option, *config, *environment, *urls;
	} known[] = {
		{NULL, NULL, NULL, NULL},
		{NULL, NULL, "", NULL},
		{NULL, NULL, "http://e", "http://e"},
		{NULL, "http://c", "http://e", "http://c"},
		{"http://o", "http://c", "http://e", "http://o"},
		{"system", "http://c", "http://e", "http://e"},
		{NULL, "system", "http://e", "http://e"},
		{"system", NULL, NULL, NULL},
		{"", "http://c", "http://e", NULL},
		{"no", "http://c", "http://e", NULL},
		{NULL, "no", "http://e", NULL},
		{NULL, "", "http://e", NULL},
		{NULL, NULL, "no", NULL},
	};
	const bool is_there = debuginfod__is_there();

	for (size_t i = 0; i < ARRAY_SIZE(known); i++) {
		struct symbol_opts opts = {
			.debuginfod = known[i].option, .inlines = i % 2, .demangle = !(i % 2)};
		struct defer_error err = DEFER_ERROR_INIT;
		const char *urls;
		int ret;

		opts.config_debuginfod = known[i].config ? strdup(known[i].config) : NULL;
		if (known[i].environment)
			setenv("DEBUGINFOD_URLS", known[i].environment, 1);
		else
			unsetenv("DEBUGINFOD_URLS");
		urls = symbol_opts__servers(&opts);
		T_CHECK(!urls == !known[i].urls);
		if (urls)
			T_STREQ(urls, known[i].urls);
		ret = symbol_opts__connect(&opts, &err);
		/* A server that was asked for on the command line is missed, others are not. */
		T_EQ(ret, urls && !is_there && known[i].option ? DEFER_ERR_UNSUPPORTED : 0);
		T_EQ(!!opts.conf.debuginfod, urls && is_there);
		T_EQ(opts.conf.no_inline, !opts.inlines);
		T_EQ(opts.conf.no_demangle, !opts.demangle);
		/* Libraries ask the same servers, or none. */
		urls = getenv("DEBUGINFOD_URLS");
		T_STREQ(urls ? urls : "", known[i].urls ? known[i].urls : "");
		symbol_opts__exit(&opts);
	}
	return TEST_OK;
}

/* ---- files --------------------------------------------------------------------------- */

static int check(const struct symbol_conf *conf, const char *why)
{
	const struct symbol_opts opts = {.conf = *conf};
	struct defer_error err = DEFER_ERROR_INIT;
	int ret = symbol_opts__check(&opts, &err);

	T_EQ(ret, why ? DEFER_ERR_INVAL : 0);
	if (why && !strstr(err.text, why))
		T_FAIL("'%s' is not in '%s'", why, err.text);
	return TEST_OK;
}

static int kernels(const struct folder *folder)
{
	static const struct {
		const char *text, *why;
	} files[] = {
		{"\177ELF", NULL},
		{"\177ELF and more", NULL},
		{"\177EL", "not an ELF file"},
		{"", "not an ELF file"},
		{"ELF", "not an ELF file"},
		{"MZ", "vmlinuz has no symbols"},
		{"MZ and more", "vmlinuz has no symbols"},
		{"M", "not an ELF file"},
		{"\037\213 packed", "vmlinuz has no symbols"},
		{"\037 packed", "not an ELF file"},
	};
	static char name[PATH_MAX + 1];
	struct symbol_conf conf = {.symfs = folder_at(folder, "symfs")};

	T_CHECK(folder__mkdir(folder, "symfs"));
	for (size_t i = 0; i < ARRAY_SIZE(files); i++) {
		T_CHECK(folder__write(folder, "symfs/vmlinux", files[i].text));
		conf.vmlinux = "vmlinux";
		T_RUN(check(&conf, files[i].why));
		conf.vmlinux = folder_at(folder, "symfs/vmlinux");
		T_RUN(check(&conf, files[i].why));
	}
	conf.vmlinux = folder_at(folder, "symfs");
	T_RUN(check(&conf, "symfs: not a regular file"));
	conf.vmlinux = "none";
	T_RUN(check(&conf, "symfs/none: No such file"));
	memset(name, 'x', PATH_MAX);
	conf.vmlinux = name;
	T_RUN(check(&conf, "-k xxx"));
	return TEST_OK;
}

static int test_kernels(void)
{
	return folder__run(kernels);
}

static int lists(const struct folder *folder)
{
	static const struct {
		const char *text, *why;
	} files[] = {
		{"ffffffff81000000 T _text\n", NULL},
		{"0 t x", NULL},
		{"ABCDEF09 A a", NULL},
		{"ffffffff81000000 T", "not a list of symbols"},
		{"", "not a list of symbols"},
		{"x T a", "not a list of symbols"},
		{"ffffffff810000000 T a", NULL}, /* one digit more is taken for the letter */
	};
	struct symbol_conf conf = {.kallsyms = folder_at(folder, "kallsyms")};

	for (size_t i = 0; i < ARRAY_SIZE(files); i++) {
		T_CHECK(folder__write(folder, "kallsyms", files[i].text));
		T_RUN(check(&conf, files[i].why));
	}
	conf.kallsyms = folder_at(folder, "none");
	T_RUN(check(&conf, "none: No such file"));
	conf.kallsyms = folder->path;
	T_RUN(check(&conf, "not a regular file"));
	T_CHECK(folder__fifo(folder, "fifo"));
	conf.kallsyms = folder_at(folder, "fifo");
	T_RUN(check(&conf, "--kallsyms"));

	conf = (struct symbol_conf){.symfs = ""};
	T_RUN(check(&conf, NULL));
	conf.symfs = folder->path;
	T_RUN(check(&conf, NULL));
	conf.symfs = folder_at(folder, "none");
	T_RUN(check(&conf, "--symfs"));
	conf.symfs = folder_at(folder, "kallsyms");
	T_RUN(check(&conf, "not a directory"));
	/* The first fault is said. */
	conf.vmlinux = conf.kallsyms = "/none";
	T_RUN(check(&conf, "--symfs"));
	conf.symfs = NULL;
	T_RUN(check(&conf, "-k /none"));
	conf.vmlinux = NULL;
	T_RUN(check(&conf, "--kallsyms /none"));
	return TEST_OK;
}

static int test_lists(void)
{
	return folder__run(lists);
}

static const struct test_case cases[] = {
	{"the configuration, and what goes before it", test_defaults},
	{"servers", test_servers},
	{"files of -k", test_kernels},
	{"files of --kallsyms, and folders of --symfs", test_lists},
	{0},
};

const struct test_suite suite__symbol_opts = {
	.name = "symbol-opts",
	.desc = "where symbols are said to be",
	.cases = cases,
};
