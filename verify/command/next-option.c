/* next-option.c - see next-option.h. */
#include "config.h"

#include "next-option.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "../../lib/text.h"
#include "../language/diag.h"

#define MOST_OPTIONS 64 /* of a table */

/* "--name" of each whose name begins with `letters`, with commas between: how many. */
static size_t list(lc_text *text, const struct option *options, const char *letters)
{
    size_t n = 0;
    for (; options->name; options++)
        if (strncmp(options->name, letters, strlen(letters)) == 0)
            lc_text_printf(text, "%s--%s", n++ ? ", " : "", options->name);
    return n;
}

/* The nearest to a name, or all. */
static void add_expected(lc_text *text, const struct option *options, const char *name)
{
    const char *names[MOST_OPTIONS];
    size_t n = 0;
    for (; options[n].name && n < MOST_OPTIONS; n++)
        names[n] = options[n].name;
    const char *near = lcv_nearest(name, n, names);
    list(text, options, near ? near : "");
}

/* Is this the name, or its beginning, of an option with this value of getopt_long? */
static bool has_option(const struct option *options, const char *name, int value)
{
    while (options->name &&
           (options->val != value || strncmp(options->name, name, strlen(name)) != 0))
        options++;
    return options->name != NULL;
}

/* `value` is 0 where `word` is a long option that the table does not have, or short for several;
 * a long option that it has takes no value; else it is a letter, which may stand in a word behind
 * `word`. */
static void tell_unknown(lc_text *text, const struct option *options, const char *word, int value)
{
    char name[MOST_OPTIONS] = "";
    lc_text several = {0};
    if (strncmp(word, "--", 2) == 0)
        snprintf(name, sizeof name, "%.*s", (int)strcspn(word + 2, "="), word + 2);
    if (value && *name && has_option(options, name, value)) {
        lc_text_printf(text, "option '--%s' takes no value", name);
    } else if (value) {
        lc_text_printf(text, "unknown option '-%c': expected ", value);
        add_expected(text, options, "");
    } else if (*name && list(&several, options, name) > 0) {
        lc_text_printf(text, "option '--%s' is ambiguous: expected %s", name,
                       lc_text_peek(&several));
    } else {
        lc_text_printf(text, "unknown option '%s': expected ", word);
        add_expected(text, options, name);
    }
    lc_text_free(&several);
}

int lcv_next_option(int argc, char **argv, const char *verb, const char *letters,
                    const struct option *options, int *which)
{
    int option = getopt_long(argc, argv, letters, options, which);
    /* "--" ends the options: lcv_separate puts it there, also behind one that lacks its value. */
    bool no_value = option == ':' || (option != -1 && optarg && optarg == argv[optind - 1] &&
                                      strcmp(optarg, "--") == 0);
    if (option != '?' && !no_value)
        return option;
    lc_text text = {0};
    if (no_value)
        lc_text_printf(&text, "option '%s' needs a value",
                       argv[optind - (option == ':' ? 1 : 2)]);
    else
        tell_unknown(&text, options, argv[optind - 1], optopt);
    fprintf(stderr, "layoutcheck%s%s: %s\n", verb ? " " : "", verb ? verb : "",
            lc_text_peek(&text));
    lc_text_free(&text);
    return '?';
}
