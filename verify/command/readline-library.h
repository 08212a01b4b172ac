/* readline-library.h - readline, loaded once there is a dialogue; else lines are not edited.
 *
 * The program is neither linked with it nor compiled with its headers: what is used of its
 * interface, the same since readline 7, is declared here.
 */
#ifndef LCV_COMMAND_READLINE_LIBRARY_H
#define LCV_COMMAND_READLINE_LIBRARY_H

/* An entry of the history begins with its line. */
typedef struct {
    char *line;
} lcv_history_entry;

typedef void lcv_line_taken(char *line);
typedef char *lcv_candidate(const char *text, int state);

/* type, name, parameters */
#define LCV_READLINE_FUNCTIONS(X)                                                                \
    X(void, rl_callback_handler_install, (const char *prompt, lcv_line_taken *taken))            \
    X(void, rl_callback_handler_remove, (void))                                                  \
    X(void, rl_callback_read_char, (void))                                                       \
    X(void, rl_check_signals, (void))                                                            \
    X(char **, rl_completion_matches, (const char *text, lcv_candidate *candidate))              \
    X(char *, rl_filename_completion_function, (const char *text, int state))                    \
    X(void, add_history, (const char *line))                                                     \
    X(int, append_history, (int n, const char *path))                                            \
    X(void, clear_history, (void))                                                               \
    X(lcv_history_entry *, history_get, (int i))                                                 \
    X(int, history_truncate_file, (const char *path, int lines))                                 \
    X(int, read_history, (const char *path))                                                     \
    X(void, stifle_history, (int lines))                                                         \
    X(void, using_history, (void))

/* type, name */
#define LCV_READLINE_VARIABLES(X)                                                                \
    X(lcv_completer *, rl_attempted_completion_function)                                         \
    X(int, rl_attempted_completion_over)                                                         \
    X(int, rl_completion_append_character)                                                       \
    X(lcv_word_breaks *, rl_completion_word_break_hook)                                          \
    X(char *, rl_line_buffer)                                                                    \
    X(int, rl_persistent_signal_handlers)                                                        \
    X(int, rl_point)                                                                             \
    X(const char *, rl_readline_name)                                                            \
    X(int, history_base)                                                                         \
    X(int, history_length)

typedef char **lcv_completer(const char *text, int start, int end);
typedef char *lcv_word_breaks(void);

#define LCV_READLINE_FUNCTION(type, name, parameters) type(*name) parameters;
#define LCV_READLINE_VARIABLE(type, name) type *name;
typedef struct {
    LCV_READLINE_FUNCTIONS(LCV_READLINE_FUNCTION)
    LCV_READLINE_VARIABLES(LCV_READLINE_VARIABLE)
} lcv_readline;

/* The library, which stays loaded; NULL: it cannot be had, or is another one. */
const lcv_readline *lcv_readline_load(void);

#endif
