/* source.c - claims as they read, and the places before them. */
#include "config.h"

#include "source.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *lcr_src_claim(lc_ctx *lc, const char *claim, size_t n, const char *const *arg)
{
    lc_text text = {0};
    size_t name = strcspn(claim, " ");
    bool compares = claim[name] != '\0' && n > 0;
    lc_text_add_bytes(&text, claim, name);
    lc_text_add(&text, "(");
    for (size_t i = 0; i < n - compares; i++)
        lc_text_printf(&text, "%s%s", i > 0 ? ", " : "", arg[i]);
    lc_text_add(&text, ")");
    if (compares)
        lc_text_printf(&text, "%s %s", claim + name, arg[n - 1]);
    return lc_text_take(lc, &text);
}

static const char *past(const char *at, const char *word)
{
    size_t n = strlen(word);
    return at && strncmp(at, word, n) == 0 ? at + n : NULL;
}

static const char *past_digits(const char *at)
{
    size_t n = at ? strspn(at, "0123456789") : 0;
    return n > 0 ? at + n : NULL;
}

/* FILE:LINE, without blanks, as far as the colon that a blank follows. */
static const char *past_place(const char *at)
{
    size_t n = strcspn(at, " "), digits = 0;
    if (n < 2 || at[n - 1] != ':')
        return NULL;
    for (n--; digits < n && isdigit((unsigned char)at[n - 1 - digits]);)
        digits++;
    return digits > 0 && digits + 1 < n && at[n - 1 - digits] == ':' ? at + n : NULL;
}

/* NAME = NUMBER, after a comma each but the first. */
static const char *past_numbers(const char *at)
{
    do {
        size_t name = 0;
        while (isalnum((unsigned char)at[name]) || at[name] == '_')
            name++;
        at = name > 0 ? past(at + name, " = ") : NULL;
        at = at && *at == '-' ? at + 1 : at;
        at = past_digits(at);
    } while (at && past(at, ", ") && (at += 2));
    return at;
}

bool lcr_src_is_of(const char *source, const char *claim)
{
    const char *at = past_place(source), *numbers = past(at, ": at ");
    if (numbers && !(at = past_numbers(numbers)))
        return false;
    at = past(at, ": ");
    return at && strcmp(at, claim) == 0;
}
