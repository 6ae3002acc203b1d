import { ownValue } from '#shared/own-value.ts'

type Headers = Readonly<Record<string, string | string[] | undefined>>

/** Form of a header in which senders sign a body by HMAC-SHA256, in hex. */
interface SignatureHeader {
  name: string
  /** Text before the digest. */
  prefix: string
  /** Signatures that the header may have, divided by commas. */
  most: number
}

/** The forms of GitHub and those that do as it does, of Sentry, and of PagerDuty, which signs by each of its secrets. */
const SIGNATURE_HEADERS: readonly SignatureHeader[] = [
  { name: 'x-hub-signature-256', prefix: 'sha256=', most: 1 },
  { name: 'sentry-hook-signature', prefix: '', most: 1 },
  { name: 'x-pagerduty-signature', prefix: 'v1=', most: 10 },
]
const DIGEST = /^[0-9a-f]{64}$/

/** Header in which GitLab sends its token. */
const TOKEN_HEADER = 'x-gitlab-token'

/** Finds the digests that a sender signed its body with. Parts of another form do not count. */
export const digestsIn = (headers: Headers): Buffer[] =>
  SIGNATURE_HEADERS.flatMap(({ name, prefix, most }) => {
    const sent = ownValue(headers, name)
    if (typeof sent !== 'string') return []
    const parts = most === 1 ? [sent] : sent.split(',', most).map((part) => part.trim())
    return parts.flatMap((part) => {
      const digest = part.startsWith(prefix) ? part.slice(prefix.length) : ''
      return DIGEST.test(digest) ? [Buffer.from(digest, 'hex')] : []
    })
  })

/** Finds a token that a sender cannot put into the Authorization header. */
export function tokenIn(headers: Headers): string | undefined {
  const token = ownValue(headers, TOKEN_HEADER)
  return typeof token === 'string' && token !== '' ? token : undefined
}
