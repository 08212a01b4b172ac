/* pairs.c - see pairs.h. */
#include "config.h"

#include "pairs.h"

#include <stdlib.h>
#include <string.h>

int floor_div(int a, int b)
{
    return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

int modulo(int a, int b)
{
    return a - b * floor_div(a, b);
}

/* ---- two pairs ---- */

typedef bool relates(const pair *x, const pair *y);

static bool same_in(const pair *x, const pair *y)
{
    return memcmp(x->in, y->in, sizeof x->in) == 0;
}

static bool same_out(const pair *x, const pair *y)
{
    return memcmp(x->out, y->out, sizeof x->out) == 0;
}

static bool same(const pair *x, const pair *y)
{
    return same_in(x, y) && same_out(x, y);
}

static bool forks(const pair *x, const pair *y)
{
    return same_in(x, y) && !same_out(x, y);
}

static bool meets(const pair *x, const pair *y)
{
    return same_out(x, y) && !same_in(x, y);
}

static bool shares(const pair *x, const pair *y)
{
    return same_out(x, y) && (x->out[0] != 0 || x->out[1] != 0);
}

static bool leads_to(const pair *x, const pair *y)
{
    return x->out[0] == y->in[0] && x->out[1] == y->in[1] && y->in[2] == 0;
}

/* ---- lists ---- */

static const pair *find(const pairs *p, const pair *x, relates *is)
{
    for (size_t k = 0; k < p->n; k++)
        if (is(x, &p->of[k]))
            return &p->of[k];
    return NULL;
}

/* Each of p has one of q, or none has. */
static bool each(const pairs *p, const pairs *q, relates *is, bool has)
{
    bool all = true;
    for (size_t k = 0; all && k < p->n; k++)
        all = (find(q, &p->of[k], is) != NULL) == has;
    return all;
}

void pairs_add(pairs *p, pair x)
{
    if (p->too_many || find(p, &x, same))
        return;
    p->too_many = p->n == PAIRS;
    if (!p->too_many)
        p->of[p->n++] = x;
}

void pairs_put(pairs *p, int x, int y)
{
    pairs_add(p, (pair){{x}, {y}});
}

bool pairs_have(const pairs *p, int x, int y)
{
    return find(p, &(pair){{x}, {y}}, same) != NULL;
}

const pair *pairs_from(const pairs *p, pair input)
{
    return find(p, &input, same_in);
}

bool pairs_reach(const pairs *p, int x, int y)
{
    return find(p, &(pair){.out = {x, y}}, same_out) != NULL;
}

int pairs_at(const pairs *p, int x)
{
    const pair *at = pairs_from(p, (pair){{x}, {0}});
    return at ? at->out[0] : -1;
}

void pairs_join(const pairs *a, const pairs *b, pairs *out)
{
    out->n = 0;
    out->too_many = false;
    for (size_t k = 0; k < b->n; k++)
        for (size_t i = 0; i < a->n; i++) {
            pair x = b->of[k];
            memcpy(x.out, a->of[i].out, sizeof x.out);
            if (leads_to(&b->of[k], &a->of[i]))
                pairs_add(out, x);
        }
}

/* ---- what is so ---- */

bool pairs_function(const pairs *p)
{
    return each(p, p, forks, false);
}

bool pairs_injective(const pairs *p)
{
    return each(p, p, meets, false);
}

bool pairs_listed(const pairs *p)
{
    bool is = p->n > 0; /* as many pairs as inputs: one each */
    for (int c = 0; is && c < (int)p->n; c++)
        is = pairs_from(p, (pair){{c}, {0}}) != NULL;
    return is;
}

bool pairs_bijective(const pairs *p)
{
    return pairs_function(p) && pairs_cover(p, (int)p->n, 1);
}

bool pairs_linear(const pairs *p)
{
    bool is = pairs_listed(p) && (p->n & (p->n - 1)) == 0 && pairs_at(p, 0) == 0;
    for (int c = 1; is && c < (int)p->n; c++)
        is = pairs_at(p, c) >= 0 &&
             pairs_at(p, c) == (pairs_at(p, c & (c - 1)) ^ pairs_at(p, c & -c));
    return is;
}

bool pairs_within(const pairs *p, int x, int y)
{
    for (size_t k = 0; k < p->n; k++) {
        const int *out = p->of[k].out;
        if (out[0] < 0 || out[0] >= x || out[1] < 0 || out[1] >= y)
            return false;
    }
    return true;
}

bool pairs_cover(const pairs *p, int x, int y)
{
    for (int i = 0; i < x; i++)
        for (int j = 0; j < y; j++)
            if (!pairs_reach(p, i, j))
                return false;
    return true;
}

bool pairs_aligned(const pairs *p, int n)
{
    for (size_t k = 0; k < p->n; k++)
        if (p->of[k].out[0] % n != 0)
            return false;
    return true;
}

bool pairs_same(const pairs *p, const pairs *q)
{
    return p->n == q->n && each(p, q, same, true);
}

bool pairs_contained(const pairs *p, const pairs *q)
{
    return each(p, q, same_out, true);
}

bool pairs_apart(const pairs *p, const pairs *q)
{
    return each(p, q, shares, false);
}

bool pairs_compose(const pairs *r, const pairs *a, const pairs *b, bool *too_many)
{
    pairs *made = malloc(sizeof *made);
    if (!made)
        abort();
    pairs_join(a, b, made);
    bool is = each(b, a, leads_to, true) && pairs_same(r, made);
    if (too_many)
        *too_many = *too_many || made->too_many;
    free(made);
    return is;
}

bool pairs_invert_right(const pairs *f, const pairs *a, bool *too_many)
{
    pairs *identity = calloc(1, sizeof *identity);
    if (!identity)
        abort();
    for (size_t k = 0; k < f->n; k++) {
        const int *in = f->of[k].in;
        pairs_add(identity, (pair){{in[0], in[1], in[2]}, {in[0], in[1]}});
    }
    bool is = pairs_compose(identity, a, f, too_many);
    free(identity);
    return is;
}

bool pairs_invert_left(const pairs *f, const pairs *a, bool *too_many)
{
    pairs *back = malloc(sizeof *back);
    if (!back)
        abort();
    pairs_join(f, a, back);
    bool is = each(a, f, leads_to, true) && pairs_compose(a, a, back, too_many);
    if (too_many)
        *too_many = *too_many || back->too_many;
    free(back);
    return is;
}
