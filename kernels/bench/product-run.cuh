/* product-run.cuh - the parts of the program that checks and times products.
 *
 *   product-main.cu   the command, and the process that watches another one work
 *   product-check.cu  sizes, and runs of plans at them
 *   product-data.cu   elements, tensors in memory of the device, the fp64 reference
 *   product-time.cu   the table beside cuBLAS
 *   product-blas.cu   cuBLAS, opened when it is there (product-blas.cuh)
 *   product-dnn.cu    cuDNN, likewise, beside convolutions (product-dnn.cuh)
 *   product-open.cu   where such libraries are (product-open.cuh)
 */
#ifndef BENCH_PRODUCT_RUN_CUH
#define BENCH_PRODUCT_RUN_CUH

#include "product.cuh"

#include <stddef.h>
#include <vector>

/* ---- settings, and what a process that works tells the one that watches it ---- */

typedef struct {
    const char *only, *blas, *output;
    long long residues, large, seed, runs, algorithms, kernels; /* percent; below 0: none */
    double seconds, hang, burst, idle, steady; /* the last three in milliseconds */
    bool unthrottled, steadily, sync;
} product_settings;

#define PRODUCT_AT 192

/* Shared by both processes. The one that works beats, and counts. */
typedef struct {
    volatile long long beat;
    volatile int plan, item; /* the plan's number among the chosen, what is done of it */
    volatile long long passed, failed, refused, skipped;
    volatile long long met, near_enough, below, unknown; /* rows with a goal */
    char at[PRODUCT_AT];
} product_progress;

extern product_settings product_set;
extern product_progress *product_at;

/* Says what is worked on; a launch that does not end is then known by it. */
void product_say_at(const char *format, ...) __attribute__((format(printf, 1, 2)));
bool product_is_late(void); /* --seconds are over */
bool product_matches(const char *text); /* --only */
const product_plan *product_find(const char *name); /* NULL: there is none */
/* The number of the kernel that a launch takes, as the launcher does; -1: none admits the sizes. */
int product_pick(const product_plan *plan, const long long *size, int multiprocessors);
/* To stdout, and to --output. */
void product_print(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* A failing call of CUDA ends the process, with its name and place. */
#define NEED(call) product_need((call), #call, __FILE__, __LINE__)
void product_need(cudaError_t error, const char *call, const char *file, int line);

/* The first call of CUDA. Memory that launches ask for and give back stays with the process, as in
 * programs that allocate from a pool. */
void product_begin_device(void);

/* ---- elements (product-data.cu) ---- */

typedef enum {
    ELEMENT_F64,
    ELEMENT_F32,
    ELEMENT_TF32,
    ELEMENT_F16,
    ELEMENT_BF16,
    ELEMENT_E4M3,
    ELEMENT_E5M2,
    ELEMENT_INT8,
    ELEMENT_UINT8,
    ELEMENT_INT32
} element_code;

typedef struct {
    const char *name;
    element_code code;
    int bytes;
    bool integer;
    double unit, tiny; /* of rounding: relative; the least positive number */
    unsigned char poison; /* a byte; not a number, where there is such */
} element_info;

/* Ends the process for an unknown name. */
const element_info *element_find(const char *name);

/* ---- tensors ---- */

typedef enum { DATA_SMALL, DATA_NORMAL } product_data; /* integers from -4 to 4; N(0,1) */

/* A tensor of the product in memory of the device, with poison around and between its elements. */
typedef struct {
    const element_info *element;
    size_t bytes, margin, room;
    char *buffer, *at; /* at = buffer + margin */
} product_memory;

/* The axes of one role, or of several, as one coordinate: the first the fastest. */
typedef struct {
    int n;
    long long extent[PRODUCT_RANK], stride[PRODUCT_TENSORS][PRODUCT_RANK];
    long long size;
} product_mode;

product_mode product_mode_of(const product_shape *shape, product_role role);
long long product_size_of(const product_shape *shape, product_role role);

/* Memory of at least so many bytes with margins, that of before if it suffices; exactly so many if
 * `exact`. */
void product_reserve(product_memory *memory, const element_info *element, long long elements,
                     size_t margin, bool exact);
void product_release(product_memory *memory);
void product_poison(const product_memory *memory);

/* Numbers that depend on their place and the seed, at every place of the tensor; each, as the
 * element rounds it, goes to packed[l][row][k] too, unless that is NULL. Tensor C has rows m and
 * columns n, a bias columns n alone. */
void product_fill(const product_memory *memory, const product_shape *shape, product_tensor tensor,
                  product_data data, unsigned seed, double *packed);

/* ---- the reference ----
 *
 * C is compared with sums in fp64 of the same numbers. Small integers, whose sums every format
 * holds, have to come out exactly, rounded once to the element of C. Otherwise a value may differ
 * by
 *
 *     u |r| + |alpha| e sqrt(sum (a b)^2)
 *
 * with u = 2^-p of the p bits of C's element, and e = 16 sqrt(K) 2^-53 (fp64), 8 sqrt(K) 2^-24
 * (fp32), 4 (K / 16 + 16) 2^-22 (matrix instructions, which truncate), 4 (K / 32 + 2) 2^-13 (of
 * elements of 8 bits, whose sums in the tensor cores have 14). */
typedef struct {
    unsigned long long wrong, first;   /* elements; the number of the first, n fastest, then m, l */
    double got, expected, allowed;     /* of it */
    unsigned long long outside, place; /* bytes written outside of C; the first, from its begin */
    unsigned lock;
} product_record;

typedef struct {
    product_data data;
    unsigned seed_c; /* of what C was filled with before, where there is beta */
    double alpha, beta;
} product_terms;

/* Compares C, and poisons it again; then looks for what was written outside. The record, in memory
 * of the device, is begun by product_record_begin. */
void product_record_begin(product_record *record, int n);
void product_compare(const product_plan *plan, const product_shape *shape,
                     const product_terms *terms, const product_memory *c,
                     const product_memory *bias, const double *a, const double *b,
                     product_record *record);

/* ---- what the program does with the plans ---- */

/* Work on plans[first] and those after it, from an item of the first on; the exit status. */
int product_check(const std::vector<const product_plan *> &plans, int first, int item);
int product_sanitize(const std::vector<const product_plan *> &plans);
int product_once(const std::vector<const product_plan *> &plans);
int product_time(const std::vector<const product_plan *> &plans, int first, int item);

/* Allocates, fills with normal numbers, launches once and compares: right? */
bool product_run_once(const product_plan *plan, const long long *size, product_data data,
                      bool exact);
const char *product_sizes_text(const product_plan *plan, const long long *size);

#endif
