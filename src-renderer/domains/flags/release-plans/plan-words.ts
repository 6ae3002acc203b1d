import { durationInWords } from '#shared/flags/releases/duration-words.ts'
import type { Milestone, ReleasePlan, ReleaseStatus } from '#shared/flags/schemas/release-plan.ts'

export type MilestoneState = 'done' | 'active' | 'paused' | 'next'

/** Gets the state of a milestone within its plan. */
export function stateOf(
  plan: Pick<ReleasePlan, 'milestones' | 'activeMilestoneId'>,
  id: string,
  onHold: boolean,
): MilestoneState {
  const place = plan.milestones.findIndex((one) => one.id === id)
  const active = plan.milestones.findIndex((one) => one.id === plan.activeMilestoneId)
  if (place === active) return onHold ? 'paused' : 'active'
  return place < active ? 'done' : 'next'
}

type Status = ReleaseStatus['plan'] | undefined

/** Describes the state of the whole plan in a word or two, with a colour. */
export function planState(
  plan: Pick<ReleasePlan, 'milestones' | 'activeMilestoneId'>,
  isEnabled: boolean,
): { label: string; tone: 'neutral' | 'success' | 'warning' | 'accent' } {
  const { milestones, activeMilestoneId } = plan
  const active = milestones.find((one) => one.id === activeMilestoneId)
  if (!active) return { label: 'not started', tone: 'neutral' }
  if (active.id === milestones.at(-1)?.id) return { label: 'at the last milestone', tone: 'success' }
  if (!isEnabled) return { label: 'on hold: the flag is off', tone: 'warning' }
  if (active.pausedAt) return { label: 'paused', tone: 'warning' }
  return { label: `milestone ${milestones.indexOf(active) + 1} of ${milestones.length}`, tone: 'accent' }
}

/** Describes when the next milestone starts, as far as that is known without a clock. */
export function progressionInWords(
  milestone: Pick<Milestone, 'transitionCondition'>,
  next: Pick<Milestone, 'name'>,
  { status, isActive }: { status: Status; isActive: boolean },
): string {
  if (!milestone.transitionCondition) return `“${next.name}” has to be started manually.`
  const time = durationInWords(milestone.transitionCondition.intervalMinutes)
  if (isActive && status?.onHold) return `“${next.name}” starts after ${time}; the timer is paused.`
  return `“${next.name}” starts automatically after ${time}.`
}
