import type { z } from 'zod'

import { notFound, type AppError } from './app-error.ts'
import { NUL, requireBounded } from './request-bounds.ts'
import { definitionOf } from '#shared/access/permissions/index.ts'
import { placeIn, type RequestPlace } from '#shared/contract-engine/place.ts'
import {
  errorStatuses,
  hasBody,
  type Audience,
  type Operation,
  type Request,
} from '#shared/contract/index.ts'
import type { SchemaIssue, RequestPart } from '#shared/errors/validation.ts'
import { pathOf, rereadScalars } from './scalar-types.ts'
import { schemaError } from './schema-error.ts'

/** A request as it came in; parts that an operation does not read may be anything. */
export type RawRequest = Partial<Record<RequestPart, unknown>>

/** A body that the transport does not read, with the reason. */
export class UnreadBody {
  readonly refusal: AppError

  constructor(refusal: AppError) {
    this.refusal = refusal
  }
}

/** Audiences of OpenFeature and OpenTelemetry, and of SCIM, which have types of their own. */
const OTHER_PROTOCOLS: ReadonlySet<Audience> = new Set(['sdk', 'scim'])

/**
 * Checks every part of a request against the operation's schemas. Throws one `ValidationError` with all
 * problems, with paths into the client's own request. A request that is too large or nested too deep fails
 * earlier.
 */
export function parseRequest<O extends Operation>(operation: O, raw: RawRequest): Request<O> {
  if (raw.body instanceof UnreadBody) throw raw.body.refusal
  const hasNul = Object.values(raw.params ?? {}).some((value) => String(value).includes(NUL))
  if (hasNul && errorStatuses(operation).includes(404))
    throw notFound('Nothing has a name with the character U+0000')
  for (const part of ['params', 'query', 'body'] as const) requireBounded(part, raw[part], operation)
  const findings: SchemaIssue[] = []
  // null is a value only where any JSON is allowed; elsewhere it means absent
  const body = operation.bodyIsOptional ? raw.body : (raw.body ?? undefined)
  const parse = (part: RequestPart, schema: z.ZodType): unknown => {
    const sent = part === 'body' ? body : (raw[part] ?? {})
    const result = schema.safeParse(sent, { reportInput: true })
    if (result.success) return result.data
    const isReread = part === 'body' && !OTHER_PROTOCOLS.has(operation.audience)
    const reread = isReread ? rereadScalars(sent, result.error.issues) : undefined
    const again = reread && schema.safeParse(reread.body, { reportInput: true })
    if (again?.success) return again.data
    const issues = (again ?? result).error.issues
    findings.push(...issues.map((issue) => ({ part, issue: reread?.absent.get(pathOf(issue)) ?? issue })))
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

/** Rights of a caller, which decide whether they learn what is wrong with their request. */
interface Access<O extends Operation> {
  /** Demands what the operation requires at a place; at a hidden one, as if it did not exist. */
  demandAt: (place: RequestPlace) => void
  /** Finds the place of the stored entity that a request names; that of one that is not there is the instance. */
  findStored: (request: Pick<Request<O>, 'params'>) => Promise<RequestPlace>
}

/**
 * Checks a request as `parseRequest` does. A caller without the permission is refused before they are told what is wrong with it
 * (docs/contract/errors.md#permission-first).
 */
export async function parseForCaller<O extends Operation>(
  operation: O,
  raw: RawRequest,
  access: Access<O>,
): Promise<Request<O>> {
  try {
    return parseRequest(operation, raw)
  } catch (error) {
    const place = await placeOfInvalid(operation, raw, access)
    if (place) access.demandAt(place)
    throw error
  }
}

/** Finds the place of a request that does not fit its schemas. Returns undefined where only a valid one can tell it. */
async function placeOfInvalid<O extends Operation>(
  { access, place = 'instance', params }: O,
  raw: RawRequest,
  { findStored }: Access<O>,
): Promise<RequestPlace | undefined> {
  if (access.kind === 'audience') return undefined
  if (place === 'stored') {
    const parsed = params.safeParse(raw.params)
    return parsed.success ? findStored({ params: parsed.data as Request<O>['params'] }) : undefined
  }
  if (place === 'instance') return { environments: [] }
  if (place.environment?.startsWith('body.')) return undefined
  const named = placeIn(place, { params: raw.params, body: raw.body })
  // where nothing names a project, only what holds in the whole instance can be asked for
  const isKnown =
    named.project !== undefined || access.anyOf.some((one) => definitionOf(one).scope === 'root')
  return isKnown ? named : undefined
}
