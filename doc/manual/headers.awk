# headers.awk - the installed headers as a page: what each is for, then its declarations.
#
# The comment at the top of a header is text, in which four blanks begin code; so is each comment that
# stands before a declaration. Lines of the preprocessor are left out but `#define NAME value`.

function flush_code() {
    sub(/\n+$/, "", code)
    if (code != "")
        printf "```c\n%s\n```\n\n", code
    code = ""
}

# A line of a comment, without its frame.
function text_of(line) {
    sub(/^\/\*+ ?/, "", line)
    sub(/ *\*\/ *$/, "", line)
    sub(/^ \* ?/, "", line)
    return line
}

# Text is plain: nothing in it is markup but code of four blanks.
function escaped(line) {
    if (line ~ /^    /)
        return line
    gsub(/[\\`*_<>|~^$\[\]#]/, "\\\\&", line)
    sub(/^ +/, "", line)
    if (line ~ /^[-+]/)
        sub(/^/, "\\", line)
    else if (line ~ /^[0-9]+[.)]/)
        sub(/[.)]/, "\\\\&", line)
    return line
}

function say(line) {
    if (line ~ /^-+ .* -+$/) {
        gsub(/^-+ | -+$/, "", line)
        printf "### %s\n\n", escaped(line)
        return
    }
    # Code stands apart from the text before it.
    if (line ~ /^    / && last !~ /^    / && last != "")
        print ""
    if (line !~ /^    / && last ~ /^    / && line != "")
        print ""
    print escaped(line)
    last = line
}

FNR == 1 {
    flush_code()
    name = FILENAME
    if (index(name, srcdir "/") == 1)
        name = substr(name, length(srcdir) + 2)
    printf "\n## %s\n\n", name
    first = 1
    inside = guarded = 0
    last = ""
}

# ---- comments that have lines of their own ----

!inside && /^\/\*/ {
    flush_code()
    inside = 1
    last = ""
    if (first) {
        first = 0
        sub(/^\/\* [^ ]+ - /, "/* ")
    }
}
inside {
    line = text_of($0)
    ends = $0 ~ /\*\/ *$/
    if (line != "" || !ends)
        say(line)
    if (ends) {
        inside = 0
        print ""
    }
    next
}

# ---- code ----

/^#ifdef __cplusplus/ { guarded = 1 }
guarded {
    if (/^#endif/)
        guarded = 0
    next
}
/^#(define|undef) [A-Z_0-9]+_H$/ || /^#(if|ifdef|ifndef|endif|include|else|pragma)/ { next }
/^$/ { flush_code(); next }
{ code = code $0 "\n" }
END { flush_code() }
