/* product-unit.h - a plan of a product as a translation unit for the benchmark (product.cuh). */
#ifndef BENCH_PRODUCT_UNIT_H
#define BENCH_PRODUCT_UNIT_H

#include "../kernel/kernel.h"
#include "product-list.h"

#include <stdio.h>

/* Includes NAME.cu, the kernel and its launcher, and registers the plan as number `number`. False
 * with a message printed: a case leaves out a size, or sizes that the plan does not admit. */
bool product_unit_write(FILE *out, const product_entry *entry, const lck_kernel *kernel,
                        size_t number);

#endif
