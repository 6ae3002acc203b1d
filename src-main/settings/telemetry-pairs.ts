/** Pairs of a variable of OpenTelemetry, and the places, from 1, of those that cannot be read. */
export interface Pairs {
  readonly pairs: (readonly [string, string])[]
  readonly faults: number[]
}

/** Reads `key=value,key=value`, with values in percent-encoding. */
export function readPairs(text: string): Pairs {
  const read: Pairs = { pairs: [], faults: [] }
  for (const [at, part] of text.split(',').entries()) {
    if (part.trim() === '') continue
    const pair = readPair(part)
    if (pair) read.pairs.push(pair)
    else read.faults.push(at + 1)
  }
  return read
}

function readPair(part: string): readonly [string, string] | undefined {
  const end = part.indexOf('=')
  const key = part.slice(0, Math.max(end, 0)).trim()
  if (key === '') return undefined
  try {
    return [key, decodeURIComponent(part.slice(end + 1).trim())]
  } catch {
    return undefined
  }
}
