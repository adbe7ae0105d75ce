/* SPDX-License-Identifier: GPL-2.0-only */
/* reg-name: what the registers of a sample are called. */
#ifndef PERF_DEFER_UTIL_HEADER_REG_NAME_H
#define PERF_DEFER_UTIL_HEADER_REG_NAME_H

/* The longest name that is made, its NUL included. */
#define REG_NAME_LEN 16

/*
 * What a register is called, "AX": bit @reg of a mask, on a machine of @arch, as uname says it,
 * which may be NULL. @buf is for names that are made. Never NULL: "reg5" where nothing is known.
 */
const char *reg__name(const char *arch, unsigned int reg, char buf[REG_NAME_LEN]);

#endif /* PERF_DEFER_UTIL_HEADER_REG_NAME_H */
