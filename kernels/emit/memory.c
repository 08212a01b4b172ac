/* memory.c - the parameters of a kernel, and what its blocks and threads hold. */
#include "config.h"

#include "emitter.h"

#include <inttypes.h>
#include <string.h>

/* ---- what statements use */

static bool moves(const lck_statement *s, int array)
{
    bool moved = s->kind == LCK_LOAD || s->kind == LCK_STORE;
    return (moved && s->array == array && !s->peer) ||
           (s->kind == LCK_COPY && s->from.array == array);
}

static bool addresses(const lck_statement *s, int array)
{
    switch (s->kind) {
    case LCK_LOAD: return s->peer && s->array == array;
    case LCK_COPY:
    case LCK_MATRIX_LOAD:
    case LCK_MATRIX_STORE:
    case LCK_TMA_LOAD:
    case LCK_TMA_STORE: return s->to.array == array;
    case LCK_WGMMA: return s->a.array == array || s->b.array == array;
    default: return false;
    }
}

bool lck_uses(const lck_statement *s, int array, lck_use use)
{
    for (; s; s = s->next) {
        bool found = use == LCK_ADDRESSES ? addresses(s, array)
                     : use == LCK_MOVES   ? moves(s, array)
                     : use == LCK_FETCHES ? s->kind == LCK_FETCH && s->array == array
                                          : s->kind == LCK_STORE && s->array == array;
        if (found || lck_uses(s->body, array, use) || lck_uses(s->otherwise, array, use))
            return true;
    }
    return false;
}

/* ---- parameters */

/* Those that no statement reads or writes by its own are left out: maps may stand for them. */
static size_t add_arrays(const lck_kernel *k, unsigned roles, lck_parameter *list, size_t n)
{
    for (size_t i = 0; i < k->narrays; i++)
        if ((roles >> k->array[i].role & 1) &&
            (lck_uses(k->body, (int)i, LCK_MOVES) || lck_uses(k->body, (int)i, LCK_FETCHES)))
            list[n++] = (lck_parameter){LCK_ARRAY_PARAMETER, i};
    return n;
}

size_t lck_parameters(const lck_kernel *k, lck_parameter *list)
{
    size_t n = 0;
    for (size_t i = 0; i < k->nmaps; i++)
        list[n++] = (lck_parameter){LCK_MAP_PARAMETER, i};
    n = add_arrays(k, 1u << LCK_READ | 1u << LCK_WRITTEN, list, n);
    n = add_arrays(k, 1u << LCK_SCALAR, list, n);
    n = add_arrays(k, 1u << LCK_SCRATCH, list, n);
    for (size_t i = 0; i < k->nsizes; i++)
        list[n++] = (lck_parameter){LCK_SIZE_PARAMETER, i};
    return n;
}

static void put_array_parameter(const lck_kernel *k, size_t i, lc_text *t)
{
    const lck_array *array = &k->array[i];
    const char *type = array->element->c;
    bool written = array->role == LCK_WRITTEN || lck_uses(k->body, (int)i, LCK_WRITES);
    if (array->role == LCK_SCALAR)
        lc_text_printf(t, "const %s %s", type, array->name);
    else
        lc_text_printf(t, "%s%s *__restrict__ %s",
                       !written     ? "const "
                       : k->repeats ? "volatile "
                                    : "",
                       type, array->name);
}

static void put_parameter(const lck_kernel *k, lck_parameter parameter, lc_text *t)
{
    size_t i = parameter.number;
    switch (parameter.kind) {
    case LCK_MAP_PARAMETER:
        lc_text_printf(t, "const __grid_constant__ lck_tensor_map %s", k->map[i].name);
        break;
    case LCK_ARRAY_PARAMETER: put_array_parameter(k, i, t); break;
    case LCK_SIZE_PARAMETER:
        lc_text_printf(t, "const %s %s", k->size[i].wide ? "long long" : "int",
                       k->size[i].var->name);
        break;
    }
}

void lck_put_signature(lck_emitter *e)
{
    const lck_kernel *k = e->kernel;
    lck_parameter list[LCK_MAX_PARAMETERS];
    size_t n = lck_parameters(k, list);
    lc_text_add(&e->text, "extern \"C\" __global__ void ");
    if (k->cluster > 1)
        lc_text_printf(&e->text, "__cluster_dims__(%d, 1, 1) ", k->cluster);
    lc_text_printf(&e->text, "__launch_bounds__(%d", k->threads);
    if (k->resident > 0)
        lc_text_printf(&e->text, ", %d", k->resident);
    lc_text_printf(&e->text, ")\n%s(", k->name);
    for (size_t i = 0; i < n; i++) {
        lc_text piece = {0};
        put_parameter(k, list[i], &piece);
        e->text.failed = e->text.failed || piece.failed;
        if (i == 0)
            lc_text_add(&e->text, lc_text_peek(&piece));
        else
            lck_put_wrapped(e, ",", lc_text_peek(&piece), strlen(k->name) + 1);
        lc_text_free(&piece);
    }
    lc_text_add(&e->text, ")\n");
}

/* ---- shared memory */

static bool is_held(const lck_kernel *k, size_t i)
{
    return k->array[i].role == LCK_OF_BLOCK && lck_shared_elements(k, (int)i) > 0;
}

/* Is the beginning of shared memory rounded here? */
static bool is_rounded(const lck_kernel *k)
{
    return k->nrings > 0 || lck_shared_alignment(k) > 16;
}

/* Where the bytes that are counted from 0 begin: the address, and as `shared_base`. */
static void put_base(lck_emitter *e)
{
    int alignment = lck_shared_alignment(e->kernel);
    lc_text *t = &e->text;
    lc_text_add(t, "    extern __shared__ __align__(16) unsigned char shared_memory[];\n");
    if (!is_rounded(e->kernel))
        return;
    lc_text_add(t, "    const unsigned shared_begin = "
                   "(unsigned)__cvta_generic_to_shared(shared_memory);\n");
    lc_text_printf(t, "    const unsigned shared_base = (shared_begin + %d) & ~%du;\n",
                   alignment - 1, alignment - 1);
}

static const char *base_of(const lck_kernel *k)
{
    return is_rounded(k) ? "shared_memory + (shared_base - shared_begin)" : "shared_memory";
}

/* One after the other in the dynamic memory of a block, which has one name and type in a file of
 * several kernels. */
static void put_dynamic(lck_emitter *e, int array)
{
    const lck_kernel *k = e->kernel;
    const char *type = k->array[array].element->c, *name = k->array[array].name;
    int64_t elements = lck_shared_elements(k, array);
    lc_text_printf(&e->text,
                   "    %s *const %s = (%s *)(%s + %" PRId64 "); /* %" PRId64 " elements */\n",
                   type, name, type, base_of(k), lck_shared_offset(k, array), elements);
}

/* What the statements use of an array: itself, its address. */
static void put_array(lck_emitter *e, int array, bool dynamic)
{
    const lck_kernel *k = e->kernel;
    const char *name = k->array[array].name;
    bool addressed = lck_uses(k->body, array, LCK_ADDRESSES);
    bool moved = lck_uses(k->body, array, LCK_MOVES) || !is_rounded(k);
    if (!dynamic)
        lc_text_printf(&e->text, "    __shared__ __align__(16) %s %s[%" PRId64 "];\n",
                       k->array[array].element->c, name, lck_shared_elements(k, array));
    else if (moved)
        put_dynamic(e, array);
    if (addressed && is_rounded(k))
        lc_text_printf(&e->text, "    const unsigned %s_address = shared_base + %" PRId64 ";\n",
                       name, lck_shared_offset(k, array));
    else if (addressed)
        lc_text_printf(
            &e->text, "    const unsigned %s_address = (unsigned)__cvta_generic_to_shared(%s);\n",
            name, name);
}

static void put_shared(lck_emitter *e)
{
    const lck_kernel *k = e->kernel;
    bool dynamic = lck_dynamic_bytes(k) > 0;
    if (dynamic)
        put_base(e);
    for (size_t i = 0; i < k->narrays; i++)
        if (is_held(k, i))
            put_array(e, (int)i, dynamic);
    for (size_t i = 0; i < k->nrings; i++)
        lc_text_printf(&e->text,
                       "    const unsigned %s_address = shared_base + %" PRId64
                       "; /* %d mbarriers */\n",
                       k->ring[i].name, lck_ring_offset(k, (int)i), k->ring[i].slots);
}

/* ---- registers */

int lck_per_word(const lck_file *file)
{
    return file->packed && file->element->bytes < 4 ? 4 / file->element->bytes : 1;
}

static void put_file(lck_emitter *e, const lck_file *file)
{
    int per = lck_per_word(file);
    if (file->packed)
        lc_text_printf(&e->text, "    unsigned %s[%d]; /* %d elements of %s */\n", file->name,
                       file->element->bytes > 4 ? file->count * (file->element->bytes / 4)
                                                : (file->count + per - 1) / per,
                       file->count, file->element->name);
    else
        lc_text_printf(&e->text, "    %s %s[%d];\n", file->element->c, file->name, file->count);
}

void lck_put_memory(lck_emitter *e)
{
    const lck_kernel *k = e->kernel;
    put_shared(e);
    for (size_t i = 0; i < k->nfiles; i++)
        if (k->file[i].count > 0)
            put_file(e, &k->file[i]);
    if (e->used[k->block->slot])
        lc_text_printf(&e->text, "    const int %s = (int)blockIdx.x;\n", k->block->name);
    if (k->grid && e->used[k->grid->slot])
        lc_text_printf(&e->text, "    const int %s = (int)gridDim.x;\n", k->grid->name);
    if (e->used[k->thread->slot])
        lc_text_printf(&e->text, "    const int %s = (int)threadIdx.x;\n", k->thread->name);
}
