/* verb.h - the kinds of statements of a `.lay` file, by the word that begins them. */
#ifndef LCV_VERB_H
#define LCV_VERB_H

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
    LCV_LET,
    LCV_SHOW,
    LCV_PROVE,
    LCV_REFUTE,
    LCV_IMPORT,
    LCV_PARAM,
    LCV_ASSUME,
    LCV_PLAN,
    LCV_KERNEL,
    LCV_FOR
} lcv_verb;

/* "let", "show" ... */
const char *lcv_verb_name(lcv_verb verb);

#ifdef __cplusplus
}
#endif

#endif
