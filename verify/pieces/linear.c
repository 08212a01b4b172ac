/* linear.c - see linear.h. */
#include "config.h"

#include "linear.h"

#include <string.h>

#include "../value/definition.h"

#define ONE ((uint64_t)1 << 63)
#define MAX_DEPTH 16

/* Names of coordinates, or of the arguments of a function, in its scope. */
typedef struct {
    const lcv_scope *scope;
    size_t n, depth;
    const char *name[LCV_MAX_COORDINATES];
    const lcv_bits *bits[LCV_MAX_COORDINATES];
} names;

typedef struct {
    lcv_world *w;
    bool operates;
} reading;

static bool value_of(reading *r, const names *in, const lcv_ast *ast, lcv_bits *out);

static bool from_number(int64_t n, lcv_bits *out)
{
    *out = (lcv_bits){0};
    for (unsigned k = 0; n >= 0 && k < LCV_MAX_BITS; k++)
        out->of[k] = n >> k & 1 ? ONE : 0;
    return n >= 0 && n >> LCV_MAX_BITS == 0;
}

static bool is_number(const lcv_bits *a, int64_t *n)
{
    *n = 0;
    for (unsigned k = 0; k < LCV_MAX_BITS; k++) {
        if ((a->of[k] & ~ONE) != 0)
            return false;
        *n |= (int64_t)(a->of[k] >> 63) << k;
    }
    return true;
}

/* False: a bit is lost at the upper end. */
static bool move(const lcv_bits *a, unsigned up, lcv_bits *out)
{
    for (unsigned k = LCV_MAX_BITS; k-- > 0;) {
        if (k + up < LCV_MAX_BITS)
            out->of[k + up] = a->of[k];
        else if (a->of[k] != 0)
            return false;
    }
    memset(out->of, 0, (up < LCV_MAX_BITS ? up : LCV_MAX_BITS) * sizeof *out->of);
    return true;
}

static void move_down(const lcv_bits *a, unsigned down, lcv_bits *out)
{
    for (unsigned k = 0; k < LCV_MAX_BITS; k++)
        out->of[k] = k + down < LCV_MAX_BITS ? a->of[k + down] : 0;
}

/* One bit of a op b; false: it is not linear. */
static bool join(lcv_op op, uint64_t a, uint64_t b, uint64_t *out)
{
    switch (op) {
    case LCV_OP_XOR: *out = a ^ b; return true;
    case LCV_OP_ADD: *out = a | b; return a == 0 || b == 0; /* nothing is carried */
    case LCV_OP_SUB: *out = a ^ b; return b == 0 || a == b;
    case LCV_OP_BITAND: *out = a == ONE ? b : b == ONE || a == b ? a : 0; break;
    default: *out = a == 0 ? b : b == 0 || a == b ? a : ONE; break;
    }
    return a == b || (a & ~ONE) == 0 || (b & ~ONE) == 0;
}

static bool by_bit(lcv_op op, const lcv_bits *a, const lcv_bits *b, lcv_bits *out)
{
    bool ok = true;
    lcv_bits made;
    for (unsigned k = 0; ok && k < LCV_MAX_BITS; k++)
        ok = join(op, a->of[k], b->of[k], &made.of[k]);
    *out = made;
    return ok;
}

/* A sum of a, moved to each bit of the number. */
static bool times(const lcv_bits *a, int64_t n, lcv_bits *out)
{
    lcv_bits sum = {0}, moved;
    bool ok = true;
    for (unsigned k = 0; ok && n >> k != 0; k++)
        if (n >> k & 1)
            ok = move(a, k, &moved) && by_bit(LCV_OP_ADD, &sum, &moved, &sum);
    *out = sum;
    return ok;
}

/* The exponent of a power of two; false: it is none. */
static bool power_of(int64_t n, unsigned *k)
{
    *k = n > 0 ? (unsigned)__builtin_ctzll((unsigned long long)n) : 0;
    return n > 0 && n == (int64_t)1 << *k;
}

/* By a number: * / % << >>. */
static bool by_number(lcv_op op, const lcv_bits *a, int64_t n, lcv_bits *out)
{
    unsigned k = (unsigned)(n < LCV_MAX_BITS ? n : LCV_MAX_BITS);
    if (op == LCV_OP_MUL)
        return times(a, n, out);
    if (op == LCV_OP_SHL)
        return move(a, k, out);
    if (op != LCV_OP_SHR && !power_of(n, &k))
        return false;
    if (op == LCV_OP_MOD) {
        *out = *a;
        memset(out->of + k, 0, (LCV_MAX_BITS - k) * sizeof *out->of);
    } else {
        move_down(a, k, out);
    }
    return true;
}

static bool operation(reading *r, const names *in, const lcv_ast *ast, lcv_bits *out)
{
    lcv_bits a, b;
    int64_t n;
    if (!value_of(r, in, ast->child, &a) || !value_of(r, in, ast->child->next, &b))
        return false;
    r->operates |= ast->op >= LCV_OP_BITAND && ast->op <= LCV_OP_SHR;
    switch (ast->op) {
    case LCV_OP_MUL:
        return is_number(&b, &n) ? times(&a, n, out) : is_number(&a, &n) && times(&b, n, out);
    case LCV_OP_DIV:
    case LCV_OP_MOD:
    case LCV_OP_SHL:
    case LCV_OP_SHR: return is_number(&b, &n) && by_number(ast->op, &a, n, out);
    default: return by_bit(ast->op, &a, &b, out);
    }
}

static bool called(reading *r, const names *in, const lcv_ast *ast, lcv_bits *out)
{
    const lcv_binding *b = ast->child->kind == LCV_AST_NAME
                               ? lcv_scope_find(in->scope, ast->child->text)
                               : NULL;
    const lcv_definition *f = b && b->value && b->value->kind == LCV_FUNCTION
                                  ? b->value->definition
                                  : NULL;
    lcv_bits value[LCV_MAX_COORDINATES];
    if (!f || f->conditions || in->depth == MAX_DEPTH ||
        ast->nchildren - 1 != f->formals->nchildren || ast->nchildren > LCV_MAX_COORDINATES)
        return false;
    names inside = {.scope = f->scope, .depth = in->depth + 1};
    const lcv_ast *formal = f->formals->child;
    for (const lcv_ast *arg = ast->child->next; arg; arg = arg->next, formal = formal->next) {
        if (arg->kind == LCV_AST_KEYWORD || !value_of(r, in, arg, &value[inside.n]))
            return false;
        inside.name[inside.n] = formal->text;
        inside.bits[inside.n] = &value[inside.n];
        inside.n++;
    }
    return value_of(r, &inside, f->body, out);
}

static bool named(reading *r, const names *in, const lcv_ast *ast, lcv_bits *out)
{
    int64_t n;
    for (size_t i = 0; i < in->n; i++)
        if (strcmp(in->name[i], ast->text) == 0) {
            *out = *in->bits[i];
            return true;
        }
    lcv_world outside = *r->w;
    outside.scope = in->scope;
    outside.ncoordinates = 0;
    return lcv_integer_at(&outside, ast, &n) == LCV_THERE && from_number(n, out);
}

static bool value_of(reading *r, const names *in, const lcv_ast *ast, lcv_bits *out)
{
    int64_t n;
    switch (ast->kind) {
    case LCV_AST_INT: return lcv_integer_at(r->w, ast, &n) == LCV_THERE && from_number(n, out);
    case LCV_AST_NAME: return named(r, in, ast, out);
    case LCV_AST_BINARY: return operation(r, in, ast, out);
    case LCV_AST_APPLY: return called(r, in, ast, out);
    case LCV_AST_PIECES: return ast->nchildren == 1 && value_of(r, in, ast->child, out);
    default: return false;
    }
}

/* The coordinates, each with as many bits as its numbers have. */
static bool read_domain(reading *r, const lcv_ast *map, lcv_linear_map *out, names *in,
                        lcv_bits *bits)
{
    const lcv_ast *name = map->child->child, *size = map->child->next->child;
    unsigned all = 0;
    int64_t n;
    if (map->child->next->next->next || map->child->nchildren > LCV_MAX_COORDINATES)
        return false; /* a condition */
    for (; name && size; name = name->next, size = size->next, out->nin++) {
        unsigned *k = &out->in[out->nin];
        if (lcv_integer_at(r->w, size, &n) != LCV_THERE || !power_of(n, k) ||
            all + *k > LCV_MAX_BITS)
            return false;
        bits[out->nin] = (lcv_bits){0};
        for (unsigned i = 0; i < *k; i++)
            bits[out->nin].of[i] = (uint64_t)1 << all++;
        in->name[in->n] = name->text;
        in->bits[in->n++] = &bits[out->nin];
    }
    return true;
}

static bool starts_at_0(const lcv_bits *a)
{
    for (unsigned k = 0; k < LCV_MAX_BITS; k++)
        if (a->of[k] & ONE)
            return false;
    return true;
}

bool lcv_map_is_linear(lcv_world *w, const lcv_ast *map, lcv_linear_map *out)
{
    lcv_bits coordinate[LCV_MAX_COORDINATES];
    names in = {.scope = w->scope};
    reading r = {w, false};
    *out = (lcv_linear_map){0};
    if (!read_domain(&r, map, out, &in, coordinate))
        return false;
    bool is = value_of(&r, &in, map->child->next->next, &out->out) && starts_at_0(&out->out);
    out->operates = r.operates;
    return is;
}
