// SPDX-License-Identifier: GPL-2.0-only
#include <assert.h>

#include "ui/export/columns.h"
#include "ui/export/gz.h"
#include "util/base/error.h"

#define FLUSH_SIZE (64U << 10)

void columns__init(struct columns *columns, struct gz *gz)
{
	*columns = (struct columns){.gz = gz};
	columns->buf.swap = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;
}

void columns__exit(struct columns *columns)
{
	byte_buf__exit(&columns->buf);
}

void columns__begin(struct columns *columns, const char *name)
{
	assert(columns->nr < COLUMNS_MAX);
	columns->of[columns->nr].name = name;
	columns->of[columns->nr++].nr = 0;
}

static void flush(struct columns *columns)
{
	gz__write(columns->gz, columns->buf.data, columns->buf.size);
	columns->no_memory |= columns->buf.no_memory;
	byte_buf__clear(&columns->buf);
}

void columns__put(struct columns *columns, uint32_t value)
{
	byte_buf__u32(&columns->buf, value);
	columns->of[columns->nr - 1].nr++;
	if (columns->buf.size >= FLUSH_SIZE)
		flush(columns);
}

int columns__finish(struct columns *columns, struct defer_error *err)
{
	flush(columns);
	return columns->no_memory ? error__no_memory(err, "for the export") : 0;
}

void columns__write_json(const struct columns *columns, struct json *json)
{
	json__array(json, "columns");
	for (unsigned int i = 0; i < columns->nr; i++) {
		json__array(json, NULL);
		json__str(json, NULL, columns->of[i].name);
		json__u64(json, NULL, columns->of[i].nr);
		json__end(json);
	}
	json__end(json);
}
