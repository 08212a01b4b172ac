/* test-product.c - the test of a product, or of a function along rows: small numbers that every
 * format has, each kernel of the plan, and a sum in double of each element. */
#include "config.h"

#include "emitter.h"
#include "../kernel/number.h"
#include "../kernel/tolerance.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- elements as numbers */

static const char formats[] =
    "\n"
    "/* The number that a float is, of so many bits of exponent and mantissa. */\n"
    "static double @NAME@_number(unsigned long long bits, int exponent, int mantissa)\n"
    "{\n"
    "    const unsigned long long most = (1ULL << exponent) - 1, one = 1ULL << mantissa;\n"
    "    const unsigned long long power = bits >> mantissa & most, fraction = bits & (one - 1);\n"
    "    const int least = 2 - (1 << (exponent - 1)) - mantissa;\n"
    "    if (power == most && (exponent != 4 || fraction == one - 1))\n"
    "        return NAN;\n"
    "    const double size = power == 0 ? ldexp((double)fraction, least)\n"
    "                                   : ldexp((double)(fraction + one), least + (int)power - "
    "1);\n"
    "    return bits >> (exponent + mantissa) ? -size : size;\n"
    "}\n"
    "\n"
    "/* The bits of a number that the format has, and neither 0 nor among its least. */\n"
    "static unsigned long long @NAME@_bits(double number, int exponent, int mantissa)\n"
    "{\n"
    "    int power;\n"
    "    const double fraction = frexp(fabs(number), &power);\n"
    "    const unsigned long long sign = number < 0 ? 1ULL << (exponent + mantissa) : 0;\n"
    "    if (number == 0)\n"
    "        return 0;\n"
    "    return sign + ((unsigned long long)(power - 2 + (1 << (exponent - 1))) << mantissa) +\n"
    "           (unsigned long long)ldexp(2 * fraction - 1, mantissa);\n"
    "}\n";

/* Is it a type of C++ that converts to double? */
static bool converts(const lck_element *element)
{
    return lck_format_of(element).exponent == 0 || element->bytes >= 4;
}

static bool has_formats(const lck_kernel *k)
{
    for (size_t i = 0; i < k->narrays; i++)
        if (k->array[i].role != LCK_OF_BLOCK && !converts(k->array[i].element))
            return true;
    return false;
}

static void put_conversions(lck_emitter *e, const lck_array *array, bool filled)
{
    const lck_element *element = array->element;
    const char *plan = e->kernel->name;
    lck_format f = lck_format_of(element);
    lck_put_lines(e, 0, "\nstatic double %s_of_%s(%s element)\n{\n", plan, array->name,
                  element->c);
    if (converts(element))
        lck_put_lines(e, 0, "    return (double)element;\n}\n");
    else
        lck_put_lines(e, 0, "    return %s_number(element, %d, %d);\n}\n", plan, f.exponent,
                      f.mantissa);
    if (!filled)
        return;
    lck_put_lines(e, 0, "\nstatic %s %s_to_%s(double number)\n{\n    return (%s)", element->c,
                  plan, array->name, element->c);
    if (!converts(element))
        lck_put_lines(e, 0, "%s_bits(number, %d, %d);\n}\n", plan, f.exponent, f.mantissa);
    else /* of integers eighths become -4 to 4, or 0 to 4 */
        lck_put_lines(e, 0, "%s;\n}\n",
                      f.exponent > 0 ? "number"
                      : f.is_signed  ? "(4 * number)"
                                     : "(fabs(4 * number))");
}

/* ---- the reference */

/* "NAME_of_a(a[...])" */
static void put_number(lck_emitter *e, int array)
{
    const lck_array *of = &e->kernel->array[array];
    lc_text_printf(&e->text, "%s_of_%s(", e->kernel->name, of->name);
    if (of->role == LCK_SCALAR)
        lc_text_add(&e->text, of->name);
    else
        lck_put_place(e, array);
    lc_text_add_char(&e->text, ')', 1);
}

void lck_put_lines(lck_emitter *e, size_t indent, const char *format, ...)
{
    lc_text *t = &e->text;
    va_list args;
    va_start(args, format);
    lc_text_add_char(t, ' ', *format ? indent : 0);
    for (; *format; format++)
        switch (*format == '%' ? *++format : '\0') {
        case 'a': put_number(e, va_arg(args, int)); break;
        case 'p': lck_put_place(e, va_arg(args, int)); break;
        case 'c': lc_text_printf(t, "%s%zu", e->coordinate, va_arg(args, size_t)); break;
        case 'x': lck_put_host_expr(e, va_arg(args, const lc_expr *)); break;
        case 'd': lc_text_printf(t, "%d", va_arg(args, int)); break;
        case 'l': lc_text_printf(t, "%lld", (long long)va_arg(args, int64_t)); break;
        case 'z': lc_text_printf(t, "%zu", va_arg(args, size_t)); break;
        case 'g': lc_text_printf(t, "%.17g", va_arg(args, double)); break;
        case 's': lc_text_add(t, va_arg(args, const char *)); break;
        default:
            lc_text_add_char(t, *format, 1);
            if (*format == '\n' && format[1])
                lc_text_add_char(t, ' ', indent);
        }
    va_end(args);
}

void lck_open_reference(lck_emitter *e, const char *type, const char *comment)
{
    const char *name = e->kernel->name;
    lck_put_lines(e, 0,
                  "\n/* What %s computes%s */\n"
                  "static %s %s_reference(double *expected_of_test, double *bound_of_test, ",
                  name, comment, type, name);
    lck_put_given(e, true, 8);
    lc_text_add(&e->text, ")\n{\n");
}

void lck_put_loops(lck_emitter *e, bool contracted, size_t *indent)
{
    const lck_kernel *k = e->kernel;
    for (size_t i = 0; i < k->rank; i++)
        if (k->counter[i].contracted == contracted) {
            lck_put_lines(e, *indent, "for (long long %c = 0; %c < %x; %c++) {\n", i, i,
                          k->counter[i].extent, i);
            *indent += 4;
        }
}

void lck_close_loops(lck_emitter *e, size_t *indent, size_t to)
{
    while (*indent > to)
        lck_put_lines(e, *indent -= 4, "}\n");
}

static void put_epilogue(lck_emitter *e, size_t indent)
{
    const lck_product_result *p = &e->kernel->product;
    if (p->alpha >= 0)
        lck_put_lines(e, indent, "sum_of_test *= %a;\nsize_of_test *= fabs(%a);\n", p->alpha,
                      p->alpha);
    if (p->beta >= 0)
        lck_put_lines(e, indent, "term_of_test = %a * %a;\n", p->beta, p->c);
    for (int i = 0; i < 2; i++) { /* beta * c, then bias */
        if (i == 1 && p->bias >= 0)
            lck_put_lines(e, indent, "term_of_test = %a;\n", p->bias);
        if ((i == 0 ? p->beta : p->bias) >= 0)
            lck_put_lines(e, indent,
                          "sum_of_test += term_of_test;\n"
                          "size_of_test += fabs(term_of_test);\n");
    }
    if (p->activation == LCK_RELU)
        lck_put_lines(e, indent, "sum_of_test = fmax(sum_of_test, 0.0);\n");
    if (p->activation == LCK_GELU)
        lck_put_lines(e, indent, "sum_of_test *= (1 + erf(sum_of_test * sqrt(0.5))) / 2;\n");
}

/* How far it may be off; what integers and floats of 8 bits do with larger numbers. */
static void put_bound(lck_emitter *e, size_t indent)
{
    const lck_tolerance tolerance = lck_tolerance_of(e->kernel);
    lck_put_lines(e, indent,
                  "bound_of_test[at_of_test] = %g * fabs(sum_of_test) + %g +\n"
                  "    %g * (fmin(number_of_test, 8 * sqrt(number_of_test)) + 16) * "
                  "size_of_test;\n",
                  tolerance.relative, tolerance.absolute, tolerance.unit);
    if (tolerance.high < lck_largest(lck_element_find("f32")))
        lck_put_lines(e, indent,
                      "expected_of_test[at_of_test] = fmin(fmax(sum_of_test, %g), %g);\n",
                      tolerance.low, tolerance.high);
    else
        lck_put_lines(e, indent, "expected_of_test[at_of_test] = sum_of_test;\n");
}

static void put_reference(lck_emitter *e)
{
    const lck_kernel *k = e->kernel;
    const lck_product_result *p = &k->product;
    size_t indent = 4;
    lck_open_reference(e, "void", ", and how far it may be off: see tolerance.h of layoutcheck.");
    lck_put_loops(e, false, &indent);
    const size_t inner = indent;
    lck_put_lines(e, indent, "double sum_of_test = 0, size_of_test = 0, number_of_test = 0;\n");
    if (p->beta >= 0 || p->bias >= 0)
        lck_put_lines(e, indent, "double term_of_test = 0;\n");
    lck_put_loops(e, true, &indent);
    lck_put_lines(e, indent,
                  "const double product_of_test = %a * %a;\n"
                  "sum_of_test += product_of_test;\n"
                  "size_of_test += fabs(product_of_test);\n"
                  "number_of_test++;\n",
                  p->a, p->b);
    lck_close_loops(e, &indent, inner);
    put_epilogue(e, indent);
    lck_put_lines(e, indent, "const long long at_of_test = &%p - %s;\n", p->c,
                  k->array[p->c].name);
    put_bound(e, indent);
    lck_close_loops(e, &indent, 4);
    lc_text_add(&e->text, "}\n");
}

/* ---- the program */

/* One kernel of the plan, by its number; after the last one, whichever a launch takes. */
static void put_numbered(lck_emitter *e)
{
    const lck_kernel *first = e->kernel;
    int number = 0;
    lck_put_lines(e, 0,
                  "\n/* Launches a kernel by its number, or the one that %s_launch takes. */\n"
                  "static cudaError_t %s_numbered(int kernel_of_test, ",
                  first->name, first->name);
    lck_put_given(e, true, 8);
    lck_put_lines(e, 0,
                  ")\n{\n    const cudaStream_t stream = 0;\n    switch (kernel_of_test) {\n");
    for (const lck_kernel *k = first; k; k = k->other) {
        e->kernel = k;
        lck_put_lines(e, 4, "case %d:\n    if (!(", number++);
        lck_put_condition(e, 12);
        lck_put_lines(e, 0,
                      "))\n            return cudaErrorInvalidValue;\n        return %s_start(",
                      k->name);
        lck_put_given(e, false, 12);
        lc_text_add(&e->text, ", stream);\n");
    }
    e->kernel = first;
    lck_put_lines(e, 4, "default:\n    return %s_launch(", first->name);
    lck_put_given(e, false, 12);
    lc_text_add(&e->text, ", stream);\n    }\n}\n");
}

static const char tools[] =
    "\n" LCK_NEED "\n"
    "template <typename T> static T *@NAME@_room(long long n)\n"
    "{\n"
    "    T *room = (T *)malloc(sizeof(T) * (size_t)(n + 1));\n"
    "    if (!room)\n"
    "        need(cudaErrorMemoryAllocation, \"malloc\");\n"
    "    return room;\n"
    "}\n"
    "\n"
    "template <typename T> static T *@NAME@_sent(const T *host, long long n)\n"
    "{\n"
    "    T *device = NULL;\n"
    "    need(cudaMalloc((void **)&device, sizeof(T) * (size_t)(n + 1)), \"cudaMalloc\");\n"
    "    need(cudaMemcpy(device, host, sizeof(T) * (size_t)n, cudaMemcpyHostToDevice),\n"
    "         \"cudaMemcpy\");\n"
    "    return device;\n"
    "}\n"
    "\n"
    "/* Eighths from -1 to 1, the same in each run. */\n"
    "template <typename T>\n"
    "static void @NAME@_fill(T *elements, long long n, T (*to)(double))\n"
    "{\n"
    "    static unsigned long long state = 88172645463325252ULL;\n"
    "    for (long long i = 0; i < n; i++) {\n"
    "        state ^= state << 13;\n"
    "        state ^= state >> 7;\n"
    "        state ^= state << 17;\n"
    "        elements[i] = to((double)(long long)((state >> 20) % 17) / 8 - 1);\n"
    "    }\n"
    "}\n"
    "\n"
    "/* Elements that are not written stay as they were. */\n"
    "static bool @NAME@_agrees(const @TC@ *result, const @TC@ *@C@, const double *expected,\n"
    "                          const double *bound, long long n)\n"
    "{\n"
    "    for (long long i = 0; i < n; i++) {\n"
    "        if (bound[i] < 0) {\n"
    "            if (memcmp(&result[i], &@C@[i], sizeof *result) == 0)\n"
    "                continue;\n"
    "            printf(\"@NAME@: @C@[%lld] was written\\n\", i);\n"
    "            return false;\n"
    "        }\n"
    "        const double found = @NAME@_of_@C@(result[i]);\n"
    "        if (fabs(found - expected[i]) <= bound[i])\n"
    "            continue;\n"
    "        printf(\"@NAME@: @C@[%lld] is %.9g, expected %.9g within %.3g\\n\", i, found,\n"
    "               expected[i], bound[i]);\n"
    "        return false;\n"
    "    }\n"
    "    return true;\n"
    "}\n";

static const char runs[] =
    "    for (int kernel = 0; kernel <= @KERNELS@; kernel++) {\n"
    "        need(cudaMemcpy(device_@C@, @C@, sizeof(@TC@) * (size_t)elements,\n"
    "                        cudaMemcpyHostToDevice),\n"
    "             \"cudaMemcpy\");\n"
    "        const cudaError_t error = @NAME@_numbered(kernel, @DEVICE@);\n"
    "        if (kernel < @KERNELS@ && error == cudaErrorInvalidValue)\n"
    "            continue; /* it does not admit the sizes */\n"
    "        need(error, \"launch\");\n"
    "        need(cudaMemcpy(result, device_@C@, sizeof(@TC@) * (size_t)elements,\n"
    "                        cudaMemcpyDeviceToHost),\n"
    "             \"@NAME@\");\n"
    "        if (!@NAME@_agrees(result, @C@, expected, bound, elements))\n"
    "            return 1;\n"
    "    }\n"
    "    need(cudaEventCreate(&start), \"cudaEventCreate\");\n"
    "    need(cudaEventCreate(&stop), \"cudaEventCreate\");\n"
    "    need(cudaEventRecord(start, 0), \"cudaEventRecord\");\n"
    "    for (int i = 0; i < repetitions; i++)\n"
    "        need(@NAME@_numbered(@KERNELS@, @DEVICE@), \"launch\");\n"
    "    need(cudaEventRecord(stop, 0), \"cudaEventRecord\");\n"
    "    need(cudaEventSynchronize(stop), \"cudaEventSynchronize\");\n"
    "    need(cudaEventElapsedTime(&milliseconds, start, stop), \"cudaEventElapsedTime\");\n"
    "    milliseconds /= repetitions;\n"
    "    printf(\"@NAME@: right; %.4f ms, %.2f @UNIT@\\n\", milliseconds,\n"
    "           milliseconds > 0 ? @RATE@ * counted / milliseconds : 0.0);\n"
    "    cudaEventDestroy(start);\n"
    "    cudaEventDestroy(stop);\n"
    "    free(result);\n"
    "    free(expected);\n"
    "    free(bound);\n";

static bool is_tensor(const lck_array *array)
{
    return array->role == LCK_READ || array->role == LCK_WRITTEN;
}

/* Of attention: above 0. */
static bool is_scale(const lck_kernel *k, int array)
{
    const int *s = k->attention.scales;
    return k->kind == LCK_IS_ATTENTION && (array == s[0] || array == s[1] || array == s[2]);
}

/* A table of starts has them in order, from 0 up to all. */
static bool is_sorted(const lck_kernel *k, int array)
{
    return array == k->attention.starts[0] || array == k->attention.starts[1];
}

/* May its numbers have steps of no more than so many? */
static bool is_bounded(const lck_kernel *k, int array)
{
    return array == k->attention.starts[0] && k->attention.most;
}

/* How many numbers a table of attention may have, all from 0 on; NULL of another tensor. */
static const lc_expr *numbers_of(const lck_kernel *k, int array)
{
    const lck_attention_result *a = &k->attention;
    if (k->kind != LCK_IS_ATTENTION ||
        (array != a->pages && array != a->lengths && !is_sorted(k, array)))
        return NULL;
    const size_t along = k->rank - (array == a->starts[0] ? 3 : 2);
    return array == a->pages
               ? a->all_pages
               : lc_expr_make(k->x, LC_EXPR_ADD, k->counter[along].extent, lc_expr_int(k->x, 1));
}

static void put_table(lck_emitter *e, int array, const char *sizes)
{
    const char *n = e->kernel->array[array].name, *plan = e->kernel->name;
    if (!is_sorted(e->kernel, array))
        lck_put_lines(e, 4,
                      "for (long long i = 0; i < elements_of_%s; i++)\n"
                      "    %s[i] = (int)((i + 1) * 2654435761LL %% %s_%s_numbers(%s));\n",
                      n, n, plan, n, sizes);
    else
        lck_put_lines(e, 4,
                      "for (long long i = 0, most = %s_%s_numbers(%s) - 1; i < elements_of_%s; "
                      "i++)\n"
                      "    %s[i] = (int)(i + 1 < elements_of_%s ? most * i / elements_of_%s * i "
                      "/ elements_of_%s : most);\n",
                      plan, n, sizes, n, n, n, n, n);
    if (is_bounded(e->kernel, array))
        lck_put_lines(e, 4,
                      "for (long long i = 1; i < elements_of_%s; i++)\n"
                      "    if (%s[i] - %s[i - 1] > %s_%s_most(%s))\n"
                      "        %s[i] = %s[i - 1] + (int)%s_%s_most(%s);\n",
                      n, n, n, plan, n, sizes, n, n, plan, n, sizes);
}

/* The tensors and scalars: their elements are filled in. C is poisoned where it is not read: no
 * number of its format, or -1. */
static void put_data(lck_emitter *e, const char *sizes)
{
    const lck_kernel *k = e->kernel;
    for (size_t i = 0; i < k->narrays; i++) {
        const lck_array *a = &k->array[i];
        const char *n = a->name, *c = a->element->c;
        if (a->role == LCK_SCALAR)
            lck_put_lines(e, 4, "const %s %s = %s_to_%s(%s);\n", c, n, k->name, n,
                          k->kind == LCK_IS_ATTENTION  ? "0.11"
                          : (int)i == k->product.alpha ? "0.75"
                                                       : "-0.5");
        if (!is_tensor(a))
            continue;
        lck_put_lines(e, 4,
                      "const long long elements_of_%s = %s_%s_elements(%s);\n"
                      "%s *%s = %s_room<%s>(elements_of_%s);\n",
                      n, k->name, n, sizes, c, n, k->name, c, n);
        if ((int)i == k->product.c && k->product.beta < 0)
            lck_put_lines(e, 4, "memset(%s, 0xff, sizeof *%s * (size_t)elements_of_%s);\n", n, n,
                          n);
        else if (numbers_of(k, (int)i))
            put_table(e, (int)i, sizes);
        else if (is_scale(k, (int)i))
            lck_put_lines(e, 4,
                          "for (long long i = 0; i < elements_of_%s; i++)\n"
                          "    %s[i] = 0.5f + 0.125f * (float)(i %% 7);\n",
                          n, n);
        else
            lck_put_lines(e, 4, "%s_fill(%s, elements_of_%s, %s_to_%s);\n", k->name, n, n,
                          k->name, n);
        lck_put_lines(e, 4, "%s *device_%s = %s_sent(%s, elements_of_%s);\n", c, n, k->name, n,
                      n);
    }
}

/* "a, b, c, alpha, size[0]", with `prefix` before the tensors. The caller frees it. */
static char *arguments_of(const lck_kernel *k, const char *prefix, const char *more)
{
    lc_text text = {0};
    for (size_t i = 0, n = 0; i < k->narrays; i++)
        if (is_tensor(&k->array[i]) || k->array[i].role == LCK_SCALAR)
            lc_text_printf(&text, "%s%s%s", n++ ? ", " : "",
                           is_tensor(&k->array[i]) ? prefix : "", k->array[i].name);
    lc_text_add(&text, more);
    return lc_text_take(NULL, &text);
}

static void put_test(lck_emitter *e, const lck_filling *list, size_t n)
{
    const lck_kernel *k = e->kernel;
    lck_put_filled(e,
                   "\n/* Runs each kernel of @NAME@ that admits the sizes and compares with the "
                   "reference, then times\n * the one that is launched: 0 when they agree. */\n"
                   "static int test(const long long *size)\n{\n"
                   "    const int repetitions = 20;\n"
                   "    float milliseconds = 0;\n"
                   "    cudaEvent_t start, stop;\n",
                   list, n);
    put_data(e, list[2].text);
    lck_put_filled(e,
                   "    const long long elements = elements_of_@C@;\n"
                   "    @TC@ *result = @NAME@_room<@TC@>(elements);\n"
                   "    double *expected = @NAME@_room<double>(elements);\n"
                   "    double *bound = @NAME@_room<double>(elements);\n"
                   "    for (long long i = 0; i < elements; i++)\n"
                   "        bound[i] = -1;\n",
                   list, n);
    lck_put_filled(e,
                   k->kind == LCK_IS_ATTENTION /* whose tables say how many */
                       ? "    const double counted = @NAME@_reference(expected, bound, @HOST@);\n"
                       : "    const double counted = (double)@NAME@_products(@SIZES@);\n"
                         "    @NAME@_reference(expected, bound, @HOST@);\n",
                   list, n);
    lck_put_filled(e, runs, list, n);
    for (size_t i = 0; i < k->narrays; i++)
        if (is_tensor(&k->array[i]))
            lc_text_printf(&e->text, "    cudaFree(device_%s);\n    free(%s);\n",
                           k->array[i].name, k->array[i].name);
    lc_text_add(&e->text, "    return 0;\n}\n");
}

static void put_functions(lck_emitter *e)
{
    const lck_kernel *k = e->kernel;
    char what[64], comment[64];
    for (size_t i = 0; i < k->narrays; i++) {
        if (!is_tensor(&k->array[i]))
            continue;
        snprintf(what, sizeof what, "%s_elements", k->array[i].name);
        snprintf(comment, sizeof comment, "The elements of %s.", k->array[i].name);
        lck_put_count(e, what, comment, k->array[i].extent);
        if (!numbers_of(k, (int)i))
            continue;
        snprintf(what, sizeof what, "%s_numbers", k->array[i].name);
        lck_put_count(e, what, "As many numbers an element may be.", numbers_of(k, (int)i));
        snprintf(what, sizeof what, "%s_most", k->array[i].name);
        if (is_bounded(k, (int)i))
            lck_put_count(e, what, "The most queries of a batch.", k->attention.most);
    }
    if (k->kind != LCK_IS_ATTENTION)
        lck_put_count(e, "products",
                      k->formula ? "The elements of all rows." : "The products that are summed.",
                      lck_extents(k));
    for (size_t i = 0; i < k->narrays; i++)
        if (is_tensor(&k->array[i]) || k->array[i].role == LCK_SCALAR)
            put_conversions(e, &k->array[i], (int)i != k->product.c || k->product.beta >= 0);
    static void (*const reference[])(
        lck_emitter *) = {[LCK_IS_PRODUCT] = put_reference,
                          [LCK_IS_ROWS] = lck_put_rows_reference,
                          [LCK_IS_ATTENTION] = lck_put_attention_reference};
    reference[k->kind](e);
    put_numbered(e);
}

/* Of each product of the counters' extents: bytes, read and written, or operations. */
static const char *rate_of(const lck_kernel *k)
{
    if (k->kind == LCK_IS_ROWS)
        return k->array[k->product.c].element->bytes == 4 ? "8e-6" : "4e-6";
    return k->kind == LCK_IS_PRODUCT ? "2e-9" : k->attention.causal ? "2e-9" : "4e-9";
}

void lck_put_product_test(lck_emitter *e)
{
    const lck_kernel *k = e->kernel;
    char *sizes = lck_size_arguments(k, "", ""), *more = lck_size_arguments(k, ", ", "");
    char *host = arguments_of(k, "", more), *device = arguments_of(k, "device_", more);
    char kernels[16];
    int count = 0;
    for (const lck_kernel *other = k; other; other = other->other)
        count++;
    snprintf(kernels, sizeof kernels, "%d", count);
    const lck_array *c = &k->array[k->product.c];
    const lck_filling list[] = {
        {"@NAME@", k->name},    {"@TC@", c->element->c},
        {"@SIZES@", sizes},     {"@C@", c->name},
        {"@KERNELS@", kernels}, {"@HOST@", host},
        {"@DEVICE@", device},   {"@UNIT@", k->formula ? "GB/s" : "TFLOP/s"},
        {"@RATE@", rate_of(k)}};
    const size_t n = sizeof list / sizeof *list;
    e->text.failed = e->text.failed || !sizes || !more || !host || !device;
    if (!e->text.failed) {
        if (has_formats(k))
            lck_put_filled(e, formats, list, n);
        put_functions(e);
        lck_put_filled(e, tools, list, n);
        put_test(e, list, n);
    }
    free(sizes);
    free(more);
    free(host);
    free(device);
}
