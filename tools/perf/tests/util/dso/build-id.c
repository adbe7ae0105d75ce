// SPDX-License-Identifier: GPL-2.0-only
#include <byteswap.h>
#include <elf.h>
#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>

#include "tests/elf-writer.h"
#include "tests/rng.h"
#include "tests/tests.h"
#include "util/dso/build-id.h"
#include "util/dso/elf-file.h"

static const unsigned char id[20] = {0x3b, 0x07, 0x4d, 0xb8, 0x35, 0xab, 0x93, 0x9e, 0x5a, 0x8d,
				     0x6b, 0x9b, 0x21, 0xdc, 0xb4, 0x34, 0xd1, 0xad, 0x67, 0xaa};

static size_t put_note(unsigned char *buf, uint32_t type, const char *name, uint32_t namesz,
		       const void *desc, uint32_t descsz, size_t align)
{
	Elf64_Nhdr note = {.n_namesz = namesz, .n_descsz = descsz, .n_type = type};
	size_t at = sizeof(note);

	memcpy(buf, &note, sizeof(note));
	memcpy(buf + at, name, namesz);
	at += (namesz + align - 1) & ~(align - 1);
	memcpy(buf + at, desc, descsz);
	return at + ((descsz + align - 1) & ~(align - 1));
}

static int test_text(void)
{
	char hex[SBUILD_ID_SIZE];
	struct build_id bid;

	build_id__init(&bid, id, sizeof(id));
	T_EQ(build_id__snprintf(&bid, hex), 40);
	T_STREQ(hex, "3b074db835ab939e5a8d6b9b21dcb434d1ad67aa");
	build_id__init(&bid, id, 3);
	T_EQ(build_id__snprintf(&bid, hex), 6);
	T_STREQ(hex, "3b074d");
	build_id__init(&bid, id, 0);
	T_EQ(build_id__snprintf(&bid, hex), 0);
	T_STREQ(hex, "");
	return TEST_OK;
}

static int test_equal(void)
{
	unsigned char padded[20] = {0};
	unsigned char longer[32];
	struct build_id a, b;

	build_id__init(&a, id, 20);
	build_id__init(&b, id, 20);
	T_CHECK(build_id__equal(&a, &b));
	b.data[19] ^= 1;
	T_CHECK(!build_id__equal(&a, &b));

	/* perf pads the 16 bytes of an md5 id. */
	memcpy(padded, id, 16);
	build_id__init(&a, id, 16);
	build_id__init(&b, padded, 20);
	T_CHECK(build_id__equal(&a, &b));
	build_id__init(&b, id, 20);
	T_CHECK(!build_id__equal(&a, &b));

	build_id__init(&a, id, 0);
	build_id__init(&b, id, 0);
	T_CHECK(!build_id__known(&a));
	T_CHECK(!build_id__equal(&a, &b));

	memset(longer, 0xee, sizeof(longer));
	build_id__init(&a, longer, sizeof(longer));
	T_EQ(a.size, BUILD_ID_SIZE);
	return TEST_OK;
}

static int check_notes(size_t align)
{
	unsigned char buf[256];
	struct build_id bid;
	size_t size;

	size = put_note(buf, 1, "Linux", 6, "xyz", 3, align);
	size += put_note(buf + size, NT_GNU_BUILD_ID, "Go\0", 4, "no", 2, align);
	size += put_note(buf + size, NT_GNU_BUILD_ID, "GNU", 4, id, 20, align);
	T_CHECK(build_id__from_notes(&bid, buf, size, align));
	T_EQ(bid.size, 20);
	T_CHECK(!memcmp(bid.data, id, 20));
	return TEST_OK;
}

static int test_notes(void)
{
	T_RUN(check_notes(4));
	T_RUN(check_notes(8));
	return TEST_OK;
}

/* Cut anywhere, there is no build id; nor in notes that claim more than there is. */
static int test_bad_notes(void)
{
	unsigned char buf[256], *exact;
	struct build_id bid;
	uint64_t seed = 3;
	size_t size, cut;
	int i;

	size = put_note(buf, 5, "GNU", 4, "property", 8, 4);
	size += put_note(buf + size, NT_GNU_BUILD_ID, "GNU", 4, id, 20, 4);
	for (cut = 0; cut < size; cut++) {
		exact = malloc(cut ? cut : 1);
		T_CHECK(exact);
		memcpy(exact, buf, cut);
		T_CHECK(!build_id__from_notes(&bid, exact, cut, 4));
		free(exact);
	}
	for (i = 0; i < 20000; i++) {
		exact = malloc(size);
		T_CHECK(exact);
		memcpy(exact, buf, size);
		exact[rng__below(&seed, 24)] = rng__next(&seed);
		exact[rng__below(&seed, size)] = rng__next(&seed);
		build_id__from_notes(&bid, exact, size, 4);
		free(exact);
	}
	return TEST_OK;
}

/* By its segment alone, and by its section alone. */
static int test_file(void)
{
	static struct elf_writer w;
	struct defer_error err = DEFER_ERROR_INIT;
	char path[] = "/tmp/perf-defer-elf-XXXXXX";
	struct elf_file file;
	int fd = mkstemp(path);
	int round;

	T_CHECK(fd >= 0);
	close(fd);
	for (round = 0; round < 3; round++) {
		elf_writer__init(&w, ET_DYN);
		if (round < 2)
			elf_writer__build_id(&w, id, sizeof(id));
		if (round == 0)
			w.ehdr.e_phnum = 0;
		if (round == 1)
			w.shdrs[1].sh_type = SHT_PROGBITS;
		T_CHECK(elf_writer__finish(&w, path));
		T_EQ(elf_file__open(&file, path, &err), 0);
		T_EQ(file.bid.size, round < 2 ? 20 : 0);
		T_CHECK(round == 2 || !memcmp(file.bid.data, id, 20));
		elf_file__close(&file);
	}
	unlink(path);
	return TEST_OK;
}

struct other_image {
	Elf64_Ehdr ehdr;
	Elf64_Phdr phdr;
	Elf64_Shdr shdrs[2];
	Elf64_Nhdr note;
	char name[4];
	unsigned char id[sizeof(id)];
};
#define NOTE_AT offsetof(struct other_image, note)

static void other_image__init(struct other_image *image, bool segment)
{
	const size_t size = sizeof(*image) - NOTE_AT;
	Elf64_Ehdr *ehdr = &image->ehdr;

	memcpy(ehdr->e_ident, ELFMAG, SELFMAG);
	ehdr->e_ident[EI_CLASS] = ELFCLASS64;
	ehdr->e_ident[EI_DATA] = __BYTE_ORDER == __LITTLE_ENDIAN ? ELFDATA2MSB : ELFDATA2LSB;
	ehdr->e_ident[EI_VERSION] = EV_CURRENT;
	ehdr->e_type = bswap_16(ET_DYN);
	ehdr->e_version = bswap_32(EV_CURRENT);
	ehdr->e_ehsize = bswap_16(sizeof(*ehdr));
	ehdr->e_phentsize = bswap_16(sizeof(image->phdr));
	ehdr->e_phnum = segment ? bswap_16(1) : 0;
	ehdr->e_phoff = bswap_64(offsetof(struct other_image, phdr));
	ehdr->e_shentsize = bswap_16(sizeof(image->shdrs[0]));
	ehdr->e_shnum = segment ? 0 : bswap_16(2);
	ehdr->e_shoff = segment ? 0 : bswap_64(offsetof(struct other_image, shdrs));
	image->phdr = (Elf64_Phdr){.p_type = bswap_32(PT_NOTE),
				   .p_offset = bswap_64(NOTE_AT),
				   .p_filesz = bswap_64(size),
				   .p_align = bswap_64(4)};
	image->shdrs[1] = (Elf64_Shdr){.sh_type = bswap_32(SHT_NOTE),
				       .sh_offset = bswap_64(NOTE_AT),
				       .sh_size = bswap_64(size),
				       .sh_addralign = bswap_64(4)};
	image->note = (Elf64_Nhdr){bswap_32(4), bswap_32(sizeof(id)), bswap_32(NT_GNU_BUILD_ID)};
	memcpy(image->name, ELF_NOTE_GNU, 4);
	memcpy(image->id, id, sizeof(id));
}

/* A file of a machine with the other byte order, likewise. */
static int test_other_order(void)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct elf_file file;

	for (int segment = 0; segment < 2; segment++) {
		struct other_image *image = calloc(1, sizeof(*image));

		T_CHECK(image != NULL);
		other_image__init(image, segment);
		T_EQ(elf_file__open_image(&file, image, sizeof(*image), "other", &err), 0);
		T_EQ(file.bid.size, sizeof(id));
		T_CHECK(!memcmp(file.bid.data, id, sizeof(id)));
		elf_file__close(&file);
	}
	return TEST_OK;
}

static int test_running_kernel(void)
{
	struct build_id bid;

	if (access("/sys/kernel/notes", R_OK))
		return TEST_SKIP;
	T_CHECK(build_id__running_kernel(&bid));
	T_CHECK(bid.size >= 8);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"as text", test_text},
	{"equal, padded or not; none equals none not", test_equal},
	{"found among other notes", test_notes},
	{"notes that are cut or lie", test_bad_notes},
	{"in a file with only segments or only sections", test_file},
	{"in a file of the other byte order", test_other_order},
	{"the running kernel's", test_running_kernel},
	{0},
};

const struct test_suite suite__build_id = {"build-id", "Build ids of files and kernels", cases};
