/** Lists the children of an object or a list, in order; undefined for a scalar. */
export function childrenOf(value: unknown): readonly (readonly [string | number, unknown])[] | undefined {
  if (Array.isArray(value)) return value.map((child, index) => [index, child] as const)
  if (typeof value === 'object' && value !== null) return Object.entries(value)
  return undefined
}

/** Builds the path of a child, in the form of filters: `labels.name`, `items[0].id`. */
export function childPath(path: string, key: string | number): string {
  if (typeof key === 'number') return `${path}[${key}]`
  return path === '' ? key : `${path}.${key}`
}

/** Describes the size of a folded object or list: "3 properties". */
export function sizeInWords(value: unknown): string {
  const count = childrenOf(value)?.length ?? 0
  if (Array.isArray(value)) return `${count} ${count === 1 ? 'item' : 'items'}`
  return `${count} ${count === 1 ? 'property' : 'properties'}`
}

/** Summarizes a value in one line for a list. */
export function preview(value: unknown, max = 160): string {
  const text = JSON.stringify(value) ?? ''
  return text.length > max ? `${text.slice(0, max - 1)}…` : text
}

/** Converts a value to the text to copy: text as it is, anything else as JSON. */
export const toCopied = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value, null, 2)
