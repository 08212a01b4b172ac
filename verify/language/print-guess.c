/* print-guess.c - what a text that is not read looks like, and what to write in its place. */
#include "config.h"

#include "print.h"

#include <string.h>

#define AHEAD 64 /* bytes behind what was read */

/* Words that tell a text; the first row that has its word in the text speaks. */
static const struct {
    const char *word, *what, *instead;
} guesses[] = {
    {"GmmaDescriptor:", "a descriptor of wgmma",
     "expected the layout of the tensor that it is for: gmma_descriptor(X, bits) is "
     "its descriptor, "
     "and gmma_layout(d, mn, bits) of <smem> what a descriptor reads"},
    {"documentclass", "what print_latex writes",
     "expected what print writes for the same object"},
    {"tikzpicture", "what print_latex writes", "expected what print writes for the same object"},
    {"<svg", "a picture", "expected what print writes for the same object"},
    {"TiledMMA", "a tiled MMA as CuTe prints it",
     "expected its lines: ThrLayoutVMNK, PermutationMNK, MMA_Atom, ThrID, Shape_MNK, LayoutA_TV, "
     "LayoutB_TV and LayoutC_TV, each with a colon"},
    {"TiledCopy", "a tiled copy as CuTe prints it",
     "expected its lines: Tiler_MN, TiledLayout_TV, Copy_Atom, ThrID, ValLayoutSrc, "
     "ValLayoutDst, "
     "ValLayoutRef and ValueType, each with a colon"},
    {"!cute.tiled_mma<", "a type of a tiled MMA of CuTe DSL",
     "expected what print(tiled_mma) writes: Tiled MMA, Thr Layout VMNK, ..."},
    {"!cute.tiled_copy<", "a type of a tiled copy of CuTe DSL",
     "expected what print(tiled_copy) writes: Tiled Copy, Tiler MN, ..."},
    {"!cute_nvgpu.", "a type of an instruction of CuTe DSL",
     "expected what print of the atom writes: MMA Atom, Copy Atom, ..."},
    {"!cute.", "a type of CuTe DSL",
     "expected !cute.layout<\"(4,8):(1,4)\">, or what print of the object writes"},
    {"memref<", "a type of memory of MLIR",
     "expected memref<4x8xf32, strided<[8, 1], offset: 0>>; a map is read by itself"},
    {"affine_map<", "a map of MLIR",
     "expected affine_map<(d0, d1) -> (d0 * 8 + d1)> with + - *, floordiv, ceildiv and mod"},
};

static bool contains(const char *text, size_t length, const char *word)
{
    size_t n = strlen(word);
    for (size_t i = 0; i + n <= length; i++)
        if (memcmp(text + i, word, n) == 0)
            return true;
    return false;
}

void lcv_print_guess(lcv_parser *parser, size_t from)
{
    lcv_diag *diag = parser->diag;
    size_t seen = parser->offset + AHEAD, end = seen < parser->end ? seen : parser->end;
    size_t length = end > from ? end - from : 0;
    for (size_t i = 0; i < sizeof guesses / sizeof *guesses; i++)
        if (contains(parser->source->text + from, length, guesses[i].word)) {
            lcv_diag_prefix(diag, "this seems to be %s, which is not read: ", guesses[i].what);
            lcv_diag_instead(diag, guesses[i].instead);
            return;
        }
}
