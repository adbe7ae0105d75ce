// SPDX-License-Identifier: GPL-2.0-only
// Colours: the kernel is warm, user code cold, as in the terminal and in pictures.

// Hue, saturation, and the lightness on white and on black.
const HUES = {
	task: [90, 18, 80, 28],
	user: [205, 62, 76, 33],
	inlined: [184, 42, 80, 27],
	kernel: [28, 86, 70, 37],
	missing: [335, 45, 92, 22],
};
const SHADES = 7;

function shadesOf([hue, saturation, light, dark], isDark) {
	return Array.from({ length: SHADES }, (_, i) => {
		const off = i - (SHADES - 1) / 2;

		return `hsl(${hue + 1.5 * off} ${isDark ? 0.75 * saturation : saturation}% ${(isDark ? dark : light) + off}%)`;
	});
}

export class Palette {
	constructor(isDark) {
		this.isDark = isDark;
		this.shades = Object.fromEntries(Object.entries(HUES).map(([kind, hue]) => [kind, shadesOf(hue, isDark)]));
		this.back = isDark ? '#16181b' : '#ffffff';
		this.soft = isDark ? '#1e2125' : '#f5f6f7';
		this.line = isDark ? '#33373d' : '#d8dbdf';
		this.text = isDark ? '#dcdfe3' : '#1a1c1f';
		this.mid = isDark ? '#8f969e' : '#646a71';
		this.label = isDark ? '#f0f2f4' : '#101214';
		this.found = isDark ? '#a13fb0' : '#d987e6';
		this.dash = isDark ? '#d4608f' : '#b02a5b';
		this.pick = isDark ? '#ffffff' : '#000000';
		this.shade = isDark ? '#00000080' : '#ffffffa0';
	}

	// The colour of a kind; names next to each other differ a little.
	of(kind, name = '') {
		let hash = 0;

		for (let i = 0; i < name.length; i++)
			hash = (hash * 31 + name.charCodeAt(i)) | 0;
		return this.shades[kind][kind === 'missing' || !name ? SHADES >> 1 : (hash >>> 0) % SHADES];
	}

	// The colour of a share that grew by so many points; smaller changes are paler.
	change(points, isNoise) {
		const pale = 1 - Math.min(Math.abs(points), 10) / 10;

		if (isNoise)
			return this.isDark ? 'hsl(0 0% 28%)' : 'hsl(0 0% 86%)';
		return `hsl(${points > 0 ? 4 : 212} ${this.isDark ? 55 : 85}% ${this.isDark ? 42 - 12 * pale : 68 + 20 * pale}%)`;
	}
}
