/* audit.c - files and folders, and which reader each is for. */
#include "config.h"

#include "audit.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "../../lib/starved.h"
#include "assembly/assembly.h"
#include "binary/binary.h"
#include "cute/cute.h"
#include "ir/ir.h"
#include "triton/triton.h"

#define FOLDERS 64 /* inside each other */

typedef bool reader(lck_audit *audit, lck_asker *asker, const lck_ir_module *m, const char *file,
                    const lck_audit_options *options);

/* ---- a module ---- */

/* Has a module an operation of this dialect, `tt.` for example? */
static bool has_dialect(const lck_ir_module *m, const char *prefix)
{
    size_t n = strlen(prefix);
    for (uint32_t i = 0; i < m->nops; i++)
        if (m->op[i].name.n > n && memcmp(m->op[i].name.at, prefix, n) == 0)
            return true;
    return false;
}

static reader *reader_of(const lck_ir_module *m)
{
    static const struct {
        const char *dialect;
        reader *read;
    } row[] = {{"tt.", lck_audit_triton}, {"cute.", lck_audit_cute}};
    for (size_t i = 0; i < sizeof row / sizeof *row; i++)
        if (has_dialect(m, row[i].dialect))
            return row[i].read;
    return NULL;
}

/* PTX says its version before anything but comments. */
static bool is_ptx(const char *text, size_t size)
{
    size_t i = 0;
    while (i < size) {
        if (strchr(" \t\r\n", text[i]) && text[i])
            i++;
        else if (i + 1 < size && text[i] == '/' && text[i + 1] == '/')
            while (i < size && text[i] != '\n')
                i++;
        else if (i + 1 < size && text[i] == '/' && text[i + 1] == '*') {
            for (i += 2; i + 1 < size && (text[i] != '*' || text[i + 1] != '/');)
                i++;
            i += 2;
        } else
            break;
    }
    return size >= 8 && i <= size - 8 && memcmp(text + i, ".version", 8) == 0;
}

/* False: an answer may be missing. */
static bool is_whole(lck_audit *audit, const lck_asker *asker)
{
    audit->failed |= lc_text_starved() || (asker && lck_asker_starved(asker));
    return !audit->failed;
}

bool lck_audit_module(lck_audit *audit, lck_asker *asker, const char *text, size_t size,
                      const char *file, const lck_audit_options *options)
{
    lck_ir_error error;
    audit->nfiles++;
    if (is_ptx(text, size))
        return lck_audit_ptx(audit, asker, text, size, file, options, audit->nkernels) &&
               is_whole(audit, asker);
    lck_ir_module *m = lck_ir_read(text, size, &error);
    if (!m) {
        lck_audit_wrong(audit, file, error.line, error.column, error.message);
        return !audit->failed;
    }
    reader *read = reader_of(m);
    if (!read)
        lck_audit_wrong(
            audit, file, 1, 1,
            "no kernel: expected a module of Triton (.ttgir) or of CuTe DSL (.mlir), or PTX");
    else
        read(audit, asker, m, file, options);
    lck_ir_free(m);
    return is_whole(audit, asker);
}

const lck_argument *lck_audit_unknown_argument(const lck_audit *audit,
                                               const lck_audit_options *options)
{
    size_t most = audit->nkernels > 0 ? 0 : SIZE_MAX;
    for (size_t i = 0; i < audit->nkernels; i++)
        if (audit->kernel[i].narguments > most)
            most = audit->kernel[i].narguments;
    for (size_t i = 0; i < options->narguments; i++)
        if (options->argument[i].kind != LCK_ARGUMENT_SIZE && options->argument[i].index >= most)
            return &options->argument[i];
    return NULL;
}

bool lck_audit_print_unknown(const lck_audit *audit, const lck_audit_options *options, FILE *out)
{
    const lck_argument *unknown = lck_audit_unknown_argument(audit, options);
    if (unknown)
        fprintf(out, "--arg=%u: error: no kernel has this argument\n", unknown->index);
    return unknown != NULL;
}

/* ---- a file ---- */

static bool not_read(lck_audit *audit, const char *path, const char *why)
{
    lck_audit_wrong(audit, path, 0, 0, why);
    return !audit->failed;
}

char *lck_audit_bytes(const char *path, size_t *size)
{
    FILE *in = fopen(path, "rb");
    if (!in)
        return NULL;
    char *bytes = NULL;
    size_t room = 0;
    *size = 0;
    do {
        if (*size == room) {
            room = room ? 2 * room : 1 << 16;
            char *grown = room <= 2 * (size_t)LCK_IR_BYTES ? realloc(bytes, room) : NULL;
            if (!grown)
                break;
            bytes = grown;
        }
        *size += fread(bytes + *size, 1, room - *size, in);
    } while (!feof(in) && !ferror(in));
    bool ok = feof(in) && !ferror(in);
    int code = errno ? errno : EFBIG;
    fclose(in);
    if (ok)
        return bytes;
    free(bytes);
    errno = code;
    return NULL;
}

/* The PTX inside of a binary; where a kernel is there for several targets, that of the newest. */
static bool audit_binary(lck_audit *audit, lck_asker *asker, const char *path,
                         const lck_audit_options *options)
{
    size_t known = audit->nkernels;
    lck_binary b = lck_binary_of(path);
    audit->nfiles++;
    audit->failed |= b.failed;
    for (size_t i = 0; i < b.n && !audit->failed; i++)
        lck_audit_ptx(audit, asker, b.part[i].text, b.part[i].size, path, options, known);
    if (b.why)
        not_read(audit, path, b.why);
    lck_binary_free(&b);
    return !audit->failed;
}

/* Kernels of PTX are left out where those from `known` on have them as a module of IR. */
static bool audit_file(lck_audit *audit, lck_asker *asker, const char *path,
                       const lck_audit_options *options, size_t known)
{
    size_t size;
    errno = 0;
    char *bytes = lck_audit_bytes(path, &size);
    if (!bytes)
        return not_read(audit, path, strerror(errno));
    bool ok = true;
    if (lck_is_binary(bytes, size))
        ok = audit_binary(audit, asker, path, options);
    else if (known < audit->nkernels && is_ptx(bytes, size)) {
        audit->nfiles++;
        ok = lck_audit_ptx(audit, asker, bytes, size, path, options, known);
    } else
        ok = lck_audit_module(audit, asker, bytes, size, path, options);
    free(bytes);
    return ok;
}

/* ---- a folder ---- */

static bool ends_in(const char *name, const char *end)
{
    size_t n = strlen(name), k = strlen(end);
    return n > k && strcmp(name + n - k, end) == 0;
}

/* Why a file is none that a reader is for, by the end of its name; NULL: one may be. */
static const char *of_another_kind(const char *name)
{
    static const struct {
        const char *end, *why;
    } row[] = {
        {".cu", "CUDA C++ is not read: expected what nvcc -ptx -lineinfo makes of it"},
        {".py",
         "Python is not read: expected the .ttgir, .mlir or .ptx that is compiled from it"},
        {".lay", "statements, which `layoutcheck check` reads: expected .ttgir, .mlir or .ptx"}};
    for (size_t i = 0; i < sizeof row / sizeof *row; i++)
        if (ends_in(name, row[i].end))
            return row[i].why;
    return NULL;
}

static int is_read(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static bool audit_folder(lck_audit *audit, lck_asker *asker, const char *path,
                         const lck_audit_options *options, int depth);

/* What is below a folder: folders, and the files that a reader is for. */
static bool audit_entry(lck_audit *audit, lck_asker *asker, const char *folder, const char *name,
                        const lck_audit_options *options, size_t known, int depth)
{
    bool slash = ends_in(folder, "/") || strcmp(folder, "/") == 0;
    char *path = lck_audit_printf(audit, "%s%s%s", folder, slash ? "" : "/", name);
    struct stat about;
    bool ok = path != NULL;
    if (ok && lstat(path, &about) == 0 && S_ISDIR(about.st_mode))
        ok = audit_folder(audit, asker, path, options, depth);
    else if (ok && S_ISREG(about.st_mode) &&
             (ends_in(name, ".ttgir") || ends_in(name, ".mlir") || ends_in(name, ".ptx")))
        ok = audit_file(audit, asker, path, options, known);
    free(path);
    return ok;
}

static bool audit_folder(lck_audit *audit, lck_asker *asker, const char *path,
                         const lck_audit_options *options, int depth)
{
    struct dirent **entry;
    int n = depth < FOLDERS ? scandir(path, &entry, is_read, alphasort) : -1;
    if (n < 0)
        return not_read(audit, path, depth < FOLDERS ? strerror(errno) : "too many folders");
    bool ok = true;
    size_t known = audit->nkernels;
    for (int ptx = 0; ptx < 2; ptx++) /* modules of IR before PTX of the same kernels */
        for (int i = 0; i < n; i++) {
            const char *name = entry[i]->d_name;
            bool is = ends_in(name, ".ptx");
            if (ok && is == (ptx == 1))
                ok = audit_entry(audit, asker, path, name, options, known, depth + 1);
        }
    for (int i = 0; i < n; i++)
        free(entry[i]);
    free(entry);
    return ok;
}

static bool audit_path(lck_audit *audit, lck_asker *asker, const char *path,
                       const lck_audit_options *options)
{
    struct stat about;
    if (stat(path, &about) != 0)
        return not_read(audit, path, strerror(errno));
    if (S_ISDIR(about.st_mode))
        return audit_folder(audit, asker, path, options, 0);
    const char *why = of_another_kind(path);
    return why ? not_read(audit, path, why)
               : audit_file(audit, asker, path, options, audit->nkernels);
}

bool lck_audit_path(lck_audit *audit, lck_asker *asker, const char *path,
                    const lck_audit_options *options)
{
    size_t files = audit->nfiles, errors = audit->nerrors;
    if (!audit_path(audit, asker, path, options))
        return false;
    if (audit->nfiles == files && audit->nerrors == errors)
        not_read(audit, path,
                 "no module below this folder: expected files .ttgir, .mlir or .ptx");
    return is_whole(audit, asker);
}
