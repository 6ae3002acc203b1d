import { createHash, createHmac, randomBytes } from 'node:crypto'

export interface EdgeSigning {
  secret: string
  /** Instant of the signature, as text. */
  at: string
  nonce?: string | undefined
  path?: string | undefined
  /** Body sent in place of the signed body. */
  sent?: string | undefined
}

/** Signs a request as Edge does. */
export function signAsEdge(body: unknown, { secret, at, nonce, path, sent }: EdgeSigning) {
  const raw = JSON.stringify(body)
  const hash = createHash('sha256').update(raw).digest('hex')
  const once = nonce ?? randomBytes(16).toString('hex')
  const text = ['POST', path ?? '/edge/issue-token', at, once, hash].join('\n')
  const signature = createHmac('sha256', Buffer.from(secret, 'base64url')).update(text).digest('base64url')
  return {
    token: `HMAC enterprise-edge:${signature}`,
    raw: sent ?? raw,
    headers: {
      'content-type': 'application/json',
      'x-timestamp': at,
      'x-nonce': once,
      'content-sha256': hash,
    },
  }
}
