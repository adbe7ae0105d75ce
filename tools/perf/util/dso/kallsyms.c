// SPDX-License-Identifier: GPL-2.0-only
#include <ctype.h>
#include <elf.h>
#include <endian.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/base/array.h"
#include "util/base/error.h"
#include "util/base/fd.h"
#include "util/dso/demangle.h"
#include "util/dso/kallsyms.h"

/*
 * Size of the read buffer. It is small because reading nine megabytes at once costs more in page
 * faults than parsing does. The longest line has some 600 bytes (KSYM_NAME_LEN is 512).
 */
#define KALLSYMS_BUF	  (128 << 10)
#define KALLSYMS_MAX_SIZE (1UL << 30) /* limit of all names */
#define KSYM_NAME_LEN	  512
#define KALLSYMS_PROC	  (10UL << 20)
#define KALLSYMS_BLOCK	  64 /* symbols that are made at a time: few of them are asked for */

struct kallsyms_reader {
	struct kallsyms *ks;
	const char *path;
	int fd;
	size_t size_guess;
	uint64_t seen;	   /* bitwise or of all addresses */
	uint32_t last_mod; /* module names come in runs */
	const char *part;  /* keeps only lines that contain it, and the next ones; NULL: all */
	bool keeps_next;   /* the line that comes next follows one of these */
	char name[KSYM_NAME_LEN + 2]; /* " name\n" of a symbol to keep as well; "": none */
	char buf[KALLSYMS_BUF];
};

#define HEX_DIGIT 0x10

static const uint8_t hex_digits[256] = {
	['0'] = 0x10, ['1'] = 0x11, ['2'] = 0x12, ['3'] = 0x13, ['4'] = 0x14, ['5'] = 0x15,
	['6'] = 0x16, ['7'] = 0x17, ['8'] = 0x18, ['9'] = 0x19, ['a'] = 0x1a, ['b'] = 0x1b,
	['c'] = 0x1c, ['d'] = 0x1d, ['e'] = 0x1e, ['f'] = 0x1f, ['A'] = 0x1a, ['B'] = 0x1b,
	['C'] = 0x1c, ['D'] = 0x1d, ['E'] = 0x1e, ['F'] = 0x1f,
};

#define EACH_BYTE(byte) ((byte)*0x0101010101010101ULL)

/*
 * Reads eight hex digits. Each addition sets the upper bit of the bytes that reach a limit. It carries only
 * from a byte that has that bit before, which is neither digit nor letter.
 */
static bool parse_hex8(uint64_t chars, uint64_t *value)
{
	uint64_t lower, digits, letters, sum;

	chars = be64toh(chars);
	lower = chars | EACH_BYTE(0x20);
	digits = (chars + EACH_BYTE(0x80 - '0')) & ~(chars + EACH_BYTE(0x80 - '9' - 1));
	letters = (lower + EACH_BYTE(0x80 - 'a')) & ~(lower + EACH_BYTE(0x80 - 'f' - 1));
	sum = (chars & EACH_BYTE(0xf)) + 9 * (chars >> 6 & EACH_BYTE(1));
	sum = (sum | sum >> 4) & 0x00ff00ff00ff00ff;
	sum = (sum | sum >> 8) & 0x0000ffff0000ffff;
	*value = (sum | sum >> 16) & 0xffffffff;
	return !(~(digits | letters) & EACH_BYTE(0x80));
}

/* Reads 16 hex digits. The first eight of most addresses of a kernel are the same. */
static bool parse_hex16(const char *str, uint64_t *value)
{
	uint64_t chars[2], high = UINT32_MAX, low;
	bool valid;

	memcpy(chars, str, sizeof(chars));
	valid = parse_hex8(chars[1], &low) &&
		(chars[0] == EACH_BYTE('f') || parse_hex8(chars[0], &high));
	*value = high << 32 | low;
	return valid;
}

/* Reads @len hex digits without branching on each, which would be mispredicted. */
static bool parse_hex(const char *str, size_t len, uint64_t *value)
{
	uint8_t digit, all = HEX_DIGIT;
	uint64_t sum = 0;
	size_t i;

	for (i = 0; i < len; i++) {
		digit = hex_digits[(unsigned char)str[i]];
		all &= digit;
		sum = sum << 4 | (digit & 0xf);
	}
	*value = sum;
	return all;
}

/* Returns true for text, weak, data and bss symbols, as in perf. */
static bool type_is_wanted(char type)
{
	switch (type & ~0x20) {
	case 'T':
	case 'W':
	case 'D':
	case 'B':
		return true;
	default:
		return false;
	}
}

/* Reads "addr T " if the type is wanted. Returns the start of the name, or NULL. */
static const char *parse_line(const char *line, const char *end, uint64_t *addr)
{
	size_t digits = sizeof(*addr) * 2;
	const char *type;

	if (end - line < 20 || line[digits] != ' ') {
		type = memchr(line, ' ', end - line);
		digits = type ? type - line : 0;
	}
	type = line + digits + 1;
	if (!digits || digits > 16 || end - type < 3 || type[1] != ' ' || !type_is_wanted(*type) ||
	    !(digits == 16 ? parse_hex16(line, addr) : parse_hex(line, digits, addr)))
		return NULL;
	return type + 2;
}

/* Returns true but for symbols that assemblers leave behind. */
static bool name_is_wanted(const char *name)
{
	return name[0] != '$' && !(name[0] == '.' && name[1] == 'L') &&
	       !(name[0] == 'L' && name[1] == '0');
}

/* Returns the module of "name\t[module]" without brackets, or NULL. Removes it from @len. */
static const char *cut_module(const char *name, size_t *len, size_t *mod_len)
{
	const char *tab;

	if (*len < 4 || name[*len - 1] != ']')
		return NULL;
	tab = memchr(name, '\t', *len);
	if (!tab || tab[1] != '[')
		return NULL;
	*mod_len = name + *len - 1 - (tab + 2);
	*len = tab - name;
	return tab + 2;
}

static int kallsyms__reserve(struct kallsyms_reader *rd, size_t len, struct defer_error *err)
{
	struct kallsyms *ks = rd->ks;
	size_t cap;
	void *grown;

	if (ks->names_cap - ks->names_size < len) {
		cap = ks->names_cap ? 2 * ks->names_cap : rd->size_guess / 2 + KALLSYMS_BUF;
		grown = cap > KALLSYMS_MAX_SIZE ? NULL : realloc(ks->names, cap);
		if (!grown)
			return error__no_memory(err, "to read %s", rd->path);
		ks->names = grown;
		ks->names_cap = cap;
	}
	if (ks->nr == ks->cap) {
		cap = ks->cap ? 2 * (size_t)ks->cap : rd->size_guess / 48 + 4096;
		grown = realloc(ks->entries, cap * sizeof(*ks->entries));
		if (!grown)
			return error__no_memory(err, "to read %s", rd->path);
		ks->entries = grown;
		ks->cap = cap;
	}
	return 0;
}

/* Appends @len bytes and a NUL. The caller has made room. */
static uint32_t kallsyms__put(struct kallsyms *ks, const char *str, size_t len)
{
	uint32_t offset = ks->names_size;

	memcpy(ks->names + offset, str, len);
	ks->names[offset + len] = '\0';
	ks->names_size += len + 1;
	return offset;
}

static uint32_t kallsyms__put_module(struct kallsyms_reader *rd, const char *mod, size_t len)
{
	const char *last = rd->ks->names + rd->last_mod;

	/* Offset 0 means "no module". */
	if (!rd->ks->names_size)
		kallsyms__put(rd->ks, "", 0);
	if (!rd->last_mod || strncmp(last, mod, len) || last[len])
		rd->last_mod = kallsyms__put(rd->ks, mod, len);
	return rd->last_mod;
}

static int kallsyms__add(struct kallsyms_reader *rd, uint64_t addr, const char *name, size_t len,
			 struct defer_error *err)
{
	struct kallsyms *ks = rd->ks;
	struct kallsyms_entry *entry;
	const char *mod;
	size_t mod_len;
	int ret;

	ret = kallsyms__reserve(rd, len + 4, err);
	if (ret)
		return ret;
	entry = &ks->entries[ks->nr++];
	mod = cut_module(name, &len, &mod_len);
	entry->addr = addr;
	entry->mod = mod ? kallsyms__put_module(rd, mod, mod_len) : 0;
	ks->names[ks->names_size++] = name[-2];
	entry->name = kallsyms__put(ks, name, len);
	rd->seen |= addr;
	return 0;
}

/* Parses all lines of [line, end), each with its '\n'. */
static int kallsyms__parse(struct kallsyms_reader *rd, const char *line, const char *end,
			   struct defer_error *err)
{
	const char *eol, *name;
	uint64_t addr;
	int ret = 0;

	for (; !ret && line < end; line = eol + 1) {
		name = parse_line(line, end, &addr);
		eol = memchr(name ? name : line, '\n', end - (name ? name : line));
		if (name && eol > name && name_is_wanted(name))
			ret = kallsyms__add(rd, addr, name, eol - name, err);
	}
	return ret;
}

/* Parses the lines of [at, end) that contain @word, and the line after each. */
static int kallsyms__parse_word(struct kallsyms_reader *rd, const char *at, const char *end,
				const char *word, struct defer_error *err)
{
	const char *begin = at, *hit, *line, *next;
	int ret = 0;

	while (!ret && (hit = memmem(at, end - at, word, strlen(word)))) {
		line = memrchr(begin, '\n', hit - begin);
		at = (const char *)memchr(hit, '\n', end - hit) + 1;
		next = memchr(at, '\n', end - at);
		rd->keeps_next |= !next;
		ret = kallsyms__parse(rd, line ? line + 1 : begin, next ? next + 1 : at, err);
	}
	return ret;
}

/*
 * Parses the lines that are wanted. Most are not, and searching for words is many times as fast as
 * parsing all lines.
 */
static int kallsyms__parse_some(struct kallsyms_reader *rd, const char *begin, const char *end,
				struct defer_error *err)
{
	const char *first = memchr(begin, '\n', end - begin);
	int ret = 0;

	if (rd->keeps_next)
		ret = kallsyms__parse(rd, begin, first + 1, err);
	rd->keeps_next = false;
	if (!ret && *rd->name) {
		uint32_t nr = rd->ks->nr;

		ret = kallsyms__parse_word(rd, begin, end, rd->name, err);
		if (rd->ks->nr > nr)
			*rd->name = '\0'; /* the first one counts */
	}
	return ret ? ret : kallsyms__parse_word(rd, begin, end, rd->part, err);
}

/* Returns how many bytes were added to the buffer; 0 at the end of the file. */
static ssize_t kallsyms__fill_buf(struct kallsyms_reader *rd, size_t used, struct defer_error *err)
{
	ssize_t n;

	do {
		n = read(rd->fd, rd->buf + used, sizeof(rd->buf) - used);
	} while (n < 0 && errno == EINTR);
	if (n < 0)
		return defer_error__set(err, DEFER_ERR_IO, "%s: %s", rd->path, strerror(errno));
	/* At the end of the file, a last line without '\n' is complete. */
	if (!n && used && used < sizeof(rd->buf) && rd->buf[used - 1] != '\n') {
		rd->buf[used] = '\n';
		n = 1;
	}
	return n;
}

static int kallsyms__read(struct kallsyms_reader *rd, struct defer_error *err)
{
	size_t used = 0;
	char *end;
	ssize_t n;
	int ret;

	while ((n = kallsyms__fill_buf(rd, used, err)) > 0) {
		used += n;
		end = memrchr(rd->buf, '\n', used);
		if (!end && used == sizeof(rd->buf))
			used = 0; /* longer than any symbol */
		if (!end)
			continue;
		end++;
		ret = rd->part ? kallsyms__parse_some(rd, rd->buf, end, err)
			       : kallsyms__parse(rd, rd->buf, end, err);
		if (ret)
			return ret;
		used -= end - rd->buf;
		memmove(rd->buf, end, used);
	}
	return n;
}

static int kallsyms__read_file(struct kallsyms_reader *rd, struct defer_error *err)
{
	uint64_t size;
	int ret;

	rd->fd = fd__open_regular(rd->path, &size, err);
	if (rd->fd < 0)
		return rd->fd;
	rd->size_guess = rd->part ? 0 : size ? size : KALLSYMS_PROC;
	if (rd->size_guess > KALLSYMS_MAX_SIZE)
		rd->size_guess = KALLSYMS_MAX_SIZE;
	ret = kallsyms__read(rd, err);
	close(rd->fd);
	return ret;
}

/* Equal addresses keep the order of the file. */
static int entry__cmp(const void *va, const void *vb)
{
	const struct kallsyms_entry *a = va, *b = vb;

	return CMP(a->addr, b->addr) ?: CMP(a->name, b->name);
}

/*
 * Sorts the entries. The kernel's are sorted already, and modules, trampolines and BPF programs
 * follow in order of arrival, so only those are sorted and then merged.
 */
static int kallsyms__sort(struct kallsyms *ks, struct defer_error *err)
{
	struct kallsyms_entry *tail, *out;
	uint32_t head = 1, nr_tail;

	while (head < ks->nr && ks->entries[head - 1].addr <= ks->entries[head].addr)
		head++;
	if (head >= ks->nr)
		return 0;
	nr_tail = ks->nr - head;
	tail = malloc(nr_tail * sizeof(*tail));
	if (!tail)
		return error__no_memory(err, "to sort kernel symbols");
	memcpy(tail, ks->entries + head, nr_tail * sizeof(*tail));
	qsort(tail, nr_tail, sizeof(*tail), entry__cmp);
	for (out = ks->entries + ks->nr; nr_tail;) {
		if (head && entry__cmp(&ks->entries[head - 1], &tail[nr_tail - 1]) > 0)
			*--out = ks->entries[--head];
		else
			*--out = tail[--nr_tail];
	}
	free(tail);
	return 0;
}

/* Returns the symbol of entry @i, whose block is made if it does not exist; or NULL. */
static struct symbol *kallsyms__sym(struct kallsyms *ks, uint32_t i)
{
	struct symbol **block = &ks->blocks[i / KALLSYMS_BLOCK];

	if (!*block)
		*block = calloc(KALLSYMS_BLOCK, sizeof(**block));
	return *block ? *block + i % KALLSYMS_BLOCK : NULL;
}

static int kallsyms__check(const struct kallsyms_reader *rd, struct defer_error *err)
{
	if (!rd->ks->nr)
		return defer_error__set(err, DEFER_ERR_UNSUPPORTED, "%s holds no kernel symbols",
					rd->path);
	if (!rd->seen)
		return defer_error__set(err, DEFER_ERR_UNSUPPORTED,
					"%s hides the addresses (kernel.kptr_restrict): run as "
					"root, see perf defer check, or use --kallsyms with a copy "
					"made by root",
					rd->path);
	return 0;
}

static int kallsyms__load_all(struct kallsyms *ks, struct kallsyms_reader *rd,
			      struct defer_error *err)
{
	uint32_t nr;
	int ret;

	ret = kallsyms__read_file(rd, err);
	if (!ret)
		ret = kallsyms__check(rd, err);
	if (!ret)
		ret = kallsyms__sort(ks, err);
	if (ret)
		return ret;
	nr = ks->nr / KALLSYMS_BLOCK + 1;
	ks->blocks = calloc(nr, sizeof(*ks->blocks));
	if (!ks->blocks)
		return error__no_memory(err, "to read %s", rd->path);
	ks->nr_blocks = nr;
	return 0;
}

int kallsyms__load(struct kallsyms *ks, const char *path, bool demangle, struct defer_error *err)
{
	return kallsyms__load_some(ks, path, demangle, NULL, NULL, err);
}

int kallsyms__load_some(struct kallsyms *ks, const char *path, bool demangle, const char *name,
			const char *part, struct defer_error *err)
{
	struct kallsyms_reader *rd = malloc(sizeof(*rd));
	int ret;

	memset(ks, 0, sizeof(*ks));
	pthread_mutex_init(&ks->lock, NULL);
	ks->demangle = demangle;
	if (rd) {
		memset(rd, 0, offsetof(struct kallsyms_reader, buf));
		rd->ks = ks;
		rd->path = path;
		rd->part = part;
		if (name)
			snprintf(rd->name, sizeof(rd->name), " %s\n", name);
		ret = kallsyms__load_all(ks, rd, err);
		free(rd);
	} else {
		ret = error__no_memory(err, "to read %s", path);
	}
	if (ret)
		kallsyms__exit(ks);
	return ret;
}

void kallsyms__exit(struct kallsyms *ks)
{
	free(ks->names);
	free(ks->entries);
	for (uint32_t i = 0; i < ks->nr_blocks; i++)
		free(ks->blocks[i]);
	free(ks->blocks);
	strpool__exit(&ks->pool);
	pthread_mutex_destroy(&ks->lock);
	memset(ks, 0, sizeof(*ks));
}

bool kallsyms__addr(const struct kallsyms *ks, const char *name, uint64_t *addr)
{
	const struct kallsyms_entry *entry = ks->entries;

	for (; entry < ks->entries + ks->nr; entry++) {
		if (!entry->mod && !strcmp(ks->names + entry->name, name)) {
			*addr = entry->addr;
			return true;
		}
	}
	return false;
}

static bool is_text(const struct kallsyms *ks, const struct kallsyms_entry *entry)
{
	char type = tolower((unsigned char)ks->names[entry->name - 1]);

	return type == 't' || type == 'w';
}

bool kallsyms__module_text(const struct kallsyms *ks, const char *module, uint64_t *first,
			   uint64_t *last)
{
	const struct kallsyms_entry *entry = ks->entries;
	bool found = false;

	for (; entry < ks->entries + ks->nr; entry++) {
		if (!entry->mod || !is_text(ks, entry) || strcmp(ks->names + entry->mod, module))
			continue;
		if (!found)
			*first = entry->addr;
		*last = entry->addr;
		found = true;
	}
	return found;
}

int kallsyms__relocate(struct kallsyms *ks, uint64_t delta, struct defer_error *err)
{
	struct kallsyms_entry *entry = ks->entries, *out = entry;

	for (; entry < ks->entries + ks->nr; entry++) {
		if (entry->mod)
			continue;
		*out = *entry;
		out++->addr += delta;
	}
	ks->nr = out - ks->entries;
	return kallsyms__sort(ks, err);
}

static bool same_module(const struct kallsyms *ks, uint32_t a, uint32_t b)
{
	if (!a || !b)
		return a == b;
	return !strcmp(ks->names + a, ks->names + b);
}

/*
 * Returns the end of symbol @i, which is the start of the next one. The last symbol of the kernel
 * or of a module ends with its page, since what follows is not part of it.
 */
static uint64_t kallsyms__end(const struct kallsyms *ks, uint32_t i)
{
	const struct kallsyms_entry *entry = &ks->entries[i];

	if (i + 1 < ks->nr && same_module(ks, entry->mod, entry[1].mod))
		return entry[1].addr;
	return ((entry->addr + 4095) & ~4095ULL) + 4096;
}

/* Returns the name of @entry, demangled if that was asked for and memory suffices. */
static const char *kallsyms__name(struct kallsyms *ks, const struct kallsyms_entry *entry)
{
	const char *name = ks->names + entry->name, *kept;
	char *demangled = ks->demangle ? demangle_sym(name) : NULL;

	if (!demangled)
		return name;
	kept = strpool__add(&ks->pool, demangled, strlen(demangled));
	free(demangled);
	return kept ? kept : name;
}

static void kallsyms__fill(struct kallsyms *ks, uint32_t i, struct symbol *sym)
{
	const struct kallsyms_entry *entry = &ks->entries[i];
	char type = ks->names[entry->name - 1];

	sym->start = entry->addr;
	sym->name = kallsyms__name(ks, entry);
	sym->binding = type == 'W'		      ? STB_WEAK
		       : isupper((unsigned char)type) ? STB_GLOBAL
						      : STB_LOCAL;
	sym->type = is_text(ks, entry) ? STT_FUNC : STT_OBJECT;
	sym->demangled = true;
	sym->outer = SYMBOL_NONE;
	sym->end = kallsyms__end(ks, i);
}

/* Returns the last entry at or below @addr. */
static int64_t kallsyms__search(const struct kallsyms *ks, uint64_t addr)
{
	return (int64_t)LOWER_BOUND(i, ks->nr, ks->entries[i].addr <= addr) - 1;
}

const struct symbol *kallsyms__find(struct kallsyms *ks, const char *module, uint64_t addr)
{
	int64_t i = kallsyms__search(ks, addr);
	struct symbol *sym;
	uint32_t mod;

	if (i < 0)
		return NULL;
	mod = ks->entries[i].mod;
	if (module ? !mod || strcmp(ks->names + mod, module) : mod)
		return NULL;
	pthread_mutex_lock(&ks->lock);
	sym = kallsyms__sym(ks, i);
	if (sym && !sym->end)
		kallsyms__fill(ks, i, sym);
	pthread_mutex_unlock(&ks->lock);
	return sym && addr < sym->end ? sym : NULL;
}
