import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

import { hasBody, type Operation } from '#shared/contract/index.ts'
import { AppError } from '#kernel/app-error.ts'
import { UnreadBody } from '#kernel/parse-request.ts'
import { requireBounded } from '#kernel/request-bounds.ts'

/** The web framework's default of the original, in bytes (document: "Limits"). */
export const BODY_LIMIT = 100 * 1024

type BodyHeaders = Pick<IncomingHttpHeaders, 'content-type'> & Record<string, string | string[] | undefined>

/**
 * Reads the body of a request as its operation wants it: JSON, or a form where it takes one, of that content type and no
 * other; nothing where it wants none. Throws 400; another content type is told to who may send a body at all
 * (docs/contract/http.md#content-type).
 */
export function readBody(operation: Operation, headers: BodyHeaders, bytes: unknown): unknown {
  if (!hasBody(operation)) return undefined
  const contentType = headers['content-type']
  const type = mediaTypeOf(contentType)
  const isLeftOut = operation.bodyIsOptional && (type === undefined || isEmpty(bytes))
  const isForm = operation.isForm === true && type === FORM_TYPE
  const isScimBody = operation.audience === 'scim' && type === 'application/scim+json'
  if (type !== 'application/json' && !isForm && !isScimBody && !isLeftOut)
    return new UnreadBody(refuseContentType(contentType))
  checkHash(headers['content-sha256'], bytes)
  const text = Buffer.isBuffer(bytes) ? withoutMark(bytes.toString('utf8')) : ''
  // as in the original, an empty body is no value, and the schema reports what is missing
  if (text === '') return {}
  const body = isForm ? parseForm(text) : parseJson(text)
  // checked here too, because the body is also used for the upgrade report
  requireBounded('body', body, operation)
  return body
}

/** Files of Windows may begin with the mark of their byte order. */
const withoutMark = (text: string) => (text.startsWith('\uFEFF') ? text.slice(1) : text)

/** Reads the type of a body, without parameters such as its charset. */
export const mediaTypeOf = (contentType: string | undefined): string | undefined =>
  contentType?.split(';')[0]?.trim().toLowerCase()

const FORM_TYPE = 'application/x-www-form-urlencoded'

/** Reads the fields of a form. A field that is sent twice is no form of ours. */
function parseForm(text: string): Record<string, string> {
  const fields = [...new URLSearchParams(text)]
  if (new Set(fields.map(([name]) => name)).size !== fields.length)
    throw new AppError('BadDataError', 'The form has a field twice')
  return Object.fromEntries(fields)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new AppError('BadDataError', error instanceof Error ? error.message : 'The body is not JSON')
  }
}

const isEmpty = (bytes: unknown) => !Buffer.isBuffer(bytes) || bytes.length === 0

/**
 * Checks the body against its declared hash (hexadecimal SHA-256), if there is one. Signatures depend on
 * this.
 */
function checkHash(said: string | string[] | undefined, bytes: unknown): void {
  if (said === undefined) return
  const content = Buffer.isBuffer(bytes) ? bytes : Buffer.alloc(0)
  if (said !== createHash('sha256').update(content).digest('hex'))
    throw new AppError('BadDataError', 'The body does not have the hash that Content-SHA256 says')
}

/** Creates the error for a content type that an operation does not take (docs/contract/http.md#content-type). */
export function refuseContentType(
  contentType: string | undefined,
  accepted: readonly string[] = ['application/json'],
): AppError {
  return new AppError(
    'ContentTypeError',
    `We do not accept the content-type you provided (${contentType ?? "you didn't provide one"}). Try using one of the content-types ` +
      `we do accept instead (${accepted.join(', ')}) and make sure the body is in the corresponding format.`,
  )
}
