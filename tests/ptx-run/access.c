/* access.c - loads, stores, atomics, matrices and asynchronous copies; see machine.h. */
#include "access.h"

#include "machine.h"
#include "memory.h"
#include "values.h"
#include "watch.h"

#include <string.h>

ptx_space access_space(uint64_t a)
{
    return a >= WINDOW_SHARED && a < WINDOW_SHARED + WINDOW_SIZE ? space_shared
           : a >= WINDOW_LOCAL && a < WINDOW_LOCAL + WINDOW_SIZE ? space_local
           : a >= WINDOW_PARAM && a < WINDOW_PARAM + WINDOW_SIZE ? space_param
                                                                 : space_global;
}

/* Where the bytes of a lane are, for all spaces but global memory; NULL: nowhere. */
static uint8_t *bytes_at(const step *s, ptx_space space, uint64_t address, uint32_t lane,
                         unsigned bytes)
{
    if (space == space_shared)
        return address + bytes <= shared_most ? s->m->shared + address : NULL;
    if (space == space_param)
        return address + bytes <= 1 << 15 ? memory_parameters(s->m->memory) + address : NULL;
    for (frame *f = s->g->frame; f; f = f->up)
        if (address >= f->base && address + bytes <= f->base + f->f->local_bytes)
            return f->locals + lane * f->f->local_bytes + (address - f->base);
    return NULL;
}

/* Space and address in it. Parameters of a call are memory of its frame. */
static ptx_space resolve(const step *s, const ptx_operand *o, ptx_space space, uint64_t *address)
{
    if (space == space_param || o->base == base_variable) {
        const ptx_variable *v = o->base == base_variable ? o->variable : NULL;
        bool of_entry = s->g->frame->up == NULL && v && v->space == space_param;
        for (int k = 0; of_entry && k < s->f->local_count; k++)
            of_entry = s->f->locals[k] != v;
        if (v && v->space == space_param && !of_entry) {
            *address += s->g->frame->base;
            return space_local;
        }
        if (v && space == space_generic)
            space = v->space;
    }
    if (space == space_const)
        return space_global;
    if (space != space_generic) {
        if (space == space_shared) /* of 32 bits, as its registers */
            *address = (uint32_t)(*address - (*address >= WINDOW_SHARED ? WINDOW_SHARED : 0));
        return space;
    }
    space = access_space(*address);
    *address -= space == space_shared  ? WINDOW_SHARED
                : space == space_local ? WINDOW_LOCAL
                : space == space_param ? WINDOW_PARAM
                                       : 0;
    return space;
}

static void move(const step *s, ptx_space space, uint64_t address, uint32_t lane, void *data,
                 unsigned bytes, bool store)
{
    if (space == space_global) {
        if (store)
            memory_write(s->m->memory, address, data, bytes);
        else
            memory_read(s->m->memory, address, data, bytes);
        return;
    }
    uint8_t *at = bytes_at(s, space, address, lane, bytes);
    if (!at)
        memset(data, 0, bytes);
    else if (store)
        memcpy(at, data, bytes);
    else
        memcpy(data, at, bytes);
}

static void tell(const step *s, watch_access *shared, watch_access *global)
{
    watch_shared(s, shared);
    watch_global(s, global);
}

static uint64_t element(const void *data, int k, unsigned bytes)
{
    uint64_t value = 0;
    memcpy(&value, (const uint8_t *)data + (unsigned)k * bytes, bytes < 8 ? bytes : 8);
    return value;
}

/* What strong accesses do is no race with each other. */
static watch_kind plain_kind(const ptx_instruction *i, bool store)
{
    bool strong = ptx_has(i, "relaxed") || ptx_has(i, "acquire") || ptx_has(i, "release") ||
                  ptx_has(i, "mmio");
    if (store)
        return strong ? does_strong_write : does_write;
    return strong ? does_strong_read : does_read;
}

static void plain_run(step *s, bool store)
{
    const ptx_instruction *i = s->i;
    const ptx_operand *at = &i->operand[!store], *data = &i->operand[store];
    unsigned one = i->code->type.bits / 8u, bytes = one * (unsigned)i->code->vector;
    watch_access shared = {.bytes = bytes, .kind = plain_kind(i, store)}, global = shared;
    LANES(s->mask, lane)
    {
        uint64_t address = step_operand(s, at, (int)lane);
        ptx_space space = resolve(s, at, i->code->space, &address);
        watch_access *a = space == space_shared ? &shared : &global;
        if (space == space_shared || (space == space_global && i->code->space != space_const)) {
            a->address[lane] = address;
            a->mask |= UINT32_C(1) << lane;
        }
        uint8_t buffer[64] = {0};
        for (int k = 0; store && k < step_elements(data); k++) {
            uint64_t value = step_operand(s, step_element(s, data, k), (int)lane);
            memcpy(buffer + (unsigned)k * one, &value, one < 8 ? one : 8);
        }
        uint8_t held[64] = {0};
        if (store && space == space_shared) {
            move(s, space, address, lane, held, bytes, false);
            a->again |= (uint32_t)(memcmp(held, buffer, bytes) == 0) << lane;
        }
        move(s, space, address, lane, buffer, bytes, store);
        for (int k = 0; !store && k < step_elements(data); k++) {
            uint64_t value = element(buffer, k, one);
            if (i->code->type.kind == kind_signed)
                value = (uint64_t)ptx_signed(value, i->code->type.bits);
            step_set(s, step_element(s, data, k), (int)lane, value);
        }
    }
    tell(s, &shared, &global);
}

static void atomic_run(step *s)
{
    const ptx_instruction *i = s->i;
    bool result = i->code->does == code_atom;
    const ptx_operand *at = &i->operand[result], *with = at + 1, *other = at + 2;
    unsigned one = i->code->type.bits / 8u * i->code->type.lanes,
             bytes = one * (unsigned)i->code->vector;
    watch_access shared = {.bytes = bytes, .kind = does_atomic}, global = shared;
    LANES(s->mask, lane)
    {
        uint64_t address = step_operand(s, at, (int)lane);
        ptx_space space = resolve(s, at, i->code->space, &address);
        watch_access *a = space == space_shared ? &shared : &global;
        a->address[lane] = address;
        a->mask |= UINT32_C(1) << lane;
        uint8_t buffer[64] = {0};
        move(s, space, address, lane, buffer, bytes, false);
        for (int k = 0; k < i->code->vector; k++) {
            uint64_t was = element(buffer, k, one);
            uint64_t b = step_operand(s, step_element(s, with, k), (int)lane);
            uint64_t c = i->code->combine == '?' ? step_operand(s, other, (int)lane) : 0;
            uint64_t now = ptx_combined(i->code, was, b, c);
            memcpy(buffer + (unsigned)k * one, &now, one < 8 ? one : 8);
            if (result)
                step_set(s, step_element(s, &i->operand[0], k), (int)lane, was);
        }
        move(s, space, address, lane, buffer, bytes, true);
    }
    tell(s, &shared, &global);
}

/* ldmatrix and stmatrix, 8x8 of 16 bits: lane 8*m + r has the address of row r of matrix m; lane
 * l holds columns 2*(l%4) and 2*(l%4)+1 of row l/4. All lanes take part. */
static void matrix_run(step *s, bool store)
{
    const ptx_instruction *i = s->i;
    const ptx_operand *at = &i->operand[!store], *data = &i->operand[store];
    if (i->code->type.bits != 16) {
        watch_unread(s->m->watch, i);
        return;
    }
    uint64_t row[32];
    watch_access a = {.bytes = 16, .kind = store ? does_write : does_read, .matrix = true};
    int rows = 8 * i->code->vector;
    LANES(s->mask, lane)
    {
        row[lane] = step_operand(s, at, (int)lane);
        resolve(s, at, i->code->space == space_generic ? space_generic : space_shared,
                &row[lane]);
        if ((int)lane < rows) {
            a.address[lane] = row[lane];
            a.mask |= UINT32_C(1) << lane;
        }
    }
    for (int m = 0; m < i->code->vector && s->mask == 0xffffffff; m++)
        for (int lane = 0; lane < 32; lane++) {
            uint64_t both = store ? step_operand(s, step_element(s, data, m), lane) : 0;
            for (int half = 0; half < 2; half++) {
                int r = lane / 4, c = 2 * (lane % 4) + half;
                uint64_t from = row[8 * m + (i->code->trans ? c : r)] +
                                2u * (unsigned)(i->code->trans ? r : c);
                uint16_t value = (uint16_t)(both >> (16 * half));
                move(s, space_shared, from, 0, &value, 2, store);
                both |= store ? 0 : (uint64_t)value << (16 * half);
            }
            if (!store)
                step_set(s, step_element(s, data, m), lane, both);
        }
    watch_shared(s, &a);
}

/* cp.async to, from, bytes {, bytes that there are} */
static void copy_run(step *s)
{
    const ptx_instruction *i = s->i;
    unsigned bytes = (unsigned)step_operand(s, &i->operand[2], 0);
    watch_access shared = {.bytes = bytes, .kind = does_copy},
                 global = {.bytes = bytes, .kind = does_read};
    LANES(s->mask, lane)
    {
        uint64_t to = step_operand(s, &i->operand[0], (int)lane),
                 from = step_operand(s, &i->operand[1], (int)lane);
        unsigned there = bytes;
        if (i->operands > 3 && i->operand[3].kind == operand_register &&
            !ptx_has(i, "L2::cache_hint"))
            there = (unsigned)step_operand(s, &i->operand[3], (int)lane);
        there = there > bytes ? bytes : there;
        resolve(s, &i->operand[0], space_shared, &to);
        uint8_t buffer[16] = {0};
        if (there)
            memory_read(s->m->memory, from, buffer, there);
        move(s, space_shared, to, lane, buffer, bytes > 16 ? 16 : bytes, true);
        shared.address[lane] = to;
        global.address[lane] = from;
        shared.mask |= UINT32_C(1) << lane;
        if (there == bytes)
            global.mask |= UINT32_C(1) << lane;
    }
    tell(s, &shared, &global);
}

void access_run(step *s)
{
    const ptx_instruction *i = s->i;
    switch (i->code->does) {
    case code_ld: plain_run(s, false); return;
    case code_st: plain_run(s, true); return;
    case code_atom:
    case code_red: atomic_run(s); return;
    case code_ldmatrix: matrix_run(s, false); return;
    case code_stmatrix: matrix_run(s, true); return;
    case code_cp_async: copy_run(s); return;
    case code_cp_commit:
        LANES(s->mask, lane)
        watch_commit(s, lane);
        return;
    default:
        LANES(s->mask, lane)
        watch_waited(s, lane,
                     ptx_has(i, "wait_all")
                         ? UINT32_MAX
                         : (unsigned)step_operand(s, &i->operand[0], (int)lane));
        return;
    }
}
