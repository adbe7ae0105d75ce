// SPDX-License-Identifier: GPL-2.0-only
#include <ctype.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ui/tui/term/palette.h"
#include "util/base/array.h"

/*
 * perf's own colours where it has them (red, green, the yellow bar of the cursor), in shades that
 * can be read on a background of any of these kinds. Few are between black and white enough to be
 * read on both; of the first eight none is. Flames of the kernel are warm, those of user space cold,
 * those of missing halves grey.
 */
struct look {
	const char *fg256[3], *bg256; /* by enum ground; NULL: the terminal's default */
	const char *fg8[3], *bg8;
	unsigned int attrs;
};

/* On a background of its own. */
#define BOX(fg256, bg256, fg8, bg8, attrs)                                \
	{                                                                 \
		{fg256, fg256, fg256}, bg256, {fg8, fg8, fg8}, bg8, attrs \
	}
/* On any background: one that is unknown, dark, light. */
#define TEXT(any, dark, light, dark8, light8, attrs)                         \
	{                                                                    \
		{any, dark, light}, NULL, {NULL, dark8, light8}, NULL, attrs \
	}
#define HEAT(fg256, dark8, light8, attrs)                                             \
	{                                                                             \
		{fg256, fg256, fg256}, "color236", {NULL, dark8, light8}, NULL, attrs \
	}
#define BOLD  (PALETTE_REVERSE | PALETTE_BOLD)
#define LINED (PALETTE_REVERSE | PALETTE_UNDERLINE)

static const struct look looks[TERM_NR_COLORS] = {
	[TERM_NORMAL] = {.attrs = 0},
	[TERM_TITLE] = BOX("color231", "color24", "white", "blue", PALETTE_REVERSE),
	[TERM_STATUS] = BOX("color231", "color24", "white", "blue", PALETTE_REVERSE),
	[TERM_SELECTED] = BOX("color16", "color221", "white", "magenta", BOLD | PALETTE_UNDERLINE),
	[TERM_DIM] = TEXT("color243", "color247", "color241", NULL, NULL, 0),
	[TERM_KEY] = TEXT("color63", "color75", "color26", "brightcyan", "blue", PALETTE_BOLD),
	[TERM_TOP] = TEXT("color131", "color203", "color160", "brightred", "red",
			  PALETTE_BOLD | PALETTE_ALWAYS),
	[TERM_MEDIUM] = TEXT("color29", "color34", "color22", "green", "blue", 0),
	[TERM_KERNEL] = TEXT("color131", "color208", "color94", "brown", "red", 0),
	[TERM_USER] = TEXT("color63", "color74", "color25", "cyan", "blue", 0),
	[TERM_SEAM] =
		TEXT("color98", "color176", "color92", "brightmagenta", "magenta", PALETTE_BOLD),
	[TERM_MISSING] = TEXT("color163", "color205", "color126", "brightmagenta", "magenta",
			      PALETTE_UNDERLINE | PALETTE_ALWAYS),
	[TERM_MATCH] =
		BOX("color16", "color114", "black", "green", PALETTE_BOLD | PALETTE_UNDERLINE),
	[TERM_ERROR] = BOX("color231", "color160", "white", "red", BOLD),
	[TERM_BAR] = TEXT("color29", "color38", "color25", "cyan", "blue", 0),
	[TERM_BOX] = BOX("color231", "color238", "white", "black", PALETTE_BOLD),
	[TERM_ADDR] = TEXT("color243", "color247", "color241", NULL, NULL, 0),
	[TERM_ARROW] = TEXT("color63", "color75", "color26", "brightcyan", "blue", PALETTE_BOLD),
	[TERM_MORE] = TEXT("color131", "color203", "color160", "brightred", "red", PALETTE_BOLD),
	[TERM_LESS] = TEXT("color63", "color75", "color26", "brightcyan", "blue", 0),
	[TERM_FLAME_KERNEL] = BOX("color16", "color208", "black", "brown", PALETTE_REVERSE),
	[TERM_FLAME_KERNEL + 1] = BOX("color16", "color215", "white", "red", BOLD),
	[TERM_FLAME_KERNEL + 2] = BOX("color16", "color172", "black", "brown", PALETTE_REVERSE),
	[TERM_FLAME_KERNEL + 3] = BOX("color16", "color223", "white", "red", BOLD),
	[TERM_FLAME_USER] = BOX("color16", "color75", "black", "cyan", LINED),
	[TERM_FLAME_USER + 1] = BOX("color16", "color117", "white", "blue", PALETTE_UNDERLINE),
	[TERM_FLAME_USER + 2] = BOX("color16", "color74", "black", "cyan", LINED),
	[TERM_FLAME_USER + 3] = BOX("color16", "color153", "white", "blue", PALETTE_UNDERLINE),
	[TERM_FLAME_MISSING] = BOX("color16", "color247", "black", "lightgray", 0),
	[TERM_FLAME_MORE] = BOX("color16", "color217", "black", "brown", PALETTE_REVERSE),
	[TERM_FLAME_MORE + 1] = BOX("color16", "color203", "white", "red", BOLD),
	[TERM_FLAME_LESS] = BOX("color16", "color153", "black", "cyan", PALETTE_UNDERLINE),
	[TERM_FLAME_LESS + 1] = BOX("color16", "color75", "white", "blue", LINED),
	[TERM_FLAME_NOISE] = BOX("color16", "color250", "black", "lightgray", 0),
	[TERM_HEAT] = BOX("color250", "color236", NULL, NULL, 0),
	[TERM_HEAT + 1] = HEAT("color101", "cyan", "blue", 0),
	[TERM_HEAT + 2] = HEAT("color137", "cyan", "blue", 0),
	[TERM_HEAT + 3] = HEAT("color173", "green", "blue", 0),
	[TERM_HEAT + 4] = HEAT("color202", "green", "magenta", 0),
	[TERM_HEAT + 5] = HEAT("color208", "brown", "magenta", PALETTE_BOLD),
	[TERM_HEAT + 6] = HEAT("color214", "brightred", "red", PALETTE_BOLD),
	[TERM_HEAT + 7] = HEAT("color226", "brightred", "red", PALETTE_BOLD),
};

/* ---- what the user has chosen ---- */

static const struct {
	const char *name;
	enum term_color color, other; /* the same twice, if there is one */
} choosable[] = {
	{"top", TERM_TOP, TERM_TOP},
	{"medium", TERM_MEDIUM, TERM_MEDIUM},
	{"normal", TERM_NORMAL, TERM_NORMAL},
	{"selected", TERM_SELECTED, TERM_SELECTED},
	{"jump_arrows", TERM_ARROW, TERM_ARROW},
	{"addr", TERM_ADDR, TERM_ADDR},
	{"root", TERM_TITLE, TERM_STATUS},
};

/* Returns whether @name of @len bytes is a name of slang's. */
static bool is_name(const char *name, size_t len)
{
	static const char *const names[] = {
		"default",     "black",	     "red",	   "green",	    "brown",  "blue",
		"magenta",     "cyan",	     "lightgray",  "gray",	    "yellow", "brightred",
		"brightgreen", "brightblue", "brightcyan", "brightmagenta", "white"};
	char *end;

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		if (strlen(names[i]) == len && !strncmp(names[i], name, len))
			return true;
	}
	return len > 5 && !strncmp(name, "color", 5) && isdigit((unsigned char)name[5]) &&
	       strtoul(name + 5, &end, 10) < 256 && end == name + len;
}

/* Copies the name that @text begins with. */
static bool take_name(const char *text, size_t len, char *name)
{
	while (len && isspace((unsigned char)*text)) {
		text++;
		len--;
	}
	while (len && isspace((unsigned char)text[len - 1]))
		len--;
	if (len >= PALETTE_NAME_LEN || !is_name(text, len))
		return false;
	snprintf(name, PALETTE_NAME_LEN, "%.*s", (int)len, text);
	return true;
}

int palette_choices__set(struct palette_choices *choices, const char *name, const char *value,
			 struct defer_error *err)
{
	const char *comma = value ? strchr(value, ',') : NULL;
	struct palette_choice choice = {.fg = ""};
	size_t i = 0;

	while (i < ARRAY_SIZE(choosable) && strcmp(choosable[i].name, name) != 0)
		i++;
	if (i == ARRAY_SIZE(choosable) || !comma || !take_name(value, comma - value, choice.fg) ||
	    !take_name(comma + 1, strlen(comma + 1), choice.bg))
		return defer_error__set(err, DEFER_ERR_INVAL,
					"wrong config key-value pair colors.%s=%s", name,
					value ? value : "");
	choices->of[choosable[i].color] = choices->of[choosable[i].other] = choice;
	return 0;
}

/* ---- the appearance ---- */

/* Writes what xterm makes of "colorNR", of the colours from 16 on, which no theme changes there. */
static void set_true_color(const char *name, char *text)
{
	unsigned int nr = strtoul(name + strlen("color"), NULL, 10), rgb[3];

	for (unsigned int i = 0; i < 3; i++) {
		static const unsigned int step[] = {36, 6, 1};
		unsigned int level = (nr - 16) / step[i] % 6;

		rgb[i] = nr >= 232 ? 8 + (nr - 232) * 10 : level ? 55 + level * 40 : 0;
	}
	snprintf(text, PALETTE_NAME_LEN, "#%02x%02x%02x", rgb[0], rgb[1], rgb[2]);
}

static void set_name(const struct palette *palette, const char *name, char *text)
{
	if (name && palette->nr_colors >= PALETTE_TRUE_COLOR)
		set_true_color(name, text);
	else
		snprintf(text, PALETTE_NAME_LEN, "%s", name ? name : "default");
}

/* Only terminals of 256 colours show pairs, and nobody chooses their colours. */
static struct palette_entry pair_of_heat(const struct palette *palette, unsigned int pair)
{
	unsigned int upper = TERM_HEAT + pair / TERM_NR_HEAT,
		     lower = TERM_HEAT + pair % TERM_NR_HEAT;
	struct palette_entry entry = {.attrs = 0};

	set_name(palette, upper == TERM_HEAT ? looks[upper].bg256 : looks[upper].fg256[0],
		 entry.fg);
	set_name(palette, lower == TERM_HEAT ? looks[lower].bg256 : looks[lower].fg256[0],
		 entry.bg);
	return entry;
}

struct palette_entry palette__get(const struct palette *palette, enum term_color color)
{
	const struct palette_choice *choice =
		palette->choices ? &palette->choices->of[color] : NULL;
	const struct look *look = &looks[color];
	struct palette_entry entry = {.attrs = look->attrs};
	bool many = palette->nr_colors >= 256;

	if (color >= TERM_HEAT_PAIR)
		return pair_of_heat(palette, color - TERM_HEAT_PAIR);
	if (choice && choice->fg[0]) {
		memcpy(entry.fg, choice->fg, sizeof(entry.fg));
		memcpy(entry.bg, choice->bg, sizeof(entry.bg));
		return entry;
	}
	if (many) {
		set_name(palette, look->fg256[palette->ground], entry.fg);
		set_name(palette, look->bg256, entry.bg);
	} else {
		set_name(palette, look->fg8[palette->ground], entry.fg);
		set_name(palette, look->bg8, entry.bg);
	}
	entry.plain = look->attrs & PALETTE_ALWAYS ||
		      (!strcmp(entry.fg, "default") && !strcmp(entry.bg, "default"));
	return entry;
}
