/* header.c - the comment before a kernel. */
#include "config.h"

#include "emitter.h"

#include <inttypes.h>
#include <stdlib.h>

void lck_put_comment_text(lck_emitter *e, const char *text, const char *start)
{
    for (const char *at = text; *at; at++) {
        if (*at == '\n') {
            if (at[1])
                lc_text_printf(&e->text, "\n%s", start);
            continue;
        }
        lc_text_add_char(&e->text, *at, 1);
        if (*at == '*' && at[1] == '/')
            lc_text_add_char(&e->text, ' ', 1);
    }
}

/* An offset, unless it is 0. */
static bool put_offset(lck_emitter *e, const lc_expr *offset)
{
    int64_t value;
    if (lc_expr_is_int(offset, &value) && value == 0)
        return false;
    bool plain = offset->op == LC_EXPR_INT || offset->op == LC_EXPR_VAR;
    lck_put(e, plain ? "%t" : "(%t)", offset);
    return true;
}

/* OFFSET + c0 * STRIDE0 + c1 * STRIDE1; in pages by the page of a key. */
static void put_sum(lck_emitter *e, int tensor)
{
    const lck_kernel *k = e->kernel;
    const bool table = k->kind == LCK_IS_ATTENTION && tensor == k->attention.pages;
    bool first = !put_offset(e, k->array[tensor].offset);
    for (size_t i = 0; i < k->rank; i++) {
        const lc_expr *stride = k->counter[i].stride[tensor];
        int64_t value;
        bool constant = lc_expr_is_int(stride, &value);
        if (constant && value == 0)
            continue;
        lck_put(e, first ? "%c" : " + %c", i);
        if (table && i == k->rank - 2)
            lc_text_printf(&e->text, " / %d", k->attention.page);
        first = false;
        if (constant && value == 1)
            continue;
        lck_put(e, constant || stride->op == LC_EXPR_VAR ? " * %t" : " * (%t)", stride);
    }
    lc_text_add(&e->text, first ? "0" : "");
}

/* Of K or V: + c4 % 16 * (64) + (long long)pages[..] * (2048), of the page of a key. */
static void put_place_in_pages(lck_emitter *e, int tensor)
{
    const lck_attention_result *a = &e->kernel->attention;
    lck_put(e, " + %c %% %d * (%h) + (long long)%s[", e->kernel->rank - 2, a->page,
            a->in_page[tensor - a->k], e->kernel->array[a->pages].name);
    put_sum(e, a->pages);
    lck_put(e, "] * (%h)", a->of_page[tensor - a->k]);
}

/* The table that says where the rows of a tensor's batch begin; -1: none. */
static int starts_of(const lck_kernel *k, int tensor)
{
    const lck_attention_result *a = &k->attention;
    return k->kind != LCK_IS_ATTENTION        ? -1
           : tensor == a->q || tensor == a->o ? a->starts[0]
           : tensor == a->k || tensor == a->v ? a->starts[1]
                                              : -1;
}

/* + (long long)starts[c2] * (1024) */
static void put_start_of(lck_emitter *e, int tensor, int table)
{
    const lck_kernel *k = e->kernel;
    const size_t rows = k->rank - (tensor == k->attention.k || tensor == k->attention.v ? 2 : 3);
    lck_put(e, " + (long long)%p * (%h)", table, k->counter[rows].stride[tensor]);
}

void lck_put_next_place(lck_emitter *e, int table)
{
    const lck_kernel *k = e->kernel;
    lck_put(e, "%s[", k->array[table].name);
    put_sum(e, table);
    lck_put(e, " + %h]", k->counter[k->rank - 4].stride[table]);
}

void lck_put_place(lck_emitter *e, int tensor)
{
    const lck_kernel *k = e->kernel;
    const lck_array *array = &k->array[tensor];
    const int starts = starts_of(k, tensor);
    lc_text_printf(&e->text, "%s[", array->name);
    if (array->index)
        lck_put_host_expr(e, array->index);
    else
        put_sum(e, tensor);
    if (k->kind == LCK_IS_ATTENTION && k->attention.pages >= 0 &&
        (tensor == k->attention.k || tensor == k->attention.v))
        put_place_in_pages(e, tensor);
    if (starts >= 0)
        put_start_of(e, tensor, starts);
    lc_text_add(&e->text, "]");
}

static void put_admitted_sizes(lck_emitter *e)
{
    const lck_kernel *k = e->kernel;
    for (size_t i = 0; i < k->nsizes; i++) {
        const lc_expr *var = k->size[i].var;
        lc_text_printf(&e->text, "%s%s in %" PRId64 "..%" PRId64,
                       i ? ", " : " *\n * Sizes: ", var->name, var->low, var->high);
    }
    for (size_t i = 0; i < k->nconditions; i++)
        lck_put(e, i ? ", %t" : "; %t", k->condition[i]);
    lc_text_add(&e->text, k->nsizes ? ".\n" : "");
}

/* ---- what it computes */

void lck_put_copy_formula(lck_emitter *e)
{
    lck_put(e, "/* %k: moves elements of type %s.\n *\n *     %p = %p",
            e->kernel->array[LCK_SOURCE].element->name, LCK_DESTINATION, LCK_SOURCE);
}

/* alpha * sum over k of A * B + beta * C + bias */
static void put_sums(lck_emitter *e)
{
    const lck_kernel *k = e->kernel;
    const lck_product_result *p = &k->product;
    if (p->alpha >= 0)
        lck_put(e, "%s * ", k->array[p->alpha].name);
    lc_text_add(&e->text, "sum over");
    for (size_t i = 0, n = 0; i < k->rank; i++)
        if (k->counter[i].contracted)
            lck_put(e, n++ ? ", %c" : " %c", i);
    lck_put(e, " of %p * %p", p->a, p->b);
    if (p->beta >= 0)
        lck_put(e, " +\n *         %s * %p", k->array[p->beta].name, p->c);
    if (p->bias >= 0)
        lck_put(e, " + %p", p->bias);
}

/* The formula, and what its names are. */
void lck_put_rows_formula(lck_emitter *e)
{
    const lck_kernel *k = e->kernel;
    lck_put(e, "/* %k: a function along rows of %s, in f32, to %s.\n *\n *     %p =\n *         ",
            k->array[LCK_SOURCE].element->name, k->array[LCK_DESTINATION].element->name,
            LCK_DESTINATION);
    lck_put_comment_text(e, k->formula->text, "");
    lck_put(e, "\n *     of x = %p", LCK_SOURCE);
    for (size_t i = 0; i < k->narrays; i++)
        if (k->array[i].role == LCK_READ && i != LCK_SOURCE)
            lck_put(e, ",\n *     %s = %p", k->array[i].name, (int)i);
    lc_text_add(&e->text, ";\n *     a row is");
    for (size_t i = 0, n = 0; i < k->rank; i++)
        if (k->counter[i].contracted)
            lck_put(e, n++ ? ", %c" : " %c", i);
}

static void put_scale(lck_emitter *e, int table)
{
    if (table >= 0)
        lck_put(e, " * %p", table);
}

void lck_put_attention_formula(lck_emitter *e)
{
    const lck_kernel *k = e->kernel;
    const lck_attention_result *a = &k->attention;
    const size_t dim = k->rank - 1, keys = k->rank - 2;
    lck_put(e, "/* %k: %sattention of elements of type %s, summed in f32.\n *\n *     ",
            a->parts ? "parts of " : "", k->array[a->q].element->name);
    if (a->parts)
        lc_text_add(&e->text, "parts, split by split, to be added as the next kernel does, of");
    else
        lck_put(e, "%p =", a->o);
    lck_put(e, "\n *         sum over %c of softmax(s) * %p", keys, a->v);
    put_scale(e, a->scales[2]);
    lck_put(e, ",\n *     s = sum over %c of %p * %p", dim, a->q, a->k);
    for (int i = 0; i < 2; i++)
        put_scale(e, a->scales[i]);
    lck_put(e, a->scale >= 0 ? " * scale" : " / sqrt(%t)", k->counter[dim].extent);
    lck_put(e, ", softmax along %c", keys);
    for (int i = 0; i < 2; i++)
        if (a->starts[i] >= 0) {
            lck_put(e, "\n *     of which a batch has %s = ", i ? "n" : "m");
            lck_put_next_place(e, a->starts[i]);
            lck_put(e, " - %p %s", a->starts[i], i ? "keys" : "queries");
            if (!i && a->most)
                lck_put(e, ", at most %t", a->most);
        }
    if (a->lengths >= 0)
        lck_put(e, "\n *     of which there are n = %p, at least 0 and at most %t", a->lengths,
                k->counter[keys].extent);
    if (a->causal) {
        lck_put(e, "\n *     over the keys %c <= %c + ", keys, k->rank - 3);
        lck_put(e, a->lengths >= 0 || a->starts[1] >= 0 ? "n - " : "%t - ",
                k->counter[keys].extent);
        lck_put(e, a->starts[0] >= 0 ? "m" : "%t", k->counter[k->rank - 3].extent);
        if (a->window)
            lck_put(e, ", the last %l of them", a->window);
    }
}

void lck_put_product_formula(lck_emitter *e)
{
    static const char *const activation[] = {"", "relu(", "gelu("};
    const lck_kernel *k = e->kernel;
    const lck_product_result *p = &k->product;
    lck_put(e,
            "/* %k: products of %s and %s, summed in %s, to %s.\n *\n *     %p =\n *         %s",
            k->array[p->a].element->name, k->array[p->b].element->name, p->accumulate->name,
            k->array[p->c].element->name, p->c, activation[p->activation]);
    put_sums(e);
    lc_text_add(&e->text, p->activation == LCK_NO_ACTIVATION ? "" : ")");
}

/* ---- how it does so */

static void put_atoms(lck_emitter *e)
{
    const lck_kernel *k = e->kernel;
    for (size_t i = 0; i < k->natoms; i++)
        lc_text_printf(&e->text, " * Atom: %s, %d by %d by %d, %scompared with hardware.\n",
                       k->atom[i].name, k->atom[i].m, k->atom[i].n, k->atom[i].k,
                       k->atom[i].compared ? "" : "not ");
    for (size_t i = 0; i < k->nmaps; i++) {
        const lck_map *map = &k->map[i];
        lc_text_printf(&e->text, " * Tensor map %s: boxes of %s of", map->name,
                       k->array[map->tensor].name);
        for (size_t r = 0; r < map->rank; r++)
            lc_text_printf(&e->text, "%s %d", r ? " by" : "", map->box[r]);
        lc_text_printf(&e->text, " elements%s", map->last ? ", or as many as the last has" : "");
        if (map->span > 0)
            lc_text_printf(&e->text, ", a swizzle of %d bytes", map->span);
        lc_text_add(&e->text, ".\n");
    }
}

static void put_launch(lck_emitter *e)
{
    const lck_kernel *k = e->kernel;
    lc_text *t = &e->text;
    lck_put(e, " * Launch: %s%t blocks of %d threads", k->grid ? "at most " : "", k->blocks,
            k->threads);
    if (k->cluster > 1)
        lc_text_printf(t, ", a multiple of %d", k->cluster);
    lc_text_printf(t, ".\n * Addresses are multiples of %d bytes", k->alignment);
    if (lck_dynamic_bytes(k) > 0)
        lc_text_printf(t, "; %" PRId64 " bytes of dynamic shared memory", lck_dynamic_bytes(k));
    lc_text_add(t, ".\n");
}

void lck_put_header(lck_emitter *e)
{
    const lck_kernel *k = e->kernel;
    lc_text *t = &e->text;
    lck_texts_of[k->kind].formula(e);
    lc_text_add_char(t, '\n', 1);
    for (size_t i = 0; i < k->rank; i++)
        lck_put(e, "%s0 <= %c < %t", i ? ", " : " *     for ", i, k->counter[i].extent);
    lc_text_add(t, k->rank ? "\n" : "");
    put_admitted_sizes(e);
    put_launch(e);
    if (k->making)
        lc_text_printf(t, " * Made of %s.\n", k->making);
    put_atoms(e);
    if (k->claims && *k->claims) {
        lc_text_add(t, " *\n * ");
        lck_put_comment_text(e, k->claims, " * ");
        lc_text_add_char(t, '\n', 1);
    }
    lc_text_add(t, " */\n");
}
