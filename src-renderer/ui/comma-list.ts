/**
 * Splits a pasted or typed list at commas and line breaks, without blank values and repetitions. A value in double
 * quotes may contain commas; a quote within it is doubled, as in CSV.
 */
export function splitList(text: string): string[] {
  return [
    ...new Set(
      parts(text)
        .map(unquoted)
        .filter((value) => value !== ''),
    ),
  ]
}

/** The values that are complete, and the rest that is still being typed. */
export function completeValues(text: string): { values: string[]; rest: string } {
  const all = parts(text)
  const rest = all.pop() ?? ''
  return { values: splitList(all.join('\n')), rest: rest.trimStart() }
}

function parts(text: string): string[] {
  const found = ['']
  let isQuoted = false
  for (const character of text) {
    const last = found.length - 1
    const current = found[last] ?? ''
    if (character === '"' && (isQuoted || current.trim() === '')) isQuoted = !isQuoted
    else if (character === '"' && current.trimStart().startsWith('"')) isQuoted = true
    if (!isQuoted && (character === ',' || character === '\n' || character === '\r')) found.push('')
    else found[last] = current + character
  }
  return found
}

function unquoted(part: string): string {
  const text = part.trim()
  const isQuoted = text.length >= 2 && text.startsWith('"') && text.endsWith('"')
  return isQuoted ? text.slice(1, -1).replaceAll('""', '"') : text
}
