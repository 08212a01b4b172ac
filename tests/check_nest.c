/* check_nest.c - Tuple and Nest morphisms: the theorems, as laws about the layouts that
 * they realize, which are enumerated. */
#include "config.h"

#include "law.h"
#include "suite.h"

#include "../lib/nest.h"

#include <stdlib.h>
#include <string.h>

/* ---- random morphisms ---- */

LAW_RELEASE(release, lc_morphism_free)

/* Checks what is made by construction, too: lc_morphism_new takes it. */
static lc_morphism *own(law *l, lc_morphism *f)
{
    if (!f)
        return NULL;
    law_own_with(l, f, release);
    size_t n = lc_tuple_nleaves(lc_morphism_domain(f)), map[n];
    for (size_t i = 0; i < n; i++)
        map[i] = lc_morphism_image(f, i);
    lc_morphism *checked = lc_morphism_new(l->ctx, lc_morphism_domain(f), lc_morphism_codomain(f),
                                           map);
    ck_assert_msg(checked != NULL, "%s", lc_ctx_message(l->ctx));
    lc_morphism_free(checked);
    return f;
}

static const char *show(law *l, const lc_morphism *f)
{
    if (!f)
        return lc_ctx_message(l->ctx);
    return law_own_memory(l, lc_morphism_to_str(l->ctx, f));
}

enum { ENTRIES = 6, PIECES = 4 * ENTRIES };

typedef struct {
    size_t n;
    int64_t entry[PIECES];
} entries;

static lc_tuple *tuple_of(law *l, const entries *e)
{
    m_tuple t = {.n = e->n};
    rnd_nest(&l->rnd, t.n, t.nest);
    memcpy(t.leaf, e->entry, e->n * sizeof *e->entry);
    return law_tuple(l, &t);
}

static void random_entries(rnd *r, entries *e, size_t least)
{
    e->n = (size_t)rnd_in(r, (int64_t)least, ENTRIES);
    for (size_t i = 0; i < e->n; i++)
        e->entry[i] = rnd_chance(r, 15) ? 1 : rnd_in(r, 2, 4);
}

/* A morphism to this codomain: some of its entries in some order, and others without an
 * image among them. */
static lc_morphism *morphism_to(law *l, const lc_tuple *codomain, const entries *to)
{
    rnd *r = &l->rnd;
    size_t order[ENTRIES], map[ENTRIES];
    entries from;
    rnd_shuffle(r, to->n, order);
    from.n = (size_t)rnd_in(r, 1, (int64_t)to->n);
    for (size_t i = 0; i < from.n; i++) {
        bool star = rnd_chance(r, 25);
        map[i] = star ? LC_STAR : order[i];
        from.entry[i] = star ? rnd_in(r, 1, 3) : to->entry[order[i]];
    }
    return own(l, lc_morphism_new(l->ctx, tuple_of(l, &from), codomain, map));
}

/* The layout of a morphism, by its definition. */
static m_layout realized(law *l, const lc_morphism *f)
{
    m_layout a = {0};
    lc_layout *layout = law_own(l, lc_morphism_layout(l->ctx, f));
    const lc_tuple *to = lc_morphism_codomain(f);
    ck_assert(layout && law_model(l, layout, &a));
    for (size_t i = 0; i < a.n; i++) {
        size_t image = lc_morphism_image(f, i);
        int64_t place = image == LC_STAR ? 0 : 1;
        for (size_t j = 0; image != LC_STAR && j < image; j++)
            place *= lc_int_get_si(lc_tuple_value(to, j));
        ck_assert_int_eq(a.stride[i], place);
    }
    return a;
}

static entries entries_of(const lc_tuple *t)
{
    entries e = {.n = lc_tuple_nleaves(t)};
    for (size_t i = 0; i < e.n && i < ENTRIES; i++)
        e.entry[i] = lc_int_get_si(lc_tuple_value(t, i));
    return e;
}

static lc_morphism *random_morphism(law *l)
{
    entries to;
    random_entries(&l->rnd, &to, 1);
    return morphism_to(l, tuple_of(l, &to), &to);
}

/* ---- theorems ---- */

LAW(composition, "L of g o f is L_g o L_f", NULL)
{
    lc_morphism *g = random_morphism(l);
    entries middle = entries_of(lc_morphism_domain(g));
    lc_morphism *f = morphism_to(l, lc_morphism_domain(g), &middle);
    lc_morphism *both = own(l, lc_morphism_compose(l->ctx, g, f));
    if (!both)
        return law_fail(l, "%s o %s: %s", show(l, g), show(l, f), show(l, both));
    m_layout of_f = realized(l, f), of_g = realized(l, g), of_both = realized(l, both);
    for (int64_t c = 0; c < m_size(&of_f); c++)
        if (m_at(&of_both, c) != m_at(&of_g, m_at(&of_f, c)))
            return law_fail(l, "%s o %s is %s, another function at %lld", show(l, g), show(l, f),
                            show(l, both), (long long)c);
    return true;
}

static const char *const composed_refined[] = {"composed", "no refinement or too far", NULL};

/* The layout of the composite up to refinement, at every coordinate; where there is none, a value
 * of f is past the domain of g or the boundaries of the two tuples do not divide each other. */
LAW(composition_up_to_refinement, "L of g o f is L_g o L_f, up to refinement", composed_refined)
{
    lc_morphism *g = random_morphism(l), *f = random_morphism(l);
    lc_morphism *both = own(l, lc_morphism_compose(l->ctx, g, f));
    bool none = !both && lc_ctx_code(l->ctx) == LC_ERR_NO_VALUE;
    m_layout of_f = realized(l, f), of_g = realized(l, g), of_both;
    law_saw(l, both ? 0 : 1);
    if (!both) {
        bool inside = true;
        lc_tuple *finer[2];
        for (int64_t c = 0; c < m_size(&of_f); c++)
            inside = inside && m_at(&of_f, c) < m_size(&of_g);
        bool refined = lc_mutual_refinement(l->ctx, lc_morphism_codomain(f),
                                            lc_morphism_domain(g), &finer[0], &finer[1]);
        law_own_tuple(l, finer[0]);
        law_own_tuple(l, finer[1]);
        return (none && !(inside && refined)) ||
               law_fail(l, "%s o %s: %s", show(l, g), show(l, f), show(l, both));
    }
    of_both = realized(l, both);
    bool same = m_size(&of_both) == m_size(&of_f) &&
                lc_tuple_refines(l->ctx, lc_morphism_domain(both), lc_morphism_domain(f)) &&
                lc_tuple_refines(l->ctx, lc_morphism_codomain(both), lc_morphism_codomain(g));
    for (int64_t c = 0; same && c < m_size(&of_f); c++)
        same = m_at(&of_f, c) < m_size(&of_g) && m_at(&of_both, c) == m_at(&of_g, m_at(&of_f, c));
    return same ||
           law_fail(l, "%s o %s is %s, another function", show(l, g), show(l, f), show(l, both));
}

LAW(coalesce, "L of coal(f) is coal(L_f)", NULL)
{
    lc_morphism *f = random_morphism(l), *c = own(l, lc_morphism_coalesce(l->ctx, f));
    if (!c)
        return law_fail(l, "coalesce(%s): %s", show(l, f), show(l, c));
    m_layout a = realized(l, f), b = realized(l, c);
    lc_layout *want = law_own(l, lc_coalesce(l->ctx, law_layout(l, &a)));
    return m_equiv(&a, &b) && lc_layout_equal(want, law_layout(l, &b))
               ? true
               : law_fail(l, "coalesce(%s) is %s, whose layout %s is not %s", show(l, f),
                          show(l, c), law_text(l, &b), law_show(l, want));
}

static int64_t codomain_size(const lc_morphism *f)
{
    int64_t size = 1;
    for (size_t j = 0; j < lc_tuple_nleaves(lc_morphism_codomain(f)); j++)
        size *= lc_int_get_si(lc_tuple_value(lc_morphism_codomain(f), j));
    return size;
}

/* (f, f^c) is onto the codomain where f has no stride 0, and L of coal(f^c) is pycute's
 * complement up to its size. */
LAW(complement, "L of f^c is comp(L_f, size)", NULL)
{
    lc_morphism *f = random_morphism(l), *c = own(l, lc_morphism_complement(l->ctx, f));
    lc_morphism *simple = c ? own(l, lc_morphism_coalesce(l->ctx, c)) : NULL;
    if (!simple)
        return law_fail(l, "complement(%s): %s", show(l, f), show(l, simple));
    m_layout a = realized(l, f), b = realized(l, simple);
    lc_int size = lc_int_si(l->ctx, codomain_size(f));
    lc_layout *want = law_own(l, lc_complement_to(l->ctx, law_layout(l, &a), size));
    if (!want || !lc_layout_equal(want, law_layout(l, &b)))
        return law_fail(l, "complement(%s) is %s, whose layout %s is not %s", show(l, f),
                        show(l, simple), law_text(l, &b), law_show(l, want));
    return true;
}

/* Two halves of one morphism: their images share nothing. */
LAW(concatenation, "L of (f, g) is (L_f, L_g)", NULL)
{
    entries to;
    random_entries(&l->rnd, &to, 2);
    lc_tuple *codomain = tuple_of(l, &to);
    size_t order[ENTRIES], cut = (size_t)rnd_in(&l->rnd, 1, (int64_t)to.n - 1);
    rnd_shuffle(&l->rnd, to.n, order);
    lc_morphism *half[2];
    for (int h = 0; h < 2; h++) {
        entries from = {.n = h == 0 ? cut : to.n - cut};
        size_t map[ENTRIES];
        for (size_t i = 0; i < from.n; i++) {
            map[i] = order[h == 0 ? i : cut + i];
            from.entry[i] = to.entry[map[i]];
        }
        half[h] = own(l, lc_morphism_new(l->ctx, tuple_of(l, &from), codomain, map));
    }
    lc_morphism *both = own(l, lc_morphism_concat(l->ctx, half[0], half[1]));
    if (!both)
        return law_fail(l, "(%s, %s): %s", show(l, half[0]), show(l, half[1]), show(l, both));
    lc_layout *part[2], *want;
    for (int h = 0; h < 2; h++)
        part[h] = law_own(l, lc_morphism_layout(l->ctx, half[h]));
    want = law_own(l, lc_layout_concat(l->ctx, 2, part));
    lc_layout *got = law_own(l, lc_morphism_layout(l->ctx, both));
    if (!lc_layout_equal(want, got))
        return law_fail(l, "the layout of %s is not %s", show(l, both), law_show(l, want));
    return !lc_morphism_concat(l->ctx, half[0], half[0]) ||
           law_fail(l, "(%s) twice has a value", show(l, half[0]));
}

/* The quotient or the product has the layout that the algebra has of the layouts. */
static bool tiles(law *l, bool product, const lc_morphism *f, const lc_morphism *g,
                  const lc_morphism *q)
{
    m_layout a = realized(l, f), b = realized(l, g), c = realized(l, q), w;
    lc_tiler *tiler = law_own_tiler(l, lc_tiler_layout(l->ctx, law_layout(l, &b)));
    lc_layout *outer = law_layout(l, &a);
    lc_layout *want = law_own(l, product ? lc_logical_product(l->ctx, outer, tiler)
                                         : lc_logical_divide(l->ctx, outer, tiler));
    return (want && law_model(l, want, &w) && m_equiv(&w, &c)) ||
           law_fail(l, "%s %s %s is %s, whose layout %s is not %s", show(l, f),
                    product ? "*" : "/", show(l, g), show(l, q), law_text(l, &c),
                    law_show(l, want));
}

LAW(divides, "L of f / g is L_f / L_g", NULL)
{
    lc_morphism *f = random_morphism(l);
    entries middle = entries_of(lc_morphism_domain(f));
    lc_morphism *g = morphism_to(l, lc_morphism_domain(f), &middle);
    lc_morphism *q = own(l, lc_morphism_divide(l->ctx, f, g));
    return q ? tiles(l, false, f, g, q)
             : law_fail(l, "%s / %s: %s", show(l, f), show(l, g), show(l, q));
}

static const char *const tiled[] = {"quotients", "products", "none", NULL};

/* Any two morphisms, where they have a quotient or a product. */
LAW(tiles_up_to_refinement, "L of f / g and f * g, up to refinement", tiled)
{
    bool product = rnd_chance(&l->rnd, 50);
    lc_morphism *f = random_morphism(l), *g = random_morphism(l);
    lc_morphism *q = own(l, product ? lc_morphism_product(l->ctx, f, g)
                                    : lc_morphism_divide(l->ctx, f, g));
    law_saw(l, !q ? 2 : product ? 1 : 0);
    if (!q)
        return lc_ctx_code(l->ctx) == LC_ERR_NO_VALUE || lc_ctx_code(l->ctx) == LC_ERR_INVALID ||
               law_fail(l, "%s", show(l, q));
    return tiles(l, product, f, g, q);
}

LAW(multiplication, "L of f * g is L_f * L_g", NULL)
{
    lc_morphism *f = random_morphism(l), *c = own(l, lc_morphism_complement(l->ctx, f));
    entries middle = entries_of(lc_morphism_domain(c));
    lc_morphism *g = morphism_to(l, lc_morphism_domain(c), &middle);
    lc_morphism *p = own(l, lc_morphism_product(l->ctx, f, g));
    return p ? tiles(l, true, f, g, p)
             : law_fail(l, "%s * %s: %s", show(l, f), show(l, g), show(l, p));
}

/* ---- inclusions, modes ---- */

/* The entries with 1s between them, or without. */
static void sprinkle(rnd *r, const entries *e, entries *with)
{
    with->n = 0;
    for (size_t i = 0; i < e->n; i++) {
        bool one = e->entry[i] == 1;
        if (rnd_chance(r, 20) || (one && rnd_chance(r, 50)))
            with->entry[with->n++] = 1;
        if (!one)
            with->entry[with->n++] = e->entry[i];
    }
    if (with->n == 0)
        with->entry[with->n++] = 1;
}

/* Are the entries of t other than 1 the first ones of u? */
static bool begins(const entries *t, const entries *u)
{
    size_t k = 0;
    for (size_t j = 0; j < t->n; j++) {
        if (t->entry[j] == 1)
            continue;
        while (k < u->n && u->entry[k] == 1)
            k++;
        if (k == u->n || u->entry[k++] != t->entry[j])
            return false;
    }
    return true;
}

static const char *const included[] = {"included", "not included", NULL};

/* It exists just where T begins U, goes in order, and realizes the identity. */
LAW(includes, "inclusions", included)
{
    entries u, t, some;
    random_entries(&l->rnd, &u, 1);
    some = u;
    some.n = (size_t)rnd_in(&l->rnd, 1, (int64_t)u.n);
    if (rnd_chance(&l->rnd, 40))
        random_entries(&l->rnd, &some, 1);
    sprinkle(&l->rnd, &some, &t);
    lc_tuple *from = tuple_of(l, &t), *to = tuple_of(l, &u);
    lc_morphism *i = own(l, lc_morphism_include(l->ctx, from, to));
    bool is = begins(&t, &u);
    law_saw(l, is ? 0 : 1);
    if (!is || !i)
        return (!i && !is && lc_ctx_code(l->ctx) == LC_ERR_NO_VALUE) ||
               law_fail(l, "include(%s, %s): %s", law_show_tuple(l, from), law_show_tuple(l, to),
                        show(l, i));
    m_layout a = realized(l, i);
    bool same = lc_tuple_equal(lc_morphism_domain(i), from) &&
                lc_tuple_equal(lc_morphism_codomain(i), to);
    size_t last = 0;
    for (size_t j = 0; same && j < t.n; j++) {
        size_t image = lc_morphism_image(i, j);
        same = image == LC_STAR ? t.entry[j] == 1 : image + 1 > last;
        last = image == LC_STAR ? last : image + 1;
    }
    for (int64_t c = 0; same && c < m_size(&a); c++)
        same = m_at(&a, c) == c;
    return same || law_fail(l, "include(%s, %s) is %s", law_show_tuple(l, from),
                            law_show_tuple(l, to), show(l, i));
}

/* The composite is the pasted diagram: f pulled back, the inclusion, g pushed forward. */
LAW(pastes, "compositions are pasted at inclusions", included)
{
    lc_morphism *g = random_morphism(l), *f = random_morphism(l);
    lc_tuple *finer[2];
    bool refined = lc_mutual_refinement(l->ctx, lc_morphism_codomain(f), lc_morphism_domain(g),
                                        &finer[0], &finer[1]);
    law_own_tuple(l, finer[0]);
    law_own_tuple(l, finer[1]);
    lc_morphism *i = refined ? own(l, lc_morphism_include(l->ctx, finer[0], finer[1])) : NULL;
    law_saw(l, i ? 0 : 1);
    if (!i)
        return true;
    lc_morphism *inner = own(l, lc_morphism_pull_back(l->ctx, f, finer[0]));
    lc_morphism *outer = own(l, lc_morphism_push_forward(l->ctx, g, finer[1]));
    lc_morphism *middle = own(l, lc_morphism_compose(l->ctx, i, inner));
    lc_morphism *pasted = own(l, lc_morphism_compose(l->ctx, outer, middle));
    lc_morphism *both = own(l, lc_morphism_compose(l->ctx, g, f));
    if (!pasted || !both)
        return law_fail(l, "%s o %s: %s", show(l, g), show(l, f), show(l, pasted));
    m_layout a = realized(l, pasted), b = realized(l, both);
    return m_equal(&a, &b) || law_fail(l, "%s o %s is %s, and pasted %s", show(l, g), show(l, f),
                                       show(l, both), show(l, pasted));
}

LAW(modes, "L of a mode is the mode of L_f", NULL)
{
    lc_morphism *f = random_morphism(l);
    lc_layout *all = law_own(l, lc_morphism_layout(l->ctx, f));
    for (size_t i = 0; i < lc_tuple_rank(lc_morphism_domain(f)); i++) {
        lc_morphism *mode = own(l, lc_morphism_mode(l->ctx, f, i));
        lc_layout *of = mode ? law_own(l, lc_morphism_layout(l->ctx, mode)) : NULL;
        lc_layout *want = law_own(l, lc_layout_mode(l->ctx, all, i));
        if (!of || !lc_layout_equal(of, want) ||
            !lc_tuple_equal(lc_morphism_codomain(mode), lc_morphism_codomain(f)))
            return law_fail(l, "mode %zu of %s is %s", i, show(l, f), show(l, mode));
    }
    return true;
}

/* ---- diagrams ---- */

/* The brackets of a leaf in the text of a tuple: how many modes end or begin with it. */
static size_t count(const char *text, const char *among)
{
    size_t n = 0;
    for (; *text != '\0'; text++)
        n += strchr(among, *text) != NULL;
    return n;
}

/* Each row has the entry of the domain, where it goes, and the entry of the codomain; a mode that
 * is nested has a bracket at its first leaf and at its last one, or one for both. */
static bool shown(law *l, const lc_morphism *f, const char *row, size_t *nested)
{
    const lc_tuple *from = lc_morphism_domain(f), *to = lc_morphism_codomain(f);
    size_t k = strtoul(row, NULL, 10) - 1;
    const char *entry = strchr(row, '|') + 1;
    bool right = true;
    nested[0] += count(row, "\\") + 2 * count(row, "<") + count(row, "/");
    nested[1] += 2 * (count(row, ">") - (strstr(row, "->") != NULL));
    entry += strspn(entry, " /\\|<"); /* that of the codomain, where the domain has none */
    if (k < lc_tuple_nleaves(from)) {
        char *rest;
        size_t image = lc_morphism_image(f, k);
        right = strtol(entry, &rest, 10) == lc_int_get_si(lc_tuple_value(from, k)) &&
                (image == LC_STAR
                     ? strncmp(rest, " *", 2) == 0
                     : strncmp(rest, " -> ", 4) == 0 && strtoul(rest + 4, NULL, 10) == image + 1);
        entry = strchr(rest, '|');
        entry += entry ? 1 : 0;
    }
    right = right && (k >= lc_tuple_nleaves(to) ||
                      (entry && strtol(entry, NULL, 10) == lc_int_get_si(lc_tuple_value(to, k))));
    return right || law_fail(l, "%s: row %s", show(l, f), row);
}

static size_t nested_modes(law *l, const lc_tuple *t)
{
    const char *text = law_own_memory(l, lc_tuple_to_str(l->ctx, t));
    size_t n = count(text, "(");
    return n > 0 ? n - 1 : 0;
}

LAW(diagrams, "diagrams show entries, arrows and modes", NULL)
{
    lc_morphism *f = random_morphism(l);
    char *text = law_own_memory(l, lc_morphism_diagram(l->ctx, f));
    size_t rows = 0, nested[2] = {0, 0};
    for (const char *row = text; row; row = strchr(row, '\n') ? strchr(row, '\n') + 1 : NULL) {
        rows++;
        if (!shown(l, f, law_printf(l, "%.*s", (int)strcspn(row, "\n"), row), nested))
            return false;
    }
    size_t n = lc_tuple_nleaves(lc_morphism_domain(f)),
           m = lc_tuple_nleaves(lc_morphism_codomain(f));
    size_t inner = nested_modes(l, lc_morphism_domain(f)) +
                   nested_modes(l, lc_morphism_codomain(f));
    return (rows == (n > m ? n : m) && nested[0] + nested[1] == 2 * inner) ||
           law_fail(l, "%s is drawn as\n%s", show(l, f), text);
}

/* ---- the correspondence ---- */

static const char *const tractable_or_not[] = {"tractable", "not tractable", NULL};

/* By the definition: all pairs of neighbours in the order of strides. */
static bool tractable(const m_layout *a)
{
    bool used[64] = {false};
    int64_t end = 0;
    for (size_t left = 0; left < a->n; left++) {
        size_t best = a->n;
        for (size_t i = 0; i < a->n; i++) {
            if (used[i] || a->stride[i] == 0)
                continue;
            if (best == a->n || a->stride[i] < a->stride[best] ||
                (a->stride[i] == a->stride[best] && a->shape[i] < a->shape[best]))
                best = i;
        }
        if (best == a->n)
            return true;
        if (a->stride[best] < 0 || (end > 0 && a->stride[best] % end != 0))
            return false;
        used[best] = true;
        end = a->shape[best] * a->stride[best];
    }
    return true;
}

LAW(layouts_to_morphisms, "tractable layouts are the layouts of morphisms", tractable_or_not)
{
    m_layout a;
    if (rnd_chance(&l->rnd, 50))
        rnd_nested(&l->rnd, 400, &a);
    else
        rnd_layout(&l->rnd, 400, &a);
    bool yes = tractable(&a);
    law_saw(l, yes ? 0 : 1);
    lc_layout *layout = law_layout(l, &a);
    if (lc_layout_is_tractable(l->ctx, layout, NULL) != yes)
        return law_fail(l, "%s: by definition it is %stractable", law_text(l, &a),
                        yes ? "" : "not ");
    lc_morphism *f = own(l, lc_morphism_of_layout(l->ctx, layout));
    if ((f != NULL) != yes)
        return law_fail(l, "the morphism of %s: %s", law_text(l, &a), show(l, f));
    if (!f)
        return lc_ctx_code(l->ctx) == LC_ERR_NO_VALUE || law_fail(l, "%s", show(l, f));
    m_layout b = realized(l, f);
    if (!m_equal(&a, &b) || !lc_morphism_is_standard(f, NULL))
        return law_fail(l, "the morphism of %s is %s", law_text(l, &a), show(l, f));
    return true;
}

/* A mode may end past the largest integer when nothing comes behind it. */
TEST_CTX(ends_too_large)
{
    mpz_t power;
    mpz_init(power);
    mpz_setbit(power, LC_MAX_INT_BITS / 2 + 1);
    lc_int half = lc_int_from_mpz(ctx, power);
    mpz_mul_2exp(power, power, 1);
    lc_int more = lc_int_from_mpz(ctx, power);
    mpz_clear(power);
    lc_int extent[2] = {half, lc_int_const(2)}, step[2] = {half, more};
    lc_layout *two = lc_layout_flat(ctx, 2, extent, step);
    ck_assert(!lc_layout_is_tractable(ctx, two, NULL));
    ck_assert_int_eq(lc_ctx_code(ctx), LC_ERR_LIMIT);
    lc_ctx_reset(ctx);
    ck_assert_ptr_null(lc_morphism_of_layout(ctx, two));
    ck_assert_int_eq(lc_ctx_code(ctx), LC_ERR_LIMIT);
    lc_ctx_reset(ctx);
    lc_layout *one = lc_layout_flat(ctx, 1, extent, step), *back = NULL;
    lc_morphism *f = lc_morphism_of_layout(ctx, one);
    ck_assert_ptr_nonnull(f);
    lc_morphism *g = lc_morphism_coalesce(ctx, f);
    ck_assert_ptr_nonnull(g);
    back = lc_morphism_layout(ctx, g);
    ck_assert(back && lc_layout_equal(back, one));
    lc_layout_free(back);
    lc_morphism_free(g);
    lc_morphism_free(f);
    lc_layout_free(one);
    lc_layout_free(two);
}

static const char *const standard_or_not[] = {"standard", "not standard", NULL};

/* A morphism of which no entry 1 goes anywhere is that of its layout just where it is of standard
 * form. */
LAW(morphisms_to_layouts, "morphisms of standard form are those of their layouts",
    standard_or_not)
{
    lc_morphism *f = random_morphism(l);
    bool degenerate = false, standard = lc_morphism_is_standard(f, NULL);
    for (size_t i = 0; i < lc_tuple_nleaves(lc_morphism_domain(f)); i++)
        degenerate = degenerate || (lc_int_is_one(lc_tuple_value(lc_morphism_domain(f), i)) &&
                                    lc_morphism_image(f, i) != LC_STAR);
    law_saw(l, standard ? 0 : 1);
    lc_layout *a = law_own(l, lc_morphism_layout(l->ctx, f));
    lc_morphism *g = own(l, lc_morphism_of_layout(l->ctx, a));
    if (!g)
        return law_fail(l, "the layout %s of %s: %s", law_show(l, a), show(l, f), show(l, g));
    return degenerate || lc_morphism_equal(f, g) == standard ||
           law_fail(l, "%s comes back as %s", show(l, f), show(l, g));
}

/* ---- refinements ---- */

LAW(refinements, "refined morphisms are the same functions", NULL)
{
    lc_morphism *f = random_morphism(l);
    bool pull = rnd_chance(&l->rnd, 50);
    const lc_tuple *side = pull ? lc_morphism_codomain(f) : lc_morphism_domain(f);
    entries coarse = entries_of(side);
    int64_t leaf[PIECES];
    size_t n = 0;
    for (size_t k = 0; k < coarse.n; k++) {
        int64_t left = coarse.entry[k];
        while (left % 2 == 0 && left > 2 && rnd_chance(&l->rnd, 60)) {
            leaf[n++] = 2;
            left /= 2;
        }
        leaf[n++] = left;
    }
    lc_int value[PIECES];
    for (size_t i = 0; i < n; i++)
        value[i] = lc_int_si(l->ctx, leaf[i]);
    lc_tuple *finer = law_own_tuple(l, lc_tuple_flat(l->ctx, n, value));
    lc_morphism *g = own(l, pull ? lc_morphism_pull_back(l->ctx, f, finer)
                                 : lc_morphism_push_forward(l->ctx, f, finer));
    if (!g)
        return law_fail(l, "%s refined: %s", show(l, f), show(l, g));
    m_layout a = realized(l, f), b = realized(l, g);
    bool shape = lc_tuple_refines(l->ctx, lc_morphism_domain(g), lc_morphism_domain(f)) &&
                 lc_tuple_refines(l->ctx, lc_morphism_codomain(g), lc_morphism_codomain(f));
    return (shape && m_equiv(&a, &b)) || law_fail(l, "%s refined is %s", show(l, f), show(l, g));
}

static entries without_ones(const lc_tuple *t)
{
    entries e = {0};
    for (size_t i = 0; i < lc_tuple_nleaves(t); i++)
        if (!lc_int_is_one(lc_tuple_value(t, i)))
            e.entry[e.n++] = lc_int_get_si(lc_tuple_value(t, i));
    return e;
}

static const char *const found_or_not[] = {"a refinement", "none", NULL};

/* The mutual refinement has a boundary where one of the two has one, as far as the shorter
 * goes, and exists when those of each divide those of the other. */
LAW(mutual_refinement, "mutual refinements", found_or_not)
{
    entries s, t;
    random_entries(&l->rnd, &s, 1);
    random_entries(&l->rnd, &t, 1);
    int64_t bound[2 * ENTRIES + 1], x = 1, y = 1;
    size_t n = 0, i = 0, j = 0;
    bool exists = true;
    bound[n++] = 1;
    while (exists && i < s.n && j < t.n) {
        int64_t next_x = x * s.entry[i], next_y = y * t.entry[j];
        int64_t next = next_x < next_y ? next_x : next_y;
        exists = next % bound[n - 1] == 0 && next_x % next == 0 && next_y % next == 0;
        bound[n++] = next;
        if (next == next_x) {
            x = next_x;
            i++;
        }
        if (next == next_y) {
            y = next_y;
            j++;
        }
    }
    law_saw(l, exists ? 0 : 1);
    lc_tuple *of_s, *of_t, *from_s = tuple_of(l, &s), *from_t = tuple_of(l, &t);
    bool found = lc_mutual_refinement(l->ctx, from_s, from_t, &of_s, &of_t);
    law_own_tuple(l, of_s);
    law_own_tuple(l, of_t);
    if (found != exists)
        return law_fail(l, "the refinement of %s and %s: by their products it %s",
                        law_show_tuple(l, from_s), law_show_tuple(l, from_t),
                        exists ? "exists" : "does not exist");
    if (!found)
        return lc_ctx_code(l->ctx) == LC_ERR_NO_VALUE || law_fail(l, "%s", "no reason");
    bool agree = lc_tuple_refines(l->ctx, of_s, from_s) && lc_tuple_refines(l->ctx, of_t, from_t);
    int64_t in_s = 1, in_t = 1, at = 1;
    for (size_t k = 0; k < s.n; k++)
        in_s *= s.entry[k];
    for (size_t k = 0; k < t.n; k++)
        in_t *= t.entry[k];
    entries left = without_ones(of_s), right = without_ones(of_t);
    for (size_t k = 0; agree && at < in_s && at < in_t; k++) {
        agree = left.entry[k] == right.entry[k];
        at *= left.entry[k];
    }
    return agree ||
           law_fail(l, "%s and %s become %s and %s", law_show_tuple(l, from_s),
                    law_show_tuple(l, from_t), law_show_tuple(l, of_s), law_show_tuple(l, of_t));
}

/* ---- coarsenings ---- */

/* The shape is taken over. */
static size_t place_of(const lc_tuple *list, law *l, lc_tuple *shape)
{
    size_t n = lc_tuple_rank(list), i = 0;
    for (bool found = false; i < n; i++) {
        lc_tuple *mode = lc_tuple_mode(l->ctx, list, i);
        found = lc_tuple_equal(mode, shape);
        lc_tuple_free(mode);
        if (found)
            break;
    }
    lc_tuple_free(shape);
    return i;
}

static lc_tuple *flat_of(law *l, const entries *e)
{
    lc_int leaf[PIECES];
    for (size_t k = 0; k < e->n; k++)
        leaf[k] = lc_int_const((int)e->entry[k]);
    return e->n == 1 ? lc_tuple_leaf(l->ctx, leaf[0]) : lc_tuple_flat(l->ctx, e->n, leaf);
}

/* Every choice of cuts between entries gives one of them, and each is given by one. */
LAW(coarsenings, "coarsenings", CLASSES("listed", "counted"))
{
    entries s;
    random_entries(&l->rnd, &s, 1);
    for (bool more = rnd_chance(&l->rnd, 30); more && s.n < ENTRIES + 3; s.n++)
        s.entry[s.n] = rnd_in(&l->rnd, 1, 3);
    lc_tuple *of = tuple_of(l, &s), *list = law_own_tuple(l, lc_coarsenings(l->ctx, of));
    lc_int count = lc_count_coarsenings(l->ctx, of);
    law_saw(l, list ? 0 : 1);
    if (!list)
        return (lc_ctx_code(l->ctx) == LC_ERR_LIMIT &&
                lc_int_lt(lc_int_const(LC_COARSENINGS), count)) ||
               law_fail(l, "%s has no coarsenings", law_show_tuple(l, of));
    bool found[LC_COARSENINGS] = {false};
    size_t n = lc_tuple_rank(list), have = 0, choices = (size_t)1 << (s.n - 1);
    bool all = lc_int_eq(count, lc_int_const((int)n));
    for (size_t cuts = 0; all && cuts < choices; cuts++) {
        entries merged = {.n = 1, .entry = {s.entry[0]}};
        for (size_t k = 1; k < s.n; k++) {
            if (cuts >> (k - 1) & 1)
                merged.entry[merged.n++] = s.entry[k];
            else
                merged.entry[merged.n - 1] *= s.entry[k];
        }
        size_t i = place_of(list, l, flat_of(l, &merged));
        all = i < n;
        have += all && !found[i];
        if (all)
            found[i] = true;
    }
    return (all && have == n) ||
           law_fail(l, "%s: %s", law_show_tuple(l, of), law_show_tuple(l, list));
}

/* ---- composition by refinement ---- */

static const char *const composed_or_not[] = {"by refinement", "only without", "no value", NULL};

LAW(composition_by_refinement, "what composes by refinement is the composite", composed_or_not)
{
    m_layout a, b, got;
    rnd_layout(&l->rnd, 512, &a);
    if (rnd_chance(&l->rnd, 70))
        rnd_nested(&l->rnd, 128, &b);
    else
        rnd_inner(&l->rnd, &a, 128, &b);
    lc_layout *outer = law_layout(l, &a), *inner = law_layout(l, &b);
    lc_layout *r = law_own(l, lc_compose_by_refinement(l->ctx, outer, inner));
    lc_code code = lc_ctx_code(l->ctx);
    lc_layout *direct = law_own(l, lc_compose(l->ctx, outer, inner));
    law_saw(l, r ? 0 : direct ? 1 : 2);
    if (!r)
        return code == LC_ERR_NO_VALUE ||
               law_fail(l, "%s o %s: error %d", law_text(l, &a), law_text(l, &b), (int)code);
    bool ok = law_model(l, r, &got);
    for (int64_t c = 0; ok && c < m_size(&b); c++)
        ok = m_at(&got, c) == m_at(&a, m_at(&b, c));
    return (ok && direct) || law_fail(l, "%s o %s by refinement is %s", law_text(l, &a),
                                      law_text(l, &b), law_show(l, r));
}

SUITE_MAIN("nest", composition, composition_up_to_refinement, coalesce, complement, concatenation,
           divides, tiles_up_to_refinement, multiplication, includes, pastes, modes, diagrams,
           layouts_to_morphisms, ends_too_large, morphisms_to_layouts, refinements,
           mutual_refinement, coarsenings, composition_by_refinement)
