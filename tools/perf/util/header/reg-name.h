/* SPDX-License-Identifier: GPL-2.0-only */
/* reg-name: names of the registers in a sample. */
#ifndef PERF_DEFER_UTIL_HEADER_REG_NAME_H
#define PERF_DEFER_UTIL_HEADER_REG_NAME_H

/* Size of the longest generated name, with its NUL. */
#define REG_NAME_LEN 16

/*
 * Returns the name of a register, such as "AX": bit @reg of the mask on a machine of @arch, spelled
 * as in uname, which may be NULL. @buf holds generated names. Never NULL: "reg5" if the name is
 * unknown.
 */
const char *reg__name(const char *arch, unsigned int reg, char buf[REG_NAME_LEN]);

#endif /* PERF_DEFER_UTIL_HEADER_REG_NAME_H */
