import type { Caller } from '#kernel/caller.ts'
import { browserCookie, endedSessionCookie, sessionCookie } from '#kernel/cookies.ts'
import type { Reply } from '#kernel/route.ts'
import { SESSION_HOURS } from './start-session.ts'

/** Redirect of the browser, with what it keeps. */
export interface BrowserStep {
  location: string
  /** Secret of the browser's session, for the session cookie. */
  session?: string
  /** Secret by which the browser is known again when it comes back. */
  browser?: string
}

/** Base URL of the pages: it tells whether browsers reach them over https. */
export interface Pages {
  baseUrl: string
}

/** Checks whether a browser gets its cookies over https alone. */
export const usesHttps = ({ baseUrl }: Pages, { isSecure }: Pick<Caller, 'isSecure'>): boolean =>
  isSecure === true || baseUrl.startsWith('https:')

/** Writes the Set-Cookie header of a new session. */
export const cookieOfSession = (secret: string, pages: Pages, caller: Caller): string =>
  sessionCookie(secret, { maxAge: SESSION_HOURS * 60 * 60, secure: usesHttps(pages, caller) })

/** Makes the replies of a sign-in at a provider. `cookie`: name of the one by which the browser is known again. */
export const toRedirect =
  (pages: Pages, cookie: string) =>
  ({ location, session, browser }: BrowserStep, caller: Caller): Reply => ({
    status: 302,
    headers: {
      location,
      'cache-control': 'no-store',
      ...(session === undefined ? {} : { 'set-cookie': cookieOfSession(session, pages, caller) }),
      ...(browser === undefined
        ? {}
        : { 'set-cookie': browserCookie(cookie, browser, { secure: usesHttps(pages, caller) }) }),
    },
  })

/** Makes the replies of a sign-out, after which the browser has no session. */
export const toSignedOut =
  (pages: Pages, headers: Record<string, string> = {}) =>
  ({ location }: BrowserStep, caller: Caller): Reply => ({
    status: 302,
    headers: {
      location,
      ...headers,
      'set-cookie': endedSessionCookie({ secure: usesHttps(pages, caller) }),
    },
  })
