import type { CST } from 'yaml'

export type Token = CST.Document['value']

/** Parts of a collection, each of which can be read alone. */
export type CollectionParts =
  | { kind: 'map'; entries: { key: CST.Token; value: Token | undefined }[] }
  | { kind: 'list'; items: (Token | undefined)[] }

/** Tokens that say nothing. */
const BLANK = ['space', 'newline', 'comment']

/**
 * Returns the parts of a map or a list. Undefined: it must be read as a whole, since what is between its parts may be wrong, or
 * it has none.
 */
export function partsOf(token: Token): CollectionParts | undefined {
  switch (token?.type) {
    case 'block-map':
      return blockMapParts(token)
    case 'block-seq':
      return blockListParts(token)
    case 'flow-collection':
      return flowParts(token)
    default:
      return undefined
  }
}

const marksOf = (tokens: readonly CST.SourceToken[] | undefined = []) =>
  tokens.filter(({ type }) => !BLANK.includes(type)).map(({ type }) => type)

function blockMapParts({ items }: CST.BlockMap): CollectionParts | undefined {
  const entries: { key: CST.Token; value: Token | undefined }[] = []
  for (const { start, key, sep, value } of items) {
    const isBlank = !key && !value && marksOf(start).length === 0 && sep === undefined
    if (isBlank) continue
    if (!key || marksOf(start).length > 0 || marksOf(sep).join() !== 'map-value-ind') return undefined
    entries.push({ key, value: value ?? undefined })
  }
  return { kind: 'map', entries }
}

function blockListParts({ items }: CST.BlockSequence): CollectionParts | undefined {
  const values: (Token | undefined)[] = []
  for (const { start, key, sep, value } of items) {
    const marks = marksOf(start)
    if (key || sep || (value ? marks.join() !== 'seq-item-ind' : marks.length > 1)) return undefined
    if (value || marks.length === 1) values.push(value)
  }
  return { kind: 'list', items: values }
}

/** Returns the parts of a collection in brackets that has its end, and one comma between two items, as in JSON. */
function flowParts({ start, items, end }: CST.FlowCollection): CollectionParts | undefined {
  const kind = start.type === 'flow-map-start' ? 'map' : 'list'
  const [last, ...after] = end
  const isWhole = last?.type === (kind === 'map' ? 'flow-map-end' : 'flow-seq-end')
  if (!isWhole || !after.every(({ type }) => BLANK.includes(type))) return undefined
  const isRegular = items.every(
    (item, index) => marksOf(item.start).join() === (index === 0 ? '' : 'comma') && item.value !== undefined,
  )
  if (!isRegular) return undefined
  if (kind === 'list')
    return items.some(({ key, sep }) => key || sep)
      ? undefined
      : { kind, items: items.map(({ value }) => value) }
  const entries = items.flatMap(({ key, sep, value }) =>
    key && marksOf(sep).join() === 'map-value-ind' ? [{ key, value }] : [],
  )
  return entries.length === items.length ? { kind, entries } : undefined
}

/** Checks whether a token and what is in it has more than `most` characters. Reads no further than that. */
export const isLonger = (token: Token | null, most: number): boolean => leftOf(token, most) < 0

function leftOf(token: Token | null, most: number): number {
  if (!token) return most
  if (!('items' in token)) return 'source' in token ? most - token.source.length : most
  let left = most
  for (const { key, value } of token.items) {
    left = leftOf(value ?? null, leftOf(key ?? null, left - 1))
    if (left < 0) break
  }
  return left
}
