/* registers.c - the registers of threads, and arithmetic on them. */
#include "config.h"

#include "executor.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

bool lck_touch(lck_run *run, int thread, int file, size_t place)
{
    lck_held *held = &run->held[file];
    if (!held->group)
        return true;
    if (held->group[place] > run->knows[thread].own[LCK_COMPUTED])
        return lck_stopped(run, LCK_UNDRAINED, thread, -1,
                           "%s[%d] belongs to a product that is under way: no DRAIN came before",
                           run->kernel->file[file].name,
                           (int)(place % (size_t)run->kernel->file[file].count));
    held->touched[place] = run->thread[thread].fences + 1;
    return true;
}

bool lck_find_registers(lck_run *run, int thread, lck_register r, int n, bool read,
                        const char *how, size_t *place)
{
    const lck_file *file = &run->kernel->file[r.file];
    int64_t number;
    if (!lck_value(run, thread, r.at, false, &number))
        return false;
    if (number < 0 || number + n > file->count)
        return lck_stopped(run, LCK_OUT_OF_BOUNDS, thread, -1,
                           "%s[%" PRId64 "] does not exist: there are %d registers", file->name,
                           number < 0 ? number : number + n - 1, file->count);
    *place = (size_t)thread * (size_t)file->count + (size_t)number;
    for (int i = 0; read && i < n; i++)
        if (!run->held[r.file].loaded[*place + (size_t)i])
            return lck_stopped(run, LCK_NOT_LOADED, thread, -1,
                               "%s[%" PRId64 "] %s, and was never loaded", file->name, number + i,
                               how);
    return true;
}

/* One register, which the thread touches. */
static bool find_one(lck_run *run, int thread, lck_register r, bool read, const char *how,
                     size_t *place)
{
    return lck_find_registers(run, thread, r, 1, read, how, place) &&
           lck_touch(run, thread, r.file, *place);
}

static bool set(lck_run *run, const lck_statement *s, int thread)
{
    size_t at;
    int64_t value = 0;
    if ((s->value && !lck_value(run, thread, s->value, false, &value)) ||
        !lck_find_registers(run, thread, s->held, s->width, false, "", &at))
        return false;
    for (int i = 0; i < s->width; i++, at++) {
        if (!lck_touch(run, thread, s->held.file, at))
            return false;
        lck_write_number(run->held[s->held.file].format, lck_register_at(run, s->held.file, at),
                         (double)value);
        run->held[s->held.file].loaded[at] = true;
    }
    return true;
}

static bool multiply(lck_run *run, const lck_statement *s, int thread)
{
    static const char how[] = "takes part in a product";
    size_t c, a, b;
    if (!find_one(run, thread, s->held, true, how, &c) ||
        !find_one(run, thread, s->left, true, how, &a) ||
        !find_one(run, thread, s->right, true, how, &b))
        return false;
    void *sum = run->held[s->held.file].at;
    const void *left = run->held[s->left.file].at, *right = run->held[s->right.file].at;
    if (run->kernel->file[s->held.file].element->bytes == 4)
        ((float *)sum)[c] = fmaf(((const float *)left)[a], ((const float *)right)[b],
                                 ((float *)sum)[c]);
    else
        ((double *)sum)[c] = fma(((const double *)left)[a], ((const double *)right)[b],
                                 ((double *)sum)[c]);
    return true;
}

/* ---- functions and conversions */

static double number_at(const lck_run *run, int file, size_t place)
{
    return lck_read_number(run->held[file].format, lck_register_at(run, file, place));
}

/* A product, a sum or a quotient of two floats is the nearest one to that of doubles. */
static bool apply(lck_run *run, const lck_statement *s, int thread)
{
    static const char how[] = "is the argument of a function";
    size_t held, left, right;
    if (!find_one(run, thread, s->left, true, how, &left) ||
        !find_one(run, thread, s->right, true, how, &right) ||
        !find_one(run, thread, s->held, false, how, &held))
        return false;
    lck_write_number(run->held[s->held.file].format, lck_register_at(run, s->held.file, held),
                     lck_calculate(s->function, number_at(run, s->left.file, left),
                                   number_at(run, s->right.file, right)));
    run->held[s->held.file].loaded[held] = true;
    return true;
}

/* The lanes of a warp one after the other: of two files, so none writes what another reads. */
static bool shuffle(lck_run *run, const lck_statement *s, int thread)
{
    int local = lck_local(run, thread), other = (local ^ (int)s->count) - local + thread;
    size_t to, from;
    if (lck_rank(run, other) != lck_rank(run, thread))
        return lck_stopped(run, LCK_DIVERGENT, thread, -1, "shuffles with a lane that is none");
    if (!find_one(run, other, s->left, true, "is shuffled", &from) ||
        !find_one(run, thread, s->held, false, "", &to))
        return false;
    memcpy(lck_register_at(run, s->held.file, to), lck_register_at(run, s->left.file, from), 4);
    run->held[s->held.file].loaded[to] = true;
    return true;
}

static bool convert(lck_run *run, const lck_statement *s, int thread)
{
    size_t to, from;
    if (!lck_find_registers(run, thread, s->left, s->width, true, "is converted", &from) ||
        !lck_find_registers(run, thread, s->held, s->width, false, "", &to))
        return false;
    for (size_t i = 0; i < (size_t)s->width; i++) {
        if (!lck_touch(run, thread, s->left.file, from + i) ||
            !lck_touch(run, thread, s->held.file, to + i))
            return false;
        lck_write_number(run->held[s->held.file].format,
                         lck_register_at(run, s->held.file, to + i),
                         lck_read_number(run->held[s->left.file].format,
                                         lck_register_at(run, s->left.file, from + i)));
        run->held[s->held.file].loaded[to + i] = true;
    }
    return true;
}

/* ---- words */

/* A register from another one; both are touched. */
static bool take(lck_run *run, const lck_statement *s, int thread, size_t to, size_t from)
{
    if (!lck_touch(run, thread, s->left.file, from) || !lck_touch(run, thread, s->held.file, to))
        return false;
    memcpy(lck_register_at(run, s->held.file, to), lck_register_at(run, s->left.file, from),
           (size_t)run->kernel->file[s->held.file].element->bytes);
    run->held[s->held.file].loaded[to] = true;
    return true;
}

static bool shift(lck_run *run, const lck_statement *s, int thread)
{
    size_t to, from, n = (size_t)s->width;
    int64_t first;
    if (!lck_number_below(run, thread, s->value, s->width, "element of a word", &first) ||
        !lck_find_registers(run, thread, s->left, 2 * s->width, true, "is shifted", &from) ||
        !lck_find_registers(run, thread, s->held, s->width, false, "", &to))
        return false;
    for (size_t i = 0; i < n; i++)
        if (!take(run, s, thread, to + i, from + (size_t)first + i))
            return false;
    return true;
}

static bool turn(lck_run *run, const lck_statement *s, int thread)
{
    size_t to, from, n = (size_t)s->width;
    const size_t part = 4 / (n * (size_t)run->kernel->file[s->left.file].element->bytes);
    const int all = (int)(n * n * part);
    if (!lck_find_registers(run, thread, s->left, all, true, "is transposed", &from) ||
        !lck_find_registers(run, thread, s->held, all, false, "", &to))
        return false;
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < n * part; k++)
            if (!take(run, s, thread, to + i * n * part + k,
                      from + (k / part * n + i) * part + k % part))
                return false;
    return true;
}

bool lck_arithmetic(lck_run *run, const lck_statement *s, int thread)
{
    switch (s->kind) {
    case LCK_SET: return set(run, s, thread);
    case LCK_MULTIPLY: return multiply(run, s, thread);
    case LCK_APPLY: return apply(run, s, thread);
    case LCK_SHUFFLE: return shuffle(run, s, thread);
    case LCK_SHIFT: return shift(run, s, thread);
    case LCK_TURN: return turn(run, s, thread);
    default: return convert(run, s, thread);
    }
}
