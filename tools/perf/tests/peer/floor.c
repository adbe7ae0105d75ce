// SPDX-License-Identifier: GPL-2.0-only
/*
 * floor: the least that any reader of a trace does, as the measure of ours. It reads the records of a
 * perf.data file, walks their headers and sums the words of their bodies.
 *
 *   floor FILE
 */
#include <fcntl.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define BUF_SIZE (1U << 20)
#define DATA_AT	 40 /* of struct perf_file_header: offset and size of the records */

struct header {
	uint32_t type;
	uint16_t misc, size;
};

struct sums {
	uint64_t records, words;
};

/* Walks the whole records in the @size bytes at @data. Returns the size of these records. */
static size_t walk(const uint8_t *data, size_t size, struct sums *sums)
{
	struct header header;
	uint64_t word;
	size_t at = 0;

	while (size - at >= sizeof(header)) {
		memcpy(&header, data + at, sizeof(header));
		if (header.size < sizeof(header) || header.size > size - at)
			break;
		for (size_t i = sizeof(header); i + sizeof(word) <= header.size;
		     i += sizeof(word)) {
			memcpy(&word, data + at + i, sizeof(word));
			sums->words += word;
		}
		sums->records++;
		at += header.size;
	}
	return at;
}

/* Returns the number of bytes that belong to no whole record, or -1. */
static int64_t walk_file(int fd, uint64_t left, uint8_t *buf, struct sums *sums)
{
	size_t kept = 0, done;

	while (left) {
		size_t want = BUF_SIZE - kept;
		ssize_t got = read(fd, buf + kept, want < left ? want : left);

		if (got <= 0)
			return -1;
		left -= got;
		kept += got;
		done = walk(buf, kept, sums);
		kept -= done;
		memmove(buf, buf + done, kept);
		if (!done && kept == BUF_SIZE)
			return -1;
	}
	return kept;
}

int main(int argc, char **argv)
{
	uint8_t *buf = malloc(BUF_SIZE);
	struct sums sums = {0};
	uint64_t section[2];
	int fd = argc == 2 ? open(argv[1], O_RDONLY | O_CLOEXEC) : -1;

	if (fd < 0 || !buf || pread(fd, section, sizeof(section), DATA_AT) != sizeof(section) ||
	    lseek(fd, section[0], SEEK_SET) < 0 || walk_file(fd, section[1], buf, &sums)) {
		fprintf(stderr, "usage: floor FILE, which is a whole perf.data\n");
		return 1;
	}
	printf("%" PRIu64 " records, sum %#" PRIx64 "\n", sums.records, sums.words);
	return 0;
}
