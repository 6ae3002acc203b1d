import { type AppError, inOneText } from '#kernel/app-error.ts'

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
