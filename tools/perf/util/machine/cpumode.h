/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * cpumode: in which of a sample's address spaces an address lies, by the mode that it was seen in.
 * A guest's addresses and the hypervisor's mean nothing in the host's address spaces.
 */
#ifndef PERF_DEFER_UTIL_MACHINE_CPUMODE_H
#define PERF_DEFER_UTIL_MACHINE_CPUMODE_H

#include <stdbool.h>
#include <stdint.h>

#include <perf/defer-abi.h>

#include "util/machine/maps.h"

/* Is it the mode of some kernel, the host's or not? Its addresses are in kernel halves. */
static inline bool cpumode__is_kernel(uint8_t cpumode)
{
	return cpumode == DEFER_MISC_KERNEL || cpumode == DEFER_MISC_GUEST_KERNEL ||
	       cpumode == DEFER_MISC_HYPERVISOR;
}

/* Which of the host's address spaces @kernel and @user resolves the place that a sample hit. */
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

/* The address space of what follows @mark in a half whose own one is @maps_id: struct half. */
static inline uint32_t mark__maps(uint64_t mark, uint32_t maps_id)
{
	switch (mark) {
	case DEFER_CONTEXT_KERNEL:
	case DEFER_CONTEXT_USER:
		return maps_id;
	case DEFER_CONTEXT_GUEST_KERNEL:
	case DEFER_CONTEXT_GUEST_USER:
		return MAPS_GUEST;
	default:
		return MAPS_UNKNOWN;
	}
}

/* perf's letter for code in address space @maps_id, which is a kernel's or not. */
static inline char maps__level(uint32_t maps_id, bool kernel)
{
	if (maps_id == MAPS_UNKNOWN)
		return 'H';
	if (maps_id == MAPS_GUEST)
		return kernel ? 'g' : 'u';
	return kernel ? 'k' : '.';
}

#endif /* PERF_DEFER_UTIL_MACHINE_CPUMODE_H */
