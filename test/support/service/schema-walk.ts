import type { z } from 'zod'

export type SchemaPath = readonly (string | number)[]

/** A text, list, map or value of any kind that a schema takes, with a path that leads to it. */
export interface SchemaNode {
  kind: 'array' | 'record' | 'string' | 'any'
  path: SchemaPath
  /** The most characters, items or properties that the schema itself allows. */
  most: number | undefined
}

/** The parts of a schema of zod that the walk reads. */
interface Definition {
  type: string
  format?: string
  checks?: readonly { _zod: { def: { check: string; maximum?: number; length?: number } } }[]
  element: z.ZodType
  shape: Record<string, z.ZodType>
  catchall?: z.ZodType
  keyType: z.ZodType
  valueType: z.ZodType
  options: readonly z.ZodType[]
  items: readonly z.ZodType[]
  left: z.ZodType
  right: z.ZodType
  in: z.ZodType
  innerType?: z.ZodType
  getter: () => z.ZodType
}

/** Formats whose texts have one length, or nearly. */
const SHORT_FORMATS = ['date', 'uuid', 'guid', 'ipv4', 'ipv6']

/** Finds every text, list, map and unknown value that a schema takes. */
export function nodesOf(
  schema: z.ZodType,
  path: SchemaPath = [],
  seen: ReadonlySet<z.ZodType> = new Set(),
): SchemaNode[] {
  if (seen.has(schema)) return []
  const within = new Set(seen).add(schema)
  const below = (inner: z.ZodType, ...step: SchemaPath) => nodesOf(inner, [...path, ...step], within)
  const definition = schema.def as unknown as Definition
  const node = (kind: SchemaNode['kind']): SchemaNode => ({ kind, path, most: mostOf(schema, definition) })
  switch (definition.type) {
    case 'string':
      return [node('string')]
    case 'unknown':
    case 'any':
      return [node('any')]
    case 'array':
      return [node('array'), ...below(definition.element, 0)]
    case 'record':
      return [node('record'), ...below(definition.keyType, 'key'), ...below(definition.valueType, 'some')]
    case 'object': {
      const isOpen = definition.catchall !== undefined && definition.catchall.type !== 'never'
      return [
        ...(isOpen ? [node('record')] : []),
        ...Object.entries(definition.shape).flatMap(([name, inner]) => below(inner, name)),
      ]
    }
    case 'union':
      return definition.options.flatMap((option) => below(option))
    case 'intersection':
      return [...below(definition.left), ...below(definition.right)]
    case 'tuple':
      return definition.items.flatMap((item, index) => below(item, index))
    case 'pipe':
      return below(definition.in)
    case 'lazy':
      return below(definition.getter())
    default:
      return definition.innerType ? below(definition.innerType) : []
  }
}

function mostOf(schema: z.ZodType, { format, checks = [] }: Definition): number | undefined {
  if (format !== undefined && SHORT_FORMATS.includes(format)) return 64
  const { maxProperties } = (schema.meta() ?? {}) as { maxProperties?: number }
  const stated = checks.flatMap(({ _zod: { def } }) =>
    def.check === 'max_length'
      ? (def.maximum ?? [])
      : def.check === 'length_equals'
        ? (def.length ?? [])
        : [],
  )
  return maxProperties ?? (stated.length > 0 ? Math.min(...stated) : undefined)
}
