import type { Timeline } from '#shared/impression-timeline.ts'
import { clockTime, counted, plannedTime, shortDay } from '#ui/figures.ts'
import type { Bar } from '#ui/chart.ts'

const HOUR = 60
const DAY = 24 * HOUR

/** "minute", "15 minutes", "hour", "2 days" */
export function stepInWords(minutes: number): string {
  const [size, name] =
    minutes % DAY === 0 ? [DAY, 'day'] : minutes % HOUR === 0 ? [HOUR, 'hour'] : [1, 'minute']
  return minutes === size ? name : counted(minutes / size, name)
}

/** The bars of a timeline; where it goes over midnight, they are named by their day. */
export function timelineBars({ steps }: Timeline): Bar[] {
  const [first, last] = [steps[0]?.at ?? '', steps.at(-1)?.at ?? '']
  const isOneDay = first !== '' && shortDay(first) === shortDay(last)
  return steps.map(({ at, on, off }) => ({
    key: at,
    short: isOneDay ? clockTime(at) : shortDay(at),
    long: plannedTime(at),
    values: { on, off },
  }))
}
