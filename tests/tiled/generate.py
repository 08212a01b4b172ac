#!/usr/bin/env python3
"""generate.py - programs that print what CuTe makes of random tiled MMAs and tiled copies.

    python3 generate.py FOLDER                   FOLDER/mma0.cpp .. mma9.cpp, copy0.cpp .. copy9.cpp
    g++ -std=c++17 -O0 -w -ftemplate-depth=2000 -I CUTLASS/include -I CUDA/include \\
        FOLDER/mma0.cpp -o mma0 && ./mma0 >mma0.out
    cat mma?.out copy?.out | python3 generate.py rows >rows.tsv

The numbers are random with a fixed seed.
"""
import random
import re
import sys

EACH, PROGRAMS = 20, 10

HEAD = r'''#include <cute/tensor.hpp>
#include <cute/atom/mma_atom.hpp>
#include <cute/atom/copy_atom.hpp>
using namespace cute;

/* All is static, so that the type of an expression says what its value is. */
#define PLAIN(...) remove_cvref_t<decltype(__VA_ARGS__)>
#define VALUE(...) (printf("\t"), print(PLAIN(__VA_ARGS__){}), printf("\n"))
#define TENSOR(...)                                                                   \
    (printf("\t{"), print(PLAIN(*(__VA_ARGS__).data()){}), printf("} o "),            \
     print(PLAIN((__VA_ARGS__).layout()){}), printf("\n"))
#define AT(...) make_tensor(make_inttuple_iter(Int<0>{}), __VA_ARGS__)

#define PARTS(NAME, THRFRG, SLICE)                                                    \
    printf("V\tthrfrg_" #NAME "("), print(X{}), printf(")"), VALUE(THRFRG(X{}));       \
    printf("V\tlayout" #NAME "_TV()"), VALUE(T{}.get_layout##NAME##_TV());             \
    printf("V\tpartition_" #NAME "("), print(X{}), printf(", %d)", THREAD);            \
    TENSOR(SLICE.partition_##NAME(AT(X{})));

template <class T, int THREAD, class A, class B, class C> void mma(const char *row)
{
    printf("M\t%s\n", row);
    { using X = A; PARTS(A, T{}.thrfrg_A, T{}.get_slice(Int<THREAD>{})) }
    { using X = B; PARTS(B, T{}.thrfrg_B, T{}.get_slice(Int<THREAD>{})) }
    { using X = C; PARTS(C, T{}.thrfrg_C, T{}.get_slice(Int<THREAD>{})) }
}

template <class T, int THREAD, class X> void copy(const char *row)
{
    printf("C\t%s\n", row);
    printf("V\ttv()"), VALUE(typename T::TiledLayout_TV{});
    PARTS(S, T{}.tidfrg_S, T{}.get_slice(Int<THREAD>{}))
    PARTS(D, T{}.tidfrg_D, T{}.get_slice(Int<THREAD>{}))
}

template <class T, class P> void retile()
{
    using X = decltype(make_layout(shape(P{})));
    printf("V\tretile("), print(X{}), printf(")"), VALUE(T{}.retile(X{}));
}
'''

# instruction, name in the library, (M,N,K), threads
MMAS = [
    ('UniversalFMA<float>', 'universal_fma', (1, 1, 1), 1),
    ('SM70_8x8x4_F32F16F16F32_TN', 'mma_m8n8k4_row_col_b16_c32', (8, 8, 4), 8),
    ('SM70_8x8x4_F32F16F16F32_NT', 'mma_m8n8k4_col_row_b16_c32', (8, 8, 4), 8),
    ('SM70_8x8x4_F16F16F16F16_NN', 'mma_m8n8k4_col_col_b16_c16', (8, 8, 4), 8),
    ('SM70_8x8x4_F16F16F16F16_TT', 'mma_m8n8k4_row_row_b16_c16', (8, 8, 4), 8),
    ('SM75_16x8x8_F32F16F16F32_TN', 'mma_m16n8k8_b16', (16, 8, 8), 32),
    ('SM75_8x8x16_S32S8S8S32_TN', 'mma_m8n8k16_b8', (8, 8, 16), 32),
    ('SM80_16x8x16_F32F16F16F32_TN', 'mma_m16n8k16_b16', (16, 8, 16), 32),
    ('SM80_16x8x16_F32BF16BF16F32_TN', 'mma_m16n8k16_b16', (16, 8, 16), 32),
    ('SM80_16x8x8_F32TF32TF32F32_TN', 'mma_m16n8k8_b32', (16, 8, 8), 32),
    ('SM80_16x8x4_F32TF32TF32F32_TN', 'mma_m16n8k4_b32', (16, 8, 4), 32),
    ('SM80_8x8x4_F64F64F64F64_TN', 'mma_m8n8k4_b64', (8, 8, 4), 32),
    ('SM80_16x8x32_S32S8S8S32_TN', 'mma_m16n8k32_b8', (16, 8, 32), 32),
    ('SM80_16x8x64_S32S4S4S32_TN', 'mma_m16n8k64_b4', (16, 8, 64), 32),
    ('SM90_16x8x4_F64F64F64F64_TN', 'mma_m16n8k4_b64', (16, 8, 4), 32),
    ('SM90_16x8x16_F64F64F64F64_TN', 'mma_m16n8k16_b64', (16, 8, 16), 32),
    ('SM90_64x64x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::MN>', 'wgmma_m64k16_ss_b16(64)', (64, 64, 16), 128),
    ('SM90_64x96x16_F32BF16BF16_RS<GMMA::Major::K,GMMA::Major::K>', 'wgmma_m64k16_rs_b16(96)', (64, 96, 16), 128),
    ('SM90_64x128x32_F32E4M3E4M3_RS_TN<>', 'wgmma_m64k32_rs_b8(128)', (64, 128, 32), 128),
    ('SM90_64x32x8_F32TF32TF32_SS_TN<>', 'wgmma_m64k8_ss_b32(32)', (64, 32, 8), 128),
]
# instruction, name in the library, bits of an atom's thread, threads
COPIES = [
    ('UniversalCopy<uint16_t>', 'plain_copy(16)', 16, 1),
    ('UniversalCopy<uint32_t>', 'plain_copy(32)', 32, 1),
    ('UniversalCopy<uint64_t>', 'plain_copy(64)', 64, 1),
    ('UniversalCopy<uint128_t>', 'plain_copy(128)', 128, 1),
    ('SM80_CP_ASYNC_CACHEALWAYS<uint32_t>', 'cp_async_4', 32, 1),
    ('SM80_CP_ASYNC_CACHEALWAYS<uint64_t>', 'cp_async_8', 64, 1),
    ('SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>', 'cp_async_16', 128, 1),
]
MATRICES = [
    ('SM75_U32x1_LDSM_N', 'ldmatrix_x1_b16', 32, 32),
    ('SM75_U32x2_LDSM_N', 'ldmatrix_x2_b16', 64, 32),
    ('SM75_U32x4_LDSM_N', 'ldmatrix_x4_b16', 128, 32),
    ('SM75_U16x2_LDSM_T', 'ldmatrix_x1_trans_b16', 32, 32),
    ('SM75_U16x4_LDSM_T', 'ldmatrix_x2_trans_b16', 64, 32),
    ('SM75_U16x8_LDSM_T', 'ldmatrix_x4_trans_b16', 128, 32),
    ('SM90_U32x1_STSM_N', 'stmatrix_x1_b16', 32, 32),
    ('SM90_U32x2_STSM_N', 'stmatrix_x2_b16', 64, 32),
    ('SM90_U32x4_STSM_N', 'stmatrix_x4_b16', 128, 32),
    ('SM90_U16x2_STSM_T', 'stmatrix_x1_trans_b16', 32, 32),
    ('SM90_U16x4_STSM_T', 'stmatrix_x2_trans_b16', 64, 32),
    ('SM90_U16x8_STSM_T', 'stmatrix_x4_trans_b16', 128, 32),
]
TYPES = {8: 'int8_t', 16: 'half_t', 32: 'float', 64: 'double'}


def one_of(*values):
    return random.choice(values)


def both(values):
    """A tuple as C++ and as the language write it."""
    return ('Shape<%s>' % ','.join('Int<%d>' % v for v in values),
            '(%s%s)' % (','.join(map(str, values)), ',' if len(values) == 1 else ''))


def layout(shape, stride):
    (s, s2), (d, d2) = both(shape), both(stride)
    return 'Layout<%s,%s>' % (s, d.replace('Shape', 'Stride')), '%s:%s' % (s2, d2)


def compact(shape, order):
    stride, size = [0] * len(shape), 1
    for i in order:
        stride[i], size = size, size * shape[i]
    return layout(shape, stride)


def threads_of(shape):
    """A bare shape, or a layout in some order; strides of extents of 1 are 0 at times."""
    while len(shape) > 1 and shape[-1] == 1 and random.random() < .5:
        shape = shape[:-1]
    if random.random() < .4:
        cpp, text = both(shape)
        return 'Layout<%s>' % cpp, text
    order = list(range(len(shape)))
    random.shuffle(order)
    if random.random() < .5:
        return compact(shape, order)
    stride, size = [0] * len(shape), 1
    for i in order:
        stride[i], size = (size if shape[i] > 1 else 0), size * shape[i]
    return layout(shape, stride)


def permutation(extent):
    """C++, text, extent of the tile."""
    kind = random.random()
    if kind < .4:
        return 'Underscore', '_', extent
    if kind < .6:
        n = extent * one_of(1, 2, 4)
        return 'Int<%d>' % n, str(n), n
    if kind < .8 and extent % 2 == 0:
        half = extent // 2
        return layout((half, 2, 2), (1, 2 * half, half)) + (2 * extent,)
    if kind < .9 and extent % 8 == 0:
        return layout((extent // 4, 4, 2), (1, extent // 2, extent // 4)) + (2 * extent,)
    return layout((extent,), (1,)) + (extent,)


def tensor(m, n):
    """One of (m,n) and perhaps of more modes; rows or columns are side by side, perhaps padded."""
    pad = one_of(0, 0, 0, 8)
    shape = [m, n]
    stride = [n + pad, 1] if random.random() < .5 else [1, m + pad]
    size = (m * (n + pad)) if stride[1] == 1 else (n * (m + pad))
    if random.random() < .4:
        shape.append(one_of(2, 3, 4))
        stride.append(size)
        size *= shape[-1]
        if random.random() < .4:
            shape.append(2)
            stride.append(size + one_of(0, 16))
    return layout(shape, stride)[0]


def random_mma(choice):
    """C++ type, text, tile, number of threads, atoms of a thread along M, N, K."""
    op, name, mnk, threads = choice
    most = 256 if threads == 1 else 16 if threads == 8 else 16 if threads == 32 else 4
    while True:
        shape = (one_of(1, 2, 4, 16) if threads == 1 else one_of(1, 2, 2, 4),
                 one_of(1, 2, 4, 16) if threads == 1 else one_of(1, 1, 2, 4),
                 one_of(1, 1, 1, 2))
        if shape[0] * shape[1] * shape[2] <= most:
            break
    thr, thr_text = threads_of(shape)
    tile = [permutation(e * t) for e, t in zip(mnk, shape)]
    if random.random() < .3:
        tile = [('Underscore', '_', e * t) for e, t in zip(mnk, shape)]
    cpp = 'decltype(make_tiled_mma(%s{},%s{}' % (op, thr)
    text = 'tiled_mma(%s, %s' % (name, thr_text)
    if any(t[1] != '_' for t in tile) or random.random() < .3:
        cpp += ',Tile<%s>{}' % ','.join(t[0] for t in tile)
        text += ', [%s]' % ', '.join(t[1] for t in tile)
    return (cpp + '))', text + ')', [t[2] for t in tile], threads * shape[0] * shape[1] * shape[2],
            [t[2] // (e * s) for t, e, s in zip(tile, mnk, shape)])


def mma_case(i):
    cpp, text, (m, n, k), threads, _ = random_mma(MMAS[i % len(MMAS)])
    a, b, c = one_of(1, 1, 2), one_of(1, 1, 2), one_of(1, 1, 2)
    return 'mma<%s, %d, %s, %s, %s>("%s\\t%s");' % (
        cpp, random.randrange(threads), tensor(a * m, c * k), tensor(b * n, c * k),
        tensor(a * m, b * n), MMAS[i % len(MMAS)][0], text)


def tiled_case(i):
    """A copy by layouts of threads and values."""
    if i % 4 == 3:
        op, name, bits, atom_threads = one_of(*MATRICES)
        element = 16
    else:
        op, name, bits, atom_threads = COPIES[i % len(COPIES)]
        element = one_of(*[e for e in (8, 16, 32, 64) if e <= bits])
    values = bits // element
    shape = one_of((32, 8), (16, 8), (8, 4), (4, 32), (16, 2), (32, 1), (1, 64), (8, 16), (2, 32))
    several = one_of(1, 1, 2, 3)
    along = one_of((values, 1), (values * one_of(1, 2), several), (values, several))
    val = list(along)
    order = [0, 1]
    if random.random() < .5:
        val, order = [val[1], val[0]], [1, 0]
    if i % 4 == 3 or random.random() < .5:
        thr, thr_text = compact(shape, one_of([0, 1], [1, 0]))
    else:
        thr, thr_text = threads_of(shape)
    if thr_text.split(':')[0].endswith(',)'):  # of one mode
        thr, thr_text = compact(shape, [0, 1])
    v, v_text = compact(val, order)
    x = tensor(shape[0] * val[0] * one_of(1, 2), shape[1] * val[1] * one_of(1, 2))
    row = '%s\\tmake_tiled_copy(copy_atom(%s, %d), %s, %s)' % (op, name, element, thr_text, v_text)
    cpp = 'decltype(make_tiled_copy(Copy_Atom<%s,%s>{}, %s{}, %s{}))' % (
        op, TYPES[element], thr, v)
    return 'copy<%s, %d, %s>("%s");' % (cpp, random.randrange(shape[0] * shape[1]), x, row)


def operand_case(i):
    """A copy for an operand of an MMA, and its fragments."""
    which = 'ABC'[i % 3]
    first, second = {'A': (0, 2), 'B': (1, 2), 'C': (0, 1)}[which]
    while True:
        choice = one_of(*[m for m in MMAS if '_b16' in m[1] and m[3] >= 32])
        tm, text, (m, n, k), threads, atoms = random_mma(choice)
        if which == 'C':
            op, name, bits, _ = one_of(COPIES[1], COPIES[0], *MATRICES[6:])
        else:
            op, name, bits, _ = one_of(COPIES[0], COPIES[1], COPIES[4], *MATRICES[:6])
        values = choice[2][first] * choice[2][second] // choice[3] * atoms[first] * atoms[second]
        if values * 16 % bits == 0:  # the copy has enough values
            break
    rows, cols = {'A': (m, k), 'B': (n, k), 'C': (m, n)}[which]
    x = tensor(rows * one_of(1, 2), cols * one_of(1, 2))
    f = 'make_tiled_copy_%s' % which
    row = '%s\\t%s(copy_atom(%s, 16), %s)' % (op, f, name, text)
    lines = 'using M = %s; using C = decltype(%s(Copy_Atom<%s,half_t>{}, M{})); ' % (tm, f, op)
    lines += 'copy<C, %d, %s>("%s"); ' % (random.randrange(threads), x, row)
    return lines + ('retile<C, PLAIN(M{}.get_slice(Int<0>{}).partition_%s(AT(%s{})).layout())>();'
                    % (which, x))


def copy_case(i):
    return operand_case(i // 2) if i % 2 else tiled_case(i // 2)


def write(folder):
    random.seed(15)
    for kind, case in (('mma', mma_case), ('copy', copy_case)):
        for program in range(PROGRAMS):
            with open('%s/%s%d.cpp' % (folder, kind, program), 'w') as out:
                out.write(HEAD)
                for i in range(EACH):
                    out.write('void case%d() { %s }\n' % (i, case(program * EACH + i)))
                calls = ''.join('    case%d();\n' % i for i in range(EACH))
                out.write('int main()\n{\n%s}\n' % calls)
        for i in range(EACH):  # the rows were made with one program more of each kind
            case(PROGRAMS * EACH + i)


def of_one(text):
    """Tuples of one element with their comma, static integers without their underscore."""
    text = re.sub(r'_(\d)', r'\1', text.replace(' ', ''))
    out, commas = '', []
    for c in text:
        if c == '(':
            commas.append(0)
        elif c == ',' and commas:
            commas[-1] += 1
        elif c == ')' and commas and commas.pop() == 0:
            out += ','
        out += c
    return out


def rows():
    for line in sys.stdin:
        kind, *fields = line.rstrip('\n').split('\t')
        if kind in 'MC':
            print('\t'.join([kind] + fields))
        else:
            call, args = re.match(r'(\w+)\((.*)\)$', fields[0]).groups()
            thread = re.search(r', \d+$', args)
            args = args[:thread.start()] if thread else args
            value = re.sub(r'^(\{\d+\})o', r'\1 o ', of_one(fields[1]))
            print('V\t%s(%s%s)\t%s' % (call, of_one(args), thread.group() if thread else '', value))


if sys.argv[1] == 'rows':
    rows()
else:
    write(sys.argv[1])
