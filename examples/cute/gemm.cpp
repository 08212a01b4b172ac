// gemm.cpp - the tiled copies and the tiled MMA of an f16 GEMM for sm_80, with CUTLASS's headers,
// and what the kernel relies on, as claims.
//
//     c++ -std=c++17 -I cutlass/include -I cuda/include gemm.cpp -o gemm
//     LAYOUTCHECK_OUTPUT=gemm.lay ./gemm && layoutcheck check gemm.lay
//
// Neither a GPU nor nvcc is needed. With -DSWIZZLE_OF_BYTES the swizzle of shared memory is the one
// that would act on addresses, an easy mistake: the program compiles, the kernel would compute the
// right product, and ldmatrix would take twice as long.
#include <cute/tensor.hpp>

#include <layoutcheck/layoutcheck.hpp>

using namespace cute;

// Tiles of A and B in shared memory: 128 x 64 halves, k contiguous, rows of 128 bytes.
#ifdef SWIZZLE_OF_BYTES
using Swizzled = Swizzle<3, 4, 3>;
#else
using Swizzled = Swizzle<3, 3, 3>;
#endif
using Tile_MK = Shape<_128, _64>;

int main()
{
    auto atom = composition(Swizzled{}, Layout<Shape<_8, _64>, Stride<_64, _1>>{});
    auto sA = tile_to_shape(atom, Tile_MK{});

    // From global memory, 16 bytes a thread; to registers by ldmatrix, for the MMA.
    auto g2s = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<uint128_t>, half_t>{},
                               Layout<Shape<_16, _8>, Stride<_8, _1>>{},
                               Layout<Shape<_1, _8>>{});
    auto mma = make_tiled_mma(SM80_16x8x16_F16F16F16F16_TN{}, Layout<Shape<_2, _2>>{},
                              Tile<_32, _32, _16>{});
    auto ldmatrix = Copy_Atom<SM75_U32x4_LDSM_N, half_t>{};
    auto s2r_A = make_tiled_copy_A(ldmatrix, mma);
    auto s2r_B = make_tiled_copy_B(ldmatrix, mma);

    // The tile in shared memory has no holes, and no two elements in one place.
    LAYOUTCHECK_LET("sA", sA);
    LAYOUTCHECK_CLAIM("compact", sA);

    // 128 threads copy each element of their tile once, and write 16 bytes without conflicts.
    LAYOUTCHECK_CLAIM("partitions", g2s.get_layoutS_TV(), Shape<_16, _64>{});
    LAYOUTCHECK_CLAIM("conflict_free", layout<0>(g2s.tidfrg_D(sA)), "bytes=2", "width=16");

    // So does ldmatrix, for both operands.
    LAYOUTCHECK_CLAIM("conflict_free", layout<0>(s2r_A.tidfrg_S(sA)), "bytes=2", "width=16");
    LAYOUTCHECK_CLAIM("conflict_free", layout<0>(s2r_B.tidfrg_S(sA)), "bytes=2", "width=16");

    // The registers that ldmatrix fills are those that the MMA reads.
    LAYOUTCHECK_IMPORT("cute");
    LAYOUTCHECK_LET("mma", mma);
    LAYOUTCHECK_CLAIM("feeds_A", s2r_A, "mma");
    LAYOUTCHECK_CLAIM("feeds_B", s2r_B, "mma");
    LAYOUTCHECK_REFUTE("feeds_B", s2r_A, "mma");

    // Each element of C is accumulated over each k once, A being held by two warps.
    LAYOUTCHECK_CLAIM("partitions", mma.get_layoutC_TV(), Shape<_32, _32>{});
    LAYOUTCHECK_CLAIM("partitions", mma.get_layoutA_TV(), Shape<_32, _16>{}, "times=2");
    LAYOUTCHECK_CLAIM("contracts(mma, layoutA_TV(mma), layoutB_TV(mma), layoutC_TV(mma))");
    LAYOUTCHECK_CLAIM("equiv", mma.get_layoutB_TV(), "layoutB_TV(mma)");
    return 0;
}
