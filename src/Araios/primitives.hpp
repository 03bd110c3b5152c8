// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Scans, sorts, merges and histograms of Views.

#include <Araios/primitives/bit_words.hpp>
#include <Araios/primitives/histogram.hpp>
#include <Araios/primitives/merge.hpp>
#include <Araios/primitives/pointers.hpp>
#include <Araios/primitives/radix_sort.hpp>
#include <Araios/primitives/scan.hpp>
#include <Araios/primitives/segmented_sort.hpp>
#include <Araios/primitives/segments.hpp>
#include <Araios/primitives/sum.hpp>
