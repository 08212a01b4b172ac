# exported-symbols.awk - the functions that headers declare, one a line: what the library exports.
#
#     awk -f exported-symbols.awk HEADER.h...
#
# A declaration is what stands outside of comments, directives and braces (but those of
# `extern "C"`), up to its semicolon. It declares the name before its first parenthesis,
# unless it is a typedef, or static: an inline function ends with its body.

function declare(text)
{
    if (text ~ /(^|[^A-Za-z0-9_])(typedef|static)([^A-Za-z0-9_]|$)/ || text !~ /\(/)
        return
    sub(/[ \t]*\(.*/, "", text)
    sub(/.*[^A-Za-z0-9_]/, "", text)
    if (text != "")
        print text
}

function read(text,   i, c)
{
    for (i = 1; i <= length(text); i++) {
        c = substr(text, i, 1)
        if (c == "{") {
            depth++
        } else if (c == "}") {
            depth--
            if (depth == 0 && held !~ /typedef/ && held ~ /\)[ \t]*$/)
                held = "" # the end of a function
        } else if (depth > 0) {
            continue
        } else if (c == ";") {
            declare(held)
            held = ""
        } else {
            held = held c
        }
    }
    held = held " "
}

FNR == 1 { comment = 0; depth = 0; held = ""; continued = 0 }

continued || (!comment && /^[ \t]*#/) {
    continued = /\\$/
    next
}

/^extern "C" \{$/ { next }
/^\}$/ && depth == 0 { next } # that of extern "C"

{
    line = $0
    rest = ""
    while (line != "") {
        if (comment) {
            at = index(line, "*/")
            line = at ? substr(line, at + 2) : ""
            comment = !at
        } else {
            at = index(line, "/*")
            rest = rest (at ? substr(line, 1, at - 1) " " : line)
            line = at ? substr(line, at + 2) : ""
            comment = at > 0
        }
    }
    read(rest)
}
