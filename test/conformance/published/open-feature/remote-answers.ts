import { readFileSync } from 'node:fs'
import path from 'node:path'

import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { parse } from 'yaml'

import { root } from '#support/runner/root.ts'

/** The protocol as published by open-feature/protocol, under the Apache License 2.0. */
const FILE = path.join(root, 'test/conformance/published/open-feature/openapi.yaml')
const ID = 'ofrep'

type Schema = Record<string, unknown>
interface Document {
  paths: Record<
    string,
    { post: { responses: Record<string, { content?: { 'application/json': { schema: Schema } } }> } }
  >
}

const document = anyOfIn(parse(readFileSync(FILE, 'utf8'))) as Document & Schema
const ajv = new Ajv2020({ strict: false, allErrors: true })
// the declaration of this CommonJS module hides that its default export is the function
const add = addFormats
add(ajv)
ajv.addSchema({ $id: ID, ...document })
const validators = new Map<string, ValidateFunction>()

/** Describes how an answer differs from the published protocol; empty: it conforms. */
export function remoteProblems(place: string, status: number, body: unknown): string[] {
  const response = document.paths[place]?.post.responses[status]
  if (!response) return [`${status} is not published`]
  const schema = response.content?.['application/json'].schema
  if (!schema) return []
  return problemsAt(
    ['paths', place, 'post', 'responses', String(status), 'content', 'application/json', 'schema'],
    body,
  )
}

/** Describes how the data of a server-sent event differ from the published protocol. */
export const eventProblems = (data: unknown): string[] =>
  problemsAt(['components', 'schemas', 'sseEventData'], data)

function problemsAt(pointer: readonly string[], value: unknown): string[] {
  const place = pointer.map((part) => encodeURIComponent(part.replaceAll('/', '~1'))).join('/')
  const validate = validators.get(place) ?? ajv.compile({ $ref: `${ID}#/${place}` })
  validators.set(place, validate)
  if (validate(value)) return []
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}

/**
 * Replaces `oneOf` by `anyOf`: the document's flag with a value also is one without (`codeDefaultFlag` allows everything),
 * and an integer is a number, so that no flag would match exactly one.
 */
function anyOfIn(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(anyOfIn)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name === 'oneOf' ? 'anyOf' : name, anyOfIn(one)]),
  )
}
