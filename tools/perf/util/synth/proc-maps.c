// SPDX-License-Identifier: GPL-2.0-only
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>

#include "util/synth/proc-maps.h"

bool proc_maps__open(struct proc_maps *maps, const char *procfs, int32_t pid)
{
	char path[PATH_MAX];

	*maps = (struct proc_maps){0};
	snprintf(path, sizeof(path), "%s/%d/maps", procfs, pid);
	maps->file = fopen(path, "re");
	return maps->file;
}

void proc_maps__close(struct proc_maps *maps)
{
	free(maps->line);
	fclose(maps->file);
}

/* Parses a hexadecimal number followed by @end, and steps over both. */
static bool parse_hex(char **pos, char end, uint64_t *number)
{
	char *after;

	if (!isxdigit((unsigned char)**pos))
		return false;
	*number = strtoull(*pos, &after, 16);
	if (*after != end)
		return false;
	*pos = after + 1;
	return true;
}

/* Parses "r-xp ". */
static bool parse_perms(char **pos, struct proc_map *map)
{
	const char *p = *pos;

	if (strnlen(p, 5) < 5 || !strchr("r-", p[0]) || !strchr("w-", p[1]) ||
	    !strchr("x-", p[2]) || !strchr("sp", p[3]) || p[4] != ' ')
		return false;
	map->prot = (p[0] == 'r' ? PROT_READ : 0) | (p[1] == 'w' ? PROT_WRITE : 0) |
		    (p[2] == 'x' ? PROT_EXEC : 0);
	map->flags = p[3] == 's' ? MAP_SHARED : MAP_PRIVATE;
	*pos += 5;
	return true;
}

/* Unescapes a name. The kernel writes a newline as \012 and escapes no other character. */
static void proc_maps__unescape(char *name)
{
	char *to = name;

	while (*name) {
		if (!strncmp(name, "\\012", 4)) {
			*to++ = '\n';
			name += 4;
		} else {
			*to++ = *name++;
		}
	}
	*to = '\0';
}

bool proc_map__parse(struct proc_map *map, char *line)
{
	uint64_t maj, min;
	char *pos = line;

	line[strcspn(line, "\n")] = '\0';
	if (!parse_hex(&pos, '-', &map->start) || !parse_hex(&pos, ' ', &map->end) ||
	    !parse_perms(&pos, map) || !parse_hex(&pos, ' ', &map->pgoff) ||
	    !parse_hex(&pos, ':', &maj) || !parse_hex(&pos, ' ', &min) ||
	    !isdigit((unsigned char)*pos) || map->end < map->start)
		return false;
	map->maj = maj;
	map->min = min;
	map->ino = strtoull(pos, &pos, 10);
	if (*pos && *pos != ' ')
		return false;
	pos += strspn(pos, " ");
	proc_maps__unescape(pos);
	map->name = pos;
	return true;
}

bool proc_maps__next(struct proc_maps *maps, struct proc_map *map)
{
	while (getline(&maps->line, &maps->cap, maps->file) > 0) {
		if (proc_map__parse(map, maps->line))
			return true;
	}
	return false;
}

/* The argument of PROCMAP_QUERY: Linux 6.11, include/uapi/linux/fs.h. */
struct procmap_query {
	uint64_t size, query_flags, query_addr;
	uint64_t vma_start, vma_end, vma_flags, vma_page_size, vma_offset, inode;
	uint32_t dev_major, dev_minor;
	uint32_t vma_name_size, build_id_size;
	uint64_t vma_name_addr, build_id_addr;
};

#define PROCMAP_QUERY _IOWR('f', 17, struct procmap_query)

int proc_maps__ask_build_id(const struct proc_maps *maps, const struct proc_map *map,
			    struct build_id *bid)
{
	uint8_t id[BUILD_ID_SIZE];
	struct procmap_query query = {
		.size = sizeof(query),
		.query_addr = map->start,
		.build_id_size = sizeof(id),
		.build_id_addr = (uintptr_t)id,
	};

	*bid = (struct build_id){0};
	if (ioctl(fileno(maps->file), PROCMAP_QUERY, &query))
		return errno == ENOTTY || errno == EINVAL ? -1 : 0;
	/* Another file may have been mapped here since the line was read. */
	if (query.build_id_size && query.build_id_size <= sizeof(id) && query.inode == map->ino)
		build_id__init(bid, id, query.build_id_size);
	return build_id__known(bid);
}
