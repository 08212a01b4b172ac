/* views.c - layouts, pointers and views: slicing, regrouping, tiling. */
#include "config.h"

#include "access.h"
#include "atoms.h"

/* ---- results ---- */

/* What the type says of a pointer. */
static void take_type(lck_cute_pointer *p, const lck_cute_pointer *type)
{
    p->bits = type->bits;
    p->align = type->align;
    p->swizzle = type->swizzle;
}

/* The layout as computed, in the tuples that the type says; as the type says it where the two do
 * not correspond. */
static void set_view(lck_cute *c, uint32_t value, lck_cute_value v)
{
    lck_cute_value made = lck_cute_typed(c, value);
    bool layout = v.kind == LCK_CUTE_LAYOUT || v.kind == LCK_CUTE_VIEW;
    if (made.kind == v.kind && layout && v.layout.shape) {
        if (!lck_cute_carry_layout(c, &made.layout, &v.layout))
            lck_cute_fill(c, &made, lck_cute_layout_is_shared(&v.layout));
        v.layout = made.layout;
    }
    if (made.kind == v.kind && (v.kind == LCK_CUTE_POINTER || v.kind == LCK_CUTE_VIEW)) {
        take_type(&v.pointer, &made.pointer);
    }
    lck_cute_set(c, value, v);
}

static void set_result(lck_cute *c, const lck_ir_op *op, lck_cute_value v)
{
    if (op->nresults == 1)
        set_view(c, op->result, v);
}

static void move(lck_cute *c, lck_cute_pointer *p, const lck_sum *elements)
{
    p->offset = lck_sum_add(&c->x, p->offset, lck_sum_scale(&c->x, elements, (int64_t)p->bits));
}

/* ---- slices ---- */

/* The parts of a layout under `_`, in order, without the tuples around them. */
typedef struct {
    unsigned n;
    const lck_tree *shape[LCK_TREE_LEAVES], *stride[LCK_TREE_LEAVES];
} kept;

static void keep(kept *k, const lck_tree *coordinate, const lck_tree *shape,
                 const lck_tree *stride)
{
    if (!coordinate || !shape || !stride)
        return;
    if (coordinate->leaf && coordinate->any && k->n < LCK_TREE_LEAVES) {
        k->shape[k->n] = shape;
        k->stride[k->n++] = stride;
    }
    for (unsigned i = 0; !coordinate->leaf && i < coordinate->n; i++)
        keep(k, coordinate->part[i], lck_tree_part(shape, i), lck_tree_part(stride, i));
}

void lck_cute_slice(lck_cute *c, const lck_ir_op *op)
{
    lck_cute_value v = *lck_cute_operand(c, op, 0);
    const lck_cute_value *coordinate = lck_cute_operand(c, op, 1);
    if ((v.kind != LCK_CUTE_VIEW && v.kind != LCK_CUTE_LAYOUT) ||
        coordinate->kind != LCK_CUTE_TUPLE)
        return;
    const lck_sum *at = lck_tree_at(&c->x, coordinate->tuple, v.layout.shape, v.layout.stride);
    kept k = {0};
    keep(&k, coordinate->tuple, v.layout.shape, v.layout.stride);
    if (v.layout.swizzle.bits)
        v.layout.inner = v.layout.inner ? lck_sum_add(&c->x, v.layout.inner, at) : at;
    else if (v.kind == LCK_CUTE_VIEW)
        move(c, &v.pointer, at);
    v.layout.shape = lck_tree_of(&c->x, k.n, k.shape);
    v.layout.stride = lck_tree_of(&c->x, k.n, k.stride);
    set_result(c, op, v);
}

/* ---- parts and wholes ---- */

void lck_cute_get_layout(lck_cute *c, const lck_ir_op *op)
{
    lck_cute_value v = *lck_cute_operand(c, op, 0);
    if (v.kind != LCK_CUTE_VIEW)
        return;
    v.kind = LCK_CUTE_LAYOUT;
    set_result(c, op, v);
}

void lck_cute_get_iter(lck_cute *c, const lck_ir_op *op)
{
    lck_cute_value v = *lck_cute_operand(c, op, 0);
    if (v.kind != LCK_CUTE_VIEW)
        return;
    v.kind = LCK_CUTE_POINTER;
    v.layout = (lck_cute_layout){0};
    set_result(c, op, v);
}

void lck_cute_make_view(lck_cute *c, const lck_ir_op *op)
{
    const lck_cute_value *p = lck_cute_operand(c, op, 0), *l = lck_cute_operand(c, op, 1);
    if (p->kind != LCK_CUTE_POINTER)
        return;
    lck_cute_value v = {.kind = LCK_CUTE_VIEW, .pointer = p->pointer};
    if (l->kind == LCK_CUTE_LAYOUT)
        v.layout = l->layout;
    else { /* a layout that is all in the type */
        lck_cute_value made = lck_cute_typed(c, op->result);
        if (made.kind != LCK_CUTE_VIEW)
            return;
        lck_cute_fill(c, &made, op->noperands == 1);
        v.layout = made.layout;
    }
    lck_cute_set_root(op, &v);
    set_result(c, op, v);
}

void lck_cute_add_offset(lck_cute *c, const lck_ir_op *op)
{
    lck_cute_value v = *lck_cute_operand(c, op, 0);
    const lck_cute_value *by = lck_cute_operand(c, op, 1);
    if (v.kind != LCK_CUTE_POINTER)
        return;
    move(c, &v.pointer, lck_cute_number(c, by));
    set_result(c, op, v);
}

/* The same place under another type; of another dialect, as a pointer to bytes. */
void lck_cute_recast(lck_cute *c, const lck_ir_op *op)
{
    lck_cute_value v = *lck_cute_operand(c, op, 0);
    if (v.kind != LCK_CUTE_POINTER)
        return;
    if (lck_ir_is(op, "builtin.unrealized_conversion_cast") && op->nresults == 1)
        lck_cute_set(c, op->result, v);
    else
        set_result(c, op, v);
}

void lck_cute_derefine(lck_cute *c, const lck_ir_op *op)
{
    if (lck_cute_operand(c, op, 0)->kind == LCK_CUTE_POINTER)
        lck_cute_recast(c, op);
    else
        lck_cute_same_tuple(c, op);
}

/* make_fragment of what stays in shared memory: a view of descriptors, 16 bytes apart as their
 * layout counts, each of the elements that the atom takes of it. */
void lck_cute_fragment(lck_cute *c, const lck_ir_op *op)
{
    lck_cute_value v = *lck_cute_operand(c, op, 1);
    lck_ir_text type = op->nresults == 1 ? c->type[op->result] : (lck_ir_text){0};
    lck_cute_layout made = {0};
    if (v.kind != LCK_CUTE_VIEW || v.pointer.space != LCK_IN_SHARED ||
        !lck_ir_text_begins(type, "!cute_nvgpu.smem_desc_view<") ||
        !lck_cute_layout_read(&c->x, lck_type_quoted(type), &made))
        return;
    if (!c->quiet && !c->time) {
        lck_cute_access fixed = {.op = op, .pointer = &v.pointer};
        lck_cute_use_add(c, &fixed, 0, false, true);
        lck_cute_judge_operand(c, op, &v, &made);
    }
    v.reach = lck_cute_span(lck_tree_part(v.layout.shape, 0), lck_tree_part(v.layout.stride, 0)) *
              v.pointer.bits / 8;
    v.layout = made;
    v.pointer.bits = 128;
    lck_cute_fill(c, &v, true);
    lck_cute_set(c, op->result, v);
}

/* Modes in other tuples, or a part of them: what is dynamic stays in order. */
void lck_cute_carry(lck_cute *c, const lck_ir_op *op)
{
    lck_cute_value v = *lck_cute_operand(c, op, 0);
    if (v.kind == LCK_CUTE_VIEW || v.kind == LCK_CUTE_LAYOUT)
        set_result(c, op, v);
    else if (v.kind == LCK_CUTE_TUPLE)
        lck_cute_same_tuple(c, op);
}

void lck_cute_make_layout(lck_cute *c, const lck_ir_op *op)
{
    const lck_cute_value *shape = lck_cute_operand(c, op, 0),
                         *stride = lck_cute_operand(c, op, 1);
    lck_cute_value v = op->nresults == 1 ? lck_cute_typed(c, op->result) : (lck_cute_value){0};
    if (v.kind != LCK_CUTE_LAYOUT || shape->kind != LCK_CUTE_TUPLE)
        return;
    bool known = lck_cute_carry_tree(c, &v.layout.shape, shape->tuple, false);
    if (op->noperands > 1)
        known &= stride->kind == LCK_CUTE_TUPLE &&
                 lck_cute_carry_tree(c, &v.layout.stride, stride->tuple, false);
    lck_cute_fill(c, &v,
                  known && lck_cute_is_shared(shape) &&
                      (op->noperands < 2 || lck_cute_is_shared(stride)));
    lck_cute_set(c, op->result, v);
}

/* The strides of a composition that its type leaves open, from where the view has the elements
 * that the inner layout gives one further along each leaf. */
static void compose_strides(lck_cute *c, lck_cute_layout *made, const lck_cute_layout *outer,
                            const lck_cute_layout *inner)
{
    const lck_tree *size[LCK_TREE_LEAVES], *leaf[LCK_TREE_LEAVES];
    unsigned n = lck_tree_leaves(made->shape, size), m = lck_tree_leaves(made->stride, leaf);
    const lck_sum *unit = lck_sum_of(&c->x, 1);
    if (n != m || n > LCK_TREE_LEAVES || outer->swizzle.bits || inner->swizzle.bits)
        return;
    for (unsigned i = 0; i < n && size[i]->value; i++) {
        const lck_sum *at = lck_tree_at_index(&c->x, unit, inner->shape, inner->stride);
        if (leaf[i]->divisor != 0)
            leaf[i] = lck_tree_bound(&c->x, leaf[i],
                                     lck_tree_at_index(&c->x, at, outer->shape, outer->stride));
        unit = lck_sum_mul(&c->x, unit, size[i]->value);
    }
    const lck_tree *stride = lck_tree_with(&c->x, made->stride, leaf);
    made->stride = stride ? stride : made->stride;
}

/* composition(%view, %layout): it begins where the view does. */
void lck_cute_composition(lck_cute *c, const lck_ir_op *op)
{
    lck_cute_value v = *lck_cute_operand(c, op, 0);
    const lck_cute_value *by = lck_cute_operand(c, op, 1);
    lck_cute_value made = op->nresults == 1 ? lck_cute_typed(c, op->result) : (lck_cute_value){0};
    if ((v.kind != LCK_CUTE_VIEW && v.kind != LCK_CUTE_LAYOUT) || made.kind != v.kind)
        return;
    if (by->kind == LCK_CUTE_LAYOUT)
        compose_strides(c, &made.layout, &v.layout, &by->layout);
    lck_cute_fill(c, &made, lck_cute_layout_is_shared(&v.layout) && lck_cute_is_shared(by));
    made.layout.inner = made.layout.swizzle.bits ? v.layout.inner : NULL;
    v.layout = made.layout;
    v.pointer.align = made.pointer.align;
    lck_cute_set(c, op->result, v);
}

/* tma_partition(%atom, %coordinate, %layout, %shared, %global): the first result is a view of
 * shared memory from the same place. */
void lck_cute_tma_partition(lck_cute *c, const lck_ir_op *op)
{
    lck_cute_value v = *lck_cute_operand(c, op, 3);
    int64_t first;
    bool whole = lck_sum_is(lck_cute_number(c, lck_cute_operand(c, op, 1)), &first) && first == 0;
    if (v.kind == LCK_CUTE_VIEW && op->nresults == 2 && whole)
        set_view(c, op->result, v);
}

/* The size of what has a shape: it depends on the shape alone. */
void lck_cute_size(lck_cute *c, const lck_ir_op *op)
{
    const lck_cute_value *v = lck_cute_operand(c, op, 0);
    lck_cute_value made = op->nresults == 1 ? lck_cute_typed(c, op->result) : (lck_cute_value){0};
    lck_cute_value shape = {.kind = LCK_CUTE_TUPLE, .tuple = v->layout.shape};
    if (v->kind != LCK_CUTE_VIEW && v->kind != LCK_CUTE_LAYOUT)
        return;
    lck_cute_fill(c, &made, lck_cute_is_shared(&shape));
    lck_cute_set(c, op->result, made);
}

/* ---- tiling ----
 *
 * A tile has n_i elements of mode i, one after the other (`n:1`; `_` takes the mode whole). The
 * element at (i, j) of (tile, rest) is element i + n j of the mode. The tiles of all modes come
 * first and then the rests, in tuples that the result's type says; local_tile picks, of the modes
 * that its projection keeps, a rest by coordinate.
 */

/* `[128:1;_;8:1]` of !cute.tile, as elements of each mode, 0 of a whole one; false: it is none of
 * these. */
static bool read_tile(lck_cute *c, lck_ir_text type, lck_tiler *tile)
{
    bool lines = lck_tiler_read(&c->x, lck_type_quoted(type), tile);
    for (unsigned i = 0; lines && i < tile->n; i++) {
        int64_t step;
        const lck_tree *stride = tile->mode[i].stride;
        lines = tile->whole[i] || (tile->mode[i].shape->leaf && stride->leaf && stride->value &&
                                   lck_sum_is(stride->value, &step) &&
                                   (step == 1 || (step == 0 && tile->size[i] == 1)));
    }
    return lines;
}

/* Element `index` of a mode. */
static const lck_sum *in_mode(lck_cute *c, const lck_cute_layout *l, unsigned mode,
                              const lck_sum *index)
{
    return lck_tree_at_index(&c->x, index, lck_tree_part(l->shape, mode),
                             lck_tree_part(l->stride, mode));
}

static void add_stride(lck_cute *c, const lck_tree **stride, unsigned *n, const lck_sum *value)
{
    if (*n < LCK_TREE_LEAVES)
        stride[(*n)++] = lck_tree_leaf(&c->x, value);
}

/* Dynamic strides of the result, in the order in which its leaves come; false: more or fewer. */
static bool set_strides(lck_cute *c, lck_cute_layout *l, const lck_tree *const *stride,
                        unsigned n)
{
    const lck_tree *leaf[LCK_TREE_LEAVES];
    unsigned m = lck_tree_leaves(l->stride, leaf);
    if (m != n || m > LCK_TREE_LEAVES)
        return false;
    for (unsigned i = 0; i < n; i++)
        if (leaf[i]->divisor != 0)
            leaf[i] = lck_tree_bound(&c->x, leaf[i], stride[i] ? stride[i]->value : NULL);
    const lck_tree *made = lck_tree_with(&c->x, l->stride, leaf);
    l->stride = made ? made : l->stride;
    return made != NULL;
}

/* The projection of local_tile, `"(1,_,1)"`: which modes of the tiler are of this tensor. */
static lck_ir_text projection_of(const lck_cute *c, const lck_ir_op *op)
{
    for (uint32_t i = op->head; i < op->end; i++)
        if (c->m->token[i].kind == LCK_IR_STRING)
            return (lck_ir_text){c->m->token[i].at + 1, c->m->token[i].n - 2};
        else if (lck_ir_token_is(c->m, i, ":"))
            break;
    return (lck_ir_text){0};
}

/* Those of n modes that it keeps, in order; all where there is none. */
static unsigned project(lck_ir_text projection, unsigned n, unsigned *kept_mode)
{
    unsigned mode = 0, m = 0;
    for (unsigned i = 0; !projection.at && i < n; i++)
        kept_mode[m++] = i;
    for (size_t i = 0; projection.at && i < projection.n && mode < n; i++) {
        char ch = projection.at[i];
        if (ch == '_' || ch == '1') {
            if (ch == '1')
                kept_mode[m++] = mode;
            mode++;
        }
    }
    return m;
}

typedef struct {
    unsigned n;                  /* modes that are tiled */
    unsigned of[LCK_ATOM_MODES]; /* of the tiler, for each mode of the tensor */
    lck_tiler tile;
    unsigned rank; /* of the tensor */
} tiling;

static bool read_tiling(lck_cute *c, const lck_ir_op *op, const lck_cute_layout *l, tiling *t)
{
    uint32_t tile = lck_ir_operand(c->m, op, 1);
    if (tile == LCK_IR_NONE || !read_tile(c, c->type[tile], &t->tile))
        return false;
    t->rank = lck_tree_rank(l->shape);
    t->n = project(lck_ir_is(op, "cute.local_tile") ? projection_of(c, op) : (lck_ir_text){0},
                   t->tile.n, t->of);
    return t->n > 0 && t->n <= t->rank && t->rank <= LCK_ATOM_MODES && !l->swizzle.bits;
}

/* Strides of tiles: of the whole mode (0), or of its first elements. */
static void add_tile(lck_cute *c, const lck_cute_layout *l, unsigned mode, int64_t elements,
                     const lck_tree **stride, unsigned *n)
{
    const lck_tree *leaf[LCK_TREE_LEAVES];
    unsigned k = elements == 0 ? lck_tree_leaves(lck_tree_part(l->stride, mode), leaf) : 0;
    if (elements > 0)
        add_stride(c, stride, n,
                   elements == 1 ? c->x.zero : in_mode(c, l, mode, lck_sum_of(&c->x, 1)));
    for (unsigned i = 0; i < k && i < LCK_TREE_LEAVES && *n < LCK_TREE_LEAVES; i++)
        stride[(*n)++] = leaf[i];
}

void lck_cute_tile(lck_cute *c, const lck_ir_op *op)
{
    lck_cute_value v = *lck_cute_operand(c, op, 0);
    const lck_cute_value *coordinate = lck_cute_operand(c, op, 2);
    lck_cute_value made = op->nresults == 1 ? lck_cute_typed(c, op->result) : (lck_cute_value){0};
    tiling t;
    bool local = lck_ir_is(op, "cute.local_tile");
    if (v.kind != LCK_CUTE_VIEW || made.kind != LCK_CUTE_VIEW ||
        !read_tiling(c, op, &v.layout, &t) || (local && coordinate->kind != LCK_CUTE_TUPLE))
        return;
    const lck_tree *stride[LCK_TREE_LEAVES];
    unsigned n = 0;
    for (unsigned i = 0; i < t.n; i++)
        add_tile(c, &v.layout, i, t.tile.size[t.of[i]], stride, &n);
    for (unsigned i = 0; i < t.n; i++) {
        int64_t elements = t.tile.size[t.of[i]];
        const lck_tree *at = local ? lck_tree_part(coordinate->tuple, t.of[i]) : NULL;
        if (local && at && at->leaf && !at->any && at->value)
            move(c, &v.pointer,
                 in_mode(c, &v.layout, i, lck_sum_scale(&c->x, at->value, elements)));
        else if (local && (!at || !at->leaf || !at->any))
            return;
        else
            add_stride(c, stride, &n,
                       elements ? in_mode(c, &v.layout, i, lck_sum_of(&c->x, elements))
                                : c->x.zero);
    }
    for (unsigned i = t.n; i < t.rank; i++)
        add_tile(c, &v.layout, i, 0, stride, &n);
    bool shared = lck_cute_layout_is_shared(&v.layout);
    take_type(&v.pointer, &made.pointer);
    v.pointer.space = made.pointer.space;
    made.pointer = v.pointer;
    set_strides(c, &made.layout, stride, n);
    lck_cute_fill(c, &made, shared);
    lck_cute_set(c, op->result, made);
}
