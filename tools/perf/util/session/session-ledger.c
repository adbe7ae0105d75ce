// SPDX-License-Identifier: GPL-2.0-only
/* Accounts for all samples of a session, with a ledger for each worker. */
#include <stdlib.h>

#include "util/base/error.h"
#include "util/session/filter.h"
#include "util/session/ledger.h"

int ledgers__init(struct ledgers *ledgers, const struct session *session, struct defer_error *err)
{
	int ret = 0;

	*ledgers = (struct ledgers){.of = calloc(session->nr_workers, sizeof(*ledgers->of))};
	if (!ledgers->of)
		return error__no_memory(err, "for the ledgers");
	while (ledgers->nr < session->nr_workers && !ret)
		ret = ledger__new_of(&ledgers->of[ledgers->nr++], session, err);
	return ret;
}

void ledgers__exit(struct ledgers *ledgers)
{
	for (unsigned int i = 0; i < ledgers->nr; i++)
		ledger__delete(ledgers->of[i]);
	free(ledgers->of);
	*ledgers = (struct ledgers){0};
}

int ledgers__finish(struct ledgers *ledgers, const struct machine *machine, struct defer_error *err)
{
	int ret = 0;

	for (unsigned int i = 1; i < ledgers->nr && !ret; i++)
		ret = ledger__merge(ledgers->of[0], ledgers->of[i], err);
	while (ledgers->nr > 1)
		ledger__delete(ledgers->of[--ledgers->nr]);
	return ret ? ret : ledger__finish(ledgers->of[0], machine, err);
}

struct account {
	const struct sample_filter *filter; /* or NULL */
	struct ledgers ledgers;
};

static int account__enter(void *ctx, unsigned int worker, const struct stitched *sample,
			  struct defer_error *err)
{
	struct account *account = ctx;

	if (account->filter && !sample_filter__match(account->filter, sample))
		return 0;
	return ledger__add(account->ledgers.of[worker], sample, err);
}

int session__account(struct session *session, const struct sample_filter *filter,
		     struct ledger **ledger, struct defer_error *err)
{
	struct account account = {.filter = filter};
	int ret = ledgers__init(&account.ledgers, session, err);

	*ledger = NULL;
	if (!ret)
		ret = session__walk(session, account__enter, &account, err);
	if (!ret)
		ret = ledgers__finish(&account.ledgers, session->machine, err);
	if (!ret) {
		*ledger = account.ledgers.of[0];
		account.ledgers.of[0] = NULL;
	}
	ledgers__exit(&account.ledgers);
	return ret;
}
