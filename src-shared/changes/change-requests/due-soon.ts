import { counted } from '../../figures.ts'
import { isRecord } from '../../own-value.ts'
import type { ChangeRequest } from '../schemas/change-request.ts'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

/** Time before a scheduled change in which it is announced. */
export const SOON_MS = HOUR_MS

type Schedule = ChangeRequest['schedule']

/** Checks whether a scheduled change will be made within the hour. */
export const isDueSoon = (schedule: Schedule, now: Date): boolean =>
  schedule?.status === 'pending' && new Date(schedule.scheduledAt).getTime() - now.getTime() <= SOON_MS

/** Says how long it is until then: “in 14 minutes”, “in less than a minute”. */
export function minutesUntil(at: string, now: Date): string {
  const minutes = Math.round((new Date(at).getTime() - now.getTime()) / MINUTE_MS)
  if (minutes < 1) return 'in less than a minute'
  return `in ${counted(minutes, 'minute')}`
}

/**
 * Finds the state into which a request turns a flag, if that is all that it does to it. `isBack`: it ends a state that was set for a time.
 */
export function turnOf(
  { features, title }: Pick<ChangeRequest, 'features' | 'title'>,
  featureName: string,
): { enabled: boolean; isBack: boolean } | undefined {
  const [change, ...more] = features.find(({ name }) => name === featureName)?.changes ?? []
  if (change?.action !== 'updateEnabled' || more.length > 0 || !isRecord(change.payload)) return undefined
  const enabled = change.payload['enabled'] === true
  return { enabled, isBack: title === wayBackTitle(featureName, enabled) }
}

/** Title of the request that ends a state which was set for a time. */
export const wayBackTitle = (featureName: string, enabled: boolean): string =>
  `Turn ${featureName} ${enabled ? 'on' : 'off'} again`
