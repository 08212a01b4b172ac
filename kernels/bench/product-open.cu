/* product-open.cu - libraries that are opened when the program runs. */
#include "product-open.cuh"

#include <glob.h>

void *product_open_in(const char *folder, const char *name)
{
    static const char *const ending[] = {".so.13", ".so.12", ".so.9", ".so"};
    char path[4096];
    for (const char *e : ending) {
        snprintf(path, sizeof path, "%s%s%s%s", folder, *folder ? "/" : "", name, e);
        void *library = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
        if (library)
            return library;
    }
    return NULL;
}

static bool open_glob(const char *pattern, bool (*open)(const char *folder))
{
    glob_t found = {};
    bool ok = false;
    if (glob(pattern, GLOB_TILDE, NULL, &found) == 0)
        for (size_t i = 0; i < found.gl_pathc && !ok; i++)
            ok = open(found.gl_pathv[i]);
    globfree(&found);
    return ok;
}

bool product_open_anywhere(const char *folder, bool (*open)(const char *folder))
{
    static const char *const patterns[] = {
        "/usr/local/cuda/lib64",
        "/usr/local/cuda*/targets/x86_64-linux/lib",
        "/usr/lib/x86_64-linux-gnu",
        "/usr/lib/python3*/*-packages/nvidia/*/lib",
        "/usr/local/lib/python3*/*-packages/nvidia/*/lib",
        "/opt/*/lib/python3*/*-packages/nvidia/*/lib",
        "~/.local/lib/python3*/*-packages/nvidia/*/lib"};
    if ((folder && open(folder)) || open(""))
        return true;
    for (const char *pattern : patterns)
        if (open_glob(pattern, open))
            return true;
    return false;
}
