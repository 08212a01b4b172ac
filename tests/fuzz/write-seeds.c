/* write-seeds.c - where fuzzers begin: write-seeds SOURCES FOLDER writes what each reader usually
 * reads, a file an input, to FOLDER/READER/. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "target.h"

typedef struct {
    const char *folder, *target;
    unsigned written;
} writer;

static void write_seed(void *user, const char *text, size_t size)
{
    writer *w = user;
    char path[4096];
    snprintf(path, sizeof path, "%s/%s/seed-%u", w->folder, w->target, w->written++);
    FILE *file = fopen(path, "w");
    if (!file || fwrite(text, 1, size, file) != size || fclose(file) != 0) {
        perror(path);
        exit(EXIT_FAILURE);
    }
}

int main(int argc, char **argv)
{
    if (argc != 3)
        return EXIT_FAILURE;
    const char *folder = argv[2];
    for (size_t i = 0; fuzz_target(i); i++) {
        writer w = {folder, fuzz_target(i), 0};
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", folder, w.target);
        if (mkdir(path, 0777) != 0 && errno != EEXIST) {
            perror(path);
            return EXIT_FAILURE;
        }
        fuzz_seeds(argv[1], w.target, write_seed, &w);
    }
    return EXIT_SUCCESS;
}
