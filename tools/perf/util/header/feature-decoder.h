/* SPDX-License-Identifier: GPL-2.0-only */
/* How a feature is read, by its number. */
#ifndef PERF_DEFER_UTIL_HEADER_FEATURE_DECODER_H
#define PERF_DEFER_UTIL_HEADER_FEATURE_DECODER_H

#include "util/header/feature-reader.h"

typedef void (*feature_decode_fn)(struct feature_reader *reader);

/* NULL: the feature is kept as it is, or says all by being there. */
feature_decode_fn feature__decoder(unsigned int id);

#endif /* PERF_DEFER_UTIL_HEADER_FEATURE_DECODER_H */
