/* row.h - claims and operations, a row each.
 *
 * A row has everything that belongs to a name of the language: its signature, the functions that
 * prove or compute it and do so in symbols, its witness, its definition with the source.
 * Functions that need one of these take the row; only the catalogue (../catalogue/catalogue.h),
 * which holds all rows, knows names. A row therefore names functions of rooms that come after
 * this one. A part that a row lacks is replaced by the reason.
 */
#ifndef LCV_ROW_H
#define LCV_ROW_H

#include "../function/verdict.h"
#include "../value/value.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- rules ---- */

/* The kinds of operands that a rule may be about. */
typedef enum {
    LCV_OF_RELATIONS, /* and sets */
    LCV_OF_MORPHISMS,
    LCV_OF_LINEAR,   /* linear layouts */
    LCV_OF_SWIZZLES, /* nothing but swizzles */
    LCV_OF_COMPOSED, /* a swizzle, or one after a layout, among others */
    LCV_OF_XOR_STRIDES,
    LCV_OF_TENSORS, /* with an offset */
    LCV_OF_TILERS,  /* by mode */
    LCV_OF_LAYOUTS  /* all others */
} lcv_operands;

/* The definition of an operation or a claim, and the law or the source. */
typedef struct {
    lcv_operands of;
    const char *text, *source;
} lcv_rule;

/* The kind of the operands of a call. The operand of an evaluation is its first argument; those
 * of a composition may be tilers. */
typedef lcv_operands lcv_operands_function(size_t n, lcv_value *const *arg);
lcv_operands lcv_operands_of_evaluation(size_t n, lcv_value *const *arg);
lcv_operands lcv_operands_of_composition(size_t n, lcv_value *const *arg);

/* ---- the parts of rows ---- */

struct lc_text;
struct lcv_call;    /* ../operation/operation.h */
struct lcv_drawing; /* ../draw/draw.h */
struct lcv_figure;
struct lcv_scene;     /* ../draw/scene.h */
struct lcv_performed; /* ../crosscheck/restate.h */
struct lcv_form;      /* ../form/form.h */
struct lcv_sym_call;
struct lcv_measure; /* ../claim/measures.h */
struct lcv_operation;
struct lcv_proof;      /* ../form/claims.h */
struct lcv_restated;   /* ../crosscheck/restate.h */
struct lcv_steps_told; /* ../explain/explain.h */

/* NULL with an error in the lc_ctx when an argument is of the wrong kind. */
typedef lcv_result *lcv_prove_function(lcr_ctx *r, size_t n, lcv_value *const *args);
/* The witness of the verdict, as a literal that the caller frees; NULL, perhaps with an error,
 * when there is none (../crosscheck/evidence.h). */
typedef char *lcv_witness(lcr_ctx *r, size_t n, lcv_value *const *args, const lcv_result *result);
/* For all values of parameters; false: it was not shown. */
typedef bool lcv_prove_symbols(struct lcv_proof *p);
/* NULL with an error in the context. */
typedef lcv_value *lcv_operate(struct lcv_call *call);
/* What else than the value may be meant, for a note; the caller frees it. NULL: nothing. */
typedef char *lcv_remark(struct lcv_call *call, const lcv_value *value);
/* Of large relations that remember a matrix; false: it is not said of matrices. */
typedef bool lcv_restate(struct lcv_performed *c, struct lcv_restated *out);
/* NULL with an obstacle. */
typedef const struct lcv_form *lcv_operate_symbols(const struct lcv_sym_call *call);
/* The steps in numbers of a call, if its rule has steps; `value` is NULL if there is none. */
typedef void lcv_tell_steps(lcr_ctx *r, struct lc_text *out, const struct lcv_steps_told *told,
                            lcv_value *const *arg, size_t n, const lcv_value *value);

/* The picture of a claim that was decided (../draw/scene.h); owned. NULL, perhaps with an error,
 * where there is none. */
typedef struct lcv_figure *lcv_draw_scene(const struct lcv_scene *s);
/* The picture of a call with its value; owned. NULL with an error, or without one where only the
 * value is drawn. */
typedef struct lcv_figure *lcv_draw_call(const struct lcv_drawing *d);

/* ---- rows ---- */

typedef struct lcv_claim {
    const char *name;
    const char *signature; /* "composes(R, A, B)" */
    size_t min_args, max_args;
    lcv_prove_function *prove;
    lcv_prove_symbols *symbols;
    const char *no_symbols;                  /* the reason why it is not proved in symbols */
    lcv_prove_symbols *symbols_of_relations; /* where an argument is a relation or a set */
    lcv_witness *witness;
    const char *no_witness;          /* the reason why nothing has to be shown */
    const lcv_rule *rules;           /* the last one is for all other kinds */
    lcv_operands_function *operands; /* NULL: of the call */
    lcv_tell_steps *steps;           /* or NULL */
    lcv_draw_scene *draw;            /* NULL: its operands, with what is at fault */
    const char *roles; /* of the modes of its coordinates, "thread,value"; NULL: none by name */
    const char *no_relations;      /* why it takes none, and what to ask of them; or NULL */
    lcv_prove_function *of_places; /* of sets and relations with several outputs, or NULL */
    bool of_pairs;                 /* that is of all relations, which are no layout maps */
    bool of_sets;
    bool printed;      /* it is about values as they are printed */
    bool of_relations; /* asked of relations as they are, others of their lists */
    bool of_morphisms; /* and of morphisms, others of the layouts they realize */
} lcv_claim;

#define LCV_ANY_NUMBER ((size_t)-1) /* of arguments */

/* What a tiler as the second argument means: the operation on each mode, with the part of the
 * tiler (eval/by-mode.c). `*` is a mode without one, `_` one that stays as it is. */
typedef enum {
    LCV_NOT_EACH,
    LCV_EACH_ALONE, /* of one argument otherwise: in a tiler, `*` or `_` */
    LCV_EACH_WITH   /* of two, as complement(A, N) */
} lcv_each;

typedef struct lcv_operation {
    const char *name;
    const char *signature; /* "coalesce(A[, profile])" */
    size_t min_args, max_args;
    bool written; /* as the signature is, and not called by its name: A(c) */
    bool writes;  /* a value, and computes none */
    bool yields;  /* the name is not reserved: a file may define it for itself */
    lcv_operate *apply;
    lcv_operate *apply_to_morphisms; /* NULL: they are no operands; else of so many arguments */
    size_t morphism_args;
    bool realizes; /* otherwise morphisms among the arguments stand for their layouts */
    lcv_operate *apply_to_relations; /* or sets; NULL: as to others */
    lcv_operate *remembered; /* of large relations that remember a matrix; NULL: as of others */
    lcv_restate *restated;   /* what their value says, said of the matrices; or NULL */
    lcv_operate_symbols *symbols;
    const char *no_symbols;
    lcv_operate_symbols *symbols_of_relations; /* where there is a relation or a set */
    lcv_each each;
    bool keeps_tuples;                 /* of a tuple it is one: it moves modes about */
    bool looks;                        /* f[i](A) is its value of that mode, and A is left */
    const struct lcv_measure *measure; /* a number that claims compare; or NULL */
    const lcv_rule *rules;
    lcv_operands_function *operands;
    lcv_tell_steps *steps;
    lcv_remark *remark;  /* or NULL */
    lcv_draw_call *draw; /* with its arguments; NULL: the value alone */
} lcv_operation;

/* The rule of these arguments; NULL: there are no rules. */
const lcv_rule *lcv_rule_for(const lcv_rule *rules, lcv_operands_function *operands, size_t n,
                             lcv_value *const *arg);

#ifdef __cplusplus
}
#endif

#endif
