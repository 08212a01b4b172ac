/* product-unit.c - a plan of a product as a translation unit for the benchmark. */
#include "config.h"

#include "product-unit.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    FILE *out;
    const product_entry *entry;
    const lck_kernel *kernel;
    bool failed;
} unit;

static void put_expr(unit *u, const lck_kernel *k, const lc_expr *x)
{
    char *text = x ? lc_expr_to_c(k->ctx, x) : strdup("0");
    if (text)
        fputs(text, u->out);
    else
        u->failed = true;
    free(text);
}

/* Names that no size has, for it would be taken (lck_name_is_taken), end with an underscore. */
static void put_sizes(unit *u)
{
    for (size_t i = 0; i < u->kernel->nsizes; i++) {
        const char *name = u->kernel->size[i].var->name;
        fprintf(u->out, "    const long long %s = size_[%zu];\n    (void)%s;\n", name, i, name);
    }
}

/* ---- the shape ---- */

/* The array of the kernel that is a tensor of the product; -1: none. */
static int array_of(const lck_kernel *k, int tensor)
{
    const lck_product_result *p = &k->product;
    const int array[] = {p->a, p->b, p->c, p->bias};
    return array[tensor];
}

static bool moves(const lck_kernel *k, const lck_counter *axis, int tensor)
{
    int array = array_of(k, tensor);
    const lc_expr *stride = array < 0 ? NULL : axis->stride[array];
    int64_t value;
    return stride && !(lc_expr_is_int(stride, &value) && value == 0);
}

static const char *role_of(const lck_kernel *k, const lck_counter *axis)
{
    if (axis->contracted)
        return "PRODUCT_K";
    return !moves(k, axis, 1) ? "PRODUCT_M" : !moves(k, axis, 0) ? "PRODUCT_N" : "PRODUCT_L";
}

static void put_axis(unit *u, size_t i)
{
    const lck_kernel *k = u->kernel;
    const lck_counter *axis = &k->counter[i];
    fprintf(u->out, "    out_->axis[%zu].role = %s;\n    out_->axis[%zu].extent = ", i,
            role_of(k, axis), i);
    put_expr(u, k, axis->extent);
    for (int t = 0; t < 4; t++) {
        int array = array_of(k, t);
        fprintf(u->out, ";\n    out_->axis[%zu].stride[%d] = ", i, t);
        put_expr(u, k, array < 0 ? NULL : axis->stride[array]);
    }
    fputs(";\n", u->out);
}

static void put_shape(unit *u)
{
    const lck_kernel *k = u->kernel;
    fputs("\nstatic void shape(const long long *size_, product_shape *out_)\n{\n", u->out);
    fputs("    (void)size_;\n", u->out);
    put_sizes(u);
    fprintf(u->out, "    out_->rank = %zu;\n", k->rank);
    for (size_t i = 0; i < k->rank; i++)
        put_axis(u, i);
    for (int t = 0; t < 4; t++) {
        int array = array_of(k, t);
        fprintf(u->out, "    out_->offset[%d] = ", t);
        put_expr(u, k, array < 0 ? NULL : k->array[array].offset);
        fprintf(u->out, ";\n    out_->elements[%d] = ", t);
        put_expr(u, k, array < 0 ? NULL : k->array[array].extent);
        fputs(";\n", u->out);
    }
    fputs("}\n", u->out);
}

/* ---- kernels ---- */

static void put_admits(unit *u, const lck_kernel *k)
{
    for (size_t i = 0; i < k->nsizes; i++) {
        const lc_expr *var = k->size[i].var;
        fprintf(u->out, "%s size_[%zu] >= %" PRId64 "LL && size_[%zu] <= %" PRId64 "LL",
                i ? " &&" : "", i, var->low, i, var->high);
    }
    fputs(k->nsizes ? "" : " true", u->out);
    for (size_t i = 0; i < k->nconditions; i++) {
        fputs(" && (", u->out);
        put_expr(u, k, k->condition[i]);
        fputs(")", u->out);
    }
}

/* "NAME: wgmma 64x256x16, 288 threads, cluster 2, after a copy". */
static void put_label(unit *u, const lck_kernel *k)
{
    const lck_atom *atom = k->natoms > 0 ? &k->atom[0] : NULL;
    fprintf(u->out, "%s: ", k->name);
    if (atom)
        fprintf(u->out, "%s %dx%dx%d", atom->threads > 32 ? "wgmma" : "mma", atom->m, atom->n,
                atom->k);
    else
        fputs("fma", u->out);
    fprintf(u->out, ", %d threads", k->threads);
    if (k->cluster > 1)
        fprintf(u->out, ", cluster %d", k->cluster);
    if (k->before)
        fputs(", after a copy", u->out);
}

/* The kernel and its copies to scratch admit the sizes. */
static void put_admits_function(unit *u, const lck_kernel *k, size_t number)
{
    fprintf(u->out, "\nstatic bool admits_%zu(const long long *size_)\n{\n    (void)size_;\n",
            number);
    put_sizes(u);
    fputs("    return", u->out);
    for (const lck_kernel *b = k; b; b = b->before) {
        fputs(b == k ? "" : " &&", u->out);
        put_admits(u, b);
    }
    fputs(";\n}\n", u->out);
}

static void put_cost(unit *u, const lck_kernel *k, size_t number)
{
    fprintf(u->out,
            "\nstatic long long cost_%zu(const long long *size_, int multiprocessors_)\n{\n"
            "    (void)size_;\n    (void)multiprocessors_;\n",
            number);
    put_sizes(u);
    if (k->multiprocessors)
        fprintf(u->out, "    const long long %s = multiprocessors_;\n    (void)%s;\n",
                k->multiprocessors->name, k->multiprocessors->name);
    fputs("    return ", u->out);
    put_expr(u, k, k->cost);
    fputs(";\n}\n", u->out);
}

/* ---- the launchers ---- */

static void put_argument(unit *u, const lck_kernel *k, int array)
{
    const lck_product_result *p = &k->product;
    const char *type = k->array[array].element->c;
    if (k->array[array].role == LCK_SCALAR)
        fprintf(u->out, "(%s)call_->%s, ", type, array == p->alpha ? "alpha" : "beta");
    else if (array == p->c)
        fprintf(u->out, "(%s *)call_->c, ", type);
    else
        fprintf(u->out, "(const %s *)call_->%s, ", type,
                array == p->a   ? "a"
                : array == p->b ? "b"
                                : "bias");
}

/* A function of the host in NAME.cu: NAME_launch, NAME_start of a kernel. */
static void put_launch(unit *u, const lck_kernel *k, const char *name, const char *function)
{
    fprintf(u->out,
            "\nstatic cudaError_t %s(const product_call *call_)\n{\n"
            "    return %s_%s(",
            name, k->name, function);
    for (size_t i = 0; i < k->narrays; i++) {
        lck_array_role role = k->array[i].role;
        if (role == LCK_READ || role == LCK_WRITTEN || role == LCK_SCALAR)
            put_argument(u, k, (int)i);
    }
    for (size_t i = 0; i < k->nsizes; i++)
        fprintf(u->out, "call_->size[%zu], ", i);
    fputs("call_->stream);\n}\n", u->out);
}

/* The number of kernels. */
static size_t put_kernels(unit *u)
{
    size_t n = 0;
    for (const lck_kernel *k = u->kernel; k; k = k->other, n++) {
        char name[32];
        snprintf(name, sizeof name, "launch_%zu", n);
        put_admits_function(u, k, n);
        put_cost(u, k, n);
        put_launch(u, k, name, "start");
    }
    n = 0;
    fputs("\nstatic const product_kernel kernels[] = {\n", u->out);
    for (const lck_kernel *k = u->kernel; k; k = k->other, n++) {
        fputs("    {\"", u->out);
        put_label(u, k);
        fprintf(u->out, "\", admits_%zu, cost_%zu, launch_%zu},\n", n, n, n);
    }
    fputs("};\n", u->out);
    return n;
}

/* ---- the plan ---- */

static bool case_sizes(const unit *u, const product_list_case *c, int64_t *size)
{
    const lck_kernel *k = u->kernel;
    for (size_t i = 0; i < k->nsizes; i++) {
        const char *name = k->size[i].var->name;
        if (!product_case_size(u->entry, c, name, &size[i])) {
            fprintf(stderr, "%s: case %s has no size %s\n", u->entry->name, c->name, name);
            return false;
        }
    }
    if (!lck_kernel_pick(k, size, k->device->multiprocessors)) {
        fprintf(stderr, "%s: case %s: the plan does not admit these sizes\n", u->entry->name,
                c->name);
        return false;
    }
    return true;
}

static bool put_cases(unit *u)
{
    fputs("\nstatic const product_case cases[] = {\n", u->out);
    for (size_t i = 0; i < u->entry->ncases; i++) {
        const product_list_case *c = &u->entry->cases[i];
        int64_t size[LC_MAX_EXPR_VARS];
        if (!case_sizes(u, c, size))
            return false;
        fprintf(u->out, "    {\"%s\", {", c->name);
        for (size_t s = 0; s < u->kernel->nsizes; s++)
            fprintf(u->out, "%s%" PRId64 "LL", s ? ", " : "", size[s]);
        fprintf(u->out, "}, %g", c->goal);
        if (c->of_plan)
            fprintf(u->out, ", \"%s\", \"%s\"},\n", c->of_plan, c->of_case);
        else
            fputs(", nullptr, nullptr},\n", u->out);
    }
    fputs("    {nullptr, {0}, 0, nullptr, nullptr}};\n", u->out);
    return true;
}

/* What the sizes are called, within what they lie, and which of them a row's is rounded up
 * from. */
static void put_names(unit *u)
{
    const lck_kernel *k = u->kernel;
    fputs("\nstatic const char *const names[] = {", u->out);
    for (size_t i = 0; i < k->nsizes; i++)
        fprintf(u->out, "\"%s\", ", k->size[i].var->name);
    fputs("nullptr};\nstatic const long long low[] = {", u->out);
    for (size_t i = 0; i < k->nsizes; i++)
        fprintf(u->out, "%" PRId64 "LL, ", k->size[i].var->low);
    fputs("0};\nstatic const long long high[] = {", u->out);
    for (size_t i = 0; i < k->nsizes; i++)
        fprintf(u->out, "%" PRId64 "LL, ", k->size[i].var->high);
    fputs("0};\nstatic const char rows_of[] = {", u->out);
    for (size_t i = 0; i < k->nsizes; i++)
        fprintf(u->out, "%d, ", product_rows_of(u->entry, k->size[i].var->name));
    fputs("0};\n", u->out);
}

static void put_plan(unit *u, size_t number, size_t nkernels)
{
    const lck_kernel *k = u->kernel;
    const lck_product_result *p = &k->product;
    fprintf(u->out, "\nstatic const product_plan plan = {\n    \"%s\", %zu,\n    {", k->name,
            number);
    for (int t = 0; t < 4; t++) {
        int array = array_of(k, t);
        if (array < 0)
            fputs("nullptr, ", u->out);
        else
            fprintf(u->out, "\"%s\", ", k->array[array].element->name);
    }
    fprintf(u->out,
            "},\n    \"%s\", %s, %s, %s, %d,\n    %zu, names, low, high, rows_of,\n"
            "    shape, %zu, kernels, launch, %zu, cases, %d};\n"
            "static const product_registration registration(&plan);\n",
            p->accumulate ? p->accumulate->name : "f32", p->alpha >= 0 ? "true" : "false",
            p->beta >= 0 ? "true" : "false", p->bias >= 0 ? "true" : "false", (int)p->activation,
            k->nsizes, nkernels, u->entry->ncases, k->device->multiprocessors);
}

bool product_unit_write(FILE *out, const product_entry *entry, const lck_kernel *kernel,
                        size_t number)
{
    unit u = {.out = out, .entry = entry, .kernel = kernel};
    fprintf(out, "#include \"product.cuh\"\n#include \"%s.cu\"\n", kernel->name);
    put_shape(&u);
    size_t nkernels = put_kernels(&u);
    put_launch(&u, kernel, "launch", "launch");
    put_names(&u);
    bool ok = put_cases(&u);
    put_plan(&u, number, nkernels);
    if (u.failed)
        fprintf(stderr, "%s: %s\n", entry->name, lc_ctx_message(kernel->ctx));
    return ok && !u.failed;
}
