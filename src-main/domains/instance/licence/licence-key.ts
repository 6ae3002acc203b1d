/** Facts that the form of a licence key tells. Who signed it cannot be checked here. */
export interface LicenceKey {
  state: 'none' | 'malformed' | 'expired' | 'well-formed'
  expiresAt?: string
}

/** Reads a licence key: a JSON Web Token, as the original's are. */
export function readLicenceKey(token: string | undefined, now: Date): LicenceKey {
  if (token === undefined) return { state: 'none' }
  const [header, payload, signature, ...more] = token.split('.')
  const claims = objectIn(payload)
  if (!objectIn(header) || !claims || !signature || more.length > 0) return { state: 'malformed' }
  const expiry = claims['exp']
  if (typeof expiry !== 'number' || !Number.isFinite(expiry)) return { state: 'well-formed' }
  const at = new Date(expiry * 1000)
  if (Number.isNaN(at.getTime())) return { state: 'malformed' }
  return { state: at <= now ? 'expired' : 'well-formed', expiresAt: at.toISOString() }
}

function objectIn(part: string | undefined): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part ?? '', 'base64url').toString('utf8'))
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
