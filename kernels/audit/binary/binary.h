/* binary.h - the PTX inside of cubins, fat binaries, objects, libraries and executables.
 *
 *     if (lck_is_binary(bytes, size)) {
 *         lck_binary b = lck_binary_of(path);
 *         for (size_t i = 0; i < b.n; i++)
 *             audit(b.part[i].text, b.part[i].size);
 *         lck_binary_free(&b);
 *     }
 *
 * nvcc puts a kernel into a binary as machine code, as PTX, or as both, for several targets.
 * `cuobjdump -ptx` of the CUDA toolkit prints the PTX; it is looked for on PATH, and run without
 * a shell.
 */
#ifndef LCK_BINARY_H
#define LCK_BINARY_H

#include <stdbool.h>
#include <stddef.h>

/* A module of PTX. Empty lines stand before it, so that its line numbers are those of the output
 * of `cuobjdump -ptx`. */
typedef struct {
    char *text;
    size_t size, before; /* before: empty lines */
    unsigned target;     /* 90 of sm_90 */
} lck_binary_part;

typedef struct {
    lck_binary_part *part; /* those of the newest targets come first */
    size_t n;
    const char *why; /* some are missing: why, a constant text; else NULL */
    bool failed;     /* no memory */
} lck_binary;

/* Is it ELF, an archive, or nvcc's fat binary, by its first bytes? */
bool lck_is_binary(const char *bytes, size_t size);

lck_binary lck_binary_of(const char *path);
void lck_binary_free(lck_binary *b);

#endif
