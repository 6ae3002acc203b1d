import { ownValue } from '#shared/own-value.ts'

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 }

/** Time that an option names: an instant, or minutes, hours or days before or after now. */
interface AskedTime {
  option: string
  text: string
  now: Date
  direction: 'ago' | 'ahead'
  /** Word that the option takes, too. */
  also?: string
}

/** Reads the time of an option, in ISO-8601. Throws an Error that names the option. */
export function readTime({ option, text, now, direction, also }: AskedTime): string {
  const [, count, unit = ''] = /^(\d{1,6})([mhd])$/.exec(text) ?? []
  const sign = direction === 'ago' ? -1 : 1
  const at =
    count === undefined
      ? new Date(text)
      : new Date(now.getTime() + sign * Number(count) * (ownValue(UNITS, unit) ?? 0))
  if (Number.isNaN(at.getTime()))
    throw new Error(
      `${option} ${text}: such as 30m, 1h, 2d${also === undefined ? '' : `, ${also}`} or 2026-12-31T18:00:00Z`,
    )
  return at.toISOString()
}
