import { ownValue, isRecord } from '#shared/own-value.ts'

/** Properties that say what something is stand first; the others follow by name. */
const FIRST = new Map(
  ['name', 'id', 'contextName', 'operator', 'action', 'title'].map((name, place) => [name, place]),
)
/** Text that means itself in every version of YAML. */
const PLAIN = /^[\p{L}_](?:[\p{L}\p{N}_ ./@+=()%?&~*!-]|:(?=\S))*$/u
const OTHER_MEANING = /^(?:true|false|null|yes|no|on|off|y|n)$|\s$/i

/**
 * Writes an item of a scenario as JSON. The properties of an item keep their order, those within it are sorted: they are
 * stored in the order in which somebody sent them.
 */
export const itemAsJson = (item: object): string => json(item, Object.keys(item))

/** Writes an item as an element of a YAML list that is indented by two, in the same order. */
export const itemAsYaml = (item: Readonly<Record<string, unknown>>): string =>
  `  - ${yamlEntries(item, Object.keys(item), '    ').slice(5)}`

/** Copies an item, with everything within it in the order in which it is written. */
export const inStableOrder = (item: unknown): unknown => JSON.parse(json(item, keysOf(item)))

const keysOf = (item: unknown) => (isRecord(item) ? Object.keys(item) : undefined)

function json(value: unknown, keys?: readonly string[]): string {
  if (Array.isArray(value)) return `[${value.map((one) => json(one)).join(',')}]`
  if (!isRecord(value)) return JSON.stringify(value ?? null)
  let text = ''
  for (const key of keys ?? orderOf(value)) {
    const property = ownValue(value, key)
    if (property !== undefined) text += `${text && ','}${JSON.stringify(key)}:${json(property)}`
  }
  return `{${text}}`
}

/** Writes the value of a property, with the space or the line break before it. */
function yamlValue(value: unknown, indent: string): string {
  if (Array.isArray(value)) return value.length === 0 ? ' []' : yamlList(value, `${indent}  `)
  if (!isRecord(value)) return ` ${scalar(value)}`
  return yamlEntries(value, orderOf(value), `${indent}  `) || ' {}'
}

function yamlList(items: readonly unknown[], indent: string): string {
  const deeper = `${indent}  `
  let text = ''
  for (const one of items) text += `\n${indent}- ${yamlElement(one, deeper)}`
  return text
}

function yamlElement(value: unknown, indent: string): string {
  if (Array.isArray(value)) return json(value)
  if (!isRecord(value)) return scalar(value)
  return yamlEntries(value, orderOf(value), indent).slice(indent.length + 1) || '{}'
}

function yamlEntries(
  value: Readonly<Record<string, unknown>>,
  keys: readonly string[],
  indent: string,
): string {
  let text = ''
  for (const key of keys) {
    const property = ownValue(value, key)
    if (property !== undefined) text += `\n${indent}${scalar(key)}:${yamlValue(property, indent)}`
  }
  return text
}

/** Properties in their order. Most objects have them in order already. */
function orderOf(value: object): readonly string[] {
  const keys = Object.keys(value)
  for (let index = 1; index < keys.length; index += 1)
    if (compare(keys[index - 1] ?? '', keys[index] ?? '') > 0) return keys.sort(compare)
  return keys
}

const compare = (one: string, other: string) =>
  placeOf(one) - placeOf(other) || (one < other ? -1 : one === other ? 0 : 1)
const placeOf = (name: string) => FIRST.get(name) ?? FIRST.size

/** Writes text in quotes, as JSON does, unless it means itself without. */
const scalar = (value: unknown): string =>
  typeof value === 'string' && PLAIN.test(value) && !OTHER_MEANING.test(value)
    ? value
    : JSON.stringify(value ?? null)
