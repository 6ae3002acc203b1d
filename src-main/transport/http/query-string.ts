/**
 * Reads a query string as clients of the service write them: repeated keys and `key[]=` are lists, `key[name]=` is an
 * object (docs/contract/http.md#query, docs/contract/clients.md#frontend-api). Nothing nests deeper; the last
 * of a repeated `key[name]` counts.
 */
export function parseQueryString(text: string): Record<string, unknown> {
  const query = Object.create(null) as Record<string, unknown>
  if (text === '') return query
  for (const [key, value] of new URLSearchParams(text)) {
    const [, name, index] = /^([^[\]]+)\[([^[\]]*)\]$/.exec(key) ?? []
    if (name === undefined || index === undefined) append(query, key, value)
    else if (index === '') append(query, name, value, true)
    else assign(query, name, index, value)
  }
  return query
}

function append(query: Record<string, unknown>, key: string, value: string, list = false): void {
  const before = query[key]
  if (before === undefined) query[key] = list ? [value] : value
  else if (Array.isArray(before)) before.push(value)
  else query[key] = [before, value]
}

function assign(query: Record<string, unknown>, key: string, name: string, value: string): void {
  const before = query[key]
  if (typeof before === 'object' && before !== null && !Array.isArray(before))
    Object.assign(before, { [name]: value })
  else if (before === undefined) query[key] = Object.assign(Object.create(null) as object, { [name]: value })
}
