/* product.h - plans of products: C(m,n) = sum over k of A(m,k) * B(n,k).
 *
 *     plan NAME(a = (M,K):(K,1), b = (N,K):(K,1), c = (M,N):(N,1), elements = (bf16,bf16,bf16))
 *
 * A plan with a, b and c is a product. Its tensors have modes (m,k), (n,k), (m,n), each of any
 * nesting, or a third mode l each, of batches. The axes of the product are those of a common
 * refinement of the modes that belong together (axes.c): each axis has a role, an extent,
 * and strides in the tensors that it moves in. Axes of a role are ordered, the fastest first.
 *
 * Everything else may be given, and is chosen otherwise (kernels/product/choose/choose.c):
 *
 *   accumulate   f32         what the sum is kept in
 *   alpha, beta  1           C = alpha * sum + beta * C; the launch gives both
 *   bias         (N):(1)     added along n, of the element of C
 *   activation   relu, gelu
 *   method       fma, mma, wgmma
 *   tile         (128,256,64)  of m, n and k; of more axes a nested tuple, ((8,16),256,(64,1,1))
 *   warps        (2,1)       warps, or warpgroups, along m and n that have a part of a tile each
 *   stages       4           tiles of A and B in shared memory
 *   cluster      (2,1)       blocks of a cluster, along m and n; what they share is multicast
 *   turns        0           1: the warpgroups take tiles in turns (ping-pong)
 *   split        1           parts of k, which blocks of a cluster sum
 *   resident     1           blocks of a multiprocessor
 *
 * A recipe says how a tile is made. Several recipes of a plan become kernels of one launch, which
 * takes the one with the least cost (kernels/kernel/kernel.h).
 *
 * The obligations (kernels/product/prove/obligations.c) are claims of the language, or lemmas
 * with certificates of their own; they are proved for all sizes before kernels are made
 * (kernels/product/lower/fma.c, kernels/product/lower/mma.c, kernels/product/lower/wgmma.c).
 */
#ifndef LCK_PRODUCT_H
#define LCK_PRODUCT_H

#include "../../plan/plan.h"

typedef enum { LCK_A, LCK_B, LCK_C } lck_factor;
typedef enum { LCK_ALONG_M, LCK_ALONG_N, LCK_ALONG_K, LCK_ALONG_L, LCK_ROLES } lck_role;

/* Does a tensor have axes of this role? */
static inline bool lck_factor_has(lck_factor tensor, lck_role role)
{
    return role != (tensor == LCK_A ? LCK_ALONG_N : tensor == LCK_B ? LCK_ALONG_M : LCK_ALONG_K);
}

typedef struct {
    lck_role role;
    lck_quantity extent;
    lck_quantity stride[3]; /* 0 in a tensor that it does not move in */
    int64_t tile;           /* of the recipe that is lowered; 1 along l */
} lck_product_axis;

typedef struct lck_product {
    /* The sizes, their assumptions, the arena, the element of C and the lines that were proved;
     * without axes, tensors and partitions. */
    lck_plan *plan;
    const lck_element *element[3], *accumulate;
    lck_quantity offset[3];
    size_t rank; /* m first, then n, k, l */
    lck_product_axis axis[LCK_MAX_RANK];
    bool alpha, beta, bias;
    lck_quantity bias_stride[LCK_MAX_RANK]; /* of the axes along n, and l */
    lck_activation activation;
    bool mirrored;  /* A is the plan's b, and m its n (mirror.h) */
    bool exchanged; /* and atoms take their rows from n: there are few rows of C */
} lck_product;

typedef enum { LCK_FMA, LCK_MMAS, LCK_WGMMAS } lck_method;
extern const char *const lck_method_name[3]; /* as plans have them */

/* How a tile is made. Extents of m, n and k are products of the axes' tiles. */
typedef struct {
    lck_method method;
    int64_t tile[LCK_MAX_RANK]; /* of the axes */
    int64_t extent[3];          /* of m, n, k */
    lck_atom atom;              /* of the last two; its tables belong to the recipe */
    int warps[2], stages, cluster[2], split;
    bool turns;
    int vector[3];    /* elements that move as one; 1: any rows */
    int resident;     /* blocks of a multiprocessor */
    int percent;      /* of the time that cost.c expects: as its tile was measured, else 100 */
    bool tma_store;   /* of LCK_WGMMAS: C is stored by TMA, else element by element, guarded */
    bool narrow;      /* there: through half as much shared memory, for one more stage */
    const char *name; /* of the kernel, owned */
} lck_recipe;

/* What a plan gives of its recipe; 0, or false: nothing. */
typedef struct {
    bool has_method, tile;
    lck_method method;
    int64_t extent[3]; /* of m, n and k, where the plan gives the tile of a role as one number */
    bool nested[3];    /* or one for each of its axes, which the axes have */
    int warps[2], stages, cluster[2], split;
    int turns;       /* -1: not given */
    int resident;    /* blocks of a multiprocessor */
    bool candidates; /* all recipes, also where all sizes are numbers */
    size_t numbered; /* kernels of the plan that have names already */
} lck_wanted;

/* ---- its axes (contiguous.c) ---- */

/* Is a quantity this number? */
bool lck_is_number(lck_quantity q, int64_t n);
/* Do places of a tensor change along an axis? */
bool lck_axis_moves(const lck_product *product, size_t axis, lck_factor tensor);
/* The axis of stride 1, the longest of several, as far as lengths are known, but none along l;
 * the rank of the product: there is none. */
size_t lck_product_contiguous(const lck_product *product, lck_factor tensor);
/* The first axis of a role; the rank of the product: there is none. */
size_t lck_first_axis(const lck_product *product, lck_role role);

/* ---- the steps from a statement to kernels ---- */

/* The product of a statement, and what it gives of its recipe (read-product.c, axes.c).
 * NULL with an error in p->e. */
lck_product *lck_product_read(lcv_planning *p, lck_wanted *wanted);
#define LCK_MOST_RECIPES 64 /* of a product, before one of them is chosen */
/* The i-th of its keys; NULL past the last. */
const char *lck_product_key(size_t i);
void lck_product_free(lck_product *product);
/* Its recipes, at most `most`, the one for large sizes first (kernels/product/choose/choose.c);
 * returns their number. Their names are those of the plan, NAME, NAME_2, ... 0 with an error in
 * p->e. */
size_t lck_product_recipes(const lck_product *product, const lck_wanted *wanted, lcv_planning *p,
                           lck_recipe *out, size_t most);
void lck_recipe_clear(lck_recipe *recipe);
/* The keys with which the plan would have this recipe alone, without those that it has, "tile =
 * (16,64,64), ..", which the caller frees; NULL: there are none. */
char *lck_recipe_keys(const lck_product *product, const lck_recipe *recipe,
                      const lcv_planning *p);
/* Nanoseconds that the fastest one by wgmma takes, where all sizes are numbers; INT64_MAX: they
 * are not. 0: it is of another method, or there is an error in p->e. */
int64_t lck_product_time(const lck_product *product, const lck_wanted *wanted, lcv_planning *p);
/* The time of a launch in nanoseconds, of the sizes and the variable `multiprocessors` of x. */
const lc_expr *lck_product_cost(const lck_product *product, const lck_recipe *recipe, lc_exprs *x,
                                const lc_expr *multiprocessors);
/* Every obligation of the product by a recipe, in turn, until one is not proved
 * (kernels/product/prove/obligations.c): true when all are; their lines are those of
 * product->plan. p->result and p->claim are those of the obligation that decides. */
bool lck_product_prove(lck_product *product, const lck_recipe *recipe, lcv_planning *p);
/* The obligations about the kernel that was made: its order (kernels/order/order.h), its
 * shared memory. A line of its claims when they hold; else p->result and p->claim. */
bool lck_product_prove_kernel(const lck_product *product, const lck_recipe *recipe,
                              lck_kernel *kernel, lcv_planning *p);
/* All steps: the kernels of the plan, linked by `other`. NULL: p->result and p->claim say which
 * obligation fails, or an error is in p->e. `proved`: of all its obligations; with LCK_UNPROVED
 * kernels are made although one fails. */
lck_kernel *lck_product_make(lcv_planning *p, unsigned how, bool *proved);

/* The kernel of a product by a recipe. NULL with an error in the lc_ctx. */
lck_kernel *lck_product_lower(const lck_product *product, const lck_recipe *recipe, lcr_ctx *r);
/* The same, of the recipe's method. */
lck_kernel *lck_product_by_fma(const lck_product *product, const lck_recipe *recipe, lcr_ctx *r);
lck_kernel *lck_product_by_mma(const lck_product *product, const lck_recipe *recipe, lcr_ctx *r);
lck_kernel *lck_product_by_wgmma(const lck_product *product, const lck_recipe *recipe,
                                 lcr_ctx *r);

#endif
