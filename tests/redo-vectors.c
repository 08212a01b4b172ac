/* redo-vectors.c - vectorizes as it is defined: the coordinates that A and B both have fall into
 * groups of n, the translates of the places F(0), ..., F(n-1) at which both are 0, ..., n-1 more
 * than at 0, and in each group the values of both are n consecutive ones in the same order;
 * with `aligned`, from a multiple of n on.
 *
 * F is what the lines say, V = 4:1, or else the least such coordinates. Of functions over F2
 * the translates are by XOR, and the values change by XOR.
 */
#include "config.h"

#include "redo-defined.h"

#include <stdlib.h>
#include <string.h>

/* ---- both sides ---- */

typedef struct {
    fn *f[2];
    int64_t begin[2], size, n; /* the values at 0; the coordinates of both; of a vector */
} sides;

static bool open_sides(redo *r, sides *s)
{
    s->f[0] = redo_arg(r, "A");
    s->f[1] = redo_arg(r, "B");
    if (!redo_int(r, "n", &s->n) || s->n < 1)
        return redo_fail("a vector of what length?");
    s->size = func_size(s->f[0]) < func_size(s->f[1]) ? func_size(s->f[0]) : func_size(s->f[1]);
    for (size_t k = 0; k < 2; k++)
        s->begin[k] = func_number_at(s->f[k], 0);
    return !redo_failure();
}

static int64_t more(const sides *s, size_t k, int64_t c, bool by_xor)
{
    int64_t v = func_number_at(s->f[k], c);
    return by_xor ? v ^ s->begin[k] : redo_add(v, -s->begin[k]);
}

/* The least coordinate at which both are i more than at 0; -1: none. */
static int64_t place_of(const sides *s, int64_t i, bool by_xor)
{
    for (int64_t c = 0; c < s->size; c++)
        if (more(s, 0, c, by_xor) == i && more(s, 1, c, by_xor) == i)
            return c;
    return -1;
}

/* ---- groups ---- */

/* F, and where each coordinate's group begins: -1 while it has none, that of `until` being the
 * last; false when `until` begins no group. */
static bool group_until(const sides *s, const fn *v, int64_t until, int64_t *place,
                        int64_t *owner)
{
    for (int64_t i = 0; i < s->n; i++) {
        place[i] = v ? func_number_at(v, i) : place_of(s, i, false);
        if (place[i] < 0 || (place[i] < s->size && (more(s, 0, place[i], false) != i ||
                                                    more(s, 1, place[i], false) != i)))
            return redo_fail("no place %lld of the first vector", (long long)i);
    }
    for (int64_t c = 0; c < s->size; c++)
        owner[c] = -1;
    for (int64_t c = 0; c < until; c++) {
        if (owner[c] >= 0)
            continue;
        for (int64_t i = 0; i < s->n; i++) {
            if (c + place[i] >= s->size || owner[c + place[i]] >= 0)
                return redo_fail("the vectors end at %lld", (long long)c);
            owner[c + place[i]] = c;
        }
    }
    return owner[until] < 0 || redo_fail("no vector begins at %lld", (long long)until);
}

static int64_t number_of(const sides *s, const int64_t *place, int64_t begin, int64_t c)
{
    for (int64_t i = 0; i < s->n; i++)
        if (begin + place[i] == c)
            return i;
    return -1;
}

/* "a vector of 4 begins in A at 7, which is no multiple of 4": 7, at c, is the least of it. */
static bool astray(redo *r, const sides *s, int64_t begin, const int64_t *place)
{
    tree *c = redo_place_of(r->where, "c");
    int64_t n, at, again;
    char *name;
    if (!redo_scan(r->summary, "a vector of %i begins in %w at %i, which is no multiple of %i",
                   &n, &name, &at, &again))
        return redo_unknown_form(r);
    const fn *f = s->f[strcmp(name, "A") == 0 ? 0 : 1];
    bool least = c && number_of(s, place, begin, c->value) >= 0;
    for (int64_t i = 0; least && i < s->n; i++)
        least = at <= func_number_at(f, begin + place[i]);
    return (least && at == func_number_at(f, c->value) && n == s->n && again == n &&
            at % n != 0 && redo_says_aligned(r)) ||
           redo_not_so(r);
}

/* "in one vector of 4, and in A 7 apart" of the coordinates c and c' */
static bool apart(redo *r, const sides *s, int64_t begin, const int64_t *place)
{
    tree *c = redo_place_of(r->where, "c"), *d = redo_place_of(r->where, "c'");
    int64_t n, a, b, x, y;
    char *name, *again;
    if (!c || !d || number_of(s, place, begin, c->value) < 0 ||
        number_of(s, place, begin, d->value) < 0)
        return redo_not_so(r);
    int64_t steps = number_of(s, place, begin, d->value) - number_of(s, place, begin, c->value);
    bool far = redo_scan(r->summary, "in one vector of %i, and in %w %i apart", &n, &name, &a);
    if (far ||
        redo_scan(r->summary, "in one vector of %i, and in %w both are %i", &n, &name, &a)) {
        const fn *f = s->f[strcmp(name, "A") == 0 ? 0 : 1];
        x = func_number_at(f, c->value);
        y = func_number_at(f, d->value);
        return (n == s->n &&
                (far ? llabs(y - x) == a && a >= n : x == a && y == a && steps != 0)) ||
               redo_not_so(r);
    }
    if (!redo_scan(r->summary, "in one vector of %i, from %i to %i in %w and from %i to %i in %w",
                   &n, &a, &b, &name, &x, &y, &again))
        return redo_unknown_form(r);
    return (n == s->n && a == func_number_at(s->f[0], c->value) &&
            b == func_number_at(s->f[0], d->value) && x == func_number_at(s->f[1], c->value) &&
            y == func_number_at(s->f[1], d->value) && b - a != y - x) ||
           redo_not_so(r);
}

/* A coordinate that is in two groups, or past the end. */
static bool taken(redo *r, const sides *s, int64_t begin, const int64_t *place,
                  const int64_t *owner)
{
    int64_t c, size, n;
    if (!redo_scan(r->where, "c = %i", &c) || number_of(s, place, begin, c) < 0)
        return redo_not_so(r);
    r->shown_otherwise = true;
    if (redo_scan(r->summary, "it would be in a vector, and there are %i coordinates", &size))
        return (size == s->size && c >= size) || redo_not_so(r);
    if (!redo_scan(r->summary, "it would be in two vectors of %i", &n))
        return redo_unknown_form(r);
    return (n == s->n && c < s->size && owner[c] >= 0 &&
            (!r->vector.has_other || r->vector.other == owner[c])) ||
           redo_not_so(r);
}

static bool of_group(redo *r, const sides *s)
{
    int64_t *place = redo_alloc((size_t)(s->n + 1) * sizeof *place);
    int64_t *owner = redo_alloc((size_t)(s->size + 1) * sizeof *owner), begin = r->vector.begin;
    if (begin < 0 || begin >= s->size || !group_until(s, r->vector.v, begin, place, owner))
        return redo_not_so(r);
    return strstr(r->where, "c' = ")            ? apart(r, s, begin, place)
           : strstr(r->summary, "a vector of ") ? astray(r, s, begin, place)
                                                : taken(r, s, begin, place, owner);
}

/* ---- first vectors that are too short ---- */

/* The size of the longest layout V that has these places, each being the only one; -1: some
 * is not. */
static int64_t common_vector(const sides *s)
{
    int64_t most = 0;
    val *place = redo_alloc((size_t)(s->size + 1) * sizeof *place);
    for (int64_t i = 0; i < s->size; i++) {
        int64_t found = 0;
        for (int64_t c = 0; c < s->size; c++) {
            if (more(s, 0, c, false) != i || more(s, 1, c, false) != i)
                continue;
            place[i] = val_int(c);
            found++;
        }
        if (found > 1)
            return -1;
        if (found == 0)
            break;
        if (image_is_layout(place, (size_t)i + 1, false))
            most = i + 1;
    }
    return most;
}

/* Strides below 0 add up to places that are those of no mode. */
static bool has_descents(const sides *s)
{
    for (int64_t c = 0; c < s->size; c++)
        if (more(s, 0, c, false) < 0 || more(s, 1, c, false) < 0)
            return true;
    return false;
}

static bool too_short(redo *r, const sides *s, int64_t m, int64_t n)
{
    int64_t most = func_size(s->f[0]) == func_size(s->f[1]) ? common_vector(s) : -1;
    bool is = most < 0 || (has_descents(s) ? m <= most : m == most);
    return (n == s->n && m < n && is) || redo_not_so(r);
}

/* Over F2: how far powers of two are common changes. */
static bool too_long(redo *r, const sides *s, int64_t m, int64_t n)
{
    int64_t length = 1;
    while (place_of(s, length, true) >= 0)
        length *= 2;
    for (size_t i = 0; i < r->nvalues; i++) { /* where the next one is, in each of them */
        bool in_b = r->chain[i] && r->chain[i][0] == 'B';
        bool whole = in_b || (r->chain[i] && r->chain[i][0] == 'A');
        if (whole && (func_output_number(s->f[in_b], &r->value[i]) ^ s->begin[in_b]) != m)
            return redo_fail("'%s' is not about the next element", r->chain[i]);
    }
    return (n == s->n && m == length && n > m) || redo_not_so(r);
}

/* ---- the claim ---- */

static bool of_length(redo *r, const sides *s)
{
    int64_t n, m;
    if (redo_scan(r->summary, "the %i coordinates do not fall into groups of %i", &m, &n))
        return (m == s->size && n == s->n && m % n != 0) || redo_not_so(r);
    if (redo_scan(r->summary, "max_common_vector(A,B) = %i is less than %i", &m, &n))
        return too_short(r, s, m, n);
    if (redo_scan(r->summary, "%i is more than %i, the length of the longest common vector", &n,
                  &m))
        return too_long(r, s, m, n);
    if (redo_scan(r->summary,
                  "%i is no power of two: the coordinates do not fall into groups of it", &n))
        return (n == s->n && (n & (n - 1)) != 0 && s->size % n != 0) || redo_not_so(r);
    if (redo_scan(r->summary, "at no coordinate are A and B both %i more than at 0", &m))
        return (m < s->n && place_of(s, m, false) < 0) || redo_not_so(r);
    return redo_unknown_form(r);
}

bool refutes_vectorizes(redo *r)
{
    sides s;
    int64_t n, at, x, y;
    char *name;
    if (!open_sides(r, &s))
        return false;
    if (redo_scan(r->where, "vector of %i", &n))
        return (n == s.n || redo_not_so(r)) && of_length(r, &s);
    if (redo_scan(r->summary, "%w begins at %i, which is no multiple of %i", &name, &x, &n))
        return (n == s.n && x % n != 0 && x == s.begin[strcmp(name, "A") == 0 ? 0 : 1]) ||
               redo_not_so(r);
    if (redo_scan(r->summary, "element %i of a vector of %i in A is element %i in B", &x, &n, &y))
        return (n == s.n && redo_place(r->where, "c", redo_domain(s.f[0]), &at) && x != y &&
                ((func_number_at(s.f[0], at) % n) + n) % n == x &&
                ((func_number_at(s.f[1], at) % n) + n) % n == y) ||
               redo_not_so(r);
    if (redo_scan(r->where, "i = %i", &at))
        return (redo_scan(r->summary,
                          "V(i) = %i is none of the %i coordinates that A and B both have", &x,
                          &n) &&
                r->vector.v && at < s.n && n == s.size && (x < 0 || x >= n) &&
                func_number_at(r->vector.v, at) == x) ||
               redo_not_so(r);
    return r->vector.has_begin ? of_group(r, &s) : redo_unknown_form(r);
}

/* ---- lines ---- */

/* "the offset 2, next after the common vector, is at 4 in B" */
static bool next_element(redo *r, const char *line, bool *known)
{
    int64_t m, n, offset, c;
    char *of, *layout;
    image all;
    fn *b = redo_arg(r, "B");
    *known = strstr(line, "next after the common vector") ||
             strstr(line, "has no coordinate for");
    if (!*known || !b ||
        !redo_scan(r->summary, "max_common_vector(A,B) = %i is less than %i", &m, &n))
        return false;
    if (redo_scan(line, "the offset %i, next after the common vector, is at %i in B", &offset,
                  &c))
        return offset == func_number_at(b, c) && offset == m + func_number_at(b, 0);
    if (!redo_scan(line, "right_inverse(%r) = %r has no coordinate for the offset %i", &of,
                   &layout, &offset))
        return false;
    fn *f = func_of(layout), *inner = strcmp(of, "B") == 0 ? b : func_of(of);
    val moved;
    func_offset(b, &moved);
    if (!f || !inner || offset != m || !image_of(f, -1, NULL, &all) || m < (int64_t)all.n ||
        !redo_same_function(inner, strcmp(of, "B") == 0 ? b : func_inner(b)))
        return false;
    for (size_t i = 0; i < all.n; i++)
        if (func_number_at(func_inner(inner), func_number_at(f, (int64_t)i)) != (int64_t)i)
            return redo_fail("'%s': not at %zu", line, i);
    return true;
}

static bool set_vector(redo *r, const char *layout)
{
    r->vector.v = func_of(layout);
    names_add(&r->known, "V", r->vector.v);
    return r->vector.v != NULL;
}

bool redo_vector_line(redo *r, const char *line, bool *known)
{
    int64_t last, n, t, c, wanted;
    char *layout;
    *known = strcmp(r->name, "vectorizes") == 0 && redo_int(r, "n", &wanted);
    if (!*known)
        return false;
    if (redo_scan(line, "V = max_common_layout(A,B) = %r", &layout))
        return set_vector(r, layout);
    if (redo_scan(line,
                  "the vectors are at t + V(i), i = 0 to %i, with V = %r; this one has t = %i",
                  &last, &layout, &t)) {
        r->vector.has_begin = true;
        r->vector.begin = t;
        return last == wanted - 1 && set_vector(r, layout);
    }
    if (redo_scan(line,
                  "the vectors are translates of where A and B have their first %i offsets; "
                  "this one begins at %i",
                  &n, &t)) {
        r->vector.has_begin = true;
        r->vector.begin = t;
        return n == wanted;
    }
    if (redo_scan(line, "%i is the least coordinate that is in none before", &c))
        return r->vector.has_begin && c == r->vector.begin; /* refutes_vectorizes looks */
    if (redo_scan(line, "%i is in the one that has t = %i", &c, &t)) {
        r->vector.has_other = true;
        r->vector.other = t;
        return redo_scan(r->where, "c = %i", &n) && n == c;
    }
    return next_element(r, line, known);
}
