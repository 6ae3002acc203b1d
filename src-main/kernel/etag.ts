import { createHash } from 'node:crypto'

/** The weak ETag of a body: its length in hexadecimal and its SHA-1. */
export function weakEtag(body: string | Buffer): string {
  const length = Buffer.byteLength(body)
  const hash = createHash('sha1').update(body).digest('base64').slice(0, 27)
  return `W/"${length.toString(16)}-${hash}"`
}

/** Checks if a conditional GET has the entity already, by weak comparison (RFC 9110, 13.1.2). */
export function isFresh(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch.trim() === '*') return true
  const strong = (value: string) => value.trim().replace(/^W\//, '')
  return ifNoneMatch.split(',').some((one) => strong(one) === strong(etag))
}
