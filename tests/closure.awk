# closure.awk - the functions that are reached from an entry, and their lines: tests/closure.

BEGIN {
    n = split(names, name_list, " ")
    for (i = 1; i <= n; i++)
        wanted[name_list[i]]
}

$1 == "function" || $1 == "table" {
    key = $2 ":" $3
    kept = $1 == "table" ? $4 : $6
    if ($1 == "function") {
        lines[key] = $5 - $4 + 1
        place[key] = $2 ":" $4
    } else {
        is_table[key]
    }
    defined[key]
    if (kept == "global" || $2 ~ /\.h$/)
        global[$3] = key
}
$1 == "row" {
    key = $2 ":" $3
    rows[key] = rows[key] $4 " " $5 "\n"
    if ($4 != "-")
        named[key]
}
$1 == "use" {
    key = $2 ":" $3
    uses[key] = uses[key] $4 "\n"
}

# What a name means in a file; "": nothing of these sources.
function meaning(file, name) {
    if ((file ":" name) in defined || (file ":" name) in uses)
        return file ":" name
    return (name in global) ? global[name] : ""
}

# A function of a header is compiled in each file that uses it, and counted once.
function reach(key,    name) {
    if (key == "" || key in reached || shut(key))
        return
    reached[key]
    queue[++last] = key
    name = key
    sub(/.*:/, "", name)
    if (!(key in lines) && name in global && global[name] ~ /\.h:/)
        reach(global[name])
}

function shut(key,    file) {
    file = key
    sub(/:.*/, "", file)
    return file ~ without
}

# The rows of a table that the kind takes: those of its names; all, where rows have no names.
function follow_table(key,    file, n, i, row, part) {
    file = key
    sub(/:.*/, "", file)
    n = split(rows[key], row, "\n")
    for (i = 1; i < n; i++) {
        split(row[i], part, " ")
        if (!(key in named) || part[1] in wanted)
            reach(meaning(file, part[2]))
    }
}

function follow(key,    file, n, i, used) {
    file = key
    sub(/:.*/, "", file)
    if (key in is_table) {
        follow_table(key)
        return
    }
    n = split(uses[key], used, "\n")
    for (i = 1; i < n; i++)
        reach(meaning(file, used[i]))
}

END {
    reach(meaning("", entry))
    for (at = 1; at <= last; at++)
        follow(queue[at])
    for (key in reached)
        if (key in lines) {
            sum += lines[key]
            print "# " lines[key], place[key], key | "LC_ALL=C sort -k3"
        }
    close("LC_ALL=C sort -k3")
    off = sum > said ? sum - said : said - sum
    printf "%s - %s: %d lines, %s says %d\n", 20 * off <= sum ? "ok" : "not ok", kind, sum, page, said
}
