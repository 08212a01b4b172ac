/* write.c - statements, written one after the other: those that a thread does at once. */
#include "config.h"

#include "writing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

lck_writer lck_write(lck_kernel *kernel)
{
    lck_writer w = {.kernel = kernel, .end = &kernel->body};
    while (*w.end)
        w.end = &(*w.end)->next;
    return w;
}

void lck_comment(lck_writer *w, const char *text)
{
    if (w->failed)
        return;
    free(w->comment);
    w->comment = lck_text_copy(w->kernel->ctx, text);
    w->failed = !w->comment;
}

lck_statement *lck_add_statement(lck_writer *w, lck_statement_kind kind)
{
    lck_statement *s = w->failed ? NULL : lc_alloc(w->kernel->ctx, 1, sizeof *s);
    if (!s) {
        w->failed = true;
        return NULL;
    }
    s->kind = kind;
    s->comment = w->comment;
    w->comment = NULL;
    *w->end = s;
    w->end = &s->next;
    return s;
}

static void open_body(lck_writer *w, lck_statement *s)
{
    if (w->nopen == LCK_MAX_NESTING) {
        lc_fail(w->kernel->ctx, LC_ERR_LIMIT, "statements nested deeper than %d",
                LCK_MAX_NESTING);
        w->failed = true;
        return;
    }
    w->open[w->nopen++] = s;
    w->end = &s->body;
}

void lck_refuse_statement(lck_writer *w, const char *what)
{
    if (!w->failed)
        lc_fail(w->kernel->ctx, LC_ERR_INVALID, "%s", what);
    w->failed = true;
}

bool lck_misses(lck_writer *w, const lc_expr *e)
{
    w->failed = w->failed || !e;
    return w->failed;
}

void lck_let(lck_writer *w, const lc_expr *var, const lc_expr *value, bool wide)
{
    if (lck_misses(w, var) || lck_misses(w, value))
        return;
    if (var->op != LC_EXPR_VAR) {
        lck_refuse_statement(w, "LET binds a variable");
        return;
    }
    lck_statement *s = lck_add_statement(w, LCK_LET);
    if (s) {
        s->var = var;
        s->value = value;
        s->wide = wide;
    }
}

/* A name that no variable has: the name itself, or with a number behind it. */
static const lc_expr *new_variable(lc_exprs *x, const char *name, int64_t low, int64_t high)
{
    char numbered[64];
    snprintf(numbered, sizeof numbered, "%s", name);
    for (unsigned i = 2; lc_exprs_find(x, numbered); i++)
        snprintf(numbered, sizeof numbered, "%s_%u", name, i);
    return lc_expr_var(x, numbered, low, high);
}

const lc_expr *lck_let_new(lck_writer *w, const char *name, const lc_expr *value)
{
    const lc_expr *var = value ? new_variable(w->kernel->x, name, value->low, value->high) : NULL;
    lck_let(w, var, value, false);
    return var;
}

const lc_expr *lck_let_name(lck_writer *w, const char *name, const lc_expr *value)
{
    const bool named = !value || value->op == LC_EXPR_INT || value->op == LC_EXPR_VAR;
    return named ? value : lck_let_new(w, name, value);
}

const lc_expr *lck_fetch(lck_writer *w, const char *name, int array, const lc_expr *index)
{
    if (lck_misses(w, index))
        return NULL;
    if (w->kernel->array[array].element != lck_element_find("int32")) {
        lck_refuse_statement(w, "FETCH takes an element of int32");
        return NULL;
    }
    const lc_expr *var = new_variable(w->kernel->x, name, INT32_MIN, INT32_MAX);
    lck_statement *s = lck_misses(w, var) ? NULL : lck_add_statement(w, LCK_FETCH);
    if (s) {
        s->var = var;
        s->value = index;
        s->array = array;
    }
    return var;
}

const lc_expr *lck_count(lck_writer *w, const char *name, const lc_expr *count)
{
    return count ? new_variable(w->kernel->x, name, 0, count->high > 0 ? count->high - 1 : 0)
                 : NULL;
}

void lck_for(lck_writer *w, const lc_expr *var, int64_t count)
{
    if (lck_misses(w, var))
        return;
    if (var->op != LC_EXPR_VAR || count < 0) {
        lck_refuse_statement(w, "FOR counts a variable, 0 times or more");
        return;
    }
    lck_statement *s = lck_add_statement(w, LCK_FOR);
    if (s) {
        s->var = var;
        s->count = count;
        open_body(w, s);
    }
}

void lck_loop(lck_writer *w, const lc_expr *var, const lc_expr *count)
{
    if (lck_misses(w, var) || lck_misses(w, count))
        return;
    if (var->op != LC_EXPR_VAR || var->low > 0 || var->high < count->high - 1) {
        lck_refuse_statement(w, "LOOP counts a variable whose bounds hold the count");
        return;
    }
    lck_statement *s = lck_add_statement(w, LCK_LOOP);
    if (s) {
        s->var = var;
        s->value = count;
        open_body(w, s);
    }
}

void lck_if(lck_writer *w, const lc_expr *condition)
{
    if (lck_misses(w, condition))
        return;
    lck_statement *s = lck_add_statement(w, LCK_IF);
    if (s) {
        s->value = condition;
        open_body(w, s);
    }
}

void lck_else(lck_writer *w)
{
    lck_statement *s = w->nopen > 0 ? w->open[w->nopen - 1] : NULL;
    if (!s || s->kind != LCK_IF || s->otherwise)
        lck_refuse_statement(w, "ELSE without an IF that is open");
    if (!w->failed)
        w->end = &s->otherwise;
}

void lck_end(lck_writer *w)
{
    if (w->nopen == 0)
        lck_refuse_statement(w, "END with nothing open");
    if (!w->failed)
        w->end = &w->open[--w->nopen]->next;
}

/* An array and registers that exist, of one element; of none of these roles, a bit each. */
static bool between(lck_writer *w, int array, int file, unsigned never, const char *how)
{
    const lck_kernel *k = w->kernel;
    bool exist = array >= 0 && (size_t)array < k->narrays && file >= 0 &&
                 (size_t)file < k->nfiles;
    if (!exist || k->array[array].element->bytes != k->file[file].element->bytes)
        lck_refuse_statement(
            w, "LOAD and STORE move between an array and registers of the same element");
    else if (never >> k->array[array].role & 1 && !w->failed)
        w->failed = !lc_fail(k->ctx, LC_ERR_INVALID, "the %s is only %s", k->array[array].name,
                             how);
    return !w->failed;
}

static void move(lck_writer *w, lck_statement_kind kind, int array, const lc_expr *index,
                 int file, const lc_expr *first, int step, int width)
{
    if (lck_misses(w, index) || lck_misses(w, first))
        return;
    int element = w->kernel->array[array].element->bytes, bytes = width * element;
    if (width < 1 || width > LCK_MAX_WIDTH || bytes > 16 || (width & (width - 1)) != 0) {
        lc_fail(w->kernel->ctx, LC_ERR_INVALID,
                "a vector of %d elements of %d bytes: its length must be a power of two, its "
                "bytes at most 16",
                width, element);
        w->failed = true;
        return;
    }
    lck_statement *s = lck_add_statement(w, kind);
    if (s) {
        s->array = array;
        s->held = (lck_register){file, first};
        s->value = index;
        s->step = step;
        s->width = width;
    }
}

void lck_load(lck_writer *w, int array, const lc_expr *index, int file, const lc_expr *first,
              int step, int width)
{
    bool reads_old = w->kernel->product.beta >= 0;
    if (between(w, array, file, reads_old ? 0 : 1u << LCK_WRITTEN, "written"))
        move(w, LCK_LOAD, array, index, file, first, step, width);
}

void lck_store(lck_writer *w, int array, const lc_expr *index, int file, const lc_expr *first,
               int step, int width)
{
    if (between(w, array, file, 1u << LCK_READ | 1u << LCK_SCALAR, "read"))
        move(w, LCK_STORE, array, index, file, first, step, width);
}

bool lck_has_register(const lck_writer *w, lck_register r)
{
    return r.file >= 0 && (size_t)r.file < w->kernel->nfiles;
}

static void set(lck_writer *w, lck_register held, const lc_expr *value, int width)
{
    if (lck_misses(w, held.at))
        return;
    if (!lck_has_register(w, held) || (w->kernel->file[held.file].packed && value)) {
        lck_refuse_statement(w, "SET of a register that does not exist, or that is packed");
        return;
    }
    lck_statement *s = lck_add_statement(w, LCK_SET);
    if (s) {
        s->held = held;
        s->value = value;
        s->width = width;
    }
}

void lck_zeros(lck_writer *w, lck_register held, int width)
{
    set(w, held, NULL, width);
}

void lck_zero(lck_writer *w, lck_register held)
{
    set(w, held, NULL, 1);
}

void lck_set(lck_writer *w, lck_register held, const lc_expr *value)
{
    if (!lck_misses(w, value))
        set(w, held, value, 1);
}

static bool is_number_of(const lck_writer *w, lck_register r, const char *element)
{
    return lck_has_register(w, r) && strcmp(w->kernel->file[r.file].element->name, element) == 0;
}

void lck_multiply(lck_writer *w, lck_register held, lck_register left, lck_register right)
{
    const lck_register all[] = {held, left, right};
    bool is_f32 = true, is_f64 = true;
    for (int i = 0; i < 3; i++) {
        if (lck_misses(w, all[i].at))
            return;
        is_f32 = is_f32 && is_number_of(w, all[i], "f32");
        is_f64 = is_f64 && is_number_of(w, all[i], "f64");
    }
    if (!is_f32 && !is_f64) {
        lck_refuse_statement(w, "MULTIPLY takes registers of f32, or of f64");
        return;
    }
    lck_statement *s = lck_add_statement(w, LCK_MULTIPLY);
    if (s) {
        s->held = held;
        s->left = left;
        s->right = right;
    }
}

void lck_barrier(lck_writer *w)
{
    lck_barrier_of(w, LCK_OF_ALL, 0, w->kernel->threads);
}

bool lck_written(lck_writer *w)
{
    free(w->comment);
    w->comment = NULL;
    if (w->nopen > 0)
        lck_refuse_statement(w, "a FOR, LOOP or IF is still open");
    return !w->failed;
}
