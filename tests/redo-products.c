/* redo-products.c - the products of two matrices, as they are defined: multiplies. */
#include "config.h"

#include "redo-defined.h"

#include <string.h>

/* m, n, k: 0, 1, 2. */
static const int index_of[3][2] = {{0, 2}, {1, 2}, {0, 1}};

/* The indices that an operand has at c; false: no place. */
static bool place_at(const fn *f, int operand, const int64_t *extent, int64_t c, int64_t *at)
{
    val v;
    int64_t rows = extent[index_of[operand][0]], columns = extent[index_of[operand][1]];
    if (!func_as_number(f, tree_int(c), &v))
        return false;
    at[0] = at[1] = 0;
    for (size_t i = 0; i < v.n; i++) {
        if (v.axis[i].depth == 0) {
            int64_t number = v.axis[i].number;
            at[1] = number >= 0 ? number / rows : -1;
            at[0] = number >= 0 ? number % rows : -1;
        } else if (v.axis[i].path[0] < 2) {
            at[v.axis[i].path[0]] = v.axis[i].number;
        }
    }
    return at[0] >= 0 && at[0] < rows && at[1] >= 0 && at[1] < columns;
}

/* The product at c; false: the operands do not fit there. */
static bool product_at(redo *r, const int64_t *extent, int64_t c, int64_t index[3])
{
    static const char *const name[] = {"A", "B", "C"};
    bool known[3] = {false, false, false};
    for (int i = 0; i < 3; i++) {
        int64_t at[2];
        if (!place_at(redo_arg(r, name[i]), i, extent, c, at))
            return false;
        for (int j = 0; j < 2; j++) {
            int k = index_of[i][j];
            if (known[k] && index[k] != at[j])
                return false;
            known[k] = true;
            index[k] = at[j];
        }
    }
    return true;
}

bool refutes_multiplies(redo *r)
{
    fn *a = redo_arg(r, "A"), *s = redo_arg(r, "S");
    int64_t extent[3], index[3], c, m, n, k, times = 0, said;
    const tree *shape = s ? redo_domain(s) : NULL;
    if (!shape || shape->leaf || shape->n != 3)
        return redo_unknown_form(r);
    for (int i = 0; i < 3; i++)
        extent[i] = tree_size(shape->child[i]);
    if (strcmp(r->where, "size") == 0)
        return redo_scan(r->summary, "%i is not %i", &m, &n) && m != n &&
               n == extent[0] * extent[1] * extent[2];
    if (redo_scan(r->where, "c = %i", &c))
        return !product_at(r, extent, c, index) || redo_not_so(r);
    if (!redo_scan(r->where, "(m,n,k) = (%i,%i,%i)", &m, &n, &k))
        return redo_unknown_form(r);
    for (c = 0; c < func_size(a); c++)
        times += product_at(r, extent, c, index) && index[0] == m && index[1] == n &&
                 index[2] == k;
    if (strcmp(r->summary, "this product is never added") == 0)
        return times == 0 || redo_not_so(r);
    if (redo_scan(r->summary, "this product is added %i times", &said))
        return (times == said && times > 1) || redo_not_so(r);
    return (strcmp(r->summary, "this product is added more than once") == 0 && times > 1) ||
           redo_not_so(r);
}
