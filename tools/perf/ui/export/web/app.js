// SPDX-License-Identifier: GPL-2.0-only
// The page: its choices, and what they change. A new event makes a tree, a choice of samples adds them up, and all
// else only draws.
import { byId, clamp, count, later, make, percent, perFrame, plain, weight } from './base.js';
import { UNKNOWN, load } from './data.js';
import { Entries, userFrame } from './entries.js';
import { addUpSamples } from './filter.js';
import { Flame } from './flame.js';
import { showLedger } from './ledger.js';
import { Palette } from './paint.js';
import { THEMES, VIEWS, read, write } from './state.js';
import { Functions } from './table.js';
import { TimeLine } from './time.js';
import { ALL, addUpNodes, callsOf, eventTree, startsOf } from './tree.js';

const TITLES = { flame: 'Flame', icicle: 'Icicle', calls: 'Callers and callees', table: 'Functions', entries: 'Entries', ledger: 'Ledger' };
const KEYS = [
	['/', 'search functions, by a regular expression'],
	['n, N', 'the next match, the one before'],
	['1 … 6', 'the views, from left to right'],
	['c, double click', 'callers and callees of the frame or function'],
	['Esc', 'takes back: the search, the zoom, the chosen time and threads'],
	['arrows', 'to callers, callees and neighbours; in the time line, the cursor'],
	['Enter', 'zooms into the frame; in the time line, into the chosen time'],
	['Backspace', 'zooms out by a frame; in the time line, drops the chosen time'],
	['w s a d', 'zoom in and out, move left and right, where the focus is'],
	['[ ]', 'in the time line, the chosen time begins or ends at the cursor'],
	['Home', 'the whole'],
	['t', 'light, dark, or as the system is'],
	['wheel', 'scrolls; with Ctrl it zooms, with Shift it moves sideways'],
	['drag', 'moves the graph; in the time line, chooses a span; on its axis, moves it'],
	['?', 'this list'],
];

class App {
	constructor(data) {
		this.data = data;
		this.choice = read(location.hash.slice(1), data);
		this.names = data.funcs.map(plain);
		this.comms = data.comms.map(plain);
		this.found = null;
		this.stale = {};
		this.palette = new Palette(this.isDark());
		this.timeLine = new TimeLine(byId('time-canvas'), data, this);
		this.flame = new Flame(byId('flame-canvas'), this, true);
		this.callers = new Flame(byId('callers-canvas'), this, true);
		this.callees = new Flame(byId('callees-canvas'), this, false);
		this.table = new Functions(byId('table'), this);
		this.entries = new Entries(byId('entries'), this);
		this.save = later(() => this.saveNow(false));
		this.recount = perFrame(() => this.recountNow());
		this.setUp();
		this.listen();
		this.apply();
	}

	// ---- what frames are ----

	unit() {
		return this.choice.metric === 'samples' ? 'count' : this.data.events[this.choice.event].unit;
	}

	labelOfThread(thread) {
		const { pid, tid, comm } = this.data.threads[thread];

		return `${this.comms[comm]} ${pid === tid ? tid : `${pid}/${tid}`}`;
	}

	labelOf(key) {
		const nr = this.names.length;

		if (key === ALL)
			return 'all';
		if (key < nr)
			return this.names[key];
		return key < nr + this.comms.length ? this.comms[key - nr] : this.labelOfThread(key - nr - this.comms.length);
	}

	kindOf(key) {
		return key < this.names.length ? this.data.kinds[this.data.func.kind[key]] : 'task';
	}

	fileOf(key) {
		return key < this.names.length ? plain(this.data.dsos[this.data.func.dso[key]] ?? '') : '';
	}

	userCode(stack) {
		const key = userFrame(this.data, stack);

		return key === UNKNOWN ? '-' : this.labelOf(key);
	}

	isMissing(key) {
		return this.kindOf(key) === 'missing';
	}

	isFound(key) {
		return this.found !== null && key < this.names.length && this.found[key] === 1;
	}

	isFoundStack(stack) {
		return this.foundStacks !== null && this.foundStacks[stack] === 1;
	}

	kindColour(key) {
		return this.isMissing(key) ? this.palette.dash : this.palette.of(this.kindOf(key));
	}

	fillOf(key, node, flame) {
		if (this.choice.paint === 'change' && flame === this.flame && this.base) {
			const { points, isNoise } = this.changeOf(node);

			return this.palette.change(points, isNoise);
		}
		this.fills[key] ||= this.palette.of(this.kindOf(key), this.labelOf(key));
		return this.fills[key];
	}

	// ---- comparison ----

	// Compares shares by the rule of change.c, but with the normal distribution: near the limit, a few hits may get
	// another mark there.
	change(total, before, nr, nrBefore) {
		const share = (part, all) => all ? part / all : 0, dispersion = 2.7, deviations = 1.96;
		const { base, sums } = this;
		const points = 100 * share(total, sums.all) - 100 * share(before, base.all);
		const pointsNr = share(nr, sums.nr) - share(nrBefore, base.nr), unit = (total + before) / (nr + nrBefore);
		const mayBeChance = (hits, hitsBefore, all, allBefore) => {
			const theta = all / (all + allBefore), both = hits + hitsBefore;
			const worth = dispersion * (1 - both / (all + allBefore));
			const away = hits - both * theta;

			return !(worth > 1e-9) || !(away * away >= deviations ** 2 * worth * both * theta * (1 - theta));
		};

		return {
			points,
			isNoise: !(points * pointsNr > 0) || mayBeChance(nr, nrBefore, sums.nr, base.nr) ||
				mayBeChance(total / unit, before / unit, sums.all / unit, base.all / unit),
		};
	}

	changeOf(node) {
		return this.change(this.nodes.total[node], this.base.total[node], this.nodeSamples()[node], this.base.samples[node]);
	}

	changeText({ points, isNoise }) {
		return `${isNoise ? '~' : ''}${points < 0 ? '' : '+'}${points.toFixed(2)}%`;
	}

	// The samples of each node, whatever the weight is; added up when they are asked for.
	nodeSamples() {
		this.samplesOfNodes ||= addUpNodes(this.tree, this.tree.stacks, this.sums.samples).total;
		return this.samplesOfNodes;
	}

	// ---- changes ----

	// Makes all of the choice, as after a new address.
	apply() {
		const { choice } = this;

		this.picked = choice.key;
		this.applyTheme();
		byId('event').value = choice.event;
		this.fillMetrics();
		byId('class').value = choice.class;
		byId('group').value = choice.group;
		byId('paint').value = choice.paint;
		byId('search').value = choice.query;
		this.timeLine.setEvent();
		this.rebuild();
		this.flame.zoom = choice.zoom < this.tree.nr ? choice.zoom : 0;
		this.flame.resetRange();
		if (choice.range)
			this.flame.setRange(...choice.range.map(share => share * this.sums.all));
		if (choice.zoom)
			this.flame.show(this.flame.zoom);
		this.showView();
	}

	// Makes the tree of the event anew.
	rebuild() {
		const { data, choice } = this;
		const whole = addUpSamples(data, { ...choice, threads: new Set(), time: null, class: -1 });

		this.tree = eventTree(data, choice.event, choice.group, whole.weights);
		this.whole = whole;
		this.search();
		this.recountNow();
	}

	recountNow() {
		const { data, choice, tree } = this;

		this.sums = addUpSamples(data, choice);
		this.nodes = addUpNodes(tree, tree.stacks, this.sums.weights);
		this.samplesOfNodes = null;
		this.base = data.compares ? this.addUpBase() : null;
		this.flame.set({ tree, total: this.nodes.total, starts: startsOf(tree, this.nodes.total) });
		this.stale = { table: true, calls: true, entries: true };
		this.sayFound();
		this.refresh();
		this.save();
	}

	addUpBase() {
		const { tree, data } = this;
		const { samples, period } = data.base;
		const sums = addUpNodes(tree, tree.base, this.choice.metric === 'samples' ? samples : period);
		const numbers = addUpNodes(tree, tree.base, samples).total;

		return { ...sums, all: sums.total[0], samples: numbers, nr: numbers[0] };
	}

	// Makes what the visible view shows, and draws it.
	refresh() {
		const { view } = this.choice;

		if (this.stale[view]) {
			this.stale[view] = false;
			if (view === 'calls')
				this.refreshCalls();
			else
				this[view].refresh();
		}
		for (const flame of view === 'calls' ? [this.callers, this.callees] : [this.flame])
			flame.model && flame.draw();
		this.table.list.draw();
		this.timeLine.draw();
		this.say();
	}

	refreshCalls() {
		const key = this.choice.key < 0 ? this.heaviest() : this.choice.key;
		const sides = callsOf(this.tree, this.nodes, key);

		[this.callers, this.callees].forEach((flame, i) =>
			flame.set({ ...sides[i], starts: startsOf(sides[i].tree, sides[i].total) }));
		const total = sides[1].total[0];

		byId('calls-title').replaceChildren(this.labelOf(key),
			make('small', {}, `${this.fileOf(key)}  ${percent(total, this.sums.all)}, ${weight(total, this.unit())}; callers above, callees below`));
	}

	heaviest() {
		const self = new Float64Array(this.names.length);

		this.sums.weights.forEach((value, stack) => self[this.data.stack.hit[stack]] += value);
		return self.indexOf(Math.max(...self));
	}

	setView(view) {
		this.stale.calls ||= this.picked !== this.choice.key;
		this.choice.key = this.picked;
		this.choice.view = view;
		this.showView();
		this.saveNow(true);
	}

	// Shows a view, which keys move from then on.
	openView(view) {
		this.setView(view);
		this.main().focus();
	}

	showView() {
		const { view } = this.choice;
		const section = view === 'icicle' ? 'flame' : view;

		for (const element of byId('main').children)
			element.hidden = element.id !== section;
		for (const tab of byId('tabs').querySelectorAll('[role=tab]'))
			tab.setAttribute('aria-selected', tab.dataset.view === view);
		this.flame.up = view !== 'icicle';
		this.flame.scrollBy(0);
		this.refresh();
	}

	// ---- search ----

	search() {
		const { query } = this.choice;
		let pattern = null;

		try {
			pattern = query && new RegExp(query, 'iu');
		} catch {
			pattern = new RegExp(query.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&'), 'i');
		}
		this.found = pattern ? Uint8Array.from(this.names, name => pattern.test(name)) : null;
		this.foundStacks = this.found && this.markStacks();
		this.stale.table = true;
	}

	// Marks the stacks that a found function is in.
	markStacks() {
		const { tree } = this, within = new Uint8Array(tree.nr);

		for (let i = 1; i < tree.nr; i++)
			within[i] = within[tree.parent[i]] || this.isFound(tree.key[i]);
		return Uint8Array.from(tree.stacks, node => node >= 0 ? within[node] : 0);
	}

	// The outermost nodes below the zoomed one that were found: a sample counts once.
	foundNodes() {
		const { tree } = this, top = this.flame.zoom, nodes = [];

		for (let i = top; i < tree.end[top];) {
			const is = this.isFound(tree.key[i]) && this.nodes.total[i] > 0;

			if (is)
				nodes.push(i);
			i = is ? tree.end[i] : i + 1;
		}
		return nodes;
	}

	sayFound() {
		if (!this.found) {
			byId('found').textContent = '';
			return;
		}
		const sum = this.foundNodes().reduce((total, node) => total + this.nodes.total[node], 0);
		const nr = this.found.reduce((total, is) => total + is, 0);

		byId('found').textContent = `${count(nr)} function${nr === 1 ? '' : 's'}, ${percent(sum, this.nodes.total[this.flame.zoom])}`;
	}

	nextFound(step) {
		const nodes = this.foundNodes(), at = nodes.indexOf(this.flame.picked);

		if (nodes.length)
			this.flame.pick(nodes[(at + step + nodes.length) % nodes.length]);
	}

	setQuery(query) {
		this.choice.query = query;
		this.search();
		this.sayFound();
		this.refresh();
		this.save();
	}

	// ---- as a host of views ----

	moved(flame, isZoom) {
		if (flame && flame === this.flame) {
			const whole = flame.low <= flame.model.starts[flame.zoom] && flame.high >= flame.model.starts[flame.zoom] + flame.model.total[flame.zoom];

			this.choice.zoom = flame.zoom;
			this.choice.range = whole ? null : [flame.low, flame.high].map(at => +(at / this.sums.all).toFixed(9));
			this.sayFound();
			this.say();
		}
		if (isZoom)
			this.saveNow(true);
		else
			this.save();
	}

	chose() {
		this.recount();
	}

	pick(flame, node) {
		const key = flame.model.tree.key[node];

		if (key < this.names.length)
			this.pickKey(key);
		this.say();
	}

	pickKey(key) {
		this.picked = key;
	}

	open(flame, node) {
		const key = node < 0 ? ALL : flame.model.tree.key[node];

		if (key < this.names.length)
			this.openCalls(key);
	}

	openCalls(key) {
		this.pickKey(key);
		this.openView('calls');
	}

	showEntry(i) {
		const { entry, stack } = this.data, begin = entry.begin[i];

		this.choice.threads = new Set([stack.thread[entry.stack[i]]]);
		this.choice.time = [begin, begin + (entry.known[i] ? entry.remaining[i] : 0)];
		this.recountNow();
	}

	// Tells of a frame beside the pointer.
	show(flame, node, event) {
		const tip = byId('tip');

		tip.hidden = node < 0;
		if (node < 0)
			return;
		tip.replaceChildren(...this.describe(flame, node));
		tip.style.left = `${clamp(event.clientX + 14, 0, innerWidth - tip.offsetWidth - 4)}px`;
		tip.style.top = `${event.clientY + 18 + tip.offsetHeight < innerHeight ? event.clientY + 18 : event.clientY - tip.offsetHeight - 10}px`;
	}

	describe(flame, node) {
		const { tree, total } = flame.model, key = tree.key[node], value = total[node];
		const lines = [[this.fileOf(key), this.kindOf(key)].filter(Boolean).join(' · '),
			`${percent(value, this.sums.all)} of what is chosen, ${weight(value, this.unit())}`];

		if (flame === this.flame) {
			lines[1] += this.choice.metric === 'samples' ? ' samples' : `, ${count(this.nodeSamples()[node])} samples`;
			if (flame.zoom)
				lines.push(`${percent(value, total[flame.zoom])} of ${this.labelOf(tree.key[flame.zoom])}`);
			lines.push(`${percent(this.nodes.self[node], this.sums.all)} own`);
			if (this.base)
				lines.push(`${this.changeText(this.changeOf(node))}, before ${percent(this.base.total[node], this.base.all)}${this.changeOf(node).isNoise ? ': may be chance' : ''}`);
		}
		return [make('b', {}, this.labelOf(key)), ...lines.filter(Boolean).map(line => make('span', {}, line))];
	}

	// Says what is chosen, below; and beside the tabs what is zoomed into.
	say() {
		const { choice, data, sums } = this, { zoom } = this.flame;
		const parts = [`${count(sums.nr)} of ${count(this.whole.nr)} samples (${percent(sums.nr, this.whole.nr)})`];

		if (choice.metric !== 'samples')
			parts.push(weight(sums.all, this.unit()));
		if (choice.threads.size)
			parts.push([...choice.threads].map(thread => this.labelOfThread(thread)).join(', '));
		if (choice.time)
			parts.push(`${this.timeLine.text(choice.time[0])} … ${this.timeLine.text(choice.time[1])}`);
		if (choice.class >= 0)
			parts.push(`user stack ${data.classes[choice.class].name}`);
		byId('status').textContent = parts.join('  ·  ');
		const crumb = [];

		if (zoom && choice.view !== 'calls') {
			const out = make('button', { type: 'button' }, 'Reset zoom');

			out.addEventListener('click', () => this.flame.zoomTo(0));
			crumb.push(`${this.labelOf(this.tree.key[zoom])}  ${percent(this.nodes.total[zoom], sums.all)}`, out);
		}
		byId('crumb').replaceChildren(...crumb);
	}

	// ---- theme ----

	isDark() {
		const { theme } = this.choice;

		return theme === 'dark' || theme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches;
	}

	applyTheme() {
		const { theme } = this.choice;

		if (theme === 'auto')
			delete document.documentElement.dataset.theme;
		else
			document.documentElement.dataset.theme = theme;
		byId('theme').textContent = theme[0].toUpperCase() + theme.slice(1);
		this.palette = new Palette(this.isDark());
		this.fills = {};
		this.showLegend();
		if (this.sums)
			this.refresh();
	}

	nextTheme() {
		this.choice.theme = THEMES[(THEMES.indexOf(this.choice.theme) + 1) % THEMES.length];
		this.applyTheme();
		this.save();
	}

	showLegend() {
		const entry = (colour, text) => {
			const square = make('i');

			square.style.background = colour;
			return make('span', {}, square, text);
		};
		const kinds = ['kernel', 'user', 'inlined'].map(kind => entry(this.palette.of(kind), kind));
		const changes = [entry(this.palette.change(10), 'more than before'), entry(this.palette.change(-10), 'less'), entry(this.palette.change(0, true), 'may be chance')];

		byId('legend').replaceChildren(...this.choice.paint === 'change' ? changes : kinds,
			entry(this.palette.dash, 'no user stack'), entry(this.palette.found, 'found'));
	}

	// ---- the address ----

	saveNow(isStep) {
		const fragment = `#${write(this.choice, this.data)}`;

		if (fragment === (location.hash || '#'))
			return;
		history[isStep ? 'pushState' : 'replaceState'](null, '', fragment);
	}

	// ---- controls ----

	setUp() {
		const { data } = this;
		const option = (value, text) => make('option', { value }, text);
		const used = new Set(data.stack.class);

		document.title = plain(data.title);
		byId('title').textContent = plain(data.title);
		byId('title').title = plain(data.title);
		byId('event').replaceChildren(...data.events.map((event, i) => option(i, `${plain(event.name)} (${count(event.samples)})`)));
		byId('class').replaceChildren(option(-1, 'all'), ...data.classes.map((each, i) => [each, i])
			.filter(([, i]) => used.has(i)).map(([each, i]) => option(i, `${each.name}: ${each.meaning}`)));
		byId('paint-label').hidden = !data.compares;
		byId('tabs').replaceChildren(...VIEWS.map((view, i) => {
			const tab = make('button', { type: 'button', role: 'tab' }, make('kbd', {}, String(i + 1)), TITLES[view]);

			tab.dataset.view = view;
			tab.addEventListener('click', () => this.setView(view));
			return tab;
		}), make('span', { id: 'crumb' }));
		byId('help').replaceChildren(make('table', {}, ...KEYS.map(([key, text]) =>
			make('tr', {}, make('td', {}, make('kbd', {}, key)), make('td', {}, text)))));
		showLedger(byId('ledger'), data);
	}

	fillMetrics() {
		const event = this.data.events[this.choice.event];
		const name = event.unit === 'nanoseconds' ? 'time' : 'period';
		const options = event.has_periods ? [['period', name], ['samples', 'samples']] : [['samples', 'samples']];

		byId('metric').replaceChildren(...options.map(([value, text]) => make('option', { value }, text)));
		byId('metric').value = this.choice.metric;
	}

	listen() {
		const on = (id, change) => byId(id).addEventListener('change', () => change(byId(id).value));
		const anew = () => {
			this.choice.zoom = 0;
			this.choice.range = null;
			this.rebuild();
		};

		on('event', value => {
			this.choice.event = +value;
			this.choice.metric = this.data.events[+value].has_periods ? this.choice.metric : 'samples';
			this.fillMetrics();
			this.timeLine.setEvent();
			anew();
		});
		on('group', value => {
			this.choice.group = value;
			anew();
		});
		on('metric', value => {
			this.choice.metric = value;
			anew();
		});
		on('class', value => {
			this.choice.class = +value;
			this.recount();
		});
		on('paint', value => {
			this.choice.paint = value;
			this.showLegend();
			this.refresh();
			this.save();
		});
		byId('search').addEventListener('input', () => this.setQuery(byId('search').value));
		byId('theme').addEventListener('click', () => this.nextTheme());
		byId('help-button').addEventListener('click', () => byId('help').showModal());
		byId('help').addEventListener('click', () => byId('help').close());
		matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.applyTheme());
		addEventListener('popstate', () => {
			this.choice = read(location.hash.slice(1), this.data);
			this.apply();
		});
		addEventListener('keydown', event => this.key(event));
	}

	// Takes back the last kind of choice.
	back() {
		const { choice } = this;

		if (choice.query) {
			byId('search').value = '';
			this.setQuery('');
		} else if (this.flame.zoom || choice.range) {
			this.flame.zoomTo(0);
		} else if (choice.time || choice.threads.size || choice.class >= 0) {
			choice.time = null;
			choice.threads.clear();
			choice.class = -1;
			byId('class').value = -1;
			this.recountNow();
		}
	}

	key(event) {
		const inText = event.target === byId('search'), isHelp = byId('help').open;
		const keys = {
			'/': () => byId('search').select(),
			n: () => this.nextFound(1),
			N: () => this.nextFound(-1),
			c: () => this.openCalls(this.picked),
			t: () => this.nextTheme(),
			'?': () => byId('help').showModal(),
			Escape: () => this.back(),
		};
		const isFind = event.key === 'f' && (event.ctrlKey || event.metaKey);
		let act = VIEWS[event.key - 1] ? () => this.openView(VIEWS[event.key - 1]) : keys[event.key];

		if (isHelp || event.altKey || (event.ctrlKey || event.metaKey) && !isFind || event.target.tagName === 'SELECT')
			return;
		if (isFind)
			act = keys['/'];
		if (inText && event.key === 'Enter')
			act = () => this.main().focus();
		else if (inText && event.key !== 'Escape')
			return;
		if (!act)
			return;
		event.preventDefault();
		act();
	}

	// What the keyboard moves in the visible view.
	main() {
		return { calls: this.callees.canvas, table: this.table.list.box, entries: this.entries.each.box }[this.choice.view] || this.flame.canvas;
	}
}

try {
	globalThis.page = new App(await load(byId('data').textContent));
	document.documentElement.dataset.ready = performance.now().toFixed(1);
	globalThis.page.main().focus();
} catch (error) {
	byId('status').textContent = `The page cannot be shown: ${error.message}`;
	throw error;
}
