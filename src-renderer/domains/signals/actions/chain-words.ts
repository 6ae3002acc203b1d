import { describeAction } from '#shared/signals/actions/action-kinds.ts'
import { describeFilter } from '#shared/signals/rules/index.ts'
import type { ActionSetNote } from '#shared/signals/schemas/action-rules.ts'
import type { ChainExecution } from '#shared/signals/schemas/action-execution.ts'
import type { SignalDetails } from '#shared/signals/schemas/signal.ts'
import { counted, figure, plannedTime } from '#ui/figures.ts'
import { PROOF_WORDS, repetitionsOf, senderOf } from '../signals/signal-words.ts'
import { STATE_WORDS } from './action-words.ts'

/** Link of the chain from a signal to a flag. */
export interface ChainLine {
  /** Time; null: it has none of its own. */
  at: string | null
  text: string
  /** Time since the line before that has a time: "+12 s". */
  since?: string
  state?: { label: string; tone: 'neutral' | 'success' | 'danger' }
  /** Explanation below. */
  details?: string
  /** Event of the log, where it can be undone. */
  event?: number
}

/** Describes the time between two steps: "+350 ms", "+12 s", "+3 min 5 s". */
export function elapsed(from: string, to: string): string {
  const ms = Date.parse(to) - Date.parse(from)
  if (ms < 1000) return `+${Math.max(0, ms)} ms`
  const seconds = ms < 10_000 ? Math.round(ms / 100) / 10 : Math.round(ms / 1000)
  if (seconds < 60) return `+${figure(seconds)} s`
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60]
  if (minutes >= 60) return `+${Math.floor(minutes / 60)} h ${minutes % 60} min`
  return `+${minutes} min${rest > 0 ? ` ${rest} s` : ''}`
}

const WAYS = { poll: 'by polling', delta: 'by polling deltas', stream: 'by streaming' } as const

export type ReceivedSignal = Pick<
  SignalDetails,
  'id' | 'createdAt' | 'tokenName' | 'sentBy' | 'replayOf' | 'proof' | 'delivery'
>

/** Says from a signal to each flag that it switched what happened when, with the time between. */
export function chainOf(signal: ReceivedSignal, execution: ChainExecution): ChainLine[] {
  const { actionSet, filters, steps, retryAt } = execution
  const times = repetitionsOf(signal)
  const lines: ChainLine[] = [
    {
      at: signal.createdAt,
      text: receivedInWords(signal),
      ...(times ? { details: `${times}, executed once` } : {}),
    },
    {
      at: null,
      text:
        filters.length === 0
          ? 'Matched: the set has no filters'
          : `Matched ${filters.map(({ path, filter }) => describeFilter(path, filter)).join(', and ')}`,
    },
    { at: execution.createdAt, text: executedInWords(execution) },
  ]
  for (const [index, action] of actionSet.actions.entries()) {
    const step = steps[index] ?? null
    lines.push({
      at: step?.startedAt ?? null,
      text: describeAction(action) + (step ? `, took ${durationOf(step)} ms` : ''),
      state: STATE_WORDS[action.state],
      ...(action.details ? { details: action.details } : {}),
    })
    if (!step) continue
    lines.push(...step.events.flatMap(eventLines))
    if (step.moreEvents > 0)
      lines.push({
        at: null,
        text: `${counted(step.moreEvents, 'more event')} of this action in the event log`,
      })
    if (step.events.length === 0 && action.state === 'success' && !action.details)
      lines.push({ at: null, text: 'Changed nothing: it was so already' })
  }
  if (retryAt !== null) lines.push({ at: null, text: `Will be retried at ${plannedTime(retryAt)}` })
  return withTimes(lines)
}

function receivedInWords(signal: ReceivedSignal): string {
  const sender = senderOf(signal)
  if (signal.sentBy !== null || signal.replayOf !== null) return `Received: ${sender}`
  return `Received from ${sender}${signal.proof ? `, known ${PROOF_WORDS[signal.proof]}` : ''}`
}

function executedInWords({ attempt, requestedBy, actor }: ChainExecution): string {
  const as = `as ${actor.name ?? 'a service account that is deleted'}`
  if (requestedBy !== null) return `Retried by ${requestedBy}, ${as}`
  return attempt === 1 ? `Executed ${as}` : `Retried by the service, ${as}: attempt ${attempt}`
}

type ChainEvent = NonNullable<ChainExecution['steps'][number]>['events'][number]

function eventLines(event: ChainEvent): ChainLine[] {
  const { id, label, featureName, environment, createdAt, delivered, undone } = event
  const place = `${featureName ?? ''}${environment === null ? '' : ` in ${environment}`}`
  return [
    { at: createdAt, text: `${label}: ${place}`, event: id },
    deliveryLine(delivered),
    ...(undone ? [{ at: undone.at, text: `Undone by ${undone.by}`, event: undone.eventId }] : []),
  ]
}

function deliveryLine(delivered: ChainEvent['delivered']): ChainLine {
  if (delivered.is === 'first') {
    const { at, appName, sdk, way } = delivered
    const name = `${appName ?? 'without a name'}${sdk === null ? '' : ` (${sdk})`}`
    return { at, text: `First SDK with this change: ${name}, ${WAYS[way]}` }
  }
  const text =
    delivered.is === 'not yet'
      ? 'No SDK was sent this change yet'
      : 'The first SDK with this change is not known: it was before the last start, or long ago'
  return { at: null, text }
}

function withTimes(lines: readonly ChainLine[]): ChainLine[] {
  let last: string | undefined
  return lines.map((line) => {
    if (line.at === null) return line
    // an undo is later than the next action
    const since = last === undefined || line.at < last ? {} : { since: elapsed(last, line.at) }
    last = line.at
    return { ...line, ...since }
  })
}

const SKIPPED = {
  'cool-down': (until: string) => `Skipped: the set cools down until ${until}`,
  hourly: (until: string) => `Skipped: the set was executed as often as an hour allows, until ${until}`,
} as const

/** Says why a signal that matched did not execute the set. */
export function noteInWords(note: ActionSetNote): string {
  if (note.kind === 'skipped') return `${SKIPPED[note.reason](plannedTime(note.until))}.`
  if (note.isTooMuch)
    return 'Reset: nothing was put back, because the set switched too many flags. Undo them in the event log.'
  const { restored, left } = note
  if (restored.length + left.length === 0) return 'Reset: there was nothing to put back.'
  const parts = [
    ...(restored.length > 0 ? [`put back ${placesOf(restored)}`] : []),
    ...(left.length > 0 ? [`left ${placesOf(left)} as it is`] : []),
  ]
  return `Reset: ${parts.join(', ')}.`
}

type Switched = { featureName: string | null; environment: string | null }

const placesOf = (all: readonly Switched[]) =>
  [
    ...new Set(
      all.map(({ featureName, environment }) => `${featureName ?? 'a flag'} in ${environment ?? 'all'}`),
    ),
  ].join(', ')

/** Milliseconds of an action. A clock that was set back makes none of less than nothing. */
const durationOf = ({ startedAt, endedAt }: { startedAt: string; endedAt: string }): number =>
  Math.max(0, Date.parse(endedAt) - Date.parse(startedAt))
