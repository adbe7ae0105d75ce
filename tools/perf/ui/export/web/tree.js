// SPDX-License-Identifier: GPL-2.0-only
// Trees of frames. Nodes are in preorder, the heaviest child first: what is below node i are the nodes from i + 1
// to end[i]. A key is a function, or, from nrFuncs on, a command or a thread.

// Finds numbers by pairs of numbers.
class Pairs {
	// @likely: how many there will be, as far as is known.
	constructor(likely) {
		this.nr = 0;
		this.resize(1 << Math.max(12, Math.ceil(Math.log2(2 * likely + 1))));
	}

	resize(size) {
		this.first = new Uint32Array(size);
		this.second = new Uint32Array(size);
		this.value = new Int32Array(size).fill(-1);
	}

	slot(first, second) {
		const mask = this.value.length - 1;
		let at = (Math.imul(first, 0x9e3779b1) ^ Math.imul(second, 0x85ebca6b)) >>> 0;

		for (at = (at ^ at >>> 15) & mask; this.value[at] >= 0; at = (at + 1) & mask) {
			if (this.first[at] === first && this.second[at] === second)
				break;
		}
		return at;
	}

	get(first, second) {
		return this.value[this.slot(first, second)];
	}

	set(first, second, value) {
		const at = this.slot(first, second);

		this.first[at] = first;
		this.second[at] = second;
		this.value[at] = value;
		if (++this.nr * 2 > this.value.length)
			this.grow();
	}

	grow() {
		const { first, second, value } = this;

		this.resize(2 * value.length);
		for (let i = 0; i < value.length; i++) {
			if (value[i] < 0)
				continue;
			const at = this.slot(first[i], second[i]);

			this.first[at] = first[i];
			this.second[at] = second[i];
			this.value[at] = value[i];
		}
	}
}

// A tree that grows; its nodes are in the order in which they came.
export class Builder {
	constructor(key, likely = 0) {
		this.parents = [0];
		this.keys = [key];
		this.children = new Pairs(likely);
	}

	child(parent, key) {
		let node = this.children.get(parent, key);

		if (node < 0) {
			node = this.parents.length;
			this.parents.push(parent);
			this.keys.push(key);
			this.children.set(parent, key, node);
		}
		return node;
	}

	// Makes the tree; @weights are those of the samples that end at each node. Sets this.places, by node.
	finish(weights) {
		const nr = this.parents.length;
		const totals = Float64Array.from({ length: nr }, (_, i) => weights[i] || 0);
		const lists = Array.from({ length: nr });

		for (let i = nr - 1; i > 0; i--) {
			totals[this.parents[i]] += totals[i];
			(lists[this.parents[i]] ||= []).push(i);
		}
		return this.order(lists, totals);
	}

	order(lists, totals) {
		const nr = this.parents.length;
		const tree = { nr, parent: new Uint32Array(nr), key: new Uint32Array(nr), depth: new Uint32Array(nr),
			end: new Uint32Array(nr), outer: new Uint8Array(nr), maxDepth: 0 };
		const waiting = [0];

		this.places = new Uint32Array(nr);
		for (let at = 0; waiting.length; at++) {
			const node = waiting.pop();

			this.places[node] = at;
			tree.key[at] = this.keys[node];
			tree.parent[at] = this.places[this.parents[node]];
			tree.depth[at] = at ? tree.depth[tree.parent[at]] + 1 : 0;
			tree.maxDepth = Math.max(tree.maxDepth, tree.depth[at]);
			// The last one that waits comes first.
			for (const child of (lists[node] || []).sort((a, b) => totals[a] - totals[b] || b - a))
				waiting.push(child);
		}
		closeTree(tree);
		return tree;
	}
}

// Sets where subtrees end, and which nodes have no other of their key above them.
function closeTree(tree) {
	const { nr, end, parent, key, depth, outer } = tree;
	const path = [], open = new Map();

	for (let i = nr - 1; i >= 0; i--) {
		end[i] = Math.max(end[i], i + 1);
		end[parent[i]] = Math.max(end[parent[i]], end[i]);
	}
	for (let i = 0; i < nr; i++) {
		while (path.length > depth[i]) {
			const left = path.pop();

			open.set(left, open.get(left) - 1);
		}
		outer[i] = !open.get(key[i]);
		open.set(key[i], (open.get(key[i]) || 0) + 1);
		path.push(key[i]);
	}
}

export const ALL = 0xffffffff; // the key of the root

// Finds the node of each chain below the node of a group.
class Chains {
	constructor(data, builder) {
		this.data = data;
		this.builder = builder;
		this.known = new Pairs(data.node.func.length);
	}

	find(top, chain, hit) {
		const { parent, func } = this.data.node;
		const way = [];
		let node = -1;

		if (!chain)
			return this.builder.child(top, hit);
		while (chain && (node = this.known.get(top, chain)) < 0) {
			way.push(chain);
			chain = parent[chain];
		}
		if (node < 0)
			node = top;
		while (way.length) {
			chain = way.pop();
			node = this.builder.child(node, func[chain]);
			this.known.set(top, chain, node);
		}
		return node;
	}
}

// The node that stacks of a group begin at.
function topOf(data, builder, rows, i, group) {
	const first = data.funcs.length;

	if (group === 'comm')
		return builder.child(0, first + rows.comm[i]);
	if (group === 'thread')
		return builder.child(0, first + data.comms.length + rows.thread[i]);
	return 0;
}

// Makes the tree of an event, with the nodes of its stacks and of those of the baseline.
export function eventTree(data, event, group, weights) {
	const builder = new Builder(ALL, data.node.func.length), chains = new Chains(data, builder);
	const nodesOf = rows => Int32Array.from(rows.event, (of, i) => of !== event ? -1
		: chains.find(topOf(data, builder, rows, i, group), rows.chain[i], rows.hit[i]));
	const stacks = nodesOf(data.stack), base = data.base && nodesOf(data.base);
	const selfs = new Float64Array(builder.parents.length);

	stacks.forEach((node, i) => {
		if (node >= 0)
			selfs[node] += weights[i];
	});
	const tree = builder.finish(selfs);
	const place = node => node < 0 ? -1 : builder.places[node];

	tree.stacks = stacks.map(place);
	tree.base = base && base.map(place);
	return tree;
}

// Adds up the weights of rows at their nodes, and below them: { self, total }.
export function addUpNodes(tree, nodes, weights) {
	const self = new Float64Array(tree.nr);

	for (let i = 0; i < nodes.length; i++) {
		if (nodes[i] >= 0)
			self[nodes[i]] += weights[i];
	}
	return { self, total: totalsOf(tree, self) };
}

export function totalsOf(tree, self) {
	const total = Float64Array.from(self);

	for (let i = tree.nr - 1; i > 0; i--)
		total[tree.parent[i]] += total[i];
	return total;
}

// Where each node begins, in weight, from the left.
export function startsOf(tree, total) {
	const starts = new Float64Array(tree.nr), next = new Float64Array(tree.nr);

	for (let i = 1; i < tree.nr; i++) {
		starts[i] = next[i] = next[tree.parent[i]];
		next[tree.parent[i]] += total[i];
	}
	return starts;
}

// The callers and the callees of @key as two trees, each with it as the root. A stack is split at its outermost frame.
export function callsOf(tree, sums, key) {
	const callers = new Builder(key), callees = new Builder(key);
	const above = [0], below = [0];
	const to = new Map();
	const add = (list, at, value) => list[at] = (list[at] || 0) + value;

	for (let i = 0; i < tree.nr; i++) {
		if (tree.key[i] !== key || !tree.outer[i])
			continue;
		let node = 0;

		for (let up = tree.parent[i]; up; up = tree.parent[up])
			node = callers.child(node, tree.key[up]);
		add(above, node, sums.total[i]);
		to.set(i, 0);
		add(below, 0, sums.self[i]);
		for (let j = i + 1; j < tree.end[i]; j++) {
			to.set(j, callees.child(to.get(tree.parent[j]), tree.key[j]));
			add(below, to.get(j), sums.self[j]);
		}
	}
	return [[callers, above], [callees, below]].map(([builder, weights]) => {
		const made = builder.finish(weights), self = new Float64Array(made.nr);

		builder.places.forEach((place, node) => self[place] = weights[node] || 0);
		return { tree: made, self, total: totalsOf(made, self) };
	});
}
