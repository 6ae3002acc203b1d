import { readSessionCookie } from '#kernel/cookies.ts'

interface CredentialHeaders {
  authorization?: string | undefined
  cookie?: string | undefined
  /** Set by browsers alone: which site the page is of that makes the request. */
  'sec-fetch-site'?: string | string[] | undefined
  /** Set by browsers alone, where a page of any site may ask. */
  origin?: string | undefined
  host?: string | undefined
}

/**
 * Reads the credentials of a request: the Authorization header (a leading `Bearer` is stripped, in any letter case), else
 * the session cookie. A cookie counts only where our own pages, or the user in the address bar, made the request:
 * browsers also send it with requests that another site, or another port of this machine, makes.
 */
export function readCredentials(headers: CredentialHeaders): { token?: string; cookie?: string } {
  const token = headers.authorization?.replace(/^\s*bearer\s+/i, '').trim()
  if (token) return { token }
  if (isMadeByOthers(headers)) return {}
  const cookie = readSessionCookie(headers.cookie)
  return cookie ? { cookie } : {}
}

/** Programs and old browsers send no Sec-Fetch-Site: for these, Host, Origin and SameSite are what there is. */
function isMadeByOthers({ 'sec-fetch-site': site, origin, host }: CredentialHeaders): boolean {
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  return origin !== undefined && !(URL.canParse(origin) && new URL(origin).host === host?.toLowerCase())
}
