import type { CST } from 'yaml'

export type Token = CST.Document['value']

/** Property of a document, with the items of its list if it is one whose items can be read one by one. */
export interface Entry {
  key: CST.Token
  value: Token | undefined
  items: (Token | undefined)[] | undefined
}

/** Tokens that say nothing. */
const BLANK = ['space', 'newline', 'comment']

/**
 * Returns the properties of a document, to be read one by one. Undefined: the document must be read as a whole, since what is
 * between its parts may be wrong.
 */
export function entriesOf(document: Token | undefined): Entry[] | undefined {
  if (document?.type === 'block-map')
    return document.items.flatMap(({ key, value }) =>
      key ? [{ key, value: value ?? undefined, items: blockItems(value) }] : [],
    )
  if (document?.type !== 'flow-collection' || !isRegular(document, 'flow-map')) return undefined
  const entries: Entry[] = []
  for (const { key, value } of document.items) {
    if (!key || !value) return undefined
    const isList = value.type === 'flow-collection' && value.start.type === 'flow-seq-start'
    if (isList && !isRegular(value, 'flow-seq')) return undefined
    entries.push({ key, value, items: isList ? value.items.map((item) => item.value) : undefined })
  }
  return entries
}

function blockItems(list: CST.Token | null | undefined): Entry['items'] {
  if (list?.type !== 'block-seq') return undefined
  return list.items
    .filter((item) => item.value || item.start.some(({ type }) => type === 'seq-item-ind'))
    .map(({ value }) => value)
}

/** Checks that a collection in brackets has its end, one comma between two items, and nothing else beside them, as in JSON. */
function isRegular({ start, items, end }: CST.FlowCollection, kind: 'flow-map' | 'flow-seq'): boolean {
  const [last, ...after] = end
  const isWhole = start.type === `${kind}-start` && last?.type === `${kind}-end`
  if (!isWhole || !after.every(({ type }) => BLANK.includes(type))) return false
  return items.every((item, index) => {
    const marks = item.start.filter(({ type }) => !BLANK.includes(type)).map(({ type }) => type)
    if (marks.join() !== (index === 0 ? '' : 'comma') || !item.value) return false
    if (kind === 'flow-seq') return !item.key && !item.sep
    return item.key !== undefined && item.sep?.some(({ type }) => type === 'map-value-ind') === true
  })
}
