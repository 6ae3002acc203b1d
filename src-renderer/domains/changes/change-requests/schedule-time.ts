import { plannedTime, timeZone } from '#ui/figures.ts'
const HOUR_MS = 3_600_000

/** The next full hour that is at least some minutes away. */
export function nextHour(now: Date): Date {
  const LEAST_MS = 5 * 60_000
  return new Date(Math.ceil((now.getTime() + LEAST_MS) / HOUR_MS) * HOUR_MS)
}

/** A time as a `datetime-local` field has it: "2026-11-21T18:00", in the zone of this computer. */
export function toLocalInput(at: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`
}

/** The instant that such a field says; undefined: none yet. */
export function toInstant(local: string): string | undefined {
  const at = new Date(local)
  return local === '' || Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}

/** "21 Nov 2026, 18:00 (Europe/Oslo)" */
export function timeInZone(at: string): string {
  const time = plannedTime(at)
  return `${time} (${timeZone()})`
}
