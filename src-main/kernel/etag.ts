import { createHash, type Hash } from 'node:crypto'

import { inSteps } from './in-steps.ts'

/** The weak ETag of a body: its length in hexadecimal and its SHA-1. */
export function weakEtag(body: string | Buffer): string {
  return format(Buffer.byteLength(body), createHash('sha1').update(body))
}

/** The same of a large body in parts, with pauses in which other requests are answered. */
export async function largeEtag(parts: readonly Buffer[]): Promise<string> {
  const hash = createHash('sha1')
  await inSteps(parts, (part) => void hash.update(part))
  return format(lengthOf(parts), hash)
}

/** The bytes of a body in parts. */
export const lengthOf = (parts: readonly Buffer[]): number =>
  parts.reduce((length, part) => length + part.length, 0)

const format = (length: number, hash: Hash): string =>
  `W/"${length.toString(16)}-${hash.digest('base64').slice(0, 27)}"`

/** Checks if a conditional GET has the entity already, by weak comparison (RFC 9110, 13.1.2). */
export function isFresh(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch.trim() === '*') return true
  const strong = (value: string) => value.trim().replace(/^W\//, '')
  return ifNoneMatch.split(',').some((one) => strong(one) === strong(etag))
}
