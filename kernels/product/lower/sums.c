/* sums.c - which threads hold which elements of a tile. */
#include "config.h"

#include "stages.h"

/* ---- modes ---- */

static void add(size_t *n, lck_mode *mode, int64_t extent, int64_t m_step, int64_t n_step)
{
    if (extent > 1 && *n < LCK_MAX_MODES)
        mode[(*n)++] = (lck_mode){extent, {m_step, n_step}};
}

static void add_thread(lck_part *p, int64_t extent, int64_t m_step, int64_t n_step)
{
    add(&p->nthreads, p->thread, extent, m_step, n_step);
}

static void add_value(lck_part *p, int64_t extent, int64_t m_step, int64_t n_step)
{
    add(&p->nvalues, p->value, extent, m_step, n_step);
}

/* A partition has a mode of threads and one of values. */
static void finish(lck_part *p)
{
    if (p->nthreads == 0)
        p->thread[p->nthreads++] = (lck_mode){.extent = 1};
    if (p->nvalues == 0)
        p->value[p->nvalues++] = (lck_mode){.extent = 1};
    p->width = 1;
}

/* ---- tables ---- */

/* The modes of n places that lie `apart` in a table, each row + rows * column. False: it is no
 * layout. */
typedef struct {
    const int32_t *at;
    int64_t n, apart;
    int rows;
} table;

static void step_between(const table *t, int64_t i, int64_t j, int64_t *step)
{
    int32_t a = t->at[i * t->apart], b = t->at[j * t->apart];
    step[0] = b % t->rows - a % t->rows;
    step[1] = b / t->rows - a / t->rows;
}

/* Are the places [from, from + run) those [0, run), moved by `times` steps? */
static bool is_moved(const table *t, int64_t from, int64_t run, const int64_t *step,
                     int64_t times)
{
    for (int64_t i = 0; i < run; i++) {
        int64_t moved[2];
        step_between(t, i, from + i, moved);
        if (moved[0] != times * step[0] || moved[1] != times * step[1])
            return false;
    }
    return true;
}

static bool read_modes(const table *t, size_t *nmodes, lck_mode *mode)
{
    for (int64_t run = 1; run < t->n;) {
        int64_t step[2], extent = 1;
        step_between(t, 0, run, step);
        while (run * (extent + 1) <= t->n && is_moved(t, run * extent, run, step, extent))
            extent++;
        while (t->n % (run * extent) != 0)
            extent--;
        if (extent == 1 || *nmodes == LCK_MAX_MODES)
            return false;
        mode[(*nmodes)++] = (lck_mode){extent, {step[0], step[1]}};
        run *= extent;
    }
    return true;
}

/* Is each place the sum of a part of the thread and a part of the value? */
static bool is_sum(const lck_atom *atom, int operand, const lck_part *part)
{
    int rows = operand == 1 ? atom->n : atom->m, values = atom->values[operand];
    for (int t = 0; t < atom->threads; t++)
        for (int v = 0; v < values; v++) {
            int64_t crd[2];
            lck_part_at(part, 2, t, v, crd);
            if (atom->at[operand][t * values + v] != crd[0] + rows * crd[1])
                return false;
        }
    return true;
}

bool lck_atom_part(const lck_atom *atom, int operand, lck_part *out)
{
    int values = atom->values[operand], rows = operand == 1 ? atom->n : atom->m;
    *out = (lck_part){0};
    if (!atom->at[operand])
        return false;
    table threads = {atom->at[operand], atom->threads, values, rows};
    table held = {atom->at[operand], values, 1, rows};
    bool ok = read_modes(&threads, &out->nthreads, out->thread) &&
              read_modes(&held, &out->nvalues, out->value);
    finish(out);
    return ok && is_sum(atom, operand, out);
}

/* ---- sums ---- */

static int64_t vector_of(int64_t elements, int bytes)
{
    int64_t vector = bytes < 16 ? 16 / bytes : 1;
    while (elements % vector != 0)
        vector /= 2;
    return vector;
}

void lck_fma_lanes_of(const lck_product *product, const lck_recipe *recipe, lck_fma_lanes *out)
{
    for (int i = 0; i < 2; i++) {
        int64_t of_warp = recipe->extent[i] / recipe->warps[i];
        int64_t lanes = i == 0 ? 4 : 8, of_thread = of_warp >= lanes ? of_warp / lanes : 1;
        out->lanes[i] = lanes;
        out->vector[i] = vector_of(of_thread, product->accumulate->bytes);
        out->vectors[i] = of_thread / out->vector[i];
        out->apart[i] = lanes * out->vector[i];
    }
}

static bool sums_of_fma(const lck_product *product, const lck_recipe *recipe, lck_part *out)
{
    lck_fma_lanes l;
    lck_fma_lanes_of(product, recipe, &l);
    int64_t m = l.apart[0] * l.vectors[0], n = l.apart[1] * l.vectors[1];
    add_thread(out, l.lanes[1], 0, l.vector[1]);
    add_thread(out, l.lanes[0], l.vector[0], 0);
    add_thread(out, recipe->warps[0], m, 0);
    add_thread(out, recipe->warps[1], 0, n);
    add_value(out, l.vector[1], 0, 1);
    add_value(out, l.vectors[1], 0, l.apart[1]);
    add_value(out, l.vector[0], 1, 0);
    add_value(out, l.vectors[0], l.apart[0], 0);
    finish(out);
    return m * recipe->warps[0] == recipe->extent[0] && n * recipe->warps[1] == recipe->extent[1];
}

bool lck_product_sums(const lck_product *product, const lck_recipe *recipe, lck_part *out)
{
    *out = (lck_part){0};
    if (recipe->method == LCK_FMA)
        return sums_of_fma(product, recipe, out);
    const lck_atom *atom = &recipe->atom;
    int64_t m = recipe->extent[0] / recipe->warps[0], n = recipe->extent[1] / recipe->warps[1];
    if (!lck_atom_part(atom, 2, out))
        return false;
    add_thread(out, recipe->warps[0], m, 0);
    add_thread(out, recipe->warps[1], 0, n);
    add_value(out, n / atom->n, 0, atom->n);
    add_value(out, m / atom->m, atom->m, 0);
    return m % atom->m == 0 && n % atom->n == 0 && m * recipe->warps[0] == recipe->extent[0] &&
           n * recipe->warps[1] == recipe->extent[1];
}
