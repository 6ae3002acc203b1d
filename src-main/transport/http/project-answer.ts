import type { z } from 'zod'

/** Copies a value without the properties that a schema does not declare. */
type Projection = (value: unknown) => unknown

/** Null: the schema has no closed object in it, values stay as they are. */
const projections = new WeakMap<z.core.$ZodType, Projection | null>()

/**
 * Returns the published part of a use case's outcome: the window gets the whole outcome, HTTP callers get exactly the
 * properties that the operation's response schema declares. An optional property that may not be null is left out when it
 * is null. It selects, and never validates: stored data that an older version wrote are still answered.
 */
export function projectAnswer(schema: z.core.$ZodType, outcome: unknown): unknown {
  const project = projectionOf(schema)
  return project ? project(outcome) : outcome
}

function projectionOf(schema: z.core.$ZodType): Projection | null {
  const known = projections.get(schema)
  if (known !== undefined) return known
  // a schema that contains itself finds this entry
  let made: Projection | null = null
  projections.set(schema, (value) => (made ? made(value) : value))
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
    project: projectionOf(schema),
    omitsNull: omitsNull(schema as z.ZodType),
  }))
  const isOpen = def.catchall !== undefined && def.catchall._zod.def.type !== 'never'
  return (value) => {
    if (!isRecord(value)) return value
    const projected: Record<string, unknown> = isOpen ? { ...value } : {}
    for (const { key, project, omitsNull } of properties) {
      const property = value[key]
      if (property === undefined || (property === null && omitsNull)) continue
      projected[key] = project ? project(property) : property
    }
    return projected
  }
}

/** Tells whether a property without a value is left out: it is optional, and may not be null. */
const omitsNull = (schema: z.ZodType): boolean =>
  schema.safeParse(undefined).success && !schema.safeParse(null).success

const arrayProjection = (project: Projection | null): Projection | null =>
  project && ((value) => (Array.isArray(value) ? value.map(project) : value))

const recordProjection = (project: Projection | null): Projection | null =>
  project &&
  ((value) =>
    isRecord(value)
      ? Object.fromEntries(Object.entries(value).map(([key, property]) => [key, project(property)]))
      : value)

/** Projects by the first option that the value conforms to; the additional properties do not count. */
function unionProjection(options: readonly z.core.$ZodType[]): Projection | null {
  if (options.every((option) => projectionOf(option) === null)) return null
  return (value) => {
    const option = options.find((candidate) => (candidate as z.ZodType).safeParse(value).success)
    return option ? projectAnswer(option, value) : value
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
