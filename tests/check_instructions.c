/* check_instructions.c - what instructions need of layouts: vectors over F2 that move as one,
 * and where contained offsets are, against enumeration.
 */
#include "config.h"

#include "../verify/catalogue/catalogue.h"
#include "../verify/claim/prove.h"
#include "law.h"
#include "owned.h"
#include "suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- vectors over F2 ---- */

static bool both_have(const int64_t *a, const int64_t *b, size_t n, int64_t value)
{
    for (size_t c = 0; c < n; c++)
        if (a[c] == value && b[c] == value)
            return true;
    return false;
}

static bool same_modulo(const int64_t *a, const int64_t *b, size_t n, int64_t m)
{
    for (size_t c = 0; c < n; c++)
        if (((a[c] ^ b[c]) & (m - 1)) != 0)
            return false;
    return true;
}

/* Two linear functions of 6 bits, of which the second is often the first one but for high
 * bits; all vectors of n are found by looking. */
LAW(vectors_by_enumeration, "vectors over F2", CLASSES("vectors", "none"))
{
    lc_dim in = {"in", 6}, out = {"out", 8};
    lc_f2 map[2];
    for (int k = 0; k < 2; k++) {
        map[k] = lc_f2_zero(8, 6);
        for (unsigned j = 0; j < 6; j++)
            map[k].column[j] = k == 1 && rnd_chance(&l->rnd, 80) ? map[0].column[j]
                               : rnd_chance(&l->rnd, 60)         ? (uint64_t)1 << j
                                                                 : rnd_u64(&l->rnd) & 0xff;
    }
    for (unsigned j = 0; j < 6; j++)
        map[1].column[j] ^= (rnd_u64(&l->rnd) & 3) << rnd_in(&l->rnd, 3, 6);
    int64_t at[2][64], n = rnd_chance(&l->rnd, 90) ? (int64_t)1 << rnd_in(&l->rnd, 0, 5) : 3;
    for (uint64_t c = 0; c < 64; c++)
        for (int k = 0; k < 2; k++)
            at[k][c] = (int64_t)lc_f2_apply(&map[k], c);
    bool holds = n != 3 && same_modulo(at[0], at[1], 64, n);
    for (int64_t i = 0; i < n; i++)
        holds = holds && both_have(at[0], at[1], 64, i);
    law_saw(l, holds ? 0 : 1);
    lcv_value *args[3];
    for (int k = 0; k < 2; k++)
        args[k] = law_own_value(l, lcv_value_linear(l->ctx, lc_linear_new(l->ctx, 1, &in, 1, &out,
                                                                          &map[k])));
    args[2] = law_int_value(l, n);
    lcv_result *result = lcv_prove(law_relations(l), lcv_claim_find("vectorizes"), 3, args);
    bool ok = result && result->verdict == (holds ? LCV_PROVED : LCV_REFUTED);
    lcv_result_free(result);
    return ok || law_fail(l, "vectors of %lld: %s", (long long)n, holds ? "true" : "false");
}

/* ---- where contained offsets are ---- */

/* The offset in a flat layout A of a stride as it is printed, `e1`, `32e0-e1`, `0`: its steps
 * along the modes of A. */
static int64_t read_stride(const char **p, const m_layout *a)
{
    int64_t sum = 0;
    do {
        char *end = (char *)*p + (**p == '+' || **p == '-');
        int64_t factor = **p == '-' ? -1 : 1;
        if (*end != 'e')
            factor *= strtol(end, &end, 10);
        if (*end == 'e') {
            size_t mode = strtoul(end + 1, &end, 10);
            sum += factor * a->stride[mode];
        }
        *p = end;
    } while (**p == '+' || **p == '-');
    return sum;
}

/* A o R, with R in coordinates of A: the text of R with offsets for its strides. */
static bool read_composite(const char *R, const m_layout *a, m_layout *out)
{
    char text[4096];
    size_t n = (size_t)(strchr(R, ':') - R) + 1;
    memcpy(text, R, n);
    for (const char *p = R + n; *p != '\0' && n + 32 < sizeof text;) {
        if (strchr("(),", *p))
            text[n++] = *p++;
        else
            n += (size_t)sprintf(text + n, "%lld", (long long)read_stride(&p, a));
    }
    text[n] = '\0';
    return m_layout_parse(text, out);
}

/* The offset of the coordinate `(1,0)` of A, an integral one where it is one number. */
static int64_t read_place(const char *p, const m_layout *a)
{
    int64_t crd[M_LEAVES];
    size_t n = 0;
    for (p++; *p != ')' && n < M_LEAVES; p += *p == ',') {
        char *end;
        crd[n++] = strtol(p, &end, 10);
        p = end;
    }
    return n == 1 ? m_at(a, crd[0]) : m_at_natural(a, crd);
}

/* The remark is true: A(R(c)) = T(c) everywhere, or T(c) = A(d) for each pair it names. */
static bool check_remark(law *l, const char *remark, const m_layout *t, const m_layout *a)
{
    const char *with = strstr(remark, "R = ");
    if (with) {
        m_layout R;
        bool coordinates = strchr(with, 'e') != NULL;
        if (!(coordinates ? read_composite(with + 4, a, &R) : m_layout_parse(with + 4, &R)) ||
            m_size(&R) != m_size(t))
            return law_fail(l, "'%s' is no R: T = %s", remark, law_text(l, t));
        for (int64_t c = 0; c < m_size(t); c++)
            if ((coordinates ? m_at(&R, c) : m_at(a, m_at(&R, c))) != m_at(t, c))
                return law_fail(l, "'%s' is wrong at %lld: T = %s, A = %s", remark, (long long)c,
                                law_text(l, t), law_text(l, a));
        return true;
    }
    for (const char *p = remark; (p = strstr(p, "T(")) != NULL; p++) {
        int64_t value = m_at(t, atol(p + 2));
        if (value != read_place(strstr(p, "A(") + 1, a))
            return law_fail(l, "'%s' is wrong: T = %s, A = %s", remark, law_text(l, t),
                            law_text(l, a));
    }
    return true;
}

LAW_SHARE(places_of_contained_offsets, "where contained offsets are", 2,
          CLASSES("layout", "places", "not contained"))
{
    m_layout whole, a, t;
    rnd_layout(&l->rnd, 64, &whole);
    size_t n = rnd_chance(&l->rnd, 30) ? 1 : whole.n;
    m_layout_flat(&a, n, whole.shape, whole.stride);
    rnd_inner(&l->rnd, &a, 32, &t);
    for (size_t i = 0; i < t.n; i++)
        t.stride[i] = m_at(&a, t.stride[i]);
    lcv_value *args[2] = {law_layout_value(l, &t), law_layout_value(l, &a)};
    lcv_result *result = lcv_prove(law_relations(l), lcv_claim_find("contained"), 2, args);
    if (!result)
        return law_fail(l, "contained: %s", lc_ctx_message(l->ctx));
    bool ok = true, proved = result->verdict == LCV_PROVED;
    if (proved && !result->reason)
        ok = law_fail(l, "contained(%s, %s) has no remark", law_text(l, &t), law_text(l, &a));
    else if (proved)
        ok = check_remark(l, result->reason, &t, &a);
    law_saw(l, !proved ? 2 : strstr(result->reason, "R = ") != NULL ? 0 : 1);
    lcv_result_free(result);
    return ok;
}

SUITE_MAIN("vectors and places", vectors_by_enumeration, places_of_contained_offsets)
