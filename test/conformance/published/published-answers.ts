import { readFileSync } from 'node:fs'
import path from 'node:path'

import { Ajv, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'

import { root } from '#support/runner/root.ts'
import { ACCEPTED } from './accepted-differences.ts'

/** Shapes of the published contract: derived by scripts/derive-published.mjs (ADR 0027). */
interface Published {
  version: string
  operations: Record<
    string,
    { method: string; path: string; responses: Record<string, Record<string, unknown> | null> }
  >
  schemas: Record<string, unknown>
}

type Responses = Published['operations'][string]['responses']

interface Source {
  document: Published
  ajv: Ajv
  places: ReadonlyMap<string, Responses>
}

const validators = new Map<string, ValidateFunction | null | undefined>()
let sources: readonly Source[] | undefined

/** An operation by its method and path; names of path parameters do not count. */
export interface Place {
  method: string
  path: string
}

/** Describes how an answer differs from its published schema; empty: it conforms, or nothing is published of it. */
export function publishedProblems(
  place: Place & { operationId: string },
  status: number,
  body: unknown,
): string[] {
  return allProblems(place, status, body).filter(
    (problem) =>
      !ACCEPTED.some(({ operation, differs }) => operation === place.operationId && differs.test(problem)),
  )
}

/** Tells whether the published contract has an operation. */
export const isPublished = (place: Place): boolean => findPublished(place) !== undefined

function allProblems(place: Place & { operationId: string }, status: number, body: unknown): string[] {
  const says = (problem: string) => `${place.operationId} ${status}: ${problem}`
  if (!isPublished(place) || status === 304) return []
  const validate = validatorOf(place, status)
  if (validate === undefined) return [says('status is not published')]
  if (validate === null) return body === undefined ? [] : [says('a body, none is published')]
  if (body === undefined || validate(JSON.parse(JSON.stringify(body)))) return []
  const problems = (validate.errors ?? []).map(({ instancePath, keyword, message, params }) => {
    const at = instancePath.replace(/\/\d+(?=\/|$)/g, '/*')
    const extra = (params as { additionalProperty?: string }).additionalProperty
    return says(`${at || '/'} ${keyword} ${extra ?? message ?? ''}`)
  })
  return [...new Set(problems)]
}

/** Undefined: this success status is not published; null: it has no body. */
function validatorOf(place: Place, status: number): ValidateFunction | null | undefined {
  const key = `${keyOf(place)} ${status}`
  if (validators.has(key)) return validators.get(key)
  const made = makeValidator(place, status)
  validators.set(key, made)
  return made
}

function makeValidator(place: Place, status: number): ValidateFunction | null | undefined {
  const found = findPublished(place)
  const schema = found?.responses[status]
  if (!found || schema === undefined) return undefined
  if (schema === null) return null
  return found.source.ajv.compile(withAbsoluteReferences(schema, found.source.document.version))
}

/** The open-source document is newer, and stands above the Enterprise one. */
function findPublished(place: Place) {
  const key = keyOf(place)
  const source = readSources().find(({ places }) => places.has(key))
  const responses = source?.places.get(key)
  return source && responses && { source, responses }
}

const keyOf = ({ method, path: at }: Place) => `${method} ${at.replace(/:\w+|\{\w+\}/g, '*')}`

function readSources(): readonly Source[] {
  let newer: Published['schemas'] = {}
  sources ??= ['open-source', 'enterprise'].map((name) => {
    const file = path.join(root, `test/conformance/published/${name}.json`)
    const document = JSON.parse(readFileSync(file, 'utf8')) as Published
    const ajv = new Ajv({ strict: false, allErrors: true })
    // the declaration of this CommonJS module hides that its default export is the function
    const add = addFormats
    add(ajv)
    // the newer document's component wins where both have one
    ajv.addSchema({ $id: document.version, schemas: { ...document.schemas, ...newer } })
    newer = document.schemas
    const places = new Map(
      Object.values(document.operations).map((operation) => [keyOf(operation), operation.responses]),
    )
    return { document, ajv, places }
  })
  return sources
}

const withAbsoluteReferences = (schema: unknown, id: string) =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/schemas/', `"${id}#/schemas/`)) as Record<string, unknown>
