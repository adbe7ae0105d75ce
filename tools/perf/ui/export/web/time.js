// SPDX-License-Identifier: GPL-2.0-only
// The time line: the samples of each thread over time, and the span of it that is chosen.
import { clamp, count, fit, mark, perFrame, percent, span } from './base.js';
import { chosenStacks, sampleFrom } from './filter.js';

const ROW = 18, AXIS = 18, LABEL = 210, BAR = 2;
const MOST_ROWS = 8;
const FONT = '11px system-ui, "Segoe UI", "Liberation Sans", "DejaVu Sans", sans-serif';
const KINDS = ['kernel', 'user', 'missing'];

// The step between marks of an axis: 1, 2 or 5 times a power of ten.
function niceStep(least) {
	const power = 10 ** Math.floor(Math.log10(Math.max(least, 1)));

	return [1, 2, 5, 10].map(factor => factor * power).find(step => step >= least);
}

export class TimeLine {
	// @host: choice, palette, isFoundStack(stack), labelOfThread(thread), chose() after a change of the choice.
	constructor(canvas, data, host) {
		this.canvas = canvas;
		this.data = data;
		this.host = host;
		this.from = 0;
		this.to = Math.max(data.end, 1);
		this.scroll = 0;
		this.cursor = null;
		this.draw = perFrame(() => this.drawNow());
		this.kinds = data.stack.hit.map((hit, i) => data.classes[data.stack.class[i]].missing ? 2
			: data.func.kind[hit] === data.kindOf.kernel ? 0 : 1);
		this.listen();
	}

	// Lists the threads of the event, those with most samples first.
	setEvent() {
		const { stack } = this.data.sample, { thread, event } = this.data.stack;
		const numbers = new Float64Array(this.data.threads.length);

		for (let i = 0; i < this.data.nrSamples; i++)
			numbers[thread[stack[i]]] += event[stack[i]] === this.host.choice.event;
		this.numbers = numbers;
		this.rows = Array.from(numbers.keys()).filter(i => numbers[i]).sort((a, b) => numbers[b] - numbers[a] || a - b);
		this.nr = numbers.reduce((sum, nr) => sum + nr, 0);
		this.scroll = 0;
		this.canvas.parentElement.style.height = `${AXIS + ROW * (1 + Math.min(this.rows.length, MOST_ROWS)) + 3}px`;
		this.draw();
	}

	// ---- geometry ----

	width() {
		return Math.max(this.canvas.clientWidth - LABEL, 1);
	}

	xOf(time) {
		return LABEL + (time - this.from) / (this.to - this.from) * this.width();
	}

	timeAt(x) {
		return clamp(this.from + (x - LABEL) / this.width() * (this.to - this.from), 0, this.data.end);
	}

	// The row at @y: -1 for the one of all threads.
	rowAt(y) {
		return y < AXIS + ROW ? -1 : Math.floor((y - AXIS - ROW + this.scroll) / ROW);
	}

	rowTop(row) {
		return row < 0 ? AXIS : AXIS + ROW * (row + 1) - this.scroll;
	}

	text(time) {
		return this.data.has_time ? `+${span(time)}` : count(time);
	}

	// ---- drawing ----

	// Adds up the samples by column, kind and visible row.
	bin(first, last) {
		const { data, host } = this;
		const { time, stack, period } = data.sample;
		const columns = Math.ceil(this.width() / BAR), scale = this.width() / BAR / (this.to - this.from);
		const chosen = chosenStacks(data, { ...host.choice, threads: new Set() });
		const rowOf = new Int32Array(data.threads.length).fill(-1);
		const bins = new Float32Array((last - first + 1) * columns * 4);
		const byPeriod = host.choice.metric === 'period', end = columns - 1, from = this.from;
		const places = new Int32Array(chosen.length); // by stack, in the bins of a column; -1: it is not shown
		const rows = new Int32Array(chosen.length); // by stack, of its thread; -1: not visible

		for (let row = first; row < last; row++)
			rowOf[this.rows[row]] = row - first + 1;
		for (let i = 0; i < places.length; i++) {
			rows[i] = rowOf[data.stack.thread[i]];
			places[i] = !chosen[i] ? -1 : host.isFoundStack(i) ? 3 : this.kinds[i];
		}
		for (let i = sampleFrom(data, from), to = sampleFrom(data, this.to + 1); i < to; i++) {
			const of = stack[i], place = places[of], row = rows[of];

			if (place < 0)
				continue;
			const at = 4 * Math.min(((time[i] - from) * scale) | 0, end) + place;
			const value = byPeriod ? period[i] : 1;

			bins[at] += value;
			if (row >= 0)
				bins[row * columns * 4 + at] += value;
		}
		return { bins, columns };
	}

	drawNow() {
		const { context, width, height } = fit(this.canvas);
		const first = Math.floor(this.scroll / ROW);
		const last = Math.min(this.rows.length, first + Math.ceil((height - AXIS) / ROW));
		const { bins, columns } = this.bin(first, last);
		const most = row => {
			let high = 0;

			for (let i = row * columns * 4; i < (row + 1) * columns * 4; i += 4)
				high = Math.max(high, bins[i] + bins[i + 1] + bins[i + 2] + bins[i + 3]);
			return high;
		};
		let high = 0;

		for (let row = 1; row <= last - first; row++)
			high = Math.max(high, most(row));
		context.fillStyle = this.host.palette.back;
		context.fillRect(0, 0, width, height);
		context.font = FONT;
		for (let row = first; row < last; row++)
			this.drawRow(context, row, bins, (row - first + 1) * columns, columns, high);
		context.fillStyle = this.host.palette.back;
		context.fillRect(0, 0, width, AXIS + ROW);
		this.drawRow(context, -1, bins, 0, columns, most(0));
		this.drawAxis(context, width, height);
		this.drawChoice(context, width, height);
	}

	drawRow(context, row, bins, at, columns, high) {
		const { palette, choice } = this.host, thread = this.rows[row];
		const colours = [...KINDS.map(kind => kind === 'missing' ? palette.dash : palette.of(kind)), palette.found];
		const bottom = this.rowTop(row) + ROW - 1;
		const isDim = row >= 0 && choice.threads.size && !choice.threads.has(thread);

		context.fillStyle = palette.line;
		context.fillRect(0, bottom, this.canvas.clientWidth, 1);
		context.globalAlpha = isDim ? 0.35 : 1;
		for (let kind = 0; kind < 4; kind++) {
			context.fillStyle = colours[kind];
			for (let column = 0; column < columns; column++) {
				const i = (at + column) * 4;

				if (!bins[i + kind])
					continue;
				let below = 0;

				for (let k = 0; k < kind; k++)
					below += bins[i + k];
				const tall = bins[i + kind] / high * (ROW - 3);

				context.fillRect(LABEL + column * BAR, bottom - below / high * (ROW - 3) - tall, BAR, Math.max(tall, 0.5));
			}
		}
		this.drawLabel(context, row, bottom);
		context.globalAlpha = 1;
	}

	drawLabel(context, row, bottom) {
		const { palette, choice } = this.host, thread = this.rows[row];
		const isChosen = row >= 0 && choice.threads.has(thread);
		const share = percent(row < 0 ? this.nr : this.numbers[thread], this.nr);
		const shareLeft = LABEL - 10 - context.measureText(share).width;

		context.fillStyle = isChosen ? palette.pick : row < 0 ? palette.mid : palette.text;
		context.save();
		context.beginPath();
		context.rect(0, bottom - ROW, shareLeft - 8, ROW);
		context.clip();
		context.fillText(row < 0 ? `all threads: ${count(this.rows.length)}` : this.host.labelOfThread(thread), 8, bottom - 4);
		context.restore();
		context.fillStyle = palette.mid;
		context.fillText(share, shareLeft, bottom - 4);
		if (isChosen)
			context.fillRect(2, bottom - ROW + 3, 2, ROW - 5);
	}

	drawAxis(context, width, height) {
		const { palette } = this.host;
		const step = niceStep((this.to - this.from) / this.width() * 110);

		context.fillStyle = palette.line;
		context.fillRect(LABEL - 1, 0, 1, height);
		context.fillRect(0, AXIS - 1, width, 1);
		for (let time = Math.ceil(this.from / step) * step; time <= this.to; time += step) {
			const x = Math.round(this.xOf(time));

			context.fillStyle = palette.line;
			context.fillRect(x, 0, 1, height);
			context.fillStyle = palette.mid;
			context.fillText(!time ? '0' : this.data.has_time ? mark(time, step) : count(time), x + 4, 12);
		}
		if (this.cursor !== null) {
			context.fillStyle = palette.pick;
			context.fillRect(Math.round(this.xOf(this.cursor)), 0, 1, height);
		}
	}

	drawChoice(context, width, height) {
		const { palette, choice } = this.host;

		if (!choice.time)
			return;
		const [left, right] = choice.time.map(time => clamp(this.xOf(time), LABEL, width));

		context.fillStyle = palette.shade;
		context.fillRect(LABEL, AXIS, left - LABEL, height - AXIS);
		context.fillRect(right, AXIS, width - right, height - AXIS);
		context.fillStyle = palette.pick;
		context.fillRect(Math.round(left), 0, 1, height);
		context.fillRect(Math.round(right), 0, 1, height);
		const label = this.data.has_time ? span(choice.time[1] - choice.time[0]) : count(choice.time[1] - choice.time[0]);
		const wide = context.measureText(label).width + 8;
		const x = clamp((left + right - wide) / 2, LABEL, width - wide);

		context.fillRect(x, 1, wide, AXIS - 3);
		context.fillStyle = palette.back;
		context.fillText(label, x + 4, 12);
	}

	// ---- moving ----

	setRange(from, to) {
		const length = clamp(to - from, Math.min(1000, this.data.end || 1), Math.max(this.data.end, 1));

		this.from = clamp(from, 0, Math.max(this.data.end, 1) - length);
		this.to = this.from + length;
		this.draw();
		this.host.moved();
	}

	pan(pixels) {
		const by = pixels / this.width() * (this.to - this.from);

		this.setRange(this.from + by, this.to + by);
	}

	stretch(factor, x) {
		const at = this.from + (x - LABEL) / this.width() * (this.to - this.from);

		this.setRange(at - (at - this.from) * factor, at + (this.to - at) * factor);
	}

	choose(a, b) {
		this.host.choice.time = a === null ? null : [Math.round(Math.min(a, b)), Math.round(Math.max(a, b))];
		this.draw();
		this.host.chose();
	}

	toggleThread(thread) {
		const { threads } = this.host.choice;

		if (thread === undefined)
			threads.clear();
		else if (!threads.delete(thread))
			threads.add(thread);
		this.draw();
		this.host.chose();
	}

	scrollBy(by) {
		const most = AXIS + ROW * (1 + this.rows.length) - this.canvas.clientHeight + 2;

		this.scroll = clamp(this.scroll + by, 0, Math.max(most, 0));
		this.draw();
	}

	// Moves the cursor, and with it the end of the span that the key [ began.
	moveCursor(pixels) {
		const by = pixels / this.width() * (this.to - this.from);

		this.cursor = clamp((this.cursor ?? (this.from + this.to) / 2) + by, this.from, this.to);
		this.draw();
	}

	key(event) {
		const step = this.width() / 5, middle = LABEL + this.width() / 2;
		const [begin, end] = this.host.choice.time || [0, this.data.end];
		const keys = {
			a: () => this.pan(-step),
			d: () => this.pan(step),
			w: () => this.stretch(0.7, middle),
			s: () => this.stretch(1 / 0.7, middle),
			ArrowLeft: () => this.moveCursor(event.shiftKey ? -50 : -5),
			ArrowRight: () => this.moveCursor(event.shiftKey ? 50 : 5),
			'[': () => this.choose(this.cursor ?? this.from, Math.max(end, this.cursor ?? this.from)),
			']': () => this.choose(Math.min(begin, this.cursor ?? this.to), this.cursor ?? this.to),
			Enter: () => this.setRange(begin, end),
			Backspace: () => this.choose(null),
			Home: () => this.setRange(0, this.data.end),
			ArrowDown: () => this.scrollBy(ROW),
			ArrowUp: () => this.scrollBy(-ROW),
		};

		if (event.ctrlKey || event.metaKey || event.altKey || !keys[event.key])
			return;
		event.preventDefault();
		keys[event.key]();
	}

	listen() {
		const canvas = this.canvas;
		let from = null, dragged = false;

		canvas.addEventListener('pointerdown', event => {
			if (event.button)
				return;
			from = { x: event.offsetX, y: event.offsetY, time: this.timeAt(event.offsetX) };
			dragged = false;
			canvas.setPointerCapture(event.pointerId);
		});
		canvas.addEventListener('pointermove', event => {
			if (!from || from.x < LABEL || !dragged && Math.abs(event.offsetX - from.x) <= 3)
				return;
			dragged = true;
			if (from.y < AXIS) {
				this.pan(from.x - event.offsetX);
				from.x = event.offsetX;
			} else {
				this.choose(from.time, this.timeAt(event.offsetX));
			}
		});
		canvas.addEventListener('pointerup', event => {
			if (from && !dragged && from.y >= AXIS) {
				if (from.x < LABEL)
					this.toggleThread(this.rows[this.rowAt(event.offsetY)]);
				else if (this.host.choice.time)
					this.choose(null);
			}
			from = null;
		});
		canvas.addEventListener('wheel', event => {
			event.preventDefault();
			if (event.ctrlKey || event.metaKey)
				this.stretch(Math.exp(event.deltaY / 300), Math.max(event.offsetX, LABEL));
			else if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY))
				this.pan(event.deltaX || event.deltaY);
			else
				this.scrollBy(event.deltaY);
		}, { passive: false });
		canvas.addEventListener('keydown', event => this.key(event));
		new ResizeObserver(() => this.rows && this.drawNow()).observe(canvas);
	}
}
