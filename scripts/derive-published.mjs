#!/usr/bin/env node
// Derives test/conformance/published/*.json from published OpenAPI documents: of each operation its method, path and
// the schemas of its success responses, as JSON Schema. Texts and examples are dropped.
// Usage: node scripts/derive-published.mjs <openapi.json> <name>
import { readFileSync, writeFileSync } from 'node:fs'

const METHODS = ['get', 'post', 'put', 'patch', 'delete']
const TEXTS = ['description', 'example', 'examples', 'title', 'deprecated', 'discriminator', 'externalDocs']
const COMPONENTS = '#/components/schemas/'

const [file, name] = process.argv.slice(2)
if (!file || !name) {
  console.error('Usage: node scripts/derive-published.mjs <openapi.json> <name>')
  process.exit(1)
}
const document = JSON.parse(readFileSync(file, 'utf8'))
const reached = new Set()

const operations = {}
for (const [path, methods] of Object.entries(document.paths)) {
  for (const method of METHODS) {
    const operation = methods[method]
    if (!operation) continue
    const responses = {}
    for (const [status, response] of Object.entries(operation.responses)) {
      if (!/^[23]/.test(status)) continue
      const schema = response.content?.['application/json']?.schema
      responses[status] = schema ? toJsonSchema(schema) : null
    }
    operations[operation.operationId] = { method: method.toUpperCase(), path, responses }
  }
}

const schemas = {}
for (const component of reached) schemas[component] = toJsonSchema(document.components.schemas[component])

const sorted = (record) => Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)))
const derived = { version: document.info.version, operations: sorted(operations), schemas: sorted(schemas) }
writeFileSync(`test/conformance/published/${name}.json`, `${JSON.stringify(derived)}\n`)
console.log(`${name}: ${Object.keys(operations).length} operations, ${reached.size} schemas`)

/** OpenAPI 3.0 as JSON Schema: `nullable` becomes a type, references point to `#/schemas`. */
function toJsonSchema(schema) {
  if (schema.$ref) {
    const component = schema.$ref.slice(COMPONENTS.length)
    reached.add(component)
    return { $ref: `#/schemas/${component}` }
  }
  const out = {}
  for (const [key, value] of Object.entries(schema)) {
    if (TEXTS.includes(key) || key === 'nullable') continue
    if (key === 'properties')
      out[key] = Object.fromEntries(Object.entries(value).map(([at, one]) => [at, toJsonSchema(one)]))
    else if (key === 'items' || key === 'not') out[key] = toJsonSchema(value)
    else if (key === 'additionalProperties')
      out[key] = typeof value === 'object' ? toJsonSchema(value) : value
    else if (['anyOf', 'oneOf', 'allOf'].includes(key)) out[key] = value.map(toJsonSchema)
    else out[key] = value
  }
  if (!schema.nullable) return out
  if (!out.type) return { anyOf: [out, { type: 'null' }] }
  return {
    ...out,
    type: [out.type, 'null'],
    ...(out.enum ? { enum: [...new Set([...out.enum, null])] } : {}),
  }
}
