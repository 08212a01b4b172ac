/* order.c - the obligation about the reductions of the kernel, by its own statements.
 *
 * All threads that make a tile go through the statements together. Of each register of a
 * reduction it is known whose parts it has, a set of threads, and of which row: at first the own
 * part of the thread; SHUFFLE and shared memory hand it on, and where two are joined they share
 * no thread. It may be used where it has the parts of all threads of its row. A place of shared
 * memory is got after a barrier of those who put and got it, and put again after one, too.
 *
 * Where the statements go to must depend on the thread alone. Elements are added under one
 * condition that sizes decide, whether they are in the row; which elements these are, and that
 * each is added once, is known by their registers (elements.h).
 */
#include "config.h"

#include "elements.h"
#include "lowering.h"
#include "sets.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../../verify/function/result.h"

/* What a register or a place has: the parts of these threads, of a row, for a reduction. */
typedef struct {
    int set; /* LCK_NO_SET: none */
    int node;
    int64_t row;
    double begun;     /* as this number */
    lck_values added; /* of the thread's own */
} part;

typedef struct {
    part has;
    int put, sent, got, fetched; /* barriers of the block, of the cluster, before; -1: never */
    int by;                      /* the thread that put it */
} place;

typedef struct {
    lck_rows *rows;
    const lck_kernel *kernel;
    int threads; /* of a tile */
    lck_scene scene;
    lck_elements elements;
    int uncertain, opposite; /* conditions that are open and not known; of ELSE */
    int64_t several;
    int64_t *row;      /* of each thread, its several rows */
    uint64_t *sharing; /* of each row, the threads that have it */
    lck_sets sets;
    part *held, *parts; /* of each thread: of each node and row; LCK_OF_PARTS */
    place *shared;      /* of each block */
    int barriers, meetings;
    lck_fault fault;
} walk;

static bool wrong(walk *w, int thread, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static bool wrong(walk *w, int thread, const char *format, ...)
{
    w->fault.thread = thread;
    LC_TEXT_ARGS(&w->fault.why, format);
    return false;
}

static bool unknown(walk *w, const char *why)
{
    w->fault.unknown = true;
    lc_text_add(&w->fault.why, why);
    return false;
}

/* ---- values ---- */

/* -1: it has none. */
static int64_t value_of(walk *w, const lc_expr *e, int thread)
{
    lck_integer n = lck_scene_integer(&w->scene, e, thread, NULL);
    return n.known ? n.value : -1;
}

/* The node of a register of LCK_OF_ROW, if it is a reduction; -1. */
static int reduction_at(const walk *w, int64_t at, int64_t *row)
{
    const int node = w->elements.node[at / w->several];
    *row = at % w->several;
    return w->rows->formula.node[node].kind == LCK_NODE_REDUCTION ? node : -1;
}

static part *held_at(walk *w, int thread, int node, int64_t row)
{
    size_t nodes = w->rows->formula.n;
    return &w->held[((size_t)thread * nodes + (size_t)node) * (size_t)w->several + (size_t)row];
}

static part *part_at(walk *w, int thread, int64_t at)
{
    return &w->parts[(size_t)thread * (size_t)w->kernel->file[LCK_OF_PARTS].count + (size_t)at];
}

/* Are `n` registers from this one on in its file, the same ones for all threads, if it is one of
 * a row or of parts? */
static bool is_in_file(walk *w, lck_register r, int n)
{
    int64_t at;
    if (!r.at || (r.file != LCK_OF_ROW && r.file != LCK_OF_PARTS))
        return true;
    if (!lck_scene_knows(&w->scene, r.at) || lc_expr_has(r.at, w->kernel->thread) ||
        lc_expr_has(r.at, w->kernel->block))
        return false;
    at = value_of(w, r.at, 0);
    return at >= 0 && at + n <= w->kernel->file[r.file].count;
}

/* What a register that is in its file has, of a thread; NULL: it is of no reduction. */
static part *part_of(walk *w, lck_register r, int thread)
{
    int64_t row, at;
    if (r.file != LCK_OF_ROW && r.file != LCK_OF_PARTS)
        return NULL;
    at = value_of(w, r.at, thread);
    if (r.file == LCK_OF_PARTS)
        return part_at(w, thread, at);
    int node = reduction_at(w, at, &row);
    return node < 0 ? NULL : held_at(w, thread, node, row);
}

/* May it be handed on: does it have all elements of the thread that are in the row? */
static bool is_full(walk *w, const part *p, int thread)
{
    bool full = p->set != thread;
    for (int64_t r = 0; !full && r < w->several; r++)
        full = w->row[thread * w->several + r] == p->row &&
               lck_elements_are_all(&w->elements, thread, r, &p->added);
    return full || wrong(w, thread, "a part is used that has not all elements of the thread");
}

/* A register of a reduction that is used as a value has all of its row. */
static bool is_whole(walk *w, lck_register r, int thread)
{
    part *p = part_of(w, r, thread);
    if (p && !is_full(w, p, thread))
        return false;
    return !p ||
           (p->set != LCK_NO_SET &&
            lck_sets_is(&w->sets, p->set, w->sharing + (size_t)p->row * w->sets.words)) ||
           wrong(w, thread,
                 "a reduction is used that has not the parts of all threads of its row");
}

/* ---- statements ---- */

/* Begins a thread's own part, which has no elements yet. */
static void begin_part(walk *w, lck_register held, double as, int thread)
{
    int64_t row;
    int node = held.file == LCK_OF_ROW ? reduction_at(w, value_of(w, held.at, thread), &row) : -1;
    if (held.file == LCK_OF_PARTS)
        *part_of(w, held, thread) = (part){.set = LCK_NO_SET, .begun = as};
    if (node >= 0)
        *held_at(w, thread, node,
                 row) = (part){thread, node, w->row[thread * w->several + row], as, {{0}}};
}

static void set(walk *w, const lck_statement *s, int thread)
{
    int64_t value = 0;
    bool known = !s->value || lc_expr_is_int(s->value, &value);
    begin_part(w, s->held, known ? (double)value : (double)NAN, thread);
}

/* An element joins the thread's own part. */
static bool add(walk *w, const lck_statement *s, part *held, int thread)
{
    const lck_function function = s->function;
    int64_t row;
    double as = function == LCK_PLUS  ? 0
                : function == LCK_MAX ? (double)-INFINITY
                                      : (double)INFINITY;
    if (part_of(w, s->left, thread) != held)
        return wrong(w, thread, "elements are added to another part than the one that is kept");
    if (w->uncertain > 1 || w->opposite > 0)
        return unknown(w, "elements that are added under more than one condition");
    if (held->set != thread)
        return wrong(w, thread, "elements are added to what has parts of other threads");
    if (function != w->rows->formula.node[held->node].function || held->begun != as)
        return wrong(w, thread,
                     "elements are added by another function than that of the "
                     "reduction, or to another number than it begins with");
    reduction_at(w, value_of(w, s->held.at, thread), &row);
    return lck_elements_add(&w->elements, held->node, s->right, thread, row, &held->added);
}

static bool join(walk *w, part *to, part a, part b, lck_function function, int thread)
{
    int shared;
    if (!is_full(w, &a, thread) || !is_full(w, &b, thread))
        return false;
    if (a.set == LCK_NO_SET || b.set == LCK_NO_SET)
        return wrong(w, thread, "a part is joined that nobody has put there");
    if (a.node != b.node || a.row != b.row)
        return wrong(w, thread, "parts of two rows, or of two reductions, are joined");
    if (function != w->rows->formula.node[a.node].function)
        return wrong(w, thread,
                     "parts are joined by another function than that of the reduction");
    *to = (part){lck_sets_join(&w->sets, a.set, b.set, &shared), a.node, a.row, 0, a.added};
    if (to->set == LCK_NO_SET && shared >= 0)
        return wrong(w, thread, "the part of thread %d is taken twice", shared);
    return to->set != LCK_NO_SET || unknown(w, "too many sets of threads");
}

static bool has_parts(const lck_statement *s)
{
    return s->held.file == LCK_OF_PARTS || s->left.file == LCK_OF_PARTS ||
           s->right.file == LCK_OF_PARTS;
}

static bool has_elements(const part *p)
{
    bool some = false;
    for (int i = 0; i < LCK_WORDS; i++)
        some = some || p->added.word[i];
    return some;
}

static bool apply(walk *w, const lck_statement *s, int thread)
{
    part *held = part_of(w, s->held, thread);
    const part *left = part_of(w, s->left, thread), *right = part_of(w, s->right, thread);
    if (!held)
        return is_whole(w, s->left, thread) && is_whole(w, s->right, thread);
    if (!has_parts(s))
        return is_whole(w, s->right, thread) && add(w, s, held, thread);
    if (!left || !right)
        return unknown(w, "a part that is joined with what is none");
    if (s->function == LCK_OVER && (left->set != LCK_NO_SET || has_elements(right)))
        return unknown(w, "a quotient of what has elements");
    if (s->function != LCK_OVER)
        return join(w, held, *left, *right, s->function, thread);
    begin_part(w, s->held, left->begun / right->begun, thread);
    return true;
}

static bool shuffle(walk *w, const lck_statement *s, int thread)
{
    int threads = w->kernel->threads, lane = thread % threads ^ (int)(s->count % 32),
        other = thread / threads * threads + lane;
    part *from = lane < threads ? part_of(w, s->left, other) : NULL;
    if (s->count < 1 || s->count > 31)
        return unknown(w, "a SHUFFLE of more than a warp");
    if (w->scene.nconditions > 0)
        return unknown(w, "a SHUFFLE that not all lanes may reach");
    if (s->held.file != LCK_OF_PARTS || s->left.file == LCK_OF_PARTS)
        return unknown(w, "a SHUFFLE of another kind of registers");
    if (!from)
        return wrong(w, thread, "shuffles with a lane that has no part");
    if (!is_full(w, from, other))
        return false;
    *part_of(w, s->held, thread) = *from;
    return true;
}

static place *place_at(walk *w, int64_t rank, int64_t at)
{
    int64_t n = lck_shared_elements(w->kernel, LCK_SHARED);
    if (at < 0 || at >= n || rank < 0 || rank >= w->rows->plan->cluster)
        return NULL;
    return &w->shared[rank * n + at];
}

/* A block knows of its own places after each barrier, of others' after those of the cluster. */
static bool put(walk *w, const lck_statement *s, int thread)
{
    place *p = place_at(w, thread / w->kernel->threads, value_of(w, s->value, thread));
    part *from = part_of(w, s->held, thread);
    if (from && !is_full(w, from, thread))
        return false;
    if (!p || !from)
        return wrong(w, thread, "puts what is no part, or where no place is");
    if (p->put == w->barriers)
        return wrong(w, thread, "puts where thread %d does, without a barrier between", p->by);
    if (p->got == w->barriers || p->fetched == w->meetings)
        return wrong(w, thread, "puts where others get, without a barrier between");
    *p = (place){*from, w->barriers, w->meetings, -1, -1, thread};
    return true;
}

static bool get(walk *w, const lck_statement *s, int thread)
{
    int own = thread / w->kernel->threads;
    int64_t rank = s->peer ? value_of(w, s->peer, thread) : own,
            at = value_of(w, s->value, thread);
    if (s->held.file != LCK_OF_PARTS)
        return unknown(w, "a LOAD to other registers than those of parts");
    for (int i = 0; i < s->width; i++) {
        place *p = place_at(w, rank, at + i);
        if (!p || p->put < 0)
            return wrong(w, thread, "gets a part that nobody puts");
        if (p->by != thread && (rank == own ? p->put == w->barriers : p->sent == w->meetings))
            return wrong(w, thread, "gets what thread %d puts, and no barrier stands between",
                         p->by);
        p->got = rank == own ? w->barriers : p->got;
        p->fetched = rank == own ? p->fetched : w->meetings;
        *part_at(w, thread, value_of(w, s->held.at, thread) + i) = p->has;
    }
    return true;
}

static bool go(walk *w, const lck_statement *s, int thread)
{
    switch (s->kind) {
    case LCK_SET: set(w, s, thread); return true;
    case LCK_APPLY: return apply(w, s, thread);
    case LCK_CONVERT:
        return is_whole(w, s->left, thread) &&
               (!part_of(w, s->held, thread) || unknown(w, "a part that is converted"));
    case LCK_SHUFFLE: return shuffle(w, s, thread);
    case LCK_LOAD: return get(w, s, thread);
    case LCK_STORE: return put(w, s, thread);
    default: return unknown(w, "a reduction in a statement of another kind");
    }
}

/* Does a statement concern reductions? */
static bool concerns(const lck_statement *s)
{
    bool some = s->kind == LCK_SHUFFLE ||
                ((s->kind == LCK_LOAD || s->kind == LCK_STORE) && s->array == LCK_SHARED);
    const lck_register r[] = {s->held, s->left, s->right};
    for (int i = 0; i < 3; i++)
        some = some || (r[i].at && (r[i].file == LCK_OF_ROW || r[i].file == LCK_OF_PARTS));
    return some;
}

static bool meet(walk *w, const lck_statement *s)
{
    if (w->scene.nconditions > 0)
        return unknown(w, "a BARRIER that not all threads may reach");
    if (s->scope != LCK_OF_ALL && s->scope != LCK_OF_CLUSTER)
        return unknown(w, "a BARRIER of some threads");
    w->barriers++;
    w->meetings += s->scope == LCK_OF_CLUSTER;
    return true;
}

/* A name has one value. */
static bool name(walk *w, const lck_statement *s)
{
    const bool first = !w->scene.let[s->var->slot];
    w->scene.let[s->var->slot] = s->value;
    return first || unknown(w, "a name with two values");
}

/* Is it one about values of elements alone? */
static bool is_of_elements(const lck_statement *s)
{
    return ((s->kind == LCK_LOAD || s->kind == LCK_STORE) && s->array != LCK_SHARED) ||
           ((s->kind == LCK_SET || s->kind == LCK_APPLY || s->kind == LCK_CONVERT) &&
            s->held.file != LCK_OF_ROW && s->held.file != LCK_OF_PARTS);
}

static bool step(walk *w, const lck_statement *s)
{
    if (s->kind == LCK_BARRIER)
        return meet(w, s);
    if (s->kind == LCK_LET)
        return name(w, s);
    if (is_of_elements(s) && !lck_elements_step(&w->elements, s))
        return false;
    if (!concerns(s))
        return is_of_elements(s) || unknown(w, "a statement of another kind");
    if (s->held.file == LCK_OF_ROW && (s->kind == LCK_SET || s->kind == LCK_APPLY) &&
        !lck_elements_of_row(&w->elements, s))
        return false;
    bool memory = s->kind == LCK_LOAD || s->kind == LCK_STORE,
         moves = memory || s->kind == LCK_SHUFFLE || s->kind == LCK_SET ||
                 (s->kind == LCK_APPLY && has_parts(s));
    if ((moves && w->uncertain > 0) ||
        (memory && (s->array != LCK_SHARED || !lck_scene_knows(&w->scene, s->value) ||
                    !lck_scene_knows(&w->scene, s->peer))))
        return unknown(w, "a part that moves as sizes say");
    if (s->width > 1 && (s->kind != LCK_LOAD || s->step != 1))
        return unknown(w, "several parts in other places than side by side");
    if (!is_in_file(w, s->held, s->width > 1 ? s->width : 1) || !is_in_file(w, s->left, 1) ||
        !is_in_file(w, s->right, 1))
        return unknown(w, "a register that is none of its file");
    for (int t = 0; t < w->threads; t++)
        if (lck_scene_is_here(&w->scene, t, NULL, NULL) && !go(w, s, t))
            return false;
    return true;
}

static bool walk_list(walk *w, const lck_statement *list);

/* The lanes that take a side of an IF. */
static bool walk_side(walk *w, const lck_statement *s, bool wanted)
{
    bool known = lck_scene_knows(&w->scene, s->value);
    const size_t n = w->scene.nconditions;
    if (n == LCK_MOST_CONDITIONS)
        return unknown(w, "too many conditions");
    for (int t = 0; known && t < w->threads; t++)
        if (!lck_scene_integer(&w->scene, s->value, t, NULL).known)
            return unknown(w, "a condition that has no value");
    w->scene.condition[n].value = s->value;
    w->scene.condition[n].wanted = wanted;
    w->scene.condition[n].known = known;
    w->scene.nconditions++;
    w->uncertain += !known;
    w->opposite += !known && !wanted;
    bool ok = walk_list(w, wanted ? s->body : s->otherwise);
    w->uncertain -= !known;
    w->opposite -= !known && !wanted;
    w->scene.nconditions--;
    return ok;
}

static bool walk_loop(walk *w, const lck_statement *s)
{
    bool ok = true;
    for (int64_t i = 0; ok && i < s->count; i++) {
        w->scene.env[s->var->slot] = i;
        ok = walk_list(w, s->body);
    }
    w->scene.env[s->var->slot] = -1;
    return ok;
}

static bool walk_list(walk *w, const lck_statement *list)
{
    bool ok = true;
    for (const lck_statement *s = list; ok && s; s = s->next)
        switch (s->kind) {
        case LCK_FOR: ok = walk_loop(w, s); break;
        case LCK_IF: ok = walk_side(w, s, true) && walk_side(w, s, false); break;
        case LCK_LOOP: ok = unknown(w, "a LOOP"); break;
        default: ok = step(w, s); break;
        }
    return ok;
}

/* Nobody reads the shared memory of a block that may have ended. */
static bool outlives(walk *w)
{
    int64_t n = lck_shared_elements(w->kernel, LCK_SHARED) * w->rows->plan->cluster;
    for (int64_t i = 0; i < n; i++)
        if (w->shared[i].fetched == w->meetings)
            return wrong(w, w->shared[i].by, "may end before another block gets what it has put");
    return true;
}

/* ---- all of it ---- */

/* The rows of each thread, and the threads of each row. */
static void find_rows(walk *w)
{
    const lck_plan *plan = w->rows->plan;
    const lck_part *p = &plan->partition[LCK_LOADS];
    int64_t values = lck_part_values(p), crd[LCK_MAX_RANK];
    for (int t = 0; t < w->threads; t++)
        for (int64_t v = 0; v < values; v++) {
            int64_t row = 0;
            lck_part_at(p, plan->rank, t, v, crd);
            for (size_t k = 0; k < plan->rank; k++)
                if (!plan->axis[k].in_row)
                    row = row * plan->axis[k].tile + crd[k];
            w->row[t * w->several + w->elements.row[v]] = row;
            w->sharing[(size_t)row * w->sets.words + (size_t)t / 64] |= UINT64_C(1) << t % 64;
        }
}

static bool open_walk(walk *w, lc_ctx *ctx)
{
    const lck_plan *plan = w->rows->plan;
    size_t nrows = 1, threads = (size_t)w->threads;
    size_t shared = (size_t)(lck_shared_elements(w->kernel, LCK_SHARED) * plan->cluster);
    for (size_t k = 0; k < plan->rank; k++)
        nrows *= plan->axis[k].in_row ? 1 : (size_t)plan->axis[k].tile;
    bool ok = lck_scene_open(&w->scene, w->kernel) &&
              lck_elements_open(&w->elements, w->rows, &w->scene, w->threads, &w->fault) &&
              lck_sets_open(&w->sets, ctx, w->threads);
    w->row = lc_alloc(ctx, threads * (size_t)w->several, sizeof *w->row);
    w->sharing = lc_alloc(ctx, nrows * w->sets.words, sizeof *w->sharing);
    w->held = lc_alloc(ctx, threads * w->rows->formula.n * (size_t)w->several, sizeof *w->held);
    w->parts = lc_alloc(ctx, threads * (size_t)w->kernel->file[LCK_OF_PARTS].count + 1,
                        sizeof *w->parts);
    w->shared = lc_alloc(ctx, shared + 1, sizeof *w->shared);
    if (!ok || !w->row || !w->sharing || !w->held || !w->parts || !w->shared)
        return false;
    for (size_t i = 0; i < threads * w->rows->formula.n * (size_t)w->several; i++)
        w->held[i] = (part){.set = LCK_NO_SET, .begun = (double)NAN};
    for (size_t i = 0; i < threads * (size_t)w->kernel->file[LCK_OF_PARTS].count; i++)
        w->parts[i] = (part){.set = LCK_NO_SET, .begun = (double)NAN};
    for (size_t i = 0; i < shared; i++)
        w->shared[i] = (place){{.set = LCK_NO_SET}, -1, -1, -1, -1, -1};
    find_rows(w);
    return true;
}

static void close_walk(walk *w)
{
    lck_sets_close(&w->sets);
    lck_elements_close(&w->elements);
    lck_scene_close(&w->scene);
    free(w->row);
    free(w->sharing);
    free(w->held);
    free(w->parts);
    free(w->shared);
    lc_text_free(&w->fault.why);
}

/* A result that is unknown for a reason, which moves from the context to the result. */
static lcv_result *unknown_because(lc_ctx *ctx, lc_text *why)
{
    lc_ctx_reset(ctx);
    return lcv_unknown(ctx, "statements", lc_text_take(ctx, why));
}

static lcv_result *refuted_because(lc_ctx *ctx, lck_fault *fault)
{
    lc_text where = {0};
    if (fault->thread >= 0)
        lc_text_printf(&where, "thread %d", fault->thread);
    else
        lc_text_add(&where, "all threads");
    return lcv_refuted(ctx, "statements", lc_text_take(ctx, &where),
                       lc_text_take(ctx, &fault->why));
}

lcv_result *lck_check_reductions(lck_rows *rows, const lck_kernel *kernel, const char **line)
{
    lc_ctx *ctx = rows->plan->ctx;
    walk w = {.rows = rows, .kernel = kernel, .several = rows->tree.several};
    lcv_result *result = NULL;
    w.threads = kernel->threads * kernel->cluster;
    if (open_walk(&w, ctx)) {
        if (walk_list(&w, kernel->body) && outlives(&w) && lck_elements_end(&w.elements))
            result = lcv_proved(ctx, "the kernel's statements, thread by thread");
        else if (lc_ctx_code(ctx) == LC_ERR_MEMORY)
            result = NULL;
        else if (w.fault.unknown)
            result = unknown_because(ctx, &w.fault.why);
        else
            result = refuted_because(ctx, &w.fault);
    }
    *line = w.fault.of_elements ? "values are loaded, added once and stored as their elements say"
                                : "a reduction joins the parts of all threads of its row, once "
                                  "each, with barriers between them";
    close_walk(&w);
    return result;
}
