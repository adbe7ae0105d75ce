// SPDX-License-Identifier: GPL-2.0-only
#include <elf.h>
#include <string.h>
#include <unistd.h>

#include "util/base/fd.h"
#include "util/dso/build-id.h"

void build_id__init(struct build_id *bid, const void *data, size_t size)
{
	memset(bid, 0, sizeof(*bid));
	bid->size = size < BUILD_ID_SIZE ? size : BUILD_ID_SIZE;
	memcpy(bid->data, data, bid->size);
}

/* Compares all bytes: those after size are 0, by build_id__init(). */
bool build_id__equal(const struct build_id *a, const struct build_id *b)
{
	return a->size && b->size && !memcmp(a->data, b->data, BUILD_ID_SIZE);
}

int build_id__snprintf(const struct build_id *bid, char buf[static SBUILD_ID_SIZE])
{
	static const char hex[] = "0123456789abcdef";
	int i;

	for (i = 0; i < bid->size && i < BUILD_ID_SIZE; i++) {
		buf[2 * i] = hex[bid->data[i] >> 4];
		buf[2 * i + 1] = hex[bid->data[i] & 15];
	}
	buf[2 * i] = '\0';
	return 2 * i;
}

static size_t pad(size_t size, size_t align)
{
	return (size + align - 1) & ~(align - 1);
}

bool build_id__from_notes(struct build_id *bid, const void *notes, size_t size, size_t align)
{
	const char *p = notes;
	Elf64_Nhdr note;
	size_t namesz, descsz;

	if (align != 8)
		align = 4;
	while (size >= sizeof(note)) {
		memcpy(&note, p, sizeof(note));
		p += sizeof(note);
		size -= sizeof(note);
		namesz = pad(note.n_namesz, align);
		descsz = note.n_descsz;
		if (namesz > size || descsz > size - namesz)
			return false;
		if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 && descsz &&
		    !memcmp(p, ELF_NOTE_GNU, 4)) {
			build_id__init(bid, p + namesz, descsz);
			return true;
		}
		descsz = pad(descsz, align);
		if (descsz > size - namesz)
			return false;
		p += namesz + descsz;
		size -= namesz + descsz;
	}
	return false;
}

bool build_id__from_file(struct build_id *bid, const char *path)
{
	char notes[16384];
	size_t size = 0;
	ssize_t n;
	int fd;

	fd = fd__open_regular(path, NULL, NULL);
	if (fd < 0)
		return false;
	while (size < sizeof(notes) && (n = read(fd, notes + size, sizeof(notes) - size)) > 0)
		size += n;
	close(fd);
	return build_id__from_notes(bid, notes, size, 4);
}

bool build_id__running_kernel(struct build_id *bid)
{
	return build_id__from_file(bid, "/sys/kernel/notes");
}
