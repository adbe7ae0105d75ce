// SPDX-License-Identifier: GPL-2.0-only
#include "ui/text/json-evidence.h"
#include "util/machine/half-walk.h"

static void write_run(struct json *json, enum evidence evidence, uint64_t nr)
{
	json__object(json, NULL);
	json__str(json, "known_by", evidence == EVIDENCE_NR ? NULL : evidence__name(evidence));
	json__u64(json, "frames", nr);
	json__end(json);
}

void json__evidence(struct json *json, const struct stack *stack)
{
	enum evidence of_run = EVIDENCE_NR;
	struct half_walk walk;
	uint64_t nr = 0;

	json__array(json, "evidence");
	half_walk__init(&walk, half__of(stack->user), stack->user_maps_id);
	while (half_walk__next(&walk)) {
		const enum evidence evidence = half_walk__evidence(&walk, stack->cls);

		if (nr && evidence != of_run) {
			write_run(json, of_run, nr);
			nr = 0;
		}
		of_run = evidence;
		nr++;
	}
	if (nr)
		write_run(json, of_run, nr);
	json__end(json);
}
