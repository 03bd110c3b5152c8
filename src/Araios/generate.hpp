// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Generators of matrices for tests and measurements.

#include <Araios/generate/banded.hpp>
#include <Araios/generate/citations.hpp>
#include <Araios/generate/counter_random.hpp>
#include <Araios/generate/kronecker_star.hpp>
#include <Araios/generate/random.hpp>
#include <Araios/generate/rmat.hpp>
#include <Araios/generate/stencil.hpp>
#include <Araios/generate/values.hpp>
#include <Araios/generate/web_crawl.hpp>
