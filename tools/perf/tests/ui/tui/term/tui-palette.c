// SPDX-License-Identifier: GPL-2.0-only
/* Colours of the TUI: what stands on them can be read, wherever it is drawn. */
#include <math.h>
#include <stdlib.h>

#include "tests/tests.h"
#include "ui/tui/term/palette.h"
#include "util/base/array.h"

struct rgb {
	unsigned int red, green, blue;
};

/* Backgrounds that people have: black, and those of dark themes; white, and those of light ones. */
static const struct rgb darks[] = {
	{0, 0, 0}, {0x1e, 0x1e, 0x1e}, {0x28, 0x2c, 0x34}, {0x30, 0x0a, 0x24}, {0x00, 0x2b, 0x36},
};
static const struct rgb lights[] = {{255, 255, 255}, {0xfd, 0xf6, 0xe3}, {0xee, 0xee, 0xee}};

/* xterm's first 16 colours, by slang's names. */
static const struct {
	const char *name;
	struct rgb rgb;
} named[] = {
	{"black", {0, 0, 0}},	       {"red", {205, 0, 0}},
	{"green", {0, 205, 0}},	       {"brown", {205, 205, 0}},
	{"blue", {0, 0, 238}},	       {"magenta", {205, 0, 205}},
	{"cyan", {0, 205, 205}},       {"lightgray", {229, 229, 229}},
	{"gray", {127, 127, 127}},     {"brightred", {255, 0, 0}},
	{"brightgreen", {0, 255, 0}},  {"yellow", {255, 255, 0}},
	{"brightblue", {92, 92, 255}}, {"brightmagenta", {255, 0, 255}},
	{"brightcyan", {0, 255, 255}}, {"white", {255, 255, 255}},
};

static unsigned int cube_level(unsigned int step)
{
	return step ? 55 + 40 * step : 0;
}

/* The colour that xterm shows for a name; @ground for the default one. */
static int find_rgb(const char *name, struct rgb ground, struct rgb *rgb)
{
	unsigned int nr;

	*rgb = ground;
	if (!strcmp(name, "default"))
		return TEST_OK;
	if (sscanf(name, "#%2x%2x%2x", &rgb->red, &rgb->green, &rgb->blue) == 3)
		return TEST_OK;
	for (size_t i = 0; i < ARRAY_SIZE(named); i++) {
		if (!strcmp(named[i].name, name)) {
			*rgb = named[i].rgb;
			return TEST_OK;
		}
	}
	T_EQ(sscanf(name, "color%u", &nr), 1);
	T_CHECK(nr >= 16 && nr < 256);
	if (nr >= 232) {
		rgb->red = rgb->green = rgb->blue = 8 + 10 * (nr - 232);
	} else {
		rgb->red = cube_level((nr - 16) / 36);
		rgb->green = cube_level((nr - 16) / 6 % 6);
		rgb->blue = cube_level((nr - 16) % 6);
	}
	return TEST_OK;
}

static double linear(unsigned int level)
{
	double share = level / 255.0;

	return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4);
}

static double luminance(struct rgb rgb)
{
	return 0.2126 * linear(rgb.red) + 0.7152 * linear(rgb.green) + 0.0722 * linear(rgb.blue);
}

/* The contrast of WCAG 2: 1 to 21. */
static double contrast(struct rgb a, struct rgb b)
{
	double la = luminance(a) + 0.05, lb = luminance(b) + 0.05;

	return la > lb ? la / lb : lb / la;
}

static int test_measure(void)
{
	struct rgb rgb;

	T_CHECK(fabs(contrast(darks[0], lights[0]) - 21) < 0.01);
	T_RUN(find_rgb("color244", darks[0], &rgb)); /* #808080 */
	T_CHECK(fabs(contrast(rgb, lights[0]) - 3.95) < 0.01);
	T_RUN(find_rgb("color24", darks[0], &rgb));
	T_EQ(rgb.green, 0x5f);
	T_EQ(rgb.blue, 0x87);
	return TEST_OK;
}

static int check_on(const struct palette *palette, int color, struct rgb ground, bool is_light)
{
	struct palette_entry entry = palette__get(palette, color);
	bool is_bar = color >= TERM_HEAT; /* of a chart, no text: 3:1 */
	struct rgb fg, bg;

	/* The terminal's own colours belong together, and to none of ours. */
	T_RUN(find_rgb(entry.fg, is_light ? darks[0] : lights[0], &fg));
	T_RUN(find_rgb(entry.bg, ground, &bg));
	if (!strcmp(entry.fg, "default"))
		T_STREQ(entry.bg, "default");
	if (contrast(fg, bg) < (is_bar ? 3 : 4.5))
		T_FAIL("%d colours, ground %d: %s on %s, which is colour %d, is %.2f:1",
		       palette->nr_colors, palette->ground, entry.fg, entry.bg, color,
		       contrast(fg, bg));
	return TEST_OK;
}

static int check_grounds(const struct palette *palette, int color)
{
	/* What nobody knows is taken for black or white; the first 8 colours are themes' own. */
	bool all = palette->ground != GROUND_UNKNOWN && palette->nr_colors > 8;
	size_t nr_darks = palette->ground == GROUND_LIGHT ? 0 : all ? ARRAY_SIZE(darks) : 1;
	size_t nr_lights = palette->ground == GROUND_DARK ? 0 : all ? ARRAY_SIZE(lights) : 1;

	for (size_t i = 0; i < nr_darks; i++)
		T_RUN(check_on(palette, color, darks[i], false));
	for (size_t i = 0; i < nr_lights; i++)
		T_RUN(check_on(palette, color, lights[i], true));
	return TEST_OK;
}

static const int depths[] = {8, 256, PALETTE_TRUE_COLOR};

static int test_contrast(void)
{
	for (size_t i = 0; i < ARRAY_SIZE(depths); i++) {
		for (int ground = GROUND_UNKNOWN; ground <= GROUND_LIGHT; ground++) {
			struct palette palette = {.nr_colors = depths[i], .ground = ground};

			for (int color = 0; color < TERM_HEAT_PAIR; color++) {
				if (color != TERM_HEAT) /* the lowest step is empty */
					T_RUN(check_grounds(&palette, color));
			}
		}
	}
	return TEST_OK;
}

/* Every meaning has a look: colours, or else attributes. Neighbours of a flame differ. */
static int check_looks(const struct palette *palette)
{
	for (int color = TERM_NORMAL + 1; color < TERM_FLAME_KERNEL; color++) {
		struct palette_entry entry = palette__get(palette, color);

		if (!strcmp(entry.fg, "default") && !strcmp(entry.bg, "default")) {
			T_CHECK(entry.plain);
			T_EQ(palette->nr_colors, 8);
		} else { /* attributes go with colours that others have, too */
			T_EQ(entry.plain, color == TERM_TOP || color == TERM_MISSING);
		}
	}
	for (int i = 1; i < TERM_NR_FLAME; i++) {
		for (int half = TERM_FLAME_KERNEL; half <= TERM_FLAME_USER;
		     half += TERM_FLAME_USER - TERM_FLAME_KERNEL)
			T_CHECK(strcmp(palette__get(palette, half + i).bg,
				       palette__get(palette, half + i - 1).bg));
	}
	T_CHECK(palette__get(palette, TERM_SELECTED).attrs & PALETTE_REVERSE);
	return TEST_OK;
}

static int test_looks(void)
{
	static const enum term_color marked[] = {TERM_KEY, TERM_TOP, TERM_SEAM, TERM_MISSING};
	struct palette palette = {.nr_colors = 8};

	for (size_t i = 0; i < ARRAY_SIZE(depths); i++) {
		for (int ground = GROUND_UNKNOWN; ground <= GROUND_LIGHT; ground++) {
			palette = (struct palette){.nr_colors = depths[i], .ground = ground};
			T_RUN(check_looks(&palette));
		}
	}
	/* Where no colour can be read for sure, attributes stand in. */
	palette = (struct palette){.nr_colors = 8};
	for (size_t i = 0; i < ARRAY_SIZE(marked); i++) {
		struct palette_entry entry = palette__get(&palette, marked[i]);

		T_CHECK(entry.plain && entry.attrs);
	}
	return TEST_OK;
}

/* ---- meanings that can meet ---- */

/* CIE L*a*b* of a colour of sRGB, under D65. */
struct lab {
	double light, red, yellow;
};

static double lab_root(double share)
{
	return share > 0.008856 ? cbrt(share) : 7.787 * share + 16.0 / 116;
}

static struct lab lab_of(struct rgb rgb)
{
	double red = linear(rgb.red), green = linear(rgb.green), blue = linear(rgb.blue);
	double x = lab_root((0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505);
	double y = lab_root(luminance(rgb));
	double z = lab_root((0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089);

	return (struct lab){116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

/* The difference of CIE 1976: 2 is just seen, 100 is black beside white. It sees what luminance does not: hues. */
static double difference(struct rgb a, struct rgb b)
{
	struct lab p = lab_of(a), q = lab_of(b);

	return sqrt(pow(p.light - q.light, 2) + pow(p.red - q.red, 2) +
		    pow(p.yellow - q.yellow, 2));
}

/* Two that are no shades of one meaning are told apart by this much at least, also by tired eyes. */
#define APART  20
#define SHADES 10 /* neighbours of one meaning: their frames help */

static int find_difference(const struct palette *palette, int color, int other, double *most)
{
	struct rgb fg = palette->ground == GROUND_LIGHT ? darks[0] : lights[0];
	struct rgb bg = palette->ground == GROUND_LIGHT ? lights[0] : darks[0];
	struct palette_entry a = palette__get(palette, color), b = palette__get(palette, other);
	unsigned int attrs[2] = {a.plain || !palette->nr_colors ? a.attrs : 0,
				 b.plain || !palette->nr_colors ? b.attrs : 0};
	struct rgb fgs[2], bgs[2];
	double of_fg, of_bg;

	*most = attrs[0] != attrs[1] ? 100 : 0;
	if (!palette->nr_colors)
		return TEST_OK;
	T_RUN(find_rgb(a.fg, fg, &fgs[0]));
	T_RUN(find_rgb(b.fg, fg, &fgs[1]));
	T_RUN(find_rgb(a.bg, bg, &bgs[0]));
	T_RUN(find_rgb(b.bg, bg, &bgs[1]));
	of_fg = difference(fgs[0], fgs[1]);
	of_bg = difference(bgs[0], bgs[1]);
	*most = fmax(*most, fmax(of_fg, of_bg));
	return TEST_OK;
}

static int check_pair(const struct palette *palette, int color, int other, double least)
{
	double difference;

	T_RUN(find_difference(palette, color, other, &difference));
	if (difference < least)
		T_FAIL("%d colours, ground %d: colours %d and %d differ by %.1f",
		       palette->nr_colors, palette->ground, color, other, difference);
	return TEST_OK;
}

/* Meanings that can stand side by side: each from its first to its last shade. */
struct shades {
	int first, last;
};

static int check_apart(const struct palette *palette, const struct shades *shades)
{
	for (const struct shades *one = shades; one->last; one++) {
		for (const struct shades *other = one + 1; other->last; other++) {
			for (int a = one->first; a <= one->last; a++) {
				for (int b = other->first; b <= other->last; b++)
					T_RUN(check_pair(palette, a, b, APART));
			}
		}
	}
	return TEST_OK;
}

#define ONE(color)           \
	{                    \
		color, color \
	}

/* The boxes of flames, of those of a comparison, and the words of rows and chains. */
static const struct shades meetings[][8] = {
	{ONE(TERM_SELECTED),
	 ONE(TERM_MATCH),
	 ONE(TERM_BOX),
	 {TERM_FLAME_KERNEL, TERM_FLAME_KERNEL + TERM_NR_FLAME - 1},
	 {TERM_FLAME_USER, TERM_FLAME_USER + TERM_NR_FLAME - 1},
	 ONE(TERM_FLAME_MISSING)},
	{ONE(TERM_SELECTED), ONE(TERM_MATCH), ONE(TERM_FLAME_MORE), ONE(TERM_FLAME_MORE + 1),
	 ONE(TERM_FLAME_LESS), ONE(TERM_FLAME_LESS + 1), ONE(TERM_FLAME_NOISE)},
	{ONE(TERM_KERNEL), ONE(TERM_SEAM), ONE(TERM_MISSING), ONE(TERM_MATCH), ONE(TERM_SELECTED),
	 ONE(TERM_TOP)},
	{ONE(TERM_USER), ONE(TERM_SEAM), ONE(TERM_MISSING), ONE(TERM_MATCH), ONE(TERM_SELECTED),
	 ONE(TERM_TOP)},
	{ONE(TERM_MORE), ONE(TERM_LESS), ONE(TERM_SELECTED)},
	{ONE(TERM_TOP), ONE(TERM_MEDIUM), ONE(TERM_SELECTED)},
	{ONE(TERM_TITLE), ONE(TERM_SELECTED), ONE(TERM_ERROR)},
	{ONE(TERM_SELECTED), {TERM_HEAT, TERM_HEAT + TERM_NR_HEAT - 1}},
};

/*
 * What is not in the range is told apart from what is. The halves of a cell have the colours of single ones, of which
 * the lowest is the ground of all others.
 */
static int check_heat_map(const struct palette *palette)
{
	for (int i = 1; i < TERM_NR_HEAT; i++) {
		struct palette_entry one = palette__get(palette, TERM_HEAT + i);

		T_RUN(check_pair(palette, TERM_DIM, TERM_HEAT + i, APART));
		T_STREQ(palette__get(palette, TERM_HEATS(i, 0)).bg, one.bg);
		T_STREQ(palette__get(palette, TERM_HEATS(0, i)).fg, one.bg);
		for (int other = 0; other < TERM_NR_HEAT; other++) {
			T_STREQ(palette__get(palette, TERM_HEATS(i, other)).fg, one.fg);
			T_STREQ(palette__get(palette, TERM_HEATS(other, i)).bg, one.fg);
		}
	}
	return TEST_OK;
}

static int check_meetings(const struct palette *palette)
{
	const bool has_hues =
		palette->nr_colors > 8 || (palette->nr_colors && palette->ground != GROUND_UNKNOWN);

	for (size_t i = 0; i < ARRAY_SIZE(meetings); i++)
		T_RUN(check_apart(palette, meetings[i]));
	/* Without hues the letter before a name and the seam in a chain say whose it is. */
	if (has_hues)
		T_RUN(check_pair(palette, TERM_KERNEL, TERM_USER, APART));
	for (int i = 0; palette->nr_colors > 8 && i < TERM_NR_FLAME; i++) {
		int next = (i + 1) % TERM_NR_FLAME;

		T_RUN(check_pair(palette, TERM_FLAME_KERNEL + i, TERM_FLAME_KERNEL + next, SHADES));
		T_RUN(check_pair(palette, TERM_FLAME_USER + i, TERM_FLAME_USER + next, SHADES));
	}
	for (int i = 1; palette->nr_colors > 8 && i < TERM_NR_HEAT; i++)
		T_RUN(check_pair(palette, TERM_HEAT + i - 1, TERM_HEAT + i, SHADES));
	return palette->nr_colors > 8 ? check_heat_map(palette) : TEST_OK;
}

/* No two meanings that can meet look the same, in any palette; 0 colours are attributes alone. */
static int test_pairs(void)
{
	T_CHECK(fabs(difference(darks[0], lights[0]) - 100) < 0.1);
	for (size_t i = 0; i <= ARRAY_SIZE(depths); i++) {
		for (int ground = GROUND_UNKNOWN; ground <= GROUND_LIGHT; ground++) {
			struct palette palette = {.nr_colors = i ? depths[i - 1] : 0,
						  .ground = ground};

			T_RUN(check_meetings(&palette));
		}
	}
	return TEST_OK;
}

/* Halves that are missing are grey, not of a colour that means something else. */
static int test_missing(void)
{
	struct palette palette = {.nr_colors = 256, .ground = GROUND_DARK};
	struct rgb rgb;

	T_RUN(find_rgb(palette__get(&palette, TERM_FLAME_MISSING).bg, darks[0], &rgb));
	T_CHECK(rgb.red == rgb.green && rgb.green == rgb.blue);
	palette.nr_colors = 8;
	T_STREQ(palette__get(&palette, TERM_FLAME_MISSING).bg, "lightgray");
	return TEST_OK;
}

/* [colors] of perf's configuration. */
static int test_choices(void)
{
	static const char *const wrong[][2] = {
		{"top", "red"},	 {"top", "pink, default"}, {"top", "red, color256"},
		{"top", "red,"}, {"bottom", "red, blue"},  {"top", "colorful, blue"},
		{"top", NULL},	 {"top", ", blue"},	   {"top", "color, color1"},
	};
	struct palette_choices choices = {0};
	struct palette palette = {.nr_colors = 256, .choices = &choices};

	T_EQ(palette_choices__set(&choices, "top", "green, lightgray", NULL), 0);
	T_EQ(palette_choices__set(&choices, "root", " color33 ,default ", NULL), 0);
	T_STREQ(palette__get(&palette, TERM_TOP).fg, "green");
	T_STREQ(palette__get(&palette, TERM_TOP).bg, "lightgray");
	T_STREQ(palette__get(&palette, TERM_TITLE).fg, "color33");
	T_STREQ(palette__get(&palette, TERM_STATUS).bg, "default");
	T_STREQ(palette__get(&palette, TERM_MEDIUM).fg, "color29");
	for (size_t i = 0; i < ARRAY_SIZE(wrong); i++) {
		struct palette_choices none = {0};
		struct defer_error err = DEFER_ERROR_INIT;

		T_EQ(palette_choices__set(&none, wrong[i][0], wrong[i][1], &err), DEFER_ERR_INVAL);
		T_CHECK(strstr(err.text, wrong[i][0]));
		T_CHECK(!none.of[TERM_TOP].fg[0]);
	}
	return TEST_OK;
}

static int test_ground(void)
{
	static const struct {
		const char *text;
		enum ground of_env, of_answer;
	} grounds[] = {
		{"15;0", GROUND_DARK, GROUND_UNKNOWN},
		{"0;15", GROUND_LIGHT, GROUND_UNKNOWN},
		{"0;default;15", GROUND_LIGHT, GROUND_UNKNOWN},
		{"0;7", GROUND_LIGHT, GROUND_UNKNOWN},
		{"7;8", GROUND_DARK, GROUND_UNKNOWN},
		{"15;default", GROUND_UNKNOWN, GROUND_UNKNOWN},
		{"15;16", GROUND_UNKNOWN, GROUND_UNKNOWN},
		{"15;", GROUND_UNKNOWN, GROUND_UNKNOWN},
		{"0", GROUND_UNKNOWN, GROUND_UNKNOWN},
		{"", GROUND_UNKNOWN, GROUND_UNKNOWN},
		{"11;rgb:ffff/ffff/ffff", GROUND_UNKNOWN, GROUND_LIGHT},
		{"11;rgb:fd/f6/e3", GROUND_UNKNOWN, GROUND_LIGHT},
		{"11;rgb:0/0/0", GROUND_UNKNOWN, GROUND_DARK},
		{"11;rgb:0000/2b2b/3636", GROUND_UNKNOWN, GROUND_DARK},
		{"11;rgba:0000/0000/0000/ffff", GROUND_UNKNOWN, GROUND_DARK},
		{"11;rgb:7fff/7fff/7fff", GROUND_UNKNOWN, GROUND_LIGHT}, /* black is 5.3:1 */
		{"11;rgb:6000/6000/6000", GROUND_UNKNOWN, GROUND_DARK},
		{"11;rgb:ffff/ffff", GROUND_UNKNOWN, GROUND_UNKNOWN},
		{"11;rgb:fffff/ffff/ffff", GROUND_UNKNOWN, GROUND_UNKNOWN},
		{"11;rgb", GROUND_UNKNOWN, GROUND_UNKNOWN},
		{"10;rgb:ffff/ffff/ffff", GROUND_UNKNOWN, GROUND_UNKNOWN},
	};

	T_EQ(ground__of_env(NULL), GROUND_UNKNOWN);
	for (size_t i = 0; i < ARRAY_SIZE(grounds); i++) {
		if (ground__of_answer(grounds[i].text) != grounds[i].of_answer ||
		    (!strchr(grounds[i].text, ':') &&
		     ground__of_env(grounds[i].text) != grounds[i].of_env))
			T_FAIL("'%s' is read as another background", grounds[i].text);
	}
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"the contrast of two colours", test_measure},
	{"4.5:1 for text, on dark and on light, in every mode", test_contrast},
	{"all meanings have a look", test_looks},
	{"meanings that can meet are told apart", test_pairs},
	{"missing halves are grey", test_missing},
	{"[colors] of perf's configuration", test_choices},
	{"what the terminal and the environment tell", test_ground},
	{0},
};

const struct test_suite suite__tui_palette = {"tui-palette", "Colours of the TUI can be read",
					      cases};
