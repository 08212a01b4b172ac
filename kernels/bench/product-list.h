/* product-list.h - the list of products that are checked and timed.
 *
 * A line of the list is
 *
 *     NAME | PARAMETERS | TENSORS | KEYS | CASES
 *
 * and goes on in lines that begin with a blank; empty lines and what follows '#' do not count.
 *
 *   PARAMETERS  statements, separated by ';': param P in 1..64; assume P % 8 == 0
 *   TENSORS     a = .., b = .., c = .. of one plan; or words NT, NN, TN, TT, a plan NAME_nt each
 *               of M, N and K, that are declared: C = A B in rows, where a first letter T is for
 *               a transposed A, a second one for a transposed B. NT+ is a plan NAME_nt_rows,
 *               whose rows begin at multiples LA, LB, LC of 16 elements
 *   KEYS        other keys of the plan: elements = (bf16,bf16,bf16), method = mma
 *   CASES       sizes, separated by ';': 8192^3, 16384x4096x512 or P=7 Q=9; with `>= 0.98` after
 *               them, the wanted ratio to cuBLAS, or with `>= 0.75 of PLAN SIZES` to the speed of
 *               another case. A * in PLAN stands for _nt and so on
 */
#ifndef BENCH_PRODUCT_LIST_H
#define BENCH_PRODUCT_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PRODUCT_LIST_SIZES 16

typedef struct {
    char *name;
    size_t nsizes;
    char *size_name[PRODUCT_LIST_SIZES];
    int64_t size_value[PRODUCT_LIST_SIZES];
    double goal;             /* 0: none */
    char *of_plan, *of_case; /* NULL: of cuBLAS */
} product_list_case;

typedef struct {
    size_t line;
    char *name, *text; /* of the plan, with the statements before it */
    bool rows;         /* LA, LB and LC are the sizes below, rounded up */
    char rows_of[3];   /* 'M', 'N', 'K' */
    size_t ncases;
    product_list_case *cases;
} product_entry;

typedef struct {
    const char *path;
    size_t n;
    product_entry *entry;
} product_list;

/* False, with a message printed, when it is malformed or cannot be read. */
bool product_list_read(const char *path, product_list *out);
void product_list_clear(product_list *list);

/* The size that LA, LB or LC is rounded up from; 0: the name is none of them, or there are
 * none. */
char product_rows_of(const product_entry *entry, const char *size_name);
/* The value of a size in a case; false: it has none. */
bool product_case_size(const product_entry *entry, const product_list_case *c, const char *name,
                       int64_t *value);

#endif
