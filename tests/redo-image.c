/* redo-image.c - the values of a function, all of them. */
#include "config.h"

#include "redo-image.h"

#include <stdlib.h>
#include <string.h>

bool image_of(const fn *f, long on_axis, const tree *profile, image *out)
{
    int64_t size = func_size(f);
    *out = (image){.f = f};
    if (size > IMAGE_MOST)
        return redo_fail("%lld values are too many for the reader", (long long)size);
    out->value = redo_alloc((size_t)(size + 1) * sizeof(val));
    for (int64_t c = 0; c < size; c++) {
        val *v = &out->value[out->n++];
        if (!func_at_index(f, c, v))
            return false;
        if (on_axis >= 0)
            *v = val_int(val_at(v, (size_t)on_axis, profile ? profile : image_profile(f)));
    }
    return true;
}

bool image_of_numbers(const fn *f, image *out)
{
    bool ok = image_of(f, -1, NULL, out);
    for (size_t i = 0; ok && f->kind == FN_LINEAR && i < out->n; i++)
        out->value[i] = val_int(func_output_number(f, &out->value[i]));
    return ok;
}

/* The function that gives the values: of a chain the outermost. */
static const fn *last_of(const fn *f)
{
    for (size_t i = 0; f->kind == FN_CHAIN && i < f->n; i++)
        if (f->part[i])
            return last_of(f->part[i]);
    return f;
}

/* 1 on each axis that some stride has. */
static val axes_of(const fn *f)
{
    const fn *inner = last_of(f);
    val all = {0}, offset;
    for (size_t k = 0; inner->kind == FN_LAYOUT && k < tree_leaves(inner->shape); k++) {
        val one = inner->stride[k];
        for (size_t i = 0; i < one.n; i++)
            one.axis[i].number = 1;
        all = val_add(&all, &one, false);
    }
    func_offset(f, &offset);
    for (size_t i = 0; i < offset.n; i++)
        offset.axis[i].number = 1;
    return val_add(&all, &offset, false);
}

tree *image_profile(const fn *f)
{
    val all = axes_of(f);
    return val_tree(&all);
}

tree *image_common_profile(const redo *r)
{
    val all = {0};
    for (size_t i = 0; i < r->n; i++) {
        val more = r->arg[i] && !image_profile(r->arg[i])->leaf ? axes_of(r->arg[i]) : (val){0};
        all = val_add(&all, &more, false);
    }
    return val_tree(&all);
}

size_t image_count(const image *of, const val *v)
{
    size_t n = 0;
    for (size_t i = 0; i < of->n; i++)
        n += val_same(&of->value[i], v);
    return n;
}

static int compare(const void *a, const void *b)
{
    const int64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

int64_t *image_sorted(const image *of, size_t *n)
{
    int64_t *list = redo_alloc((of->n + 1) * sizeof *list);
    for (size_t i = 0; i < of->n; i++)
        if (!val_is_int(&of->value[i], &list[i]))
            redo_fail("%s is no number", val_text(&of->value[i]));
    qsort(list, of->n, sizeof *list, compare);
    *n = 0;
    for (size_t i = 0; i < of->n; i++)
        if (i == 0 || list[i] != list[i - 1])
            list[(*n)++] = list[i];
    return list;
}

/* ---- layouts from values ---- */

static val times(const val *v, int64_t n, bool by_xor);

bool image_runs_are(const image *of, const fn *layout)
{
    int64_t extent[64];
    size_t place = 1, n = tree_leaves(layout->shape);
    if (n > 64)
        return false;
    tree_flatten(layout->shape, extent);
    for (size_t k = 0; k < n; k++) {
        size_t run = 1, left = of->n / place;
        if (place >= of->n || !val_same(&of->value[place], &layout->stride[k]))
            return false;
        for (; run < left; run++) {
            val line = times(&of->value[place], (int64_t)run, false);
            if (!val_same(&line, &of->value[run * place]))
                break;
        }
        if ((int64_t)run != extent[k])
            return false;
        place *= run;
    }
    return place == of->n;
}

static val times(const val *v, int64_t n, bool by_xor)
{
    val out = {0};
    if (!by_xor) {
        out = *v;
        for (size_t i = 0; i < out.n; i++)
            out.axis[i].number = redo_mul(out.axis[i].number, n);
        return out;
    }
    for (int bit = 0; bit < 40; bit++) {
        if (!(n >> bit & 1))
            continue;
        val shifted = *v;
        for (size_t i = 0; i < shifted.n; i++)
            shifted.axis[i].number <<= bit;
        out = val_add(&out, &shifted, true);
    }
    return out;
}

val image_times(const val *v, int64_t n)
{
    return times(v, n, true);
}

int64_t image_straight(const val *value, int64_t n, bool by_xor)
{
    int64_t run = 1;
    for (; run < n; run++) {
        val line = times(&value[1], run, by_xor);
        if (!val_same(&line, &value[run]))
            break;
    }
    return run;
}

/* Every first mode that goes straight, not only the longest: by XOR a shorter one may be
 * right. */
static bool represent(const val *value, size_t step, size_t left, bool by_xor, size_t *work)
{
    if (left == 1)
        return true;
    size_t longest = 1;
    while (longest < left) {
        val line = times(&value[step], (int64_t)longest, by_xor);
        if (!val_same(&line, &value[longest * step]))
            break;
        longest++;
    }
    for (size_t n = longest; n >= 2 && *work > 0; n--) {
        bool splits = left % n == 0;
        for (size_t i = 0; splits && i < left; i++, --*work) {
            val sum = val_add(&value[i % n * step], &value[(i - i % n) * step], by_xor);
            splits = val_same(&sum, &value[i * step]);
        }
        if (splits && represent(value, step * n, left / n, by_xor, work))
            return true;
        if (!by_xor)
            break; /* the longest, or none */
    }
    return false;
}

bool image_is_layout(const val *value, size_t n, bool by_xor)
{
    size_t work = (size_t)1 << 24;
    return value[0].n == 0 && represent(value, 1, n, by_xor, &work);
}
