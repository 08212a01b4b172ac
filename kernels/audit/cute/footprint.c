/* footprint.c - which bytes of shared memory operations have, and which threads have them. */
#include "config.h"

#include "timeline.h"

#include <stdlib.h>
#include <string.h>

#define DENSE ((int64_t)1 << 20) /* bytes that are looked at one by one */

/* ---- collecting ---- */

static lck_footprint *add(lck_cute *c, const lck_ir_op *op, lck_footprint_kind kind,
                          const lck_cute_pointer *p)
{
    lck_cute_time *time = c->time;
    lck_footprint *f = LCK_AUDIT_ADD(c->audit, time->footprint, time->nfootprints);
    if (!f)
        return NULL;
    *f = (lck_footprint){.op = (uint32_t)(op - c->m->op),
                         .kind = kind,
                         .pointer = *p,
                         .shared = c->x.zero,
                         .active = c->active};
    for (unsigned t = 0; t < c->x.threads; t++)
        f->threads += lck_sum_is_plain(c->active) && lck_sum_at(c->active, t) != 0;
    return f;
}

/* The terms with symbols; NULL: they are not the same for all threads. */
static const lck_sum *shared_terms(lck_cute *c, const lck_sum *a)
{
    const lck_sum *shared = c->x.zero;
    for (unsigned i = 0; i < a->n; i++) {
        if (a->term[i].symbol == LCK_ONE)
            continue;
        if (a->term[i].each)
            return NULL;
        shared = lck_sum_add(&c->x, shared, lck_sum_term(&c->x, &a->term[i]));
    }
    return a->known ? shared : NULL;
}

/* Tells a function of each instruction of each thread: its first byte. */
typedef void each_access(void *user, unsigned thread, int64_t at);

static void for_each(const lck_cute *c, const lck_footprint *f, each_access *tell, void *user)
{
    for (unsigned r = 0; r < f->n; r++)
        for (unsigned t = 0; t < c->x.threads; t++)
            if (lck_sum_holds(f->active, t))
                tell(user, t, lck_sum_at(f->byte[r], t));
}

static void widen(void *user, unsigned thread, int64_t at)
{
    lck_footprint *f = user;
    (void)thread;
    f->low = at < f->low ? at : f->low;
    f->high = at + f->width > f->high ? at + f->width : f->high;
}

typedef struct {
    const lck_footprint *f;
    uint8_t *has;
    int64_t n;
} counting;

static void count(void *user, unsigned thread, int64_t at)
{
    counting *k = user;
    (void)thread;
    for (unsigned i = 0; i < k->f->width; i++) {
        int64_t byte = at + i - k->f->low;
        k->n += !k->has[byte];
        k->has[byte] = 1;
    }
}

static bool is_dense(const lck_cute *c, const lck_footprint *f)
{
    int64_t size = f->high - f->low;
    counting k = {.f = f, .has = size > 0 && size <= DENSE ? calloc((size_t)size, 1) : NULL};
    if (k.has)
        for_each(c, f, count, &k);
    free(k.has);
    return k.n == size && size > 0;
}

void lck_footprint_of_access(lck_cute *c, const lck_cute_access *a)
{
    bool writes = a->operation == LCK_STORE || a->operation == LCK_STMATRIX ||
                  a->operation == LCK_CP_ASYNC;
    lck_footprint *f = a->pointer->space == LCK_IN_SHARED
                           ? add(c, a->op, writes ? LCK_OF_WRITE : LCK_OF_READ, a->pointer)
                           : NULL;
    if (!f)
        return;
    f->why = a->why ? "it is not known which bytes of shared memory an operation has" : NULL;
    f->n = a->why ? 0 : a->n;
    f->byte = lck_arena_take(&c->pool, (f->n + 1) * sizeof *f->byte);
    f->width = a->width;
    if (!f->byte)
        f->n = 0;
    for (unsigned r = 0; r < f->n; r++)
        f->byte[r] = a->byte[r];
    const lck_sum *shared = f->n ? shared_terms(c, f->byte[0]) : NULL;
    for (unsigned r = 0; r < f->n && shared; r++)
        if (!lck_sum_is_plain(lck_sum_sub(&c->x, f->byte[r], shared)))
            shared = NULL;
    if (!shared) {
        f->why = "it is not known which bytes of shared memory an operation has";
        return;
    }
    f->shared = shared;
    f->low = INT64_MAX;
    f->high = INT64_MIN;
    for_each(c, f, widen, f);
    f->dense = is_dense(c, f);
}

void lck_footprint_of_view(lck_cute *c, const lck_ir_op *op, const lck_cute_value *v,
                           lck_footprint_kind kind, int64_t more)
{
    bool view = v->kind == LCK_CUTE_VIEW;
    lck_modes m = {.total = 1};
    int64_t span = 1;
    lck_footprint *f = add(c, op, kind, &v->pointer);
    if (!f)
        return;
    const lck_sum *shared = shared_terms(c, v->pointer.offset);
    if (!shared)
        f->why = "it is not known which bytes of shared memory an operation has";
    else if (view &&
             (!lck_layout_modes(&v->layout, &m) || m.total > 1 << 24 ||
              !(span = lck_cute_span(v->layout.shape, v->layout.stride)) || span > 1 << 24))
        f->why = "a layout in shared memory is not known";
    if (f->why)
        return;
    int64_t first = lck_sum_at(v->pointer.offset, LCK_LEADER) / 8,
            bytes = view ? (span * v->pointer.bits + 7) / 8 : more;
    lck_sum_divide(&c->x, shared, 8, &f->shared, NULL);
    f->low = first;
    f->high = first + (view && more > 0 ? bytes - v->pointer.bits / 8 + more : bytes);
    f->dense = view && more == 0 && m.total == span;
    for (unsigned t = 0; t < c->x.threads && view; t++)
        if (lck_sum_holds(f->active, t) && lck_sum_at(v->pointer.offset, t) / 8 != first)
            f->why = "threads have different parts of shared memory";
}

void lck_footprint_unknown(lck_cute *c, const lck_ir_op *op)
{
    lck_cute_pointer none = {.object = LCK_IR_NONE};
    lck_footprint *f = add(c, op, LCK_OF_READ, &none);
    if (f)
        f->why = "an operand in shared memory is not followed";
}

lck_footprint *lck_footprint_find(const lck_cute_time *time, uint32_t op, lck_footprint_kind kind,
                                  size_t nth)
{
    for (size_t i = 0; i < time->nfootprints; i++) {
        lck_footprint *f = &time->footprint[i];
        if (f->op == op && f->kind == kind && nth-- == 0)
            return f;
    }
    return NULL;
}

/* ---- cells ---- */

/* The region that a footprint is of: that of its root, or of the whole object. */
static lck_region region_of(const lck_footprint *f)
{
    const lck_cute_pointer *p = &f->pointer;
    if (f->kind == LCK_OF_BARRIER)
        return (lck_region){
            .root = UINT32_MAX, .object = p->object, .at = f->low, .bytes = 8, .stage = 8};
    if (p->root)
        return (lck_region){.root = p->root,
                            .object = p->object,
                            .at = p->root_at,
                            .bytes = p->root_bytes,
                            .stage = p->root_stage};
    return (lck_region){.object = p->object, .bytes = p->object_bytes, .stage = p->object_bytes};
}

static lck_region *find(lck_cute_time *time, const lck_region *r)
{
    for (size_t i = 0; i < time->nregions; i++) {
        lck_region *k = &time->region[i];
        if (k->root == r->root && k->object == r->object &&
            (r->root != UINT32_MAX || k->at == r->at))
            return k;
    }
    return NULL;
}

static bool add_region(lck_cute_time *time, const lck_footprint *f)
{
    lck_timeline *t = time->t;
    const lck_ir_op *op = &t->m->op[f->op];
    lck_region r = region_of(f);
    bool barrier = f->kind == LCK_OF_BARRIER, constant = lck_sum_is_plain(f->shared);
    if (f->why || find(time, &r) || (barrier && !constant))
        return true;
    if (r.bytes <= 0)
        return lck_timeline_open(t, op, "the size of an object in shared memory is not known");
    int64_t n = (r.bytes + r.stage - 1) / r.stage;
    if (n > LCK_STAGES || t->ncells + (size_t)n > LCK_CELLS || time->nregions == LCK_CELLS)
        return lck_timeline_open(t, op, "there are too many buffers");
    r.first = t->ncells;
    r.n = (unsigned)n;
    uint32_t made = f->pointer.root && !barrier ? f->pointer.root - 1 : f->pointer.object;
    for (unsigned i = 0; i < r.n; i++) {
        int64_t at = r.at + i * r.stage, end = r.at + r.bytes;
        int64_t bytes = end - at < r.stage ? end - at : r.stage;
        t->cell[t->ncells++] = (lck_cell){.alloc = made == LCK_IR_NONE ? f->op
                                                                       : t->m->value[made].op,
                                          .stage = i,
                                          .object = r.object,
                                          .at = at,
                                          .least = bytes,
                                          .most = bytes};
    }
    time->region[time->nregions++] = r;
    return n == 1 || lck_timeline_extend_round(t, f->op, n);
}

bool lck_footprint_cells(lck_cute_time *time)
{
    for (size_t i = 0; i < time->nfootprints; i++)
        if (!add_region(time, &time->footprint[i]))
            return false;
    return true;
}

char *lck_footprint_name(lck_timeline *t, size_t cell)
{
    const lck_cute_time *time = t->user;
    unsigned n = 1;
    for (size_t i = 0; i < time->nregions; i++)
        if (cell >= time->region[i].first && cell < time->region[i].first + time->region[i].n)
            n = time->region[i].n;
    return lck_timeline_cell_name(t, cell, n);
}

/* ---- now ---- */

static void tell_outside(lck_cute_time *time, const lck_moment *now, const lck_footprint *f,
                         const lck_region *r, int64_t at)
{
    lck_timeline *t = time->t;
    const lck_ir_op *op = &t->m->op[f->op];
    const lck_ir_op *made = &t->m->op[t->cell[r->first].alloc];
    lck_ir_text name = made->nresults ? t->m->value[made->result].name : made->name;
    char *detail = lck_audit_printf(t->audit,
                                    "bytes %lld to %lld; %%%.*s, line %u, has %lld to %lld",
                                    (long long)(f->low + at), (long long)(f->high + at - 1),
                                    (int)name.n, name.at, made->line, (long long)r->at,
                                    (long long)(r->at + r->bytes - 1));
    lck_cells_tell(t, now, "rings", op, LCK_IR_NONE, "a stage outside of its ring is used",
                   detail);
    free(detail);
}

bool lck_footprint_now(lck_cute_time *time, const lck_moment *now, lck_footprint *f,
                       size_t *first, size_t *last, int64_t *from)
{
    lck_region key = region_of(f);
    int64_t at = 0;
    const lck_ir_op *op = &time->t->m->op[f->op];
    if (f->why || !lck_cute_value_of(time->c, now, f->shared, &at))
        return lck_timeline_open(time->t, op,
                                 f->why ? f->why
                                        : "it is not known which stage of a ring is used");
    if (f->kind == LCK_OF_BARRIER)
        key.at = f->low + at;
    f->least = f->met && f->least < f->low + at ? f->least : f->low + at;
    f->most = f->met && f->most > f->high + at ? f->most : f->high + at;
    f->met = true;
    const lck_region *r = find(time, &key);
    if (!r)
        return lck_timeline_open(time->t, op, "it is not known which barrier this is");
    *from = f->low + at - r->at;
    int64_t end = f->high + at - r->at;
    if (*from < 0 || end > r->bytes || end <= *from) {
        if (lck_sum_is_plain(f->shared))
            lck_timeline_open(time->t, op, "bytes behind a buffer are used");
        else
            tell_outside(time, now, f, r, at);
        return false;
    }
    *first = r->first + (size_t)(*from / r->stage);
    *last = r->first + (size_t)((end - 1) / r->stage);
    *from -= *from / r->stage * r->stage;
    return true;
}

bool lck_footprint_fills(const lck_cute_time *time, const lck_footprint *f, size_t cell,
                         int64_t from)
{
    return f->dense && from <= 0 && from + (f->high - f->low) >= time->t->cell[cell].least;
}

/* The record of an access of shared memory whose bounds are not known; NULL. */
static lck_answer *open_answer(const lck_cute_time *time, const lck_footprint *f)
{
    lck_kernel_audit *k = time->t->kernel;
    for (size_t i = 0; i < k->naccesses; i++) {
        lck_access_record *r = &k->access[i];
        if (r->line == time->t->m->op[f->op].line && r->space == LCK_SHARED &&
            r->answer[LCK_INSIDE].verdict == LCK_UNKNOWN && r->answer[LCK_INSIDE].why)
            return &r->answer[LCK_INSIDE];
    }
    return NULL;
}

void lck_footprint_inside(const lck_cute_time *time)
{
    for (size_t i = 0; i < time->nfootprints && !time->t->open; i++) {
        const lck_footprint *f = &time->footprint[i];
        int64_t period = lck_swizzle_period(f->pointer.swizzle), size = f->pointer.object_bytes;
        lck_answer *a = f->met && f->kind != LCK_OF_BARRIER && !f->why && size > 0
                            ? open_answer(time, f)
                            : NULL;
        /* a swizzle stays within its period */
        int64_t most = f->most > 0 ? (f->most - 1) / period * period + period : 0;
        if (!a || f->least < 0 || most > size)
            continue;
        free(a->why);
        a->why = NULL;
        a->verdict = LCK_GOOD;
    }
}

/* ---- bytes in common ---- */

#define NOBODY (-1)
#define SEVERAL (-2)

typedef struct {
    int32_t *owner; /* of each byte of the cell */
    int64_t size, shift;
    unsigned width;
    bool threads, common, warps; /* warps: of different warps, too */
} owners;

static void own(void *user, unsigned thread, int64_t at)
{
    owners *o = user;
    for (unsigned i = 0; i < o->width; i++) {
        int64_t byte = at + o->shift + i;
        if (byte >= 0 && byte < o->size)
            o->owner[byte] = o->owner[byte] == NOBODY || o->owner[byte] == (int32_t)thread
                                 ? (int32_t)thread
                                 : SEVERAL;
    }
}

static void meet(void *user, unsigned thread, int64_t at)
{
    owners *o = user;
    for (unsigned i = 0; i < o->width; i++) {
        int64_t byte = at + o->shift + i;
        int32_t owner = byte >= 0 && byte < o->size ? o->owner[byte] : NOBODY;
        if (owner == NOBODY || (o->threads && owner == (int32_t)thread))
            continue;
        o->common = true;
        o->warps |= owner == SEVERAL || owner / 32 != (int32_t)thread / 32;
    }
}

/* The footprint of a deed in a cell, which may have others. */
static const lck_footprint *footprint_of(lck_cute_time *time, size_t cell, const lck_deed *d,
                                         bool writes)
{
    const lck_footprint *f;
    for (size_t i = 0;
         (f = lck_footprint_find(time, d->by, writes ? LCK_OF_WRITE : LCK_OF_READ, i)); i++) {
        lck_region key = region_of(f);
        const lck_region *r = find(time, &key);
        if (r && cell >= r->first && cell < r->first + r->n)
            return f;
    }
    return NULL;
}

static bool same_swizzle(const lck_footprint *a, const lck_footprint *b)
{
    return memcmp(&a->pointer.swizzle, &b->pointer.swizzle, sizeof a->pointer.swizzle) == 0;
}

lck_common lck_footprint_common(lck_timeline *t, size_t cell, const lck_deed *write,
                                const lck_deed *other, bool other_writes, bool threads)
{
    lck_cute_time *time = t->user;
    const lck_footprint *a = footprint_of(time, cell, write, true),
                        *b = footprint_of(time, cell, other, other_writes);
    if (!a || !b)
        return LCK_PERHAPS;
    bool parts = write->part && other->part;
    int64_t end_a = write->from + a->high - a->low, end_b = other->from + b->high - b->low;
    if (parts && (write->from >= end_b || other->from >= end_a))
        return LCK_APART;
    if (!a->byte || !b->byte)
        return parts ? LCK_PERHAPS : LCK_COMMON;
    owners o = {.size = t->cell[cell].least,
                .shift = write->from - a->low,
                .width = a->width,
                .threads = threads};
    o.owner = malloc((size_t)o.size * sizeof *o.owner);
    if (!o.owner || !same_swizzle(a, b)) {
        free(o.owner);
        return parts ? LCK_PERHAPS : LCK_COMMON;
    }
    for (int64_t i = 0; i < o.size; i++)
        o.owner[i] = NOBODY;
    for_each(time->c, a, own, &o);
    o.shift = other->from - b->low;
    o.width = b->width;
    for_each(time->c, b, meet, &o);
    free(o.owner);
    if (!o.common)
        return LCK_APART;
    return threads && !o.warps ? LCK_PERHAPS : LCK_COMMON; /* lanes may meet otherwise */
}
