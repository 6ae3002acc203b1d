/**
 * An upper estimate of the program that RE2 makes of a pattern, without making it: a repetition `{n,m}` copies what it
 * repeats `m` times, so that a short pattern can become a long program. Stops counting beyond `limit`.
 */
export function estimateProgramSize(pattern: string, limit: number): number {
  // size of each open group, and of its last item, which a repetition copies
  const groups: { size: number; last: number }[] = [{ size: 1, last: 0 }]
  for (let at = 0; at < pattern.length;) {
    const group = groups.at(-1) ?? { size: 0, last: 0 }
    const character = pattern[at]
    const copies = character === '{' ? copiesAt(pattern, at) : undefined
    if (copies) {
      group.size += group.last * Math.max(0, copies.times - 1) + 1
      group.last *= Math.max(1, copies.times)
      at = copies.end
    } else if (character === '(') {
      groups.push({ size: 2, last: 0 })
      at++
    } else if (character === ')' && groups.length > 1) {
      groups.pop()
      const outer = groups.at(-1)
      if (outer) {
        outer.size += group.size
        outer.last = group.size
      }
      at++
    } else {
      group.size += 2
      group.last = 2
      at = endOfItem(pattern, at)
    }
    if (group.size > limit) return group.size
  }
  return groups.reduce((sum, { size }) => sum + size, 0)
}

function copiesAt(pattern: string, at: number): { times: number; end: number } | undefined {
  const match = /^\{(\d{1,6})(?:,(\d{0,6}))?\}/.exec(pattern.slice(at, at + 20))
  if (!match) return undefined
  return { times: Math.max(Number(match[1]), Number(match[2] || 0)), end: at + match[0].length }
}

/** The end of a character, an escape or a class. */
function endOfItem(pattern: string, at: number): number {
  if (pattern[at] === '\\') return endOfEscape(pattern, at)
  if (pattern[at] !== '[') return at + 1
  // a bracket that comes first is a member of the class
  let end = at + (pattern[at + 1] === '^' ? 3 : 2)
  while (end < pattern.length && pattern[end] !== ']') end += pattern[end] === '\\' ? 2 : 1
  return end + 1
}

/** `\x{10FFFF}` and `\p{Greek}` hold braces that repeat nothing. */
function endOfEscape(pattern: string, at: number): number {
  const isNamed = /[xpP]/.test(pattern[at + 1] ?? '') && pattern[at + 2] === '{'
  const brace = isNamed ? pattern.indexOf('}', at) : -1
  return brace === -1 ? at + 2 : brace + 1
}
