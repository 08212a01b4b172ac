/* coordinate-lib.c - between the reference for coordinates and the library. */
#include "config.h"

#include "coordinate-model.h"

#include <check.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- to the library ---- */

/* The modes from the outermost to each axis of a profile. */
typedef struct {
    size_t depth[C_AXES];
    uint32_t mode[C_AXES][M_NODES];
} paths;

static void find_paths(const char *profile, paths *p)
{
    uint32_t mode[M_NODES] = {0};
    size_t depth = 0, axis = 0;
    for (const char *at = profile; *at; at++) {
        if (*at == '(') {
            mode[depth++] = 0;
            continue;
        }
        if (*at == ')') {
            depth--;
        } else {
            p->depth[axis] = depth;
            memcpy(p->mode[axis++], mode, depth * sizeof *mode);
        }
        if (depth > 0)
            mode[depth - 1]++;
    }
}

static lc_layout *kept(law *l, lc_layout *a)
{
    if (!a)
        ck_abort_msg("cannot make a layout of coordinates: %s", lc_ctx_message(l->ctx));
    return a;
}

/* b + d e of the axis; takes over b. */
static lc_layout *plus(law *l, lc_layout *b, const paths *p, size_t axis, int64_t d)
{
    lc_layout *e = kept(l, lc_layout_basis(l->ctx, p->depth[axis], p->mode[axis]));
    lc_layout *multiple = kept(l, lc_layout_scale(l->ctx, lc_int_si(l->ctx, d), e));
    lc_layout *sum = b ? kept(l, lc_layout_add(l->ctx, b, multiple)) : lc_layout_ref(multiple);
    lc_layout_free(e);
    lc_layout_free(multiple);
    lc_layout_free(b);
    return sum;
}

static lc_layout *written_stride(law *l, const c_layout *a, const paths *p, size_t k)
{
    lc_layout *stride = NULL;
    for (size_t q = 0; q < a->axes; q++)
        if (a->stride[k].axis[q] != 0)
            stride = plus(l, stride, p, q, a->stride[k].axis[q]);
    lc_int one = lc_int_const(1), zero = lc_int_const(0);
    return stride ? stride : kept(l, lc_layout_flat(l->ctx, 1, &one, &zero));
}

/* The strides nested as the nest at *at. */
static lc_layout *written(law *l, const c_layout *a, const paths *p, const char **at, size_t *k)
{
    if (*(*at)++ != '(')
        return written_stride(l, a, p, (*k)++);
    lc_layout *mode[M_LEAVES] = {0};
    size_t n = 0;
    while (**at != ')')
        mode[n++] = written(l, a, p, at, k);
    ++*at;
    lc_layout *all = kept(l, lc_layout_concat(l->ctx, n, mode));
    while (n > 0)
        lc_layout_free(mode[--n]);
    return all;
}

/* The sum of what each axis has alone. */
static lc_layout *on_axes(law *l, const c_layout *a)
{
    int64_t one[C_AXES] = {1, 1, 1, 1, 1, 1};
    lc_tuple *profile = c_lib_tuple(l, a->profile, one);
    lc_layout *sum = NULL;
    for (size_t q = 0; q < a->axes; q++) {
        m_layout axis;
        c_axis(a, q, &axis);
        lc_layout *part = kept(l, lc_layout_on_axis(l->ctx, law_layout(l, &axis), profile, q));
        lc_layout *more = sum ? kept(l, lc_layout_add(l->ctx, sum, part)) : lc_layout_ref(part);
        lc_layout_free(sum);
        lc_layout_free(part);
        sum = more;
    }
    return sum;
}

lc_layout *c_lib(law *l, const c_layout *a, bool whole)
{
    paths p;
    size_t k = 0;
    const char *at = a->nest;
    if (*a->profile != '(') {
        m_layout integers;
        c_axis(a, 0, &integers);
        return law_layout(l, &integers);
    }
    if (whole)
        return law_own(l, on_axes(l, a));
    find_paths(a->profile, &p);
    lc_layout *strides = law_own(l, written(l, a, &p, &at, &k));
    lc_tuple *shape = c_lib_tuple(l, a->nest, a->shape);
    return law_own(l, kept(l, lc_layout_reshape(l->ctx, shape, strides)));
}

lc_tuple *c_lib_tuple(law *l, const char *nest, const int64_t *leaf)
{
    m_tuple t = {.n = m_leaves(nest, nest + strlen(nest))};
    strcpy(t.nest, nest);
    memcpy(t.leaf, leaf, t.n * sizeof *leaf);
    return law_tuple(l, &t);
}

/* ---- and back ---- */

/* The nesting of a tuple: of its text, without the integers. */
static void nest_of(law *l, const lc_tuple *t, char *nest)
{
    const char *text = t ? law_show_tuple(l, t) : "0";
    size_t length = 0;
    for (const char *at = text; *at; at++) {
        if (*at == '(' || *at == ')')
            nest[length++] = *at;
        else if (*at != ',' && (at[1] == ',' || at[1] == ')' || at[1] == '\0'))
            nest[length++] = 'x';
    }
    nest[length] = '\0';
}

/* Which leaf of a nesting stands at these modes; SIZE_MAX: none. */
static size_t leaf_at(const char *nest, const uint32_t *mode, size_t depth)
{
    const char *at = nest;
    for (size_t d = 0; d < depth; d++) {
        if (*at++ != '(')
            return SIZE_MAX;
        for (uint32_t i = 0; i < mode[d] && *at != ')'; i++)
            at = m_subtree_end(at);
        if (*at == ')')
            return SIZE_MAX;
    }
    return *at == 'x' ? m_leaves(nest, at) : SIZE_MAX;
}

void c_match_axes(law *l, const c_layout *a, const lc_tuple *profile, size_t *axis)
{
    paths p;
    char nest[M_NODES];
    nest_of(l, profile, nest);
    find_paths(a->profile, &p);
    for (size_t q = 0; q < a->axes; q++)
        axis[q] = leaf_at(nest, p.mode[q], p.depth[q]);
}

bool c_same_layout(law *l, const c_layout *want, const lc_layout *got)
{
    return got && strcmp(c_text(l, want), law_show(l, got)) == 0;
}

bool c_same_value(law *l, const c_layout *of, const c_vector *want, const lc_tuple *got)
{
    size_t axis[C_AXES], others = 0;
    if (!got)
        return false;
    c_match_axes(l, of, got, axis);
    for (size_t i = 0; i < lc_tuple_nleaves(got); i++)
        others += !lc_int_is_zero(lc_tuple_value(got, i));
    for (size_t q = 0; q < of->axes; q++) {
        int64_t x = want->axis[q];
        others -= x != 0;
        if (axis[q] == SIZE_MAX ? x != 0 : lc_int_get_si(lc_tuple_value(got, axis[q])) != x)
            return false;
    }
    return others == 0;
}

/* ---- text ---- */

static void write_stride(FILE *out, const c_layout *a, const paths *p, const c_vector *d)
{
    bool any = false;
    for (size_t q = 0; q < a->axes; q++) {
        int64_t x = d->axis[q];
        if (x == 0)
            continue;
        if (any && x > 0)
            fputc('+', out);
        any = true;
        if (p->depth[q] == 0) {
            fprintf(out, "%" PRId64, x);
        } else if (p->depth[q] == 1) {
            if (x == -1)
                fputc('-', out);
            else if (x != 1)
                fprintf(out, "%" PRId64, x);
            fprintf(out, "e%" PRIu32, p->mode[q][0]);
        } else {
            fprintf(out, "%" PRId64, x);
            for (size_t i = p->depth[q]; i > 0; i--)
                fprintf(out, "@%" PRIu32, p->mode[q][i - 1]);
        }
    }
    if (!any)
        fputc('0', out);
}

/* As model-text.c nests integers. */
static void write_strides(FILE *out, const c_layout *a, const paths *p)
{
    size_t modes[M_NODES] = {0}, open = 0, k = 0;
    for (const char *at = a->nest; *at; at++) {
        if (*at == ')') {
            fputs(modes[open--] == 1 ? ",)" : ")", out);
            continue;
        }
        if (modes[open]++ > 0)
            fputc(',', out);
        if (*at == '(') {
            fputc('(', out);
            modes[++open] = 0;
        } else {
            write_stride(out, a, p, &a->stride[k++]);
        }
    }
}

const char *c_text(law *l, const c_layout *a)
{
    m_tuple shape = {.n = a->n};
    char *text;
    size_t length;
    paths p;
    strcpy(shape.nest, a->nest);
    memcpy(shape.leaf, a->shape, a->n * sizeof *a->shape);
    find_paths(a->profile, &p);
    FILE *out = open_memstream(&text, &length);
    fprintf(out, "%s:", law_tuple_text(l, &shape));
    write_strides(out, a, &p);
    fclose(out);
    return law_own_memory(l, text);
}

const char *c_vector_text(law *l, const c_layout *of, const c_vector *x)
{
    m_tuple t = {.n = of->axes};
    strcpy(t.nest, of->profile);
    memcpy(t.leaf, x->axis, of->axes * sizeof *x->axis);
    return law_tuple_text(l, &t);
}
