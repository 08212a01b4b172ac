#include "config.h"

#include "reader.h"

#include <string.h>

lck_cute_value lck_cute_typed(lck_cute *c, uint32_t value)
{
    lck_ir_text type = c->type[value];
    return type.at ? lck_cute_value_of_type(&c->x, type) : (lck_cute_value){0};
}

/* ---- shared ---- */

static bool tree_is_shared(const lck_tree *t)
{
    const lck_tree *leaf[LCK_TREE_LEAVES];
    unsigned n = lck_tree_leaves(t, leaf);
    bool shared = t != NULL && n <= LCK_TREE_LEAVES;
    for (unsigned i = 0; shared && i < n; i++)
        shared = leaf[i]->any || (leaf[i]->value && lck_sum_is_shared(leaf[i]->value));
    return shared;
}

bool lck_cute_layout_is_shared(const lck_cute_layout *l)
{
    return tree_is_shared(l->shape) && tree_is_shared(l->stride) &&
           (!l->inner || lck_sum_is_shared(l->inner));
}

bool lck_cute_is_shared(const lck_cute_value *v)
{
    switch (v->kind) {
    case LCK_CUTE_NUMBER: return lck_sum_is_shared(v->number);
    case LCK_CUTE_TUPLE: return tree_is_shared(v->tuple);
    case LCK_CUTE_LAYOUT: return lck_cute_layout_is_shared(&v->layout);
    case LCK_CUTE_POINTER: return lck_sum_is_shared(v->pointer.offset);
    case LCK_CUTE_VIEW:
        return lck_sum_is_shared(v->pointer.offset) && lck_cute_layout_is_shared(&v->layout);
    case LCK_CUTE_NOTHING: break;
    }
    return v->shared;
}

/* ---- filling ---- */

static const lck_tree *fill_tree(lck_cute *c, const lck_tree *t, bool shared)
{
    const lck_tree *leaf[LCK_TREE_LEAVES];
    unsigned n = lck_tree_leaves(t, leaf), missing = 0;
    if (n > LCK_TREE_LEAVES)
        return NULL;
    for (unsigned i = 0; i < n; i++)
        if (!leaf[i]->any && !leaf[i]->value) {
            missing++;
            leaf[i] = lck_tree_bound(&c->x, leaf[i],
                                     shared ? lck_sum_shared(&c->x, leaf[i]->divisor, INT64_MIN,
                                                             INT64_MAX)
                                            : c->x.unknown);
        }
    return missing ? lck_tree_with(&c->x, t, leaf) : t;
}

void lck_cute_fill(lck_cute *c, lck_cute_value *v, bool shared)
{
    if (v->kind == LCK_CUTE_NUMBER && !v->number->known && shared)
        v->number = lck_sum_shared(&c->x, 1, INT64_MIN, INT64_MAX);
    v->tuple = fill_tree(c, v->tuple, shared);
    v->layout.shape = fill_tree(c, v->layout.shape, shared);
    v->layout.stride = fill_tree(c, v->layout.stride, shared);
}

/* ---- carrying over ---- */

static bool is_dynamic(const lck_tree *leaf)
{
    return !leaf->any && leaf->divisor != 0;
}

bool lck_cute_carry_tree(lck_cute *c, const lck_tree **to, const lck_tree *from, bool alike)
{
    const lck_tree *leaf[LCK_TREE_LEAVES], *source[LCK_TREE_LEAVES];
    unsigned n = lck_tree_leaves(*to, leaf), m = lck_tree_leaves(from, source), used = 0;
    if (!*to || !from || n > LCK_TREE_LEAVES || m > LCK_TREE_LEAVES)
        return false;
    unsigned wanted = 0, given = 0;
    for (unsigned i = 0; i < n; i++)
        wanted += is_dynamic(leaf[i]);
    for (unsigned i = 0; i < m; i++)
        given += is_dynamic(source[i]);
    if (wanted != given && n != m)
        return false;
    for (unsigned i = 0; i < n; i++) {
        if (!is_dynamic(leaf[i]))
            continue;
        const lck_tree *s = NULL;
        if (wanted == given) {
            while (!is_dynamic(source[used]))
                used++;
            s = source[used++];
        } else
            s = source[i];
        if (alike && s->divisor != leaf[i]->divisor)
            return false;
        if (s->value)
            leaf[i] = lck_tree_bound(&c->x, leaf[i], s->value);
    }
    const lck_tree *made = wanted ? lck_tree_with(&c->x, *to, leaf) : *to;
    *to = made ? made : *to;
    return made != NULL;
}

bool lck_cute_carry_layout(lck_cute *c, lck_cute_layout *to, const lck_cute_layout *from)
{
    lck_cute_layout made = *to;
    if (!lck_cute_carry_tree(c, &made.shape, from->shape, false) ||
        !lck_cute_carry_tree(c, &made.stride, from->stride, true))
        return false;
    made.inner = made.swizzle.bits ? from->inner : NULL;
    *to = made;
    return true;
}
