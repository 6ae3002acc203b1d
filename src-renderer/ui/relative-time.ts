import { once } from './once.ts'

const UNITS = [
  ['year', 365 * 24 * 60 * 60],
  ['month', 30 * 24 * 60 * 60],
  ['day', 24 * 60 * 60],
  ['hour', 60 * 60],
  ['minute', 60],
] as const

/** Made once: making one takes longer than a row of a list. */
const FORMATS = {
  long: once(() => new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'long' })),
  short: once(() => new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' })),
}

/** "3 minutes ago", "in 2 days", "just now"; short: "3 min. ago". */
export function relativeTime(at: Date, now: Date, style: 'long' | 'short' = 'long'): string {
  const seconds = (at.getTime() - now.getTime()) / 1000
  for (const [unit, length] of UNITS) {
    if (Math.abs(seconds) >= length) return FORMATS[style]().format(Math.trunc(seconds / length), unit)
  }
  return 'just now'
}
