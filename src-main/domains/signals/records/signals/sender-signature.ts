import { ownValue } from '../../../../../src-shared/own-value.ts'

type Headers = Readonly<Record<string, string | string[] | undefined>>

/** Header in which GitHub, and services that do as it does, sign a body by HMAC-SHA256 with a secret that one chooses. */
const SIGNATURE_HEADER = 'x-hub-signature-256'
const PREFIX = 'sha256='
const DIGEST = /^[0-9a-f]{64}$/

/** Header in which GitLab sends its token. */
const TOKEN_HEADER = 'x-gitlab-token'

/** Finds the digest that a sender signed its body with. */
export function digestIn(headers: Headers): Buffer | undefined {
  const sent = ownValue(headers, SIGNATURE_HEADER)
  if (typeof sent !== 'string' || !sent.startsWith(PREFIX)) return undefined
  const digest = sent.slice(PREFIX.length)
  return DIGEST.test(digest) ? Buffer.from(digest, 'hex') : undefined
}

/** Finds a token that a sender cannot put into the Authorization header. */
export function tokenIn(headers: Headers): string | undefined {
  const token = ownValue(headers, TOKEN_HEADER)
  return typeof token === 'string' && token !== '' ? token : undefined
}
