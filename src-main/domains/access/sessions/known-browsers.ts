import { createHash } from 'node:crypto'

import { parseCookie } from 'cookie'

import { KNOWN_BROWSER_COOKIE } from '#shared/access/contract/sessions.ts'
import { ownValue } from '#shared/own-value.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Ids } from '#kernel/ids.ts'
import type { RequestedAccount, SentRequest } from '#kernel/route.ts'
import type { Sealer } from '#kernel/sealer.ts'
import { openToken, sealToken } from './sealed-token.ts'

/** Lifetime of the cookie of a known browser. */
export const KNOWN_BROWSER_DAYS = 90
const PURPOSE = 'known browser'

interface KnownBrowser {
  id: string
  account: string
  validUntil: number
}

/** Hashes the name of an account as it was entered: the hash has the same size for any input. */
export const accountKey = (login: string): string =>
  createHash('sha256').update(login.trim().toLowerCase()).digest('base64')

/**
 * Knows browsers again that have signed in to an account. Guesses from elsewhere use up the limit of everybody else, and
 * do not lock out the owner of the account.
 */
export class KnownBrowsers {
  readonly #clock: Clock
  readonly #ids: Ids
  readonly #sealer: Sealer

  constructor({ clock, ids, sealer }: { clock: Clock; ids: Ids; sealer: Sealer }) {
    this.#clock = clock
    this.#ids = ids
    this.#sealer = sealer
  }

  /** Returns the id of a browser that signed in to the account before; undefined for any other. */
  find(cookie: string | undefined, login: string): string | undefined {
    if (cookie === undefined) return undefined
    const known = openToken<KnownBrowser>(this.#sealer, cookie, PURPOSE)
    if (!known || known.validUntil <= this.#clock.now().getTime()) return undefined
    return known.account === accountKey(login) ? known.id : undefined
  }

  /** Makes the cookie of a browser that signs in to the account now. A known one keeps its id. */
  remember(cookie: string | undefined, login: string): string {
    const content: KnownBrowser = {
      id: this.find(cookie, login) ?? this.#ids.hex(16),
      account: accountKey(login),
      validUntil: this.#clock.now().getTime() + KNOWN_BROWSER_DAYS * 24 * 60 * 60_000,
    }
    return sealToken(this.#sealer, content, PURPOSE)
  }
}

/**
 * Reads the account that a request names in a text of its JSON body, and whether it comes from a known browser. Requests
 * that name none are about one account, the empty one.
 */
export function accountIn(
  { bytes, headers }: SentRequest,
  member: string,
  browsers: KnownBrowsers,
): RequestedAccount {
  const login = textIn(bytes, member) ?? ''
  const cookies = parseCookie(String(headers['cookie'] ?? ''))
  const browser = browsers.find(cookies[KNOWN_BROWSER_COOKIE], login)
  return { key: browser ?? accountKey(login), isKnownBrowser: browser !== undefined }
}

/** Reads a text of a JSON object. Undefined if there is none: the operation says later what is wrong. */
function textIn(json: Buffer, member: string): string | undefined {
  try {
    const content: unknown = JSON.parse(json.toString('utf8'))
    if (typeof content !== 'object' || content === null) return undefined
    const text = ownValue(content, member)
    return typeof text === 'string' ? text : undefined
  } catch {
    return undefined
  }
}
