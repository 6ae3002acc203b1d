import type { FlagOutcome, ResultChange } from '../schemas/result-changes.ts'

/** Names an outcome: `on`, `off`, or `on, blue`. */
export const outcomeInWords = ({ enabled, variant }: Pick<FlagOutcome, 'enabled' | 'variant'>): string =>
  variant === null ? (enabled ? 'on' : 'off') : `${enabled ? 'on' : 'off'}, ${variant}`

/** Names a change: `off → on`, or that only the reason or the payload is another. */
export function changeInWords({
  before,
  after,
  differs,
}: Pick<ResultChange, 'before' | 'after' | 'differs'>): string {
  const [was, is] = [outcomeInWords(before), outcomeInWords(after)]
  if (was !== is) return `${was} → ${is}`
  return differs.includes('variant') ? `${is}, with another payload` : `${is}, for another reason`
}

/** Names what changed a result, and who did. */
export function causeInWords({ cause, events }: Pick<ResultChange, 'cause' | 'events'>): string {
  if (cause === 'time') return 'The date of a constraint passed'
  const labels = [...new Set(events.map(({ label }) => label))].join(', ')
  const authors = [...new Set(events.map(({ createdBy }) => createdBy))].join(', ')
  return `${labels}, by ${authors}`
}
