// SPDX-License-Identifier: GPL-2.0-only
// A list of any length: only the rows that are visible are elements.
import { clamp, make, perFrame } from './base.js';

const ROW = 20, HEAD = 24;

export class List {
	// @columns: { id, head, width, text(row), value(row) to sort by, number, class(row), mark(row) }.
	// @host: pick(row), open(row), and looks(row) for the classes of a row.
	constructor(parent, columns, host) {
		this.columns = columns;
		this.host = host;
		this.rows = [];
		this.picked = null;
		this.sort = { id: columns.find(column => column.number)?.id, down: true };
		this.draw = perFrame(() => this.drawNow());
		this.head = make('div', { className: 'head' });
		this.body = make('div', { className: 'rows' });
		this.box = make('div', { className: 'list', tabIndex: 0 }, this.head, this.body);
		this.box.style.setProperty('--columns', columns.map(column => column.width).join(' '));
		parent.append(this.box);
		this.box.addEventListener('scroll', () => this.draw());
		this.box.addEventListener('keydown', event => this.key(event));
		new ResizeObserver(() => this.draw()).observe(this.box);
	}

	set(rows) {
		this.rows = rows;
		this.order();
	}

	sortBy(id) {
		const column = this.columns.find(each => each.id === id) || this.columns[0];

		this.sort = { id: column.id, down: this.sort.id === id ? !this.sort.down : !!column.number };
		this.order();
	}

	order() {
		const { value, number } = this.columns.find(column => column.id === this.sort.id);
		const keys = number ? Float64Array.from(this.rows, value) : this.rows.map(value);
		const sign = this.sort.down ? -1 : 1;
		const places = Uint32Array.from(keys.keys()).sort((a, b) => keys[a] < keys[b] ? -sign : keys[a] > keys[b] ? sign : a - b);

		this.rows = Array.from(places, place => this.rows[place]);
		this.draw();
	}

	drawNow() {
		this.head.replaceChildren(...this.columns.map(column => {
			const button = make('button', { type: 'button', className: column.number ? 'number' : '' }, column.head);

			if (column.id === this.sort.id)
				button.setAttribute('aria-sort', this.sort.down ? 'descending' : 'ascending');
			button.addEventListener('click', () => this.sortBy(column.id));
			return button;
		}));
		this.body.style.height = `${this.rows.length * ROW}px`;

		const first = Math.floor(this.box.scrollTop / ROW);
		const nr = Math.ceil(this.box.clientHeight / ROW) + 1;

		this.body.replaceChildren(...this.rows.slice(first, first + nr).map((row, i) => this.element(row, first + i)));
	}

	element(row, at) {
		const cells = this.columns.map(column => {
			const classes = [column.number ? 'number' : '', column.id === 'name' ? 'name' : '', column.class?.(row) || ''];
			const cell = make('span', { className: classes.join(' ').trim() });

			if (column.mark) {
				const mark = make('i', { className: 'mark' });

				mark.style.background = column.mark(row);
				cell.append(mark);
			}
			cell.append(column.text(row));
			return cell;
		});
		const looks = row === this.picked ? 'row picked' : 'row';
		const element = make('div', { className: `${looks} ${this.host.looks?.(row) || ''}`.trim() }, ...cells);

		element.style.top = `${at * ROW}px`;
		element.addEventListener('click', () => this.pick(row));
		element.addEventListener('dblclick', () => this.host.open?.(row));
		return element;
	}

	pick(row) {
		this.picked = row;
		this.host.pick?.(row);
		this.draw();
	}

	show(row) {
		const at = this.rows.indexOf(row) * ROW, room = this.box.clientHeight - HEAD - ROW;

		this.box.scrollTop = clamp(this.box.scrollTop, at - room, at);
	}

	key(event) {
		const page = Math.max(1, Math.floor(this.box.clientHeight / ROW) - 2);
		const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity };
		const row = this.rows[clamp(this.rows.indexOf(this.picked) + steps[event.key], 0, this.rows.length - 1)];

		if (event.key === 'Enter' && this.picked)
			this.host.open?.(this.picked);
		if (!(event.key in steps) || !row || event.target !== this.box)
			return;
		event.preventDefault();
		this.pick(row);
		this.show(row);
	}
}
