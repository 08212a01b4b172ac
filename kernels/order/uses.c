/* uses.c - what the statements of a kernel do with stages and rings. */
#include "config.h"

#include "uses.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    lck_uses *out;
    lck_use at;  /* loops and conditions that are open */
    size_t room; /* of the uses */
    bool keeps;  /* uses are kept */
    bool failed;
} walk;

static bool follow(walk *w, lck_before *b, const lck_statement *body);

static bool lose(walk *w, const char *why)
{
    if (!w->out->why)
        w->out->why = why;
    return false;
}

/* ---- one statement ---- */

static bool keep(walk *w, const lck_before *b, const lck_statement *s, int array,
                 const lc_expr *index, bool writes)
{
    lck_uses *u = w->out;
    bool shared = array >= 0 && w->out->kernel->array[array].role == LCK_OF_BLOCK;
    if (!w->keeps || (array >= 0 && !shared))
        return true;
    if (shared && b->partly)
        return lose(w, "shared memory is used where a barrier may be left out");
    lck_use *more = lc_grow(u->kernel->ctx, u->use, u->n, &w->room, sizeof *more);
    w->failed = !more;
    if (!more)
        return false;
    u->use = more;
    lck_use *use = &u->use[u->n++];
    *use = w->at;
    use->s = s;
    use->array = array;
    use->index = index;
    use->writes = writes;
    use->before = *b;
    return true;
}

static void barrier(lck_before *b)
{
    lck_polynomial one = lck_constant(1);
    lck_add_times(&b->epoch, 1, &one);
    b->seen = b->ended;
}

static void commit(lck_before *b, lck_group group)
{
    lck_polynomial one = lck_constant(1);
    if (group == LCK_COPIES)
        lck_add_times(&b->copies, 1, &one);
    if (group == LCK_PRODUCTS) {
        lck_add_times(&b->products, 1, &one);
        b->running++;
    }
}

static void drain(lck_before *b, const lck_statement *s)
{
    lck_polynomial left = lck_constant(s->count);
    if (s->group == LCK_PRODUCTS && b->running > s->count)
        b->running = (int)s->count;
    if (s->group == LCK_COPIES) {
        b->ended = b->copies;
        lck_add_times(&b->ended, -1, &left);
    }
}

static bool step(walk *w, lck_before *b, const lck_statement *s)
{
    switch (s->kind) {
    case LCK_BARRIER:
        if (s->scope != LCK_OF_ALL && s->scope != LCK_OF_CLUSTER)
            return true;
        barrier(b);
        return !b->partly || lose(w, "a barrier follows one that may be left out");
    case LCK_COMMIT: commit(b, s->group); return true;
    case LCK_DRAIN: drain(b, s); return true;
    case LCK_LOAD: return keep(w, b, s, s->array, s->value, false);
    case LCK_STORE: return keep(w, b, s, s->array, s->value, true);
    case LCK_MATRIX_LOAD: return keep(w, b, s, s->from.array, s->from.index, false);
    case LCK_MATRIX_STORE: return keep(w, b, s, s->to.array, s->to.index, true);
    case LCK_COPY:
    case LCK_TMA_LOAD: return keep(w, b, s, s->to.array, s->to.index, true);
    case LCK_WGMMA:
        return (s->a.array < 0 || keep(w, b, s, s->a.array, s->a.index, false)) &&
               (s->b.array < 0 || keep(w, b, s, s->b.array, s->b.index, false));
    case LCK_EXPECT:
    case LCK_ARRIVE:
    case LCK_AWAIT: return keep(w, b, s, -1, NULL, false);
    default: return true;
    }
}

/* ---- ways ---- */

static bool same_barriers(const lck_before *a, const lck_before *b)
{
    return lck_same(&a->epoch, &b->epoch) && lck_same(&a->copies, &b->copies) &&
           lck_same(&a->ended, &b->ended) && lck_same(&a->seen, &b->seen) &&
           a->partly == b->partly;
}

/* Does x < y hold in all rounds of the innermost loop, and of those beside it, but the last? */
static bool holds_but_last(walk *w, const lc_expr *condition)
{
    const lck_names *names = &w->out->names;
    condition = lck_unnamed(names, condition);
    if (w->at.nloops == 0 || condition->op != LC_EXPR_LT)
        return false;
    const lck_statement *loop = w->at.loop[w->at.nloops - 1];
    lck_polynomial x = lck_polynomial_of(names, condition->arg[0]);
    lck_polynomial room = lck_polynomial_of(names, condition->arg[1]);
    lck_polynomial last = lck_polynomial_of(names, loop->value), two = lck_constant(2);
    int64_t more;
    bool up = lck_times_of(&x, loop->var) == 1;
    lck_add_times(&last, -1, &two);
    x = lck_replaced(&x, loop->var, &last); /* in the round before the last one */
    lck_add_times(&room, -1, &x);
    return up && lck_is_constant(&room, &more) && more >= 1;
}

static bool branch(walk *w, lck_before *b, const lck_statement *s)
{
    lck_before other = *b;
    int64_t holds;
    if (lc_expr_is_int(s->value, &holds))
        return follow(w, b, holds ? s->body : s->otherwise);
    if (w->at.nconditions == LCK_MOST_CONDITIONS)
        return lose(w, "conditions are nested too deep");
    size_t k = w->at.nconditions++;
    w->at.condition[k] = s;
    w->at.holds[k] = true;
    bool ok = follow(w, b, s->body);
    w->at.holds[k] = false;
    ok = ok && follow(w, &other, s->otherwise);
    w->at.nconditions--;
    if (!ok)
        return false;
    b->running = b->running > other.running ? b->running : other.running;
    b->products.lost = b->products.lost || !lck_same(&b->products, &other.products);
    if (same_barriers(b, &other))
        return true;
    b->partly = true;
    return (!s->otherwise && holds_but_last(w, s->value)) ||
           lose(w, "a barrier, or a group of copies, is on one way of a condition alone");
}

static bool has_loop(const lck_statement *body)
{
    for (; body; body = body->next)
        if (body->kind == LCK_LOOP || has_loop(body->body) || has_loop(body->otherwise))
            return true;
    return false;
}

/* before + (after - before) * var, with a difference that is a number. */
static bool grow(lck_polynomial *before, const lck_polynomial *after, const lck_polynomial *var)
{
    lck_polynomial each = *after;
    int64_t times;
    lck_add_times(&each, -1, before);
    bool ok = lck_is_constant(&each, &times);
    lck_add_times(before, times, var);
    return ok;
}

/* What a round leaves is what the next one finds: left(var - 1), which is `first` for var = 0. */
static bool carry(lck_polynomial *first, const lck_polynomial *left, const lc_expr *var)
{
    lck_polynomial before = {.n = 1, .term = {{1, {var, NULL}}}}, one = lck_constant(1);
    lck_polynomial zero = lck_constant(0);
    lck_add_times(&before, -1, &one);
    lck_polynomial carried = lck_replaced(left, var, &before);
    lck_polynomial at_0 = lck_replaced(&carried, var, &zero);
    bool ok = lck_same(&at_0, first);
    *first = carried;
    return ok;
}

/* What a round of a loop finds, in *b: whatever number it has. */
static bool begin_round(walk *w, lck_before *b, const lck_statement *s)
{
    const lck_polynomial var = {.n = 1, .term = {{1, {s->var, NULL}}}};
    lck_before first = *b, last;
    bool keeps = w->keeps, nested = has_loop(s->body), ok = true;
    w->keeps = false;
    b->rounds = lck_constant(0);
    b->after = NULL;
    if (nested)
        b->products = lck_constant(0);
    for (int pass = 0; ok && pass < 2; pass++) {
        last = *b;
        ok = follow(w, &last, s->body);
        if (pass == 0) {
            ok = ok && grow(&b->epoch, &last.epoch, &var) &&
                 grow(&b->copies, &last.copies, &var) &&
                 (nested || last.products.lost || grow(&b->products, &last.products, &var));
            b->running = b->running > last.running ? b->running : last.running;
        }
    }
    w->keeps = keeps;
    if (!ok)
        return lose(w, "barriers or groups of a loop are not the same in each round");
    if (last.running > b->running || (nested && b->running > 0))
        return lose(w, "products of one round are under way in the next");
    if (!carry(&b->ended, &last.ended, s->var) || !carry(&b->seen, &last.seen, s->var))
        return lose(w, "copies are not awaited in a round as before it");
    b->products.lost = b->products.lost || first.products.lost;
    return true;
}

static bool loop(walk *w, lck_before *b, const lck_statement *s)
{
    lck_polynomial count = lck_polynomial_of(&w->out->names, s->value);
    lck_before before = *b, round = *b;
    if (s->value->high <= 0)
        return true;
    if (w->at.nloops == LCK_MOST_LOOPS)
        return lose(w, "loops are nested too deep");
    const lck_polynomial outer = w->at.round, var = {.n = 1, .term = {{1, {s->var, NULL}}}};
    w->at.loop[w->at.nloops++] = s;
    w->at.round = before.rounds;
    lck_add_times(&w->at.round, 1, &var);
    bool ok = begin_round(w, &round, s);
    *b = round;
    ok = ok && follow(w, &round, s->body);
    w->at.nloops--;
    w->at.round = outer;
    if (!ok)
        return false;
    lck_polynomial *const each[] = {&b->epoch, &b->copies, &b->ended, &b->seen, &b->products};
    for (size_t i = 0; i < sizeof each / sizeof *each; i++)
        *each[i] = lck_replaced(each[i], s->var, &count);
    b->running = round.running;
    b->partly = round.partly;
    b->products.lost = b->products.lost || round.products.lost || has_loop(s->body);
    b->rounds = before.rounds;
    lck_add_times(&b->rounds, 1, &count);
    b->after = s;
    return true;
}

/* Again, as often as it is unrolled, where it has barriers or groups. */
static bool unrolled(walk *w, lck_before *b, const lck_statement *s)
{
    for (int64_t i = 0; i < s->count; i++) {
        lck_before before = *b;
        const size_t nuses = w->out->n;
        if (!follow(w, b, s->body))
            return false;
        for (size_t k = nuses; s->count > 1 && k < w->out->n; k++)
            if (w->out->use[k].array < 0 || w->out->use[k].s->kind == LCK_TMA_LOAD)
                return lose(w, "an mbarrier is used in a loop that is unrolled");
        if (same_barriers(b, &before) && lck_same(&b->products, &before.products))
            return true;
    }
    return true;
}

static bool follow(walk *w, lck_before *b, const lck_statement *body)
{
    bool ok = true;
    for (; ok && body; body = body->next)
        switch (body->kind) {
        case LCK_IF: ok = branch(w, b, body); break;
        case LCK_LOOP: ok = loop(w, b, body); break;
        case LCK_FOR: ok = unrolled(w, b, body); break;
        default: ok = step(w, b, body);
        }
    return ok;
}

/* ---- all of them ---- */

bool lck_find_uses(const lck_kernel *kernel, lck_uses *out)
{
    *out = (lck_uses){.kernel = kernel};
    if (!lck_names_of(kernel, &out->names))
        return false;
    walk w = {.out = out, .keeps = true};
    lck_before b = {0};
    follow(&w, &b, kernel->body);
    return !w.failed;
}

void lck_forget_uses(lck_uses *uses)
{
    lck_names_free(&uses->names);
    free(uses->use);
}
