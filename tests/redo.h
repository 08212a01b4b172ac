/* redo.h - counterexamples and traces redone from what is printed.
 *
 * A reader that shares nothing with the library: it reads the operands of a claim as they are
 * written, and each step as a person would, `A(B(2)) = A(6) = A(2,1,0) = 7`, and computes
 * every equality from the literals. A chain has no gap when each of its terms comes from the
 * one before by one of these moves:
 *
 *     F(6) = F(2,1,0)              an integral coordinate is split over the modes
 *     F(2,1,0) = 7                 the strides are added up, or the bases of the bits
 *     F(2,1,0) = 8 + 7 = 15        after an offset
 *     F(4) = S<1,2,1>(f(4))        a composed function is what its parts are
 *     F(6 xor 1) = F(7)            numbers are computed
 *
 * It is a failure if a line has no known form, if a number is computed as another one, or if the
 * numbers of a counterexample do not refute the claim by its definition.
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
/* Keeps the first failure; returns false. */
bool redo_fail(const char *format, ...) __attribute__((format(printf, 1, 2)));
const char *redo_failure(void); /* NULL: none */
void redo_forget(void);         /* the failure */
int64_t redo_add(int64_t a, int64_t b);
int64_t redo_mul(int64_t a, int64_t b);

/* Does the whole text have this form? In it %i is an integer, %t an integer or a tuple, %n a name
 * (a word, `mode(R,1)`, `(A,C)`), %w letters, %r any text up to what follows %r in the form.
 * Their arguments are int64_t *, tree **, char **, char **, char **. */
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
/* Reads a tree at *text and moves *text behind it; NULL, without a failure: there is none. */
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
/* The natural coordinate of crd, congruent to the shape. The last leaf of a mode takes all that
 * is left, also beyond its extent. NULL: crd is nested deeper than the shape. */
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
    size_t n; /* of the axes whose number is not 0 */
    axis axis[REDO_AXES];
} val;

val val_int(int64_t number);
val val_of(const tree *t);
val val_add(const val *a, const val *b, bool by_xor);
bool val_same(const val *a, const val *b);
bool val_is_int(const val *v, int64_t *number); /* also 0 of any axes */
tree *val_tree(const val *v);
char *val_text(const val *v);
/* The number on the axis of a leaf of the profile, by its place in order; 0: there is none. */
int64_t val_at(const val *v, size_t place, const tree *profile);

/* ---- functions (redo-function.c) ---- */

typedef enum { FN_LAYOUT, FN_SWIZZLE, FN_LINEAR, FN_RELATION, FN_CHAIN, FN_TILER } func_kind;

typedef struct fn {
    func_kind kind;
    const char *text;
    tree *shape; /* of the domain; LINEAR: 2^bits for each input dim; RELATION: NULL */
    bool by_xor; /* the strides add by XOR */
    bool bare;   /* a shape that stands for its compact layout */
    val *stride; /* LAYOUT: one for each leaf of the shape */
    int b, m, s; /* SWIZZLE */
    size_t nins, nouts;
    char **in, **out; /* LINEAR: the names of the input and of the output dims */
    val **basis;      /* LINEAR: the bases of each input dim; their axes are output dims */
    size_t *bits;
    tree *outs; /* LINEAR: the sizes of the output dims */
    size_t n;   /* CHAIN: the parts, outermost first; NULL: an offset. TILER: the modes */
    struct fn **part;
    val *offset;
    void *map; /* RELATION: redo-relation.c */
} fn;

/* The function of a literal. NULL: it is none, for func_of with a failure. */
fn *func_of(const char *text);
fn *func_if_literal(const char *text);
fn *func_layout(tree *shape, size_t leaves, const val *stride);
fn *func_compact(tree *shape);
fn *func_mode(const fn *f, size_t i);
fn *func_concat(const fn *a, const fn *b);
fn *func_after(fn *a, fn *b); /* a(b(c)) */
/* The value at a coordinate, which may be nested less deeply than the shape; false with a
 * failure. */
bool func_at(const fn *f, const tree *crd, val *out);
bool func_at_index(const fn *f, int64_t c, val *out);
/* The value. That of a linear layout with several output dims is the number it stands for. */
bool func_as_number(const fn *f, const tree *crd, val *out);
int64_t func_output_number(const fn *f, const val *v);
int64_t func_number_at(const fn *f, int64_t c); /* fails unless it is a number */
int64_t func_size(const fn *f);
bool func_offset(const fn *f, val *out); /* of a tensor; 0 of the others */
const fn *func_inner(const fn *f);       /* the innermost layout of a chain, else f */
/* Is the argument of part i of a chain a number that adds by XOR? */
bool func_adds_by_xor(const fn *f, size_t i);
/* Is this a chain of several functions, so that each of them has a line of its own? */
bool func_has_lines(const fn *f);
bool func_is_tensor(const fn *f);

/* redo-relation.c: isl reads and evaluates the relations. */
void *relation_read(const char *text, size_t *nin, size_t *nout);
/* The number of values at a point; *out is the first of them. */
int relation_at(void *map, const tree *crd, val *out);
/* How many coordinates there are; false: they are not the integers of [0,size). */
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
/* Redoes a chain of equalities: computes every term, and allows no other moves than those above.
 * *value is the last term. */
bool redo_chain(const names *in, const char *line, val *value);
/* Adds x from `X = S<1,2,1> o x with x = (4,8):(1,2)`, after it has been compared with X. */
bool redo_parts(names *in, const char *line, bool *is_one);
bool redo_same_function(const fn *f, const fn *g);

/* ---- claims (redo-claims.c) ---- */

typedef struct {
    const char *claim, *where, *summary;
    size_t nsteps;
    const char *const *step;
} redo_text_of;

/* Is the text a claim that has a name? A comparison of values, `size(A) == 4`, has none. */
bool redo_is_claim(const char *text);
/* Redoes a counterexample; false with the failure. */
bool redo_claim(const redo_text_of *given);
/* Of a line `X = (4,8):(1,2)`, which says what an argument of the claim is: the argument as the
 * claim writes it, and its value. NULL: the line is another one. */
char *redo_operand(const redo_text_of *given, const char *line, const char **value);

/* What the parts of redo_claim share. */
typedef struct {
    char *name;
    size_t n;
    char *key[8], *text[8]; /* the parameters of the claim and the texts of their arguments */
    fn *arg[8];             /* the arguments that are functions, shapes or tilers */
    names known;
    const char *where, *summary;
    long at_axis;   /* of `axis 1, ...` in the place; -1: it names none */
    size_t nvalues; /* the values of the chains, in order, and the first term of each */
    val value[64];
    const char *chain[64];
    bool shown_otherwise; /* a relation has no value at the place, or several */
    bool has_needed;      /* `needed` is the value that a layout must have after a straight run */
    val needed;
    struct {
        fn *v;
        bool has_begin, has_other;
        int64_t begin, other; /* where the vector in question begins, and an earlier one */
    } vector;                 /* what the lines of vectorizes say */
    const tree *parted[2];    /* the modes in which two shapes differ, from the lines */
    size_t nparted;
} redo;

/* Redoes and records a chain to which the lines before it lead. */
bool redo_is_chain(const char *line);
bool redo_chain_line(redo *r, const char *line);
/* redo-lines.c: do the lines before `X(4) = 7` lead to it, one for each function of X? */
bool redo_leads_to(const redo *r, const char *line);
bool redo_reason(redo *r, const char *line); /* redo-reasons.c: lines that are no chains */
bool redo_flattened(redo *r, const char *line, bool *known);   /* redo-equal.c: output dims */
bool redo_vector_line(redo *r, const char *line, bool *known); /* redo-vectors.c */
bool redo_memory(redo *r, const redo_text_of *given);          /* redo-memory.c: accesses */
bool redo_is_memory(const char *claim);
/* redo-compose.c: composes, admissible, divides_into; mode by mode if B is a tiler. */
bool redo_composes(redo *r, const char *where, const fn *R, const fn *a, const fn *b);
bool redo_admissible(redo *r, const char *where, const fn *a, const fn *b);
/* The integral coordinate of `c = (1,2)` in a shape; false with a failure: it is outside. */
bool redo_place(const char *where, const char *key, const tree *shape, int64_t *index);
/* Are these the two values of `3 is not 7`? */
bool redo_says(const redo *r, const val *is, const val *is_not);
/* Reads a claim on literals, without a counterexample; NULL with a failure. */
redo *redo_read(const char *claim);
/* The claim with arguments that are no literals replaced by their values, which are freed; NULL:
 * one of them has no value. */
char *redo_literal(const char *claim, char *(*value_of)(void *user, const char *text),
                   void *user);
bool redo_refutes(redo *r); /* redo-defined.c: the definition of the claim */
bool redo_growth(redo *r, const char *line, bool *known); /* redo-compose.c */
bool redo_shape_summary(redo *r, const char *line);
fn *redo_arg(const redo *r, const char *key);
bool redo_int(const redo *r, const char *key, int64_t *value);

#endif
