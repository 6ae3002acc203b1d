import type { IncomingHttpHeaders } from 'node:http'

import { type AppError, inOneText } from '#kernel/app-error.ts'

/** The OpenFeature Remote Evaluation Protocol: its paths, its second way to send a token, and its errors. */
const OFREP = /^\/+ofrep(\/|\?|$)/i

export const isOfrep = (url: string): boolean => OFREP.test(url)

/** Reads the token of `X-API-Key` as that of the Authorization header, which goes first. */
export function acceptApiKey(headers: IncomingHttpHeaders): void {
  const key = headers['x-api-key']
  if (typeof key === 'string') headers.authorization ??= key
  // what is logged or recorded knows one place of secrets
  delete headers['x-api-key']
}

/** Adds the members of the protocol to an error record. */
export function ofrepErrorBody(refusal: AppError, record: object, params: unknown): object {
  const key = typeof params === 'object' && params !== null && 'key' in params ? { key: params.key } : {}
  const errorCode = errorCodeOf(refusal)
  return { ...key, ...(errorCode ? { errorCode } : {}), errorDetails: refusal.message, ...record }
}

/** Codes of errors that have none of their own. The protocol has codes for 400 and 404 only. */
function errorCodeOf({ name, status, details }: AppError): string | undefined {
  if (status === 413 || status === 415) return 'PARSE_ERROR'
  if (status === 404) return 'FLAG_NOT_FOUND'
  if (status !== 400) return undefined
  if (details.some(({ path }) => path?.startsWith('/body'))) return 'INVALID_CONTEXT'
  return name === 'BadDataError' ? 'PARSE_ERROR' : 'GENERAL'
}

/** Requests of OpenFeature's command line, which reads the message of an error in a place of its own. */
const MANIFEST = /^\/+openfeature(\/|\?|$)/i

export const isManifest = (url: string): boolean => MANIFEST.test(url)

/** Adds the message to an error record where OpenFeature's command line looks for it. */
export const manifestErrorBody = ({ status, message }: AppError, record: object): object => ({
  error: { message, status },
  ...record,
})

const SCIM_PATH = /^\/+scim(?:\/|\?|$)/i

/** Checks whether a request is for SCIM, which has its own media type and its own errors. */
export const isScim = (url: string): boolean => SCIM_PATH.test(url)

/** Keywords that SCIM knows for the statuses of errors without one of their own. */
const KEYWORDS: Readonly<Record<number, string>> = { 400: 'invalidValue', 409: 'uniqueness' }

/** Builds the body of an error of SCIM (RFC 7644, section 3.12). */
export function scimErrorBody(refusal: AppError): object {
  const { status, extra } = refusal
  const scimType = extra['scimType'] ?? keywordOf(refusal)
  return {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    status: String(status),
    ...(scimType === undefined ? {} : { scimType }),
    detail: inOneText(refusal),
  }
}

/** A request that does not have the outline of a SCIM message has the wrong syntax. */
function keywordOf({ status, name, details }: AppError): string | undefined {
  const isOutline =
    name === 'ValidationError' &&
    details.some(({ path }) => /^\/body(\/(schemas|Operations)|$)/.test(path ?? ''))
  return isOutline ? 'invalidSyntax' : KEYWORDS[status]
}
