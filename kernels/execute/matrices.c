/* matrices.c - what the lanes of a warp do together: matrices of shared memory, products. */
#include "config.h"

#include "executor.h"

#include <inttypes.h>
#include <string.h>

#define ROWS 8
#define ROW_BYTES 16
#define HALVES 8 /* of 16 bits, in a row */

/* ---- MATRIX_LOAD and MATRIX_STORE */

/* Row `row` of matrix `m`: the access of the lane that has its index. */
static bool row_at(lck_run *run, const lck_agent *a, const lck_statement *s, int m, int row,
                   lck_access *access, int64_t *index)
{
    int thread = a->first + ROWS * m + row;
    const lck_place *place = &s->to;
    int width = ROW_BYTES / run->kernel->array[place->array].element->bytes;
    *access = lck_access_to(run, place->array, thread);
    return lck_value(run, thread, place->index, false, index) &&
           lck_in_place(access, *index, width, ROW_BYTES);
}

/* The lane that has 16 bits of a matrix, and which of its halves. */
static int lane_of(const lck_statement *s, int row, int column, int *half)
{
    int major = s->transposed ? column : row, minor = s->transposed ? row : column;
    *half = minor % 2;
    return 4 * major + minor / 2;
}

typedef struct {
    lck_run *run;
    const lck_agent *agent;
    const lck_statement *s;
    size_t place[LCK_WARP]; /* of the lanes' first registers */
} move;

static unsigned char *half_at(const move *mv, int lane, int m, int half)
{
    return lck_register_at(mv->run, mv->s->held.file, mv->place[lane]) + 4 * m + 2 * half;
}

/* Between shared memory and registers. */
static bool move_row(const move *mv, int m, int row)
{
    const bool load = mv->s->kind == LCK_MATRIX_LOAD;
    lck_access a;
    int64_t index;
    unsigned char bytes[ROW_BYTES];
    if (!row_at(mv->run, mv->agent, mv->s, m, row, &a, &index))
        return false;
    const size_t size = (size_t)mv->run->kernel->array[a.array].element->bytes;
    for (int column = 0, half; column < HALVES && !load; column++) {
        int lane = lane_of(mv->s, row, column, &half);
        memcpy(bytes + 2 * column, half_at(mv, lane, m, half), 2);
    }
    for (size_t i = 0; i < ROW_BYTES; i += size, index++) {
        const unsigned char *from = load ? lck_read_shared(&a, index) : bytes + i;
        unsigned char *to = load ? bytes + i : lck_write_shared(&a, index);
        if (!from || !to)
            return false;
        memcpy(to, from, size);
    }
    for (int column = 0, half; column < HALVES && load; column++) {
        int lane = lane_of(mv->s, row, column, &half);
        memcpy(half_at(mv, lane, m, half), bytes + 2 * column, 2);
    }
    return true;
}

bool lck_run_matrix(lck_run *run, lck_agent *agent, const lck_statement *s)
{
    move mv = {.run = run, .agent = agent, .s = s};
    bool load = s->kind == LCK_MATRIX_LOAD;
    int n = 4 * s->width / run->kernel->file[s->held.file].element->bytes;
    for (int l = 0; l < LCK_WARP; l++) {
        int thread = agent->first + l;
        if (!lck_find_registers(run, thread, s->held, n, !load, "is stored", &mv.place[l]))
            return false;
        for (int i = 0; i < n; i++) {
            if (!lck_touch(run, thread, s->held.file, mv.place[l] + (size_t)i))
                return false;
            run->held[s->held.file].loaded[mv.place[l] + (size_t)i] = true;
        }
    }
    for (int m = 0; m < s->width; m++)
        for (int row = 0; row < ROWS; row++)
            if (!move_row(&mv, m, row))
                return false;
    return true;
}

/* ---- products of matrices */

/* Columns by eights, which a compiler makes into vectors. */
void lck_multiply_singles(int m, int n, int k, float *restrict held, const float *restrict left,
                          const float *restrict right)
{
    for (int row = 0; row < m; row++)
        for (int j = 0; j < n; j += 8) {
            float sum[8];
            for (int i = 0; i < 8; i++)
                sum[i] = held[row * n + j + i];
            for (int kk = 0; kk < k; kk++)
                for (int i = 0; i < 8; i++)
                    sum[i] += left[row * k + kk] * right[kk * n + j + i];
            for (int i = 0; i < 8; i++)
                held[row * n + j + i] = sum[i];
        }
}

void lck_multiply_doubles(int m, int n, int k, double *restrict held, const double *restrict left,
                          const double *restrict right)
{
    for (int row = 0; row < m; row++)
        for (int kk = 0; kk < k; kk++)
            for (int j = 0; j < n; j++)
                held[row * n + j] += left[row * k + kk] * right[kk * n + j];
}

/* ---- MMA */

static const char in_product[] = "takes part in a product";

/* Integers and f64 are computed in doubles, which hold their sums. */
bool lck_sums_in_singles(const lck_atom *atom)
{
    int exponent = lck_format_of(atom->element[2]).exponent;
    return exponent == 8 || exponent == 5;
}

/* Moves operand o of a lane between registers and a matrix of rows of `columns`: A (m,k), B as
 * (k,n), C (m,n). */
static bool move_operand(lck_run *run, const lck_atom *atom, int o, lck_register r, int thread,
                         int lane, bool back)
{
    int values = atom->values[o], rows = o == 1 ? atom->n : atom->m;
    int columns = o == 0 ? atom->k : atom->n;
    bool singles = lck_sums_in_singles(atom);
    lck_format format = lck_format_of(atom->element[o]);
    size_t place;
    if (!lck_find_registers(run, thread, r, values, !back, in_product, &place))
        return false;
    for (int v = 0; v < values; v++) {
        int at = atom->at[o][lane * values + v];
        int cell = o == 1 ? at / rows * columns + at % rows : at % rows * columns + at / rows;
        void *reg = lck_register_at(run, r.file, place + (size_t)v);
        if (!lck_touch(run, thread, r.file, place + (size_t)v))
            return false;
        if (back)
            lck_write_number(format, reg,
                             singles ? (double)run->single[o][cell] : run->twice[o][cell]);
        else if (singles)
            run->single[o][cell] = lck_read_factor(format, reg);
        else
            run->twice[o][cell] = lck_read_number(format, reg);
    }
    return true;
}

static bool has_bytes(lck_run *run, const lck_agent *a, const lck_atom *atom, int o,
                      lck_register r)
{
    const lck_file *file = &run->kernel->file[r.file];
    if (atom->at[o] && file->element->bytes == atom->element[o]->bytes)
        return true;
    return lck_stopped(run, LCK_REFUSED, a->first, -1,
                       "%s has elements of %s, the atom %s wants %s", file->name,
                       file->element->name, atom->name, atom->element[o]->name);
}

bool lck_run_mma(lck_run *run, lck_agent *a, const lck_statement *s)
{
    const lck_atom *atom = &run->kernel->atom[s->atom];
    const lck_register r[] = {s->left, s->right, s->held};
    for (int o = 0; o < 3; o++) {
        if (!has_bytes(run, a, atom, o, r[o]))
            return false;
        for (int l = 0; l < LCK_WARP; l++)
            if (!move_operand(run, atom, o, r[o], a->first + l, l, false))
                return false;
    }
    if (lck_sums_in_singles(atom))
        lck_multiply_singles(atom->m, atom->n, atom->k, run->single[2], run->single[0],
                             run->single[1]);
    else
        lck_multiply_doubles(atom->m, atom->n, atom->k, run->twice[2], run->twice[0],
                             run->twice[1]);
    for (int l = 0; l < LCK_WARP; l++)
        if (!move_operand(run, atom, 2, r[2], a->first + l, l, true))
            return false;
    return true;
}
