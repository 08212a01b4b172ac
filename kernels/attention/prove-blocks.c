/* prove-blocks.c - which pairs of a query and a key the statements of a kernel count.
 *
 * The loop of the loads takes step j of a tile: the block of keys that begins with a key, of so
 * many steps. Who multiplies takes step 0, and the others in a loop, and compares the scores of a
 * block of which a query of the warpgroup does not see all keys.
 *
 *   steps      those who load and who multiply take the same; step j is the block end - 1 - j, or
 *              of split s of n the block low + s + n j: they are all blocks from low up to end
 *   blocks     those from low up to end, where keys are split also one behind all of them: a pair
 *              is in one of them, and not left out where scores are compared, as the mask has it
 *   tables     are those of the tile's batch, and of the block's keys (prove-tables.c)
 *   registers  the query and the key of the score that is left out are those that the product
 *              leaves in its register; scores are compared behind each product, always
 *
 * With n a variable, n j is called J, and of the number c of steps, a quotient by n, n c is C:
 * what is known of them is that n > 0, and how j and c are to each other and to 0.
 */
#include "config.h"

#include "proofs.h"

#include "../../verify/function/result.h"

bool lck_count_lost(const lck_counting *w, const char *why)
{
    lc_text claim = {0};
    lck_plan *plan = w->a->plan;
    lc_text_add(&claim, "the blocks of keys are followed");
    return lck_plan_lost(plan, w->p, why, lc_text_take(plan->ctx, &claim));
}

/* ---- the statements ---- */

/* The score that becomes the lowest number: LET key; LET query; IF: FOR: LET query; LET key; IF:
 * APPLY. NULL: it is no comparison. */
static const lck_statement *left_out_by(const lck_statement *s)
{
    static const lck_statement_kind kinds[] = {LCK_LET, LCK_LET, LCK_IF, LCK_FOR,
                                               LCK_LET, LCK_LET, LCK_IF, LCK_APPLY};
    for (size_t i = 0; s && s->kind == kinds[i]; i++) {
        const bool names = s->kind == LCK_LET, alone = !s->otherwise && (!s->next || i == 2);
        if (!names && !alone)
            return NULL;
        if (s->kind == LCK_APPLY)
            return s->function == LCK_LOWEST ? s : NULL;
        s = names ? s->next : s->body;
    }
    return NULL;
}

bool lck_is_of_keys(const lck_counting *w, const lck_statement *s)
{
    const int tensor = s->kind == LCK_TMA_LOAD ? w->kernel->map[s->map].tensor : -1;
    return tensor >= 0 && (tensor == w->of->k || tensor == w->of->v);
}

/* The scores of a step are compared behind its product, under no other condition. */
static void find(lck_counting *w, const lck_statement *body, const lck_statement *loop)
{
    bool made = false; /* and not compared yet */
    for (const lck_statement *s = body; s; s = s->next) {
        if (lck_is_of_keys(w, s)) {
            w->other = w->other || (w->loop && w->loop != loop);
            w->loop = loop;
        }
        if (s->kind == LCK_WGMMA && s->a.array >= 0) { /* Q is in shared memory, P is not */
            w->other = w->other || ((made || w->mask[0]) && w->scores != s->held.file);
            w->scores = s->held.file;
            made = true;
        }
        if (left_out_by(s)) {
            const int n = w->mask[0] != NULL;
            w->other = w->other || !made || w->mask[1];
            w->mask[n] = s;
            w->round[n] = loop;
            made = false;
        }
        find(w, s->body, s->kind == LCK_LOOP ? s : loop);
        find(w, s->otherwise, loop);
    }
    w->other = w->other || made;
}

/* A loop of no round takes no step. */
static bool is_run(const lck_counting *w, int i)
{
    return !w->round[i] || w->round[i]->value->high > 0;
}

static bool found(const lck_counting *w)
{
    return !w->other && w->mask[1] && !w->round[0] && w->round[1] && w->loop &&
           w->loop->body->kind == LCK_LET;
}

const lc_expr *lck_count_value(const lck_counting *w, const lc_expr *e)
{
    for (size_t i = 0; i < w->names.n; i++)
        if (w->names.name[i].var == e && w->names.name[i].value)
            return w->names.name[i].value;
    return e;
}

/* ---- texts ---- */

void lck_count_begin(lck_counting *w, const lc_expr *number)
{
    w->writing = (lck_writing){
        .names = &w->names, .var = number, .by = w->of->splits, .letter = 'j', .many = true};
    if (number)
        w->writing.number = (lck_polynomial){.n = 1, .term = {{1, {number, NULL}}}};
}

bool lck_count_choice(const lck_counting *w, const lc_expr *e, const lc_expr **out)
{
    lc_exprs *x = w->kernel->x;
    e = lck_count_value(w, e);
    const bool chooses = e->op == LC_EXPR_SELECT;
    out[0] = chooses ? e->arg[0] : e;
    out[1] = chooses ? e->arg[1] : lc_expr_int(x, 1);
    out[2] = chooses ? e->arg[2] : lc_expr_int(x, 0);
    return chooses || e->op == LC_EXPR_LT || e->op == LC_EXPR_LE || e->op == LC_EXPR_ALL;
}

/* What is known of letters that are choices, and of names of such. */
static void put_choices(lck_counting *w, lc_text *out)
{
    const lc_expr **of = w->writing.other, *c[3];
    for (size_t i = 0; i < LCK_MOST_LETTERS && of[i]; i++) {
        const char letter[] = {LCK_LETTERS[i], '\0'};
        if (lck_count_choice(w, of[i], c))
            lck_count_say(w, out, " and ((%c) and %s = (%e) or not (%c) and %s = (%e))", c[0],
                          letter, c[1], c[0], letter, c[2]);
    }
}

bool lck_count_claim(lck_counting *w, const char *how, const char *letters, lc_text part[3])
{
    enum { KNOWN, LEFT, RIGHT };
    const lck_writing *x = &w->writing;
    const bool both = how[0] == 'e';
    lc_text names = {0}, known = {0}, choices = {0};
    put_choices(w, &choices); /* they may name more letters */
    for (size_t i = 0; i < LCK_MOST_LETTERS && x->other[i]; i++) {
        lc_text_printf(&names, "%c,", LCK_LETTERS[i]);
        lc_text_printf(&known, "%lld <= %c <= %lld and ", (long long)x->other[i]->low,
                       LCK_LETTERS[i], (long long)x->other[i]->high);
    }
    lc_text_printf(&names, "%s] : ", letters);
    lc_text_printf(&known, "%s%s and ", lc_text_peek(&part[KNOWN]), lc_text_peek(&choices));
    lc_text_free(&choices);
    const bool failed = names.failed || known.failed || part[LEFT].failed || part[RIGHT].failed;
    const char *of = lc_text_peek(&names), *if_ = lc_text_peek(&known);
    return lck_freed(failed    ? lc_no_memory(w->a->plan->ctx) != NULL
                     : x->lost ? lck_count_lost(w, "a number has no text")
                               : lck_claims(w, "%s(set \"{ [%s%s%s }\", set \"{ [%s%s%s }\")",
                                            how, of, if_, lc_text_peek(&part[LEFT]), of,
                                            both ? if_ : "", lc_text_peek(&part[RIGHT])),
                     &names, &known);
}

/* ---- steps ---- */

/* What is known of n j, and of the steps c and n c. */
static void put_products(lck_counting *w, lc_text *known)
{
    const lc_expr *n = w->of->splits, *c = w->loop->value, *of = lck_count_value(w, c);
    if (n->op == LC_EXPR_INT)
        lck_count_say(w, known, " and J = %d*j and C = %d*(%e)", (int)n->value, (int)n->value, c);
    else
        lck_count_say(w, known,
                      " and (j < 0 and J <= -(%e) or j = 0 and J = 0 or j > 0 and J >= (%e)) and "
                      "(j < (%e) and J + (%e) <= C or j >= (%e) and J >= C)",
                      n, n, c, n, c);
    if (of->op == LC_EXPR_DIV && lc_expr_equal(of->arg[1], n))
        lck_count_say(w, known, " and C <= (%e) and (%e) < C + (%e)", of->arg[0], of->arg[0], n);
}

static bool steps_of_splits(lck_counting *w, lc_text part[3])
{
    const lc_expr *low = w->of->low, *s = w->of->split;
    lc_text own = {0};
    put_products(w, &part[0]);
    lck_count_say(w, &part[0], " and 0 <= (%e) < (%e)", s, w->of->splits);
    lck_count_say(w, &own, "(%e) <= b < (%e) and b = (%e) + (%e) + J", low, w->of->end, low, s);
    lck_count_say(w, &part[2], "(%s or %d*b >= (%e))", lc_text_peek(&own), w->a->keys,
                  w->of->keys);
    lc_text back[3] = {part[0], own, part[1]};
    return lck_freed(lck_count_claim(w, "contained", "j,J,C,b", part) &&
                         lck_count_claim(w, "contained", "j,J,C,b", back),
                     &own);
}

/* How many steps there are, by low and end where keys are not split. */
static const lc_expr *steps_of(const lck_counting *w)
{
    const lc_expr *of = w->loop->value;
    return of == w->of->end || w->a->split ? of : lck_count_value(w, of);
}

static bool steps(lck_counting *w)
{
    const lc_expr *low = w->of->low, *end = w->of->end;
    lc_text part[3] = {{0}};
    lck_count_begin(w, w->loop->var);
    lck_count_say(w, &part[0], "0 <= (%e) < (%e)", low, end);
    lck_count_say(w, &part[1], "(%e) = %d*b and 0 <= j < (%e)", w->loop->body->value, w->a->keys,
                  steps_of(w));
    if (w->a->split)
        return lck_freed(steps_of_splits(w, part), &part[0], &part[1], &part[2]);
    lck_count_say(w, &part[2], "(%e) <= b < (%e) and b = (%e) - 1 - j", low, end, end);
    return lck_freed(lck_count_claim(w, "equal", "j,b", part), &part[0], &part[1], &part[2]);
}

/* Step 0, or j of round j - 1 of all but one, has the key of that step of the loads. */
static bool multiplies_key(lck_counting *w, int i)
{
    const lc_expr *round = w->round[i] ? w->round[i]->var : NULL, *key = w->mask[i]->value;
    const lck_polynomial one = lck_constant(1),
                         loaded = lck_polynomial_of(&w->names, w->loop->body->value);
    const lck_polynomial is = lck_polynomial_of(&w->names, key),
                         steps = lck_polynomial_of(&w->names, w->loop->value);
    lck_polynomial step = lck_constant(0), rounds;
    if (round) {
        step = round->low < round->high ? lck_polynomial_of(&w->names, round)
                                        : lck_constant(round->low);
        rounds = lck_polynomial_of(&w->names, w->round[i]->value);
        lck_add_times(&step, 1, &one);
        lck_add_times(&rounds, 1, &one);
        if (!lck_same(&rounds, &steps))
            return lck_count_lost(w, "loads and products do not take as many steps");
    }
    const lck_polynomial of_step = lck_replaced(&loaded, w->loop->var, &step);
    if (lck_same(&of_step, &is))
        return true;
    lc_text part[3] = {{0}};
    lck_count_begin(w, w->loop->var);
    lck_count_say(w, &part[0], round ? "1 <= j < (%e)" : "0 <= j < 1", steps_of(w));
    lck_count_say(w, &part[1], "j >= 0");
    lck_count_say(w, &part[2], "(%e) = ", w->loop->body->value);
    if (w->a->split)
        put_products(w, &part[0]);
    if (round && round->low < round->high) { /* else the key has no round in it */
        w->writing.var = round;
        w->writing.number = step;
    }
    w->writing.by = NULL;
    lck_count_say(w, &part[2], "(%e)", key);
    return lck_freed(lck_count_claim(w, "contained", w->a->split ? "j,J,C" : "j", part), &part[0],
                     &part[1], &part[2]);
}

/* ---- blocks ---- */

/* A tile that has some of the S queries takes a block at least; tables may leave no key. */
static bool takes_some(lck_counting *w)
{
    const lc_expr *low = lck_count_value(w, w->of->low), *end = lck_count_value(w, w->of->end);
    lc_text part[3] = {{0}};
    lck_count_begin(w, NULL);
    lck_count_say(w, &part[0], "0 <= (%e) < (%e) and (%e) >= %d", w->of->at, w->of->queries,
                  w->of->keys, !lck_attention_has_others(w->a));
    lck_count_say(w, &part[1], "b = 0");
    lck_count_say(w, &part[2], "0 <= (%e) and (%e) < (%e)", low, low, end);
    return lck_freed(lck_count_claim(w, "contained", "b", part), &part[0], &part[1], &part[2]);
}

/* Rows of a tile's warpgroup are queries from a first one on. */
static bool blocks(lck_counting *w, const lck_statement *mask)
{
    const int rows = lck_attention_queries(w->a), of = lck_attention_of_group(w->a);
    const int keys = w->a->keys, least = !lck_attention_has_others(w->a);
    const lck_statement *all = mask->next->next, *one = all->body->body;
    const lc_expr *key = mask->var, *row = mask->next->var, *q = one->var, *k = one->next->var;
    const lc_expr *at = w->of->at, *s = w->of->queries, *to = w->of->keys;
    const lc_expr *low = lck_count_value(w, w->of->low), *end = lck_count_value(w, w->of->end);
    lc_text part[3] = {{0}}, of_mask[4] = {{0}};
    const lc_expr *const stays[] = {key, row, q, k};
    for (int i = 0; i < 4; i++)
        lck_name_stays(&w->names, stays[i]);
    lck_count_begin(w, NULL);
    lck_count_say(
        w, &part[0],
        "0 <= (%e) and (%e) >= %d and (%e) <= (%e) and (%e) + %d <= (%e) + %d and "
        "(%e) <= (%e) < (%e) + %d and (%e) < (%e) and (%e) = %d*b and (%e) <= (%e) < (%e) + %d",
        at, to, least, at, row, row, of, at, rows, row, q, row, of, q, s, key, keys, key, k, key,
        keys);
    lck_count_say(w, &part[1],
                  w->a->split ? "((%e) <= b < (%e) or %d*b >= (%e))" : "((%e) <= b < (%e))", low,
                  end, keys, to);
    lck_count_say(w, &part[1], " and not ((%c) and (%c))", all->value, one->next->next->value);
    lck_count_say(w, &of_mask[0], "(%e)", q);
    lck_count_say(w, &of_mask[1], "(%e)", k);
    lck_count_say(w, &of_mask[2], "((%e) - (%e))", to, s);
    lck_count_say(w, &of_mask[3], "(%e)", to);
    lck_count_say(w, &part[2], "0 <= (%e) < (%e) and ", k, to);
    lck_attention_seen(w->a, &part[2], lc_text_peek(&of_mask[0]), lc_text_peek(&of_mask[1]),
                       lc_text_peek(&of_mask[2]), lc_text_peek(&of_mask[3]));
    return lck_freed(lck_count_claim(w, "equal", "b", part), &part[0], &part[1], &part[2],
                     &of_mask[0], &of_mask[1], &of_mask[2], &of_mask[3]);
}

/* ---- registers ---- */

void lck_count_difference(lck_counting *w, lc_text *out, const lc_expr *a, const lc_expr *b)
{
    lck_polynomial p = lck_polynomial_of(&w->names, a);
    const lck_polynomial less = lck_polynomial_of(&w->names, b);
    lck_add_times(&p, -1, &less);
    lck_count_say(w, out, "%p - ", &p);
}

/* Register p of thread n is of row 16 (n / 32 % 4) + n % 32 / 4 + 8 (p / 2 % 2) of its warpgroup
 * and column 8 (p / 4) + 2 (n % 4) + p % 2 (PTX ISA, wgmma, Register Fragments). Differences of
 * functions cost isl far less than to compare them. */
static bool registers(lck_counting *w, const lck_statement *mask)
{
    const lck_statement *loop = mask->next->next->body, *left_out = left_out_by(mask);
    const int of = lck_attention_of_group(w->a), half = w->a->keys / 2;
    lc_text is = {0};
    w->names.all = true;
    lck_count_begin(w, NULL);
    w->writing.other[0] = w->kernel->thread;
    w->writing.other[1] = loop->var;
    lck_count_difference(w, &is, mask->next->var, w->of->at);
    lck_count_say(w, &is, "%d*floor(n/128), ", of);
    lck_count_difference(w, &is, loop->body->var, w->of->at);
    lck_count_say(w, &is,
                  "%d*floor(n/128) - floor((16*(floor(n/32) mod 4) + floor((n mod 32)/4) + "
                  "8*(floor(p/2) mod 2))/%d), ",
                  of, w->a->packed);
    lck_count_difference(w, &is, loop->body->next->var, mask->var);
    lck_count_say(w, &is, "(8*floor(p/4) + 2*(n mod 4) + p mod 2)");
    w->names.all = false;
    const int threads = 128 * w->a->groups;
    return lck_freed(
        w->writing.lost || w->writing.other[2] || loop->count != half ||
                left_out->held.at != loop->var || left_out->held.file != w->scores
            ? lck_count_lost(w, "registers do not count rows and columns")
            : lck_claims(w,
                         "equal(relation \"{ [n,p] -> [%s] : 0 <= n < %d and 0 <= p < %d }\", "
                         "relation \"{ [n,p] -> [0,0,0] : 0 <= n < %d and 0 <= p < %d }\")",
                         lc_text_peek(&is), threads, half, threads, half),
        &is);
}

/* ---- all of it ---- */

/* What is said of a letter are the bounds of its name: its value must have them. */
static bool names_hold(const lck_counting *w)
{
    for (size_t i = 0; i < w->names.n; i++) {
        const lc_expr *var = w->names.name[i].var, *value = w->names.name[i].value;
        if (value && (value->low < var->low || value->high > var->high))
            return lck_count_lost(w, "a value is outside the bounds of its name");
    }
    return true;
}

bool lck_attention_prove_blocks(lck_attention *a, lcv_planning *p, const lck_kernel *kernel)
{
    lck_counting w = {.a = a, .p = p, .kernel = kernel, .of = &kernel->attention};
    bool ok = lck_names_of(kernel, &w.names) && names_hold(&w);
    find(&w, kernel->body, NULL);
    ok = ok && (found(&w) || lck_count_lost(&w, "there are no loads, or no comparisons")) &&
         lck_attention_prove_tables(&w) && takes_some(&w) && steps(&w);
    for (int i = 0; ok && i < 2; i++)
        ok = !is_run(&w, i) ||
             (multiplies_key(&w, i) && registers(&w, w.mask[i]) && blocks(&w, w.mask[i]));
    ok = ok && lck_attention_prove_rows(&w);
    lck_names_free(&w.names);
    return ok;
}
