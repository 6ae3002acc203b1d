import type { z } from 'zod'

import { notFound } from './app-error.ts'
import { NUL, requireBounded } from './request-bounds.ts'
import type { HiddenProjects, Requirement } from '#shared/access/rules/index.ts'
import { definitionOf } from '#shared/access/permissions/index.ts'
import { requirementsAt } from '#shared/contract-engine/access.ts'
import { placeIn, type RequestPlace } from '#shared/contract-engine/place.ts'
import { errorStatuses, hasBody, type Operation, type Request } from '#shared/contract/index.ts'
import type { Finding, RequestPart } from '#shared/errors/validation.ts'
import { schemaError } from './schema-error.ts'

/** A request as it came in; parts that an operation does not read may be anything. */
export type RawRequest = Partial<Record<RequestPart, unknown>>

/**
 * Checks every part of a request against the operation's schemas. Throws one `ValidationError` with all
 * problems, with paths into the client's own request. A request that is too large or nested too deep fails
 * earlier.
 */
export function parseRequest<O extends Operation>(operation: O, raw: RawRequest): Request<O> {
  const hasNul = Object.values(raw.params ?? {}).some((value) => String(value).includes(NUL))
  if (hasNul && errorStatuses(operation).includes(404))
    throw notFound('Nothing has a name with the character U+0000')
  for (const part of ['params', 'query', 'body'] as const) requireBounded(part, raw[part], operation)
  const findings: Finding[] = []
  // null is a value only where any JSON is allowed; elsewhere it means absent
  const body = operation.bodyIsOptional ? raw.body : (raw.body ?? undefined)
  const parse = (part: RequestPart, schema: z.ZodType): unknown => {
    const result = schema.safeParse(part === 'body' ? body : (raw[part] ?? {}), { reportInput: true })
    if (result.success) return result.data
    findings.push(...result.error.issues.map((issue) => ({ part, issue })))
    return undefined
  }
  const request = {
    params: parse('params', operation.params),
    query: parse('query', operation.query),
    headers: parse('headers', operation.headers),
    body: hasBody(operation) ? parse('body', operation.body) : undefined,
  }
  if (findings.length > 0) throw schemaError(findings)
  return request as Request<O>
}

/**
 * Checks a request as `parseRequest` does. A caller without the permission is refused before they are told what is wrong with it
 * (docs/contract/errors.md#permission-first).
 */
export function parseForCaller<O extends Operation>(
  operation: O,
  raw: RawRequest,
  { hidden, demand }: { hidden: HiddenProjects; demand: (requirement: Requirement) => void },
): Request<O> {
  try {
    return parseRequest(operation, raw)
  } catch (error) {
    const place = placeOfInvalid(operation, raw)
    const isHidden = place?.project !== undefined && hidden.has(place.project)
    if (place && !isHidden)
      for (const requirement of requirementsAt(operation.access, place)) demand(requirement)
    throw error
  }
}

/** Finds the place of a request that does not fit its schemas. Returns undefined where only a valid one can tell it. */
function placeOfInvalid(
  { access, place = 'instance' }: Operation,
  raw: RawRequest,
): RequestPlace | undefined {
  if (place === 'stored' || access.kind === 'audience') return undefined
  if (place === 'instance') return { environments: [] }
  if (place.environment?.startsWith('body.')) return undefined
  const named = placeIn(place, { params: raw.params, body: raw.body })
  // where nothing names a project, only what holds in the whole instance can be asked for
  const isKnown =
    named.project !== undefined || access.anyOf.some((one) => definitionOf(one).scope === 'root')
  return isKnown ? named : undefined
}
