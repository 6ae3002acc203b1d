import { coerce, valid } from 'semver'

/** A client SDK, and its own version. */
export interface Sdk {
  name: string
  version: string
}

const NAMED = /^((?:@[\w.-]{1,80}\/)?[A-Za-z][\w.-]{0,80})[@:/]v?(\d{1,9}(?:\.\d{1,9}){0,2})/

/** An SDK as it names itself: `unleash-client-node:6.1.0`, `unleash-js@3.7.0`; undefined: it is none, or says no version. */
export function readSdk(text: string): Sdk | undefined {
  const [, name, number] = NAMED.exec(text) ?? []
  const version = number === undefined ? null : valid(coerce(number))
  return name === undefined || version === null ? undefined : { name, version }
}

/** The texts asked about lately: there are few, and they come again and again. */
const asked = new Map<string, boolean>()
const MAX_ASKED = 200

/**
 * Checks whether a text names an SDK and its version, as `readSdk` reads it. Fast enough for every request.
 */
export function namesSdk(text: string): boolean {
  const known = asked.get(text)
  if (known !== undefined) return known
  const names = NAMED.test(text)
  if (asked.size >= MAX_ASKED) asked.clear()
  asked.set(text, names)
  return names
}
