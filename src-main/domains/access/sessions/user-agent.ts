import type { UserSession } from '#shared/access/contract/user-sessions.ts'

/**
 * Browser names in user agents. Each browser also names those it is compatible with, so the most specific is
 * checked first: Edge also names Chrome and Safari.
 */
const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bElectron\//, 'Electron'],
  [/\bChrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

/** Reads the program's name from its user agent, in a word or two. Returns null if there is no user agent. */
export function browserOf(userAgent: string | null): string | null {
  if (!userAgent) return null
  const known = BROWSERS.find(([pattern]) => pattern.test(userAgent))
  // otherwise the first word: curl, node, a script
  return known?.[1] ?? /^[\w.-]{1,40}/.exec(userAgent)?.[0] ?? null
}

/** Reads the device type from the user agent; null: unknown. */
export function deviceTypeOf(userAgent: string | null): UserSession['deviceType'] {
  if (!userAgent) return null
  const isMobile = /\biPhone\b|\bMobile\b/.test(userAgent)
  if (/\biPad\b|\bTablet\b/.test(userAgent)) return 'tablet'
  if (isMobile) return 'mobile'
  if (/\bAndroid\b/.test(userAgent)) return 'tablet'
  return /\bWindows\b|\bMacintosh\b|\bX11\b|\bLinux\b/.test(userAgent) ? 'desktop' : null
}
