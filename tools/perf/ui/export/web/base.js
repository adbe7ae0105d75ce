// SPDX-License-Identifier: GPL-2.0-only
// What all modules use: elements made of text, and numbers as text.

export const byId = id => document.getElementById(id);
export const clamp = (value, low, high) => Math.min(Math.max(value, low), high);

// Makes an element. Strings among the children become text nodes: no text is ever read as HTML.
export function make(tag, properties = {}, ...children) {
	const element = document.createElement(tag);

	for (const [name, value] of Object.entries(properties)) {
		if (name.includes('-') || name === 'role')
			element.setAttribute(name, value);
		else
			element[name] = value;
	}
	element.append(...children);
	return element;
}

// Controls, and marks that turn the direction of text or end a line, would change the text around them.
const HIDDEN = /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu;

// Makes a name of the trace safe to show.
export const plain = text => text.replace(HIDDEN, '\ufffd');

export const count = value => Math.round(value).toLocaleString('en-US');

export function percent(part, all) {
	const value = all ? 100 * part / all : 0;

	return `${value.toFixed(2)}%`;
}

const UNITS = [[1e9, 's'], [1e6, 'ms'], [1e3, 'µs'], [1, 'ns']];

// A span of ns, with four digits.
export function span(ns) {
	const [size, unit] = UNITS.find(([least]) => Math.abs(ns) >= least) || UNITS[3];
	const value = ns / size;

	return `${size === 1 ? Math.round(value) : value.toPrecision(4)} ${unit}`;
}

// A time on an axis of marks that are @step apart, without digits that all of them lack.
export function mark(ns, step) {
	const [size, unit] = UNITS.find(([least]) => ns >= least) || UNITS[3];
	const digits = Math.max(0, Math.ceil(Math.log10(size / step) - 1e-9));

	return `${(ns / size).toFixed(digits)} ${unit}`;
}

// The weight of samples: time if the event is a clock, else a number.
export const weight = (value, unit) => unit === 'nanoseconds' ? span(value) : count(value);

// Calls @draw in the next frame, however often it is asked for until then.
export function perFrame(draw) {
	let waits = false;

	return () => {
		if (waits)
			return;
		waits = true;
		requestAnimationFrame(() => {
			waits = false;
			draw();
		});
	};
}

// Calls @act once nothing was asked for a while. Browsers take only so many addresses a second.
export function later(act) {
	let timer = 0;

	return () => {
		clearTimeout(timer);
		timer = setTimeout(act, 250);
	};
}

// Gives a canvas as many pixels as it has on the screen. Returns its context and its size in CSS pixels.
export function fit(canvas) {
	const ratio = devicePixelRatio || 1;
	const width = canvas.clientWidth, height = canvas.clientHeight;
	const context = canvas.getContext('2d');

	if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
		canvas.width = Math.round(width * ratio);
		canvas.height = Math.round(height * ratio);
	}
	context.setTransform(ratio, 0, 0, ratio, 0, 0);
	return { context, width, height };
}
