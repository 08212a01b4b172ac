/* redo-memory.c - accesses of a warp: lanes, words, banks, sectors, counted anew. */
#include "config.h"

#include "redo-holds.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define LANES 64

typedef struct {
    redo *r;
    fn *x;
    int64_t lanes, bytes, width, banks; /* lanes of this access: the last may have fewer */
    int64_t each, count;                /* lanes of the others; accesses */
    int64_t vector, apart, values;      /* values of a vector; how far apart; of a thread */
    int64_t at[LANES];                  /* the bytes at which the lanes of it begin */
    int64_t access;
    const char *phase; /* of each four lanes, of 32; NULL: in the order of lanes */
    bool told[LANES];  /* lanes whose bytes a line has */
    bool scattered;    /* a line has a vector that is none */
} access_of;

bool redo_is_memory(const char *claim)
{
    return strcmp(claim, "conflict_free") == 0 || strcmp(claim, "conflicts") == 0 ||
           strcmp(claim, "coalesced") == 0 || strcmp(claim, "sectors") == 0;
}

/* ---- lanes ---- */

/* The bits of the input dims before `name`; -1: there is none. */
static int64_t bits_before(const fn *x, const char *name, size_t *own)
{
    int64_t below = 0;
    *own = 0;
    for (size_t i = 0; x->kind == FN_LINEAR && i < x->nins; i++) {
        if (strcmp(x->in[i], name) == 0) {
            *own = x->bits[i];
            return below;
        }
        below += (int64_t)x->bits[i];
    }
    return -1;
}

/* The values of a thread: all modes but the first, or the input dim `register`; false: X has no
 * threads, and all coordinates are values. */
static bool find_values(access_of *a)
{
    size_t bits;
    int64_t below = bits_before(a->x, "register", &bits), size = func_size(a->x);
    const tree *shape = a->x->shape ? a->x->shape : func_inner(a->x)->shape;
    bool modes = below < 0 && shape && !shape->leaf && shape->n > 1;
    a->apart = below >= 0 ? (int64_t)1 << below : modes ? tree_size(shape->child[0]) : 1;
    a->values = below >= 0 ? (int64_t)1 << bits : size / a->apart;
    return modes || below >= 0;
}

/* The first n values of the first thread are consecutive. */
static bool begins_with(const access_of *a, int64_t n)
{
    bool is = n > 0 && a->values % n == 0;
    for (int64_t j = 0; is && j < n; j++)
        is = func_number_at(a->x, j * a->apart) == func_number_at(a->x, 0) + j;
    return is;
}

/* The coordinate of a value of a lane: the first lanes are those of the first access; of a linear
 * layout the input dim `lane`, the other dims counting accesses. What counts vectors has the
 * threads first. */
static int64_t coordinate_of(const access_of *a, int64_t access, int64_t lane, int64_t value)
{
    size_t bits;
    int64_t below = bits_before(a->x, "lane", &bits), number = access * a->each + lane;
    if (bits > 0) {
        for (int64_t n = a->vector; n > 1 && a->apart < (int64_t)1 << below; n /= 2)
            below--;
        int64_t low = access & (((int64_t)1 << below) - 1), high = access >> below;
        number = low | lane << below | high << (below + (int64_t)bits);
    }
    int64_t thread = number % a->apart, k = number / a->apart;
    return a->vector == 1 ? number : thread + a->apart * (a->vector * k + value);
}

static int64_t coordinate(const access_of *a, int64_t access, int64_t lane)
{
    return coordinate_of(a, access, lane, 0);
}

static bool set_access(access_of *a, int64_t access)
{
    a->access = access;
    if (access < 0 || access >= a->count)
        return redo_fail("there is no access %lld", (long long)access);
    int64_t left = func_size(a->x) / a->vector - access * a->each;
    a->lanes = left < a->each ? left : a->each;
    for (int64_t i = 0; i < a->lanes; i++)
        a->at[i] = redo_mul(a->bytes, func_number_at(a->x, coordinate(a, access, i)));
    return !redo_failure();
}

static const char *name_of(const redo *r, const char *key)
{
    for (size_t i = 0; i < r->n; i++)
        if (strcmp(r->key[i], key) == 0)
            return r->text[i];
    return "";
}

/* Lanes, banks and phases of AMD's processors; RDNA 3 has 32 lanes and the phases of MI300. */
static void read_processor(const redo *r, access_of *a)
{
    const char *arch = name_of(r, "arch");
    bool mi300 = strcmp(arch, "gfx942") == 0 || strncasecmp(arch, "mi300", 5) == 0;
    bool mi350 = strcmp(arch, "gfx950") == 0 || strcmp(arch, "mi350") == 0;
    bool rdna3 = strcmp(arch, "gfx1100") == 0;
    bool reads = strcmp(name_of(r, "op"), "write") != 0;
    a->lanes = mi300 || mi350 ? 64 : a->lanes;
    a->banks = mi350 && reads ? 64 : a->banks;
    if (reads && a->width == 16)
        a->phase = mi300 || rdna3 ? "01231032" : mi350 ? "01101001" : NULL;
}

static bool open_accesses(redo *r, access_of *a)
{
    *a = (access_of){.r = r, .x = redo_arg(r, "X"), .lanes = 32, .bytes = 4, .banks = 32};
    redo_int(r, "bytes", &a->bytes);
    redo_int(r, "banks", &a->banks);
    a->vector = 1;
    bool said = redo_int(r, "vector", &a->vector), threads = find_values(a);
    a->width = a->bytes * a->vector;
    redo_int(r, "width", &a->width);
    read_processor(r, a);
    redo_int(r, "lanes", &a->lanes);
    if (!said && threads && a->width % a->bytes == 0 && begins_with(a, a->width / a->bytes))
        a->vector = a->width / a->bytes;
    int64_t size = func_size(a->x) / a->vector;
    size_t bits;
    if (bits_before(a->x, "lane", &bits) >= 0 && a->lanes > (int64_t)1 << bits)
        a->lanes = (int64_t)1 << bits; /* no more than the dim has */
    a->lanes = a->lanes < size ? a->lanes : size;
    a->each = a->lanes;
    a->count = (size + a->lanes - 1) / a->lanes;
    return a->lanes <= LANES || redo_fail("more lanes than the reader has");
}

static int64_t words(const access_of *a)
{
    return a->width < 4 ? 1 : a->width / 4;
}

static int64_t phase_lanes(const access_of *a)
{
    int64_t served = a->banks / words(a); /* 16 bytes: 8 lanes at a time of 32 banks */
    return served < a->lanes || a->phase ? served : a->lanes;
}

static int64_t floor_by(int64_t a, int64_t b)
{
    return a / b - (a % b < 0);
}

/* ---- what an access costs ---- */

static int64_t phase_of(const access_of *a, int64_t lane)
{
    int64_t half = 32 / phase_lanes(a); /* phases of 32 lanes */
    return a->phase ? lane / 32 * half + a->phase[lane % 32 / 4] - '0' : lane / phase_lanes(a);
}

/* The distinct words that the lanes of a phase, or one of them, want of a bank. */
static int64_t words_of_bank(const access_of *a, int64_t phase, int64_t lane, int64_t bank)
{
    int64_t seen[LANES * 4], n = 0;
    for (int64_t i = 0; i < a->lanes; i++) {
        for (int64_t k = 0; phase_of(a, i) == phase && (lane < 0 || i == lane) && k < words(a);
             k++) {
            int64_t word = floor_by(a->at[i], 4) + k;
            if (((word % a->banks) + a->banks) % a->banks != bank)
                continue;
            bool known = false;
            for (int64_t j = 0; j < n; j++)
                known = known || seen[j] == word;
            if (!known)
                seen[n++] = word;
        }
    }
    return n;
}

static int64_t phase_wavefronts(const access_of *a, int64_t phase)
{
    int64_t most = 0;
    for (int64_t bank = 0; bank < a->banks; bank++) {
        int64_t n = words_of_bank(a, phase, -1, bank);
        most = n > most ? n : most;
    }
    return most;
}

/* What is left of the wavefronts without one each, those of the phases that have lanes. */
static int64_t conflicts_of(const access_of *a, int64_t *phases)
{
    int64_t sum = 0, last = 0;
    *phases = 0;
    for (int64_t i = 0; i < a->lanes; i++)
        last = phase_of(a, i) > last ? phase_of(a, i) : last;
    for (int64_t k = 0; k <= last; k++) {
        int64_t n = phase_wavefronts(a, k);
        *phases += n > 0;
        sum += n > 0 ? n - 1 : 0;
    }
    return sum;
}

static int64_t conflicts(const access_of *a)
{
    int64_t phases;
    return conflicts_of(a, &phases);
}

static int compare(const void *x, const void *y)
{
    const int64_t *a = x, *b = y;
    return (*a > *b) - (*a < *b);
}

/* The distinct units of `unit` bytes that lanes touch; a lane -1: all of them, else those in the
 * sector of that lane. */
static int64_t touched(const access_of *a, int64_t unit, int64_t with)
{
    int64_t n = 0, *all = redo_alloc((size_t)(a->lanes * a->width + 1) * sizeof *all),
            distinct = 0;
    for (int64_t i = 0; i < a->lanes; i++) {
        if (with >= 0 && floor_by(a->at[i], 32) != floor_by(a->at[with], 32))
            continue;
        for (int64_t k = 0; k < a->width; k++)
            all[n++] = floor_by(a->at[i] + k, unit);
    }
    qsort(all, (size_t)n, sizeof *all, compare);
    for (int64_t i = 0; i < n; i++)
        distinct += i == 0 || all[i] != all[i - 1];
    return distinct;
}

/* ---- lines ---- */

/* `lanes 0, 4 and 8 to 15`: they ascend, so that none is there twice. */
static size_t lane_list(const char *text, int64_t *lane)
{
    size_t n = 0;
    const char *p = text + (strncmp(text, "lanes ", 6) == 0 ? 6 : 5);
    while (*p) {
        char *end;
        int64_t first = strtoll(p, &end, 10), last = first;
        if (end == p || (n > 0 && first <= lane[n - 1]))
            return 0;
        p = end;
        if (strncmp(p, " to ", 4) == 0) {
            last = strtoll(p + 4, &end, 10);
            p = end;
        }
        for (int64_t i = first; i <= last && n < LANES; i++)
            lane[n++] = i;
        p += strncmp(p, ", ", 2) == 0 ? 2 : strncmp(p, " and ", 5) == 0 ? 5 : 0;
    }
    return n;
}

/* `bank 3`, `banks 4 to 7` */
static bool range(const char *text, const char *what, int64_t *first, int64_t *count)
{
    int64_t last;
    if (redo_scan(text, redo_text("%ss %%i to %%i", what), first, &last)) {
        *count = last - *first + 1;
        return true;
    }
    *count = 1;
    return redo_scan(text, redo_text("%s %%i", what), first);
}

static bool wrong(const char *line)
{
    return redo_fail("'%s' is not so", line);
}

static bool lane_line(access_of *a, const char *line, bool *known)
{
    int64_t lane, width, bytes, value, byte, word, n, bank, m;
    char *unit, *rest, *words_text, *banks_text, *from;
    *known = redo_scan(line, "lane %i: %i %w from %r", &lane, &width, &unit, &rest);
    if (!*known)
        return false;
    bool with_words = redo_scan(rest, "%r, word%r in bank%r", &from, &words_text, &banks_text);
    from = with_words ? from : rest;
    if (lane < 0 || lane >= a->lanes || width != a->width)
        return wrong(line);
    if (redo_scan(from, "%i * %i = %i", &bytes, &value, &byte)) {
        if (bytes != a->bytes || redo_mul(bytes, value) != byte)
            return wrong(line);
    } else if (!redo_scan(from, "%i", &byte) || a->bytes != 1) {
        return wrong(line);
    }
    if (byte != a->at[lane])
        return wrong(line);
    a->told[lane] = true;
    if (!with_words)
        return true;
    return (range(redo_text("word%s", words_text), "word", &word, &n) && n == words(a) &&
            word == floor_by(byte, 4) &&
            range(redo_text("bank%s", banks_text), "bank", &bank, &m) && m == n &&
            bank == ((word % a->banks) + a->banks) % a->banks) ||
           wrong(line);
}

static bool load_line(access_of *a, const char *line, bool *known)
{
    int64_t phase = 0, wavefronts, bank, n, lane[LANES];
    char *lanes, *what, *each;
    *known = true;
    if (redo_scan(line, "phase %i serves %r: %r", &phase, &lanes, &what)) {
        size_t count = lane_list(lanes, lane), all = 0;
        for (int64_t i = 0; i < a->lanes; i++)
            all += phase_of(a, i) == phase;
        for (size_t i = 0; i < count; i++)
            if (phase_of(a, lane[i]) != phase)
                return wrong(line);
        if (count != all)
            return wrong(line);
    } else {
        what = redo_text("%s", line);
    }
    *known = redo_scan(what, "%r want %i words of %r", &lanes, &wavefronts, &each);
    if (!*known)
        return false;
    if (strncmp(each, "each of ", 8) == 0)
        each += 8;
    size_t count = lane_list(lanes, lane);
    if (!range(each, "bank", &bank, &n) || count == 0)
        return wrong(line);
    for (size_t i = 0; i < count; i++) /* each of these wants the bank */
        if (words_of_bank(a, phase, lane[i], bank) != 1)
            return wrong(line);
    for (int64_t b = bank; b < bank + n; b++)
        if (words_of_bank(a, phase, -1, b % a->banks) != wavefronts)
            return wrong(line);
    return wavefronts == phase_wavefronts(a, phase) || wrong(line);
}

/* Values of two places of the vector at fault, side by side. */
static bool scattered_is(const access_of *a, int64_t first, int64_t second)
{
    int64_t lane[1] = {-1}, value, next;
    const char *list = strstr(a->r->where, "lane ");
    if (!list || lane_list(list, lane) != 1 || lane[0] >= a->lanes ||
        !redo_scan(a->r->summary, "no vector: its values %i and %i are no consecutive offsets",
                   &value, &next))
        return false;
    int64_t c = coordinate_of(a, a->access, lane[0], value), d = c + a->apart;
    return next == value + 1 && value >= 0 && next < a->vector &&
           func_number_at(a->x, c) == first && func_number_at(a->x, d) == second;
}

static bool other_line(access_of *a, const char *line, bool *known)
{
    int64_t m, n, first, last, bytes, lane[LANES];
    char *lanes, *unit;
    *known = true;
    if (strcmp(line, "X gives where each lane starts; the other elements of its vector are not "
                     "values of X") == 0)
        return a->bytes < a->width || wrong(line);
    if (redo_scan(line, "values 0 and 1 are one vector: write vector=%i%r", &n, &lanes) ||
        redo_scan(line, "values 0 to %i are one vector: write vector=%i%r", &m, &n, &lanes)) {
        bool whole = strcmp(lanes, ", or only where it starts") == 0;
        bool narrow = redo_scan(lanes, " with width=%i", &bytes);
        return ((whole    ? a->width
                 : narrow ? bytes
                          : 0) == n * a->bytes &&
                n > 1 && (n == 2) == !strstr(line, " to ") && begins_with(a, n)) ||
               wrong(line);
    }
    if (redo_scan(line, "a vector is %i consecutive offsets: %i is not %i + 1", &m, &n, &bytes))
        return (a->scattered = m == a->vector && n != bytes + 1 && scattered_is(a, bytes, n)) ||
               wrong(line);
    if (redo_scan(line, "the access takes %i wavefronts, %i without conflicts", &m, &n)) {
        int64_t phases, extra = conflicts_of(a, &phases);
        return (n == phases && m == n + extra) || wrong(line);
    }
    if (redo_scan(line, "%r move %i %w of the sector with bytes %i to %i", &lanes, &bytes, &unit,
                  &first, &last) ||
        redo_scan(line, "%r moves %i %w of the sector with bytes %i to %i", &lanes, &bytes, &unit,
                  &first, &last)) {
        size_t count = lane_list(lanes, lane);
        if (count == 0 || first % 32 != 0 || last != first + 31)
            return wrong(line);
        for (size_t i = 0; i < count; i++)
            if (lane[i] >= a->lanes || floor_by(a->at[lane[i]], 32) * 32 != first)
                return wrong(line);
        size_t there = 0;
        for (int64_t i = 0; i < a->lanes; i++)
            there += floor_by(a->at[i], 32) * 32 == first;
        if (there != count)
            return wrong(line);
        return touched(a, 1, lane[0]) == bytes || wrong(line);
    }
    return *known = false;
}

static bool redo_memory_line(access_of *a, const char *line)
{
    static bool (*const form[])(access_of *, const char *, bool *) = {lane_line, load_line,
                                                                      other_line};
    bool known;
    if (!redo_parts(&a->r->known, line, &known))
        return false;
    if (known || strncmp(line, "X = ", 4) == 0)
        return true;
    if (redo_is_chain(line))
        return redo_chain_line(a->r, line);
    for (size_t i = 0; i < sizeof form / sizeof *form; i++) {
        bool ok = form[i](a, line, &known);
        if (known)
            return ok;
    }
    return redo_fail("the reader knows no line '%s'", line);
}

/* ---- the claim ---- */

/* The bound of `conflicts(...) <= 3`. */
static bool breaks_bound(const char *claim, int64_t cost, bool at_least)
{
    const char *close = strrchr(claim, ')');
    int64_t k;
    bool exact = !at_least;
    if (redo_scan(close + 1, " <= %i", &k))
        return cost > k;
    if (redo_scan(close + 1, " < %i", &k))
        return cost >= k;
    if (redo_scan(close + 1, " == %i", &k))
        return cost != k && (exact || cost > k);
    if (redo_scan(close + 1, " != %i", &k))
        return exact && cost == k;
    if (redo_scan(close + 1, " >= %i", &k))
        return exact && cost < k;
    return redo_scan(close + 1, " > %i", &k) && exact && cost <= k;
}

/* `phase 1, lanes 8 and 9` */
static bool phase_is(const access_of *a, int64_t lane)
{
    const char *at = strstr(a->r->where, "phase ");
    int64_t phase;
    char *rest;
    return !at || (redo_scan(at, "phase %i, %r", &phase, &rest) && phase == phase_of(a, lane));
}

static bool refutes(access_of *a, const char *claim)
{
    const char *summary = a->r->summary;
    int64_t byte, width, said, lanes, bytes, least, sectors;
    char *measure, *rest, *w1, *w2, *w3, *w4;
    bool at_least = redo_scan(summary, "%w is at least %i: %r", &measure, &said, &rest);
    bool measured = at_least || redo_scan(summary, "%w is %i: %r", &measure, &said, &rest);
    if (redo_scan(summary, "misaligned: byte %i is no multiple of the width %i", &byte, &width)) {
        const char *list = strstr(a->r->where, "lane ");
        int64_t lane[LANES];
        bool some = list && lane_list(list, lane) == 1 && lane[0] < a->lanes &&
                    a->told[lane[0]] && a->at[lane[0]] == byte;
        return (some && width == a->width && byte % width != 0) || wrong(summary);
    }
    if (redo_scan(summary, "no vector: its values %i and %i are no consecutive offsets", &byte,
                  &width))
        return a->scattered || wrong(summary);
    if (redo_scan(summary, "%w is 0", &measure))
        return breaks_bound(claim, 0, false) || wrong(summary);
    rest = measured ? rest : redo_text("%s", summary);
    if (redo_scan(rest, "they want different words of %r", &w1)) {
        int64_t cost = conflicts(a), lane[LANES] = {0}, bank, n;
        const char *list = strstr(a->r->where, "lanes ");
        bool pair = list && lane_list(list, lane) == 2 && range(w1, "bank", &bank, &n) &&
                    words_of_bank(a, phase_of(a, lane[0]), lane[0], bank) == 1 &&
                    words_of_bank(a, phase_of(a, lane[1]), lane[1], bank) == 1 &&
                    lane[0] < a->lanes && lane[1] < a->lanes && a->told[lane[0]] &&
                    a->told[lane[1]] && phase_is(a, lane[0]) &&
                    floor_by(a->at[lane[0]], 4) != floor_by(a->at[lane[1]], 4) &&
                    phase_of(a, lane[0]) == phase_of(a, lane[1]);
        return (pair && cost > 0 &&
                (measured ? said == cost && breaks_bound(claim, cost, at_least)
                          : strcmp(a->r->name, "conflict_free") == 0)) ||
               wrong(summary);
    }
    if (redo_scan(rest, "%i %w %w %i %w, which fill %i %w, and touch %i", &lanes, &w1, &w2,
                  &bytes, &w3, &least, &w4, &sectors)) {
        int64_t touch = touched(a, 32, -1), moved = touched(a, 1, -1);
        return (lanes == a->lanes && sectors == touch && bytes == moved &&
                least == (moved + 31) / 32 &&
                (measured ? said == touch && breaks_bound(claim, touch, at_least)
                          : touch > least)) ||
               wrong(summary);
    }
    return redo_fail("the reader knows no summary '%s'", summary);
}

bool redo_memory(redo *r, const redo_text_of *given)
{
    access_of a;
    int64_t access = 0;
    char *rest;
    if (!open_accesses(r, &a))
        return false;
    if (!redo_scan(r->where, "access %i, %r", &access, &rest))
        redo_scan(r->where, "access %i", &access);
    if (!set_access(&a, access))
        return false;
    for (size_t i = 0; i < given->nsteps; i++)
        if (!redo_memory_line(&a, given->step[i]))
            return false;
    return refutes(&a, given->claim) && !redo_failure();
}

/* ---- by definition ---- */

/* Each lane moves consecutive offsets, from a multiple of the width on. */
static bool are_vectors(const access_of *a)
{
    for (int64_t i = 0; i < a->lanes; i++) {
        int64_t first = func_number_at(a->x, coordinate(a, a->access, i));
        if (a->at[i] % a->width != 0)
            return false;
        for (int64_t j = 1; j < a->vector; j++)
            if (func_number_at(a->x, coordinate_of(a, a->access, i, j)) != first + j)
                return false;
    }
    return true;
}

holds redo_memory_holds(redo *r, const char *claim)
{
    const int64_t most = 4096; /* coordinates */
    access_of a;
    int64_t extra = 0, sectors = 0;
    bool coalesced = true, banked = strncmp(claim, "conflict", 8) == 0;
    if (!redo_arg(r, "X") || func_size(redo_arg(r, "X")) > most || !open_accesses(r, &a) ||
        a.width > (banked ? 16 : 32))
        return NOT_SEEN;
    for (int64_t i = 0; i < a.count; i++) {
        if (!set_access(&a, i))
            return NOT_SEEN;
        if (!are_vectors(&a))
            return FAILS;
        int64_t cost = banked ? conflicts(&a) : 0, n = banked ? 0 : touched(&a, 32, -1);
        extra = cost > extra ? cost : extra;
        sectors = n > sectors ? n : sectors;
        coalesced = coalesced && (banked || n == (touched(&a, 1, -1) + 31) / 32);
    }
    if (strcmp(r->name, "conflict_free") == 0 || strcmp(r->name, "coalesced") == 0)
        return of(extra == 0 && coalesced);
    return of(!breaks_bound(claim, banked ? extra : sectors, false));
}
