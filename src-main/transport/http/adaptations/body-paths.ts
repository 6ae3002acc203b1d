import { ownValue, isRecord } from '#shared/own-value.ts'
import type { DescribedOperation, JsonRecord } from './adaptation.ts'

/**
 * Location of records in a body: property names, `*` for every item of a list, separated by slashes. The
 * empty text is the body itself.
 */
export type BodyPath = string

const stepsOf = (place: BodyPath): string[] => (place === '' ? [] : place.split('/'))

/** Changes the records at a place in a body. Data of another shape stays unchanged. */
export function changeAt(
  body: unknown,
  place: BodyPath,
  change: (record: JsonRecord) => JsonRecord,
): unknown {
  return changeBelow(body, stepsOf(place), change)
}

function changeBelow(
  value: unknown,
  [step, ...rest]: readonly string[],
  change: (record: JsonRecord) => JsonRecord,
): unknown {
  if (step === undefined) return isRecord(value) ? change(value) : value
  const below = (one: unknown) => changeBelow(one, rest, change)
  if (Array.isArray(value)) return step === '*' ? value.map(below) : value
  if (!isRecord(value)) return value
  return Object.hasOwn(value, step) ? { ...value, [step]: below(ownValue(value, step)) } : value
}

/** Changes, in a schema, the schemas of the objects at a place: in place, as components are shared. */
export function changeSchemaAt(
  schema: JsonRecord,
  place: BodyPath,
  resolve: DescribedOperation['resolve'],
  change: (objectSchema: JsonRecord) => void,
): void {
  descend(schema, stepsOf(place))

  function descend(reference: unknown, steps: readonly string[]): void {
    if (!isRecord(reference)) return
    const found = resolve(reference)
    for (const kind of ['anyOf', 'oneOf', 'allOf'])
      for (const branch of [ownValue(found, kind) ?? []].flat()) descend(branch, steps)
    const [step, ...rest] = steps
    const properties = found['properties']
    if (step === undefined) {
      if (isRecord(properties)) change(found)
    } else if (step === '*') {
      descend(found['items'], rest)
    } else if (isRecord(properties)) descend(ownValue(properties, step), rest)
  }
}
