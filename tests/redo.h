/* redo.h - counterexamples and traces redone from what is printed.
 *
 * A reader that shares nothing with the library: it reads the operands of a claim as they are
 * written, and each step as a person would, `A(B(2)) = A(6) = A(2,1,0) = 7`, and computes
 * every equality from the literals. A chain has no gap when each of its terms comes from the
 * one before by one move:
 *
 *     F(6) = F(2,1,0)              an integral coordinate is split over the modes
 *     F(2,1,0) = 7                 the strides are added up, or the bases of the bits
 *     F(2,1,0) = 8 + 7 = 15        after an offset
 *     F(4) = S<1,2,1>(f(4))        a composed function is what its parts are
 *     F(6 xor 1) = F(7)            numbers are computed
 *
 * A line that is none of the forms known is a failure, as is a number that does not come out,
 * and a counterexample whose numbers do not refute the claim as it is defined.
 *
 * Everything made lives until redo_reset. Numbers are of 64 bits; what overflows fails.
 */
#ifndef TESTS_REDO_H
#define TESTS_REDO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- memory and failures (redo.c) ---- */

void *redo_alloc(size_t size);
char *redo_text(const char *format, ...) __attribute__((format(printf, 1, 2)));
void redo_reset(void);
/* The first failure stays; returns false. */
bool redo_fail(const char *format, ...) __attribute__((format(printf, 1, 2)));
const char *redo_failure(void); /* NULL: none */
void redo_forget(void);         /* the failure */
int64_t redo_add(int64_t a, int64_t b);
int64_t redo_mul(int64_t a, int64_t b);

/* Does the text have this form, from end to end? %i an integer, %t an integer or a tuple,
 * %n a name (word, `mode(R,1)`, `(A,C)`), %w letters, %r all up to what follows in the form.
 * They take int64_t *, tree **, char **, char **, char **. */
bool redo_scan(const char *text, const char *form, ...);

/* ---- integers and tuples of them ---- */

typedef struct tree {
    bool leaf, wildcard;
    int64_t value;
    size_t n;
    struct tree **child;
} tree;

tree *tree_int(int64_t value);
tree *tree_tuple(size_t n, tree *const *child);
/* Reads one at *text and moves on; NULL, without a failure, when there is none. */
tree *tree_read(const char **text);
tree *tree_of(const char *text); /* the whole text */
size_t tree_leaves(const tree *t);
int64_t tree_size(const tree *t);
void tree_flatten(const tree *t, int64_t *out);
bool tree_same(const tree *a, const tree *b);
bool tree_congruent(const tree *a, const tree *b);
bool tree_compatible(const tree *coarse, const tree *fine);
bool tree_weakly_congruent(const tree *coarse, const tree *fine);
char *tree_text(const tree *t);
/* The coordinate congruent to the shape that crd stands for; the last leaf of a mode has no
 * end. NULL when crd is nested deeper than the shape. */
tree *tree_natural(const tree *shape, const tree *crd);
int64_t tree_index(const tree *shape, const tree *natural);

/* ---- values: a number for each axis, the axes as paths into a tuple ---- */

#define REDO_AXES 16
#define REDO_DEPTH 6

typedef struct {
    uint8_t depth, path[REDO_DEPTH];
    int64_t number;
} axis;

typedef struct {
    size_t n; /* axes that are not 0 */
    axis axis[REDO_AXES];
} val;

val val_int(int64_t number);
val val_of(const tree *t);
val val_add(const val *a, const val *b, bool by_xor);
bool val_same(const val *a, const val *b);
bool val_is_int(const val *v, int64_t *number); /* also 0 of any axes */
tree *val_tree(const val *v);
char *val_text(const val *v);
/* What an axis, or the one at this place in the order of paths, has. */
int64_t val_at(const val *v, size_t place, const tree *profile);

/* ---- functions (redo-function.c) ---- */

typedef enum { FN_LAYOUT, FN_SWIZZLE, FN_LINEAR, FN_RELATION, FN_CHAIN, FN_TILER } func_kind;

typedef struct fn {
    func_kind kind;
    const char *text;
    tree *shape; /* of the domain; a linear layout: 2^bits an input dim; NULL: a relation */
    bool by_xor; /* the strides add by XOR */
    bool bare;   /* a shape that stands for its compact layout */
    val *stride; /* LAYOUT: a leaf each */
    int b, m, s; /* SWIZZLE */
    size_t nins, nouts;
    char **in, **out; /* LINEAR: the names of the input and of the output dims */
    val **basis;      /* LINEAR: of each input dim, its bases; a path of one step an output dim */
    size_t *bits;
    tree *outs; /* LINEAR: the sizes of the output dims */
    size_t n;   /* CHAIN: outermost first, offsets where part is NULL. TILER: its modes */
    struct fn **part;
    val *offset;
    void *map; /* RELATION: redo-relation.c */
} fn;

/* NULL with a failure where it is no literal; without one. */
fn *func_of(const char *text);
fn *func_if_literal(const char *text);
fn *func_layout(tree *shape, size_t leaves, const val *stride);
fn *func_compact(tree *shape);
fn *func_mode(const fn *f, size_t i);
fn *func_concat(const fn *a, const fn *b);
fn *func_after(fn *a, fn *b); /* a(b(c)) */
/* The value at a coordinate; false with a failure. Coordinates nested less deeply than the
 * shape stand for natural ones. */
bool func_at(const fn *f, const tree *crd, val *out);
bool func_at_index(const fn *f, int64_t c, val *out);
/* The value, of several output dims of a linear layout the number that it stands for. */
bool func_as_number(const fn *f, const tree *crd, val *out);
int64_t func_output_number(const fn *f, const val *v);
int64_t func_number_at(const fn *f, int64_t c); /* fails unless it is a number */
int64_t func_size(const fn *f);
bool func_offset(const fn *f, val *out); /* of a tensor; 0 of the others */
const fn *func_inner(const fn *f);       /* the innermost layout of a chain, else f */
/* Is what part i of a chain is given a number that adds by XOR? */
bool func_adds_by_xor(const fn *f, size_t i);
/* Is this a chain of several functions, which a line each leads through? */
bool func_has_lines(const fn *f);
bool func_is_tensor(const fn *f);

/* redo-relation.c: isl reads and evaluates the relations. */
void *relation_read(const char *text, size_t *nin, size_t *nout);
/* The number of values at a point, the first of them. */
int relation_at(void *map, const tree *crd, val *out);
/* The coordinates, when there is one of them a point and they are [0,size). */
bool relation_size(void *map, int64_t *size);
void relation_reset(void);

/* ---- steps (redo-steps.c) ---- */

typedef struct {
    char *name;
    fn *f;
    size_t axis; /* of X_1: 1, else SIZE_MAX */
} named;

typedef struct {
    size_t n;
    named name[32];
} names;

void names_add(names *to, const char *name, fn *f);
fn *names_find(const names *in, const char *name, size_t *at_axis);
/* A chain of equalities: every term computed, every move one of those above. *value is the
 * last term; *first the call at the beginning. */
bool redo_chain(const names *in, const char *line, val *value);
/* `X = S<1,2,1> o x with x = (4,8):(1,2)` adds x, once it is X. */
bool redo_parts(names *in, const char *line, bool *is_one);
bool redo_same_function(const fn *f, const fn *g);

/* ---- claims (redo-claims.c) ---- */

typedef struct {
    const char *claim, *where, *summary;
    size_t nsteps;
    const char *const *step;
} redo_text_of;

/* Is it a claim by name? A comparison of values, `size(A) == 4`, is none. */
bool redo_is_claim(const char *text);
/* Redoes a counterexample; false with the failure. */
bool redo_claim(const redo_text_of *given);
/* A line `X = (4,8):(1,2)` that says what an argument of the claim is: that argument, as the
 * claim has it, and the value; NULL: it is another line. */
char *redo_operand(const redo_text_of *given, const char *line, const char **value);

/* What the parts of redo_claim share. */
typedef struct {
    char *name;
    size_t n;
    char *key[8], *text[8]; /* parameters and what they are given */
    fn *arg[8];             /* those that are functions, shapes, tilers */
    names known;
    const char *where, *summary;
    long at_axis;   /* `axis 1, ...` in the place; -1: none */
    size_t nvalues; /* of the chains, in order, and the terms that they begin with */
    val value[64];
    const char *chain[64];
    bool shown_otherwise; /* a relation has no value at the place, or several */
    bool has_needed;      /* what a straight run says a layout needs */
    val needed;
    struct {
        fn *v;
        bool has_begin, has_other;
        int64_t begin, other; /* of the vector that is looked at, of one before it */
    } vector;                 /* what the lines of vectorizes say */
    const tree *parted[2];    /* two shapes at the mode where they part, as lines have it */
    size_t nparted;
} redo;

/* A chain that is computed, recorded, and led to by the lines before. */
bool redo_is_chain(const char *line);
bool redo_chain_line(redo *r, const char *line);
/* redo-lines.c: the lines before `X(4) = 7` lead to it, a function of the chain X each. */
bool redo_leads_to(const redo *r, const char *line);
bool redo_reason(redo *r, const char *line); /* redo-reasons.c: lines that are no chains */
bool redo_flattened(redo *r, const char *line, bool *known);   /* redo-equal.c: output dims */
bool redo_vector_line(redo *r, const char *line, bool *known); /* redo-vectors.c */
bool redo_memory(redo *r, const redo_text_of *given);          /* redo-memory.c: accesses */
bool redo_is_memory(const char *claim);
/* redo-compose.c: composes, admissible, divides_into; by mode where B is a tiler. */
bool redo_composes(redo *r, const char *where, const fn *R, const fn *a, const fn *b);
bool redo_admissible(redo *r, const char *where, const fn *a, const fn *b);
/* The place of `c = (1,2)` in a shape: false with a failure when it is outside. */
bool redo_place(const char *where, const char *key, const tree *shape, int64_t *index);
/* The two values of `3 is not 7`. */
bool redo_says(const redo *r, const val *is, const val *is_not);
/* The claim alone, its arguments being literals; NULL with a failure. */
redo *redo_read(const char *claim);
/* The claim with the values of those of its arguments that are no literals, which are freed;
 * NULL: one has none. */
char *redo_literal(const char *claim, char *(*value_of)(void *user, const char *text),
                   void *user);
bool redo_refutes(redo *r); /* redo-defined.c: the definition of the claim */
bool redo_growth(redo *r, const char *line, bool *known); /* redo-compose.c */
bool redo_shape_summary(redo *r, const char *line);
fn *redo_arg(const redo *r, const char *key);
bool redo_int(const redo *r, const char *key, int64_t *value);

#endif
