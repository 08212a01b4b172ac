#include "config.h"

#include "catalogue.h"

#include "names.h"
#include "rows.h"

const lcv_operation *const lcv_operation_lists[] = {
    lcv_operations_layout,   lcv_operations_algebra, lcv_operations_linear,
    lcv_operations_relation, lcv_operations_other,   NULL};

const lcv_claim *lcv_claim_find(const char *name)
{
    return lcv_name_find(name)->claim;
}

const lcv_operation *lcv_operation_find(const char *name)
{
    return lcv_name_find(name)->operation;
}

const lcv_operation *lcv_operation_called(const char *name)
{
    const lcv_operation *row = lcv_operation_find(name);
    return row && !row->written ? row : NULL;
}

const lcv_claim *lcv_claim_at(size_t i)
{
    for (const lcv_claim *row = lcv_claims; row->name; row++)
        if (i-- == 0)
            return row;
    return NULL;
}

const lcv_operation *lcv_operation_at(size_t i)
{
    for (const lcv_operation *const *list = lcv_operation_lists; *list; list++)
        for (const lcv_operation *row = *list; row->name; row++)
            if (i-- == 0)
                return row;
    return NULL;
}

/* What can be called, by its number. */
typedef struct {
    const char *name, *signature;
} callable;

static callable callable_at(size_t i)
{
    const lcv_operation *operation;
    const lcv_claim *claim;
    const lcv_word *word;
    for (size_t k = 0; (operation = lcv_operation_at(k)); k++)
        if (!operation->written && i-- == 0)
            return (callable){operation->name, operation->signature};
    for (size_t k = 0; (claim = lcv_claim_at(k)); k++)
        if (i-- == 0)
            return (callable){claim->name, claim->signature};
    word = lcv_word_at(i);
    return word ? (callable){word->name, word->signature} : (callable){NULL, NULL};
}

const char *lcv_catalogue_name(size_t i)
{
    return callable_at(i).name;
}

const char *lcv_catalogue_signature(size_t i)
{
    return callable_at(i).signature;
}

bool lcv_catalogue_is_claim(const char *name)
{
    return lcv_claim_find(name) != NULL;
}

const char *lcv_catalogue_rule(const char *name)
{
    const lcv_claim *claim = lcv_claim_find(name);
    const lcv_operation *operation = claim ? NULL : lcv_operation_called(name);
    const lcv_word *word = claim || operation ? NULL : lcv_name_find(name)->word;
    const lcv_rule *rule = claim ? claim->rules : operation ? operation->rules : NULL;
    while (rule && rule->of != LCV_OF_LAYOUTS)
        rule++;
    return rule ? rule->text : word ? word->text : NULL;
}
