/* expr.c - expressions as CUDA C, each with the width of its integers; which variables
 * are wide, and which are used. */
#include "config.h"

#include "emitter.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- expressions */

/* May its type in C be int, for any types of its variables? Comparisons are int, and so may be
 * the constants that it selects. */
static bool may_be_int(const lc_expr *x)
{
    return x && ((x->op >= LC_EXPR_LT && x->op <= LC_EXPR_SELECT) || x->op == LC_EXPR_MIN ||
                 x->op == LC_EXPR_MAX);
}

/* Does it calculate with such a value? */
static bool calculates_in_int(const lc_expr *x)
{
    if (!x)
        return false;
    if (x->op <= LC_EXPR_MOD && (may_be_int(x->arg[0]) || may_be_int(x->arg[1])))
        return true;
    return calculates_in_int(x->arg[0]) || calculates_in_int(x->arg[1]) ||
           calculates_in_int(x->arg[2]);
}

/* The text of an expression in 64 bits: narrow variables are cast, and constants have LL where
 * C would not infer it. */
static void put_widened(lck_emitter *e, const char *text, bool constants)
{
    while (*text) {
        size_t n = 1;
        while ((isalnum((unsigned char)*text) || *text == '_') &&
               (isalnum((unsigned char)text[n]) || text[n] == '_'))
            n++;
        if (isalpha((unsigned char)*text) || *text == '_') {
            char *name = strndup(text, n);
            const lc_expr *var = name ? lc_exprs_find(e->kernel->x, name) : NULL;
            if (var && !e->wide[var->slot])
                lc_text_add(&e->text, "(long long)");
            e->text.failed = e->text.failed || !name;
            free(name);
        }
        lc_text_add_bytes(&e->text, text, n);
        if (constants && isdigit((unsigned char)*text))
            lc_text_add(&e->text, "LL");
        text += n;
    }
}

void lck_put_expr(lck_emitter *e, const lc_expr *x, bool wide)
{
    char *text = lc_expr_to_c(e->kernel->ctx, x);
    if (!text)
        e->text.failed = true;
    else if (wide || lck_is_wide(e->wide, x))
        put_widened(e, text, calculates_in_int(x));
    else
        lc_text_add(&e->text, text);
    free(text);
}

/* ---- which variables there are */

static void mark_used(bool *used, const lc_expr *x)
{
    if (!x)
        return;
    if (x->op == LC_EXPR_VAR)
        used[x->slot] = true;
    for (int i = 0; i < 3; i++)
        mark_used(used, x->arg[i]);
}

/* Marks the variables of statements with an effect, and of LETs of used variables; true when
 * there was one more. Loops are effects: an unrolled one counts. */
static void mark_statements(const lck_statement *s, bool *used)
{
    for (; s; s = s->next) {
        const lc_expr *list[LCK_MAX_COMPUTED];
        size_t n = s->kind != LCK_LET || used[s->var->slot] ? lck_computed(s, list) : 0;
        for (size_t i = 0; i < n; i++)
            mark_used(used, list[i]);
        mark_statements(s->body, used);
        mark_statements(s->otherwise, used);
    }
}

static size_t count(const bool *flag, size_t n)
{
    size_t set = 0;
    for (size_t i = 0; i < n; i++)
        set += flag[i];
    return set;
}

bool lck_find_variables(lck_emitter *e)
{
    const lck_kernel *k = e->kernel;
    size_t n = lc_exprs_nvars(k->x), before;
    e->wide = lc_alloc(k->ctx, n, sizeof *e->wide);
    e->used = lc_alloc(k->ctx, n, sizeof *e->used);
    e->parted = lc_alloc(k->ctx, n, sizeof *e->parted);
    if (!e->wide || !e->used || !e->parted)
        return false;
    e->parted[k->thread->slot] = true;
    lck_find_wide(k, e->wide);
    do { /* a LET that only other LETs use, and their LETs in turn */
        before = count(e->used, n);
        mark_statements(k->body, e->used);
    } while (count(e->used, n) != before);
    return true;
}
