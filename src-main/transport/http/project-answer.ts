import type { z } from 'zod'

import { isLarge, noteSmall } from '#runtime/is-large.ts'
import { LongList } from '#runtime/long-list.ts'
import { Turn } from '#runtime/turn.ts'
import { isRecord } from '#shared/own-value.ts'

/** Copies a value without the properties that a schema does not declare. */
interface Projection {
  whole(value: unknown): unknown
  /** The same, but the value itself where its copy would be equal: copies of a large answer would take as much memory again. */
  kept(value: unknown): unknown
  /** Parts of the copy, not yet projected; undefined: the value stays as it is. */
  partsOf(value: unknown): Part[] | undefined
}
type Part = readonly [key: string | number, value: unknown, projection: Projection | null]

/** Null: the schema has no closed object in it, values stay as they are. */
const projections = new WeakMap<z.core.$ZodType, Projection | null>()

/**
 * Returns the published part of a use case's outcome: the window gets the whole outcome, HTTP callers get exactly the
 * properties that the operation's response schema declares. An optional property that may not be null is left out when it
 * is null. It selects, and never validates: stored data that an older version wrote are still answered.
 */
export function projectAnswer(schema: z.core.$ZodType, outcome: unknown): unknown {
  const projection = projectionOf(schema)
  return projection ? projection.whole(outcome) : outcome
}

/** Returns the same of an outcome of any size, with pauses in which other requests are answered. */
export async function projectLargeAnswer(schema: z.core.$ZodType, outcome: unknown): Promise<unknown> {
  const projection = projectionOf(schema)
  return projection ? inSteps(projection, outcome, new Turn()) : outcome
}

async function inSteps(projection: Projection, value: unknown, turn: Turn): Promise<unknown> {
  await turn.pause()
  if (!isLarge(value)) return noteSmall(projection.kept(value))
  const parts = projection.partsOf(value)
  if (!parts) return value
  const projected: [string | number, unknown][] = []
  for (const [key, part, inner] of parts)
    projected.push([key, inner ? await inSteps(inner, part, turn) : part])
  return Array.isArray(value) ? projected.map(([, part]) => part) : Object.fromEntries(projected)
}

function projectionOf(schema: z.core.$ZodType): Projection | null {
  const known = projections.get(schema)
  if (known !== undefined) return known
  // a recursive schema finds this entry
  let made: Projection | null = null
  projections.set(schema, {
    whole: (value) => (made ? made.whole(value) : value),
    kept: (value) => (made ? made.kept(value) : value),
    partsOf: (value) => made?.partsOf(value),
  })
  made = make(schema as z.core.$ZodTypes)
  projections.set(schema, made)
  return made
}

function make(schema: z.core.$ZodTypes): Projection | null {
  const { def } = schema._zod
  switch (def.type) {
    case 'object':
      return objectProjection(def)
    case 'array':
      return arrayProjection(projectionOf(def.element))
    case 'record':
      return recordProjection(projectionOf(def.valueType))
    case 'union':
      return unionProjection(def.options)
    case 'pipe':
      return projectionOf(def.in)
    case 'lazy':
      return projectionOf(def.getter())
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return projectionOf(def.innerType)
    default:
      return null
  }
}

function objectProjection(def: z.core.$ZodObjectDef): Projection {
  const properties = Object.entries(def.shape).map(([key, schema]) => ({
    key,
    projection: projectionOf(schema),
    omitsNull: omitsNull(schema as z.ZodType),
  }))
  const isOpen = def.catchall !== undefined && def.catchall._zod.def.type !== 'never'
  return {
    whole: (value) => {
      if (!isRecord(value)) return value
      const projected: Record<string, unknown> = isOpen ? { ...value } : {}
      for (const { key, projection, omitsNull } of properties) {
        const property = value[key]
        if (isLeftOut(property, omitsNull)) continue
        projected[key] = projection ? projection.whole(property) : property
      }
      return projected
    },
    kept: (value) => {
      if (!isRecord(value)) return value
      const keys = Object.keys(value)
      const parts: [string, unknown][] = []
      // equal to a copy, which has its keys in the order of the schema
      let isEqual = true
      for (const { key, projection, omitsNull } of properties) {
        const property = value[key]
        if (isLeftOut(property, omitsNull)) continue
        const part = projection ? projection.kept(property) : property
        isEqual &&= keys[parts.length] === key && part === property
        parts.push([key, part])
      }
      if (isEqual && keys.length === parts.length) return value
      const projected: Record<string, unknown> = isOpen ? { ...value } : {}
      for (const [key, part] of parts) projected[key] = part
      return projected
    },
    partsOf: (value) => {
      if (!isRecord(value)) return undefined
      const declared = properties
        .filter(({ key, omitsNull }) => !isLeftOut(value[key], omitsNull))
        .map(({ key, projection }): Part => [key, value[key], projection])
      // if two parts have one key, the later value takes the earlier position
      return isOpen ? [...asParts(Object.entries(value), null), ...declared] : declared
    },
  }
}

const isLeftOut = (property: unknown, omitsNull: boolean): boolean =>
  property === undefined || (property === null && omitsNull)

/** Tells whether a property without a value is left out: it is optional, and may not be null. */
const omitsNull = (schema: z.ZodType): boolean =>
  schema.safeParse(undefined).success && !schema.safeParse(null).success

const isList = (value: unknown): value is readonly unknown[] | LongList<unknown> =>
  Array.isArray(value) || value instanceof LongList

const arrayProjection = (item: Projection | null): Projection | null =>
  item && {
    whole: (value) => (isList(value) ? value.map((one: unknown) => item.whole(one)) : value),
    kept: (value) => {
      if (!isList(value)) return value
      if (value instanceof LongList) return value.map((one) => item.kept(one))
      const parts = value.map((one) => item.kept(one))
      return parts.every((part, index) => part === value[index]) ? value : parts
    },
    partsOf: (value) => (Array.isArray(value) ? asParts([...value.entries()], item) : undefined),
  }

const recordProjection = (property: Projection | null): Projection | null =>
  property && {
    whole: (value) =>
      isRecord(value)
        ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, property.whole(one)]))
        : value,
    kept: (value) => {
      if (!isRecord(value)) return value
      const parts = Object.entries(value).map(([key, one]) => [key, property.kept(one)] as const)
      return parts.every(([key, part]) => part === value[key]) ? value : Object.fromEntries(parts)
    },
    partsOf: (value) => (isRecord(value) ? asParts(Object.entries(value), property) : undefined),
  }

const asParts = (entries: readonly [string | number, unknown][], projection: Projection | null): Part[] =>
  entries.map(([key, value]) => [key, value, projection])

/** Projects by the first option that the value conforms to; the additional properties do not count. */
function unionProjection(options: readonly z.core.$ZodType[]): Projection | null {
  if (options.every((option) => projectionOf(option) === null)) return null
  const chosen = (value: unknown) => {
    const option = options.find((candidate) => (candidate as z.ZodType).safeParse(value).success)
    return option && projectionOf(option)
  }
  return {
    whole: (value) => {
      const projection = chosen(value)
      return projection ? projection.whole(value) : value
    },
    kept: (value) => {
      const projection = chosen(value)
      return projection ? projection.kept(value) : value
    },
    partsOf: (value) => chosen(value)?.partsOf(value),
  }
}
