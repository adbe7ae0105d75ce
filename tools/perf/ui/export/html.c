// SPDX-License-Identifier: GPL-2.0-only
#include "ui/export/base64.h"
#include "ui/export/gz.h"
#include "ui/export/html-data.h"
#include "ui/export/html.h"
#include "ui/export/web-page.h"
#include "util/base/error.h"

static int put_data(const struct export_source *source, const char *title, FILE *text,
		    struct defer_error *err)
{
	struct gz *gz = gz__new(text);
	int ret = gz ? html_data__write(source, title, gz, err)
		     : error__no_memory(err, "for the export");

	if (!ret)
		ret = gz__finish(gz, err);
	gz__delete(gz);
	return ret;
}

int html__write(const struct export_source *source, const char *title, FILE *out,
		struct defer_error *err)
{
	FILE *text = base64__open(out);
	int ret;

	if (!text)
		return error__no_memory(err, "for the export");
	fputs(web_page_head, out);
	ret = put_data(source, title, text, err);
	if (fclose(text) && !ret)
		ret = defer_error__set(err, DEFER_ERR_IO, "cannot write the export: %m");
	fputs(web_page_tail, out);
	if (!ret && (fflush(out) || ferror(out)))
		ret = defer_error__set(err, DEFER_ERR_IO, "cannot write the export: %m");
	return ret;
}
