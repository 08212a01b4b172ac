-- filter.lua - links between the pages: to the page's HTML; in a page of man, and to what is no page,
-- the words alone.

local function page_of(target)
    local path, anchor = target:match("^([^#]*)(#?.*)$")
    local name = path:match("([%w-]+)%.md$")
    if not name or path:match("examples/") or path:match("tests/") then
        return nil
    end
    return (name == "README" and "index" or name) .. ".html" .. anchor
end

function Link(link)
    if link.target:match("^https?:") then
        return FORMAT == "man" and link.content or nil
    end
    if FORMAT ~= "man" and link.target:match("^#") then
        return nil
    end
    local page = FORMAT ~= "man" and page_of(link.target)
    if not page then
        return link.content
    end
    link.target = page
    return link
end

function Image(image)
    if FORMAT == "man" then
        return {}
    end
    image.src = image.src:gsub("^doc/", "")
    return image
end

-- A terminal is narrow: in a page of man a row is its first cell, and below it the others, with the
-- heads of their columns where there are several.
function Table(t)
    if FORMAT ~= "man" then
        return nil
    end
    local simple = pandoc.utils.to_simple_table(t)
    local items = {}
    for _, row in ipairs(simple.rows) do
        local told = {}
        for i = 2, #row do
            local head = pandoc.utils.blocks_to_inlines(simple.headers[i] or {})
            local cell = pandoc.utils.blocks_to_inlines(row[i])
            if #row > 2 and #head > 0 then
                head:extend({ pandoc.Str(":"), pandoc.Space() })
                head:extend(cell)
                cell = head
            end
            table.insert(told, pandoc.Para(cell))
        end
        table.insert(items, { pandoc.utils.blocks_to_inlines(row[1]), { told } })
    end
    return pandoc.DefinitionList(items)
end
