// SPDX-License-Identifier: GPL-2.0-only
// Draws a tree as a flame graph, callers below, or as an icicle graph, callers above. A drawing costs what is visible.
import { clamp, fit, perFrame } from './base.js';

const ROW = 17;
const NARROW = 0.4; // pixels: narrower frames, and what is in them, are left out
const FONT = '11px ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", "DejaVu Sans Mono", monospace';

export class Flame {
	// @host paints and describes: fillOf(key), labelOf(key), isMissing(key), isFound(key), show(flame, node, event),
	// and moved(flame), pick(flame, node), open(flame, node), palette.
	constructor(canvas, host, up) {
		this.canvas = canvas;
		this.host = host;
		this.up = up;
		this.zoom = this.picked = 0;
		this.scroll = 0;
		this.hover = -1;
		this.width = this.height = 0;
		this.draw = perFrame(() => this.drawNow());
		this.listen();
	}

	// Shows a model: { tree, total, starts }. The zoom and the pick stay if the tree does.
	set(model) {
		const isNew = this.model?.tree !== model.tree;

		this.model = model;
		if (isNew)
			this.zoom = this.picked = this.scroll = 0;
		this.resetRange();
	}

	resetRange() {
		const { starts, total } = this.model;

		this.low = starts[this.zoom];
		this.high = this.low + total[this.zoom];
	}

	resize() {
		this.width = this.canvas.clientWidth;
		this.height = this.canvas.clientHeight;
		if (this.model && this.height)
			this.drawNow();
	}

	// ---- geometry ----

	scale() {
		return this.high > this.low ? this.width / (this.high - this.low) : 0;
	}

	rowTop(depth) {
		return this.up ? this.height - (depth + 1) * ROW + this.scroll : depth * ROW - this.scroll;
	}

	deepest() {
		const { tree, total } = this.model, scale = this.scale();
		let deepest = tree.depth[this.zoom];

		for (let i = this.zoom; i < tree.end[this.zoom];) {
			const isNarrow = total[i] * scale < NARROW;

			deepest = isNarrow ? deepest : Math.max(deepest, tree.depth[i]);
			i = isNarrow ? tree.end[i] : i + 1;
		}
		return deepest;
	}

	// The nodes from the root to the zoomed one.
	path() {
		const { parent } = this.model.tree;
		const path = [this.zoom];

		while (path[0])
			path.unshift(parent[path[0]]);
		return path;
	}

	// The node at a place of the canvas, or -1.
	nodeAt(x, y) {
		const { tree, total, starts } = this.model;
		const depth = Math.floor(this.up ? (this.height + this.scroll - y) / ROW : (y + this.scroll) / ROW);
		const at = this.low + x / this.scale();
		let node = this.zoom;

		if (!this.scale() || depth < 0)
			return -1;
		if (depth <= tree.depth[node])
			return this.path()[depth];
		while (tree.depth[node] < depth) {
			let child = node + 1;

			while (child < tree.end[node] && at >= starts[child] + total[child])
				child = tree.end[child];
			if (child >= tree.end[node] || at < starts[child])
				return -1;
			node = child;
		}
		return node;
	}

	// ---- drawing ----

	drawNow() {
		const { context, width, height } = fit(this.canvas);
		const { tree, total, starts } = this.model;
		const scale = this.scale(), low = this.low, top = this.zoom;

		context.fillStyle = this.host.palette.back;
		context.fillRect(0, 0, width, height);
		context.font = FONT;
		context.textBaseline = 'alphabetic';
		this.charWidth ||= context.measureText('0'.repeat(100)).width / 100;
		if (!scale) {
			context.fillStyle = this.host.palette.mid;
			context.fillText('No samples are chosen', 8, this.up ? height - 8 : 14);
			return;
		}
		for (const node of this.path().slice(0, -1))
			this.drawFrame(context, node, 0, width, this.rowTop(tree.depth[node]), 0.55);
		for (let i = top; i < tree.end[top];) {
			const x = (starts[i] - low) * scale, wide = total[i] * scale;
			const y = this.rowTop(tree.depth[i]);

			if (wide < NARROW || x > width || x + wide < 0 || (this.up ? y + ROW < 0 : y > height)) {
				i = tree.end[i];
				continue;
			}
			if (y + ROW >= 0 && y <= height)
				this.drawFrame(context, i, Math.max(x, -1), Math.min(x + wide, width + 1), y, 1);
			i++;
		}
		this.outline(context, this.hover, 1);
		this.outline(context, this.picked, 2);
	}

	drawFrame(context, node, left, right, y, alpha) {
		const host = this.host, key = this.model.tree.key[node];
		const wide = right - left, room = Math.floor((wide - 6) / this.charWidth);

		context.globalAlpha = alpha;
		context.fillStyle = host.isFound(key) ? host.palette.found : host.fillOf(key, node, this);
		context.fillRect(left, y, wide > 2 ? wide - 0.5 : wide, ROW - 1);
		if (host.isMissing(key) && wide > 3) {
			context.strokeStyle = host.palette.dash;
			context.setLineDash([3, 2]);
			context.strokeRect(left + 0.5, y + 0.5, wide - 1.5, ROW - 2);
			context.setLineDash([]);
		}
		if (room >= 3) {
			const label = host.labelOf(key);

			context.fillStyle = host.palette.label;
			context.fillText(label.length <= room ? label : `${label.slice(0, room - 1)}…`, left + 3, y + 12);
		}
		context.globalAlpha = 1;
	}

	outline(context, node, wide) {
		const { tree, total, starts } = this.model, scale = this.scale();

		if (node <= 0 || node >= tree.nr || !total[node])
			return;
		const isOuter = node < this.zoom && tree.end[node] >= tree.end[this.zoom];
		const left = isOuter ? 0 : Math.max((starts[node] - this.low) * scale, 0);
		const right = isOuter ? this.width
			: Math.min((starts[node] + total[node] - this.low) * scale, this.width);

		if (right <= left)
			return;
		context.strokeStyle = this.host.palette.pick;
		context.lineWidth = wide;
		context.strokeRect(left + wide / 2, this.rowTop(tree.depth[node]) + wide / 2,
			Math.max(right - left - wide, 1), ROW - 1 - wide);
		context.lineWidth = 1;
	}

	// ---- moving ----

	zoomTo(node) {
		this.zoom = node;
		this.resetRange();
		this.show(node);
		this.host.moved(this, true);
	}

	// Scrolls so that a node's row is visible.
	show(node) {
		const high = this.height, depth = this.model.tree.depth[node];

		this.scrollBy(clamp(this.scroll, (depth + 1) * ROW - high, depth * ROW) - this.scroll);
	}

	scrollBy(by) {
		const most = Math.max(0, (this.deepest() + 1) * ROW - this.height);

		this.scroll = clamp(this.scroll + by, 0, most);
		this.draw();
	}

	// Moves the range, which stays within the zoomed frame.
	setRange(low, high) {
		const { starts, total } = this.model;
		const first = starts[this.zoom], all = total[this.zoom];
		const length = clamp(high - low, all / 1e6, all);

		this.low = clamp(low, first, first + all - length);
		this.high = this.low + length;
		this.draw();
		this.host.moved(this, false);
	}

	pan(pixels) {
		const by = pixels / (this.scale() || 1);

		this.setRange(this.low + by, this.high + by);
	}

	stretch(factor, x) {
		const at = this.low + (this.high - this.low) * x / this.width;

		this.setRange(at - (at - this.low) * factor, at + (this.high - at) * factor);
	}

	pick(node) {
		this.picked = node;
		this.show(node);
		this.host.pick(this, node);
	}

	// The neighbour of a node: among its siblings, or the next one at its depth.
	beside(node, step) {
		const { tree, total } = this.model;
		const scale = this.scale();

		for (let i = node + step; i > 0 && i < tree.nr; i += step) {
			if (tree.depth[i] === tree.depth[node] && total[i] * scale >= NARROW)
				return i;
		}
		return node;
	}

	firstChild(node) {
		const { tree, total } = this.model;
		let best = node;

		for (let i = node + 1; i < tree.end[node]; i = tree.end[i]) {
			if (total[i] > 0 && (best === node || total[i] > total[best]))
				best = i;
		}
		return best;
	}

	key(event) {
		const { tree } = this.model;
		const inward = this.up ? 'ArrowUp' : 'ArrowDown', outward = this.up ? 'ArrowDown' : 'ArrowUp';
		const step = this.width / 5, middle = this.width / 2;
		const keys = {
			[inward]: () => this.pick(this.firstChild(this.picked)),
			[outward]: () => this.pick(tree.parent[this.picked]),
			ArrowRight: () => this.pick(this.beside(this.picked, 1)),
			ArrowLeft: () => this.pick(this.beside(this.picked, -1)),
			Enter: () => this.zoomTo(this.picked),
			Backspace: () => this.zoomTo(tree.parent[this.zoom]),
			Home: () => this.zoomTo(0),
			a: () => this.pan(-step),
			d: () => this.pan(step),
			w: () => this.stretch(0.7, middle),
			s: () => this.stretch(1 / 0.7, middle),
			PageUp: () => this.scrollBy(this.up ? 10 * ROW : -10 * ROW),
			PageDown: () => this.scrollBy(this.up ? -10 * ROW : 10 * ROW),
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
			from = [event.offsetX, event.offsetY];
			dragged = false;
			canvas.setPointerCapture(event.pointerId);
		});
		canvas.addEventListener('pointermove', event => {
			if (from && (dragged || Math.hypot(event.offsetX - from[0], event.offsetY - from[1]) > 3)) {
				dragged = true;
				this.pan(from[0] - event.offsetX);
				this.scrollBy((event.offsetY - from[1]) * (this.up ? 1 : -1));
				from = [event.offsetX, event.offsetY];
			}
			this.hoverAt(dragged ? -1 : this.nodeAt(event.offsetX, event.offsetY), event);
		});
		canvas.addEventListener('pointerup', event => {
			const node = this.nodeAt(event.offsetX, event.offsetY);

			if (from && !dragged && node >= 0) {
				this.picked = node;
				this.host.pick(this, node);
				this.zoomTo(node);
			}
			from = null;
			dragged = false;
		});
		canvas.addEventListener('dblclick', event => this.host.open(this, this.nodeAt(event.offsetX, event.offsetY)));
		canvas.addEventListener('pointerleave', event => this.hoverAt(-1, event));
		canvas.addEventListener('wheel', event => {
			event.preventDefault();
			if (event.ctrlKey || event.metaKey)
				this.stretch(Math.exp(event.deltaY / 300), event.offsetX);
			else if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY))
				this.pan(event.deltaX || event.deltaY);
			else
				this.scrollBy(this.up ? -event.deltaY : event.deltaY);
		}, { passive: false });
		canvas.addEventListener('keydown', event => this.key(event));
		new ResizeObserver(() => this.resize()).observe(canvas);
	}

	hoverAt(node, event) {
		if (node !== this.hover) {
			this.hover = node;
			this.draw();
		}
		this.host.show(this, node, event);
	}
}
