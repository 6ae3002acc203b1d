import { Turn } from './turn.ts'

/** Characters that are parsed in one go: a few milliseconds. */
const PART = 2 ** 19
/** Set by its name, this one is no property of its own. */
const PROTOTYPE = '"__proto__"'

/** Place of a list within a text, and its commas after which a part begins. */
interface LongList {
  key: string
  start: number
  end: number
  cuts: number[]
}

/**
 * Parses JSON as JSON.parse does, with pauses in which other requests are answered where an object has long lists. Rejects with a
 * SyntaxError.
 */
export async function parseInSteps(text: string): Promise<unknown> {
  const turn = new Turn()
  const lists = text.length > PART ? await longListsOf(text, turn) : []
  let rest = ''
  let at = 0
  for (const { start, end } of lists) {
    rest += text.slice(at, start)
    at = end
  }
  const value = JSON.parse(rest + text.slice(at)) as Record<string, unknown>
  for (const { key, start, end, cuts } of lists) {
    const items: unknown[] = []
    for (const [index, cut] of [...cuts, end].entries()) {
      const from = index === 0 ? start : (cuts[index - 1] ?? 0) + 1
      const part = JSON.parse(`[${text.slice(from, cut)}]`) as unknown[]
      if (part.length === 0) throw new SyntaxError(`An item is missing in ${key}`)
      for (const item of part) items.push(item)
      await turn.pause()
    }
    value[key] = items
  }
  return value
}

/** Finds the lists directly within an object that are longer than a part. Finds none in what is no JSON. */
async function longListsOf(text: string, turn: Turn): Promise<LongList[]> {
  const lists: LongList[] = []
  const structure = /["[\]{},]/g
  let depth = 0
  /** The last text directly within the object, and where it ends. */
  let [key, keyEnd] = ['', 0]
  let list: LongList | undefined
  for (let steps = 0, match = structure.exec(text); match; match = structure.exec(text), steps++) {
    const { index } = match
    const mark = match[0]
    if (mark === '"') {
      const end = endOfText(text, index)
      if (depth === 1) [key, keyEnd] = [text.slice(index, end), end]
      structure.lastIndex = end
    } else if (mark === '[' || mark === '{') {
      depth += 1
      const isNamed = depth === 2 && text.slice(keyEnd, index).trim() === ':' && key !== PROTOTYPE
      if (isNamed && mark === '[') list = { key, start: index + 1, end: 0, cuts: [] }
    } else if (mark === ',') {
      const partStart = list?.cuts.at(-1) ?? list?.start ?? 0
      if (depth === 2 && list && index - partStart >= PART) list.cuts.push(index)
    } else {
      depth -= 1
      if (depth === 1 && list) {
        if (list.cuts.length > 0) lists.push({ ...list, key: JSON.parse(list.key) as string, end: index })
        list = undefined
      }
    }
    if (steps % 10_000 === 0) await turn.pause()
  }
  return lists
}

/** Finds the end of a text that begins with a quotation mark: after one without a backslash that escapes it. */
function endOfText(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0
    while (text[end - 1 - backslashes] === '\\') backslashes += 1
    if (backslashes % 2 === 0) return end + 1
  }
  return text.length
}
