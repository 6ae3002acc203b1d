const NAME = /^[A-Za-z_$][\w$]*$/
/** Objects within objects are read so far; what is deeper is unknown. */
const MAX_DEPTH = 8
/** Longer lists and larger unions say no more. */
const MAX_MEMBERS = 50

/** Name of a property, or a text, in TypeScript. */
export const quoted = (text: string): string =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n').replaceAll('\r', '\\r')}'`
export const propertyName = (name: string): string => (NAME.test(name) ? name : quoted(name))

/** Type of the value that a payload has once its text is read. */
export function payloadType({ type, value }: { type: string; value: string }): string {
  if (type === 'number') return 'number'
  if (type !== 'json') return 'string'
  try {
    return typeOf(JSON.parse(value), 0)
  } catch {
    return 'unknown'
  }
}

function typeOf(value: unknown, depth: number): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) {
    const items =
      depth < MAX_DEPTH
        ? unionOf(value.slice(0, MAX_MEMBERS).map((one) => typeOf(one, depth + 1)))
        : 'unknown'
    return items === 'never' ? 'unknown[]' : items.includes(' ') ? `(${items})[]` : `${items}[]`
  }
  if (typeof value !== 'object') return typeof value
  if (depth >= MAX_DEPTH) return 'Record<string, unknown>'
  const members = Object.entries(value).map(
    ([name, one]) => `${propertyName(name)}: ${typeOf(one, depth + 1)}`,
  )
  return members.length === 0 ? 'Record<string, never>' : `{ ${members.join('; ')} }`
}

/** Union of types, each once; never: there are none. */
export function unionOf(types: readonly string[]): string {
  const unique = [...new Set(types)]
  return unique.length === 0 ? 'never' : unique.length > MAX_MEMBERS ? 'unknown' : unique.join(' | ')
}
