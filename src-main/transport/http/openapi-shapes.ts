/** A JSON schema of the OpenAPI document, as far as pages and examples read it. */
export interface Schema {
  $ref?: string
  type?: string
  enum?: readonly unknown[]
  anyOf?: readonly Schema[]
  oneOf?: readonly Schema[]
  allOf?: readonly Schema[]
  nullable?: boolean
  properties?: Record<string, Schema>
  required?: readonly string[]
  additionalProperties?: boolean | Schema
  items?: Schema
  minItems?: number
  minimum?: number
  format?: string
  maxLength?: number
  description?: string
}
export type Schemas = Readonly<Record<string, Schema>>

/** Schemas that are written out within each other; deeper ones, and those within themselves, are named. */
const MAX_DEPTH = 4
const MAX_LINES = 80
/** Texts have this maximum unless their schema has one of its own: it says nothing. */
const USUAL_LENGTHS: readonly number[] = [255, 1000, 2000, 20_000, 100_000]

const nameOf = (ref: string) => ref.slice(ref.lastIndexOf('/') + 1)

/** Writes a schema for people, as types of TypeScript: `name: string`, `type?: "release" | "experiment"`. */
export function shapeOf(schema: Schema, schemas: Schemas): string {
  const lines = shape(schema, schemas, []).split('\n')
  return lines.length <= MAX_LINES ? lines.join('\n') : [...lines.slice(0, MAX_LINES), '…'].join('\n')
}

function shape(schema: Schema, schemas: Schemas, within: readonly string[]): string {
  const text = plainShape(schema, schemas, within)
  return schema.nullable === true && text !== 'null' ? `${text} | null` : text
}

function plainShape(schema: Schema, schemas: Schemas, within: readonly string[]): string {
  if (schema.$ref !== undefined) {
    const name = nameOf(schema.$ref)
    const target = schemas[name]
    if (!target || within.includes(name) || within.length >= MAX_DEPTH) return name
    return shape(target, schemas, [...within, name])
  }
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const either = schema.anyOf ?? schema.oneOf
  if (either) return [...new Set(either.map((one) => shape(one, schemas, within)))].join(' | ')
  if (schema.allOf) return schema.allOf.map((one) => shape(one, schemas, within)).join(' & ')
  if (schema.type === 'array') return arrayShape(shape(schema.items ?? {}, schemas, within))
  if (schema.properties || typeof schema.additionalProperties === 'object')
    return objectShape(schema, schemas, within)
  return schema.type ?? 'any'
}

/** A list of alternatives needs brackets; lines of an object within the item are indented. */
const arrayShape = (item: string) => (/^(?! ).* \| /m.test(item) ? `(${item})[]` : `${item}[]`)

function objectShape(schema: Schema, schemas: Schemas, within: readonly string[]): string {
  const required = new Set(schema.required)
  const rows = Object.entries(schema.properties ?? {}).map(([name, part]) => {
    const note = noteOf(part)
    return `${name}${required.has(name) ? '' : '?'}: ${shape(part, schemas, within)}${note === '' ? '' : `  // ${note}`}`
  })
  if (typeof schema.additionalProperties === 'object')
    rows.push(`[name]: ${shape(schema.additionalProperties, schemas, within)}`)
  return rows.length === 0 ? '{}' : `{\n${rows.join('\n').replaceAll(/^/gm, '  ')}\n}`
}

const noteOf = ({ description, format, maxLength }: Schema) =>
  description ??
  format ??
  (maxLength === undefined || USUAL_LENGTHS.includes(maxLength) ? '' : `at most ${maxLength} characters`)

/** Makes a small value that fits a schema: what is required, and nothing else. */
export function exampleOf(schema: Schema, schemas: Schemas, name = 'text', depth = 0): unknown {
  if (schema.$ref !== undefined) {
    const target = schemas[nameOf(schema.$ref)]
    return target && depth <= MAX_DEPTH ? exampleOf(target, schemas, name, depth + 1) : null
  }
  if (schema.enum) return schema.enum[0]
  const first = (schema.anyOf ?? schema.oneOf ?? schema.allOf)?.[0]
  if (first) return exampleOf(first, schemas, name, depth)
  if (schema.type === 'array')
    return (schema.minItems ?? 0) > 0 ? [exampleOf(schema.items ?? {}, schemas, name, depth + 1)] : []
  if (schema.type === 'object' || schema.properties)
    return Object.fromEntries(
      (schema.required ?? []).map((key) => [
        key,
        exampleOf(schema.properties?.[key] ?? {}, schemas, key, depth + 1),
      ]),
    )
  if (schema.type === 'boolean') return true
  if (schema.type === 'number' || schema.type === 'integer') return schema.minimum ?? 1
  return schema.format === 'date-time' ? '2030-01-01T00:00:00.000Z' : name
}
