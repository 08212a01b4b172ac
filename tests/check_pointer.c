/* check_pointer.c - pointers that CuTe prints: what its swizzle of bytes is on elements.
 *
 * The tables were printed by a program compiled with CUTLASS 4.7: for each coordinate the
 * address of the element, from the pointer on, or from the last multiple of the swizzle's period
 * before it, in elements. The laws compare with the swizzle of the address, byte by byte.
 */
#include "config.h"

#include "../lib/text.h"
#include "../verify/language/pointer.h"
#include "language.h"
#include "suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- as compiled CuTe has it ---- */

static const language_row unset[] = {
    {"Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_8):(_64,_8)",
     "0 72 144 216 288 360 432 504 8 64 152 208 296 352 440 496 16 88 128 200 304 376 416 "
     "488 24 80 136 192 312 368 424 480 32 104 176 248 256 328 400 472 40 96 184 240 264 "
     "320 408 464 48 120 160 232 272 344 384 456 56 112 168 224 280 336 392 448"},
    {"Sw<3,4,3> o smem_ptr[8b](unset) o (_8,_8):(_128,_16)",
     "0 144 288 432 576 720 864 1008 16 128 304 416 592 704 880 992 32 176 256 400 608 752 "
     "832 976 48 160 272 384 624 736 848 960 64 208 352 496 512 656 800 944 80 192 368 480 "
     "528 640 816 928 96 240 320 464 544 688 768 912 112 224 336 448 560 672 784 896"},
    {"Sw<3,4,3> o smem_ptr[32b](unset) o (_8,_8):(_32,_4)",
     "0 36 72 108 144 180 216 252 4 32 76 104 148 176 220 248 8 44 64 100 152 188 208 244 "
     "12 40 68 96 156 184 212 240 16 52 88 124 128 164 200 236 20 48 92 120 132 160 204 232 "
     "24 60 80 116 136 172 192 228 28 56 84 112 140 168 196 224"},
    {"Sw<3,4,3> o smem_ptr[64b](unset) o (_8,_8):(_16,_2)",
     "0 18 36 54 72 90 108 126 2 16 38 52 74 88 110 124 4 22 32 50 76 94 104 122 6 20 34 48 "
     "78 92 106 120 8 26 44 62 64 82 100 118 10 24 46 60 66 80 102 116 12 30 40 58 68 86 96 "
     "114 14 28 42 56 70 84 98 112"},
    {"Sw<3,4,3> o smem_ptr[128b](unset) o (_8,_8):(_8,_1)",
     "0 9 18 27 36 45 54 63 1 8 19 26 37 44 55 62 2 11 16 25 38 47 52 61 3 10 17 24 39 46 "
     "53 60 4 13 22 31 32 41 50 59 5 12 23 30 33 40 51 58 6 15 20 29 34 43 48 57 7 14 21 28 "
     "35 42 49 56"},
    {"Sw<3,4,3> o smem_ptr[4b](unset) o (_8,_8):(_256,_32)",
     "0 288 576 864 1152 1440 1728 2016 32 256 608 832 1184 1408 1760 1984 64 352 512 800 "
     "1216 1504 1664 1952 96 320 544 768 1248 1472 1696 1920 128 416 704 992 1024 1312 1600 "
     "1888 160 384 736 960 1056 1280 1632 1856 192 480 640 928 1088 1376 1536 1824 224 448 "
     "672 896 1120 1344 1568 1792"},
    {"Sw<3,4,3> o smem_ptr[1b](unset) o (_8,_8):(_1024,_128)",
     "0 1152 2304 3456 4608 5760 6912 8064 128 1024 2432 3328 4736 5632 7040 7936 256 1408 "
     "2048 3200 4864 6016 6656 7808 384 1280 2176 3072 4992 5888 6784 7680 512 1664 2816 "
     "3968 4096 5248 6400 7552 640 1536 2944 3840 4224 5120 6528 7424 768 1920 2560 3712 "
     "4352 5504 6144 7296 896 1792 2688 3584 4480 5376 6272 7168"},
    {"Sw<3,4,3> o smem_ptr[2b](unset) o (_8,_8):(_512,_64)",
     "0 576 1152 1728 2304 2880 3456 4032 64 512 1216 1664 2368 2816 3520 3968 128 704 1024 "
     "1600 2432 3008 3328 3904 192 640 1088 1536 2496 2944 3392 3840 256 832 1408 1984 2048 "
     "2624 3200 3776 320 768 1472 1920 2112 2560 3264 3712 384 960 1280 1856 2176 2752 3072 "
     "3648 448 896 1344 1792 2240 2688 3136 3584"},
    {"Sw<2,4,3> o smem_ptr[16b](unset) o (_8,_4):(_32,_8)",
     "0 32 72 104 144 176 216 248 8 40 64 96 152 184 208 240 16 48 88 120 128 160 200 232 "
     "24 56 80 112 136 168 192 224"},
    {"Sw<1,4,3> o smem_ptr[16b](unset) o (_8,_2):(_16,_8)",
     "0 16 32 48 72 88 104 120 8 24 40 56 64 80 96 112"},
    {"Sw<2,4,3> o smem_ptr[8b](unset) o (_8,_4):(_64,_16)",
     "0 64 144 208 288 352 432 496 16 80 128 192 304 368 416 480 32 96 176 240 256 320 400 "
     "464 48 112 160 224 272 336 384 448"},
    {"Sw<1,4,3> o smem_ptr[8b](unset) o (_8,_2):(_32,_16)",
     "0 32 64 96 144 176 208 240 16 48 80 112 128 160 192 224"},
    {"Sw<2,4,3> o smem_ptr[32b](unset) o (_8,_4):(_16,_4)",
     "0 16 36 52 72 88 108 124 4 20 32 48 76 92 104 120 8 24 44 60 64 80 100 116 12 28 40 "
     "56 68 84 96 112"},
    {"Sw<1,4,3> o smem_ptr[32b](unset) o (_8,_2):(_8,_4)",
     "0 8 16 24 36 44 52 60 4 12 20 28 32 40 48 56"},
    {"Sw<2,4,3> o smem_ptr[64b](unset) o (_8,_4):(_8,_2)",
     "0 8 18 26 36 44 54 62 2 10 16 24 38 46 52 60 4 12 22 30 32 40 50 58 6 14 20 28 34 42 "
     "48 56"},
    {"Sw<3,1,3> o smem_ptr[16b](unset) o (_4,_16):(_16,_1)",
     "0 18 36 54 1 19 37 55 2 16 38 52 3 17 39 53 4 22 32 50 5 23 33 51 6 20 34 48 7 21 35 "
     "49 9 27 45 63 8 26 44 62 11 25 47 61 10 24 46 60 13 31 41 59 12 30 40 58 15 29 43 57 "
     "14 28 42 56"},
    {"Sw<3,0,-3> o smem_ptr[16b](unset) o (_4,_16):(_16,_1)",
     "0 16 32 48 9 25 41 57 18 2 50 34 27 11 59 43 4 20 36 52 13 29 45 61 22 6 54 38 31 15 "
     "63 47 8 24 40 56 1 17 33 49 26 10 58 42 19 3 51 35 12 28 44 60 5 21 37 53 30 14 62 46 "
     "23 7 55 39"},
    {"Sw<2,1,-3> o smem_ptr[32b](unset) o (_4,_16):(_16,_1)",
     "0 16 32 48 9 25 41 57 2 18 34 50 11 27 43 59 4 20 36 52 13 29 45 61 6 22 38 54 15 31 "
     "47 63 8 24 40 56 1 17 33 49 10 26 42 58 3 19 35 51 12 28 44 60 5 21 37 53 14 30 46 62 "
     "7 23 39 55"},
    {"Sw<3,4,-3> o smem_ptr[16b](unset) o (_8,_8):(_64,_8)",
     "0 64 128 192 256 320 384 448 72 8 200 136 328 264 456 392 144 208 16 80 400 464 272 "
     "336 216 152 88 24 472 408 344 280 288 352 416 480 32 96 160 224 360 296 488 424 104 "
     "40 232 168 432 496 304 368 176 240 48 112 504 440 376 312 248 184 120 56"},
    {"Sw<2,0,2> o smem_ptr[128b](unset) o _16:_1", "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15"},
    {"Sw<1,0,1> o smem_ptr[128b](unset) o _16:_1", "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15"},
};

static const language_row placed[] = {
    {"Sw<3,4,3>_smem_ptr[16b](0x7f0000100410) o (_8,_4):(_64,_8)",
     "8 64 152 208 296 352 440 496 16 88 128 200 304 376 416 488 24 80 136 192 312 368 424 "
     "480 32 104 176 248 256 328 400 472"},
    {"Sw<3,4,3>_smem_ptr[32b](0x7f00001004a0) o (_8,_4):(_32,_4)",
     "44 64 100 152 188 208 244 264 40 68 96 156 184 212 240 268 52 88 124 128 164 200 236 "
     "272 48 92 120 132 160 204 232 276"},
    {"Sw<2,4,3>_smem_ptr[8b](0x7f00001003f3) o (_8,_4):(_64,_16)",
     "451 563 627 675 739 787 851 899 515 579 659 723 803 867 947 1011 531 595 643 707 819 "
     "883 931 995 547 611 691 755 771 835 915 979"},
    {"Sw<3,4,-3>_smem_ptr[64b](0x7f00001007c8) o (_8,_4):(_16,_2)",
     "57 201 217 233 249 137 153 169 43 219 203 251 235 155 139 187 29 237 253 205 221 173 "
     "189 141 15 255 239 223 207 191 175 159"},
    {"Sw<2,3,3>_smem_ptr[16b](0x7f0000100800) o (_8,_4):(_32,_2)",
     "0 36 72 108 128 164 200 236 2 38 74 110 130 166 202 238 4 32 76 104 132 160 204 232 6 "
     "34 78 106 134 162 206 234"},
    {"smem_ptr[16b](0x7f0000100040) o Sw<3,3,3> o _0 o (_8,_4):(_64,_8)",
     "0 72 144 216 288 360 432 504 8 64 152 208 296 352 440 496 16 88 128 200 304 376 416 "
     "488 24 80 136 192 312 368 424 480"},
    {"smem_ptr[32b](0x7f0000100040) o Sw<2,3,3> o 8 o (_8,_4):(_32,_4)",
     "8 40 64 96 152 184 208 240 12 44 68 100 156 188 212 244 16 48 88 120 128 160 200 232 "
     "20 52 92 124 132 164 204 236"},
};

/* The values of the text, one after another, as the table has them. */
static void check_values(const language_row *row)
{
    lc_text found = {0};
    size_t n = 1;
    for (const char *at = row->value; *at; at++)
        n += *at == ' ';
    for (size_t i = 0; i < n; i++) {
        lc_text text = {0};
        language_seen s;
        lc_text_printf(&text, "(%s)(%zu)", row->text, i);
        char *at = lc_text_take(NULL, &text);
        language_eval(at, &s);
        ck_assert_msg(s.value != NULL, "%s: %s", at, s.message ? s.message : "no value");
        lc_text_printf(&found, "%s%s", i > 0 ? " " : "", s.value);
        language_clear(&s);
        free(at);
    }
    char *values = lc_text_take(NULL, &found);
    ck_assert_msg(strcmp(values, row->value) == 0, "%s: %s, not %s", row->text, values,
                  row->value);
    free(values);
}

TEST(test_unset)
{
    language_open();
    for (size_t i = 0; i < sizeof unset / sizeof *unset; i++)
        check_values(&unset[i]);
    language_close();
}

TEST(test_placed)
{
    language_open();
    for (size_t i = 0; i < sizeof placed / sizeof *placed; i++)
        check_values(&placed[i]);
    language_close();
}

/* ---- as printed, and what it is ---- */

TEST(test_literals)
{
    static const language_row row[] = {
        {"Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1)", "S<3,3,3> o 0 o (8,64):(64,1)"},
        {"Sw<3,4,3> o smem_ptr[1b](unset) o (_8,_1024):(_1024,_1)",
         "S<3,7,3> o 0 o (8,1024):(1024,1)"},
        {"Sw<0,4,3> o smem_ptr[16b](unset) o (_8,_8):(_8,_1)", "S<0,3,3> o 0 o (8,8):(8,1)"},
        {"Sw<0,4,3> o smem_ptr[6b](unset) o (_8,_8):(_8,_1)", "S<0,4,3> o 0 o (8,8):(8,1)"},
        {"Sw<3,4,3> o smem_sparse<2>_ptr[16b](unset) o ((_1,_8),(_2,_64)):((_0,_128),(_1,_2))",
         "S<3,4,3> o 0 o ((1,8),(2,64)):((0,128),(1,2))"},
        {"Sw<3,4,3>_smem_ptr[16b](0x7ef800000400) o ((_512,_16),(_1,_3)):((_1,_512),(_0,_8192))",
         "S<3,3,3> o 0 o ((512,16),(1,3)):((1,512),(0,8192))"},
        {"Sw<3,4,3>_smem_ptr[16b](0x7f8800000400) o\n"
         "  ((_64,(_8,_2)),_2):((_1,(_64,_1024)),_512)",
         "S<3,3,3> o 0 o ((64,(8,2)),2):((1,(64,1024)),512)"},
        {"Sw<3,4,3>_smem_ptr[16b](0x7f..) o (8,64):(64,1)", "S<3,3,3> o 0 o (8,64):(64,1)"},
        {"Sw<3,4,3>_smem_ptr[16b](SMEM_ADDR_A) o ((_128,_16),_1,_4):((_64,_1),_0,_16)",
         "S<3,3,3> o 0 o ((128,16),1,4):((64,1),0,16)"},
        {"Sw<3,4,3>_smem_subptr[4b](0x7f837b400000.0) o (_8,_256):(_256,_1)",
         "S<3,5,3> o 0 o (8,256):(256,1)"},
        {"Sw<3,4,3>_smem_subptr[4b](0x7f837b400001.4) o (_8,_256):(_256,_1)",
         "S<3,5,3> o 3 o (8,256):(256,1)"},
        {"smem_ptr_S<3,4,3>_16b(0x7f8800000400) o (8,64):(64,1)", "S<3,3,3> o 0 o (8,64):(64,1)"},
        {"S<3,4,3> o smem_ptr_16b(unset) o (8,64):(64,1)", "S<3,3,3> o 0 o (8,64):(64,1)"},
        {"smem_ptr[16b](0x7f8f00000c00) o Sw<3,3,3> o _0 o (((_64,_256),_2)):(((_1,_64),_16384))",
         "S<3,3,3> o 0 o ((64,256),2):((1,64),16384)"},
        {"smem_ptr[16b](0x..) o (8,64):(64,1)", "(8,64):(64,1)"},
        {"gmem_ptr[32b](0x7f42efc00000) o (8,_16):(_16,_1)", "(8,16):(16,1)"},
        {"gmem_ptr[32b]((nil)) o (_4,_8):(_1,_4)", "(4,8):(1,4)"},
        {"ptr[32b](nil) o (4,8):(1,4)", "(4,8):(1,4)"},
        {"rmem_ptr[16b](0x7fff8ec0ad10) o (4,8):(1,4)", "(4,8):(1,4)"},
        {"gmem_subptr[4b](0x7f837b400000.0) o (_4,_8):(_1,_4)", "(4,8):(1,4)"},
        {"tmem_[32b](0x1234.0010) o (_4,_8):(_1,_65536)", "(4,8):(1,65536)"},
        {"raw_ptr_16b(..) o 8:1", "8:1"},
        {"gmem_ptr_32b((nil)) o _8:_1", "8:1"},
        {"raw_ptr(0x00000000079e5100: i16, generic, align<2>) o (3):(1)", "3:1"},
        {"tensor<ptr<f32, gmem> o (4,8):(8,1)>", "(4,8):(8,1)"},
        {"tensor<ptr<f16, smem, align<32>> o (16,4):(1,16)>", "(16,4):(1,16)"},
        {"tensor<ptr<f32, smem, align<1024>, S<3,4,3>> o ((32,2),(8,8)):((1,2048),(32,256))>",
         "S<3,2,3> o 0 o ((32,2),(8,8)):((1,2048),(32,256))"},
        {"tensor<!cute.ptr<f8E4M3FN, smem, align<128>, S<2,4,3>> o (8,64):(64,1)>",
         "S<2,4,3> o 0 o (8,64):(64,1)"},
        {"(_8):(_-1)", "8:-1"},
        {"(_8,_2):(_-1@0,_1@1)", "(8,2):(-e0,e1)"},
    };
    LANGUAGE_ROWS(row);
}

TEST(test_errors)
{
    static const language_error row[] = {
        {"Sw<3,0,3> o smem_ptr[16b](unset) o (_4,_16):(_16,_1)", 1,
         "takes elements of 16 bits apart: it adds bit 3 of an address to bit 0", ""},
        {"Sw<2,1,3> o smem_ptr[32b](unset) o (_4,_16):(_16,_1)", 1,
         "takes elements of 32 bits apart: it adds bit 4 of an address to bit 1", ""},
        {"Sw<3,4,3> o smem_ptr[6b](unset) o (_8,_64):(_64,_1)", 1,
         "no function of elements of 6 bits", "expected a power of two"},
        {"Sw<3,4,3>_smem_ptr[16b](0x7f8800000401) o 8:1", 1,
         "0x7f8800000401 is no address of elements of 16 bits", ""},
        {"4 o smem_ptr[16b](unset) o 8:1", 1, "what stands before a pointer is a swizzle",
         "expected S<b,m,s>, as in S<3,4,3> o smem_ptr[16b](unset) o (8,64):(64,1)"},
        {"smem_ptr[16b](unset)", 21, "the expression ends too early",
         "expected 'o' and a layout"},
    };
    LANGUAGE_ERRORS(row);
}

/* NVIDIA's K-major atoms, read 16 bytes a lane. */
TEST(test_atoms)
{
    static const char *const row[] = {
        "conflict_free(Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_8):(_64,_8), bytes=2, width=16)",
        "conflict_free(Sw<2,4,3> o smem_ptr[16b](unset) o (_8,_4):(_32,_8), bytes=2, width=16)",
        "conflict_free(Sw<1,4,3> o smem_ptr[16b](unset) o (_8,_2):(_16,_8), bytes=2, width=16)",
        "conflict_free(Sw<3,4,3> o smem_ptr[8b](unset) o (_8,_8):(_128,_16), bytes=1, width=16)",
        "conflict_free(Sw<2,4,3> o smem_ptr[8b](unset) o (_8,_4):(_64,_16), bytes=1, width=16)",
        "conflict_free(Sw<1,4,3> o smem_ptr[8b](unset) o (_8,_2):(_32,_16), bytes=1, width=16)",
        "conflict_free(Sw<3,4,3> o smem_ptr[32b](unset) o (_8,_8):(_32,_4), bytes=4, width=16)",
        "conflict_free(Sw<2,4,3> o smem_ptr[32b](unset) o (_8,_4):(_16,_4), bytes=4, width=16)",
        "conflict_free(Sw<1,4,3> o smem_ptr[32b](unset) o (_8,_2):(_8,_4), bytes=4, width=16)",
        "conflict_free(Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1), bytes=2, width=2)",
        "conflict_free(Sw<2,4,3> o smem_ptr[16b](unset) o (_8,_32):(_32,_1), bytes=2, width=2)",
        "conflict_free(Sw<1,4,3> o smem_ptr[16b](unset) o (_8,_16):(_16,_1), bytes=2, width=2)",
    };
    language_open();
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        language_seen s;
        language_prove(row[i], &s);
        ck_assert_msg(s.claim && s.verdict == LCV_PROVED, "%s", row[i]);
        language_clear(&s);
    }
    language_close();
}

/* ---- by the address of every element ---- */

typedef struct {
    lc_swizzle bytes;
    unsigned log; /* 2^log bits an element */
    char text[64];
} random_pointer;

static random_pointer any_pointer(law *l, uint64_t address)
{
    random_pointer p = {.log = (unsigned)rnd_in(&l->rnd, 0, 7)};
    p.bytes = (lc_swizzle){(int)rnd_in(&l->rnd, 0, 3), (int)rnd_in(&l->rnd, 0, 5),
                           (int)rnd_in(&l->rnd, -4, 4)};
    snprintf(p.text, sizeof p.text, "smem_ptr[%ub](0x%llx)", 1u << p.log,
             (unsigned long long)address);
    return p;
}

/* The bit where element x lies, x elements past a multiple of the period. */
static uint64_t place_of(const random_pointer *p, uint64_t x)
{
    uint64_t bit = x << p->log;
    return lc_swizzle_apply_word(p->bytes, bit >> 3) << 3 | (bit & 7);
}

/* There is a swizzle of elements exactly when every element stays one, and it puts each where
 * the swizzle of its address does. */
static bool elements_lie_there(law *l)
{
    random_pointer p = any_pointer(l, 0);
    lc_swizzle made;
    lcv_pointer pointer = lcv_pointer_read(p.text);
    bool exists = lcv_pointer_recast(l->ctx, &pointer, p.bytes, &made), whole = true;
    lc_ctx_reset(l->ctx);
    law_saw(l, exists ? 0 : 1);
    for (uint64_t x = 0; x < 1 << 12; x++) {
        uint64_t bit = place_of(&p, x);
        whole = whole && bit % (1u << p.log) == 0;
        if (exists && lc_swizzle_apply_word(made, x) << p.log != bit)
            return law_fail(l, "S<%d,%d,%d> of %s at %llu", p.bytes.b, p.bytes.m, p.bytes.s,
                            p.text, (unsigned long long)x);
    }
    return exists == whole || law_fail(l, "S<%d,%d,%d> of %s: %s", p.bytes.b, p.bytes.m,
                                       p.bytes.s, p.text, exists ? "a value" : "no value");
}

/* Element x of a pointer at any address is element offset + x from the last multiple of the
 * period on. */
static bool offsets_count_from_there(law *l)
{
    uint64_t address = (uint64_t)rnd_in(&l->rnd, 0, 1 << 20);
    random_pointer p = any_pointer(l, address);
    unsigned n = lc_swizzle_bits(p.bytes);
    lc_int offset;
    lcv_pointer pointer = lcv_pointer_read(p.text);
    bool exists = lcv_pointer_offset(l->ctx, &pointer, n, &offset);
    uint64_t past = (address & ((1u << n) - 1)) << 3;
    bool aligned = (address << 3) % (1u << p.log) == 0;
    lc_ctx_reset(l->ctx);
    law_saw(l, exists ? 0 : 1);
    if (exists != aligned)
        return law_fail(l, "%s: %s", p.text, exists ? "an offset" : "no offset");
    return !exists || (uint64_t)lc_int_get_si(offset) == past >> p.log ||
           law_fail(l, "%s past a multiple of 2^%u", p.text, n);
}

TEST(test_laws)
{
    static const char *const classes[] = {"value", "no value", NULL};
    law_check("a swizzle of addresses is one of elements", elements_lie_there, classes);
    law_check("an address is an offset", offsets_count_from_there, classes);
}

SUITE_MAIN("pointers", test_unset, test_placed, test_literals, test_errors, test_atoms, test_laws)
