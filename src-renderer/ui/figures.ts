import { once } from './once.ts'

export { counted, figure, percentage } from '#shared/figures.ts'

const exact = once(() => new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' }))
const toMinute = once(() => new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }))
const weekdayAndTime = once(
  () =>
    new Intl.DateTimeFormat(undefined, {
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
    }),
)
const time = once(() => new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' }))
const timeToSecond = once(() => new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' }))
const day = once(() => new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric' }))

/** To the second, as the tooltip of a relative time. */
export const exactTime = (at: string | Date): string => exact().format(new Date(at))

/** A point in time that somebody planned. */
export const plannedTime = (at: string | Date): string => toMinute().format(new Date(at))

/** "Sun 14:00" */
export const weekdayTime = (at: string | Date): string => weekdayAndTime().format(new Date(at))

/** "14:00" */
export const clockTime = (at: string | Date): string => time().format(new Date(at))

/** "14:00:07" */
export const secondTime = (at: string | Date): string => timeToSecond().format(new Date(at))

/** "Nov 22" */
export const shortDay = (at: string | Date): string => day().format(new Date(at))

/** The zone that times are entered and shown in. */
export const timeZone = (): string => exact().resolvedOptions().timeZone
