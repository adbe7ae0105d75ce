/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * cpumode: the address space of an address, by the mode in which it was seen. Addresses of guests
 * and of the hypervisor mean nothing in the host's address spaces.
 */
#ifndef PERF_DEFER_UTIL_MACHINE_CPUMODE_H
#define PERF_DEFER_UTIL_MACHINE_CPUMODE_H

#include <stdbool.h>
#include <stdint.h>

#include "util/machine/callchain.h"
#include "util/machine/maps.h"

/*
 * Returns true for the mode of any kernel, the host's or not. Its addresses are in kernel halves.
 */
static inline bool cpumode__is_kernel(uint8_t cpumode)
{
	return cpumode == DEFER_MISC_KERNEL || cpumode == DEFER_MISC_GUEST_KERNEL ||
	       cpumode == DEFER_MISC_HYPERVISOR;
}

/*
 * Returns the address space of the address that a sample hit: @kernel, @user or none of the host's.
 */
static inline uint32_t cpumode__maps(uint8_t cpumode, uint32_t kernel, uint32_t user)
{
	switch (cpumode) {
	case DEFER_MISC_KERNEL:
		return kernel;
	case DEFER_MISC_USER:
		return user;
	case DEFER_MISC_GUEST_KERNEL:
	case DEFER_MISC_GUEST_USER:
		return MAPS_GUEST;
	default:
		return MAPS_UNKNOWN;
	}
}

/*
 * Returns the address space of the addresses after @mark, in a half whose own one is @maps_id: see
 * struct half. Those after a mark of our own are of the half's own.
 */
static inline uint32_t mark__maps(uint64_t mark, uint32_t maps_id)
{
	switch (mark) {
	case DEFER_CONTEXT_KERNEL:
	case DEFER_CONTEXT_USER:
		return maps_id;
	case DEFER_CONTEXT_GUEST_KERNEL:
	case DEFER_CONTEXT_GUEST_USER:
		return MAPS_GUEST;
	case HALF_GAP:
		return maps_id;
	default:
		return half__is_evidence(mark) ? maps_id : MAPS_UNKNOWN;
	}
}

/* Returns perf's letter for code in address space @maps_id; @kernel: in a kernel half. */
static inline char maps__level(uint32_t maps_id, bool kernel)
{
	if (maps_id == MAPS_UNKNOWN)
		return 'H';
	if (maps_id == MAPS_GUEST)
		return kernel ? 'g' : 'u';
	return kernel ? 'k' : '.';
}

#endif /* PERF_DEFER_UTIL_MACHINE_CPUMODE_H */
