import { SESSION_COOKIE } from '../../../src-shared/contract/sessions.ts'

/**
 * What a request proves itself with: the Authorization header (a leading `Bearer` is stripped, in any letter case), else
 * the session cookie (semantics.md 0.2).
 */
export function readCredentials(headers: {
  authorization?: string | undefined
  cookie?: string | undefined
}): {
  token?: string
  cookie?: string
} {
  const token = headers.authorization?.replace(/^\s*bearer\s+/i, '').trim()
  if (token) return { token }
  const cookie = headers.cookie === undefined ? undefined : cookieValue(headers.cookie, SESSION_COOKIE)
  return cookie ? { cookie } : {}
}

function cookieValue(header: string, name: string): string | undefined {
  for (const pair of header.split(';')) {
    const equals = pair.indexOf('=')
    if (equals > 0 && pair.slice(0, equals).trim() === name) return pair.slice(equals + 1).trim()
  }
  return undefined
}
