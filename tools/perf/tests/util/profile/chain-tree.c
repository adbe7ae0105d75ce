// SPDX-License-Identifier: GPL-2.0-only
/* Call chains as a tree: each function below each caller once. */
#include "tests/tests.h"
#include "util/profile/chain-tree.h"

static int test_calls(void)
{
	struct chain_tree tree;
	int64_t main_, work, write, other;

	T_EQ(chain_tree__init(&tree, NULL), 0);
	T_EQ(tree.nodes[CHAIN_ROOT].depth, 0);
	main_ = chain_tree__call(&tree, CHAIN_ROOT, 1, NULL);
	work = chain_tree__call(&tree, main_, 2, NULL);
	write = chain_tree__call(&tree, work, 3, NULL);
	other = chain_tree__call(&tree, main_, 3, NULL);
	T_CHECK(main_ > 0 && work > 0 && write > 0 && other > 0);
	T_CHECK(write != other); /* one function, called from two places */
	T_EQ(chain_tree__call(&tree, CHAIN_ROOT, 1, NULL), main_);
	T_EQ(chain_tree__call(&tree, work, 3, NULL), write);
	T_CHECK(chain_tree__call(&tree, write, 3, NULL) != write); /* it calls itself */
	T_EQ(tree.nodes[main_].depth, 1);
	T_EQ(tree.nodes[work].depth, 2);
	T_EQ(tree.nodes[write].depth, 3);
	T_EQ(tree.nodes[other].depth, 2);
	T_EQ(tree.nodes[write].parent, work);
	T_EQ(tree.nodes[other].func, 3);
	T_EQ(tree.nr, 6);
	chain_tree__exit(&tree);
	return TEST_OK;
}

static int test_many(void)
{
	struct chain_tree tree;

	T_EQ(chain_tree__init(&tree, NULL), 0);
	for (int round = 0; round < 2; round++) {
		for (uint32_t chain = 0; chain < 300; chain++) {
			int64_t node = CHAIN_ROOT;

			for (uint32_t i = 0; i < 20; i++)
				node = chain_tree__call(&tree, node, (chain >> (19 - i) / 4) + i,
							NULL);
			T_EQ(tree.nodes[node].depth, 20);
		}
		if (!round)
			T_CHECK(tree.nr > 300 && tree.nr < 300 * 20);
		else
			T_EQ(chain_tree__call(&tree, CHAIN_ROOT, 0, NULL), 1);
	}
	chain_tree__exit(&tree);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"a function stands once below each caller", test_calls},
	{"many chains, twice the same", test_many},
	{0},
};

const struct test_suite suite__chain_tree = {"chain-tree", "The tree of call chains", cases};
