/* claim.c - claims with parameters, in symbols: their arguments, and their proofs. */
#include "config.h"

#include "../catalogue/catalogue.h"
#include "../form/access-vectors.h"
#include "../form/claims.h"
#include "../form/relation.h"
#include "../language/build.h"
#include "reading.h"
#include "symbolic.h"

#include "../claim/accesses.h"
#include "../claim/measures.h"

#include <limits.h>
#include <string.h>

/* What a claim, or a measure, takes. */
typedef struct {
    const char *name, *signature;
    size_t min_args, max_args;
} taking;

/* A word of the signature, `[, exact]` or `[, aligned]`, is no name of a value, nor is that of a
 * processor or of what it does. */
static bool is_word(const lcv_ast *ast, const char *signature, size_t at)
{
    return ast->kind == LCV_AST_NAME &&
           ((strcmp(ast->text, "exact") == 0 && strstr(signature, "[, exact]")) ||
            (strcmp(ast->text, "aligned") == 0 && strstr(signature, "[, aligned]")) ||
            at == lcv_signature_find(signature, "arch") ||
            at == lcv_signature_find(signature, "op"));
}

static const lcv_form *read_argument(lcv_proof *p, const lcv_ast *ast, const taking *t, size_t at)
{
    return is_word(ast, t->signature, at)
               ? lcv_form_value(p->f, lcv_value_names(p->f->ctx, 1, &ast->text))
               : lcv_form_eval(p->f, ast);
}

/* The forms of the arguments, in the order of the signature. */
static bool read_arguments(lcv_proof *p, const lcv_ast *ast, const taking *t)
{
    size_t next = 0;
    for (const lcv_ast *part = ast->child->next; part != NULL; part = part->next) {
        bool named = part->kind == LCV_AST_KEYWORD;
        size_t at = named ? lcv_signature_find(t->signature, part->text) : next++;
        if (at >= t->max_args || at >= sizeof p->arg / sizeof *p->arg)
            return lcv_obstacle(p->f, "the arguments of %s", t->name) != NULL;
        p->arg[at] = read_argument(p, named ? part->child : part, t, at);
        if (!p->arg[at])
            return false;
        p->n = at + 1 > p->n ? at + 1 : p->n;
    }
    for (size_t i = 0; i < t->min_args; i++)
        if (!p->arg[i])
            return lcv_obstacle(p->f, "the arguments of %s", t->name) != NULL;
    return true;
}

/* The arguments and their symbols are there, and the symbols have values at the sample. Do the
 * arguments exist for all values? The values that a proof makes of them are checked later. */
static bool begin(lcv_proof *p)
{
    lcv_forms_at(p->f, p->instance, p->sample);
    return lcv_forms_settle(p->f);
}

static const lcv_form *number_form(lcv_proof *p, int32_t n)
{
    return lcv_form_int(p->f, lcv_size_const(p->s, n));
}

/* The first n arguments of an access, in the order of accesses.h; those that are not given by
 * what they are then. */
static void access_arguments(lcv_proof *p, bool banks, size_t n, const lcv_form **all)
{
    size_t last = banks ? LCV_ACCESS_VECTOR : LCV_ACCESS_BANKS;
    const lcv_form *vector = last < p->n ? p->arg[last] : NULL;
    bool arch = p->n > LCV_ACCESS_ARCH && p->arg[LCV_ACCESS_ARCH];
    lc_ctx *ctx = p->f->ctx;
    lcv_value *wild = lcv_value_tuple(ctx, lc_tuple_wildcard(ctx));
    const lcv_form *any = lcv_form_value(p->f, wild);
    const lcv_form *bytes = p->n > 2 && p->arg[2] ? p->arg[2] : number_form(p, 4), *width = bytes;
    if (vector && !lcv_form_is_wildcard(p->f, vector))
        width = lcv_form_int(p->f, lcv_size_mul(p->s, lcv_form_as_int(p->f, bytes),
                                                lcv_form_as_int(p->f, vector)));
    const lcv_form *usual = arch ? any : number_form(p, 32);
    const lcv_form *otherwise[] = {NULL, usual, bytes, width, usual, any, any, any};
    for (size_t i = 0; i < n; i++)
        all[i] = i < p->n && p->arg[i] ? p->arg[i] : otherwise[i];
}

/* The measure with all its arguments, and its bound, is a claim. */
static void measured(lcv_proof *p, const char *claim, bool conflicts, int32_t bound)
{
    const lcv_form *all[LCV_ACCESS_ARGS + 1];
    size_t n = conflicts ? LCV_ACCESS_VECTOR : LCV_ACCESS_BANKS;
    n = p->n > n ? p->n : n;
    access_arguments(p, conflicts, n, all);
    all[n] = number_form(p, bound);
    lcv_forms_proved(p->f, claim, n + 1, all);
}

/* The claim is proved if the values that the proof needed exist. */
static bool settled(lcv_proof *p, const char *claim)
{
    const lcv_form *all[LCV_ACCESS_ARGS];
    bool banks = strcmp(claim, "conflict_free") == 0;
    bool access = banks || strcmp(claim, "coalesced") == 0;
    if (!lcv_forms_settle(p->f))
        return false;
    if (access)
        access_arguments(p, banks, p->n, all);
    lcv_forms_proved(p->f, claim, p->n, access ? all : p->arg);
    return true;
}

static bool has_relation(const lcv_proof *p)
{
    for (size_t i = 0; i < p->n; i++)
        if (p->arg[i] && lcv_form_is_relation(p->arg[i]))
            return true;
    return false;
}

static bool has_words(const lcv_proof *p)
{
    for (size_t i = 0; i < p->n; i++)
        if (p->arg[i] && lcv_form_has_xor(p->arg[i]))
            return true;
    return false;
}

static bool has_composed(const lcv_proof *p)
{
    for (size_t i = 0; i < p->n; i++)
        if (lcv_form_is_composed(p->arg[i]))
            return true;
    return false;
}

/* The claim of the arguments that are there. */
static bool prove_arguments(lcv_proof *p, const lcv_claim *claim)
{
    p->name = claim->name;
    p->claim = claim;
    if (!begin(p))
        return false;
    lcv_prove_symbols *prove = has_relation(p) ? claim->symbols_of_relations : claim->symbols;
    if (!prove)
        return lcv_obstacle(p->f, "%s%s is not proved in symbols", claim->name,
                            has_relation(p) ? " of relations" : "") != NULL;
    bool ok = has_words(p)      ? lcv_sym_xor(p, prove)
              : has_composed(p) ? lcv_sym_composed(p, prove)
                                : prove(p);
    return ok && settled(p, claim->name);
}

bool lcv_is_measure(const lcv_scope *scope, const lcv_ast *ast)
{
    return lcv_measure_called(scope, ast) != NULL;
}

/* The measure is at most, is at least a number, or is that. */
static bool prove_bounds(lcv_proof *p, bool conflicts, bool above, bool below, unsigned number)
{
    lcv_measured what = conflicts ? LCV_MEASURE_CONFLICTS : LCV_MEASURE_SECTORS;
    const lcv_form *x = p->arg[0];
    if ((below && number > 0 && !lcv_sym_costly(p, what, number)))
        return false;
    if (below)
        measured(p, conflicts ? "conflicts >=" : "sectors >=", conflicts, (int32_t)number);
    p->arg[0] = x;
    if (!lcv_sym_accesses(p, what, above ? number : INT32_MAX))
        return false;
    if (above)
        measured(p, conflicts ? "conflicts <=" : "sectors <=", conflicts, (int32_t)number);
    return true;
}

static bool prove_measure(lcv_proof *p, const lcv_operation *of, const lcv_ast *call,
                          const lcv_ast *bound, lcv_op op)
{
    const taking all = {of->name, of->signature, of->min_args, of->max_args};
    const lc_poly *k = lcv_form_as_int(p->f, lcv_form_eval(p->f, bound));
    lc_int is;
    p->name = of->name;
    if (!k || !read_arguments(p, call, &all) || !begin(p))
        return false;
    bool known = lc_poly_is_const(k, &is) && lc_int_fits_si(is);
    int64_t number = known ? lc_int_get_si(is) - (op == LCV_OP_LT) + (op == LCV_OP_GT) : -1;
    bool above = op == LCV_OP_LE || op == LCV_OP_LT || op == LCV_OP_EQ;
    bool below = op == LCV_OP_GE || op == LCV_OP_GT || (op == LCV_OP_EQ && number > 0);
    if (number < 0 || number > INT32_MAX || (!above && !below))
        return lcv_obstacle(p->f, "%s but for bounds that are numbers", of->name) != NULL;
    return prove_bounds(p, of->measure == &lcv_conflicts, above, below, (unsigned)number);
}

static bool prove_call(lcv_proof *p, const lcv_ast *ast)
{
    const lcv_claim *claim = lcv_claim_find(ast->child->text);
    if (!claim->symbols && !claim->symbols_of_relations)
        return lcv_obstacle(p->f, "%s is not proved in symbols", claim->name) != NULL;
    const taking all = {claim->name, claim->signature, claim->min_args, claim->max_args};
    return read_arguments(p, ast, &all) && prove_arguments(p, claim);
}

static bool prove_opposite(lcv_forms *f, const lcv_ast *ast, const lc_int *sample, lc_int *hint,
                           bool *hinted)
{
    if (ast->kind == LCV_AST_LOGIC && ast->op == LCV_OP_NOT)
        return lcv_form_claim(f, ast->child, sample, hint, hinted);
    if (ast->kind != LCV_AST_COMPARE)
        return lcv_obstacle(f, "`not` of this claim is not proved in symbols") != NULL;
    lcv_ast other = *ast;
    other.op = lcv_op_opposite(ast->op);
    return lcv_form_claim(f, &other, sample, hint, hinted);
}

static bool prove_comparison(lcv_proof *p, const lcv_ast *ast)
{
    const lcv_operation *measure = lcv_measure_called(p->f->reading->at.scope, ast->child);
    if (measure)
        return prove_measure(p, measure, ast->child, ast->child->next, ast->op);
    p->n = 2;
    p->arg[0] = lcv_form_eval(p->f, ast->child);
    p->arg[1] = p->arg[0] ? lcv_form_eval(p->f, ast->child->next) : NULL;
    if (!p->arg[1])
        return false;
    if (ast->op == LCV_OP_EQ && !lcv_form_is_tuple(p->arg[0]) && !lcv_form_is_tuple(p->arg[1]))
        return prove_arguments(p, lcv_claim_find("equal"));
    return begin(p) && lcv_form_compare(p, ast->op) && settled(p, lcv_op_name(ast->op));
}

/* One part is enough for `or`; `not` is proved of a comparison, which has an opposite. */
static bool prove_logic(lcv_forms *f, const lcv_ast *ast, const lc_int *sample, lc_int *hint,
                        bool *hinted)
{
    const lcv_ast *first = ast->child;
    if (ast->op == LCV_OP_NOT)
        return prove_opposite(f, first, sample, hint, hinted);
    bool proved = lcv_form_claim(f, first, sample, hint, hinted);
    if (proved == (ast->op == LCV_OP_OR))
        return proved;
    return lcv_form_claim(f, first->next, sample, hint, hinted);
}

bool lcv_form_claim(lcv_forms *f, const lcv_ast *ast, const lc_int *sample, lc_int *hint,
                    bool *hinted)
{
    lc_int symbol[LCV_MAX_SYMBOLS];
    if (ast->kind == LCV_AST_LOGIC)
        return prove_logic(f, ast, sample, hint, hinted);
    lcv_proof p = {.f = f, .s = f->symbols, .instance = sample, .sample = symbol, .hint = hint};
    bool proved = ast->kind == LCV_AST_COMPARE ? prove_comparison(&p, ast) : prove_call(&p, ast);
    if (lc_ctx_code(f->ctx) != LC_OK)
        proved = lcv_obstacle(f, "undecided") != NULL;
    *hinted = p.hinted;
    return proved;
}
