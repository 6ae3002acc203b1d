import fc from 'fast-check'
import { z } from 'zod'

import { EMPTY_AND_HUGE_VALUES } from './hostile.ts'

/** The part of JSON schema that `z.toJSONSchema` makes of our schemas. */
interface JsonSchema {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  $ref?: string
  $defs?: Record<string, JsonSchema>
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: JsonSchema | boolean
  items?: JsonSchema
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
}

/** Odd values that clients send: empty, huge, of another type, of another language, malicious. */
const odd = fc.constantFrom<unknown>(
  ...EMPTY_AND_HUGE_VALUES,
  'x'.repeat(5000),
  '\0',
  'ä😀\u202e',
  '../../etc/passwd',
  "'; drop table features; --",
  '{"__proto__":1}',
  JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{}}}'),
  '2026-02-30T25:61:61Z',
)
/** Names that exist in the instance under test, so that requests get past lookups. */
const known = fc.constantFrom(
  'default',
  'development',
  'production',
  'known-flag',
  'flexibleRollout',
  'userId',
  'release',
  'IN',
)
const instant = fc
  .date({ noInvalidDate: true, min: new Date(0), max: new Date('2100-01-01') })
  .map((one) => one.toISOString())
const text = fc.oneof(
  { weight: 4, arbitrary: known },
  { weight: 2, arbitrary: fc.string({ unit: 'binary' }) },
)

/** Likely values of properties, by property name. */
export type Hints = Readonly<Record<string, readonly string[]>>

/** Generates values that fit a schema's JSON form, and others that nearly fit. */
export function arbitraryOf(schema: z.ZodType, hints: Hints): fc.Arbitrary<unknown> {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  return fc.oneof(valuesOf(json, hints, 0), valuesOf(json, hints, 1))
}

/** `oddities`: of 15 parts of a value, this many are replaced by odd values. */
function valuesOf(schema: JsonSchema, hints: Hints, oddities: 0 | 1): fc.Arbitrary<unknown> {
  const defs = schema.$defs ?? {}
  /** `name`: name of the property that the value belongs to. */
  function part(one: JsonSchema, name: string, depth: number): fc.Arbitrary<unknown> {
    if (depth > 8) return odd
    return fc.oneof(
      { weight: 15 - oddities, arbitrary: fitting(one, name, depth) },
      { weight: oddities, arbitrary: odd },
    )
  }

  function fitting(one: JsonSchema, name: string, depth: number): fc.Arbitrary<unknown> {
    const inner = (each: JsonSchema) => part(each, name, depth + 1)
    if (one.$ref !== undefined) return inner(defs[one.$ref.replace('#/$defs/', '')] ?? {})
    const choices = one.anyOf ?? one.oneOf
    if (choices) return fc.oneof(...choices.map(inner))
    if (one.allOf)
      return fc.tuple(...one.allOf.map(inner)).map((parts) => Object.assign({}, ...parts) as unknown)
    if (one.enum) return fc.constantFrom(...one.enum)
    if ('const' in one) return fc.constant(one.const)
    if (Array.isArray(one.type)) return fc.oneof(...one.type.map((type) => inner({ ...one, type })))
    switch (one.type) {
      case 'object': {
        const any = objects(one, (each, property) => part(each, property, depth + 1))
        // an object without declared properties is sent as a whole, as JSON
        const wanted = (hints[name] ?? []).filter(
          (hint) => one.properties === undefined && hint.startsWith('{'),
        )
        if (wanted.length === 0) return any
        const whole = fc.constantFrom(...wanted).map((json) => JSON.parse(json) as unknown)
        return fc.oneof({ weight: 8, arbitrary: whole }, { weight: 2, arbitrary: any })
      }
      case 'array':
        return fc.array(inner(one.items ?? {}), { maxLength: 4 })
      case 'integer': {
        const [min, max] = [Math.max(one.minimum ?? -2, -10), Math.min(one.maximum ?? 1100, 1100)]
        const any = fc.integer({ min, max })
        const wanted = (hints[name] ?? []).filter((hint) => /^\d+$/.test(hint)).map(Number)
        if (wanted.length === 0) return any
        return fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...wanted) }, { weight: 2, arbitrary: any })
      }
      case 'number':
        return fc.oneof(fc.integer({ min: 0, max: 1100 }), fc.double({ min: 0, max: 1e6, noNaN: true }))
      case 'boolean':
        return fc.boolean()
      case 'null':
        return fc.constant(null)
      case 'string':
        return textFor(one, hints[name])
      default:
        return fc.jsonValue({ maxDepth: 2 })
    }
  }
  return part(schema, '', 0)
}

function textFor(
  { format, pattern }: JsonSchema,
  wanted: readonly string[] | undefined,
): fc.Arbitrary<string> {
  if (format === 'date-time') return instant
  if (pattern !== undefined)
    return fc.oneof({ weight: 9, arbitrary: matching(new RegExp(pattern), wanted) }, text)
  return wanted ? fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...wanted) }, text) : text
}

/**
 * Generates text for a pattern. For lookaheads, which can't be generated, it filters wanted and random texts.
 */
function matching(pattern: RegExp, wanted: readonly string[] = []): fc.Arbitrary<string> {
  if (!pattern.source.includes('(?')) return fc.stringMatching(pattern)
  const some = wanted.filter((one) => pattern.test(one))
  const any = fc.string({ minLength: 1 }).filter((one) => pattern.test(one))
  return some.length > 0 ? fc.oneof(fc.constantFrom(...some), any) : any
}

function objects(
  schema: JsonSchema,
  inner: (one: JsonSchema, property: string) => fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> {
  const { required = [], additionalProperties: extra } = schema
  // a record of known names has values for all names at once
  const ofRecord = Object.fromEntries(required.map((name) => [name, typeof extra === 'object' ? extra : {}]))
  const properties = { ...ofRecord, ...schema.properties }
  const named = fc.record(
    Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, inner(one, name)])),
    { requiredKeys: required },
  )
  if (extra === undefined || extra === false) return named
  const rest = fc.dictionary(fc.string(), typeof extra === 'object' ? inner(extra, '') : odd, { maxKeys: 2 })
  return fc.tuple(rest, named).map(([more, own]) => ({ ...more, ...own }))
}

/** Generates a part of a path, or a value of the query: mostly `wanted`, else typical input. */
export const pathPart = (...wanted: string[]): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 8, arbitrary: wanted.length > 0 ? fc.constantFrom(...wanted) : known },
    {
      weight: 1,
      arbitrary: fc.constantFrom('missing', '0', '-1', '9'.repeat(20), '..', '%', ' ', 'ä', 'a/b'),
    },
    { weight: 1, arbitrary: fc.string({ minLength: 1, maxLength: 20, unit: 'binary' }) },
  )
