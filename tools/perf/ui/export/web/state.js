// SPDX-License-Identifier: GPL-2.0-only
// The state of the page in the fragment of its address, so that a link shows what its sender saw.

export const VIEWS = ['flame', 'icicle', 'calls', 'table', 'entries', 'ledger'];
export const GROUPS = ['comm', 'thread', 'none'];
export const THEMES = ['auto', 'light', 'dark'];

export function defaults(data) {
	return {
		event: data.event,
		metric: data.events[data.event].has_periods ? 'period' : 'samples',
		class: -1,
		group: 'comm',
		threads: new Set(),
		time: null,
		query: '',
		view: 'flame',
		zoom: 0,
		range: null,
		key: -1,
		paint: data.compares ? 'change' : 'kind',
		theme: 'auto',
	};
}

export function write(choice, data) {
	const first = defaults(data);
	const fields = {
		e: choice.event === first.event ? '' : choice.event,
		m: choice.metric === first.metric ? '' : choice.metric,
		c: choice.class < 0 ? '' : data.classes[choice.class].name,
		g: choice.group === first.group ? '' : choice.group,
		th: [...choice.threads].map(i => `${data.threads[i].pid}.${data.threads[i].tid}`).join('_'),
		t: choice.time ? choice.time.join('-') : '',
		q: choice.query,
		v: choice.view === first.view ? '' : choice.view,
		z: choice.zoom || '',
		x: choice.range ? choice.range.join('_') : '',
		f: choice.key < 0 ? '' : choice.key,
		p: choice.paint === first.paint ? '' : choice.paint,
		d: choice.theme === first.theme ? '' : choice.theme,
	};

	return new URLSearchParams(Object.entries(fields).filter(([, value]) => value !== '')).toString();
}

// Reads a fragment. Whatever it says, the result is a choice that the data have.
export function read(fragment, data) {
	const fields = new URLSearchParams(fragment), choice = defaults(data);
	const whole = (name, end) => /^\d{1,9}$/.test(fields.get(name) ?? '') && +fields.get(name) < end ? +fields.get(name) : -1;
	const among = (name, values, other) => values.includes(fields.get(name)) ? fields.get(name) : other;
	const pair = (name, mark) => {
		const values = (fields.get(name) ?? '').split(mark).map(Number);

		return values.length === 2 && values.every(value => value >= 0 && Number.isFinite(value)) && values[0] <= values[1] ? values : null;
	};

	if (whole('e', data.events.length) >= 0)
		choice.event = whole('e', data.events.length);
	choice.metric = data.events[choice.event].has_periods ? among('m', ['period', 'samples'], 'period') : 'samples';
	choice.class = data.classes.findIndex(each => each.name === fields.get('c'));
	choice.group = among('g', GROUPS, choice.group);
	choice.view = among('v', VIEWS, choice.view);
	choice.paint = among('p', data.compares ? ['change', 'kind'] : ['kind'], choice.paint);
	choice.theme = among('d', THEMES, choice.theme);
	choice.query = (fields.get('q') ?? '').slice(0, 1000);
	choice.time = pair('t', '-');
	choice.range = pair('x', '_');
	choice.zoom = Math.max(whole('z', 2 ** 31), 0);
	choice.key = whole('f', data.funcs.length);
	for (const thread of (fields.get('th') ?? '').split('_')) {
		const i = data.threads.findIndex(each => `${each.pid}.${each.tid}` === thread);

		if (i >= 0)
			choice.threads.add(i);
	}
	return choice;
}
