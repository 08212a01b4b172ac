/* value.h - what a value of the module is: a number, a tuple, a layout, a pointer, a view.
 *
 * A view is what CuTe DSL calls a memref: a pointer with a layout. A pointer is an object (an
 * argument of the kernel, an allocation) and an offset in it, in bits, before the swizzle of its
 * type, which acts on bytes. So the element at coordinate c is at byte
 *
 *     object + swizzle((offset + bits * layout(c)) / 8)
 *
 * where the object counts as part of what the swizzle acts on.
 */
#ifndef LCK_CUTE_VALUE_H
#define LCK_CUTE_VALUE_H

#include "tree.h"

typedef enum {
    LCK_CUTE_NOTHING, /* not read, or no value that addresses come from */
    LCK_CUTE_NUMBER,
    LCK_CUTE_TUPLE, /* a shape, stride, coordinate, tuple of integers */
    LCK_CUTE_LAYOUT,
    LCK_CUTE_POINTER,
    LCK_CUTE_VIEW
} lck_cute_kind;

typedef enum { LCK_IN_REGISTERS, LCK_IN_SHARED, LCK_IN_GLOBAL, LCK_IN_TENSOR } lck_cute_space;

typedef struct {
    lck_cute_space space;
    unsigned bits;       /* of an element */
    int64_t align;       /* bytes that its address is a multiple of, as the type says */
    lck_swizzle swizzle; /* of byte addresses */
    uint32_t object;     /* the value of the module that it is; LCK_IR_NONE: not known */
    int64_t object_align, object_bytes; /* bytes: 0: not known */
    const lck_sum *offset;              /* in bits */
    /* Of shared memory, the first view of these bytes: the value + 1, 0: there is none; bytes
     * from the object's beginning; those of a stage, or all. */
    uint32_t root;
    int64_t root_at, root_bytes, root_stage;
} lck_cute_pointer;

typedef struct {
    lck_cute_kind kind;
    bool shared; /* NOTHING: the same in all threads, whatever it is */
    const lck_sum *number;
    const lck_tree *tuple;
    lck_cute_layout layout;
    lck_cute_pointer pointer;
    int64_t reach; /* of a view of descriptors, the bytes that one of them goes over */
} lck_cute_value;

/* ---- types ---- */

/* What is in the last quotation marks of a type; none. */
lck_ir_text lck_type_quoted(lck_ir_text type);

/* A value as its type says it: dynamic leaves and the offset are not known. NOTHING for a type
 * that is not read. Types have no aliases in them. */
lck_cute_value lck_cute_value_of_type(lck_sums *x, lck_ir_text type);

#endif
