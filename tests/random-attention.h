/* random-attention.h - random attention: plans, their data, and softmax in double.
 *
 * Sizes are parameters, S of queries and T of keys, whose ranges hold those of the case alone, so
 * that each kernel of its plan takes them. Some heads share keys; tensors are in one of two
 * orders, with gaps; a table has numbers of pages that are none, or lengths that are negative or
 * more than all keys. What is no row of a batch has no numbers.
 */
#ifndef TESTS_RANDOM_ATTENTION_H
#define TESTS_RANDOM_ATTENTION_H

#include "../kernels/execute/execute.h"
#include "law.h"

/* q, k, v, o, lse, pages, lengths, starts, key_starts, scale, q_scale, k_scale, v_scale */
enum { ATTENTION_TENSORS = 13 };

typedef struct {
    int64_t batches, groups, heads, queries, keys, dim, block;
    int64_t stride[4][3]; /* of batch, head, sequence */
    int64_t elements[ATTENTION_TENSORS];
    int64_t window, splits;         /* 0: none, as the planner likes */
    bool causal, lse, half, shared; /* of heads: `groups` share keys */
    bool eight;                     /* e4m3, with a result in bf16 */
    bool scale, scales[3];          /* the launch gives one; of q, k, v, by batch and head */
    int64_t scale_stride[3][2];
    bool lengths, ragged[2]; /* queries, keys: `queries` and `keys` are those of all batches */
    int64_t most;            /* queries of a ragged batch, as the plan says it; 0: it does not */
    int64_t page, all_pages; /* keys of one, 0: there are none; of K and V */
    int64_t table[2], every; /* strides of batch and page in the table of pages; of others */
    bool plain;              /* its tables: other pages, of most of the keys */
    bool senseless;          /* starts are any numbers */
} attention;

typedef struct {
    const attention *a;
    const lck_element *element, *result, *f32;
    lck_host_tensor tensor[ATTENTION_TENSORS];
    int32_t *pages, *lengths, *starts[2];
    float *scale[4]; /* the scale, and those of q, k, v */
    double *score;   /* of a query's keys */
} attention_data;

attention random_attention(law *l);
/* Strides of the four tensors, at random, and what all arrays hold. */
void attention_place(law *l, attention *a);
/* The plan `fa`. */
const char *attention_script(law *l, const attention *a);
/* Runs a kernel of the plan on new data; false: it stops. */
bool attention_runs(law *l, const attention *a, const lck_kernel *kernel, lck_stop *stop,
                    attention_data *d);
/* Are O and lse right, and nothing else of O is written? False: the law fails. */
bool attention_is_right(law *l, const attention_data *d);

#endif
