/* others.c - the rows of operations on morphisms, and of those that count accesses. */
#include "config.h"

#include "rows.h"

#include "../claim/measures.h"
#include "../explain/explain.h"
#include "../draw/scene.h"
#include "../form/form.h"

/* Reasons for parts that a row lacks. */
#define NUMBERS_FIRST "its value cannot be written with parameters"
#define ACCESSES "accesses are counted one by one"

const lcv_operation lcv_operations_other[] = {
    /* morphisms */
    {"morphism", "morphism(A)", 1, 1, .apply = lcv_op_morphism, .symbols = lcv_sym_algebra,
     .rules = RULE("the morphism of nested tuples in standard form whose layout is A", "Nest")},
    {"codomain", "codomain(f)", 1, 1, .apply = lcv_op_codomain,
     .apply_to_morphisms = lcv_op_codomain, .morphism_args = 1, .no_symbols = NUMBERS_FIRST,
     .rules = RULE("the tuple that f goes to", "Nest")},
    {"include", "include(T, U)", 2, 2, .apply = lcv_op_include, .symbols = lcv_sym_computed,
     .rules = RULE("the morphism from T to U, whose first entries are those of T: each goes to "
                   "the one in its place; an entry 1 that U has not there goes nowhere",
                   "Nest, T divides U")},
    {"refinement", "refinement(S, T)", 2, 2, .apply = lcv_op_refinement,
     .symbols = lcv_sym_computed,
     .rules = RULE("the coarsest tuples that refine S and T and agree, leaf by leaf", "Nest")},
    {"coarsenings", "coarsenings(S)", 1, 1, .apply = lcv_op_coarsenings,
     .no_symbols = NUMBERS_FIRST,
     .rules = RULE("the flat shapes that S refines: its leaves, neighbours merged in all ways; "
                   "of more than 64 their number",
                   "Nest, the poset of refinements")},
    {"pull_back", "pull_back(f, S)", 2, 2, .apply = lcv_op_pull_back,
     .apply_to_morphisms = lcv_op_pull_back, .morphism_args = 2, .no_symbols = NUMBERS_FIRST,
     .rules = RULE("f with its codomain refined to S, and its domain refined alike", "Nest")},
    {"push_forward", "push_forward(f, S)", 2, 2, .apply = lcv_op_push_forward,
     .apply_to_morphisms = lcv_op_push_forward, .morphism_args = 2, .no_symbols = NUMBERS_FIRST,
     .rules = RULE("f with its domain refined to S, and its codomain refined alike", "Nest")},

    /* accesses of a warp */
    {"conflicts",
     "conflicts(X, lanes=32, bytes=4, width=bytes*vector, banks=32, vector=_, "
     "arch=_, op=read)",
     1, 8, .looks = true, .realizes = true, .apply = lcv_op_conflicts,
     .remark = lcv_remark_conflicts, .no_symbols = ACCESSES, .measure = &lcv_conflicts,
     .draw = lcv_draw_conflicts, .steps = lcv_tell_access_banks,
     .rules =
         RULE("the wavefronts past the first of each phase, summed over the phases of an access, "
              "of the access that has most: `lanes` lanes move `width` bytes each from byte "
              "bytes * X, 16 of them in a phase at 8 bytes, 8 at 16 bytes, else all; a phase "
              "takes as many wavefronts as its busiest bank has different 4-byte words to give, "
              "so that 2 phases with 2 each are 2 conflicts",
              "CUDA programming guide, shared memory; counted as Nsight Compute counts")},
    {"find_swizzle",
     "find_swizzle(X, lanes=32, bytes=4, width=bytes*vector, banks=32, vector=_, "
     "arch=_, op=read)",
     1, 8, .looks = true, .apply = lcv_op_find_swizzle, .no_symbols = ACCESSES,
     .rules =
         RULE("the smallest S<b,m,s>, s >= b, with conflicts(S o X, ...) = 0, X being one "
              "access or each of a list of them, [A, [B, 16]] with widths of their own: "
              "least in b, then in m, then in s; elements that a lane moves together stay "
              "together. Where there is none, the linear layout that adds the fewest XORs of "
              "higher bits of an address to those of its bank",
              "CuTe's swizzles; all are tried")},
    {"find_padding",
     "find_padding(A, X, lanes=32, bytes=4, width=bytes*vector, banks=32, vector=_, "
     "arch=_, op=read)",
     2, 9, .looks = true, .apply = lcv_op_find_padding, .no_symbols = ACCESSES,
     .rules = RULE("A with a stride d longer by p, multiples of d with it, and conflicts(it o X, "
                   "...) = 0, X being one access or each of a list of them: of the least cosize",
                   "CUDA's padded tiles; all are tried")},
    {"gmma_descriptor", "gmma_descriptor(X, bits=16)", 1, 2, .apply = lcv_op_gmma_descriptor,
     .no_symbols = NUMBERS_FIRST,
     .rules =
         RULE("(start, LBO, SBO, base offset, layout type, major), the shared-memory matrix "
              "descriptor of wgmma of X, a layout (MN,K) of elements of so many bits from "
              "address 0 on: start address, leading and stride byte offset in bytes, the "
              "layout type 0, 1, 2, 3 without a swizzle, of 128, 64, 32 bytes, major 0 for K "
              "and 1 for MN; of more than 256 bits of K the descriptor of the first",
              "PTX ISA, Matrix Descriptor Format; CUTLASS, make_gmma_desc")},
    {"umma_descriptor", "umma_descriptor(X, bits=16)", 1, 2, .apply = lcv_op_umma_descriptor,
     .no_symbols = NUMBERS_FIRST,
     .rules =
         RULE("the same for tcgen05.mma: the layout type 0, 1, 2, 4, 6 without a swizzle, of "
              "128 bytes in units of 32, of 128, 64, 32 bytes",
              "PTX ISA, Shared memory descriptor; CUTLASS, make_umma_desc")},
    {"tma", "tma(G, box, X, bits=16)", 3, 4, .apply = lcv_op_tma, .no_symbols = NUMBERS_FIRST,
     .rules =
         RULE("(modes, sizes, strides, box, swizzle), the tensor map by which boxes of G, a "
              "layout in global memory, are copied to X, a layout of a tile in shared memory, "
              "both of elements of so many bits: dim i of the map is mode modes[i] of G, of "
              "that many elements, so many bytes apart; the swizzle 0, 1, 2, 3 is none, of 32, "
              "64, 128 bytes. Each box of the tile is written where X has it",
              "CUDA driver API, cuTensorMapEncodeTiled; PTX ISA, Tensors")},
    {"sectors", "sectors(X, lanes=32, bytes=4, width=bytes*vector, vector=_)", 1, 5,
     .looks = true, .realizes = true, .apply = lcv_op_sectors, .no_symbols = ACCESSES,
     .measure = &lcv_sectors, .draw = lcv_draw_sector_count, .steps = lcv_tell_access_sectors,
     .rules = RULE("the 32-byte sectors that an access touches, at most",
                   "CUDA programming guide, global memory")},
    {.name = NULL},
};
