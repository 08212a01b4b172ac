/* elements.c - registers and the elements that they have. */
#include "config.h"

#include "elements.h"
#include "lowering.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static bool say(lck_elements *w, bool unknown, int thread, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
static bool say(lck_elements *w, bool unknown, int thread, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    w->fault->unknown = unknown;
    w->fault->of_elements = true;
    w->fault->thread = thread;
    lc_text_vprintf(&w->fault->why, format, args);
    va_end(args);
    return false;
}

static bool has(const lck_values *v, int64_t i)
{
    return v->word[i / 64] >> i % 64 & 1;
}

static void put(lck_values *v, int64_t i)
{
    v->word[i / 64] |= UINT64_C(1) << i % 64;
}

static void place_of(const lck_elements *w, int thread, int64_t element, int64_t *crd)
{
    const lck_plan *plan = w->rows->plan;
    lck_part_at(&plan->partition[LCK_LOADS], plan->rank, thread, element, crd);
}

/* ---- which values a thread has ---- */

static bool note_inside(lck_elements *w, void *user, bool inside, int number)
{
    (void)w;
    uint32_t *at = user;
    *at |= (uint32_t)inside << number;
    return true;
}

static void find_values(lck_elements *w)
{
    const lck_plan *plan = w->rows->plan;
    const lck_part *p = &plan->partition[LCK_LOADS];
    int64_t crd[LCK_MAX_RANK];
    for (int64_t v = 0; v < w->values; v++) {
        int64_t weight = 1, rest = v;
        for (size_t m = 0; m < p->nvalues; rest /= p->value[m++].extent) {
            const bool across = lck_mode_goes(plan, &p->value[m], false);
            w->row[v] += across ? rest % p->value[m].extent * weight : 0;
            weight *= across ? p->value[m].extent : 1;
        }
    }
    for (int t = 0; t < w->threads && w->high; t++)
        for (int64_t v = 0; v < w->values; v++) {
            uint32_t in_row = 0;
            place_of(w, t, v, crd);
            lck_for_sizes(w, crd, true, note_inside, &in_row);
            lck_for_sizes(w, crd, false, note_inside, &w->there[t * w->values + v]);
            if (in_row)
                put(&w->inside[t], v);
        }
}

static bool open_files(lck_elements *w)
{
    const lck_kernel *k = w->scene->kernel;
    bool ok = true;
    for (size_t f = 0; ok && f < k->nfiles; f++) {
        size_t n = (size_t)k->file[f].count + 1;
        w->origin[f] = lc_alloc(k->ctx, n, sizeof *w->origin[f]);
        ok = w->origin[f] != NULL;
        for (size_t i = 0; ok && i < n; i++)
            w->origin[f][i].node = LCK_NO_NODE;
    }
    return ok;
}

bool lck_elements_open(lck_elements *w, const lck_rows *rows, lck_scene *scene, int threads,
                       lck_fault *fault)
{
    const lck_kernel *k = scene->kernel;
    size_t n = (size_t)threads, nodes = 0;
    *w = (lck_elements){.rows = rows, .scene = scene, .fault = fault, .threads = threads};
    w->values = lck_part_values(&rows->plan->partition[LCK_LOADS]);
    w->row = lc_alloc(k->ctx, (size_t)w->values, sizeof *w->row);
    w->inside = lc_alloc(k->ctx, n, sizeof *w->inside);
    n *= (size_t)w->values;
    w->there = lc_alloc(k->ctx, n, sizeof *w->there);
    w->loaded = lc_alloc(k->ctx, n * k->narrays, sizeof *w->loaded);
    w->stored = lc_alloc(k->ctx, n, sizeof *w->stored);
    bool ok = w->row && w->inside && w->there && w->loaded && w->stored && open_files(w) &&
              lck_find_sizes(w);
    for (size_t i = 0; i < rows->formula.n; i++)
        if (rows->formula.node[i].of_row)
            w->node[nodes++] = (int)i;
    if (ok)
        find_values(w);
    return ok;
}

void lck_elements_close(lck_elements *w)
{
    for (size_t f = 0; f < LCK_MAX_FILES; f++)
        free(w->origin[f]);
    for (size_t a = 0; a < LCK_MAX_RANK; a++)
        free(w->just[a]);
    free(w->row);
    free(w->inside);
    free(w->there);
    free(w->loaded);
    free(w->stored);
    free(w->high);
}

bool lck_elements_are_all(const lck_elements *w, int thread, int64_t row, const lck_values *added)
{
    bool ok = true;
    for (int64_t v = 0; ok && v < w->values && w->high; v++)
        ok = w->row[v] != row || has(added, v) == has(&w->inside[thread], v);
    return ok;
}

/* ---- registers ---- */

/* The number of a register, the same for all threads; -1. */
static int64_t number_of(const lck_elements *w, lck_register r, int64_t more)
{
    lck_integer n = lck_scene_integer(w->scene, r.at, 0, NULL);
    const lck_kernel *k = w->scene->kernel;
    return !n.known || lc_expr_has(r.at, k->thread) || lc_expr_has(r.at, k->block) ||
                   n.value < 0 || n.value + more >= k->file[r.file].count
               ? -1
               : n.value + more;
}

/* What a register has; no node where that is not known. */
static lck_origin origin_of(const lck_elements *w, lck_register r, int64_t more)
{
    const lck_origin none = {LCK_NO_NODE, LCK_ANY, 0};
    const int64_t several = w->rows->tree.several, at = r.at ? number_of(w, r, more) : -1;
    if (at < 0 || r.file == LCK_OF_PARTS)
        return none;
    return r.file == LCK_OF_ROW ? (lck_origin){w->node[at / several], LCK_ANY, at % several}
                                : w->origin[r.file][at];
}

static bool set_origin(lck_elements *w, lck_register r, int64_t more, lck_origin origin)
{
    int64_t at = number_of(w, r, more);
    if (at < 0)
        return say(w, true, -1, "a register that is none of its file");
    w->origin[r.file][at] = origin;
    return true;
}

/* An element of a tensor is used where all threads that have it have loaded it. */
static bool is_loaded(lck_elements *w, lck_origin origin)
{
    const lck_formula *f = &w->rows->formula;
    if (origin.node < 0 || f->node[origin.node].kind != LCK_NODE_ELEMENT)
        return true;
    const int64_t all = w->threads * w->values;
    const uint32_t *loaded = w->loaded +
                             lck_array_of(w->rows->plan, f->node[origin.node].array) * all;
    for (int64_t t = 0, i = origin.element; t < w->threads; t++, i += w->values)
        if (w->there[i] & ~loaded[i])
            return say(w, false, (int)t, "value %lld of the %s is used, and not loaded",
                       (long long)origin.element, lck_tensor_name[f->node[origin.node].array]);
    return true;
}

/* ---- memory ---- */

typedef struct {
    const lck_statement *s;
    int thread;
    int64_t element;
    uint32_t *moved;
    bool moves; /* at some sizes */
} moving;

/* Nothing outside is moved, and what is stored is stored once. */
static bool move_at(lck_elements *w, void *user, bool inside, int number)
{
    moving *m = user;
    bool lost = false, here = lck_scene_is_here(w->scene, m->thread, w->high, &lost);
    if (lost && here)
        return say(w, true, m->thread, "a condition that has no value");
    if (here && !inside)
        return say(w, false, m->thread, "moves value %lld, which is outside at some sizes",
                   (long long)m->element);
    if (here && m->s->kind == LCK_STORE && *m->moved >> number & 1)
        return say(w, false, m->thread, "value %lld is stored twice", (long long)m->element);
    *m->moved |= (uint32_t)here << number;
    m->moves = m->moves || here;
    return true;
}

static bool lies_elsewhere(lck_elements *w, const moving *m)
{
    return say(w, false, m->thread, "value %lld of %s lies elsewhere", (long long)m->element,
               w->scene->kernel->array[m->s->array].name);
}

static lck_integer make(const lck_elements *w, lc_expr_op op, lck_integer a, lck_integer b)
{
    return lck_integer_make(w->scene->integers, op, a, b);
}

/* The address less that of an element of the tile; of all sizes, or of these. */
static lck_integer base_of(const lck_elements *w, const moving *m, lck_integer at,
                           const int64_t *crd, const int64_t *sizes)
{
    const lck_kernel *k = w->scene->kernel;
    for (size_t a = 0; a < k->rank; a++) {
        const int64_t c = crd[a] + (sizes ? w->begin[a] : 0);
        lck_integer stride = lck_scene_integer(w->scene, k->counter[a].stride[m->s->array],
                                               m->thread, sizes);
        at = make(w, LC_EXPR_SUB, at, make(w, LC_EXPR_MUL, stride, lck_integer_of(c)));
    }
    return at;
}

/* The tile begins where it should. */
static bool begins_there(lck_elements *w, const moving *m, int64_t lane, const int64_t *crd)
{
    const lc_expr *offset = w->scene->kernel->array[m->s->array].offset;
    lck_integer at = make(w, LC_EXPR_ADD,
                          lck_scene_integer(w->scene, m->s->value, m->thread, w->high),
                          lck_integer_of(lane));
    at = make(w, LC_EXPR_SUB, base_of(w, m, at, crd, w->high),
              lck_scene_integer(w->scene, offset, m->thread, w->high));
    return (at.known && at.value == 0) || lies_elsewhere(w, m);
}

/* The first tile, and the last one. */
static bool begins(lck_elements *w, const moving *m, int64_t lane, const int64_t *crd)
{
    bool ok = begins_there(w, m, lane, crd);
    if (ok && w->last_cluster > 0) {
        lck_go_to_tile(w, true);
        ok = begins_there(w, m, lane, crd);
        lck_go_to_tile(w, false);
    }
    return ok;
}

/* The address of an element is where those before say that it is. */
static bool is_at(lck_elements *w, const moving *m, int64_t lane, lck_integer first,
                  const int64_t *crd)
{
    const lck_kernel *k = w->scene->kernel;
    const int array = m->s->array;
    for (size_t a = 0; a < k->rank; a++)
        if (!k->counter[a].stride[array])
            return say(w, true, m->thread, "a tensor without strides");
    lck_integer at = base_of(w, m, make(w, LC_EXPR_ADD, first, lck_integer_of(lane)), crd, NULL);
    if (at.lost)
        return say(w, true, m->thread, "an address that is not followed");
    if (!w->based[array]) {
        w->based[array] = true;
        w->base[array] = lck_integer_keep(w->scene->integers, at);
        return !w->high || begins(w, m, lane, crd);
    }
    at = make(w, LC_EXPR_SUB, at, w->base[array]);
    return at.known ? at.value == 0 || lies_elsewhere(w, m)
                    : say(w, true, m->thread, "an address that may be another one at some sizes");
}

/* Moves the elements of a statement, by a thread. */
static bool move_by(lck_elements *w, const lck_statement *s, const int64_t *element, int t)
{
    int64_t crd[LCK_MAX_RANK];
    lck_integer at = lck_scene_integer(w->scene, s->value, t, NULL);
    for (int lane = 0; lane < s->width; lane++) {
        const int64_t i = t * w->values + element[lane];
        moving m = {s, t, element[lane],
                    s->kind == LCK_STORE ? &w->stored[i]
                                         : &w->loaded[s->array * w->threads * w->values + i],
                    !w->high};
        place_of(w, t, element[lane], crd);
        if (w->high && !lck_for_sizes(w, crd, false, move_at, &m))
            return false;
        if (m.moves && !is_at(w, &m, lane, at, crd))
            return false;
    }
    return true;
}

static bool move_elements(lck_elements *w, const lck_statement *s, const int64_t *element)
{
    bool ok = true;
    for (int t = 0; ok && t < w->threads; t++) {
        ok = move_by(w, s, element, t);
        lck_integers_pass(w->scene->integers);
    }
    return ok;
}

/* The node of a tensor. */
static int node_of(const lck_elements *w, int array)
{
    const lck_formula *f = &w->rows->formula;
    for (size_t i = 0; i < f->n; i++)
        if (f->node[i].kind == LCK_NODE_ELEMENT &&
            lck_array_of(w->rows->plan, f->node[i].array) == array)
            return (int)i;
    return LCK_NO_NODE;
}

static bool load(lck_elements *w, const lck_statement *s)
{
    int64_t element[LCK_MAX_REGISTERS];
    int node = node_of(w, s->array);
    for (int i = 0; i < s->width; i++) {
        int64_t at = number_of(w, s->held, i * s->step);
        if (node < 0 || at < 0 || s->held.file != LCK_HELD)
            return say(w, true, -1, "a LOAD of another kind");
        element[i] = at % w->values;
        if (!set_origin(w, s->held, i * s->step, (lck_origin){node, element[i], 0}))
            return false;
    }
    return move_elements(w, s, element);
}

static bool store(lck_elements *w, const lck_statement *s)
{
    int64_t element[LCK_MAX_REGISTERS];
    for (int i = 0; i < s->width; i++) {
        lck_origin from = origin_of(w, s->held, i * s->step);
        if (from.node != w->rows->formula.result)
            return say(w, false, -1, "what is stored is not the result");
        if (from.element == LCK_ANY)
            return true; /* all elements of the row have this value */
        element[i] = from.element;
        if (!is_loaded(w, from))
            return false;
    }
    return move_elements(w, s, element);
}

/* ---- functions ---- */

/* The node of a function of two operands; LCK_NO_NODE. */
static int function_of(const lck_elements *w, const lck_statement *s, int left, int right)
{
    const lck_formula *f = &w->rows->formula;
    for (size_t i = 0; i < f->n; i++)
        if (f->node[i].kind == LCK_NODE_FUNCTION && f->node[i].function == s->function &&
            f->node[i].left == left && f->node[i].right == right)
            return (int)i;
    return LCK_NO_NODE;
}

static int64_t row_of(const lck_elements *w, lck_origin o)
{
    return o.element == LCK_ANY ? o.row : w->row[o.element];
}

/* Are two values of one element, or one of it and one of its row? */
static bool match(lck_elements *w, lck_origin a, lck_origin b)
{
    bool same = a.element == LCK_ANY || b.element == LCK_ANY || a.element == b.element;
    return (same && row_of(w, a) == row_of(w, b)) ||
           say(w, false, -1, "a function of values %lld of row %lld and %lld of row %lld",
               (long long)a.element, (long long)row_of(w, a), (long long)b.element,
               (long long)row_of(w, b));
}

static bool apply(lck_elements *w, const lck_statement *s)
{
    lck_origin a = origin_of(w, s->left, 0), b = s->right.at ? origin_of(w, s->right, 0) : a,
               out = a.element == LCK_ANY ? b : a;
    out.node = LCK_NO_NODE;
    if (a.node >= 0 && b.node >= 0 && !match(w, a, b))
        return false;
    if (a.node >= 0 && b.node >= 0)
        out.node = function_of(w, s, a.node, b.node);
    return is_loaded(w, a) && is_loaded(w, b) && set_origin(w, s->held, 0, out);
}

static bool convert(lck_elements *w, const lck_statement *s)
{
    for (int i = 0; i < s->width; i++) {
        lck_origin from = origin_of(w, s->left, i);
        if (!is_loaded(w, from) || !set_origin(w, s->held, i, from))
            return false;
    }
    return true;
}

bool lck_elements_step(lck_elements *w, const lck_statement *s)
{
    if (s->kind == LCK_LOAD)
        return load(w, s);
    if (s->kind == LCK_STORE)
        return store(w, s);
    if (w->scene->nconditions > 0)
        return say(w, true, -1, "values that not all threads may find");
    for (int i = 0; s->kind == LCK_SET && i < s->width; i++)
        if (!set_origin(w, s->held, i, (lck_origin){LCK_NO_NODE, LCK_ANY, 0}))
            return false;
    return s->kind == LCK_SET       ? true
           : s->kind == LCK_APPLY   ? apply(w, s)
           : s->kind == LCK_CONVERT ? convert(w, s)
                                    : say(w, true, -1, "values in a statement of another kind");
}

/* Of a length: the product of the extents along rows. */
static bool is_number(lck_elements *w, const lck_node *n, const lc_expr *value)
{
    const lck_kernel *k = w->scene->kernel;
    lck_integer expected = lck_integer_of(n->kind == LCK_NODE_LENGTH ? 1 : n->number);
    for (size_t a = 0; a < k->rank && n->kind == LCK_NODE_LENGTH; a++)
        if (k->counter[a].contracted)
            expected = make(w, LC_EXPR_MUL, expected,
                            lck_scene_integer(w->scene, k->counter[a].extent, 0, NULL));
    lck_integer found = value ? lck_scene_integer(w->scene, value, 0, NULL) : lck_integer_of(0);
    found = make(w, LC_EXPR_SUB, found, expected);
    return found.known && found.value == 0;
}

bool lck_elements_of_row(lck_elements *w, const lck_statement *s)
{
    lck_origin to = origin_of(w, s->held, 0);
    const lck_node *n = to.node < 0 ? NULL : &w->rows->formula.node[to.node];
    if (!n || n->kind == LCK_NODE_REDUCTION)
        return true;
    if (w->scene->nconditions > 0)
        return say(w, true, -1, "values of a row that not all threads may find");
    if (n->kind != LCK_NODE_FUNCTION)
        return (s->kind == LCK_SET && is_number(w, n, s->value)) ||
               say(w, false, -1, "a number that is none of the formula");
    lck_origin a = origin_of(w, s->left, 0), b = s->right.at ? origin_of(w, s->right, 0) : a;
    return (s->kind == LCK_APPLY && s->function == n->function && a.node == n->left &&
            b.node == n->right && a.row == to.row && b.row == to.row) ||
           say(w, false, -1, "a value of a row is found from others than those of the formula");
}

/* ---- reductions ---- */

typedef struct {
    int thread;
    int64_t element;
    bool adds;
} adding;

static bool add_at(lck_elements *w, void *user, bool inside, int number)
{
    (void)number;
    adding *a = user;
    bool lost = false, here = lck_scene_is_here(w->scene, a->thread, w->high, &lost);
    if (lost && here)
        return say(w, true, a->thread, "a condition that has no value");
    if (here != inside)
        return say(w, false, a->thread, "value %lld is %s the row at some sizes, and %s",
                   (long long)a->element, inside ? "in" : "not in", here ? "added" : "not added");
    a->adds = a->adds || here;
    return true;
}

bool lck_elements_add(lck_elements *w, int node, lck_register from, int thread, int64_t row,
                      lck_values *added)
{
    lck_origin origin = origin_of(w, from, 0);
    int64_t crd[LCK_MAX_RANK];
    adding a = {thread, origin.element, !w->high};
    if (origin.node != w->rows->formula.node[node].left || origin.element == LCK_ANY)
        return say(w, false, thread, "what is added is not what the reduction is of");
    if (w->row[origin.element] != row)
        return say(w, false, thread, "value %lld is added, which is of another row",
                   (long long)origin.element);
    place_of(w, thread, origin.element, crd);
    if (w->high && !lck_for_sizes(w, crd, true, add_at, &a))
        return false;
    if (a.adds && has(added, origin.element))
        return say(w, false, thread, "value %lld is added twice", (long long)origin.element);
    if (a.adds)
        put(added, origin.element);
    return true;
}

bool lck_elements_end(lck_elements *w)
{
    bool of_row = w->rows->formula.node[w->rows->formula.result].of_row;
    for (int64_t i = 0; i < w->threads * w->values && !of_row; i++)
        if (w->there[i] & ~w->stored[i])
            return say(w, false, (int)(i / w->values), "value %lld is not stored",
                       (long long)(i % w->values));
    return true;
}
