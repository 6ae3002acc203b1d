import { parseCookie, stringifySetCookie } from 'cookie'

import { SESSION_COOKIE } from '#shared/access/contract/sessions.ts'
import { ownValue } from '#shared/own-value.ts'

/** Attributes of every session cookie; pages cannot read it, and no other site's form sends it. */
const SESSION = { name: SESSION_COOKIE, path: '/', httpOnly: true, sameSite: 'lax' } as const

/** Reads one cookie out of a Cookie header; undefined if it is not there or empty. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  return (header && ownValue(parseCookie(header), name)?.trim()) || undefined
}

/** Reads the session's secret out of a Cookie header. */
export const readSessionCookie = (header: string | undefined): string | undefined =>
  readCookie(header, SESSION_COOKIE)

/** Writes the Set-Cookie header of a new session. `secure`: browsers send it over https alone. */
export function sessionCookie(
  secret: string,
  { maxAge, secure }: { maxAge: number; secure: boolean },
): string {
  return stringifySetCookie({ ...SESSION, value: secret, maxAge, secure })
}

/** Writes the Set-Cookie header that ends a session in the browser. */
export function endedSessionCookie({ secure }: { secure: boolean }): string {
  return stringifySetCookie({ ...SESSION, value: '', expires: new Date(0), secure })
}

const SIGN_IN_SECONDS = 600

/** Writes the Set-Cookie header by which a browser is known again, usually when it comes back from a provider. */
export function browserCookie(
  name: string,
  secret: string,
  { secure, maxAge = SIGN_IN_SECONDS }: { secure: boolean; maxAge?: number },
): string {
  return stringifySetCookie({ ...SESSION, name, value: secret, maxAge, secure })
}
