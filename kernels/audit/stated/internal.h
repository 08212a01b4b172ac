/* internal.h - a kernel that is stated: its file and its launch. */
#ifndef LCK_STATED_INTERNAL_H
#define LCK_STATED_INTERNAL_H

#include "../../../lib/expr.h"
#include "../../../verify/language/ast.h"
#include "../ask/ask.h"
#include "../record/options.h"
#include "../record/record.h"
#include "stated.h"

#define LCK_STATED_SIZES 32

typedef struct {
    lcv_planning *p;
    lc_exprs *x;
    size_t n; /* parameters, each a variable, in order */
    const lcv_value *parameter[LCK_STATED_SIZES];
} lck_sizes;

typedef struct lck_stated_kernel {
    struct lck_stated_kernel *next;
    char *name, *path;
    lck_audit_options launch;
    char *text[LCK_ARGUMENTS + 1]; /* of options, which borrow them */
    size_t ntexts;
    char *assumed;    /* what the audit does not use: that more is assumed of an argument than its
                    * range and a multiple, or an open grid; NULL: nothing */
    lcv_arena *arena; /* of these, which may have parameters: */
    lcv_ast *grid[3]; /* NULL: not said */
    lcv_ast *dynamic; /* likewise; also where it is a number */
    lcv_ast
        *args[LCK_ARGUMENTS]; /* likewise; the last `nown` are parameters that are no argument */
    unsigned nown;            /* .. so many */
    const lcv_scope *scope;   /* in which they are */
    lck_sizes sizes;          /* those of the launch */
    bool audited;
    lck_audit audit; /* of it alone */
} lck_stated_kernel;

struct lck_stated {
    lcv_kernel_reader hook;
    lck_asker *asker; /* NULL: nothing was asked so far */
    lck_stated_kernel *kernels;
};

/* read.c: reads the launch from the arguments of the statement. False with an error in p->e. */
bool lck_stated_launch(lcv_planning *p, lck_stated_kernel *k);
/* prove.c: a claim about a kernel that was audited. */
bool lck_stated_prove(lcv_planning *p, lck_asker *asker, const lck_stated_kernel *k,
                      const char *claim);
const char *lck_stated_claim(size_t i, const char **definition);
/* The lines of a text, each a step of the counterexample; false: no memory. */
bool lck_stated_steps(lcv_result *result, const char *shown);

/* copies.c: copies(K, source=A, destination=B). Sets p->result, or an error. */
void lck_stated_copies(lcv_planning *p, const lck_stated_kernel *k);

/* ---- size.c: sizes with parameters as expressions ---- */

/* NULL with an error in p->e: it is no integer over parameters. */
const lc_expr *lck_size_of(lck_sizes *s, const lcv_scope *scope, const lcv_ast *ast);

/* The variable of a parameter; NULL where its bounds do not fit 64 bits. */
const lc_expr *lck_size_parameter(lck_sizes *s, const lcv_value *v);
/* The integers among the arguments and the blocks of the grid; NULL where they are not known. */
bool lck_size_launch(lck_sizes *s, const lck_stated_kernel *k,
                     const lc_expr *argument[LCK_ARGUMENTS], const lc_expr *grid[3]);
/* What is assumed of these parameters, as conditions; *more: an assumption is no comparison, and
 * is left out. False when memory runs out. */
bool lck_size_assumptions(lck_sizes *s, const lc_expr *assumed[LCK_STATED_SIZES],
                          size_t *nassumed, bool *more);
/* m, where the condition is *of % m == 0, that a parameter is a multiple of m; else 0. */
int64_t lck_size_multiple(const lc_expr *condition, const lc_expr **of);

/* ---- numbers.c: launches of a kernel at numbers for its parameters ---- */

typedef struct {
    lck_sizes sizes;
    const lc_expr *argument[LCK_ARGUMENTS], *grid[3], *assumed[LCK_STATED_SIZES];
    const lc_expr *dynamic;
    size_t nassumed, next; /* the number of the next one */
    int64_t value[LCK_STATED_SIZES];
} lck_numbers_of;

/* False: there are none, since an assumption cannot be evaluated. */
bool lck_numbers_of_begin(lck_numbers_of *n, lcv_planning *p, const lck_stated_kernel *k);
/* The next launch of the kernel; false: there are no more. */
bool lck_numbers_of_next(lck_numbers_of *n, const lck_stated_kernel *k,
                         lck_audit_options *launch);
/* "with M = 8, N = 7, a grid of 2 x 1 x 1". NULL: no memory. */
char *lck_numbers_of_text(const lck_numbers_of *n, const lck_audit_options *launch);
void lck_numbers_of_end(lck_numbers_of *n);

#endif
