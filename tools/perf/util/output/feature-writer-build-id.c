// SPDX-License-Identifier: GPL-2.0-only
/* BUILD_ID: a table of records as in a pipe, except that their type is 0. */
#include <string.h>

#include <perf/defer-record.h>

#include "util/output/feature-writer.h"
#include "util/output/output-dsos.h"

#define HOST_PID   -1
#define NAME_ALIGN 64

void feature__add_build_id(struct byte_buf *bytes, const char *name, uint16_t misc,
			   const struct build_id *bid)
{
	size_t room = (strlen(name) / NAME_ALIGN + 1) * NAME_ALIGN;
	size_t size = DEFER_RECORD_HEADER_SIZE + 4 + DEFER_BUILD_ID_SIZE + 4 + room;

	byte_buf__header(bytes, 0, misc | DEFER_MISC_BUILD_ID_SIZE, size);
	byte_buf__u32(bytes, HOST_PID);
	byte_buf__add(bytes, bid->data, DEFER_BUILD_ID_SIZE);
	byte_buf__u32(bytes, 0);
	if (!bytes->no_memory)
		bytes->data[bytes->size - 4] = bid->size;
	byte_buf__add(bytes, name, strlen(name));
	byte_buf__zeros(bytes, room - strlen(name));
}

bool write_build_id(const struct feature_facts *facts, struct byte_buf *bytes)
{
	struct build_id bid;

	for (size_t i = 0; facts->dsos && i < facts->dsos->nr; i++) {
		const struct output_dso *dso = &facts->dsos->dsos[i];

		if (output_dso__build_id(dso, facts->opts->sysfs, facts->opts->procfs, &bid))
			feature__add_build_id(bytes, dso->name,
					      dso->kernel ? DEFER_MISC_KERNEL : DEFER_MISC_USER,
					      &bid);
	}
	return bytes->size > 0;
}
