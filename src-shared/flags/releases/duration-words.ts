import { counted } from '../../figures.ts'

const UNITS = [
  ['week', 7 * 24 * 60],
  ['day', 24 * 60],
  ['hour', 60],
  ['minute', 1],
] as const

export type DurationUnit = (typeof UNITS)[number][0]

/** Minutes in the largest unit they are whole in: 120 are 2 hours, 90 are 90 minutes. */
export function inLargestUnit(minutes: number): { count: number; unit: DurationUnit } {
  const [unit, size] = UNITS.find(([, length]) => minutes % length === 0) ?? ['minute', 1]
  return { count: minutes / size, unit }
}

/** The same the other way round. */
export const toMinutes = (count: number, unit: DurationUnit): number =>
  count * (UNITS.find(([name]) => name === unit)?.[1] ?? 1)

/** "2 hours" */
export function durationInWords(minutes: number): string {
  const { count, unit } = inLargestUnit(minutes)
  return counted(count, unit)
}
