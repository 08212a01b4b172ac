/* check_language_strides.c - strides of coordinates and of XOR in the language: literals,
 * arithmetic, and the values of layouts that have them. */
#include "config.h"

#include "language.h"
#include "suite.h"

#include "../lib/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- errors ---- */

/* A stride of more bits than are computed with. */
TEST(test_long_numbers)
{
    lc_text digits = {0};
    for (int i = 0; i < 30000; i++)
        lc_text_add(&digits, "7");
    static const char *const before[] = {"f", "1@", "", "e"}, *const after[] = {"", "", "e1", ""};
    for (size_t i = 0; i < sizeof before / sizeof *before; i++) {
        lc_text text = {0};
        lc_text_printf(&text, "%s%s%s", before[i], digits.data, after[i]);
        language_seen s;
        language_eval(text.data, &s);
        ck_assert_int_eq(s.status, LCV_INVALID);
        ck_assert_uint_lt(strlen(s.rendered), 2000);
        language_clear(&s);
        lc_text_free(&text);
    }
    lc_text_free(&digits);
}

/* ---- laws ----
 *
 * A layout of coordinates is, for each axis of its values, a layout of integers of the
 * same shape: that is what the values are checked against. */

#define AXES 5

typedef struct {
    char nest[M_NODES]; /* of the values, a leaf an axis: a tuple */
    size_t naxes;
    m_layout axis[AXES];
} coordinates;

static void random_coordinates(rnd *r, coordinates *c)
{
    m_tuple shape;
    rnd_shape(r, 1 << 10, &shape);
    c->naxes = (size_t)rnd_in(r, 1, AXES);
    rnd_nest(r, c->naxes, c->nest);
    if (c->nest[0] != '(')
        strcpy(c->nest, "(x)");
    for (size_t i = 0; i < c->naxes; i++)
        m_layout_of(&c->axis[i], &shape, (int64_t[M_LEAVES]){0});
    for (size_t k = 0; k < shape.n; k++) {
        for (int64_t n = rnd_in(r, 0, 9) / 4; n >= 0 && !rnd_chance(r, 10); n--)
            c->axis[rnd_in(r, 0, (int64_t)c->naxes - 1)].stride[k] = rnd_in(r, -3, 9);
    }
}

static bool axis_used(const coordinates *c, size_t axis)
{
    for (size_t k = 0; k < c->axis[axis].n; k++) {
        if (c->axis[axis].stride[k] != 0)
            return true;
    }
    return false;
}

/* The children of a tuple of values that a literal names: those up to the last that any
 * stride uses. An unused child is 0, whatever its nesting. */
static const char *write_value(lc_text *text, const coordinates *c, const char *at, size_t *axis,
                               const int64_t *value)
{
    const char *end = m_subtree_end(at);
    size_t first = *axis, last = first + m_leaves(at, end);
    bool used = false;
    for (size_t i = first; i < last; i++)
        used = used || axis_used(c, i);
    *axis = last;
    if (!used) {
        lc_text_add(text, "0");
        return end;
    }
    if (*at != '(') {
        lc_text_printf(text, "%lld", (long long)value[first]);
        return end;
    }
    size_t known = 0, children = 0, leaf = first;
    for (const char *child = at + 1; *child != ')'; child = m_subtree_end(child)) {
        size_t after = leaf + m_leaves(child, m_subtree_end(child));
        children++;
        for (; leaf < after; leaf++)
            known = axis_used(c, leaf) ? children : known;
    }
    const char *child = at + 1;
    lc_text_add(text, "(");
    leaf = first;
    for (size_t i = 0; i < known; i++) {
        lc_text_add(text, i > 0 ? "," : "");
        child = write_value(text, c, child, &leaf, value);
    }
    lc_text_add(text, known == 1 ? ",)" : ")");
    return end;
}

static char *value_text(law *l, const coordinates *c, const int64_t *value)
{
    lc_text text = {0};
    size_t axis = 0;
    write_value(&text, c, c->nest, &axis, value);
    return law_own_memory(l, lc_text_take(NULL, &text));
}

/* `@1@0`: the places of an axis, innermost first, and how deep it lies. */
static size_t write_path(const char *nest, size_t axis, lc_text *text)
{
    size_t place[M_NODES], depth = 0, leaf = 0;
    for (const char *at = nest;; at++) {
        if (*at == '(') {
            place[depth++] = 0;
        } else if (*at == ')') {
            depth--;
            place[depth - 1]++;
        } else if (leaf++ == axis) {
            break;
        } else {
            place[depth - 1]++;
        }
    }
    for (size_t i = depth; i-- > 0;)
        lc_text_printf(text, depth == 1 ? "%zu" : "@%zu", place[i]);
    return depth;
}

static void write_stride(lc_text *text, const coordinates *c, size_t k)
{
    bool any = false;
    for (size_t i = 0; i < c->naxes; i++) {
        long long d = c->axis[i].stride[k];
        lc_text path = {0};
        size_t depth = write_path(c->nest, i, &path);
        if (d != 0)
            lc_text_add(text, any && d > 0 ? "+" : "");
        if (d != 0 && depth > 1)
            lc_text_printf(text, "%lld%s", d, path.data);
        else if (d == 1 || d == -1)
            lc_text_printf(text, "%se%s", d < 0 ? "-" : "", path.data);
        else if (d != 0)
            lc_text_printf(text, "%llde%s", d, path.data);
        any = any || d != 0;
        lc_text_free(&path);
    }
    lc_text_add(text, any ? "" : "0");
}

static void write_xor_stride(lc_text *text, const coordinates *c, size_t k)
{
    long long d = c->axis[0].stride[k];
    lc_text_printf(text, d == 0 ? "0" : "f%lld", d);
}

/* The shape of axis 0 and strides nested like it. */
static char *layout_text(law *l, const coordinates *c,
                         void (*write)(lc_text *, const coordinates *, size_t))
{
    m_tuple shape;
    lc_text text = {0};
    m_shape(&c->axis[0], &shape);
    char *extents = m_tuple_text(&shape);
    lc_text_printf(&text, "%s:", extents);
    free(extents);
    size_t k = 0, modes[M_NODES], open = 0;
    modes[0] = 0;
    for (const char *at = shape.nest; *at; at++) {
        if (*at == ')') {
            lc_text_add(&text, modes[open] == 1 ? ",)" : ")");
            open--;
            continue;
        }
        lc_text_add(&text, modes[open]++ > 0 ? "," : "");
        if (*at == '(') {
            lc_text_add(&text, "(");
            modes[++open] = 0;
        } else {
            write(&text, c, k++);
        }
    }
    return law_own_memory(l, lc_text_take(NULL, &text));
}

static char *call_text(law *l, const char *function, const m_tuple *crd)
{
    lc_text text = {0};
    char *argument = m_tuple_text(crd);
    lc_text_printf(&text, "(%s)(%s)", function, argument);
    free(argument);
    return law_own_memory(l, lc_text_take(NULL, &text));
}

static bool any_axis_used(const coordinates *c)
{
    bool used = false;
    for (size_t i = 0; i < c->naxes; i++)
        used = used || axis_used(c, i);
    return used;
}

LAW_SHARE(test_coordinates,
          "coordinates: what prints is read again, X(c) is the sum on each axis", 10,
          CLASSES("flat", "nested"))
{
    coordinates c;
    m_tuple shape, crd;
    int64_t value[AXES];
    random_coordinates(&l->rnd, &c);
    bool used = any_axis_used(&c);
    law_saw(l, used && strchr(c.nest + 1, '('));
    char *text = layout_text(l, &c, write_stride);
    m_shape(&c.axis[0], &shape);
    rnd_crd(&l->rnd, &shape, true, &crd);
    for (size_t i = 0; i < c.naxes; i++)
        value[i] = m_at_crd(&c.axis[i], &crd);
    return language_gives(l, text, text) &&
           language_gives(l, call_text(l, text, &crd), used ? value_text(l, &c, value) : "0");
}

/* A(slicer) is the offset of what is fixed, and what is left. */
LAW_SHARE(test_slices, "slices of coordinates: offset and rest, read again", 10, CLASSES("slice"))
{
    coordinates c, left;
    m_tuple shape, slicer;
    int64_t value[AXES];
    random_coordinates(&l->rnd, &c);
    law_saw(l, 0);
    m_shape(&c.axis[0], &shape);
    rnd_slicer(&l->rnd, &shape, &slicer);
    left = c;
    for (size_t i = 0; i < c.naxes; i++)
        m_slice(&c.axis[i], &slicer, &value[i], &left.axis[i]);
    lc_text tensor = {0};
    lc_text_printf(&tensor, "{%s} o %s", any_axis_used(&c) ? value_text(l, &c, value) : "0",
                   layout_text(l, &left, write_stride));
    char *expected = law_own_memory(l, lc_text_take(NULL, &tensor));
    return language_gives(l, call_text(l, layout_text(l, &c, write_stride), &slicer), expected) &&
           language_gives(l, expected, expected);
}

/* Strides from 0 up, and each of them at a digit of a natural coordinate. */
LAW_SHARE(test_xor, "XOR: what prints is read again, X(c) is the XOR of carry-less products", 10,
          NULL)
{
    coordinates c = {.naxes = 1};
    m_tuple shape, crd, natural;
    rnd_shape(&l->rnd, 1 << 12, &shape);
    m_layout_of(&c.axis[0], &shape, (int64_t[M_LEAVES]){0});
    int64_t bits = 0, offset = rnd_in(&l->rnd, 0, 255);
    for (size_t k = 0; k < shape.n; k++)
        bits |= c.axis[0].stride[k] = rnd_chance(&l->rnd, 10) ? 0 : rnd_in(&l->rnd, 1, 4000);
    rnd_crd(&l->rnd, &shape, false, &crd);
    m_idx2crd(m_crd2idx(&crd, &shape), &shape, &natural);
    int64_t value = bits != 0 ? offset : 0;
    for (size_t k = 0; k < shape.n; k++)
        value ^= m_carryless(natural.leaf[k], c.axis[0].stride[k]);
    law_saw(l, bits != 0);
    lc_text tensor = {0};
    char *text = layout_text(l, &c, write_xor_stride);
    lc_text_printf(&tensor, "{%d} o %s", (int)(bits != 0 ? offset : 0), text);
    char *moved = law_own_memory(l, lc_text_take(NULL, &tensor));
    char number[32];
    snprintf(number, sizeof number, "%lld", (long long)value);
    return language_gives(l, text, text) && language_gives(l, moved, moved) &&
           language_gives(l, call_text(l, moved, &crd), number);
}

SUITE_MAIN("language of strides", test_long_numbers, test_coordinates, test_slices, test_xor)
