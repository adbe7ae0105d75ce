/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * web_page: the text of the page of html around its data: the files in the folder web, joined by
 * tools/scripts/web-page.sh when the program is built.
 */
#ifndef PERF_DEFER_UI_EXPORT_WEB_PAGE_H
#define PERF_DEFER_UI_EXPORT_WEB_PAGE_H

extern const char web_page_head[], web_page_tail[];

#endif /* PERF_DEFER_UI_EXPORT_WEB_PAGE_H */
