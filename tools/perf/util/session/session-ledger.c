// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include "util/base/error.h"
#include "util/session/filter.h"
#include "util/session/ledger.h"

struct account {
	const struct sample_filter *filter; /* or NULL */
	struct ledger **ledgers;	    /* one for each worker */
};

static int account__enter(void *ctx, unsigned int worker, const struct stitched *sample,
			  struct defer_error *err)
{
	struct account *account = ctx;

	if (account->filter && !sample_filter__match(account->filter, sample))
		return 0;
	return ledger__add(account->ledgers[worker], sample, err);
}

/* Fills a ledger for each worker, then merges them into the first. */
static int account__walk(struct account *account, struct session *session, struct defer_error *err)
{
	unsigned int nr = session->nr_workers;
	int ret = 0;

	for (unsigned int i = 0; i < nr && !ret; i++)
		ret = ledger__new_of(&account->ledgers[i], session, err);
	if (!ret)
		ret = session__walk(session, account__enter, account, err);
	for (unsigned int i = 1; i < nr && !ret; i++)
		ret = ledger__merge(account->ledgers[0], account->ledgers[i], err);
	return ret ? ret : ledger__finish(account->ledgers[0], session->machine, err);
}

int session__account(struct session *session, const struct sample_filter *filter,
		     struct ledger **ledger, struct defer_error *err)
{
	struct account account = {
		.filter = filter,
		.ledgers = calloc(session->nr_workers, sizeof(*account.ledgers)),
	};
	int ret;

	*ledger = NULL;
	if (!account.ledgers)
		return error__no_memory(err, "for the ledgers");
	ret = account__walk(&account, session, err);
	if (!ret) {
		*ledger = account.ledgers[0];
		account.ledgers[0] = NULL;
	}
	for (unsigned int i = 0; i < session->nr_workers; i++)
		ledger__delete(account.ledgers[i]);
	free(account.ledgers);
	return ret;
}
