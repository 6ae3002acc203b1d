import { createHash, hash } from 'node:crypto'

import { inSteps } from '#runtime/in-steps.ts'

/** The weak ETag of a body: its length in hexadecimal and its SHA-1. */
export function weakEtag(body: string | Buffer): string {
  return format(Buffer.byteLength(body), hash('sha1', body, 'base64'))
}

/** The same of a large body in parts, with pauses in which other requests are answered. */
export async function largeEtag(parts: readonly Buffer[]): Promise<string> {
  const steps = createHash('sha1')
  await inSteps(parts, (part) => void steps.update(part))
  return format(lengthOf(parts), steps.digest('base64'))
}

/** The bytes of a body in parts. */
export const lengthOf = (parts: readonly Buffer[]): number =>
  parts.reduce((length, part) => length + part.length, 0)

const format = (length: number, sha1: string): string => `W/"${length.toString(16)}-${sha1.slice(0, 27)}"`

/** Checks if a conditional GET has the entity already, by weak comparison (RFC 9110, 13.1.2). */
export function isFresh(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch.trim() === '*') return true
  const strong = (value: string) => value.trim().replace(/^W\//, '')
  return ifNoneMatch.split(',').some((one) => strong(one) === strong(etag))
}

/** Bytes of an answer that many callers get, with their ETag. */
export interface Entity {
  readonly etag: string
  /** JSON. */
  readonly bytes: Buffer
  /** True if other callers will surely get the same. */
  readonly comesAgain?: boolean
}
