/* SPDX-License-Identifier: GPL-2.0-only */
/* feature-decoder: finds the function that decodes a feature, by its number. */
#ifndef PERF_DEFER_UTIL_HEADER_FEATURE_DECODER_H
#define PERF_DEFER_UTIL_HEADER_FEATURE_DECODER_H

#include "util/header/feature-reader.h"

typedef void (*feature_decode_fn)(struct feature_reader *reader);

/*
 * Returns the decoder of feature @id, or NULL if the feature is kept as raw bytes or is a mere
 * flag.
 */
feature_decode_fn feature__decoder(unsigned int id);

#endif /* PERF_DEFER_UTIL_HEADER_FEATURE_DECODER_H */
