/* SPDX-License-Identifier: GPL-2.0-only */
/* cfi-entry: the CIEs and FDEs of a section, decoded one by one. Private to cfi. */
#ifndef PERF_DEFER_UTIL_UNWIND_CFI_ENTRY_H
#define PERF_DEFER_UTIL_UNWIND_CFI_ENTRY_H

#include "util/unwind/cfi.h"

/* What FDEs have in common. */
struct cie {
	uint64_t offset; /* in the section */
	uint64_t code_align;
	int64_t data_align;
	uint64_t ra;	       /* DWARF number of the return address's column */
	uint8_t enc;	       /* DW_EH_PE_* of addresses in FDEs */
	bool has_augmentation; /* FDEs have the size of their own, and then the bytes */
	bool signal;
	size_t program, program_end; /* offsets in the section */
};

struct fde {
	uint64_t start, size;	     /* address in the file's address space, and bytes of code */
	size_t program, program_end; /* offsets in the section */
};

/* An entry of the section: a CIE, an FDE, or the end of a list. */
struct cfi_entry {
	size_t body, end; /* offsets in the section of what follows the id, and of the next entry */
	uint64_t cie;	  /* offset of the FDE's CIE */
	bool is_cie, is_fde;
};

/* Decodes the entry at @offset. Returns false if there is none, or if it does not fit its section. */
bool cfi__read_entry(const struct cfi *cfi, size_t offset, struct cfi_entry *entry);

/* Decode the CIE at @offset, and the FDE of @entry, whose CIE is @cie. Return false if they are broken. */
bool cfi__read_cie(const struct cfi *cfi, uint64_t offset, struct cie *cie);
bool cfi__read_fde(const struct cfi *cfi, const struct cfi_entry *entry, const struct cie *cie,
		   struct fde *fde);

#endif /* PERF_DEFER_UTIL_UNWIND_CFI_ENTRY_H */
